//! Smaller graphs to try in a graph's place: fewer elements first, then simpler ones.

use quarrel_case::graph::{Dataset, Graph, PropertyGraph};

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

/// Graphs with less in them, the boldest first.
pub(crate) fn graphs(graph: &Graph) -> Vec<Graph> {
    match graph {
        Graph::Property(graph) => property(graph).into_iter().map(Graph::Property).collect(),
        Graph::Rdf(dataset) => datasets(dataset).into_iter().map(Graph::Rdf).collect(),
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

fn datasets(dataset: &Dataset) -> Vec<Dataset> {
    let cut = |(from, length)| Dataset { quads: without(&dataset.quads, from, length) };
    chunks(dataset.quads.len()).map(cut).collect()
}

fn property(graph: &PropertyGraph) -> Vec<PropertyGraph> {
    let mut smaller = Vec::new();
    for (from, length) in chunks(graph.vertices.len()) {
        let vertices = without(&graph.vertices, from, length);
        let kept: std::collections::BTreeSet<i64> = vertices.iter().map(|vertex| vertex.id).collect();
        let has_ends =
            |edge: &&quarrel_case::graph::Edge| kept.contains(&edge.source) && kept.contains(&edge.target);
        let edges = graph.edges.iter().filter(has_ends).cloned().collect();
        smaller.push(PropertyGraph { vertices, edges, ..graph.clone() });
    }
    for (from, length) in chunks(graph.edges.len()) {
        smaller.push(PropertyGraph { edges: without(&graph.edges, from, length), ..graph.clone() });
    }
    for (from, length) in chunks(graph.indexes.len()) {
        smaller.push(PropertyGraph { indexes: without(&graph.indexes, from, length), ..graph.clone() });
    }
    smaller.extend(simpler(graph));
    smaller
}

/// The graph with one label or one property less, and without its schema.
fn simpler(graph: &PropertyGraph) -> Vec<PropertyGraph> {
    let mut simpler = Vec::new();
    if graph.schema.is_some() {
        simpler.push(PropertyGraph { schema: None, ..graph.clone() });
    }
    for (index, vertex) in graph.vertices.iter().enumerate() {
        for label in 0..vertex.labels.len() {
            let mut other = graph.clone();
            other.vertices[index].labels.remove(label);
            simpler.push(other);
        }
        for key in vertex.properties.keys() {
            let mut other = graph.clone();
            other.vertices[index].properties.remove(key);
            simpler.push(other);
        }
    }
    for (index, edge) in graph.edges.iter().enumerate() {
        for key in edge.properties.keys() {
            let mut other = graph.clone();
            other.edges[index].properties.remove(key);
            simpler.push(other);
        }
    }
    simpler
}

#[cfg(test)]
mod tests {
    use quarrel_case::graph::Model;

    use super::*;

    #[test]
    fn a_vertex_goes_with_its_edges() {
        let graph = r#"{"vertices":[{"id":1,"labels":["A"]},{"id":2}],"edges":[{"id":1,"label":"T","source":1,"target":2}]}"#;
        let graph = Graph::from_text(graph, Model::Property).unwrap();
        let sizes: Vec<usize> = graphs(&graph).iter().map(Graph::size).collect();
        // Each vertex in turn, the edge, the label.
        assert_eq!(sizes, [1, 1, 2, 3]);
    }

    #[test]
    fn large_pieces_are_tried_before_single_ones() {
        assert_eq!(pieces(9), [4, 2, 1]);
        assert_eq!(pieces(1), [1]);
    }
}
