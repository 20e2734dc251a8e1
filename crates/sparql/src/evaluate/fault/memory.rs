//! Faults of stores: what an index, a counter or a cache still knows of data that is gone.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use quarrel_case::graph::Dataset;
use quarrel_case::language::Failure;
use quarrel_case::term::{Quad, Term};

use super::super::construct::Values;
use super::super::dataset::Named;
use super::super::terms::Id;
use super::super::triples::{Triple, Triples};
use super::super::{Binding, Evaluator};
use super::Fault;
use crate::ast::{
    AggregateFunction, Column, Element, Expression, GraphTarget, Group, InlineData, Operation, QuadBlock,
    Query, TermPattern, Update, Verb,
};
use crate::walk::{self, Node};

/// What a fault remembers from one operation to the next.
#[derive(Debug, Clone, Default)]
pub(in super::super) struct Memory {
    /// Quads that are gone and that one index still has (s31), or a way to the graph (s35).
    gone: BTreeSet<Quad>,
    /// By predicate, how far the counter of triples is ahead (s34).
    ahead: BTreeMap<String, usize>,
    /// What was ever subject or object of the default graph (s39).
    nodes: BTreeSet<Term>,
}

impl Evaluator {
    /// Remembers what an operation has done to the dataset, where a fault needs it.
    pub(in super::super) fn remember(&mut self, operation: &Operation, before: Dataset) {
        let named = |quad: &Quad, name: &str| matches!(&quad.graph, Some(Term::Iri(iri)) if iri == name);
        match (self.semantics.fault, operation) {
            (
                Some(Fault::StaleIndex),
                Operation::DeleteData(_) | Operation::DeleteWhere(_) | Operation::Modify(_),
            ) => self.memory.gone.extend(before.quads),
            (
                Some(Fault::ClearedGraphShown),
                Operation::Clear { target: GraphTarget::Graph(graph), .. }
                | Operation::Drop { target: GraphTarget::Graph(graph), .. },
            ) => self.memory.gone.extend(before.quads.into_iter().filter(|quad| named(quad, graph))),
            (Some(Fault::CountedTwice), Operation::Clear { .. } | Operation::Drop { .. }) => {
                self.memory.ahead.clear();
            }
            (Some(Fault::NodesForEver), _) => {
                let default = before.quads.into_iter().filter(|quad| quad.graph.is_none());
                self.memory.nodes.extend(default.flat_map(|quad| [quad.subject, quad.object]));
            }
            _ => {}
        }
        self.memory.gone.retain(|quad| !self.dataset.quads.contains(quad));
    }

    /// s31: the triples of the graph at hand that are found by predicate and object though they are gone.
    pub(in super::super) fn stale(&mut self, [subject, predicate, object]: [Option<Id>; 3]) -> Vec<Triple> {
        let (Some(predicate), Some(object), None) = (predicate, object, subject) else {
            return Vec::new();
        };
        let name = match self.named.iter().find(|(_, triples)| Arc::ptr_eq(triples, &self.active)) {
            Some((name, _)) => self.terms.term(*name).cloned(),
            None => None,
        };
        let gone: Vec<Quad> = self.memory.gone.iter().filter(|quad| quad.graph == name).cloned().collect();
        let triples = gone
            .into_iter()
            .map(|quad| [quad.subject, quad.predicate, quad.object].map(|term| self.terms.intern(term)));
        triples.filter(|[_, found, end]| *found == predicate && *end == object).collect()
    }

    /// s35: the named graphs as a variable ranges over them, those that were cleared with what they had.
    pub(in super::super) fn with_cleared(&mut self, named: Named) -> Named {
        let mut all: BTreeMap<Id, Vec<Triple>> =
            named.iter().map(|(name, triples)| (*name, triples.matching([None; 3]).collect())).collect();
        for quad in self.memory.gone.clone() {
            let triple = [quad.subject, quad.predicate, quad.object].map(|term| self.terms.intern(term));
            if let Some(graph) = quad.graph {
                all.entry(self.terms.intern(graph)).or_default().push(triple);
            }
        }
        Arc::new(all.into_iter().map(|(name, triples)| (name, Arc::new(Triples::new(triples)))).collect())
    }

    /// s39: what was ever a node of the default graph, if that is the graph at hand.
    pub(in super::super) fn former_nodes(&mut self) -> Vec<Id> {
        if !Arc::ptr_eq(&self.active, &self.stored.default) {
            return Vec::new();
        }
        self.memory.nodes.clone().into_iter().map(|term| self.terms.intern(term)).collect()
    }

    /// s34: counts the triples of the default graph that are inserted though they are there.
    pub(in super::super) fn count_again(&mut self, inserted: &BTreeSet<Quad>, dataset: &Dataset) {
        let again = inserted.iter().filter(|quad| quad.graph.is_none() && dataset.quads.contains(quad));
        for quad in again {
            if let Term::Iri(predicate) = &quad.predicate {
                *self.memory.ahead.entry(predicate.clone()).or_default() += 1;
            }
        }
    }

    /// s34: a query whose counts of the triples of one predicate come from the counter.
    pub(in super::super) fn recounted(&self, query: &mut Query) {
        self.recount(query);
        walk::groups(query, &mut |group| self.recount_inside(group));
    }

    /// s34: as [`Self::recounted`], in the pattern of an update.
    pub(in super::super) fn recounted_pattern(&self, operation: Operation) -> Operation {
        changed(operation, &mut |group| self.recount_inside(group))
    }

    fn recount_inside(&self, group: &mut Group) {
        for element in &mut group.elements {
            if let Element::Select(query) = element {
                self.recount(query);
            }
        }
    }

    fn recount(&self, query: &mut Query) {
        let counts = |expression: &Expression| match expression {
            Expression::Aggregate(made) => {
                made.function == AggregateFunction::Count && made.argument.is_none() && !made.distinct
            }
            _ => false,
        };
        let [Column::Expression { expression, .. }] = query.columns() else { return };
        let [Element::Triples(patterns)] = query.pattern.elements.as_slice() else { return };
        let [pattern] = patterns.as_slice() else { return };
        let (TermPattern::Variable(subject), Verb::Iri(predicate), TermPattern::Variable(object)) =
            (&pattern.subject, &pattern.predicate, &pattern.object)
        else {
            return;
        };
        if !counts(expression) || subject == object || !query.modifiers.group_by.is_empty() {
            return;
        }
        let ahead = self.memory.ahead.get(predicate).copied().unwrap_or_default();
        let more = Element::Values(InlineData { variables: Vec::new(), rows: vec![Vec::new(); ahead] });
        let all = std::mem::take(&mut query.pattern);
        query.pattern.elements = vec![Element::Union(vec![all, Group { elements: vec![more] }])];
    }

    /// s40: what a template deletes where the object is unbound: all triples of the subject and the predicate.
    pub(in super::super) fn deleted_by_unbound(
        &mut self,
        blocks: &[QuadBlock],
        with: Option<&str>,
        row: &Binding,
    ) -> Result<Vec<Quad>, Failure> {
        let names = self.variables.clone();
        let bound = row.bound().filter_map(|(slot, id)| Some((names.get(slot)?.as_str(), id)));
        let values: Values<'_> = bound.collect();
        let mut found = Vec::new();
        for block in blocks {
            let Some(graph) = self.graph_name(block, with, &values) else { continue };
            for pattern in &block.patterns {
                self.meter.step()?;
                let is_free = |variable: &crate::ast::Variable| !values.contains_key(variable.name());
                if !matches!(&pattern.object, TermPattern::Variable(variable) if is_free(variable)) {
                    continue;
                }
                let subject = match &pattern.subject {
                    TermPattern::Variable(variable) => {
                        values.get(variable.name()).and_then(|id| self.terms.term(*id)).cloned()
                    }
                    TermPattern::Constant(constant) => Some(constant.term().clone()),
                    TermPattern::Blank(_) | TermPattern::Triple(_) => None,
                };
                let fits = |quad: &&Quad| {
                    let predicate = match &pattern.predicate {
                        Verb::Iri(iri) => quad.predicate == Term::iri(iri),
                        _ => false,
                    };
                    predicate && quad.graph == graph && Some(&quad.subject) == subject.as_ref()
                };
                found.extend(self.dataset.quads.iter().filter(fits).cloned());
            }
        }
        Ok(found)
    }
}

/// s33: a pattern whose groups with an OPTIONAL have no filters.
pub(in super::super) fn unfiltered_beside_optional(operation: Operation) -> Operation {
    changed(operation, &mut |group| {
        let is_optional = |element: &Element| matches!(element, Element::Optional(_));
        if group.elements.iter().any(is_optional) {
            group.elements.retain(|element| !matches!(element, Element::Filter(_)));
        }
    })
}

fn changed(operation: Operation, change: &mut dyn FnMut(&mut Group)) -> Operation {
    let mut update = Update { operations: vec![operation], ..Update::default() };
    walk::update(&mut update, &mut |node| {
        if let Node::EndGroup(group) = node {
            change(group);
        }
    });
    update.operations.pop().unwrap_or(Operation::InsertData(Vec::new()))
}
