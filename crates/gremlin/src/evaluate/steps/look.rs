//! Steps that look back: at labels, at the path, at side effects.

use std::sync::Arc;

use super::filter::cut;
use crate::ast::Token;
use crate::evaluate::plan::{By, Label, Op, Span};
use crate::evaluate::run::Run;
use crate::evaluate::traverser::Traverser;
use crate::evaluate::value::{Path, Value};
use crate::evaluate::{Fallible, raised};

impl Run<'_> {
    pub(super) fn looks(&mut self, op: &Op, starts: Vec<Traverser>) -> Fallible<Vec<Traverser>> {
        let mut ends = Vec::new();
        for traverser in starts {
            self.spend(1)?;
            if let Some(value) = self.look(op, &traverser)? {
                ends.push(match op {
                    Op::ScopeStart(_) => traverser.on(value),
                    _ => self.moved(&traverser, value),
                });
            }
        }
        Ok(ends)
    }

    fn look(&mut self, op: &Op, traverser: &Traverser) -> Fallible<Option<Value>> {
        Ok(match op {
            Op::ScopeStart(label) => match self.scope_value(None, label, traverser) {
                Some(value) => Some(value),
                None => {
                    return Err(raised(format!("Neither the map, sideEffects, nor path has a {label}-key")));
                }
            },
            Op::Select { pop, labels, by } => self.select(*pop, labels, by, traverser)?,
            Op::SelectPlan { pop, plan, by } => {
                let Some(key) = self.first(plan, traverser)? else { return Ok(None) };
                let found = match &key {
                    Value::String(label) => self.scope_value(*pop, label, traverser),
                    key => traverser.value.entry(key).cloned(),
                };
                match found {
                    Some(value) => self.by_value(by, 0, value, traverser)?,
                    None => None,
                }
            }
            Op::SelectColumn(column) => {
                // A map has no order that counts.
                let several = matches!(&traverser.value, Value::Map(entries) if entries.len() > 1);
                self.unordered_list |= several && *column == Token::ColumnValues;
                Some(columns(*column, &traverser.value)?)
            }
            Op::Project { labels, by } => {
                let mut entries: Vec<(Value, Value)> = Vec::with_capacity(labels.len());
                for (place, label) in labels.iter().enumerate() {
                    let Some(value) = self.by_ring(by, place, traverser)? else { continue };
                    match entries.iter_mut().find(|(known, _)| known.text() == Some(label)) {
                        Some((_, known)) => *known = value,
                        None => entries.push((Value::String(label.clone()), value)),
                    }
                }
                Some(Value::map(entries))
            }
            Op::Path { span, by } => self.path(span, by, traverser)?,
            Op::Loops(name) => {
                let loops = match name {
                    None => traverser.loops.last(),
                    Some(name) => {
                        traverser.loops.iter().rev().find(|(known, _)| known.as_ref() == Some(name))
                    }
                };
                match (loops, name) {
                    (Some((_, count)), _) => Some(self.rules.int(i32::try_from(*count).unwrap_or(i32::MAX))),
                    (None, None) => {
                        // The reference tells of the current loop; outside of all it may be an error.
                        self.may_raise();
                        Some(self.rules.int(0))
                    }
                    (None, Some(name)) => return Err(raised(format!("Loop name not defined: {name}"))),
                }
            }
            Op::Sack => {
                if traverser.sack.is_none() {
                    self.leaves_open("a sack where there is none");
                }
                traverser.sack.clone()
            }
            _ => None,
        })
    }

    fn path(&mut self, span: &Span, by: &[By], traverser: &Traverser) -> Fallible<Option<Value>> {
        let mut path = cut(traverser.path.path(), span)?;
        self.spend(path.objects.len())?;
        if !by.is_empty() {
            let mut objects = Vec::new();
            for (place, value) in path.objects.into_iter().enumerate() {
                match self.by_value(by, place, value, traverser)? {
                    Some(value) => objects.push(value),
                    None => return Ok(None),
                }
            }
            path = Path { objects, labels: path.labels };
        }
        Ok(Some(Value::Path(Arc::new(path))))
    }

    fn select(
        &mut self,
        pop: Option<Token>,
        labels: &[Label],
        by: &[By],
        traverser: &Traverser,
    ) -> Fallible<Option<Value>> {
        if let [label] = labels {
            return match self.scope_value(pop, label, traverser) {
                Some(value) => self.by_value(by, 0, value, traverser),
                None => Ok(None),
            };
        }
        let mut entries: Vec<(Value, Value)> = Vec::new();
        for (place, label) in labels.iter().enumerate() {
            let Some(value) = self.scope_value(pop, label, traverser) else { return Ok(None) };
            let Some(value) = self.by_value(by, place, value, traverser)? else { return Ok(None) };
            let key = Value::String(label.clone());
            match entries.iter_mut().find(|(known, _)| *known == key) {
                Some((_, known)) => *known = value,
                None => entries.push((key, value)),
            }
        }
        Ok(Some(Value::map(entries)))
    }

    /// The value of a name: of a map's key, a side effect or a step's label, in this order (reference: Select Step).
    pub(in crate::evaluate) fn scope_value(
        &mut self,
        pop: Option<Token>,
        label: &Label,
        traverser: &Traverser,
    ) -> Option<Value> {
        if let Some(value) = traverser.value.entry(&Value::String(label.clone())) {
            return Some(value.clone());
        }
        if let Ok(Some(value)) = self.side_effect(label) {
            return Some(value);
        }
        let mut values = traverser.path.labelled_as(label);
        if values.is_empty() {
            return None;
        }
        match pop {
            Some(Token::PopFirst) => Some(values.swap_remove(0)),
            Some(Token::PopAll) => Some(Value::list(values)),
            Some(Token::PopMixed) if values.len() > 1 => Some(Value::list(values)),
            _ => values.pop(),
        }
    }
}

/// The keys or the values of a map, an entry, or a path's labels and objects.
pub(super) fn columns(column: Token, value: &Value) -> Fallible<Value> {
    let keys = column == Token::ColumnKeys;
    Ok(match value {
        Value::Map(entries) if keys => Value::set(entries.iter().map(|(key, _)| key.clone()).collect()),
        Value::Map(entries) => Value::list(entries.iter().map(|(_, value)| value.clone()).collect()),
        Value::Entry(entry) => {
            let (key, value) = &**entry;
            (if keys { key } else { value }).clone()
        }
        Value::Path(path) if keys => {
            let labels =
                |labels: &Vec<Label>| Value::set(labels.iter().cloned().map(Value::String).collect());
            Value::list(path.labels.iter().map(labels).collect())
        }
        Value::Path(path) => Value::list(path.objects.clone()),
        Value::Tree(tree) if keys => Value::set(tree.0.iter().map(|(node, _)| node.clone()).collect()),
        Value::Tree(tree) => {
            Value::list(tree.0.iter().map(|(_, below)| Value::Tree(below.clone())).collect())
        }
        other => return Err(raised(format!("a {} has neither keys nor values", other.kind()))),
    })
}
