//! Numerals: the lexical forms of the numeric types (XSD 1.1 part 2, 3.3), read and written.
//!
//! Rust's own parsers take more than XSD does (`inf`, `1_0`, a sign alone), so the form is checked before they read.

use bigdecimal::num_bigint::BigInt;
use bigdecimal::{BigDecimal, Zero};

fn digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn unsigned(text: &str) -> &str {
    text.strip_prefix(['+', '-']).unwrap_or(text)
}

/// Numbers of more digits have no value: reading them takes time that grows faster than their length.
const MAX_DIGITS: usize = 10_000;

/// The value of an `xsd:integer`.
pub(super) fn integer(lexical: &str) -> Option<BigInt> {
    if !digits(unsigned(lexical)) || lexical.len() > MAX_DIGITS {
        return None;
    }
    match lexical.parse::<i64>() {
        Ok(small) => Some(small.into()),
        Err(_) => lexical.trim_start_matches('+').parse().ok(),
    }
}

/// Whether the text is digits with at most one point among or around them.
fn is_point_number(text: &str) -> bool {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let plain = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    plain(whole) && plain(fraction) && !(whole.is_empty() && fraction.is_empty())
}

/// The value of an `xsd:decimal`.
pub(super) fn decimal(lexical: &str) -> Option<BigDecimal> {
    let number = unsigned(lexical);
    if !is_point_number(number) || lexical.len() > MAX_DIGITS {
        return None;
    }
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let digits: BigInt = format!("{whole}{fraction}").parse().ok()?;
    let scale = i64::try_from(fraction.len()).ok()?;
    let digits = if lexical.starts_with('-') { -digits } else { digits };
    Some(BigDecimal::new(digits, scale))
}

/// The form in which Rust reads what is in the lexical space of `xsd:double` and `xsd:float`.
fn machine_form(lexical: &str) -> Option<&str> {
    match lexical {
        "INF" | "+INF" => return Some("inf"),
        "-INF" => return Some("-inf"),
        "NaN" => return Some("NaN"),
        _ => {}
    }
    let number = unsigned(lexical);
    let (mantissa, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    (is_point_number(mantissa) && digits(unsigned(exponent))).then_some(lexical)
}

/// The value of an `xsd:double`.
pub(super) fn double(lexical: &str) -> Option<f64> {
    machine_form(lexical)?.parse().ok()
}

/// The value of an `xsd:float`.
pub(super) fn float(lexical: &str) -> Option<f32> {
    machine_form(lexical)?.parse().ok()
}

/// The canonical form of a decimal: without trailing zeros, without a point when it is whole.
pub(super) fn decimal_lexical(value: &BigDecimal) -> String {
    if value.is_zero() { "0".to_owned() } else { value.normalized().to_plain_string() }
}

/// The forms of infinities and NaN.
pub(super) fn special(value: f64) -> Option<String> {
    let text = match value {
        _ if value.is_nan() => "NaN",
        f64::INFINITY => "INF",
        f64::NEG_INFINITY => "-INF",
        _ => return None,
    };
    Some(text.to_owned())
}

/// XSD wants a digit after the point where Rust writes none.
pub(super) fn scientific(text: String) -> String {
    match text.split_once('E') {
        Some((mantissa, exponent)) if !mantissa.contains('.') => format!("{mantissa}.0E{exponent}"),
        _ => text,
    }
}
