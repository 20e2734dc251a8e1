//! Datasets (13): the default graph, the named graphs, and which of them a pattern looks at.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use quarrel_case::language::Failure;
use quarrel_case::term::{Quad, Term};

use super::terms::{Id, Terms};
use super::triples::{Triple, Triples};
use super::{Binding, Evaluator, Fault, Semantics};
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
    pub(super) fn new(quads: &[Quad], terms: &mut Terms, semantics: Semantics) -> Self {
        let mut default: Vec<Triple> = Vec::new();
        let mut named: BTreeMap<Id, Vec<Triple>> = BTreeMap::new();
        for quad in quads {
            let triple = [&quad.subject, &quad.predicate, &quad.object].map(|term| terms.intern_ref(term));
            if let Some(graph) = &quad.graph {
                named.entry(terms.intern_ref(graph)).or_default().push(triple);
            }
            if semantics.default_is_union || quad.graph.is_none() {
                default.push(triple);
            }
        }
        let named = named.into_iter().map(|(name, triples)| (name, Arc::new(Triples::new(triples))));
        Self { default: Arc::new(merged(default, semantics)), named: Arc::new(named.collect()) }
    }

    /// The dataset that FROM or USING describes (13.2): without it, this one.
    pub(super) fn described(&self, clause: &DatasetClause, terms: &mut Terms, semantics: Semantics) -> Self {
        if clause.is_empty() {
            return self.clone();
        }
        let mut graph = |iri: &String| {
            let name = terms.intern(Term::iri(iri));
            self.named.get(&name).map(|triples| (name, Arc::clone(triples)))
        };
        let mut sources: Vec<(Id, Arc<Triples>)> = clause.default.iter().filter_map(&mut graph).collect();
        sources.sort_by_key(|(name, _)| *name);
        sources.dedup_by_key(|(name, _)| *name);
        let default = match sources.as_slice() {
            [(_, only)] => Arc::clone(only),
            several => {
                let triples = several.iter().flat_map(|(_, triples)| triples.matching([None; 3]));
                Arc::new(merged(triples.collect(), semantics))
            }
        };
        Self { default, named: Arc::new(clause.named.iter().filter_map(&mut graph).collect()) }
    }

    /// Whether two of the graphs that FROM or USING names have a blank node in common. Graphs are merged, and a merge
    /// keeps blank nodes apart (13.2); whether two graphs of one store have them in common is the store's affair.
    fn shares_blanks(&self, clause: &DatasetClause, terms: &mut Terms) -> bool {
        let mut seen: BTreeSet<Id> = BTreeSet::new();
        for iri in clause.default.iter().chain(&clause.named) {
            let name = terms.intern(Term::iri(iri));
            let triples = self.named.get(&name).into_iter().flat_map(|triples| triples.matching([None; 3]));
            let ends = triples.flat_map(|[subject, _, object]| [subject, object]);
            let blanks: BTreeSet<Id> =
                ends.filter(|id| matches!(terms.term(*id), Some(Term::Blank(_)))).collect();
            if !seen.is_disjoint(&blanks) {
                return true;
            }
            seen.extend(blanks);
        }
        false
    }
}

/// The triples of several graphs as one.
fn merged(triples: Vec<Triple>, semantics: Semantics) -> Triples {
    if semantics.union_repeats { Triples::bag(triples) } else { Triples::new(triples) }
}

/// What patterns looked at before they looked at a named graph.
#[derive(Debug)]
pub struct Outside(Arc<Triples>);

impl Evaluator {
    /// Makes patterns look at what FROM or USING describes; without it, at the stored dataset. Until the next reset.
    pub fn look_at(&mut self, clause: &DatasetClause) {
        if !clause.is_empty() {
            let graphs = self.stored.described(clause, &mut self.terms, self.semantics);
            if self.stored.shares_blanks(clause, &mut self.terms) {
                self.taint("a merge of graphs that have blank nodes in common");
            }
            (self.active, self.named) = (graphs.default, graphs.named);
        }
    }

    /// Makes patterns look at a named graph, as inside GRAPH; none when there is no such graph.
    pub fn enter(&mut self, graph: &str) -> Option<Outside> {
        let name = self.terms.intern(Term::iri(graph));
        let triples = self.named.get(&name).cloned()?;
        Some(Outside(std::mem::replace(&mut self.active, triples)))
    }

    /// Makes patterns look at what they looked at before.
    pub fn leave(&mut self, outside: Outside) {
        self.active = outside.0;
    }

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
        self.check_empty(known, group)?;
        let mut named = Arc::clone(&self.named);
        if self.semantics.has(Fault::ClearedGraphShown) && slot.is_some() {
            named = self.with_cleared(named);
        }
        let ranges = std::mem::replace(&mut self.ranges, slot.is_some());
        let mut found = Vec::new();
        for (graph, triples) in named.iter().filter(|(graph, _)| known.is_none_or(|known| known == **graph)) {
            let outside = std::mem::replace(&mut self.active, Arc::clone(triples));
            let inside = self.group_rows(group, &mut Vec::new());
            self.active = outside;
            match slot.filter(|_| known.is_none()) {
                None => found.extend(inside?),
                Some(slot) if self.semantics.has(Fault::GraphVariableFree) => {
                    found.extend(inside?.into_iter().map(|mut row| {
                        row.set(slot, *graph);
                        row
                    }));
                }
                Some(slot) => {
                    let mut name = Binding::default();
                    name.set(slot, *graph);
                    found.extend(self.join(inside?, vec![name])?);
                }
            }
            self.meter.rows(found.len())?;
        }
        self.ranges = ranges;
        self.join(rows, found)
    }

    /// Notes it when a graph that an update has left without triples would count: a store may keep it or not
    /// (Update, 3.2).
    fn check_empty(&mut self, name: Option<Id>, group: &Group) -> Result<(), Failure> {
        let empty: Vec<Term> = self.empty.iter().cloned().collect();
        let mut ids = empty.into_iter().map(|term| self.terms.intern(term));
        if ids.any(|id| name.is_none_or(|name| name == id)) {
            let nothing = Arc::new(Triples::new(Vec::new()));
            let outside = std::mem::replace(&mut self.active, nothing);
            let inside = self.group_rows(group, &mut Vec::new());
            self.active = outside;
            if !inside?.is_empty() {
                self.taint("whether a graph without triples is still a graph");
            }
        }
        Ok(())
    }
}
