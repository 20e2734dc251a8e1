//! A traversal of which less is asked for.
//!
//! Where every traverser behind a place goes its own way, fewer that come there are never more in the end (GraphGenie's
//! restricted queries).

use quarrel_case::choices::Choices;
use quarrel_case::rewriting::Bond;

use super::fit::{Fit, Tail, is_condition, tail};
use super::partition::{places, read, with};
use super::site::{Edit, Site};
use crate::ast::{Argument, Literal, Query, Step, StepName as S};
use crate::build::{around, bare};

/// What holds where fewer come.
pub(super) fn bond(tail: Tail) -> Option<Bond> {
    match tail {
        Tail::Rows | Tail::Distinct => Some(Bond::NeverMore),
        Tail::Count => Some(Bond::NeverGreater),
        Tail::Sum | Tail::Least | Tail::Greatest => None,
    }
}

/// The places at which something more may be asked.
pub(super) fn all_places(fit: &Fit<'_>) -> Vec<(usize, Tail)> {
    places(fit).into_iter().filter(|(_, tail)| bond(*tail).is_some()).collect()
}

/// The traversal with a further condition.
pub(super) fn by_condition(fit: &Fit<'_>, place: usize, argument: &str) -> Option<(Vec<Query>, Bond)> {
    let (at, tail) = *all_places(fit).get(place)?;
    let condition = read(argument).filter(|condition| is_condition(condition))?;
    Some((vec![with(fit, at, &[around(S::Filter, condition)])], bond(tail)?))
}

/// Whether what is behind the step goes alone.
fn is_positive(site: &Site<'_>, behind: usize) -> bool {
    let after = site.steps.get(site.at + behind..).unwrap_or_default();
    site.chain.top && tail(after).and_then(bond).is_some()
}

/// How much holds of a traversal that a rule of this file has changed.
pub(super) fn bond_of(query: &Query) -> Bond {
    match query.steps.last() {
        Some(last) if last.name == S::Count && last.arguments.is_empty() => Bond::NeverGreater,
        _ => Bond::NeverMore,
    }
}

/// Each once.
pub(super) fn once(site: &Site<'_>) -> Edit {
    (site.is_free() && is_positive(site, 0) && site.fit.sackless).then(|| (0, vec![bare(S::Dedup)]))
}

/// No way that comes back.
pub(super) fn simple(site: &Site<'_>) -> Edit {
    (site.is_free() && is_positive(site, 0)).then(|| (0, vec![bare(S::SimplePath)]))
}

/// One direction of both.
pub(super) fn directed(site: &Site<'_>) -> Edit {
    let name = match (site.here().name, site.at.is_multiple_of(2)) {
        (S::Both, true) => S::Out,
        (S::Both, false) => S::In,
        (S::BothE, true) => S::OutE,
        (S::BothE, false) => S::InE,
        (S::BothV, true) => S::OutV,
        (S::BothV, false) => S::InV,
        _ => return None,
    };
    is_positive(site, 1).then(|| (1, vec![Step::new(name, site.here().arguments.clone())]))
}

/// Edges of one label of all.
pub(super) fn labelled(site: &Site<'_>, label: &Argument) -> Edit {
    let hops = matches!(site.here().name, S::Out | S::In | S::Both | S::OutE | S::InE | S::BothE);
    let fits = hops && site.here().arguments.is_empty() && is_positive(site, 1);
    fits.then(|| (1, vec![Step::new(site.here().name, vec![label.clone()])]))
}

/// A label of the graph's edges, as a text.
pub(super) fn draw_label(fit: &Fit<'_>, choices: &mut Choices) -> Option<String> {
    let graph = fit.ground.graph.property()?;
    let edge = choices.pick(&graph.edges)?;
    Some(crate::print::argument(&Argument::string(&edge.label), &crate::print::Spelling::default()))
}

/// The label that a text is.
pub(super) fn read_label(text: &str) -> Option<Argument> {
    let query = crate::parse::parse(&format!("g.inject({text})")).ok()?;
    match query.steps.as_slice() {
        [Step { name: S::Inject, arguments }] => match arguments.as_slice() {
            [label @ Argument::Literal(Literal::String(_))] => Some(label.clone()),
            _ => None,
        },
        _ => None,
    }
}

/// One way, or one label, less.
pub(super) fn less(site: &Site<'_>) -> Edit {
    let several = match site.here().name {
        S::Or => site.here().arguments.iter().all(|way| matches!(way, Argument::Traversal(_))),
        S::HasLabel | S::Out | S::In | S::Both | S::OutE | S::InE | S::BothE | S::Union => true,
        _ => false,
    };
    let mut step = site.here().clone();
    let fits = several && step.arguments.len() > 1 && is_positive(site, 1) && site.unit()?.len() == 1;
    step.arguments.pop().filter(|_| fits)?;
    Some((1, vec![step]))
}
