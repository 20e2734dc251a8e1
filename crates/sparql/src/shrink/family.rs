//! Families: operators and functions that take and give values of the same types.
//!
//! A failure of one is often a failure of all; then the first of the family shows it.

use crate::ast::{
    Aggregate, AggregateFunction, BinaryOperator, Builtin, Expression, Function, UnaryOperator,
};

const BINARY: &[&[BinaryOperator]] = &[
    &[BinaryOperator::Less, BinaryOperator::LessEqual, BinaryOperator::Greater, BinaryOperator::GreaterEqual],
    &[BinaryOperator::Equal, BinaryOperator::NotEqual],
    &[BinaryOperator::Add, BinaryOperator::Subtract, BinaryOperator::Multiply, BinaryOperator::Divide],
    &[BinaryOperator::And, BinaryOperator::Or],
];

const UNARY: &[&[UnaryOperator]] = &[&[UnaryOperator::Minus, UnaryOperator::Plus]];

const BUILTINS: &[&[Builtin]] = &[
    &[Builtin::Contains, Builtin::Strstarts, Builtin::Strends],
    &[Builtin::Strbefore, Builtin::Strafter],
    &[Builtin::Ucase, Builtin::Lcase, Builtin::EncodeForUri],
    &[Builtin::Md5, Builtin::Sha1, Builtin::Sha256, Builtin::Sha384, Builtin::Sha512],
    &[Builtin::Abs, Builtin::Ceil, Builtin::Floor, Builtin::Round],
    &[Builtin::Year, Builtin::Month, Builtin::Day, Builtin::Hours, Builtin::Minutes],
    &[Builtin::IsIri, Builtin::IsUri, Builtin::IsBlank, Builtin::IsLiteral, Builtin::IsNumeric],
    &[Builtin::Iri, Builtin::Uri],
];

const AGGREGATES: &[&[AggregateFunction]] = &[
    &[AggregateFunction::Min, AggregateFunction::Max, AggregateFunction::Sample],
    &[AggregateFunction::Count, AggregateFunction::Sum, AggregateFunction::Avg],
];

/// The members of its family that come before one.
fn before<T: PartialEq>(families: &'static [&'static [T]], one: &T) -> &'static [T] {
    let place = |family: &&'static [T]| {
        let index = family.iter().position(|member| member == one)?;
        family.get(..index)
    };
    families.iter().find_map(place).unwrap_or_default()
}

/// The expression with each earlier member of its operator's or function's family, the first one first.
pub(super) fn earlier(expression: &Expression) -> Vec<Expression> {
    match expression {
        Expression::Binary { operator, left, right } => {
            let make = |other: &BinaryOperator| Expression::Binary {
                operator: *other,
                left: left.clone(),
                right: right.clone(),
            };
            before(BINARY, operator).iter().map(make).collect()
        }
        Expression::Unary { operator, operand } => {
            let make =
                |other: &UnaryOperator| Expression::Unary { operator: *other, operand: operand.clone() };
            before(UNARY, operator).iter().map(make).collect()
        }
        Expression::Call { function: Function::Builtin(builtin), arguments } => before(BUILTINS, builtin)
            .iter()
            .map(|other| Expression::call(*other, arguments.clone()))
            .collect(),
        Expression::Aggregate(aggregate) => {
            let make = |other: &AggregateFunction| {
                Expression::Aggregate(Aggregate { function: *other, ..aggregate.clone() })
            };
            before(AGGREGATES, &aggregate.function).iter().map(make).collect()
        }
        _ => Vec::new(),
    }
}

/// The expression with its operands exchanged, where that says the same.
pub(super) fn mirrored(expression: &Expression) -> Option<Expression> {
    let Expression::Binary { operator, left, right } = expression else {
        return None;
    };
    if matches!(operator, BinaryOperator::Subtract | BinaryOperator::Divide) {
        return None;
    }
    let operator = exchanged(*operator);
    Some(Expression::Binary { operator, left: right.clone(), right: left.clone() })
}

/// The comparison that says the same with its operands exchanged; for others the operator itself.
fn exchanged(operator: BinaryOperator) -> BinaryOperator {
    match operator {
        BinaryOperator::Less => BinaryOperator::Greater,
        BinaryOperator::LessEqual => BinaryOperator::GreaterEqual,
        BinaryOperator::Greater => BinaryOperator::Less,
        BinaryOperator::GreaterEqual => BinaryOperator::LessEqual,
        other => other,
    }
}
