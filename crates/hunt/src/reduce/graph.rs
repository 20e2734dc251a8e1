//! Smaller graphs to try in a graph's place: fewer elements first, then simpler ones, then simpler values.

use quarrel_case::graph::{Dataset, Edge, Graph, PropertyGraph};
use quarrel_case::term::{Literal, LiteralKind, Quad, Term};
use quarrel_case::value::{Atom, Value};

/// How large a graph is: elements; what they have; how far values are from the simplest of their type. A kept
/// candidate is smaller, so reduction ends.
pub(super) type Cost = (usize, usize, usize);

/// The cost of a graph.
pub(super) fn cost(graph: &Graph) -> Cost {
    match graph {
        Graph::Property(graph) => {
            let vertices = graph.vertices.iter().map(|vertex| vertex.labels.len() + vertex.properties.len());
            let edges = graph.edges.iter().map(|edge| edge.properties.len());
            let keys = graph.indexes.iter().map(|index| index.keys.len());
            let parts: usize = vertices.chain(edges).chain(keys).sum();
            let of_vertices = graph.vertices.iter().flat_map(|vertex| vertex.properties.values());
            let of_edges = graph.edges.iter().flat_map(|edge| edge.properties.values());
            let oddity: usize = of_vertices.chain(of_edges).map(value_oddity).sum();
            let size = graph.vertices.len() + graph.edges.len();
            (size, parts + usize::from(graph.schema.is_some()), oddity + numbering(graph))
        }
        Graph::Rdf(dataset) => {
            let named = dataset.quads.iter().filter(|quad| quad.graph.is_some()).count();
            let oddity = dataset.quads.iter().map(quad_oddity).sum();
            (dataset.quads.len(), named, oddity)
        }
    }
}

/// 1 when ids are not 1, 2, 3, ... in order.
fn numbering(graph: &PropertyGraph) -> usize {
    let vertices = graph.vertices.iter().map(|vertex| vertex.id).zip(1..);
    let edges = graph.edges.iter().map(|edge| edge.id).zip(1..);
    usize::from(!vertices.chain(edges).all(|(id, place)| id == place))
}

fn value_oddity(value: &Value) -> usize {
    match value {
        Value::Bool(true) | Value::Int(1) => 0,
        Value::Bool(false) | Value::Int(0) => 1,
        Value::Int(2) => 2,
        Value::Int(number) if number.unsigned_abs() < 10 => 3,
        Value::Int(_) => 4,
        Value::Float(number) if *number == 1.0 => 1,
        Value::Float(number) if *number == 0.0 && number.is_sign_positive() => 2,
        Value::Float(_) => 5,
        Value::Atom(Atom::F32, _) => 6,
        Value::String(text) if text == "a" => 1,
        Value::String(text) => 2 + text.chars().count().min(50),
        Value::List(items) => 2 + items.iter().map(|item| 1 + value_oddity(item)).sum::<usize>(),
        _ => 9,
    }
}

fn quad_oddity(quad: &Quad) -> usize {
    let blanks = [&quad.subject, &quad.object].into_iter().filter(|term| matches!(term, Term::Blank(_)));
    3 * blanks.count() + term_oddity(&quad.object)
}

fn term_oddity(term: &Term) -> usize {
    match term {
        Term::Literal(literal) => {
            let kind = match &literal.kind {
                LiteralKind::Simple => 2,
                LiteralKind::Typed(datatype) if datatype.ends_with("#integer") => 1,
                _ => 4,
            };
            let plain = ["1", "a"].contains(&literal.lexical.as_str());
            kind + if plain { 0 } else { 1 + literal.lexical.chars().count().min(50) }
        }
        _ => 0,
    }
}

/// How coarse the graph is cut: reduction begins with large pieces and ends with single ones.
fn pieces(length: usize) -> Vec<usize> {
    let mut pieces = Vec::new();
    let mut piece = length / 2;
    while piece > 1 {
        pieces.push(piece);
        piece /= 2;
    }
    pieces.push(1);
    pieces
}

/// Graphs with less in them, the boldest first, each made when it is asked for.
pub(super) fn candidates(graph: &Graph) -> Box<dyn Iterator<Item = Graph> + '_> {
    match graph {
        Graph::Property(graph) => Box::new(property(graph).map(Graph::Property)),
        Graph::Rdf(dataset) => Box::new(datasets(dataset).map(Graph::Rdf)),
    }
}

fn without<T: Clone>(items: &[T], from: usize, length: usize) -> Vec<T> {
    let end = (from + length).min(items.len());
    items[..from.min(end)].iter().chain(&items[end..]).cloned().collect()
}

fn chunks(length: usize) -> impl Iterator<Item = (usize, usize)> {
    let pieces = if length == 0 { Vec::new() } else { pieces(length) };
    pieces.into_iter().flat_map(move |piece| (0..length).step_by(piece).map(move |from| (from, piece)))
}

fn datasets(dataset: &Dataset) -> impl Iterator<Item = Dataset> + '_ {
    let cut = |(from, length)| Dataset { quads: without(&dataset.quads, from, length) };
    let simpler = dataset.quads.iter().enumerate().flat_map(move |(index, quad)| {
        simpler_quads(quad).into_iter().map(move |quad| {
            let mut quads = dataset.quads.clone();
            quads[index] = quad;
            let mut distinct: Vec<Quad> = Vec::with_capacity(quads.len());
            for quad in quads {
                if !distinct.contains(&quad) {
                    distinct.push(quad);
                }
            }
            Dataset { quads: distinct }
        })
    });
    chunks(dataset.quads.len()).map(cut).chain(simpler)
}

/// The quad in the default graph, with an IRI for a blank node, with a simpler literal.
fn simpler_quads(quad: &Quad) -> Vec<Quad> {
    let mut found = Vec::new();
    if quad.graph.is_some() {
        found.push(Quad { graph: None, ..quad.clone() });
    }
    let iri = |label: &str| Term::Iri(format!("http://e/{label}"));
    if let Term::Blank(label) = &quad.subject {
        found.push(Quad { subject: iri(label), ..quad.clone() });
    }
    match &quad.object {
        Term::Blank(label) => found.push(Quad { object: iri(label), ..quad.clone() }),
        Term::Literal(literal) => found.extend(
            simpler_literals(literal)
                .into_iter()
                .map(|literal| Quad { object: Term::Literal(literal), ..quad.clone() }),
        ),
        _ => {}
    }
    found
}

fn simpler_literals(literal: &Literal) -> Vec<Literal> {
    const INTEGER: &str = "http://www.w3.org/2001/XMLSchema#integer";
    let with =
        |lexical: &str, kind: &LiteralKind| Literal { lexical: lexical.to_owned(), kind: kind.clone() };
    let mut found = vec![
        with("1", &LiteralKind::Typed(INTEGER.to_owned())),
        with("a", &LiteralKind::Simple),
        with("1", &literal.kind),
        with("a", &literal.kind),
        with("1.0", &literal.kind),
        with(&literal.lexical, &LiteralKind::Simple),
    ];
    let letters: Vec<char> = literal.lexical.chars().collect();
    let (left, right) = letters.split_at(letters.len() / 2);
    found.extend([left, right].map(|half| with(&half.iter().collect::<String>(), &literal.kind)));
    found
}

fn property(graph: &PropertyGraph) -> impl Iterator<Item = PropertyGraph> + '_ {
    let vertices = chunks(graph.vertices.len()).map(|(from, length)| {
        let vertices = without(&graph.vertices, from, length);
        let kept: std::collections::BTreeSet<i64> = vertices.iter().map(|vertex| vertex.id).collect();
        let has_ends = |edge: &&Edge| kept.contains(&edge.source) && kept.contains(&edge.target);
        let edges = graph.edges.iter().filter(has_ends).cloned().collect();
        PropertyGraph { vertices, edges, ..graph.clone() }
    });
    let edges = chunks(graph.edges.len())
        .map(|(from, length)| PropertyGraph { edges: without(&graph.edges, from, length), ..graph.clone() });
    let indexes = chunks(graph.indexes.len()).map(|(from, length)| PropertyGraph {
        indexes: without(&graph.indexes, from, length),
        ..graph.clone()
    });
    vertices.chain(edges).chain(indexes).chain(simpler(graph))
}

/// The graph without its schema, and with one label or one property less.
fn simpler(graph: &PropertyGraph) -> impl Iterator<Item = PropertyGraph> + '_ {
    let schema = graph.schema.iter().map(|_| PropertyGraph { schema: None, ..graph.clone() });
    let labels = graph.vertices.iter().enumerate().flat_map(move |(index, vertex)| {
        (0..vertex.labels.len()).map(move |label| {
            let mut other = graph.clone();
            other.vertices[index].labels.remove(label);
            other
        })
    });
    let of_vertices = graph.vertices.iter().enumerate().flat_map(move |(index, vertex)| {
        vertex.properties.keys().map(move |key| {
            let mut other = graph.clone();
            other.vertices[index].properties.remove(key);
            other
        })
    });
    let of_edges = graph.edges.iter().enumerate().flat_map(move |(index, edge)| {
        edge.properties.keys().map(move |key| {
            let mut other = graph.clone();
            other.edges[index].properties.remove(key);
            other
        })
    });
    schema
        .chain(labels)
        .chain(of_vertices)
        .chain(of_edges)
        .chain(simpler_values(graph))
        .chain(renumbered(graph))
}

/// The graph with one simpler value.
fn simpler_values(graph: &PropertyGraph) -> impl Iterator<Item = PropertyGraph> + '_ {
    let of_vertices = graph.vertices.iter().enumerate().flat_map(move |(index, vertex)| {
        vertex.properties.iter().flat_map(move |(key, value)| {
            simpler_value(value).into_iter().map(move |value| {
                let mut other = graph.clone();
                other.vertices[index].properties.insert(key.clone(), value);
                other
            })
        })
    });
    let of_edges = graph.edges.iter().enumerate().flat_map(move |(index, edge)| {
        edge.properties.iter().flat_map(move |(key, value)| {
            simpler_value(value).into_iter().map(move |value| {
                let mut other = graph.clone();
                other.edges[index].properties.insert(key.clone(), value);
                other
            })
        })
    });
    of_vertices.chain(of_edges)
}

/// Simpler values, first of another type, then of the same.
fn simpler_value(value: &Value) -> Vec<Value> {
    let mut found = vec![Value::Int(1)];
    match value {
        Value::Int(number) => found.extend([Value::Int(0), Value::Int(2), Value::Int(number / 2)]),
        Value::Float(number) => {
            found.extend([Value::Float(1.0), Value::Float(0.0), Value::Float(number.trunc())]);
        }
        Value::Atom(Atom::F32, text) => {
            found.extend(text.parse().ok().map(Value::Float));
            found.extend(["1", "0.1"].map(|simpler| Value::Atom(Atom::F32, simpler.to_owned())));
        }
        Value::String(text) => {
            let letters: Vec<char> = text.chars().collect();
            let (left, right) = letters.split_at(letters.len() / 2);
            found.push(Value::string("a"));
            found.extend([left, right].map(|half| Value::String(half.iter().collect())));
        }
        Value::Bool(_) => found.push(Value::Bool(true)),
        Value::List(items) => {
            found.extend((0..items.len()).map(|index| Value::List(without(items, index, 1))));
            for (index, item) in items.iter().enumerate() {
                found.extend(simpler_value(item).into_iter().map(|simpler| {
                    let mut items = items.clone();
                    items[index] = simpler;
                    Value::List(items)
                }));
            }
        }
        _ => {}
    }
    found
}

/// The graph with ids in order.
fn renumbered(graph: &PropertyGraph) -> impl Iterator<Item = PropertyGraph> + '_ {
    std::iter::once_with(|| {
        let mut other = graph.clone();
        let ids: std::collections::BTreeMap<i64, i64> =
            graph.vertices.iter().map(|vertex| vertex.id).zip(1..).collect();
        other.vertices.iter_mut().zip(1..).for_each(|(vertex, id)| vertex.id = id);
        for (edge, id) in other.edges.iter_mut().zip(1..) {
            edge.id = id;
            edge.source = ids.get(&edge.source).copied().unwrap_or(edge.source);
            edge.target = ids.get(&edge.target).copied().unwrap_or(edge.target);
        }
        other
    })
}

#[cfg(test)]
mod tests {
    use quarrel_case::graph::Model;

    use super::*;

    fn property(text: &str) -> Graph {
        Graph::from_text(text, Model::Property).unwrap()
    }

    /// The smallest graph for which the condition still holds, as reduction finds it.
    fn reduced(mut graph: Graph, keep: impl Fn(&Graph) -> bool) -> String {
        while let Some(smaller) = {
            let cost = cost(&graph);
            candidates(&graph).find(|candidate| super::cost(candidate) < cost && keep(candidate))
        } {
            graph = smaller;
        }
        graph.to_text()
    }

    #[test]
    fn a_vertex_goes_with_its_edges() {
        let graph = property(
            r#"{"vertices":[{"id":1,"labels":["A"]},{"id":2}],"edges":[{"id":1,"label":"T","source":1,"target":2}]}"#,
        );
        let sizes: Vec<usize> = candidates(&graph).map(|graph| graph.size()).collect();
        // Each vertex in turn, the edge, the label, the numbering.
        assert_eq!(sizes, [1, 1, 2, 3, 3]);
    }

    #[test]
    fn large_pieces_are_tried_before_single_ones() {
        assert_eq!(pieces(9), [4, 2, 1]);
        assert_eq!(pieces(1), [1]);
    }

    #[test]
    fn values_end_as_the_simplest_that_will_do() {
        let graph = r#"{"vertices":[{"id":7,"properties":{"k":9731,"s":"rosebud"}},{"id":9}]}"#;
        let has = |graph: &Graph, key: &str, test: &dyn Fn(&Value) -> bool| {
            graph
                .property()
                .unwrap()
                .vertices
                .iter()
                .any(|vertex| vertex.properties.get(key).is_some_and(test))
        };
        let kept = reduced(property(graph), |graph| has(graph, "k", &|_| true));
        assert_eq!(
            kept.split_whitespace().collect::<String>(),
            property(r#"{"vertices":[{"id":1,"properties":{"k":1}}]}"#)
                .to_text()
                .split_whitespace()
                .collect::<String>()
        );
        let text = |value: &Value| matches!(value, Value::String(text) if text.contains('b'));
        let kept = reduced(property(graph), |graph| has(graph, "s", &text));
        assert!(kept.contains(r#""b""#), "{kept}");
    }

    #[test]
    fn a_literal_ends_as_the_simplest_that_will_do() {
        let text = "_:x <http://e/p> \"rosebud\"@en-GB .\n_:x <http://e/q> \"z\" .\n";
        let graph = Graph::from_text(text, Model::Rdf).unwrap();
        let kept = reduced(graph.clone(), |graph| !graph.dataset().unwrap().quads.is_empty());
        assert_eq!(
            kept.trim(),
            "<http://e/x> <http://e/q> \"1\"^^<http://www.w3.org/2001/XMLSchema#integer> ."
        );
        let kept = reduced(graph, |graph| graph.to_text().contains("@en"));
        assert_eq!(kept.trim(), "<http://e/x> <http://e/p> \"1\"@en-GB .");
    }
}
