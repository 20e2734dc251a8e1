//! A walk over all steps of a traversal, those of traversals inside included.

use crate::ast::{Argument, Query, Step, StepName, Traversal};

/// Shows every step, outer before inner, in the order of the text.
pub fn steps<'s>(all: &'s [Step], see: &mut dyn FnMut(&'s Step)) {
    for step in all {
        see(step);
        step.arguments.iter().for_each(|argument| arguments(argument, see));
    }
}

fn arguments<'s>(argument: &'s Argument, see: &mut dyn FnMut(&'s Step)) {
    if let Argument::Traversal(Traversal { steps: inner }) = argument {
        steps(inner, see);
    }
    argument.each_child(&mut |child| arguments(child, see));
}

/// Shows every two steps of one traversal that follow each other, those of traversals inside included.
pub fn pairs(all: &[Step], see: &mut dyn FnMut(&Step, &Step)) {
    let mut whole = |steps: &[Step]| {
        for pair in steps.windows(2) {
            if let [step, next] = pair {
                see(step, next);
            }
        }
    };
    whole(all);
    steps(all, &mut |step| step.arguments.iter().for_each(|argument| traversals(argument, &mut whole)));
}

/// Shows the traversals of an argument, but for those inside them.
fn traversals(argument: &Argument, see: &mut dyn FnMut(&[Step])) {
    match argument {
        Argument::Traversal(Traversal { steps }) => see(steps),
        other => other.each_child(&mut |child| traversals(child, see)),
    }
}

/// Whether a step, here or in a traversal inside, satisfies the condition.
pub fn any(all: &[Step], condition: &dyn Fn(&Step) -> bool) -> bool {
    let mut found = false;
    steps(all, &mut |step| found = found || condition(step));
    found
}

/// Whether a step may change the graph.
pub fn is_write(name: StepName) -> bool {
    use StepName as S;
    matches!(name, S::AddV | S::AddE | S::MergeV | S::MergeE | S::Property | S::Drop)
}

/// Whether a traversal may change the graph.
pub fn writes(query: &Query) -> bool {
    any(&query.steps, &|step| is_write(step.name))
}

/// Whether every evaluation comes to every step: nothing is cut off, and no traversal inside may be passed over but
/// those that give the ends of an edge.
pub fn is_linear(all: &[Step]) -> bool {
    use StepName as S;
    all.iter().all(|step| {
        let inner = step.arguments.iter().any(|argument| matches!(argument, Argument::Traversal(_)));
        let cuts =
            matches!(step.name, S::Limit | S::Range | S::Skip | S::Tail | S::Sample | S::Coin | S::Dedup);
        !cuts && (!inner || matches!(step.name, S::From | S::To | S::Option))
    })
}
