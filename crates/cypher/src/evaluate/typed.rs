//! Type predicates (Cypher Manual 5, type predicate expressions): whether a value is of a type.
//!
//! Every type holds null but those that say `NOT NULL`, and `NOTHING`, which holds no value. An empty list is of every
//! list type.

use super::temporal::Kind;
use super::truth::Truth;
use super::value::{List, Value};
use crate::ast::ValueType;

/// Whether a value is of a type.
pub(super) fn is_of(value: &Value, wanted: &ValueType) -> Truth {
    match (wanted, value) {
        (ValueType::Any, _) => Truth::True,
        (ValueType::Nothing, _) => Truth::False,
        (_, Value::Open(why)) => Truth::Open(*why),
        (ValueType::NotNull(_), Value::Null) => Truth::False,
        (ValueType::NotNull(inner), _) => is_of(value, inner),
        (ValueType::Union(parts), _) => Truth::any(parts.iter().map(|part| is_of(value, part))),
        (_, Value::Null) => Truth::True,
        (ValueType::List(inner), Value::List(list)) => {
            Truth::all(list.items().iter().map(|item| is_of(item, inner)))
        }
        (ValueType::PropertyValue, Value::List(list)) => is_property_list(list),
        (simple, _) => Truth::of(is_simple(value, simple)),
    }
}

fn is_simple(value: &Value, wanted: &ValueType) -> bool {
    match value {
        Value::Bool(_) => matches!(wanted, ValueType::Boolean | ValueType::PropertyValue),
        Value::Integer(_) => matches!(wanted, ValueType::Integer | ValueType::PropertyValue),
        Value::Float(_) | Value::Near(_) => matches!(wanted, ValueType::Float | ValueType::PropertyValue),
        Value::String(_) => matches!(wanted, ValueType::String | ValueType::PropertyValue),
        Value::Map(_) => *wanted == ValueType::Map,
        Value::Node(_) => *wanted == ValueType::Node,
        Value::Relationship(_) => *wanted == ValueType::Relationship,
        Value::Path(_) => *wanted == ValueType::Path,
        Value::Instant(instant) => match wanted {
            ValueType::PropertyValue => true,
            ValueType::Date => instant.kind() == Kind::Date,
            ValueType::LocalTime => instant.kind() == Kind::LocalTime,
            ValueType::ZonedTime => instant.kind() == Kind::Time,
            ValueType::LocalDatetime => instant.kind() == Kind::LocalDateTime,
            ValueType::ZonedDatetime => instant.kind() == Kind::DateTime,
            _ => false,
        },
        Value::Duration(_) => matches!(wanted, ValueType::Duration | ValueType::PropertyValue),
        Value::Point(_) => matches!(wanted, ValueType::Point | ValueType::PropertyValue),
        Value::Null | Value::List(_) | Value::Open(_) | Value::Other(_) => false,
    }
}

/// A property holds a list of values of one simple type (Cypher Manual 5, property types). Whether one of integers and
/// floats is such a list is not said.
fn is_property_list(list: &List) -> Truth {
    let Some(first) = list.items().first() else { return Truth::True };
    let simple = |item: &Value| {
        !matches!(item, Value::Null | Value::List(_)) && is_simple(item, &ValueType::PropertyValue)
    };
    if let Some(open) = list
        .items()
        .iter()
        .map(|item| is_of(item, &ValueType::Integer))
        .find(|truth| matches!(truth, Truth::Open(_)))
    {
        return open;
    }
    if !list.items().iter().all(simple) {
        return Truth::False;
    }
    let is_number = |item: &Value| matches!(item, Value::Integer(_) | Value::Float(_) | Value::Near(_));
    let name = |item: &Value| super::functions::value_type::name(item);
    if list.items().iter().all(|item| name(item) == name(first)) {
        Truth::True
    } else if list.items().iter().all(is_number) {
        Truth::Open(super::taint::Why::Unspecified)
    } else {
        Truth::False
    }
}
