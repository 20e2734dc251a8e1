//! The graph as patterns walk it: nodes and relationships by index, with adjacency.

use std::sync::Arc;

use quarrel_case::graph::PropertyGraph;
use quarrel_case::value::ElementId;

use super::value::{Value, lookup};

/// A property graph prepared for evaluation.
#[derive(Debug, Clone)]
pub struct Graph {
    nodes: Vec<Node>,
    relationships: Vec<Relationship>,
    /// The places of nodes, sorted by id.
    node_places: Vec<(ElementId, usize)>,
    /// The places of relationships, sorted by id.
    relationship_places: Vec<(ElementId, usize)>,
}

/// A node.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub(super) id: ElementId,
    pub(super) labels: Vec<Arc<str>>,
    properties: Vec<(Arc<str>, Value)>,
    /// The places of the relationships that start here.
    pub(super) outgoing: Vec<usize>,
    /// The places of the relationships that end here.
    pub(super) incoming: Vec<usize>,
}

/// A relationship.
#[derive(Debug, Clone)]
pub(super) struct Relationship {
    pub(super) id: ElementId,
    pub(super) kind: Arc<str>,
    /// The place of the node that it starts from.
    pub(super) start: usize,
    /// The place of the node that it ends in.
    pub(super) end: usize,
    properties: Vec<(Arc<str>, Value)>,
}

type Properties = std::collections::BTreeMap<String, quarrel_case::value::Value>;

fn properties(properties: &Properties) -> Vec<(Arc<str>, Value)> {
    let kept = properties.iter().map(|(key, value)| (Arc::from(key.as_str()), Value::from(value)));
    kept.filter(|(_, value)| !value.is_null()).collect()
}

fn places(ids: impl Iterator<Item = ElementId>) -> Vec<(ElementId, usize)> {
    let mut places: Vec<_> = ids.enumerate().map(|(place, id)| (id, place)).collect();
    places.sort_unstable();
    places
}

fn place(places: &[(ElementId, usize)], id: ElementId) -> Option<usize> {
    let found = places.binary_search_by(|(known, _)| known.cmp(&id)).ok()?;
    places.get(found).map(|(_, place)| *place)
}

impl Graph {
    /// Prepares a graph. An edge whose ends do not exist is left out.
    #[must_use]
    pub fn new(graph: &PropertyGraph) -> Self {
        let mut nodes: Vec<Node> = graph
            .vertices
            .iter()
            .map(|vertex| Node {
                id: vertex.id,
                labels: vertex.labels.iter().map(|label| Arc::from(label.as_str())).collect(),
                properties: properties(&vertex.properties),
                outgoing: Vec::new(),
                incoming: Vec::new(),
            })
            .collect();
        let node_places = places(nodes.iter().map(|node| node.id));
        let mut relationships: Vec<Relationship> = Vec::with_capacity(graph.edges.len());
        for edge in &graph.edges {
            let ends = (place(&node_places, edge.source), place(&node_places, edge.target));
            let (Some(start), Some(end)) = ends else { continue };
            nodes[start].outgoing.push(relationships.len());
            nodes[end].incoming.push(relationships.len());
            relationships.push(Relationship {
                id: edge.id,
                kind: Arc::from(edge.label.as_str()),
                start,
                end,
                properties: properties(&edge.properties),
            });
        }
        let relationship_places = places(relationships.iter().map(|relationship| relationship.id));
        Self { nodes, relationships, node_places, relationship_places }
    }

    pub(super) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    pub(super) fn relationships(&self) -> &[Relationship] {
        &self.relationships
    }

    pub(super) fn node_place(&self, id: ElementId) -> Option<usize> {
        place(&self.node_places, id)
    }

    pub(super) fn relationship_place(&self, id: ElementId) -> Option<usize> {
        place(&self.relationship_places, id)
    }

    pub(super) fn node(&self, id: ElementId) -> Option<&Node> {
        self.nodes.get(self.node_place(id)?)
    }

    pub(super) fn relationship(&self, id: ElementId) -> Option<&Relationship> {
        self.relationships.get(self.relationship_place(id)?)
    }
}

impl Node {
    /// The value of a property; null when it is missing.
    pub(super) fn property(&self, key: &str) -> Value {
        lookup(&self.properties, key)
    }

    pub(super) fn properties(&self) -> &[(Arc<str>, Value)] {
        &self.properties
    }
}

impl Relationship {
    /// The value of a property; null when it is missing.
    pub(super) fn property(&self, key: &str) -> Value {
        lookup(&self.properties, key)
    }

    pub(super) fn properties(&self) -> &[(Arc<str>, Value)] {
        &self.properties
    }
}
