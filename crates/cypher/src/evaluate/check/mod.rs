//! What a compiler rejects: names, scopes, aggregation and types that are known without running.
//!
//! Each clause maps the variables in scope to those after it. The errors have the classes and details of the
//! openCypher suite. A type error that is found here may show only at run time in an engine without static
//! types, and then only if a row comes by: it is not `certain`.

mod aggregation;
mod expression;
mod projection;

use quarrel_case::answer::{Phase, QueryError};
use quarrel_case::language::Failure;

use super::context::Parameters;
use super::semantics::Semantics;
use super::table::{Column, Columns, Kind, Type, position};
use crate::ast::{
    Clause, Expression, Hop, Match, NodePattern, PathPattern, Query, RelationshipPattern, SingleQuery, Unwind,
};
use crate::walk;

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

pub(super) type Checked<T> = Result<T, CompileError>;

/// The checks, with what they depend on.
pub(super) struct Check<'c> {
    parameters: &'c Parameters,
    semantics: Semantics,
    /// Types that do not fit are let pass.
    lenient: bool,
}

impl<'c> Check<'c> {
    pub(super) fn new(parameters: &'c Parameters, semantics: Semantics) -> Self {
        Self { parameters, semantics, lenient: false }
    }

    /// The same, letting types pass that do not fit.
    pub(super) fn lenient(mut self) -> Self {
        self.lenient = true;
        self
    }

    /// Checks a query; gives the columns after every clause of every part.
    pub(super) fn query(&self, query: &Query) -> Checked<Vec<Vec<Columns>>> {
        let mut scopes = vec![self.single_query(&query.first)?];
        for (_, single) in &query.unions {
            scopes.push(self.single_query(single)?);
        }
        let names = |columns: &Vec<Columns>| {
            let last = columns.last().map(|last| last.iter().map(|column| column.name.clone()).collect());
            let mut names: Vec<_> = last.unwrap_or_default();
            names.sort_unstable();
            names
        };
        // TCK Union1 [5], Union2 [5].
        if scopes.windows(2).any(|pair| names(&pair[0]) != names(&pair[1])) {
            let message = "the parts of a UNION have different columns".to_owned();
            return Err(CompileError::certain("DifferentColumnsInUnion", message));
        }
        Ok(scopes)
    }

    fn single_query(&self, query: &SingleQuery) -> Checked<Vec<Columns>> {
        let mut scopes: Vec<Columns> = Vec::with_capacity(query.clauses.len());
        let start: Columns = Columns::from([]);
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
                Ok(after)
            }
            Clause::Return(projection) => self.projection(projection, columns, false),
            // What the clause reads is checked, as far as it needs no variables of its own.
            _ => self.unmodelled(clause, columns),
        }
    }

    /// A clause that the evaluator does not model: its variables are of any type.
    fn unmodelled(&self, clause: &Clause, columns: &Columns) -> Checked<Columns> {
        let mut after = columns.to_vec();
        for name in walk::bound_variables(clause) {
            if position(&after, name).is_none() {
                after.push(Column::new(name, Type::ANY));
            }
        }
        if walk::nested_clauses(clause).is_empty() {
            for expression in walk::expressions(clause) {
                self.expression(expression, &after)?;
            }
        }
        Ok(after.into())
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
        let mut names = Names {
            columns: columns.to_vec(),
            relationships: Vec::new(),
            once: self.semantics.repeated_relationship == 0,
        };
        for pattern in &clause.patterns {
            names.path(pattern)?;
        }
        let after: Columns = names.columns.into();
        for pattern in &clause.patterns {
            for value in walk::pattern_expressions(pattern) {
                self.expression(value, &after)?;
            }
        }
        if let Some(condition) = &clause.condition {
            self.condition(condition, &after)?;
        }
        Ok(after)
    }

    /// A condition must be a boolean (TCK MatchWhere1 [15], Pattern1 [11]).
    fn condition(&self, condition: &Expression, columns: &[Column]) -> Checked<()> {
        let found = self.expression(condition, columns)?;
        self.want(found, &[Kind::Boolean], "a condition")
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

/// The variables of a `MATCH` while its patterns are read from left to right.
struct Names {
    columns: Vec<Column>,
    /// The relationship variables that stood in this clause.
    relationships: Vec<String>,
    /// Whether each of them may stand only once.
    once: bool,
}

impl Names {
    /// The elements of a path come before its variable: TCK Match6 [23] and Match1 [10].
    fn path(&mut self, pattern: &PathPattern) -> Checked<()> {
        self.node(&pattern.start)?;
        for step in &pattern.steps {
            match &step.hop {
                Hop::Relationship(relationship) => self.relationship(relationship)?,
                Hop::Quantified(inner) => self.quantified(&inner.pattern),
            }
            self.node(&step.node)?;
        }
        match &pattern.variable {
            Some(name) if position(&self.columns, name).is_some() => Err(already_bound(name)),
            Some(name) => {
                self.columns.push(Column::new(name, Type::of(Kind::Path)));
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// The variables of a path that is repeated are single within it and lists outside.
    fn quantified(&mut self, pattern: &PathPattern) {
        for name in walk::pattern_variables(pattern) {
            if position(&self.columns, name).is_none() {
                self.columns.push(Column::new(name, Type::ANY));
            }
        }
    }

    fn node(&mut self, node: &NodePattern) -> Checked<()> {
        match &node.variable {
            Some(name) => self.declare(name, Type::of(Kind::Node)),
            None => Ok(()),
        }
    }

    fn relationship(&mut self, relationship: &RelationshipPattern) -> Checked<()> {
        let Some(name) = &relationship.variable else { return Ok(()) };
        self.declare(
            name,
            match relationship.length {
                None => Type::of(Kind::Relationship),
                Some(_) => Type::list(Kind::Relationship),
            },
        )?;
        // TCK Match3 [29].
        if self.once && self.relationships.contains(name) {
            let message = format!("the relationship variable {name} stands twice in one MATCH");
            return Err(CompileError::certain("RelationshipUniquenessViolation", message));
        }
        self.relationships.push(name.clone());
        Ok(())
    }

    /// A variable bound before must be of the type that its place wants (TCK Match1 [7]-[11], Match2 [9]-[13]).
    fn declare(&mut self, name: &str, kind: Type) -> Checked<()> {
        let Some(place) = position(&self.columns, name) else {
            self.columns.push(Column::new(name, kind));
            return Ok(());
        };
        let known = self.columns[place].kind;
        if known.kind.excludes(&[kind.kind]) || known.element.excludes(&[kind.element]) {
            let message = format!("the variable {name} is of type {:?} and not {:?}", known.kind, kind.kind);
            return Err(CompileError::certain("VariableTypeConflict", message));
        }
        Ok(())
    }
}

fn already_bound(name: &str) -> CompileError {
    CompileError::certain("VariableAlreadyBound", format!("the variable {name} is already bound"))
}

fn undefined(name: &str) -> CompileError {
    CompileError::certain("UndefinedVariable", format!("the variable {name} is not defined"))
}
