//! What a statement leaves behind for faults that go by it, in the statement itself or in later ones.
//!
//! A statement works on a trail of its own, which is kept if the statement succeeds, as its changes of the graph are.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use quarrel_case::graph::PropertyGraph;
use quarrel_case::value::ElementId;

use super::Fault;
use super::statement::without_outer_properties;
use crate::ast::{Expression, Projection, Query, Subquery, SubqueryKind, UnaryOperator};
use crate::evaluate::context::Context;
use crate::evaluate::graph::{Entries, Graph};
use crate::evaluate::table::Column;
use crate::evaluate::value::{Value, lookup};

/// What a stateful fault knows beside the graph.
#[derive(Debug, Clone, Default)]
pub(in crate::evaluate) struct Trail {
    /// Values that elements had and that no index has forgotten: element, key, value.
    stale: Vec<(Value, Arc<str>, Value)>,
    /// How many nodes a counter says that there are of each label.
    pub(super) counters: BTreeMap<Arc<str>, i64>,
    /// The types of which the last relationship was deleted.
    emptied: BTreeSet<Arc<str>>,
    /// Of this statement: what the last SET of a property found, and the variable that it was set on.
    found: Vec<Found>,
    /// Of this statement, within CALL: how many rows each projection (its address) has skipped and given.
    counts: Option<Vec<(usize, usize, usize)>>,
    /// Of this statement: the variables of UNWIND that keep their first value in conditions.
    pub(super) kept: Vec<String>,
    /// Of this statement: what a clause had made of the graph when it raised.
    pub(super) partial: Option<Arc<Graph>>,
    /// Of this statement: whether a NOT stands around.
    pub(super) negated: bool,
}

#[derive(Debug, Clone)]
struct Found {
    element: Value,
    key: Arc<str>,
    variable: String,
    value: Value,
}

impl Trail {
    /// The trail after a graph is loaded.
    pub(super) fn new(graph: &PropertyGraph) -> Self {
        let mut counters = BTreeMap::new();
        for label in graph.vertices.iter().flat_map(|vertex| &vertex.labels) {
            *counters.entry(Arc::from(label.as_str())).or_insert(0) += 1;
        }
        Self { counters, ..Self::default() }
    }

    /// What a statement begins with in which these variables keep their first values.
    pub(super) fn begin(&self, kept: Vec<String>) -> Self {
        Self { kept, ..self.clone() }
    }

    /// What is left to the statements behind this one.
    pub(super) fn next(self) -> Self {
        Self { stale: self.stale, counters: self.counters, emptied: self.emptied, ..Self::default() }
    }
}

/// What writing clauses tell.
impl Context<'_> {
    /// A node or relationship is about to change: its properties were these.
    pub(in crate::evaluate) fn note_change(&self, element: &Value, entries: &Entries) {
        if self.has(Fault::StaleEntry) {
            let old = entries.iter().map(|(key, value)| (element.clone(), key.clone(), value.clone()));
            self.trail.borrow_mut().stale.extend(old);
        }
    }

    /// Properties of what a variable holds were set: the old and the new ones are these.
    pub(in crate::evaluate) fn note_set(
        &self,
        element: &Value,
        variable: &str,
        keys: BTreeSet<&Arc<str>>,
        (old, new): (&Entries, &Entries),
    ) {
        let mut trail = self.trail.borrow_mut();
        for key in keys.into_iter().filter(|key| lookup(old, key) != lookup(new, key)) {
            trail.found.retain(|found| found.element != *element || found.key != *key);
            let (element, variable) = (element.clone(), variable.to_owned());
            trail.found.push(Found { element, key: key.clone(), variable, value: lookup(old, key) });
        }
    }

    /// A node with these labels was made.
    pub(in crate::evaluate) fn note_node(&self, labels: &[Arc<str>]) {
        self.count_nodes(labels, 1);
    }

    /// Nodes and relationships are about to be deleted.
    pub(in crate::evaluate) fn note_deleted(&self, graph: &Graph, nodes: &BTreeSet<ElementId>) {
        for node in nodes.iter().filter_map(|id| graph.node(*id)) {
            self.count_nodes(&node.labels, -1);
        }
    }

    fn count_nodes(&self, labels: &[Arc<str>], by: i64) {
        if self.has(Fault::LabelCounter) {
            let counters = &mut self.trail.borrow_mut().counters;
            labels.iter().for_each(|label| *counters.entry(label.clone()).or_insert(0) += by);
        }
    }

    /// Relationships were deleted: a type is empty that had some.
    pub(in crate::evaluate) fn note_emptied(&self, before: &Graph, after: &Graph) {
        if self.has(Fault::EmptyType) {
            let kinds = |graph: &Graph| -> BTreeSet<_> {
                graph.relationships().iter().map(|relationship| relationship.kind.clone()).collect()
            };
            let left = kinds(after);
            self.trail
                .borrow_mut()
                .emptied
                .extend(kinds(before).into_iter().filter(|kind| !left.contains(kind)));
        }
    }

    /// A relationship of a type was made.
    pub(in crate::evaluate) fn note_relationship(&self, kind: &Arc<str>) {
        if self.has(Fault::EmptyType) {
            self.trail.borrow_mut().emptied.remove(kind);
        }
    }

    /// A clause raised when it had made this of the graph.
    pub(in crate::evaluate) fn note_partial(&self, graph: &Arc<Graph>) {
        if self.has(Fault::PartialWrite) {
            self.trail.borrow_mut().partial = Some(Arc::clone(graph));
        }
    }
}

/// What is asked of the trail.
impl Context<'_> {
    /// The old values of a property that an index still has.
    pub(in crate::evaluate) fn stale_values(&self, element: &Value, key: &str) -> Vec<Value> {
        let trail = self.trail.borrow();
        let stale = trail.stale.iter().filter(|(of, known, _)| of == element && **known == *key);
        stale.map(|(_, _, value)| value.clone()).collect()
    }

    /// The property of an element as it is read through a variable on which it was not set: that of before the SET.
    pub(in crate::evaluate) fn before_set(
        &self,
        through: &Expression,
        element: &Value,
        key: &str,
    ) -> Option<Value> {
        let Expression::Variable(name) = through else { return None };
        if !self.has(Fault::StaleAlias) {
            return None;
        }
        let trail = self.trail.borrow();
        let found = trail.found.iter().find(|found| found.element == *element && *found.key == *key)?;
        (found.variable != *name).then(|| found.value.clone())
    }

    /// Whether a pattern on relationships of these types meets a type without storage.
    pub(in crate::evaluate) fn is_emptied(&self, types: &[String]) -> bool {
        let trail = self.trail.borrow();
        let named = |kind: &Arc<str>| types.is_empty() || types.iter().any(|name| **name == **kind);
        self.has(Fault::EmptyType) && trail.emptied.iter().any(named)
    }

    /// Begins a subquery of CALL, whose slices count on from row to row.
    pub(in crate::evaluate) fn begin_counting(&self) {
        if self.has(Fault::CounterKept) {
            self.trail.borrow_mut().counts.get_or_insert_default();
        }
    }

    /// Runs what counts for itself.
    pub(in crate::evaluate) fn uncounted<T>(&self, run: impl FnOnce() -> T) -> T {
        let counts = self.trail.borrow_mut().counts.take();
        let result = run();
        self.trail.borrow_mut().counts = counts;
        result
    }

    /// How many of so many rows a projection skips and gives, after those that it has skipped and given before.
    pub(in crate::evaluate) fn counted(
        &self,
        projection: &Projection,
        (skip, limit): (usize, usize),
        rows: usize,
    ) -> (usize, usize) {
        let mut trail = self.trail.borrow_mut();
        let Some(counts) = &mut trail.counts else { return (skip, limit) };
        // It stays where it is as long as the query is evaluated.
        let address = std::ptr::from_ref(projection).addr();
        let known = counts.iter().position(|(known, ..)| *known == address);
        let place = known.unwrap_or_else(|| {
            counts.push((address, 0, 0));
            counts.len() - 1
        });
        let Some((_, skipped, given)) = counts.get_mut(place) else { return (skip, limit) };
        let (skip, limit) = (skip.saturating_sub(*skipped), limit.saturating_sub(*given));
        let cut = skip.min(rows);
        *skipped += cut;
        *given += limit.min(rows - cut);
        (skip, limit)
    }

    /// Runs what stands under an operator.
    pub(in crate::evaluate) fn under<T>(&self, operator: UnaryOperator, run: impl FnOnce() -> T) -> T {
        if operator != UnaryOperator::Not || !self.has(Fault::OuterProperty) {
            return run();
        }
        let outer = std::mem::replace(&mut self.trail.borrow_mut().negated, true);
        let result = run();
        self.trail.borrow_mut().negated = outer;
        result
    }

    /// What a subquery in an expression asks.
    pub(in crate::evaluate) fn asked<'q>(&self, subquery: &'q Subquery, outer: &[Column]) -> Cow<'q, Query> {
        if subquery.kind == SubqueryKind::Exists
            && self.has(Fault::OuterProperty)
            && self.trail.borrow().negated
        {
            return Cow::Owned(without_outer_properties(&subquery.query, outer));
        }
        Cow::Borrowed(&subquery.query)
    }

    /// What is left of the changes of a statement that raises.
    pub(in crate::evaluate) fn left(&self, before: Option<&Arc<Graph>>) -> Option<Arc<Graph>> {
        if !self.has(Fault::PartialWrite) {
            return None;
        }
        self.trail.borrow_mut().partial.take().or_else(|| before.cloned())
    }
}
