//! Graphs as patterns.

use quarrel_case::graph::{Graph, PropertyGraph};
use quarrel_case::language::{Budget, Session as _};
use quarrel_case::profile::Profile;
use quarrel_cypher::evaluate::session;
use quarrel_cypher::parse::parse;

/// The graph that these patterns describe, ids counted from 1 in the order of the text.
pub(crate) fn graph(patterns: &str) -> PropertyGraph {
    let none = PropertyGraph::default();
    if patterns.is_empty() {
        return none;
    }
    let mut session = session(&none, &Profile::default()).expect("the standard's profile");
    let query = parse(&format!("CREATE {patterns}")).expect(patterns);
    let evaluation = session.query(&query, &Budget::default());
    assert!(evaluation.result.is_ok() && evaluation.open.is_none(), "{patterns}: {evaluation:?}");
    match session.graph() {
        Graph::Property(graph) => graph,
        Graph::Rdf(_) => unreachable!("a graph of Cypher"),
    }
}
