//! Random trees of paths, triple terms, graphs, sub-selects, templates and updates.

use quarrel_case::term::Term;
use quarrel_sparql::ast::{
    DatasetClause, Described, Element, Expression, Form, GraphTarget, Modify, NegatedStep, Operation, Path,
    QuadBlock, Query, TermPattern, Transfer, TriplePattern, Update, VarOrIri, Verb,
};

use super::Trees;

impl Trees {
    pub(super) fn path_verb(&mut self) -> Verb {
        match self.path(3) {
            Path::Iri(iri) => Verb::Iri(iri),
            path => Verb::Path(path),
        }
    }

    fn path(&mut self, depth: usize) -> Path {
        if depth == 0 {
            return Path::Iri(self.iri());
        }
        let below = depth - 1;
        match self.below(8) {
            0 => Path::Inverse(Box::new(self.path(below))),
            1 => Path::Sequence(self.list(2, 3, |trees| trees.path(below))),
            2 => Path::Alternative(self.list(2, 3, |trees| trees.path(below))),
            3 => Path::ZeroOrOne(Box::new(self.path(below))),
            4 => Path::ZeroOrMore(Box::new(self.path(below))),
            5 => Path::OneOrMore(Box::new(self.path(below))),
            6 => Path::Negated(
                self.list(0, 3, |trees| NegatedStep { inverse: trees.flip(), iri: trees.iri() }),
            ),
            _ => Path::Iri(self.iri()),
        }
    }

    fn plain_triple(&mut self) -> TriplePattern {
        let predicate = if self.flip() { Verb::Variable(self.variable()) } else { Verb::Iri(self.iri()) };
        TriplePattern { subject: self.term(), predicate, object: self.term() }
    }

    pub(super) fn triple_term(&mut self) -> TermPattern {
        if self.below(3) > 0 {
            return TermPattern::Variable(self.variable());
        }
        TermPattern::triple(self.plain_triple())
    }

    pub(super) fn ground_triple_term(&mut self) -> Term {
        let object = self.constant().0;
        Term::triple(Term::Iri(self.iri()), Term::Iri(self.iri()), object)
    }

    pub(super) fn triple_expression(&mut self) -> Expression {
        let object = Expression::Constant(self.constant());
        let subject = Expression::Variable(self.variable());
        Expression::Triple(Box::new([subject, Expression::constant(Term::Iri(self.iri())), object]))
    }

    fn name(&mut self) -> VarOrIri {
        if self.flip() { VarOrIri::Variable(self.variable()) } else { VarOrIri::Iri(self.iri()) }
    }

    pub(super) fn in_graph(&mut self, depth: usize) -> Element {
        let (name, group) = (self.name(), self.group(depth));
        match self.below(4) {
            0 => Element::Service { silent: self.flip(), name, group },
            _ => Element::Graph { name, group },
        }
    }

    pub(super) fn sub_select(&mut self, depth: usize) -> Query {
        let pattern = self.group(depth);
        let (form, modifiers) = loop {
            let (form, modifiers) =
                if self.below(3) == 0 { self.grouped() } else { (self.form(), self.modifiers(false)) };
            if matches!(form, Form::Select(_)) {
                break (form, modifiers);
            }
        };
        Query {
            prologue: quarrel_sparql::ast::Prologue::default(),
            form,
            dataset: DatasetClause::default(),
            pattern,
            modifiers,
        }
    }

    pub(super) fn template(&mut self) -> Vec<TriplePattern> {
        self.list(0, 3, Self::plain_triple)
    }

    pub(super) fn describe(&mut self) -> Form {
        Form::Describe(if self.flip() {
            Described::All
        } else {
            Described::Resources(self.list(1, 3, Self::name))
        })
    }

    pub(super) fn dataset(&mut self) -> DatasetClause {
        if self.flip() {
            return DatasetClause::default();
        }
        DatasetClause { default: self.list(0, 2, Self::iri), named: self.list(0, 2, Self::iri) }
    }

    pub(super) fn update(&mut self) -> Update {
        let prologue = self.prologue();
        let mut update = Update { prologue, operations: self.list(0, 4, Self::operation) };
        update.normalize();
        update
    }

    fn operation(&mut self) -> Operation {
        let silent = self.flip();
        match self.below(9) {
            0 => Operation::InsertData(self.quads(false, true)),
            1 => Operation::DeleteData(self.quads(false, false)),
            2 => Operation::DeleteWhere(self.quads(true, false)),
            3 => Operation::Load { silent, source: self.iri(), into: self.flip().then(|| self.iri()) },
            4 => Operation::Clear { silent, target: self.target() },
            5 => Operation::Drop { silent, target: self.target() },
            6 => Operation::Create { silent, graph: self.iri() },
            7 => Operation::Transfer {
                kind: self.pick(&[Transfer::Add, Transfer::Move, Transfer::Copy]),
                silent,
                from: self.flip().then(|| self.iri()),
                to: self.flip().then(|| self.iri()),
            },
            _ => Operation::Modify(Box::new(Modify {
                with: self.flip().then(|| self.iri()),
                delete: self.flip().then(|| self.quads(true, false)),
                insert: self.flip().then(|| self.quads(true, true)),
                using: self.dataset(),
                pattern: self.group(2),
            })),
        }
    }

    fn target(&mut self) -> GraphTarget {
        let graph = GraphTarget::Graph(self.iri());
        self.pick(&[GraphTarget::Default, GraphTarget::Named, GraphTarget::All, graph])
    }

    fn quads(&mut self, variables: bool, blanks: bool) -> Vec<QuadBlock> {
        self.list(0, 3, |trees| QuadBlock {
            graph: trees.flip().then(|| if variables { trees.name() } else { VarOrIri::Iri(trees.iri()) }),
            patterns: trees.list(0, 2, |trees| {
                let mut triple = trees.plain_triple();
                let allowed = |part: &TermPattern| {
                    (variables || part.variables().is_empty()) && (blanks || !part.has_blank())
                };
                if !allowed(&triple.subject) {
                    triple.subject = TermPattern::Constant(trees.constant());
                }
                if !allowed(&triple.object) {
                    triple.object = TermPattern::Constant(trees.constant());
                }
                if !variables {
                    triple.predicate = Verb::Iri(trees.iri());
                }
                triple
            }),
        })
    }
}
