//! Functions from type to type (TCK TypeConversion1-TypeConversion4).

use quarrel_case::language::Failure;

use super::{Body, argument};
use crate::evaluate::compare::equal;
use crate::evaluate::context::{Context, Outcome, Stop, describe, type_error, wrong_type};
use crate::evaluate::expression::is_null;
use crate::evaluate::number_format;
use crate::evaluate::taint::Why;
use crate::evaluate::truth::Truth;
use crate::evaluate::value::Value;

fn no_conversion(function: &str, value: &Value) -> Stop {
    type_error("InvalidArgumentValue", format!("{function} cannot take {}", describe(value)))
}

impl Context<'_> {
    /// Switch float-text.
    pub(in crate::evaluate) fn float_text(&self, number: f64) -> String {
        if self.semantics.float_text == 1 { format!("{number:.6}") } else { number_format::float(number) }
    }
}

/// `exists(n.key)`, openCypher 9's form of `IS NOT NULL`.
pub(super) fn exists(_: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    Ok(is_null(argument(arguments, 0), true))
}

pub(super) fn to_string(context: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    Ok(match argument(arguments, 0) {
        Value::String(text) => Value::String(text.clone()),
        Value::Integer(number) => Value::string(&number.to_string()),
        Value::Float(number) => Value::string(&context.float_text(*number)),
        Value::Bool(flag) => Value::string(if *flag { "true" } else { "false" }),
        Value::Near(_) => Value::Open(Why::Rounding),
        // TCK Temporal6.
        Value::Instant(instant) if instant.has_one_text() => Value::string(&instant.text()),
        Value::Instant(_) => Value::Open(Why::Unspecified),
        Value::Duration(duration) => Value::string(&duration.text()),
        Value::Point(_) => context.unspecified(),
        other => return Err(no_conversion("toString", other)),
    })
}

/// The words in any letter case; what only white space keeps from being one is not specified.
pub(super) fn to_boolean(_: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    let word = |text: &str| ["false", "true"].iter().position(|word| word.eq_ignore_ascii_case(text));
    Ok(match argument(arguments, 0) {
        Value::Bool(flag) => Value::Bool(*flag),
        Value::Integer(number) => Value::Bool(*number != 0),
        Value::String(text) => match (word(text), word(text.trim())) {
            (Some(place), _) => Value::Bool(place == 1),
            (None, Some(_)) => Value::Open(Why::Unspecified),
            (None, None) => Value::Null,
        },
        other => return Err(no_conversion("toBoolean", other)),
    })
}

pub(super) fn to_float(_: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    #[expect(clippy::cast_precision_loss, reason = "the nearest float is what is asked for")]
    Ok(match argument(arguments, 0) {
        Value::Float(number) => Value::Float(*number),
        Value::Near(near) => Value::Near(*near),
        Value::Integer(number) => Value::Float(*number as f64),
        Value::String(text) => match number(text) {
            Number::Plain(number) if number.is_finite() => Value::Float(number),
            Number::Plain(_) | Number::Perhaps => Value::Open(Why::Unspecified),
            Number::None => Value::Null,
        },
        other => return Err(no_conversion("toFloat", other)),
    })
}

/// A float is cut off, towards zero.
pub(super) fn to_integer(context: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    Ok(match argument(arguments, 0) {
        Value::Integer(number) => Value::Integer(*number),
        Value::Bool(flag) => Value::Integer(i64::from(*flag)),
        Value::Float(number) => whole(context, cut(context, *number)),
        Value::Near(near) => {
            let (low, high) = near.bounds();
            let (low, high) = (cut(context, low), cut(context, high));
            if low == high { whole(context, low) } else { Value::Open(Why::Rounding) }
        }
        Value::String(text) => match (text.parse::<i64>(), number(text)) {
            (Ok(number), _) => Value::Integer(number),
            (Err(_), Number::Plain(number)) => whole(context, cut(context, number)),
            (Err(_), Number::Perhaps) => Value::Open(Why::Unspecified),
            (Err(_), Number::None) => Value::Null,
        },
        other => return Err(no_conversion("toInteger", other)),
    })
}

/// Switch to-integer.
fn cut(context: &Context<'_>, number: f64) -> f64 {
    if context.semantics.to_integer == 1 { number.floor() } else { number.trunc() }
}

/// The integer part, if an integer can hold it; else engines saturate, wrap or raise.
fn whole(context: &Context<'_>, number: f64) -> Value {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    if (-LIMIT..LIMIT).contains(&number) {
        #[expect(clippy::cast_possible_truncation, reason = "the bounds are checked")]
        return Value::Integer(number as i64);
    }
    context.unspecified()
}

/// `toBooleanOrNull` and its siblings: null where the plain function raises (Cypher Manual 5, scalar functions).
fn or_null(context: &Context<'_>, arguments: &[Value], body: Body) -> Outcome<Value> {
    match body(context, arguments) {
        Err(stop) if matches!(*stop, Failure::Query(_)) => Ok(Value::Null),
        other => other,
    }
}

/// `toBooleanList` and its siblings: each element by the function that never raises (Cypher Manual 5, list functions).
fn each(context: &Context<'_>, arguments: &[Value], body: Body) -> Outcome<Value> {
    let Value::List(list) = argument(arguments, 0) else {
        return Err(wrong_type("what is converted element by element", argument(arguments, 0)));
    };
    context.charge(list.items().len())?;
    let convert = |item: &Value| match item {
        Value::Null | Value::Open(_) => Ok(item.clone()),
        item => or_null(context, std::slice::from_ref(item), body),
    };
    let items = list.items().iter().map(convert).collect::<Outcome<_>>()?;
    Ok(Value::List(list.like(items)))
}

macro_rules! conversions {
    ($($of:ident, $or_null:ident, $list:ident;)+) => {
        $(pub(super) fn $or_null(context: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
            or_null(context, arguments, $of)
        }

        pub(super) fn $list(context: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
            each(context, arguments, $of)
        })+
    };
}

conversions! {
    to_boolean, to_boolean_or_null, to_boolean_list;
    to_float, to_float_or_null, to_float_list;
    to_integer, to_integer_or_null, to_integer_list;
    to_string, to_string_or_null, to_string_list;
}

/// `nullIf(a, b)`: null if the two are equal, else the first (Cypher Manual 5, nullIf).
pub(super) fn null_if(context: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    let first = argument(arguments, 0);
    Ok(match equal(context, first, argument(arguments, 1)) {
        Truth::True => Value::Null,
        Truth::False | Truth::Unknown => first.clone(),
        Truth::Open(_) => Value::Open(Why::Unspecified),
    })
}

/// `timestamp()`: the engine's clock.
pub(super) fn timestamp(_: &Context<'_>, _: &[Value]) -> Outcome<Value> {
    Ok(Value::Open(Why::Clock))
}

/// A text read as a number.
enum Number {
    /// Digits with a sign, a point and an exponent.
    Plain(f64),
    /// Another form that some engines read: white space around it, hexadecimal, a suffix, a name.
    Perhaps,
    /// No number.
    None,
}

fn number(text: &str) -> Number {
    if is_plain(text) {
        return text.parse().map_or(Number::None, Number::Plain);
    }
    let trimmed = text.trim().trim_start_matches(['+', '-']);
    let bare = trimmed.trim_end_matches(['d', 'D', 'f', 'F', 'l', 'L']).replace('_', "");
    let names = ["nan", "inf", "infinity"];
    let prefixed = ["0x", "0X", "0o", "0b"].iter().any(|prefix| trimmed.starts_with(prefix));
    if is_plain(&bare) || prefixed || names.contains(&trimmed.to_ascii_lowercase().as_str()) {
        Number::Perhaps
    } else {
        Number::None
    }
}

/// Whether the text is `[+-] digits [. digits] [e [+-] digits]`.
fn is_plain(text: &str) -> bool {
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let unsigned = |text: &str| text.strip_prefix(['+', '-']).unwrap_or(text).to_owned();
    let text = unsigned(text);
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((&text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
    let exponent = unsigned(exponent);
    digits(whole)
        && digits(fraction)
        && digits(&exponent)
        && !exponent.is_empty()
        && !(whole.is_empty() && fraction.is_empty())
        && !mantissa.is_empty()
}
