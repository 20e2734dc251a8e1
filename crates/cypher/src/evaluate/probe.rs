//! Whether an expression raises somewhere that the answer does not show.
//!
//! An engine may evaluate a condition before other conditions, labels or joins have dropped a row: a property
//! of a node is read on every node. So an expression that may raise at all is tried on all that its variables
//! could hold: every element of the graph, and the values that a variable had where it came into being. If
//! that is too much, we say that it may raise (design, "verdict").

use super::context::{Context, Scope};
use super::never::never_raises;
use super::table::{Column, Domain, Kind, Row, position};
use super::value::Value;
use super::walk::{conjuncts, each_child, each_variable, has_aggregate, looks_at_graph};
use crate::ast::{BinaryOperator, Expression, SubqueryKind, UnaryOperator};

/// How many combinations of values an expression is tried on.
const MAX_TRIES: usize = 1_024;

/// How many combinations are tried only to learn which values come out.
const MAX_LEARNT: usize = 144;

/// How many values are kept for a variable.
const MAX_VALUES: usize = 64;

/// The variables in scope where an expression stands, and what they could hold.
pub(super) struct Probe<'p> {
    pub(super) columns: &'p [Column],
    /// For each column, as far as there are any.
    pub(super) domains: &'p [Domain],
}

/// The values, each once; none when they are too many.
pub(super) fn domain<'v>(values: impl IntoIterator<Item = &'v Value>) -> Domain {
    let mut kept: Vec<Value> = Vec::new();
    for value in values {
        if !kept.contains(value) {
            kept.push(value.clone());
        }
        if kept.len() > MAX_VALUES {
            return None;
        }
    }
    Some(kept.into())
}

impl Context<'_> {
    /// Notices if some part of a condition raises where it may be evaluated.
    pub(super) fn probe_condition(&self, condition: &Expression, probe: &Probe<'_>) {
        let mut parts = Vec::new();
        conjuncts(condition, &mut parts);
        for part in parts {
            if is_truth(part) {
                self.probe(part, probe);
            } else {
                // As a condition it raises where it is no truth value.
                let operand = Box::new(part.clone());
                self.probe(&Expression::Unary { operator: UnaryOperator::Not, operand }, probe);
            }
        }
    }

    /// The same for one expression.
    pub(super) fn probe(&self, expression: &Expression, probe: &Probe<'_>) {
        if self.raises.get()
            || self.quiet.get()
            || has_aggregate(expression)
            || never_raises(expression, self, probe.columns)
        {
            return;
        }
        // What is inside a pattern or a subquery has values of its own.
        if looks_at_graph(expression) || self.tries(expression, probe, MAX_TRIES).is_none() {
            self.may_raise();
        }
    }

    /// The values of an expression, if they are few. Nothing hangs on them once an error is possible anyway.
    pub(super) fn learn(&self, expression: &Expression, probe: &Probe<'_>) -> Option<Vec<Value>> {
        if self.raises.get() || self.quiet.get() || looks_at_graph(expression) {
            return None;
        }
        self.tries(expression, probe, MAX_LEARNT)
    }

    /// Tries an expression on all that its variables could hold; none if it raises or that is too much.
    fn tries(&self, expression: &Expression, probe: &Probe<'_>, most: usize) -> Option<Vec<Value>> {
        let mut names: Vec<&str> = Vec::new();
        each_variable(expression, &mut |name| {
            if !names.contains(&name) {
                names.push(name);
            }
        });
        let columns: Vec<Column> = names
            .iter()
            .map(|name| Some(probe.columns[position(probe.columns, name)?].clone()))
            .collect::<Option<_>>()?;
        let candidates: Vec<Vec<Value>> =
            columns.iter().map(|column| self.candidates(column, probe)).collect::<Option<_>>()?;
        let combinations =
            candidates.iter().try_fold(1, |product: usize, values| product.checked_mul(values.len()));
        let combinations = combinations.filter(|combinations| *combinations <= most)?;
        let (steps, open, raises) = (self.steps(), self.open.get(), self.raises.get());
        let mut row: Row = vec![Value::Null; columns.len()];
        let values = (0..combinations).map(|number| {
            combine(&candidates, number, &mut row);
            self.evaluate(expression, &Scope::new(&columns, &row)).ok()
        });
        let values = values.collect::<Option<Vec<Value>>>();
        self.set_steps(steps);
        self.open.set(open);
        let raised = self.raises.replace(raises);
        values.filter(|_| !raised || raises)
    }

    /// What a variable could hold.
    fn candidates(&self, column: &Column, probe: &Probe<'_>) -> Option<Vec<Value>> {
        let graph = self.graph;
        match column.kind.kind {
            Kind::Node => {
                let nodes = graph.nodes().iter().map(|node| node.id);
                let nodes = nodes.chain(graph.deleted.nodes.iter().copied()).map(Value::Node);
                Some(nodes.chain([Value::Null]).collect())
            }
            Kind::Relationship => {
                let found = graph.relationships().iter().map(|found| found.id);
                let found = found.chain(graph.deleted.relationships.keys().copied()).map(Value::Relationship);
                Some(found.chain([Value::Null]).collect())
            }
            _ => {
                let place = position(probe.columns, &column.name)?;
                probe.domains.get(place)?.as_ref().map(|values| values.to_vec())
            }
        }
    }

    /// Constants that no row reaches may still be folded before anything runs.
    pub(super) fn probe_constants(&self, expression: &Expression) {
        let mut constant = true;
        each_variable(expression, &mut |_| constant = false);
        if constant {
            return self.probe(expression, &Probe { columns: &[], domains: &[] });
        }
        each_child(expression, &mut |child, locals| {
            if locals.is_empty() {
                self.probe_constants(child);
            }
        });
    }
}

/// Whether an expression is a truth value by its form.
fn is_truth(expression: &Expression) -> bool {
    match expression {
        Expression::Unary { operator, .. } => *operator == UnaryOperator::Not,
        Expression::Pattern(pattern) => pattern.selector.is_none(),
        Expression::Subquery(subquery) => subquery.kind == SubqueryKind::Exists,
        Expression::Binary { operator, .. } => !matches!(
            operator,
            BinaryOperator::Add
                | BinaryOperator::Subtract
                | BinaryOperator::Multiply
                | BinaryOperator::Divide
                | BinaryOperator::Modulo
                | BinaryOperator::Power
                | BinaryOperator::Concatenate
        ),
        Expression::Comparison { .. }
        | Expression::IsNull { .. }
        | Expression::IsTyped { .. }
        | Expression::IsLabeled { .. }
        | Expression::HasLabels { .. }
        | Expression::Quantifier(_) => true,
        _ => false,
    }
}

/// Puts the combination of this number into the row; the last value changes with every number.
fn combine(candidates: &[Vec<Value>], mut number: usize, row: &mut [Value]) {
    for (values, cell) in candidates.iter().zip(row).rev() {
        let place = number % values.len().max(1);
        number /= values.len().max(1);
        if let Some(value) = values.get(place) {
            cell.clone_from(value);
        }
    }
}
