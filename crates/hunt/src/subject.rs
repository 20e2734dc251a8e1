//! An engine as a suite's subject.

use std::collections::BTreeMap;
use std::sync::Arc;

use quarrel_case::answer::Outcome;
use quarrel_case::conformance::{Given, Subject};
use quarrel_case::engine::{Engine as _, Limits, Request};
use quarrel_case::graph::Graph;

use crate::target::Target;

/// An engine that is put to a suite.
pub struct EngineSubject {
    target: Target,
    limits: Limits,
}

impl EngineSubject {
    /// The engine, with what a call may take.
    pub fn new(target: Target, limits: Limits) -> Self {
        Self { target, limits }
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
        // The case before may have written.
        self.target.engine.forget();
        match self.target.engine.load(graph, &self.limits) {
            Outcome::Answered(_) => Ok(()),
            other => Err(format!("the graph cannot be loaded: {}", other.to_json())),
        }
    }

    fn run(&mut self, text: &str) -> Outcome {
        let request = Request { text, writes: true, settings: &BTreeMap::new() };
        self.target.engine.run(&request, &self.limits)
    }

    fn graph(&mut self) -> Option<Graph> {
        self.target.engine.dump(&self.limits).ok()
    }
}
