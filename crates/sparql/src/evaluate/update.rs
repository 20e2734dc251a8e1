//! Updates (SPARQL 1.1 Update, sections 3 and 4).
//!
//! The session keeps quads and nothing else, so a graph without triples does not exist, as the recommendation allows
//! (3.2): creating one does nothing. Where a store that records empty graphs may fail instead, the evaluation says that
//! an error may arise. A request is atomic: when an operation has no outcome, the dataset is as it was.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use quarrel_case::answer::{Answer, Table};
use quarrel_case::graph::Dataset;
use quarrel_case::language::{Budget, Evaluation, Failure};
use quarrel_case::term::{Quad, Term};
use quarrel_case::verdict::ErrorStatus;

use super::construct::{Blanks, Values, template_names};
use super::dataset::Graphs;
use super::fault::unfiltered_beside_optional;
use super::terms::Terms;
use super::{Binding, Evaluator, Fault, datum, measure};
use crate::ast::{
    DatasetClause, Element, GraphTarget, Group, Modify, Operation, QuadBlock, Transfer, TriplePattern,
    Update, VarOrIri,
};

impl Evaluator {
    /// Carries out an update.
    pub fn update(&mut self, update: &Update, budget: Budget) -> Evaluation {
        self.reset(budget);
        self.base.clone_from(&update.prologue.base);
        let (before, empty) = (self.dataset.clone(), self.empty.clone());
        let mut flow = Vec::new();
        let mut doubt = false;
        let mut result = measure::check_update(update);
        for operation in &update.operations {
            result = result.and_then(|()| {
                doubt |= self.operation(operation, &mut flow)?;
                Ok(())
            });
        }
        if result.is_err() {
            self.load(before);
            self.empty = empty;
        }
        let errors = if result.is_ok() && !doubt { ErrorStatus::Never } else { ErrorStatus::May };
        let open = self.open.take().map(str::to_owned);
        Evaluation { result: result.map(|()| Answer::Table(Table::default())), errors, flow, open }
    }

    /// Carries out one operation. The flag says whether a store that records empty graphs may fail here.
    fn operation(&mut self, operation: &Operation, flow: &mut Vec<u64>) -> Result<bool, Failure> {
        self.meter.step()?;
        let before = self.names();
        let doubt = match self.semantics.fault {
            None => self.carry_out(operation, flow)?,
            Some(fault) => {
                let data = self.dataset.clone();
                let misread = match fault {
                    Fault::UpdateFilterIgnored => unfiltered_beside_optional(operation.clone()),
                    Fault::CountedTwice => self.recounted_pattern(operation.clone()),
                    _ => operation.clone(),
                };
                let doubt = self.carry_out(&misread, flow)?;
                self.remember(operation, data);
                doubt
            }
        };
        self.note_empty(operation, before);
        Ok(doubt)
    }

    /// The names of the graphs that have triples.
    fn names(&self) -> BTreeSet<Term> {
        self.dataset.quads.iter().filter_map(|quad| quad.graph.clone()).collect()
    }

    /// Notes the graphs that an operation has left without triples, and that it has not removed.
    fn note_empty(&mut self, operation: &Operation, before: BTreeSet<Term>) {
        let after = self.names();
        self.empty.extend(before);
        match operation {
            Operation::Create { graph, .. } => drop(self.empty.insert(Term::iri(graph))),
            Operation::Transfer { kind, from, to, .. } if from != to => {
                self.empty.extend(to.as_deref().map(Term::iri));
                if let (Transfer::Move, Some(from)) = (kind, from) {
                    self.empty.remove(&Term::iri(from));
                }
            }
            Operation::Drop { target: GraphTarget::Graph(graph), .. } => {
                self.empty.remove(&Term::iri(graph));
            }
            Operation::Drop { target: GraphTarget::Named | GraphTarget::All, .. } => self.empty.clear(),
            _ => {}
        }
        self.empty.retain(|name| !after.contains(name));
    }

    fn carry_out(&mut self, operation: &Operation, flow: &mut Vec<u64>) -> Result<bool, Failure> {
        match operation {
            Operation::InsertData(blocks) => {
                self.change(&template(None, blocks), &DatasetClause::default(), flow)
            }
            Operation::DeleteData(blocks) | Operation::DeleteWhere(blocks) => {
                let mut modify = template(Some(blocks), &[]);
                if matches!(operation, Operation::DeleteWhere(_)) {
                    modify.pattern = pattern_of(blocks);
                }
                self.change(&modify, &DatasetClause::default(), flow)
            }
            Operation::Modify(modify) => self.change(modify, &modify.using, flow),
            Operation::Load { .. } => Err(Failure::Unmodelled("LOAD".to_owned())),
            Operation::Clear { silent, target } | Operation::Drop { silent, target } => {
                let missing = matches!(target, GraphTarget::Graph(graph) if !self.exists_graph(Some(graph)));
                self.remove(|graph| match target {
                    GraphTarget::Default => graph.is_none(),
                    GraphTarget::Named => graph.is_some(),
                    GraphTarget::All => true,
                    GraphTarget::Graph(name) => is_named(graph, Some(name)),
                });
                Ok(missing && !silent)
            }
            Operation::Create { silent, graph } => {
                let may_be_there = self.exists_graph(Some(graph)) || self.empty.contains(&Term::iri(graph));
                Ok(may_be_there && !silent)
            }
            Operation::Transfer { kind, silent, from, to } => {
                let missing = !self.exists_graph(from.as_deref());
                self.transfer(*kind, from.as_deref(), to.as_deref())?;
                Ok(missing && from.is_some() && !silent)
            }
        }
    }

    fn exists_graph(&self, name: Option<&str>) -> bool {
        self.dataset.quads.iter().any(|quad| is_named(quad.graph.as_ref(), name))
    }

    /// Removes the quads of some graphs.
    fn remove(&mut self, of: impl Fn(Option<&Term>) -> bool) {
        let mut dataset = std::mem::take(&mut self.dataset);
        dataset.quads.retain(|quad| !of(quad.graph.as_ref()));
        self.load(dataset);
    }

    /// ADD, MOVE and COPY (3.2.3 to 3.2.5). A graph to itself stays what it is.
    fn transfer(&mut self, kind: Transfer, from: Option<&str>, to: Option<&str>) -> Result<(), Failure> {
        if from == to {
            return Ok(());
        }
        let mut dataset = std::mem::take(&mut self.dataset);
        let source = dataset.quads.iter().filter(|quad| is_named(quad.graph.as_ref(), from));
        let copied: Vec<Quad> =
            source.map(|quad| Quad { graph: to.map(Term::iri), ..quad.clone() }).collect();
        if kind != Transfer::Add {
            dataset.quads.retain(|quad| !is_named(quad.graph.as_ref(), to));
        }
        if kind == Transfer::Move {
            dataset.quads.retain(|quad| !is_named(quad.graph.as_ref(), from));
        }
        dataset.quads.extend(copied);
        let count = dataset.quads.len();
        self.load(Dataset::new(dataset.quads));
        self.meter.rows(count)
    }

    /// DELETE and INSERT (3.1.3): the solutions are found first, then what they make is deleted, then inserted.
    fn change(
        &mut self,
        modify: &Modify,
        using: &DatasetClause,
        flow: &mut Vec<u64>,
    ) -> Result<bool, Failure> {
        let with = modify.with.as_deref();
        let delete = modify.delete.as_deref().unwrap_or_default();
        let insert = modify.insert.as_deref().unwrap_or_default();
        let mut rows = self.looked_for(modify, using, flow)?;
        let mut deleted = self.quads(delete, with, &rows)?;
        if self.semantics.has(Fault::UnboundDeletes) {
            for row in &rows {
                deleted.extend(self.deleted_by_unbound(delete, with, row)?);
            }
        }
        if self.semantics.has(Fault::InsertLooksAgain) && !delete.is_empty() && !insert.is_empty() {
            let mut dataset = std::mem::take(&mut self.dataset);
            self.take(&mut dataset, &deleted);
            self.load(dataset);
            rows = self.looked_for(modify, using, &mut Vec::new())?;
        }
        let inserted = self.quads(insert, with, &rows)?;
        let mut dataset = std::mem::take(&mut self.dataset);
        self.take(&mut dataset, &deleted);
        if self.semantics.has(Fault::CountedTwice) {
            self.count_again(&inserted, &dataset);
        }
        dataset.quads.extend(inserted);
        if self.semantics.has(Fault::DeletedLast) {
            self.take(&mut dataset, &deleted);
        }
        let count = dataset.quads.len();
        self.load(Dataset::new(dataset.quads));
        self.meter.rows(count)?;
        Ok(false)
    }

    /// Takes quads away. Where the default graph shows the triples of all graphs, what is taken from it goes from all.
    fn take(&self, dataset: &mut Dataset, deleted: &BTreeSet<Quad>) {
        let is_union = self.semantics.default_is_union;
        dataset.quads.retain(|quad| {
            let everywhere = is_union && deleted.contains(&Quad { graph: None, ..quad.clone() });
            !everywhere && !deleted.contains(quad)
        });
    }

    /// The solutions of the group after WHERE, in the dataset that WITH or USING describes (3.1.3).
    fn looked_for(
        &mut self,
        modify: &Modify,
        using: &DatasetClause,
        flow: &mut Vec<u64>,
    ) -> Result<Vec<Binding>, Failure> {
        let graphs = match (&modify.with, using.is_empty()) {
            (Some(graph), true) => {
                let only = DatasetClause { default: vec![graph.to_owned()], named: Vec::new() };
                let default = self.stored.described(&only, &mut self.terms, self.semantics).default;
                Graphs { default, named: Arc::clone(&self.stored.named) }
            }
            _ => self.stored.clone(),
        };
        (self.active, self.named) = (graphs.default, graphs.named);
        self.look_at(using);
        self.group_rows(&modify.pattern, flow)
    }

    /// What a template makes of solutions. Its blank nodes are new for each.
    fn quads(
        &mut self,
        blocks: &[QuadBlock],
        with: Option<&str>,
        rows: &[Binding],
    ) -> Result<BTreeSet<Quad>, Failure> {
        let mut found = BTreeSet::new();
        let names = self.variables.clone();
        let mut blanks = Blanks::new();
        let patterns: Vec<TriplePattern> = blocks.iter().flat_map(|block| block.patterns.clone()).collect();
        let stored = template_names(&patterns);
        for row in rows.iter().filter(|_| !blocks.is_empty()) {
            let bound = row.bound().filter_map(|(slot, id)| Some((names.get(slot)?.as_str(), id)));
            let values: Values<'_> = bound.collect();
            self.taint_if_free(row, &stored);
            if !self.semantics.has(Fault::OneBlankForAll) {
                blanks = Blanks::new();
            }
            for block in blocks {
                let Some(graph) = self.graph_name(block, with, &values) else {
                    continue;
                };
                for pattern in &block.patterns {
                    self.meter.step()?;
                    let Some(triple) = self.instance(pattern, &values, &mut blanks) else {
                        continue;
                    };
                    let [subject, predicate, object] = triple.map(|term| datum::stored(term, self.semantics));
                    found.insert(Quad { subject, predicate, object, graph: graph.clone() });
                    self.meter.rows(found.len())?;
                }
            }
        }
        Ok(found)
    }

    /// The graph of a block: none within is the default graph; none at all when it has no name in this solution.
    pub(super) fn graph_name(
        &self,
        block: &QuadBlock,
        with: Option<&str>,
        values: &Values<'_>,
    ) -> Option<Option<Term>> {
        match &block.graph {
            None => Some(with.map(Term::iri)),
            Some(VarOrIri::Iri(iri)) => Some(Some(Term::iri(iri))),
            Some(VarOrIri::Variable(variable)) => match self.terms.term(*values.get(variable.name())?)? {
                name @ (Term::Iri(_) | Term::Blank(_)) => Some(Some(name.clone())),
                _ => None,
            },
        }
    }

    /// Makes these quads the stored dataset. What was bound before means nothing any more.
    fn load(&mut self, dataset: Dataset) {
        self.terms = Terms::new(self.semantics);
        self.stored = Graphs::new(&dataset.quads, &mut self.terms, self.semantics);
        self.terms.keep();
        self.named = Arc::clone(&self.stored.named);
        self.active = Arc::clone(&self.stored.default);
        self.labels = BTreeMap::new();
        self.outer = Binding::default();
        self.dataset = dataset;
    }
}

fn is_named(graph: Option<&Term>, name: Option<&str>) -> bool {
    match (graph, name) {
        (None, None) => true,
        (Some(Term::Iri(iri)), Some(name)) => iri == name,
        _ => false,
    }
}

/// An operation on data: templates without variables, and one solution.
fn template(delete: Option<&[QuadBlock]>, insert: &[QuadBlock]) -> Modify {
    Modify { delete: delete.map(<[QuadBlock]>::to_vec), insert: Some(insert.to_vec()), ..Modify::default() }
}

/// The pattern of DELETE WHERE (3.1.3.3).
fn pattern_of(blocks: &[QuadBlock]) -> Group {
    let element = |block: &QuadBlock| {
        let triples: Vec<TriplePattern> = block.patterns.clone();
        match &block.graph {
            None => Element::Triples(triples),
            Some(name) => Element::Graph {
                name: name.clone(),
                group: Group { elements: vec![Element::Triples(triples)] },
            },
        }
    };
    Group { elements: blocks.iter().map(element).collect() }
}
