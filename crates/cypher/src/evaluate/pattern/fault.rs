//! Planted faults of walks along patterns.

use quarrel_case::value::{Element, ElementId};

use super::plan::{HopPlan, PathPlan, Plan, RelationshipPlan};
use super::{At, Walk};
use crate::ast::{Expression, Match};
use crate::evaluate::context::{Context, Outcome};
use crate::evaluate::fault::{Binding, Fault};
use crate::evaluate::table::position;
use crate::evaluate::value::Value;
use crate::evaluate::walk::each_variable;

impl<'p> Plan<'p> {
    /// Plans as only an engine with a fault does.
    pub(super) fn misplan(&mut self, context: &Context<'_>, clause: &'p Match) {
        match context.semantics.fault {
            Some(Fault::OptionalFilter) if clause.optional => self.condition = None,
            Some(Fault::OneRowPerPair) => self.join_pairs_once(),
            Some(Fault::EmptyString | Fault::ExhaustedScan) => self.use_indexes(context, clause),
            _ => {}
        }
    }

    /// A single hop between nodes that earlier clauses bound is walked once at most.
    fn join_pairs_once(&mut self) {
        for path in &mut self.paths {
            let bound = path.nodes.iter().all(|node| node.slot.is_some_and(|slot| slot < self.width));
            if let ([HopPlan::Relationship(hop)], true) = (path.hops.as_mut_slice(), bound) {
                hop.once = hop.length.is_none();
            }
        }
    }

    /// Finds the indexes by which conditions on new elements are answered.
    fn use_indexes(&mut self, context: &Context<'_>, clause: &'p Match) {
        let columns = self.columns;
        let mut unknown: Vec<&str> = columns.iter().skip(self.width).map(|column| &*column.name).collect();
        let mut index = |on: Element,
                         variable: &'p Option<String>,
                         labels: &[String],
                         properties: &[(String, Expression)]| {
            let (variable, condition) = (variable.as_deref(), clause.condition.as_ref());
            let binding = Binding { on, variable, labels, properties, condition, unknown: &unknown };
            let is_new = variable.is_none_or(|name| unknown.contains(&name));
            let found = binding.index(context.indexes).filter(|_| is_new);
            unknown.retain(|name| Some(*name) != variable);
            found
        };
        for (path, plan) in clause.patterns.iter().zip(&mut self.paths) {
            let mut nodes = plan.nodes.iter_mut();
            if let Some(node) = nodes.next() {
                let start = &path.start;
                node.index = index(Element::Vertex, &start.variable, &start.labels, &start.properties);
            }
            for ((step, hop), node) in path.steps.iter().zip(&mut plan.hops).zip(nodes) {
                let (Some(wanted), end) = (step.relationship(), &step.node) else { continue };
                let HopPlan::Relationship(hop) = hop else { continue };
                let one = if wanted.types.len() == 1 { &wanted.types[..] } else { &[] };
                let found = index(Element::Edge, &wanted.variable, one, &wanted.properties);
                hop.index = found.filter(|_| hop.length.is_none());
                node.index = index(Element::Vertex, &end.variable, &end.labels, &end.properties);
            }
        }
    }

    /// Whether an index has nothing left for this row of the input.
    pub(super) fn is_exhausted(&self, context: &Context<'_>, row: usize) -> bool {
        row > 0
            && context.has(Fault::ExhaustedScan)
            && self.paths.iter().any(|path| {
                path.nodes.iter().any(|node| node.index.is_some())
                    || path.relationships().any(|hop| hop.index.is_some())
            })
    }
}

impl<'p> PathPlan<'p> {
    /// The hops that are single relationships, or chains of alike ones.
    fn relationships(&self) -> impl Iterator<Item = &RelationshipPlan<'p>> {
        self.hops.iter().filter_map(|hop| match hop {
            HopPlan::Relationship(hop) => Some(hop),
            HopPlan::Quantified(_) => None,
        })
    }
}

impl Walk<'_, '_> {
    /// Whether an element is not in the index that should give it.
    pub(super) fn is_missed(&self, index: Option<usize>, element: ElementId) -> bool {
        let index = index.and_then(|place| self.context.indexes.get(place));
        index.is_some_and(|index| !index.holds(element))
    }

    /// Whether a path that begins with this value is left out: one node that is null.
    pub(super) fn is_dropped(&self, path: &PathPlan<'_>, start: &Value) -> bool {
        self.context.has(Fault::NullPartDropped)
            && self.plan.optional
            && self.plan.paths.len() > 1
            && path.hops.is_empty()
            && start.is_null()
    }

    /// Whether every path of an `OPTIONAL MATCH` is extended with nulls on its own.
    pub(super) fn parts_stand_alone(&self) -> bool {
        self.context.has(Fault::PartsAlone) && self.plan.optional && self.plan.paths.len() > 1
    }

    /// Walks on behind a path that did not match, with nulls for what it would bind.
    pub(super) fn path_of_nulls(&mut self, index: usize) -> Outcome<()> {
        let Some(path) = self.plan.paths.get(index) else { return Ok(()) };
        let slots = slots(path).filter(|slot| !self.bound[*slot]).collect::<Vec<_>>();
        slots.iter().for_each(|slot| self.bound[*slot] = true);
        let result = self.path(index + 1);
        slots.iter().for_each(|slot| self.bound[*slot] = false);
        result
    }

    /// Whether a path has those of its late properties that are known already.
    pub(super) fn part_fits(&self, path: &PathPlan<'_>) -> Outcome<bool> {
        let columns = self.plan.columns;
        for (slot, key, value) in &self.plan.last.late {
            let mut known = slots(path).any(|own| own == *slot);
            each_variable(value, &mut |name| {
                known = known && position(columns, name).is_some_and(|place| self.bound[place]);
            });
            if known && !self.late_holds(columns, (*slot, key, value))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Expands a variable-length pattern from its start.
    pub(super) fn expand(&mut self, at: At<'_>, hop: &RelationshipPlan<'_>) -> Outcome<()> {
        let per_end = self.context.has(Fault::OnePathPerEnd);
        if per_end {
            self.ends.push(Vec::new());
        }
        let result = self.repeat(at, hop, 0);
        if per_end {
            self.ends.pop();
        }
        result
    }

    /// Whether the end of a variable-length pattern may be reached by this path too.
    pub(super) fn may_end_again(&mut self, (least, most): (u64, u64)) -> bool {
        let (Some(ends), Some(end)) = (self.ends.last_mut(), self.nodes.last()) else { return true };
        if least != most || least < 2 {
            return true;
        }
        let is_new = !ends.contains(end);
        if is_new {
            ends.push(*end);
        }
        is_new
    }

    /// Whether a step of a variable-length pattern is one that is not taken: back onto its start.
    pub(super) fn turns_back(&self, count: u64, node: usize) -> bool {
        if !self.context.has(Fault::NoReturn) {
            return false;
        }
        let walked = usize::try_from(count).unwrap_or(usize::MAX).saturating_add(1);
        self.nodes.len().checked_sub(walked).and_then(|start| self.nodes.get(start)) == Some(&node)
    }
}

/// The slots of a path's elements and of the path itself.
fn slots<'s>(path: &'s PathPlan<'_>) -> impl Iterator<Item = usize> + 's {
    let elements = path.nodes.iter().map(|node| node.slot);
    elements.chain(path.relationships().map(|hop| hop.slot)).chain([path.slot]).flatten()
}
