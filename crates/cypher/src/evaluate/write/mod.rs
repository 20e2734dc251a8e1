//! The updating clauses: what they make of the graph, row by row.
//!
//! A clause sees all that the clauses before it did, and nothing of those behind it. Within a clause a row sees what
//! the rows before it did; the language leaves the order of rows open, so a clause for which it matters leaves the
//! case open (see `order`). The graph is copied before it is changed: who holds the one before keeps it.

mod create;
mod delete;
mod effects;
mod fault;
mod foreach;
mod merge;
mod order;
mod property;
mod set;

pub(super) use effects::{Answered, counters};
pub(super) use order::{is_same, orders};

use std::sync::Arc;

use super::context::{Context, Outcome, Scope, unmodelled};
use super::graph::Graph;
use super::table::{Column, Columns, Row};
use super::value::Value;
use crate::ast::{Clause, Expression};
use crate::walk;

/// Whether a clause changes the graph.
pub(super) fn is_updating(clause: &Clause) -> bool {
    matches!(
        clause,
        Clause::Create(_)
            | Clause::Merge(_)
            | Clause::Set(_)
            | Clause::Remove(_)
            | Clause::Delete(_)
            | Clause::Foreach(_)
    )
}

/// Whether a clause, or one inside it, changes the graph.
pub(crate) fn updates(clause: &Clause) -> bool {
    is_updating(clause) || walk::nested_clauses(clause).into_iter().any(updates)
}

/// The rows that a clause works on, and the columns behind it.
#[derive(Clone, Copy)]
pub(super) struct Input<'i> {
    pub(super) columns: &'i Columns,
    pub(super) rows: &'i [Row],
    pub(super) after: &'i Columns,
}

/// What an updating clause comes to.
pub(super) struct Written {
    pub(super) graph: Arc<Graph>,
    pub(super) rows: Vec<Row>,
}

/// Runs an updating clause on a graph.
pub(super) fn write(
    context: &Context<'_>,
    graph: &Arc<Graph>,
    clause: &Clause,
    input: Input<'_>,
) -> Outcome<Written> {
    let mut writer = Writer { context, graph: Arc::clone(graph) };
    let rows = writer.clause(clause, input).inspect_err(|_| context.note_partial(&writer.graph))?;
    let trail = context.semantics.fault.map(|_| context.trail.borrow().clone());
    let written = Written { graph: writer.graph, rows };
    order::check(context, graph, clause, input, &written)?;
    trail.into_iter().for_each(|trail| *context.trail.borrow_mut() = trail);
    Ok(written)
}

/// The graph while a clause changes it.
struct Writer<'w> {
    context: &'w Context<'w>,
    graph: Arc<Graph>,
}

impl Writer<'_> {
    /// Evaluates on the graph as it is now.
    fn context(&self) -> Context<'_> {
        self.context.on(&self.graph)
    }

    /// The graph to be changed.
    fn change(&mut self) -> &mut Graph {
        Arc::make_mut(&mut self.graph)
    }

    /// Does to the graph what a clause says; gives the rows behind it.
    fn clause(&mut self, clause: &Clause, input: Input<'_>) -> Outcome<Vec<Row>> {
        if let Clause::Delete(delete) = clause {
            self.delete(delete, input)?;
            return Ok(input.rows.to_vec());
        }
        let mut found = Vec::with_capacity(input.rows.len());
        for row in input.rows {
            self.context.charge(1)?;
            match clause {
                Clause::Create(create) => found.push(self.create(&create.patterns, row, input.after)?),
                Clause::Merge(merge) => found.extend(self.merge(merge, row, input)?),
                Clause::Set(items) => {
                    self.set(items, input.columns, row)?;
                    found.push(row.clone());
                }
                Clause::Remove(items) => {
                    self.remove(items, input.columns, row)?;
                    found.push(row.clone());
                }
                Clause::Foreach(foreach) => {
                    let context = self.context;
                    context.nested(|| self.foreach(foreach, input.columns, row))?;
                    found.push(row.clone());
                }
                _ => return Err(unmodelled("this clause among updating ones")),
            }
            self.context.allow_rows(found.len())?;
        }
        Ok(found)
    }

    /// The value of an expression that every order of evaluation needs.
    fn value(&self, expression: &Expression, columns: &[Column], row: &[Value]) -> Outcome<Value> {
        self.context.certain.set(true);
        self.context().evaluate(expression, &Scope::new(columns, row))
    }
}
