//! The services that scenarios of `call` expect, as tables.

use quarrel_case::conformance::Procedure;
use quarrel_case::graph::PropertyGraph;
use quarrel_case::value::{Atom, Value};

/// A search, whose answers are properties of vertices and no values of a table: it is only in the list.
const SEARCH: &str = "tinker.search(search)";
/// How many edges a vertex has in a direction, inward when none is named.
const DEGREE: &str = "tinker.degree.centrality(it, direction)";

/// The services on a graph.
pub(super) fn services(graph: &PropertyGraph) -> Vec<Procedure> {
    let mut rows = Vec::new();
    for vertex in &graph.vertices {
        let outgoing = graph.edges.iter().filter(|edge| edge.source == vertex.id).count();
        let incoming = graph.edges.iter().filter(|edge| edge.target == vertex.id).count();
        let token = |name: &str| Value::Atom(Atom::Token, format!("Direction.{name}"));
        for (direction, count) in [
            (Value::Null, incoming),
            (token("IN"), incoming),
            (token("OUT"), outgoing),
            (token("BOTH"), incoming + outgoing),
        ] {
            let count = i64::try_from(count).unwrap_or(i64::MAX);
            rows.push(vec![Value::Vertex(vertex.id), direction, Value::Int(count)]);
        }
    }
    vec![
        Procedure { signature: SEARCH.to_owned(), rows: Vec::new() },
        Procedure { signature: DEGREE.to_owned(), rows },
    ]
}
