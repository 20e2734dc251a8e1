//! The one row that is remembered where not all rows are looked at.
//!
//! What a clause does to it mostly shows in the clause itself: a pattern is a walk, and the walk is what it binds; a
//! projection computes its values from this row. That costs far less than to evaluate the clause, which is left to
//! what does not show so: aggregates, the shortest of several paths, a pattern that wants what is not there.

use std::sync::Arc;

use super::draft::Draft;
use super::scope::{self, Leaf, Sample, Variable};
use crate::ast::{Expression, Projection, ProjectionItem};
use crate::evaluate::{State, Value};
use crate::features;

impl Draft<'_> {
    /// The remembered row; none where all rows are looked at, or no row is known.
    fn remembered(&self) -> Option<&State> {
        self.state.as_ref().filter(|_| !self.is_full())
    }

    /// The remembered row with what a walk has bound, where all of that is known.
    pub(super) fn recorded(&self, new: &[Variable], walked: Vec<Value>) -> Option<State> {
        let state = self.remembered().filter(|_| walked.len() == new.len())?;
        Some(state.clone().with(names(new).zip(walked)))
    }

    /// The remembered row with one of the elements of a list.
    pub(super) fn unwound(&mut self, list: &Expression, name: &Arc<str>) -> Option<State> {
        let state = self.remembered()?;
        let Value::List(list) = self.evaluator.expression(list, state, 0).ok()? else { return None };
        let element = self.choices.pick(list.items()).filter(|_| !list.is_bag())?.clone();
        Some(self.remembered()?.clone().with(std::iter::once((Arc::clone(name), element))))
    }

    /// The remembered row with the one that a subquery has come to.
    pub(super) fn joined(&self, columns: &[Variable], row: Option<State>) -> Option<State> {
        let (state, inner) = (self.remembered()?, row?);
        let values = inner.table.rows.into_iter().next()?;
        Some(State { graph: inner.graph, ..state.clone().with(names(columns).zip(values)) })
    }

    /// The remembered row after a projection, where it has all that the values are computed from.
    pub(super) fn projected(&self, projection: &Projection, variables: &[Variable]) -> Option<State> {
        let state = self.remembered()?;
        if projection.star {
            return Some(state.clone());
        }
        let value = |item: &ProjectionItem| match &item.expression {
            Expression::Variable(name) => state.value(0, name).cloned(),
            Expression::CountStar => None,
            Expression::Function { name, .. } if features::is_aggregate(name) => None,
            expression => self.evaluator.expression(expression, state, 0).ok(),
        };
        let values: Vec<Value> = projection.items.iter().map(value).collect::<Option<_>>()?;
        Some(state.row(names(variables).zip(values)))
    }

    /// What can be read after a clause that adds variables to the remembered row: what could be read before, and they.
    /// None where the clause must be looked at anew.
    pub(super) fn extended(&mut self, variables: &[Variable], state: Option<&State>) -> Option<Vec<Leaf>> {
        if self.is_full() || state.is_some() != self.state.is_some() {
            return None;
        }
        let sample = state.map(|state| Sample::new(&state.table.columns, &state.table.rows, 0));
        let mut facts = std::mem::take(&mut self.leaves);
        scope::add_leaves(variables, self.variables.len(), sample.as_ref(), &self.view, &mut facts);
        Some(facts)
    }
}

fn names(variables: &[Variable]) -> impl Iterator<Item = Arc<str>> {
    variables.iter().map(|variable| Arc::clone(&variable.name))
}
