//! Relations of graphs in the words of SPARQL.
//!
//! An oracle asks about the ends of routes and knows no language; here a route becomes a group of triple patterns and
//! property paths over `?a` and `?b`. Patterns are walks, which may take a triple as often as they like (section 18.3),
//! so a seam that forbids that has no words, nor have simple and shortest paths, nor conditions on edges. The paths `?`,
//! `*` and `+` give each pair once (section 18.4): where ways are counted, a leg that needs them has no words either.
//!
//! Where each pair counts once, labels and equal values are triple patterns, which engines join; where ways are
//! counted they are EXISTS, since a store may show a triple that is in several graphs several times.

mod change;
mod path;
mod route;

#[cfg(test)]
mod tests;

use quarrel_case::phrase::{Ask, Change, Pattern, Phraser, Question, Route};
use quarrel_case::profile::Profile;

use crate::parse::parse_request;
use route::Words;

/// Says questions and changes in SPARQL.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SparqlPhraser;

impl Phraser for SparqlPhraser {
    fn question(&self, question: &Question) -> Option<String> {
        is_read(said(question)?)
    }

    fn change(&self, change: &Change) -> Option<String> {
        is_read(change::said(change)?)
    }

    fn trails(&self, _: &Profile) -> bool {
        false
    }
}

/// The text, if it is one of the language: names and literals come from outside.
fn is_read(text: String) -> Option<String> {
    parse_request(&text).is_ok().then_some(text)
}

fn said(question: &Question) -> Option<String> {
    let (group, ends, is_set) = pattern(&question.pattern, question.ask)?;
    let columns = if ends == 1 { "?a" } else { "?a ?b" };
    Some(match (question.ask, is_set) {
        (Ask::DistinctPairs, _) | (Ask::Pairs, true) => {
            format!("SELECT DISTINCT {columns} WHERE {{ {group} }}")
        }
        (Ask::Pairs, false) => format!("SELECT {columns} WHERE {{ {group} }}"),
        (Ask::Count, true) => {
            format!("SELECT (COUNT(*) AS ?n) WHERE {{ SELECT DISTINCT {columns} WHERE {{ {group} }} }}")
        }
        (Ask::Count, false) => format!("SELECT (COUNT(*) AS ?n) WHERE {{ {group} }}"),
        (Ask::Shortest | Ask::ShortestCount, _) => return None,
    })
}

/// The group of a pattern, how many ends it has, and whether it gives each pair once.
fn pattern(pattern: &Pattern, ask: Ask) -> Option<(String, usize, bool)> {
    let mut words = Words::default();
    match pattern {
        Pattern::Route(route) => {
            // A vertex is there once, however many triples say what it is.
            let is_set = route.legs.is_empty();
            let group = words.route(route, is_set || ask == Ask::DistinctPairs)?;
            Some((group, ends(route), is_set))
        }
        Pattern::Both(routes) => {
            let (groups, ends) = groups(routes, &mut words)?;
            Some((groups.join(" "), ends, true))
        }
        Pattern::Either(routes) => {
            let (groups, ends) = groups(routes, &mut words)?;
            Some((groups.join(" UNION "), ends, true))
        }
        // MINUS and not NOT EXISTS: both sides bind all ends always, so that it is defined by the algebra alone (18.5),
        // while what substitution (18.6) does to a path or a group inside is told by no text of 1.1 to the end.
        Pattern::ButNot(route, without) => {
            let (groups, ends) = groups(&[route.clone(), without.clone()], &mut words)?;
            Some((groups.join(" MINUS "), ends, true))
        }
    }
}

/// A group in braces for each route, and how many ends they have.
fn groups(routes: &[Route], words: &mut Words) -> Option<(Vec<String>, usize)> {
    let count = ends(routes.first()?);
    if routes.iter().any(|route| ends(route) != count) {
        return None;
    }
    let group = |route: &Route| words.route(route, true).map(|group| format!("{{ {group} }}"));
    Some((routes.iter().map(group).collect::<Option<_>>()?, count))
}

fn ends(route: &Route) -> usize {
    if route.legs.is_empty() { 1 } else { 2 }
}
