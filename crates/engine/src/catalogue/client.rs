//! The vendor's own client, with which a finding is shown to those who do not have this tool.

use serde::Deserialize;

/// The vendor's own client: what a script needs to show a finding to someone who does not have this tool. Values
/// of a finding reach the two programs as variables and files, never as their text.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Client {
    /// What it is, in a few words.
    pub about: String,
    /// Shell commands that put its version `$version` into the folder `$client`.
    pub get: String,
    /// The Python that runs `program`: a path in the client's folder. None: the system's.
    pub python: Option<String>,
    /// A Python class `Client`. `Client()` is an empty database, `run(text)` gives columns (or None) and rows, or
    /// raises; `load(text)` puts in a graph file, where the catalogue has no texts that load a graph;
    /// `element(value)` gives the kind and the id of a vertex or an edge, `value(value)` the form of the contract
    /// for what JSON does not have, `blur(value)` what is left of a value when the client has shown it.
    pub program: String,
    /// Where it does not behave as the engine that is hosted here.
    #[serde(default)]
    pub differs: Vec<Difference>,
}

/// Queries that a client does not answer as the engine does: such a finding is not shown by it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Difference {
    /// The features of such a query, all of them.
    pub features: Vec<String>,
    /// Why, as the end of a sentence: "..., because {reason}".
    pub reason: String,
}
