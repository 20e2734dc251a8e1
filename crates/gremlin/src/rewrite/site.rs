//! The places of a traversal, and what is known of each.

use super::fit::Fit;
use crate::ast::{Argument, Query, Step, StepName as S, Traversal};
use crate::cut::gives::{self, Gives};
use crate::cut::place;

/// A place in a chain of steps.
pub(super) struct Site<'a> {
    /// What is known of the whole.
    pub(super) fit: &'a Fit<'a>,
    /// The chain.
    pub(super) steps: &'a [Step],
    /// The step's place in the chain.
    pub(super) at: usize,
    pub(super) chain: Chain,
}

/// What is known of a chain.
#[derive(Debug, Clone, Copy)]
pub(super) struct Chain {
    /// What traversers stand on that enter it.
    pub(super) from: Gives,
    /// Whether it is the traversal itself.
    pub(super) top: bool,
    /// Whether a filter around asks no more than whether it gives anything.
    pub(super) asked: bool,
    /// Whether it is, or is inside of, what `repeat()` repeats.
    pub(super) looping: bool,
    /// Whether it is a pattern of `match()`, which begins with a label.
    pub(super) pattern: bool,
}

/// What is written in the place of so many steps.
pub(super) type Edit = Option<(usize, Vec<Step>)>;

impl<'a> Site<'a> {
    /// The step there.
    pub(super) fn here(&self) -> &'a Step {
        // The walk stops at steps only.
        &self.steps[self.at]
    }

    /// A step further on, or further back.
    pub(super) fn near(&self, distance: isize) -> Option<&'a Step> {
        self.steps.get(self.at.checked_add_signed(distance)?)
    }

    pub(super) fn is(&self, name: S) -> bool {
        self.here().name == name
    }

    /// Whether another step may stand before this one.
    pub(super) fn is_free(&self) -> bool {
        let begins = self.at == 0 && (self.chain.top || self.chain.pattern);
        let spawned = self.chain.top && self.at <= place::configured(self.steps);
        !begins && !spawned && !place::is_glued(self.steps, self.at)
    }

    /// The step with what modulates it, but for labels; none when it modulates another.
    pub(super) fn unit(&self) -> Option<&'a [Step]> {
        self.unit_at(self.at)
    }

    /// The same of another place.
    pub(super) fn unit_at(&self, at: usize) -> Option<&'a [Step]> {
        if at >= self.steps.len() || place::is_glued(self.steps, at) {
            return None;
        }
        let repeats = self.steps.get(at).is_some_and(|step| step.name == S::Repeat);
        // What ends a repetition may stand before it, behind a step that it has nothing to do with.
        let belongs = |step: &Step| match step.name {
            S::As | S::Repeat => false,
            S::Emit | S::Until | S::Times => repeats,
            _ => !gives::is_direction(step),
        };
        let modulates =
            |at: &usize| place::is_glued(self.steps, *at) && self.steps.get(*at).is_some_and(belongs);
        let count = (at + 1..self.steps.len()).take_while(modulates).count();
        self.steps.get(at..=at + count)
    }

    /// What traversers stand on before the step.
    pub(super) fn gives(&self) -> Gives {
        self.gives_at(self.at)
    }

    /// What traversers stand on before the step at a place.
    pub(super) fn gives_at(&self, at: usize) -> Gives {
        gives::through(self.steps.get(..at).unwrap_or_default(), self.chain.from)
    }

    /// Whether traversers stand on vertices or edges before the step.
    pub(super) fn on_elements(&self) -> bool {
        self.gives() != Gives::Other
    }

    /// What is behind the step.
    pub(super) fn after(&self) -> &'a [Step] {
        self.steps.get(self.at + 1..).unwrap_or_default()
    }
}

/// Looks through the places of a traversal for those where an edit fits.
pub(super) struct Seek<'a> {
    pub(super) fit: &'a Fit<'a>,
    pub(super) edit: &'a dyn Fn(&Site<'_>) -> Edit,
    /// At which of them the edit is made.
    pub(super) place: usize,
    /// How many have been found.
    pub(super) found: usize,
}

impl Seek<'_> {
    /// The traversal with the edit made; none when there are not so many places.
    pub(super) fn through(&mut self, query: &Query) -> Option<Query> {
        let chain = Chain { from: Gives::Other, top: true, asked: false, looping: false, pattern: false };
        self.chain(&query.steps, chain).map(|steps| Query { steps })
    }

    fn chain(&mut self, steps: &[Step], chain: Chain) -> Option<Vec<Step>> {
        let mut from = chain.from;
        for (at, step) in steps.iter().enumerate() {
            let site = Site { fit: self.fit, steps, at, chain };
            if chain.top && at < self.fit.from {
                from = gives::after(step, from);
                continue;
            }
            if let Some((count, instead)) = (self.edit)(&site) {
                self.found += 1;
                if self.found.checked_sub(1) == Some(self.place) {
                    let after = steps.get(at + count..).unwrap_or_default();
                    return Some([steps.get(..at).unwrap_or_default(), &instead, after].concat());
                }
            }
            let inside = Chain { from: self.inside(step, steps, at, from), ..chain };
            if let Some(changed) = self.step(step, inside) {
                let mut steps = steps.to_vec();
                steps[at] = changed;
                return Some(steps);
            }
            from = gives::after(step, from);
        }
        None
    }

    /// What a traversal inside the step begins on.
    fn inside(&self, step: &Step, steps: &[Step], at: usize, from: Gives) -> Gives {
        match step.name {
            S::By => {
                let modulated =
                    (0..at).rev().find(|at| steps.get(*at).is_some_and(|step| step.name != S::By));
                let sees = |name: S| {
                    matches!(name, S::Order | S::Dedup | S::Group | S::GroupCount | S::Project | S::Aggregate)
                };
                match modulated.and_then(|at| steps.get(at)) {
                    Some(step) if sees(step.name) && !gives::is_local(step) => from,
                    _ => Gives::Other,
                }
            }
            S::Repeat => gives::after(step, from),
            S::Until | S::Emit | S::Match | S::Option | S::Select | S::With => Gives::Other,
            _ => from,
        }
    }

    fn step(&mut self, step: &Step, outer: Chain) -> Option<Step> {
        let asks = matches!(step.name, S::Filter | S::Where | S::Not | S::And | S::Or);
        let chain = Chain {
            top: false,
            asked: asks,
            looping: outer.looping || step.name == S::Repeat,
            pattern: step.name == S::Match || outer.pattern,
            ..outer
        };
        for (place, argument) in step.arguments.iter().enumerate() {
            let Argument::Traversal(traversal) = argument else { continue };
            if let Some(steps) = self.chain(&traversal.steps, chain) {
                let mut step = step.clone();
                step.arguments[place] = Argument::Traversal(Traversal { steps });
                return Some(step);
            }
        }
        None
    }
}
