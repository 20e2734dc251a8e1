//! Hops as property paths (section 9).

use quarrel_case::phrase::{Direction, Hop, Times};

use crate::language::Sparql;
use quarrel_case::language::Language as _;

/// More steps than this are not written out.
const MOST_STEPS: usize = 12;

/// Every predicate: one that is rdf:type or is not (section 9.1; how often a negated set gives a pair is said nowhere).
const ANY: &str = "(a|!a)";

/// The path of a hop; `is_set` allows those that give each pair once. None where the hop is no path.
pub(super) fn path(hop: &Hop, is_set: bool) -> Option<String> {
    if hop.condition.is_some() || (hop.kinds.is_empty() && !is_set) {
        return None;
    }
    let (unit, is_whole) = unit(hop);
    let part = if is_whole { unit.clone() } else { format!("({unit})") };
    Some(match hop.times {
        Times::Once => unit,
        Times::Exactly(steps) => sequence(&part, bounded(steps)?),
        Times::UpTo(steps) if is_set => optional(&part, bounded(steps)?),
        Times::NoneTo(steps) if is_set => format!("({})?", optional(&part, bounded(steps)?)),
        Times::Any if is_set => format!("{part}+"),
        // An alternative gives what each of its parts gives, as often (section 18.4).
        Times::UpTo(steps) => {
            let sequences = (1..=bounded(steps)?).map(|steps| sequence(&part, steps));
            sequences.collect::<Vec<_>>().join("|")
        }
        Times::NoneTo(_) | Times::Any => return None,
    })
}

fn bounded(steps: usize) -> Option<usize> {
    (1..=MOST_STEPS).contains(&steps).then_some(steps)
}

/// One step, and whether it may stand in another path without brackets.
fn unit(hop: &Hop) -> (String, bool) {
    let mut kinds: Vec<String> = Vec::new();
    for kind in &hop.kinds {
        let kind = Sparql.identifier(kind);
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    let (out, is_whole) = match kinds.as_slice() {
        [] => (ANY.to_owned(), true),
        [only] => (only.clone(), true),
        several => (several.join("|"), false),
    };
    let whole = if is_whole { out.clone() } else { format!("({out})") };
    match hop.direction {
        Direction::Out => (out, is_whole),
        Direction::In => (format!("^{whole}"), false),
        Direction::Both => (format!("{whole}|^{whole}"), false),
    }
}

/// `p/p/p`
fn sequence(part: &str, steps: usize) -> String {
    vec![part; steps].join("/")
}

/// `p/(p/p?)?`: one step to so many.
fn optional(part: &str, steps: usize) -> String {
    (1..steps).fold(part.to_owned(), |rest, _| format!("{part}/({rest})?"))
}
