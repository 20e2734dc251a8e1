//! Of how many parts a query is.

use super::literals;
use crate::ast::{
    Clause, Expression, NodePattern, PathLength, PathPattern, Projection, Query, RelationshipPattern,
    SingleQuery,
};
use crate::walk;

/// The number of parts of a query. Constants weigh less than variables and what is computed, so that putting a
/// constant in the place of anything else makes the query smaller.
pub(super) fn parts(query: &Query) -> usize {
    let part = |part: &SingleQuery| part.clauses.iter().map(clause).sum::<usize>();
    part(&query.first) + query.unions.iter().map(|(_, union)| 3 + part(union)).sum::<usize>()
}

fn clause(clause: &Clause) -> usize {
    let expressions: usize = walk::expressions(clause).into_iter().map(expression).sum();
    let own = match clause {
        Clause::Match(inner) => {
            let patterns: usize = inner.patterns.iter().map(pattern).sum();
            3 + usize::from(inner.optional) + usize::from(inner.condition.is_some()) + patterns
        }
        // A list needs no graph.
        Clause::Unwind(_) => 2,
        Clause::With(inner) => 3 + usize::from(inner.condition.is_some()) + projection(&inner.projection),
        Clause::Return(inner) => 3 + projection(inner),
    };
    own + expressions
}

/// The number of parts of a pattern.
pub(super) fn pattern(pattern: &PathPattern) -> usize {
    let steps = pattern.steps.iter().map(|step| relationship(&step.relationship) + node(&step.node));
    1 + usize::from(pattern.variable.is_some()) + node(&pattern.start) + steps.sum::<usize>()
}

fn node(node: &NodePattern) -> usize {
    1 + usize::from(node.variable.is_some()) + node.labels.len() + node.properties.len()
}

fn relationship(relationship: &RelationshipPattern) -> usize {
    let length = |length: PathLength| {
        // As many single relationships are plainer than one of variable length: they weigh less.
        let bound = |bound: Option<u64>, weight: usize| {
            bound.map_or(0, |bound| 1 + weight * usize::try_from(bound.min(9)).unwrap_or(9))
        };
        2 + bound(length.minimum, 1) + bound(length.maximum, 3)
    };
    2 + usize::from(relationship.variable.is_some())
        + relationship.types.len()
        + relationship.properties.len()
        + relationship.length.map_or(0, length)
}

fn projection(projection: &Projection) -> usize {
    let order: usize = projection.order.iter().map(|item| 1 + usize::from(item.descending)).sum();
    usize::from(projection.distinct)
        + usize::from(projection.star)
        + projection.items.len()
        + order
        + usize::from(projection.skip.is_some())
        + usize::from(projection.limit.is_some())
}

/// The number of parts of an expression.
pub(super) fn expression(expression: &Expression) -> usize {
    let own = match expression {
        Expression::Literal(constant) => literals::weight(constant),
        Expression::Variable(_) | Expression::Parameter(_) => 3,
        Expression::CountStar => 2,
        Expression::HasLabels { labels, .. } => 1 + labels.len(),
        Expression::Function { distinct, .. } => 2 + usize::from(*distinct),
        Expression::Comparison { rest, .. } => rest.len(),
        Expression::Case(_) | Expression::Reduce(_) => 2,
        _ => 1,
    };
    own + walk::children(expression).into_iter().map(self::expression).sum::<usize>()
}
