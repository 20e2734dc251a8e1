//! Operators between values (openCypher 9, operators; Cypher Manual 5, operators).

use super::compare::equal_within;
use super::context::{Context, Outcome, arithmetic_error, describe, type_error, wrong_type};
use super::taint::{Near, Why};
use super::temporal::ZONE_STEPS;
use super::truth::Truth;
use super::value::{List, Value};
use crate::ast::BinaryOperator;

/// A number as it takes part in float arithmetic.
#[expect(clippy::cast_precision_loss, reason = "an integer is rounded when it meets a float")]
pub(super) fn near(value: &Value) -> Option<Near> {
    let exact = |value: f64| Near { value, error: 0.0 };
    match value {
        Value::Integer(number) => Some(exact(*number as f64)),
        Value::Float(number) => Some(exact(*number)),
        Value::Near(near) => Some(*near),
        _ => None,
    }
}

impl Context<'_> {
    /// An arithmetic operator; null with anything is null.
    pub(super) fn arithmetic(&self, operator: BinaryOperator, left: &Value, right: &Value) -> Outcome<Value> {
        match (left, right) {
            (Value::Null, _) | (_, Value::Null) => Ok(Value::Null),
            (Value::Open(why), other) | (other, Value::Open(why)) => {
                Ok(self.open_operand(operator, *why, other))
            }
            (Value::Integer(left), Value::Integer(right)) => self.integers(operator, *left, *right),
            (Value::Float(left), Value::Float(right)) => Ok(floats(operator, *left, *right)),
            (Value::Instant(_) | Value::Duration(_) | Value::Point(_), other)
            | (other, Value::Instant(_) | Value::Duration(_) | Value::Point(_))
                if !matches!(other, Value::List(_)) =>
            {
                self.temporal(operator, left, right)
            }
            _ if operator == BinaryOperator::Add => self.add(left, right),
            _ => self.numbers(operator, left, right),
        }
    }

    /// What is open stays open; whether the operator raises may hang on it.
    fn open_operand(&self, operator: BinaryOperator, why: Why, other: &Value) -> Value {
        let divides = matches!(operator, BinaryOperator::Divide | BinaryOperator::Modulo);
        if why.is_of_any_type() || divides || near(other).is_none() {
            self.may_raise();
        }
        Value::Open(why)
    }

    /// Arithmetic of dates, times and durations; points have none (CIP2015-08-06, arithmetic; TCK Temporal8).
    fn temporal(&self, operator: BinaryOperator, left: &Value, right: &Value) -> Outcome<Value> {
        use BinaryOperator as Operator;
        self.charge(ZONE_STEPS)?;
        match (operator, left, right) {
            (Operator::Add, Value::Instant(instant), Value::Duration(duration))
            | (Operator::Add, Value::Duration(duration), Value::Instant(instant)) => {
                self.made(instant.plus(duration))
            }
            (Operator::Subtract, Value::Instant(instant), Value::Duration(duration)) => {
                self.made(duration.negated().and_then(|duration| instant.plus(&duration)))
            }
            (Operator::Add, Value::Duration(left), Value::Duration(right)) => self.made(left.plus(right)),
            (Operator::Subtract, Value::Duration(left), Value::Duration(right)) => {
                self.made(right.negated().and_then(|right| left.plus(&right)))
            }
            (Operator::Multiply, Value::Duration(duration), number)
            | (Operator::Multiply, number, Value::Duration(duration)) => {
                self.made(duration.scaled(number, false))
            }
            (Operator::Divide, Value::Duration(duration), number) => self.made(duration.scaled(number, true)),
            // Whether what is no number joins a text is not said.
            (Operator::Add, Value::String(_), _) | (Operator::Add, _, Value::String(_)) => {
                Ok(self.unspecified())
            }
            _ => {
                let message = format!("{} and {} do not take part in this", describe(left), describe(right));
                Err(type_error("InvalidArgumentType", message))
            }
        }
    }

    fn numbers(&self, operator: BinaryOperator, left: &Value, right: &Value) -> Outcome<Value> {
        let what = "an operand of arithmetic";
        let first = near(left).ok_or_else(|| wrong_type(what, left))?;
        let second = near(right).ok_or_else(|| wrong_type(what, right))?;
        if first.error == 0.0 && second.error == 0.0 {
            return Ok(floats(operator, first.value, second.value));
        }
        Ok(rounded(operator, first, second))
    }

    /// `+` adds numbers, joins texts (a number becomes text) and lists (anything else becomes an element).
    fn add(&self, left: &Value, right: &Value) -> Outcome<Value> {
        match (left, right) {
            (Value::List(first), Value::List(second)) => self.concatenate(first, second),
            (Value::List(first), other) => self.concatenate(first, &List::new(vec![other.clone()])),
            (other, Value::List(second)) => self.concatenate(&List::new(vec![other.clone()]), second),
            (Value::String(_), _) | (_, Value::String(_)) => self.join(left, right),
            _ => self.numbers(BinaryOperator::Add, left, right),
        }
    }

    /// `||` joins two strings or two lists, and takes nothing else (Cypher Manual 5, string and list concatenation).
    pub(super) fn concatenation(&self, left: &Value, right: &Value) -> Outcome<Value> {
        let what = "an operand of ||";
        match (left, right) {
            (Value::Null, _) | (_, Value::Null) => Ok(Value::Null),
            (Value::Open(why), _) | (_, Value::Open(why)) => {
                self.may_raise();
                Ok(Value::Open(*why))
            }
            (Value::String(_), Value::String(_)) => self.join(left, right),
            (Value::List(first), Value::List(second)) => self.concatenate(first, second),
            (Value::String(_) | Value::List(_), other) | (other, _) => Err(wrong_type(what, other)),
        }
    }

    /// With a bag the order of the whole is open, as far as we say.
    fn concatenate(&self, left: &List, right: &List) -> Outcome<Value> {
        let items = [left.items(), right.items()].concat();
        self.allow_rows(items.len())?;
        self.charge(items.len())?;
        let bag = left.is_bag() || right.is_bag();
        self.allow_depth(Value::List(if bag { List::bag(items) } else { List::new(items) }))
    }

    fn join(&self, left: &Value, right: &Value) -> Outcome<Value> {
        let text = |value: &Value| match value {
            Value::String(text) => Ok(Some(text.to_string())),
            Value::Integer(number) => Ok(Some(number.to_string())),
            Value::Float(number) => Ok(Some(self.float_text(*number))),
            Value::Near(_) => Ok(None),
            other => Err(wrong_type("what is joined to a string", other)),
        };
        let (Some(mut joined), Some(end)) = (text(left)?, text(right)?) else {
            return Ok(Value::Open(Why::Rounding));
        };
        joined.push_str(&end);
        self.charge(joined.len() / 16)?;
        Ok(Value::string(&joined))
    }

    fn integers(&self, operator: BinaryOperator, left: i64, right: i64) -> Outcome<Value> {
        use BinaryOperator as Operator;
        let (checked, wrapped) = match operator {
            Operator::Add => (left.checked_add(right), left.wrapping_add(right)),
            Operator::Subtract => (left.checked_sub(right), left.wrapping_sub(right)),
            Operator::Multiply => (left.checked_mul(right), left.wrapping_mul(right)),
            Operator::Divide | Operator::Modulo if right == 0 => return self.by_zero(operator, left),
            // Division truncates towards zero; the remainder has the dividend's sign.
            Operator::Divide => (left.checked_div(right), left.wrapping_div(right)),
            Operator::Modulo => (Some(left.wrapping_rem(right)), 0),
            _ => return Ok(power(left, right)),
        };
        self.checked(checked, wrapped)
    }

    /// Switch integer-overflow.
    pub(super) fn checked(&self, checked: Option<i64>, wrapped: i64) -> Outcome<Value> {
        match checked {
            Some(number) => Ok(Value::Integer(number)),
            None if self.semantics.integer_overflow == 1 => Ok(Value::Integer(wrapped)),
            None => Err(arithmetic_error("IntegerOverflow", "the result does not fit into 64 bits")),
        }
    }

    /// Switch integer-division-by-zero.
    fn by_zero(&self, operator: BinaryOperator, left: i64) -> Outcome<Value> {
        match self.semantics.division_by_zero {
            0 => Err(arithmetic_error("DivisionByZero", "an integer is divided by zero")),
            1 => Ok(Value::Null),
            #[expect(clippy::cast_precision_loss, reason = "only the sign matters")]
            _ => Ok(floats(operator, left as f64, 0.0)),
        }
    }

    /// `-x`.
    pub(super) fn negate(&self, value: &Value) -> Outcome<Value> {
        match value {
            Value::Integer(number) => self.checked(number.checked_neg(), number.wrapping_neg()),
            other => self.signed(other, -1.0),
        }
    }

    /// A sign before what is no integer.
    pub(super) fn signed(&self, value: &Value, sign: f64) -> Outcome<Value> {
        Ok(match value {
            Value::Null | Value::Integer(_) => value.clone(),
            Value::Float(number) => Value::Float(number * sign),
            Value::Near(near) => Value::Near(Near { value: near.value * sign, error: near.error }),
            Value::Open(why) => {
                if why.is_of_any_type() {
                    self.may_raise();
                }
                Value::Open(*why)
            }
            other => return Err(wrong_type("the operand of a sign", other)),
        })
    }

    /// `STARTS WITH`, `ENDS WITH` and `CONTAINS`; null when an operand is no string (TCK String8-String10).
    pub(super) fn text_predicate(&self, operator: BinaryOperator, left: &Value, right: &Value) -> Value {
        let (left, right) = match (left, right) {
            (Value::String(left), Value::String(right)) => (left, right),
            (Value::Open(why), other) | (other, Value::Open(why))
                if matches!(other, Value::String(_) | Value::Open(_)) =>
            {
                return Value::Open(*why);
            }
            _ => return Value::Null,
        };
        Value::Bool(match operator {
            BinaryOperator::StartsWith => left.starts_with(&**right),
            BinaryOperator::EndsWith => left.ends_with(&**right),
            _ => left.contains(&**right),
        })
    }

    /// `=~`: the whole string must match (openCypher 9, regular expressions).
    pub(super) fn matches(&self, left: &Value, right: &Value) -> Outcome<Value> {
        match (left, right) {
            (Value::Null, _) | (_, Value::Null) => Ok(Value::Null),
            (Value::Open(why), _) | (_, Value::Open(why)) => {
                self.may_raise();
                Ok(Value::Open(*why))
            }
            (_, Value::String(pattern)) => super::functions::regex::matches(self, left, pattern),
            (_, other) => Err(wrong_type("a regular expression", other)),
        }
    }

    /// `IN` (TCK List5, Null3 \[4\]).
    pub(super) fn contains(&self, element: &Value, list: &Value) -> Outcome<Value> {
        let items = match list {
            Value::Null => return Ok(Value::Null),
            Value::Open(why) => {
                self.may_raise();
                return Ok(Value::Open(*why));
            }
            Value::List(list) => list.items(),
            other => return Err(wrong_type("the right operand of IN", other)),
        };
        // Switch null-in-empty-list.
        if items.is_empty() && element.is_null() && self.semantics.null_in_empty == 1 {
            return Ok(Value::Null);
        }
        self.charge(items.len())?;
        Ok(Truth::any(items.iter().map(|item| self.element_equals(element, item))).value())
    }

    /// Null is like no element, whatever the switch null-in-lists says of the elements.
    fn element_equals(&self, element: &Value, item: &Value) -> Truth {
        if element.is_null() { Truth::Unknown } else { equal_within(self, element, item) }
    }

    /// What a boolean operator or a condition takes.
    pub(super) fn truth(&self, value: &Value) -> Outcome<Truth> {
        Ok(match value {
            Value::Bool(flag) => Truth::of(*flag),
            Value::Null => Truth::Unknown,
            Value::Open(why) => {
                if why.is_of_any_type() {
                    self.may_raise();
                }
                Truth::Open(*why)
            }
            other => {
                let message = format!("{} is no truth value", describe(other));
                return Err(type_error("InvalidArgumentType", message));
            }
        })
    }
}

/// IEEE arithmetic: no error, but infinities and NaN.
fn floats(operator: BinaryOperator, left: f64, right: f64) -> Value {
    Value::Float(match operator {
        BinaryOperator::Add => left + right,
        BinaryOperator::Subtract => left - right,
        BinaryOperator::Multiply => left * right,
        BinaryOperator::Divide => left / right,
        BinaryOperator::Modulo => left % right,
        _ => return float_power(left, right),
    })
}

/// `^` is always a float. Libraries agree on it where the result is a whole number that a float holds exactly.
fn power(left: i64, right: i64) -> Value {
    const EXACT: u64 = 1 << 53;
    let exponent = u32::try_from(right).ok();
    let exact = exponent.and_then(|exponent| left.checked_pow(exponent));
    #[expect(clippy::cast_precision_loss, reason = "the bound is checked")]
    match exact {
        Some(result) if result.unsigned_abs() <= EXACT => Value::Float(result as f64),
        _ => float_power(left as f64, right as f64),
    }
}

fn float_power(left: f64, right: f64) -> Value {
    let result = left.powf(right);
    let small = |number: f64| number.fract() == 0.0 && number.abs() < 1e6;
    if small(left) && small(right) && right >= 0.0 && result.abs() < 1e15 {
        return Value::Float(result.round());
    }
    let special = left == 0.0 || right == 0.0 || right == 1.0 || left == 1.0;
    if special || !result.is_finite() || result == 0.0 {
        return Value::Float(result);
    }
    Value::Near(Near::rounded(result))
}

/// Arithmetic on what is known up to rounding.
fn rounded(operator: BinaryOperator, left: Near, right: Near) -> Value {
    let (a, b) = (left.value, right.value);
    match operator {
        BinaryOperator::Add => Near::value(a + b, left.error + right.error),
        BinaryOperator::Subtract => Near::value(a - b, left.error + right.error),
        BinaryOperator::Multiply => {
            Near::value(a * b, a.abs() * right.error + b.abs() * left.error + left.error * right.error)
        }
        BinaryOperator::Divide if b.abs() > right.error => {
            let quotient = a / b;
            Near::value(quotient, (left.error + quotient.abs() * right.error) / (b.abs() - right.error))
        }
        BinaryOperator::Modulo if b.abs() > right.error => {
            let quotient = |a: f64, b: f64| (a / b).trunc();
            let (low, high) = (left.bounds(), right.bounds());
            let stable = [
                quotient(low.0, high.0),
                quotient(low.0, high.1),
                quotient(low.1, high.0),
                quotient(low.1, high.1),
            ];
            if stable.iter().any(|other| *other != stable[0]) {
                return Value::Open(Why::Rounding);
            }
            Near::value(a % b, left.error + stable[0].abs() * right.error)
        }
        BinaryOperator::Power if a > left.error => {
            let result = a.powf(b);
            let relative = b.abs() * left.error / (a - left.error) + (a.ln().abs() + 1.0) * right.error;
            Near::value(result, result.abs() * relative * 2.0)
        }
        _ => Value::Open(Why::Rounding),
    }
}
