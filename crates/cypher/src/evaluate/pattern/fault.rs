//! Planted faults of walks along patterns.

use quarrel_case::language::Failure;
use quarrel_case::profile::without_batch_ends;
use quarrel_case::value::Element;

use super::plan::{HopPlan, PathPlan, Plan, RelationshipPlan};
use super::{At, Walk};
use crate::ast::{Direction, Expression, Match};
use crate::evaluate::context::{Context, Outcome, Scope};
use crate::evaluate::fault::{Binding, Fault, Index};
use crate::evaluate::table::{Row, position};
use crate::evaluate::truth::Truth;
use crate::evaluate::value::Value;
use crate::evaluate::walk::{conjuncts, each_variable};

impl<'p> Plan<'p> {
    /// Plans as only an engine with a fault does.
    pub(super) fn misplan(&mut self, context: &Context<'_>, clause: &'p Match) {
        match context.semantics.fault {
            Some(Fault::OptionalFilter) if clause.optional => self.condition = None,
            Some(Fault::OneRowPerPair) => self.join_pairs_once(),
            Some(Fault::EmptyString | Fault::ExhaustedScan | Fault::StaleEntry) => {
                self.use_indexes(context, clause);
            }
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
        let mut backed = Vec::new();
        let mut index = |on: Element,
                         variable: &'p Option<String>,
                         labels: &[String],
                         properties: &[(String, Expression)]| {
            let (variable, condition) = (variable.as_deref(), clause.condition.as_ref());
            let binding = Binding { on, variable, labels, properties, condition, unknown: &unknown };
            let is_new = variable.is_none_or(|name| unknown.contains(&name));
            let found = binding.index(context.indexes).filter(|_| is_new);
            let used = found.and_then(|place| context.indexes.get(place));
            used.into_iter().for_each(|used| backed.extend(binding.backed(condition, used)));
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
        if context.has(Fault::StaleEntry) {
            self.backed = backed;
            self.indexed = self.indexed_properties(context);
        }
    }

    /// The properties for which an index is asked.
    fn indexed_properties(&self, context: &Context<'_>) -> Vec<(usize, String)> {
        let nodes = self.paths.iter().flat_map(|path| &path.nodes).map(|node| (node.slot, node.index));
        let hops = self.paths.iter().flat_map(PathPlan::relationships).map(|hop| (hop.slot, hop.index));
        let key = |index: usize| Some(context.indexes.get(index)?.key.clone());
        nodes.chain(hops).filter_map(|(slot, index)| Some((slot?, key(index?)?))).collect()
    }

    /// Crashes where a pattern is read that has no storage.
    pub(super) fn read(&self, context: &Context<'_>) -> Outcome<()> {
        let is_lost =
            |hop: &RelationshipPlan<'_>| hop.direction != Direction::Right && context.is_emptied(hop.types);
        if context.has(Fault::EmptyType) && self.paths.iter().any(|path| path.relationships().any(is_lost)) {
            return Err(Box::new(Failure::Crashed("a type without storage")));
        }
        Ok(())
    }

    /// Loses rows of those that were found for a row of the input, from the place on at which they begin.
    pub(super) fn hand_on(&self, context: &Context<'_>, found: &mut Vec<Row>, from: usize) {
        if context.has(Fault::BatchEndLost) && self.paths.iter().any(|path| !path.hops.is_empty()) {
            let own = found.split_off(from);
            found.extend(without_batch_ends(own));
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
    /// Whether an element with these properties is not in the index that should give it.
    pub(super) fn is_missed(&self, index: Option<usize>, property: impl Fn(&str) -> Value) -> bool {
        let is_empty = |value: Value| matches!(value, Value::String(text) if text.is_empty());
        self.context.has(Fault::EmptyString)
            && self.index(index).is_some_and(|index| is_empty(property(&index.key)))
    }

    fn index(&self, index: Option<usize>) -> Option<&Index> {
        self.context.indexes.get(index?)
    }

    /// Whether properties fit by an old value that the index still has.
    pub(super) fn fits_by_index(
        &self,
        index: Option<usize>,
        wanted: &[(&str, usize)],
        element: &Value,
        property: impl Fn(&str) -> Value,
    ) -> Outcome<bool> {
        let Some(index) = self.index(index) else { return Ok(false) };
        for old in self.context.stale_values(element, &index.key) {
            let of = |key: &str| if key == index.key { old.clone() } else { property(key) };
            if self.properties_fit(wanted, of)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The same for a property that depends on what the clause binds.
    pub(super) fn late_fits_by_index(&self, slot: usize, key: &str, value: &Value) -> bool {
        let is_asked = self.plan.indexed.iter().any(|(of, known)| *of == slot && known == key);
        let mut stale = self.context.stale_values(&self.values[slot], key).into_iter();
        is_asked && stale.any(|old| self.property_equals(&old, value))
    }

    /// A clause's condition, those parts of which an index answers that it was asked for.
    pub(super) fn condition_by_index(&self, condition: &Expression, scope: &Scope<'_>) -> Outcome<Truth> {
        let mut parts = Vec::new();
        conjuncts(condition, &mut parts);
        let mut all = Truth::True;
        for part in parts {
            let backed = self.plan.backed.iter().find(|backed| std::ptr::eq(backed.condition, part));
            all = all.and(match backed {
                None => self.context.condition(part, scope)?,
                Some(backed) => self.context.by_index(backed, scope)?,
            });
        }
        Ok(all)
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
