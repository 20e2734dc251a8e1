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
    argument.children().into_iter().for_each(|child| arguments(child, see));
}

/// Whether a traversal may change the graph.
pub fn writes(query: &Query) -> bool {
    use StepName as S;
    let mut found = false;
    steps(&query.steps, &mut |step| {
        found |= matches!(step.name, S::AddV | S::AddE | S::MergeV | S::MergeE | S::Property | S::Drop);
    });
    found
}

/// Whether a traversal has ways that not every traverser takes.
pub fn branches(query: &Query) -> bool {
    use StepName as S;
    let mut found = false;
    steps(&query.steps, &mut |step| {
        found |= matches!(
            step.name,
            S::Branch
                | S::Choose
                | S::Coalesce
                | S::Optional
                | S::And
                | S::Or
                | S::Repeat
                | S::Limit
                | S::Range
                | S::Tail
                | S::Match
                | S::Fail
        );
    });
    found
}
