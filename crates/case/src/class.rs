//! The classes of elements that an engine reaches by a way of its own: by a counter, an index, a list of neighbours.
//!
//! What a write leaves stale there shows in no dump, since a dump walks over the elements, but in the next query that
//! takes that way (JanusGraph#3059, memgraph#1676, kuzu#5250). So whoever verifies a write counts the classes whose
//! numbers it has changed.

use std::collections::BTreeMap;
use std::mem::discriminant;

use crate::graph::{Graph, PropertyGraph};
use crate::term::{Quad, Term};
use crate::value::{ElementId, Value};

/// A class of elements.
#[derive(Debug, Clone, PartialEq)]
pub enum Class {
    /// The vertices that carry a label.
    Vertices(String),
    /// The vertices of a label with a value of a property: by an index.
    Holding {
        /// Of the vertices.
        label: String,
        /// Of the property.
        key: String,
        /// A boolean, an integer or a string.
        value: Value,
    },
    /// The edges of a label.
    Edges(String),
    /// The edges of a label that start from vertices of a label: by the list of outgoing edges.
    Leaving {
        /// A label of the vertices.
        from: String,
        /// Of the edges.
        label: String,
    },
    /// The edges of a label that end in vertices of a label: by the list of incoming edges.
    Arriving {
        /// A label of the vertices.
        at: String,
        /// Of the edges.
        label: String,
    },
    /// The triples of the default graph with a predicate.
    Triples(Term),
    /// The triples of the default graph with a subject.
    About(Term),
    /// The triples of the default graph with a predicate and an object.
    Saying {
        /// An IRI.
        predicate: Term,
        /// An IRI or a literal.
        object: Term,
    },
    /// The triples of all named graphs with a predicate.
    Named(Term),
    /// The terms that are a subject or an object in the default graph: by paths of no length.
    Nodes,
}

/// The classes of which one graph has more or fewer elements than the other: the first of each kind, then the second.
pub fn changed(before: &Graph, after: &Graph) -> Vec<Class> {
    // By what is printed, since values have no order.
    let mut numbers: BTreeMap<String, (Class, i64)> = BTreeMap::new();
    for (graph, sign) in [(before, -1), (after, 1)] {
        for class in classes(graph) {
            numbers.entry(format!("{class:?}")).or_insert((class, 0)).1 += sign;
        }
    }
    let differing: Vec<Class> =
        numbers.into_values().filter(|(_, more)| *more != 0).map(|(class, _)| class).collect();
    // What is printed begins with the kind, so that those of one kind are neighbours.
    let kinds = differing.chunk_by(|class, next| discriminant(class) == discriminant(next));
    let mut ranked: Vec<(usize, Class)> = kinds.flat_map(|kind| kind.iter().cloned().enumerate()).collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into_iter().map(|(_, class)| class).collect()
}

/// The classes of all elements, each as often as it has elements.
fn classes(graph: &Graph) -> Vec<Class> {
    match graph {
        Graph::Property(graph) => of_property(graph),
        Graph::Rdf(dataset) => {
            let nodes = dataset.nodes(None).into_iter().map(|_| Class::Nodes);
            dataset.quads.iter().flat_map(of_quad).chain(nodes).collect()
        }
    }
}

fn of_property(graph: &PropertyGraph) -> Vec<Class> {
    let mut found = Vec::new();
    let mut labels: BTreeMap<ElementId, &[String]> = BTreeMap::new();
    for vertex in &graph.vertices {
        labels.insert(vertex.id, &vertex.labels);
        for label in &vertex.labels {
            found.push(Class::Vertices(label.clone()));
            let plain = vertex.properties.iter().filter(|(_, value)| is_plain(value));
            found.extend(plain.map(|(key, value)| {
                let (label, key, value) = (label.clone(), key.clone(), value.clone());
                Class::Holding { label, key, value }
            }));
        }
    }
    let of = |id: &ElementId| labels.get(id).copied().unwrap_or_default();
    for edge in &graph.edges {
        let label = || edge.label.clone();
        found.push(Class::Edges(label()));
        let leaving = |from: &String| Class::Leaving { from: from.clone(), label: label() };
        found.extend(of(&edge.source).iter().map(leaving));
        let arriving = |at: &String| Class::Arriving { at: at.clone(), label: label() };
        found.extend(of(&edge.target).iter().map(arriving));
    }
    found
}

/// Whether equality with the value is beyond doubt in every language.
fn is_plain(value: &Value) -> bool {
    matches!(value, Value::Bool(_) | Value::Int(_) | Value::String(_))
}

fn of_quad(quad: &Quad) -> Vec<Class> {
    if quad.graph.is_some() {
        return vec![Class::Named(quad.predicate.clone())];
    }
    let mut found = vec![Class::Triples(quad.predicate.clone())];
    // A blank node in a query is a variable.
    if let Term::Iri(_) = quad.subject {
        found.push(Class::About(quad.subject.clone()));
    }
    if let Term::Iri(_) | Term::Literal(_) = quad.object {
        found.push(Class::Saying { predicate: quad.predicate.clone(), object: quad.object.clone() });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Model;

    /// The classes whose numbers differ, as words.
    fn between(before: &str, after: &str, model: Model) -> Vec<String> {
        let graph = |text| Graph::from_text(text, model).unwrap();
        changed(&graph(before), &graph(after)).iter().map(|class| format!("{class:?}")).collect()
    }

    #[test]
    fn a_class_has_changed_when_its_number_has_and_each_kind_comes_in_turn() {
        let before = r#"{"vertices":[{"id":1,"labels":["A","B"],"properties":{"k":1}},{"id":2,"labels":["B"]}],
                         "edges":[{"id":1,"label":"T","source":1,"target":2}]}"#;
        let after = r#"{"vertices":[{"id":1,"labels":["B"],"properties":{"k":2}},{"id":3,"labels":["B"]}]}"#;
        let expected = [
            r#"Arriving { at: "B", label: "T" }"#,
            r#"Edges("T")"#,
            r#"Holding { label: "A", key: "k", value: Int(1) }"#,
            r#"Leaving { from: "A", label: "T" }"#,
            r#"Vertices("A")"#,
            r#"Holding { label: "B", key: "k", value: Int(1) }"#,
            r#"Leaving { from: "B", label: "T" }"#,
            r#"Holding { label: "B", key: "k", value: Int(2) }"#,
        ];
        assert_eq!(between(before, after, Model::Property), expected);
        assert!(between(before, before, Model::Property).is_empty());
    }

    #[test]
    fn triples_are_counted_by_each_of_their_parts_that_a_query_can_name() {
        let (before, after) = ("<e:a> <e:p> _:b .\n", "<e:a> <e:p> <e:b> .\n<e:a> <e:p> <e:b> <e:g> .\n");
        let expected = [r#"Named(Iri("e:p"))"#, r#"Saying { predicate: Iri("e:p"), object: Iri("e:b") }"#];
        assert_eq!(between(before, after, Model::Rdf), expected);
        assert_eq!(between("_:b <e:p> _:b .\n", "", Model::Rdf), ["Nodes", r#"Triples(Iri("e:p"))"#]);
    }
}
