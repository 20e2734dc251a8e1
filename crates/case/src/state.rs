//! Equality of graphs up to ids: what `load`, `restore` and writes are judged by.

use std::collections::BTreeMap;

use crate::answer::Row;
use crate::compare::{self, Comparison};
use crate::graph::{Dataset, Graph, PropertyGraph};
use crate::value::{Element, NewElement, Value};

/// Compares two graphs; ids of elements and labels of blank nodes have no meaning beyond one graph. Indexes
/// and the schema are no part of the state.
pub fn compare(expected: &Graph, got: &Graph) -> Comparison {
    match (expected, got) {
        (Graph::Property(expected), Graph::Property(got)) => {
            let exact =
                compare::exact_difference(&property_rows(expected, false), &property_rows(got, false));
            if exact.0.is_empty() && exact.1.is_empty() {
                return Comparison::Equal;
            }
            compare::bags(&property_rows(expected, true), &property_rows(got, true))
        }
        (Graph::Rdf(expected), Graph::Rdf(got)) => compare::sets(&quad_rows(expected), &quad_rows(got)),
        _ => compare::bags(&[vec![Value::Null]], &[]),
    }
}

/// True when the graphs have the same elements under the same ids, or the same quads with the same labels of blank nodes,
/// in any order.
pub fn is_same(left: &Graph, right: &Graph) -> bool {
    let differ = |(missing, unexpected): (Vec<_>, Vec<_>)| !missing.is_empty() || !unexpected.is_empty();
    match (left, right) {
        (Graph::Property(left), Graph::Property(right)) => {
            !differ(compare::exact_difference(&property_rows(left, false), &property_rows(right, false)))
        }
        (Graph::Rdf(left), Graph::Rdf(right)) => {
            !differ(compare::exact_difference(&quad_rows(left), &quad_rows(right)))
        }
        _ => false,
    }
}

/// A row per element: its id, its labels, its ends, its properties.
fn property_rows(graph: &PropertyGraph, renamable: bool) -> Vec<Row> {
    let id = |kind: Element, id: i64| match (renamable, kind) {
        (true, _) => {
            Value::New(kind, Box::new(NewElement { number: id, labels: Vec::new(), properties: Vec::new() }))
        }
        (false, Element::Vertex) => Value::Vertex(id),
        (false, Element::Edge) => Value::Edge(id),
    };
    let vertices = graph.vertices.iter().map(|vertex| {
        let mut labels: Vec<Value> = vertex.labels.iter().map(|label| Value::string(label)).collect();
        labels.sort_by(compare::compare);
        vec![id(Element::Vertex, vertex.id), Value::List(labels), Value::Null, properties(&vertex.properties)]
    });
    let edges = graph.edges.iter().map(|edge| {
        let ends = vec![id(Element::Vertex, edge.source), id(Element::Vertex, edge.target)];
        vec![
            id(Element::Edge, edge.id),
            Value::string(&edge.label),
            Value::List(ends),
            properties(&edge.properties),
        ]
    });
    vertices.chain(edges).collect()
}

fn properties(properties: &BTreeMap<String, Value>) -> Value {
    Value::Map(properties.iter().map(|(key, value)| (Value::string(key), value.clone())).collect())
}

fn quad_rows(dataset: &Dataset) -> Vec<Row> {
    let row = |quad: &crate::term::Quad| {
        let graph = quad.graph.clone().map_or(Value::Null, Value::Term);
        let terms = [&quad.subject, &quad.predicate, &quad.object];
        terms.into_iter().cloned().map(Value::Term).chain([graph]).collect()
    };
    dataset.quads.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Model;

    fn property(vertices: &str, edges: &str) -> Graph {
        let text = format!(r#"{{"vertices":[{vertices}],"edges":[{edges}]}}"#);
        Graph::from_text(&text, Model::Property).unwrap()
    }

    #[test]
    fn graphs_are_equal_up_to_ids() {
        let edge = r#"{"id":1,"label":"T","source":1,"target":2}"#;
        let graph = property(r#"{"id":1,"labels":["A","B"]},{"id":2}"#, edge);
        let renumbered = property(
            r#"{"id":7},{"id":8,"labels":["B","A"]}"#,
            r#"{"id":5,"label":"T","source":8,"target":7}"#,
        );
        let reversed = property(
            r#"{"id":7},{"id":8,"labels":["B","A"]}"#,
            r#"{"id":5,"label":"T","source":7,"target":8}"#,
        );
        assert_eq!(compare(&graph, &renumbered), Comparison::Equal);
        assert!(matches!(compare(&graph, &reversed), Comparison::Different(_)));
    }

    #[test]
    fn datasets_are_equal_up_to_blank_nodes() {
        let read = |text: &str| Graph::from_text(text, Model::Rdf).unwrap();
        let dataset = read("_:a <http://e/p> _:b .\n");
        assert_eq!(compare(&dataset, &read("_:x <http://e/p> _:y .\n")), Comparison::Equal);
        assert!(matches!(compare(&dataset, &read("_:x <http://e/p> _:x .\n")), Comparison::Different(_)));
    }

    #[test]
    fn graphs_are_the_same_with_the_same_ids_in_any_order() {
        let graph = |text: &str| Graph::from_text(text, Model::Property).unwrap();
        let two = graph(r#"{"vertices":[{"id":1,"labels":["A"]},{"id":2}],"edges":[]}"#);
        assert!(is_same(&two, &graph(r#"{"vertices":[{"id":2},{"id":1,"labels":["A"]}],"edges":[]}"#)));
        assert!(!is_same(&two, &graph(r#"{"vertices":[{"id":3},{"id":1,"labels":["A"]}],"edges":[]}"#)));
        assert!(!is_same(&two, &graph(r#"{"vertices":[{"id":1,"labels":["A"]}],"edges":[]}"#)));
    }
}
