//! Which values can be properties.
//!
//! A property is a simple value or a list of simple values of one type (openCypher 9, property types; Cypher Manual 5,
//! property types).

use std::sync::Arc;

use crate::evaluate::context::{
    Context, Outcome, Stop, deleted_access, describe, type_error, unmodelled, wrong_type,
};
use crate::evaluate::graph::Entries;
use crate::evaluate::table::Type;
use crate::evaluate::value::{Map, Value};

impl Context<'_> {
    /// The value as a property (TCK Set1 \[10\]).
    pub(super) fn storable(&self, value: Value) -> Outcome<Value> {
        match &value {
            Value::Map(_) | Value::Node(_) | Value::Relationship(_) | Value::Path(_) => {
                return Err(not_storable(describe(&value)));
            }
            Value::List(list) => self.storable_items(list.items())?,
            Value::Open(why) => {
                if why.is_of_any_type() {
                    self.may_raise();
                }
                self.depends_on(why.text());
            }
            _ => {}
        }
        Ok(value)
    }

    fn storable_items(&self, items: &[Value]) -> Outcome<()> {
        let is_element = |item: &&Value| {
            matches!(item, Value::Map(_) | Value::Node(_) | Value::Relationship(_) | Value::Path(_))
        };
        if let Some(item) = items.iter().find(is_element) {
            return Err(not_storable(describe(item)));
        }
        // Some engines keep lists that the manual rules out.
        if let Some(item) = items.iter().find(|item| matches!(item, Value::Null | Value::List(_))) {
            self.certain.set(false);
            return Err(not_storable(describe(item)));
        }
        if items.windows(2).any(|pair| Type::of_value(&pair[0]) != Type::of_value(&pair[1])) {
            self.may_raise();
            self.depends_on("a list of several types as a property");
        }
        if items.iter().any(|item| matches!(item, Value::Open(_))) {
            self.depends_on("an open value as a property");
        }
        Ok(())
    }

    /// The properties that a map, a node or a relationship gives; nulls are no properties.
    pub(super) fn storable_entries(&self, value: &Value) -> Outcome<Entries> {
        self.all_storable(self.all_properties(value)?)
    }

    /// The entries, each once and sorted, without nulls.
    pub(super) fn all_storable(&self, entries: Vec<(Arc<str>, Value)>) -> Outcome<Entries> {
        let map = Map::new(entries);
        let kept = map.entries().iter().filter(|(_, value)| !value.is_null());
        kept.map(|(key, value)| Ok((key.clone(), self.storable(value.clone())?))).collect()
    }

    /// All entries of a map or properties of an element, nulls among them.
    fn all_properties(&self, value: &Value) -> Outcome<Vec<(Arc<str>, Value)>> {
        let entries = match value {
            Value::Map(map) => map.entries(),
            Value::Node(id) => self.graph.node(*id).ok_or_else(deleted_access)?.properties(),
            Value::Relationship(id) => self.graph.relationship(*id).ok_or_else(deleted_access)?.properties(),
            Value::Open(_) => return Err(unmodelled("open properties")),
            other => {
                // Some engines do nothing with null.
                self.certain.set(self.certain.get() && !other.is_null());
                return Err(wrong_type("what gives properties", other));
            }
        };
        Ok(entries.to_vec())
    }

    /// The entries that `+=` puts beside the others: nulls take away.
    pub(super) fn changes(&self, value: &Value) -> Outcome<Vec<(Arc<str>, Value)>> {
        self.all_properties(value)?.into_iter().map(|(key, value)| Ok((key, self.storable(value)?))).collect()
    }
}

fn not_storable(what: &str) -> Stop {
    type_error("InvalidPropertyType", format!("a property cannot hold {what}"))
}
