//! Procedures that answer from a table, and calls of them (TCK Call1-Call6).
//!
//! The language has no procedures of its own. Those of a session are given to it: a signature and a table of inputs
//! with their outputs.

use quarrel_case::conformance::Procedure as Given;

use super::compare::same;
use super::context::{Context, Outcome, Scope, unmodelled};
use super::table::{Column, Kind, Row, Table, Type};
use super::value::Value;
use crate::ast::{Expression, ProcedureCall, YieldItem};

/// A procedure.
#[derive(Debug, Clone)]
pub(super) struct Procedure {
    pub(super) name: String,
    pub(super) inputs: Vec<Field>,
    pub(super) outputs: Vec<Field>,
    /// Inputs, then outputs.
    rows: Vec<Row>,
}

/// An input or an output.
#[derive(Debug, Clone)]
pub(super) struct Field {
    pub(super) name: String,
    kind: Option<Kind>,
}

impl Field {
    /// `name :: TYPE?`. Types that are not told apart here take any value.
    fn read(text: &str) -> Option<Self> {
        let (name, kind) = text.split_once("::")?;
        let kind = match kind.trim().trim_end_matches('?') {
            "BOOLEAN" => Some(Kind::Boolean),
            "INTEGER" => Some(Kind::Integer),
            "FLOAT" | "NUMBER" => Some(Kind::Float),
            "STRING" => Some(Kind::String),
            "NODE" => Some(Kind::Node),
            "RELATIONSHIP" => Some(Kind::Relationship),
            "PATH" => Some(Kind::Path),
            "MAP" => Some(Kind::Map),
            _ => None,
        };
        Some(Self { name: name.trim().to_owned(), kind })
    }

    /// Which types an argument may have; none if any. An integer is taken for a float (TCK Call3).
    pub(super) fn takes(&self) -> Option<Vec<Kind>> {
        self.kind.map(|kind| if kind == Kind::Float { vec![kind, Kind::Integer] } else { vec![kind] })
    }

    /// The column of an output.
    pub(super) fn column(&self, name: &str) -> Column {
        let kind = self.kind.filter(|kind| *kind != Kind::Float).unwrap_or(Kind::Any);
        Column::new(name, Type::of(kind))
    }
}

/// The fields between parentheses.
fn fields(text: &str) -> Option<Vec<Field>> {
    let inner = text.trim().strip_prefix('(')?.strip_suffix(')')?.trim();
    if inner.is_empty() { Some(Vec::new()) } else { inner.split(',').map(Field::read).collect() }
}

impl Procedure {
    /// Reads `name(input :: TYPE, ...) :: (output :: TYPE, ...)`; none if that is no signature.
    pub(super) fn read(given: &Given) -> Option<Self> {
        let (name, rest) = given.signature.split_at(given.signature.find('(')?);
        let (inputs, outputs) = rest.split_at(rest.find(')')? + 1);
        Some(Self {
            name: name.trim().to_owned(),
            inputs: fields(inputs)?,
            outputs: fields(outputs.trim().strip_prefix("::")?)?,
            rows: given.rows.iter().map(|row| row.iter().map(Value::from).collect()).collect(),
        })
    }

    /// The outputs for these arguments.
    fn answers<'p>(&'p self, arguments: &'p [Value]) -> impl Iterator<Item = &'p [Value]> {
        let fits = move |row: &&Row| {
            row.iter().zip(arguments).all(|(known, given)| same(known, given) == Some(true))
        };
        self.rows.iter().filter(fits).map(|row| row.get(self.inputs.len()..).unwrap_or_default())
    }

    /// The columns that a call takes, with the variables that hold them; without `YIELD` all, if any are wanted.
    pub(super) fn taken(&self, call: &ProcedureCall, all: bool) -> Vec<YieldItem> {
        match &call.yields {
            Some(yields) if !yields.items.is_empty() => yields.items.clone(),
            None if !all => Vec::new(),
            _ => {
                let item = |field: &Field| YieldItem { column: field.name.clone(), alias: None };
                self.outputs.iter().map(item).collect()
            }
        }
    }
}

/// The procedure of a name.
pub(super) fn find<'p>(procedures: &'p [Procedure], name: &str) -> Option<&'p Procedure> {
    procedures.iter().find(|procedure| procedure.name == name)
}

impl Context<'_> {
    /// The rows of a table, each with the outputs of a call.
    pub(super) fn call_procedure(
        &self,
        call: &ProcedureCall,
        table: &Table,
        after: &[Column],
    ) -> Outcome<Vec<Row>> {
        let Some(procedure) = find(self.procedures, &call.name) else {
            return Err(unmodelled(&format!("the procedure {}", call.name)));
        };
        let taken = procedure.taken(call, after.len() > table.columns.len());
        let places: Vec<Option<usize>> = taken
            .iter()
            .map(|item| procedure.outputs.iter().position(|output| output.name == item.column))
            .collect();
        let mut found = Vec::new();
        for row in &table.rows {
            let before = found.len();
            let arguments = self.arguments(call, procedure, &Scope::new(&table.columns, row))?;
            for outputs in procedure.answers(&arguments) {
                self.charge(1)?;
                let output = |place: &Option<usize>| {
                    place.and_then(|place| outputs.get(place)).cloned().unwrap_or(Value::Null)
                };
                found.push(row.iter().cloned().chain(places.iter().map(output)).collect());
            }
            // What gives no columns gives no rows either, and leaves those there are (TCK Call1 [4]).
            if found.len() == before && (procedure.outputs.is_empty() || call.optional) {
                let mut kept = row.clone();
                kept.resize(after.len(), Value::Null);
                found.push(kept);
            }
            self.allow_rows(found.len())?;
        }
        match call.yields.as_ref().and_then(|yields| yields.condition.as_ref()) {
            Some(condition) => self.filter(condition, after, found),
            None => Ok(found),
        }
    }

    fn arguments(
        &self,
        call: &ProcedureCall,
        procedure: &Procedure,
        scope: &Scope<'_>,
    ) -> Outcome<Vec<Value>> {
        let Some(arguments) = &call.arguments else {
            let parameter = |field: &Field| self.evaluate(&Expression::Parameter(field.name.clone()), scope);
            return procedure.inputs.iter().map(parameter).collect();
        };
        arguments.iter().map(|argument| self.evaluate(argument, scope)).collect()
    }
}
