//! The suites of the W3C for SPARQL 1.0, 1.1 and 1.2: their cases read, and a subject put to them.
//!
//! Evaluation and update tests compare answers and datasets, syntax tests ask only whether a text is taken. What tests
//! a protocol, an entailment regime or other endpoints is listed and skipped.

mod judge;
mod manifest;
mod rdf;
mod results;
mod xml;

use std::collections::BTreeMap;
use std::sync::Arc;

use quarrel_case::answer::Outcome;
use quarrel_case::conformance::{About, Files, Given, Ruling, Subject, Suite, SuiteCase};
use quarrel_case::graph::{Dataset, Graph};
use quarrel_case::profile::Profile;

use crate::ast::DatasetClause;
use crate::language::Sparql;
use crate::parse::{Request, parse_request};
use crate::reference::Reference;
use judge::Expected;
use manifest::{Entry, Kind};
use quarrel_case::language::Language as _;

/// The suites, for a person.
const ABOUT: About = About {
    folder: "w3c-sparql/sparql",
    endings: &["ttl", "trig", "nt", "nq", "rdf", "rq", "ru", "srx", "srj", "tsv", "csv"],
    get: "https://github.com/w3c/rdf-tests, folder sparql",
};

/// Where the suites' files are known to be; relative IRIs in them are resolved against it.
const BASE: &str = "https://w3c.github.io/rdf-tests/sparql/";

/// The manifests that include all others of their version.
const ROOTS: [&str; 4] = [
    "sparql10/manifest-evaluation.ttl",
    "sparql10/manifest-syntax.ttl",
    "sparql11/manifest-all.ttl",
    "sparql12/manifest.ttl",
];

/// The cases that the reference fails on purpose: place and reason, a line each.
const EXCEPTIONS: &str = include_str!("exceptions.txt");

/// The suites of the W3C.
pub(crate) struct W3c;

impl Suite for W3c {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn cases(&self, files: &Files) -> Result<Vec<Box<dyn SuiteCase>>, String> {
        let listed = EXCEPTIONS.lines().filter(|line| !line.starts_with('#'));
        let excuses: BTreeMap<&str, &str> = listed.filter_map(|line| line.split_once(": ")).collect();
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        let mut cases: Vec<Box<dyn SuiteCase>> = Vec::new();
        for root in ROOTS {
            for entry in manifest::entries(files, root)? {
                let count = seen.entry(entry.place.clone()).or_default();
                *count += 1;
                if *count == 1 {
                    let excuse = excuses.get(entry.place.as_str()).copied();
                    cases.push(Box::new(Case::new(entry, excuse, files)));
                }
            }
        }
        Ok(cases)
    }

    fn reference(&self, profile: &Profile) -> Box<dyn Subject> {
        Box::new(Reference::new(profile.clone()))
    }
}

/// A case of the suites.
#[derive(Debug)]
struct Case {
    place: String,
    excuse: Option<&'static str>,
    /// What is done, or why nothing is.
    act: Result<Act, String>,
}

/// A text, what it runs on, and what is expected of it.
#[derive(Debug)]
struct Act {
    text: String,
    /// Whether the text is an update, as the ending of its file says.
    writes: bool,
    dataset: Arc<Graph>,
    expected: Expected,
}

impl Case {
    fn new(entry: Entry, excuse: Option<&'static str>, files: &Files) -> Self {
        Self { place: entry.place.clone(), excuse, act: act(&entry, files) }
    }
}

/// Reads what a manifest's entry names.
fn act(entry: &Entry, files: &Files) -> Result<Act, String> {
    if let Some(reason) = &entry.aside {
        return Err(reason.clone());
    }
    let text = files.get(&entry.text).ok_or_else(|| format!("{} is not here", entry.text))?;
    let text = format!("BASE <{BASE}{}>\n{text}", entry.text);
    let evaluated = matches!(entry.kind, Kind::Query | Kind::Update);
    if evaluated && fetches(&text) {
        return Err("it asks other endpoints".to_owned());
    }
    let expected = judge::expected(entry, files)?;
    let mut sources = entry.data.clone();
    if let Ok(Request::Query(query)) = parse_request(&text) {
        sources.extend(described(&query.dataset, files));
    }
    let dataset = if sources.is_empty() { Dataset::default() } else { rdf::dataset(&sources, files)? };
    let writes = entry.text.ends_with(".ru");
    Ok(Act { text, writes, dataset: Arc::new(Graph::Rdf(dataset)), expected })
}

/// The suites' files that FROM names, as graphs of that name.
fn described(clause: &DatasetClause, files: &Files) -> Vec<(String, Option<String>)> {
    let graphs = clause.default.iter().chain(&clause.named);
    let known = graphs.filter_map(|graph| Some((graph.strip_prefix(BASE)?.to_owned(), Some(graph.clone()))));
    let mut found: Vec<(String, Option<String>)> =
        known.filter(|(path, _)| files.contains_key(path)).collect();
    found.sort();
    found.dedup();
    found
}

impl SuiteCase for Case {
    fn place(&self) -> String {
        self.place.clone()
    }

    fn excuse(&self) -> Option<&str> {
        self.excuse
    }

    fn run(&self, subject: &mut dyn Subject) -> Ruling {
        let act = match &self.act {
            Ok(act) => act,
            Err(reason) => return Ruling::Skipped(reason.clone()),
        };
        if !subject.is_reference() && fetches(&act.text) {
            return Ruling::Skipped("it would make an engine fetch from elsewhere".to_owned());
        }
        if let Err(why) = subject.begin(&act.dataset, &Given::default()) {
            return Ruling::Skipped(why);
        }
        let outcome = if act.writes { subject.write(&act.text) } else { subject.run(&act.text) };
        let judged = match (&act.expected, &outcome) {
            (Expected::Dataset(expected), Outcome::Answered(_)) => match subject.graph() {
                Some(graph) => judge::datasets(expected, &graph),
                None => return Ruling::Skipped("the subject does not show its dataset".to_owned()),
            },
            (expected, outcome) => judge::outcome(expected, outcome),
        };
        match judged {
            Ok(()) => Ruling::Passed,
            Err(why) => Ruling::Failed(why),
        }
    }
}

fn fetches(text: &str) -> bool {
    Sparql.parse(text).is_ok_and(|tree| {
        let reads = !Sparql.writes(&tree) && !Sparql.graphs_read(&tree).is_empty();
        reads || Sparql.runs_foreign_code(&tree)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes down where texts are sent.
    #[derive(Default)]
    struct Places(Vec<&'static str>);

    impl Subject for Places {
        fn begin(&mut self, _: &Arc<Graph>, _: &Given) -> Result<(), String> {
            Ok(())
        }
        fn run(&mut self, _: &str) -> Outcome {
            self.0.push("query");
            Outcome::done()
        }
        fn write(&mut self, _: &str) -> Outcome {
            self.0.push("update");
            Outcome::done()
        }
        fn graph(&mut self) -> Option<Graph> {
            None
        }
    }

    #[test]
    fn what_cannot_be_read_is_sent_where_its_kind_of_text_belongs() {
        let mut places = Places::default();
        for (path, place) in [("a.rq", "query"), ("a.ru", "update")] {
            let files: Files = [(path.to_owned(), "NOTHING".to_owned())].into();
            let entry = Entry {
                place: "a".to_owned(),
                kind: Kind::Negative,
                text: path.to_owned(),
                data: Vec::new(),
                result: Vec::new(),
                lax: false,
                aside: None,
            };
            Case::new(entry, None, &files).run(&mut places);
            assert_eq!(places.0.pop(), Some(place));
        }
    }
}
