//! What sort of value an expression gives: as much typing as keeps expressions from raising.

use quarrel_case::graph::PropertyKind;

use crate::evaluate::{InstantKind, Value};

/// The sort of an expression's values; null belongs to every kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Boolean,
    Integer,
    /// A float, or a number of which it is not known which.
    Float,
    String,
    Date,
    LocalTime,
    Time,
    LocalDateTime,
    DateTime,
    Duration,
    Point,
    IntegerList,
    StringList,
    FloatList,
    BooleanList,
    NodeList,
    RelationshipList,
    /// A list of anything else.
    List,
    Node,
    Relationship,
    Path,
    Map,
    /// Values of several kinds, or of a kind that is not known.
    Any,
}

/// The kinds of values that have literals and an order.
pub(super) const SCALARS: [Kind; 4] = [Kind::Integer, Kind::String, Kind::Float, Kind::Boolean];

/// The kinds of points in time.
pub(super) const INSTANTS: [Kind; 5] =
    [Kind::Date, Kind::LocalTime, Kind::Time, Kind::LocalDateTime, Kind::DateTime];

impl Kind {
    /// The kind of one value; none where the value fits several (null, the empty list).
    pub(super) fn of(value: &Value) -> Option<Self> {
        Some(match value {
            Value::Null | Value::Open(_) => return None,
            Value::Bool(_) => Kind::Boolean,
            Value::Integer(_) => Kind::Integer,
            Value::Float(_) | Value::Near(_) => Kind::Float,
            Value::String(_) => Kind::String,
            Value::List(list) => match Self::of_all(list.items()) {
                None if list.items().is_empty() => return None,
                item => item.map_or(Kind::List, Kind::list),
            },
            Value::Map(_) => Kind::Map,
            Value::Node(_) => Kind::Node,
            Value::Relationship(_) => Kind::Relationship,
            Value::Path(_) => Kind::Path,
            Value::Instant(instant) => match instant.kind() {
                InstantKind::Date => Kind::Date,
                InstantKind::LocalTime => Kind::LocalTime,
                InstantKind::Time => Kind::Time,
                InstantKind::LocalDateTime => Kind::LocalDateTime,
                InstantKind::DateTime => Kind::DateTime,
            },
            Value::Duration(_) => Kind::Duration,
            Value::Point(_) => Kind::Point,
            Value::Other(_) => Kind::Any,
        })
    }

    /// The one kind of all values, `Any` if there are several; none if no value says.
    pub(super) fn of_all<'a>(values: impl IntoIterator<Item = &'a Value>) -> Option<Self> {
        let mut found: Option<Self> = None;
        for kind in values.into_iter().filter_map(Self::of) {
            match found {
                Some(Kind::Any) => break,
                Some(known) if known != kind => found = Some(known.join(kind)),
                _ => found = Some(kind),
            }
        }
        found
    }

    /// Numbers of both types are taken for floats: what takes a float takes an integer.
    fn join(self, other: Self) -> Self {
        match (self, other) {
            (Kind::Integer, Kind::Float) | (Kind::Float, Kind::Integer) => Kind::Float,
            (Kind::IntegerList, Kind::FloatList) | (Kind::FloatList, Kind::IntegerList) => Kind::FloatList,
            _ if self.is_list() && other.is_list() => Kind::List,
            _ => Kind::Any,
        }
    }

    pub(super) fn is_list(self) -> bool {
        self.item().is_some()
    }

    /// The kind of a list's elements.
    pub(super) fn item(self) -> Option<Self> {
        Some(match self {
            Kind::IntegerList => Kind::Integer,
            Kind::StringList => Kind::String,
            Kind::FloatList => Kind::Float,
            Kind::BooleanList => Kind::Boolean,
            Kind::NodeList => Kind::Node,
            Kind::RelationshipList => Kind::Relationship,
            Kind::List => Kind::Any,
            _ => return None,
        })
    }

    /// The kind of a list of such values.
    pub(super) fn list(self) -> Self {
        match self {
            Kind::Integer => Kind::IntegerList,
            Kind::String => Kind::StringList,
            Kind::Float => Kind::FloatList,
            Kind::Boolean => Kind::BooleanList,
            Kind::Node => Kind::NodeList,
            Kind::Relationship => Kind::RelationshipList,
            _ => Kind::List,
        }
    }

    /// Whether values can be sorted without depending on what engines leave open.
    pub(super) fn is_sortable(self) -> bool {
        SCALARS.contains(&self) || self.is_instant() || matches!(self, Kind::IntegerList | Kind::StringList)
    }

    /// Whether this is a point in time.
    pub(super) fn is_instant(self) -> bool {
        INSTANTS.contains(&self)
    }

    pub(super) fn is_element(self) -> bool {
        matches!(self, Kind::Node | Kind::Relationship)
    }
}

impl From<PropertyKind> for Kind {
    fn from(kind: PropertyKind) -> Self {
        match kind {
            PropertyKind::Integer => Kind::Integer,
            PropertyKind::Float | PropertyKind::Float32 => Kind::Float,
            PropertyKind::String => Kind::String,
            PropertyKind::Boolean => Kind::Boolean,
            PropertyKind::IntegerList => Kind::IntegerList,
            PropertyKind::StringList => Kind::StringList,
        }
    }
}
