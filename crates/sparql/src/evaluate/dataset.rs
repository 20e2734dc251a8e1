//! Datasets (13): the default graph, the named graphs, and which of them a pattern looks at.

use std::collections::BTreeMap;
use std::sync::Arc;

use quarrel_case::language::Failure;
use quarrel_case::term::{Quad, Term};

use super::terms::{Id, Terms};
use super::triples::{Triple, Triples};
use super::{Binding, Evaluator};
use crate::ast::{DatasetClause, Group, VarOrIri};

/// The graphs of a dataset by their names.
pub(super) type Named = Arc<BTreeMap<Id, Arc<Triples>>>;

/// A dataset as patterns look at it.
#[derive(Debug, Clone)]
pub(super) struct Graphs {
    pub(super) default: Arc<Triples>,
    pub(super) named: Named,
}

impl Graphs {
    /// The graphs of these quads. As a union, the default graph has the triples of all graphs.
    pub(super) fn new(quads: &[Quad], terms: &mut Terms, union: bool) -> Self {
        let mut default: Vec<Triple> = Vec::new();
        let mut named: BTreeMap<Id, Vec<Triple>> = BTreeMap::new();
        for quad in quads {
            let triple = [&quad.subject, &quad.predicate, &quad.object].map(|term| terms.intern_ref(term));
            if let Some(graph) = &quad.graph {
                named.entry(terms.intern_ref(graph)).or_default().push(triple);
            }
            if union || quad.graph.is_none() {
                default.push(triple);
            }
        }
        let named = named.into_iter().map(|(name, triples)| (name, Arc::new(Triples::new(triples))));
        Self { default: Arc::new(Triples::new(default)), named: Arc::new(named.collect()) }
    }

    /// The dataset that FROM or USING describes (13.2): without it, this one.
    pub(super) fn described(&self, clause: &DatasetClause, terms: &mut Terms) -> Self {
        if clause.is_empty() {
            return self.clone();
        }
        let mut graph = |iri: &String| {
            let name = terms.intern(Term::iri(iri));
            self.named.get(&name).map(|triples| (name, Arc::clone(triples)))
        };
        let merged: Vec<(Id, Arc<Triples>)> = clause.default.iter().filter_map(&mut graph).collect();
        let default = match merged.as_slice() {
            [(_, only)] => Arc::clone(only),
            several => {
                let triples = several.iter().flat_map(|(_, triples)| triples.matching([None; 3]));
                Arc::new(Triples::new(triples.collect()))
            }
        };
        Self { default, named: Arc::new(clause.named.iter().filter_map(&mut graph).collect()) }
    }
}

impl Evaluator {
    /// GRAPH (13.3 and 18.6): the group in one graph, or in each of the named graphs with the variable bound to it.
    pub(super) fn graph(
        &mut self,
        rows: Vec<Binding>,
        name: &VarOrIri,
        group: &Group,
    ) -> Result<Vec<Binding>, Failure> {
        let (slot, known) = match name {
            VarOrIri::Iri(iri) => (None, Some(self.terms.intern(Term::iri(iri)))),
            VarOrIri::Variable(variable) => {
                let slot = self.slot(variable.name());
                (Some(slot), self.outer.get(slot))
            }
        };
        let named = Arc::clone(&self.named);
        let mut found = Vec::new();
        for (graph, triples) in named.iter().filter(|(graph, _)| known.is_none_or(|known| known == **graph)) {
            let outside = std::mem::replace(&mut self.active, Arc::clone(triples));
            let inside = self.group_rows(group, &mut Vec::new());
            self.active = outside;
            match slot.filter(|_| known.is_none()) {
                None => found.extend(inside?),
                Some(slot) => {
                    let mut name = Binding::default();
                    name.set(slot, *graph);
                    found.extend(self.join(inside?, vec![name])?);
                }
            }
            self.meter.rows(found.len())?;
        }
        self.join(rows, found)
    }
}
