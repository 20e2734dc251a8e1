//! Predicates in other words.
//!
//! Semantics: "Comparability, Equality, Orderability, and Equivalence"; "Mapping for P". Equality is never in doubt, and
//! the connectives are the same in two truth values and in three; only what tests a value twice in two filters is
//! another question where a third truth value is told on.

use super::fit::is_count_test;
use super::site::{Edit, Site};
use crate::ast::{Argument, Literal, Predicate, PredicateName as N, Step, StepName as S};
use crate::build::{among, test};

/// A predicate in the place of another.
type Other = fn(&Predicate) -> Option<Predicate>;

fn of(name: N, value: &Argument) -> Box<Predicate> {
    Box::new(Predicate::Test(name, vec![value.clone()]))
}

/// The first part of the predicate that can be told otherwise.
fn told(predicate: &Predicate, other: Other) -> Option<Predicate> {
    if let Some(other) = other(predicate) {
        return Some(other);
    }
    let inner = |inner: &Predicate| told(inner, other).map(Box::new);
    match predicate {
        Predicate::Test(..) => None,
        Predicate::Not(negated) => inner(negated).map(Predicate::Not),
        Predicate::And(left, right) => inner(left)
            .map(|left| Predicate::And(left, right.clone()))
            .or_else(|| inner(right).map(|right| Predicate::And(left.clone(), right))),
        Predicate::Or(left, right) => inner(left)
            .map(|left| Predicate::Or(left, right.clone()))
            .or_else(|| inner(right).map(|right| Predicate::Or(left.clone(), right))),
    }
}

/// The step with another predicate. In `where()` a predicate is about labels.
fn retold(site: &Site<'_>, other: Other) -> Edit {
    if !matches!(
        site.here().name,
        S::Has | S::HasLabel | S::Is | S::All | S::Any | S::None | S::HasValue | S::HasKey
    ) {
        return None;
    }
    let mut step = site.here().clone();
    let argument = step.arguments.last_mut()?;
    let Argument::Predicate(predicate) = argument else { return None };
    *argument = Argument::Predicate(told(predicate, other)?);
    Some((1, vec![step]))
}

/// Between and outside of two values as comparisons with each.
pub(super) fn bounds(site: &Site<'_>) -> Edit {
    retold(site, |predicate| match predicate {
        Predicate::Test(name, values) => {
            let [low, high] = values.as_slice() else { return None };
            Some(match name {
                N::Between => Predicate::And(of(N::Gte, low), of(N::Lt, high)),
                N::Inside => Predicate::And(of(N::Gt, low), of(N::Lt, high)),
                N::Outside => Predicate::Or(of(N::Lt, low), of(N::Gt, high)),
                _ => return None,
            })
        }
        _ => None,
    })
}

/// Among some values as equal to one of them.
pub(super) fn members(site: &Site<'_>) -> Edit {
    retold(site, |predicate| {
        let Predicate::Test(name @ (N::Within | N::Without), values) = predicate else { return None };
        let values = match values.as_slice() {
            [Argument::List(items) | Argument::Set(items)] => items.as_slice(),
            // One collection that is bound, or that is a value, is another question.
            [Argument::Literal(_)] => values,
            [_, _, ..] => values,
            _ => return None,
        };
        let within = *name == N::Within;
        let one = |value: &Argument| *of(if within { N::Eq } else { N::Neq }, value);
        values.iter().map(one).reduce(|left, right| match within {
            true => Predicate::Or(Box::new(left), Box::new(right)),
            false => Predicate::And(Box::new(left), Box::new(right)),
        })
    })
}

/// Values as a list of them, and a list as values.
pub(super) fn listed(site: &Site<'_>) -> Edit {
    retold(site, |predicate| {
        let Predicate::Test(name @ (N::Within | N::Without), values) = predicate else { return None };
        let plain = |values: &[Argument]| values.iter().all(|value| matches!(value, Argument::Literal(_)));
        let values = match values.as_slice() {
            [Argument::List(items)] if plain(items) => items.clone(),
            values if plain(values) => vec![Argument::List(values.to_vec())],
            _ => return None,
        };
        Some(Predicate::Test(*name, values))
    })
}

/// A test as the negation of its opposite. Of equality and of text that is exact.
pub(super) fn opposite(site: &Site<'_>) -> Edit {
    retold(site, |predicate| {
        let Predicate::Test(name, values) = predicate else { return None };
        let other = match name {
            N::Eq => N::Neq,
            N::Neq => N::Eq,
            N::Within => N::Without,
            N::Without => N::Within,
            N::StartingWith => N::NotStartingWith,
            N::NotStartingWith => N::StartingWith,
            N::EndingWith => N::NotEndingWith,
            N::NotEndingWith => N::EndingWith,
            N::Containing => N::NotContaining,
            N::NotContaining => N::Containing,
            N::Regex => N::NotRegex,
            N::NotRegex => N::Regex,
            _ => return None,
        };
        Some(Predicate::Not(Box::new(Predicate::Test(other, values.clone()))))
    })
}

/// A predicate negated twice.
pub(super) fn twice_negated(site: &Site<'_>) -> Edit {
    retold(site, |predicate| Some(Predicate::Not(Box::new(Predicate::Not(Box::new(predicate.clone()))))))
}

/// The parts of a predicate in another order.
pub(super) fn parts_turned(site: &Site<'_>) -> Edit {
    retold(site, |predicate| match predicate {
        Predicate::And(left, right) => Some(Predicate::And(right.clone(), left.clone())),
        Predicate::Or(left, right) => Some(Predicate::Or(right.clone(), left.clone())),
        _ => None,
    })
}

/// The negation of two as the negations of each (De Morgan), and two as what is not otherwise.
pub(super) fn de_morgan(site: &Site<'_>) -> Edit {
    retold(site, |predicate| {
        let not = |inner: &Predicate| Box::new(Predicate::Not(Box::new(inner.clone())));
        match predicate {
            Predicate::And(left, right) => {
                Some(Predicate::Not(Box::new(Predicate::Or(not(left), not(right)))))
            }
            Predicate::Or(left, right) => {
                Some(Predicate::Not(Box::new(Predicate::And(not(left), not(right)))))
            }
            _ => None,
        }
    })
}

/// A value as the predicate that asks for it, and back. Reference, "A Note on Predicates".
pub(super) fn equality(site: &Site<'_>) -> Edit {
    let asks = match site.here().name {
        S::Is => site.here().arguments.len() == 1,
        S::Has => site.here().arguments.len() > 1,
        _ => false,
    };
    let mut step = site.here().clone();
    let last = step.arguments.last_mut().filter(|_| asks)?;
    *last = match last {
        Argument::Literal(_) => test(N::Eq, last.clone()),
        Argument::Predicate(Predicate::Test(N::Eq, values)) => match values.as_slice() {
            [value @ Argument::Literal(_)] => value.clone(),
            _ => return None,
        },
        _ => return None,
    };
    Some((1, vec![step]))
}

/// Of a number that is counted: a comparison as the negation of its opposite. All whole numbers are comparable.
pub(super) fn counted(site: &Site<'_>) -> Edit {
    let before = site.at.checked_sub(1).and_then(|before| site.steps.get(before))?;
    if before.name != S::Count || !is_count_test(site.here()) {
        return None;
    }
    retold(site, |predicate| {
        let Predicate::Test(name, values) = predicate else { return None };
        let other = match name {
            N::Lt => N::Gte,
            N::Lte => N::Gt,
            N::Gt => N::Lte,
            N::Gte => N::Lt,
            _ => return None,
        };
        Some(Predicate::Not(Box::new(Predicate::Test(other, values.clone()))))
    })
}

/// The key of a `has()`, and nothing of an `is()`, with the predicate behind it.
fn tested<'a>(site: &Site<'a>) -> Option<(&'a [Argument], &'a Predicate)> {
    let (last, before) = site.here().arguments.split_last()?;
    let Argument::Predicate(predicate) = last else { return None };
    let fits = match site.here().name {
        S::Is => before.is_empty(),
        S::Has => matches!(before, [Argument::Literal(Literal::String(_))]),
        _ => false,
    };
    fits.then_some((before, predicate))
}

fn asked(site: &Site<'_>, before: &[Argument], predicate: &Predicate) -> Step {
    Step::new(site.here().name, [before, &[Argument::Predicate(predicate.clone())]].concat())
}

/// A conjunction of tests as filters next to each other. Of a key with several values one might pass each.
pub(super) fn tests_apart(site: &Site<'_>) -> Edit {
    let (before, Predicate::And(left, right)) = tested(site)? else { return None };
    let single = before.is_empty() || site.fit.has_single_values(before);
    let certain =
        !site.chain.asked || site.here().arguments.iter().all(|part| site.fit.is_certain_test(part));
    (single && certain).then(|| (1, vec![asked(site, before, left), asked(site, before, right)]))
}

/// A disjunction of tests as the ways of `or()`. Some value passes one or the other.
pub(super) fn tests_as_ways(site: &Site<'_>) -> Edit {
    let (before, Predicate::Or(left, right)) = tested(site)? else { return None };
    let certain = site.here().arguments.iter().all(|part| site.fit.is_certain_test(part));
    let ways = || vec![vec![asked(site, before, left)], vec![asked(site, before, right)]];
    certain.then(|| (1, vec![among(S::Or, ways())]))
}

/// A number in another type. Semantics: numbers are compared by value, in the smallest type that holds both, so that
/// only a number keeps its equals that no other one is rounded to.
pub(super) fn number_type(site: &Site<'_>) -> Edit {
    let keyed = matches!(site.here().arguments.first(), Some(Argument::Literal(Literal::String(_))));
    let asks = site.is(S::Is) || (site.is(S::Has) && keyed && site.here().arguments.len() > 1);
    let mut step = site.here().clone();
    let last = step.arguments.last_mut().filter(|_| asks)?;
    let changed = match last {
        Argument::Predicate(predicate) => retype_all(predicate),
        value => retype(value),
    };
    changed.then(|| (1, vec![step]))
}

fn retype_all(predicate: &mut Predicate) -> bool {
    match predicate {
        Predicate::Test(_, values) => {
            // All of them, and not up to the first.
            values.iter_mut().map(retype).filter(|changed| *changed).count() > 0
        }
        Predicate::Not(inner) => retype_all(inner),
        Predicate::And(left, right) | Predicate::Or(left, right) => {
            let changed = retype_all(left);
            retype_all(right) || changed
        }
    }
}

/// Below it a whole number is its double alone; the double of this one is also that of the next.
const EXACT: u64 = 1 << 53;

/// The same of a 32-bit float, in which one and an integer of 32 bits are compared.
const EXACT_32: u64 = 1 << 24;

fn retype(value: &mut Argument) -> bool {
    if let Argument::List(items) = value {
        return items.iter_mut().map(retype).filter(|changed| *changed).count() > 0;
    }
    let Argument::Literal(literal) = value else { return false };
    *literal = match literal {
        Literal::Int(number) if u64::from(number.unsigned_abs()) < EXACT_32 => {
            Literal::Long(i64::from(*number))
        }
        #[expect(clippy::cast_precision_loss, reason = "only what is exact")]
        Literal::Long(number) if number.unsigned_abs() < EXACT => Literal::Double(*number as f64),
        Literal::Double(number) if number.fract() == 0.0 && !number.is_sign_negative() => {
            match format!("{number:.0}").parse() {
                Ok(number) if u64::from(i32::unsigned_abs(number)) < EXACT_32 => Literal::Int(number),
                _ => return false,
            }
        }
        _ => return false,
    };
    true
}
