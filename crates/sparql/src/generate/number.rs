//! Numeric expressions.

use quarrel_case::term::{Term, XSD_DECIMAL};

use super::Maker;
use super::data::Kind;
use super::expression::{Rules, cast};
use super::table::Scope;
use crate::ast::{BinaryOperator, Builtin, Expression, UnaryOperator};
use crate::features::of_builtin;

/// How numbers are made.
pub(super) const RULES: Rules = &[
    (26, "", |maker, scope, _| {
        maker.variable_of(scope, Kind::Number).map(|found| Expression::Variable(found.variable))
    }),
    (14, "operator.add", |maker, scope, depth| arithmetic(maker, scope, depth, BinaryOperator::Add)),
    (10, "operator.subtract", |maker, scope, depth| {
        arithmetic(maker, scope, depth, BinaryOperator::Subtract)
    }),
    (9, "operator.multiply", |maker, scope, depth| arithmetic(maker, scope, depth, BinaryOperator::Multiply)),
    (4, "operator.divide", |maker, scope, depth| arithmetic(maker, scope, depth, BinaryOperator::Divide)),
    (4, "operator.minus", |maker, scope, depth| sign(maker, scope, depth, UnaryOperator::Minus)),
    (1, "operator.plus", |maker, scope, depth| sign(maker, scope, depth, UnaryOperator::Plus)),
    (5, "function.abs", |maker, scope, depth| of_number(maker, scope, depth, Builtin::Abs)),
    (4, "function.ceil", |maker, scope, depth| rounded(maker, scope, depth, Builtin::Ceil)),
    (4, "function.floor", |maker, scope, depth| rounded(maker, scope, depth, Builtin::Floor)),
    (5, "function.round", |maker, scope, depth| rounded(maker, scope, depth, Builtin::Round)),
    (12, "function.strlen", |maker, scope, depth| {
        let text = maker.text(scope, depth);
        Some(maker.call(Builtin::Strlen, text))
    }),
    (130, "", part_of_time),
    (6, "function.if", |maker, scope, depth| {
        let condition = maker.boolean(scope, depth.min(1));
        let branches = [maker.number(scope, depth), maker.number(scope, depth)];
        Some(Expression::call(Builtin::If, std::iter::once(condition).chain(branches).collect()))
    }),
    (6, "function.coalesce", |maker, scope, depth| {
        let arguments = (0..maker.choices.between(2, 3)).map(|_| maker.number(scope, depth)).collect();
        Some(Expression::call(Builtin::Coalesce, arguments))
    }),
    (5, "cast.integer", |maker, scope, depth| Some(cast("integer", castable(maker, scope, depth)))),
    (3, "cast.decimal", |maker, scope, depth| Some(cast("decimal", castable(maker, scope, depth)))),
    (3, "cast.double", |maker, scope, depth| Some(cast("double", castable(maker, scope, depth)))),
    (2, "cast.float", |maker, scope, depth| Some(cast("float", castable(maker, scope, depth)))),
];

fn arithmetic(
    maker: &mut Maker<'_>,
    scope: &Scope,
    depth: usize,
    operator: BinaryOperator,
) -> Option<Expression> {
    let left = maker.number(scope, depth);
    let right = maker.number(scope, depth);
    Some(Expression::binary(operator, left, right))
}

/// A sign before a number literal would be part of the literal, so the operand is never one.
fn sign(maker: &mut Maker<'_>, scope: &Scope, depth: usize, operator: UnaryOperator) -> Option<Expression> {
    match maker.number(scope, depth) {
        Expression::Constant(_) => None,
        operand => Some(Expression::unary(operator, operand)),
    }
}

fn of_number(maker: &mut Maker<'_>, scope: &Scope, depth: usize, builtin: Builtin) -> Option<Expression> {
    let argument = maker.number(scope, depth);
    Some(maker.call(builtin, argument))
}

/// A function that rounds, mostly of what may lie half-way between two integers, on either side of zero.
fn rounded(maker: &mut Maker<'_>, scope: &Scope, depth: usize, builtin: Builtin) -> Option<Expression> {
    let mut argument = maker.number(scope, depth);
    if maker.choices.chance(60)
        && let Some(operator) = maker.operator(&[(1, BinaryOperator::Add), (2, BinaryOperator::Multiply)])
    {
        let half = ["0.5", "-0.5", "1.5", "-2.5"][maker.choices.below(4)];
        argument =
            Expression::binary(operator, argument, Expression::constant(Term::typed(half, XSD_DECIMAL)));
    }
    Some(maker.call(builtin, argument))
}

/// A part of a time: only where there is a time, but then often.
fn part_of_time(maker: &mut Maker<'_>, scope: &Scope, _: usize) -> Option<Expression> {
    let time = maker.variable_of(scope, Kind::Time)?;
    let parts =
        [Builtin::Year, Builtin::Month, Builtin::Day, Builtin::Hours, Builtin::Minutes, Builtin::Seconds];
    let builtin = parts[maker.choices.below(parts.len())];
    let allowed = maker.allows(of_builtin(builtin));
    allowed.then(|| maker.call(builtin, Expression::Variable(time.variable)))
}

/// What casts to a number now and then succeed on: numbers, truth values, the text of something.
fn castable(maker: &mut Maker<'_>, scope: &Scope, depth: usize) -> Expression {
    match maker.choices.weighted(&[5, 2, 3]) {
        0 => maker.number(scope, depth),
        1 => maker.boolean(scope, depth.min(1)),
        _ => match maker.variable_of(scope, Kind::Number) {
            Some(found) if maker.allows("function.str") => {
                maker.call(Builtin::Str, Expression::Variable(found.variable))
            }
            _ => maker.text(scope, depth.min(1)),
        },
    }
}
