//! What a traverser may stand on.

use std::sync::Arc;

use super::moment::Moment;
use super::number::Number;
use crate::ast::Token;

/// The place of an element in the store.
pub(crate) type Handle = u32;

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    /// The value of the null type.
    Null,
    /// A boolean.
    Bool(bool),
    /// A number.
    Number(Number),
    /// A string.
    String(Arc<str>),
    /// A UUID, in lower case.
    Uuid(Arc<str>),
    /// A date with time and offset.
    Moment(Moment),
    /// A list. Traversers are copied often and what they stand on is rarely changed: items are shared.
    List(Arc<Vec<Value>>),
    /// A set, in the order in which its values came.
    Set(Arc<Vec<Value>>),
    /// A set that counts how often each value came.
    Bulk(Arc<Vec<(Value, u64)>>),
    /// A map, in the order in which its keys came.
    Map(Arc<Vec<(Value, Value)>>),
    /// An entry of a map.
    Entry(Box<(Value, Value)>),
    /// A vertex.
    Vertex(Handle),
    /// An edge.
    Edge(Handle),
    /// A property of a vertex.
    VertexProperty(Handle),
    /// A property of an edge or of a property of a vertex.
    Property(Box<Property>),
    /// A path.
    Path(Arc<Path>),
    /// A tree.
    Tree(Tree),
    /// The edges of a subgraph, and its vertices.
    Subgraph(Arc<(Vec<Handle>, Vec<Handle>)>),
    /// A token.
    Token(Token),
    /// A value with its cardinality, to be set as a property.
    Cardinality(Token, Box<Value>),
}

/// Who has a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Owner {
    /// An edge.
    Edge(Handle),
    /// A property of a vertex.
    VertexProperty(Handle),
}

/// A property of an edge or of a property of a vertex.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Property {
    /// Who has it.
    pub(crate) owner: Owner,
    /// Its key.
    pub(crate) key: Arc<str>,
    /// Its value.
    pub(crate) value: Value,
}

/// Where a traverser has been.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Path {
    /// What it stood on.
    pub(crate) objects: Vec<Value>,
    /// The labels of each.
    pub(crate) labels: Vec<Vec<Arc<str>>>,
}

/// A tree: nodes and what is below them.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Tree(pub(crate) Vec<(Value, Tree)>);

impl Value {
    /// A string.
    pub(super) fn string(text: &str) -> Self {
        Value::String(Arc::from(text))
    }

    /// A list of these items.
    pub(crate) fn list(items: Vec<Value>) -> Self {
        Value::List(Arc::new(items))
    }

    /// A set of these items, which differ.
    pub(crate) fn set(items: Vec<Value>) -> Self {
        Value::Set(Arc::new(items))
    }

    /// A set of these items, which differ, with how often each came.
    pub(super) fn bulk(items: Vec<(Value, u64)>) -> Self {
        Value::Bulk(Arc::new(items))
    }

    /// A map of these entries, whose keys differ.
    pub(crate) fn map(entries: Vec<(Value, Value)>) -> Self {
        Value::Map(Arc::new(entries))
    }

    /// An integer of 64 bits, as counts are.
    pub(super) fn count(number: u64) -> Self {
        Value::Number(Number::Long(i64::try_from(number).unwrap_or(i64::MAX)))
    }

    /// An integer of 32 bits.
    pub(super) fn int(number: i32) -> Self {
        Value::Number(Number::Int(number))
    }

    /// The text, if it is one.
    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// The number, if it is one.
    pub(super) fn number(&self) -> Option<&Number> {
        match self {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The items of a list, a set, or a bulk set, each as often as it is there.
    pub(crate) fn items(&self) -> Option<Vec<Value>> {
        match self {
            Value::List(items) | Value::Set(items) => Some(items.to_vec()),
            Value::Bulk(items) => Some(expanded(items)),
            Value::Path(path) => Some(path.objects.clone()),
            _ => None,
        }
    }

    /// The value of a key.
    pub(super) fn entry(&self, key: &Value) -> Option<&Value> {
        match self {
            Value::Map(entries) => entries
                .iter()
                .find(|(known, _)| super::compare::identity(known, key).is_eq())
                .map(|(_, value)| value),
            _ => None,
        }
    }

    /// Whether values are nested deeper in it than that, or more of them than `size`; it looks no further.
    pub(super) fn exceeds(&self, depth: usize, size: &mut usize) -> bool {
        let Some(left) = depth.checked_sub(1) else { return true };
        let Some(fewer) = size.checked_sub(1) else { return true };
        *size = fewer;
        match self {
            Value::List(items) | Value::Set(items) => items.iter().any(|item| item.exceeds(left, size)),
            Value::Bulk(items) => items.iter().any(|(item, _)| item.exceeds(left, size)),
            Value::Map(entries) => {
                entries.iter().any(|(key, value)| key.exceeds(left, size) || value.exceeds(left, size))
            }
            Value::Entry(entry) => entry.0.exceeds(left, size) || entry.1.exceeds(left, size),
            Value::Path(path) => path.objects.iter().any(|object| object.exceeds(left, size)),
            Value::Tree(tree) => tree.exceeds(left, size),
            Value::Property(property) => property.value.exceeds(left, size),
            Value::Cardinality(_, value) => value.exceeds(left, size),
            _ => false,
        }
    }

    /// Whether it has several items, and no order of them.
    pub(super) fn is_unordered(&self) -> bool {
        match self {
            Value::Set(items) => items.len() > 1,
            Value::Bulk(items) => items.len() > 1,
            Value::Map(entries) => entries.len() > 1,
            Value::Tree(tree) => tree.0.len() > 1,
            _ => false,
        }
    }

    /// Whether the condition is true of the value or of one in it.
    pub(super) fn holds(&self, condition: &dyn Fn(&Value) -> bool) -> bool {
        if condition(self) {
            return true;
        }
        match self {
            Value::List(items) | Value::Set(items) => items.iter().any(|item| item.holds(condition)),
            Value::Bulk(items) => items.iter().any(|(item, _)| item.holds(condition)),
            Value::Map(entries) => {
                entries.iter().any(|(key, value)| key.holds(condition) || value.holds(condition))
            }
            Value::Entry(entry) => entry.0.holds(condition) || entry.1.holds(condition),
            Value::Path(path) => path.objects.iter().any(|object| object.holds(condition)),
            _ => false,
        }
    }

    /// What kind of value it is, for messages.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(_) => "number",
            Value::String(_) => "string",
            Value::Uuid(_) => "uuid",
            Value::Moment(_) => "datetime",
            Value::List(_) => "list",
            Value::Set(_) | Value::Bulk(_) => "set",
            Value::Map(_) => "map",
            Value::Entry(_) => "map entry",
            Value::Vertex(_) => "vertex",
            Value::Edge(_) => "edge",
            Value::VertexProperty(_) => "vertex property",
            Value::Property(_) => "property",
            Value::Path(_) => "path",
            Value::Tree(_) => "tree",
            Value::Subgraph(_) => "graph",
            Value::Token(_) => "token",
            Value::Cardinality(..) => "cardinality",
        }
    }
}

/// The values of a bulk set, each as often as it came; at most as many as are reasonable to write down.
pub(super) fn expanded(items: &[(Value, u64)]) -> Vec<Value> {
    const MOST: usize = 1_000_000;
    let repeated = |(value, bulk): &(Value, u64)| {
        std::iter::repeat_n(value.clone(), usize::try_from(*bulk).unwrap_or(MOST).min(MOST))
    };
    items.iter().flat_map(repeated).take(MOST).collect()
}

impl Tree {
    fn exceeds(&self, depth: usize, size: &mut usize) -> bool {
        let Some(left) = depth.checked_sub(1) else { return true };
        self.0.iter().any(|(node, below)| node.exceeds(left, size) || below.exceeds(left, size))
    }
}
