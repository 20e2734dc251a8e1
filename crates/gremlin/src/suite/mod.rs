//! The suite of TinkerPop: its scenarios read, and a subject put to them.
//!
//! Left out are scenarios for graph computers, those with lambdas of a host language, and those that the suite itself
//! calls unsupported.

mod gherkin;
mod inline;
mod judge;
mod notation;
mod services;
mod toys;

use std::collections::BTreeMap;
use std::sync::Arc;

use quarrel_case::answer::Outcome;
use quarrel_case::conformance::{About, Files, Given, Ruling, Subject, Suite, SuiteCase, SuiteVersion};
use quarrel_case::graph::{Graph, Model};
use quarrel_case::profile::Profile;

use crate::ast::Argument;
use crate::evaluate::rules::{BEFORE_3_7, BEFORE_3_8};
use crate::language::spelling;
use crate::parse::parse;
use crate::print::{self, Reader, Spelling};
use crate::reference::Reference;
use crate::walk::writes;
use gherkin::{Scenario, Step};
use inline::inlined;
use toys::Toy;

/// The suite, for a person.
const ABOUT: About = About {
    folder: "tinkerpop",
    endings: &["feature", "json"],
    get: "https://github.com/apache/tinkerpop: the feature files of gremlin-test below VERSION-dev, the toy graphs in \
          GraphSON 3 below data",
};

/// The scenarios that the reference fails on purpose: version, place and reason, a line each.
const EXCEPTIONS: &str = include_str!("exceptions.txt");

/// The versions of the suite.
const SUITE_VERSIONS: &[SuiteVersion] = &[
    SuiteVersion { name: "3.8", folder: "3.8-dev/", switches: &[] },
    SuiteVersion { name: "3.7", folder: "3.7-dev/", switches: &[BEFORE_3_8] },
    SuiteVersion { name: "3.6", folder: "3.6-dev/", switches: &[BEFORE_3_8, BEFORE_3_7] },
];

/// TinkerPop's suite.
pub struct Features;

impl Suite for Features {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn versions(&self) -> &'static [SuiteVersion] {
        SUITE_VERSIONS
    }

    fn cases(&self, files: &Files) -> Result<Vec<Box<dyn SuiteCase>>, String> {
        let mut graphs = BTreeMap::new();
        for (path, text) in files.iter().filter(|(path, _)| path.ends_with(".json")) {
            let Some(name) = path.rsplit('/').next().and_then(graph_name) else { continue };
            graphs.insert(name, Arc::new(toys::read(text).ok_or_else(|| format!("{path} cannot be read"))?));
        }
        let mut cases: Vec<Box<dyn SuiteCase>> = Vec::new();
        for (path, text) in files.iter().filter(|(path, _)| path.ends_with(".feature")) {
            for scenario in gherkin::read(text).map_err(|error| format!("{path}, {error}"))? {
                if applies(&scenario) {
                    let case = case(path, &scenario, &graphs).map_err(|error| format!("{path}, {error}"))?;
                    cases.push(Box::new(case));
                }
            }
        }
        Ok(cases)
    }

    fn reference(&self, profile: &Profile) -> Box<dyn Subject> {
        Box::new(Reference::new(profile.clone()))
    }
}

/// The name of a graph in the suite: `tinkerpop-modern-v3.json` is `modern`.
fn graph_name(file: &str) -> Option<String> {
    let name = file.strip_suffix("-v3.json")?;
    let name = name.strip_prefix("tinkerpop-").unwrap_or(name);
    Some(if name == "grateful-dead" { "grateful" } else { name }.to_owned())
}

/// Whether a scenario is one for the language alone.
fn applies(scenario: &Scenario) -> bool {
    let document = |step: &Step| step.document.clone().unwrap_or_default();
    let foreign = |step: &Step| {
        let (text, document) = (&step.text, document(step));
        text.contains("defined as \"c[")
            || text == "an unsupported test"
            || document.contains("withComputer(")
            || document.contains("Lambda.")
    };
    !scenario.tags.iter().any(|tag| tag == "@GraphComputerOnly") && !scenario.steps.iter().any(foreign)
}

/// Parameters by name, as they stand in a text.
type Words = Vec<(String, Argument)>;

/// A case of the suite.
#[derive(Debug, Clone)]
struct Case {
    place: String,
    excuse: Option<&'static str>,
    graph: Option<Arc<Toy>>,
    /// Traversals that make the graph.
    setup: Vec<String>,
    parameters: Vec<(String, String)>,
    /// Parameters that are a predicate on a value, and how the predicate is written.
    predicates: Vec<(String, String)>,
    side_effects: Vec<String>,
    text: String,
    next: bool,
    expectations: Vec<Step>,
}

fn case(path: &str, scenario: &Scenario, graphs: &BTreeMap<String, Arc<Toy>>) -> Result<Case, String> {
    let version = path.split("-dev/").next().unwrap_or_default();
    let place = format!("{version} {}", scenario.name);
    let listed =
        EXCEPTIONS.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(": "));
    let named = |listed: &str| {
        listed.split_once(' ').is_some_and(|(versions, name)| {
            name == scenario.name && versions.split(',').any(|listed| listed == version)
        })
    };
    let mut case = Case {
        excuse: listed.into_iter().find(|(listed, _)| named(listed)).map(|(_, reason)| reason),
        place,
        graph: None,
        setup: Vec::new(),
        parameters: Vec::new(),
        predicates: Vec::new(),
        side_effects: Vec::new(),
        text: String::new(),
        next: false,
        expectations: Vec::new(),
    };
    for step in &scenario.steps {
        case.step(step, graphs).ok_or_else(|| format!("{}: {}", case.place, step.text))?;
    }
    Ok(case)
}

impl Case {
    fn step(&mut self, step: &Step, graphs: &BTreeMap<String, Arc<Toy>>) -> Option<()> {
        let text = step.text.as_str();
        match text {
            "the empty graph" => {}
            "the graph initializer of" => self.setup.push(joined(step.document.as_deref()?)),
            "the traversal of" => self.text = joined(step.document.as_deref()?),
            "iterated to list" => {}
            "iterated next" => self.next = true,
            _ if judge::is_expectation(text) => self.expectations.push(step.clone()),
            _ => {
                if let Some(name) = text.strip_prefix("the ").and_then(|text| text.strip_suffix(" graph")) {
                    self.graph = Some(Arc::clone(graphs.get(name)?));
                } else if let Some(rest) = text.strip_prefix("using the parameter ") {
                    self.parameter(rest)?;
                } else {
                    let rest = text.strip_prefix("using the side effect ")?;
                    let (name, value) = defined(rest)?;
                    self.side_effects.push(name.clone());
                    self.parameters.push((name, value));
                }
            }
        }
        Some(())
    }

    /// A parameter: a value, or a predicate, which is written into the text.
    fn parameter(&mut self, rest: &str) -> Option<()> {
        if let Some(pair) = defined(rest) {
            self.parameters.push(pair);
            return Some(());
        }
        let (name, predicate) = rest.split_once(" of ")?;
        let (call, value) = predicate.split_once("(\"")?;
        self.predicates.push((name.to_owned(), format!("{call}({name})")));
        self.parameters.push((name.to_owned(), value.strip_suffix("\")")?.replace("\\\"", "\"")));
        Some(())
    }

    /// A traversal with what is to be written into it.
    fn written(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for (name, predicate) in &self.predicates {
            text = text.replace(name, predicate);
        }
        for name in &self.side_effects {
            if let Some(rest) = text.strip_prefix("g.") {
                text = format!("g.withSideEffect(\"{name}\", {name}).{rest}");
            }
        }
        text
    }
}

/// The lines of a traversal in one, those left out that are commented.
fn joined(document: &str) -> String {
    let lines = document.lines().map(str::trim).filter(|line| !line.starts_with('#'));
    lines.collect::<Vec<_>>().join(" ").trim().to_owned()
}

/// `NAME defined as "VALUE"`.
fn defined(text: &str) -> Option<(String, String)> {
    let (name, value) = text.split_once(" defined as \"")?;
    Some((name.to_owned(), value.strip_suffix('"')?.replace("\\\"", "\"").replace("\\\\", "\\")))
}

/// A traversal as the subject reads it, with its parameters: the suite is written in TinkerPop's grammar, which is not
/// what Groovy reads.
fn spelled(text: &str, words: &[(String, Argument)], subject: &dyn Subject) -> String {
    let with = |spelling: &Spelling| {
        let word =
            |(name, argument): &(String, Argument)| (name.clone(), print::argument(argument, spelling));
        inlined(text, &words.iter().map(word).collect::<Vec<_>>())
    };
    let (plain, own) = (with(&Spelling::default()), spelling(&subject.dialect()));
    if subject.is_reference() || own.reader == Reader::Grammar {
        return plain;
    }
    parse(&plain).map_or_else(|_| with(&own), |query| print::print(&query, &own))
}

/// Runs the traversals that make a graph.
fn run_all<'t>(subject: &mut dyn Subject, texts: impl IntoIterator<Item = &'t String>) -> Result<(), String> {
    for text in texts {
        match subject.run(&spelled(text, &[], subject)) {
            Outcome::Answered(_) => {}
            other => return Err(format!("set-up: {}", other.to_json())),
        }
    }
    Ok(())
}

impl SuiteCase for Case {
    fn place(&self) -> String {
        self.place.clone()
    }

    fn excuse(&self) -> Option<&str> {
        self.excuse
    }

    fn run(&self, subject: &mut dyn Subject) -> Ruling {
        let (graph, words) = match self.prepare(subject) {
            Ok(ready) => ready,
            Err(ruling) => return ruling,
        };
        let text = spelled(&self.written(&self.text), &words, subject);
        let outcome = subject.run(&text);
        // A large graph is asked for again only where it is another one.
        let stays = self.is_loaded() && parse(&text).is_ok_and(|query| !writes(&query));
        let after = if stays && !subject.is_reference() { None } else { subject.graph() };
        let result =
            judge::Result { outcome: &outcome, next: self.next, graph: after.as_ref().or(Some(&graph)) };
        for step in &self.expectations {
            let judged = if judge::is_count(&step.text) {
                self.count(step, subject, &words)
            } else {
                judge::judge(step, &result)
            };
            if let Err(why) = judged {
                return Ruling::Failed(format!("{}: {why}", step.text));
            }
        }
        Ruling::Passed
    }
}

impl Case {
    /// Puts the subject before the traversal: the graph, and how parameters are written.
    fn prepare(&self, subject: &mut dyn Subject) -> Result<(Graph, Words), Ruling> {
        let graph = self.scene(subject).map_err(|why| match subject.is_reference() {
            true => Ruling::Failed(why),
            false => Ruling::Skipped(why),
        })?;
        let given = self.given(&graph).map_err(Ruling::Failed)?;
        self.begin(subject, &given).map_err(Ruling::Skipped)?;
        let words = self.words(subject, &graph).map_err(Ruling::Skipped)?;
        Ok((graph, words))
    }

    /// Whether the graph is loaded as every case's, and not made by traversals.
    fn is_loaded(&self) -> bool {
        self.setup.is_empty() && self.graph.as_deref().is_none_or(|toy| toy.graph.is_some())
    }

    /// The graph before the traversal, as far as a case can hold it.
    fn scene(&self, subject: &mut dyn Subject) -> Result<Graph, String> {
        let toy = self.graph.as_deref().and_then(|toy| toy.graph.as_ref());
        if let (Some(graph), true) = (toy, self.setup.is_empty()) {
            return Ok(Graph::Property(graph.clone()));
        }
        let empty = Graph::empty(Model::Property);
        self.begin(subject, &Given::default())?;
        Ok(subject.graph().unwrap_or(empty))
    }

    /// The parameters as they stand in a text, for a subject that is sent texts alone.
    fn words(&self, subject: &mut dyn Subject, graph: &Graph) -> Result<Words, String> {
        if subject.is_reference() {
            return Ok(Vec::new());
        }
        // What traversals made has other ids each time.
        let again = if self.is_loaded() { None } else { subject.graph() };
        let graph = again.as_ref().unwrap_or(graph).property().ok_or("no graph of properties")?;
        let word = |(name, text): &(String, String)| {
            let argument = notation::read(text)?.argument(graph, &|element| subject.id_text(element))?;
            Some((name.clone(), argument))
        };
        let unwritten = |name: &str| format!("the parameter {name} cannot be written into a text");
        self.parameters.iter().map(|pair| word(pair).ok_or_else(|| unwritten(&pair.0))).collect()
    }

    /// Puts the subject before the traversal.
    fn begin(&self, subject: &mut dyn Subject, given: &Given) -> Result<(), String> {
        let mut given = given.clone();
        if !subject.is_reference() {
            given.parameters.clear();
        }
        let toy = self.graph.as_deref();
        let graph = toy.and_then(|toy| toy.graph.clone()).map(Graph::Property);
        // An engine is given a graph in its own way where that can be; the reference gets the ids of properties too.
        let texts = toy.and_then(|toy| toy.texts.as_ref());
        let texts = texts.filter(|_| subject.is_reference() || graph.is_none());
        let empty = Graph::empty(Model::Property);
        let start = if texts.is_some() { None } else { graph.clone() };
        subject.begin(&Arc::new(start.unwrap_or(empty)), &given)?;
        match (run_all(subject, texts.into_iter().flatten()), graph) {
            // Under the profile of an engine that takes no ids it is given the graph as that engine is.
            (Err(_), Some(graph)) => subject.begin(&Arc::new(graph), &given)?,
            (made, _) => made?,
        }
        run_all(subject, &self.setup)
    }

    fn given(&self, graph: &Graph) -> Result<Given, String> {
        let mut given = Given::default();
        for (name, text) in &self.parameters {
            let value =
                notation::read(text).zip(graph.property()).and_then(|(value, graph)| value.parameter(graph));
            let value = value.ok_or_else(|| format!("the parameter {name} cannot be read: {text}"))?;
            given.parameters.insert(name.clone(), value);
        }
        if let (true, Some(graph)) = (self.text.contains("call("), graph.property()) {
            given.procedures = services::services(graph);
        }
        Ok(given)
    }

    fn count(&self, step: &Step, subject: &mut dyn Subject, words: &Words) -> Result<(), String> {
        let (number, text) = judge::count(&step.text).ok_or("an unreadable expectation")?;
        let text = spelled(&format!("{}.count()", self.written(&text)), words, subject);
        let outcome = subject.run(&text);
        if judge::counted(&outcome) == Some(number) { Ok(()) } else { Err(outcome.to_json().to_string()) }
    }
}

#[cfg(test)]
mod tests {
    use quarrel_case::answer::{Phase, QueryError};
    use quarrel_case::profile::Dialect;

    use super::*;

    /// A subject that reads Groovy and answers every text with nothing.
    #[derive(Default)]
    struct Asked(Vec<String>);

    impl Subject for Asked {
        fn begin(&mut self, _graph: &Arc<Graph>, _given: &Given) -> Result<(), String> {
            Ok(())
        }

        fn run(&mut self, text: &str) -> Outcome {
            self.0.push(text.to_owned());
            Outcome::done()
        }

        fn graph(&mut self) -> Option<Graph> {
            None
        }

        fn dialect(&self) -> Dialect {
            let switches = BTreeMap::from([("reader".to_owned(), "groovy".to_owned())]);
            Dialect(Profile { switches, fault: None })
        }
    }

    #[test]
    fn a_scenario_is_spelled_as_the_subject_reads_it() {
        let feature = "Feature: F\n  Scenario: S\n    Given the empty graph\n    And the graph initializer of\n      \
                       \"\"\"\n      g.addV(\"A\").property(\"k\", 1s)\n      \"\"\"\n    And the traversal of\n      \
                       \"\"\"\n      g.inject(NaN, x)\n      \"\"\"\n    And using the parameter x defined as \"d[-Infinity]\"\n    When iterated to list\n    \
                       Then the result should be empty\n";
        let scenario = gherkin::read(feature).unwrap().remove(0);
        let case = case("3.8-dev/f.feature", &scenario, &BTreeMap::new()).unwrap();
        let mut asked = Asked::default();
        assert!(matches!(case.run(&mut asked), Ruling::Passed));
        let made = "g.addV(\"A\").property(\"k\", ((short) 1))";
        assert_eq!(asked.0, [made, made, "g.inject(Double.NaN, -Double.POSITIVE_INFINITY)"]);
    }

    /// A reference whose graph takes no ids that are given.
    struct Drawn(Vec<usize>);

    impl Subject for Drawn {
        fn begin(&mut self, graph: &Arc<Graph>, _given: &Given) -> Result<(), String> {
            self.0.push(graph.size());
            Ok(())
        }

        fn run(&mut self, text: &str) -> Outcome {
            match text.contains("T.id") {
                true => Outcome::Rejected(QueryError::new(Phase::Run, "IllegalArgument", "an id is given")),
                false => Outcome::done(),
            }
        }

        fn graph(&mut self) -> Option<Graph> {
            None
        }

        fn is_reference(&self) -> bool {
            true
        }
    }

    #[test]
    fn a_reference_that_takes_no_ids_is_given_the_graph_of_a_scenario() {
        let toy = r#"{"id":{"@type":"g:Int32","@value":1},"label":"A"}"#;
        let toy = Arc::new(toys::read(toy).unwrap());
        let feature = "Feature: F\n  Scenario: S\n    Given the modern graph\n    And the traversal of\n      \
                       \"\"\"\n      g.V().none()\n      \"\"\"\n    When iterated to list\n    \
                       Then the result should be empty\n";
        let scenario = gherkin::read(feature).unwrap().remove(0);
        let graphs = BTreeMap::from([("modern".to_owned(), toy)]);
        let case = case("3.8-dev/f.feature", &scenario, &graphs).unwrap();
        let mut drawn = Drawn(Vec::new());
        assert!(matches!(case.run(&mut drawn), Ruling::Passed));
        assert_eq!(drawn.0, [0, 1]);
    }
}
