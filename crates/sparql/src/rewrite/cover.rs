//! The same pattern as other triple patterns and other paths.
//!
//! A basic graph pattern has no order (SPARQL 1.1, 18.3), and property paths are defined by what they expand to (18.2.2.4,
//! 18.4): sequences join over a variable of their own, inverses turn round, alternatives unite, all as bags. `?`, `*` and
//! `+` alone give each pair once, so what unrolls them stands under DISTINCT.

use quarrel_case::rewriting::Family;

use super::build::{braced, columns, group, has_blank, scope, select, sub_select, with};
use super::place::Around;
use super::{Fits, Law, law};
use crate::ast::{Duplicates, Element, Group, Path, TermPattern, TriplePattern, Verb};

const fn rule(
    name: &'static str,
    says: &'static str,
    source: &'static str,
    fits: fn(&Group, &Around<'_>) -> Vec<Group>,
) -> Law {
    law(Family::Cover, name, says, source, Fits::Group(fits))
}

pub(super) const LAWS: &[Law] = &[
    rule("p-alternative", "an alternative is a UNION", "SPARQL 1.1, 18.2.2.4 and 18.4 (alt)", union),
    rule(
        "p-braces",
        "a triple pattern has a group of its own",
        "SPARQL 1.1, 18.2.2.6 and 18.5 (Join)",
        alone,
    ),
    rule("p-closure", "one or more is one and then any number", "SPARQL 1.1, 18.4 (OneOrMorePath)", unrolled),
    rule("p-inverse", "a path is walked from its other end", "SPARQL 1.1, 18.2.2.4 (inv)", turned),
    rule("p-order", "triple patterns have no order", "SPARQL 1.1, 18.3; GRev, section 3", reordered),
    rule(
        "p-path",
        "a path is written as another with the same pairs",
        "SPARQL 1.1, 9.1, 18.2.2.4 and 18.4",
        rewritten,
    ),
    rule("p-sequence", "a sequence is cut at a variable", "SPARQL 1.1, 18.2.2.4 (seq); GRev, section 3", cut),
    rule(
        "p-split",
        "a block of triple patterns is cut in two",
        "SPARQL 1.1, 18.5 (Join); GRev, section 3",
        split,
    ),
];

/// The blocks of a group with their places.
fn blocks(place: &Group) -> impl Iterator<Item = (usize, &Vec<TriplePattern>)> {
    place.elements.iter().enumerate().filter_map(|(index, element)| match element {
        Element::Triples(patterns) => Some((index, patterns)),
        _ => None,
    })
}

/// Every triple pattern: the element and the place in it.
fn each<T>(
    place: &Group,
    mut make: impl FnMut(usize, &[TriplePattern], usize, &TriplePattern) -> Vec<T>,
) -> Vec<T> {
    let mut made = Vec::new();
    for (index, patterns) in blocks(place) {
        for (at, pattern) in patterns.iter().enumerate() {
            made.extend(make(index, patterns, at, pattern));
        }
    }
    made
}

fn without(patterns: &[TriplePattern], at: usize) -> Vec<TriplePattern> {
    let mut rest = patterns.to_vec();
    rest.remove(at);
    rest
}

/// The block with another pattern, or several, in the place of one.
fn replaced(patterns: &[TriplePattern], at: usize, others: Vec<TriplePattern>) -> Element {
    let mut all = patterns.to_vec();
    all.splice(at..=at, others);
    Element::Triples(all)
}

fn reordered(place: &Group, _: &Around<'_>) -> Vec<Group> {
    let mut made = Vec::new();
    for (index, patterns) in blocks(place).filter(|(_, patterns)| patterns.len() > 1) {
        let turned = patterns.iter().rev().cloned().collect();
        made.push(with(&place.elements, index, vec![Element::Triples(turned)]));
        for at in 1..patterns.len() {
            let mut moved = patterns.clone();
            let first = moved.remove(at);
            moved.insert(0, first);
            made.push(with(&place.elements, index, vec![Element::Triples(moved)]));
        }
    }
    made
}

fn split(place: &Group, around: &Around<'_>) -> Vec<Group> {
    if around.in_exists {
        return Vec::new();
    }
    let mut made = Vec::new();
    for (index, patterns) in blocks(place) {
        for at in 1..patterns.len() {
            let (left, right) = patterns.split_at(at);
            let halves = [left, right].map(|half| braced(vec![Element::Triples(half.to_vec())]));
            made.push(with(&place.elements, index, halves.to_vec()));
        }
    }
    made
}

fn alone(place: &Group, around: &Around<'_>) -> Vec<Group> {
    if around.in_exists {
        return Vec::new();
    }
    each(place, |index, patterns, at, pattern| {
        let own = braced(vec![Element::Triples(vec![pattern.clone()])]);
        vec![with(&place.elements, index, vec![own, Element::Triples(without(patterns, at))])]
    })
}

fn pattern_of(subject: TermPattern, path: Path, object: TermPattern) -> TriplePattern {
    let predicate = match path {
        Path::Iri(iri) => Verb::Iri(iri),
        other => Verb::Path(other),
    };
    TriplePattern { subject, predicate, object }
}

fn cut(place: &Group, around: &Around<'_>) -> Vec<Group> {
    each(place, |index, patterns, at, pattern| {
        let Verb::Path(Path::Sequence(parts)) = &pattern.predicate else { return Vec::new() };
        let middle = TermPattern::Variable(around.fresh(0));
        let cut_at = |cut: usize| {
            let (left, right) = parts.split_at(cut);
            let half = |parts: &[Path]| match parts {
                [only] => only.clone(),
                several => Path::Sequence(several.to_vec()),
            };
            let first = pattern_of(pattern.subject.clone(), half(left), middle.clone());
            let second = pattern_of(middle.clone(), half(right), pattern.object.clone());
            with(&place.elements, index, vec![replaced(patterns, at, vec![first, second])])
        };
        (1..parts.len()).map(cut_at).collect()
    })
}

fn turned(place: &Group, _: &Around<'_>) -> Vec<Group> {
    each(place, |index, patterns, at, pattern| {
        let turned = match &pattern.predicate {
            Verb::Path(Path::Inverse(inner)) => (**inner).clone(),
            // A literal may not be a subject everywhere.
            _ if !is_node(&pattern.object) => return Vec::new(),
            Verb::Iri(iri) => Path::Inverse(Box::new(Path::Iri(iri.clone()))),
            Verb::Path(path) => Path::Inverse(Box::new(path.clone())),
            Verb::Variable(_) => return Vec::new(),
        };
        if !is_node(&pattern.object) {
            return Vec::new();
        }
        let turned = pattern_of(pattern.object.clone(), turned, pattern.subject.clone());
        vec![with(&place.elements, index, vec![replaced(patterns, at, vec![turned])])]
    })
}

fn is_node(term: &TermPattern) -> bool {
    match term {
        TermPattern::Variable(_) | TermPattern::Blank(_) => true,
        TermPattern::Constant(constant) => matches!(constant.term(), quarrel_case::term::Term::Iri(_)),
        TermPattern::Triple(_) => false,
    }
}

fn union(place: &Group, around: &Around<'_>) -> Vec<Group> {
    if around.in_exists {
        return Vec::new();
    }
    each(place, |index, patterns, at, pattern| {
        let Verb::Path(Path::Alternative(parts)) = &pattern.predicate else { return Vec::new() };
        if has_blank(pattern) {
            return Vec::new();
        }
        let branch = |path: &Path| {
            let part = pattern_of(pattern.subject.clone(), path.clone(), pattern.object.clone());
            group(vec![Element::Triples(vec![part])])
        };
        let union = Element::Union(parts.iter().map(branch).collect());
        vec![with(&place.elements, index, vec![Element::Triples(without(patterns, at)), union])]
    })
}

/// `p+` as `p/p*`, each pair once.
fn unrolled(place: &Group, around: &Around<'_>) -> Vec<Group> {
    if around.in_exists {
        return Vec::new();
    }
    each(place, |index, patterns, at, pattern| {
        let Verb::Path(Path::OneOrMore(inner)) = &pattern.predicate else { return Vec::new() };
        let any = Path::ZeroOrMore(inner.clone());
        let steps = [
            Path::Sequence(vec![(**inner).clone(), any.clone()]),
            Path::Sequence(vec![any, (**inner).clone()]),
        ];
        let unrolled = steps.into_iter().filter_map(|path| {
            let own = pattern_of(pattern.subject.clone(), path, pattern.object.clone());
            let elements = vec![Element::Triples(vec![own])];
            let shown = scope(&elements);
            if shown.is_empty() || has_blank(pattern) {
                return None;
            }
            let distinct = sub_select(select(Duplicates::Distinct, columns(shown), group(elements)));
            Some(with(&place.elements, index, vec![Element::Triples(without(patterns, at)), distinct]))
        });
        unrolled.collect()
    })
}

fn rewritten(place: &Group, _: &Around<'_>) -> Vec<Group> {
    each(place, |index, patterns, at, pattern| {
        let Verb::Path(path) = &pattern.predicate else { return Vec::new() };
        let others = variants(path).into_iter();
        others
            .map(|path| {
                let other = pattern_of(pattern.subject.clone(), path, pattern.object.clone());
                with(&place.elements, index, vec![replaced(patterns, at, vec![other])])
            })
            .collect()
    })
}

/// Paths with the same pairs, each as often.
fn variants(path: &Path) -> Vec<Path> {
    let mut found = here(path);
    let within = |inner: &Path, make: fn(Box<Path>) -> Path| {
        variants(inner).into_iter().map(move |other| make(Box::new(other))).collect::<Vec<_>>()
    };
    match path {
        Path::Iri(_) | Path::Negated(_) => {}
        Path::Inverse(inner) => found.extend(within(inner, Path::Inverse)),
        Path::ZeroOrOne(inner) => found.extend(within(inner, Path::ZeroOrOne)),
        Path::ZeroOrMore(inner) => found.extend(within(inner, Path::ZeroOrMore)),
        Path::OneOrMore(inner) => found.extend(within(inner, Path::OneOrMore)),
        Path::Sequence(parts) => found.extend(in_parts(parts).map(Path::Sequence)),
        Path::Alternative(parts) => found.extend(in_parts(parts).map(Path::Alternative)),
    }
    found
}

fn in_parts(parts: &[Path]) -> impl Iterator<Item = Vec<Path>> {
    parts.iter().enumerate().flat_map(move |(index, part)| {
        variants(part).into_iter().map(move |other| {
            let mut parts = parts.to_vec();
            if let Some(place) = parts.get_mut(index) {
                *place = other;
            }
            parts
        })
    })
}

/// The path itself in another form.
fn here(path: &Path) -> Vec<Path> {
    let inverse = |part: &Path| Path::Inverse(Box::new(part.clone()));
    match path {
        Path::Inverse(inner) => match &**inner {
            Path::Sequence(parts) => vec![Path::Sequence(parts.iter().rev().map(inverse).collect())],
            Path::Alternative(parts) => vec![Path::Alternative(parts.iter().map(inverse).collect())],
            Path::OneOrMore(inner) => vec![Path::OneOrMore(Box::new(inverse(inner)))],
            Path::ZeroOrMore(inner) => vec![Path::ZeroOrMore(Box::new(inverse(inner)))],
            Path::Inverse(inner) => vec![(**inner).clone()],
            _ => Vec::new(),
        },
        Path::Alternative(parts) => vec![Path::Alternative(parts.iter().rev().cloned().collect())],
        Path::Sequence(parts) => distributed(parts),
        Path::ZeroOrMore(inner) => {
            let some = Path::OneOrMore(inner.clone());
            vec![
                Path::ZeroOrOne(Box::new(some.clone())),
                Path::ZeroOrMore(Box::new(some)),
                Path::ZeroOrMore(Box::new(Path::ZeroOrOne(inner.clone()))),
            ]
        }
        Path::OneOrMore(_) => vec![Path::OneOrMore(Box::new(path.clone()))],
        Path::ZeroOrOne(inner) => vec![Path::ZeroOrOne(Box::new(Path::ZeroOrOne(inner.clone())))],
        Path::Iri(_) | Path::Negated(_) => Vec::new(),
    }
}

/// `(a|b)/c` as `(a/c)|(b/c)`.
fn distributed(parts: &[Path]) -> Vec<Path> {
    let mut found = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        if let Path::Alternative(branches) = part {
            let whole = |branch: &Path| {
                let mut parts = parts.to_vec();
                if let Some(place) = parts.get_mut(index) {
                    *place = branch.clone();
                }
                Path::Sequence(parts)
            };
            found.push(Path::Alternative(branches.iter().map(whole).collect()));
        }
    }
    found
}
