//! Random graphs of both models: property graphs with their schema, and RDF datasets.
//!
//! A graph is small by default, since most known bugs need three vertices or fewer, and holds on purpose what
//! engines get wrong: self-loops, parallel edges, isolated vertices, several components, missing properties
//! and awkward values. Knows no query language: each says which model it has, and what its graphs never hold.

pub mod property;
pub mod rdf;

use std::collections::BTreeSet;

use quarrel_case::choices::Choices;
use quarrel_case::graph::{Graph, Model};
use quarrel_case::language::Language;
use quarrel_case::profile::Features;

/// How large a graph may become.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sizes {
    /// Vertices at most; none: drawn, mostly few. Without meaning in RDF.
    pub vertices: Option<usize>,
    /// Edges at most, triples in RDF; none: drawn, mostly few.
    pub edges: Option<usize>,
}

/// A graph for a language; what the features leave out (see [`all_features`]) does not occur in it, nor what the
/// language has not.
pub fn generate(language: &dyn Language, sizes: Sizes, features: &Features, choices: &mut Choices) -> Graph {
    let mut features = features.clone();
    features.without.extend(language.graphs_without().iter().map(|&feature| feature.to_owned()));
    match language.model() {
        Model::Property => Graph::Property(property::generate(sizes, &features, choices)),
        Model::Rdf => Graph::Rdf(rdf::generate(sizes, &features, choices)),
    }
}

/// The names of the features of graphs of a language: what an engine may be unable to hold.
pub fn all_features(language: &dyn Language) -> Vec<&'static str> {
    let all = match language.model() {
        Model::Property => property::FEATURES,
        Model::Rdf => rdf::FEATURES,
    };
    all.iter().copied().filter(|feature| !language.graphs_without().contains(feature)).collect()
}

/// Which of these features a graph has: what is left out of generation must not come in later.
pub fn held(graph: &Graph) -> BTreeSet<&'static str> {
    match graph {
        Graph::Property(graph) => property::held(graph),
        Graph::Rdf(dataset) => rdf::held(dataset),
    }
}
