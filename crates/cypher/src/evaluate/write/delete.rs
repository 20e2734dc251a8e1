//! `DELETE` and `DETACH DELETE` (TCK Delete1-Delete6).
//!
//! All rows are looked at before anything goes. A node must have no relationships when the statement ends: those
//! may be deleted behind it.

use std::collections::BTreeSet;
use std::sync::Arc;

use quarrel_case::value::ElementId;

use super::{Input, Writer};
use crate::ast::Delete;
use crate::evaluate::context::{Outcome, unmodelled, wrong_type};
use crate::evaluate::value::Value;

/// What is to go.
#[derive(Default)]
pub(super) struct Doomed {
    pub(super) nodes: BTreeSet<ElementId>,
    pub(super) relationships: BTreeSet<ElementId>,
}

impl Doomed {
    fn add(&mut self, value: &Value) -> Outcome<()> {
        match value {
            Value::Null => {}
            Value::Node(id) => {
                self.nodes.insert(*id);
            }
            Value::Relationship(id) => {
                self.relationships.insert(*id);
            }
            Value::Path(path) => {
                self.nodes.extend(&path.nodes);
                self.relationships.extend(&path.relationships);
            }
            Value::Open(_) => return Err(unmodelled("an open element to be deleted")),
            other => return Err(wrong_type("what is deleted", other)),
        }
        Ok(())
    }
}

impl Writer<'_> {
    /// Deletes what the expressions give on all rows.
    pub(super) fn delete(&mut self, delete: &Delete, input: Input<'_>) -> Outcome<()> {
        let mut doomed = Doomed::default();
        for row in input.rows {
            self.context.charge(1)?;
            for expression in &delete.expressions {
                doomed.add(&self.value(expression, input.columns, row)?)?;
            }
        }
        if doomed.nodes.is_empty() && doomed.relationships.is_empty() {
            return Ok(());
        }
        self.context.charge(self.graph.nodes().len() + self.graph.relationships().len())?;
        self.context.note_deleted(&self.graph, &doomed.nodes);
        // Switch delete-connected.
        if delete.detach || self.context.semantics.delete_connected == 1 {
            self.leave_ghosts(&mut doomed);
            let graph = &self.graph;
            let places = doomed.nodes.iter().filter_map(|id| graph.node(*id));
            let places = places.flat_map(|node| node.outgoing.iter().chain(&node.incoming));
            let found = places.filter_map(|place| graph.relationships().get(*place));
            doomed.relationships.extend(found.map(|relationship| relationship.id));
        }
        let before = Arc::clone(&self.graph);
        self.change().remove(&doomed.nodes, &doomed.relationships);
        self.context.note_emptied(&before, &self.graph);
        Ok(())
    }
}
