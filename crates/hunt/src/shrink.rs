//! Smaller graphs to try in a graph's place: fewer elements first, then simpler ones.

use quarrel_case::graph::{Dataset, Edge, Graph, PropertyGraph};

/// How coarse the graph is cut: reduction begins with large pieces and ends with single ones.
pub(crate) fn pieces(length: usize) -> Vec<usize> {
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
pub(crate) fn graphs(graph: &Graph) -> Box<dyn Iterator<Item = Graph> + '_> {
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
    chunks(dataset.quads.len()).map(cut)
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
    schema.chain(labels).chain(of_vertices).chain(of_edges)
}

#[cfg(test)]
mod tests {
    use quarrel_case::graph::Model;

    use super::*;

    #[test]
    fn a_vertex_goes_with_its_edges() {
        let graph = r#"{"vertices":[{"id":1,"labels":["A"]},{"id":2}],"edges":[{"id":1,"label":"T","source":1,"target":2}]}"#;
        let graph = Graph::from_text(graph, Model::Property).unwrap();
        let sizes: Vec<usize> = graphs(&graph).map(|graph| graph.size()).collect();
        // Each vertex in turn, the edge, the label.
        assert_eq!(sizes, [1, 1, 2, 3]);
    }

    #[test]
    fn large_pieces_are_tried_before_single_ones() {
        assert_eq!(pieces(9), [4, 2, 1]);
        assert_eq!(pieces(1), [1]);
    }
}
