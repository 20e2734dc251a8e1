//! Queries within queries: `EXISTS`, `COUNT` and `COLLECT` as expressions, and `CALL { ... }`.
//!
//! A subquery is run for every row, from that row's variables. In an expression, and with the newer form of `CALL`,
//! they are constants of the whole subquery: they stay in scope behind a `WITH` that does not name them (Cypher
//! Manual 5, subqueries). So they are put behind what a `WITH` projects.

use std::sync::Arc;

use super::Evaluator;
use super::check::{Check, is_importing};
use super::clause::Stopped;
use super::context::{Context, Outcome, Scope};
use super::graph::Graph;
use super::never::query_never_raises;
use super::project::expand;
use super::table::{Column, Columns, Row, State, Table, position};
use super::taint::Why;
use super::value::{List, Value, is_alike};
use super::write::{Written, is_same, orders};
use crate::ast::{Clause, Expression, Imports, SingleQuery, Subquery, SubqueryCall, SubqueryKind};
use crate::walk;

/// How many levels of an expression take as much of the stack as a subquery.
const LEVELS: usize = 12;

/// The variables outside a subquery.
#[derive(Clone, Copy)]
pub(super) enum Outer<'o> {
    /// This is no subquery.
    None,
    /// Nothing but what a first `WITH` brings in.
    Imported,
    /// Constants of the whole subquery, with their values.
    Constant(&'o [Column], &'o [Value]),
}

impl Outer<'_> {
    /// Where a part of a query begins.
    pub(super) fn begin(self, part: &SingleQuery, mut start: State) -> State {
        if matches!(self, Outer::Imported) && !is_importing(part) {
            start.table = State::start().table;
        }
        start
    }

    /// How many of the columns behind a clause it makes itself.
    pub(super) fn width(self, clause: &Clause, before: &[Column], after: &[Column]) -> usize {
        match (self, clause) {
            (Outer::Constant(..), Clause::With(with)) => expand(&with.projection, before).len(),
            _ => after.len(),
        }
    }

    /// Puts the constants behind what a clause projects.
    pub(super) fn extend(self, state: &mut State, after: &Columns) {
        let Outer::Constant(columns, values) = self else { return };
        let own = state.table.columns.len();
        if own == after.len() {
            return;
        }
        let value = |column: &Column| {
            position(columns, &column.name)
                .and_then(|place| values.get(place))
                .cloned()
                .unwrap_or(Value::Null)
        };
        let behind: Row = after.iter().skip(own).map(value).collect();
        state.table.rows.iter_mut().for_each(|row| row.extend(behind.iter().cloned()));
        state.domains.resize(after.len(), None);
        state.table.columns = after.clone();
    }
}

impl Context<'_> {
    /// `EXISTS { }` is whether there are rows, `COUNT { }` how many, `COLLECT { }` the list of their values, nulls
    /// among them (TCK ExistentialSubquery1-3; Cypher Manual 5, subqueries).
    pub(super) fn subquery(&self, subquery: &Subquery, scope: &Scope<'_>) -> Outcome<Value> {
        self.charge(walk::clauses(&subquery.query).map(size).sum())?;
        let (columns, row) = scope.flat();
        let columns = Columns::from(columns);
        let check = Check::new(&self.parameters, self.semantics).with_procedures(self.procedures).lenient();
        let query = self.asked(subquery, &columns);
        let scopes = check.inner_query(&query, &columns, &columns);
        let scopes = scopes.map_err(|error| Box::new(error.into_failure()))?;
        let state = self.state(columns.clone(), row.clone(), None);
        let evaluator = Evaluator { context: self.clone() };
        let (open, certain, quiet) = (self.open.replace(None), self.certain.get(), self.quiet.replace(true));
        let outer = Outer::Constant(&columns, &row);
        let begin = State { open: None, ..state };
        let run = || evaluator.run_within(&query, &scopes, &begin, outer).map_err(|stopped| stopped.stop);
        let ran = self.uncounted(|| self.deeper(LEVELS, run));
        self.quiet.set(quiet);
        let is_open = self.open.replace(open).is_some();
        // A row that is found first may decide before the one that raises.
        self.certain.set(certain && ran.is_ok());
        let state = ran?;
        if is_open || state.open.is_some() {
            return Ok(Value::Open(Why::Unspecified));
        }
        let rows = state.table.rows.len();
        match subquery.kind {
            SubqueryKind::Exists => Ok(Value::Bool(rows > 0)),
            SubqueryKind::Count => Ok(Value::Integer(i64::try_from(rows).unwrap_or(i64::MAX))),
            SubqueryKind::Collect => self.allow_depth(Value::List(collected(state))),
        }
    }

    fn state(&self, columns: Columns, row: Row, graph: Option<Arc<Graph>>) -> State {
        State {
            table: Table { columns, rows: vec![row] },
            raises: self.raises.get(),
            open: self.open.get(),
            steps: self.steps(),
            graph,
            ..State::start()
        }
    }
}

/// How much a clause is to check.
fn size(clause: &Clause) -> usize {
    fn of(expression: &Expression) -> usize {
        1 + walk::children(expression).into_iter().map(of).sum::<usize>()
    }
    1 + walk::expressions(clause).into_iter().map(of).sum::<usize>()
}

/// The values of the one column; in order where the subquery sorts them and no two that tie differ.
fn collected(state: State) -> List {
    let items: Vec<Value> = state.table.rows.into_iter().filter_map(|row| row.into_iter().next()).collect();
    let mut start = 0;
    let sorted = state.order.is_some_and(|ties| {
        ties.into_iter().all(|tie| {
            let group = items.get(start..start + tie).unwrap_or_default();
            start += tie;
            group.windows(2).all(|pair| is_alike(&pair[0], &pair[1]))
        })
    });
    if sorted { List::new(items) } else { List::bag(items) }
}

impl Evaluator<'_> {
    /// `CALL { ... }`: the rows of the subquery beside each row; a row stays as it is if the subquery returns nothing
    /// (Cypher Manual 5, CALL subqueries). What the subquery writes for one row, that for the next one sees.
    pub(super) fn call_subquery(
        &self,
        call: &SubqueryCall,
        state: &State,
        after: &Columns,
    ) -> Outcome<(Vec<Row>, Option<Arc<Graph>>)> {
        let before = &state.table.columns;
        self.context.charge(walk::clauses(&call.query).map(size).sum())?;
        let check = Check::new(&self.context.parameters, self.context.semantics);
        let check = check.with_procedures(self.context.procedures).lenient();
        let scopes = check.called(call, before).map_err(|error| Box::new(error.into_failure()))?;
        if state.table.rows.is_empty() && !query_never_raises(&call.query, &self.context, before) {
            self.context.may_raise();
        }
        let run = Run { call, scopes: &scopes, after };
        let (rows, graph) = self.call_for(run, state, state.table.rows.iter())?;
        let address = |graph: &Option<Arc<Graph>>| graph.as_ref().map(Arc::as_ptr);
        if let Some(changed) = graph.as_ref().filter(|_| address(&graph) != address(&state.graph)) {
            let written = Written { graph: Arc::clone(changed), rows };
            self.check_order(run, state, &written)?;
            return Ok((written.rows, graph));
        }
        Ok((rows, graph))
    }

    /// Notices if the order of rows matters to a subquery that writes: which comes first is open.
    fn check_order(&self, run: Run<'_>, state: &State, written: &Written) -> Outcome<()> {
        let context = &self.context;
        if state.table.rows.len() < 2 || context.open.get().is_some() {
            return Ok(());
        }
        let before = state.graph.as_deref().unwrap_or(context.graph);
        for order in orders(state.table.rows.len()) {
            let quiet = context.quiet.replace(true);
            let other =
                self.call_for(run, state, order.iter().filter_map(|place| state.table.rows.get(*place)));
            context.quiet.set(quiet);
            let same = match context.attempt(other)? {
                Ok((rows, Some(graph))) => is_same(before, written, &Written { graph, rows }),
                _ => false,
            };
            if !same {
                context.depends_on("the order in which a subquery writes for several rows");
                break;
            }
        }
        Ok(())
    }

    /// Runs a subquery for these rows of a state, one after another.
    fn call_for<'r>(
        &self,
        Run { call, scopes, after }: Run<'_>,
        state: &State,
        each: impl Iterator<Item = &'r Row>,
    ) -> Outcome<(Vec<Row>, Option<Arc<Graph>>)> {
        let before = &state.table.columns;
        let (mut graph, mut rows) = (state.graph.clone(), Vec::new());
        let quiet = self.context.quiet.get();
        self.context.begin_counting();
        for (place, row) in each.enumerate() {
            // What could raise for one row could for every other.
            self.context.quiet.set(quiet || place > 0);
            let (inner, given) = given(call, before, row);
            let begin = self.context.state(inner.clone(), given.clone(), graph);
            let outer =
                if call.imports.is_some() { Outer::Constant(&inner, &given) } else { Outer::Imported };
            let ran = self.context.deeper(LEVELS, || {
                self.run_within(&call.query, scopes, &begin, outer).map_err(|stopped: Stopped| stopped.stop)
            });
            self.context.quiet.set(quiet);
            let found = ran?;
            self.resume(&found);
            graph = found.graph.clone();
            beside(call, row, found, after, &mut rows);
            self.context.charge(1)?;
            self.context.allow_rows(rows.len())?;
        }
        Ok((rows, graph))
    }
}

/// A subquery to be run, with the columns after each of its clauses and after itself.
#[derive(Clone, Copy)]
struct Run<'r> {
    call: &'r SubqueryCall,
    scopes: &'r [Vec<Columns>],
    after: &'r Columns,
}

/// What a subquery gets of a row.
fn given(call: &SubqueryCall, columns: &Columns, row: &Row) -> (Columns, Row) {
    match &call.imports {
        // The older form sees all in its first WITH, and without that nothing; the check says which.
        None | Some(Imports::All) => (columns.clone(), row.clone()),
        Some(Imports::Variables(names)) => {
            let places = names.iter().filter_map(|name| position(columns, name));
            let (mut inner, mut given) = (Vec::new(), Vec::new());
            for place in places {
                inner.push(columns[place].clone());
                given.push(row.get(place).cloned().unwrap_or(Value::Null));
            }
            (inner.into(), given)
        }
    }
}

/// Puts the rows of a subquery beside the row that it ran for.
fn beside(call: &SubqueryCall, row: &Row, found: State, after: &Columns, rows: &mut Vec<Row>) {
    if !found.returned {
        rows.push(row.clone());
        return;
    }
    let new = after.get(row.len()..).unwrap_or_default();
    if found.table.rows.is_empty() && call.optional {
        rows.push(row.iter().cloned().chain(new.iter().map(|_| Value::Null)).collect());
    }
    let places: Vec<_> = new.iter().map(|column| position(&found.table.columns, &column.name)).collect();
    for inner in found.table.rows {
        let cell =
            |place: &Option<usize>| place.and_then(|place| inner.get(place)).cloned().unwrap_or(Value::Null);
        rows.push(row.iter().cloned().chain(places.iter().map(cell)).collect());
    }
}
