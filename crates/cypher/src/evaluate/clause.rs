//! Clauses and whole queries: from table to table.

use std::sync::Arc;

use super::context::{Outcome, Stop, unmodelled};
use super::fault::Fault;
use super::graph::Graph;
use super::order::group;
use super::pattern::Plan;
use super::probe::{Probe, domain};
use super::project::{Projected, Work, expand};
use super::subquery::Outer;
use super::table::{Column, Columns, Domain, Row, State, Table, Type, position};
use super::value::Value;
use super::walk::has_aggregate;
use super::write::{Input, is_updating, write};
use super::{Evaluator, Scope};
use crate::ast::{
    Clause, Expression, Match, ProcedureCall, Projection, ProjectionItem, Query, SingleQuery, UnionKind,
    Unwind,
};
use crate::walk;

/// Why a query stopped, and what was known by then.
pub(super) struct Stopped {
    pub(super) stop: Stop,
    /// Whether every order of evaluation raises.
    pub(super) certain: bool,
    pub(super) flow: Vec<u64>,
    pub(super) open: Option<&'static str>,
    /// With a planted fault: what it leaves behind.
    pub(super) graph: Option<Arc<Graph>>,
}

/// What a clause gives: rows, their ties, and the rows that went into a global aggregation.
struct Next {
    rows: Vec<Row>,
    order: Option<Vec<usize>>,
    aggregated: Option<usize>,
    domains: Vec<Domain>,
    /// What an updating clause made of the graph.
    graph: Option<Arc<Graph>>,
}

impl Next {
    fn rows(rows: Vec<Row>) -> Self {
        Self { rows, order: None, aggregated: None, domains: Vec::new(), graph: None }
    }
}

/// The domains of the columns so far, and unknown ones up to this many.
fn padded(domains: &[Domain], length: usize) -> Vec<Domain> {
    let mut domains = domains.to_vec();
    domains.resize(length, None);
    domains
}

/// The values that `UNWIND` takes from one value.
fn elements(value: &Value) -> &[Value] {
    match value {
        Value::List(list) => list.items(),
        Value::Null => &[],
        single => std::slice::from_ref(single),
    }
}

/// The columns after a projection with those before behind them, and their domains.
fn beside(
    after: &Columns,
    domains: &[Domain],
    before: &Columns,
    domains_before: &[Domain],
) -> (Vec<Column>, Vec<Domain>) {
    let columns = after.iter().chain(before.iter()).cloned().collect();
    let mut domains = padded(domains, after.len());
    domains.extend(padded(domains_before, before.len()));
    (columns, domains)
}

/// Keeps every row once, for `UNION`.
fn merge_rows(state: &mut State) {
    let width = state.table.columns.len();
    let (groups, determined) = group(state.table.rows.iter().map(|row| row.get(..width).unwrap_or_default()));
    if !determined && state.open.is_none() {
        state.open = Some("open values in UNION");
    }
    state.table.rows = groups.into_iter().map(|group| group.key).collect();
}

impl Evaluator<'_> {
    /// Goes on from a state.
    pub(super) fn resume(&self, state: &State) {
        let context = &self.context;
        context.set_steps(state.steps);
        context.raises.set(state.raises);
        context.open.set(state.open);
        context.certain.set(false);
    }

    /// One more clause, checked before.
    pub(super) fn checked_clause(&self, clause: &Clause, state: &State, after: Columns) -> Outcome<State> {
        match &state.graph {
            None => self.clause_here(clause, state, after),
            Some(graph) => self.on(graph).clause_here(clause, state, after),
        }
    }

    /// The same on the graph as the clauses before have left it.
    fn clause_here(&self, clause: &Clause, state: &State, after: Columns) -> Outcome<State> {
        self.resume(state);
        self.context.charge(state.table.rows.len())?;
        let next = match clause {
            Clause::Match(clause) => self.match_clause(clause, state, &after)?,
            Clause::Unwind(clause) => self.unwind(clause, state)?,
            Clause::With(with) => {
                self.project(&with.projection, with.condition.as_ref(), state, &after, false)?
            }
            Clause::Return(projection) => self.project(projection, None, state, &after, true)?,
            Clause::Call(call) => self.call(call, state, &after)?,
            Clause::Subquery(call) => {
                let (rows, graph) = self.call_subquery(call, state, &after)?;
                let domains = padded(&state.domains, after.len());
                Next { graph, domains, ..Next::rows(rows) }
            }
            // What reaches it counts: that it gives nothing says nothing.
            Clause::Finish => Next { aggregated: Some(state.table.rows.len()), ..Next::rows(Vec::new()) },
            clause if is_updating(clause) => self.write(clause, state, &after)?,
            _ => return Err(unmodelled("this clause")),
        };
        self.context.allow_rows(next.rows.len())?;
        let counted = next.aggregated.unwrap_or(next.rows.len());
        let mut flow = state.flow.clone();
        flow.push(u64::try_from(counted).unwrap_or(u64::MAX));
        Ok(State {
            table: Table { columns: after, rows: next.rows },
            order: next.order,
            flow,
            raises: self.context.raises.get(),
            open: self.context.open.get(),
            domains: next.domains,
            steps: self.context.steps(),
            graph: next.graph.or_else(|| state.graph.clone()),
            returned: matches!(clause, Clause::Return(_)),
        })
    }

    /// The rows on which a condition is true, of those that its clause gives without it.
    pub(super) fn narrow(&self, condition: &Expression, all: &State) -> Outcome<State> {
        let evaluator = self.on(all.graph.as_deref().unwrap_or(self.context.graph));
        let (context, columns) = (&evaluator.context, &all.table.columns);
        self.resume(all);
        context.probe_condition(condition, &Probe { columns, domains: &all.domains });
        evaluator.probe_constants(all, &[condition]);
        let rows = context.filter(condition, columns, all.table.rows.clone())?;
        let mut flow = all.flow.clone();
        if let Some(last) = flow.last_mut() {
            *last = u64::try_from(rows.len()).unwrap_or(u64::MAX);
        }
        Ok(State {
            table: Table { columns: Arc::clone(columns), rows },
            flow,
            raises: context.raises.get(),
            open: context.open.get(),
            steps: context.steps(),
            ..all.clone()
        })
    }

    /// An updating clause.
    fn write(&self, clause: &Clause, state: &State, after: &Columns) -> Outcome<Next> {
        let before = &state.table.columns;
        self.probe_updating(clause, after, &state.domains);
        let graph = state.graph.clone().unwrap_or_else(|| Arc::new(self.context.graph.clone()));
        let input = Input { columns: before, rows: &state.table.rows, after };
        let written = write(&self.context, &graph, clause, input)?;
        self.context.certain.set(false);
        let domains = padded(&state.domains, after.len());
        Ok(Next { domains, graph: Some(written.graph), ..Next::rows(written.rows) })
    }

    /// Notices what may raise in an updating clause, and in those inside it.
    fn probe_updating(&self, clause: &Clause, columns: &Columns, domains: &[Domain]) {
        let probe = Probe { columns, domains };
        let Clause::Foreach(foreach) = clause else {
            walk::expressions(clause).into_iter().for_each(|value| self.context.probe(value, &probe));
            return;
        };
        self.context.probe(&foreach.list, &probe);
        let element = Column::new(&foreach.variable, Type::ANY);
        let first: Columns = columns.iter().cloned().chain([element]).collect();
        match self.check().lenient().inner_scopes(&foreach.clauses, first) {
            Ok(scopes) => {
                for (clause, columns) in foreach.clauses.iter().zip(scopes.iter().skip(1)) {
                    self.probe_updating(clause, columns, domains);
                }
            }
            Err(_) => self.context.may_raise(),
        }
    }

    fn call(&self, call: &ProcedureCall, state: &State, after: &Columns) -> Outcome<Next> {
        let probe = Probe { columns: &state.table.columns, domains: &state.domains };
        call.arguments.iter().flatten().for_each(|argument| self.context.probe(argument, &probe));
        let rows = self.context.call_procedure(call, &state.table, after)?;
        Ok(Next { domains: padded(&state.domains, after.len()), ..Next::rows(rows) })
    }

    fn match_clause(&self, clause: &Match, state: &State, after: &Columns) -> Outcome<Next> {
        if let Some((clause, context)) = self.context.with_first_row(clause, &state.table) {
            return Evaluator { context }.match_clause(&clause, state, after);
        }
        let plan = Plan::new(&self.context, clause, &state.table.columns, after);
        let probe = Probe { columns: after, domains: &state.domains };
        if !self.context.graph.deleted.connected.is_empty() {
            self.context.depends_on("a deleted node that still has relationships");
        }
        for (value, columns) in plan.values() {
            self.context.probe(value, &Probe { columns, domains: &state.domains });
        }
        for (condition, columns) in plan.conditions() {
            self.context.probe_condition(condition, &Probe { columns, domains: &state.domains });
        }
        if let Some(condition) = &clause.condition {
            self.context.probe_condition(condition, &probe);
            self.probe_constants(state, &[condition]);
        }
        let mut rows = plan.rows(&self.context, &state.table)?;
        if let (Some(condition), true) = (&clause.condition, clause.optional)
            && self.context.has(Fault::OptionalFilter)
        {
            rows = self.context.filter(condition, after, rows)?;
        }
        Ok(Next { domains: padded(&state.domains, after.len()), ..Next::rows(rows) })
    }

    /// `UNWIND`: null gives no row (TCK Unwind1); what is no list gives itself, where an engine takes it.
    fn unwind(&self, clause: &Unwind, state: &State) -> Outcome<Next> {
        let (context, table) = (&self.context, &state.table);
        let probe = Probe { columns: &table.columns, domains: &state.domains };
        context.probe(&clause.list, &probe);
        self.probe_constants(state, &[&clause.list]);
        let mut rows = Vec::new();
        for row in &table.rows {
            let list = context.evaluate(&clause.list, &Scope::new(&table.columns, row))?;
            let with = |value: &Value| row.iter().chain([value]).cloned().collect::<Row>();
            match &list {
                Value::List(list) => rows.extend(list.items().iter().map(with)),
                Value::Null => {}
                Value::Open(why) => context.depends_on(why.text()),
                single => {
                    context.may_raise();
                    rows.push(with(single));
                }
            }
            context.charge(1)?;
            context.allow_rows(rows.len())?;
        }
        let lists = context.learn(&clause.list, &probe);
        let elements = lists.and_then(|lists| domain(lists.iter().flat_map(elements)));
        let mut domains = padded(&state.domains, table.columns.len());
        domains.push(elements);
        Ok(Next { domains, ..Next::rows(rows) })
    }

    fn project(
        &self,
        projection: &Projection,
        condition: Option<&Expression>,
        state: &State,
        after: &Columns,
        last: bool,
    ) -> Outcome<Next> {
        let (context, table) = (&self.context, &state.table);
        let probe = Probe { columns: &table.columns, domains: &state.domains };
        let items = expand(projection, &table.columns);
        for item in items.iter() {
            context.probe(&item.expression, &probe);
            self.probe_constants(state, &[&item.expression]);
        }
        let projected = context.project(&Work { projection, condition, table, after, last })?;
        let domains = if last { Vec::new() } else { self.domains(&items, &probe, &projected) };
        if let Some(condition) = condition {
            // The condition may use what was before beside what is projected.
            let (columns, domains) = beside(after, &domains, &table.columns, &state.domains);
            context.probe_condition(condition, &Probe { columns: &columns, domains: &domains });
            self.probe_constants(state, &[condition]);
        }
        let Projected { rows, order, aggregated, .. } = projected;
        Ok(Next { rows, order: order.filter(|_| last), aggregated, domains, graph: None })
    }

    /// What the columns of a projection could hold: what a variable could before, and what an item comes to.
    fn domains(&self, items: &[ProjectionItem], probe: &Probe<'_>, projected: &Projected) -> Vec<Domain> {
        let domain_of = |(place, item): (usize, &ProjectionItem)| match &item.expression {
            Expression::Variable(name) => probe.domains.get(position(probe.columns, name)?)?.clone(),
            // Nothing moves below an aggregation.
            expression if has_aggregate(expression) => projected.seen.get(place).cloned().flatten(),
            expression => domain(&self.context.learn(expression, probe)?),
        };
        items.iter().enumerate().map(domain_of).collect()
    }

    /// Constants are evaluated with the rows; without rows they are evaluated here.
    fn probe_constants(&self, state: &State, expressions: &[&Expression]) {
        if state.table.rows.is_empty() {
            expressions.iter().for_each(|expression| self.context.probe_constants(expression));
        }
    }

    /// Runs a query that was checked.
    pub(super) fn run_checked(&self, query: &Query, scopes: &[Vec<Columns>]) -> Result<State, Stopped> {
        self.run_within(query, scopes, &State::start(), Outer::None)
    }

    /// The same within another query, each part from this state.
    pub(super) fn run_within(
        &self,
        query: &Query,
        scopes: &[Vec<Columns>],
        begin: &State,
        outer: Outer<'_>,
    ) -> Result<State, Stopped> {
        let singles = std::iter::once(&query.first).chain(query.unions.iter().map(|(_, single)| single));
        let distinct = query.unions.iter().any(|(kind, _)| *kind == UnionKind::Distinct);
        let across = !self.context.has(Fault::UnionAcross);
        let mut whole: Option<State> = None;
        for (single, scopes) in singles.zip(scopes) {
            let before = whole.as_ref().unwrap_or(begin);
            let start = State {
                flow: before.flow.clone(),
                raises: before.raises,
                open: before.open,
                steps: before.steps,
                graph: before.graph.clone(),
                ..begin.clone()
            };
            let mut part = self.run_single(single, scopes, start, outer)?;
            if distinct && !across {
                merge_rows(&mut part);
            }
            whole = Some(match whole {
                None => part,
                Some(whole) => self.append(whole, part),
            });
        }
        let mut state = whole.unwrap_or_else(State::start);
        if distinct && across {
            merge_rows(&mut state);
        }
        if !query.unions.is_empty() {
            state.order = None;
        }
        Ok(state)
    }

    fn run_single(
        &self,
        query: &SingleQuery,
        scopes: &[Columns],
        start: State,
        outer: Outer<'_>,
    ) -> Result<State, Stopped> {
        let mut state = outer.begin(query, start);
        for (clause, after) in query.clauses.iter().zip(scopes) {
            let width = outer.width(clause, &state.table.columns, after);
            let own: Columns = after.get(..width).unwrap_or_default().into();
            state = self.checked_clause(clause, &state, own).map_err(|stop| Stopped {
                stop,
                certain: self.context.certain.get(),
                flow: state.flow.clone(),
                open: self.context.open.get(),
                graph: self.context.left(state.graph.as_ref()),
            })?;
            outer.extend(&mut state, after);
        }
        state.returned = query.gives_rows();
        if !state.returned && matches!(outer, Outer::None) {
            state.table = Table { columns: Columns::from([]), rows: Vec::new() };
        }
        Ok(state)
    }

    /// The rows of both parts of a `UNION`, columns joined by name.
    fn append(&self, mut whole: State, part: State) -> State {
        let names =
            |state: &State| state.table.columns.iter().map(|column| column.name.clone()).collect::<Vec<_>>();
        let places: Vec<Option<usize>> =
            names(&whole).iter().map(|name| position(&part.table.columns, name)).collect();
        // Columns in another order are joined by name or refused.
        let raises = part.raises || names(&whole) != names(&part);
        for row in part.table.rows {
            let cell = |place: &Option<usize>| {
                place.and_then(|place| row.get(place)).cloned().unwrap_or(Value::Null)
            };
            whole.table.rows.push(places.iter().map(cell).collect());
        }
        State { flow: part.flow, raises, open: part.open, steps: part.steps, graph: part.graph, ..whole }
    }
}
