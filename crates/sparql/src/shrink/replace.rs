//! A query with something else in one place, or in all places of a kind.

use crate::ast::{Expression, Group, Query};
use crate::walk::{Node, walk};

/// The query with another group in the place of its `index`-th.
pub(super) fn with_group(query: &Query, index: usize, group: Group) -> Query {
    let mut changed = query.clone();
    let (mut at, mut group) = (0, Some(group));
    walk(&mut changed, &mut |node| {
        if let Node::Group(place) = node {
            if at == index
                && let Some(group) = group.take()
            {
                *place = group;
            }
            at += 1;
        }
    });
    changed
}

/// The query with another expression in the place of its `index`-th.
pub(super) fn with_expression(query: &Query, index: usize, expression: Expression) -> Query {
    let mut changed = query.clone();
    let (mut at, mut expression) = (0, Some(expression));
    walk(&mut changed, &mut |node| {
        if let Node::Expression(place) = node {
            if at == index
                && let Some(expression) = expression.take()
            {
                *place = expression;
            }
            at += 1;
        }
    });
    changed
}

/// The query with another group in the place of every group that is equal to one.
pub(super) fn with_groups(query: &Query, one: &Group, other: &Group) -> Query {
    let mut changed = query.clone();
    walk(&mut changed, &mut |node| {
        if let Node::Group(place) = node
            && place == one
        {
            place.clone_from(other);
        }
    });
    changed
}

/// The query with another expression in the place of every expression that is equal to one.
pub(super) fn with_expressions(query: &Query, one: &Expression, other: &Expression) -> Query {
    let mut changed = query.clone();
    walk(&mut changed, &mut |node| {
        if let Node::Expression(place) = node
            && place == one
        {
            place.clone_from(other);
        }
    });
    changed
}
