//! Parts of values: properties, elements, slices and labels (TCK Graph5, Graph6, List1, List2, Map1, Map2).

use std::sync::Arc;

use super::context::{Context, Outcome, Scope, deleted_access, type_error, wrong_type};
use super::taint::Why;
use super::value::{List, Map, Value};
use crate::ast::{Expression, LabelExpression, MapProjection, MapProjectionItem};

impl Context<'_> {
    /// A property of a node, a relationship or a map, or a component of a temporal value (TCK Graph6, Map1,
    /// Temporal5).
    pub(super) fn property(&self, subject: &Value, key: &str) -> Outcome<Value> {
        Ok(match subject {
            Value::Null => Value::Null,
            Value::Node(id) => self.graph.node(*id).ok_or_else(deleted_access)?.property(key),
            Value::Relationship(id) => self.graph.relationship(*id).ok_or_else(deleted_access)?.property(key),
            Value::Map(map) => map.get(key),
            Value::Instant(instant) => return self.made(instant.component(key)),
            Value::Duration(duration) => return self.made(duration.component(key)),
            Value::Point(point) => point.component(key).unwrap_or_else(|| self.unspecified()),
            Value::Open(_) => {
                self.may_raise();
                Value::Open(Why::Unspecified)
            }
            other => return Err(wrong_type("what a property is taken from", other)),
        })
    }

    /// `subject[index]` (TCK List1, Map2).
    pub(super) fn subscript(&self, subject: &Value, index: &Value) -> Outcome<Value> {
        match (subject, index) {
            (Value::Null, _) | (_, Value::Null) => Ok(Value::Null),
            (Value::Open(_), _) | (_, Value::Open(_)) => Ok(self.unspecified()),
            (Value::List(list), Value::Integer(place)) => self.element(list, *place),
            (Value::Map(_) | Value::Node(_) | Value::Relationship(_), Value::String(key)) => {
                self.property(subject, key)
            }
            (Value::Map(_) | Value::Node(_) | Value::Relationship(_), _) => Err(type_error(
                "MapElementAccessByNonString",
                "the key of a map, node or relationship must be a string",
            )),
            // Some engines take it for a component.
            (Value::Instant(_) | Value::Duration(_) | Value::Point(_), Value::String(_)) => {
                Ok(self.unspecified())
            }
            (Value::List(_), other) => Err(wrong_type("a position in a list", other)),
            (other, _) => Err(wrong_type("what an element is taken from", other)),
        }
    }

    fn element(&self, list: &List, place: i64) -> Outcome<Value> {
        // Switch list-index.
        let from_one = self.semantics.list_index == 1;
        let shifted = if from_one && place > 0 { place - 1 } else { place };
        let found = place_in(list, shifted).filter(|_| !from_one || place != 0);
        match found.and_then(|place| list.items().get(place)) {
            Some(value) if list.is_bag() => Ok(self.element_of_bag(list, value)),
            Some(value) => Ok(value.clone()),
            None if from_one => Err(type_error("InvalidArgumentType", "the position is outside the list")),
            None => Ok(Value::Null),
        }
    }

    /// `subject[from..to]` (TCK List2).
    pub(super) fn slice(
        &self,
        subject: &Value,
        from: Option<&Expression>,
        to: Option<&Expression>,
        scope: &Scope<'_>,
    ) -> Outcome<Value> {
        let bound = |bound: Option<&Expression>| bound.map(|bound| self.evaluate(bound, scope)).transpose();
        let (from, to) = (bound(from)?, bound(to)?);
        let all = [Some(subject), from.as_ref(), to.as_ref()];
        if all.iter().flatten().any(|value| value.is_null()) {
            return Ok(Value::Null);
        }
        if all.iter().flatten().any(|value| matches!(value, Value::Open(_))) {
            return Ok(self.unspecified());
        }
        let Value::List(list) = subject else {
            return Err(wrong_type("what a slice is taken from", subject));
        };
        let length = list.items().len();
        let place = |bound: Option<Value>, absent: usize| match bound {
            None => Ok(absent),
            Some(Value::Integer(place)) => Ok(clipped(place, length)),
            Some(other) => Err(wrong_type("the bound of a slice", &other)),
        };
        let (from, to) = (place(from, 0)?, place(to, length)?);
        let items = list.items().get(from..to.max(from)).unwrap_or_default();
        let whole = items.is_empty() || items.len() == length || !list.is_bag();
        if whole || self.decides.get() {
            if !whole {
                self.depends_on(Why::Order.text());
            }
            self.charge(items.len())?;
            return Ok(Value::List(list.like(items.to_vec())));
        }
        Ok(Value::Open(Why::Element))
    }

    /// `n:A:B` (TCK Graph5).
    pub(super) fn has_labels(&self, subject: &Value, labels: &[String]) -> Outcome<Value> {
        Ok(match subject {
            Value::Null => Value::Null,
            Value::Node(id) => {
                let node = self.graph.node(*id).ok_or_else(deleted_access)?;
                Value::Bool(self.labels_fit(&node.labels, labels))
            }
            Value::Relationship(id) => {
                self.allow_type_predicate(subject)?;
                let kind = self.graph.relationship(*id).map(|relationship| relationship.kind.clone());
                Value::Bool(kind.is_some_and(|kind| labels.iter().all(|label| self.same_label(&kind, label))))
            }
            Value::Open(_) => self.unspecified(),
            other => return Err(wrong_type("what has labels", other)),
        })
    }

    /// Switch relationship-type-predicate.
    fn allow_type_predicate(&self, subject: &Value) -> Outcome<()> {
        match self.semantics.relationship_labels {
            0 => Ok(()),
            _ => Err(wrong_type("what has labels", subject)),
        }
    }

    /// `n:A|B`: null for null (Cypher Manual 5, label expressions; the rule of TCK Graph5 \[7\]).
    pub(super) fn is_labeled(&self, subject: &Value, labels: &LabelExpression) -> Outcome<Value> {
        Ok(match subject {
            Value::Null => Value::Null,
            Value::Node(id) => {
                let found = self.graph.node(*id).map_or(&[][..], |node| &node.labels);
                Value::Bool(self.label_holds(labels, found))
            }
            Value::Relationship(id) => {
                self.allow_type_predicate(subject)?;
                let kind = self.graph.relationship(*id).map(|relationship| relationship.kind.clone());
                Value::Bool(self.label_holds(labels, kind.as_slice()))
            }
            Value::Open(_) => self.unspecified(),
            other => return Err(wrong_type("what has labels", other)),
        })
    }

    /// Whether labels, or the one type of a relationship, fulfil a condition (Cypher Manual 5, label expressions).
    pub(super) fn label_holds(&self, wanted: &LabelExpression, found: &[Arc<str>]) -> bool {
        match wanted {
            LabelExpression::Name(name) => found.iter().any(|known| self.same_label(known, name)),
            LabelExpression::Wildcard => !found.is_empty(),
            LabelExpression::Not(inner) => !self.label_holds(inner, found),
            LabelExpression::And(left, right) => {
                self.label_holds(left, found) && self.label_holds(right, found)
            }
            LabelExpression::Or(left, right) => {
                self.label_holds(left, found) || self.label_holds(right, found)
            }
        }
    }

    /// `variable{.key, .*, key: value, other}`: null for null. What is named comes before what `.*` brings (Cypher
    /// Manual 5, map projection).
    pub(super) fn map_projection(&self, projection: &MapProjection, scope: &Scope<'_>) -> Outcome<Value> {
        let subject = self.evaluate(&Expression::Variable(projection.variable.clone()), scope)?;
        let mut all = Vec::new();
        let mut named: Vec<(Arc<str>, Value)> = Vec::with_capacity(projection.items.len());
        for item in &projection.items {
            let (key, value) = match item {
                MapProjectionItem::AllProperties => {
                    all.extend(self.properties_of(&subject)?);
                    continue;
                }
                MapProjectionItem::Property(key) => (key, self.property(&subject, key)?),
                MapProjectionItem::Entry(key, value) => (key, self.evaluate(value, scope)?),
                MapProjectionItem::Variable(name) => {
                    (name, self.evaluate(&Expression::Variable(name.clone()), scope)?)
                }
            };
            named.push((Arc::from(key.as_str()), value));
        }
        match subject {
            Value::Null => return Ok(Value::Null),
            Value::Open(_) => return Ok(self.unspecified()),
            _ => {}
        }
        // Which of two values of one key counts is not said.
        let twice =
            (1..named.len()).any(|place| named[..place].iter().any(|(key, _)| *key == named[place].0));
        if twice {
            return Ok(self.unspecified());
        }
        all.append(&mut named);
        self.allow_depth(Value::Map(Map::new(all)))
    }

    fn properties_of(&self, subject: &Value) -> Outcome<Vec<(Arc<str>, Value)>> {
        Ok(match subject {
            Value::Null | Value::Open(_) => Vec::new(),
            Value::Node(id) => self.graph.node(*id).map_or(Vec::new(), |node| node.properties().to_vec()),
            Value::Relationship(id) => {
                self.graph.relationship(*id).map_or(Vec::new(), |found| found.properties().to_vec())
            }
            Value::Map(map) => map.entries().to_vec(),
            other => return Err(wrong_type("what a map is made of", other)),
        })
    }

    /// Whether a node with these labels is one that a pattern with the wanted labels describes.
    pub(super) fn labels_fit(&self, found: &[Arc<str>], wanted: &[String]) -> bool {
        let has = |label: &String| found.iter().any(|known| self.same_label(known, label));
        // Switch several-labels.
        if self.semantics.several_labels == 1 && !wanted.is_empty() {
            return wanted.iter().any(has);
        }
        wanted.iter().all(has)
    }

    /// Switch label-case.
    pub(super) fn same_label(&self, known: &str, wanted: &str) -> bool {
        known == wanted || (self.semantics.label_case == 1 && known.eq_ignore_ascii_case(wanted))
    }
}

/// The place of an element, counted from the end when negative.
fn place_in(list: &List, place: i64) -> Option<usize> {
    let length = list.items().len();
    if place >= 0 {
        return usize::try_from(place).ok().filter(|place| *place < length);
    }
    let back = usize::try_from(place.unsigned_abs()).ok()?;
    length.checked_sub(back)
}

/// The bound of a slice, counted from the end when negative, within the list.
fn clipped(place: i64, length: usize) -> usize {
    let distance = usize::try_from(place.unsigned_abs()).unwrap_or(usize::MAX);
    if place >= 0 { distance.min(length) } else { length.saturating_sub(distance) }
}
