//! Planted faults: mistakes that the evaluator makes when it is told to, to show that the oracles see them.
//!
//! With a fault on, the evaluator plays an engine that has a known kind of bug; without one it is the
//! reference. At most one fault is on, and each is wrong only where its rule says so. A fault that is a wrong
//! plan is a rewriting of the syntax tree before it is evaluated (`plan` and what it calls), so that the
//! evaluator knows nothing of it. A fault of a value or an operator is asked for at its place, by name
//! (`has`), and what is longer than a line stands here, or for walks along patterns in `pattern::fault`.
//! Stateful faults keep a [`Memory`] beside the graph,
//! and what clauses tell of themselves is a [`Trail`].

mod grouping;
mod index;
mod order;
mod plan;
mod recall;
mod refuse;
mod rewrite;
mod statement;
mod table;
mod trail;
mod values;
mod with;

pub(super) use grouping::group_seen;
pub(super) use index::{Backed, Binding, Index};
pub(super) use order::insertion_sort;
pub use table::FAULTS;
pub(super) use table::Fault;
pub(super) use trail::Trail;
pub(super) use values::{in_floats, is_nan_tie};

use quarrel_case::answer::Answer;
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
    plans: Plans,
    indexes: Vec<Index>,
    trail: Trail,
}

impl Memory {
    /// The memory after a graph is loaded.
    pub(super) fn new(graph: &PropertyGraph) -> Self {
        Self { plans: Plans::default(), indexes: index::declared(graph), trail: Trail::new(graph) }
    }
}

/// Evaluates a query as the engine with the fault does. What must be rejected is rejected as ever.
pub(super) fn evaluate<'g>(
    fault: Fault,
    evaluator: &mut Evaluator<'g>,
    query: &Query,
    memory: &'g mut Memory,
) -> Done {
    let Memory { plans, indexes, trail } = memory;
    evaluator.context.indexes = indexes;
    let kept = if fault == Fault::FirstRowKept { statement::kept_variables(query) } else { Vec::new() };
    *evaluator.context.trail.borrow_mut() = trail.begin(kept);
    let mut done = planned(fault, evaluator, query, plans);
    if done.graph.is_some() {
        *trail = evaluator.context.trail.take().next();
    }
    if fault == Fault::NothingWanted && statement::gives_nothing(&evaluator.context, query) {
        done.graph = None;
        if let Ok(Answer::Table(table)) = &mut done.evaluation.result {
            table.counters.clear();
        }
    }
    done
}

fn planned(fault: Fault, evaluator: &Evaluator<'_>, query: &Query, plans: &mut Plans) -> Done {
    let Ok(scopes) = evaluator.check().query(query) else { return evaluator.answer(query) };
    let counted = statement::count_by_counter(query, &evaluator.context.trail.borrow());
    let plan = match counted.filter(|_| fault == Fault::LabelCounter) {
        Some(counted) => Ok(Some(counted)),
        None => plan::plan(fault, query, &scopes, plans),
    };
    match plan {
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
