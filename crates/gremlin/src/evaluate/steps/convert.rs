//! Steps that turn values into numbers, booleans and dates.
//!
//! Semantics: "asBool()", "asDate()", "asNumber()", "dateAdd()", "dateDiff()".

use bigdecimal::BigDecimal;
use bigdecimal::num_bigint::BigInt;

use super::lists::reversed;
use crate::ast::Token;
use crate::evaluate::moment::Moment;
use crate::evaluate::number::{Class, Number};
use crate::evaluate::plan::{Given, Op};
use crate::evaluate::run::Run;
use crate::evaluate::traverser::Traverser;
use crate::evaluate::value::Value;
use crate::evaluate::{Fallible, invalid, raised, unmodelled};

impl Run<'_> {
    /// Steps that make one value of one, by its type.
    pub(super) fn convert(&mut self, op: &Op, traverser: &Traverser) -> Fallible<Vec<Value>> {
        let value = &traverser.value;
        Ok(vec![match op {
            Op::Text { local, what } => self.text_step(what, *local, value)?,
            Op::Concat(parts) => self.concat(parts, traverser)?,
            Op::Format { text, by } => return Ok(self.format(text, by, traverser)?.into_iter().collect()),
            Op::Lists(what, given) => self.list_step(*what, given, traverser)?,
            Op::Conjoin(given) => self.conjoin(given, traverser)?,
            Op::Reverse => {
                if matches!(value, Value::Set(_) | Value::Bulk(_)) && value.is_unordered() {
                    self.leaves_open("the order of a set or of a map");
                }
                reversed(value)
            }
            Op::AsNumber(token) => {
                let token = token.map(|token| self.rules.type_of_numbers(token));
                self.rules.value(as_number(value, token)?)
            }
            Op::AsBool => as_bool(value)?,
            Op::AsDate => Value::Moment(as_date(value)?),
            Op::DateAdd(unit, count) => match value {
                Value::Moment(moment) => {
                    let seconds = count.checked_mul(seconds(*unit)?);
                    let later = seconds.and_then(|seconds| moment.plus(seconds));
                    Value::Moment(later.ok_or_else(|| raised("the date is too far away"))?)
                }
                other => {
                    return Err(raised(format!(
                        "dateAdd() can only take a DateTime, not a {}",
                        other.kind()
                    )));
                }
            },
            Op::DateDiff(given) => self.date_diff(given, traverser)?,
            _ => return Err(unmodelled("a step")),
        }])
    }

    fn date_diff(&mut self, given: &Given, traverser: &Traverser) -> Fallible<Value> {
        let other = match given {
            Given::Value(value) => value.clone(),
            Given::Plan(plan) => self.required(plan, traverser)?,
        };
        let Value::Moment(one) = traverser.value else {
            return Err(raised("dateDiff() can only take a DateTime"));
        };
        let millis = match other {
            Value::Moment(other) => other.millis(),
            Value::Null => 0,
            _ => return Err(raised("dateDiff() can only take a DateTime")),
        };
        let difference = one.millis().saturating_sub(millis);
        let difference = if self.rules.date_diff == 0 { difference } else { difference / 1000 };
        Ok(Value::Number(Number::Long(difference)))
    }
}

fn seconds(unit: Token) -> Fallible<i64> {
    Ok(match unit {
        Token::DTSecond => 1,
        Token::DTMinute => 60,
        Token::DTHour => 3600,
        Token::DTDay => 86_400,
        _ => return Err(invalid("no unit of time")),
    })
}

/// The type of numbers that a token names.
pub(in crate::evaluate) fn numeric(token: Token) -> Fallible<Class> {
    Ok(match token {
        Token::GTypeByte => Class::Byte,
        Token::GTypeShort => Class::Short,
        Token::GTypeInt => Class::Int,
        Token::GTypeLong => Class::Long,
        Token::GTypeBigint => Class::Big,
        Token::GTypeFloat => Class::Float,
        Token::GTypeDouble => Class::Double,
        Token::GTypeBigdecimal => Class::Decimal,
        other => {
            return Err(invalid(format!("asNumber() requires a numeric type token, got {}", other.name())));
        }
    })
}

fn as_number(value: &Value, token: Option<Token>) -> Fallible<Value> {
    let number = match value {
        Value::Null => return Ok(Value::Null),
        Value::Number(number) => number.clone(),
        Value::Moment(moment) => Number::Long(moment.millis()),
        Value::String(text) => {
            parsed(text.trim()).ok_or_else(|| raised(format!("Can't parse string '{text}' as number.")))?
        }
        other => return Err(raised(format!("Can't parse type {} as number.", other.kind()))),
    };
    let Some(token) = token else { return Ok(Value::Number(number)) };
    let cast = number.cast(numeric(token)?);
    let cast = cast.ok_or_else(|| {
        raised(format!(
            "Can't convert number of type {:?} to {} due to overflow.",
            number.class(),
            token.name()
        ))
    })?;
    Ok(Value::Number(cast))
}

/// The smallest type that holds the number exactly; a suffix names one.
fn parsed(text: &str) -> Option<Number> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.starts_with(['-', '+']) {
        return None;
    }
    if let Some(hex) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        return integer(&BigInt::parse_bytes(format!("{sign}{hex}").as_bytes(), 16)?);
    }
    let (digits, suffix) = match digits.char_indices().last() {
        Some((place, letter @ ('l' | 'L' | 'f' | 'F' | 'd' | 'D'))) => (digits.get(..place)?, Some(letter)),
        _ => (digits, None),
    };
    let plain = |letter: char| letter.is_ascii_digit() || ".eE+-".contains(letter);
    if digits.is_empty()
        || !digits.chars().all(plain)
        || !digits.contains(|letter: char| letter.is_ascii_digit())
    {
        return None;
    }
    let text = format!("{sign}{digits}");
    match suffix.map(|letter| letter.to_ascii_lowercase()) {
        Some('l') => return text.parse().ok().map(Number::Long),
        Some('f') => return text.parse().ok().map(Number::Float),
        Some('d') => return text.parse().ok().map(Number::Double),
        _ => {}
    }
    if !digits.contains(['.', 'e', 'E']) {
        return integer(&text.parse().ok()?);
    }
    let exact: BigDecimal = text.parse().ok()?;
    let (single, double): (f32, f64) = (text.parse().ok()?, text.parse().ok()?);
    let same = |shortest: String| shortest.parse::<BigDecimal>().is_ok_and(|number| number == exact);
    if single.is_finite() && same(single.to_string()) {
        Some(Number::Float(single))
    } else if double.is_finite() && same(double.to_string()) {
        Some(Number::Double(double))
    } else {
        Some(Number::Decimal(Box::new(exact)))
    }
}

fn integer(number: &BigInt) -> Option<Number> {
    let number = Number::Big(Box::new(number.clone()));
    number.cast(Class::Int).or_else(|| number.cast(Class::Long)).or(Some(number))
}

fn as_bool(value: &Value) -> Fallible<Value> {
    Ok(Value::Bool(match value {
        Value::Bool(flag) => *flag,
        Value::Number(number) => !number.is_zero() && !number.is_nan(),
        Value::String(text) if text.eq_ignore_ascii_case("true") => true,
        Value::String(text) if text.eq_ignore_ascii_case("false") => false,
        Value::String(text) => return Err(raised(format!("Can't parse '{text}' as Boolean."))),
        other => return Err(raised(format!("Can't parse {} as Boolean.", other.kind()))),
    }))
}

fn as_date(value: &Value) -> Fallible<Moment> {
    let unreadable = |what: &str| raised(format!("Can't parse {what} as OffsetDateTime."));
    match value {
        Value::Moment(moment) => Ok(*moment),
        Value::String(text) => Moment::read(text).ok_or_else(|| unreadable(text)),
        Value::Number(number) => match number.class() {
            Class::Float | Class::Double | Class::Decimal => Err(unreadable("a floating number")),
            _ => {
                number.truncated().map(Moment::from_millis).ok_or_else(|| unreadable("an integer that large"))
            }
        },
        other => Err(unreadable(other.kind())),
    }
}
