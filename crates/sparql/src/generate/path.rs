//! Property paths over triples of the data: what was walked stays a solution of the path.

use quarrel_case::term::Term;

use super::Maker;
use super::data::touching;
use super::pattern::Walked;
use crate::ast::{Constant, Element, Group, InlineData, NegatedStep, Path, TermPattern, TriplePattern, Verb};

/// What is put around a path, the feature that it needs, and its weight.
#[derive(Debug, Clone, Copy)]
enum Wrap {
    Inverse,
    Sequence,
    Alternative,
    Negated,
    ZeroOrOne,
    ZeroOrMore,
    OneOrMore,
}

const WRAPS: [(Wrap, &str, usize); 7] = [
    (Wrap::Inverse, "path.inverse", 14),
    (Wrap::Sequence, "path.sequence", 22),
    (Wrap::Alternative, "path.alternative", 16),
    (Wrap::Negated, "path.negated", 16),
    (Wrap::ZeroOrOne, "path.zero-or-one", 14),
    (Wrap::ZeroOrMore, "path.zero-or-more", 14),
    (Wrap::OneOrMore, "path.one-or-more", 14),
];

impl Maker<'_> {
    /// A path that goes over the triple, between these ends; none when paths are left out.
    pub(super) fn path(&mut self, triple: &[Term; 3]) -> Option<(Path, [Term; 2])> {
        let [subject, Term::Iri(predicate), object] = triple else {
            return None;
        };
        let mut path = Path::Iri(predicate.clone());
        let mut ends = [subject.clone(), object.clone()];
        let count = 1 + self.choices.weighted(&[65, 28, 7]);
        for _ in 0..count {
            path = self.wrapped(path, &mut ends)?;
        }
        (!matches!(path, Path::Iri(_))).then_some((path, ends))
    }

    fn wrapped(&mut self, path: Path, ends: &mut [Term; 2]) -> Option<Path> {
        let weights = WRAPS.map(|(_, feature, weight)| if self.allows(feature) { weight } else { 0 });
        if weights.iter().all(|weight| *weight == 0) {
            return None;
        }
        let (wrap, ..) = WRAPS.get(self.choices.weighted(&weights))?;
        Some(match wrap {
            Wrap::Inverse => {
                ends.reverse();
                Path::Inverse(Box::new(path))
            }
            Wrap::Sequence => self.followed(path, ends),
            Wrap::Alternative => {
                let other = Path::Iri(self.predicate()?);
                let mut parts = vec![path, other];
                self.choices.shuffle(&mut parts);
                Path::Alternative(parts)
            }
            Wrap::Negated => match path {
                Path::Iri(taken) => self.negated(&taken)?,
                path => path,
            },
            Wrap::ZeroOrOne => Path::ZeroOrOne(Box::new(path)),
            Wrap::ZeroOrMore => Path::ZeroOrMore(Box::new(path)),
            Wrap::OneOrMore => Path::OneOrMore(Box::new(path)),
        })
    }

    fn predicate(&mut self) -> Option<String> {
        match self.choices.pick(&self.data.predicates)? {
            Term::Iri(iri) => Some(iri.clone()),
            _ => None,
        }
    }

    /// The path, and a triple after it, or one before it that is turned round.
    fn followed(&mut self, path: Path, ends: &mut [Term; 2]) -> Path {
        let [_, end] = ends;
        let near = touching(&self.view.triples, end);
        let next = self.choices.pick(&near).and_then(|index| self.view.triples.get(*index));
        let Some([subject, Term::Iri(predicate), object]) = next else {
            return path;
        };
        let forward = subject == end;
        if !forward && !self.allows("path.inverse") {
            return path;
        }
        let step = Path::Iri(predicate.clone());
        let step = if forward { step } else { Path::Inverse(Box::new(step)) };
        *end = if forward { object.clone() } else { subject.clone() };
        match path {
            Path::Sequence(mut parts) => {
                parts.push(step);
                Path::Sequence(parts)
            }
            path => Path::Sequence(vec![path, step]),
        }
    }

    /// A set that the predicate is not in.
    fn negated(&mut self, taken: &str) -> Option<Path> {
        let count = self.choices.between(1, 2);
        let mut steps = Vec::new();
        for _ in 0..count {
            let iri = self.predicate()?;
            if iri != taken {
                steps.push(NegatedStep { inverse: false, iri });
            }
        }
        if self.choices.chance(25) {
            steps.push(NegatedStep { inverse: true, iri: self.predicate()? });
        }
        // A set of inverse steps alone goes backwards only, and would miss the triple.
        steps.iter().any(|step| !step.inverse).then_some(Path::Negated(steps))
    }

    /// A path of length zero from a term that is no node of the graph, and what it binds.
    pub(super) fn path_of_nothing(&mut self) -> Option<(TriplePattern, Walked)> {
        let term = self.choices.pick(&self.data.predicates)?.clone();
        let path = self.maybe_nothing()?;
        let variable = self.new_variable();
        let mut ends =
            [TermPattern::Constant(Constant(term.clone())), TermPattern::Variable(variable.clone())];
        if self.choices.chance(50) {
            ends.reverse();
        }
        let [subject, object] = ends;
        let pattern = TriplePattern { subject, predicate: Verb::Path(path), object };
        Some((pattern, Walked::from([(variable, term)])))
    }

    /// A group without solutions: a path that may have length zero, between variables, goes over the nodes of the
    /// graph, and VALUES names a term that is none of them (18.4).
    pub(super) fn path_from_nowhere(&mut self) -> Option<Group> {
        let term = self.choices.pick(&self.data.predicates).filter(|_| self.allows("values"))?.clone();
        let path = self.maybe_nothing()?;
        let (start, end) = (self.fresh_variable(), self.fresh_variable());
        let rows = vec![vec![Some(Constant(term))]];
        let values = Element::Values(InlineData { variables: vec![start.clone()], rows });
        let mut ends = [start, end].map(TermPattern::Variable);
        if self.choices.chance(30) {
            ends.reverse();
        }
        let [subject, object] = ends;
        let pattern = TriplePattern { subject, predicate: Verb::Path(path), object };
        let mut elements = vec![values, Element::Triples(vec![pattern])];
        if self.choices.chance(30) {
            elements.reverse();
        }
        Some(Group { elements })
    }

    /// A path that may have length zero.
    fn maybe_nothing(&mut self) -> Option<Path> {
        let inner = Box::new(Path::Iri(self.predicate()?));
        match (self.allows("path.zero-or-more"), self.allows("path.zero-or-one")) {
            (true, more) if !more || self.choices.chance(50) => Some(Path::ZeroOrMore(inner)),
            (_, true) => Some(Path::ZeroOrOne(inner)),
            _ => None,
        }
    }
}
