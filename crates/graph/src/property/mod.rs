//! Random property graphs, schema first.
//!
//! The schema fixes labels, relationship types with the labels of their ends, and typed keys; the elements
//! then follow it, so that an engine with a declared schema can hold the same graph as one without. Values
//! come from one small pool per type and graph, which all keys of that type share: equal values are what makes
//! joins, groups and ties happen. What an engine may be unable to hold is a feature with a name.

mod held;
mod values;

use std::collections::{BTreeMap, BTreeSet};

use quarrel_case::choices::Choices;
use quarrel_case::graph::{
    Edge, EdgeSchema, Index, IndexKind, KeySchema, LabelSchema, PropertyGraph, PropertyKind, Schema, Vertex,
};
use quarrel_case::profile::Features;
use quarrel_case::value::{Element, ElementId, Value};

use crate::Sizes;
pub use held::held;
use values::Pools;

/// What an engine may be unable to hold.
pub const FEATURES: &[&str] = &[
    "graph.astral",
    "graph.boolean",
    "graph.composite-edge-index",
    "graph.composite-index",
    "graph.edge-index",
    "graph.edge-property",
    "graph.empty-list",
    "graph.empty-string",
    "graph.float",
    "graph.float32",
    "graph.float-infinity",
    "graph.float-nan",
    "graph.index",
    "graph.integer-limit",
    "graph.integer-list",
    "graph.large-integer",
    "graph.mixed-key",
    "graph.multi-ends",
    "graph.multi-label",
    "graph.negative-zero",
    "graph.no-label",
    "graph.non-ascii",
    "graph.parallel-edge",
    "graph.quote",
    "graph.self-loop",
    "graph.string-list",
    "graph.text-index",
    "graph.unique-index",
];

/// A graph of at most these sizes that holds nothing that the features leave out.
pub fn generate(sizes: Sizes, features: &Features, choices: &mut Choices) -> PropertyGraph {
    let mut builder = Builder {
        pools: Pools::draw(features, choices),
        schema: schema(features, choices),
        features,
        choices,
        graph: PropertyGraph::default(),
    };
    let vertices = builder.vertex_count(sizes);
    for id in 0..vertices {
        builder.add_vertex(id);
    }
    let edges = builder.edge_count(sizes);
    builder.add_edges(edges);
    builder.add_indexes();
    PropertyGraph { schema: Some(builder.schema), ..builder.graph }
}

fn schema(features: &Features, choices: &mut Choices) -> Schema {
    let keys = keys(features, choices);
    let labels: Vec<LabelSchema> = (0..choices.between(2, 4))
        .map(|index| LabelSchema {
            label: format!("L{index}"),
            keys: some_keys(&keys, 1, features.allow("graph.mixed-key"), choices),
        })
        .collect();
    let edges = (0..choices.between(1, 3))
        .map(|index| EdgeSchema {
            label: format!("T{index}"),
            ends: ends(&labels, features, choices),
            keys: match features.allow("graph.edge-property") {
                true => some_keys(&keys, 0, features.allow("graph.mixed-key"), choices),
                false => Vec::new(),
            },
        })
        .collect();
    Schema { labels, edges }
}

/// The keys that labels and edge labels choose from; shared keys are what property joins need.
fn keys(features: &Features, choices: &mut Choices) -> Vec<KeySchema> {
    let kinds = [
        (PropertyKind::Integer, 5, true),
        (PropertyKind::String, 5, true),
        (PropertyKind::Float, 3, features.allow("graph.float")),
        (PropertyKind::Boolean, 2, features.allow("graph.boolean")),
        (PropertyKind::IntegerList, 1, features.allow("graph.integer-list")),
        (PropertyKind::StringList, 1, features.allow("graph.string-list")),
        (PropertyKind::Float32, 1, features.allow("graph.float32")),
    ];
    let weights: Vec<usize> =
        kinds.iter().map(|(_, weight, allowed)| weight * usize::from(*allowed)).collect();
    let count = choices.between(3, 6);
    let mut keys: Vec<KeySchema> = (0..count)
        .map(|index| KeySchema { key: format!("k{index}"), kind: kinds[choices.weighted(&weights)].0 })
        .collect();
    // Numbers and strings are in every graph: most expressions need one of them.
    for (key, kind) in keys.iter_mut().zip([PropertyKind::Integer, PropertyKind::String]) {
        key.kind = kind;
    }
    keys
}

fn some_keys(all: &[KeySchema], fewest: usize, mixed: bool, choices: &mut Choices) -> Vec<KeySchema> {
    let mut keys = all.to_vec();
    choices.shuffle(&mut keys);
    keys.truncate(choices.between(fewest, 4));
    keys.sort_by(|left, right| left.key.cmp(&right.key));
    if mixed && choices.chance(4) {
        // The same key has another type elsewhere: only engines without a declared schema allow it.
        if let Some(key) = keys.last_mut() {
            let other = key.kind == PropertyKind::String;
            key.kind = if other { PropertyKind::Integer } else { PropertyKind::String };
        }
    }
    keys
}

fn ends(labels: &[LabelSchema], features: &Features, choices: &mut Choices) -> Vec<(String, String)> {
    let pairs = if features.allow("graph.multi-ends") { choices.between(1, 3) } else { 1 };
    let mut ends: Vec<(String, String)> = Vec::new();
    for _ in 0..pairs {
        let mut label = || choices.pick(labels).map(|label| label.label.clone()).unwrap_or_default();
        let pair = (label(), label());
        if !ends.contains(&pair) {
            ends.push(pair);
        }
    }
    ends
}

struct Builder<'a> {
    features: &'a Features,
    choices: &'a mut Choices,
    pools: Pools,
    schema: Schema,
    graph: PropertyGraph,
}

impl Builder<'_> {
    /// Mostly few: most known bugs need three vertices or fewer.
    fn vertex_count(&mut self, sizes: Sizes) -> usize {
        match sizes.vertices {
            Some(most) => self.choices.between(most.div_ceil(2), most),
            None => match self.choices.weighted(&[3, 10, 18, 21, 18, 12, 18]) {
                6 => self.choices.between(7, 12),
                few => few + 1,
            },
        }
    }

    fn edge_count(&mut self, sizes: Sizes) -> usize {
        let vertices = self.graph.vertices.len();
        match sizes.edges {
            Some(most) => self.choices.between(most.div_ceil(2), most),
            None => self.choices.between(vertices.div_ceil(2), vertices + vertices.div_ceil(2)),
        }
    }

    fn add_vertex(&mut self, index: usize) {
        let labels = self.labels();
        let mut keys: Vec<KeySchema> = Vec::new();
        for label in &self.schema.labels {
            if labels.contains(&label.label) || (labels.is_empty() && self.choices.chance(40)) {
                keys.extend(label.keys.iter().cloned());
            }
        }
        let properties = self.properties(&keys);
        self.graph.vertices.push(Vertex { id: id(index), labels, properties });
    }

    fn labels(&mut self) -> Vec<String> {
        if self.features.allow("graph.no-label") && self.choices.chance(8) {
            return Vec::new();
        }
        let several = self.features.allow("graph.multi-label") && self.choices.chance(25);
        let count = if several { self.choices.between(2, 3) } else { 1 };
        let mut labels: Vec<String> = self.schema.labels.iter().map(|label| label.label.clone()).collect();
        self.choices.shuffle(&mut labels);
        labels.truncate(count);
        labels.sort();
        labels
    }

    /// Values for some of the keys; the first type that a key is given wins.
    fn properties(&mut self, keys: &[KeySchema]) -> BTreeMap<String, Value> {
        let mut properties = BTreeMap::new();
        let mut seen = BTreeSet::new();
        for key in keys {
            if seen.insert(key.key.as_str())
                && self.choices.chance(78)
                && let Some(value) = self.pools.value(key.kind, self.choices)
            {
                properties.insert(key.key.clone(), value);
            }
        }
        properties
    }

    /// Joins vertices of the same part only: parts make several components, the last vertex is often isolated.
    fn add_edges(&mut self, count: usize) {
        let vertices = self.graph.vertices.len();
        let parts = if vertices > 3 && self.choices.chance(25) { 2 } else { 1 };
        let joined = if vertices > 1 && self.choices.chance(30) { vertices - 1 } else { vertices };
        let mut tries = 4 * count;
        while self.graph.edges.len() < count && tries > 0 {
            tries -= 1;
            if let Some((kind, source, target)) = self.edge(joined, parts) {
                let schema = &self.schema.edges[kind];
                let (label, keys) = (schema.label.clone(), schema.keys.clone());
                let properties = self.properties(&keys);
                let id = id(self.graph.edges.len());
                self.graph.edges.push(Edge { id, label, source, target, properties });
            }
        }
    }

    /// The type and the ends of one more edge, if the draw gives one that may be.
    fn edge(&mut self, joined: usize, parts: usize) -> Option<(usize, ElementId, ElementId)> {
        let kind = self.choices.below(self.schema.edges.len());
        let (source, target) = match self.choices.weighted(&[70, 15, 15]) {
            0 => (self.choices.below(joined), self.choices.below(joined)),
            1 => {
                let vertex = self.choices.below(joined);
                (vertex, vertex)
            }
            _ => {
                let edge = self.choices.pick(&self.graph.edges)?;
                (position(edge.source), position(edge.target))
            }
        };
        let same_part = source % parts == target % parts;
        let (from, to) = (self.graph.vertices.get(source)?, self.graph.vertices.get(target)?);
        let ends = &self.schema.edges[kind].ends;
        // A vertex without labels stands outside the schema: anything may be joined to it.
        let fits = from.labels.is_empty()
            || to.labels.is_empty()
            || ends.iter().any(|(source, target)| from.labels.contains(source) && to.labels.contains(target));
        let loops = source != target || self.features.allow("graph.self-loop");
        let label = &self.schema.edges[kind].label;
        let new = |edge: &Edge| edge.source != from.id || edge.target != to.id || edge.label != *label;
        let parallel = self.features.allow("graph.parallel-edge") || self.graph.edges.iter().all(new);
        (same_part && fits && loops && parallel).then_some((kind, from.id, to.id))
    }

    fn add_indexes(&mut self) {
        if !self.features.allow("graph.index") {
            return;
        }
        for _ in 0..self.choices.weighted(&[40, 35, 15, 10]) {
            if let Some(index) = self.index()
                && !self.graph.indexes.contains(&index)
            {
                self.graph.indexes.push(index);
            }
        }
    }

    fn index(&mut self) -> Option<Index> {
        let on_edges = self.features.allow("graph.edge-index") && self.choices.chance(20);
        let (on, label, keys) = if on_edges {
            let schema = self.choices.pick(&self.schema.edges)?;
            (Element::Edge, schema.label.clone(), &schema.keys)
        } else {
            let schema = self.choices.pick(&self.schema.labels)?;
            (Element::Vertex, schema.label.clone(), &schema.keys)
        };
        let key = match self.choices.chance(50) {
            true => keys.iter().find(|key| self.is_awkward(on, &label, &key.key)),
            false => None,
        };
        let key = key.or_else(|| self.choices.pick(keys))?.clone();
        let mut index = Index { on, label, keys: vec![key.key.clone()], kind: IndexKind::Range };
        let second = self.choices.pick(keys)?.key.clone();
        match self.choices.below(6) {
            0 if key.kind == PropertyKind::String && self.features.allow("graph.text-index") => {
                index.kind = IndexKind::Text;
            }
            1 if self.features.allow("graph.unique-index") && self.is_unique(&index, key.kind) => {
                index.kind = IndexKind::Unique;
            }
            2 if second != key.key && self.allows_several_keys(index.on) => index.keys.push(second),
            _ => {}
        }
        Some(index)
    }

    fn allows_several_keys(&self, on: Element) -> bool {
        self.features.allow("graph.composite-index")
            && (on == Element::Vertex || self.features.allow("graph.composite-edge-index"))
    }

    /// Whether what elements have for a key is awkward to look up: an empty string, or an integer that no float is.
    fn is_awkward(&self, on: Element, label: &str, key: &str) -> bool {
        let awkward = |value: &Value| match value {
            Value::String(text) => text.is_empty(),
            Value::Int(number) => number.unsigned_abs() >= 1 << 53,
            _ => false,
        };
        self.graph.values(on, label, key).any(awkward)
    }

    /// Whether a uniqueness constraint would hold. Floats and lists are left out: engines differ in which of
    /// their values are the same.
    fn is_unique(&self, index: &Index, kind: PropertyKind) -> bool {
        let simple = matches!(kind, PropertyKind::Integer | PropertyKind::String);
        let values: Vec<&Value> = self.graph.values(index.on, &index.label, &index.keys[0]).collect();
        let repeated = values.iter().enumerate().any(|(at, value)| values[..at].contains(value));
        simple && index.on == Element::Vertex && !repeated
    }
}

fn id(index: usize) -> ElementId {
    ElementId::try_from(index).unwrap_or(ElementId::MAX - 1) + 1
}

fn position(id: ElementId) -> usize {
    usize::try_from(id - 1).unwrap_or(0)
}

#[cfg(test)]
mod tests;
