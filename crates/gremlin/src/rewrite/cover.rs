//! The same elements found on other ways.
//!
//! An edge is found from its source, from its target, or among all edges (GRev walks the same pattern in other paths).
//! What is found is the same bag; the way to it is not.

use super::filters::is_plain_filter;
use super::fit::Fit;
use super::site::{Edit, Site};
use crate::ast::{Argument, Literal, Query, Step, StepName as S};
use crate::build::{among, around, bare, inner};
use crate::cut::place;

fn are_labels(arguments: &[Argument]) -> bool {
    arguments.iter().all(|argument| matches!(argument, Argument::Literal(Literal::String(_))))
}

/// From a vertex to the next by way of the edge. Reference, "Vertex Steps".
pub(super) fn over_the_edge(site: &Site<'_>) -> Edit {
    let (edge, end) = match site.here().name {
        S::Out => (S::OutE, S::InV),
        S::In => (S::InE, S::OutV),
        S::Both => (S::BothE, S::OtherV),
        _ => return None,
    };
    let plain = site.fit.is_plain() && are_labels(&site.here().arguments);
    // In a pattern the edge may be asked for its other end by another way than it was reached.
    let fits = plain && !(site.chain.pattern && site.is(S::Both));
    fits.then(|| (1, vec![Step::new(edge, site.here().arguments.clone()), bare(end)]))
}

/// The same without the edge.
pub(super) fn past_the_edge(site: &Site<'_>) -> Edit {
    let next = site.near(1)?.name;
    let vertex = match (site.here().name, next) {
        (S::OutE, S::InV) => S::Out,
        (S::InE, S::OutV) => S::In,
        _ => return None,
    };
    let fits = site.fit.is_plain() && are_labels(&site.here().arguments);
    fits.then(|| (2, vec![Step::new(vertex, site.here().arguments.clone())]))
}

/// The other end of an edge that was reached from its source, or from its target, by name.
pub(super) fn other_by_name(site: &Site<'_>) -> Edit {
    let next = site.near(1)?.name;
    let end = match (site.here().name, next) {
        (S::OutE, S::OtherV) => S::InV,
        (S::OutE, S::InV) => S::OtherV,
        (S::InE, S::OtherV) => S::OutV,
        (S::InE, S::OutV) => S::OtherV,
        _ => return None,
    };
    Some((2, vec![site.here().clone(), bare(end)]))
}

/// Both directions as a union of the two. Of a loop engines say different things.
pub(super) fn both_apart(site: &Site<'_>) -> Edit {
    let (out, back) = match site.here().name {
        S::Both => (S::Out, S::In),
        S::BothE => (S::OutE, S::InE),
        _ => return None,
    };
    let labels = &site.here().arguments;
    let fits = site.fit.is_bag() && !site.fit.has_loops() && are_labels(labels);
    fits.then(|| {
        let way = |name| vec![Step::new(name, labels.clone())];
        (1, vec![among(S::Union, vec![way(out), way(back)])])
    })
}

/// Whether all elements are found at the beginning of the traversal.
fn begins(site: &Site<'_>, name: S) -> bool {
    site.chain.top
        && site.at == place::configured(site.steps)
        && site.is(name)
        && site.here().arguments.is_empty()
}

/// From all vertices over their edges: from all edges.
pub(super) fn from_the_edges(site: &Site<'_>) -> Edit {
    let next = site.near(1).filter(|next| begins(site, S::V) && are_labels(&next.arguments))?;
    let ends: &[S] = match next.name {
        S::Out => &[S::InV],
        S::In => &[S::OutV],
        S::OutE | S::InE => &[],
        S::Both if !site.fit.has_loops() => &[S::BothV],
        _ => return None,
    };
    let fits = site.fit.is_plain() && site.fit.is_bag();
    fits.then(|| {
        let mut steps = vec![bare(S::E)];
        if !next.arguments.is_empty() {
            steps.push(Step::new(S::HasLabel, next.arguments.clone()));
        }
        steps.extend(ends.iter().map(|end| bare(*end)));
        (2, steps)
    })
}

/// From all edges: from all vertices over their edges.
pub(super) fn from_the_vertices(site: &Site<'_>) -> Edit {
    let fits = begins(site, S::E) && site.fit.is_plain() && site.fit.is_bag();
    let labelled = site.near(1).filter(|next| next.name == S::HasLabel && are_labels(&next.arguments));
    let labels = labelled.map(|step| step.arguments.clone()).unwrap_or_default();
    let count = 1 + usize::from(labelled.is_some());
    fits.then(|| (count, vec![bare(S::V), Step::new(S::OutE, labels)]))
}

/// The elements with some ids as a union of one each. Reference, "Union Step": since 3.7 it may begin a traversal.
pub(super) fn ids_apart(site: &Site<'_>) -> Edit {
    let ids = &site.here().arguments;
    let begins = site.chain.top && site.at == place::configured(site.steps);
    let plain = |id: &Argument| matches!(id, Argument::Literal(Literal::Int(_) | Literal::Long(_)));
    let distinct =
        ids.iter().enumerate().all(|(place, id)| !ids.iter().take(place).any(|known| alike(known, id)));
    let fits = begins && matches!(site.here().name, S::V | S::E) && !ids.is_empty();
    let fits = fits && ids.iter().all(plain) && distinct && site.fit.rules.minor() >= 7;
    fits.then(|| {
        let way = |id: &Argument| inner(vec![Step::new(site.here().name, vec![id.clone()])]);
        (1, vec![Step::new(S::Union, ids.iter().map(way).collect())])
    })
}

fn alike(one: &Argument, other: &Argument) -> bool {
    let number = |id: &Argument| match id {
        Argument::Literal(Literal::Int(number)) => Some(i64::from(*number)),
        Argument::Literal(Literal::Long(number)) => Some(*number),
        _ => None,
    };
    number(one) == number(other)
}

/// Elements by their ids as those of all that have them.
pub(super) fn ids_among_all(site: &Site<'_>) -> Edit {
    let [id @ Argument::Literal(Literal::Int(_) | Literal::Long(_))] = site.here().arguments.as_slice()
    else {
        return None;
    };
    let fits = site.chain.top && site.at == place::configured(site.steps);
    let fits = fits && matches!(site.here().name, S::V | S::E);
    fits.then(|| (1, vec![bare(site.here().name), Step::new(S::HasId, vec![id.clone()])]))
}

/// How many walks there are, counted from their other end. Over one relation and its converse they are the same.
pub(super) fn turned(query: &Query, fit: &Fit<'_>) -> Option<Query> {
    let head = place::configured(&query.steps);
    let (source, steps) = query.steps.split_at_checked(head)?;
    let [start, walk @ .., count] = steps else { return None };
    let all = *start == bare(S::V) && *count == bare(S::Count) && fit.sackless;
    let hops = walk.iter().filter(|step| reversed(step).is_some()).count();
    if !all || hops == 0 {
        return None;
    }
    let mut turned = source.to_vec();
    turned.push(start.clone());
    // Filters stay at the vertex at which they stand.
    for part in walk.split_inclusive(|step| reversed(step).is_some()).rev() {
        let hop = part.last().and_then(reversed);
        let filters = if hop.is_some() { part.get(..part.len() - 1)? } else { part };
        if !filters.iter().all(is_plain_filter) {
            return None;
        }
        turned.extend(hop);
        turned.extend_from_slice(filters);
    }
    turned.push(count.clone());
    Some(Query { steps: turned })
}

fn reversed(step: &Step) -> Option<Step> {
    let name = match step.name {
        S::Out => S::In,
        S::In => S::Out,
        S::Both => S::Both,
        _ => return None,
    };
    are_labels(&step.arguments).then(|| Step::new(name, step.arguments.clone()))
}

/// A step between two labels as a pattern. Reference, "Match Step".
pub(super) fn matched(site: &Site<'_>) -> Edit {
    let (first, hop, second) = (site.here(), site.near(1)?, site.near(2)?);
    let labels = first.name == S::As && second.name == S::As && first.arguments.len() == 1;
    let hops = matches!(hop.name, S::Out | S::In | S::Both | S::OutE | S::InE | S::BothE);
    let fits = site.chain.top && labels && second.arguments.len() == 1 && hops && are_labels(&hop.arguments);
    // The map of a match stands where the last vertex stood.
    let label = second.arguments.clone();
    let told = |step: &Step| [first, second].iter().any(|labelled| mentions(step, &labelled.arguments));
    let later = site.steps.get(site.at + 3..).unwrap_or_default().iter().any(told);
    let free = first.arguments != label && site.fit.is_plain() && site.fit.is_bag() && !later;
    (fits && free).then(|| {
        let pattern = vec![first.clone(), hop.clone(), second.clone()];
        (3, vec![around(S::Match, pattern), Step::new(S::Select, label)])
    })
}

/// Whether the text of a step has these words somewhere.
fn mentions(step: &Step, words: &[Argument]) -> bool {
    let spelling = crate::print::Spelling::default();
    let text = crate::print::print(&Query { steps: vec![step.clone()] }, &spelling);
    let formula =
        crate::walk::any(std::slice::from_ref(step), &|step| matches!(step.name, S::Math | S::Format));
    formula || words.iter().any(|word| text.contains(&crate::print::argument(word, &spelling)))
}
