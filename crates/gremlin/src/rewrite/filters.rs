//! Filters in other words and in another order.
//!
//! A filter lets a traverser pass or not, and nothing else, so that filters next to each other are one conjunction
//! (semantics: "and()", "or()", "not()"). Inside of another filter an order of what may not be comparable counts before
//! 3.8.

use super::clause::{has_labels, is_quiet};
use super::fit::is_condition;
use super::site::{Edit, Site};
use crate::ast::{Argument, Literal, Step, StepName as S, Token};
use crate::build::{among, around, bare, named};

/// Whether the unit is a filter that asks the traverser alone.
fn is_filter(unit: &[Step]) -> bool {
    let filters = |name: S| {
        matches!(
            name,
            S::Has
                | S::HasLabel
                | S::HasId
                | S::HasNot
                | S::Is
                | S::Not
                | S::And
                | S::Or
                | S::Filter
                | S::Where
        )
    };
    match unit {
        [step] => filters(step.name) && is_condition(unit) && !is_labels(step),
        _ => false,
    }
}

/// `where()` with a predicate, which is about labels.
fn is_labels(step: &Step) -> bool {
    step.name == S::Where && !matches!(step.arguments.as_slice(), [Argument::Traversal(_)])
}

fn is_told_alike(site: &Site<'_>, steps: &[Step]) -> bool {
    !site.chain.asked || site.fit.is_certain(steps)
}

/// Two filters that follow each other.
fn pair<'a>(site: &Site<'a>) -> Option<(&'a [Step], &'a [Step])> {
    let first = site.unit().filter(|unit| is_filter(unit))?;
    let second = site.unit_at(site.at + 1).filter(|unit| is_filter(unit))?;
    let fits = !site.chain.pattern && is_told_alike(site, first) && is_told_alike(site, second);
    fits.then_some((first, second))
}

/// Filters in another order.
pub(super) fn exchanged(site: &Site<'_>) -> Edit {
    pair(site).map(|(first, second)| (2, [second, first].concat()))
}

/// Filters next to each other as one conjunction.
pub(super) fn joined(site: &Site<'_>) -> Edit {
    pair(site).map(|(first, second)| (2, vec![among(S::And, vec![first.to_vec(), second.to_vec()])]))
}

fn ways<'a>(step: &'a Step, name: S) -> Option<Vec<&'a [Step]>> {
    let way = |argument: &'a Argument| match argument {
        Argument::Traversal(traversal) => Some(traversal.steps.as_slice()),
        _ => None,
    };
    let ways: Option<Vec<&[Step]>> = step.arguments.iter().map(way).collect();
    ways.filter(|ways| step.name == name && !ways.is_empty() && ways.iter().all(|way| is_condition(way)))
}

/// A conjunction as filters next to each other.
pub(super) fn parted(site: &Site<'_>) -> Edit {
    let ways = ways(site.here(), S::And)?;
    let certain = ways.iter().all(|way| is_told_alike(site, way));
    certain.then(|| (1, ways.iter().map(|way| around(S::Filter, way.to_vec())).collect()))
}

/// The ways of `and()` or `or()` in another order.
pub(super) fn ways_turned(site: &Site<'_>) -> Edit {
    let name = site.here().name;
    let ways = ways(site.here(), name).filter(|ways| matches!(name, S::And | S::Or) && ways.len() > 1)?;
    Some((1, vec![among(name, ways.iter().rev().map(|way| way.to_vec()).collect())]))
}

/// A disjunction as what is not none of all, and a conjunction as what is not some of none (De Morgan).
pub(super) fn de_morgan(site: &Site<'_>) -> Edit {
    let (name, other) = match site.here().name {
        S::And => (S::And, S::Or),
        _ => (S::Or, S::And),
    };
    let ways = ways(site.here(), name)?;
    let negated = ways.iter().map(|way| vec![around(S::Not, way.to_vec())]).collect();
    let certain = ways.iter().all(|way| site.fit.is_certain(way));
    certain.then(|| (1, vec![around(S::Not, vec![among(other, negated)])]))
}

/// `where()` as `filter()` and back, where no labels are matched. Reference, "Where Step".
pub(super) fn where_or_filter(site: &Site<'_>) -> Edit {
    let [argument @ Argument::Traversal(traversal)] = site.here().arguments.as_slice() else { return None };
    let name = match site.here().name {
        S::Where => S::Filter,
        S::Filter if !site.chain.pattern => S::Where,
        _ => return None,
    };
    let fits = !has_labels(&traversal.steps) && !site.chain.pattern;
    fits.then(|| (1, vec![Step::new(name, vec![argument.clone()])]))
}

/// What is asked for as what is not lacking.
pub(super) fn not_not(site: &Site<'_>) -> Edit {
    let unit = site.unit().filter(|unit| is_filter(unit) && !site.chain.pattern)?;
    let certain = site.fit.is_certain(unit);
    certain.then(|| (1, vec![around(S::Not, vec![around(S::Not, unit.to_vec())])]))
}

/// Any filter as `filter()` of itself.
pub(super) fn inside(site: &Site<'_>) -> Edit {
    let unit = site.unit().filter(|unit| is_filter(unit) && !site.chain.pattern)?;
    Some((1, vec![around(S::Filter, unit.to_vec())]))
}

/// That a key is not there. Reference, "Has Step".
pub(super) fn key_alone(site: &Site<'_>) -> Edit {
    let [key @ Argument::Literal(Literal::String(_))] = site.here().arguments.as_slice() else { return None };
    let other = match site.here().name {
        S::Has => S::HasNot,
        S::HasNot => S::Has,
        _ => return None,
    };
    let fits = site.on_elements();
    fits.then(|| (1, vec![around(S::Not, vec![Step::new(other, vec![key.clone()])])]))
}

/// `and()` and `or()` of ways as words between them. Reference, "And Step": infix notation.
pub(super) fn infix(site: &Site<'_>) -> Edit {
    let [Argument::Traversal(only)] = site.here().arguments.as_slice() else { return None };
    let [connected] = only.steps.as_slice() else { return None };
    let name = connected.name;
    let asks = matches!(site.here().name, S::Filter | S::Where | S::Not) && matches!(name, S::And | S::Or);
    let ways = ways(connected, name).filter(|ways| asks && ways.len() > 1)?;
    let begins = |way: &&[Step]| way.first().is_some_and(|step| step.name.spawns() || step.name == S::As);
    if ways.iter().any(begins) {
        return None;
    }
    let words = ways.join(&bare(name));
    Some((1, vec![around(site.here().name, words)]))
}

/// Several labels as the ways of `or()`. Reference, "Has Step".
pub(super) fn labels_apart(site: &Site<'_>) -> Edit {
    let apart = |labels: &[Argument]| {
        let way = |label: &Argument| vec![Step::new(S::HasLabel, vec![label.clone()])];
        among(S::Or, labels.iter().map(way).collect())
    };
    let plain = |argument: &Argument| matches!(argument, Argument::Literal(Literal::String(_)));
    match site.here().arguments.as_slice() {
        [label] if site.is(S::HasLabel) && plain(label) => {
            Some((1, vec![Step::new(S::Has, vec![Argument::Token(Token::TLabel), label.clone()])]))
        }
        labels if site.is(S::HasLabel) && labels.len() > 1 && labels.iter().all(plain) => {
            Some((1, vec![apart(labels)]))
        }
        [label, key, value] if site.is(S::Has) && plain(label) => Some((
            1,
            vec![
                Step::new(S::HasLabel, vec![label.clone()]),
                Step::new(S::Has, vec![key.clone(), value.clone()]),
            ],
        )),
        _ => None,
    }
}

/// A test of a key as a test of its values. Reference, "Has Step": some value passes.
pub(super) fn has_as_values(site: &Site<'_>) -> Edit {
    let [Argument::Literal(Literal::String(key)), value] = site.here().arguments.as_slice() else {
        return None;
    };
    let asks = site.is(S::Has) && site.on_elements() && !matches!(value, Argument::Traversal(_));
    let told = !site.chain.asked || site.fit.is_certain_test(value);
    let asked = || vec![named(S::Values, [key.as_str()]), Step::new(S::Is, vec![value.clone()])];
    (asks && told).then(|| (1, vec![around(S::Filter, asked())]))
}

/// A test of values, where it ends what a filter asks for, as one of their key.
pub(super) fn values_as_has(site: &Site<'_>) -> Edit {
    let [Argument::Literal(Literal::String(key))] = site.here().arguments.as_slice() else { return None };
    let [is] = site.after() else { return None };
    let ends = site.is(S::Values) && is.name == S::Is && site.chain.asked && site.on_elements();
    let value = is.arguments.first().filter(|value| ends && site.fit.is_certain_test(value))?;
    Some((2, vec![Step::new(S::Has, vec![Argument::string(key), value.clone()])]))
}

/// `values()` as the values of `properties()`. Reference, "Properties Step".
pub(super) fn values_of_properties(site: &Site<'_>) -> Edit {
    let fits = site.is(S::Values) && site.on_elements() && site.fit.is_plain();
    fits.then(|| (1, vec![Step::new(S::Properties, site.here().arguments.clone()), bare(S::Value)]))
}

/// Whether the steps are quiet filters or hops of which the walk is the same from its other end.
pub(super) fn is_plain_filter(step: &Step) -> bool {
    is_filter(std::slice::from_ref(step)) && is_quiet(std::slice::from_ref(step))
}
