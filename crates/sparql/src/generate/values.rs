//! VALUES blocks.

use quarrel_case::term::Term;

use super::Maker;
use super::data::is_writable;
use super::frame::Frame;
use super::pattern::Walked;
use crate::ast::{Constant, Element, InlineData, Variable};

/// A row of VALUES; none is UNDEF.
type Row = Vec<Option<Constant>>;

impl Maker<'_> {
    /// A VALUES block that the chosen solution is compatible with.
    pub(super) fn values(&mut self, frame: &Frame) -> Option<(Element, Walked)> {
        let known = self.chosen(frame);
        let variables = self.values_variables(&known);
        let mut first: Row = Vec::new();
        for variable in &variables {
            let value = known.get(variable).cloned().or_else(|| self.some_term());
            first.push(written(value));
        }
        let mut rows = vec![first.clone()];
        for _ in 0..self.choices.between(0, 3) {
            rows.push(self.values_row(frame, &variables));
        }
        if !self.allows("values.undef") {
            rows.retain(|row| row.iter().all(Option::is_some));
        } else if self.choices.chance(25)
            && let Some(cell) = rows.iter_mut().flatten().next()
        {
            *cell = None;
        }
        if rows.is_empty() {
            return None;
        }
        self.choices.shuffle(&mut rows);
        let new = variables.iter().cloned().zip(first).filter_map(|(name, cell)| Some((name, cell?.0)));
        let new = new.filter(|(name, _)| !known.contains_key(name)).collect();
        Some((Element::Values(InlineData { variables, rows }), new))
    }

    /// One or two variables, mostly bound ones.
    fn values_variables(&mut self, known: &Walked) -> Vec<Variable> {
        let mut names: Vec<&Variable> = known.keys().collect();
        self.choices.shuffle(&mut names);
        let count = self.choices.between(1, 2);
        let mut variables: Vec<Variable> = names.into_iter().take(count).cloned().collect();
        if variables.is_empty() || self.choices.chance(20) {
            variables.truncate(1);
            variables.push(self.new_variable());
        }
        variables.dedup();
        variables
    }

    /// A further row: what another solution has, or any term, or UNDEF.
    fn values_row(&mut self, frame: &Frame, variables: &[Variable]) -> Row {
        let other = self.choices.below(frame.solutions.rows.len());
        let mut row = Row::new();
        for variable in variables {
            let value =
                frame.solutions.rows.get(other).and_then(|row| self.evaluator.value(row, variable)).cloned();
            let value = match self.choices.weighted(&[6, 3, 1]) {
                0 => value.or_else(|| self.some_term()),
                1 => self.some_term(),
                _ => None,
            };
            row.push(written(value));
        }
        row
    }

    /// A term of the data that a query can write.
    fn some_term(&mut self) -> Option<Term> {
        let data = self.data;
        self.choices.pick(&data.constants).cloned()
    }
}

/// Blank nodes cannot be written in VALUES: UNDEF stands for them.
fn written(value: Option<Term>) -> Option<Constant> {
    value.filter(is_writable).map(Constant)
}
