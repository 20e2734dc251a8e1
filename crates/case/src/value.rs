//! Values of both graph models, as they came.
//!
//! One type serves property graphs and RDF: tables, laws and the executor need not know which model they
//! carry. A value keeps what the engine sent (integer or float, lexical form, order of a map's keys) until a
//! comparison decides what counts as equal. `Bag`, `Near` and `Open` are not sent by engines: with them the
//! reference says what the language leaves open.

use std::collections::BTreeMap;

use crate::term::Term;

/// The id of a vertex or an edge: the one in the graph file. Vertices and edges are numbered apart.
pub type ElementId = i64;

/// A value of a property, a cell of an answer, or a parameter.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// Null; unbound in SPARQL.
    Null,
    /// A boolean.
    Bool(bool),
    /// A 64-bit integer.
    Int(i64),
    /// A 64-bit float.
    Float(f64),
    /// A string.
    String(String),
    /// A list.
    List(Vec<Value>),
    /// A map, its entries in the order in which they came.
    Map(Vec<(Value, Value)>),
    /// A set.
    Set(Vec<Value>),
    /// A number of another width, a temporal value, and everything else that is an atom with a text.
    Atom(Atom, String),
    /// A duration of months, days, seconds, nanoseconds.
    Duration([i64; 4]),
    /// A point: spatial reference system and two or three coordinates.
    Point(i64, Vec<f64>),
    /// A property as an object of its own (Gremlin).
    Property(String, Box<Value>),
    /// A vertex of the graph.
    Vertex(ElementId),
    /// An edge of the graph.
    Edge(ElementId),
    /// An element by the engine's own id (as JSON text), which no generated element is known to have.
    Foreign(Element, String),
    /// A vertex or an edge that the query made; compared up to renaming.
    New(Element, Box<NewElement>),
    /// A path: vertex, edge, vertex, ...
    Path(Vec<Value>),
    /// A Gremlin path: objects, and the labels of each.
    LabelledPath(Vec<Value>, Vec<Vec<String>>),
    /// An RDF term.
    Term(Term),
    /// A list whose order the language leaves open.
    Bag(Vec<Value>),
    /// A float up to rounding.
    Near(f64),
    /// Any value at all; the text says why.
    Open(String),
    /// A value of a type that we do not know: its type's name and its JSON, as they came.
    Wire(String, serde_json::Value),
}

/// What a [`Value::Atom`] is; its text is canonical, see the contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Atom {
    /// 32-bit float.
    F32,
    /// 8-bit integer.
    I8,
    /// 16-bit integer.
    I16,
    /// 32-bit integer.
    I32,
    /// Integer of any size.
    BigInt,
    /// Decimal of any size.
    Decimal,
    /// Calendar date.
    Date,
    /// Time of day with offset.
    Time,
    /// Time of day.
    LocalTime,
    /// Date and time with zone.
    DateTime,
    /// Date and time without zone.
    LocalDateTime,
    /// Bytes, in base64.
    Bytes,
    /// UUID.
    Uuid,
    /// Gremlin token such as `T.label`.
    Token,
}

impl Atom {
    /// Every kind with its key in JSON.
    pub const ALL: [(Atom, &'static str); 14] = [
        (Atom::F32, "f32"),
        (Atom::I8, "i8"),
        (Atom::I16, "i16"),
        (Atom::I32, "i32"),
        (Atom::BigInt, "bigint"),
        (Atom::Decimal, "decimal"),
        (Atom::Date, "date"),
        (Atom::Time, "time"),
        (Atom::LocalTime, "localtime"),
        (Atom::DateTime, "datetime"),
        (Atom::LocalDateTime, "localdatetime"),
        (Atom::Bytes, "bytes"),
        (Atom::Uuid, "uuid"),
        (Atom::Token, "token"),
    ];

    /// The key that marks this kind in JSON.
    pub fn key(self) -> &'static str {
        Self::ALL.iter().find(|(kind, _)| *kind == self).map_or("", |(_, key)| key)
    }

    /// The kind that a key marks.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, name)| *name == key).map(|(kind, _)| *kind)
    }
}

/// Vertex or edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Element {
    /// Node in Cypher.
    Vertex,
    /// Relationship in Cypher.
    Edge,
}

impl Element {
    /// The key that marks this kind in JSON.
    pub fn key(self) -> &'static str {
        match self {
            Element::Vertex => "vertex",
            Element::Edge => "edge",
        }
    }
}

/// An element that the query made: number within the answer, labels (an edge has one) and properties.
#[derive(Debug, Clone, PartialEq)]
pub struct NewElement {
    /// The number that tells new elements of one answer apart.
    pub number: i64,
    /// Labels, or the one type of an edge.
    pub labels: Vec<String>,
    /// Properties in the order of their keys, each key once: several values of a key are a bag.
    pub properties: Vec<(String, Value)>,
}

/// Properties by their keys, where the several values that a key may have in Gremlin are a bag.
pub fn gathered(properties: impl IntoIterator<Item = (String, Value)>) -> BTreeMap<String, Value> {
    let mut values: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for (key, value) in properties {
        values.entry(key).or_default().push(value);
    }
    let one_or_all = |mut values: Vec<Value>| match (values.pop(), values.is_empty()) {
        (Some(value), true) => value,
        (last, _) => Value::Bag(values.into_iter().chain(last).collect()),
    };
    values.into_iter().map(|(key, values)| (key, one_or_all(values))).collect()
}

impl Value {
    /// A string value.
    pub fn string(text: &str) -> Self {
        Value::String(text.to_owned())
    }

    /// The values directly inside this one.
    pub fn children(&self) -> Vec<&Value> {
        match self {
            Value::List(items) | Value::Set(items) | Value::Path(items) | Value::Bag(items) => {
                items.iter().collect()
            }
            Value::LabelledPath(items, _) => items.iter().collect(),
            Value::Map(entries) => entries.iter().flat_map(|(key, value)| [key, value]).collect(),
            Value::Property(_, value) => vec![value],
            Value::New(_, element) => element.properties.iter().map(|(_, value)| value).collect(),
            _ => Vec::new(),
        }
    }

    /// True when the value, or one inside it, satisfies the condition.
    pub fn any(&self, condition: &dyn Fn(&Value) -> bool) -> bool {
        condition(self) || self.children().into_iter().any(|child| child.any(condition))
    }

    /// True when the language leaves a part of the value open.
    pub fn is_open(&self) -> bool {
        self.any(&|value| matches!(value, Value::Bag(_) | Value::Near(_) | Value::Open(_) | Value::Set(_)))
    }

    /// The value with `change` applied to every part of it, innermost first.
    #[must_use]
    pub fn map(self, change: &mut dyn FnMut(Value) -> Value) -> Value {
        let mut all = |items: Vec<Value>| items.into_iter().map(|item| item.map(change)).collect::<Vec<_>>();
        let value = match self {
            Value::List(items) => Value::List(all(items)),
            Value::Set(items) => Value::Set(all(items)),
            Value::Path(items) => Value::Path(all(items)),
            Value::Bag(items) => Value::Bag(all(items)),
            Value::LabelledPath(items, labels) => Value::LabelledPath(all(items), labels),
            Value::Map(entries) => {
                Value::Map(entries.into_iter().map(|(k, v)| (k.map(change), v.map(change))).collect())
            }
            Value::Property(key, value) => Value::Property(key, Box::new(value.map(change))),
            Value::New(kind, mut element) => {
                let properties = std::mem::take(&mut element.properties);
                element.properties = properties.into_iter().map(|(k, v)| (k, v.map(change))).collect();
                Value::New(kind, element)
            }
            leaf => leaf,
        };
        change(value)
    }
}
