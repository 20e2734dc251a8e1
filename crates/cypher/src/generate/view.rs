//! The round's graph as the generator looks at it: elements by id, and the way from vertex to vertex.

use std::collections::BTreeMap;
use std::sync::Arc;

use quarrel_case::choices::Choices;
use quarrel_case::graph::{Edge, PropertyGraph, Vertex};
use quarrel_case::value::{ElementId, Value as CaseValue};

use super::kind::Kind;
use super::scope::is_awkward;
use crate::evaluate::Value;

/// A vertex or an edge, as it is looked at.
struct Element {
    /// Its place in the graph.
    place: usize,
    /// Its properties with their values as the evaluator has them.
    properties: Vec<(String, Value)>,
    /// The same by the place of the key among all keys; null where there is none.
    values: Vec<Value>,
}

/// What is no longer there.
#[derive(Debug, Clone)]
pub(super) enum Gone {
    /// A property, with its key, of a node with this label.
    Property(String, String, Value),
    /// A relationship of this type.
    Relationship(String),
}

/// Keys, sorted, with the one kind of their values.
type Keys = Vec<(Arc<str>, Kind)>;

/// A property graph, prepared for walking.
pub(super) struct View {
    pub(super) graph: PropertyGraph,
    vertices: BTreeMap<ElementId, Element>,
    edges: BTreeMap<ElementId, Element>,
    incident: BTreeMap<ElementId, Vec<usize>>,
    /// How likely a walk begins at each vertex: one with edges rather than one without, and one that is awkward to
    /// find by an index rather than another.
    beginnings: Vec<usize>,
    /// The keys that vertices have.
    vertex_keys: Keys,
    /// The keys that edges have.
    edge_keys: Keys,
    /// All labels, of the schema and of the vertices.
    pub(super) labels: Vec<String>,
    /// All edge labels, of the schema and of the edges.
    pub(super) types: Vec<String>,
}

impl View {
    pub(super) fn new(graph: PropertyGraph) -> Self {
        let schema = graph.schema.as_ref();
        let labels =
            schema.iter().flat_map(|schema| &schema.labels).map(|label| label.label.clone()).collect();
        let types = schema.iter().flat_map(|schema| &schema.edges).map(|edge| edge.label.clone()).collect();
        Self::of(graph, labels, types)
    }

    /// The same graph with other elements, as clauses have left them.
    pub(super) fn after(&self, elements: PropertyGraph) -> Self {
        let graph = PropertyGraph { indexes: self.graph.indexes.clone(), ..elements };
        Self::of(graph, self.labels.clone(), self.types.clone())
    }

    /// A graph with labels and types that are known already, in which it may have more.
    fn of(graph: PropertyGraph, mut labels: Vec<String>, mut types: Vec<String>) -> Self {
        let vertices = graph.vertices.iter().map(|vertex| (vertex.id, &vertex.properties));
        let (vertices, vertex_keys) = elements(vertices);
        let edges = graph.edges.iter().map(|edge| (edge.id, &edge.properties));
        let (edges, edge_keys) = elements(edges);
        let mut incident: BTreeMap<ElementId, Vec<usize>> = BTreeMap::new();
        for (at, edge) in graph.edges.iter().enumerate() {
            incident.entry(edge.source).or_default().push(at);
            if edge.source != edge.target {
                incident.entry(edge.target).or_default().push(at);
            }
        }
        complete(&mut labels, graph.vertices.iter().flat_map(|vertex| &vertex.labels));
        complete(&mut types, graph.edges.iter().map(|edge| &edge.label));
        let degree = |vertex: &Vertex| incident.get(&vertex.id).map_or(0, Vec::len);
        let sought = |vertex: &Vertex| {
            let known = vertices.get(&vertex.id).map_or(&[][..], |known: &Element| &known.properties);
            let indexed = |key: &String| vertex.labels.iter().any(|label| is_indexed(&graph, label, key));
            known.iter().any(|(key, value)| is_awkward(value) && indexed(key))
        };
        let likely = |vertex| 1 + 2 * degree(vertex) + 5 * usize::from(sought(vertex));
        let beginnings = graph.vertices.iter().map(likely).collect();
        Self { graph, vertices, edges, incident, beginnings, vertex_keys, edge_keys, labels, types }
    }

    pub(super) fn vertex(&self, id: ElementId) -> Option<&Vertex> {
        self.vertices.get(&id).and_then(|vertex| self.graph.vertices.get(vertex.place))
    }

    /// Whether all elements in a value are there.
    pub(super) fn holds(&self, value: &Value) -> bool {
        match value {
            Value::Node(id) => self.vertices.contains_key(id),
            Value::Relationship(id) => self.edges.contains_key(id),
            Value::Path(path) => path.elements().all(|element| self.holds(&element)),
            Value::List(list) => list.items().iter().all(|item| self.holds(item)),
            Value::Map(map) => map.entries().iter().all(|(_, value)| self.holds(value)),
            _ => true,
        }
    }

    /// Some of what is here and not in a later graph: relationships, and properties of nodes, what an index is on
    /// first.
    pub(super) fn gone(&self, later: &Self) -> Vec<Gone> {
        let mut found = Vec::new();
        for vertex in &self.graph.vertices {
            let now = later.vertices.get(&vertex.id).map_or(&[][..], |now| &now.properties);
            let before = self.vertices.get(&vertex.id).map_or(&[][..], |before| &before.properties);
            for (key, value) in before.iter().filter(|entry| !now.contains(entry)) {
                found.extend(vertex.labels.iter().map(|label| (label, key, value)));
            }
        }
        found.sort_by_key(|(label, key, _)| !is_indexed(&self.graph, label, key));
        found.truncate(3);
        let lost = self.graph.edges.iter().find(|edge| !later.edges.contains_key(&edge.id));
        let properties = found
            .into_iter()
            .map(|(label, key, value)| Gone::Property(label.clone(), key.clone(), value.clone()));
        lost.map(|edge| Gone::Relationship(edge.label.clone())).into_iter().chain(properties).collect()
    }

    /// The keys that elements of a kind have.
    pub(super) fn keys(&self, kind: Kind) -> &[(Arc<str>, Kind)] {
        match kind {
            Kind::Node => &self.vertex_keys,
            Kind::Relationship => &self.edge_keys,
            _ => &[],
        }
    }

    fn element(&self, element: &Value) -> Option<&Element> {
        match element {
            Value::Node(id) => self.vertices.get(id),
            Value::Relationship(id) => self.edges.get(id),
            _ => None,
        }
    }

    /// The properties of a node or a relationship.
    pub(super) fn properties(&self, element: &Value) -> &[(String, Value)] {
        self.element(element).map_or(&[], |element| &element.properties)
    }

    /// The values of a node or a relationship for all keys of its kind.
    pub(super) fn values(&self, element: &Value) -> &[Value] {
        self.element(element).map_or(&[], |element| &element.values)
    }

    /// The edges at a vertex, a self-loop once.
    pub(super) fn edges_at(&self, id: ElementId) -> impl Iterator<Item = &Edge> + Clone {
        let positions = self.incident.get(&id).map_or(&[][..], Vec::as_slice);
        positions.iter().filter_map(|at| self.graph.edges.get(*at))
    }

    /// A vertex; one with edges rather than one without.
    pub(super) fn random_vertex(&self, choices: &mut Choices) -> Option<ElementId> {
        self.graph.vertices.get(choices.weighted(&self.beginnings)).map(|vertex| vertex.id)
    }
}

/// Whether there is an index on a label and a key.
fn is_indexed(graph: &PropertyGraph, label: &String, key: &String) -> bool {
    graph.indexes.iter().any(|index| index.label == *label && index.keys.contains(key))
}

/// Adds what is missing, and sorts: few names of many elements.
fn complete<'a>(names: &mut Vec<String>, more: impl Iterator<Item = &'a String>) {
    for name in more {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names.sort();
    names.dedup();
}

/// Elements by id, and all keys that they have.
fn elements<'a>(
    all: impl Iterator<Item = (ElementId, &'a BTreeMap<String, CaseValue>)>,
) -> (BTreeMap<ElementId, Element>, Keys) {
    let mut found = BTreeMap::new();
    for (place, (id, properties)) in all.enumerate() {
        let properties = properties.iter().map(|(key, value)| (key.clone(), Value::from(value))).collect();
        found.insert(id, Element { place, properties, values: Vec::new() });
    }
    let keys = keys(found.values());
    for element in found.values_mut() {
        let of = |key: &str| element.properties.iter().find(|(known, _)| known == key);
        let value = |(key, _): &(Arc<str>, Kind)| of(key).map_or(Value::Null, |(_, value)| value.clone());
        element.values = keys.iter().map(value).collect();
    }
    (found, keys)
}

fn keys<'a>(elements: impl Iterator<Item = &'a Element>) -> Keys {
    let mut values: BTreeMap<&str, Vec<&Value>> = BTreeMap::new();
    for (key, value) in elements.flat_map(|element| &element.properties) {
        values.entry(key).or_default().push(value);
    }
    let kind = |values: Vec<&Value>| Kind::of_all(values).unwrap_or(Kind::List);
    values.into_iter().map(|(key, values)| (Arc::from(key), kind(values))).collect()
}
