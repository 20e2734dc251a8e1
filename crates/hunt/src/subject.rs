//! An engine as a suite's subject.

use std::collections::BTreeMap;
use std::sync::Arc;

use quarrel_case::answer::Outcome;
use quarrel_case::conformance::{Given, Subject};
use quarrel_case::engine::{Engine as _, Limits, Request};
use quarrel_case::graph::Graph;
use quarrel_case::profile::Dialect;
use quarrel_case::value::Value;

use crate::target::Target;

/// An engine that is put to a suite.
pub struct EngineSubject {
    target: Target,
    limits: Limits,
    /// Whether the case before may have written.
    touched: bool,
    /// Why the engine was not there when it was asked last.
    gone: Option<String>,
}

impl EngineSubject {
    /// The engine, with what a call may take.
    pub fn new(target: Target, limits: Limits) -> Self {
        Self { target, limits, touched: true, gone: None }
    }

    fn send(&mut self, text: &str, writes: bool) -> Outcome {
        self.touched |= writes;
        let request = Request { text, writes, settings: &BTreeMap::new() };
        let outcome = self.target.engine.run(&request, &self.limits);
        self.note(&outcome);
        outcome
    }

    fn note(&mut self, outcome: &Outcome) {
        self.gone = match outcome {
            Outcome::Absent(why) => Some(format!("{} is gone: {why}", self.target.identity)),
            _ => None,
        };
    }
}

impl Subject for EngineSubject {
    fn begin(&mut self, graph: &Arc<Graph>, given: &Given) -> Result<(), String> {
        if !given.parameters.is_empty() {
            return Err("an engine is sent texts without parameters".to_owned());
        }
        if !given.procedures.is_empty() {
            return Err("an engine has no procedures of the suite".to_owned());
        }
        // A large graph is loaded again only where it must be.
        if std::mem::take(&mut self.touched) {
            self.target.engine.forget();
        }
        let loaded = self.target.engine.load(graph, &self.limits);
        self.note(&loaded);
        match loaded {
            Outcome::Answered(_) => Ok(()),
            other => Err(format!("the graph cannot be loaded: {}", other.to_json())),
        }
    }

    /// Some protocols send what reads and what writes to different places, so it must be known which it is.
    fn run(&mut self, text: &str) -> Outcome {
        let language = self.target.language();
        let tree = language.parse(text);
        self.touched |= tree.is_err();
        let writes = tree.is_ok_and(|tree| language.writes(&tree));
        self.send(text, writes)
    }

    fn write(&mut self, text: &str) -> Outcome {
        self.send(text, true)
    }

    fn graph(&mut self) -> Option<Graph> {
        self.target.engine.dump(&self.limits).ok()
    }

    fn gone(&self) -> Option<&str> {
        self.gone.as_deref()
    }

    fn dialect(&self) -> Dialect {
        self.target.dialect.clone()
    }

    fn id_text(&self, element: &Value) -> Option<String> {
        self.target.engine.native_id(element)
    }
}
