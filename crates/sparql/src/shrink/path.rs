//! Simpler property paths: a part in the whole's place, fewer parts, a path of one IRI.

use super::list::{replaced, shorter, without};
use crate::ast::{Path, TriplePattern, Verb};

/// The triple patterns with one path made simpler.
pub(super) fn simpler(patterns: &[TriplePattern]) -> Vec<Vec<TriplePattern>> {
    let mut found = Vec::new();
    for (index, pattern) in patterns.iter().enumerate() {
        if let Verb::Path(path) = &pattern.predicate {
            found.extend(variants(path).into_iter().map(|path| {
                replaced(patterns, index, TriplePattern { predicate: Verb::Path(path), ..pattern.clone() })
            }));
        }
    }
    found
}

/// Simpler paths, the simplest first.
fn variants(path: &Path) -> Vec<Path> {
    let mut found: Vec<Path> = path.children().to_vec();
    let within = |inner: &Path, make: fn(Box<Path>) -> Path| -> Vec<Path> {
        variants(inner).into_iter().map(|inner| make(Box::new(inner))).collect()
    };
    match path {
        Path::Iri(_) => {}
        Path::Inverse(inner) => found.extend(within(inner, Path::Inverse)),
        Path::ZeroOrOne(inner) => found.extend(within(inner, Path::ZeroOrOne)),
        Path::ZeroOrMore(inner) => {
            found.push(Path::ZeroOrOne(inner.clone()));
            found.extend(within(inner, Path::ZeroOrMore));
        }
        Path::OneOrMore(inner) => found.extend(within(inner, Path::OneOrMore)),
        Path::Sequence(parts) => found.extend(lists(parts).into_iter().map(Path::Sequence)),
        Path::Alternative(parts) => found.extend(lists(parts).into_iter().map(Path::Alternative)),
        Path::Negated(steps) => {
            found.extend(steps.iter().map(|step| Path::Iri(step.iri.clone())));
            found.extend((0..steps.len()).map(|index| Path::Negated(without(steps, index))));
        }
    }
    found
}

fn lists(parts: &[Path]) -> Vec<Vec<Path>> {
    let mut found: Vec<Vec<Path>> = shorter(parts).into_iter().filter(|parts| !parts.is_empty()).collect();
    for (index, part) in parts.iter().enumerate() {
        found.extend(variants(part).into_iter().map(|part| replaced(parts, index, part)));
    }
    found
}
