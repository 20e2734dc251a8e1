//! Smaller queries to try in a query's place.
//!
//! Reduction asks for candidates, keeps the first that still shows the failure, and asks again; each one costs
//! a call of an engine. So the boldest come first: whole branches and clauses, then parts of clauses, patterns,
//! single expressions, and at last what is only plainer. A candidate need not mean the same as the query, but
//! it must be one that engines accept: what a step leaves dangling gets its known value or is dropped, and what
//! fails the compiler's checks is not offered. Every candidate is smaller by [`size()`], which makes reduction
//! end; and because that also counts what could be plainer ([`Size::oddity`]), it ends with the same text for
//! many queries.

mod clauses;
mod draft;
mod expressions;
mod families;
mod known;
mod lists;
mod literals;
mod names;
mod oddity;
mod order;
mod parts;
mod patterns;
mod plain;
mod repair;
mod sites;
mod size;
mod updating;
mod variables;

use std::collections::BTreeMap;

use quarrel_case::answer::QueryError;
use quarrel_case::graph::PropertyGraph;
use quarrel_case::language::{Budget, Ground, Size};

use crate::ast::Query;
use crate::evaluate::{Evaluator, Graph, Semantics};
use crate::walk;
use draft::Draft;
use known::Known;

pub use names::{names, renamed};

/// What the run that finds known values may cost: reduction asks often, and small queries soon.
const BUDGET: Budget = Budget { rows: 2_000, steps: 100_000 };

/// Smaller queries, the boldest first, each of them valid.
#[must_use]
pub fn shrink(query: &Query, ground: &Ground<'_>) -> Vec<Query> {
    let none = PropertyGraph::default();
    let graph = Graph::new(ground.graph.property().unwrap_or(&none));
    let semantics = Semantics::new(ground.profile).unwrap_or_default();
    let budget =
        Budget { rows: BUDGET.rows.min(ground.budget.rows), steps: BUDGET.steps.min(ground.budget.steps) };
    let known = Known::new(Evaluator::new(&graph, semantics, budget), query);
    let mut accepted = Accepted::new(query, Evaluator::new(&graph, semantics, budget));
    if let Some(plain) = variables::plain(query).filter(|plain| plain != query) {
        accepted.plain_names = true;
        accepted.offer(plain);
        accepted.plain_names = false;
    }
    clauses::candidates(query, &known, &mut |draft| accepted.mended(draft, &known));
    parts::candidates(query, &known, &mut |draft| accepted.mended(draft, &known));
    patterns::candidates(query, &mut |draft| accepted.mended(draft, &known));
    expressions::candidates(query, &known, &mut |candidate| {
        accepted.dropped(candidate);
    });
    plain::candidates(query, &mut |candidate| accepted.offer(candidate));
    accepted.queries
}

/// How large a query is.
#[must_use]
pub fn size(query: &Query) -> Size {
    Size { parts: size::parts(query), oddity: oddity::oddity(query) }
}

/// The candidates so far.
struct Accepted<'g> {
    queries: Vec<Query>,
    /// Their places by size: equal queries are equally large.
    by_size: BTreeMap<Size, Vec<usize>>,
    bound: Size,
    /// The variables have the plain names already, so candidates get them as well.
    plain_names: bool,
    evaluator: Evaluator<'g>,
    /// What a compiler says of the query itself.
    error: Option<QueryError>,
}

impl<'g> Accepted<'g> {
    fn new(query: &Query, evaluator: Evaluator<'g>) -> Self {
        Self {
            queries: Vec::new(),
            by_size: BTreeMap::new(),
            bound: size(query),
            plain_names: variables::are_plain(query),
            error: evaluator.columns(query).err(),
            evaluator,
        }
    }

    /// Takes a draft with what dangles dropped, and with known values in its place.
    fn mended(&mut self, draft: Draft, known: &Known<'_>) {
        let mut valued = draft.clone();
        if self.dropped(draft) {
            repair::repair(&mut valued, Some(known));
            self.offer(valued.query);
        }
    }

    /// Takes a draft with what dangles dropped; a query with an error of its own also as it is. True when
    /// something dangled.
    fn dropped(&mut self, mut draft: Draft) -> bool {
        if self.error.is_some() {
            self.offer(draft.query.clone());
        }
        let dangled = repair::repair(&mut draft, None);
        self.offer(draft.query);
        dangled
    }

    /// Takes a candidate that is smaller, new and valid.
    fn offer(&mut self, mut candidate: Query) {
        if size::parts(&candidate) > self.bound.parts {
            return;
        }
        if self.plain_names {
            candidate = variables::plain(&candidate).unwrap_or(candidate);
        }
        // The names are plain by now, or taken as those of the query, which saves much renaming.
        let names = usize::from(!self.plain_names);
        let size = Size { parts: size::parts(&candidate), oddity: oddity::of_structure(&candidate) + names };
        let alike = self.by_size.entry(size).or_default();
        let is_new = alike.iter().all(|place| self.queries.get(*place) != Some(&candidate));
        if size < self.bound && is_new && is_valid(&self.evaluator, &candidate, self.error.as_ref()) {
            alike.push(self.queries.len());
            self.queries.push(candidate);
        }
    }
}

/// Whether a compiler says the same of the candidate as of the query: nothing, or the same error.
fn is_valid(evaluator: &Evaluator<'_>, candidate: &Query, expected: Option<&QueryError>) -> bool {
    walk::can_end(candidate)
        && match (evaluator.columns(candidate), expected) {
            (Ok(_), None) => true,
            (Err(found), Some(expected)) => {
                (&found.class, &found.detail) == (&expected.class, &expected.detail)
            }
            _ => false,
        }
}

#[cfg(test)]
mod tests;
