//! What `by` gives for a traverser.
//!
//! Reference: By Step. A `by` that gives nothing filters the traverser and gives null under `ProductiveByStrategy`;
//! what it does before 3.6 depends on the step and on what it is given.

use crate::ast::Token;
use crate::evaluate::plan::{By, Label};
use crate::evaluate::run::Run;
use crate::evaluate::traverser::Traverser;
use crate::evaluate::value::Value;
use crate::evaluate::{Fallible, raised, unmodelled};

impl Run<'_> {
    /// What `by` gives; none when it gives nothing.
    pub(in crate::evaluate) fn by(&mut self, by: &By, traverser: &Traverser) -> Fallible<Option<Value>> {
        let value = match by {
            By::Identity => Some(traverser.value.clone()),
            By::Key(key) => self.value_of(key, &traverser.value)?,
            By::Token(token) => Some(self.token_of(*token, &traverser.value)?),
            By::Plan(plan) => self.first(plan, traverser)?,
        };
        Ok(match (value, &self.source.productive) {
            (Some(value), _) => Some(self.rules.value(value)),
            (None, Some(keys)) => {
                let spared = matches!(by, By::Key(key) if keys.contains(&Value::String(key.clone())));
                (!spared).then_some(Value::Null)
            }
            (None, None) if self.rules.unproductive_by == 0 => None,
            (None, None) => return Err(unmodelled("a by() that gives nothing, before 3.6")),
        })
    }

    /// What the `by` at a place of a ring gives; the value itself when there is none.
    pub(in crate::evaluate) fn by_ring(
        &mut self,
        ring: &[By],
        place: usize,
        traverser: &Traverser,
    ) -> Fallible<Option<Value>> {
        match ring.get(place.checked_rem(ring.len()).unwrap_or_default()) {
            Some(by) => self.by(by, traverser),
            None => Ok(Some(traverser.value.clone())),
        }
    }

    /// The same for a value that no traverser stands on.
    pub(in crate::evaluate) fn by_value(
        &mut self,
        ring: &[By],
        place: usize,
        value: Value,
        from: &Traverser,
    ) -> Fallible<Option<Value>> {
        let traverser = from.on(value);
        self.by_ring(ring, place, &traverser)
    }

    /// The value of a key, of an element or a map.
    fn value_of(&self, key: &Label, value: &Value) -> Fallible<Option<Value>> {
        match value {
            Value::Map(_) => {
                Ok(Some(value.entry(&Value::String(key.clone())).cloned().unwrap_or(Value::Null)))
            }
            Value::Vertex(_) | Value::Edge(_) | Value::VertexProperty(_) => {
                Ok(self.property_values(value, std::slice::from_ref(key)).into_iter().next())
            }
            other => Err(raised(format!(
                "The by(\"{key}\") modulator can only be applied to a traverser that is an Element or a Map - it is \
                 being applied to a {}",
                other.kind()
            ))),
        }
    }

    /// The id, label, key or value of a value.
    pub(in crate::evaluate) fn token_of(&mut self, token: Token, value: &Value) -> Fallible<Value> {
        let found = match (token, value) {
            (Token::TId, _) => {
                let id = self.id_of(value);
                if self.store.drew_id(value) == Some(true) {
                    self.leaves_open("which id an element gets that is given none");
                }
                id
            }
            (Token::TLabel, _) => self.label_of(value),
            (Token::TKey, Value::VertexProperty(_)) => self.label_of(value),
            (Token::TKey, Value::Property(property)) => Some(Value::String(property.key.clone())),
            (Token::TKey, Value::Entry(entry)) => Some(entry.0.clone()),
            (Token::TValue, Value::Property(property)) => Some(property.value.clone()),
            (Token::TValue, Value::Entry(entry)) => Some(entry.1.clone()),
            (Token::TValue, Value::VertexProperty(property)) => {
                self.store.vertex_property(*property).map(|property| property.value.clone())
            }
            _ => None,
        };
        found.ok_or_else(|| raised(format!("a {} has no {}", value.kind(), token.name())))
    }

    pub(in crate::evaluate) fn id_of(&self, value: &Value) -> Option<Value> {
        match value {
            Value::Vertex(vertex) => self.store.vertex(*vertex).map(|vertex| vertex.id.clone()),
            Value::Edge(edge) => self.store.edge(*edge).map(|edge| edge.id.clone()),
            Value::VertexProperty(property) => {
                self.store.vertex_property(*property).map(|property| property.id.clone())
            }
            _ => None,
        }
    }

    pub(in crate::evaluate) fn label_of(&self, value: &Value) -> Option<Value> {
        let label = match value {
            Value::Vertex(vertex) => self.store.vertex(*vertex).map(|vertex| vertex.label.clone()),
            Value::Edge(edge) => self.store.edge(*edge).map(|edge| edge.label.clone()),
            Value::VertexProperty(property) => {
                self.store.vertex_property(*property).map(|property| property.key.clone())
            }
            _ => None,
        };
        label.map(Value::String)
    }
}
