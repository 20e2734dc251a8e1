//! Queries over which a planner falls: it rejects them, crashes, or never ends.

use quarrel_case::answer::{Phase, QueryError};
use quarrel_case::language::Failure;

use super::plan::{Scopes, before, parts};
use super::rewrite::all_nodes_bound;
use crate::ast::{Clause, ComparisonOperator, Expression, Projection, Query};
use crate::evaluate::table::{Column, position};
use crate::evaluate::walk::each_child;
use crate::walk::clauses;

/// `RETURN DISTINCT n.k AS v ORDER BY n.k` is rejected, because `n` is not among the columns.
pub(super) fn repeated_items(query: &Query, scopes: &Scopes) -> Result<(), Failure> {
    for (clauses, scopes) in parts(query, scopes) {
        let (Some(Clause::Return(projection)), Some(after)) = (clauses.last(), scopes.last()) else {
            continue;
        };
        if projection.distinct && has_repeated_item(projection, after) {
            let error = QueryError::new(Phase::Compile, "SyntaxError", "variable not defined");
            return Err(Failure::Query(error.with_detail("UndefinedVariable")));
        }
    }
    Ok(())
}

fn has_repeated_item(projection: &Projection, after: &[Column]) -> bool {
    let is_lost = |subject: &Expression| match subject {
        Expression::Variable(name) => position(after, name).is_none(),
        _ => false,
    };
    let properties = projection.items.iter().filter(|item| match &item.expression {
        Expression::Property { subject, .. } => item.alias.is_some() && is_lost(subject),
        _ => false,
    });
    let mut keys = properties.map(|item| &item.expression);
    keys.any(|key| projection.order.iter().any(|sort| sort.expression == *key))
}

/// An `OPTIONAL MATCH` of nodes that are all bound crashes.
pub(super) fn nothing_to_bind(query: &Query, scopes: &Scopes) -> Result<(), Failure> {
    for (clauses, scopes) in parts(query, scopes) {
        for (place, clause) in clauses.iter().enumerate() {
            let Clause::Match(clause) = clause else { continue };
            let bound = before(scopes, place);
            let mut paths = clause.patterns.iter();
            if clause.optional
                && paths.all(|path| {
                    path.variable.is_none() && path.steps.is_empty() && all_nodes_bound(path, bound)
                })
            {
                return Err(Failure::Crashed("an optional match with nothing to bind"));
            }
        }
    }
    Ok(())
}

/// A condition with `x = (x = x)` is rewritten for ever.
pub(super) fn nested_equalities(query: &Query) -> Result<(), Failure> {
    let ends = clauses(query).filter_map(condition).all(|condition| !any_part(condition, &is_nested));
    if ends { Ok(()) } else { Err(Failure::Hung) }
}

fn condition(clause: &Clause) -> Option<&Expression> {
    match clause {
        Clause::Match(clause) => clause.condition.as_ref(),
        Clause::With(clause) => clause.condition.as_ref(),
        _ => None,
    }
}

/// Whether one operand of an equality contains an equality with the other one.
fn is_nested(expression: &Expression) -> bool {
    equalities(expression).any(|(left, right)| {
        let with = |other: &Expression, operand: &Expression| {
            any_part(operand, &|part| {
                equalities(part).any(|(first, second)| first == other || second == other)
            })
        };
        with(left, right) || with(right, left)
    })
}

/// The pairs of operands between which an equals sign stands.
fn equalities(expression: &Expression) -> impl Iterator<Item = (&Expression, &Expression)> {
    let (first, rest) = match expression {
        Expression::Comparison { first, rest } => (Some(&**first), rest.as_slice()),
        _ => (None, &[][..]),
    };
    let lefts = first.into_iter().chain(rest.iter().map(|(_, operand)| operand));
    let pairs = lefts.zip(rest);
    pairs
        .filter(|(_, (operator, _))| *operator == ComparisonOperator::Equal)
        .map(|(left, (_, right))| (left, right))
}

/// Whether the test holds for some part of an expression.
fn any_part(expression: &Expression, test: &dyn Fn(&Expression) -> bool) -> bool {
    let mut found = test(expression);
    each_child(expression, &mut |child, _| found = found || any_part(child, test));
    found
}
