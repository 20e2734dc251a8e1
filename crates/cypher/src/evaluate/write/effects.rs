//! What a statement changed: counters, and its answer's elements as they are told to others.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use quarrel_case::value::{Element, NewElement, Value as CaseValue};

use crate::evaluate::graph::Graph;
use crate::evaluate::value::{Value, is_alike};

type Entry = (Arc<str>, Value);

/// The difference of two graphs by the suite's names, zeros left out. Elements are counted by identity, labels as
/// those in use at all, properties as triples of element, key and value.
pub(in crate::evaluate) fn counters(before: &Graph, after: &Graph) -> BTreeMap<String, i64> {
    let mut counts = BTreeMap::new();
    let mut count = |name: &str, added: usize, removed: usize| {
        for (sign, number) in [('+', added), ('-', removed)] {
            if number > 0 {
                counts.insert(format!("{sign}{name}"), i64::try_from(number).unwrap_or(i64::MAX));
            }
        }
    };
    let new = |of: &Graph, than: &Graph| of.real_nodes().filter(|node| than.node(node.id).is_none()).count();
    count("nodes", new(after, before), new(before, after));
    let new = |of: &Graph, than: &Graph| {
        let all = of.real_relationships();
        all.filter(|relationship| than.relationship(relationship.id).is_none()).count()
    };
    count("relationships", new(after, before), new(before, after));
    let labels = |graph: &Graph| -> BTreeSet<_> {
        graph.nodes().iter().flat_map(|node| node.labels.iter().cloned()).collect()
    };
    let (old, new) = (labels(before), labels(after));
    count("labels", new.difference(&old).count(), old.difference(&new).count());
    count("properties", triples(after, before), triples(before, after));
    counts
}

/// How many properties a graph has that the other has not.
fn triples(of: &Graph, than: &Graph) -> usize {
    let other = |own: &[Entry], others: &[Entry]| own.iter().filter(|entry| !holds(others, entry)).count();
    let nodes = of
        .nodes()
        .iter()
        .map(|node| other(node.properties(), than.node(node.id).map_or(&[][..], |node| node.properties())));
    let relationships = of.relationships().iter().map(|found| {
        let others = than.relationship(found.id).map_or(&[][..], |found| found.properties());
        other(found.properties(), others)
    });
    nodes.chain(relationships).sum()
}

fn holds(entries: &[Entry], (key, value): &Entry) -> bool {
    entries.iter().any(|(known, kept)| known == key && is_alike(kept, value))
}

/// How values of an answer are told: elements that the statement made are spelled out, those that it deleted may
/// look like anything.
pub(in crate::evaluate) struct Answered<'a> {
    pub(in crate::evaluate) before: &'a Graph,
    pub(in crate::evaluate) after: &'a Graph,
    /// Switch element-ids: what is made may have the number of what is gone, and be taken for it.
    pub(in crate::evaluate) reused: bool,
}

impl Answered<'_> {
    /// A value for others.
    pub(in crate::evaluate) fn value(&self, value: &Value) -> CaseValue {
        value.to_case().map(&mut |part| match part {
            CaseValue::Vertex(id) => self.vertex(id),
            CaseValue::Edge(id) => self.edge(id),
            other => other,
        })
    }

    fn is_doubtful(&self, kind: Element, id: i64) -> bool {
        self.reused && self.after.may_reuse(kind, id)
    }

    fn vertex(&self, id: i64) -> CaseValue {
        let first = self.before.next_ids().0;
        match self.after.node(id) {
            None => deleted(),
            Some(_) if self.is_doubtful(Element::Vertex, id) => doubtful(),
            Some(_) if id < first => CaseValue::Vertex(id),
            Some(node) => {
                let labels = node.labels.iter().map(ToString::to_string).collect();
                element(Element::Vertex, id - first, labels, node.properties())
            }
        }
    }

    fn edge(&self, id: i64) -> CaseValue {
        let first = self.before.next_ids().1;
        match self.after.relationship(id) {
            None => deleted(),
            Some(_) if self.is_doubtful(Element::Edge, id) => doubtful(),
            Some(_) if id < first => CaseValue::Edge(id),
            Some(found) => {
                element(Element::Edge, id - first, vec![found.kind.to_string()], found.properties())
            }
        }
    }
}

fn deleted() -> CaseValue {
    CaseValue::Open("deleted".to_owned())
}

fn doubtful() -> CaseValue {
    CaseValue::Open("its number may be that of a deleted one".to_owned())
}

fn element(kind: Element, number: i64, labels: Vec<String>, properties: &[Entry]) -> CaseValue {
    let properties = properties.iter().map(|(key, value)| (key.to_string(), value.to_case())).collect();
    CaseValue::New(kind, Box::new(NewElement { number: number + 1, labels, properties }))
}
