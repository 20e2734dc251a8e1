//! GRAPH, FROM and FROM NAMED.

use std::collections::BTreeSet;
use std::sync::Arc;

use quarrel_case::term::Term;

use super::Maker;
use super::data::{View, blanks};
use super::frame::Frame;
use super::pattern::Walked;
use crate::ast::{Constant, DatasetClause, Element, InlineData, VarOrIri, Variable};

impl Maker<'_> {
    /// A group in a named graph, whose name is written, or bound to a variable there or before.
    pub(super) fn in_graph(&mut self, frame: &Frame) -> Option<(Element, Walked)> {
        let (name, graph) = self.graph_of(frame)?;
        let mut inner = frame.nested(false);
        let mut new = Walked::new();
        if let VarOrIri::Variable(variable) = &name {
            // The group is made for the solutions that this graph can be part of.
            let row = vec![Some(Constant::iri(&graph))];
            let named = Element::Values(InlineData { variables: vec![variable.clone()], rows: vec![row] });
            inner.solutions = self.evaluator.extend(&inner.solutions, &named).ok()?;
            if inner.joinable.insert(variable.clone()) {
                new.insert(variable.clone(), Term::iri(&graph));
            }
        }
        let (group, walked) = self.inside(&graph, |maker| maker.inner(inner, 3, 10))?;
        new.extend(walked);
        Some((Element::Graph { name, group }, new))
    }

    /// How GRAPH names a graph, and which one it is for the chosen solution.
    fn graph_of(&mut self, frame: &Frame) -> Option<(VarOrIri, String)> {
        let known = self.chosen(frame);
        let is_named = |iri: &String| self.view.graphs.iter().any(|(name, _)| name == iri);
        let met: Vec<(&Variable, &String)> = known
            .iter()
            .filter_map(|(variable, term)| match term {
                Term::Iri(iri) if is_named(iri) => Some((variable, iri)),
                _ => None,
            })
            .collect();
        let varies = self.allows("graph.variable");
        if let Some((variable, graph)) = self.choices.pick(&met).filter(|_| varies)
            && self.choices.chance(60)
        {
            return Some((VarOrIri::Variable((*variable).clone()), (*graph).clone()));
        }
        let graphs = Arc::clone(&self.view.graphs);
        let (graph, _) = self.choices.pick(&graphs)?;
        let name = if varies && self.choices.chance(55) {
            VarOrIri::Variable(self.new_variable())
        } else {
            VarOrIri::Iri(graph.clone())
        };
        // A variable may have a value in other solutions, and then no other graph here.
        let other = |term: &Term| !matches!(term, Term::Iri(iri) if iri == graph);
        match &name {
            VarOrIri::Variable(variable) if known.get(variable).is_some_and(other) => None,
            _ => Some((name, graph.clone())),
        }
    }

    /// What is made while patterns look at a named graph.
    pub(super) fn inside<T>(&mut self, graph: &str, make: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let triples = self.view.named(graph)?;
        let outside = self.evaluator.enter(graph)?;
        let (triples, used) =
            (std::mem::replace(&mut self.view.triples, triples), std::mem::take(&mut self.used));
        let made = make(self);
        (self.view.triples, self.used) = (triples, used);
        self.evaluator.leave(outside);
        made
    }

    /// Turns to the dataset that FROM and FROM NAMED, or USING and USING NAMED, describe, with these features.
    pub(super) fn describe(&mut self, default: &str, named: &str) -> DatasetClause {
        let mut clause = DatasetClause::default();
        let view = self.view.clone();
        let mut seen = BTreeSet::new();
        for (feature, names) in [(default, &mut clause.default), (named, &mut clause.named)] {
            let count = if self.allows(feature) { self.choices.weighted(&[25, 50, 25]) } else { 0 };
            *names = self.apart(&view, count, &mut seen);
        }
        // Without a default graph there is nothing to look at but what GRAPH shows.
        if clause.default.is_empty() && !self.allows("graph") {
            return DatasetClause::default();
        }
        if !clause.is_empty() {
            self.evaluator.look_at(&clause);
            self.view = view.described(&clause);
        }
        clause
    }

    /// Some graphs without blank nodes in common: in a merge they would be two, or one.
    fn apart<'v>(&mut self, view: &'v View, count: usize, seen: &mut BTreeSet<&'v Term>) -> Vec<String> {
        let mut graphs: Vec<_> = view.graphs.iter().collect();
        self.choices.shuffle(&mut graphs);
        let mut names = Vec::new();
        for (name, triples) in graphs {
            let blanks = blanks(triples);
            if names.len() < count && seen.is_disjoint(&blanks) {
                seen.extend(blanks);
                names.push(name.clone());
            }
        }
        names
    }
}
