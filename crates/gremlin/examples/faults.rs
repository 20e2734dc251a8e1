//! Prints after how many generated cases each planted fault shows: `faults [CASES] [FAULT...]`.
//!
//! A session with the fault answers a round's traversals one after another, as an engine does, and another one without
//! it answers the same. What differs where the answer is determined, and errors are what the reference says of them,
//! shows the fault; a session that wrote otherwise than it should is begun anew.

#[path = "support/cases.rs"]
mod cases;

use std::collections::BTreeMap;

use cases::cases;
use quarrel_case::compare::{Comparison, answers};
use quarrel_case::language::{Budget, Evaluation, Failure, Guidance, Language as _, Session, Tree};
use quarrel_case::profile::{Profile, ProfileError};
use quarrel_case::verdict::ErrorStatus;
use quarrel_gremlin::evaluate::FAULTS;
use quarrel_gremlin::language::Gremlin;

/// As in the binary.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Traversals on one graph, as many as a hunt's.
const PER_ROUND: usize = 100;

/// What one traversal may cost a session with a fault.
const BUDGET: Budget = Budget { rows: 20_000, steps: 200_000 };

/// The sessions of one fault: of the engine that has it, and of one that has not.
struct Pair {
    wrong: Box<dyn Session>,
    right: Box<dyn Session>,
}

fn main() -> Result<(), ProfileError> {
    let mut words = std::env::args().skip(1);
    let count = words.next().and_then(|count| count.parse().ok()).unwrap_or(5_000);
    let asked: Vec<String> = words.collect();
    let wanted = |id: &str| asked.is_empty() || asked.iter().any(|known| known == id);
    let mut first: BTreeMap<&str, usize> = BTreeMap::new();
    let mut sessions: BTreeMap<&str, Pair> = BTreeMap::new();
    let mut done = 0;
    cases(5, count, PER_ROUND, Guidance::Full, |setting, generator, choices| {
        if done % PER_ROUND == 0 {
            sessions.clear();
        }
        done += 1;
        let candidate = generator.next(choices);
        for fault in FAULTS.iter().filter(|fault| wanted(fault.id)) {
            if first.contains_key(fault.id) {
                continue;
            }
            let begin = |fault: Option<&str>| {
                let profile = Profile { fault: fault.map(str::to_owned), ..setting.profile.clone() };
                Gremlin.session(&setting.graph, &profile)
            };
            let mut pair = match sessions.remove(fault.id) {
                Some(pair) => pair,
                None => match (begin(Some(fault.id)), begin(None)) {
                    (Ok(wrong), Ok(right)) => Pair { wrong, right },
                    _ => continue,
                },
            };
            if shows(&mut pair, &candidate.tree) {
                first.insert(fault.id, done);
            } else if !Gremlin.writes(&candidate.tree) || pair.wrong.graph() == pair.right.graph() {
                sessions.insert(fault.id, pair);
            }
        }
    })?;
    for fault in FAULTS.iter().filter(|fault| wanted(fault.id)) {
        match first.get(fault.id) {
            Some(case) => println!("{} {case}", fault.id),
            None => println!("{} none of {done}", fault.id),
        }
    }
    let found = first.values().filter(|case| **case <= count).count();
    println!("{found} of {} within {count} cases", FAULTS.iter().filter(|fault| wanted(fault.id)).count());
    Ok(())
}

/// Whether the two answer differently where the language leaves nothing open.
fn shows(pair: &mut Pair, tree: &Tree) -> bool {
    let (right, wrong) = (pair.right.run(tree, &BUDGET), pair.wrong.run(tree, &BUDGET));
    right.open.is_none() && (differ(&right, &wrong) || state_differs(pair, tree))
}

fn differ(right: &Evaluation, wrong: &Evaluation) -> bool {
    match (&right.result, &wrong.result) {
        (Ok(expected), Ok(got)) => matches!(answers(expected, got), Comparison::Different(_)),
        (Ok(_), Err(Failure::Query(_))) => right.errors == ErrorStatus::Never,
        (Ok(_), Err(failure)) => matches!(failure, Failure::Crashed(_) | Failure::Hung),
        (Err(_), Ok(_)) => right.errors == ErrorStatus::Must,
        _ => false,
    }
}

/// Whether a traversal that writes left another graph.
fn state_differs(pair: &Pair, tree: &Tree) -> bool {
    Gremlin.writes(tree) && pair.wrong.graph() != pair.right.graph()
}
