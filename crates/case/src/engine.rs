//! What an engine offers to the rooms above it, whatever its protocol.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use crate::answer::Outcome;
use crate::graph::{Graph, Index};
use crate::value::Value;

/// An engine and its exact version.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct Identity {
    /// Its name in the catalogue, or what the user calls it.
    pub name: String,
    /// Its version, as the engine itself says it.
    pub version: String,
    /// The options that it was started with, as they are named; empty when there are none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub options: String,
}

impl Identity {
    /// An engine without options.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self { name: name.into(), version: version.into(), options: String::new() }
    }
}

impl std::fmt::Display for Identity {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}@{}", self.name, self.version)?;
        if self.options.is_empty() { Ok(()) } else { write!(out, "?{}", self.options) }
    }
}

/// What one call may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Until the engine is cut off.
    pub timeout: Duration,
    /// Rows of an answer; more are an error of class [`crate::answer::ROW_LIMIT`].
    pub rows: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { timeout: Duration::from_secs(5), rows: 10_000 }
    }
}

/// A text for an engine.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// The text of the query.
    pub text: &'a str,
    /// True when the text may change the graph.
    pub writes: bool,
    /// Settings of the catalogue's optimiser switches for this request.
    pub settings: &'a BTreeMap<String, String>,
}

/// The engine cannot be had: it does not start, or does not say what it is.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{engine}: {reason}")]
pub struct EngineError {
    /// The engine, as it was asked for.
    pub engine: String,
    /// Why it cannot be had, in one line.
    pub reason: String,
}

/// An engine that answers. Every call ends within its limits: an engine that does not answer is cut off and
/// started again before the next call, empty.
pub trait Engine: Send {
    /// Name and version.
    fn identity(&self) -> &Identity;

    /// Replaces everything that the engine holds by the graph, in the graph's order.
    fn load(&mut self, graph: &Arc<Graph>, limits: &Limits) -> Outcome;

    /// The graph that was loaded, while nothing has changed it since.
    fn holds(&self) -> Option<&Arc<Graph>>;

    /// Takes what the engine holds as unknown: the next load is not spared.
    fn forget(&mut self);

    /// Runs a text. Elements in the answer carry the ids of the loaded graph.
    fn run(&mut self, request: &Request<'_>, limits: &Limits) -> Outcome;

    /// Declares or drops an index.
    fn index(&mut self, index: &Index, drop: bool, limits: &Limits) -> Outcome;

    /// The graph as the engine holds it, with the ids of the loaded graph where the engine still has the
    /// element; an error of class [`crate::answer::UNSUPPORTED`] when the engine cannot tell.
    fn dump(&mut self, limits: &Limits) -> Result<Graph, Box<Outcome>>;

    /// This engine's literal of an element's own id, as texts use it.
    fn native_id(&self, element: &Value) -> Option<String>;

    /// How often the engine had to be started again since it was first started.
    fn restarts(&self) -> usize;
}
