//! Numbers of every width, and the arithmetic that promotes them.
//!
//! Semantics: "Numeric Type Promotion". Of two operands the wider width and the floating kind win. A comparison never
//! fails but for NaN; arithmetic that leaves its width goes to the next one, or wraps where a version does so.

use std::cmp::Ordering;

use bigdecimal::num_bigint::BigInt;
use bigdecimal::{BigDecimal, FromPrimitive, ToPrimitive, Zero};

/// A number and its type. Values are copied all the time and hardly ever large: what is large stands elsewhere.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Number {
    /// 8 bits.
    Byte(i8),
    /// 16 bits.
    Short(i16),
    /// 32 bits.
    Int(i32),
    /// 64 bits.
    Long(i64),
    /// An integer of any size.
    Big(Box<BigInt>),
    /// 32-bit floating point.
    Float(f32),
    /// 64-bit floating point.
    Double(f64),
    /// A decimal of any size.
    Decimal(Box<BigDecimal>),
}

/// An operation on two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operation {
    Add,
    Subtract,
    Multiply,
    Divide,
}

/// The types of numbers, the narrow before the wide, the integers before the floating.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    Byte,
    Short,
    Int,
    Long,
    Big,
    Float,
    Double,
    Decimal,
}

impl Class {
    fn bits(self) -> u8 {
        match self {
            Class::Byte => 8,
            Class::Short => 16,
            Class::Int | Class::Float => 32,
            Class::Long | Class::Double => 64,
            Class::Big | Class::Decimal => 128,
        }
    }

    pub(super) fn floating(self) -> bool {
        self >= Class::Float
    }

    /// The class of an operation on both.
    pub(super) fn common(self, other: Self, force_floating: bool) -> Self {
        let bits = self.bits().max(other.bits());
        let floating = force_floating || self.floating() || other.floating();
        match (floating, bits) {
            (true, ..=32) => Class::Float,
            (true, ..=64) => Class::Double,
            (true, _) => Class::Decimal,
            (false, ..=8) => Class::Byte,
            (false, ..=16) => Class::Short,
            (false, ..=32) => Class::Int,
            (false, ..=64) => Class::Long,
            (false, _) => Class::Big,
        }
    }
}

impl Number {
    pub(super) fn class(&self) -> Class {
        match self {
            Number::Byte(_) => Class::Byte,
            Number::Short(_) => Class::Short,
            Number::Int(_) => Class::Int,
            Number::Long(_) => Class::Long,
            Number::Big(_) => Class::Big,
            Number::Float(_) => Class::Float,
            Number::Double(_) => Class::Double,
            Number::Decimal(_) => Class::Decimal,
        }
    }

    /// The integer, when it is of an integer type of at most 64 bits.
    pub(super) fn small(&self) -> Option<i64> {
        match self {
            Number::Byte(number) => Some(i64::from(*number)),
            Number::Short(number) => Some(i64::from(*number)),
            Number::Int(number) => Some(i64::from(*number)),
            Number::Long(number) => Some(*number),
            _ => None,
        }
    }

    /// The nearest double.
    pub(super) fn double(&self) -> f64 {
        match self {
            Number::Float(number) => f64::from(*number),
            Number::Double(number) => *number,
            Number::Big(number) => number.to_f64().unwrap_or(f64::NAN),
            Number::Decimal(number) => number.to_f64().unwrap_or(f64::NAN),
            #[expect(clippy::cast_precision_loss, reason = "the language rounds so")]
            other => other.small().unwrap_or_default() as f64,
        }
    }

    /// The exact decimal; none for what is no number and infinities.
    fn decimal(&self) -> Option<BigDecimal> {
        match self {
            Number::Big(number) => Some(BigDecimal::from(BigInt::clone(number))),
            Number::Decimal(number) => Some(BigDecimal::clone(number)),
            Number::Float(number) => number.to_string().parse().ok(),
            Number::Double(number) if number.is_finite() => number.to_string().parse().ok(),
            Number::Double(_) => None,
            other => BigDecimal::from_i64(other.small()?),
        }
    }

    fn big(&self) -> BigInt {
        match self {
            Number::Big(number) => BigInt::clone(number),
            other => BigInt::from(other.small().unwrap_or_default()),
        }
    }

    /// The integer part, when it fits into 64 bits.
    pub(super) fn truncated(&self) -> Option<i64> {
        match self {
            Number::Big(number) => number.to_i64(),
            Number::Decimal(number) => number.to_i64(),
            Number::Float(_) | Number::Double(_) => self.double().trunc().to_i64(),
            other => other.small(),
        }
    }

    pub(super) fn is_nan(&self) -> bool {
        match self {
            Number::Float(number) => number.is_nan(),
            Number::Double(number) => number.is_nan(),
            _ => false,
        }
    }

    fn infinite(&self) -> bool {
        matches!(self, Number::Float(_) | Number::Double(_)) && self.double().is_infinite()
    }

    /// Which is larger, without regard to types; none when one is NaN.
    pub(super) fn compare(&self, other: &Self) -> Option<Ordering> {
        if let (Some(left), Some(right)) = (self.small(), other.small()) {
            return Some(left.cmp(&right));
        }
        let class = self.class().common(other.class(), false);
        match class {
            Class::Big => Some(self.big().cmp(&other.big())),
            Class::Decimal if !(self.infinite() || other.infinite() || self.is_nan() || other.is_nan()) => {
                Some(self.decimal()?.cmp(&other.decimal()?))
            }
            #[expect(clippy::cast_possible_truncation, reason = "both are compared as floats")]
            Class::Float => (self.double() as f32).partial_cmp(&(other.double() as f32)),
            _ => self.double().partial_cmp(&other.double()),
        }
    }

    /// The same amount in another type; none when it does not fit.
    pub(super) fn cast(&self, class: Class) -> Option<Self> {
        let integer = || match self {
            Number::Big(number) => Some(BigInt::clone(number)),
            Number::Decimal(number) => Some(number.with_scale(0).into_bigint_and_exponent().0),
            Number::Float(_) | Number::Double(_) => BigInt::from_f64(self.double().trunc()),
            _ => Some(self.big()),
        };
        Some(match class {
            Class::Byte => Number::Byte(integer()?.to_i8()?),
            Class::Short => Number::Short(integer()?.to_i16()?),
            Class::Int => Number::Int(integer()?.to_i32()?),
            Class::Long => Number::Long(integer()?.to_i64()?),
            Class::Big => Number::Big(Box::new(integer()?)),
            Class::Double => Number::Double(self.double()),
            #[expect(clippy::cast_possible_truncation, reason = "rounded to the nearest float")]
            Class::Float => Number::Float(self.double() as f32),
            Class::Decimal => Number::Decimal(Box::new(self.decimal()?)),
        })
    }

    /// The number of another type that the text of this one spells; none where it spells none.
    pub(super) fn respelt(&self, class: Class) -> Option<Self> {
        match class {
            Class::Float => self.text().parse().ok().map(Number::Float),
            Class::Double => self.text().parse().ok().map(Number::Double),
            _ if class.floating() == self.class().floating() => self.cast(class),
            _ => None,
        }
    }

    /// The result of an operation; none when there is none (division by zero of integers, an integer beyond 64 bits).
    /// `wraps` where the type is kept whatever the result.
    pub(super) fn apply(
        &self,
        operation: Operation,
        other: &Self,
        force_floating: bool,
        wraps: bool,
    ) -> Option<Self> {
        let class = self.class().common(other.class(), force_floating);
        match class {
            Class::Float => {
                #[expect(clippy::cast_possible_truncation, reason = "both are computed as floats")]
                let (left, right) = (self.double() as f32, other.double() as f32);
                let result = machine(operation, left, right);
                let finite = left.is_finite() && right.is_finite();
                if finite && result.is_infinite() && !wraps {
                    return Some(Number::Double(machine(operation, f64::from(left), f64::from(right))));
                }
                Some(Number::Float(result))
            }
            Class::Double => Some(Number::Double(machine(operation, self.double(), other.double()))),
            Class::Decimal => {
                exact(operation, self.decimal()?, other.decimal()?).map(Box::new).map(Number::Decimal)
            }
            Class::Big => exact(operation, self.big(), other.big()).map(Box::new).map(Number::Big),
            _ => self.integers(operation, other, class, wraps),
        }
    }

    /// Integers of at most 64 bits: what leaves its width goes to the next that holds it.
    fn integers(&self, operation: Operation, other: &Self, class: Class, wraps: bool) -> Option<Self> {
        let (left, right) = (i128::from(self.small()?), i128::from(other.small()?));
        let result = match operation {
            Operation::Add => left + right,
            Operation::Subtract => left - right,
            Operation::Multiply => left * right,
            Operation::Divide => left.checked_div(right)?,
        };
        if wraps {
            #[expect(clippy::cast_possible_truncation, reason = "older versions wrap")]
            return Some(match class {
                Class::Byte => Number::Byte(result as i8),
                Class::Short => Number::Short(result as i16),
                Class::Int => Number::Int(result as i32),
                _ => Number::Long(result as i64),
            });
        }
        let result = Number::Big(Box::new(BigInt::from(result)));
        [Class::Byte, Class::Short, Class::Int, Class::Long]
            .into_iter()
            .filter(|wider| *wider >= class)
            .find_map(|wider| result.cast(wider))
    }

    /// Whether the amount is zero.
    pub(super) fn is_zero(&self) -> bool {
        match self {
            Number::Big(number) => number.is_zero(),
            Number::Decimal(number) => number.is_zero(),
            other => other.double() == 0.0,
        }
    }

    /// How the number is written where a text is made of it.
    pub(super) fn text(&self) -> String {
        match self {
            Number::Float(number) => {
                java_float(f64::from(*number), &format!("{number:?}"), &format!("{number:e}"))
            }
            Number::Double(number) => java_float(*number, &format!("{number:?}"), &format!("{number:e}")),
            Number::Big(number) => number.to_string(),
            Number::Decimal(number) => number.to_plain_string(),
            other => other.small().unwrap_or_default().to_string(),
        }
    }
}

/// Java writes numbers of at least 10^7, or less than 10^-3, with an exponent.
fn java_float(number: f64, plain: &str, exponent: &str) -> String {
    if number.is_nan() {
        return "NaN".to_owned();
    }
    if number.is_infinite() {
        return (if number > 0.0 { "Infinity" } else { "-Infinity" }).to_owned();
    }
    let size = number.abs();
    if size != 0.0 && !(1e-3..1e7).contains(&size) {
        let (digits, power) = exponent.split_once('e').unwrap_or((exponent, "0"));
        let point = if digits.contains('.') { "" } else { ".0" };
        return format!("{digits}{point}E{power}");
    }
    plain.to_owned()
}

/// Arithmetic that the type itself does: IEEE 754 for floats and doubles.
fn machine<T>(operation: Operation, left: T, right: T) -> T
where
    T: std::ops::Add<Output = T>
        + std::ops::Sub<Output = T>
        + std::ops::Mul<Output = T>
        + std::ops::Div<Output = T>,
{
    match operation {
        Operation::Add => left + right,
        Operation::Subtract => left - right,
        Operation::Multiply => left * right,
        Operation::Divide => left / right,
    }
}

/// Arithmetic without rounding; none where a divisor is zero.
fn exact<T>(operation: Operation, left: T, right: T) -> Option<T>
where
    T: Zero + std::ops::Sub<Output = T> + std::ops::Mul<Output = T> + std::ops::Div<Output = T>,
{
    let is_defined = operation != Operation::Divide || !right.is_zero();
    is_defined.then(|| machine(operation, left, right))
}
