//! Templates (16.2 and Update 3.1.3): triples out of solutions.
//!
//! A triple with a part that is unbound, or that cannot stand there, is left out; a blank node of the template is a new
//! one for every solution.

use std::collections::BTreeMap;

use quarrel_case::term::Term;

use super::terms::Id;
use super::{Evaluator, datum};
use crate::ast::{TermPattern, TriplePattern, Verb};

/// What a solution binds the template's variables to.
pub(super) type Values<'a> = BTreeMap<&'a str, Id>;

/// The blank nodes of one solution, by their labels in the template.
pub(super) type Blanks<'a> = BTreeMap<&'a str, Term>;

/// The names of a template's variables, each once.
pub(super) fn template_names(template: &[TriplePattern]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for variable in template.iter().flat_map(TriplePattern::variables) {
        if !names.iter().any(|name| name == variable.name()) {
            names.push(variable.name().to_owned());
        }
    }
    names
}

impl Evaluator {
    /// The triple that a template's triple makes of a solution.
    pub(super) fn instance<'t>(
        &mut self,
        pattern: &'t TriplePattern,
        values: &Values<'_>,
        blanks: &mut Blanks<'t>,
    ) -> Option<[Term; 3]> {
        let subject = self.part(&pattern.subject, values, blanks);
        let predicate = match &pattern.predicate {
            Verb::Variable(variable) => self.bound_term(variable.name(), values),
            Verb::Iri(iri) => Some(Term::iri(iri)),
            Verb::Path(_) => None,
        };
        let object = self.part(&pattern.object, values, blanks);
        let (subject, predicate, object) = (subject?, predicate?, object?);
        let is_legal = matches!(subject, Term::Iri(_) | Term::Blank(_)) && matches!(predicate, Term::Iri(_));
        is_legal.then_some([subject, predicate, object])
    }

    fn part<'t>(
        &mut self,
        pattern: &'t TermPattern,
        values: &Values<'_>,
        blanks: &mut Blanks<'t>,
    ) -> Option<Term> {
        match pattern {
            TermPattern::Variable(variable) => self.bound_term(variable.name(), values),
            TermPattern::Constant(constant) => Some(datum::read(constant.term().clone(), self.semantics)),
            TermPattern::Blank(label) => {
                if let Some(blank) = blanks.get(label.as_str()) {
                    return Some(blank.clone());
                }
                let id = self.terms.new_blank();
                let blank = self.terms.term(id)?.clone();
                blanks.insert(label, blank.clone());
                Some(blank)
            }
            TermPattern::Triple(inner) => {
                let [subject, predicate, object] = self.instance(inner, values, blanks)?;
                Some(Term::triple(subject, predicate, object))
            }
        }
    }

    /// The term of a variable. One that the language leaves open leaves the graph open.
    fn bound_term(&mut self, name: &str, values: &Values<'_>) -> Option<Term> {
        let id = *values.get(name)?;
        if let Some(open) = self.terms.as_open(id) {
            let reason = open.reason;
            self.taint(reason);
        }
        self.terms.term(id).cloned()
    }
}
