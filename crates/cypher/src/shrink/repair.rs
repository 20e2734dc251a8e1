//! Makes a query whole again after something was taken out of it.
//!
//! A clause that is gone leaves variables behind that nobody binds. What uses such a variable is dropped in
//! turn: a projected item, a sort key, a conjunct, an entry of a property map. Where something must remain, a
//! constant takes its place.

use std::collections::BTreeSet;

use crate::ast::{
    BinaryOperator, Clause, Expression, Literal, Match, PathPattern, Projection, ProjectionItem, Query,
    SingleQuery,
};
use crate::walk;

type Scope = BTreeSet<String>;

/// Drops whatever uses variables that are not bound, and columns that not all parts of a union have.
pub(super) fn repair(query: &mut Query) {
    repair_part(&mut query.first);
    query.unions.iter_mut().for_each(|(_, part)| repair_part(part));
    if !query.unions.is_empty() {
        align(query);
    }
}

fn repair_part(part: &mut SingleQuery) {
    let mut scope = Scope::new();
    for clause in &mut part.clauses {
        match clause {
            Clause::Match(inner) => repair_match(inner, &mut scope),
            Clause::Unwind(inner) => {
                if !is_bound(&inner.list, &scope) {
                    inner.list = Expression::List(vec![Expression::Literal(Literal::Null)]);
                }
                scope.insert(inner.variable.clone());
            }
            Clause::With(inner) => {
                scope = repair_projection(&mut inner.projection, &scope);
                inner.condition = inner.condition.take().and_then(|condition| bound_part(condition, &scope));
            }
            Clause::Return(inner) => scope = repair_projection(inner, &scope),
        }
    }
}

fn repair_match(inner: &mut Match, scope: &mut Scope) {
    inner.patterns.iter().for_each(|pattern| scope.extend(variables(pattern)));
    let keep = |(_, value): &(String, Expression)| is_bound(value, scope);
    for pattern in &mut inner.patterns {
        pattern.start.properties.retain(keep);
        for step in &mut pattern.steps {
            step.relationship.properties.retain(keep);
            step.node.properties.retain(keep);
        }
    }
    inner.condition = inner.condition.take().and_then(|condition| bound_part(condition, scope));
}

/// The variables that a pattern binds or uses in binding position.
pub(super) fn variables(pattern: &PathPattern) -> impl Iterator<Item = String> {
    let steps = pattern.steps.iter().flat_map(|step| [&step.relationship.variable, &step.node.variable]);
    [&pattern.variable, &pattern.start.variable].into_iter().chain(steps).flatten().cloned()
}

/// Gives the variables in scope after the projection.
fn repair_projection(projection: &mut Projection, scope: &Scope) -> Scope {
    let first = projection.items.first().and_then(column);
    projection.items.retain(|item| is_bound(&item.expression, scope));
    if projection.items.is_empty() && !projection.star {
        projection.items.push(null_as(first.unwrap_or_else(|| "x".to_owned())));
    }
    let mut after = if projection.star { scope.clone() } else { Scope::new() };
    after.extend(projection.items.iter().filter_map(column));
    let sortable: Scope = scope.union(&after).cloned().collect();
    projection.order.retain(|item| is_bound(&item.expression, &sortable));
    after
}

fn null_as(alias: String) -> ProjectionItem {
    ProjectionItem { expression: Expression::Literal(Literal::Null), alias: Some(alias) }
}

/// The name of a projected item's column, if it is a variable's or an alias.
pub(super) fn column(item: &ProjectionItem) -> Option<String> {
    match (&item.alias, &item.expression) {
        (Some(alias), _) => Some(alias.clone()),
        (None, Expression::Variable(name)) => Some(name.clone()),
        _ => None,
    }
}

fn is_bound(expression: &Expression, scope: &Scope) -> bool {
    walk::free_variables(expression).into_iter().all(|name| scope.contains(name))
}

/// The conjuncts of a condition that use bound variables only.
fn bound_part(condition: Expression, scope: &Scope) -> Option<Expression> {
    if is_bound(&condition, scope) {
        return Some(condition);
    }
    match condition {
        Expression::Binary { operator: BinaryOperator::And, left, right } => {
            match (bound_part(*left, scope), bound_part(*right, scope)) {
                (Some(left), Some(right)) => Some(Expression::Binary {
                    operator: BinaryOperator::And,
                    left: Box::new(left),
                    right: Box::new(right),
                }),
                (left, right) => left.or(right),
            }
        }
        _ => None,
    }
}

/// Leaves only the columns that all parts of a union return.
fn align(query: &mut Query) {
    let mut parts: Vec<&mut SingleQuery> =
        std::iter::once(&mut query.first).chain(query.unions.iter_mut().map(|(_, part)| part)).collect();
    let columns: Vec<Scope> = parts.iter().map(|part| returned(part)).collect();
    let shared = |item: &ProjectionItem| {
        column(item).is_none_or(|name| columns.iter().all(|columns| columns.contains(&name)))
    };
    for part in &mut parts {
        if let Some(Clause::Return(projection)) = part.clauses.last_mut() {
            projection.items.retain(shared);
            if projection.items.is_empty() && !projection.star {
                projection.items.push(null_as("x".to_owned()));
            }
        }
    }
}

fn returned(part: &SingleQuery) -> Scope {
    match part.clauses.last() {
        Some(Clause::Return(projection)) => projection.items.iter().filter_map(column).collect(),
        _ => Scope::new(),
    }
}
