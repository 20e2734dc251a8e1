//! How far a query is from the plainest one of as many parts.

use super::{families, literals, order, variables};
use crate::ast::{
    Clause, ComparisonOperator, Direction, Expression, Match, PathStep, Projection, ProjectionItem, Query,
    UnaryOperator, UnionKind,
};
use crate::walk;

/// What could be plainer without being less; nothing is 0.
pub(super) fn oddity(query: &Query) -> usize {
    of_structure(query) + usize::from(!variables::are_plain(query))
}

/// The same but for the names of variables.
pub(super) fn of_structure(query: &Query) -> usize {
    let unions = query.unions.iter().filter(|(kind, _)| *kind == UnionKind::All).count();
    let clauses = walk::clauses(query).map(clause).sum::<usize>();
    unions + clauses
}

fn clause(clause: &Clause) -> usize {
    let own = match clause {
        Clause::Match(inner) => matching(inner),
        Clause::Unwind(_) => 0,
        Clause::With(inner) => projection(&inner.projection),
        Clause::Return(inner) => projection(inner),
        _ => 0,
    };
    own + walk::expressions(clause).into_iter().map(expression).sum::<usize>()
}

fn matching(inner: &Match) -> usize {
    let steps = inner.patterns.iter().flat_map(|pattern| &pattern.steps);
    let relationships = steps.filter_map(PathStep::relationship);
    let turned = relationships.map(|relationship| match relationship.direction {
        Direction::Right => 0,
        Direction::Left => 1,
        Direction::Undirected => 2,
    });
    turned.sum::<usize>() + order::inversions(&inner.patterns, order::pattern_key)
}

fn projection(projection: &Projection) -> usize {
    let named_twice = projection.items.iter().filter(|item| is_named_twice(item)).count();
    named_twice + order::inversions(&projection.items, order::item_key)
}

/// Whether an item is a variable with its own name as alias.
pub(super) fn is_named_twice(item: &ProjectionItem) -> bool {
    matches!(&item.expression, Expression::Variable(name) if item.alias.as_ref() == Some(name))
}

fn expression(expression: &Expression) -> usize {
    own(expression) + walk::children(expression).into_iter().map(self::expression).sum::<usize>()
}

/// The oddity of an expression without those inside it.
pub(super) fn own(expression: &Expression) -> usize {
    let rank = match expression {
        Expression::Literal(literal) => literals::oddity(literal),
        Expression::List(items) => order::inversions(items, order::key),
        Expression::Unary { operator, .. } => usize::from(*operator == UnaryOperator::Plus),
        Expression::Binary { operator, .. } => families::binary_rank(*operator),
        Expression::Comparison { first, rest } => comparison(first, rest),
        Expression::IsNull { negated, .. } => usize::from(*negated),
        Expression::Function { name, .. } => families::function_rank(name),
        Expression::Quantifier(inner) => families::quantifier_rank(inner.kind),
        _ => 0,
    };
    rank + usize::from(is_turned(expression))
}

/// Whether the operands of an operator stand in the other order, and that means nothing.
pub(super) fn is_turned(expression: &Expression) -> bool {
    let operands = walk::children(expression);
    match operands.as_slice() {
        [left, right] if families::is_commutative(expression) => order::key(left) > order::key(right),
        _ => false,
    }
}

/// The comparison itself, and a constant on the left of an inequality.
fn comparison(first: &Expression, rest: &[(ComparisonOperator, Expression)]) -> usize {
    let ranks = rest.iter().map(|(operator, _)| families::comparison_rank(*operator)).sum::<usize>();
    let turned = match rest {
        [(ComparisonOperator::Equal | ComparisonOperator::NotEqual, _)] => false,
        [(_, right)] => order::is_constant(first) && !order::is_constant(right),
        _ => false,
    };
    ranks + if turned { 3 } else { 0 }
}
