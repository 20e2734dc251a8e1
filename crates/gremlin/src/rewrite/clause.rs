//! Steps in other words: what stands around a step, twice, or not at all.

use super::fit::is_condition;
use super::site::{Edit, Site};
use crate::ast::{Argument, Literal, Predicate, PredicateName, Step, StepName as S};
use crate::build::{among, around, bare, inner, long, named, test};
use crate::cut::gives;
use crate::cut::place;
use crate::walk;

/// A label that no generated traversal has.
const LABEL: &str = "q";

/// A step that does nothing, where another may stand. Reference, "Identity Step".
pub(super) fn identity(site: &Site<'_>) -> Edit {
    site.is_free().then(|| (0, vec![bare(S::Identity)]))
}

/// `map()` and `flatMap()` of what does nothing. The way is longer then.
pub(super) fn map_identity(site: &Site<'_>) -> Edit {
    let name = if site.at.is_multiple_of(2) { S::Map } else { S::FlatMap };
    (site.is_free() && site.fit.is_plain()).then(|| (0, vec![around(name, vec![bare(S::Identity)])]))
}

/// A label and what stands under it. Reference, "Select Step".
pub(super) fn labelled(site: &Site<'_>) -> Edit {
    let fits = site.is_free() && site.chain.top && site.fit.is_plain() && site.fit.bulkless;
    let known = walk::any(site.fit.steps, &|step| step.arguments.contains(&Argument::string(LABEL)));
    (fits && !known).then(|| (0, vec![named(S::As, [LABEL]), named(S::Select, [LABEL])]))
}

/// A map of one key and the key's value. Reference, "Project Step".
pub(super) fn projected(site: &Site<'_>) -> Edit {
    let project = || {
        vec![named(S::Project, [LABEL]), around(S::By, vec![bare(S::Identity)]), named(S::Select, [LABEL])]
    };
    (site.is_free() && site.chain.top && site.fit.is_plain()).then(|| (0, project()))
}

/// A barrier where what follows is a function of the bag. Reference, "Barrier Step".
pub(super) fn barrier(site: &Site<'_>) -> Edit {
    let places = || site.fit.places(quarrel_case::disassembly::Handover::Barrier);
    (site.chain.top && site.is_free() && places().contains(&site.at)).then(|| (0, vec![bare(S::Barrier)]))
}

/// A list of all and its items again, where what follows is a function of the bag of elements.
pub(super) fn folded(site: &Site<'_>) -> Edit {
    let places = || site.fit.places(quarrel_case::disassembly::Handover::Parameters);
    (site.chain.top && site.is_free() && places().contains(&site.at))
        .then(|| (0, vec![bare(S::Fold), bare(S::Unfold)]))
}

/// A barrier less. It merges traversers that are alike in all that they carry.
pub(super) fn no_barrier(site: &Site<'_>) -> Edit {
    let plain = site.is(S::Barrier)
        && !site.here().arguments.iter().any(|argument| matches!(argument, Argument::Token(_)));
    let merges = site.fit.steps.iter().any(|step| step.name == S::WithSack && step.arguments.len() > 1);
    let ordered = site.chain.looping && !site.fit.orderless;
    (plain && site.fit.bulkless && !merges && !ordered).then(|| (1, vec![bare(S::Identity)]))
}

/// Whether each traverser goes through the step for itself, and it may stand inside another step.
fn stands_alone(unit: &[Step]) -> bool {
    let alone = |name: S| {
        matches!(
            name,
            S::Out
                | S::In
                | S::Both
                | S::OutE
                | S::InE
                | S::BothE
                | S::OutV
                | S::InV
                | S::BothV
                | S::ToV
                | S::Values
                | S::Properties
                | S::Value
                | S::Key
                | S::Id
                | S::Label
                | S::Element
                | S::Has
                | S::HasLabel
                | S::HasId
                | S::HasNot
                | S::HasKey
                | S::HasValue
                | S::Is
                | S::Not
                | S::And
                | S::Or
                | S::Filter
                | S::Where
                | S::Unfold
                | S::Constant
                | S::Identity
                | S::Union
                | S::Coalesce
                | S::Optional
                | S::Repeat
                | S::ValueMap
                | S::Project
        )
    };
    let fits = unit.first().is_some_and(|step| alone(step.name));
    let looks = |step: &Step| place::gathers(step) || matches!(step.name, S::Loops | S::As | S::Sack);
    fits && !walk::any(unit, &looks)
}

fn wrapped(site: &Site<'_>, wrap: impl FnOnce(Vec<Step>) -> Step) -> Edit {
    let unit = site.unit().filter(|unit| stands_alone(unit))?;
    // What begins a traversal begins with no traverser, and a pattern with a label.
    let begins = site.chain.top && site.at == 0;
    (!begins && !site.chain.pattern).then(|| (unit.len(), vec![wrap(unit.to_vec())]))
}

/// `local()` around a step. Reference, "Local Step".
pub(super) fn in_local(site: &Site<'_>) -> Edit {
    wrapped(site, |unit| around(S::Local, unit))
}

/// A union of one way. Reference, "Union Step".
pub(super) fn in_union(site: &Site<'_>) -> Edit {
    wrapped(site, |unit| around(S::Union, unit))
}

/// The first of one way. Reference, "Coalesce Step".
pub(super) fn in_coalesce(site: &Site<'_>) -> Edit {
    site.fit.is_plain().then(|| wrapped(site, |unit| around(S::Coalesce, unit)))?
}

/// `flatMap()` around a step. Reference, "FlatMap Step".
pub(super) fn in_flat_map(site: &Site<'_>) -> Edit {
    site.fit.is_plain().then(|| wrapped(site, |unit| around(S::FlatMap, unit)))?
}

/// A choice that is always made. Reference, "Choose Step".
pub(super) fn in_choose(site: &Site<'_>) -> Edit {
    wrapped(site, |unit| Step::new(S::Choose, vec![inner(vec![bare(S::Identity)]), inner(unit)]))
}

/// A key in `by()` as the traversal to its values, and back. Reference, "By Step".
pub(super) fn by_traversal(site: &Site<'_>) -> Edit {
    if !site.is(S::By) {
        return None;
    }
    let names = |at: &usize| site.steps.get(*at).is_some_and(|step| step.name != S::By);
    let modulated = (0..site.at).rev().find(names)?;
    let step = site.steps.get(modulated)?;
    let sees =
        matches!(step.name, S::Order | S::Dedup | S::Group | S::GroupCount | S::Project | S::Aggregate);
    if !sees || gives::is_local(step) || site.gives_at(modulated) == gives::Gives::Other {
        return None;
    }
    let mut by = site.here().clone();
    let first = by.arguments.first_mut()?;
    *first = match first {
        Argument::Literal(Literal::String(key)) => inner(vec![named(S::Values, [key.as_str()])]),
        Argument::Traversal(traversal) => match traversal.steps.as_slice() {
            [Step { name: S::Values, arguments }] if arguments.len() == 1 => arguments.first()?.clone(),
            _ => return None,
        },
        _ => return None,
    };
    Some((1, vec![by]))
}

/// One `by()` for both sides of a comparison as one for each. Reference, "Where Step".
pub(super) fn by_both(site: &Site<'_>) -> Edit {
    let unit = site.unit().filter(|_| site.is(S::Where))?;
    let compares = |argument: &Argument| match argument {
        Argument::Predicate(Predicate::Test(_, labels)) => labels.len() == 1,
        _ => false,
    };
    match unit {
        [condition, by] if by.name == S::By && condition.arguments.iter().any(compares) => {
            Some((2, vec![condition.clone(), by.clone(), by.clone()]))
        }
        _ => None,
    }
}

/// The traversal that an argument is.
pub(super) fn traversal(argument: &Argument) -> Option<&[Step]> {
    match argument {
        Argument::Traversal(traversal) => Some(&traversal.steps),
        _ => None,
    }
}

/// Whether the steps leave nothing behind and gather nothing.
pub(super) fn is_quiet(steps: &[Step]) -> bool {
    is_condition(steps) && !walk::any(steps, &place::gathers)
}

/// `count().is(0)` behind what is asked for as its negation, and back. Semantics: "not()".
pub(super) fn nothing(site: &Site<'_>) -> Edit {
    let [Argument::Traversal(asked)] = site.here().arguments.as_slice() else { return None };
    let asked = asked.steps.as_slice();
    if has_labels(asked) || !site.fit.is_certain(asked) || !is_condition(asked) {
        return None;
    }
    match site.here().name {
        S::Filter | S::Where => without_zero(asked).map(|asked| (1, vec![around(S::Not, asked.to_vec())])),
        S::Not => Some((1, vec![around(S::Filter, with_zero(asked))])),
        _ => None,
    }
}

fn without_zero(steps: &[Step]) -> Option<&[Step]> {
    let zero = |step: &Step| match step.arguments.as_slice() {
        [Argument::Literal(Literal::Int(0) | Literal::Long(0))] => true,
        [Argument::Predicate(Predicate::Test(PredicateName::Eq, values))] => {
            matches!(values.as_slice(), [Argument::Literal(Literal::Int(0) | Literal::Long(0))])
        }
        _ => false,
    };
    match steps {
        [asked @ .., count, is]
            if count.name == S::Count && count.arguments.is_empty() && is.name == S::Is =>
        {
            (zero(is) && !asked.is_empty()).then_some(asked)
        }
        _ => None,
    }
}

fn with_zero(steps: &[Step]) -> Vec<Step> {
    [steps, &[bare(S::Count), Step::new(S::Is, vec![long(0)])]].concat()
}

/// The same in the ways of `and()` and `or()`.
pub(super) fn nothing_in_ways(site: &Site<'_>) -> Edit {
    if !matches!(site.here().name, S::And | S::Or) {
        return None;
    }
    let mut changed = false;
    let mut ways = Vec::new();
    for argument in &site.here().arguments {
        let asked = traversal(argument)?;
        let other = match asked {
            _ if has_labels(asked) || !site.fit.is_certain(asked) || !is_condition(asked) => None,
            [Step { name: S::Not, arguments }] => match arguments.as_slice() {
                [Argument::Traversal(asked)] => Some(with_zero(&asked.steps)),
                _ => None,
            },
            asked => without_zero(asked).map(|asked| vec![around(S::Not, asked.to_vec())]),
        };
        changed |= other.is_some();
        ways.push(other.unwrap_or_else(|| asked.to_vec()));
    }
    changed.then(|| (1, vec![among(site.here().name, ways)]))
}

/// That there is something as that there is more of it than none.
pub(super) fn something(site: &Site<'_>) -> Edit {
    let [Argument::Traversal(asked)] = site.here().arguments.as_slice() else { return None };
    let asked = asked.steps.as_slice();
    let fits = matches!(site.here().name, S::Filter | S::Where)
        && !has_labels(asked)
        && site.fit.is_certain(asked)
        && is_condition(asked);
    let more = test(PredicateName::Gt, long(0));
    fits.then(|| {
        let counted = [asked, &[bare(S::Count), Step::new(S::Is, vec![more])]].concat();
        (1, vec![around(site.here().name, counted)])
    })
}

/// Whether a step inside has a label, which `where()` takes for what is to be matched.
pub(super) fn has_labels(steps: &[Step]) -> bool {
    walk::any(steps, &|step| step.name == S::As)
}
