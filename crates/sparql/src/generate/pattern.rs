//! Triple patterns, from a walk over the triples of the data.
//!
//! A block of patterns starts at a term that the chosen solution binds and goes from triple to triple; each
//! triple becomes a pattern by putting variables in the place of some of its terms. Terms that are met again get
//! the variable that they had, so patterns join, and what was walked is a solution of the block.

use std::collections::BTreeMap;
use std::sync::Arc;

use quarrel_case::language::Guidance;
use quarrel_case::term::Term;

use super::Maker;
use super::data::{is_writable, touching};
use super::frame::Frame;
use crate::ast::{Constant, TermPattern, TriplePattern, Variable, Verb};

/// How many triple patterns in 100 are property paths.
const PATHS: usize = 7;

/// The values that variables have on the way.
pub(super) type Walked = BTreeMap<Variable, Term>;

/// A block of patterns that is being made.
#[derive(Default)]
struct Block {
    patterns: Vec<TriplePattern>,
    bound: Walked,
    /// Blank nodes of the block by the term that they stand for.
    blanks: BTreeMap<Term, String>,
}

impl Maker<'_> {
    /// A block of triple patterns, and what they bind beside what the chosen solution binds.
    pub(super) fn block(&mut self, frame: &Frame) -> Option<(Vec<TriplePattern>, Walked)> {
        let known = self.chosen(frame);
        // A variable that the chosen solution leaves unbound is bound here: the join is then one of gaps.
        let gap = frame.joinable.iter().find(|variable| !known.contains_key(*variable));
        let gap = gap.filter(|_| self.choices.chance(12)).cloned();
        self.reusable.extend(gap.clone());
        let walked = self.walk(&known);
        self.reusable.retain(|variable| Some(variable) != gap.as_ref());
        walked
    }

    fn walk(&mut self, known: &Walked) -> Option<(Vec<TriplePattern>, Walked)> {
        let mut block = Block { bound: known.clone(), ..Block::default() };
        let weights = [34, 36, 18, 12];
        let most = self.patterns.clamp(1, weights.len());
        let count = 1 + self.choices.weighted(weights.get(..most)?);
        for _ in 0..count * 2 {
            if block.patterns.len() == count {
                break;
            }
            if self.choices.chance(1)
                && let Some((pattern, bound)) = self.path_of_nothing()
            {
                block.patterns.push(pattern);
                block.bound.extend(bound);
                continue;
            }
            let (triple, via) = self.next_triple(&block.bound)?;
            let pattern = self.pattern(&triple, via.as_ref(), &mut block);
            if !block.patterns.contains(&pattern) {
                block.patterns.push(pattern);
            }
        }
        let new = block.bound.into_iter().filter(|(variable, _)| !known.contains_key(variable)).collect();
        Some((block.patterns, new))
    }

    /// A triple to make a pattern of, and the variable through which it was reached.
    fn next_triple(&mut self, bound: &Walked) -> Option<([Term; 3], Option<Variable>)> {
        let data = self.data;
        if self.guidance == Guidance::Random {
            let pick = |choices: &mut quarrel_case::choices::Choices| choices.pick(&data.constants).cloned();
            let predicate = self.choices.pick(&data.predicates)?.clone();
            let subject = pick(self.choices).filter(|term| matches!(term, Term::Iri(_)));
            return Some((
                [subject.or_else(|| Some(predicate.clone()))?, predicate, pick(self.choices)?],
                None,
            ));
        }
        let triples = Arc::clone(&self.view.triples);
        let entries: Vec<(&Variable, &Term)> = bound.iter().collect();
        if self.choices.chance(95) {
            for _ in 0..4 {
                let Some((variable, term)) = self.choices.pick(&entries).copied() else {
                    break;
                };
                let mut near = touching(&triples, term);
                // Mostly a triple that the query does not use yet: the walk is to lead somewhere.
                if self.choices.chance(75) && near.iter().any(|index| !self.used.contains(index)) {
                    near.retain(|index| !self.used.contains(index));
                }
                if let Some(index) = self.choices.pick(&near) {
                    self.used.push(*index);
                    return Some((triples.get(*index)?.clone(), Some(variable.clone())));
                }
            }
        }
        let index = self.choices.below(triples.len());
        self.used.push(index);
        Some((triples.get(index)?.clone(), None))
    }

    fn pattern(&mut self, triple: &[Term; 3], via: Option<&Variable>, block: &mut Block) -> TriplePattern {
        let path = if self.choices.chance(PATHS) { self.path(triple) } else { None };
        let [subject, predicate, object] = triple;
        let (path, ends) = path.unzip();
        let [subject, object] = ends.unwrap_or_else(|| [subject.clone(), object.clone()]);
        let verb = path.map(Verb::Path);
        let [subject, object] = [&subject, &object];
        let through = |term: &Term, block: &Block| {
            via.filter(|variable| block.bound.get(*variable) == Some(term)).cloned()
        };
        let (mut at_subject, mut at_object) = (through(subject, block), through(object, block));
        // A loop is reached at both ends; mostly it stays one.
        if at_subject.is_some() && at_object.is_some() && self.choices.chance(30) {
            *(if self.choices.chance(50) { &mut at_subject } else { &mut at_object }) = None;
        }
        // The end with the variable is named first, so that the other end may meet it again.
        if at_object.is_some() {
            let object = self.end(object, at_object, 30, block);
            let subject = self.end(subject, at_subject, 18, block);
            TriplePattern { subject, predicate: verb.unwrap_or_else(|| self.verb(predicate, block)), object }
        } else {
            let subject = self.end(subject, at_subject, 18, block);
            let constant = match object {
                _ if subject.as_variable().is_none() => 6,
                Term::Literal(_) => 20,
                _ => 34,
            };
            let object = self.end(object, None, constant, block);
            TriplePattern { subject, predicate: verb.unwrap_or_else(|| self.verb(predicate, block)), object }
        }
    }

    /// A subject or object; `constant` is how often, in 100, a new term stays one.
    fn end(
        &mut self,
        term: &Term,
        through: Option<Variable>,
        constant: usize,
        block: &mut Block,
    ) -> TermPattern {
        if let Some(variable) = through {
            return TermPattern::Variable(variable);
        }
        if let Some(variable) = self.known_variable(term, block, 82) {
            return TermPattern::Variable(variable);
        }
        if let Some(label) = block.blanks.get(term)
            && self.choices.chance(80)
        {
            return TermPattern::Blank(label.clone());
        }
        if self.choices.chance(5) && self.allows("blank-node-pattern") {
            let label = self.fresh_blank();
            block.blanks.insert(term.clone(), label.clone());
            return TermPattern::Blank(label);
        }
        if let Term::Triple(parts) = term
            && self.allows("triple-term")
            && self.choices.chance(45)
        {
            return self.triple_term(parts, block);
        }
        if is_writable(term) && self.choices.chance(constant) {
            return TermPattern::Constant(Constant(term.clone()));
        }
        let variable = self.new_variable();
        block.bound.insert(variable.clone(), term.clone());
        TermPattern::Variable(variable)
    }

    /// A triple term, with variables in the place of some of its parts.
    fn triple_term(&mut self, [subject, predicate, object]: &[Term; 3], block: &mut Block) -> TermPattern {
        let subject = self.end(subject, None, 30, block);
        let predicate = self.verb(predicate, block);
        let object = self.end(object, None, 30, block);
        TermPattern::triple(TriplePattern { subject, predicate, object })
    }

    /// A variable that has the term already, in `percent` of the cases in which there is one.
    fn known_variable(&mut self, term: &Term, block: &Block, percent: usize) -> Option<Variable> {
        let random = self.guidance == Guidance::Random;
        let equal: Vec<&Variable> = block
            .bound
            .iter()
            .filter(|(_, value)| random || *value == term)
            .map(|(variable, _)| variable)
            .collect();
        if equal.is_empty() || !self.choices.chance(if random { 40 } else { percent }) {
            return None;
        }
        self.choices.pick(&equal).map(|variable| (*variable).clone())
    }

    fn verb(&mut self, predicate: &Term, block: &mut Block) -> Verb {
        let Term::Iri(iri) = predicate else {
            return Verb::Variable(self.new_variable());
        };
        if !self.allows("variable-predicate") || self.choices.chance(93) {
            return Verb::Iri(iri.clone());
        }
        let variable = self.known_variable(predicate, block, 60).unwrap_or_else(|| {
            let variable = self.new_variable();
            block.bound.insert(variable.clone(), predicate.clone());
            variable
        });
        Verb::Variable(variable)
    }
}
