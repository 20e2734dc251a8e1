//! The reference evaluator: what a query means, clause by clause.
//!
//! It is an interpreter of the syntax tree, as direct as the language's rules: each clause turns a table of
//! rows into a table of rows. Truth is openCypher 9 with its suite (TCK), and the Cypher Manual 5 where the
//! suite is silent; what engines do differently on purpose is a switch (see `semantics`). Beside the answer
//! it learns whether any order of evaluation raises, and what the language leaves open (see `context`,
//! `taint`). It can be told to have one of the bugs that engines have (see `fault`). It is bounded in steps,
//! rows and depth, and raises no panic on any input.
//!
//! A generator can go clause by clause with an [`Evaluator`]: [`State`] is all that the clauses so far have
//! come to, and [`Evaluator::clause`] makes the next one without changing the one before.

mod access;
mod aggregate;
mod check;
mod clause;
mod compare;
mod context;
mod elements;
mod expression;
mod fault;
mod functions;
mod graph;
mod json_form;
mod never;
mod number_format;
mod operators;
mod order;
mod pattern;
mod point;
mod probe;
mod procedure;
mod project;
mod semantics;
mod subquery;
mod table;
mod taint;
mod temporal;
mod truth;
mod typed;
mod unmodelled;
mod value;
mod walk;
mod write;

pub use context::Parameters;
pub use fault::FAULTS;
pub use graph::Graph;
pub use point::Point;
pub use semantics::{SWITCHES, Semantics};
pub use table::{Column, Columns, Domain, Kind, Row, State, Table, Type};
pub use taint::{Near, Why};
pub use temporal::{Duration, Instant, Kind as InstantKind};
pub use value::{List, Map, Path, Value};
pub(crate) use walk::has_aggregate;
pub(crate) use write::updates;

use std::rc::Rc;
use std::sync::Arc;

use quarrel_case::answer::{Answer, Phase, QueryError, Table as AnswerTable};
use quarrel_case::conformance::Procedure as GivenProcedure;
use quarrel_case::graph::{Graph as CaseGraph, PropertyGraph};
use quarrel_case::language::{Budget, Evaluation, Failure, Session, Tree};
use quarrel_case::profile::{Profile, ProfileError};
use quarrel_case::verdict::ErrorStatus;

use crate::ast::{Clause, Expression, PathPattern, Query};
use check::Check;
use context::{Context, Scope};
use fault::Memory;
use pattern::without_unused;
use procedure::Procedure;
use write::{Answered, counters};

/// The reference on a graph.
///
/// # Errors
///
/// When the profile sets what is not declared.
pub fn session(graph: &PropertyGraph, profile: &Profile) -> Result<CypherSession, ProfileError> {
    let semantics = Semantics::new(profile)?;
    Ok(CypherSession {
        semantics,
        memory: Memory::new(graph),
        prepared: Arc::new(Graph::new(graph)),
        graph: graph.clone(),
        parameters: Parameters::new(),
        procedures: Vec::new(),
        open: None,
    })
}

/// The reference evaluator with a graph.
#[derive(Debug, Clone)]
pub struct CypherSession {
    graph: PropertyGraph,
    prepared: Arc<Graph>,
    semantics: Semantics,
    parameters: Parameters,
    procedures: Vec<Procedure>,
    memory: Memory,
    /// Why the graph is only one of those that the language allows, if it is.
    open: Option<String>,
}

impl CypherSession {
    /// The values of the parameters of the queries that follow.
    pub fn set_parameters(&mut self, parameters: Parameters) {
        self.parameters = parameters;
    }

    /// The procedures that the queries that follow may call; what has no readable signature is left out.
    pub fn set_procedures(&mut self, procedures: &[GivenProcedure]) {
        self.procedures = procedures.iter().filter_map(Procedure::read).collect();
    }

    /// Evaluates a query. What it changes is changed if it succeeds as a whole, and only then.
    pub fn query(&mut self, query: &Query, budget: &Budget) -> Evaluation {
        let mut evaluator =
            Evaluator::new(&self.prepared, self.semantics, *budget).with_parameters(self.parameters.clone());
        evaluator.context.procedures = &self.procedures;
        let done = match self.semantics.fault {
            None => evaluator.answer(query),
            Some(fault) => fault::evaluate(fault, &mut evaluator, query, &mut self.memory),
        };
        if let Some(mut graph) = done.graph {
            Arc::make_mut(&mut graph).deleted = graph::Deleted::default();
            self.graph = graph.to_case(&self.graph);
            self.prepared = graph;
        }
        let evaluation = self.on_open_graph(done.evaluation);
        if evaluation.open.is_some() && writes(query) {
            self.open.clone_from(&evaluation.open);
        }
        evaluation
    }

    /// Once a statement left the graph open, so is what is found in it; what a compiler rejects it rejects as ever.
    fn on_open_graph(&self, evaluation: Evaluation) -> Evaluation {
        let rejected = matches!(&evaluation.result, Err(Failure::Query(error)) if error.phase != Phase::Run);
        match &self.open {
            Some(open) if !rejected && evaluation.open.is_none() => {
                Evaluation { open: Some(open.clone()), errors: ErrorStatus::May, ..evaluation }
            }
            _ => evaluation,
        }
    }
}

impl Session for CypherSession {
    fn run(&mut self, tree: &Tree, budget: &Budget) -> Evaluation {
        match tree.get::<Query>() {
            Some(query) => self.query(query, budget),
            None => failed(Failure::Unmodelled("a tree of another language".to_owned()), ErrorStatus::May),
        }
    }

    fn graph(&self) -> CaseGraph {
        let mut graph = self.graph.clone();
        let vertices = graph.vertices.iter_mut().map(|vertex| &mut vertex.properties);
        for value in vertices.chain(graph.edges.iter_mut().map(|edge| &mut edge.properties)).flatten() {
            *value.1 = self.semantics.shown(value.1.clone());
        }
        CaseGraph::Property(graph)
    }
}

/// Whether a query may change the graph.
pub(crate) fn writes(query: &Query) -> bool {
    crate::walk::clauses(query).any(updates)
}

fn failed(failure: Failure, errors: ErrorStatus) -> Evaluation {
    Evaluation { result: Err(failure), errors, flow: Vec::new(), open: None }
}

/// A query's evaluation, and the graph that it made if it succeeded in changing it.
struct Done {
    evaluation: Evaluation,
    graph: Option<Arc<Graph>>,
}

impl Done {
    /// A query that changed nothing.
    fn unchanged(evaluation: Evaluation) -> Self {
        Self { evaluation, graph: None }
    }
}

/// Evaluates clauses and expressions on one graph.
pub struct Evaluator<'g> {
    context: Context<'g>,
}

impl<'g> Evaluator<'g> {
    /// An evaluator; the budget is that of one query.
    #[must_use]
    pub fn new(graph: &'g Graph, semantics: Semantics, budget: Budget) -> Self {
        Self { context: Context::new(graph, semantics, budget) }
    }

    /// The same with values for parameters.
    #[must_use]
    pub fn with_parameters(mut self, parameters: Parameters) -> Self {
        self.context.parameters = Rc::new(parameters);
        self
    }

    /// The same, but nothing is tried that the answer does not need: whether some order of evaluation raises is then
    /// not known.
    pub(crate) fn quietly(self) -> Self {
        self.context.quiet.set(true);
        self
    }

    /// What there is before the first clause.
    #[must_use]
    pub fn start(&self) -> State {
        State::start()
    }

    /// What there is after one more clause.
    ///
    /// # Errors
    ///
    /// The query's own error, at compile time or at run time, or why there is no answer.
    pub fn clause(&self, clause: &Clause, state: &State) -> Result<State, Failure> {
        let columns =
            self.check().clause(clause, &state.table.columns).map_err(check::CompileError::into_failure)?;
        unmodelled::clause(clause).map_err(|stop| *stop)?;
        self.context.decides.set(state.graph.is_some() || updates(clause));
        self.checked_clause(clause, state, columns).map_err(|stop| *stop)
    }

    /// What there is after a clause with a `WHERE`, given what it comes to without: those of its rows on which the
    /// condition is true. None where the condition decides more than which rows are kept, or speaks of more than the
    /// clause gives.
    pub(crate) fn narrowed(&self, clause: &Clause, all: &State) -> Option<Result<State, Failure>> {
        let condition = match clause {
            Clause::Match(clause) => {
                let old = |pattern: &PathPattern| pattern::is_old_form(pattern.selector);
                let plain = !clause.optional && !clause.patterns.iter().any(old);
                clause.condition.as_ref().filter(|_| plain)
            }
            Clause::With(with) => {
                // What is cut is compared with all that a condition may see.
                let cut = with.projection.is_sliced();
                with.condition.as_ref().filter(|_| !cut && !project::is_global(&with.projection))
            }
            _ => None,
        }?;
        let closed = || {
            self.check().condition(condition, &all.table.columns).is_ok()
                && unmodelled::expression(condition).is_ok()
        };
        if self.context.semantics.fault.is_some() || !closed() {
            return None;
        }
        self.context.decides.set(all.graph.is_some());
        Some(self.narrow(condition, all).map_err(|stop| *stop))
    }

    /// The value of an expression on a row, as in a projection without aggregation.
    ///
    /// # Errors
    ///
    /// The expression's own error, at compile time or at run time, or why there is no value.
    pub fn expression(&self, expression: &Expression, state: &State, row: usize) -> Result<Value, Failure> {
        self.kind(expression, state).map_err(Failure::Query)?;
        unmodelled::expression(expression).map_err(|stop| *stop)?;
        self.resume(state);
        let row = state.table.rows.get(row).map_or(&[][..], Vec::as_slice);
        let scope = Scope::new(&state.table.columns, row);
        let context = self.context.on(state.graph.as_deref().unwrap_or(self.context.graph));
        context.evaluate(expression, &scope).map_err(|stop| *stop)
    }

    /// The type of an expression in the scope of a state.
    ///
    /// # Errors
    ///
    /// The error that a compiler would give.
    pub fn kind(&self, expression: &Expression, state: &State) -> Result<Type, QueryError> {
        self.check().expression(expression, &state.table.columns).map_err(|error| *error.error)
    }

    /// The evaluation of the query whose last clause led to this state.
    #[must_use]
    pub fn finish(&self, state: &State) -> Evaluation {
        let connected = state.graph.as_ref().is_some_and(|graph| !graph.deleted.connected.is_empty());
        let open = state.open.map(str::to_owned);
        if connected {
            let errors = if open.is_some() { ErrorStatus::May } else { ErrorStatus::Must };
            let result = Err(*context::connected_error());
            return Evaluation { result, errors, flow: state.flow.clone(), open };
        }
        Evaluation {
            errors: if state.raises || open.is_some() { ErrorStatus::May } else { ErrorStatus::Never },
            flow: state.flow.clone(),
            open,
            result: Ok(Answer::Table(self.table(state))),
        }
    }

    /// The answer that a state comes to.
    fn table(&self, state: &State) -> AnswerTable {
        let before = self.context.graph;
        let reused = self.context.semantics.element_ids != 0;
        let answered = Answered { before, after: state.graph.as_deref().unwrap_or(before), reused };
        let counters = state.graph.as_deref().map(|after| counters(before, after)).unwrap_or_default();
        if !state.returned || state.table.columns.is_empty() {
            return AnswerTable { counters, ..AnswerTable::default() };
        }
        let cell = |value: &Value| {
            let value = if state.graph.is_some() || reused { answered.value(value) } else { value.to_case() };
            self.context.semantics.shown(value)
        };
        AnswerTable {
            columns: state.table.columns.iter().map(|column| column.name.to_string()).collect(),
            rows: state.table.rows.iter().map(|row| row.iter().map(cell).collect()).collect(),
            order: state.order.clone(),
            counters,
        }
    }

    /// The same evaluator on what clauses have made of the graph.
    fn on<'h>(&self, graph: &'h Graph) -> Evaluator<'h>
    where
        'g: 'h,
    {
        Evaluator { context: self.context.on(graph) }
    }

    /// The columns after every clause of every part.
    ///
    /// # Errors
    ///
    /// The error that a compiler would give.
    pub fn columns(&self, query: &Query) -> Result<Vec<Vec<Columns>>, QueryError> {
        self.check().query(query).map_err(|error| *error.error)
    }

    /// Evaluates a whole query.
    #[must_use]
    pub fn query(&self, query: &Query) -> Evaluation {
        self.answer(query).evaluation
    }

    /// Evaluates a whole query; gives what it made of the graph too.
    fn answer(&self, query: &Query) -> Done {
        let checked = self.check().query(query);
        if !checked.as_ref().is_err_and(|error| error.certain)
            && let Err(stop) = unmodelled::query(query)
        {
            return Done::unchanged(failed(*stop, ErrorStatus::May));
        }
        match checked {
            Ok(scopes) => self.run(query, &scopes),
            Err(error) if error.certain => Done::unchanged(failed(error.into_failure(), ErrorStatus::Must)),
            Err(error) => {
                // A type error that is found without running is certain only if running finds it too.
                let errors = match self.check().lenient().query(query) {
                    Ok(scopes) => self.run(query, &scopes).evaluation.errors,
                    Err(_) => ErrorStatus::Must,
                };
                let errors = if errors == ErrorStatus::Must { errors } else { ErrorStatus::May };
                Done::unchanged(failed(error.into_failure(), errors))
            }
        }
    }

    fn run(&self, query: &Query, scopes: &[Vec<Columns>]) -> Done {
        self.context.decides.set(writes(query));
        let run = match self.context.semantics.unused_relationship {
            0 => self.run_checked(query, scopes),
            value => self.run_checked(&without_unused(query, value == 2), scopes),
        };
        match run {
            Ok(state) => {
                let evaluation = self.finish(&state);
                let graph = state.graph.filter(|_| evaluation.result.is_ok());
                Done { evaluation, graph }
            }
            Err(stopped) => {
                let raised = matches!(*stopped.stop, Failure::Query(_));
                let must = raised && stopped.certain && stopped.open.is_none();
                let evaluation = Evaluation {
                    result: Err(*stopped.stop),
                    errors: if must { ErrorStatus::Must } else { ErrorStatus::May },
                    flow: stopped.flow,
                    open: stopped.open.map(str::to_owned),
                };
                Done { evaluation, graph: stopped.graph.filter(|_| raised) }
            }
        }
    }

    fn check(&self) -> Check<'_> {
        Check::new(&self.context.parameters, self.context.semantics).with_procedures(self.context.procedures)
    }
}
