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
