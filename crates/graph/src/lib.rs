//! Random graphs of both models: property graphs with their schema, and RDF datasets.
//!
//! A graph is small by default, since most known bugs need three vertices or fewer, and holds on purpose what
//! engines get wrong: self-loops, parallel edges, isolated vertices, several components, missing properties
//! and awkward values. Knows no query language.

pub mod property;
pub mod rdf;

use quarrel_case::choices::Choices;
use quarrel_case::graph::{Graph, Model};
use quarrel_case::profile::Features;

/// How large a graph may become.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sizes {
    /// Vertices at most; none: drawn, mostly few. Without meaning in RDF.
    pub vertices: Option<usize>,
    /// Edges at most, triples in RDF; none: drawn, mostly few.
    pub edges: Option<usize>,
}

/// A graph of the model; what the features leave out (see [`all_features`]) does not occur in it.
pub fn generate(model: Model, sizes: Sizes, features: &Features, choices: &mut Choices) -> Graph {
    match model {
        Model::Property => Graph::Property(property::generate(sizes, features, choices)),
        Model::Rdf => Graph::Rdf(rdf::generate(sizes, features, choices)),
    }
}

/// The names of the features of graphs of the model: what an engine may be unable to hold.
pub fn all_features(model: Model) -> &'static [&'static str] {
    match model {
        Model::Property => property::FEATURES,
        Model::Rdf => rdf::FEATURES,
    }
}
