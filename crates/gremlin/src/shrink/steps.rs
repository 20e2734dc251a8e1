//! Fewer steps, and plainer ones.

use super::argument;
use super::size::FAMILIES;
use crate::ast::{Argument, Step, StepName as S};

/// Other steps in the place of these.
pub(super) fn variants(steps: &[Step]) -> Vec<Vec<Step>> {
    let mut all = Vec::new();
    cuts(steps, &mut all);
    for (place, step) in steps.iter().enumerate() {
        for instead in instead_of(step) {
            let before = steps.iter().take(place).cloned();
            all.push(before.chain(instead).chain(steps.iter().skip(place + 1).cloned()).collect());
        }
    }
    all
}

/// Whether the step modulates the one before it.
fn modulates(step: &Step) -> bool {
    let place = |step: &Step| !matches!(step.arguments.first(), Some(Argument::Token(_)));
    match step.name {
        S::By | S::Option | S::With | S::From => true,
        S::To => place(step),
        _ => false,
    }
}

/// Steps with what modulates them: where each begins, and the end.
fn units(steps: &[Step]) -> Vec<usize> {
    let starts = steps.iter().enumerate().filter(|(_, step)| !modulates(step)).map(|(place, _)| place);
    starts.chain([steps.len()]).collect()
}

/// Ranges of steps left out, from whole halves to single ones and single modulators.
fn cuts(steps: &[Step], all: &mut Vec<Vec<Step>>) {
    let units = units(steps);
    let count = units.len().saturating_sub(1);
    let without = |from: usize, to: usize| -> Vec<Step> {
        steps.iter().take(from).chain(steps.iter().skip(to)).cloned().collect()
    };
    for length in 1..count {
        for first in 0..=count - length {
            if let (Some(from), Some(to)) = (units.get(first), units.get(first + length)) {
                all.push(without(*from, *to));
            }
        }
    }
    for (place, _) in steps.iter().enumerate().filter(|(_, step)| modulates(step)) {
        all.push(without(place, place + 1));
    }
}

/// What may stand in a step's place.
fn instead_of(step: &Step) -> Vec<Vec<Step>> {
    let mut all = Vec::new();
    for argument in &step.arguments {
        if let Argument::Traversal(traversal) = argument {
            all.push(traversal.steps.clone());
        }
    }
    for place in 0..step.arguments.len() {
        let mut fewer = step.clone();
        fewer.arguments.remove(place);
        all.push(vec![fewer]);
    }
    for (place, given) in step.arguments.iter().enumerate() {
        for plainer in argument::variants(given) {
            let mut other = step.clone();
            if let Some(known) = other.arguments.get_mut(place) {
                *known = plainer;
            }
            all.push(vec![other]);
        }
    }
    for family in FAMILIES.iter().filter(|family| family.contains(&step.name)) {
        for name in family.iter().take_while(|name| **name != step.name) {
            all.push(vec![Step::new(*name, step.arguments.clone())]);
        }
    }
    all
}
