//! Functions of numbers (Cypher Manual 5, mathematical functions; TCK Mathematical11-Mathematical17).
//!
//! Libraries round transcendental functions differently in the last place, so that these are known only up to
//! rounding, except where the result is special.

use super::argument;
use crate::evaluate::context::{Context, Outcome, wrong_type};
use crate::evaluate::operators::near;
use crate::evaluate::taint::{Near, Why};
use crate::evaluate::value::Value;

fn number(arguments: &[Value], place: usize) -> Outcome<Near> {
    let value = argument(arguments, place);
    near(value).ok_or_else(|| wrong_type("the argument of a mathematical function", value))
}

/// A zero whose sign is open.
const EITHER_ZERO: Near = Near { value: 0.0, error: 0.0 };

/// What a function makes of a zero whose sign is open, if that is its argument.
fn of_either_zero(arguments: &[Value], function: impl Fn(f64) -> f64) -> Option<Value> {
    if !matches!(argument(arguments, 0), Value::Near(near) if *near == EITHER_ZERO) {
        return None;
    }
    let (plus, minus) = (function(0.0), function(-0.0));
    Some(if plus.to_bits() == minus.to_bits() {
        Value::Float(plus)
    } else if plus == minus {
        Value::Near(EITHER_ZERO)
    } else {
        Value::Open(Why::Rounding)
    })
}

/// A function that libraries round differently.
fn transcendental(arguments: &[Value], function: impl Fn(f64) -> f64) -> Outcome<Value> {
    if let Some(either) = of_either_zero(arguments, &function) {
        return Ok(either);
    }
    let argument = number(arguments, 0)?;
    let result = function(argument.value);
    if argument.error > 0.0 {
        return Ok(argument.map(function));
    }
    let special = argument.value == 0.0 || !result.is_finite() || result == 0.0;
    Ok(if special { Value::Float(result) } else { Value::Near(Near::rounded(result)) })
}

macro_rules! transcendental {
    ($($name:ident = $function:expr;)+) => {
        $(pub(super) fn $name(_: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
            transcendental(arguments, $function)
        })+
    };
}

transcendental! {
    acos = f64::acos;
    asin = f64::asin;
    atan = f64::atan;
    cos = f64::cos;
    cot = |x| x.tan().recip();
    degrees = f64::to_degrees;
    exp = f64::exp;
    haversin = |x| (1.0 - x.cos()) / 2.0;
    log = f64::ln;
    log10 = f64::log10;
    radians = f64::to_radians;
    sin = f64::sin;
    tan = f64::tan;
}

pub(super) fn atan2(_: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    let (y, x) = (number(arguments, 0)?, number(arguments, 1)?);
    let result = y.value.atan2(x.value);
    if arguments.iter().any(|argument| matches!(argument, Value::Near(_))) {
        return Ok(Value::Open(Why::Rounding));
    }
    Ok(if result == 0.0 || result.is_nan() {
        Value::Float(result)
    } else {
        Value::Near(Near::rounded(result))
    })
}

pub(super) fn e(_: &Context<'_>, _: &[Value]) -> Outcome<Value> {
    Ok(Value::Float(std::f64::consts::E))
}

/// One of the numbers that `rand()` may give. The answer is then one of those that are right, and the case is open.
pub(super) fn rand(context: &Context<'_>, _: &[Value]) -> Outcome<Value> {
    context.depends_on("rand()");
    #[expect(clippy::cast_precision_loss, reason = "53 bits fit into a float")]
    Ok(Value::Float((context.random() >> 11) as f64 / (1_u64 << 53) as f64))
}

/// `isNaN(x)` (Cypher Manual 5, isNaN).
pub(super) fn is_nan(_: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    number(arguments, 0).map(|number| Value::Bool(number.value.is_nan()))
}

pub(super) fn pi(_: &Context<'_>, _: &[Value]) -> Outcome<Value> {
    Ok(Value::Float(std::f64::consts::PI))
}

/// IEEE 754 says how a square root is rounded.
pub(super) fn sqrt(_: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    if let Some(either) = of_either_zero(arguments, f64::sqrt) {
        return Ok(either);
    }
    let argument = number(arguments, 0)?;
    Ok(if argument.error > 0.0 { argument.map(f64::sqrt) } else { Value::Float(argument.value.sqrt()) })
}

/// The smallest integer has no absolute value; engines raise or give it back.
pub(super) fn abs(context: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    Ok(match argument(arguments, 0) {
        Value::Integer(number) => number.checked_abs().map_or_else(|| context.unspecified(), Value::Integer),
        Value::Float(number) => Value::Float(number.abs()),
        Value::Near(near) => Value::Near(Near { value: near.value.abs(), error: near.error }),
        other => return Err(wrong_type("the argument of abs", other)),
    })
}

pub(super) fn sign(_: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    if let Value::Integer(number) = argument(arguments, 0) {
        return Ok(Value::Integer(number.signum()));
    }
    let argument = number(arguments, 0)?;
    let (low, high) = argument.bounds();
    Ok(if low > 0.0 {
        Value::Integer(1)
    } else if high < 0.0 {
        Value::Integer(-1)
    } else if low == 0.0 && high == 0.0 {
        Value::Integer(0)
    } else {
        Value::Open(Why::Rounding)
    })
}

pub(super) fn floor(context: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    stepped(context, arguments, f64::floor)
}

pub(super) fn ceil(context: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    stepped(context, arguments, f64::ceil)
}

/// Ties go up; with a precision see `round`.
pub(super) fn round(context: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    if arguments.len() > 1 {
        return super::round::with_precision(context, arguments);
    }
    if let Some(saturated) = saturated(context, arguments) {
        return Ok(saturated);
    }
    // Switch round-ties.
    let up = context.semantics.round_ties == 0;
    stepped(context, arguments, |x| match x - x.floor() {
        tie if tie == 0.5 && up => x.floor() + 1.0,
        _ => x.round(),
    })
}

/// What comes of a number that is not finite where rounding goes by way of an integer. Switch rounding-of-infinity.
fn saturated(context: &Context<'_>, arguments: &[Value]) -> Option<Value> {
    const LARGEST: f64 = 9_223_372_036_854_775_808.0;
    let Value::Float(number) = argument(arguments, 0) else { return None };
    let counts = context.semantics.infinite_rounding != 0 && !number.is_finite();
    counts.then(|| Value::Float(if number.is_nan() { 0.0 } else { LARGEST.copysign(*number) }))
}

/// A function to whole numbers. The sign of a zero that comes out is not specified.
fn stepped(context: &Context<'_>, arguments: &[Value], function: impl Fn(f64) -> f64) -> Outcome<Value> {
    // Switch rounding-type.
    if let (2, Value::Integer(whole)) = (context.semantics.rounding_type, argument(arguments, 0)) {
        return Ok(Value::Integer(*whole));
    }
    let argument = number(arguments, 0)?;
    let (low, high) = argument.bounds();
    let result = function(argument.value);
    if argument.error > 0.0 && function(low) != function(high) {
        return Ok(Value::Open(Why::Rounding));
    }
    if context.semantics.rounding_type == 1 {
        const LIMIT: f64 = 9_223_372_036_854_775_808.0;
        #[expect(clippy::cast_possible_truncation, reason = "the bounds are checked")]
        return Ok(if (-LIMIT..LIMIT).contains(&result) {
            Value::Integer(result as i64)
        } else {
            context.unspecified()
        });
    }
    let from_below = argument.value.is_sign_negative();
    let either = matches!(super::argument(arguments, 0), Value::Near(_));
    Ok(if result == 0.0 && (from_below || either) { Value::Near(EITHER_ZERO) } else { Value::Float(result) })
}
