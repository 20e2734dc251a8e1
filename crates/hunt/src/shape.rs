//! What is particular about a graph: with the features of the query it tells causes apart.

use quarrel_case::graph::{Dataset, Graph, PropertyGraph};
use quarrel_case::term::{LiteralKind, Term};
use quarrel_case::value::{Atom, Value};

/// The particulars of a reduced graph, sorted, each once.
pub fn shape(graph: &Graph) -> Vec<&'static str> {
    let mut found = match graph {
        Graph::Property(graph) => property(graph),
        Graph::Rdf(dataset) => rdf(dataset),
    };
    found.sort_unstable();
    found.dedup();
    found
}

fn property(graph: &PropertyGraph) -> Vec<&'static str> {
    let mut found = Vec::new();
    let ends = |edge: &quarrel_case::graph::Edge| (edge.source, edge.target);
    for (index, edge) in graph.edges.iter().enumerate() {
        if edge.source == edge.target {
            found.push("graph.self-loop");
        }
        if graph.edges[..index].iter().any(|other| ends(other) == ends(edge)) {
            found.push("graph.parallel-edges");
        }
        if graph.edges[..index].iter().any(|other| ends(other) == (edge.target, edge.source)) {
            found.push("graph.edges-both-ways");
        }
    }
    if !graph.indexes.is_empty() {
        found.push("graph.indexed");
    }
    if graph.vertices.iter().any(|vertex| vertex.labels.len() > 1) {
        found.push("graph.several-labels");
    }
    let of_vertices = graph.vertices.iter().flat_map(|vertex| vertex.properties.values());
    let values: Vec<&Value> =
        of_vertices.chain(graph.edges.iter().flat_map(|edge| edge.properties.values())).collect();
    let has = |test: fn(&Value) -> bool| values.iter().any(|value| test(value));
    for (name, shows) in [
        ("graph.float", has(|value| matches!(value, Value::Float(number) if number.is_finite()))),
        ("graph.float32", has(|value| matches!(value, Value::Atom(Atom::F32, _)))),
        ("graph.nan", has(|value| matches!(value, Value::Float(number) if number.is_nan()))),
        ("graph.infinity", has(|value| matches!(value, Value::Float(number) if number.is_infinite()))),
        (
            "graph.large-integer",
            has(|value| matches!(value, Value::Int(number) if number.unsigned_abs() >> 53 > 0)),
        ),
        ("graph.empty-string", has(|value| matches!(value, Value::String(text) if text.is_empty()))),
        ("graph.list", has(|value| matches!(value, Value::List(_)))),
    ] {
        if shows {
            found.push(name);
        }
    }
    found
}

fn rdf(dataset: &Dataset) -> Vec<&'static str> {
    let mut found = Vec::new();
    for quad in &dataset.quads {
        if quad.graph.is_some() {
            found.push("graph.named");
        }
        if [&quad.subject, &quad.object].into_iter().any(|term| matches!(term, Term::Blank(_))) {
            found.push("graph.blank-node");
        }
        if quad.subject == quad.object {
            found.push("graph.self-loop");
        }
        if let Term::Literal(literal) = &quad.object {
            match &literal.kind {
                LiteralKind::Simple => {}
                LiteralKind::Language(_) => found.push("graph.language-string"),
                LiteralKind::Typed(datatype) => found.push(match datatype.rsplit('#').next() {
                    Some("integer") => continue,
                    Some("decimal") => "graph.decimal",
                    Some("double" | "float") => "graph.double",
                    Some("boolean") => "graph.boolean",
                    Some("date" | "dateTime" | "time" | "dayTimeDuration" | "duration") => "graph.temporal",
                    _ => "graph.other-datatype",
                }),
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use quarrel_case::graph::Model;

    use super::*;

    #[test]
    fn what_is_particular_about_a_graph_is_named() {
        let graph = r#"{"vertices":[{"id":1,"properties":{"k":{"f64":"NaN"}}},{"id":2}],
            "edges":[{"id":1,"label":"T","source":1,"target":1},{"id":2,"label":"T","source":1,"target":2},
                     {"id":3,"label":"T","source":1,"target":2},{"id":4,"label":"T","source":2,"target":1}]}"#;
        let graph = Graph::from_text(graph, Model::Property).unwrap();
        let expected = ["graph.edges-both-ways", "graph.nan", "graph.parallel-edges", "graph.self-loop"];
        assert_eq!(shape(&graph), expected);
        let dataset = Graph::from_text("_:a <http://e/p> \"x\"@en .\n", Model::Rdf).unwrap();
        assert_eq!(shape(&dataset), ["graph.blank-node", "graph.language-string"]);
    }
}
