//! Which indexes an engine may be asked to declare on a graph, or to drop; and which writes none of them forbids.
//!
//! What it has operations for is told by the features that it lacks, as for the graphs that are made for it. A uniqueness
//! constraint is about the values, so that they have to differ, and be of types whose values are the same to every
//! engine; a text index is of texts. An engine may keep one index of a key, whatever the label: to drop one where there
//! is another could drop both, so no key is in two.

use std::collections::{BTreeMap, BTreeSet};

use quarrel_case::graph::{Graph, Index, IndexKind, PropertyGraph};
use quarrel_case::phrase::Change;
use quarrel_case::profile::{Features, INDEX_DROP};
use quarrel_case::value::{Element, Value};

use crate::Unfit;

type Properties = BTreeMap<String, Value>;

/// The indexes that the graph could have and has not.
pub(crate) fn possible(graph: &PropertyGraph, features: &Features) -> Vec<Index> {
    let mut groups: BTreeMap<(Element, &String), Vec<&Properties>> = BTreeMap::new();
    for vertex in &graph.vertices {
        for label in &vertex.labels {
            groups.entry((Element::Vertex, label)).or_default().push(&vertex.properties);
        }
    }
    for edge in &graph.edges {
        groups.entry((Element::Edge, &edge.label)).or_default().push(&edge.properties);
    }
    let possible = groups.iter().flat_map(|((on, label), elements)| forms(*on, label, elements));
    possible.filter(|index| !graph.indexes.contains(index) && can_be(graph, index, features)).collect()
}

/// The indexes on elements of one label: of each kind on each key, and on every two keys that one of them has.
fn forms(on: Element, label: &str, elements: &[&Properties]) -> Vec<Index> {
    let keys: BTreeSet<&String> = elements.iter().flat_map(|properties| properties.keys()).collect();
    let index = |keys: Vec<String>, kind| Index { on, label: label.to_owned(), keys, kind };
    let mut forms = Vec::new();
    for key in &keys {
        let kinds = [IndexKind::Range, IndexKind::Text, IndexKind::Unique];
        forms.extend(kinds.map(|kind| index(vec![(*key).clone()], kind)));
        let beside = |other: &&&String| {
            *other != key && elements.iter().any(|own| own.contains_key(*key) && own.contains_key(**other))
        };
        let pairs = keys.iter().filter(beside).map(|other| vec![(*key).clone(), (*other).clone()]);
        forms.extend(pairs.map(|keys| index(keys, IndexKind::Range)));
    }
    forms
}

/// Whether an engine with these features can be asked for the index on the graph, or has it.
pub(crate) fn can_be(graph: &PropertyGraph, index: &Index, features: &Features) -> bool {
    let alone = PropertyGraph { indexes: vec![index.clone()], ..PropertyGraph::default() };
    let mut needed = quarrel_graph::held(&Graph::Property(alone)).into_iter();
    let mut others = graph.indexes.iter().filter(|other| *other != index);
    needed.all(|feature| features.allow(feature))
        && !others.any(|other| other.on == index.on && other.keys.iter().any(|key| index.keys.contains(key)))
        && holds(graph, index)
}

/// Whether the engine can be asked to drop it too.
pub(crate) fn can_go(graph: &PropertyGraph, index: &Index, features: &Features) -> bool {
    features.allow(INDEX_DROP) && can_be(graph, index, features)
}

/// No write is judged where a vertex may get a value that a uniqueness constraint forbids: whether the engine refuses it
/// at once or in the end is the engine's matter, not the language's.
pub(crate) fn unconstrained(graph: &Graph) -> Result<(), Unfit> {
    if graph.property().is_some_and(PropertyGraph::is_constrained) { Err(constrained()) } else { Ok(()) }
}

/// The same for a change, which tells what it gives.
pub(crate) fn unconstrained_change(graph: &Graph, change: &Change) -> Result<(), Unfit> {
    let indexes = graph.property().map(|graph| graph.indexes.as_slice()).unwrap_or_default();
    let may_break = |index: &Index| {
        index.kind == IndexKind::Unique && index.keys.iter().any(|key| change.may_give(&index.label, key))
    };
    if indexes.iter().any(may_break) { Err(constrained()) } else { Ok(()) }
}

fn constrained() -> Unfit {
    Unfit("a uniqueness constraint may forbid the write".to_owned())
}

/// Whether the values are such as the kind of index is for.
fn holds(graph: &PropertyGraph, index: &Index) -> bool {
    let Some(key) = index.keys.first() else { return false };
    let values: Vec<&Value> = graph.values(index.on, &index.label, key).collect();
    let are = |fits: fn(&Value) -> bool| values.iter().all(|value| fits(value));
    match index.kind {
        IndexKind::Range => true,
        IndexKind::Text => are(|value| matches!(value, Value::String(_))),
        IndexKind::Unique => {
            let repeated = values.iter().enumerate().any(|(place, value)| values[..place].contains(value));
            index.on == Element::Vertex
                && !repeated
                && (are(|value| matches!(value, Value::String(_)))
                    || are(|value| matches!(value, Value::Int(_))))
        }
    }
}

#[cfg(test)]
mod tests {
    use quarrel_case::graph::Model;

    use super::*;

    const GRAPH: &str = r#"{"vertices":[
        {"id":1,"labels":["A"],"properties":{"k":1,"t":"x"}},{"id":2,"labels":["A"],"properties":{"k":2,"t":"x"}}],
        "edges":[{"id":1,"label":"T","source":1,"target":2,"properties":{"w":1}}],
        "indexes":[{"on":"vertex","label":"B","keys":["k"],"kind":"range"}]}"#;

    fn told(without: &[&str], indexes: &str) -> Vec<String> {
        let text = GRAPH.replace(r#"{"on":"vertex","label":"B","keys":["k"],"kind":"range"}"#, indexes);
        let graph = Graph::from_text(&text, Model::Property).unwrap();
        let without = without.iter().map(|feature| (*feature).to_owned()).collect();
        let features = Features { without, ..Features::default() };
        let tell = |index: Index| format!("{:?} {} {}", index.kind, index.label, index.keys.join(" "));
        possible(graph.property().unwrap(), &features).into_iter().map(tell).collect()
    }

    #[test]
    fn an_index_is_of_a_kind_that_the_values_and_the_engine_allow() {
        let all =
            ["Range A k", "Unique A k", "Range A k t", "Range A t", "Text A t", "Range A t k", "Range T w"];
        assert_eq!(told(&[], ""), all);
        let plain = ["graph.edge-index", "graph.text-index", "graph.unique-index", "graph.composite-index"];
        assert_eq!(told(&plain, ""), ["Range A k", "Range A t"]);
        assert_eq!(told(&["graph.index"], ""), [""; 0]);
    }

    #[test]
    fn no_index_is_declared_beside_another_with_the_same_key() {
        let other = r#"{"on":"vertex","label":"B","keys":["k"],"kind":"range"}"#;
        let alone = ["Range A t", "Text A t", "Range T w"];
        assert_eq!(told(&[], other), alone);
        assert_eq!(told(&[], &other.replace("B", "A")), alone, "it is there");
    }

    #[test]
    fn what_can_come_cannot_go_where_none_is_dropped() {
        let graph = Graph::from_text(GRAPH, Model::Property).unwrap();
        let (graph, index) = (graph.property().unwrap(), &graph.property().unwrap().indexes[0]);
        for (without, goes) in [(&[][..], true), (&[INDEX_DROP], false)] {
            let without = without.iter().map(|feature| (*feature).to_owned()).collect();
            let features = Features { without, ..Features::default() };
            assert!(can_be(graph, index, &features));
            assert_eq!(can_go(graph, index, &features), goes);
        }
    }
}
