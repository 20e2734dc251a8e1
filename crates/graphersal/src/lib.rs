//! graphersal as its worker asks it: a graph, and texts.
//!
//! The engine is generic over its store, so that whatever crate asks it compiles most of it once more: a minute, with
//! every change of that crate. This one hardly ever changes. It is host to nothing: the worker is in the catalogue,
//! beside what is known of the engine.
//!
//! A script may do more than ask the graph: it loads modules and opens files. So it gets a policy that allows reading
//! and writing the graph's data, and nothing else.

use std::sync::Arc;

use graphersal::auth::{AccessPolicy, ActionKind, ResourceKind};
use graphersal::prelude::{Graph, GraphSource};
use graphersal::script::{ScriptLimits, eval_value_with_limits, materialize_traversals};

pub use graphersal::prelude::{EdgeValue, ElementProperty, PropertyMap, VertexValue};
pub use graphersal::script::rhai::{Dynamic, EvalAltResult, Map as ObjectMap};
pub use graphersal::script::{ScriptEdge, ScriptMap, ScriptVertex};
pub use graphersal::temporal::DateTime;

/// A graph in memory.
pub struct Engine {
    graph: Arc<Graph>,
    policy: Arc<AccessPolicy>,
}

impl Engine {
    /// An empty graph.
    pub fn empty() -> Self {
        use ActionKind::{Create, Delete, Read, Update};
        let data = |policy: AccessPolicy, action| policy.allow(action, ResourceKind::Data);
        let policy = [Read, Create, Update, Delete].into_iter().fold(AccessPolicy::deny_all(), data);
        Self { graph: Arc::new(GraphSource::empty()), policy: Arc::new(policy) }
    }

    /// What a script gives: the results of its traversal.
    ///
    /// # Errors
    ///
    /// The engine's own.
    pub fn results(&self, text: &str) -> Result<Vec<Dynamic>, Box<EvalAltResult>> {
        let limits = ScriptLimits::default();
        let given = eval_value_with_limits(
            self.graph.clone(),
            text,
            Default::default(),
            &limits,
            self.policy.clone(),
        )?;
        let given = materialize_traversals(given, limits.max_value_depth)?;
        Ok(if given.is_array() { given.into_array().unwrap_or_default() } else { vec![given] })
    }
}
