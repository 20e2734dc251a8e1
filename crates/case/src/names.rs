//! The names that a graph and the queries on it share, and other names in their place.
//!
//! Reduction ends with the shortest names, so that two findings with one cause read alike. A name is replaced in
//! the graph and in the query at once.

use std::collections::{BTreeMap, BTreeSet};

use crate::graph::{Dataset, Graph, PropertyGraph};
use crate::term::Term;
use crate::value::Element;

/// What a name names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NameKind {
    /// A label of vertices.
    Label,
    /// A label of edges.
    Type,
    /// The key of a property.
    Key,
    /// An IRI that is no datatype and not of a standard's vocabulary.
    Iri,
}

/// Names in use.
pub type Names = BTreeSet<(NameKind, String)>;

/// Other names for some.
pub type Renaming = BTreeMap<(NameKind, String), String>;

/// The name in the place of another; itself when it stays.
pub fn renamed(names: &Renaming, kind: NameKind, name: &str) -> String {
    // The key is owned, so a look-up needs one of its own: names are short, and this is never in a hot place.
    names.get(&(kind, name.to_owned())).map_or_else(|| name.to_owned(), Clone::clone)
}

/// The names that a graph uses.
pub fn names(graph: &Graph) -> Names {
    match graph {
        Graph::Property(graph) => property_names(graph),
        Graph::Rdf(dataset) => rdf_names(dataset),
    }
}

/// The graph with names replaced.
pub fn rename(graph: &Graph, names: &Renaming) -> Graph {
    match graph {
        Graph::Property(graph) => Graph::Property(rename_property(graph, names)),
        Graph::Rdf(dataset) => Graph::Rdf(rename_rdf(dataset, names)),
    }
}

fn property_names(graph: &PropertyGraph) -> Names {
    let mut found = Names::new();
    let mut keys: BTreeSet<&String> = BTreeSet::new();
    for vertex in &graph.vertices {
        found.extend(vertex.labels.iter().map(|label| (NameKind::Label, label.clone())));
        keys.extend(vertex.properties.keys());
    }
    for edge in &graph.edges {
        found.insert((NameKind::Type, edge.label.clone()));
        keys.extend(edge.properties.keys());
    }
    for index in &graph.indexes {
        found.insert((label_kind(index.on), index.label.clone()));
        keys.extend(&index.keys);
    }
    found.extend(keys.into_iter().map(|key| (NameKind::Key, key.clone())));
    found
}

fn label_kind(on: Element) -> NameKind {
    match on {
        Element::Vertex => NameKind::Label,
        Element::Edge => NameKind::Type,
    }
}

/// The schema goes: it says what the graph was generated from, in the old names.
fn rename_property(graph: &PropertyGraph, names: &Renaming) -> PropertyGraph {
    let mut graph = PropertyGraph { schema: None, ..graph.clone() };
    let keys = |properties: &mut BTreeMap<String, _>| {
        let old = std::mem::take(properties);
        properties.extend(old.into_iter().map(|(key, value)| (renamed(names, NameKind::Key, &key), value)));
    };
    for vertex in &mut graph.vertices {
        let mut labels: Vec<String> = Vec::new();
        for label in &vertex.labels {
            let label = renamed(names, NameKind::Label, label);
            if !labels.contains(&label) {
                labels.push(label);
            }
        }
        vertex.labels = labels;
        keys(&mut vertex.properties);
    }
    for edge in &mut graph.edges {
        edge.label = renamed(names, NameKind::Type, &edge.label);
        keys(&mut edge.properties);
    }
    for index in &mut graph.indexes {
        index.label = renamed(names, label_kind(index.on), &index.label);
        index.keys.iter_mut().for_each(|key| *key = renamed(names, NameKind::Key, key));
        index.keys.dedup();
    }
    let declared = std::mem::take(&mut graph.indexes);
    for index in declared {
        if !graph.indexes.contains(&index) {
            graph.indexes.push(index);
        }
    }
    graph
}

/// True for an IRI that means something by itself: it keeps its name.
pub fn has_meaning(iri: &str) -> bool {
    iri.starts_with("http://www.w3.org/")
}

fn rdf_names(dataset: &Dataset) -> Names {
    let mut found = Names::new();
    for quad in &dataset.quads {
        let terms = [Some(&quad.subject), Some(&quad.predicate), Some(&quad.object), quad.graph.as_ref()];
        for term in terms.into_iter().flatten() {
            if let Term::Iri(iri) = term
                && !has_meaning(iri)
            {
                found.insert((NameKind::Iri, iri.clone()));
            }
        }
    }
    found
}

fn rename_rdf(dataset: &Dataset, names: &Renaming) -> Dataset {
    let mut quads = Vec::with_capacity(dataset.quads.len());
    for quad in &dataset.quads {
        let mut quad = quad.clone();
        let terms =
            [Some(&mut quad.subject), Some(&mut quad.predicate), Some(&mut quad.object), quad.graph.as_mut()];
        for term in terms.into_iter().flatten() {
            if let Term::Iri(iri) = term {
                *term = Term::Iri(renamed(names, NameKind::Iri, iri));
            }
        }
        if !quads.contains(&quad) {
            quads.push(quad);
        }
    }
    Dataset { quads }
}
