//! What traversers stand on, as a set of kinds: what a step can take and what it gives.

use std::ops::BitOr;

use crate::evaluate::Value;

/// A set of kinds of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Kind(u16);

impl Kind {
    pub(super) const VERTEX: Self = Self(1);
    pub(super) const EDGE: Self = Self(1 << 1);
    /// A property of a vertex.
    pub(super) const VERTEX_PROPERTY: Self = Self(1 << 2);
    /// A property of an edge.
    pub(super) const PROPERTY: Self = Self(1 << 3);
    pub(super) const NUMBER: Self = Self(1 << 4);
    pub(super) const STRING: Self = Self(1 << 5);
    pub(super) const BOOLEAN: Self = Self(1 << 6);
    /// A list, a set or a bulk set.
    pub(super) const LIST: Self = Self(1 << 7);
    pub(super) const MAP: Self = Self(1 << 8);
    pub(super) const ENTRY: Self = Self(1 << 9);
    pub(super) const PATH: Self = Self(1 << 10);
    pub(super) const MOMENT: Self = Self(1 << 11);
    pub(super) const OTHER: Self = Self(1 << 12);
    pub(super) const NONE: Self = Self(0);

    pub(super) const ELEMENT: Self = Self(3);
    pub(super) const PROPERTIES: Self = Self(12);
    pub(super) const SCALAR: Self = Self(Self::NUMBER.0 | Self::STRING.0 | Self::BOOLEAN.0);
    pub(super) const ANY: Self = Self((1 << 13) - 1);
    /// Values that are compared alike by all.
    pub(super) const PLAIN: Self = Self(Self::SCALAR.0 | Self::ELEMENT.0);

    /// Whether all kinds here are in the other, and there is one.
    pub(super) const fn fits(self, takes: Self) -> bool {
        self.0 != 0 && self.0 & !takes.0 == 0
    }

    /// The kind of a value.
    pub(super) fn of(value: &Value) -> Self {
        match value {
            Value::Vertex(_) => Self::VERTEX,
            Value::Edge(_) => Self::EDGE,
            Value::VertexProperty(_) => Self::VERTEX_PROPERTY,
            Value::Property(_) => Self::PROPERTY,
            Value::Number(_) => Self::NUMBER,
            Value::String(_) => Self::STRING,
            Value::Bool(_) => Self::BOOLEAN,
            Value::List(_) | Value::Set(_) | Value::Bulk(_) => Self::LIST,
            Value::Map(_) => Self::MAP,
            Value::Entry(_) => Self::ENTRY,
            Value::Path(_) => Self::PATH,
            Value::Moment(_) => Self::MOMENT,
            _ => Self::OTHER,
        }
    }

    /// The kinds of some values.
    pub(super) fn of_all<'v>(values: impl Iterator<Item = &'v Value>) -> Self {
        values.fold(Self::NONE, |all, value| all | Self::of(value))
    }
}

impl BitOr for Kind {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}
