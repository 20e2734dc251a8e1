//! `repeat()` written out.
//!
//! Semantics, "repeat()": an iteration is the body. What a step counts or remembers inside the body is another question
//! in every version, so bodies that gather are written out only where each iteration begins anew.

use super::clause::is_quiet;
use super::site::{Edit, Site};
use crate::ast::{Argument, Literal, Step, StepName as S};
use crate::build::{among, bare};
use crate::cut::place;
use crate::walk;

/// So many iterations are written out at most.
const MOST: usize = 4;

/// The body and the number of a plain repetition that begins here, whether all of its steps are given out, and how many
/// steps it has.
fn repetition<'a>(site: &Site<'a>) -> Option<(&'a [Step], usize, bool, usize)> {
    let [Argument::Traversal(body)] = site.here().arguments.as_slice() else { return None };
    let unit = site.unit().filter(|_| site.is(S::Repeat))?;
    let times = |step: &Step| match step.arguments.as_slice() {
        [Argument::Literal(Literal::Int(count))] if step.name == S::Times => usize::try_from(*count).ok(),
        _ => None,
    };
    let bare_emit = |step: &Step| step.name == S::Emit && step.arguments.is_empty();
    let (count, emits) = match unit {
        [_, last] => (times(last)?, false),
        [_, first, second] if bare_emit(first) => (times(second)?, true),
        [_, first, second] if bare_emit(second) => (times(first)?, true),
        _ => return None,
    };
    // Another repetition directly behind would take the last words for its own.
    let next = site.near(isize::try_from(unit.len()).ok()?).map(|step| step.name);
    let glued = matches!(next, Some(S::Repeat | S::Emit | S::Until | S::Times));
    let looks = |step: &Step| matches!(step.name, S::Loops | S::As);
    let fits = !glued && (1..=MOST).contains(&count) && !walk::any(&body.steps, &looks);
    fits.then_some((body.steps.as_slice(), count, emits, unit.len()))
}

fn times_over(body: &[Step], count: usize) -> Vec<Step> {
    std::iter::repeat_n(body, count).flatten().cloned().collect()
}

/// The body so many times.
pub(super) fn unrolled(site: &Site<'_>) -> Edit {
    let (body, count, emits, length) = repetition(site).filter(|(_, _, emits, _)| !emits)?;
    let (rules, anew) = (&site.fit.rules, |step: &Step| {
        !place::gathers(step)
            || matches!(step.name, S::Order | S::Limit | S::Range | S::Skip | S::Tail | S::Barrier)
    });
    let gathers = walk::any(body, &place::gathers);
    let each = rules.repeat_range == 0 && rules.repeat_starts == 0;
    let fits = !gathers || (each && body.iter().all(anew) && !body.iter().any(super::fit::gathers_inside));
    (fits && !emits).then(|| (length, times_over(body, count)))
}

/// All that is given out on the way as a union of walks of every length.
pub(super) fn lengths(site: &Site<'_>) -> Edit {
    let (body, count, _, length) = repetition(site).filter(|(_, _, emits, _)| *emits)?;
    let quiet = is_quiet(body)
        || body.iter().all(|step| step.name == S::SimplePath || is_quiet(std::slice::from_ref(step)));
    let ways = || (1..=count).map(|times| times_over(body, times)).collect();
    (quiet && site.fit.is_bag()).then(|| (length, vec![among(S::Union, ways())]))
}

/// That a repetition ends told before what it repeats, which is the same where it ends after at least one.
pub(super) fn times_first(site: &Site<'_>) -> Edit {
    let (_, _, emits, length) = repetition(site)?;
    let [repeat, last] = site.unit()? else { return None };
    // What stands before may be a repetition that the word would belong to.
    let before = site.at.checked_sub(1).and_then(|before| site.steps.get(before)).map(|step| step.name);
    let glued = matches!(before, None | Some(S::Repeat | S::Emit | S::Until | S::Times | S::As));
    (!emits && !glued).then(|| (length, vec![last.clone(), repeat.clone()]))
}

/// An end told before what is repeated as a choice: who is there already stays, and the others go around at least once.
/// How many rounds there were is no part of the choice, since there were none.
pub(super) fn until_first(site: &Site<'_>) -> Edit {
    let (before, next, after) = (site.near(-1), site.near(1)?, site.near(2));
    let word = |step: &Step| matches!(step.name, S::Repeat | S::Emit | S::Until | S::Times);
    let apart = !before.is_some_and(word) && !after.is_some_and(word);
    let fits = site.is(S::Until) && next.name == S::Repeat && apart && !site.chain.looping;
    let [Argument::Traversal(end)] = site.here().arguments.as_slice() else { return None };
    let [Argument::Traversal(body)] = next.arguments.as_slice() else { return None };
    let there = without_rounds(&end.steps)?;
    let alone = is_quiet(&body.steps) && is_quiet(there) && !counts_rounds(&body.steps);
    (fits && alone && site.fit.is_bag() && site.fit.is_certain(there)).then(|| {
        let around_once = vec![next.clone(), site.here().clone()];
        (2, vec![among(S::Choose, vec![there.to_vec(), vec![bare(S::Identity)], around_once])])
    })
}

fn counts_rounds(steps: &[Step]) -> bool {
    walk::any(steps, &|step| step.name == S::Loops)
}

/// What an end asks of where a traverser stands, when it asks that or so many rounds, at least one.
fn without_rounds(end: &[Step]) -> Option<&[Step]> {
    use crate::ast::{Predicate, PredicateName};
    let many = |is: &Step| match is.arguments.as_slice() {
        [Argument::Predicate(Predicate::Test(PredicateName::Gte, bounds))] => {
            matches!(bounds.as_slice(), [Argument::Literal(Literal::Int(1..))])
        }
        _ => false,
    };
    let rounds = |way: &Argument| match super::clause::traversal(way) {
        Some([loops, is]) => *loops == bare(S::Loops) && is.name == S::Is && many(is),
        _ => false,
    };
    match end {
        [Step { name: S::Or, arguments }] => match arguments.as_slice() {
            [first, other] if rounds(first) => super::clause::traversal(other),
            _ => None,
        },
        end => Some(end),
    }
    .filter(|there| !counts_rounds(there))
}

/// `simplePath()` as what is not cyclic. Reference, "CyclicPath Step".
pub(super) fn not_cyclic(site: &Site<'_>) -> Edit {
    let unit = site.unit()?;
    let other = match site.here().name {
        S::SimplePath => S::CyclicPath,
        S::CyclicPath => S::SimplePath,
        _ => return None,
    };
    (unit.len() == 1 && site.here().arguments.is_empty())
        .then(|| (1, vec![crate::build::around(S::Not, vec![bare(other)])]))
}
