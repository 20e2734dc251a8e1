//! Updates: a few operations, each made for the dataset that those before it leave.
//!
//! What an operation leaves is seen by those after it, so that an engine that keeps the old state in some index, or
//! the new one too early, ends with another dataset. Now and then an operation is made for the dataset before: it looks
//! for what is gone.

use quarrel_case::choices::Choices;
use quarrel_case::graph::Dataset;
use quarrel_case::language::{Evaluation, Guidance, Session, Tree};
use quarrel_case::term::Term;

use super::data::{Data, Triples, is_writable};
use super::finish::{prologue, select_all, set_projection};
use super::frame::Frame;
use super::group_by::aggregate;
use super::{DRAFT_BUDGET, Maker, SparqlGenerator, unknown};
use crate::ast::{
    AggregateFunction, Column, Constant, DatasetClause, Element, GraphTarget, Group, Modify, Operation,
    Projection, QuadBlock, TermPattern, Transfer, TriplePattern, Update, VarOrIri, Verb,
};
use crate::evaluate::{Evaluator, session};
use crate::features::update_features;

/// Updates that are tried before a query is made instead.
const ATTEMPTS: usize = 6;

/// More blank nodes than an operation has.
const LABELS: usize = 100;

/// A graph that is in no dataset.
const NEW_GRAPH: &str = "http://e/g9";

#[derive(Debug, Clone, Copy)]
enum Kinds {
    InsertData,
    DeleteData,
    DeleteWhere,
    Modify,
    Clear,
    Drop,
    Create,
    Add,
    Copy,
    Move,
}

/// The kinds of operations with the feature that each needs, and their weights.
const KINDS: [(Kinds, &str, usize); 10] = [
    (Kinds::InsertData, "update.insert-data", 15),
    (Kinds::DeleteData, "update.delete-data", 15),
    (Kinds::DeleteWhere, "update.delete-where", 13),
    (Kinds::Modify, "", 36),
    (Kinds::Clear, "update.clear", 6),
    (Kinds::Drop, "update.drop", 6),
    (Kinds::Create, "update.create", 3),
    (Kinds::Add, "update.add", 5),
    (Kinds::Copy, "update.copy", 5),
    (Kinds::Move, "update.move", 5),
];

/// A triple of data or of a template, and its graph.
type Placed = (Option<VarOrIri>, TriplePattern);

impl SparqlGenerator {
    /// An update that mostly changes the dataset, with what the reference says of it.
    pub(super) fn update(&mut self, choices: &mut Choices) -> Option<(Update, Evaluation)> {
        for _ in 0..ATTEMPTS {
            let operations = self.operations(choices);
            let mut update = Update { prologue: prologue(choices), operations };
            update.normalize();
            if update.operations.is_empty() || !self.allows(|| update_features(&update)) {
                continue;
            }
            if !self.judge.is_asked {
                return Some((update, unknown()));
            }
            let mut session = session(&self.stored, &self.setting.profile).ok()?;
            let evaluation = session.run(&Tree::new(update.clone()), &self.setting.budget);
            let changes = session.graph().dataset() != Some(&self.stored);
            let is_known = evaluation.result.is_ok() && evaluation.open.is_none();
            let is_wanted = is_known && (changes || choices.chance(15));
            if is_wanted || self.setting.guidance != Guidance::Full {
                return Some((update, evaluation));
            }
        }
        None
    }

    fn operations(&mut self, choices: &mut Choices) -> Vec<Operation> {
        let count = 1 + choices.weighted(&[38, 40, 22]);
        let follows = self.judge.is_asked && self.setting.guidance == Guidance::Full;
        let mut operations = Vec::new();
        // The datasets that the operations leave; none is the stored one.
        let (mut before, mut now) = (None, None);
        for number in 1..=count {
            let seen = if choices.chance(30) { &before } else { &now };
            let Some(operation) = self.operation(seen.as_ref(), &operations, choices) else {
                continue;
            };
            if follows && number < count {
                let after = self.after(now.as_ref(), &operation);
                before = std::mem::replace(&mut now, after);
            }
            operations.push(operation);
        }
        operations
    }

    fn operation(
        &mut self,
        dataset: Option<&Dataset>,
        before: &[Operation],
        choices: &mut Choices,
    ) -> Option<Operation> {
        let Some(dataset) = dataset else {
            self.draft.reset(DRAFT_BUDGET);
            return Maker::new(&self.setting, &self.data, &mut self.draft, choices).operation(before);
        };
        let data = Data::new(dataset, &self.stored, self.semantics.merges_graphs());
        let mut evaluator = Evaluator::new(dataset, self.semantics, DRAFT_BUDGET);
        Maker::new(&self.setting, &data, &mut evaluator, choices).operation(before)
    }

    /// The dataset after an operation.
    fn after(&self, dataset: Option<&Dataset>, operation: &Operation) -> Option<Dataset> {
        let mut session = session(dataset.unwrap_or(&self.stored), &self.setting.profile).ok()?;
        let update = Update { operations: vec![operation.clone()], ..Update::default() };
        session.run(&Tree::new(update), &self.setting.budget);
        session.graph().dataset().cloned()
    }
}

impl Maker<'_> {
    /// An operation after those `before`.
    fn operation(&mut self, before: &[Operation]) -> Option<Operation> {
        // A label of a blank node belongs to one operation.
        self.blanks = before.len() * LABELS;
        self.written = inserted_predicates(before);
        let graphs = self.names_graphs();
        let weights = KINDS.map(|(kind, feature, weight)| {
            let needs_graphs = matches!(kind, Kinds::Create | Kinds::Add | Kinds::Copy | Kinds::Move);
            let allowed = feature.is_empty() || self.allows(feature);
            if allowed && (graphs || !needs_graphs) { weight } else { 0 }
        });
        let (kind, ..) = KINDS.get(self.choices.weighted(&weights))?;
        Some(match kind {
            Kinds::InsertData => Operation::InsertData(self.data(true)?),
            Kinds::DeleteData => Operation::DeleteData(self.data(false)?),
            Kinds::DeleteWhere => Operation::DeleteWhere(self.delete_where()?),
            Kinds::Modify => Operation::Modify(Box::new(self.modify(before.is_empty())?)),
            Kinds::Clear => {
                let (silent, target) = self.target();
                Operation::Clear { silent, target }
            }
            Kinds::Drop => {
                let (silent, target) = self.target();
                Operation::Drop { silent, target }
            }
            Kinds::Create => {
                let graph = self.graph_name();
                Operation::Create { silent: graph != NEW_GRAPH || self.choices.chance(30), graph }
            }
            Kinds::Add => self.transfer(Transfer::Add)?,
            Kinds::Copy => self.transfer(Transfer::Copy)?,
            Kinds::Move => self.transfer(Transfer::Move)?,
        })
    }

    /// Whether graphs may be named.
    fn names_graphs(&self) -> bool {
        self.allows("update.graph") && self.allows("graph.named-graph")
    }

    /// The name of a graph that is there, or now and then of one that is not.
    fn graph_name(&mut self) -> String {
        let found = self.choices.pick(&self.view.graphs).filter(|_| self.choices.chance(75));
        found.map_or_else(|| NEW_GRAPH.to_owned(), |(name, _)| name.clone())
    }

    /// The default graph or a named one, with its triples.
    fn some_graph(&mut self) -> (Option<String>, Triples) {
        let named = self.names_graphs() && self.choices.chance(45);
        match self.choices.pick(&self.view.graphs).filter(|_| named) {
            Some((name, triples)) => (Some(name.clone()), triples.clone()),
            None => (None, self.view.triples.clone()),
        }
    }

    /// Another place for a triple than where it was found.
    fn moved(&mut self, graph: Option<VarOrIri>, percent: usize) -> Option<VarOrIri> {
        if !self.names_graphs() || !self.choices.chance(percent) {
            return graph;
        }
        let other = VarOrIri::Iri(self.graph_name());
        Some(other).filter(|_| graph.is_none() || self.choices.chance(50))
    }

    /// Triples that are there, in their graph or in another, and others made of their parts.
    fn data(&mut self, blanks: bool) -> Option<Vec<QuadBlock>> {
        let mut placed = Vec::new();
        let own = self.fresh_blank();
        for _ in 0..self.choices.between(1, 3) {
            let (graph, triples) = self.some_graph();
            let [subject, predicate, mut object] = self.choices.pick(&triples)?.clone();
            if self.choices.chance(if blanks { 45 } else { 12 }) {
                object = self.choices.pick(&triples)?[2].clone();
            }
            let graph = self.moved(graph.map(VarOrIri::Iri), if blanks { 25 } else { 10 });
            let predicate = Verb::Iri(iri(&predicate)?);
            let ends = [&subject, &object].map(|term| written(term, blanks.then_some(own.as_str())));
            if let [Some(subject), Some(object)] = ends {
                placed.push((graph, TriplePattern { subject, predicate, object }));
            }
        }
        (!placed.is_empty()).then(|| blocks(placed))
    }

    /// Patterns of one graph that are template and pattern.
    fn delete_where(&mut self) -> Option<Vec<QuadBlock>> {
        let frame = Frame::outermost(self);
        let graph = self.some_graph().0;
        let (patterns, _) = match &graph {
            None => self.block(&frame)?,
            Some(graph) => self.inside(graph, |maker| maker.block(&frame))?,
        };
        let name = graph.map(|graph| match self.allows("graph.variable") && self.choices.chance(40) {
            true => VarOrIri::Variable(self.fresh_variable()),
            false => VarOrIri::Iri(graph),
        });
        let most = self.choices.between(1, 2);
        let fit = patterns.into_iter().filter(is_ground_template).take(most);
        let placed: Vec<Placed> = fit.map(|pattern| (name.clone(), pattern)).collect();
        (!placed.is_empty()).then(|| blocks(placed))
    }

    fn modify(&mut self, is_first: bool) -> Option<Modify> {
        let stored = self.view.clone();
        // An engine that does not hold the graph of USING may fetch it: only what was loaded is named.
        let using = match is_first && self.allows("update.using") && self.choices.chance(35) {
            true => self.describe("update.using", "update.using"),
            false => DatasetClause::default(),
        };
        let names = self.names_graphs() && self.allows("update.with") && self.choices.chance(20);
        let with = self.choices.pick(&stored.graphs).filter(|_| names).map(|(name, _)| name.clone());
        let frame = match with.as_deref().filter(|_| using.is_empty()) {
            None => self.looked_for(),
            Some(graph) => self.inside(graph, Self::looked_for),
        }?;
        let [delete, insert] =
            ["update.delete", "update.insert"].map(|feature| self.allows(feature) && self.choices.chance(65));
        let mut modify = Modify { with, using, ..Modify::default() };
        let fallback = self.allows("update.insert");
        if !delete && !insert && !fallback {
            return None;
        }
        modify.delete = if delete { Some(self.deleted(&frame, &modify.using)) } else { None };
        if insert || modify.delete.as_ref().is_none_or(Vec::is_empty) && fallback {
            modify.insert = Some(self.inserted(&frame));
        }
        modify.pattern = frame.group();
        Some(modify)
    }

    /// The group after WHERE.
    fn looked_for(&mut self) -> Option<Frame> {
        self.left = self.choices.between(1, 6);
        let mut frame = Frame::outermost(self);
        // What a store keeps count of is asked for after it has written.
        let counts = if self.written.is_empty() { 8 } else { 35 };
        match self.choices.chance(counts) && self.allows("sub-select") {
            true => self.count(&mut frame)?,
            false => self.grow(&mut frame, usize::MAX),
        }
        (!frame.elements.is_empty()).then_some(frame)
    }

    /// The number of triples that a pattern finds.
    fn count(&mut self, frame: &mut Frame) -> Option<()> {
        let needed = ["aggregate.count-all", "select.expression", "group"];
        if !needed.iter().all(|feature| self.allows(feature)) {
            return None;
        }
        let pattern = match self.choices.pick(&self.written).filter(|_| self.choices.chance(60)) {
            Some(predicate) => {
                let predicate = Verb::Iri(predicate.clone());
                let ends = [self.fresh_variable(), self.fresh_variable()];
                let [subject, object] = ends.map(TermPattern::Variable);
                TriplePattern { subject, predicate, object }
            }
            None => self.block(frame)?.0.into_iter().next()?,
        };
        let mut query = select_all(Group { elements: vec![Element::Triples(vec![pattern])] });
        let expression = aggregate(AggregateFunction::Count, false, None);
        let variable = self.fresh_variable();
        set_projection(&mut query, Projection::Columns(vec![Column::Expression { expression, variable }]));
        let element = Element::Group(Group { elements: vec![Element::Select(Box::new(query))] });
        let solutions = self.evaluator.extend(&frame.solutions, &element).ok()?;
        self.commit(frame, element, solutions);
        Some(())
    }

    /// Triples that the pattern has found, or others of their parts.
    fn deleted(&mut self, frame: &Frame, using: &DatasetClause) -> Vec<QuadBlock> {
        let mut found = Vec::new();
        matched(&frame.elements, None, &mut found);
        let scope = self.scope(frame);
        let mut placed = Vec::new();
        for _ in 0..self.choices.between(1, 2) {
            let (mut graph, pattern) = match self.choices.pick(&found) {
                Some(found) if self.choices.chance(85) => found.clone(),
                _ => (None, self.template_triple(&scope, None)),
            };
            if graph.is_none() && self.names_graphs() {
                graph = using.default.first().map(|graph| VarOrIri::Iri(graph.clone()));
            }
            if (graph.is_none() || self.names_graphs()) && is_ground_template(&pattern) {
                placed.push((self.moved(graph, 6), pattern));
            }
        }
        blocks(placed)
    }

    /// Triples over what the pattern binds, in some graph.
    fn inserted(&mut self, frame: &Frame) -> Vec<QuadBlock> {
        let scope = self.scope(frame);
        let variables: Vec<VarOrIri> = frame
            .elements
            .iter()
            .filter_map(|element| match element {
                Element::Graph { name: name @ VarOrIri::Variable(_), .. } => Some(name.clone()),
                _ => None,
            })
            .collect();
        let label = self.allows("graph.blank-node").then(|| self.fresh_blank());
        let mut placed = Vec::new();
        for _ in 0..self.choices.between(1, 2) {
            let pattern = self.template_triple(&scope, label.as_deref());
            let variable = self.choices.pick(&variables).cloned().filter(|_| self.names_graphs());
            let graph = match variable.filter(|_| self.choices.chance(50)) {
                Some(variable) => Some(variable),
                None => self.moved(None, 30),
            };
            placed.push((graph, pattern));
        }
        blocks(placed)
    }

    /// Whether SILENT is written, and what is emptied.
    fn target(&mut self) -> (bool, GraphTarget) {
        let silent = self.choices.chance(30);
        let weights = if self.names_graphs() { [20, 10, 10, 60] } else { [80, 0, 20, 0] };
        match self.choices.weighted(&weights) {
            0 => (silent, GraphTarget::Default),
            1 => (silent, GraphTarget::Named),
            2 => (silent, GraphTarget::All),
            _ => {
                let graph = self.graph_name();
                let is_there = self.view.named(&graph).is_some();
                (silent || !is_there, GraphTarget::Graph(graph))
            }
        }
    }

    fn transfer(&mut self, kind: Transfer) -> Option<Operation> {
        let (from, triples) = self.some_graph();
        let to = match self.choices.weighted(&[40, 60]) {
            0 => None,
            _ => Some(self.graph_name()),
        };
        // To itself it does nothing, which is worth little.
        let is_useful = !triples.is_empty() && (from != to || self.choices.chance(8));
        is_useful.then(|| Operation::Transfer { kind, silent: self.choices.chance(25), from, to })
    }
}

/// The predicates of what the operations insert.
fn inserted_predicates(operations: &[Operation]) -> Vec<String> {
    let inserted = operations.iter().filter_map(|operation| match operation {
        Operation::InsertData(blocks) => Some(blocks),
        Operation::Modify(modify) => modify.insert.as_ref(),
        _ => None,
    });
    let verbs = inserted.flatten().flat_map(|block| &block.patterns).map(|pattern| &pattern.predicate);
    verbs.filter_map(|verb| if let Verb::Iri(iri) = verb { Some(iri.clone()) } else { None }).collect()
}

fn iri(term: &Term) -> Option<String> {
    match term {
        Term::Iri(iri) => Some(iri.clone()),
        _ => None,
    }
}

/// A term in data; a blank node is a new one there, and cannot be written where nothing new is made.
fn written(term: &Term, own: Option<&str>) -> Option<TermPattern> {
    match term {
        Term::Blank(label) => own.map(|own| TermPattern::Blank(format!("{own}{label}"))),
        term => is_writable(term).then(|| TermPattern::Constant(Constant(term.clone()))),
    }
}

/// Whether a pattern can stand in the template of DELETE.
fn is_ground_template(pattern: &TriplePattern) -> bool {
    let is_path = matches!(pattern.predicate, Verb::Path(_));
    !is_path && !pattern.subject.has_blank() && !pattern.object.has_blank()
}

/// The triple patterns of a group whose solutions are not hidden, with their graphs.
fn matched(elements: &[Element], graph: Option<&VarOrIri>, found: &mut Vec<Placed>) {
    for element in elements {
        match element {
            Element::Triples(patterns) => {
                let fit = patterns.iter().filter(|pattern| is_ground_template(pattern));
                found.extend(fit.map(|pattern| (graph.cloned(), pattern.clone())));
            }
            Element::Optional(group) | Element::Group(group) => matched(&group.elements, graph, found),
            Element::Union(branches) => {
                branches.iter().for_each(|branch| matched(&branch.elements, graph, found));
            }
            Element::Graph { name, group } => matched(&group.elements, Some(name), found),
            _ => {}
        }
    }
}

/// The triples as they are written: those of the default graph first.
fn blocks(mut placed: Vec<Placed>) -> Vec<QuadBlock> {
    let mut blocks: Vec<QuadBlock> = Vec::new();
    placed.sort_by_key(|(graph, _)| graph.is_some());
    for (graph, pattern) in placed {
        match blocks.last_mut() {
            Some(block) if block.graph == graph => block.patterns.push(pattern),
            _ => blocks.push(QuadBlock { graph, patterns: vec![pattern] }),
        }
    }
    blocks
}
