//! The graph as patterns walk it: nodes and relationships by index, with adjacency.
//!
//! Queries that only read share one graph. One that writes changes a copy (see `write`), so that what fails leaves
//! nothing behind. A place is good until an element is removed, an id for ever: ids are not given twice.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use quarrel_case::graph::{Edge, PropertyGraph, Vertex};
use quarrel_case::value::{Element, ElementId};

use super::value::{Value, lookup};

/// A property graph prepared for evaluation.
#[derive(Debug, Clone, PartialEq)]
pub struct Graph {
    nodes: Vec<Node>,
    relationships: Vec<Relationship>,
    /// The places of nodes, sorted by id.
    node_places: Vec<(ElementId, usize)>,
    /// The places of relationships, sorted by id.
    relationship_places: Vec<(ElementId, usize)>,
    /// The id of the next new node.
    next_node: ElementId,
    /// The id of the next new relationship.
    next_relationship: ElementId,
    /// The ids of the first node and the first relationship that were not loaded.
    loaded: (ElementId, ElementId),
    /// Once one that was loaded is gone, the ids of the next ones: an engine may give its number again (switch
    /// element-ids).
    vacant: Option<(ElementId, ElementId)>,
    /// What the running statement deleted.
    pub(super) deleted: Deleted,
    /// What an engine with a planted fault still reaches although it was deleted.
    ghosts: Ghosts,
}

/// Elements that are gone, and are still reached from the start of their relationships.
#[derive(Debug, Clone, Default, PartialEq)]
struct Ghosts {
    nodes: BTreeSet<ElementId>,
    relationships: BTreeSet<ElementId>,
}

/// What a statement deleted: its variables may hold it still.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Deleted {
    pub(super) nodes: BTreeSet<ElementId>,
    /// Relationships with their types, which remain known (TCK Return2 \[14\]).
    pub(super) relationships: BTreeMap<ElementId, Arc<str>>,
    /// Nodes that are to go, but have relationships. They must be gone when the statement ends.
    pub(super) connected: BTreeSet<ElementId>,
}

/// Keys with values, sorted by key, none of them null.
pub(super) type Entries = Vec<(Arc<str>, Value)>;

/// A node.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Node {
    pub(super) id: ElementId,
    pub(super) labels: Vec<Arc<str>>,
    properties: Entries,
    /// The places of the relationships that start here.
    pub(super) outgoing: Vec<usize>,
    /// The places of the relationships that end here.
    pub(super) incoming: Vec<usize>,
}

/// A relationship.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Relationship {
    pub(super) id: ElementId,
    pub(super) kind: Arc<str>,
    /// The place of the node that it starts from.
    pub(super) start: usize,
    /// The place of the node that it ends in.
    pub(super) end: usize,
    properties: Entries,
}

type Properties = BTreeMap<String, quarrel_case::value::Value>;

fn properties(properties: &Properties) -> Entries {
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
        let after = |places: &[(ElementId, usize)]| places.last().map_or(1, |(id, _)| id.saturating_add(1));
        let loaded = (after(&node_places).max(1), after(&relationship_places).max(1));
        Self {
            next_node: loaded.0,
            next_relationship: loaded.1,
            loaded,
            vacant: None,
            deleted: Deleted::default(),
            ghosts: Ghosts::default(),
            nodes,
            relationships,
            node_places,
            relationship_places,
        }
    }

    /// The graph for others; what belongs to it besides its elements is that of `like`.
    #[must_use]
    pub fn to_case(&self, like: &PropertyGraph) -> PropertyGraph {
        let (indexes, schema) = (like.indexes.clone(), like.schema.clone());
        PropertyGraph { indexes, schema, ..self.elements() }
    }

    /// The elements alone for others.
    pub(crate) fn elements(&self) -> PropertyGraph {
        let properties = |entries: &Entries| {
            entries.iter().map(|(key, value)| (key.to_string(), value.to_case())).collect()
        };
        let vertex = |node: &Node| Vertex {
            id: node.id,
            labels: node.labels.iter().map(ToString::to_string).collect(),
            properties: properties(&node.properties),
        };
        let edge = |relationship: &Relationship| {
            Some(Edge {
                id: relationship.id,
                label: relationship.kind.to_string(),
                source: self.nodes.get(relationship.start)?.id,
                target: self.nodes.get(relationship.end)?.id,
                properties: properties(&relationship.properties),
            })
        };
        PropertyGraph {
            vertices: self.real_nodes().map(vertex).collect(),
            edges: self.real_relationships().filter_map(edge).collect(),
            ..PropertyGraph::default()
        }
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
        let found = self.nodes.get(self.node_place(id)?);
        found.filter(|_| !self.deleted.nodes.contains(&id))
    }

    pub(super) fn relationship(&self, id: ElementId) -> Option<&Relationship> {
        let found = self.relationships.get(self.relationship_place(id)?);
        found.filter(|_| !self.deleted.relationships.contains_key(&id))
    }

    /// The nodes but for ghosts.
    pub(super) fn real_nodes(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter().filter(|node| !self.ghosts.nodes.contains(&node.id))
    }

    /// The relationships but for ghosts.
    pub(super) fn real_relationships(&self) -> impl Iterator<Item = &Relationship> {
        self.relationships.iter().filter(|found| !self.ghosts.relationships.contains(&found.id))
    }

    /// Whether the node at a place is a ghost.
    pub(super) fn is_ghost(&self, place: usize) -> bool {
        self.nodes.get(place).is_some_and(|node| self.ghosts.nodes.contains(&node.id))
    }
}

/// What writing clauses do.
impl Graph {
    /// The ids from which on elements are new, were they made from now on.
    pub(super) fn next_ids(&self) -> (ElementId, ElementId) {
        (self.next_node, self.next_relationship)
    }

    /// Adds a node; none when there is no id left.
    pub(super) fn add_node(&mut self, labels: Vec<Arc<str>>, properties: Entries) -> Option<ElementId> {
        let id = self.next_node;
        self.next_node = id.checked_add(1)?;
        self.node_places.push((id, self.nodes.len()));
        self.nodes.push(Node { id, labels, properties, outgoing: Vec::new(), incoming: Vec::new() });
        Some(id)
    }

    /// Adds a relationship; none when an end does not exist, or there is no id left.
    pub(super) fn add_relationship(
        &mut self,
        kind: Arc<str>,
        (start, end): (ElementId, ElementId),
        properties: Entries,
    ) -> Option<ElementId> {
        let (start, end) = (self.node_place(start)?, self.node_place(end)?);
        let (id, place) = (self.next_relationship, self.relationships.len());
        self.next_relationship = id.checked_add(1)?;
        self.nodes.get_mut(start)?.outgoing.push(place);
        self.nodes.get_mut(end)?.incoming.push(place);
        self.relationship_places.push((id, place));
        self.relationships.push(Relationship { id, kind, start, end, properties });
        Some(id)
    }

    /// The labels of a node, to be changed.
    pub(super) fn labels_mut(&mut self, id: ElementId) -> Option<&mut Vec<Arc<str>>> {
        let place = self.node_place(id)?;
        self.nodes.get_mut(place).map(|node| &mut node.labels)
    }

    /// The properties of a node or relationship.
    pub(super) fn properties(&self, element: &Value) -> Option<&Entries> {
        match element {
            Value::Node(id) => self.node(*id).map(|node| &node.properties),
            Value::Relationship(id) => self.relationship(*id).map(|found| &found.properties),
            _ => None,
        }
    }

    /// The properties of a node or relationship, to be changed.
    pub(super) fn properties_mut(&mut self, element: &Value) -> Option<&mut Entries> {
        match element {
            Value::Node(id) => {
                let place = self.node_place(*id)?;
                self.nodes.get_mut(place).map(|node| &mut node.properties)
            }
            Value::Relationship(id) => {
                let place = self.relationship_place(*id)?;
                self.relationships.get_mut(place).map(|relationship| &mut relationship.properties)
            }
            _ => None,
        }
    }

    /// Whether a node, or a relationship, was made after one was deleted that was loaded.
    pub(super) fn may_reuse(&self, kind: Element, id: ElementId) -> bool {
        let of_kind = |(node, relationship)| if kind == Element::Vertex { node } else { relationship };
        self.vacant.is_some_and(|next| id >= of_kind(next))
    }

    /// Removes relationships and then nodes; a node that has relationships left is kept until they go.
    pub(super) fn remove(&mut self, nodes: &BTreeSet<ElementId>, relationships: &BTreeSet<ElementId>) {
        for id in relationships {
            let kind = self.relationship(*id).map(|relationship| relationship.kind.clone());
            self.deleted.relationships.extend(kind.map(|kind| (*id, kind)));
        }
        self.relationships.retain(|relationship| !relationships.contains(&relationship.id));
        let busy: BTreeSet<usize> =
            self.real_relationships().flat_map(|kept| [kept.start, kept.end]).collect();
        self.deleted.connected.extend(nodes.difference(&self.ghosts.nodes));
        let mut moved = Vec::with_capacity(self.nodes.len());
        let (mut kept, mut going) = (0, BTreeSet::new());
        for (place, node) in self.nodes.iter().enumerate() {
            let goes = self.deleted.connected.contains(&node.id) && !busy.contains(&place);
            moved.push(kept);
            if goes {
                self.deleted.connected.remove(&node.id);
                self.deleted.nodes.insert(node.id);
                going.insert(place);
            } else {
                kept += 1;
            }
        }
        self.relationships.retain(|relationship| !going.contains(&relationship.start));
        let is_gone = self.deleted.nodes.iter().any(|id| *id < self.loaded.0)
            || self.deleted.relationships.keys().any(|id| *id < self.loaded.1);
        if is_gone && self.vacant.is_none() {
            self.vacant = Some((self.next_node, self.next_relationship));
        }
        let (gone, ghosts) = (&self.deleted.nodes, &self.ghosts.nodes);
        self.nodes.retain(|node| !gone.contains(&node.id) || ghosts.contains(&node.id));
        self.deleted.connected.retain(|id| !gone.contains(id));
        self.join(&moved);
    }

    /// Takes relationships out of the lists of the nodes that they end in, but leaves them in those of the nodes
    /// that they start from: they and their ends become ghosts.
    pub(super) fn haunt(&mut self, relationships: &BTreeSet<ElementId>) {
        for found in self.relationships.iter_mut().filter(|found| relationships.contains(&found.id)) {
            self.deleted.relationships.insert(found.id, found.kind.clone());
            self.ghosts.relationships.insert(found.id);
            found.properties.clear();
            if let Some(end) = self.nodes.get_mut(found.end) {
                self.deleted.nodes.insert(end.id);
                self.ghosts.nodes.insert(end.id);
                end.labels.clear();
                end.properties.clear();
            }
        }
    }

    /// Finds places anew, where nodes have moved.
    fn join(&mut self, moved: &[usize]) {
        for node in &mut self.nodes {
            node.outgoing.clear();
            node.incoming.clear();
        }
        for (place, relationship) in self.relationships.iter_mut().enumerate() {
            let to = |from: usize| moved.get(from).copied().unwrap_or(from);
            (relationship.start, relationship.end) = (to(relationship.start), to(relationship.end));
            if let Some(node) = self.nodes.get_mut(relationship.start) {
                node.outgoing.push(place);
            }
            let is_ghost = self.ghosts.relationships.contains(&relationship.id);
            if let Some(node) = self.nodes.get_mut(relationship.end).filter(|_| !is_ghost) {
                node.incoming.push(place);
            }
        }
        self.node_places = places(self.nodes.iter().map(|node| node.id));
        self.relationship_places = places(self.relationships.iter().map(|relationship| relationship.id));
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
