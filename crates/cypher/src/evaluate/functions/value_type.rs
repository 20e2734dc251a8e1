//! `valueType(x)`: the type of a value as a text (Cypher Manual 5, valueType).

use super::argument;
use crate::ast::ValueType;
use crate::evaluate::context::{Context, Outcome};
use crate::evaluate::taint::Why;
use crate::evaluate::temporal::Kind;
use crate::evaluate::value::Value;

/// The name of a simple value's type; of lists and of what is open there is none.
pub(in crate::evaluate) fn name(value: &Value) -> Option<&'static str> {
    let simple = match value {
        Value::Null => ValueType::Null,
        Value::Bool(_) => ValueType::Boolean,
        Value::String(_) => ValueType::String,
        Value::Integer(_) => ValueType::Integer,
        Value::Float(_) | Value::Near(_) => ValueType::Float,
        Value::Instant(instant) => match instant.kind() {
            Kind::Date => ValueType::Date,
            Kind::LocalTime => ValueType::LocalTime,
            Kind::Time => ValueType::ZonedTime,
            Kind::LocalDateTime => ValueType::LocalDatetime,
            Kind::DateTime => ValueType::ZonedDatetime,
        },
        Value::Duration(_) => ValueType::Duration,
        Value::Point(_) => ValueType::Point,
        Value::Node(_) => ValueType::Node,
        Value::Relationship(_) => ValueType::Relationship,
        Value::Map(_) => ValueType::Map,
        Value::Path(_) => ValueType::Path,
        Value::List(_) | Value::Open(_) | Value::Other(_) => return None,
    };
    Some(simple.name())
}

pub(super) fn value_type(_: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    Ok(text(argument(arguments, 0)).map_or(Value::Open(Why::Unspecified), |text| Value::string(&text)))
}

/// The text of a type. How a list of lists of several types is written is not said.
fn text(value: &Value) -> Option<String> {
    let Value::List(list) = value else {
        let name = name(value)?;
        return Some(if value.is_null() { name.to_owned() } else { format!("{name} NOT NULL") });
    };
    let mut inner: Vec<String> = Vec::new();
    let nullable = list.items().iter().any(Value::is_null);
    for item in list.items().iter().filter(|item| !item.is_null()) {
        let text = text(item)?;
        if !inner.contains(&text) {
            inner.push(text);
        }
    }
    if inner.len() > 1 && inner.iter().any(|text| text.starts_with("LIST")) {
        return None;
    }
    let rank = |text: &String| {
        let plain = text.strip_suffix(" NOT NULL").unwrap_or(text);
        ValueType::SIMPLE.iter().position(|(name, _)| *name == plain)
    };
    inner.sort_by_key(rank);
    if nullable {
        let bare = |text: &String| text.strip_suffix(" NOT NULL").unwrap_or(text).to_owned();
        inner = inner.iter().map(bare).collect();
    }
    let element = match (inner.is_empty(), nullable) {
        (true, true) => "NULL".to_owned(),
        (true, false) => "NOTHING".to_owned(),
        _ => inner.join(" | "),
    };
    Some(format!("LIST<{element}> NOT NULL"))
}
