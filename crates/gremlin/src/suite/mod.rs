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

use quarrel_case::conformance::{About, Files, Given, Ruling, Subject, Suite, SuiteCase, SuiteVersion};
use quarrel_case::graph::{Graph, Model};
use quarrel_case::profile::Profile;

use crate::evaluate::rules::{BEFORE_3_7, BEFORE_3_8};
use crate::language::spelling;
use crate::parse::parse;
use crate::print;
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
        let text = inlined(&self.written(&self.text), &words);
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
    fn prepare(&self, subject: &mut dyn Subject) -> Result<(Graph, Vec<(String, String)>), Ruling> {
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

    /// The parameters and how each is written, for a subject that is sent texts alone.
    fn words(&self, subject: &mut dyn Subject, graph: &Graph) -> Result<Vec<(String, String)>, String> {
        if subject.is_reference() {
            return Ok(Vec::new());
        }
        // What traversals made has other ids each time.
        let again = if self.is_loaded() { None } else { subject.graph() };
        let graph = again.as_ref().unwrap_or(graph).property().ok_or("no graph of properties")?;
        let spelling = spelling(&subject.dialect());
        let word = |(name, text): &(String, String)| {
            let argument = notation::read(text)?.argument(graph, &|element| subject.id_text(element))?;
            Some((name.clone(), print::argument(&argument, &spelling)))
        };
        let unwritten = |name: &str| format!("the parameter {name} cannot be written into a text");
        self.parameters.iter().map(|pair| word(pair).ok_or_else(|| unwritten(&pair.0))).collect()
    }

    /// Puts the subject before the traversal.
    fn begin(&self, subject: &mut dyn Subject, given: &Given) -> Result<(), String> {
        // An engine is given a graph in its own way where that can be; the reference gets the ids of properties too.
        let texts = self.graph.as_deref().filter(|toy| subject.is_reference() || toy.graph.is_none());
        let texts = texts.and_then(|toy| toy.texts.clone());
        let start = match (&texts, self.graph.as_deref()) {
            (None, Some(Toy { graph: Some(graph), .. })) => Graph::Property(graph.clone()),
            _ => Graph::empty(Model::Property),
        };
        let texts = texts.unwrap_or_default();
        let mut given = given.clone();
        if !subject.is_reference() {
            given.parameters.clear();
        }
        subject.begin(&Arc::new(start), &given)?;
        for text in texts.iter().chain(&self.setup) {
            match subject.run(text) {
                quarrel_case::answer::Outcome::Answered(_) => {}
                other => return Err(format!("set-up: {}", other.to_json())),
            }
        }
        Ok(())
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

    fn count(
        &self,
        step: &Step,
        subject: &mut dyn Subject,
        words: &[(String, String)],
    ) -> Result<(), String> {
        let (number, text) = judge::count(&step.text).ok_or("an unreadable expectation")?;
        let outcome = subject.run(&inlined(&format!("{}.count()", self.written(&text)), words));
        if judge::counted(&outcome) == Some(number) { Ok(()) } else { Err(outcome.to_json().to_string()) }
    }
}
