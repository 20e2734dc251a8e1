//! Between the evaluator's graph and values and those of cases.

use std::collections::BTreeMap;

use quarrel_case::graph::{Edge, PropertyGraph, Vertex};
use quarrel_case::value::{Atom, Element, NewElement, Value as CaseValue, gathered};

use super::moment::Moment;
use super::number::Number;
use super::store::{Properties, Store, Vertex as StoredVertex};
use super::value::{Handle, Owner, Value, expanded};
use crate::ast::Token;

/// The label of a vertex that has none in a case's graph (reference: Vertex.DEFAULT_LABEL).
const DEFAULT_LABEL: &str = "vertex";

/// The graph of a case. Elements are ordered by their ids (semantics: Comparability, Equality, Orderability, and
/// Equivalence) and in here by their handles: so these are given in the order of the ids, whatever that of the graph is.
pub(super) fn store(graph: &PropertyGraph) -> Store {
    let mut store = Store::default();
    let (mut vertices, mut edges): (Vec<&Vertex>, Vec<&Edge>) =
        (graph.vertices.iter().collect(), graph.edges.iter().collect());
    vertices.sort_by_key(|vertex| vertex.id);
    edges.sort_by_key(|edge| edge.id);
    for vertex in vertices {
        let label =
            if vertex.labels.is_empty() { DEFAULT_LABEL.to_owned() } else { vertex.labels.join("::") };
        let Some(handle) = store.add_vertex(Some(Value::Number(Number::Long(vertex.id))), &label) else {
            continue;
        };
        for (key, value) in &vertex.properties {
            let value = read(value);
            store.set_vertex_property(
                handle,
                Token::CardinalitySingle,
                (key, value),
                None,
                Properties::new(),
            );
        }
    }
    for edge in edges {
        let end = |id: i64| store.find_vertex(&Value::Number(Number::Long(id)));
        let (Some(source), Some(target)) = (end(edge.source), end(edge.target)) else { continue };
        let id = Some(Value::Number(Number::Long(edge.id)));
        let Some(handle) = store.add_edge(id, &edge.label, (source, target)) else { continue };
        for (key, value) in &edge.properties {
            store.set_property(Owner::Edge(handle), key, read(value));
        }
    }
    store
}

/// A value of a case that may speak of elements of a graph.
pub(super) fn read_in(store: &Store, value: &CaseValue) -> Value {
    let id = |id: i64| Value::Number(Number::Long(id));
    let all = |items: &[CaseValue]| items.iter().map(|item| read_in(store, item)).collect::<Vec<_>>();
    match value {
        CaseValue::Vertex(vertex) => store.find_vertex(&id(*vertex)).map_or(Value::Null, Value::Vertex),
        CaseValue::Edge(edge) => store.find_edge(&id(*edge)).map_or(Value::Null, Value::Edge),
        CaseValue::List(items) => Value::list(all(items)),
        CaseValue::Set(items) => Value::set(all(items)),
        CaseValue::Map(entries) => Value::map(
            entries.iter().map(|(key, value)| (read_in(store, key), read_in(store, value))).collect(),
        ),
        other => read(other),
    }
}

/// A value of a case.
pub(crate) fn read(value: &CaseValue) -> Value {
    match value {
        CaseValue::Bool(flag) => Value::Bool(*flag),
        CaseValue::Int(number) => Value::Number(Number::Long(*number)),
        CaseValue::Float(number) | CaseValue::Near(number) => Value::Number(Number::Double(*number)),
        CaseValue::String(text) => Value::string(text),
        CaseValue::List(items) | CaseValue::Bag(items) => Value::list(items.iter().map(read).collect()),
        CaseValue::Set(items) => Value::set(items.iter().map(read).collect()),
        CaseValue::Map(entries) => {
            Value::map(entries.iter().map(|(key, value)| (read(key), read(value))).collect())
        }
        CaseValue::Atom(atom, text) => read_atom(*atom, text).unwrap_or_else(|| Value::string(text)),
        _ => Value::Null,
    }
}

fn read_atom(atom: Atom, text: &str) -> Option<Value> {
    Some(match atom {
        Atom::F32 => Value::Number(Number::Float(text.parse().ok()?)),
        Atom::I8 => Value::Number(Number::Byte(text.parse().ok()?)),
        Atom::I16 => Value::Number(Number::Short(text.parse().ok()?)),
        Atom::I32 => Value::Number(Number::Int(text.parse().ok()?)),
        Atom::BigInt => Value::Number(Number::Big(Box::new(text.parse().ok()?))),
        Atom::Decimal => Value::Number(Number::Decimal(Box::new(text.parse().ok()?))),
        Atom::Date | Atom::DateTime | Atom::LocalDateTime => Value::Moment(Moment::read(text)?),
        Atom::Uuid => Value::Uuid(text.to_ascii_lowercase().into()),
        Atom::Token => {
            let (group, name) = text.split_once('.')?;
            Value::Token(Token::find(group, name)?)
        }
        Atom::Time | Atom::LocalTime | Atom::Bytes => return None,
    })
}

/// The number of an id, for a case's graph.
fn number_of(id: &Value) -> Option<i64> {
    id.number().and_then(Number::small)
}

/// The graph as a case holds it: ids that are no integers are numbered, several values of a key are a list, and
/// properties of properties are left out.
pub(super) fn graph(store: &Store) -> PropertyGraph {
    let teller = Teller { store, mark: (Handle::MAX, Handle::MAX), bags: false, near: false, plain: false };
    let id = |id: &Value, handle: Handle| number_of(id).unwrap_or_else(|| 1_000_000_000 + i64::from(handle));
    let vertex_id = |handle: Handle| store.vertex(handle).map_or(0, |vertex| id(&vertex.id, handle));
    let mut graph = PropertyGraph::default();
    for (handle, vertex) in store.vertices() {
        graph.vertices.push(Vertex {
            id: id(&vertex.id, handle),
            labels: vec![vertex.label.to_string()],
            properties: teller.properties(vertex),
        });
    }
    for (handle, edge) in store.edges() {
        graph.edges.push(Edge {
            id: id(&edge.id, handle),
            label: edge.label.to_string(),
            source: vertex_id(edge.source),
            target: vertex_id(edge.target),
            properties: edge
                .properties
                .iter()
                .map(|(key, value)| (key.to_string(), teller.value(value)))
                .collect(),
        });
    }
    graph
}

/// Tells values in the terms of cases.
pub(crate) struct Teller<'s> {
    pub(crate) store: &'s Store,
    /// Elements from here on were made by the query.
    pub(crate) mark: (Handle, Handle),
    /// Whether lists have no order.
    pub(crate) bags: bool,
    /// Whether floats are rounded.
    pub(crate) near: bool,
    /// Whether paths and sets are lists, and properties their values.
    pub(crate) plain: bool,
}

impl Teller<'_> {
    /// The value in the terms of cases.
    pub(crate) fn value(&self, value: &Value) -> CaseValue {
        let all = |items: &[Value]| items.iter().map(|item| self.value(item)).collect::<Vec<_>>();
        match value {
            Value::Null => CaseValue::Null,
            Value::Bool(flag) => CaseValue::Bool(*flag),
            Value::Number(Number::Double(number)) if self.near => CaseValue::Near(*number),
            Value::Number(Number::Float(_)) if self.near => {
                CaseValue::Open("a rounded 32-bit float".to_owned())
            }
            Value::Number(number) => number_value(number),
            Value::String(text) => CaseValue::string(text),
            Value::Uuid(text) => CaseValue::Atom(Atom::Uuid, text.to_string()),
            Value::Moment(moment) => CaseValue::Atom(Atom::DateTime, moment.text()),
            Value::List(items) if self.bags => CaseValue::Bag(all(items)),
            Value::List(items) => CaseValue::List(all(items)),
            Value::Set(items) if self.plain => CaseValue::Bag(all(items)),
            Value::Set(items) => CaseValue::Set(all(items)),
            Value::Bulk(items) => CaseValue::Bag(all(&expanded(items))),
            Value::Map(entries) => {
                self.map(entries.iter().map(|(key, value)| (self.value(key), self.value(value))).collect())
            }
            Value::Entry(entry) => CaseValue::Map(vec![(self.value(&entry.0), self.value(&entry.1))]),
            Value::Vertex(vertex) => self.vertex(*vertex),
            Value::Edge(edge) => self.edge(*edge),
            Value::VertexProperty(property) => match self.store.vertex_property(*property) {
                Some(property) if self.plain => self.value(&property.value),
                Some(property) => {
                    CaseValue::Property(property.key.to_string(), Box::new(self.value(&property.value)))
                }
                None => CaseValue::Open("a dropped property".to_owned()),
            },
            Value::Property(property) if self.plain => self.value(&property.value),
            Value::Property(property) => {
                CaseValue::Property(property.key.to_string(), Box::new(self.value(&property.value)))
            }
            Value::Path(path) if self.plain => CaseValue::List(all(&path.objects)),
            Value::Path(path) => {
                let labels = path.labels.iter();
                let labels = labels.map(|labels| labels.iter().map(ToString::to_string).collect());
                CaseValue::LabelledPath(all(&path.objects), labels.collect())
            }
            Value::Tree(tree) => self.map(
                tree.0
                    .iter()
                    .map(|(node, below)| (self.value(node), self.value(&Value::Tree(below.clone()))))
                    .collect(),
            ),
            Value::Subgraph(subgraph) => {
                let edges = subgraph.0.iter().map(|edge| self.edge(*edge)).collect();
                let vertices = subgraph.1.iter().map(|vertex| self.vertex(*vertex)).collect();
                CaseValue::Map(vec![
                    (CaseValue::string("vertices"), CaseValue::Bag(vertices)),
                    (CaseValue::string("edges"), CaseValue::Bag(edges)),
                ])
            }
            Value::Token(token) => {
                CaseValue::Atom(Atom::Token, format!("{}.{}", token.group(), token.name()))
            }
            Value::Cardinality(_, value) => self.value(value),
        }
    }

    fn vertex(&self, handle: Handle) -> CaseValue {
        let Some(vertex) = self.store.vertex(handle) else {
            return CaseValue::Open("a dropped vertex".to_owned());
        };
        if handle < self.mark.0 {
            return match number_of(&vertex.id) {
                Some(id) => CaseValue::Vertex(id),
                None => CaseValue::Foreign(Element::Vertex, self.id_text(&vertex.id)),
            };
        }
        CaseValue::New(
            Element::Vertex,
            Box::new(NewElement {
                number: i64::from(handle),
                labels: vec![vertex.label.to_string()],
                properties: self.properties(vertex).into_iter().collect(),
            }),
        )
    }

    /// A map; which entry of several is left is open where plain values make their keys alike.
    fn map(&self, entries: Vec<(CaseValue, CaseValue)>) -> CaseValue {
        let again = |(index, (key, _)): (usize, &(CaseValue, CaseValue))| {
            entries.iter().take(index).any(|(other, _)| other == key)
        };
        if self.plain && entries.iter().enumerate().any(again) {
            return CaseValue::Open("a map whose keys are told alike".to_owned());
        }
        CaseValue::Map(entries)
    }

    fn properties(&self, vertex: &StoredVertex) -> BTreeMap<String, CaseValue> {
        let properties =
            vertex.properties.iter().filter_map(|property| self.store.vertex_property(*property));
        gathered(properties.map(|property| (property.key.to_string(), self.value(&property.value))))
    }

    fn edge(&self, handle: Handle) -> CaseValue {
        let Some(edge) = self.store.edge(handle) else { return CaseValue::Open("a dropped edge".to_owned()) };
        if handle < self.mark.1 {
            return match number_of(&edge.id) {
                Some(id) => CaseValue::Edge(id),
                None => CaseValue::Foreign(Element::Edge, self.id_text(&edge.id)),
            };
        }
        let properties = edge.properties.iter().map(|(key, value)| (key.to_string(), self.value(value)));
        CaseValue::New(
            Element::Edge,
            Box::new(NewElement {
                number: i64::from(handle),
                labels: vec![edge.label.to_string()],
                properties: properties.collect(),
            }),
        )
    }

    fn id_text(&self, id: &Value) -> String {
        quarrel_case::json::write(&self.value(id)).to_string()
    }
}

fn number_value(number: &Number) -> CaseValue {
    let atom = |atom: Atom, text: String| CaseValue::Atom(atom, text);
    match number {
        Number::Byte(number) => atom(Atom::I8, number.to_string()),
        Number::Short(number) => atom(Atom::I16, number.to_string()),
        Number::Int(number) => atom(Atom::I32, number.to_string()),
        Number::Long(number) => CaseValue::Int(*number),
        Number::Big(number) => atom(Atom::BigInt, number.to_string()),
        Number::Float(number) => atom(Atom::F32, number.to_string()),
        Number::Double(number) => CaseValue::Float(*number),
        Number::Decimal(number) => atom(Atom::Decimal, number.to_plain_string()),
    }
}
