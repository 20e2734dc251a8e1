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
    Call,
    /// `CALL { ... }` of a query that writes.
    CallUpdating,
    Create,
    Merge,
    Set,
    Remove,
    Foreach,
    Delete,
    DetachDelete,
}

impl Slot {
    /// Whether the clause reads the graph or makes rows; such a one comes behind an updating clause only after a
    /// `WITH` (openCypher 9, MultiPartQuery).
    pub(super) fn reads(self) -> bool {
        matches!(self, Slot::Match | Slot::OptionalMatch | Slot::Unwind | Slot::Call | Slot::CallUpdating)
    }

    /// Whether the clause changes the graph.
    pub(super) fn writes(self) -> bool {
        !self.reads() && self != Slot::With
    }
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
            allow("call-subquery", if position == 1 { 1 } else { 3 }),
        ];
        if weights.iter().all(|weight| *weight == 0) {
            break;
        }
        let all = [Slot::Match, Slot::OptionalMatch, Slot::Unwind, Slot::With, Slot::Call];
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

/// The clauses of a query that writes, before its end: it reads, then writes and reads in turn, and deletes last.
pub(super) fn writing(length: usize, features: &Features, choices: &mut Choices) -> Vec<Slot> {
    let mut kinds = updating_kinds(features, true);
    if kinds.is_empty() {
        return Vec::new();
    }
    choices.shuffle(&mut kinds);
    kinds.truncate(2 + choices.weighted(&[3, 4, 3]));
    // What has no relationship at hand has nothing to delete, so it is tried more often.
    if features.allow("delete") && !kinds.contains(&Slot::Delete) && choices.chance(30) {
        kinds.push(Slot::Delete);
    }
    kinds.sort_by_key(|slot| matches!(slot, Slot::Delete | Slot::DetachDelete));
    let before = choices.between(1, length.saturating_sub(kinds.len()).clamp(1, 4));
    let mut slots = skeleton(before, features, choices);
    // A batch: what is written hangs on a row that is not of the graph.
    if slots.len() < 3 && features.allow("unwind") && choices.chance(45) {
        slots.insert(0, Slot::Unwind);
        slots.push(Slot::Match);
    }
    let reading = |choices: &mut Choices, percent: usize| {
        let slots = [Slot::With, Slot::Match, Slot::OptionalMatch];
        choices.chance(percent).then(|| slots[choices.weighted(&[3, 3, 6])])
    };
    for (place, kind) in kinds.into_iter().enumerate() {
        slots.extend(if place > 0 { reading(choices, 30) } else { None });
        slots.push(kind);
    }
    // What was written, or is no longer there, is looked for.
    slots.extend(reading(choices, 45));
    let deletes = |slot: &Slot| matches!(slot, Slot::Delete | Slot::DetachDelete);
    if !features.allow("delete.followed")
        && let Some(place) = slots.iter().position(deletes)
    {
        slots.truncate(place + 1);
    }
    let wanted = |slot: &Slot| match slot {
        Slot::Match => features.allow("match"),
        Slot::OptionalMatch => features.allow("optional-match"),
        Slot::With => features.allow("with"),
        _ => true,
    };
    slots.retain(wanted);
    slots
}

/// The clauses of a subquery that writes, before its end: it may read, and then writes.
pub(super) fn updating_subquery(features: &Features, choices: &mut Choices) -> Vec<Slot> {
    let mut kinds = updating_kinds(features, false);
    choices.shuffle(&mut kinds);
    kinds.truncate(1 + choices.weighted(&[6, 4]));
    kinds.sort_by_key(|slot| matches!(slot, Slot::Delete | Slot::DetachDelete));
    let before = 1 + choices.weighted(&[55, 35, 10]);
    let mut slots = skeleton(before, features, choices);
    slots.retain(|slot| *slot != Slot::Call);
    slots.extend(kinds);
    slots
}

/// The updating clauses that are allowed.
fn updating_kinds(features: &Features, subqueries: bool) -> Vec<Slot> {
    let allow = |name: &str| features.allow(name);
    let any = |names: &[&str]| names.iter().any(|name| features.allow(name));
    let subqueries = subqueries && allow("call-subquery") && allow("call-subquery.updating");
    [
        (Slot::Create, allow("create")),
        (Slot::Merge, allow("merge")),
        (Slot::Set, any(&["set.property", "set.subscript", "set.replace", "set.add", "set.labels"])),
        (Slot::Remove, any(&["remove.property", "remove.subscript", "remove.labels"])),
        (Slot::Foreach, allow("foreach")),
        (Slot::CallUpdating, subqueries),
        (Slot::Delete, allow("delete")),
        (Slot::DetachDelete, allow("detach-delete")),
    ]
    .into_iter()
    .filter_map(|(slot, allowed)| allowed.then_some(slot))
    .collect()
}
