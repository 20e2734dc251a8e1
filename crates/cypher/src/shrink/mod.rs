//! Smaller queries to try in a query's place.
//!
//! Reduction asks for candidates, keeps the first that still shows the failure, and asks again. So the boldest
//! come first: whole branches and clauses, then parts of clauses, patterns, and single expressions. A candidate
//! need not mean the same as the query, but it must be one that engines accept: what a step leaves dangling is
//! repaired, and what fails the check of scopes is not offered. Every candidate is smaller by [`size`], which
//! makes reduction end.

mod clauses;
mod expressions;
mod patterns;
mod repair;
mod size;

use quarrel_case::answer::Phase;
use quarrel_case::graph::PropertyGraph;
use quarrel_case::language::{Budget, Failure};

use crate::ast::Query;
use crate::evaluate::{Evaluator, Graph, Semantics};

pub use size::size;

/// Smaller queries, the boldest first, each of them valid.
#[must_use]
pub fn shrink(query: &Query) -> Vec<Query> {
    let mut candidates = clauses::candidates(query);
    candidates.extend(patterns::candidates(query));
    candidates.extend(expressions::candidates(query));
    let bound = size(query);
    let mut accepted: Vec<Query> = Vec::new();
    for mut candidate in candidates {
        repair::repair(&mut candidate);
        if size(&candidate) < bound && !accepted.contains(&candidate) && is_valid(&candidate) {
            accepted.push(candidate);
        }
    }
    accepted
}

/// Whether a query is one that a compiler accepts.
fn is_valid(query: &Query) -> bool {
    // Without a budget nothing is run, and what is left are the checks before.
    let budget = Budget { rows: 0, steps: 0 };
    let graph = Graph::new(&PropertyGraph::default());
    let evaluation = Evaluator::new(&graph, Semantics::default(), budget).query(query);
    !matches!(evaluation.result, Err(Failure::Query(error)) if error.phase == Phase::Compile)
}

#[cfg(test)]
mod tests;
