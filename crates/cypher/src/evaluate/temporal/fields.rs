//! The entries of a map that describes a temporal value.

use super::{Instant, Made, Wrong, unspecified};
use crate::evaluate::value::{Map, Value};

/// Entries of which each has a known key and a value that is known.
pub(super) struct Fields<'m>(&'m Map);

impl<'m> Fields<'m> {
    /// Null, what is open, and keys that the proposal does not have are treated in many ways.
    pub(super) fn new(map: &'m Map, known: &[&str]) -> Made<Self> {
        let odd = |value: &Value| matches!(value, Value::Null | Value::Open(_) | Value::Near(_));
        if map.entries().iter().any(|(key, value)| !known.contains(&&**key) || odd(value)) {
            return unspecified();
        }
        Ok(Self(map))
    }

    /// All keys.
    pub(super) fn keys(&self) -> impl Iterator<Item = &'m str> {
        self.0.entries().iter().map(|(key, _)| &**key)
    }

    /// The value of a key.
    pub(super) fn get(&self, key: &str) -> Option<&'m Value> {
        self.0.entries().iter().find(|(known, _)| **known == *key).map(|(_, value)| value)
    }

    /// Whether one of the keys is there.
    pub(super) fn has(&self, keys: &[&str]) -> bool {
        self.keys().any(|key| keys.contains(&key))
    }

    fn of_type<T>(&self, key: &str, wanted: &str, read: impl Fn(&'m Value) -> Option<T>) -> Made<Option<T>> {
        let read = |value| read(value).ok_or_else(|| Wrong::Type(format!("{key} must be {wanted}")));
        self.get(key).map(read).transpose()
    }

    /// An integer.
    pub(super) fn integer(&self, key: &str) -> Made<Option<i64>> {
        self.of_type(key, "an integer", |value| match value {
            Value::Integer(number) => Some(*number),
            _ => None,
        })
    }

    /// A string.
    pub(super) fn text(&self, key: &str) -> Made<Option<&'m str>> {
        self.of_type(key, "a string", |value| match value {
            Value::String(text) => Some(&**text),
            _ => None,
        })
    }

    /// A point in time.
    pub(super) fn instant(&self, key: &str) -> Made<Option<&'m Instant>> {
        self.of_type(key, "a date or time", |value| match value {
            Value::Instant(instant) => Some(&**instant),
            _ => None,
        })
    }
}
