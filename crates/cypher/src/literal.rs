//! Values as expressions that give them.

use quarrel_case::value::{Atom, Value};

use crate::ast::{Expression, Literal};
use crate::print::{self, Spelling};

/// The literal of a value in the standard's spelling.
pub(crate) fn literal(value: &Value) -> Option<String> {
    constant(value).map(|constant| print::expression(&constant, &Spelling::default()))
}

/// The expression that gives a value. The printer writes NaN and the infinities as divisions.
pub(crate) fn constant(value: &Value) -> Option<Expression> {
    let literal = match value {
        Value::Null => Literal::Null,
        Value::Bool(flag) => Literal::Boolean(*flag),
        Value::Int(number) => Literal::Integer(*number),
        Value::Float(number) => Literal::Float(*number),
        Value::String(text) => Literal::String(text.clone()),
        Value::List(items) => return items.iter().map(constant).collect::<Option<_>>().map(Expression::List),
        Value::Map(entries) => {
            let entry = |(key, value): &(Value, Value)| match key {
                Value::String(key) => Some((key.clone(), constant(value)?)),
                _ => None,
            };
            return entries.iter().map(entry).collect::<Option<_>>().map(Expression::Map);
        }
        Value::Atom(kind, text) => {
            return made(maker(*kind)?, Expression::Literal(Literal::String(text.clone())));
        }
        Value::Duration([months, days, seconds, nanoseconds]) => {
            let parts =
                [months, days, seconds, nanoseconds].map(|part| Expression::Literal(Literal::Integer(*part)));
            let keys = ["months", "days", "seconds", "nanoseconds"].map(str::to_owned);
            return made("duration", Expression::Map(keys.into_iter().zip(parts).collect()));
        }
        _ => return None,
    };
    Some(Expression::Literal(literal))
}

/// What a function makes of one argument.
fn made(function: &str, argument: Expression) -> Option<Expression> {
    Some(Expression::Function { name: function.to_owned(), distinct: false, arguments: vec![argument] })
}

/// The function that reads a text of such a value.
fn maker(kind: Atom) -> Option<&'static str> {
    Some(match kind {
        Atom::Date => "date",
        Atom::Time => "time",
        Atom::LocalTime => "localtime",
        Atom::DateTime => "datetime",
        Atom::LocalDateTime => "localdatetime",
        _ => return None,
    })
}
