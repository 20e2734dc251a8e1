//! The openCypher suite (TCK): its cases read, and a subject put to them.
//!
//! A case's graph is made by the reference from the suite's own statements and loaded into the subject, so that the
//! elements of its answers are known by their ids, and an engine need not be able to create what it is asked about.

mod effects;
mod expected;
mod gherkin;
mod judge;

use std::collections::BTreeMap;
use std::sync::Arc;

use quarrel_case::answer::{Answer, Outcome};
use quarrel_case::conformance::{About, Files, Given, Procedure, Ruling, Subject, Suite, SuiteCase};
use quarrel_case::graph::{Graph, Model};
use quarrel_case::profile::Profile;
use quarrel_case::value::Value;

use crate::reference::Reference;
use gherkin::{Scenario, Step};

/// The suite, for a person.
const ABOUT: About = About {
    folder: "opencypher-tck/tck",
    endings: &["feature", "cypher"],
    get: "https://github.com/opencypher/openCypher, folder tck",
};

/// The scenarios, or examples, that the reference fails on purpose: place and reason, a line each.
const EXCEPTIONS: &str = include_str!("exceptions.txt");

/// The openCypher suite.
pub(crate) struct Tck;

impl Suite for Tck {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn cases(&self, files: &Files) -> Result<Vec<Box<dyn SuiteCase>>, String> {
        let name = |path: &str| path.rsplit('/').next()?.strip_suffix(".cypher").map(ToOwned::to_owned);
        let graphs: BTreeMap<String, &str> =
            files.iter().filter_map(|(path, text)| Some((name(path)?, text.as_str()))).collect();
        let mut cases: Vec<Box<dyn SuiteCase>> = Vec::new();
        for (path, text) in files.iter().filter(|(path, _)| path.ends_with(".feature")) {
            for scenario in gherkin::read(text).map_err(|error| format!("{path}, {error}"))? {
                let case = case(&scenario, &graphs).map_err(|error| format!("{path}, {error}"))?;
                cases.push(Box::new(case));
            }
        }
        Ok(cases)
    }

    fn reference(&self, profile: &Profile) -> Box<dyn Subject> {
        Box::new(Reference::new(profile.clone()))
    }
}

/// A case of the suite.
#[derive(Debug, Clone)]
struct Case {
    place: String,
    excuse: Option<&'static str>,
    /// Statements that make the graph.
    setup: Vec<String>,
    parameters: Vec<(String, String)>,
    procedures: Vec<Procedure>,
    /// The query, and a control query after it, each with what is expected of it.
    acts: Vec<Act>,
}

/// A query and what the suite says of it.
#[derive(Debug, Clone, Default)]
struct Act {
    text: String,
    expectations: Vec<Step>,
}

fn case(scenario: &Scenario, graphs: &BTreeMap<String, &str>) -> Result<Case, String> {
    let place = scenario.place();
    let listed = EXCEPTIONS.lines().filter(|line| !line.starts_with('#'));
    let excuse = listed
        .filter_map(|line| line.split_once(": "))
        .find(|(listed, _)| *listed == place || *listed == scenario.scenario())
        .map(|(_, reason)| reason);
    let mut case = Case {
        excuse,
        setup: Vec::new(),
        parameters: Vec::new(),
        procedures: Vec::new(),
        acts: Vec::new(),
        place,
    };
    for step in &scenario.steps {
        let unknown = || format!("{}: {}", case.place, step.text);
        let text = step.text.as_str();
        let document = || step.document.clone().ok_or_else(unknown);
        match text {
            "an empty graph" | "any graph" => {}
            "having executed:" => case.setup.push(document()?),
            "parameters are:" => {
                let pairs =
                    step.table.iter().filter_map(|row| Some((row.first()?.clone(), row.get(1)?.clone())));
                case.parameters.extend(pairs);
            }
            "executing query:" | "executing control query:" => {
                case.acts.push(Act { text: document()?, expectations: Vec::new() });
            }
            _ if text.starts_with("there exists a procedure ") => {
                case.procedures.push(procedure(step).ok_or_else(unknown)?);
            }
            _ => match text.strip_prefix("the ").and_then(|text| text.strip_suffix(" graph")) {
                Some(name) => {
                    let statement = graphs.get(name).ok_or_else(unknown)?;
                    case.setup.push((*statement).to_owned());
                }
                None if judge::is_expectation(text) => {
                    case.acts.last_mut().ok_or_else(unknown)?.expectations.push(step.clone());
                }
                None => return Err(unknown()),
            },
        }
    }
    Ok(case)
}

/// `there exists a procedure name(in :: TYPE) :: (out :: TYPE):` and its table.
fn procedure(step: &Step) -> Option<Procedure> {
    let signature =
        step.text.strip_prefix("there exists a procedure ")?.trim_end_matches(':').trim().to_owned();
    let rows = step.table.iter().skip(1).map(|row| row.iter().map(|cell| value(cell)).collect());
    Some(Procedure { signature, rows: rows.collect::<Option<_>>()? })
}

/// A value in the suite's notation, which is also an expression.
fn value(text: &str) -> Option<Value> {
    let mut reference = Reference::new(Profile::default());
    reference.begin(&Arc::new(Graph::empty(Model::Property)), &Given::default()).ok()?;
    let Outcome::Answered(reply) = reference.run(&format!("RETURN {text} AS value")) else { return None };
    let Answer::Table(table) = reply.answer else { return None };
    table.rows.into_iter().next()?.into_iter().next()
}

impl SuiteCase for Case {
    fn place(&self) -> String {
        self.place.clone()
    }

    fn excuse(&self) -> Option<&str> {
        self.excuse
    }

    fn run(&self, subject: &mut dyn Subject) -> Ruling {
        let (graph, given) = match self.scene() {
            Ok(scene) => scene,
            Err(why) if subject.is_reference() => return Ruling::Failed(why),
            Err(why) => return Ruling::Skipped(why),
        };
        if let Err(why) = subject.begin(&graph, &given) {
            return Ruling::Skipped(why);
        }
        // In the subject's own words: what it says later of a value must be comparable to it (a date is a text in JSON).
        let mut before = subject.graph().unwrap_or_else(|| (*graph).clone());
        for act in &self.acts {
            let outcome = subject.run(&act.text);
            let after = subject.graph();
            let scene = judge::Scene { text: &act.text, before: &before, after: after.as_ref() };
            for step in &act.expectations {
                if let Err(why) = judge::judge(step, &outcome, &scene, subject.is_reference()) {
                    return Ruling::Failed(format!("{}: {why}", step.text.trim_end_matches(':')));
                }
            }
            before = after.unwrap_or(before);
        }
        Ruling::Passed
    }
}

impl Case {
    /// The graph that the set-up makes, and what else the queries need.
    fn scene(&self) -> Result<(Arc<Graph>, Given), String> {
        let mut parameters = BTreeMap::new();
        for (name, text) in &self.parameters {
            let value = value(text).ok_or_else(|| format!("the parameter {name} cannot be read: {text}"))?;
            parameters.insert(name.clone(), value);
        }
        let given = Given { parameters, procedures: self.procedures.clone() };
        let empty = Arc::new(Graph::empty(Model::Property));
        let mut reference = Reference::new(Profile::default());
        reference.begin(&empty, &given)?;
        for statement in &self.setup {
            match reference.run(statement) {
                Outcome::Answered(_) => {}
                other => return Err(format!("set-up: {}", other.to_json())),
            }
        }
        let graph = reference.graph().map_or(empty, Arc::new);
        Ok((graph, given))
    }
}
