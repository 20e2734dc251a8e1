//! The sequence of clauses that a query is made of, before any of them is filled in (GDsmith, skeletons).

use quarrel_case::choices::Choices;
use quarrel_case::profile::Features;

/// A clause yet to be written. The `RETURN` at the end goes without saying.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slot {
    Match,
    OptionalMatch,
    Unwind,
    With,
}

/// How long a query becomes, its `RETURN` included: mostly as long as it may be.
pub(super) fn length(most: usize, choices: &mut Choices) -> usize {
    match choices.weighted(&[62, 18, 20]) {
        0 => most,
        1 => most.saturating_sub(1),
        _ => choices.between(1, most),
    }
    .max(1)
}

/// The clauses before the `RETURN`.
pub(super) fn skeleton(length: usize, features: &Features, choices: &mut Choices) -> Vec<Slot> {
    let mut slots = Vec::new();
    // A MATCH may be forbidden after an OPTIONAL MATCH until the next WITH.
    let mut barred = false;
    for position in 1..length {
        let allow = |feature: &str, weight: usize| weight * usize::from(features.allow(feature));
        let plain = if barred { 0 } else { allow("match", if position == 1 { 80 } else { 36 }) };
        let weights = [
            plain,
            allow("optional-match", if position == 1 { 5 } else { 17 }),
            allow("unwind", if position == 1 { 12 } else { 14 }),
            allow("with", if position == 1 { 2 } else { 30 }),
        ];
        let all = [Slot::Match, Slot::OptionalMatch, Slot::Unwind, Slot::With];
        let Some(slot) = all.get(choices.weighted(&weights)).copied() else { break };
        match slot {
            Slot::OptionalMatch => barred = !features.allow("match.after-optional"),
            Slot::With => barred = false,
            _ => {}
        }
        slots.push(slot);
    }
    slots
}
