//! Prints what generated traversals are like: `cargo run --release -p quarrel-gremlin --example gremlin-mix [CASES] [rare|all]`.
//!
//! How many of so many cases find nothing on the way, how many end in a count or a list, how often each step comes, how
//! long they are, and how many traversals write.

#![expect(clippy::disallowed_types, reason = "it measures time")]

#[path = "support/cases.rs"]
mod cases;
#[path = "support/speed.rs"]
mod speed;

use std::collections::BTreeMap;

use cases::cases;
use quarrel_case::language::Guidance;
use quarrel_case::profile::ProfileError;
use quarrel_case::verdict::ErrorStatus;
use quarrel_gremlin::ast::{Query, StepName};
use quarrel_gremlin::walk;
use speed::Watch;

/// As in the binary.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Traversals on one graph, as many as a hunt's.
const PER_ROUND: usize = 100;

/// Steps of which there are enough when so many of 1,000 traversals have them.
const ENOUGH: u32 = 5;

#[derive(Default)]
struct Mix {
    made: u32,
    empty: u32,
    open: u32,
    failed: u32,
    never: u32,
    reduced: u32,
    writes: u32,
    steps: u32,
    aims: u32,
    with: BTreeMap<&'static str, u32>,
    last: BTreeMap<&'static str, u32>,
}

fn main() -> Result<(), ProfileError> {
    let count = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(10_000);
    let all = std::env::args().nth(2).is_some_and(|word| word == "all");
    let mut mix = Mix::default();
    let watch = Watch::start();
    cases(1, count, PER_ROUND, Guidance::Full, |_, generator, choices| {
        let candidate = generator.next(choices);
        mix.aims += u32::from(candidate.aim.is_some());
        if let (None, Some(query)) = (&candidate.aim, candidate.tree.get::<Query>()) {
            mix.note(query, &candidate.evaluation);
        }
    })?;
    println!("with answers: {}", watch.speed(count));
    mix.print(all);
    Ok(())
}

impl Mix {
    fn note(&mut self, query: &Query, evaluation: &quarrel_case::language::Evaluation) {
        self.made += 1;
        self.empty += u32::from(evaluation.flow.contains(&0));
        self.open += u32::from(evaluation.open.is_some());
        self.failed += u32::from(evaluation.result.is_err());
        self.never += u32::from(evaluation.errors == ErrorStatus::Never);
        self.writes += u32::from(walk::writes(query));
        self.steps += u32::try_from(query.steps.len()).unwrap_or_default();
        let last = query.steps.last().map(|step| step.name);
        self.reduced += u32::from(matches!(last, Some(StepName::Count | StepName::Fold)));
        *self.last.entry(last.map_or("", StepName::text)).or_default() += 1;
        let mut seen: Vec<StepName> = Vec::new();
        walk::steps(&query.steps, &mut |step| {
            if !seen.contains(&step.name) {
                seen.push(step.name);
            }
        });
        for name in seen {
            *self.with.entry(name.text()).or_default() += 1;
        }
    }

    fn print(&self, all: bool) {
        let percent = |count: u32| f64::from(count) * 100.0 / f64::from(self.made.max(1));
        println!("find something all the way: {:.2} %", 100.0 - percent(self.empty));
        println!("left open: {:.2} %, fail: {:.2} %", percent(self.open), percent(self.failed));
        println!("never raise: {:.2} %, on purpose raise or are empty: {}", percent(self.never), self.aims);
        println!("end in count() or fold(): {:.2} %", percent(self.reduced));
        println!("write: {:.2} %", percent(self.writes));
        println!("steps: {:.2}", f64::from(self.steps) / f64::from(self.made.max(1)));
        let mut rare: Vec<String> = Vec::new();
        for name in StepName::ALL {
            let count = self.with.get(name.text()).copied().unwrap_or(0);
            if all || count * 1_000 < ENOUGH * self.made {
                rare.push(format!("{} {:.2}", name.text(), percent(count)));
            }
        }
        println!("{}: {}", if all { "steps in %" } else { "steps in less than 0.5 %" }, rare.join(", "));
    }
}
