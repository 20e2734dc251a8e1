//! The graph that traversals walk: elements with ids of any type, several properties of a key, and properties of
//! properties. A case's graph is a part of what it can hold.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::fault::{Fault, Stale};
use super::value::{Handle, Owner, Property, Value};
use super::{compare, number::Class, number::Number};
use crate::ast::Token;

/// Properties of an edge or of a property of a vertex, in the order in which they came.
pub(crate) type Properties = Vec<(Arc<str>, Value)>;

#[derive(Debug, Clone)]
pub(crate) struct Vertex {
    pub(crate) id: Value,
    /// Whether nobody gave the id: every graph draws its own.
    pub(crate) drew_id: bool,
    pub(crate) label: Arc<str>,
    pub(crate) properties: Vec<Handle>,
    pub(crate) outgoing: Vec<Handle>,
    pub(crate) incoming: Vec<Handle>,
}

#[derive(Debug, Clone)]
pub(crate) struct Edge {
    pub(crate) id: Value,
    /// Whether nobody gave the id: every graph draws its own.
    pub(crate) drew_id: bool,
    pub(crate) label: Arc<str>,
    pub(crate) source: Handle,
    pub(crate) target: Handle,
    pub(crate) properties: Properties,
}

#[derive(Debug, Clone)]
pub(crate) struct VertexProperty {
    pub(crate) id: Value,
    /// Whether nobody gave the id: every graph draws its own.
    pub(crate) drew_id: bool,
    pub(crate) vertex: Handle,
    pub(crate) key: Arc<str>,
    pub(crate) value: Value,
    pub(crate) meta: Properties,
}

/// A graph. A handle is never used again, so what stands on a dropped element finds nothing there. Elements are shared
/// by the copies of a graph until one of them changes them, since a traversal that writes is tried on a copy.
#[derive(Debug, Clone, Default)]
pub(crate) struct Store {
    vertices: Vec<Option<Arc<Vertex>>>,
    edges: Vec<Option<Arc<Edge>>>,
    vertex_properties: Vec<Option<Arc<VertexProperty>>>,
    next_id: i64,
    /// Where the elements with integers as ids are.
    vertex_places: Arc<BTreeMap<i64, Handle>>,
    edge_places: Arc<BTreeMap<i64, Handle>>,
    /// Whether an element has another id.
    odd_ids: bool,
    /// What a planted fault remembers.
    pub(crate) stale: Stale,
    /// Whether a property may be null; else setting it to null removes it.
    pub(crate) allows_null: bool,
    /// The types of keys, where these have types; none for values that are no numbers.
    declared: Arc<BTreeMap<Arc<str>, Option<Class>>>,
}

fn handle(place: usize) -> Handle {
    Handle::try_from(place).unwrap_or(Handle::MAX)
}

impl Store {
    fn fresh_id(&mut self) -> Value {
        let id = self.next_id;
        self.next_id += 1;
        Value::Number(Number::Long(id))
    }

    /// Whether a value is an element whose id nobody gave; none if it is no element that is there.
    pub(super) fn drew_id(&self, element: &Value) -> Option<bool> {
        match element {
            Value::Vertex(vertex) => self.vertex(*vertex).map(|vertex| vertex.drew_id),
            Value::Edge(edge) => self.edge(*edge).map(|edge| edge.drew_id),
            Value::VertexProperty(property) => {
                self.vertex_property(*property).map(|property| property.drew_id)
            }
            _ => None,
        }
    }

    /// Every key has the type of the first value that it has, those of vertices before those of edges.
    pub(super) fn declare_keys(&mut self) {
        let of_vertices = self.vertices().flat_map(|(_, vertex)| &vertex.properties);
        let of_vertices = of_vertices.filter_map(|property| self.vertex_property(*property));
        let of_vertices = of_vertices.map(|property| (&property.key, &property.value));
        let of_edges = self.edges().flat_map(|(_, edge)| &edge.properties).map(|(key, value)| (key, value));
        let mut declared = BTreeMap::new();
        for (key, value) in of_vertices.chain(of_edges) {
            declared.entry(Arc::clone(key)).or_insert_with(|| value.number().map(Number::class));
        }
        self.declared = Arc::new(declared);
    }

    /// The value in the type of its key. What cannot be read in it stays as it is.
    fn typed(&self, key: &str, value: Value) -> Value {
        match (self.declared.get(key), value) {
            (Some(Some(class)), Value::Number(number)) if *class != number.class() => {
                Value::Number(number.respelt(*class).unwrap_or(number))
            }
            (_, value) => value,
        }
    }

    /// Ids that are made later are larger than all that are known.
    fn note_id(&mut self, id: &Value) {
        if let Some(number) = id.number().and_then(Number::small) {
            self.next_id = self.next_id.max(number.saturating_add(1));
        }
    }

    pub(crate) fn vertex(&self, handle: Handle) -> Option<&Vertex> {
        self.vertices.get(handle as usize)?.as_deref()
    }

    fn vertex_mut(&mut self, handle: Handle) -> Option<&mut Vertex> {
        self.vertices.get_mut(handle as usize)?.as_mut().map(Arc::make_mut)
    }

    pub(crate) fn edge(&self, handle: Handle) -> Option<&Edge> {
        self.edges.get(handle as usize)?.as_deref()
    }

    pub(crate) fn vertex_property(&self, handle: Handle) -> Option<&VertexProperty> {
        self.vertex_properties.get(handle as usize)?.as_deref()
    }

    /// All vertices in the order in which they came.
    pub(crate) fn vertices(&self) -> impl Iterator<Item = (Handle, &Vertex)> {
        self.vertices
            .iter()
            .enumerate()
            .filter_map(|(place, vertex)| Some((handle(place), vertex.as_deref()?)))
    }

    /// All edges in the order in which they came.
    pub(crate) fn edges(&self) -> impl Iterator<Item = (Handle, &Edge)> {
        self.edges.iter().enumerate().filter_map(|(place, edge)| Some((handle(place), edge.as_deref()?)))
    }

    /// The places that the next elements get: what is not before them was made since.
    pub(super) fn mark(&self) -> (Handle, Handle) {
        (handle(self.vertices.len()), handle(self.edges.len()))
    }

    /// The vertex of an id. A text stands for the number that it spells.
    pub(super) fn find_vertex(&self, id: &Value) -> Option<Handle> {
        if let Some(number) = integer(id).filter(|_| !self.odd_ids) {
            return self.vertex_places.get(&number).copied().filter(|handle| self.vertex(*handle).is_some());
        }
        self.vertices().find(|(_, vertex)| same_id(&vertex.id, id)).map(|(handle, _)| handle)
    }

    pub(super) fn find_edge(&self, id: &Value) -> Option<Handle> {
        if let Some(number) = integer(id).filter(|_| !self.odd_ids) {
            return self.edge_places.get(&number).copied().filter(|handle| self.edge(*handle).is_some());
        }
        self.edges().find(|(_, edge)| same_id(&edge.id, id)).map(|(handle, _)| handle)
    }

    /// Adds a vertex; none when the id is taken.
    pub(super) fn add_vertex(&mut self, id: Option<Value>, label: &str) -> Option<Handle> {
        let drew_id = id.is_none();
        let id = match id {
            Some(id) if self.find_vertex(&id).is_some() => return None,
            Some(id) => id,
            None => self.fresh_id(),
        };
        self.note_id(&id);
        match id.number().and_then(Number::small) {
            Some(number) => {
                Arc::make_mut(&mut self.vertex_places).insert(number, handle(self.vertices.len()));
            }
            None => self.odd_ids = true,
        }
        let vertex = Vertex {
            id,
            drew_id,
            label: Arc::from(label),
            properties: Vec::new(),
            outgoing: Vec::new(),
            incoming: Vec::new(),
        };
        self.vertices.push(Some(Arc::new(vertex)));
        Some(handle(self.vertices.len() - 1))
    }

    /// Adds an edge; none when the id is taken or an end is gone.
    pub(super) fn add_edge(
        &mut self,
        id: Option<Value>,
        label: &str,
        ends: (Handle, Handle),
    ) -> Option<Handle> {
        let (source, target) = ends;
        self.vertex(source)?;
        self.vertex(target)?;
        let drew_id = id.is_none();
        let id = match id {
            Some(id) if self.find_edge(&id).is_some() => return None,
            Some(id) => id,
            None => self.fresh_id(),
        };
        self.note_id(&id);
        match id.number().and_then(Number::small) {
            Some(number) => {
                Arc::make_mut(&mut self.edge_places).insert(number, handle(self.edges.len()));
            }
            None => self.odd_ids = true,
        }
        let added = Edge { id, drew_id, label: Arc::from(label), source, target, properties: Vec::new() };
        self.edges.push(Some(Arc::new(added)));
        let edge = handle(self.edges.len() - 1);
        if let Some(vertex) = self.vertex_mut(source) {
            vertex.outgoing.push(edge);
        }
        if let Some(vertex) = self.vertex_mut(target) {
            vertex.incoming.push(edge);
        }
        Some(edge)
    }

    /// Sets a property of a vertex as its cardinality says.
    pub(super) fn set_vertex_property(
        &mut self,
        vertex: Handle,
        cardinality: Token,
        (key, value): (&str, Value),
        id: Option<Value>,
        meta: Properties,
    ) {
        let Some(existing) = self.vertex(vertex).map(|vertex| vertex.properties.clone()) else { return };
        let value = self.typed(key, value);
        let of_key: Vec<Handle> = existing
            .into_iter()
            .filter(|property| self.vertex_property(*property).is_some_and(|known| &*known.key == key))
            .collect();
        self.note_stale(vertex, key, &of_key);
        if cardinality == Token::CardinalitySingle {
            of_key.iter().for_each(|property| self.drop_vertex_property(*property));
        }
        if value == Value::Null && !self.allows_null {
            return;
        }
        if cardinality == Token::CardinalitySet {
            let same = of_key.iter().find(|property| {
                self.vertex_property(**property).is_some_and(|known| compare::equal(&known.value, &value))
            });
            if let Some(same) = same {
                for (key, value) in meta {
                    self.set_property(Owner::VertexProperty(*same), &key, value);
                }
                return;
            }
        }
        let drew_id = id.is_none();
        let id = id.unwrap_or_else(|| self.fresh_id());
        self.note_id(&id);
        let added = VertexProperty { id, drew_id, vertex, key: Arc::from(key), value, meta };
        self.vertex_properties.push(Some(Arc::new(added)));
        let property = handle(self.vertex_properties.len() - 1);
        if let Some(vertex) = self.vertex_mut(vertex) {
            vertex.properties.push(property);
        }
    }

    /// An index that is not told of a change keeps what it had.
    fn note_stale(&mut self, vertex: Handle, key: &str, old: &[Handle]) {
        if !self.stale.has(Fault::StaleIndex) || !self.stale.indexed.contains(key) {
            return;
        }
        for value in old
            .iter()
            .filter_map(|old| self.vertex_property(*old))
            .map(|old| old.value.clone())
            .collect::<Vec<_>>()
        {
            self.stale.entries.push((vertex, key.to_owned(), value));
        }
    }

    fn properties_mut(&mut self, owner: Owner) -> Option<&mut Properties> {
        match owner {
            Owner::Edge(edge) => {
                let edge = self.edges.get_mut(edge as usize)?.as_mut()?;
                Some(&mut Arc::make_mut(edge).properties)
            }
            Owner::VertexProperty(property) => {
                let property = self.vertex_properties.get_mut(property as usize)?.as_mut()?;
                Some(&mut Arc::make_mut(property).meta)
            }
        }
    }

    /// Sets a property of an edge or of a property.
    pub(super) fn set_property(&mut self, owner: Owner, key: &str, value: Value) {
        let removes = value == Value::Null && !self.allows_null;
        let value = self.typed(key, value);
        let Some(properties) = self.properties_mut(owner) else { return };
        match properties.iter_mut().find(|(known, _)| &**known == key) {
            _ if removes => properties.retain(|(known, _)| &**known != key),
            Some((_, known)) => *known = value,
            None => properties.push((Arc::from(key), value)),
        }
    }

    /// The properties of an edge or of a property.
    pub(super) fn properties(&self, owner: Owner) -> &[(Arc<str>, Value)] {
        let properties = match owner {
            Owner::Edge(edge) => self.edge(edge).map(|edge| &edge.properties),
            Owner::VertexProperty(property) => self.vertex_property(property).map(|property| &property.meta),
        };
        properties.map(Vec::as_slice).unwrap_or_default()
    }

    pub(super) fn drop_vertex_property(&mut self, property: Handle) {
        let dropped = self.vertex_properties.get_mut(property as usize).and_then(Option::take);
        if let Some(vertex) = dropped.and_then(|dropped| self.vertex_mut(dropped.vertex)) {
            vertex.properties.retain(|known| *known != property);
        }
    }

    pub(super) fn drop_property(&mut self, property: &Property) {
        if let Some(properties) = self.properties_mut(property.owner) {
            properties.retain(|(key, _)| *key != property.key);
        }
    }

    pub(super) fn drop_edge(&mut self, edge: Handle) {
        let Some(dropped) = self.edges.get_mut(edge as usize).and_then(Option::take) else { return };
        if self.stale.has(Fault::GoneLabelCrashes)
            && !self.edges().any(|(_, other)| other.label == dropped.label)
        {
            self.stale.gone.insert(dropped.label.to_string());
        }
        if let Some(vertex) = self.vertex_mut(dropped.source) {
            vertex.outgoing.retain(|known| *known != edge);
        }
        if let Some(vertex) = self.vertex_mut(dropped.target) {
            vertex.incoming.retain(|known| *known != edge);
        }
    }

    /// Drops a vertex with its edges.
    pub(super) fn drop_vertex(&mut self, vertex: Handle) {
        let Some(dropped) = self.vertices.get_mut(vertex as usize).and_then(Option::take) else { return };
        for edge in dropped.outgoing.iter().chain(&dropped.incoming) {
            let ghost = self.edge(*edge).cloned().filter(|_| self.stale.has(Fault::GhostReached));
            self.drop_edge(*edge);
            if let Some(ghost) = ghost.filter(|ghost| ghost.target == vertex && ghost.source != vertex) {
                if let Some(source) = self.vertex_mut(ghost.source) {
                    source.outgoing.push(*edge);
                }
                self.stale.ghosts.insert(*edge, ghost);
            }
        }
        for property in &dropped.properties {
            self.drop_vertex_property(*property);
        }
    }
}

/// The integer that an id is, or that a text spells.
fn integer(id: &Value) -> Option<i64> {
    match id {
        Value::Number(number) => number.small(),
        Value::String(text) => text.parse().ok(),
        _ => None,
    }
}

/// Whether an id that is asked for is this one.
pub(super) fn same_id(id: &Value, asked: &Value) -> bool {
    match (id, asked) {
        (Value::Number(_), Value::String(text)) => {
            text.parse().is_ok_and(|number| compare::equal(id, &Value::Number(Number::Long(number))))
        }
        (Value::String(text), Value::Number(_)) => {
            text.parse().is_ok_and(|number| compare::equal(asked, &Value::Number(Number::Long(number))))
        }
        _ => compare::equal(id, asked),
    }
}
