//! A smaller query in the making: what it became, and which clauses of the query it was made from are left.

use crate::ast::{Clause, Query, SingleQuery};
use crate::walk;

/// A candidate before it is repaired.
#[derive(Debug, Clone)]
pub(super) struct Draft {
    pub(super) query: Query,
    /// For every clause, counted over all parts, the clause of the original that it stems from; none for a new
    /// one.
    pub(super) origins: Vec<Option<usize>>,
}

impl Draft {
    /// A query whose clauses stand where they stood.
    pub(super) fn same_clauses(query: Query) -> Self {
        let origins = walk::clauses(&query).enumerate().map(|(place, _)| Some(place)).collect();
        Self { query, origins }
    }
}

/// Clauses with where each comes from.
pub(super) type Traced = Vec<(Option<usize>, Clause)>;

/// The parts of a query, every clause with its place.
pub(super) fn traced(query: &Query) -> Vec<Traced> {
    let mut place = 0;
    let mut part = |part: &SingleQuery| {
        let traced = |clause: &Clause| {
            place += 1;
            (Some(place - 1), clause.clone())
        };
        part.clauses.iter().map(traced).collect()
    };
    let first = part(&query.first);
    std::iter::once(first).chain(query.unions.iter().map(|(_, single)| part(single))).collect()
}

/// A query of these parts; the unions are joined as in the original, from the left.
pub(super) fn assembled(original: &Query, parts: Vec<Traced>) -> Option<Draft> {
    let origins = parts.iter().flatten().map(|(origin, _)| *origin).collect();
    let mut singles = parts
        .into_iter()
        .map(|part| SingleQuery { clauses: part.into_iter().map(|(_, clause)| clause).collect() });
    let first = singles.next()?;
    let kinds = original.unions.iter().map(|(kind, _)| *kind);
    Some(Draft { query: Query { first, unions: kinds.zip(singles).collect() }, origins })
}
