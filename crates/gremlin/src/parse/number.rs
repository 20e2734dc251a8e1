//! Numbers: the suffix gives the type; without one the smallest of int, long and big integer, and double.

use crate::ast::Literal;

/// The constant of a number as it is written; none when the type has no such number.
pub(super) fn read(text: &str, negative: bool) -> Option<Literal> {
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let suffix = text.get(digits.len()..)?.to_ascii_lowercase();
    let number = format!("{}{digits}", if negative { "-" } else { "" });
    let whole = !number.contains(['.', 'e', 'E']);
    Some(match suffix.as_str() {
        "" if whole => integer(&number),
        "" => Literal::Real(decimal(&number)),
        "d" => Literal::Double(number.parse().ok().filter(|number: &f64| number.is_finite())?),
        "f" => Literal::Float(number.parse().ok().filter(|number: &f32| number.is_finite())?),
        "m" => Literal::BigDecimal(decimal(&number)),
        "g" if !whole => Literal::BigDecimal(decimal(&number)),
        "b" => Literal::Byte(number.parse().ok()?),
        "s" => Literal::Short(number.parse().ok()?),
        "i" => Literal::Int(number.parse().ok()?),
        "l" => Literal::Long(number.parse().ok()?),
        "n" | "g" if whole => Literal::BigInteger(plain(&number)),
        _ => return None,
    })
}

fn integer(number: &str) -> Literal {
    if let Ok(number) = number.parse() {
        Literal::Int(number)
    } else if let Ok(number) = number.parse() {
        Literal::Long(number)
    } else {
        Literal::BigInteger(plain(number))
    }
}

/// Without leading zeros, and without a sign before zero.
fn plain(number: &str) -> String {
    let digits = number.trim_start_matches('-').trim_start_matches('0');
    match (digits.is_empty(), number.starts_with('-')) {
        (true, _) => "0".to_owned(),
        (false, true) => format!("-{digits}"),
        (false, false) => digits.to_owned(),
    }
}

/// With a digit before the point.
fn decimal(number: &str) -> String {
    let (sign, digits) = number.strip_prefix('-').map_or(("", number), |digits| ("-", digits));
    if digits.starts_with('.') { format!("{sign}0{digits}") } else { number.to_owned() }
}
