//! The variables at a point of a query, and what is known of their values (GDsmith's local environment).
//!
//! With guidance the facts are read off the rows that the query so far gives; without, off the graph's keys.

use std::ops::Deref;
use std::sync::Arc;

use super::build;
use super::kind::Kind;
use super::view::View;
use crate::ast::Expression;
use crate::evaluate::{Column, Value};

/// How many rows facts are read from: enough to see kinds and differences, few enough to be cheap.
const SAMPLE: usize = 5;

/// A variable in scope.
#[derive(Debug, Clone)]
pub(super) struct Variable {
    pub(super) name: Arc<str>,
    pub(super) kind: Kind,
}

impl Variable {
    pub(super) fn new(name: &str, kind: Kind) -> Self {
        Self { name: Arc::from(name), kind }
    }
}

/// The values that were seen of something. One alone, as with a remembered row, is kept without an allocation.
#[derive(Debug, Clone)]
pub(super) enum Values {
    One(Value),
    Several(Vec<Value>),
}

impl Values {
    fn none() -> Self {
        Self::Several(Vec::new())
    }
}

impl FromIterator<Value> for Values {
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> Self {
        let mut values = values.into_iter();
        match (values.next(), values.next()) {
            (Some(one), None) => Self::One(one),
            (first, second) => {
                let mut several = Vec::with_capacity(SAMPLE);
                several.extend(first);
                several.extend(second);
                several.extend(values);
                Self::Several(several)
            }
        }
    }
}

impl Deref for Values {
    type Target = [Value];

    fn deref(&self) -> &[Value] {
        match self {
            Self::One(value) => std::slice::from_ref(value),
            Self::Several(values) => values,
        }
    }
}

/// What can be read: a variable or a property, with its values in the sampled rows.
#[derive(Debug, Clone)]
pub(super) struct Leaf {
    name: Arc<str>,
    /// The key of the variable's property; none where the variable itself is read.
    key: Option<Arc<str>>,
    pub(super) kind: Kind,
    /// One value for each sampled row; empty without guidance.
    pub(super) values: Values,
    /// Whether the language leaves a part of a value open: such values must not decide anything.
    pub(super) loose: bool,
}

impl Leaf {
    /// The expression that reads it.
    pub(super) fn expression(&self) -> Expression {
        let variable = build::variable(&self.name);
        match &self.key {
            Some(key) => build::property(variable, key),
            None => variable,
        }
    }

    /// The variable's name, where that is what is read.
    pub(super) fn shared_name(&self) -> Option<Arc<str>> {
        self.key.is_none().then(|| Arc::clone(&self.name))
    }

    /// The variable, where that is what is read.
    pub(super) fn variable(&self) -> Option<&str> {
        self.key.is_none().then_some(&*self.name)
    }

    /// Whether sorting, grouping or comparing the values takes care: numbers of both types, or what is not a number.
    pub(super) fn is_odd(&self) -> bool {
        let integer = |value: &Value| matches!(value, Value::Integer(_));
        let not_finite = |value: &Value| matches!(value, Value::Float(number) if !number.is_finite());
        self.kind == Kind::Float && self.values.iter().any(|value| integer(value) || not_finite(value))
    }

    /// Whether both read of the same variable.
    pub(super) fn is_of(&self, other: &Self) -> bool {
        self.name == other.name
    }

    /// Whether both read the same.
    pub(super) fn is(&self, other: &Self) -> bool {
        self.name == other.name && self.key == other.key
    }
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

    /// The values of a variable; columns mostly stand in the order of the variables, so `place` is looked at first.
    fn column(&self, name: &str, place: usize) -> Values {
        let is_named = |column: &Column| *column.name == *name;
        let place = match self.columns.get(place).is_some_and(is_named) {
            true => Some(place),
            false => self.columns.iter().position(is_named),
        };
        let cell = |row: &&[Value]| place.and_then(|place| row.get(place)).cloned().unwrap_or(Value::Null);
        self.rows.iter().map(cell).collect()
    }
}

/// Everything that can be read at a point, with what is known of it.
pub(super) fn leaves(variables: &[Variable], sample: Option<&Sample<'_>>, view: &View) -> Vec<Leaf> {
    let mut found = Vec::new();
    add_leaves(variables, 0, sample, view, &mut found);
    found
}

/// Adds what can be read of the variables from a place on.
pub(super) fn add_leaves(
    variables: &[Variable],
    from: usize,
    sample: Option<&Sample<'_>>,
    view: &View,
    found: &mut Vec<Leaf>,
) {
    for (place, Variable { name, kind }) in variables.iter().enumerate().skip(from) {
        match sample {
            Some(sample) => observed(name, *kind, sample.column(name, place), view, found),
            None => assumed(name, *kind, view, found),
        }
    }
}

fn observed(name: &Arc<str>, kind: Kind, values: Values, view: &View, found: &mut Vec<Leaf>) {
    let kind = Kind::of_all(&*values).unwrap_or(kind);
    if kind.is_element() {
        let elements: Vec<&[Value]> = values.iter().map(|value| view.values(value)).collect();
        for (place, (key, _)) in view.keys(kind).iter().enumerate() {
            let cells = || elements.iter().map(|element| element.get(place).unwrap_or(&Value::Null));
            if !cells().all(Value::is_null) {
                let kind = Kind::of_all(cells()).unwrap_or(Kind::List);
                found.push(leaf(name, Some(Arc::clone(key)), kind, cells().cloned().collect()));
            }
        }
    }
    if let Some(Value::Map(map)) = values.iter().find(|value| matches!(value, Value::Map(_))) {
        for (key, _) in map.entries() {
            let get = |value: &Value| match value {
                Value::Map(map) => map.get(key),
                _ => Value::Null,
            };
            let values: Values = values.iter().map(get).collect();
            if let Some(kind) = Kind::of_all(&*values) {
                found.push(leaf(name, Some(Arc::from(&**key)), kind, values));
            }
        }
    }
    found.push(leaf(name, None, kind, values));
}

fn leaf(name: &Arc<str>, key: Option<Arc<str>>, kind: Kind, values: Values) -> Leaf {
    let loose = values.iter().any(is_loose);
    Leaf { name: Arc::clone(name), key, kind, values, loose }
}

/// Whether engines get looking for the value wrong: it is empty, or too large for a float to hold it.
pub(super) fn is_awkward(value: &Value) -> bool {
    match value {
        Value::Integer(number) => number.unsigned_abs() >= 1 << 53,
        Value::String(text) => text.is_empty(),
        _ => false,
    }
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

fn assumed(name: &Arc<str>, kind: Kind, view: &View, found: &mut Vec<Leaf>) {
    for (key, kind) in view.keys(kind) {
        found.push(leaf(name, Some(Arc::clone(key)), *kind, Values::none()));
    }
    found.push(leaf(name, None, kind, Values::none()));
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
    /// Names that none of these is.
    pub(super) fn beyond(used: &[&str]) -> Self {
        let number = |name: &&str| name.get(1..).and_then(|digits| digits.parse::<usize>().ok());
        let free = used.iter().filter_map(number).max().map_or(0, |last| last.saturating_add(1));
        Self { nodes: free, relationships: free, paths: free, values: free }
    }

    pub(super) fn fresh(&mut self, kind: Kind) -> String {
        let (letter, count) = match kind {
            Kind::Node => ('n', &mut self.nodes),
            Kind::Relationship | Kind::RelationshipList => ('r', &mut self.relationships),
            Kind::Path => ('p', &mut self.paths),
            _ => ('a', &mut self.values),
        };
        let mut name = String::with_capacity(4);
        name.push(letter);
        push_number(*count, &mut name);
        *count += 1;
        name
    }
}

/// Writes a number without what formatting costs.
fn push_number(number: usize, text: &mut String) {
    if number > 9 {
        push_number(number / 10, text);
    }
    text.extend(char::from_digit(u32::try_from(number % 10).unwrap_or(0), 10));
}
