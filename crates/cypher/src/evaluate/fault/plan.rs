//! Which faults are wrong plans, and the walks over a query that they share.

use quarrel_case::language::Failure;

use super::Fault;
use super::recall::Plans;
use super::{refuse, rewrite, with};
use crate::ast::{Clause, Expression, Match, Query};
use crate::evaluate::table::{Column, Columns};
use crate::walk::{children_mut, clauses_mut, expressions_mut};

/// The columns after every clause of every part of a query.
pub(super) type Scopes = [Vec<Columns>];

/// The query as the engine with the fault understands it; none if as it is written. An engine that falls over
/// its plan has a failure in place of one.
pub(super) fn plan(
    fault: Fault,
    query: &Query,
    scopes: &Scopes,
    plans: &mut Plans,
) -> Result<Option<Query>, Failure> {
    let wrong: fn(&mut Query, &Scopes) = match fault {
        Fault::NotReversed => rewrite::reverse_comparisons,
        Fault::FilterIntoOptional => with::filter_into_optional,
        Fault::UnnamedKey => with::ignore_keys,
        Fault::NoZeroLength => rewrite::omit_zero_length,
        Fault::InnerLabels => rewrite::forget_inner_labels,
        Fault::LaterLabels => rewrite::forget_later_labels,
        Fault::FilterBelowSlice => with::filter_below_slice,
        Fault::StalePlan => return Ok(Some(plans.recall(query))),
        Fault::ItemUndefined => return refuse::repeated_items(query, scopes).map(|()| None),
        Fault::AllBound => return refuse::nothing_to_bind(query, scopes).map(|()| None),
        Fault::NestedEquality => return refuse::nested_equalities(query).map(|()| None),
        _ => return Ok(None),
    };
    let mut planned = query.clone();
    wrong(&mut planned, scopes);
    Ok(Some(planned))
}

/// The columns before a clause of a part.
pub(super) fn before(scopes: &[Columns], clause: usize) -> &[Column] {
    clause.checked_sub(1).and_then(|before| scopes.get(before)).map_or(&[], |columns| columns)
}

/// The clauses of every part of a query with the columns after each of them.
pub(super) fn parts<'q>(
    query: &'q Query,
    scopes: &'q Scopes,
) -> impl Iterator<Item = (&'q [Clause], &'q [Columns])> {
    let parts = std::iter::once(&query.first).chain(query.unions.iter().map(|(_, part)| part));
    parts.map(|part| part.clauses.as_slice()).zip(scopes.iter().map(Vec::as_slice))
}

/// The same, to be changed.
pub(super) fn parts_mut<'q>(
    query: &'q mut Query,
    scopes: &'q Scopes,
) -> impl Iterator<Item = (&'q mut Vec<Clause>, &'q [Columns])> {
    let parts = std::iter::once(&mut query.first).chain(query.unions.iter_mut().map(|(_, part)| part));
    parts.map(|part| &mut part.clauses).zip(scopes.iter().map(Vec::as_slice))
}

/// Calls `change` with every `MATCH` and the columns before it.
pub(super) fn each_match(query: &mut Query, scopes: &Scopes, change: fn(&mut Match, &[Column])) {
    for (clauses, scopes) in parts_mut(query, scopes) {
        for (place, clause) in clauses.iter_mut().enumerate() {
            if let Clause::Match(clause) = clause {
                change(clause, before(scopes, place));
            }
        }
    }
}

/// Calls `change` with every expression of a query, the inner ones first.
pub(super) fn each_expression(query: &mut Query, change: &mut dyn FnMut(&mut Expression)) {
    fn walk(expression: &mut Expression, change: &mut dyn FnMut(&mut Expression)) {
        children_mut(expression).into_iter().for_each(|child| walk(child, change));
        change(expression);
    }
    clauses_mut(query).flat_map(expressions_mut).for_each(|expression| walk(expression, change));
}
