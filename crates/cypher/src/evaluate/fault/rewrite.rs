//! Wrong rewritings of expressions and patterns.

use std::collections::BTreeSet;

use super::plan::{Scopes, each_expression, each_match};
use crate::ast::{
    Clause, ComparisonOperator, Expression, Match, NodePattern, PathPattern, Query, UnaryOperator,
};
use crate::evaluate::project::column_name;
use crate::evaluate::table::{Column, position};
use crate::walk::clauses_mut;

/// Names every column of a `RETURN` by its text, so that a change of the text does not show in the name.
pub(super) fn name_columns(query: &mut Query) {
    for clause in clauses_mut(query) {
        let Clause::Return(projection) = clause else { continue };
        for item in &mut projection.items {
            if !matches!(item.expression, Expression::Variable(_)) {
                item.alias = Some(column_name(item).into_owned());
            }
        }
    }
}

/// Whether this is `<`, `<=`, `>` or `>=`.
pub(super) fn is_inequality(operator: ComparisonOperator) -> bool {
    reversed(operator).is_some()
}

/// The operator that holds where this one does not, as long as there is no NaN.
fn reversed(operator: ComparisonOperator) -> Option<ComparisonOperator> {
    Some(match operator {
        ComparisonOperator::Less => ComparisonOperator::GreaterEqual,
        ComparisonOperator::LessEqual => ComparisonOperator::Greater,
        ComparisonOperator::Greater => ComparisonOperator::LessEqual,
        ComparisonOperator::GreaterEqual => ComparisonOperator::Less,
        ComparisonOperator::Equal | ComparisonOperator::NotEqual => return None,
    })
}

/// `NOT (x < y)` becomes `x >= y`.
pub(super) fn reverse_comparisons(query: &mut Query, _: &Scopes) {
    name_columns(query);
    each_expression(query, &mut |expression| {
        if let Some(other) = reversed_comparison(expression) {
            *expression = other;
        }
    });
}

fn reversed_comparison(expression: &Expression) -> Option<Expression> {
    let Expression::Unary { operator: UnaryOperator::Not, operand } = expression else { return None };
    let Expression::Comparison { first, rest } = &**operand else { return None };
    let [(operator, second)] = rest.as_slice() else { return None };
    Some(Expression::Comparison { first: first.clone(), rest: vec![(reversed(*operator)?, second.clone())] })
}

/// `*0..n` becomes `*1..n` between nodes that are bound before the pattern.
pub(super) fn omit_zero_length(query: &mut Query, scopes: &Scopes) {
    each_match(query, scopes, |clause, before| {
        let mut bound: BTreeSet<String> = before.iter().map(|column| column.name.to_string()).collect();
        for path in &mut clause.patterns {
            let found: Vec<bool> = nodes(path).map(|node| is_bound(node, &bound)).collect();
            for (step, ends) in path.steps.iter_mut().zip(found.windows(2)) {
                if let Some(length) =
                    step.relationship_mut().and_then(|relationship| relationship.length.as_mut())
                    && length.minimum == Some(0)
                    && ends.iter().all(|end| *end)
                {
                    length.minimum = Some(1);
                }
            }
            bound.extend(nodes(path).filter_map(|node| node.variable.clone()));
        }
    });
}

fn is_bound(node: &NodePattern, bound: &BTreeSet<String>) -> bool {
    node.variable.as_ref().is_some_and(|name| bound.contains(name))
}

/// The nodes of a path in order.
fn nodes(path: &PathPattern) -> impl Iterator<Item = &NodePattern> {
    std::iter::once(&path.start).chain(path.steps.iter().map(|step| &step.node))
}

/// The nodes between the relationships of a path in an `OPTIONAL MATCH` lose their labels.
pub(super) fn forget_inner_labels(query: &mut Query, scopes: &Scopes) {
    each_match(query, scopes, |clause, _| {
        let paths = clause.patterns.iter_mut().filter(|_| clause.optional);
        for path in paths {
            let inner = path.steps.len().saturating_sub(1);
            path.steps.iter_mut().take(inner).for_each(|step| step.node.labels.clear());
        }
    });
}

/// A variable's node has the labels of its first occurrence in a `MATCH` only.
pub(super) fn forget_later_labels(query: &mut Query, scopes: &Scopes) {
    each_match(query, scopes, |clause: &mut Match, _: &[Column]| {
        let mut seen: BTreeSet<String> = BTreeSet::new();
        for path in &mut clause.patterns {
            let steps = path.steps.iter_mut().map(|step| &mut step.node);
            for node in std::iter::once(&mut path.start).chain(steps) {
                if let Some(name) = &node.variable
                    && !seen.insert(name.clone())
                {
                    node.labels.clear();
                }
            }
        }
    });
}

/// Whether every node of the path is bound in these columns.
pub(super) fn all_nodes_bound(path: &PathPattern, columns: &[Column]) -> bool {
    nodes(path).all(|node| node.variable.as_ref().is_some_and(|name| position(columns, name).is_some()))
}
