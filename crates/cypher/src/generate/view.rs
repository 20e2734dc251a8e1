//! The round's graph as the generator looks at it: elements by id, and the way from vertex to vertex.

use std::collections::BTreeMap;

use quarrel_case::choices::Choices;
use quarrel_case::graph::{Edge, PropertyGraph, Vertex};
use quarrel_case::value::ElementId;

use super::kind::Kind;
use crate::evaluate::Value;

/// Properties with their values as the evaluator has them.
type Properties = Vec<(String, Value)>;

/// A property graph, prepared for walking.
pub(super) struct View {
    pub(super) graph: PropertyGraph,
    vertices: BTreeMap<ElementId, (usize, Properties)>,
    edges: BTreeMap<ElementId, (usize, Properties)>,
    incident: BTreeMap<ElementId, Vec<usize>>,
    /// The keys that vertices have, with the one kind of their values.
    pub(super) vertex_keys: Vec<(String, Kind)>,
    /// The keys that edges have, with the one kind of their values.
    pub(super) edge_keys: Vec<(String, Kind)>,
    /// All labels, of the schema and of the vertices.
    pub(super) labels: Vec<String>,
    /// All edge labels, of the schema and of the edges.
    pub(super) types: Vec<String>,
}

impl View {
    pub(super) fn new(graph: PropertyGraph) -> Self {
        let properties = |properties: &BTreeMap<String, quarrel_case::value::Value>| -> Properties {
            properties.iter().map(|(key, value)| (key.clone(), Value::from(value))).collect()
        };
        let vertices: BTreeMap<ElementId, (usize, Properties)> = (graph.vertices.iter().enumerate())
            .map(|(at, vertex)| (vertex.id, (at, properties(&vertex.properties))))
            .collect();
        let edges: BTreeMap<ElementId, (usize, Properties)> = (graph.edges.iter().enumerate())
            .map(|(at, edge)| (edge.id, (at, properties(&edge.properties))))
            .collect();
        let mut incident: BTreeMap<ElementId, Vec<usize>> = BTreeMap::new();
        for (at, edge) in graph.edges.iter().enumerate() {
            incident.entry(edge.source).or_default().push(at);
            if edge.source != edge.target {
                incident.entry(edge.target).or_default().push(at);
            }
        }
        let schema = graph.schema.clone().unwrap_or_default();
        let labels = schema.labels.iter().map(|label| &label.label);
        let labels = sorted(labels.chain(graph.vertices.iter().flat_map(|vertex| &vertex.labels)));
        let types = schema.edges.iter().map(|edge| &edge.label);
        let types = sorted(types.chain(graph.edges.iter().map(|edge| &edge.label)));
        let vertex_keys = keys(vertices.values().map(|(_, properties)| properties));
        let edge_keys = keys(edges.values().map(|(_, properties)| properties));
        Self { graph, vertices, edges, incident, vertex_keys, edge_keys, labels, types }
    }

    pub(super) fn vertex(&self, id: ElementId) -> Option<&Vertex> {
        self.vertices.get(&id).and_then(|(at, _)| self.graph.vertices.get(*at))
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

    /// The properties of a node or a relationship.
    pub(super) fn properties(&self, element: &Value) -> &[(String, Value)] {
        let found = match element {
            Value::Node(id) => self.vertices.get(id),
            Value::Relationship(id) => self.edges.get(id),
            _ => None,
        };
        found.map_or(&[], |(_, properties)| properties.as_slice())
    }

    /// The property of a node or a relationship; null if it has none.
    pub(super) fn property(&self, element: &Value, key: &str) -> Value {
        let found = self.properties(element).iter().find(|(name, _)| name == key);
        found.map_or(Value::Null, |(_, value)| value.clone())
    }

    /// The edges at a vertex, a self-loop once.
    pub(super) fn edges_at(&self, id: ElementId) -> impl Iterator<Item = &Edge> {
        let positions = self.incident.get(&id).map_or(&[][..], Vec::as_slice);
        positions.iter().filter_map(|at| self.graph.edges.get(*at))
    }

    /// A vertex; one with edges rather than one without.
    pub(super) fn random_vertex(&self, choices: &mut Choices) -> Option<ElementId> {
        let degree = |vertex: &Vertex| self.incident.get(&vertex.id).map_or(0, Vec::len);
        let weights: Vec<usize> = self.graph.vertices.iter().map(|vertex| 1 + 2 * degree(vertex)).collect();
        self.graph.vertices.get(choices.weighted(&weights)).map(|vertex| vertex.id)
    }
}

fn sorted<'a>(names: impl Iterator<Item = &'a String>) -> Vec<String> {
    names.cloned().collect::<std::collections::BTreeSet<String>>().into_iter().collect()
}

/// Every key with the kind of its values.
fn keys<'a>(all: impl Iterator<Item = &'a Properties>) -> Vec<(String, Kind)> {
    let mut values: BTreeMap<&str, Vec<&Value>> = BTreeMap::new();
    for (key, value) in all.flatten() {
        values.entry(key).or_default().push(value);
    }
    let kind = |values: Vec<&Value>| Kind::of_all(values).unwrap_or(Kind::List);
    values.into_iter().map(|(key, values)| (key.to_owned(), kind(values))).collect()
}
