//! Templates of CONSTRUCT.

use quarrel_case::term::Term;

use super::Maker;
use super::data::Kind;
use super::table::Scope;
use crate::ast::{Constant, TermPattern, TriplePattern, Variable, Verb};

impl Maker<'_> {
    /// One to three triples over what the solutions bind, now and then with a new blank node.
    pub(super) fn template(&mut self, scope: &Scope) -> Vec<TriplePattern> {
        let label = self.fresh_blank();
        let count = self.choices.between(1, 3);
        (0..count).map(|_| self.template_triple(scope, Some(&label))).collect()
    }

    /// A triple over what the solutions bind; with a blank node now and then, when there is a label for it.
    pub(super) fn template_triple(&mut self, scope: &Scope, label: Option<&str>) -> TriplePattern {
        let nodes = scope.of_kind(Kind::Iri).into_iter().chain(scope.of_kind(Kind::Blank));
        let nodes: Vec<Variable> = nodes.map(|visible| visible.variable.clone()).collect();
        let all: Vec<Variable> = scope.visible.iter().map(|visible| visible.variable.clone()).collect();
        let iri = |term: Option<&Term>| match term {
            Some(Term::Iri(iri)) => iri.clone(),
            _ => "http://e/p".to_owned(),
        };
        let blank = || label.map(|label| TermPattern::Blank(label.to_owned()));
        let new = blank().filter(|_| self.choices.chance(50));
        let subject = match self.choices.pick(&nodes) {
            Some(variable) if self.choices.chance(80) => TermPattern::Variable(variable.clone()),
            _ => new.unwrap_or_else(|| {
                TermPattern::Constant(Constant::iri(iri(self.choices.pick(&self.data.predicates))))
            }),
        };
        let predicate = match self.choices.pick(&nodes) {
            Some(variable) if self.choices.chance(8) => Verb::Variable(variable.clone()),
            _ => Verb::Iri(iri(self.choices.pick(&self.data.predicates))),
        };
        let new = blank().filter(|_| self.choices.chance(50));
        let constant = self.choices.pick(&self.data.constants).cloned().unwrap_or_else(|| Term::integer(1));
        let object = match self.choices.pick(&all) {
            Some(variable) if self.choices.chance(85) => TermPattern::Variable(variable.clone()),
            _ => new.unwrap_or(TermPattern::Constant(Constant(constant))),
        };
        TriplePattern { subject, predicate, object }
    }
}
