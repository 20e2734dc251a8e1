//! Values while a query is evaluated.
//!
//! Rows are copied in every clause, so a value is small and its copy costs no allocation: texts, lists, maps
//! and paths are shared. What the language leaves open travels inside the values (design, "taint"): a list
//! without order, a float up to rounding, and a value that may be anything.

use std::sync::Arc;

use quarrel_case::value::{ElementId, Value as CaseValue};

use super::point::Point;
use super::taint::{Near, Why};
use super::temporal::{Duration, Instant, Kind};

/// How deep lists and maps may nest: values are walked by recursion.
pub(super) const MAX_VALUE_DEPTH: usize = 200;

/// A value of an expression.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// Null.
    Null,
    /// A boolean.
    Bool(bool),
    /// A 64-bit integer.
    Integer(i64),
    /// A 64-bit float.
    Float(f64),
    /// A string.
    String(Arc<str>),
    /// A list, or a bag.
    List(List),
    /// A map.
    Map(Map),
    /// A node, by the id in the graph.
    Node(ElementId),
    /// A relationship, by the id in the graph.
    Relationship(ElementId),
    /// A path.
    Path(Arc<Path>),
    /// A float up to rounding.
    Near(Near),
    /// Any value at all.
    Open(Why),
    /// A date, a time, or both.
    Instant(Arc<Instant>),
    /// A length of time.
    Duration(Arc<Duration>),
    /// A point.
    Point(Arc<Point>),
    /// A property value of a type that the evaluator does not model.
    Other(Arc<CaseValue>),
}

/// A list; without order it is a bag of unlike elements.
#[derive(Debug, Clone, PartialEq)]
pub struct List(Arc<ListParts>);

#[derive(Debug, PartialEq)]
struct ListParts {
    items: Vec<Value>,
    ordered: bool,
    depth: usize,
}

/// A map, its entries sorted by key, each key once.
#[derive(Debug, Clone, PartialEq)]
pub struct Map(Arc<MapParts>);

#[derive(Debug, PartialEq)]
struct MapParts {
    entries: Vec<(Arc<str>, Value)>,
    depth: usize,
}

/// A path: one node more than relationships.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path {
    /// The nodes in order.
    pub nodes: Vec<ElementId>,
    /// The relationships between them.
    pub relationships: Vec<ElementId>,
}

impl List {
    /// A list in this order.
    #[must_use]
    pub fn new(items: Vec<Value>) -> Self {
        Self::with_order(items, true)
    }

    /// A list in an order that the language leaves open. It is a plain list if every order gives the same.
    #[must_use]
    pub fn bag(items: Vec<Value>) -> Self {
        let alike = items.windows(2).all(|pair| is_alike(&pair[0], &pair[1]));
        Self::with_order(items, alike)
    }

    fn with_order(items: Vec<Value>, ordered: bool) -> Self {
        let depth = 1 + items.iter().map(Value::depth).max().unwrap_or(0);
        Self(Arc::new(ListParts { items, ordered, depth }))
    }

    /// The same elements in the same kind of order as `self`.
    #[must_use]
    pub fn like(&self, items: Vec<Value>) -> Self {
        if self.is_bag() { Self::bag(items) } else { Self::new(items) }
    }

    /// The elements; of a bag in one of its orders.
    #[must_use]
    pub fn items(&self) -> &[Value] {
        &self.0.items
    }

    /// True when the order means nothing.
    #[must_use]
    pub fn is_bag(&self) -> bool {
        !self.0.ordered
    }
}

/// Whether two values cannot be told apart, so that their order does not matter.
pub(super) fn is_alike(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Float(left), Value::Float(right)) => left.to_bits() == right.to_bits(),
        (Value::Point(left), Value::Point(right)) => left.is_alike(right),
        (Value::Near(_) | Value::Open(_), _) => false,
        (Value::List(left), Value::List(right)) => {
            left.items().len() == right.items().len()
                && left.is_bag() == right.is_bag()
                && left.items().iter().zip(right.items()).all(|(left, right)| is_alike(left, right))
        }
        (Value::Map(left), Value::Map(right)) => {
            let pairs = left.entries().iter().zip(right.entries());
            left.entries().len() == right.entries().len()
                && pairs.into_iter().all(|(left, right)| left.0 == right.0 && is_alike(&left.1, &right.1))
        }
        _ => left == right,
    }
}

impl Map {
    /// A map; of a key that comes twice the last value counts.
    #[must_use]
    pub fn new(mut entries: Vec<(Arc<str>, Value)>) -> Self {
        entries.reverse();
        entries.sort_by(|left, right| left.0.cmp(&right.0));
        entries.dedup_by(|later, kept| later.0 == kept.0);
        let depth = 1 + entries.iter().map(|(_, value)| value.depth()).max().unwrap_or(0);
        Self(Arc::new(MapParts { entries, depth }))
    }

    /// The entries, sorted by key.
    #[must_use]
    pub fn entries(&self) -> &[(Arc<str>, Value)] {
        &self.0.entries
    }

    /// The value of a key; null when there is none.
    #[must_use]
    pub fn get(&self, key: &str) -> Value {
        lookup(self.entries(), key)
    }
}

/// The value of a key in sorted entries; null when there is none.
pub(super) fn lookup(entries: &[(Arc<str>, Value)], key: &str) -> Value {
    entries
        .binary_search_by(|(name, _)| (**name).cmp(key))
        .ok()
        .and_then(|place| entries.get(place))
        .map_or(Value::Null, |(_, value)| value.clone())
}

impl Value {
    /// A string value.
    #[must_use]
    pub fn string(text: &str) -> Self {
        Value::String(Arc::from(text))
    }

    /// A list in this order.
    #[must_use]
    pub fn list(items: Vec<Value>) -> Self {
        Value::List(List::new(items))
    }

    /// How deep lists and maps nest in the value.
    #[must_use]
    pub fn depth(&self) -> usize {
        match self {
            Value::List(list) => list.0.depth,
            Value::Map(map) => map.0.depth,
            _ => 0,
        }
    }

    /// True for null.
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(self, Value::Null)
    }

    /// The value as it is given to the world.
    #[must_use]
    pub fn to_case(&self) -> CaseValue {
        let all = |items: &[Value]| items.iter().map(Value::to_case).collect();
        match self {
            Value::Null => CaseValue::Null,
            Value::Bool(flag) => CaseValue::Bool(*flag),
            Value::Integer(number) => CaseValue::Int(*number),
            Value::Float(number) => CaseValue::Float(*number),
            Value::String(text) => CaseValue::String(text.to_string()),
            Value::List(list) if list.is_bag() => CaseValue::Bag(all(list.items())),
            Value::List(list) => CaseValue::List(all(list.items())),
            Value::Map(map) => {
                let entry = |(key, value): &(Arc<str>, Value)| (CaseValue::string(key), value.to_case());
                CaseValue::Map(map.entries().iter().map(entry).collect())
            }
            Value::Node(id) => CaseValue::Vertex(*id),
            Value::Relationship(id) => CaseValue::Edge(*id),
            Value::Path(path) => CaseValue::Path(path.elements().map(|value| value.to_case()).collect()),
            Value::Near(near) => near.to_case(),
            Value::Open(why) => CaseValue::Open(why.text().to_owned()),
            Value::Instant(instant) => CaseValue::Atom(instant.kind().atom(), instant.text()),
            Value::Duration(duration) => {
                let Duration { months, days, seconds, nanos } = **duration;
                CaseValue::Duration([months, days, seconds, nanos])
            }
            Value::Point(point) => CaseValue::Point(point.srid(), point.coordinates().to_vec()),
            Value::Other(value) => (**value).clone(),
        }
    }
}

impl Path {
    /// Node, relationship, node, and so on.
    pub fn elements(&self) -> impl Iterator<Item = Value> + '_ {
        (0..self.nodes.len() + self.relationships.len()).filter_map(|place| {
            let id = |ids: &[ElementId]| ids.get(place / 2).copied();
            if place % 2 == 0 {
                id(&self.nodes).map(Value::Node)
            } else {
                id(&self.relationships).map(Value::Relationship)
            }
        })
    }
}

impl From<&CaseValue> for Value {
    fn from(value: &CaseValue) -> Self {
        let all = |items: &[CaseValue]| items.iter().map(Value::from).collect();
        match value {
            CaseValue::Null => Value::Null,
            CaseValue::Bool(flag) => Value::Bool(*flag),
            CaseValue::Int(number) => Value::Integer(*number),
            CaseValue::Float(number) => Value::Float(*number),
            CaseValue::String(text) => Value::string(text),
            CaseValue::List(items) => Value::List(List::new(all(items))),
            CaseValue::Bag(items) => Value::List(List::bag(all(items))),
            CaseValue::Vertex(id) => Value::Node(*id),
            CaseValue::Edge(id) => Value::Relationship(*id),
            CaseValue::Map(entries) => {
                let texts = entries.iter().map(|(key, value)| match key {
                    CaseValue::String(key) => Some((Arc::from(key.as_str()), Value::from(value))),
                    _ => None,
                });
                let entries: Option<Vec<_>> = texts.collect();
                entries.map_or_else(
                    || Value::Other(Arc::new(value.clone())),
                    |entries| Value::Map(Map::new(entries)),
                )
            }
            CaseValue::Atom(atom, text) => {
                let instant = Kind::of_atom(*atom).and_then(|kind| Instant::parse(kind, text).ok());
                instant.map_or_else(|| Value::Other(Arc::new(value.clone())), Value::from)
            }
            CaseValue::Duration([months, days, seconds, nanos]) => {
                let [months, days, seconds, nanos] = [*months, *days, *seconds, *nanos].map(i128::from);
                Duration::new(months, days, seconds, nanos)
                    .map_or_else(|_| Value::Other(Arc::new(value.clone())), Value::from)
            }
            CaseValue::Point(srid, coordinates) => Point::new(*srid, coordinates)
                .map_or_else(|| Value::Other(Arc::new(value.clone())), |point| Value::Point(Arc::new(point))),
            other => Value::Other(Arc::new(other.clone())),
        }
    }
}
