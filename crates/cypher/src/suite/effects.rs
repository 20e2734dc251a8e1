//! Side effects: what became other in the graph, counted as the suite does.
//!
//! The suite compares the graph before a query with the graph after it: elements by identity, labels as the set of
//! those in use, properties as triples of element, key and value.

use std::collections::{BTreeMap, BTreeSet};

use quarrel_case::graph::{Graph, PropertyGraph};
use quarrel_case::json;
use quarrel_case::value::Value;

use super::judge::Scene;

/// What is counted, by the suite's names.
type Counts = BTreeMap<String, i64>;

/// Judges the change of the graph by the table of a step, and the subject's own counters where they are given.
pub(super) fn judge(table: &[Vec<String>], scene: &Scene<'_>, told: Option<&Counts>) -> Result<(), String> {
    let mut expected = Counts::new();
    for row in table {
        let [name, count] = row.as_slice() else { return Err("an unreadable row".to_owned()) };
        expected.insert(name.clone(), count.parse().map_err(|_| format!("an unreadable count: {count}"))?);
    }
    let (Graph::Property(before), Some(Graph::Property(after))) = (scene.before, scene.after) else {
        return Ok(());
    };
    let found = difference(before, after);
    if found != expected {
        return Err(format!("{found:?}"));
    }
    match told {
        Some(told) if *told != expected => Err(format!("the counters say {told:?}")),
        _ => Ok(()),
    }
}

/// What makes up a graph, in the sets that the suite compares.
struct Parts {
    nodes: BTreeSet<String>,
    relationships: BTreeSet<String>,
    labels: BTreeSet<String>,
    properties: BTreeSet<String>,
}

fn parts(graph: &PropertyGraph) -> Parts {
    let mut parts = Parts {
        nodes: BTreeSet::new(),
        relationships: BTreeSet::new(),
        labels: BTreeSet::new(),
        properties: BTreeSet::new(),
    };
    let mut add = |element: String, properties: &BTreeMap<String, Value>| {
        for (key, value) in properties {
            parts.properties.insert(format!("{element} {key} {}", json::write(value)));
        }
    };
    for vertex in &graph.vertices {
        parts.nodes.insert(vertex.id.to_string());
        parts.labels.extend(vertex.labels.iter().cloned());
        add(format!("node {}", vertex.id), &vertex.properties);
    }
    for edge in &graph.edges {
        parts.relationships.insert(edge.id.to_string());
        add(format!("relationship {}", edge.id), &edge.properties);
    }
    parts
}

fn difference(before: &PropertyGraph, after: &PropertyGraph) -> Counts {
    let (before, after) = (parts(before), parts(after));
    let mut counts = Counts::new();
    let mut count = |name: &str, before: &BTreeSet<String>, after: &BTreeSet<String>| {
        for (sign, from, to) in [('+', after, before), ('-', before, after)] {
            let number = i64::try_from(from.difference(to).count()).unwrap_or(i64::MAX);
            if number > 0 {
                counts.insert(format!("{sign}{name}"), number);
            }
        }
    };
    count("nodes", &before.nodes, &after.nodes);
    count("relationships", &before.relationships, &after.relationships);
    count("labels", &before.labels, &after.labels);
    count("properties", &before.properties, &after.properties);
    counts
}
