//! What a compiler rejects: names, scopes, aggregation and types that are known without running.
//!
//! Each clause maps the variables in scope to those after it. The errors have the classes and details of the
//! openCypher suite. A type error that is found here may show only at run time in an engine without static
//! types, and then only if a row comes by: it is not `certain`.

mod aggregation;
mod call;
mod expression;
mod looking;
mod pattern;
mod projection;
mod subquery;
mod write;

use std::sync::Arc;

use quarrel_case::answer::{Phase, QueryError};
use quarrel_case::language::Failure;

use super::context::Parameters;
use super::procedure::Procedure;
use super::semantics::Semantics;
use super::table::{Column, Columns, Kind, Type, position};
use super::write::is_updating;
use crate::ast::{Clause, Expression, Match, Query, SingleQuery, Unwind};

/// An error at compile time.
#[derive(Debug)]
pub(super) struct CompileError {
    pub(super) error: Box<QueryError>,
    /// Whether every engine must find it, whatever the rows.
    pub(super) certain: bool,
}

impl CompileError {
    /// An error that every engine must find.
    fn certain(detail: &str, message: String) -> Self {
        Self {
            error: Box::new(QueryError::new(Phase::Compile, "SyntaxError", message).with_detail(detail)),
            certain: true,
        }
    }

    /// A type error that an engine may find when it runs.
    fn of_type(class: &str, message: String) -> Self {
        Self {
            error: Box::new(
                QueryError::new(Phase::Compile, class, message).with_detail("InvalidArgumentType"),
            ),
            certain: false,
        }
    }

    pub(super) fn into_failure(self) -> Failure {
        Failure::Query(*self.error)
    }
}

pub(super) use pattern::columns as pattern_columns;
pub(super) use subquery::is_importing;

pub(super) type Checked<T> = Result<T, CompileError>;

/// The checks, with what they depend on.
#[derive(Clone)]
pub(super) struct Check<'c> {
    parameters: &'c Parameters,
    procedures: &'c [Procedure],
    semantics: Semantics,
    /// Types that do not fit are let pass.
    lenient: bool,
    /// In a subquery: the variables outside it, which no `WITH` takes out of scope.
    constants: Columns,
}

impl<'c> Check<'c> {
    pub(super) fn new(parameters: &'c Parameters, semantics: Semantics) -> Self {
        Self { parameters, procedures: &[], semantics, lenient: false, constants: Columns::from([]) }
    }

    /// The same with these procedures.
    pub(super) fn with_procedures(mut self, procedures: &'c [Procedure]) -> Self {
        self.procedures = procedures;
        self
    }

    /// The same, letting types pass that do not fit.
    pub(super) fn lenient(mut self) -> Self {
        self.lenient = true;
        self
    }

    /// Checks a query; gives the columns after every clause of every part.
    pub(super) fn query(&self, query: &Query) -> Checked<Vec<Vec<Columns>>> {
        self.parts(query, &|single| {
            let start = Columns::from([]);
            if let [Clause::Call(call)] = single.clauses.as_slice() {
                return Ok(vec![self.call_procedure(call, &start, true)?]);
            }
            self.single_query(single, start)
        })
    }

    /// Checks the parts of a query, and that they give the same columns.
    fn parts(
        &self,
        query: &Query,
        check: &dyn Fn(&SingleQuery) -> Checked<Vec<Columns>>,
    ) -> Checked<Vec<Vec<Columns>>> {
        let mut scopes = vec![check(&query.first)?];
        let mut names = vec![names(&query.first, &scopes[0])];
        for (_, single) in &query.unions {
            let columns = check(single)?;
            names.push(self::names(single, &columns));
            scopes.push(columns);
        }
        // TCK Union1 [5], Union2 [5].
        if names.windows(2).any(|pair| pair[0] != pair[1]) {
            let message = "the parts of a UNION have different columns".to_owned();
            return Err(CompileError::certain("DifferentColumnsInUnion", message));
        }
        Ok(scopes)
    }

    fn single_query(&self, query: &SingleQuery, start: Columns) -> Checked<Vec<Columns>> {
        let mut scopes: Vec<Columns> = Vec::with_capacity(query.clauses.len());
        for clause in &query.clauses {
            let columns = self.clause(clause, scopes.last().unwrap_or(&start))?;
            scopes.push(columns);
        }
        Ok(scopes)
    }

    /// Checks a clause; gives the columns after it.
    pub(super) fn clause(&self, clause: &Clause, columns: &Columns) -> Checked<Columns> {
        match clause {
            Clause::Match(clause) => self.match_clause(clause, columns),
            Clause::Unwind(clause) => self.unwind(clause, columns),
            Clause::With(with) => {
                let after = self.projection(&with.projection, columns, true)?;
                if let Some(condition) = &with.condition {
                    self.with_condition(condition, &with.projection, columns, &after)?;
                }
                Ok(self.beside_constants(&after))
            }
            Clause::Return(projection) => self.projection(projection, columns, false),
            Clause::Call(call) => self.call_procedure(call, columns, false),
            Clause::Subquery(call) => self.call_subquery(call, columns),
            Clause::Finish => Ok(Columns::from([])),
            clause if is_updating(clause) => self.updating(clause, columns),
            _ => Ok(columns.clone()),
        }
    }

    /// These columns, and behind them the variables outside a subquery that they do not hide.
    fn beside_constants(&self, after: &Columns) -> Columns {
        if self.constants.is_empty() {
            return after.clone();
        }
        let hidden = |column: &&Column| position(after, &column.name).is_none();
        after.iter().chain(self.constants.iter().filter(hidden)).cloned().collect()
    }

    /// The type of an expression in which no aggregation may stand.
    pub(super) fn expression(&self, expression: &Expression, columns: &[Column]) -> Checked<Type> {
        self.infer(expression, columns, expression::Aggregation::Forbidden)
    }

    fn unwind(&self, clause: &Unwind, columns: &Columns) -> Checked<Columns> {
        let list = self.expression(&clause.list, columns)?;
        if position(columns, &clause.variable).is_some() {
            return Err(already_bound(&clause.variable));
        }
        let element = match list.kind {
            Kind::List => Type::of(list.element),
            _ => Type::ANY,
        };
        Ok(columns.iter().cloned().chain([Column::new(&clause.variable, element)]).collect())
    }

    fn match_clause(&self, clause: &Match, columns: &Columns) -> Checked<Columns> {
        let after: Columns = self.patterns(&clause.patterns, columns)?.into();
        if let Some(condition) = &clause.condition {
            self.condition(condition, &after)?;
        }
        Ok(after)
    }

    /// Rejects a type that is known not to fit.
    fn want(&self, found: Type, wanted: &[Kind], what: &str) -> Checked<()> {
        if self.lenient || !found.kind.excludes(wanted) {
            return Ok(());
        }
        let message = format!("{what} cannot be of type {:?}", found.kind);
        Err(CompileError::of_type("SyntaxError", message))
    }
}

/// The names of the columns that a part of a query gives, sorted.
fn names(query: &SingleQuery, scopes: &[Columns]) -> Vec<Arc<str>> {
    let last = scopes.last().filter(|_| query.gives_rows());
    let mut names: Vec<_> =
        last.into_iter().flat_map(|last| last.iter()).map(|column| column.name.clone()).collect();
    names.sort_unstable();
    names
}

fn already_bound(name: &str) -> CompileError {
    CompileError::certain("VariableAlreadyBound", format!("the variable {name} is already bound"))
}

fn undefined(name: &str) -> CompileError {
    CompileError::certain("UndefinedVariable", format!("the variable {name} is not defined"))
}
