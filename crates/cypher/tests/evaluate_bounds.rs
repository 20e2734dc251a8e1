//! The evaluator says when something is too much; it never hangs and never crashes.

use std::collections::BTreeMap;

use quarrel_case::graph::{Edge, PropertyGraph, Vertex};
use quarrel_case::language::{Budget, Failure};
use quarrel_case::profile::Profile;
use quarrel_cypher::evaluate::session;
use quarrel_cypher::parse::parse;

/// A ring of nodes; one node has a self-loop.
fn ring(length: i64) -> PropertyGraph {
    let vertex = |id| Vertex { id, labels: Vec::new(), properties: BTreeMap::new() };
    let edge = |id: i64| Edge {
        id,
        label: "T".to_owned(),
        source: id,
        target: id % length + 1,
        properties: BTreeMap::new(),
    };
    PropertyGraph {
        vertices: (1..=length).map(vertex).collect(),
        edges: (1..=length).map(edge).collect(),
        ..PropertyGraph::default()
    }
}

fn outcome(graph: &PropertyGraph, switches: &[(&str, &str)], text: &str) -> String {
    let switches = switches.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let mut session = session(graph, &Profile { switches, fault: None }).expect("known switches");
    let query = parse(text).expect(text);
    match session.query(&query, &Budget::default()).result {
        Ok(answer) => format!("{} rows", answer.len()),
        Err(Failure::Query(error)) => error.detail.unwrap_or_default(),
        Err(failure) => failure.to_string(),
    }
}

#[test]
fn walks_are_bounded_in_length() {
    let none = [("relationship-uniqueness", "none")];
    let steps = |count: usize| format!("MATCH (){} RETURN 1", "-->()".repeat(count));
    for (length, switches, text, expected) in [
        (2_000, &[][..], "MATCH (a)-[*]->(b) RETURN 1", "the budget of nesting is spent"),
        (100, &[], "MATCH (a)-[*]->(b) RETURN 1", "10000 rows"),
        (200, &[], "MATCH (a)-[*]->(b) RETURN 1", "the budget of rows is spent"),
        (1, &none, "MATCH (a)-[*]->(b) RETURN 1", "the budget of nesting is spent"),
        (1, &none, &steps(100), "1 rows"),
        (1, &none, &steps(2_000), "the budget of nesting is spent"),
        (1, &[], &steps(2_000), "0 rows"),
        (1, &[], &format!("MATCH (){} RETURN 1", ", ()".repeat(2_000)), "the budget of nesting is spent"),
        (2, &[], &format!("MATCH (){} RETURN 1", ", ()".repeat(40)), "the budget of rows is spent"),
    ] {
        assert_eq!(outcome(&ring(length), switches, text), expected, "{length} {text:.80}");
    }
}

#[test]
fn values_and_expressions_are_bounded() {
    let graph = ring(1);
    for (text, expected) in [
        ("RETURN range(0, 9223372036854775807)", "the budget of rows is spent"),
        ("RETURN range(-9223372036854775808, 9223372036854775807, 9223372036854775807)", "1 rows"),
        ("RETURN reduce(l = [], x IN range(1, 10000) | [l])", "the budget of nesting is spent"),
        ("RETURN reduce(m = {}, x IN range(1, 10000) | {m: m})", "the budget of nesting is spent"),
        ("RETURN reduce(s = 'a', x IN range(1, 64) | s + s)", "the budget of steps is spent"),
        ("RETURN reduce(l = [1], x IN range(1, 64) | l + l)", "the budget of rows is spent"),
        ("UNWIND range(1, 1000) AS x UNWIND range(1, 1000) AS y RETURN 1", "the budget of rows is spent"),
        (
            "UNWIND range(1, 10000) AS x RETURN size([y IN range(1, 10000) | y])",
            "the budget of steps is spent",
        ),
        (&format!("RETURN 0{}", " + 1".repeat(450)), "1 rows"),
        (&format!("RETURN true{}", " AND true".repeat(450)), "1 rows"),
        (&format!("RETURN {}1{}", "[".repeat(190), "]".repeat(190)), "1 rows"),
        (&format!("RETURN {}1{}", "abs(".repeat(190), ")".repeat(190)), "1 rows"),
        (&format!("RETURN {}1{}", "[x IN [1] | ".repeat(90), "]".repeat(90)), "1 rows"),
        (&format!("RETURN {}1{}", "CASE 1 WHEN 1 THEN ".repeat(150), " END".repeat(150)), "1 rows"),
    ] {
        assert_eq!(outcome(&graph, &[], text), expected, "{text:.80}");
    }
}
