//! The types of values, as predicates and constraints name them.

use serde::{Deserialize, Serialize};

/// A type (`ValueType` of GQL). Every type holds null but those that say `NOT NULL`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ValueType {
    /// `ANY`.
    Any,
    /// `NOTHING`: no value at all.
    Nothing,
    /// `NULL`: null alone.
    Null,
    /// `BOOLEAN`.
    Boolean,
    /// `STRING`.
    String,
    /// `INTEGER`.
    Integer,
    /// `FLOAT`.
    Float,
    /// `DATE`.
    Date,
    /// `LOCAL TIME`.
    LocalTime,
    /// `ZONED TIME`.
    ZonedTime,
    /// `LOCAL DATETIME`.
    LocalDatetime,
    /// `ZONED DATETIME`.
    ZonedDatetime,
    /// `DURATION`.
    Duration,
    /// `POINT`.
    Point,
    /// `NODE`.
    Node,
    /// `RELATIONSHIP`.
    Relationship,
    /// `MAP`.
    Map,
    /// `PATH`.
    Path,
    /// `PROPERTY VALUE`: whatever a property can hold.
    PropertyValue,
    /// `LIST<type>`.
    List(Box<ValueType>),
    /// `type NOT NULL`.
    NotNull(Box<ValueType>),
    /// `ANY<type | type>`: one of these, the same as without `ANY<>`; at least two, none of them a union.
    Union(Vec<ValueType>),
}

impl ValueType {
    /// The types that are one name, each with it.
    pub(crate) const SIMPLE: [(&'static str, Self); 19] = [
        ("ANY", Self::Any),
        ("NOTHING", Self::Nothing),
        ("NULL", Self::Null),
        ("BOOLEAN", Self::Boolean),
        ("STRING", Self::String),
        ("INTEGER", Self::Integer),
        ("FLOAT", Self::Float),
        ("DATE", Self::Date),
        ("LOCAL TIME", Self::LocalTime),
        ("ZONED TIME", Self::ZonedTime),
        ("LOCAL DATETIME", Self::LocalDatetime),
        ("ZONED DATETIME", Self::ZonedDatetime),
        ("DURATION", Self::Duration),
        ("POINT", Self::Point),
        ("NODE", Self::Node),
        ("RELATIONSHIP", Self::Relationship),
        ("MAP", Self::Map),
        ("PATH", Self::Path),
        ("PROPERTY VALUE", Self::PropertyValue),
    ];

    /// The name of a type that is one; nothing for those made of others.
    pub(crate) fn name(&self) -> &'static str {
        Self::SIMPLE.iter().find(|(_, known)| known == self).map_or("", |(name, _)| name)
    }
}
