//! Planted faults: mistakes that the evaluator makes when it is told to, to show that the oracles see them.
//!
//! With a fault on, the evaluator plays an engine that has a known kind of bug; without one it is the reference. At most
//! one is on, and each is wrong only where its rule says so. A fault that is a wrong strategy is a rewriting of the plan
//! ([`plan`]), so that the evaluator knows nothing of it. A fault of a step is asked for at its place, by name. Stateful
//! faults keep a [`Memory`] beside the graph, or a [`Stale`] in it.

mod plan;
mod table;

use std::collections::{BTreeMap, BTreeSet};

use quarrel_case::graph::PropertyGraph;
use quarrel_case::profile::Profile;
use quarrel_case::value::Element;

use super::plan::Label;
use super::run::Groups;
use super::store::Edge;
use super::value::{Handle, Value};

pub(super) use plan::{is_backed, misplanned, names_gone, side_keys};
pub use table::FAULTS;
pub(crate) use table::Fault;

impl Fault {
    /// The fault that is on.
    pub(crate) fn of(profile: &Profile) -> Option<Self> {
        let id = profile.fault.as_deref()?;
        let place = FAULTS.iter().position(|fault| fault.id == id)?;
        Self::ALL.get(place).copied()
    }
}

/// What a fault keeps beside the graph from one traversal to the next.
#[derive(Debug, Clone, Default)]
pub(super) struct Memory {
    /// Side effects of earlier traversals.
    pub(super) side: BTreeMap<Label, Value>,
    pub(super) groups: BTreeMap<Label, Groups>,
}

/// What a faulty store remembers of what is not there any more.
#[derive(Debug, Clone, Default)]
pub(crate) struct Stale {
    pub(super) fault: Option<Fault>,
    /// The keys of vertices that have an index.
    pub(super) indexed: BTreeSet<String>,
    /// Values that an index still has of a vertex under a key.
    pub(super) entries: Vec<(Handle, String, Value)>,
    /// Edges that are gone, and still reached from where they start.
    pub(super) ghosts: BTreeMap<Handle, Edge>,
    /// Labels of which the last edge was dropped.
    pub(super) gone: BTreeSet<String>,
}

impl Stale {
    /// What is remembered when a graph is loaded.
    pub(super) fn new(fault: Option<Fault>, graph: &PropertyGraph) -> Self {
        let of_vertices = graph.indexes.iter().filter(|index| index.on == Element::Vertex);
        let indexed = of_vertices.filter_map(|index| index.keys.first().cloned()).collect();
        Self { fault, indexed, ..Self::default() }
    }

    /// Whether this fault is on.
    pub(super) fn has(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }
}
