//! A query that writes, taken for what it reads first and what it then does with the rows.
//!
//! A clause turns a table into a table, and no clause before the first that writes sees what is written (openCypher 9,
//! updating clauses). So a query that gives the same rows may stand in the place of those clauses, if it passes on the
//! same variables and no more.

use super::scene::{Prepared, Scene, variable};
use crate::ast::{Clause, Projection, ProjectionItem, Query, With};
use crate::evaluate::updates;
use crate::walk;

/// The clauses before the first that writes.
fn split(query: &Query) -> Option<(&[Clause], &[Clause])> {
    let clauses = query.first.clauses.as_slice();
    let at = clauses.iter().position(updates).filter(|at| *at > 0 && query.unions.is_empty())?;
    Some(clauses.split_at(at))
}

/// What is read before anything is written, with all that is then in scope.
pub(super) fn reading(query: &Query, ground: &Prepared<'_>) -> Option<Query> {
    let (read, written) = split(query)?;
    // What is in scope is then told by name, and its order may be another.
    let star = |clause: &Clause| matches!(clause, Clause::Return(projection) if projection.star);
    let scopes = ground.evaluator().columns(query).ok()?;
    let columns = scopes.first()?.get(read.len() - 1)?;
    if columns.is_empty() || written.iter().any(star) {
        return None;
    }
    let item = |name: &str| ProjectionItem { expression: variable(name), alias: None };
    let items = columns.iter().map(|column| item(&column.name)).collect();
    let asked = Clause::Return(Projection { items, ..Projection::default() });
    Some(Query::single([read, &[asked]].concat()))
}

/// The query with another reading in the place of its own.
pub(super) fn with_reading(query: &Query, reading: &Query, ground: &Prepared<'_>) -> Option<Query> {
    let (_, written) = split(query)?;
    let own = self::reading(query, ground)?;
    let (Some(Clause::Return(asked)), [read @ .., Clause::Return(projection)]) =
        (own.first.clauses.last(), reading.first.clauses.as_slice())
    else {
        return None;
    };
    if !reading.unions.is_empty() {
        return None;
    }
    let mut clauses = read.to_vec();
    if projection != asked || !same_scope(&own, reading, ground) {
        let projection = projection.clone();
        clauses.push(Clause::With(With { projection, condition: None }));
    }
    let whole = Query::single([clauses.as_slice(), written].concat());
    (walk::can_end(&whole) && Scene::new(ground, &whole).is_some()).then_some(whole)
}

/// Whether the same is in scope at the end of both but for the columns that they return.
fn same_scope(own: &Query, reading: &Query, ground: &Prepared<'_>) -> bool {
    let names = |query: &Query| {
        let scopes = ground.evaluator().columns(query).ok()?;
        let before = scopes.first()?.get(query.first.clauses.len().checked_sub(2)?)?.clone();
        let mut names: Vec<String> = before.iter().map(|column| column.name.to_string()).collect();
        names.sort();
        Some(names)
    };
    let own = names(own);
    own.is_some() && own == names(reading)
}
