//! Integers and floats.

use super::{Production, Writer, production};
use crate::ast::BinaryOperator::{Add, Divide, Modulo, Multiply, Power, Subtract};
use crate::ast::{BinaryOperator, Expression, Reduce, UnaryOperator};
use crate::generate::build;
use crate::generate::kind::Kind;

#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "the path of a method fixes the writer's lifetime"
)]
pub(super) const INTEGER: &[Production] = &[
    production(8, "operator.add", |writer, depth| writer.arithmetic(Add, Kind::Integer, depth)),
    production(6, "operator.subtract", |writer, depth| writer.arithmetic(Subtract, Kind::Integer, depth)),
    production(6, "operator.multiply", |writer, depth| writer.arithmetic(Multiply, Kind::Integer, depth)),
    production(4, "operator.divide", |writer, depth| writer.divided(Divide, depth)),
    production(4, "operator.modulo", |writer, depth| writer.divided(Modulo, depth)),
    production(2, "operator.negate", |writer, depth| {
        writer.signed(UnaryOperator::Negate, Kind::Integer, depth)
    }),
    production(1, "operator.plus", |writer, depth| writer.signed(UnaryOperator::Plus, Kind::Integer, depth)),
    production(22, "", |writer, depth| writer.call(Kind::Integer, depth)),
    production(5, "case", |writer, depth| writer.case(Kind::Integer, depth)),
    production(4, "function.coalesce", |writer, depth| writer.coalesce(Kind::Integer, depth)),
    production(3, "reduce", |writer, depth| writer.sum(depth)),
    production(6, "", |writer, depth| writer.item_of(Kind::IntegerList, depth)),
    production(2, "literal.map", |writer, depth| writer.through_map(Kind::Integer, depth)),
    production(5, "", |writer, _| writer.property_of_node(Kind::Integer)),
    production(3, "property", |writer, depth| writer.component(depth)),
    production(5, "subquery.count", |writer, _| writer.counted()),
    production(3, "pattern-comprehension", |writer, _| writer.comprehended_size()),
];

#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "the path of a method fixes the writer's lifetime"
)]
pub(super) const FLOAT: &[Production] = &[
    production(6, "operator.add", |writer, depth| writer.mixed(Add, depth)),
    production(5, "operator.subtract", |writer, depth| writer.mixed(Subtract, depth)),
    production(5, "operator.multiply", |writer, depth| writer.mixed(Multiply, depth)),
    production(5, "operator.divide", |writer, depth| writer.mixed(Divide, depth)),
    production(1, "operator.modulo", |writer, depth| writer.mixed(Modulo, depth)),
    production(2, "operator.power", |writer, depth| {
        let (base, exponent) = writer.two(Kind::Integer, depth.min(1))?;
        Some(build::binary(Power, base, exponent))
    }),
    production(2, "operator.negate", |writer, depth| {
        writer.signed(UnaryOperator::Negate, Kind::Float, depth)
    }),
    production(16, "", |writer, depth| writer.call(Kind::Float, depth)),
    production(3, "case", |writer, depth| writer.case(Kind::Float, depth)),
    production(3, "function.coalesce", |writer, depth| writer.coalesce(Kind::Float, depth)),
    production(3, "", |writer, _| writer.property_of_node(Kind::Float)),
    production(1, "property", |writer, depth| writer.coordinate(depth)),
];

impl Writer<'_> {
    fn arithmetic(&mut self, operator: BinaryOperator, kind: Kind, depth: usize) -> Option<Expression> {
        let (left, right) = self.two(kind, depth)?;
        Some(build::binary(operator, left, right))
    }

    /// Division of integers by a constant that is not zero.
    fn divided(&mut self, operator: BinaryOperator, depth: usize) -> Option<Expression> {
        let divisor = *self.choices.pick(&[2, 3, 1, -2, 10])?;
        Some(build::binary(operator, self.expression(Kind::Integer, depth)?, build::integer(divisor)))
    }

    /// A float with a number of either kind.
    fn mixed(&mut self, operator: BinaryOperator, depth: usize) -> Option<Expression> {
        let kind = if self.choices.chance(35) { Kind::Integer } else { Kind::Float };
        let (float, other) = (self.expression(Kind::Float, depth)?, self.expression(kind, depth)?);
        let (left, right) = if self.choices.chance(50) { (float, other) } else { (other, float) };
        Some(build::binary(operator, left, right))
    }

    fn signed(&mut self, operator: UnaryOperator, kind: Kind, depth: usize) -> Option<Expression> {
        // A sign before a number would belong to the literal, so only what is read gets one.
        let operand = match self.leaf(kind) {
            Some(leaf) => leaf,
            None => {
                build::call("abs", vec![self.expression(kind, depth).filter(|_| self.allow("function.abs"))?])
            }
        };
        Some(Expression::Unary { operator, operand: Box::new(operand) })
    }

    /// `reduce(s = 0, x IN list | s + x)` and the like.
    fn sum(&mut self, depth: usize) -> Option<Expression> {
        let list = self.expression(Kind::IntegerList, depth.min(1))?;
        let operator = match self.choices.weighted(&[6, 2, 2]) {
            0 if self.allow("operator.add") => Add,
            1 if self.allow("operator.subtract") => Subtract,
            2 if self.allow("operator.multiply") => Multiply,
            _ => return None,
        };
        let (variable, element) =
            self.with_local(Kind::Integer, |writer| writer.expression(Kind::Integer, 0))?;
        let step = build::binary(operator, build::variable("s"), element);
        let initial = build::integer(i64::from(operator == Multiply));
        Some(Expression::Reduce(Box::new(Reduce {
            accumulator: "s".to_owned(),
            initial,
            variable,
            list,
            step,
        })))
    }
}
