//! Constants and predicates: values of the data as arguments, and tests that some of them pass.

use super::maker::Maker;
use crate::ast::{Argument, Literal, Predicate, PredicateName, Token};
use crate::evaluate::{Number, Value};

/// The argument that gives a value; none when the language has none.
pub(crate) fn argument(value: &Value) -> Option<Argument> {
    let all = |items: &[Value]| items.iter().map(argument).collect::<Option<Vec<_>>>();
    Some(Argument::Literal(match value {
        Value::Null => Literal::Null,
        Value::Bool(flag) => Literal::Boolean(*flag),
        Value::Number(number) => return number_literal(number).map(Argument::Literal),
        Value::String(text) => Literal::String(text.to_string()),
        Value::Uuid(text) => Literal::Uuid(Some(text.to_string())),
        Value::Moment(moment) => Literal::DateTime(Some(moment.text())),
        Value::List(items) => return all(items).map(Argument::List),
        Value::Set(items) => return all(items).map(Argument::Set),
        Value::Map(entries) => {
            let entry = |(key, value): &(Value, Value)| Some((map_key(key)?, argument(value)?));
            return entries.iter().map(entry).collect::<Option<_>>().map(Argument::Map);
        }
        Value::Token(token) => return Some(Argument::Token(*token)),
        _ => return None,
    }))
}

/// The grammar has no other keys of maps (`mapKey`).
fn map_key(value: &Value) -> Option<Argument> {
    match value {
        Value::Number(Number::Double(number)) if !number.is_finite() => None,
        Value::String(_)
        | Value::Number(_)
        | Value::List(_)
        | Value::Set(_)
        | Value::Map(_)
        | Value::Token(_) => argument(value),
        _ => None,
    }
}

fn number_literal(number: &Number) -> Option<Literal> {
    Some(match number {
        Number::Byte(number) => Literal::Byte(*number),
        Number::Short(number) => Literal::Short(*number),
        Number::Int(number) => Literal::Int(*number),
        Number::Long(number) => Literal::Long(*number),
        Number::Float(number) if number.is_finite() => Literal::Float(*number),
        Number::Float(_) => return None,
        Number::Double(number) if number.is_nan() => Literal::NaN,
        Number::Double(number) if number.is_infinite() => Literal::Infinity { negative: *number < 0.0 },
        Number::Double(number) => Literal::Double(*number),
        Number::Big(number) => Literal::BigInteger(number.to_string()),
        Number::Decimal(number) => Literal::BigDecimal(number.to_plain_string()),
    })
}

/// A whole number.
pub(super) fn int(number: usize) -> Argument {
    Argument::Literal(Literal::Int(i32::try_from(number).unwrap_or(i32::MAX)))
}

/// A whole number of 64 bits, as counts are written.
pub(super) fn long(number: usize) -> Argument {
    Argument::Literal(Literal::Long(i64::try_from(number).unwrap_or(i64::MAX)))
}

/// Values that are in no data, and that engines get wrong.
const ODD: &[Literal] = &[
    Literal::Null,
    Literal::NaN,
    Literal::Infinity { negative: false },
    Literal::Infinity { negative: true },
    Literal::Boolean(true),
    Literal::Boolean(false),
    Literal::Int(-1),
    Literal::Int(-4),
    Literal::Int(i32::MAX),
    Literal::Long(i64::MIN),
    Literal::Byte(1),
    Literal::Short(2),
    Literal::Float(0.5),
    Literal::Double(-0.0),
    Literal::Double(29.0),
];

impl Maker<'_, '_> {
    /// A value near these: mostly one of them, sometimes the same number in another type, sometimes another value.
    pub(super) fn value_near(&mut self, values: &[Value]) -> Option<Argument> {
        if self.choices.chance(6) {
            return self.odd();
        }
        let value = self.choices.pick(values).cloned();
        let value = if value.is_none() || self.choices.chance(8) {
            self.choices.pick(&self.data.values).cloned().or(value)
        } else {
            value
        };
        match value? {
            Value::Number(number) if self.choices.chance(20) => self.retyped(&number),
            value => argument(&value),
        }
    }

    /// A value that is in no data.
    pub(super) fn odd(&mut self) -> Option<Argument> {
        match self.choices.below(ODD.len() + 4) {
            0 => Some(Argument::Literal(Literal::BigInteger("2".to_owned()))),
            1 => Some(Argument::Literal(Literal::BigDecimal("0.5".to_owned()))),
            2 => Some(Argument::Literal(Literal::Uuid(Some(
                "6100808b-62f9-42b7-957e-ed66c30f40d1".to_owned(),
            )))),
            3 => Some(self.moment()),
            place => ODD.get(place - 4).cloned().map(Argument::Literal),
        }
    }

    /// A date.
    pub(super) fn moment(&mut self) -> Argument {
        let (year, day) = (self.choices.between(1999, 2024), self.choices.between(1, 28));
        Argument::Literal(Literal::DateTime(Some(format!("{year}-02-{day:02}T00:00:00Z"))))
    }

    /// The same number, or nearly, in another type.
    fn retyped(&mut self, number: &Number) -> Option<Argument> {
        #[expect(clippy::cast_precision_loss, reason = "another number does as well")]
        let literal = match number {
            Number::Long(number) if self.choices.chance(60) => {
                i32::try_from(*number).map_or(Literal::Long(*number), Literal::Int)
            }
            Number::Long(number) => Literal::Double(*number as f64),
            Number::Double(number) if number.fract() == 0.0 && number.abs() < 1e6 => {
                Literal::Int(format!("{number:.0}").parse().ok()?)
            }
            // Both as it is written and as it is: most decimal fractions are other numbers with more bits.
            Number::Float(number) if self.choices.chance(60) => {
                Literal::Double(number.to_string().parse().ok()?)
            }
            Number::Float(number) => Literal::Double(f64::from(*number)),
            other => return number_literal(other).map(Argument::Literal),
        };
        Some(Argument::Literal(literal))
    }

    /// A predicate that some of these values are likely to pass.
    pub(super) fn predicate(&mut self, values: &[Value], depth: usize) -> Option<Argument> {
        self.test(values, depth).map(Argument::Predicate)
    }

    /// A value or a predicate.
    pub(super) fn value_or_predicate(&mut self, values: &[Value]) -> Option<Argument> {
        if self.choices.chance(30) { self.value_near(values) } else { self.predicate(values, 2) }
    }

    fn test(&mut self, values: &[Value], depth: usize) -> Option<Predicate> {
        if depth > 0 && self.choices.chance(15) {
            let left = Box::new(self.test(values, depth - 1)?);
            return Some(match self.choices.below(3) {
                0 => Predicate::Not(left),
                1 => Predicate::And(left, Box::new(self.test(values, depth - 1)?)),
                _ => Predicate::Or(left, Box::new(self.test(values, depth - 1)?)),
            });
        }
        // Of what is no text, a predicate of text may be an error.
        let text = !values.is_empty() && values.iter().all(|value| value.text().is_some());
        if text && self.choices.chance(45) {
            return self.text_test(values);
        }
        if self.since(8) && self.choices.chance(4) {
            return self.type_test(values);
        }
        self.plain_test(values)
    }

    fn plain_test(&mut self, values: &[Value]) -> Option<Predicate> {
        use PredicateName as N;
        let name = [
            N::Eq,
            N::Neq,
            N::Lt,
            N::Lte,
            N::Gt,
            N::Gte,
            N::Inside,
            N::Outside,
            N::Between,
            N::Within,
            N::Without,
        ][self.choices.weighted(&[3, 4, 3, 3, 3, 3, 2, 3, 3, 4, 4])];
        let count = match name {
            N::Inside | N::Outside | N::Between => 2,
            N::Within | N::Without => self.choices.weighted(&[1, 4, 4, 2]),
            _ => 1,
        };
        let mut arguments: Vec<Argument> = (0..count).filter_map(|_| self.value_near(values)).collect();
        if arguments.len() != count {
            return None;
        }
        if matches!(name, N::Within | N::Without) && (count == 0 || self.choices.chance(60)) {
            arguments = vec![Argument::List(arguments)];
        }
        Some(Predicate::Test(name, arguments))
    }

    fn text_test(&mut self, values: &[Value]) -> Option<Predicate> {
        use PredicateName as N;
        const NAMES: [N; 8] = [
            N::StartingWith,
            N::NotStartingWith,
            N::EndingWith,
            N::NotEndingWith,
            N::Containing,
            N::NotContaining,
            N::Regex,
            N::NotRegex,
        ];
        let name = *self.choices.pick(&NAMES)?;
        let part = self.part_of(values);
        let plain = part.chars().all(char::is_alphanumeric);
        if matches!(name, N::Regex | N::NotRegex) && !plain {
            return None;
        }
        let text = match name {
            N::Regex | N::NotRegex => match self.choices.below(3) {
                0 => format!("^{part}"),
                1 => format!("{part}.*"),
                _ => part,
            },
            _ => part,
        };
        Some(Predicate::Test(name, vec![Argument::string(&text)]))
    }

    /// A part of one of these texts.
    pub(super) fn part_of(&mut self, values: &[Value]) -> String {
        let texts: Vec<&str> = values.iter().filter_map(Value::text).collect();
        let letters: Vec<char> =
            self.choices.pick(&texts).map(|text| text.chars().collect()).unwrap_or_default();
        let from = self.choices.below(letters.len());
        let count = self.choices.between(1, 2);
        letters.into_iter().skip(from).take(count).collect()
    }

    fn type_test(&mut self, values: &[Value]) -> Option<Predicate> {
        let token = match self.choices.pick(values)? {
            Value::Number(Number::Long(_)) if self.choices.chance(50) => Token::GTypeLong,
            Value::Number(Number::Double(_)) if self.choices.chance(50) => Token::GTypeDouble,
            Value::Number(_) => Token::GTypeNumber,
            Value::String(_) => Token::GTypeString,
            Value::Bool(_) => Token::GTypeBoolean,
            Value::List(_) => Token::GTypeList,
            _ => Token::GTypeNull,
        };
        Some(Predicate::Test(PredicateName::TypeOf, vec![Argument::Token(token)]))
    }
}
