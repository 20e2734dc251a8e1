//! How a graph is put into an engine and read out again: templates of texts, for engines that have no operation
//! for it.

use quarrel_case::graph::{Index, IndexKind, PropertyGraph};
use quarrel_case::value::Element;
use serde::Deserialize;

use super::speech::Options;
use crate::version::Versions;

/// How a graph is put in: templates of texts that return the elements that they make, or their ids. Labels,
/// types and keys reach a template as the language writes them, values as literals.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Load {
    /// Makes one vertex and returns it. Context: `id` (its number in the graph's file), `labels`, `properties` with `key` and `literal`.
    pub vertex: String,
    /// Makes one edge and returns it. Context: `id`, `source`, `target` (literals of the ends' own ids), `label`,
    /// `properties`.
    pub edge: String,
    /// Makes a whole graph in one text and returns one row: the vertices, then the edges. Context: `vertices`
    /// and `edges`, each as above with a `name`; the ends of an edge are names.
    pub graph: Option<String>,
    /// Elements at most that `graph` is used for.
    #[serde(default = "at_most")]
    pub at_most: usize,
}

fn at_most() -> usize {
    200
}

impl Load {
    /// True when one text makes the whole graph.
    pub fn takes(&self, graph: &PropertyGraph) -> bool {
        let elements = graph.vertices.len() + graph.edges.len();
        self.graph.is_some() && elements <= self.at_most && !graph.vertices.is_empty()
    }
}

/// Constraints, indexes and other things that are no elements.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leftovers {
    /// The text that gives a row with a text for each of them, which drops it.
    pub texts: String,
    /// Whether it gives the same rows where nothing is left, so that they tell nothing.
    #[serde(default)]
    pub blind: bool,
    /// The versions in which that is said so.
    #[serde(default)]
    pub versions: Versions,
}

/// How indexes of one kind are declared and dropped. Context of the templates: `label`, `keys`, and a `name` that
/// no other index has.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IndexTexts {
    /// What is indexed.
    pub on: Element,
    /// What kind of index.
    pub kind: IndexKind,
    /// How many keys one may have.
    #[serde(default = "one")]
    pub keys: usize,
    /// Declares it.
    pub create: String,
    /// Drops it, where that can be said.
    pub drop: Option<String>,
    /// The versions in which that is said so.
    #[serde(default)]
    pub versions: Versions,
}

fn one() -> usize {
    1
}

impl IndexTexts {
    /// True when the texts are for such an index.
    pub(crate) fn fit(&self, index: &Index) -> bool {
        (self.on, self.kind) == (index.on, index.kind) && index.keys.len() <= self.keys
    }
}

/// Plans under which a query can be asked beside the one that the engine chooses: another planner or runtime, or the
/// optimiser without a part of it. What a query means does not depend on them.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanTexts {
    /// Their names: what the engine calls them, where it can.
    pub names: Vec<String>,
    /// What is different under them.
    pub about: String,
    /// Where they are documented.
    pub source: String,
    /// The text that asks for one. Context: `plan`, its name, and `query`, the query as it is asked without it.
    pub text: String,
    /// The versions that know them.
    #[serde(default)]
    pub versions: Versions,
    /// The options with which they make a difference; the others do not matter.
    #[serde(default)]
    pub options: Options,
}

/// How the graph is read out. In a language whose answers have one column a map or a list stands for a row.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dump {
    /// Gives a row per vertex: id, labels, properties.
    pub vertices: String,
    /// Gives a row per edge: id, type, id of the source, id of the target, properties.
    pub edges: String,
}
