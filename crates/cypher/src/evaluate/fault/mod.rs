//! Planted faults: mistakes that the evaluator makes when it is told to, to show that the oracles see them.
//!
//! With a fault on, the evaluator plays an engine that has a known kind of bug; without one it is the
//! reference. At most one fault is on, and each is wrong only where its rule says so. A fault that is a wrong
//! plan is a rewriting of the syntax tree before it is evaluated (`plan` and what it calls), so that the
//! evaluator knows nothing of it. A fault of a value or an operator is asked for at its place, by name
//! (`has`), and what is longer than a line stands here, or for walks along patterns in `pattern::fault`.
//! Stateful faults keep a [`Memory`] beside the graph.

mod grouping;
mod index;
mod order;
mod plan;
mod recall;
mod refuse;
mod rewrite;
mod table;
mod values;
mod with;

pub(super) use grouping::group_seen;
pub(super) use index::{Binding, Index};
pub(super) use order::insertion_sort;
pub use table::FAULTS;
pub(super) use table::Fault;
pub(super) use values::{in_floats, is_nan_tie};

use quarrel_case::graph::PropertyGraph;
use quarrel_case::verdict::ErrorStatus;

use super::context::Context;
use super::semantics::Semantics;
use super::{Done, Evaluator, failed};
use crate::ast::Query;
use recall::Plans;

/// What a stateful fault keeps beside the graph from one query to the next.
#[derive(Debug, Clone, Default)]
pub(super) struct Memory {
    pub(super) plans: Plans,
    pub(super) indexes: Vec<Index>,
}

impl Memory {
    /// The memory after a graph is loaded.
    pub(super) fn new(graph: &PropertyGraph, fault: Option<Fault>) -> Self {
        let indexes = fault.map(|fault| index::declared(graph, fault)).unwrap_or_default();
        Self { plans: Plans::default(), indexes }
    }
}

/// Evaluates a query as the engine with the fault does. What must be rejected is rejected as ever.
pub(super) fn evaluate(fault: Fault, evaluator: &Evaluator<'_>, query: &Query, plans: &mut Plans) -> Done {
    let Ok(scopes) = evaluator.check().query(query) else { return evaluator.answer(query) };
    match plan::plan(fault, query, &scopes, plans) {
        Ok(None) => evaluator.run(query, &scopes),
        Ok(Some(plan)) => match evaluator.check().lenient().query(&plan) {
            Ok(scopes) => evaluator.run(&plan, &scopes),
            Err(_) => evaluator.run(query, &scopes),
        },
        Err(failure) => Done::unchanged(failed(failure, ErrorStatus::May)),
    }
}

impl Semantics {
    /// Whether this fault is on.
    pub(super) fn has(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }
}

impl Context<'_> {
    /// Whether this fault is on.
    pub(super) fn has(&self, fault: Fault) -> bool {
        self.semantics.has(fault)
    }
}
