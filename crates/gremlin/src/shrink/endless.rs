//! Repetitions without an end.
//!
//! A `repeat` without `times`, `until` and `emit` gives nothing or goes on until a budget is spent: it shows no failure of
//! another traversal, and costs more than all other candidates together.

use crate::ast::{Argument, Step, StepName as S};
use crate::walk;

/// Whether a repetition in these steps, or inside them, can give no result.
pub(super) fn is_endless(steps: &[Step]) -> bool {
    let inside =
        |argument: &Argument| matches!(argument, Argument::Traversal(inner) if has_endless(&inner.steps));
    has_endless(steps) || walk::any(steps, &|step| step.arguments.iter().any(inside))
}

fn has_endless(steps: &[Step]) -> bool {
    let modulates = |step: &&Step| matches!(step.name, S::Times | S::Until | S::Emit);
    steps.iter().enumerate().filter(|(_, step)| step.name == S::Repeat).any(|(place, _)| {
        let before = place.checked_sub(1).and_then(|before| steps.get(before));
        let after = steps.get(place + 1);
        !before.iter().chain(after.iter()).any(modulates)
    })
}
