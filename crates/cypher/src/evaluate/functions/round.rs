//! `round(number, precision[, mode])` (Cypher Manual 5, round).
//!
//! It is about the decimal digits of a float. Engines take those of its shortest text or those of its exact value, and
//! where the two round otherwise the result is open.

use super::{argument, integer, text};
use crate::evaluate::context::{Context, Outcome, argument_error, wrong_type};
use crate::evaluate::operators::near;
use crate::evaluate::taint::Why;
use crate::evaluate::value::Value;

/// More digits than a float has.
const MOST_DIGITS: i64 = 20;

/// What is done with the digits that are cut off, by the sign, the digit before, and how they compare with a half.
type Mode = fn(Cut) -> bool;

/// The digits that are cut off.
#[derive(Clone, Copy)]
struct Cut {
    negative: bool,
    /// Whether the last digit that is kept is odd.
    odd: bool,
    /// How they compare with a half of the last place.
    half: std::cmp::Ordering,
    /// Whether they are more than nothing.
    some: bool,
}

/// The modes, each with whether the size grows.
const MODES: [(&str, Mode); 7] = [
    ("CEILING", |cut| cut.some && !cut.negative),
    ("DOWN", |_| false),
    ("FLOOR", |cut| cut.some && cut.negative),
    ("HALF_DOWN", |cut| cut.half.is_gt()),
    ("HALF_EVEN", |cut| cut.half.is_gt() || (cut.half.is_eq() && cut.odd)),
    ("HALF_UP", |cut| cut.half.is_ge()),
    ("UP", |cut| cut.some),
];

pub(super) fn with_precision(context: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    let value = argument(arguments, 0);
    let number = near(value).ok_or_else(|| wrong_type("the argument of round", value))?;
    let precision = integer("the precision of round", argument(arguments, 1))?;
    if precision < 0 {
        return Err(argument_error("NegativeIntegerArgument", "the precision of round cannot be negative"));
    }
    let named = arguments.get(2).map(|mode| text("the mode of round", mode)).transpose()?;
    let mode = MODES.iter().find(|(name, _)| *name == named.unwrap_or("HALF_UP").to_ascii_uppercase());
    let Some((_, mode)) = mode else {
        return Err(argument_error("InvalidArgumentValue", "round has no such mode"));
    };
    if !number.value.is_finite() {
        // Switch rounding-of-infinity: what rounds by way of an integer raises here.
        if context.semantics.infinite_rounding != 0 {
            context.may_raise();
        }
        return Ok(context.unspecified());
    }
    if number.error > 0.0 {
        return Ok(Value::Open(Why::Rounding));
    }
    // Without a mode, whether a tie goes up or away from zero is not said of whole numbers.
    let is_tie = precision == 0 && (number.value - number.value.trunc()).abs() == 0.5;
    if named.is_none() && is_tie && number.value < 0.0 {
        return Ok(Value::Open(Why::Unspecified));
    }
    let places = usize::try_from(precision.min(MOST_DIGITS)).unwrap_or(0);
    let shortest = rounded(&format!("{}", number.value), places, *mode);
    let exact = rounded(&format!("{:.1074}", number.value), places, *mode);
    Ok(match (shortest, exact) {
        (Some(one), Some(other)) if one.to_bits() == other.to_bits() => Value::Float(one),
        _ => Value::Open(Why::Rounding),
    })
}

/// The number that a decimal text is rounded to.
fn rounded(text: &str, places: usize, mode: Mode) -> Option<f64> {
    let (sign, digits) = text.strip_prefix('-').map_or(("", text), |digits| ("-", digits));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let kept = fraction.get(..places.min(fraction.len()))?;
    let cut = fraction.get(kept.len()..)?;
    let mut all: Vec<u8> = whole.bytes().chain(kept.bytes()).collect();
    let odd = all.last().is_some_and(|digit| digit % 2 == 1);
    let some = cut.bytes().any(|digit| digit != b'0');
    let half = cut.trim_end_matches('0').cmp("5");
    if mode(Cut { negative: !sign.is_empty(), odd, half, some }) {
        increase(&mut all);
    }
    let place = all.len() - kept.len();
    let (whole, fraction) = all.split_at(place);
    let shown = |digits: &[u8]| String::from_utf8_lossy(digits).into_owned();
    format!("{sign}{}.{}0", shown(whole), shown(fraction)).parse().ok()
}

/// Adds one in the last place.
fn increase(digits: &mut Vec<u8>) {
    for digit in digits.iter_mut().rev() {
        if *digit < b'9' {
            *digit += 1;
            return;
        }
        *digit = b'0';
    }
    digits.insert(0, b'1');
}
