//! How large a query is.

use crate::ast::{
    Clause, Expression, Literal, NodePattern, PathLength, PathPattern, Projection, Query,
    RelationshipPattern, SingleQuery,
};
use crate::walk;

/// The number of parts of a query. Plain constants weigh less than variables and other constants, so that
/// putting a constant in the place of anything else makes the query smaller.
#[must_use]
pub fn size(query: &Query) -> usize {
    let part = |part: &SingleQuery| part.clauses.iter().map(clause).sum::<usize>();
    part(&query.first) + query.unions.iter().map(|(_, union)| 3 + part(union)).sum::<usize>()
}

fn clause(clause: &Clause) -> usize {
    let expressions: usize = walk::expressions(clause).into_iter().map(expression).sum();
    let own = match clause {
        Clause::Match(inner) => {
            let patterns: usize = inner.patterns.iter().map(pattern).sum();
            usize::from(inner.optional) + usize::from(inner.condition.is_some()) + patterns
        }
        Clause::Unwind(_) => 0,
        Clause::With(inner) => usize::from(inner.condition.is_some()) + projection(&inner.projection),
        Clause::Return(inner) => projection(inner),
    };
    3 + own + expressions
}

fn pattern(pattern: &PathPattern) -> usize {
    let steps = pattern.steps.iter().map(|step| relationship(&step.relationship) + node(&step.node));
    1 + usize::from(pattern.variable.is_some()) + node(&pattern.start) + steps.sum::<usize>()
}

fn node(node: &NodePattern) -> usize {
    1 + usize::from(node.variable.is_some()) + node.labels.len() + node.properties.len()
}

fn relationship(relationship: &RelationshipPattern) -> usize {
    let length = |length: PathLength| {
        let bound =
            |bound: Option<u64>| bound.map_or(0, |bound| 1 + usize::try_from(bound.min(9)).unwrap_or(9));
        2 + bound(length.minimum) + bound(length.maximum)
    };
    1 + usize::from(relationship.variable.is_some())
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

fn expression(expression: &Expression) -> usize {
    let own = match expression {
        Expression::Literal(constant) => literal(constant),
        Expression::Variable(_) | Expression::Parameter(_) | Expression::CountStar => 2,
        Expression::HasLabels { labels, .. } => 1 + labels.len(),
        Expression::Function { distinct, .. } => 2 + usize::from(*distinct),
        Expression::Comparison { rest, .. } => rest.len(),
        Expression::Case(_) | Expression::Reduce(_) => 2,
        _ => 1,
    };
    own + walk::children(expression).into_iter().map(self::expression).sum::<usize>()
}

/// 1 for the constants that nothing simpler can replace.
fn literal(literal: &Literal) -> usize {
    match literal {
        Literal::Null | Literal::Boolean(_) | Literal::Integer(0 | 1) => 1,
        Literal::Integer(_) => 2,
        Literal::Float(value) if *value == 0.0 || *value == 1.0 => 1 + usize::from(value.is_sign_negative()),
        Literal::Float(_) => 3,
        Literal::String(text) => 1 + text.chars().count().min(4),
    }
}
