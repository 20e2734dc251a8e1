//! Steps that combine a list with another.
//!
//! Semantics: "combine()", "conjoin()", "difference()", "disjunct()", "intersect()", "merge()", "product()": both sides
//! must be collections; what comes of sets is by equivalence.

use crate::evaluate::compare::identity;
use crate::evaluate::plan::{Given, ListOp};
use crate::evaluate::run::Run;
use crate::evaluate::traverser::Traverser;
use crate::evaluate::value::Value;
use crate::evaluate::{Fallible, raised};

impl ListOp {
    fn name(self) -> &'static str {
        match self {
            ListOp::Combine => "combine",
            ListOp::Difference => "difference",
            ListOp::Disjunct => "disjunct",
            ListOp::Intersect => "intersect",
            ListOp::Merge => "merge",
            ListOp::Product => "product",
        }
    }
}

fn has(items: &[Value], item: &Value) -> bool {
    items.iter().any(|known| identity(known, item).is_eq())
}

fn set(items: Vec<Value>) -> Vec<Value> {
    let mut distinct: Vec<Value> = Vec::new();
    for item in items {
        if !has(&distinct, &item) {
            distinct.push(item);
        }
    }
    distinct
}

impl Run<'_> {
    pub(super) fn list_step(
        &mut self,
        what: ListOp,
        given: &Given,
        traverser: &Traverser,
    ) -> Fallible<Value> {
        let name = what.name();
        if let (ListOp::Merge, Value::Map(_)) = (what, &traverser.value) {
            return match self.given(given, traverser)? {
                other @ Value::Map(_) => super::reduce::add_all(traverser.value.clone(), other),
                other => Err(raised(format!(
                    "merge step expected provided argument to evaluate to a Map, encountered {}",
                    other.kind()
                ))),
            };
        }
        let left = self.incoming(name, &traverser.value)?;
        let (right, unordered) = self.argument(name, given, traverser)?;
        // Of a set comes a list in any order.
        let lists = matches!(what, ListOp::Combine | ListOp::Product);
        self.unordered_list |= lists && (unordered || traverser.value.is_unordered());
        self.spend(left.len().saturating_mul(right.len()))?;
        Ok(match what {
            ListOp::Combine => Value::list(left.into_iter().chain(right).collect()),
            ListOp::Merge => Value::set(set(left.into_iter().chain(right).collect())),
            ListOp::Difference => {
                Value::set(set(left.into_iter().filter(|item| !has(&right, item)).collect()))
            }
            ListOp::Intersect => Value::set(set(left.into_iter().filter(|item| has(&right, item)).collect())),
            ListOp::Disjunct => {
                let only_left = left.iter().filter(|item| !has(&right, item)).cloned();
                let only_right = right.iter().filter(|item| !has(&left, item)).cloned();
                Value::set(set(only_left.chain(only_right).collect()))
            }
            ListOp::Product => {
                if left.len().saturating_mul(right.len()) > self.rows {
                    return Err(crate::evaluate::Stop::Failure(quarrel_case::language::Failure::Budget(
                        "items",
                    )));
                }
                let pair = |one: &Value| {
                    let one = one.clone();
                    right.iter().map(move |other| Value::list(vec![one.clone(), other.clone()]))
                };
                Value::list(left.iter().flat_map(pair).collect())
            }
        })
    }

    fn incoming(&self, name: &str, value: &Value) -> Fallible<Vec<Value>> {
        match (value, value.items()) {
            (_, Some(items)) => Ok(items),
            (Value::Null, None) => Err(raised(format!("Incoming traverser for {name} step can't be null"))),
            (other, None) => Err(raised(format!(
                "{name} step can only take an array or an Iterable type for incoming traversers, encountered {}",
                other.kind()
            ))),
        }
    }

    /// The items of the argument, and whether they have no order.
    fn argument(&mut self, name: &str, given: &Given, traverser: &Traverser) -> Fallible<(Vec<Value>, bool)> {
        let (value, traversal) = match given {
            Given::Value(value) => (value.clone(), false),
            Given::Plan(plan) => (self.required(plan, traverser)?, true),
        };
        match (&value, value.items()) {
            (_, Some(items)) => Ok((items, value.is_unordered())),
            (Value::Null, None) if traversal => Err(raised(format!(
                "traversal argument for {name} step must yield an iterable type, not null"
            ))),
            (Value::Null, None) => Err(raised(format!("Argument provided for {name} step can't be null"))),
            (other, None) if traversal => Err(raised(format!(
                "traversal argument for {name} step must yield an iterable type, encountered {}",
                other.kind()
            ))),
            (Value::Map(_), None) if name == "merge" => {
                Err(raised("merge step type mismatch: expected argument to be Iterable but got Map"))
            }
            (other, None) => Err(raised(format!(
                "{name} step can only take an array or an Iterable as an argument, encountered {}",
                other.kind()
            ))),
        }
    }

    pub(super) fn conjoin(&mut self, given: &Given, traverser: &Traverser) -> Fallible<Value> {
        let items = self.incoming("conjoin", &traverser.value)?;
        let delimiter = match self.given(given, traverser)? {
            Value::String(delimiter) => delimiter,
            Value::Null => return Err(raised("Input delimiter to conjoin step can't be null")),
            _ => return Err(raised("conjoin() takes a string")),
        };
        let items = items.iter().filter(|item| **item != Value::Null);
        let texts: Vec<String> = items.map(|item| self.told(item)).collect();
        Ok(Value::string(&texts.join(&delimiter)))
    }
}

/// `reverse`: of a string its letters, of a collection its items, of all else nothing.
pub(super) fn reversed(value: &Value) -> Value {
    match value {
        Value::String(text) => Value::string(&text.chars().rev().collect::<String>()),
        other => match other.items() {
            Some(mut items) => {
                items.reverse();
                Value::list(items)
            }
            None => other.clone(),
        },
    }
}
