//! Planted faults of updating clauses.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::delete::Doomed;
use super::{Input, Writer};
use crate::ast::{NodePattern, PathPattern, SetItem};
use crate::evaluate::context::Outcome;
use crate::evaluate::fault::Fault;
use crate::evaluate::graph::Entries;
use crate::evaluate::table::{Column, Columns, Row, Type, position};
use crate::evaluate::value::Value;

/// The end of a path that is found by itself, by a name that no query can write.
const END: &str = "\0end";

/// An element, the variable that it is set through, and its properties.
pub(super) type Setting = (Value, String, Entries);

impl Writer<'_> {
    /// The relationships that lead from other nodes to those that go are left there, the nodes as ghosts.
    pub(super) fn leave_ghosts(&mut self, doomed: &mut Doomed) {
        if !self.context.has(Fault::Ghosts) {
            return;
        }
        let graph = &self.graph;
        let goes =
            |place: usize| graph.nodes().get(place).is_some_and(|node| doomed.nodes.contains(&node.id));
        let lead = graph.real_relationships().filter(|found| goes(found.end) && !goes(found.start));
        let lead = lead.filter(|found| !doomed.relationships.contains(&found.id));
        let left: BTreeSet<_> = lead.map(|found| found.id).collect();
        self.change().haunt(&left);
        let graph = &self.graph;
        // What else leads to a ghost goes as ever.
        let others = doomed.nodes.iter().filter_map(|id| Some(&graph.nodes()[graph.node_place(*id)?]));
        let others = others.flat_map(|node| node.outgoing.iter().chain(&node.incoming));
        let others = others.filter_map(|place| graph.relationships().get(*place)).map(|found| found.id);
        doomed.relationships.extend(others.filter(|id| !left.contains(id)));
    }

    /// `MERGE` of a path with one end bound takes any node for a labelled end that is not bound, and makes the rest.
    pub(super) fn create_towards_found(
        &mut self,
        pattern: &PathPattern,
        row: &Row,
        input: Input<'_>,
    ) -> Outcome<Option<Row>> {
        let is_bound = |node: &NodePattern| {
            node.variable.as_ref().is_some_and(|name| position(input.columns, name).is_some())
        };
        let Some(last) = pattern.steps.last().filter(|_| self.context.has(Fault::MergeTowardsAny)) else {
            return Ok(None);
        };
        let at_start = match (is_bound(&pattern.start), is_bound(&last.node)) {
            (true, false) => false,
            (false, true) => true,
            _ => return Ok(None),
        };
        let end = if at_start { &pattern.start } else { &last.node };
        if end.labels.is_empty() {
            return Ok(None);
        }
        let hidden = NodePattern { variable: Some(END.to_owned()), ..NodePattern::default() };
        let node = PathPattern {
            start: NodePattern { variable: hidden.variable.clone(), ..end.clone() },
            ..PathPattern::default()
        };
        let columns: Columns = input.columns.iter().cloned().chain([Column::new(END, Type::ANY)]).collect();
        let Some(with_end) = self.find(&node, row, Input { after: &columns, ..input })?.into_iter().next()
        else {
            return Ok(None);
        };
        let mut towards = pattern.clone();
        let place = if at_start {
            Some(&mut towards.start)
        } else {
            towards.steps.last_mut().map(|step| &mut step.node)
        };
        place.into_iter().for_each(|node| *node = hidden.clone());
        let new = input.after.iter().skip(row.len()).cloned();
        let after: Columns = columns.iter().cloned().chain(new).collect();
        let mut made = self.create(&[towards], &with_end, &after)?;
        let found = made.remove(row.len());
        let named = end.variable.as_ref().and_then(|name| position(input.after, name));
        if let Some(cell) = named.and_then(|place| made.get_mut(place)) {
            *cell = found;
        }
        Ok(Some(made))
    }

    /// What an item of `SET` is about to change through a variable.
    pub(super) fn before_item(&self, item: &SetItem, columns: &[Column], row: &[Value]) -> Option<Setting> {
        use crate::ast::Expression::Variable;
        let name = match item {
            SetItem::Property { subject: Variable(name), .. } => name,
            SetItem::Subscript { subject: Variable(name), .. } => name,
            SetItem::Replace { variable, .. } | SetItem::Add { variable, .. } => variable,
            _ => return None,
        };
        let element = row.get(position(columns, name)?).filter(|_| self.context.has(Fault::StaleAlias))?;
        Some((element.clone(), name.clone(), self.graph.properties(element)?.clone()))
    }

    /// Tells what an item of `SET` has changed.
    pub(super) fn after_item(&self, setting: Option<Setting>) {
        let Some((element, variable, old)) = setting else { return };
        let Some(new) = self.graph.properties(&element) else { return };
        let keys: BTreeSet<&Arc<str>> = old.iter().chain(new).map(|(key, _)| key).collect();
        self.context.note_set(&element, &variable, keys, (&old, new));
    }
}
