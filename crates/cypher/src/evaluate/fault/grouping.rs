//! Faults of grouping and `DISTINCT`: what is compared in place of a key.

use std::sync::Arc;

use super::Fault;
use crate::ast::{Expression, ProjectionItem};
use crate::evaluate::context::{Context, Outcome, Scope};
use crate::evaluate::order::{Group, group};
use crate::evaluate::table::{Row, Table};
use crate::evaluate::value::{List, Map, Value};

/// Groups keys by what a fault sees in their place, the first key standing for all; or by the keys.
pub(in crate::evaluate) fn group_seen<'r>(
    keys: impl Iterator<Item = &'r [Value]> + Clone,
    seen: Option<&[Row]>,
) -> (Vec<Group>, bool) {
    let Some(seen) = seen else { return group(keys) };
    let (mut groups, determined) = group(seen.iter().map(Vec::as_slice));
    for group in &mut groups {
        let first = group.rows.first().and_then(|row| keys.clone().nth(*row));
        group.key = first.unwrap_or_default().to_vec();
    }
    (groups, determined)
}

impl Context<'_> {
    /// What a fault sees in place of the rows of `DISTINCT`.
    pub(in crate::evaluate) fn seen_rows<'r>(
        &self,
        rows: impl Iterator<Item = &'r [Value]>,
    ) -> Option<Vec<Row>> {
        let look = |row: &[Value]| row.iter().map(|value| self.looks(value)).collect();
        self.has(Fault::Lookalikes).then(|| rows.map(look).collect())
    }

    /// What a fault sees in place of the values of an aggregation with `DISTINCT`.
    pub(in crate::evaluate) fn seen_values(&self, values: &[Value]) -> Option<Vec<Row>> {
        if self.has(Fault::TypedDistinct) {
            return Some(values.iter().map(|value| vec![typed(value)]).collect());
        }
        self.seen_rows(values.iter().map(std::slice::from_ref))
    }

    /// What a fault sees in place of grouping keys.
    pub(in crate::evaluate) fn seen_keys(
        &self,
        keys: &[&ProjectionItem],
        table: &Table,
        values: &[Row],
    ) -> Outcome<Option<Vec<Row>>> {
        if !self.has(Fault::OperandTuple) {
            return Ok(self.seen_rows(values.iter().map(Vec::as_slice)));
        }
        let mut seen = values.to_vec();
        for (key, row) in seen.iter_mut().zip(&table.rows) {
            let scope = Scope::new(&table.columns, row);
            for (cell, item) in key.iter_mut().zip(keys) {
                let operands = operands(&item.expression);
                if operands.len() >= 2 {
                    let values = operands.into_iter().map(|operand| {
                        // The operator may not have needed it.
                        Ok(self.attempt(self.evaluate(operand, &scope))?.unwrap_or(Value::Null))
                    });
                    *cell = Value::list(values.collect::<Outcome<_>>()?);
                }
            }
        }
        Ok(Some(seen))
    }

    /// An element as all that can be seen of it.
    fn looks(&self, value: &Value) -> Value {
        let described = |kind: &str, labels: Vec<Arc<str>>, properties: &[(Arc<str>, Value)]| {
            let mut labels: Vec<Value> = labels.into_iter().map(Value::String).collect();
            labels.sort_by(crate::evaluate::compare::order);
            let properties = Value::Map(Map::new(properties.to_vec()));
            Value::list(vec![Value::string(kind), Value::list(labels), properties])
        };
        match value {
            Value::Node(id) => self
                .graph
                .node(*id)
                .map_or(Value::Null, |node| described("\0node", node.labels.clone(), node.properties())),
            Value::Relationship(id) => self.graph.relationship(*id).map_or(Value::Null, |found| {
                described("\0relationship", vec![found.kind.clone()], found.properties())
            }),
            other => inside(other, &|value| self.looks(value)),
        }
    }
}

/// A number with its type.
fn typed(value: &Value) -> Value {
    match value {
        Value::Integer(_) => Value::list(vec![Value::string("\0integer"), value.clone()]),
        other => inside(other, &typed),
    }
}

/// The value with the elements of lists and maps changed.
fn inside(value: &Value, change: &dyn Fn(&Value) -> Value) -> Value {
    match value {
        Value::List(list) => Value::List(List::like(list, list.items().iter().map(change).collect())),
        Value::Map(map) => {
            let entries = map.entries().iter().map(|(key, value)| (key.clone(), change(value)));
            Value::Map(Map::new(entries.collect()))
        }
        other => other.clone(),
    }
}

/// The operands of an operator between expressions.
fn operands(expression: &Expression) -> Vec<&Expression> {
    match expression {
        Expression::Binary { left, right, .. } => vec![left, right],
        Expression::Comparison { first, rest } => {
            std::iter::once(&**first).chain(rest.iter().map(|(_, operand)| operand)).collect()
        }
        _ => Vec::new(),
    }
}
