//! Indexes: which elements they hold, and which conditions are answered by them.
//!
//! A condition is index-backed if an index is declared on label and key, the condition is `=`, `<`, `<=`, `>`
//! or `>=` against a value known before the element, and it stands in the `MATCH` that binds the element. The
//! index gives candidates, on which all conditions are checked.

use std::collections::BTreeSet;

use quarrel_case::graph::{IndexKind, PropertyGraph};
use quarrel_case::value::{Element, ElementId, Value};

use super::Fault;
use crate::ast::{ComparisonOperator, Expression};
use crate::evaluate::walk::{conjuncts, mentions};

/// A declared index with the elements entered in it.
#[derive(Debug, Clone)]
pub(in crate::evaluate) struct Index {
    on: Element,
    label: String,
    key: String,
    entries: BTreeSet<ElementId>,
}

/// The indexes that a graph declares on one key, in their order, and filled.
pub(super) fn declared(graph: &PropertyGraph, fault: Fault) -> Vec<Index> {
    let is_entered = |value: Option<&Value>| match value {
        Some(Value::String(text)) => !text.is_empty() || fault != Fault::EmptyString,
        value => value.is_some(),
    };
    let fill = |index: &quarrel_case::graph::Index| {
        let [key] = index.keys.as_slice() else { return None };
        let nodes = graph.vertices.iter().filter(|node| node.labels.contains(&index.label));
        let nodes = nodes.filter(|node| is_entered(node.properties.get(key))).map(|node| node.id);
        let edges = graph.edges.iter().filter(|edge| edge.label == index.label);
        let edges = edges.filter(|edge| is_entered(edge.properties.get(key))).map(|edge| edge.id);
        let entries = match index.on {
            Element::Vertex => nodes.collect(),
            Element::Edge => edges.collect(),
        };
        Some(Index { on: index.on, label: index.label.clone(), key: key.clone(), entries })
    };
    graph.indexes.iter().filter(|index| index.kind != IndexKind::Text).filter_map(fill).collect()
}

impl Index {
    /// Whether an element is found here.
    pub(in crate::evaluate) fn holds(&self, element: ElementId) -> bool {
        self.entries.contains(&element)
    }
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
        let known = |value: &Expression| !mentions(value, self.unknown);
        let entries = self.properties.iter().filter(|(_, value)| known(value));
        let mut keys: Vec<&str> = entries.map(|(key, _)| key.as_str()).collect();
        let mut parts = Vec::new();
        self.condition.iter().for_each(|condition| conjuncts(condition, &mut parts));
        for part in parts {
            let Expression::Comparison { first, rest } = part else { continue };
            let lefts = std::iter::once(&**first).chain(rest.iter().map(|(_, operand)| operand));
            for (left, (operator, right)) in lefts.zip(rest) {
                if *operator != ComparisonOperator::NotEqual {
                    keys.extend(self.key(left).filter(|_| known(right)));
                    keys.extend(self.key(right).filter(|_| known(left)));
                }
            }
        }
        keys
    }

    /// The key if this is a property of the element.
    fn key<'e>(&self, expression: &'e Expression) -> Option<&'e str> {
        let Expression::Property { subject, key } = expression else { return None };
        let Expression::Variable(name) = &**subject else { return None };
        (Some(name.as_str()) == self.variable).then_some(key)
    }
}
