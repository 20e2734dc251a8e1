//! Branches as other branches.
//!
//! Semantics: "branch()", "choose()", "coalesce()", "union()". What gathers inside of a branch sees other traversers in
//! another branch, so the ways are such that let each go alone.

use super::clause::{is_quiet, traversal};
use super::site::{Edit, Site};
use crate::ast::{Argument, Step, StepName as S};
use crate::build::{among, around, bare, int};

/// `optional()` as a choice. Reference, "Optional Step".
pub(super) fn optional(site: &Site<'_>) -> Edit {
    let [Argument::Traversal(way)] = site.here().arguments.as_slice() else { return None };
    if !site.is(S::Optional) || !is_quiet(&way.steps) {
        return None;
    }
    let way = &way.steps;
    Some(match site.fit.is_plain() && site.at.is_multiple_of(2) {
        true => (1, vec![among(S::Coalesce, vec![way.clone(), vec![bare(S::Identity)]])]),
        false => (1, vec![among(S::Choose, vec![way.clone(), way.clone()])]),
    })
}

/// The first of two ways as a choice. Reference, "Coalesce Step".
pub(super) fn coalesce(site: &Site<'_>) -> Edit {
    let [Argument::Traversal(first), Argument::Traversal(second)] = site.here().arguments.as_slice() else {
        return None;
    };
    let fits =
        site.is(S::Coalesce) && is_quiet(&first.steps) && is_quiet(&second.steps) && site.fit.is_plain();
    fits.then(|| {
        let ways = vec![first.steps.clone(), first.steps.clone(), second.steps.clone()];
        (1, vec![among(S::Choose, ways)])
    })
}

/// A choice as a union of both ways under their conditions. Reference, "Choose Step".
pub(super) fn choose(site: &Site<'_>) -> Edit {
    let ways: Option<Vec<&[Step]>> = site.here().arguments.iter().map(traversal).collect();
    let ways = ways.filter(|ways| site.is(S::Choose) && ways.iter().all(|way| is_quiet(way)))?;
    let itself = [bare(S::Identity)];
    let (condition, yes, no) = match ways.as_slice() {
        [condition, yes] => (*condition, *yes, itself.as_slice()),
        [condition, yes, no] => (*condition, *yes, *no),
        _ => return None,
    };
    let fits = site.fit.is_bag() && site.fit.is_certain(condition) && site.unit()?.len() == 1;
    let under = |name, way: &[Step]| [&[around(name, condition.to_vec())], way].concat();
    fits.then(|| (1, vec![among(S::Union, vec![under(S::Filter, yes), under(S::Not, no)])]))
}

/// The ways of a union in another order.
pub(super) fn union_turned(site: &Site<'_>) -> Edit {
    let turns = site.is(S::Union) && site.here().arguments.len() > 1 && site.fit.is_bag();
    let quiet = || site.here().arguments.iter().filter_map(traversal).all(is_quiet);
    (turns && quiet()).then(|| {
        let ways = site.here().arguments.iter().rev().cloned().collect();
        (1, vec![Step::new(S::Union, ways)])
    })
}

/// The first result of a traversal as all of its one result. Reference, "Map Step".
pub(super) fn first_of(site: &Site<'_>) -> Edit {
    let [Argument::Traversal(way)] = site.here().arguments.as_slice() else { return None };
    let fits = site.is(S::Map) && is_quiet(&way.steps) && site.fit.is_plain() && site.fit.bulkless;
    fits.then(|| {
        let first = Step::new(S::Limit, vec![int(1)]);
        (1, vec![around(S::FlatMap, [way.steps.as_slice(), &[first]].concat())])
    })
}
