//! Prints after how many generated cases each planted fault shows: `faults LANGUAGE [CASES] [FAULT...]`.
//!
//! A session with the fault answers a round's queries one after another, as an engine does, and another one without
//! it answers the same. What differs where the answer is determined, and errors are what the reference says of them,
//! shows the fault; a session that wrote otherwise than it should is begun anew.

#[path = "../../graph/support/cases.rs"]
mod cases;
#[path = "support/languages.rs"]
mod languages;

use std::collections::BTreeMap;

use cases::cases;
use languages::language;
use quarrel_case::compare::{Comparison, answers};
use quarrel_case::language::{Budget, Evaluation, Failure, Guidance, Language, Session, Tree};
use quarrel_case::profile::Profile;
use quarrel_case::state;
use quarrel_case::verdict::ErrorStatus;

/// As in the binary.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Queries on one graph, as many as a hunt's.
const PER_ROUND: usize = 100;

/// What one query may cost a session with a fault.
const BUDGET: Budget = Budget { rows: 20_000, steps: 200_000 };

/// The sessions of one fault: of the engine that has it, and of one that has not.
struct Pair {
    wrong: Box<dyn Session>,
    right: Box<dyn Session>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let language = language(&words.next().unwrap_or_default())?;
    let count = words.next().map_or(Ok(5_000), |count| count.parse())?;
    let asked: Vec<String> = words.collect();
    let is_asked = |id: &str| asked.is_empty() || asked.iter().any(|known| known == id);
    let wanted: Vec<&str> =
        language.faults().iter().map(|fault| fault.id).filter(|fault| is_asked(fault)).collect();
    let mut first: BTreeMap<&str, usize> = BTreeMap::new();
    let mut sessions: BTreeMap<&str, Pair> = BTreeMap::new();
    let mut done = 0;
    cases(&*language, 5, count, PER_ROUND, Guidance::Full, |setting, generator, choices| {
        if done % PER_ROUND == 0 {
            sessions.clear();
        }
        done += 1;
        let candidate = generator.next(choices);
        for &fault in &wanted {
            if first.contains_key(fault) {
                continue;
            }
            let begin = |fault: Option<&str>| {
                let profile = Profile { fault: fault.map(str::to_owned), ..setting.profile.clone() };
                language.session(&setting.graph, &profile)
            };
            let mut pair = match sessions.remove(fault) {
                Some(pair) => pair,
                None => match (begin(Some(fault)), begin(None)) {
                    (Ok(wrong), Ok(right)) => Pair { wrong, right },
                    _ => continue,
                },
            };
            if shows(&*language, &mut pair, &candidate.tree) {
                first.insert(fault, done);
            } else if !state_differs(&*language, &pair, &candidate.tree) {
                sessions.insert(fault, pair);
            }
        }
    })?;
    for fault in &wanted {
        match first.get(fault) {
            Some(case) => println!("{fault} {case}"),
            None => println!("{fault} none of {done}"),
        }
    }
    let found = first.values().filter(|case| **case <= count).count();
    println!("{found} of {} within {count} cases", wanted.len());
    Ok(())
}

/// Whether the two answer differently where the language leaves nothing open.
fn shows(language: &dyn Language, pair: &mut Pair, tree: &Tree) -> bool {
    let (right, wrong) = (pair.right.run(tree, &BUDGET), pair.wrong.run(tree, &BUDGET));
    right.open.is_none() && (differ(&right, &wrong) || state_differs(language, pair, tree))
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

/// Whether a query that writes left another graph.
fn state_differs(language: &dyn Language, pair: &Pair, tree: &Tree) -> bool {
    // Not by equality: no NaN is another one.
    let differs =
        || matches!(state::compare(&pair.right.graph(), &pair.wrong.graph()), Comparison::Different(_));
    language.writes(tree) && differs()
}
