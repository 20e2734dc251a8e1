//! What is known of a query's values: the reference evaluates each of its groups once, on the graph at hand.
//!
//! A cut that takes away what binds a variable mostly takes the failure away with it, for then all that uses the
//! variable changes too. With the variable's value in its place, the rest stays as it was for one solution. Which
//! solution shows the failure is not known, so a few are offered: one that passes the group's filters, and one that
//! does not.

use std::collections::{BTreeMap, BTreeSet};

use quarrel_case::answer::{self, Answer};
use quarrel_case::language::{Budget, Ground};
use quarrel_case::term::Term;
use quarrel_case::value;

use crate::ast::{
    Column, Constant, Duplicates, Element, Expression, Form, Group, GroupKey, Modifiers, Projection, Query,
    Select, Variable,
};
use crate::evaluate::{Binding, Evaluator, ExpressionError, Semantics, Solutions};
use crate::walk::{Node, walk};

/// Solutions of each kind that are kept of a group.
const KEPT: usize = 8;

/// What knowing a query's values may cost: reduction asks often, and no call may take long.
const COST: Budget = Budget { rows: 1_000, steps: 50_000 };

/// The values of variables in one solution. What is bound to a blank node cannot be written, and is not here.
pub(super) type Row = BTreeMap<Variable, Constant>;

/// The value of an expression in a solution.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    /// This term.
    Term(Constant),
    /// None: it is an error.
    Error,
}

/// What is known of the values of a query.
#[derive(Default)]
pub(super) struct Known {
    evaluator: Option<Evaluator>,
    variables: BTreeSet<Variable>,
    /// The solutions of every group, in the order of the walk, joined with those around it.
    groups: Vec<Vec<Binding>>,
}

impl Known {
    /// Evaluates the groups of a query.
    pub(super) fn new(query: &Query, ground: &Ground<'_>) -> Self {
        let Some(dataset) = ground.graph.dataset() else {
            return Self::default();
        };
        let rows = ground.budget.rows.min(COST.rows);
        let budget = Budget { rows, steps: ground.budget.steps.min(COST.steps) };
        let Ok(semantics) = Semantics::new(ground.profile) else {
            return Self::default();
        };
        let evaluator = Some(Evaluator::new(dataset, semantics, budget));
        let mut known = Self { evaluator, ..Self::default() };
        let mut open: Vec<usize> = Vec::new();
        walk(&mut query.clone(), &mut |node| match node {
            Node::Group(group) => {
                let rows = known.solve(group, open.last().copied());
                open.push(known.groups.len());
                known.groups.push(rows);
            }
            Node::EndGroup(_) => {
                open.pop();
            }
            Node::Variable(variable) => {
                known.variables.insert(variable.clone());
            }
            _ => {}
        });
        known
    }

    /// Some solutions of a group inside another: first those that pass its filters.
    fn solve(&mut self, group: &Group, around: Option<usize>) -> Vec<Binding> {
        let is_filter = |element: &Element| matches!(element, Element::Filter(_));
        let bare = Group {
            elements: group.elements.iter().filter(|element| !is_filter(element)).cloned().collect(),
        };
        let outer = around.and_then(|index| self.groups.get(index)).cloned().unwrap_or_default();
        let mut found: Vec<Binding> = Vec::new();
        for tried in [group, &bare] {
            let mut solutions = self.joined(&outer, tried);
            if solutions.is_empty() && around.is_some() {
                solutions = self.joined(&[], tried);
            }
            let fresh: Vec<Binding> =
                solutions.into_iter().filter(|row| !found.contains(row)).take(KEPT).collect();
            found.extend(fresh);
            if bare.elements.len() == group.elements.len() {
                break;
            }
        }
        if found.is_empty() { outer } else { found }
    }

    fn joined(&mut self, outer: &[Binding], group: &Group) -> Vec<Binding> {
        let Some(evaluator) = &mut self.evaluator else {
            return Vec::new();
        };
        let solutions = if outer.is_empty() {
            evaluator.group(group)
        } else {
            evaluator.extend(&Solutions { rows: outer.to_vec() }, &Element::Group(group.clone()))
        };
        solutions.map(|solutions| solutions.rows).unwrap_or_default()
    }

    /// What the solutions of a group bind.
    pub(super) fn rows(&self, group: usize) -> Vec<Row> {
        self.groups.get(group).map_or_else(Vec::new, |rows| rows.iter().map(|row| self.row(row)).collect())
    }

    fn row(&self, binding: &Binding) -> Row {
        let value = |variable: &Variable| {
            let term = self.evaluator.as_ref()?.value(binding, variable)?;
            writable(term).map(|constant| (variable.clone(), constant))
        };
        self.variables.iter().filter_map(value).collect()
    }

    /// Two solutions that stand for all, of the whole query: what the pattern does not bind, a group inside does.
    pub(super) fn samples(&self) -> Vec<Row> {
        let mut others = Row::new();
        for group in 0..self.groups.len() {
            for row in self.rows(group).into_iter().take(1) {
                row.into_iter().for_each(|(variable, value)| {
                    others.entry(variable).or_insert(value);
                });
            }
        }
        let rows = self.rows(0);
        let mut samples: Vec<Row> = Vec::new();
        for mut row in [rows.first(), rows.last()].map(|row| row.cloned().unwrap_or_default()) {
            others.iter().for_each(|(variable, value)| {
                row.entry(variable.clone()).or_insert_with(|| value.clone());
            });
            if !samples.contains(&row) && !row.is_empty() {
                samples.push(row);
            }
        }
        samples
    }

    /// The values that an expression takes in solutions of a group: that of the first, and one other.
    pub(super) fn values(&mut self, expression: &Expression, group: usize) -> Vec<Value> {
        let Some(evaluator) = self.evaluator.as_mut().filter(|_| !expression.has_aggregate()) else {
            return Vec::new();
        };
        let mut values: Vec<Value> = Vec::new();
        for row in self.groups.get(group).into_iter().flatten() {
            let value = match evaluator.expression(expression, row) {
                Ok(term) => writable(&term).map(Value::Term),
                Err(ExpressionError::Error(_)) => Some(Value::Error),
                Err(ExpressionError::Open(_) | ExpressionError::Failure(_)) => None,
            };
            values.extend(value.filter(|value| !values.contains(value)));
            if values.len() == 2 {
                break;
            }
        }
        values
    }
}

/// The term as a constant of a query; a blank node is none.
fn writable(term: &Term) -> Option<Constant> {
    matches!(term, Term::Iri(_) | Term::Literal(_)).then(|| Constant(term.clone()))
}

/// What a query's group keys and aggregates are in its first group and in its last. The `index`-th aggregate is the
/// value of [`aggregate`].
pub(super) fn grouped(query: &Query, aggregates: &[Expression], ground: &Ground<'_>) -> Vec<Row> {
    let keys = query.modifiers.group_by.iter().filter_map(GroupKey::name).cloned().map(Column::Variable);
    let values = aggregates.iter().enumerate().map(|(index, expression)| Column::Expression {
        expression: expression.clone(),
        variable: aggregate(index),
    });
    let rows = projected(query, keys.chain(values).collect(), ground);
    let ends = [rows.first(), rows.last()];
    let mut rows: Vec<Row> = ends.into_iter().flatten().cloned().collect();
    rows.dedup();
    rows
}

/// What a key of a query's order is in its rows, before they are cut or taken together: values that differ. None is
/// unbound.
pub(super) fn keys(query: &Query, key: &Expression, ground: &Ground<'_>) -> Vec<Option<Constant>> {
    let column = query.columns().iter().find_map(|column| match (column, key) {
        (Column::Expression { expression, variable }, Expression::Variable(name)) if variable == name => {
            Some(expression.clone())
        }
        _ => None,
    });
    let column =
        Column::Expression { expression: column.unwrap_or_else(|| key.clone()), variable: aggregate(0) };
    let mut values: Vec<Option<Constant>> = Vec::new();
    for mut row in projected(query, vec![column], ground) {
        let value = row.remove(&aggregate(0));
        values.extend(Some(value).filter(|value| !values.contains(value)));
    }
    values
}

/// The values of these columns in the rows of a query's pattern, or of its groups.
fn projected(query: &Query, columns: Vec<Column>, ground: &Ground<'_>) -> Vec<Row> {
    let (Some(dataset), Ok(semantics)) = (ground.graph.dataset(), Semantics::new(ground.profile)) else {
        return Vec::new();
    };
    let projection = Projection::Columns(columns);
    let projected = Query {
        form: Form::Select(Select { duplicates: Duplicates::All, projection }),
        modifiers: Modifiers { group_by: query.modifiers.group_by.clone(), ..Modifiers::default() },
        ..query.clone()
    };
    let evaluation = Evaluator::new(dataset, semantics, COST).query(&projected, COST);
    let Ok(Answer::Table(table)) = evaluation.result else {
        return Vec::new();
    };
    let row = |cells: &answer::Row| {
        let pairs = projected.columns().iter().zip(cells).filter_map(|(column, cell)| match cell {
            value::Value::Term(term) => Some((column.variable().clone(), writable(term)?)),
            _ => None,
        });
        pairs.collect()
    };
    table.rows.iter().map(row).collect()
}

/// The variable that stands for the `index`-th aggregate; no query has one of this name.
pub(super) fn aggregate(index: usize) -> Variable {
    Variable::new(format!(".{index}"))
}
