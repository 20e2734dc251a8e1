//! Which of the features a given graph has.
//!
//! Generation leaves out what an engine is known not to hold. What changes a graph later, as reduction does, must not
//! bring it in again: it would end at that known matter instead of at what is wrong.

use std::collections::{BTreeMap, BTreeSet};

use quarrel_case::graph::{Edge, Index, IndexKind, PropertyGraph};
use quarrel_case::value::{Atom, Element, Value};

use super::values::EXACT;

/// The features of [`super::FEATURES`] that the graph has.
pub fn held(graph: &PropertyGraph) -> BTreeSet<&'static str> {
    let mut found = BTreeSet::new();
    let mut note = |feature, holds: bool| {
        if holds {
            found.insert(feature);
        }
    };
    note("graph.no-label", graph.vertices.iter().any(|vertex| vertex.labels.is_empty()));
    note("graph.multi-label", graph.vertices.iter().any(|vertex| vertex.labels.len() > 1));
    note("graph.self-loop", graph.edges.iter().any(|edge| edge.source == edge.target));
    note("graph.parallel-edge", has_parallel_edges(graph));
    note("graph.multi-ends", has_several_ends(graph));
    note("graph.edge-property", graph.edges.iter().any(|edge| !edge.properties.is_empty()));
    note("graph.index", !graph.indexes.is_empty());
    note("graph.edge-index", graph.indexes.iter().any(|index| index.on == Element::Edge));
    note("graph.composite-index", graph.indexes.iter().any(|index| index.keys.len() > 1));
    let of_edges = |index: &Index| index.on == Element::Edge && index.keys.len() > 1;
    note("graph.composite-edge-index", graph.indexes.iter().any(of_edges));
    note("graph.text-index", graph.indexes.iter().any(|index| index.kind == IndexKind::Text));
    note("graph.unique-index", graph.indexes.iter().any(|index| index.kind == IndexKind::Unique));
    let of_vertices = graph.vertices.iter().flat_map(|vertex| &vertex.properties);
    let properties: Vec<(&String, &Value)> =
        of_vertices.chain(graph.edges.iter().flat_map(|edge| &edge.properties)).collect();
    note("graph.mixed-key", has_mixed_key(&properties));
    properties.iter().for_each(|(_, value)| of_value(value, &mut found));
    found
}

fn has_parallel_edges(graph: &PropertyGraph) -> bool {
    let mut known = BTreeSet::new();
    graph.edges.iter().any(|edge| !known.insert((edge.source, edge.target, &edge.label)))
}

/// True when the edges of one label have no two labels of vertices that all of them go between.
fn has_several_ends(graph: &PropertyGraph) -> bool {
    let labels = |id| graph.vertex(id).map(|vertex| vertex.labels.as_slice()).unwrap_or_default();
    // A vertex without labels stands outside the schema.
    let inside =
        graph.edges.iter().filter(|edge| [edge.source, edge.target].iter().all(|id| !labels(*id).is_empty()));
    let mut by_label: BTreeMap<&String, Vec<&Edge>> = BTreeMap::new();
    inside.for_each(|edge| by_label.entry(&edge.label).or_default().push(edge));
    let common = |edges: &[&Edge], end: fn(&Edge) -> i64| {
        let first = edges.first().map(|edge| labels(end(edge))).unwrap_or_default();
        first.iter().any(|label| edges.iter().all(|edge| labels(end(edge)).contains(label)))
    };
    by_label.values().any(|edges| !common(edges, |edge| edge.source) || !common(edges, |edge| edge.target))
}

/// True when values of two types stand under one key.
fn has_mixed_key(properties: &[(&String, &Value)]) -> bool {
    let kind = |value: &Value| match value {
        Value::Int(_) => Some("integer"),
        Value::Float(_) => Some("float"),
        Value::Atom(Atom::F32, _) => Some("float32"),
        Value::String(_) => Some("string"),
        Value::Bool(_) => Some("boolean"),
        Value::List(items) => match items.first()? {
            Value::String(_) => Some("list of strings"),
            _ => Some("list"),
        },
        _ => None,
    };
    let mut kinds = BTreeMap::new();
    let mut known = properties.iter().filter_map(|(key, value)| Some((key, kind(value)?)));
    known.any(|(key, kind)| *kinds.entry(key).or_insert(kind) != kind)
}

fn of_value(value: &Value, found: &mut BTreeSet<&'static str>) {
    match value {
        Value::Int(i64::MIN | i64::MAX) => found.extend(["graph.integer-limit"]),
        Value::Int(number) if number.unsigned_abs() >= EXACT.unsigned_abs() - 1 => {
            found.extend(["graph.large-integer"]);
        }
        Value::Float(number) => found.extend(of_float(*number)),
        Value::Atom(Atom::F32, text) => {
            found.extend(["graph.float32"]);
            found.extend((text == "-0").then_some("graph.negative-zero"));
        }
        Value::Bool(_) => found.extend(["graph.boolean"]),
        Value::String(text) => of_text(text, found),
        Value::List(items) => {
            found.extend(match items.first() {
                None => ["graph.empty-list"],
                Some(Value::String(_)) => ["graph.string-list"],
                Some(_) => ["graph.integer-list"],
            });
            items.iter().for_each(|item| of_value(item, found));
        }
        _ => {}
    }
}

fn of_float(number: f64) -> impl Iterator<Item = &'static str> {
    let odd = match number {
        _ if number.is_nan() => Some("graph.float-nan"),
        _ if number.is_infinite() => Some("graph.float-infinity"),
        _ if number == 0.0 && number.is_sign_negative() => Some("graph.negative-zero"),
        _ => None,
    };
    std::iter::once("graph.float").chain(odd)
}

fn of_text(text: &str, found: &mut BTreeSet<&'static str>) {
    let holds = |test: fn(char) -> bool| text.chars().any(test);
    let astral = holds(|letter| letter > '\u{ffff}');
    for (feature, is_held) in [
        ("graph.empty-string", text.is_empty()),
        ("graph.astral", astral),
        ("graph.non-ascii", holds(|letter| !letter.is_ascii() && letter <= '\u{ffff}')),
        ("graph.quote", holds(|letter| letter.is_ascii() && !letter.is_ascii_alphanumeric())),
    ] {
        found.extend(is_held.then_some(feature));
    }
}
