//! What a graph offers a generator: names, elements, values.

use quarrel_case::graph::PropertyGraph;
use quarrel_case::language::Guidance;
use quarrel_case::value::Element;

use super::kind::Kind;
use crate::ast::Argument;
use crate::evaluate::{Handle, Number, Store, Value};

/// The names and values of a graph.
#[derive(Debug, Clone, Default)]
pub(super) struct Data {
    pub(super) labels: Vec<String>,
    pub(super) edge_labels: Vec<String>,
    /// Keys of vertices with the values that they have.
    pub(super) vertex_keys: Vec<(String, Vec<Value>)>,
    pub(super) edge_keys: Vec<(String, Vec<Value>)>,
    /// Keys of vertices by which an index finds them.
    pub(super) indexed: Vec<String>,
    pub(super) vertices: Vec<Value>,
    pub(super) edges: Vec<Value>,
    pub(super) vertex_ids: Vec<i64>,
    pub(super) edge_ids: Vec<i64>,
    /// All values of properties.
    pub(super) values: Vec<Value>,
    /// Those of them that can be written down.
    pub(super) constants: Vec<Argument>,
}

fn note(keys: &mut Vec<(String, Vec<Value>)>, key: &str, value: &Value) {
    match keys.iter_mut().find(|(known, _)| known == key) {
        Some((_, values)) if values.contains(value) => {}
        Some((_, values)) => values.push(value.clone()),
        None => keys.push((key.to_owned(), vec![value.clone()])),
    }
}

fn note_label(labels: &mut Vec<String>, label: &str) {
    if !labels.iter().any(|known| known == label) {
        labels.push(label.to_owned());
    }
}

impl Data {
    /// What this graph offers.
    pub(super) fn new(graph: &PropertyGraph, store: &Store) -> Self {
        let mut data = Self::default();
        for (handle, vertex) in store.vertices() {
            data.vertices.push(Value::Vertex(handle));
            note_label(&mut data.labels, &vertex.label);
            for property in vertex.properties.iter().filter_map(|property| store.vertex_property(*property)) {
                note(&mut data.vertex_keys, &property.key, &property.value);
            }
        }
        for (handle, edge) in store.edges() {
            data.edges.push(Value::Edge(handle));
            note_label(&mut data.edge_labels, &edge.label);
            for (key, value) in &edge.properties {
                note(&mut data.edge_keys, key, value);
            }
        }
        let of_vertices = graph.indexes.iter().filter(|index| index.on == Element::Vertex);
        data.indexed = of_vertices.filter_map(|index| index.keys.first().cloned()).collect();
        data.vertex_ids = graph.vertices.iter().map(|vertex| vertex.id).collect();
        data.edge_ids = graph.edges.iter().map(|edge| edge.id).collect();
        for (_, values) in data.vertex_keys.iter().chain(&data.edge_keys) {
            data.values.extend(
                values.iter().filter(|value| !data.values.contains(value)).cloned().collect::<Vec<_>>(),
            );
        }
        data
    }

    /// What a generator of this guidance knows of it: nothing but ids, or names and no values, or all.
    pub(super) fn for_guidance(mut self, guidance: Guidance) -> Self {
        if matches!(guidance, Guidance::Data | Guidance::Full) {
            return self;
        }
        let text = |text: &str| Value::String(text.into());
        let number = |number: i64| Value::Number(Number::Long(number));
        let values =
            vec![number(0), number(1), number(-1), number(7), text("a"), text("b"), Value::Bool(true)];
        if guidance == Guidance::Random {
            let names = |letter: char, count: usize| (0..count).map(move |place| format!("{letter}{place}"));
            self.labels = names('L', 4).collect();
            self.indexed.clear();
            self.edge_labels = names('T', 3).collect();
            self.vertex_keys = names('k', 6).map(|key| (key, Vec::new())).collect();
            self.edge_keys = self.vertex_keys.clone();
        }
        for (_, known) in self.vertex_keys.iter_mut().chain(&mut self.edge_keys) {
            known.clone_from(&values);
        }
        self.values = values;
        self
    }

    /// With the constants that give the values.
    pub(super) fn with_constants(mut self) -> Self {
        self.constants = self.values.iter().filter_map(super::argument).collect();
        self
    }

    /// Values of these kinds, as they are known without evaluating anything.
    pub(super) fn sample(&self, kind: Kind) -> Vec<Value> {
        let all = self.vertices.iter().chain(&self.edges).chain(&self.values);
        all.filter(|value| Kind::of(value).fits(kind)).cloned().collect()
    }

    /// The keys of elements of these kinds.
    pub(super) fn keys(&self, kind: Kind) -> Vec<&(String, Vec<Value>)> {
        let vertices = self.vertex_keys.iter().filter(|_| !kind.fits(Kind::EDGE));
        let edges = self.edge_keys.iter().filter(|_| !kind.fits(Kind::VERTEX));
        vertices.chain(edges).collect()
    }
}

/// The keys and values of an element, as the graph had them in the beginning.
pub(super) fn properties<'s>(store: &'s Store, element: &Value) -> Vec<(&'s str, &'s Value)> {
    match element {
        Value::Vertex(vertex) => {
            let handles: &[Handle] =
                store.vertex(*vertex).map(|vertex| &vertex.properties[..]).unwrap_or_default();
            let known = handles.iter().filter_map(|handle| store.vertex_property(*handle));
            known.map(|property| (&*property.key, &property.value)).collect()
        }
        Value::Edge(edge) => {
            let properties = store.edge(*edge).map(|edge| &edge.properties[..]).unwrap_or_default();
            properties.iter().map(|(key, value)| (&**key, value)).collect()
        }
        _ => Vec::new(),
    }
}
