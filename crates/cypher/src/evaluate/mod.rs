//! The reference evaluator: what a query means, clause by clause.
//!
//! It is an interpreter of the syntax tree, as direct as the language's rules: each clause turns a table of
//! rows into a table of rows. Truth is openCypher 9 with its suite (TCK), and the Neo4j 5 manual where the
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
mod number_format;
mod operators;
mod order;
mod pattern;
mod point;
mod probe;
mod project;
mod semantics;
mod table;
mod taint;
mod temporal;
mod truth;
mod unmodelled;
mod value;
mod walk;

pub use context::Parameters;
pub use fault::FAULTS;
pub use graph::Graph;
pub use point::Point;
pub use semantics::{SWITCHES, Semantics};
pub use table::{Column, Columns, Domain, Kind, Row, State, Table, Type};
pub use taint::{Near, Why};
pub use temporal::{Duration, Instant, Kind as InstantKind};
pub use value::{List, Map, Path, Value};

use quarrel_case::answer::{Answer, QueryError, Table as AnswerTable};
use quarrel_case::graph::{Graph as CaseGraph, PropertyGraph};
use quarrel_case::language::{Budget, Evaluation, Failure, Session, Tree};
use quarrel_case::profile::{Profile, ProfileError};
use quarrel_case::verdict::ErrorStatus;

use crate::ast::{Clause, Expression, Query};
use check::Check;
use context::{Context, Scope};
use fault::Memory;

/// The reference on a graph.
///
/// # Errors
///
/// When the profile sets what is not declared.
pub fn session(graph: &PropertyGraph, profile: &Profile) -> Result<CypherSession, ProfileError> {
    let semantics = Semantics::new(profile)?;
    Ok(CypherSession {
        semantics,
        memory: Memory::new(graph, semantics.fault),
        prepared: Graph::new(graph),
        graph: graph.clone(),
        parameters: Parameters::new(),
    })
}

/// The reference evaluator with a graph.
#[derive(Debug, Clone)]
pub struct CypherSession {
    graph: PropertyGraph,
    prepared: Graph,
    semantics: Semantics,
    parameters: Parameters,
    memory: Memory,
}

impl CypherSession {
    /// The values of the parameters of the queries that follow.
    pub fn set_parameters(&mut self, parameters: Parameters) {
        self.parameters = parameters;
    }

    /// Evaluates a query.
    pub fn query(&mut self, query: &Query, budget: &Budget) -> Evaluation {
        let mut evaluator =
            Evaluator::new(&self.prepared, self.semantics, *budget).with_parameters(self.parameters.clone());
        match self.semantics.fault {
            None => evaluator.query(query),
            Some(fault) => {
                evaluator.context.indexes = &self.memory.indexes;
                fault::evaluate(fault, &evaluator, query, &mut self.memory.plans)
            }
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
        CaseGraph::Property(self.graph.clone())
    }
}

fn failed(failure: Failure, errors: ErrorStatus) -> Evaluation {
    Evaluation { result: Err(failure), errors, flow: Vec::new(), open: None }
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
        self.context.parameters = parameters;
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
        self.checked_clause(clause, state, columns).map_err(|stop| *stop)
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
        self.context.evaluate(expression, &scope).map_err(|stop| *stop)
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
        Evaluation {
            errors: if state.raises || state.open.is_some() { ErrorStatus::May } else { ErrorStatus::Never },
            flow: state.flow.clone(),
            open: state.open.map(str::to_owned),
            result: Ok(Answer::Table(AnswerTable {
                columns: state.table.columns.iter().map(|column| column.name.to_string()).collect(),
                rows: state.table.rows.iter().map(|row| row.iter().map(Value::to_case).collect()).collect(),
                order: state.order.clone(),
                counters: std::collections::BTreeMap::new(),
            })),
        }
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
        let checked = self.check().query(query);
        if !checked.as_ref().is_err_and(|error| error.certain)
            && let Err(stop) = unmodelled::query(query)
        {
            return failed(*stop, ErrorStatus::May);
        }
        match checked {
            Ok(scopes) => self.run(query, &scopes),
            Err(error) if error.certain => failed(error.into_failure(), ErrorStatus::Must),
            Err(error) => {
                // A type error that is found without running is certain only if running finds it too.
                let errors = match self.check().lenient().query(query) {
                    Ok(scopes) => self.run(query, &scopes).errors,
                    Err(_) => ErrorStatus::Must,
                };
                let errors = if errors == ErrorStatus::Must { errors } else { ErrorStatus::May };
                failed(error.into_failure(), errors)
            }
        }
    }

    fn run(&self, query: &Query, scopes: &[Vec<Columns>]) -> Evaluation {
        match self.run_checked(query, scopes) {
            Ok(state) => self.finish(&state),
            Err(stopped) => {
                let raised = matches!(*stopped.stop, Failure::Query(_));
                let must = raised && stopped.certain && stopped.open.is_none();
                Evaluation {
                    result: Err(*stopped.stop),
                    errors: if must { ErrorStatus::Must } else { ErrorStatus::May },
                    flow: stopped.flow,
                    open: stopped.open.map(str::to_owned),
                }
            }
        }
    }

    fn check(&self) -> Check<'_> {
        Check::new(&self.context.parameters, self.context.semantics)
    }
}
