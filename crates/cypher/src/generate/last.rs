//! The end of a query: its `RETURN`, and the few queries that raise or find nothing on purpose.

use super::build;
use super::draft::{Draft, Drafted, Rejected};
use super::kind::Kind;
use super::scope::Variable;
use crate::ast::{BinaryOperator, Clause, Expression, Projection, With};
use crate::evaluate::{State, Value};

/// How often the `RETURN` is tried before it just returns what is in scope.
const TRIES: usize = 8;

impl Draft<'_> {
    /// Writes the `RETURN`.
    pub(super) fn finish(&mut self, columns: Option<&[Variable]>) {
        for _ in 0..TRIES {
            let Some((projection, variables)) = self.projection(true, false, columns) else { continue };
            let drafted = Drafted::new(Clause::Return(projection), variables);
            if let Ok(state) = self.judged_last(&drafted.clause) {
                return self.conclude(drafted, state);
            }
        }
        let (projection, variables) = self.everything(columns);
        let drafted = Drafted::new(Clause::Return(projection), variables);
        let state = self.judged_last(&drafted.clause).ok().flatten();
        self.conclude(drafted, state);
    }

    /// What the `RETURN` gives, where that is of interest: not to one who looks at a row no further.
    fn judged_last(&mut self, clause: &Clause) -> Result<Option<State>, Rejected> {
        match self.is_full() || self.inner {
            true => self.judged(clause),
            false => Ok(None),
        }
    }

    /// All variables in scope; constants where another branch of the union has fixed the columns.
    fn everything(&self, columns: Option<&[Variable]>) -> (Projection, Vec<Variable>) {
        let one = |name: &str| (build::item(build::integer(1), name), Variable::new(name, Kind::Integer));
        let items: Vec<_> = match columns {
            Some(columns) => columns.iter().map(|column| one(&column.name)).collect(),
            None if self.variables.is_empty() => vec![one("a0")],
            None => {
                let item = |variable: &Variable| build::item(build::variable(&variable.name), &variable.name);
                self.variables.iter().map(|variable| (item(variable), variable.clone())).collect()
            }
        };
        let (items, variables) = items.into_iter().unzip();
        (Projection { items, ..Projection::default() }, variables)
    }

    /// Writes a `RETURN` with one more item that raises, whatever order things are evaluated in.
    pub(super) fn finish_raising(&mut self) -> bool {
        let Some(raising) = self.raising() else {
            return false;
        };
        let Some((mut projection, variables)) = self.projection(true, false, None) else {
            return false;
        };
        let name = self.names.fresh(Kind::Any);
        projection.items.push(build::item(raising, &name));
        self.clauses.push(Clause::Return(projection));
        self.variables = variables;
        self.state = None;
        true
    }

    /// An expression that raises on the chosen row: arithmetic without a result, or an operand that no rule
    /// accepts.
    fn raising(&mut self) -> Option<Expression> {
        let mut writer = self.writer();
        let positive = |value: &Value| matches!(value, Value::Integer(number) if *number > 0);
        let known = |value: Option<&Value>| value.is_some_and(|value| !value.is_null());
        let form = writer.choices.below(5);
        let (kind, feature) = match form {
            0 => (Kind::Integer, "operator.divide"),
            1 => (Kind::Integer, "operator.modulo"),
            2 => (Kind::Integer, "operator.add"),
            3 => (Kind::String, "function.abs"),
            _ => (Kind::Integer, "function.toupper"),
        };
        if !writer.allow(feature) {
            return None;
        }
        let leaf = writer.leaf_where(|leaf| {
            let first = leaf.values.first();
            leaf.kind == kind && known(first) && (form != 2 || first.is_some_and(positive))
        })?;
        let read = leaf.expression();
        Some(match form {
            0 => build::binary(BinaryOperator::Divide, read, build::integer(0)),
            1 => build::binary(BinaryOperator::Modulo, read, build::integer(0)),
            2 => build::binary(BinaryOperator::Add, build::integer(i64::MAX), read),
            3 => build::call("abs", vec![read]),
            _ => build::call("toUpper", vec![read]),
        })
    }

    /// Writes a condition that no row satisfies, and a `RETURN` that says so.
    pub(super) fn finish_empty(&mut self) -> bool {
        let features = &self.setting.features;
        let Some(state) = self.state.clone() else {
            return false;
        };
        if !["with", "star", "where", "where.with"].iter().all(|feature| features.allow(feature)) {
            return false;
        }
        let facts = self.leaves.clone();
        for _ in 0..TRIES {
            let row = Some((&state, self.chosen));
            let Some(condition) = self.condition(&facts, row, false) else { continue };
            let projection = Projection { star: true, ..Projection::default() };
            let clause = Clause::With(With { projection, condition: Some(condition) });
            let after = self.evaluator.clause(&clause, &state);
            if after.is_ok_and(|after| after.table.rows.is_empty() && after.open.is_none() && !after.raises) {
                self.clauses.push(clause);
                let Some((projection, variables)) = self.projection(true, false, None) else { continue };
                self.clauses.push(Clause::Return(projection));
                self.variables = variables;
                self.state = None;
                return true;
            }
        }
        false
    }
}
