//! The forms of numbers: decimal, hexadecimal and octal integers, and floats, perhaps with underscores.

use super::lexer::{Kind, continues_name};

/// 2^63: the greatest magnitude of an integer, which only a minus sign before it makes possible.
const GREATEST_MAGNITUDE: u64 = 1 << 63;

const INVALID: Kind<'static> = Kind::BadNumber("InvalidNumberLiteral", "this number is malformed");

/// The detail and the message of an integer beyond 64 bits.
pub(super) const INTEGER_OVERFLOW: (&str, &str) =
    ("IntegerOverflow", "this integer does not fit into 64 bits");

/// Reads the number at the start of a text that begins with a digit, or with a point and a digit. Gives the
/// token and its length. A second point ends it, so that `1..2` is a range.
pub(super) fn read<'t>(text: &'t str) -> (Kind<'t>, usize) {
    let length = length(text);
    let literal = text.get(..length).unwrap_or_default();
    (kind(literal), length)
}

/// How far the number reaches, letters that make it malformed included.
fn length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let digits_from = |mut at: usize| {
        while digit(at) || bytes.get(at) == Some(&b'_') && digit(at + 1) {
            at += 1;
        }
        at
    };
    let mut end = digits_from(0);
    if bytes.get(end) == Some(&b'.') && digit(end + 1) {
        end = digits_from(end + 1);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let signed = matches!(bytes.get(end + 1), Some(b'+' | b'-'));
        let exponent = end + 1 + usize::from(signed);
        if digit(exponent) {
            end = digits_from(exponent);
        }
    }
    let rest = text.get(end..).unwrap_or_default();
    end + rest.find(|character| !continues_name(character)).unwrap_or(rest.len())
}

fn kind<'t>(literal: &str) -> Kind<'t> {
    let mut lower = literal.to_ascii_lowercase();
    if lower.contains('_') {
        if lower.ends_with('_') || lower.contains("__") {
            return INVALID;
        }
        // Between digits it is only for the eye.
        lower.retain(|character| character != '_');
    }
    if let Some(digits) = lower.strip_prefix("0x") {
        integer(digits, 16)
    } else if let Some(digits) = lower.strip_prefix("0o") {
        integer(digits, 8)
    } else if lower.contains(['.', 'e']) {
        float(&lower)
    } else if lower.len() > 1 && lower.starts_with('0') {
        INVALID
    } else {
        integer(&lower, 10)
    }
}

fn integer<'t>(digits: &str, radix: u32) -> Kind<'t> {
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(radix)) {
        return INVALID;
    }
    match u64::from_str_radix(digits, radix) {
        Ok(magnitude) if magnitude <= GREATEST_MAGNITUDE => Kind::Integer(magnitude),
        _ => Kind::BadNumber(INTEGER_OVERFLOW.0, INTEGER_OVERFLOW.1),
    }
}

fn float<'t>(literal: &str) -> Kind<'t> {
    match literal.parse::<f64>() {
        Ok(value) if value.is_finite() => Kind::Float(value),
        Ok(_) => Kind::BadNumber("FloatingPointOverflow", "this number is too great for a float"),
        Err(_) => INVALID,
    }
}
