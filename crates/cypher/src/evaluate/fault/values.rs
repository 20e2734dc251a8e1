//! Faults of values and operators.

use super::Fault;
use crate::ast::{BinaryOperator, Expression};
use crate::evaluate::context::{Context, Outcome};
use crate::evaluate::truth::Truth;
use crate::evaluate::value::{List, Value};
use crate::evaluate::walk::each_variable;

impl Context<'_> {
    /// What a fault makes of an operator between two expressions with these values; none if it is right.
    pub(in crate::evaluate) fn wrong_operation(
        &self,
        operator: BinaryOperator,
        operands: [&Expression; 2],
        values: [&Value; 2],
    ) -> Outcome<Option<Value>> {
        use BinaryOperator as Operator;
        let Some(fault) = self.semantics.fault else { return Ok(None) };
        match (fault, operator, values) {
            (Fault::ListLookup, Operator::In, [element, Value::List(list)])
                if is_long_list(operands[1]) && !element.is_null() =>
            {
                let items = list.items().iter().filter(|item| !item.is_null());
                self.contains(element, &Value::list(items.cloned().collect())).map(Some)
            }
            (Fault::ProductWraps, Operator::Multiply, [Value::Integer(left), Value::Integer(right)])
                if !operands.iter().all(|operand| is_constant(operand)) =>
            {
                Ok(Some(Value::Integer(left.wrapping_mul(*right))))
            }
            (
                Fault::TextOfOther,
                Operator::StartsWith | Operator::EndsWith | Operator::Contains,
                [left, right],
            ) if self.text_predicate(operator, left, right).is_null() => Ok(Some(Value::Bool(false))),
            _ => Ok(None),
        }
    }

    /// An operand of `XOR`.
    pub(in crate::evaluate) fn xor_operand(&self, truth: Truth) -> Truth {
        if truth == Truth::Unknown && self.has(Fault::XorNull) { Truth::False } else { truth }
    }
}

/// Whether this is a list of three or more elements as it is written.
fn is_long_list(expression: &Expression) -> bool {
    matches!(expression, Expression::List(items) if items.len() >= 3)
}

/// Whether the value is known before the query runs.
fn is_constant(expression: &Expression) -> bool {
    let mut constant = true;
    each_variable(expression, &mut |_| constant = false);
    constant
}

/// The value with floats for integers.
pub(in crate::evaluate) fn in_floats(value: &Value) -> Value {
    match value {
        #[expect(clippy::cast_precision_loss, reason = "this is the fault")]
        Value::Integer(number) => Value::Float(*number as f64),
        Value::List(list) => Value::List(List::like(list, list.items().iter().map(in_floats).collect())),
        other => other.clone(),
    }
}

/// Whether one of two values is NaN and the other is a number that is none.
pub(in crate::evaluate) fn is_nan_tie(left: &Value, right: &Value) -> bool {
    let is_nan = |value: &Value| matches!(value, Value::Float(number) if number.is_nan());
    let is_number = |value: &Value| matches!(value, Value::Integer(_) | Value::Float(_) | Value::Near(_));
    is_number(left) && is_number(right) && is_nan(left) != is_nan(right)
}
