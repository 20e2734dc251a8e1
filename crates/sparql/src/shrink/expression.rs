//! Smaller expressions.

use quarrel_case::term::Term;

use super::{group, size};
use crate::ast::{Aggregate, BinaryOperator, Constant, Expression};

/// What any expression may be replaced by when all of it is beside the point.
pub(super) fn plain_constants() -> [Expression; 4] {
    let terms = [Term::boolean(true), Term::boolean(false), Term::integer(1), Term::string("a")];
    terms.map(|term| Expression::Constant(Constant(term)))
}

/// Smaller expressions in the place of this one: a constant, one of its parts, itself with a smaller part.
pub(super) fn variants(expression: &Expression) -> Vec<Expression> {
    let mut variants = Vec::new();
    // An aggregate makes the query a grouped one, so it goes only together with what depends on it.
    if size::expression(expression) > 1 {
        variants.extend(plain_constants());
    }
    variants.extend(expression.children().into_iter().cloned());
    simpler(expression, &mut variants);
    for (index, child) in expression.children().into_iter().enumerate() {
        for smaller in self::variants(child) {
            variants.push(with_child(expression, index, smaller));
        }
    }
    variants
}

/// The conjuncts of a condition, of which a filter may lose all but one.
pub(super) fn conjuncts(expression: &Expression) -> Vec<&Expression> {
    match expression {
        Expression::Binary { operator: BinaryOperator::And, left, right } => {
            let mut all = conjuncts(left);
            all.extend(conjuncts(right));
            all
        }
        other => vec![other],
    }
}

/// The same kind of expression with less in it.
fn simpler(expression: &Expression, variants: &mut Vec<Expression>) {
    match expression {
        Expression::In { negated, operand, list } => {
            let make = |negated: bool, list: Vec<Expression>| Expression::In {
                negated,
                operand: operand.clone(),
                list,
            };
            variants.extend((0..list.len()).map(|index| make(*negated, without(list, index))));
            if *negated {
                variants.push(make(false, list.clone()));
            }
        }
        Expression::Call { function, arguments } => {
            // Functions of any number of arguments lose one; with too few the text does not read back.
            variants.extend((0..arguments.len()).map(|index| Expression::Call {
                function: function.clone(),
                arguments: without(arguments, index),
            }));
        }
        Expression::Aggregate(aggregate) => simpler_aggregates(aggregate, variants),
        Expression::Exists { negated, group } => {
            for group in group::variants(group) {
                variants.push(Expression::Exists { negated: *negated, group });
            }
            if *negated {
                variants.push(Expression::Exists { negated: false, group: group.clone() });
            }
        }
        _ => {}
    }
}

fn simpler_aggregates(aggregate: &Aggregate, variants: &mut Vec<Expression>) {
    if aggregate.distinct {
        variants.push(Expression::Aggregate(Aggregate { distinct: false, ..aggregate.clone() }));
    }
    if aggregate.separator.is_some() {
        variants.push(Expression::Aggregate(Aggregate { separator: None, ..aggregate.clone() }));
    }
}

/// The expression with another one in the place of a child.
fn with_child(expression: &Expression, index: usize, child: Expression) -> Expression {
    let mut changed = expression.clone();
    match &mut changed {
        Expression::Unary { operand, .. } => **operand = child,
        Expression::Binary { left, right, .. } => **(if index == 0 { left } else { right }) = child,
        Expression::In { operand, list, .. } => match index.checked_sub(1) {
            None => **operand = child,
            Some(index) => set(list, index, child),
        },
        Expression::Call { arguments, .. } => set(arguments, index, child),
        Expression::Aggregate(aggregate) => aggregate.argument = Some(Box::new(child)),
        Expression::Variable(_) | Expression::Constant(_) | Expression::Exists { .. } => {}
    }
    changed
}

fn set(list: &mut [Expression], index: usize, value: Expression) {
    if let Some(slot) = list.get_mut(index) {
        *slot = value;
    }
}

/// The list without one item.
pub(super) fn without<T: Clone>(list: &[T], index: usize) -> Vec<T> {
    let others = list.iter().enumerate().filter(|(at, _)| *at != index);
    others.map(|(_, item)| item.clone()).collect()
}
