//! Steps that make a value of a value.

use super::Compiler;
use super::arguments::Arguments;
use crate::ast::{StepName, Token};
use crate::evaluate::plan::{Call, Given, ListOp, Op, Reduce, TextOp};
use crate::evaluate::steps::math::Formula;
use crate::evaluate::{Fallible, invalid};

impl Compiler<'_> {
    /// Steps that make a value of a value.
    pub(super) fn map_op(&mut self, arguments: &Arguments<'_>) -> Fallible<Option<Op>> {
        use StepName as S;
        let (local, _) = arguments.scope();
        Ok(Some(match arguments.name() {
            S::Identity => Op::Identity,
            S::Inject => Op::Inject(self.values(arguments.all())?),
            S::Constant => Op::Constant(self.value_at(arguments, 0)?),
            S::Unfold => Op::Unfold,
            S::Fold if arguments.len() == 2 => {
                let operator = arguments.token(1).ok_or_else(|| arguments.wrong())?;
                Op::Fold(Some((self.value_at(arguments, 0)?, operator)))
            }
            S::Fold => Op::Fold(None),
            S::Count => Op::Count { local },
            S::Sum => Op::Reduce { what: Reduce::Sum, local },
            S::Min => Op::Reduce { what: Reduce::Min, local },
            S::Max => Op::Reduce { what: Reduce::Max, local },
            S::Mean => Op::Reduce { what: Reduce::Mean, local },
            S::Order => Op::Order { local, by: Vec::new() },
            S::Index => Op::Index { map: false },
            S::Math => {
                let text = self.text(arguments, 0)?;
                Op::Math {
                    formula: Formula::read(&text).ok_or_else(|| invalid("no formula"))?,
                    by: Vec::new(),
                }
            }
            S::Barrier => Op::Barrier { sack: arguments.token(0) == Some(Token::BarrierNormSack) },
            S::Fail => {
                let message = if arguments.len() == 0 {
                    "fail() step triggered".to_owned()
                } else {
                    self.text(arguments, 0)?
                };
                Op::Fail(message)
            }
            S::Call => self.call(arguments)?,
            _ => return self.value_op(arguments),
        }))
    }

    /// Steps on strings, lists, numbers and dates.
    fn value_op(&mut self, arguments: &Arguments<'_>) -> Fallible<Option<Op>> {
        use StepName as S;
        Ok(Some(match arguments.name() {
            S::Length
            | S::ToUpper
            | S::ToLower
            | S::Trim
            | S::LTrim
            | S::RTrim
            | S::Substring
            | S::Split
            | S::Replace
            | S::AsString => self.text_op(arguments)?,
            S::Concat => {
                let mut parts = Vec::new();
                for argument in arguments.all() {
                    parts.push(self.given(argument)?);
                }
                Op::Concat(parts)
            }
            S::Format => Op::Format { text: self.text(arguments, 0)?, by: Vec::new() },
            S::Combine => self.list_op(ListOp::Combine, arguments)?,
            S::Difference => self.list_op(ListOp::Difference, arguments)?,
            S::Disjunct => self.list_op(ListOp::Disjunct, arguments)?,
            S::Intersect => self.list_op(ListOp::Intersect, arguments)?,
            S::Merge => self.list_op(ListOp::Merge, arguments)?,
            S::Product => self.list_op(ListOp::Product, arguments)?,
            S::Conjoin => Op::Conjoin(self.given(arguments.need(0)?)?),
            S::Reverse => Op::Reverse,
            S::AsNumber => {
                let token = arguments.token(0);
                if let Some(token) = token {
                    crate::evaluate::steps::convert::numeric(token)?;
                }
                Op::AsNumber(token)
            }
            S::AsBool => Op::AsBool,
            S::AsDate => Op::AsDate,
            S::DateAdd => {
                let unit = arguments.token(0).ok_or_else(|| arguments.wrong())?;
                Op::DateAdd(unit, self.integer(arguments, 1)?)
            }
            S::DateDiff => Op::DateDiff(self.given(arguments.need(0)?)?),
            _ => return Ok(None),
        }))
    }

    fn list_op(&mut self, what: ListOp, arguments: &Arguments<'_>) -> Fallible<Op> {
        let given = match arguments.all() {
            [one] => self.given(one)?,
            several => Given::Value(crate::evaluate::value::Value::list(self.values(several)?)),
        };
        Ok(Op::Lists(what, given))
    }

    fn text_op(&self, arguments: &Arguments<'_>) -> Fallible<Op> {
        use StepName as S;
        let (local, start) = arguments.scope();
        let what = match arguments.name() {
            S::Length => TextOp::Length,
            S::ToUpper => TextOp::Upper,
            S::ToLower => TextOp::Lower,
            S::Trim => TextOp::Trim,
            S::LTrim => TextOp::LeftTrim,
            S::RTrim => TextOp::RightTrim,
            S::Substring => {
                let end = if arguments.len() > start + 1 {
                    Some(self.integer(arguments, start + 1)?)
                } else {
                    None
                };
                TextOp::Substring(self.integer(arguments, start)?, end)
            }
            S::Split => TextOp::Split(self.nullable_text(arguments, start)?),
            S::Replace => TextOp::Replace(
                self.nullable_text(arguments, start)?,
                self.nullable_text(arguments, start + 1)?,
            ),
            _ => TextOp::AsString,
        };
        Ok(Op::Text { local, what })
    }

    fn call(&mut self, arguments: &Arguments<'_>) -> Fallible<Op> {
        let mut call = Call::default();
        if arguments.len() > 0 {
            call.service = self.text(arguments, 0)?;
        }
        for argument in arguments.all().iter().skip(1) {
            call.parameters.push(self.given(argument)?);
        }
        Ok(Op::Call(call))
    }
}
