//! Strings.

use super::{Production, Writer, production};
use crate::ast::BinaryOperator::{Add, Concatenate};
use crate::ast::{Expression, Reduce};
use crate::generate::build;
use crate::generate::kind::Kind;

#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "the path of a method fixes the writer's lifetime"
)]
pub(super) const PRODUCTIONS: &[Production] = &[
    production(8, "operator.add", |writer, depth| {
        let (left, right) = writer.two(Kind::String, depth)?;
        Some(build::binary(Add, left, right))
    }),
    production(3, "operator.concatenate", |writer, depth| {
        let (left, right) = writer.two(Kind::String, depth)?;
        Some(build::binary(Concatenate, left, right))
    }),
    production(30, "", |writer, depth| writer.call(Kind::String, depth)),
    production(5, "case", |writer, depth| writer.case(Kind::String, depth)),
    production(4, "function.coalesce", |writer, depth| writer.coalesce(Kind::String, depth)),
    production(6, "", |writer, depth| writer.item_of(Kind::StringList, depth)),
    production(2, "reduce", |writer, depth| writer.joined(depth)),
    production(1, "literal.map", |writer, depth| writer.through_map(Kind::String, depth)),
    production(4, "", |writer, _| writer.property_of_node(Kind::String)),
];

impl Writer<'_> {
    /// `reduce(s = '', x IN list | s + x)`.
    fn joined(&mut self, depth: usize) -> Option<Expression> {
        if !self.allow("operator.add") {
            return None;
        }
        let list = self.expression(Kind::StringList, depth.min(1))?;
        let (variable, element) =
            self.with_local(Kind::String, |writer| writer.expression(Kind::String, 0))?;
        let step = build::binary(Add, build::variable("s"), element);
        let initial = build::text("");
        Some(Expression::Reduce(Box::new(Reduce {
            accumulator: "s".to_owned(),
            initial,
            variable,
            list,
            step,
        })))
    }
}
