//! Queries that every engine must reject, and queries without solutions.
//!
//! Both are rare on purpose: an engine that accepts what the language forbids is wrong (`missing-error`), and an
//! engine that finds something in nothing is wrong too.

use quarrel_case::answer::{Phase, QueryError};
use quarrel_case::language::{Budget, Evaluation};
use quarrel_case::term::Term;

use super::frame::Frame;
use super::{Judge, Maker};
use crate::ast::{
    Aggregate, AggregateFunction, Column, Constant, Element, Expression, Form, Group, GroupKey, InlineData,
    Projection, Query, TermPattern, TriplePattern, Variable, Verb,
};
use crate::parse::parse;
use crate::print::{Spelling, print};

/// Breaks one rule of a query; false when it cannot.
type Fault = fn(&mut Query, &Variable) -> bool;

/// The rules that are broken, each with the features that the broken query has beyond its own.
const FAULTS: &[(&str, Fault)] = &[
    ("bind", bind_again),
    ("select.expression", project_again),
    ("aggregate.count-all", ungrouped_column),
    ("group-by", grouped_star),
    ("values", short_row),
    ("aggregate.count-all", aggregate_in_filter),
    ("blank-node-pattern", label_in_two_groups),
];

impl Maker<'_> {
    /// The group's query with one rule of the language broken.
    pub(super) fn illegal(&mut self, frame: Frame, judge: &mut Judge, budget: Budget) -> (Query, Evaluation) {
        let variables: Vec<Variable> = frame.own.iter().cloned().collect();
        let mut query = self.query_of(frame);
        let allowed: Vec<Fault> =
            FAULTS.iter().filter(|(feature, _)| self.allows(feature)).map(|(_, fault)| *fault).collect();
        let broken = match (self.choices.pick(&variables), self.choices.pick(&allowed)) {
            (Some(variable), Some(fault)) => fault(&mut query, variable),
            _ => false,
        };
        query.normalize();
        let evaluation = match parse(&print(&query, &Spelling::default())) {
            Err(error) if broken => rejected(&error),
            _ => judge.query(&query, budget),
        };
        (query, evaluation)
    }

    /// The group's query with a condition that no solution satisfies.
    pub(super) fn emptied(&mut self, frame: Frame, judge: &mut Judge, budget: Budget) -> (Query, Evaluation) {
        let scope = self.scope(&frame);
        let mut query = self.query_of(frame);
        // What is counted and summed over nothing has rules of its own.
        if self.choices.chance(50) && self.allows("select.expression") && self.allows("aggregate.sum") {
            self.aggregate_all(&mut query, &scope);
        }
        let never = Expression::constant(Term::boolean(false));
        if self.allows("filter") {
            query.pattern.elements.push(Element::Filter(never));
        }
        let evaluation = judge.query(&query, budget);
        (query, evaluation)
    }
}

/// What the reference says of a text that is no query: every engine must reject it.
pub(crate) fn rejected(error: &crate::parse::ParseError) -> Evaluation {
    Evaluation::refused(query_error(error))
}

/// The parser's error as every room above knows errors.
pub(crate) fn query_error(error: &crate::parse::ParseError) -> QueryError {
    let number = |place: usize| u32::try_from(place).unwrap_or(u32::MAX);
    QueryError {
        at: Some((number(error.line), number(error.column))),
        ..QueryError::new(Phase::Parse, "SyntaxError", &error.message)
    }
}

fn one() -> Expression {
    Expression::constant(Term::integer(1))
}

fn count() -> Expression {
    let function = AggregateFunction::Count;
    Expression::Aggregate(Aggregate { function, distinct: false, argument: None, separator: None })
}

fn set_columns(query: &mut Query, columns: Vec<Column>) -> bool {
    if let Form::Select(select) = &mut query.form {
        select.projection = Projection::Columns(columns);
    }
    true
}

/// The variable of BIND must not be in scope before it (section 10.1).
fn bind_again(query: &mut Query, variable: &Variable) -> bool {
    query.pattern.elements.push(Element::Bind { expression: one(), variable: variable.clone() });
    true
}

/// The variable after AS must not be in scope (section 18.2.4.4).
fn project_again(query: &mut Query, variable: &Variable) -> bool {
    set_columns(query, vec![Column::Expression { expression: one(), variable: variable.clone() }])
}

/// Beside an aggregate only group keys can be projected (section 11.4).
fn ungrouped_column(query: &mut Query, variable: &Variable) -> bool {
    let counted = Column::Expression { expression: count(), variable: Variable::new("n") };
    set_columns(query, vec![Column::Variable(variable.clone()), counted])
}

/// `SELECT *` cannot stand with GROUP BY (note 11 of section 19.8 and section 11.4).
fn grouped_star(query: &mut Query, variable: &Variable) -> bool {
    let key = GroupKey { expression: Expression::Variable(variable.clone()), variable: None };
    query.modifiers.group_by.push(key);
    true
}

/// A row of VALUES has as many values as there are variables (section 10.2.2).
fn short_row(query: &mut Query, variable: &Variable) -> bool {
    let variables = vec![variable.clone(), Variable::new("n")];
    let row = vec![Some(Constant(Term::integer(1)))];
    query.pattern.elements.push(Element::Values(InlineData { variables, rows: vec![row] }));
    true
}

/// Aggregates stand in SELECT, HAVING and ORDER BY only (section 19.8, note 13).
fn aggregate_in_filter(query: &mut Query, _: &Variable) -> bool {
    query.pattern.elements.push(Element::Filter(count()));
    true
}

/// A blank node label belongs to one basic graph pattern (section 19.6).
fn label_in_two_groups(query: &mut Query, variable: &Variable) -> bool {
    let pattern = TriplePattern {
        subject: TermPattern::Blank("n".to_owned()),
        predicate: Verb::Iri("http://e/p".to_owned()),
        object: TermPattern::Variable(variable.clone()),
    };
    let triples = Element::Triples(vec![pattern]);
    query.pattern.elements.push(Element::Group(Group { elements: vec![triples.clone()] }));
    query.pattern.elements.push(Element::Optional(Group { elements: vec![triples] }));
    true
}
