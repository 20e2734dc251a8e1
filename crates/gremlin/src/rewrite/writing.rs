//! A traversal that writes, taken for what it reads first and what it then does with the elements.
//!
//! A traversal is walked lazily: an element may be written to before the next one is looked for. Behind a `barrier()` all
//! of them have been found, and where what follows is a function of their bag, another way to the same bag may stand
//! before it.

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

/// What is read before anything is written.
pub(super) fn reading(query: &Query, ground: &Ground<'_>) -> Option<Query> {
    let (read, _) = split(query, Rules::new(ground.profile).ok()?)?;
    Some(Query { steps: read.to_vec() })
}

/// The traversal with another reading in the place of its own.
pub(super) fn with_reading(query: &Query, reading: &Query, ground: &Ground<'_>) -> Option<Query> {
    let rules = Rules::new(ground.profile).ok()?;
    let (_, written) = split(query, rules)?;
    let whole = Query { steps: [reading.steps.as_slice(), written].concat() };
    shrink::is_valid(&whole, rules).then_some(whole)
}
