//! Numbers: the four numeric types of SPARQL (17.1), their lexical forms, promotion and arithmetic.
//!
//! Integers and decimals are exact and unbounded, floats and doubles are the machine's: any rounding that the
//! recommendation does not fix is then visible as a loss of exactness and never a silent choice of ours.

use std::cmp::Ordering;

use bigdecimal::num_bigint::BigInt;
use bigdecimal::{BigDecimal, Signed, ToPrimitive, Zero};
use quarrel_case::term::{XSD, XSD_DECIMAL, XSD_DOUBLE, XSD_FLOAT, XSD_INTEGER};

use super::numeral::{decimal, decimal_lexical, double, float, integer, scientific, special};
use super::semantics::Semantics;

/// A numeric value with its type; types derived from `xsd:integer` count as `xsd:integer`.
#[derive(Debug, Clone)]
pub(super) enum Number {
    /// `xsd:integer`
    Integer(BigInt),
    /// `xsd:decimal`
    Decimal(BigDecimal),
    /// `xsd:float`
    Float(f32),
    /// `xsd:double`
    Double(f64),
}

/// A result of arithmetic.
#[derive(Debug, Clone)]
pub(super) struct Computed {
    /// The value, or the nearest that was found.
    pub(super) number: Number,
    /// Whether every implementation must come to the same value.
    pub(super) exact: bool,
}

/// The operators of arithmetic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operation {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
}

/// Digits after the point that a decimal surely keeps (XSD 1.1 part 2, 5.4 and the functions' 4.2).
const SURE_DIGITS: i64 = 18;
/// Digits to which a decimal quotient that does not end is computed.
const QUOTIENT_DIGITS: i64 = 40;

/// The types derived from `xsd:integer` and their bounds (XSD 1.1 part 2, 3.4).
const DERIVED: &[(&str, i128, i128)] = &[
    ("long", i64::MIN as i128, i64::MAX as i128),
    ("int", i32::MIN as i128, i32::MAX as i128),
    ("short", i16::MIN as i128, i16::MAX as i128),
    ("byte", i8::MIN as i128, i8::MAX as i128),
    ("unsignedLong", 0, u64::MAX as i128),
    ("unsignedInt", 0, u32::MAX as i128),
    ("unsignedShort", 0, u16::MAX as i128),
    ("unsignedByte", 0, u8::MAX as i128),
    ("nonNegativeInteger", 0, i128::MAX),
    ("positiveInteger", 1, i128::MAX),
    ("nonPositiveInteger", i128::MIN, 0),
    ("negativeInteger", i128::MIN, -1),
];

/// Whether a datatype is numeric (17.1), with the types derived from `xsd:integer`.
pub(super) fn is_numeric(datatype: &str) -> bool {
    matches!(datatype, XSD_INTEGER | XSD_DECIMAL | XSD_FLOAT | XSD_DOUBLE) || derived(datatype).is_some()
}

fn derived(datatype: &str) -> Option<&'static (&'static str, i128, i128)> {
    let name = datatype.strip_prefix(XSD)?;
    DERIVED.iter().find(|(derived, ..)| *derived == name)
}

impl Operation {
    /// The operator as it is written.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
        }
    }
}

impl Number {
    /// The value of a lexical form of a numeric datatype; none when the form is not in its lexical space or the
    /// value not in its range.
    pub(super) fn parse(lexical: &str, datatype: &str, semantics: Semantics) -> Option<Self> {
        match datatype {
            XSD_INTEGER => integer(lexical).map(Self::Integer)?.within(semantics),
            XSD_DECIMAL => decimal(lexical).map(Self::Decimal)?.within(semantics),
            XSD_DOUBLE => double(lexical).map(Self::Double),
            XSD_FLOAT => float(lexical).map(Self::Float),
            _ => {
                let (_, least, most) = derived(datatype)?;
                let value = integer(lexical)?;
                let in_range = semantics.canonical_literals || within_bounds(&value, *least, *most);
                Self::Integer(value).within(semantics).filter(|_| in_range)
            }
        }
    }

    /// The number, unless it is beyond what the profile's engines hold.
    pub(super) fn within(self, semantics: Semantics) -> Option<Self> {
        let fits = match &self {
            Self::Integer(value) if semantics.small_integers => value.to_i64().is_some(),
            Self::Decimal(value) if semantics.small_decimals => fits_128_bits(value),
            _ => true,
        };
        fits.then_some(self)
    }

    /// An integer.
    pub(super) fn integer(value: impl Into<BigInt>) -> Self {
        Self::Integer(value.into())
    }

    /// The datatype's IRI.
    pub(super) fn datatype(&self) -> &'static str {
        match self {
            Self::Integer(_) => XSD_INTEGER,
            Self::Decimal(_) => XSD_DECIMAL,
            Self::Float(_) => XSD_FLOAT,
            Self::Double(_) => XSD_DOUBLE,
        }
    }

    /// The canonical lexical form (XSD 1.1 part 2); `plain` writes floats and doubles without an exponent.
    pub(super) fn lexical(&self, plain: bool) -> String {
        match self {
            Self::Integer(value) => value.to_string(),
            Self::Decimal(value) => decimal_lexical(value),
            Self::Float(value) if plain && value.is_finite() => value.to_string(),
            Self::Double(value) if plain && value.is_finite() => value.to_string(),
            Self::Float(value) => {
                special(f64::from(*value)).unwrap_or_else(|| scientific(format!("{value:E}")))
            }
            Self::Double(value) => special(*value).unwrap_or_else(|| scientific(format!("{value:E}"))),
        }
    }

    /// Whether it counts as true (17.2.2).
    pub(super) fn is_true(&self) -> bool {
        match self {
            Self::Integer(value) => !value.is_zero(),
            Self::Decimal(value) => !value.is_zero(),
            Self::Float(value) => *value != 0.0 && !value.is_nan(),
            Self::Double(value) => *value != 0.0 && !value.is_nan(),
        }
    }

    /// Whether every implementation writes the value the same way: an integer, NaN and the infinities.
    pub(super) fn has_one_form(&self) -> bool {
        match self {
            Self::Integer(_) => true,
            Self::Decimal(_) => false,
            Self::Float(value) => !value.is_finite(),
            Self::Double(value) => !value.is_finite(),
        }
    }

    pub(super) fn is_nan(&self) -> bool {
        match self {
            Self::Integer(_) | Self::Decimal(_) => false,
            Self::Float(value) => value.is_nan(),
            Self::Double(value) => value.is_nan(),
        }
    }

    /// About how many bits it takes.
    pub(super) fn bits(&self) -> u64 {
        match self {
            Self::Integer(value) => value.bits(),
            Self::Decimal(value) => value.as_bigint_and_scale().0.bits(),
            Self::Float(_) | Self::Double(_) => u64::from(f64::MANTISSA_DIGITS),
        }
    }

    /// Promoted to `xsd:double`; the nearest one.
    pub(super) fn to_double(&self) -> f64 {
        match self {
            Self::Integer(value) => match value.to_i64() {
                // Below 2^53 the conversion is exact.
                Some(small) if small.unsigned_abs() < 1 << 53 => small as f64,
                _ => value.to_string().parse().unwrap_or(f64::NAN),
            },
            Self::Decimal(value) => decimal_lexical(value).parse().unwrap_or(f64::NAN),
            Self::Float(value) => f64::from(*value),
            Self::Double(value) => *value,
        }
    }

    /// Promoted to `xsd:float`; the nearest one.
    pub(super) fn to_float(&self) -> f32 {
        match self {
            Self::Integer(value) => value.to_string().parse().unwrap_or(f32::NAN),
            Self::Decimal(value) => decimal_lexical(value).parse().unwrap_or(f32::NAN),
            Self::Float(value) => *value,
            Self::Double(value) => *value as f32,
        }
    }

    /// The exact value; none for infinities and NaN.
    pub(super) fn to_decimal(&self) -> Option<BigDecimal> {
        match self {
            Self::Integer(value) => Some(BigDecimal::from(value.clone())),
            Self::Decimal(value) => Some(value.clone()),
            Self::Float(value) => BigDecimal::try_from(*value).ok(),
            Self::Double(value) => BigDecimal::try_from(*value).ok(),
        }
    }

    /// How the operators `=` and `<` see two numbers: promoted to the wider type (17.3); none with NaN.
    pub(super) fn compare(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Integer(left), Self::Integer(right)) => Some(left.cmp(right)),
            (Self::Double(_), _) | (_, Self::Double(_)) => self.to_double().partial_cmp(&other.to_double()),
            (Self::Float(_), _) | (_, Self::Float(_)) => self.to_float().partial_cmp(&other.to_float()),
            _ => Some(self.to_decimal()?.cmp(&other.to_decimal()?)),
        }
    }

    /// Arithmetic on two numbers promoted to one type (17.3).
    pub(super) fn apply(
        operation: Operation,
        left: &Self,
        right: &Self,
        semantics: Semantics,
    ) -> Result<Computed, &'static str> {
        let number = match (left, right) {
            (Self::Double(_), _) | (_, Self::Double(_)) => {
                Self::Double(machine(operation, left.to_double(), right.to_double()))
            }
            (Self::Float(_), _) | (_, Self::Float(_)) => {
                Self::Float(machine(operation, left.to_float(), right.to_float()))
            }
            (Self::Integer(left), Self::Integer(right)) if operation != Operation::Divide => {
                Self::Integer(machine(operation, left.clone(), right.clone()))
            }
            _ => {
                let operands = left.to_decimal().zip(right.to_decimal());
                let (left, right) = operands.ok_or("not a finite number")?;
                return exact(operation, &left, &right, semantics);
            }
        };
        let number = number.within(semantics).ok_or("the result is out of range")?;
        Ok(Computed { number, exact: true })
    }

    /// `-A`
    pub(super) fn negate(&self, semantics: Semantics) -> Result<Self, &'static str> {
        let number = match self {
            Self::Integer(value) => Self::Integer(-value),
            Self::Decimal(value) => Self::Decimal(-value),
            Self::Float(value) => Self::Float(-value),
            Self::Double(value) => Self::Double(-value),
        };
        number.within(semantics).ok_or("the result is out of range")
    }

    /// ABS (17.4.4.1)
    pub(super) fn abs(&self, semantics: Semantics) -> Result<Self, &'static str> {
        let number = match self {
            Self::Integer(value) => Self::Integer(value.abs()),
            Self::Decimal(value) => Self::Decimal(value.abs()),
            Self::Float(value) => Self::Float(value.abs()),
            Self::Double(value) => Self::Double(value.abs()),
        };
        number.within(semantics).ok_or("the result is out of range")
    }

    /// CEIL (17.4.4.3)
    pub(super) fn ceil(&self) -> Self {
        match self {
            Self::Integer(_) => self.clone(),
            Self::Decimal(value) => Self::Decimal(-floor(&-value)),
            Self::Float(value) => Self::Float(value.ceil()),
            Self::Double(value) => Self::Double(value.ceil()),
        }
    }

    /// FLOOR (17.4.4.4)
    pub(super) fn floor(&self) -> Self {
        match self {
            Self::Integer(_) => self.clone(),
            Self::Decimal(value) => Self::Decimal(floor(value)),
            Self::Float(value) => Self::Float(value.floor()),
            Self::Double(value) => Self::Double(value.floor()),
        }
    }

    /// ROUND (17.4.4.2): to the nearest integer, of two towards positive infinity.
    pub(super) fn round(&self) -> Self {
        match self {
            Self::Integer(_) => self.clone(),
            Self::Decimal(value) => Self::Decimal(floor(&(value + BigDecimal::new(5.into(), 1)))),
            Self::Float(value) => Self::Float(round_double(f64::from(*value)) as f32),
            Self::Double(value) => Self::Double(round_double(*value)),
        }
    }

    /// The cast to a numeric datatype (17.5, XPath functions 17.1.3); none for another datatype.
    pub(super) fn cast(
        &self,
        datatype: &str,
        semantics: Semantics,
    ) -> Option<Result<Computed, &'static str>> {
        let finite = || self.to_decimal().ok_or("not a finite number");
        let number = match datatype {
            XSD_DOUBLE => Ok(Self::Double(self.to_double())),
            XSD_FLOAT => Ok(Self::Float(self.to_float())),
            XSD_DECIMAL => finite().map(Self::Decimal),
            XSD_INTEGER => finite().map(|value| Self::Integer(truncated(&value))),
            _ => return None,
        };
        let limited = |number: Self| {
            // What is a decimal already was not rounded when it was read.
            let exact = number.has_sure_digits() || matches!(self, Self::Decimal(_));
            let number = if exact { number } else { number.cut() };
            let number = number.within(semantics).ok_or("the value is out of range")?;
            Ok(Computed { number, exact })
        };
        Some(number.and_then(limited))
    }

    /// Whether no implementation has to round it.
    fn has_sure_digits(&self) -> bool {
        match self {
            Self::Decimal(value) => value.normalized().fractional_digit_count() <= SURE_DIGITS,
            _ => true,
        }
    }

    /// The same with no more digits than an implementation is sure to have.
    fn cut(self) -> Self {
        match self {
            Self::Decimal(value) => Self::Decimal(value.with_scale(SURE_DIGITS)),
            number => number,
        }
    }
}

/// Arithmetic that the type itself does: IEEE 754 for floats and doubles (division by zero included).
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

/// Decimal arithmetic. A result of more digits than an implementation must have is not exact.
fn exact(
    operation: Operation,
    left: &BigDecimal,
    right: &BigDecimal,
    semantics: Semantics,
) -> Result<Computed, &'static str> {
    let value = match operation {
        Operation::Add => left + right,
        Operation::Subtract => left - right,
        Operation::Multiply => left * right,
        Operation::Divide if right.is_zero() => return Err("division by zero"),
        Operation::Divide => quotient(left, right),
    };
    let number = Number::Decimal(value);
    let exact = number.has_sure_digits();
    let number = if exact { number } else { number.cut() };
    let number = number.within(semantics).ok_or("the result is out of range")?;
    Ok(Computed { number, exact })
}

/// The quotient, exact if it has no more than [`QUOTIENT_DIGITS`] digits after the point, else cut there.
fn quotient(left: &BigDecimal, right: &BigDecimal) -> BigDecimal {
    let (above, above_scale) = left.as_bigint_and_exponent();
    let (below, below_scale) = right.as_bigint_and_exponent();
    // (a / 10^s) / (b / 10^t) = a * 10^(t - s) / b, taken to a fixed number of digits.
    let shift = below_scale - above_scale + QUOTIENT_DIGITS;
    let ten = BigInt::from(10);
    let power = |exponent: i64| ten.pow(u32::try_from(exponent).unwrap_or(0));
    let digits = if shift >= 0 { above * power(shift) / below } else { above / (below * power(-shift)) };
    BigDecimal::new(digits, QUOTIENT_DIGITS).normalized()
}

fn floor(value: &BigDecimal) -> BigDecimal {
    let cut = truncated(value);
    let cut = BigDecimal::from(cut);
    if &cut > value { cut - BigDecimal::from(1) } else { cut }
}

/// The integer part.
pub(super) fn truncated(value: &BigDecimal) -> BigInt {
    value.with_scale(0).into_bigint_and_exponent().0
}

fn round_double(value: f64) -> f64 {
    if value.fract() == 0.0 || !value.is_finite() {
        return value;
    }
    let below = value.floor();
    let rounded = if value - below < 0.5 { below } else { below + 1.0 };
    // Minus a half and what is above it, below zero, round to negative zero.
    if rounded == 0.0 && value < 0.0 { -0.0 } else { rounded }
}

fn within_bounds(value: &BigInt, least: i128, most: i128) -> bool {
    let above = least == i128::MIN || *value >= BigInt::from(least);
    above && (most == i128::MAX || *value <= BigInt::from(most))
}

/// Whether a decimal fits a 128-bit integer that counts units of 10^-18.
fn fits_128_bits(value: &BigDecimal) -> bool {
    let value = value.normalized();
    value.fractional_digit_count() <= SURE_DIGITS
        && value.with_scale(SURE_DIGITS).into_bigint_and_exponent().0.to_i128().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarrel_case::profile::Profile;

    fn standard() -> Semantics {
        Semantics::new(&Profile::default()).unwrap()
    }

    fn number(text: &str) -> Number {
        let (lexical, datatype) = text.split_once('^').unwrap_or((text, "integer"));
        Number::parse(lexical, &format!("{XSD}{datatype}"), standard()).expect(text)
    }

    fn shown(number: &Number) -> String {
        format!("{}^{}", number.lexical(false), number.datatype().trim_start_matches(XSD))
    }

    #[test]
    fn computed_numbers_have_the_canonical_form_of_their_type() {
        for (given, canonical) in [
            ("+01", "1^integer"),
            ("-0", "0^integer"),
            ("7^byte", "7^integer"),
            ("01.50^decimal", "1.5^decimal"),
            ("-.5^decimal", "-0.5^decimal"),
            ("2.^decimal", "2^decimal"),
            ("100.0^decimal", "100^decimal"),
            ("1^double", "1.0E0^double"),
            ("1e300^double", "1.0E300^double"),
            (".00015^double", "1.5E-4^double"),
            ("-0.0^double", "-0.0E0^double"),
            ("0.1^float", "1.0E-1^float"),
            ("16777217^float", "1.6777216E7^float"),
            ("+INF^double", "INF^double"),
            ("1e400^double", "INF^double"),
            ("NaN^float", "NaN^float"),
        ] {
            assert_eq!(shown(&number(given)), canonical, "{given}");
        }
    }

    #[test]
    fn what_is_not_in_the_lexical_space_or_out_of_range_is_no_number() {
        for (lexical, datatype) in [
            ("", "integer"),
            (" 1", "integer"),
            ("1.0", "integer"),
            ("--1", "integer"),
            ("+-1", "integer"),
            ("300", "byte"),
            ("-1", "unsignedLong"),
            ("0", "positiveInteger"),
            ("1e0", "decimal"),
            (".", "decimal"),
            ("inf", "double"),
            ("e5", "double"),
            ("1e", "double"),
            ("1_0", "double"),
        ] {
            let value = Number::parse(lexical, &format!("{XSD}{datatype}"), standard());
            assert!(value.is_none(), "{lexical} {datatype}");
        }
    }

    #[test]
    fn arithmetic_promotes_to_the_wider_type() {
        use Operation::{Add, Divide, Multiply, Subtract};
        for (left, operation, right, result) in [
            ("1", Add, "2", "3^integer"),
            ("9223372036854775807", Add, "1", "9223372036854775808^integer"),
            ("1", Subtract, "0.50^decimal", "0.5^decimal"),
            ("3", Divide, "2", "1.5^decimal"),
            ("4", Divide, "2", "2^decimal"),
            ("1.5^float", Multiply, "2", "3.0E0^float"),
            ("1.5^float", Multiply, "2^double", "3.0E0^double"),
            ("1^double", Divide, "0", "INF^double"),
        ] {
            let computed = Number::apply(operation, &number(left), &number(right), standard()).unwrap();
            assert_eq!((shown(&computed.number), computed.exact), (result.to_owned(), true));
        }
        let third = Number::apply(Divide, &number("1"), &number("3"), standard()).unwrap();
        assert_eq!((shown(&third.number), third.exact), ("0.333333333333333333^decimal".to_owned(), false));
        assert!(Number::apply(Divide, &number("1"), &number("0"), standard()).is_err());
        assert!(Number::apply(Divide, &number("1^decimal"), &number("0.0^decimal"), standard()).is_err());
    }

    #[test]
    fn comparison_promotes_and_loses_what_the_wider_type_cannot_hold() {
        use Ordering::{Equal, Greater, Less};
        for (left, right, order) in [
            ("1", "1.0^decimal", Some(Equal)),
            ("0.1^float", "0.1^double", Some(Greater)),
            ("0.1^decimal", "0.1^float", Some(Equal)),
            ("9007199254740993", "9007199254740992^double", Some(Equal)),
            ("9007199254740993", "9007199254740992^decimal", Some(Greater)),
            ("-0.0^double", "0", Some(Equal)),
            ("1", "INF^double", Some(Less)),
            ("NaN^double", "NaN^double", None),
        ] {
            assert_eq!(number(left).compare(&number(right)), order, "{left} {right}");
        }
    }

    #[test]
    fn rounding_keeps_the_type_and_goes_up_from_the_middle() {
        for (given, ceil, floor, round) in [
            ("-1.5^decimal", "-1^decimal", "-2^decimal", "-1^decimal"),
            ("2.5^decimal", "3^decimal", "2^decimal", "3^decimal"),
            ("-1^decimal", "-1^decimal", "-1^decimal", "-1^decimal"),
            ("-2.5^double", "-2.0E0^double", "-3.0E0^double", "-2.0E0^double"),
            ("-0.2^double", "-0.0E0^double", "-1.0E0^double", "-0.0E0^double"),
            ("0.49999999999999994^double", "1.0E0^double", "0.0E0^double", "0.0E0^double"),
            ("7", "7^integer", "7^integer", "7^integer"),
            ("NaN^float", "NaN^float", "NaN^float", "NaN^float"),
        ] {
            let number = number(given);
            let all = [number.ceil(), number.floor(), number.round()].map(|number| shown(&number));
            assert_eq!(all, [ceil, floor, round].map(str::to_owned), "{given}");
        }
    }

    #[test]
    fn casts_between_numbers_truncate_and_round_as_xpath_does() {
        for (given, datatype, result) in [
            ("-1.9^decimal", XSD_INTEGER, Some("-1^integer")),
            ("1.5e2^double", XSD_INTEGER, Some("150^integer")),
            ("0.5^double", XSD_DECIMAL, Some("0.5^decimal")),
            ("1", XSD_DOUBLE, Some("1.0E0^double")),
            ("NaN^double", XSD_INTEGER, None),
            ("INF^float", XSD_DECIMAL, None),
        ] {
            let cast = number(given).cast(datatype, standard()).unwrap();
            assert_eq!(
                cast.ok().map(|computed| shown(&computed.number)),
                result.map(str::to_owned),
                "{given}"
            );
        }
        assert!(!number("0.1^double").cast(XSD_DECIMAL, standard()).unwrap().unwrap().exact);
    }
}
