//! The variables at a point of a query, and what is known of their values (GDsmith's local environment).
//!
//! With guidance the facts are read off the rows that the query so far gives; without, off the graph's keys.

use std::collections::BTreeSet;

use super::build;
use super::kind::Kind;
use super::view::View;
use crate::ast::Expression;
use crate::evaluate::{Column, Value};

/// How many rows facts are read from: enough to see kinds and differences, few enough to be cheap.
const SAMPLE: usize = 8;

/// A variable in scope.
#[derive(Debug, Clone)]
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) kind: Kind,
}

/// An expression that only reads: a variable or a property, with its values in the sampled rows.
#[derive(Debug, Clone)]
pub(super) struct Leaf {
    pub(super) expression: Expression,
    pub(super) kind: Kind,
    /// One value for each sampled row; empty without guidance.
    pub(super) values: Vec<Value>,
    /// Whether the language leaves a part of a value open: such values must not decide anything.
    pub(super) loose: bool,
}

/// Rows as the facts are read from them.
pub(super) struct Sample<'a> {
    pub(super) columns: &'a [Column],
    pub(super) rows: Vec<&'a [Value]>,
}

impl<'a> Sample<'a> {
    /// The chosen row first, then others evenly spread.
    pub(super) fn new(columns: &'a [Column], rows: &'a [Vec<Value>], chosen: usize) -> Self {
        let step = rows.len().div_ceil(SAMPLE).max(1);
        let others = (0..rows.len()).step_by(step).filter(|at| *at != chosen);
        let rows = std::iter::once(chosen).chain(others).filter_map(|at| rows.get(at)).map(Vec::as_slice);
        Self { columns, rows: rows.collect() }
    }

    fn column(&self, name: &str) -> Vec<Value> {
        let place = self.columns.iter().position(|column| *column.name == *name);
        let cell = |row: &&[Value]| place.and_then(|place| row.get(place)).cloned().unwrap_or(Value::Null);
        self.rows.iter().map(cell).collect()
    }
}

/// Everything that can be read at a point, with what is known of it.
pub(super) fn leaves(variables: &[Variable], sample: Option<&Sample<'_>>, view: &View) -> Vec<Leaf> {
    let mut found = Vec::new();
    for variable in variables {
        let expression = build::variable(&variable.name);
        match sample {
            Some(sample) => {
                let values = sample.column(&variable.name);
                observed(expression, variable.kind, values, view, &mut found);
            }
            None => assumed(expression, variable.kind, view, &mut found),
        }
    }
    found
}

fn observed(expression: Expression, kind: Kind, values: Vec<Value>, view: &View, found: &mut Vec<Leaf>) {
    let kind = Kind::of_all(&values).unwrap_or(kind);
    if kind.is_element() {
        let keys: BTreeSet<&str> =
            values.iter().flat_map(|value| view.properties(value)).map(|(key, _)| key.as_str()).collect();
        for key in keys {
            let values: Vec<Value> = values.iter().map(|value| view.property(value, key)).collect();
            let kind = Kind::of_all(&values).unwrap_or(Kind::List);
            found.push(leaf(build::property(expression.clone(), key), kind, values));
        }
    }
    if let Some(Value::Map(map)) = values.iter().find(|value| matches!(value, Value::Map(_))) {
        for (key, _) in map.entries() {
            let get = |value: &Value| match value {
                Value::Map(map) => map.get(key),
                _ => Value::Null,
            };
            let values: Vec<Value> = values.iter().map(get).collect();
            if let Some(kind) = Kind::of_all(&values) {
                found.push(leaf(build::property(expression.clone(), key), kind, values));
            }
        }
    }
    found.push(leaf(expression, kind, values));
}

fn leaf(expression: Expression, kind: Kind, values: Vec<Value>) -> Leaf {
    let loose = values.iter().any(is_loose);
    Leaf { expression, kind, values, loose }
}

/// Whether the language leaves a part of the value open.
pub(super) fn is_loose(value: &Value) -> bool {
    match value {
        Value::Open(_) | Value::Near(_) | Value::Other(_) => true,
        Value::List(list) => list.is_bag() || list.items().iter().any(is_loose),
        Value::Map(map) => map.entries().iter().any(|(_, value)| is_loose(value)),
        _ => false,
    }
}

fn assumed(expression: Expression, kind: Kind, view: &View, found: &mut Vec<Leaf>) {
    let keys = match kind {
        Kind::Node => view.vertex_keys.as_slice(),
        Kind::Relationship => view.edge_keys.as_slice(),
        _ => &[],
    };
    let unknown = |expression, kind| Leaf { expression, kind, values: Vec::new(), loose: false };
    for (key, kind) in keys {
        found.push(unknown(build::property(expression.clone(), key), *kind));
    }
    found.push(unknown(expression, kind));
}

/// Names that the query has not used yet: a letter for what it is, and a number.
#[derive(Debug, Clone, Default)]
pub(super) struct Names {
    nodes: usize,
    relationships: usize,
    paths: usize,
    values: usize,
}

impl Names {
    pub(super) fn fresh(&mut self, kind: Kind) -> String {
        let (letter, count) = match kind {
            Kind::Node => ('n', &mut self.nodes),
            Kind::Relationship | Kind::RelationshipList => ('r', &mut self.relationships),
            Kind::Path => ('p', &mut self.paths),
            _ => ('a', &mut self.values),
        };
        *count += 1;
        format!("{letter}{}", *count - 1)
    }
}
