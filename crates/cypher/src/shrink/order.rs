//! The plain order of things whose order means nothing, or little.

use super::{literals, size};
use crate::ast::{Expression, PathPattern, ProjectionItem};

/// What decides which of two expressions comes first: variables, then what is computed, constants last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key<'e> {
    class: u8,
    weight: usize,
    name: &'e str,
}

/// The key of an expression.
pub(super) fn key(expression: &Expression) -> Key<'_> {
    let (class, weight, name) = match expression {
        Expression::Variable(name) => (0, 0, name.as_str()),
        Expression::Literal(literal) => (4, literals::oddity(literal), ""),
        Expression::List(_) | Expression::Map(_) => (3, size::expression(expression), ""),
        Expression::Property { key, .. } => (1, size::expression(expression), key.as_str()),
        _ => (2, size::expression(expression), ""),
    };
    Key { class, weight, name }
}

/// Whether an expression is written out rather than computed.
pub(super) fn is_constant(expression: &Expression) -> bool {
    match expression {
        Expression::Literal(_) => true,
        Expression::List(items) => items.iter().all(is_constant),
        Expression::Map(entries) => entries.iter().all(|(_, value)| is_constant(value)),
        _ => false,
    }
}

/// The key of a pattern: the longest comes first, then the one that says most.
pub(super) fn pattern_key(pattern: &PathPattern) -> std::cmp::Reverse<(usize, usize)> {
    std::cmp::Reverse((pattern.steps.len(), size::pattern(pattern)))
}

/// The key of a projected item.
pub(super) fn item_key(item: &ProjectionItem) -> Key<'_> {
    key(&item.expression)
}

/// How many pairs stand in the other order.
pub(super) fn inversions<'t, T, K: Ord>(items: &'t [T], key: impl Fn(&'t T) -> K) -> usize {
    let keys: Vec<K> = items.iter().map(key).collect();
    let later = |place: usize| keys.get(place + 1..).unwrap_or_default();
    keys.iter().enumerate().map(|(place, key)| later(place).iter().filter(|other| *other < key).count()).sum()
}
