//! `SET` and `REMOVE`: properties and labels of what is there (TCK Set1-Set6, Remove1-Remove3).
//!
//! Nothing is done to null. Whether an item sees what the ones before it set is told nowhere: engines do it from left to
//! right, or read all that is set before they set any of it (openCypher#347, which was not taken; neo4j#13891,
//! FalkorDB#2178, memgraph#4392, ArcadeDB#5190). Where it makes a difference the answer is not known.

use std::sync::Arc;

use super::Writer;
use crate::ast::{Expression, RemoveItem, SetItem};
use crate::evaluate::context::{Outcome, deleted_access, type_error, unmodelled, wrong_type};
use crate::evaluate::graph::Entries;
use crate::evaluate::table::Column;
use crate::evaluate::value::Value;

/// What an item reads: a value, with the properties of one that has some.
type Read = Option<(Value, Option<Entries>)>;

/// Puts a value at its key; null takes the key away.
fn put(entries: &mut Entries, key: &Arc<str>, value: Value) {
    match (entries.binary_search_by(|(known, _)| known.cmp(key)), value) {
        (Ok(place), Value::Null) => {
            entries.remove(place);
        }
        (Err(_), Value::Null) => {}
        (Ok(place), value) => {
            if let Some((_, kept)) = entries.get_mut(place) {
                *kept = value;
            }
        }
        (Err(place), value) => entries.insert(place, (key.clone(), value)),
    }
}

impl Writer<'_> {
    /// Does the items of a `SET` for a row.
    pub(super) fn set(&mut self, items: &[SetItem], columns: &[Column], row: &[Value]) -> Outcome<()> {
        let first: Vec<Vec<Read>> = items.iter().skip(1).map(|item| self.read(item, columns, row)).collect();
        for (place, item) in items.iter().enumerate() {
            self.context.charge(1)?;
            let read = place.checked_sub(1).and_then(|place| first.get(place));
            if read.is_some_and(|read| *read != self.read(item, columns, row)) {
                return Err(unmodelled("whether an item of SET sees what the one before it set"));
            }
            let setting = self.before_item(item, columns, row);
            match item {
                SetItem::Property { subject, key, value } => {
                    let subject = self.value(subject, columns, row)?;
                    let value = self.value(value, columns, row)?;
                    self.put(&subject, &Arc::from(key.as_str()), value)?;
                }
                SetItem::Subscript { subject, key, value } => {
                    let subject = self.value(subject, columns, row)?;
                    let key = self.value(key, columns, row)?;
                    let value = self.value(value, columns, row)?;
                    if let Some(key) = key_of(&key)? {
                        self.put(&subject, &key, value)?;
                    }
                }
                SetItem::Replace { variable, value } => {
                    let subject = self.variable(variable, columns, row)?;
                    let value = self.value(value, columns, row)?;
                    if self.is_there(&subject)? {
                        let entries = self.context().storable_entries(&value)?;
                        *self.properties(&subject)? = entries;
                    }
                }
                SetItem::Add { variable, value } => {
                    let subject = self.variable(variable, columns, row)?;
                    let value = self.value(value, columns, row)?;
                    if self.is_there(&subject)? {
                        let changes = self.context().changes(&value)?;
                        let entries = self.properties(&subject)?;
                        changes.into_iter().for_each(|(key, value)| put(entries, &key, value));
                    }
                }
                SetItem::Labels { variable, labels } => {
                    let subject = self.variable(variable, columns, row)?;
                    self.add_labels(&subject, labels)?;
                }
            }
            self.after_item(setting);
        }
        Ok(())
    }

    /// What an item reads, as it is now.
    fn read(&self, item: &SetItem, columns: &[Column], row: &[Value]) -> Vec<Read> {
        let read = |expression: &Expression| {
            let value = self.value(expression, columns, row).ok()?;
            let properties = self.graph.properties(&value).cloned();
            Some((value, properties))
        };
        // Of what is changed it counts which one it is.
        let which = |subject| Some((self.value(subject, columns, row).ok()?, None));
        match item {
            SetItem::Property { subject, value, .. } => vec![which(subject), read(value)],
            SetItem::Subscript { subject, key, value } => vec![which(subject), read(key), read(value)],
            SetItem::Replace { value, .. } | SetItem::Add { value, .. } => vec![read(value)],
            SetItem::Labels { .. } => Vec::new(),
        }
    }

    /// Does the items of a `REMOVE` for a row.
    pub(super) fn remove(&mut self, items: &[RemoveItem], columns: &[Column], row: &[Value]) -> Outcome<()> {
        for item in items {
            self.context.charge(1)?;
            match item {
                RemoveItem::Property { subject, key } => {
                    let subject = self.value(subject, columns, row)?;
                    self.put(&subject, &Arc::from(key.as_str()), Value::Null)?;
                }
                RemoveItem::Subscript { subject, key } => {
                    let subject = self.value(subject, columns, row)?;
                    let key = self.value(key, columns, row)?;
                    if let Some(key) = key_of(&key)? {
                        self.put(&subject, &key, Value::Null)?;
                    }
                }
                RemoveItem::Labels { variable, labels } => {
                    let subject = self.variable(variable, columns, row)?;
                    self.remove_labels(&subject, labels)?;
                }
            }
        }
        Ok(())
    }

    fn variable(&self, name: &str, columns: &[Column], row: &[Value]) -> Outcome<Value> {
        self.value(&Expression::Variable(name.to_owned()), columns, row)
    }

    fn put(&mut self, subject: &Value, key: &Arc<str>, value: Value) -> Outcome<()> {
        if !self.is_there(subject)? {
            return Ok(());
        }
        let value = self.context.storable(value)?;
        put(self.properties(subject)?, key, value);
        Ok(())
    }

    /// Whether there is something to change: nothing is done to null.
    fn is_there(&self, subject: &Value) -> Outcome<bool> {
        match subject {
            Value::Node(_) | Value::Relationship(_) => Ok(true),
            Value::Null => Ok(false),
            Value::Open(_) => Err(unmodelled("a change of an open element")),
            other => Err(wrong_type("what is changed", other)),
        }
    }

    fn properties(&mut self, subject: &Value) -> Outcome<&mut Entries> {
        // Some engines let what is deleted be changed.
        self.context.certain.set(false);
        if let Some(entries) = self.graph.properties(subject) {
            self.context.note_change(subject, entries);
        }
        self.change().properties_mut(subject).ok_or_else(deleted_access)
    }

    /// The labels of a node; none when there is none.
    fn labels(&mut self, subject: &Value) -> Outcome<Option<&mut Vec<Arc<str>>>> {
        if !self.is_there(subject)? {
            return Ok(None);
        }
        let Value::Node(id) = subject else { return Err(wrong_type("what has labels", subject)) };
        self.context.certain.set(false);
        self.change().labels_mut(*id).map(Some).ok_or_else(deleted_access)
    }

    fn add_labels(&mut self, subject: &Value, labels: &[String]) -> Outcome<()> {
        if let Some(known) = self.labels(subject)? {
            for label in labels {
                if !known.iter().any(|known| **known == **label) {
                    known.push(Arc::from(label.as_str()));
                }
            }
        }
        Ok(())
    }

    fn remove_labels(&mut self, subject: &Value, labels: &[String]) -> Outcome<()> {
        if let Some(known) = self.labels(subject)? {
            known.retain(|known| !labels.iter().any(|label| **known == **label));
        }
        Ok(())
    }
}

/// The key that a value names.
fn key_of(key: &Value) -> Outcome<Option<Arc<str>>> {
    match key {
        Value::String(key) => Ok(Some(key.clone())),
        Value::Open(_) => Err(unmodelled("a change of an open key")),
        _ => Err(type_error("MapElementAccessByNonString", "the key of a property must be a string")),
    }
}
