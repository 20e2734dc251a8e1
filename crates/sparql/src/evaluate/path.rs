//! Property paths (9, 18.2.2.4 and 18.4).
//!
//! A path is evaluated as the relation that it is: pairs of terms, as often as the algebra finds them. Whether a path
//! of length zero begins at a term depends on how that term came into its place: one that the query writes does, one
//! that a variable was bound to elsewhere must occur in the graph, since the path is evaluated on its own (18.4) and
//! joined afterwards.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use quarrel_case::language::Failure;
use quarrel_case::term::Term;

use super::terms::Id;
use super::{Evaluator, Fault};
use crate::ast::{NegatedStep, Path};

/// An end of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// A term that stands there.
    Term(Id),
    /// A variable, with what is known of its value.
    Variable(Option<Id>),
}

impl End {
    fn value(self) -> Option<Id> {
        match self {
            Self::Term(id) => Some(id),
            Self::Variable(id) => id,
        }
    }

    fn admits(self, id: Id) -> bool {
        self.value().is_none_or(|value| value == id)
    }
}

/// The pairs of a path's ends.
type Pairs = Vec<(Id, Id)>;

/// s18 and s43: every pair once.
fn each_once(pairs: Pairs) -> Pairs {
    pairs.into_iter().collect::<BTreeSet<_>>().into_iter().collect()
}

impl Evaluator {
    /// The pairs that a path joins (18.4): a bag, for `?`, `*` and `+` a set.
    pub(super) fn path_pairs(&mut self, path: &Path, start: End, end: End) -> Result<Pairs, Failure> {
        self.meter.step()?;
        let pairs = match path {
            Path::Iri(iri) => {
                let predicate = self.terms.intern(Term::iri(iri));
                self.steps(start, end, |found| found == predicate, Some(predicate))?
            }
            Path::Inverse(inner) => turned(self.part_pairs(inner, end, start)?),
            Path::Sequence(parts) if self.semantics.has(Fault::SequenceIsSet) => {
                each_once(self.sequence(parts, start, end)?)
            }
            Path::Sequence(parts) => self.sequence(parts, start, end)?,
            Path::Alternative(parts) => {
                let mut pairs = Vec::new();
                for part in parts {
                    pairs.extend(self.path_pairs(part, start, end)?);
                }
                pairs
            }
            Path::Negated(steps) => self.negated_set(steps, start, end)?,
            Path::ZeroOrOne(inner) => {
                let mut pairs: BTreeSet<(Id, Id)> = self.path_pairs(inner, start, end)?.into_iter().collect();
                pairs.extend(self.zero_length(start, end)?);
                pairs.into_iter().collect()
            }
            Path::ZeroOrMore(inner) => {
                let mut pairs = self.closure(inner, start, end)?;
                pairs.extend(self.zero_length(start, end)?);
                pairs.into_iter().collect()
            }
            Path::OneOrMore(inner) => self.closure(inner, start, end)?.into_iter().collect(),
        };
        self.meter.rows(pairs.len())?;
        Ok(pairs)
    }

    /// The pairs of a part of a sequence or of what is turned round.
    fn part_pairs(&mut self, path: &Path, start: End, end: End) -> Result<Pairs, Failure> {
        let mut pairs = self.path_pairs(path, start, end)?;
        if self.semantics.has(Fault::AlternativeIsSet) && matches!(path, Path::Alternative(_)) {
            pairs = each_once(pairs);
        }
        Ok(pairs)
    }

    /// The pairs of single triples.
    fn steps(
        &mut self,
        start: End,
        end: End,
        accepts: impl Fn(Id) -> bool,
        predicate: Option<Id>,
    ) -> Result<Pairs, Failure> {
        let mut pairs = Vec::new();
        for [subject, predicate, object] in self.active.matching([start.value(), predicate, end.value()]) {
            self.meter.step()?;
            if accepts(predicate) {
                pairs.push((subject, object));
            }
        }
        Ok(pairs)
    }

    /// NegatedPropertySet (18.2.2.3): its forward and its inverse part, each by itself.
    fn negated_set(&mut self, steps: &[NegatedStep], start: End, end: End) -> Result<Pairs, Failure> {
        let mut parts: [Vec<Id>; 2] = [Vec::new(), Vec::new()];
        for step in steps {
            let id = self.terms.intern(Term::iri(&step.iri));
            let [forward, inverse] = &mut parts;
            if step.inverse { inverse.push(id) } else { forward.push(id) }
        }
        let [forward, inverse] = parts;
        let mut pairs = Vec::new();
        if !forward.is_empty() || inverse.is_empty() {
            pairs = self.steps(start, end, |predicate| !forward.contains(&predicate), None)?;
        }
        if !inverse.is_empty() {
            pairs.extend(turned(self.steps(end, start, |predicate| !inverse.contains(&predicate), None)?));
        }
        Ok(pairs)
    }

    /// Sequences (18.2.2.4): joined by a variable of their own, from the end that is known.
    fn sequence(&mut self, parts: &[Path], start: End, end: End) -> Result<Pairs, Failure> {
        let backwards = start.value().is_none() && end.value().is_some();
        let (near, rest) = match if backwards { parts.split_last() } else { parts.split_first() } {
            Some((only, [])) => return self.part_pairs(only, start, end),
            Some(parts) => parts,
            None => return Ok(Vec::new()),
        };
        let middle = End::Variable(None);
        let first = if backwards {
            self.part_pairs(near, middle, end)?
        } else {
            self.part_pairs(near, start, middle)?
        };
        let mut known: BTreeMap<Id, Pairs> = BTreeMap::new();
        let mut pairs = Vec::new();
        for (left, right) in first {
            let at = if backwards { left } else { right };
            let others = match known.entry(at) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(place) => {
                    let middle = End::Variable(Some(at));
                    let (start, end) = if backwards { (start, middle) } else { (middle, end) };
                    place.insert(self.sequence(rest, start, end)?)
                }
            };
            for (first, last) in others.iter() {
                self.meter.step()?;
                pairs.push(if backwards { (*first, right) } else { (left, *last) });
            }
            self.meter.rows(pairs.len())?;
        }
        Ok(pairs)
    }

    /// The pairs of the path of length zero.
    fn zero_length(&mut self, start: End, end: End) -> Result<Pairs, Failure> {
        let term = match (start, end) {
            (End::Term(id), other) | (other, End::Term(id)) => {
                return Ok(if other.admits(id) { vec![(id, id)] } else { Vec::new() });
            }
            _ => start.value().or(end.value()),
        };
        let nodes = self.nodes()?;
        Ok(match term {
            Some(id) if nodes.contains(&id) && start.admits(id) && end.admits(id) => vec![(id, id)],
            Some(_) => Vec::new(),
            None if self.semantics.has(Fault::NodesForEver) => {
                let all: BTreeSet<Id> = nodes.into_iter().chain(self.former_nodes()).collect();
                all.into_iter().map(|id| (id, id)).collect()
            }
            None => nodes.into_iter().map(|id| (id, id)).collect(),
        })
    }

    /// The nodes of the active graph: what is a subject or an object in it.
    fn nodes(&mut self) -> Result<BTreeSet<Id>, Failure> {
        let mut nodes = BTreeSet::new();
        for [subject, _, object] in self.active.matching([None; 3]) {
            self.meter.step()?;
            nodes.extend([subject, object]);
        }
        Ok(nodes)
    }

    /// The pairs of one or more steps, each once (ALP of 18.4).
    fn closure(&mut self, inner: &Path, start: End, end: End) -> Result<BTreeSet<(Id, Id)>, Failure> {
        if let (None, Some(_)) = (start.value(), end.value()) {
            let inverse = Path::Inverse(Box::new(inner.clone()));
            let pairs = self.closure(&inverse, end, start)?;
            return Ok(pairs.into_iter().map(|(last, first)| (first, last)).collect());
        }
        let starts: Vec<Id> = match (start, start.value()) {
            (End::Term(id), _) => vec![id],
            (_, known) => {
                let nodes = self.nodes()?;
                // From a written end the other end is reached whether it is a node or not.
                let everywhere = matches!(end, End::Term(_));
                match known {
                    Some(id) if everywhere || nodes.contains(&id) => vec![id],
                    Some(_) => Vec::new(),
                    None => nodes.into_iter().collect(),
                }
            }
        };
        let is_closure = matches!(inner, Path::ZeroOrMore(_) | Path::OneOrMore(_));
        if is_closure && self.semantics.has(Fault::NestedClosureHangs) {
            self.walk_for_ever(inner, &starts)?;
        }
        let mut pairs = BTreeSet::new();
        for first in starts {
            let mut reached: BTreeSet<Id> = BTreeSet::new();
            let mut waiting = vec![first];
            while let Some(at) = waiting.pop() {
                for (_, next) in self.path_pairs(inner, End::Term(at), End::Variable(None))? {
                    self.meter.step()?;
                    if reached.insert(next) {
                        waiting.push(next);
                    }
                }
            }
            pairs.extend(reached.into_iter().filter(|last| end.admits(*last)).map(|last| (first, last)));
            self.meter.rows(pairs.len())?;
        }
        Ok(pairs)
    }

    /// s30: a closure of a closure keeps no set of visited nodes: it does not end where a cycle can be reached.
    fn walk_for_ever(&mut self, inner: &Path, starts: &[Id]) -> Result<(), Failure> {
        for start in starts {
            let reached = self.path_pairs(inner, End::Term(*start), End::Variable(None))?;
            for (_, node) in reached {
                let again = self.path_pairs(inner, End::Term(node), End::Variable(None))?;
                for (_, next) in again {
                    let back = End::Term(node);
                    let returns = !self.path_pairs(inner, End::Term(next), back)?.is_empty();
                    if returns && (next != node || matches!(inner, Path::OneOrMore(_))) {
                        return Err(Failure::Hung);
                    }
                }
            }
        }
        Ok(())
    }
}

fn turned(pairs: Pairs) -> Pairs {
    pairs.into_iter().map(|(first, last)| (last, first)).collect()
}
