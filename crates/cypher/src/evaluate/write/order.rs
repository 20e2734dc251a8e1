//! Whether the order of rows matters to an updating clause.
//!
//! The language leaves that order open. So a clause that reads what it writes is run once more, last row first; if
//! something else comes out, up to the ids of what it made, the case is open. `DELETE` looks at all rows first, and
//! `CREATE` changes nothing that it reads, unless it asks for patterns.

use std::sync::Arc;

use super::{Input, Writer, Written};
use crate::ast::Clause;
use crate::evaluate::context::{Context, Outcome};
use crate::evaluate::graph::Graph;
use crate::evaluate::table::Row;
use crate::evaluate::value::Value;
use crate::evaluate::walk::looks_at_graph;
use crate::walk;

const REASON: &str = "the order of rows in an updating clause";

/// Notices if the order of rows matters.
pub(super) fn check(
    context: &Context<'_>,
    graph: &Arc<Graph>,
    clause: &Clause,
    input: Input<'_>,
    written: &Written,
) -> Outcome<()> {
    if input.rows.len() < 2 || context.open.get().is_some() {
        return Ok(());
    }
    match clause {
        Clause::Delete(_) => return Ok(()),
        Clause::Create(_) => {
            if walk::expressions(clause).into_iter().any(looks_at_graph) {
                context.depends_on(REASON);
            }
            return Ok(());
        }
        _ => {}
    }
    let reversed: Vec<Row> = input.rows.iter().rev().cloned().collect();
    let mut writer = Writer { context, graph: Arc::clone(graph) };
    match context.attempt(writer.clause(clause, Input { rows: &reversed, ..input }))? {
        Ok(rows) => {
            let other = Written { graph: writer.graph, rows };
            // Mostly not even the ids differ.
            let same = other.rows.iter().rev().eq(&written.rows) && other.graph == written.graph;
            if !same && !is_same(graph, written, &other) {
                context.depends_on(REASON);
            }
        }
        Err(_) => context.depends_on(REASON),
    }
    Ok(())
}

/// Whether two runs on a graph came to the same, up to the ids of what they made.
pub(in crate::evaluate) fn is_same(before: &Graph, one: &Written, other: &Written) -> bool {
    let seen = Seen { next: before.next_ids() };
    seen.all(one) == seen.all(other)
}

/// Looks at elements in such a way that ids of new ones do not matter.
struct Seen {
    /// The first ids of new elements.
    next: (i64, i64),
}

impl Seen {
    /// Everything that a clause came to, in some order of its own.
    fn all(&self, written: &Written) -> Vec<String> {
        let graph = &*written.graph;
        let nodes =
            graph.nodes().iter().map(|node| format!("{}{:?}", self.node(graph, node.id), node.properties()));
        let relationships = graph.relationships().iter();
        let relationships = relationships.map(|relationship| self.relationship(graph, relationship.id));
        let cells =
            |row: &Row| row.iter().map(|value| self.value(graph, value)).collect::<Vec<_>>().join(",");
        let rows = written.rows.iter().map(cells);
        let mut all: Vec<String> = nodes.chain(relationships).chain(rows).collect();
        all.sort_unstable();
        all
    }

    fn node(&self, graph: &Graph, id: i64) -> String {
        let name = if id < self.next.0 { id.to_string() } else { "new".to_owned() };
        let Some(node) = graph.node(id) else { return name };
        let mut labels = node.labels.clone();
        labels.sort_unstable();
        format!("({name}{labels:?}{:?})", node.properties())
    }

    fn relationship(&self, graph: &Graph, id: i64) -> String {
        let name = if id < self.next.1 { id.to_string() } else { "new".to_owned() };
        let Some(relationship) = graph.relationship(id) else { return name };
        let end =
            |place: usize| graph.nodes().get(place).map_or(String::new(), |node| self.node(graph, node.id));
        let (start, end) = (end(relationship.start), end(relationship.end));
        format!("{start}[{name}:{}{:?}]{end}", relationship.kind, relationship.properties())
    }

    fn value(&self, graph: &Graph, value: &Value) -> String {
        match value {
            Value::Node(id) => self.node(graph, *id),
            Value::Relationship(id) => self.relationship(graph, *id),
            Value::Path(path) => path.elements().map(|value| self.value(graph, &value)).collect(),
            Value::List(list) => list.items().iter().map(|value| self.value(graph, value)).collect(),
            other => format!("{other:?}"),
        }
    }
}
