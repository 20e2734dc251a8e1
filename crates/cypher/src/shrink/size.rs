//! Of how many parts a query is.

use super::literals;
use crate::ast::{
    Clause, Expression, Hop, Imports, LabelExpression, NodePattern, PathLength, PathPattern, Projection,
    Query, RelationshipPattern, RemoveItem, SetItem,
};
use crate::walk;

/// The number of parts of a query. Constants weigh less than variables and what is computed, so that putting a
/// constant in the place of anything else makes the query smaller.
pub(super) fn parts(query: &Query) -> usize {
    let expressions = walk::clauses(query).flat_map(walk::expressions).map(expression);
    self::query(query) + expressions.sum::<usize>()
}

/// The number of parts without the expressions.
fn query(query: &Query) -> usize {
    3 * query.unions.len() + walk::clauses(query).map(own).sum::<usize>()
}

/// The number of parts of a clause without its expressions.
fn own(clause: &Clause) -> usize {
    match clause {
        Clause::Match(inner) => {
            let patterns: usize = inner.patterns.iter().map(pattern).sum();
            let whole = usize::from(inner.optional) + usize::from(inner.condition.is_some());
            3 + whole + inner.hints.len() + patterns
        }
        // A list needs no graph.
        Clause::Unwind(_) => 2,
        Clause::With(inner) => 3 + usize::from(inner.condition.is_some()) + projection(&inner.projection),
        Clause::Return(inner) => 3 + projection(inner),
        other => updating(other),
    }
}

/// What a clause weighs that does more than read: more than a `RETURN`, which shows the same more plainly.
const UPDATING: usize = 8;

/// The number of parts of a clause that does more than read, without its expressions.
fn updating(clause: &Clause) -> usize {
    let nested: usize = walk::nested_clauses(clause).into_iter().map(own).sum();
    let patterns: usize = walk::patterns(clause).into_iter().map(pattern).sum();
    let items = match clause {
        Clause::Merge(inner) => inner.on_create.iter().chain(&inner.on_match).map(set_item).sum(),
        Clause::Set(items) => items.iter().map(set_item).sum(),
        Clause::Remove(items) => items.iter().map(remove_item).sum(),
        Clause::Delete(inner) => usize::from(inner.detach),
        Clause::Foreach(_) => 2,
        Clause::Call(inner) => {
            let yields = inner.yields.iter().map(|yields| 1 + yields.items.len());
            usize::from(inner.optional) + yields.sum::<usize>()
        }
        Clause::Subquery(inner) => {
            let imports = inner.imports.iter().map(|imports| match imports {
                Imports::All => 1,
                Imports::Variables(names) => names.len(),
            });
            2 + usize::from(inner.optional) + imports.sum::<usize>() + 3 * inner.query.unions.len()
        }
        _ => 0,
    };
    UPDATING + nested + patterns + items
}

fn set_item(item: &SetItem) -> usize {
    match item {
        SetItem::Labels { labels, .. } => 1 + labels.len(),
        _ => 2,
    }
}

fn remove_item(item: &RemoveItem) -> usize {
    match item {
        RemoveItem::Labels { labels, .. } => 1 + labels.len(),
        _ => 2,
    }
}

/// The number of parts of a pattern.
pub(super) fn pattern(pattern: &PathPattern) -> usize {
    let steps = pattern.steps.iter().map(|step| hop(&step.hop) + node(&step.node));
    let own = 1
        + usize::from(pattern.variable.is_some())
        + 2 * usize::from(pattern.selector.is_some())
        + usize::from(pattern.condition.is_some());
    own + node(&pattern.start) + steps.sum::<usize>()
}

fn node(node: &NodePattern) -> usize {
    1 + usize::from(node.variable.is_some())
        + node.labels.len()
        + node.label_expression.as_deref().map_or(0, labels)
        + node.properties.len()
        + usize::from(node.parameter.is_some())
        + usize::from(node.condition.is_some())
}

/// An expression weighs more than as many names in a list.
fn labels(expression: &LabelExpression) -> usize {
    match expression {
        LabelExpression::Name(_) => 2,
        LabelExpression::Wildcard => 1,
        LabelExpression::Not(inner) => 1 + labels(inner),
        LabelExpression::And(left, right) | LabelExpression::Or(left, right) => labels(left) + labels(right),
    }
}

fn hop(hop: &Hop) -> usize {
    match hop {
        Hop::Relationship(inner) => relationship(inner),
        Hop::Quantified(inner) => 4 + pattern(&inner.pattern) + length(inner.quantifier),
    }
}

/// The bound that weighs as much as none.
const UNBOUNDED: u64 = 4;

fn length(length: PathLength) -> usize {
    // As many single relationships are plainer than one of variable length: they weigh less. A low bound is plainer
    // than none, which walks on and on.
    let bound = |bound: u64, weight: usize| 1 + weight * usize::try_from(bound.min(9)).unwrap_or(9);
    let minimum = length.minimum.map_or(0, |minimum| bound(minimum, 1));
    2 + minimum + bound(length.maximum.unwrap_or(UNBOUNDED), 3)
}

fn relationship(relationship: &RelationshipPattern) -> usize {
    2 + usize::from(relationship.variable.is_some())
        + relationship.types.len()
        + relationship.label_expression.as_deref().map_or(0, labels)
        + usize::from(relationship.parameter.is_some())
        + usize::from(relationship.condition.is_some())
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
        Expression::IsLabeled { labels: inner, .. } => 1 + labels(inner),
        Expression::MapProjection(inner) => 3 + 2 * inner.items.len(),
        Expression::Pattern(inner) => 2 + pattern(inner),
        Expression::PatternComprehension(inner) => {
            // A match of the same pattern is plainer, and shows the same.
            4 + pattern(&inner.pattern) + usize::from(inner.condition.is_some())
        }
        Expression::Subquery(inner) => 2 + query(&inner.query),
        Expression::Function { distinct, .. } => 2 + usize::from(*distinct),
        Expression::Comparison { rest, .. } => rest.len(),
        Expression::Case(_) | Expression::Reduce(_) => 2,
        _ => 1,
    };
    own + walk::children(expression).into_iter().map(self::expression).sum::<usize>()
}
