//! Indexes: which conditions are answered by them.
//!
//! A condition is index-backed if an index is declared on label and key, the condition is `=`, `<`, `<=`, `>`
//! or `>=` against a value known before the element, and it stands in the `MATCH` that binds the element. The
//! index gives candidates, on which all conditions are checked. It holds what the graph holds, but for the fault
//! that is on.

use quarrel_case::graph::{IndexKind, PropertyGraph};
use quarrel_case::value::Element;

use crate::ast::{ComparisonOperator, Expression};
use crate::evaluate::context::{Context, Local, Outcome, Scope};
use crate::evaluate::truth::Truth;
use crate::evaluate::walk::{conjuncts, mentions, rewrite};

/// A declared index on one key.
#[derive(Debug, Clone)]
pub(in crate::evaluate) struct Index {
    on: Element,
    label: String,
    pub(in crate::evaluate) key: String,
}

/// The indexes that a graph declares on one key, in their order.
pub(super) fn declared(graph: &PropertyGraph) -> Vec<Index> {
    let indexes = graph.indexes.iter().filter(|index| index.kind != IndexKind::Text);
    let on_one = indexes.filter_map(|index| {
        let [key] = index.keys.as_slice() else { return None };
        Some(Index { on: index.on, label: index.label.clone(), key: key.clone() })
    });
    on_one.collect()
}

/// An element where a pattern binds it.
pub(in crate::evaluate) struct Binding<'b> {
    pub(in crate::evaluate) on: Element,
    pub(in crate::evaluate) variable: Option<&'b str>,
    /// The labels of a node, the only type of a relationship.
    pub(in crate::evaluate) labels: &'b [String],
    pub(in crate::evaluate) properties: &'b [(String, Expression)],
    pub(in crate::evaluate) condition: Option<&'b Expression>,
    /// The variables that are not bound before the element, its own among them.
    pub(in crate::evaluate) unknown: &'b [&'b str],
}

impl Binding<'_> {
    /// The first index by which a condition on the element is answered.
    pub(in crate::evaluate) fn index(&self, indexes: &[Index]) -> Option<usize> {
        let keys = self.keys();
        indexes.iter().position(|index| {
            index.on == self.on && self.labels.contains(&index.label) && keys.contains(&index.key.as_str())
        })
    }

    /// The keys that are compared with a value known before the element.
    fn keys(&self) -> Vec<&str> {
        let entries = self.properties.iter().filter(|(_, value)| self.is_known(value));
        let mut keys: Vec<&str> = entries.map(|(key, _)| key.as_str()).collect();
        let mut parts = Vec::new();
        self.condition.iter().for_each(|condition| conjuncts(condition, &mut parts));
        parts.into_iter().for_each(|part| keys.extend(self.compared(part)));
        keys
    }

    /// The keys that one condition compares with a value known before the element.
    pub(in crate::evaluate) fn compared<'e>(&self, condition: &'e Expression) -> Vec<&'e str> {
        let Expression::Comparison { first, rest } = condition else { return Vec::new() };
        let lefts = std::iter::once(&**first).chain(rest.iter().map(|(_, operand)| operand));
        let signed = lefts.zip(rest).filter(|(_, (operator, _))| *operator != ComparisonOperator::NotEqual);
        let keys = signed.flat_map(|(left, (_, right))| {
            let left_key = self.key(left).filter(|_| self.is_known(right));
            left_key.into_iter().chain(self.key(right).filter(|_| self.is_known(left)))
        });
        keys.collect()
    }

    fn is_known(&self, value: &Expression) -> bool {
        !mentions(value, self.unknown)
    }

    /// The key if this is a property of the element.
    fn key<'e>(&self, expression: &'e Expression) -> Option<&'e str> {
        let Expression::Property { subject, key } = expression else { return None };
        let Expression::Variable(name) = &**subject else { return None };
        (Some(name.as_str()) == self.variable).then_some(key)
    }
}

/// A condition that an index answers.
pub(in crate::evaluate) struct Backed<'p> {
    pub(in crate::evaluate) condition: &'p Expression,
    variable: String,
    key: String,
    /// The condition on what the index holds instead of on the property.
    on_entry: Expression,
}

/// What the index holds, by a name that no query can write.
const ENTRY: &str = "\0entry";

impl Binding<'_> {
    /// The parts of the clause's condition, on the element, that this index answers.
    pub(in crate::evaluate) fn backed<'c>(
        &self,
        condition: Option<&'c Expression>,
        index: &Index,
    ) -> Vec<Backed<'c>> {
        let Some(variable) = self.variable else { return Vec::new() };
        let mut parts = Vec::new();
        condition.into_iter().for_each(|condition| conjuncts(condition, &mut parts));
        let is_one =
            |part: &&Expression| matches!(part, Expression::Comparison { rest, .. } if rest.len() == 1);
        let parts = parts.into_iter().filter(is_one);
        let parts = parts.filter(|part| self.compared(part).contains(&index.key.as_str()));
        parts.map(|condition| Backed::new(condition, variable, &index.key)).collect()
    }
}

impl<'p> Backed<'p> {
    fn new(condition: &'p Expression, variable: &str, key: &str) -> Self {
        let property = Expression::Property {
            subject: Box::new(Expression::Variable(variable.to_owned())),
            key: key.to_owned(),
        };
        let on_entry = rewrite(condition, &[], &mut |part, _| {
            (*part == property).then(|| Expression::Variable(ENTRY.to_owned()))
        });
        Self { condition, variable: variable.to_owned(), key: key.to_owned(), on_entry }
    }
}

impl Context<'_> {
    /// Whether an element has a condition by one of the values that an index has for it.
    pub(in crate::evaluate) fn by_index(&self, backed: &Backed<'_>, scope: &Scope<'_>) -> Outcome<Truth> {
        let Some(element) = scope.lookup(&backed.variable) else { return Ok(Truth::Unknown) };
        let mut values = self.stale_values(element, &backed.key);
        values.push(self.property(element, &backed.key)?);
        let mut any = Truth::False;
        for value in &values {
            let local = Local { name: ENTRY, value, outer: scope.local };
            let truth = self.condition(&backed.on_entry, &Scope { local: Some(&local), ..*scope })?;
            any = any.not().and(truth.not()).not();
        }
        Ok(any)
    }
}
