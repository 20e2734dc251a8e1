//! `CREATE`: nodes and relationships from patterns (TCK Create1-Create6).

use std::sync::Arc;

use quarrel_case::language::Failure;
use quarrel_case::value::ElementId;

use super::Writer;
use crate::ast::{Direction, Expression, NodePattern, PathPattern, RelationshipPattern};
use crate::evaluate::context::{Outcome, Stop, entity_not_found, unmodelled, wrong_type};
use crate::evaluate::graph::Entries;
use crate::evaluate::table::{Column, Row, position};
use crate::evaluate::value::{Path, Value};

/// A row while patterns are made for it.
struct Making<'m> {
    /// The columns after the clause.
    columns: &'m [Column],
    row: Row,
    bound: Vec<bool>,
}

impl Making<'_> {
    /// The value of a variable that is bound.
    fn known(&self, name: Option<&str>) -> Option<&Value> {
        let place = position(self.columns, name?)?;
        self.row.get(place).filter(|_| self.bound.get(place) == Some(&true))
    }

    fn bind(&mut self, name: Option<&str>, value: Value) {
        let Some(place) = name.and_then(|name| position(self.columns, name)) else { return };
        if let (Some(cell), Some(bound)) = (self.row.get_mut(place), self.bound.get_mut(place)) {
            *cell = value;
            *bound = true;
        }
    }
}

impl Writer<'_> {
    /// Makes what the patterns describe, but for the variables that are bound; gives the row with the others.
    pub(super) fn create(&mut self, patterns: &[PathPattern], row: &Row, after: &[Column]) -> Outcome<Row> {
        let mut bound = vec![true; row.len()];
        bound.resize(after.len(), false);
        let mut row = row.clone();
        row.resize(after.len(), Value::Null);
        let mut making = Making { columns: after, row, bound };
        for pattern in patterns {
            self.make_path(pattern, &mut making)?;
        }
        Ok(making.row)
    }

    fn make_path(&mut self, pattern: &PathPattern, making: &mut Making<'_>) -> Outcome<()> {
        let mut from = self.make_node(&pattern.start, making)?;
        let mut path = Path { nodes: vec![from], relationships: Vec::new() };
        for step in &pattern.steps {
            let Some(relationship) = step.relationship() else {
                return Err(unmodelled("a quantified path to be made"));
            };
            let to = self.make_node(&step.node, making)?;
            path.relationships.push(self.make_relationship(relationship, (from, to), making)?);
            path.nodes.push(to);
            from = to;
        }
        making.bind(pattern.variable.as_deref(), Value::Path(path.into()));
        Ok(())
    }

    fn make_node(&mut self, pattern: &NodePattern, making: &mut Making<'_>) -> Outcome<ElementId> {
        self.context.charge(1)?;
        let variable = pattern.variable.as_deref();
        match making.known(variable) {
            Some(Value::Node(id)) if self.graph.node(*id).is_some() => return Ok(*id),
            Some(Value::Node(_) | Value::Null) => {
                self.context.certain.set(false);
                return Err(entity_not_found("a relationship needs two nodes that are there"));
            }
            Some(Value::Open(_)) => return Err(unmodelled("a relationship of an open node")),
            Some(other) => return Err(wrong_type("the end of a relationship", other)),
            None => {}
        }
        let properties = self.entries(&pattern.properties, pattern.parameter.as_deref(), making)?;
        let labels = pattern.labels.iter().map(|label| Arc::from(label.as_str())).collect();
        let labels = distinct(labels);
        self.context.note_node(&labels);
        let id = self.change().add_node(labels, properties).ok_or_else(no_id)?;
        making.bind(variable, Value::Node(id));
        Ok(id)
    }

    fn make_relationship(
        &mut self,
        pattern: &RelationshipPattern,
        (before, behind): (ElementId, ElementId),
        making: &mut Making<'_>,
    ) -> Outcome<ElementId> {
        let [kind] = pattern.types.as_slice() else {
            return Err(unmodelled("a relationship to be made without a type"));
        };
        // TCK Merge5 [14]: without a direction it points to the right.
        let ends = match pattern.direction {
            Direction::Left => (behind, before),
            Direction::Right | Direction::Undirected => (before, behind),
        };
        let properties = self.entries(&pattern.properties, pattern.parameter.as_deref(), making)?;
        let kind = Arc::from(kind.as_str());
        self.context.note_relationship(&kind);
        let id = self.change().add_relationship(kind, ends, properties).ok_or_else(no_id)?;
        making.bind(pattern.variable.as_deref(), Value::Relationship(id));
        Ok(id)
    }

    /// The properties of an element to be made: those of its map, or those in a parameter.
    fn entries(
        &self,
        entries: &[(String, Expression)],
        parameter: Option<&str>,
        making: &Making<'_>,
    ) -> Outcome<Entries> {
        if let Some(name) = parameter {
            let map = Expression::Parameter(name.to_owned());
            return self.context().storable_entries(&self.value(&map, making.columns, &making.row)?);
        }
        let mut values = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            values.push((Arc::from(key.as_str()), self.value(value, making.columns, &making.row)?));
        }
        self.context().all_storable(values)
    }
}

/// The labels, each once.
fn distinct(labels: Vec<Arc<str>>) -> Vec<Arc<str>> {
    let mut kept: Vec<Arc<str>> = Vec::with_capacity(labels.len());
    for label in labels {
        if !kept.contains(&label) {
            kept.push(label);
        }
    }
    kept
}

fn no_id() -> Stop {
    Box::new(Failure::Budget("elements"))
}
