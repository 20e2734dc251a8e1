//! The values that expressions are known to have: the query is run once, clause by clause.
//!
//! A value in the place of what computes it is the boldest step that keeps what comes after. The values are
//! those of the first rows; they need not be right for the others, because every candidate is checked anew.

use std::rc::Rc;

use crate::ast::{BinaryOperator, Clause, Expression, Literal, Match, Query, SingleQuery, With};
use crate::evaluate::{Evaluator, State, Value};
use crate::walk;

/// The rows that are looked at.
const ROWS: usize = 8;
/// The elements of a list or a map that is written out.
const ELEMENTS: usize = 12;

/// What there is before and after a clause; none where the run did not come to.
struct Stage {
    before: Option<Rc<State>>,
    after: Option<Rc<State>>,
    /// What there would be without the clause's condition, when that leaves no row.
    unfiltered: Option<Rc<State>>,
    /// Whether conditions and lists of the clause see what it binds itself.
    binds: bool,
}

/// The values of a query's expressions.
pub(super) struct Known<'g> {
    evaluator: Evaluator<'g>,
    /// For every clause, counted over all parts.
    stages: Vec<Stage>,
}

impl<'g> Known<'g> {
    /// Runs a query.
    pub(super) fn new(evaluator: Evaluator<'g>, query: &Query) -> Self {
        let mut known = Self { evaluator, stages: Vec::new() };
        known.run(&query.first);
        query.unions.iter().for_each(|(_, part)| known.run(part));
        known
    }

    fn run(&mut self, part: &SingleQuery) {
        let mut state = Some(Rc::new(self.evaluator.start()));
        for clause in &part.clauses {
            let before = state;
            let run = |clause: &Clause| {
                before.as_ref().and_then(|state| self.evaluator.clause(clause, state).ok()).map(Rc::new)
            };
            state = run(clause);
            let is_empty = state.as_ref().is_none_or(|state| state.table.rows.is_empty());
            let unfiltered = without_condition(clause).filter(|_| is_empty).and_then(|clause| run(&clause));
            let binds = matches!(clause, Clause::Match(_));
            self.stages.push(Stage { before, after: state.clone(), unfiltered, binds });
        }
    }

    /// The values that an expression of a clause has on the first rows, each once, as constants.
    pub(super) fn values(&self, clause: usize, expression: &Expression) -> Vec<Expression> {
        let Some(stage) = self.stages.get(clause) else { return Vec::new() };
        let mut states = [stage.before.as_ref(), stage.unfiltered.as_ref(), stage.after.as_ref()];
        if stage.binds {
            states.reverse();
        }
        let found = states.into_iter().flatten().map(|state| self.on_rows(expression, state));
        found.into_iter().find(|values| !values.is_empty()).unwrap_or_default()
    }

    /// The value on the first row, and null if it is that on another.
    fn on_rows(&self, expression: &Expression, state: &State) -> Vec<Expression> {
        let mut found: Vec<Expression> = Vec::new();
        for row in 0..state.table.rows.len().min(ROWS) {
            let Ok(value) = self.evaluator.expression(expression, state, row) else { break };
            if row > 0 && !matches!(value, Value::Null) {
                continue;
            }
            found.extend(constant(&value).filter(|constant| !found.contains(constant)));
        }
        found
    }

    /// The values of a variable after a clause, row by row; none when one cannot be written.
    pub(super) fn column(&self, clause: usize, name: &str) -> Option<Vec<Expression>> {
        let state = self.stages.get(clause)?.after.as_ref()?;
        let rows = 0..state.table.rows.len();
        if rows.is_empty() || rows.len() > ELEMENTS {
            return None;
        }
        rows.map(|row| constant(state.value(row, name)?)).collect()
    }

    /// The values of an expression before a clause, row by row; none when one cannot be written.
    pub(super) fn per_row(&self, clause: usize, expression: &Expression) -> Option<Vec<Expression>> {
        let state = self.stages.get(clause)?.before.as_ref()?;
        let rows = 0..state.table.rows.len();
        if rows.is_empty() || rows.len() > ELEMENTS {
            return None;
        }
        rows.map(|row| constant(&self.evaluator.expression(expression, state, row).ok()?)).collect()
    }

    /// The expression with values in the place of what uses variables that are not bound; none when they are
    /// not known.
    pub(super) fn mended(
        &self,
        clause: usize,
        expression: &Expression,
        is_bound: &dyn Fn(&str) -> bool,
    ) -> Option<Expression> {
        let whole = |expression: &Expression| walk::free_variables(expression).into_iter().all(is_bound);
        if whole(expression) {
            return Some(expression.clone());
        }
        let reads = matches!(
            expression,
            Expression::Property { .. } | Expression::HasLabels { .. } | Expression::IsLabeled { .. }
        );
        let mut mended = expression.clone();
        let locals = walk::locals(expression);
        let inside = |name: &str| is_bound(name) || locals.contains(&name);
        let mut children = walk::children_mut(&mut mended);
        let all = !reads
            && !children.is_empty()
            && children.iter_mut().all(|child| {
                let found = self.mended(clause, child, &inside);
                found.map(|found| **child = found).is_some()
            });
        drop(children);
        if all && whole(&mended) {
            return Some(mended);
        }
        self.values(clause, expression).into_iter().next()
    }
}

fn without_condition(clause: &Clause) -> Option<Clause> {
    match clause {
        Clause::Match(inner) if inner.condition.is_some() => {
            Some(Clause::Match(Match { condition: None, ..inner.clone() }))
        }
        Clause::With(inner) if inner.condition.is_some() => {
            Some(Clause::With(With { condition: None, ..inner.clone() }))
        }
        _ => None,
    }
}

/// The expression that a parser reads for a value; none when there is none, or it would be long.
pub(super) fn constant(value: &Value) -> Option<Expression> {
    let literal = match value {
        Value::Null => Literal::Null,
        Value::Bool(flag) => Literal::Boolean(*flag),
        Value::Integer(number) => Literal::Integer(*number),
        Value::Float(number) if number.is_finite() => Literal::Float(*number),
        Value::Float(number) => return Some(not_finite(*number)),
        Value::String(text) => Literal::String(text.to_string()),
        Value::List(list) if list.items().len() <= ELEMENTS && !list.is_bag() => {
            return list.items().iter().map(constant).collect::<Option<_>>().map(Expression::List);
        }
        Value::Map(map) if map.entries().len() <= ELEMENTS => {
            let entry =
                |(key, value): &(std::sync::Arc<str>, Value)| Some((key.to_string(), constant(value)?));
            return map.entries().iter().map(entry).collect::<Option<_>>().map(Expression::Map);
        }
        _ => return None,
    };
    Some(Expression::Literal(literal))
}

/// NaN and the infinities have no literals.
fn not_finite(number: f64) -> Expression {
    let dividend = if number.is_nan() { 0.0 } else { number.signum() };
    let float = |number| Box::new(Expression::Literal(Literal::Float(number)));
    Expression::Binary { operator: BinaryOperator::Divide, left: float(dividend), right: float(0.0) }
}
