//! The four ways in which values are compared (semantics: "Comparability, Equality, Orderability, and Equivalence").

use std::cmp::Ordering;

use super::number::Number;
use super::value::{Property, Tree, Value, expanded};

/// Comparability: none when the two cannot be compared, being of different types or NaN.
pub(super) fn compare(left: &Value, right: &Value) -> Option<Ordering> {
    if rank(left) != rank(right) {
        return None;
    }
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => left.compare(right),
        _ => within(left, right, &compare),
    }
}

/// Equality: comparable and the same. It never fails.
pub(super) fn equal(left: &Value, right: &Value) -> bool {
    compare(left, right) == Some(Ordering::Equal)
}

/// Orderability: a total order over all values. NaN stands behind all numbers.
pub(crate) fn order(left: &Value, right: &Value) -> Ordering {
    // Tokens are ordered by their names, among strings.
    let name = |value: &Value| match value {
        Value::Token(token) => Some(Value::string(token.name())),
        _ => None,
    };
    match (name(left), name(right)) {
        (None, None) => {}
        (one, other) => {
            return order(&one.unwrap_or_else(|| left.clone()), &other.unwrap_or_else(|| right.clone()));
        }
    }
    let ranks = rank(left).cmp(&rank(right));
    if ranks.is_ne() {
        return ranks;
    }
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => numbers(left, right),
        _ => within(left, right, &|left, right| Some(order(left, right))).unwrap_or(Ordering::Equal),
    }
}

fn numbers(left: &Number, right: &Number) -> Ordering {
    left.compare(right).unwrap_or_else(|| left.is_nan().cmp(&right.is_nan()))
}

/// Equivalence, as a total order: numbers of different types are different, NaN is itself. `Equal` is what `dedup` and
/// `group` take for the same.
pub(super) fn identity(left: &Value, right: &Value) -> Ordering {
    let ranks = rank(left).cmp(&rank(right));
    if ranks.is_ne() {
        return ranks;
    }
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => {
            let classes = left.class().cmp(&right.class());
            classes.then_with(|| match (left, right) {
                (Number::Double(left), Number::Double(right)) => left.total_cmp(right),
                (Number::Float(left), Number::Float(right)) => left.total_cmp(right),
                _ => numbers(left, right),
            })
        }
        _ => within(left, right, &|left, right| Some(identity(left, right))).unwrap_or(Ordering::Equal),
    }
}

/// Whether both are of one type, as far as comparisons have types.
pub(super) fn alike(left: &Value, right: &Value) -> bool {
    rank(left) == rank(right)
}

/// Whether a value is of a type whose values every version can order.
pub(super) fn is_simple(value: &Value) -> bool {
    matches!(value, Value::Bool(_) | Value::Number(_) | Value::Moment(_) | Value::String(_) | Value::Uuid(_))
}

/// Whether two values have an order of their own, which every version knows.
pub(super) fn are_comparable(left: &Value, right: &Value) -> bool {
    is_simple(left) && is_simple(right) && alike(left, right)
}

/// The type space, in its order.
fn rank(value: &Value) -> u8 {
    match value {
        Value::Null => 0,
        Value::Bool(_) => 1,
        Value::Number(_) => 2,
        Value::Moment(_) => 3,
        Value::String(_) => 4,
        Value::Uuid(_) => 5,
        Value::Vertex(_) => 6,
        Value::Edge(_) => 7,
        Value::VertexProperty(_) => 8,
        Value::Property(_) => 9,
        Value::Path(_) => 10,
        Value::Set(_) | Value::Bulk(_) => 11,
        Value::List(_) => 12,
        Value::Map(_) => 13,
        Value::Entry(_) => 14,
        Value::Tree(_) => 15,
        Value::Token(_) => 16,
        Value::Cardinality(..) => 17,
        Value::Subgraph(_) => 18,
    }
}

type By<'a> = &'a dyn Fn(&Value, &Value) -> Option<Ordering>;

/// Values of one type, their parts compared by `by`.
fn within(left: &Value, right: &Value, by: By<'_>) -> Option<Ordering> {
    Some(match (left, right) {
        (Value::Bool(left), Value::Bool(right)) => left.cmp(right),
        (Value::String(left), Value::String(right)) | (Value::Uuid(left), Value::Uuid(right)) => {
            utf16(left, right)
        }
        (Value::Moment(left), Value::Moment(right)) => {
            (left.seconds, left.nanos).cmp(&(right.seconds, right.nanos))
        }
        (Value::Vertex(left), Value::Vertex(right))
        | (Value::Edge(left), Value::Edge(right))
        | (Value::VertexProperty(left), Value::VertexProperty(right)) => left.cmp(right),
        (Value::Property(left), Value::Property(right)) => return properties(left, right, by),
        (Value::List(left), Value::List(right)) => return lists(left, right, by),
        (Value::Path(left), Value::Path(right)) => return lists(&left.objects, &right.objects, by),
        (Value::Set(_) | Value::Bulk(_), Value::Set(_) | Value::Bulk(_)) => {
            return lists(&sorted(left), &sorted(right), by);
        }
        (Value::Map(left), Value::Map(right)) => return maps(left, right, by),
        (Value::Entry(left), Value::Entry(right)) => return pairs(left, right, by),
        (Value::Token(left), Value::Token(right)) => left.cmp(right),
        (Value::Cardinality(left, one), Value::Cardinality(right, other)) => {
            return Some(left.cmp(right).then(by(one, other)?));
        }
        (Value::Tree(left), Value::Tree(right)) => return trees(left, right, by),
        (Value::Subgraph(left), Value::Subgraph(right)) => left.cmp(right),
        _ => Ordering::Equal,
    })
}

/// Strings are compared by their UTF-16 units, as the reference implementation does.
fn utf16(left: &str, right: &str) -> Ordering {
    left.encode_utf16().cmp(right.encode_utf16())
}

fn properties(left: &Property, right: &Property, by: By<'_>) -> Option<Ordering> {
    let keys = left.key.cmp(&right.key);
    if keys.is_ne() { Some(keys) } else { by(&left.value, &right.value) }
}

fn lists(left: &[Value], right: &[Value], by: By<'_>) -> Option<Ordering> {
    for (left, right) in left.iter().zip(right) {
        let order = by(left, right)?;
        if order.is_ne() {
            return Some(order);
        }
    }
    Some(left.len().cmp(&right.len()))
}

fn sorted(set: &Value) -> Vec<Value> {
    let mut items = match set {
        Value::Set(items) => items.to_vec(),
        Value::Bulk(items) => expanded(items),
        _ => Vec::new(),
    };
    items.sort_by(order);
    items
}

fn maps(left: &[(Value, Value)], right: &[(Value, Value)], by: By<'_>) -> Option<Ordering> {
    let sorted = |entries: &[(Value, Value)]| {
        let mut entries = entries.to_vec();
        entries.sort_by(|left, right| order(&left.0, &right.0));
        entries
    };
    for (left, right) in sorted(left).iter().zip(&sorted(right)) {
        let order = pairs(left, right, by)?;
        if order.is_ne() {
            return Some(order);
        }
    }
    Some(left.len().cmp(&right.len()))
}

/// A tree is a map from its nodes to what is below each.
fn trees(left: &Tree, right: &Tree, by: By<'_>) -> Option<Ordering> {
    for (left, right) in nodes(left).into_iter().zip(nodes(right)) {
        let nodes = by(&left.0, &right.0)?;
        let order = if nodes.is_ne() { nodes } else { trees(&left.1, &right.1, by)? };
        if order.is_ne() {
            return Some(order);
        }
    }
    Some(left.0.len().cmp(&right.0.len()))
}

fn nodes(tree: &Tree) -> Vec<&(Value, Tree)> {
    let mut nodes: Vec<_> = tree.0.iter().collect();
    nodes.sort_by(|left, right| order(&left.0, &right.0));
    nodes
}

fn pairs(left: &(Value, Value), right: &(Value, Value), by: By<'_>) -> Option<Ordering> {
    let keys = by(&left.0, &right.0)?;
    if keys.is_ne() { Some(keys) } else { by(&left.1, &right.1) }
}

/// A value as a key of maps and sets that are ordered by [`identity`].
#[derive(Debug, Clone)]
pub(super) struct Key(pub(super) Value);

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Key {}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Key {
    fn cmp(&self, other: &Self) -> Ordering {
        identity(&self.0, &other.0)
    }
}
