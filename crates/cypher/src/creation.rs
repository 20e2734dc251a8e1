//! The statement that makes a graph, for a person to run.

use std::collections::BTreeMap;

use quarrel_case::graph::PropertyGraph;
use quarrel_case::value::Value;

use crate::print;

/// `CREATE` with all nodes and relationships; an index is a comment before it, since each engine has a syntax of
/// its own for indexes. None when a value has no literal.
pub(crate) fn statement(graph: &PropertyGraph, literal: impl Fn(&Value) -> Option<String>) -> Option<String> {
    let map = |properties: &BTreeMap<String, Value>| -> Option<String> {
        let entry =
            |(key, value): (&String, &Value)| Some(format!("{}: {}", print::name(key), literal(value)?));
        let entries: Vec<String> = properties.iter().map(entry).collect::<Option<_>>()?;
        Some(if entries.is_empty() { String::new() } else { format!(" {{{}}}", entries.join(", ")) })
    };
    let mut parts = Vec::new();
    for vertex in &graph.vertices {
        let labels: String = vertex.labels.iter().map(|label| format!(":{}", print::name(label))).collect();
        parts.push(format!("(v{}{labels}{})", vertex.id, map(&vertex.properties)?));
    }
    for edge in &graph.edges {
        let (source, target, label) = (edge.source, edge.target, print::name(&edge.label));
        parts.push(format!("(v{source})-[e{}:{label}{}]->(v{target})", edge.id, map(&edge.properties)?));
    }
    let mut text = String::new();
    for index in &graph.indexes {
        text.push_str(&format!("// an index on :{}({})\n", index.label, index.keys.join(", ")));
    }
    match parts.is_empty() {
        true => text.push_str("// no node and no relationship"),
        false => text.push_str(&format!("CREATE {}", parts.join(", "))),
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use quarrel_case::graph::{Graph, Model};
    use quarrel_case::language::Language as _;
    use quarrel_case::profile::Dialect;

    #[test]
    fn a_graph_is_one_create() {
        let graph = r#"{"vertices":[{"id":1,"labels":["A"],"properties":{"a b":"it's"}},{"id":2}],
                        "edges":[{"id":1,"label":"T","source":1,"target":2,"properties":{"k":-1}}]}"#;
        let graph = Graph::from_text(graph, Model::Property).unwrap();
        let text = crate::language::Cypher.creation(&graph, &Dialect::default()).unwrap();
        assert_eq!(text, r"CREATE (v1:A {`a b`: 'it\'s'}), (v2), (v1)-[e1:T {k: -1}]->(v2)");
    }
}
