//! What the evaluator does not model yet, named; it answers none of it.

use super::context::{Outcome, unmodelled};
use crate::ast::{BinaryOperator, Clause, Expression, Hop, PathPattern, PathStep, Query};
use crate::walk;

/// Stops at the first construct of a query that has no meaning here yet.
pub(super) fn query(query: &Query) -> Outcome<()> {
    walk::clauses(query).try_for_each(clause)
}

/// The same for a clause.
pub(super) fn clause(clause: &Clause) -> Outcome<()> {
    let what = match clause {
        // What patterns are made of is checked, and is all modelled.
        Clause::Create(_) | Clause::Merge(_) => {
            return walk::expressions(clause).into_iter().try_for_each(expression);
        }
        Clause::Match(_)
        | Clause::Unwind(_)
        | Clause::With(_)
        | Clause::Return(_)
        | Clause::Set(_)
        | Clause::Remove(_)
        | Clause::Delete(_)
        | Clause::Foreach(_)
        | Clause::Call(_) => None,
        Clause::Subquery(_) => Some("CALL of a subquery"),
        Clause::Finish => Some("FINISH"),
    };
    match what {
        Some(what) => Err(unmodelled(what)),
        None => {
            walk::patterns(clause).into_iter().try_for_each(pattern)?;
            walk::expressions(clause).into_iter().try_for_each(expression)
        }
    }
}

/// The same for an expression.
pub(super) fn expression(of: &Expression) -> Outcome<()> {
    let what = match of {
        Expression::IsLabeled { .. } => Some("a label expression"),
        Expression::IsTyped { .. } => Some("a type predicate"),
        Expression::MapProjection(_) => Some("a map projection"),
        Expression::Pattern(_) => Some("a pattern as an expression"),
        Expression::PatternComprehension(_) => Some("a pattern comprehension"),
        Expression::Subquery(_) => Some("a subquery in an expression"),
        Expression::Binary { operator: BinaryOperator::Concatenate, .. } => Some("the operator ||"),
        _ => None,
    };
    match what {
        Some(what) => Err(unmodelled(what)),
        None => walk::children(of).into_iter().try_for_each(expression),
    }
}

fn pattern(pattern: &PathPattern) -> Outcome<()> {
    let nodes = std::iter::once(&pattern.start).chain(pattern.steps.iter().map(|step| &step.node));
    let relationships = || pattern.steps.iter().filter_map(PathStep::relationship);
    let labels = nodes.clone().any(|node| node.label_expression.is_some())
        || relationships().any(|inner| inner.label_expression.is_some());
    let conditions = pattern.condition.is_some()
        || nodes.clone().any(|node| node.condition.is_some())
        || relationships().any(|inner| inner.condition.is_some());
    let parameters = nodes.clone().any(|node| node.parameter.is_some())
        || relationships().any(|inner| inner.parameter.is_some());
    let quantified = pattern.steps.iter().any(|step| matches!(step.hop, Hop::Quantified(_)));
    let found = [
        (pattern.selector.is_some(), "a selection of paths"),
        (quantified, "a quantified path"),
        (labels, "a label expression"),
        (conditions, "a condition in a pattern"),
        (parameters, "properties by a parameter"),
    ];
    match found.iter().find(|(present, _)| *present) {
        Some((_, what)) => Err(unmodelled(what)),
        None => Ok(()),
    }
}
