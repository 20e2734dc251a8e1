//! A traversal that writes, taken for what it reads first and what it then does with the elements.
//!
//! A traversal is walked lazily: an element may be written to before the next one is looked for. Behind a `barrier()` all
//! of them have been found, and where what follows is a function of their bag, another way to the same bag may stand
//! before it.
//!
//! What is read behind the last write, and another `barrier()` or a count of all, is found in a graph that does not change
//! any more. There, steps are written anew where they stand, by rules that ask nothing of the graph that there was.

use quarrel_case::disassembly::Handover;
use quarrel_case::language::Ground;

use crate::ast::{Query, Step, StepName as S};
use crate::cut::{Reader, place};
use crate::evaluate::Rules;
use crate::shrink;
use crate::walk;

/// The steps up to the last barrier behind which something is written for the first time.
fn split(query: &Query, rules: Rules) -> Option<(&[Step], &[Step])> {
    let steps = query.steps.as_slice();
    let writes = |step: &Step| walk::any(std::slice::from_ref(step), &|step| walk::is_write(step.name));
    let first = steps.iter().position(writes)?;
    let reader = Reader::plain(rules);
    let is_barrier =
        |at: usize| steps.get(at).is_some_and(|step| step.name == S::Barrier && step.arguments.is_empty());
    let places = place::places(steps, Handover::Parameters, &reader);
    let mut at = places.iter().map(|place| place.at).filter(|at| *at < first && is_barrier(*at));
    at.next_back().map(|at| steps.split_at(at))
}

/// Where the graph does not change any more: behind what gathers all that wrote. None where nothing is tested there.
pub(super) fn settled(steps: &[Step]) -> Option<usize> {
    let writes = |step: &Step| walk::any(std::slice::from_ref(step), &|step| walk::is_write(step.name));
    let last = steps.iter().rposition(writes)?;
    let gathers = |step: &&Step| matches!(step.name, S::Barrier | S::Count) && step.arguments.is_empty();
    let behind = steps.iter().enumerate().skip(last + 1).find(|(_, step)| gathers(step))?.0 + 1;
    let tests = |step: &Step| matches!(step.name, S::Has | S::HasNot | S::Is | S::Filter | S::Where | S::Not);
    steps.get(behind..)?.iter().any(tests).then_some(behind)
}

/// What is read before anything is written; the whole where something is read behind all that is written.
pub(super) fn reading(query: &Query, ground: &Ground<'_>) -> Option<Query> {
    if settled(&query.steps).is_some() {
        return Some(query.clone());
    }
    let (read, _) = split(query, Rules::new(ground.profile).ok()?)?;
    Some(Query { steps: read.to_vec() })
}

/// The traversal with another reading in the place of its own.
pub(super) fn with_reading(query: &Query, reading: &Query, ground: &Ground<'_>) -> Option<Query> {
    let rules = Rules::new(ground.profile).ok()?;
    if walk::writes(reading) {
        return shrink::is_valid(reading, rules).then(|| reading.clone());
    }
    let (_, written) = split(query, rules)?;
    let whole = Query { steps: [reading.steps.as_slice(), written].concat() };
    shrink::is_valid(&whole, rules).then_some(whole)
}
