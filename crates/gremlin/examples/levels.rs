//! Prints how fast cases are generated: `cargo run --release -p quarrel-gremlin --example gremlin-levels [CASES] [LEVEL]`.
//!
//! For each level of guidance, how many cases come per second of one core, and how many of them find something
//! all the way.

#![expect(clippy::disallowed_types, reason = "it measures time")]

#[path = "support/cases.rs"]
mod cases;
#[path = "support/speed.rs"]
mod speed;

use cases::cases;
use quarrel_case::language::Guidance;
use quarrel_case::profile::ProfileError;
use speed::Watch;

/// As in the binary.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Queries on one graph, as many as a hunt's.
const PER_ROUND: usize = 100;

fn main() -> Result<(), ProfileError> {
    let count = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(10_000);
    let level = std::env::args().nth(2);
    if level.as_ref().is_none_or(|level| level == "unanswered") {
        let watch = Watch::start();
        cases(1, count, PER_ROUND, Guidance::Data, |_, generator, choices| {
            drop(generator.unanswered(choices));
        })?;
        println!("without answers: {}", watch.speed(count));
    }
    for (name, guidance) in Guidance::ALL {
        if level.as_ref().is_none_or(|level| level == name) {
            measure(name, guidance, count)?;
        }
    }
    Ok(())
}

fn measure(name: &str, guidance: Guidance, count: usize) -> Result<(), ProfileError> {
    let watch = Watch::start();
    let (mut made, mut nonempty) = (0_u32, 0_u32);
    cases(1, count, PER_ROUND, guidance, |_, generator, choices| {
        let candidate = generator.next(choices);
        if candidate.aim.is_none() {
            made += 1;
            nonempty += u32::from(!candidate.evaluation.flow.contains(&0));
        }
    })?;
    let ratio = f64::from(nonempty) * 100.0 / f64::from(made.max(1));
    println!("{name}: {ratio:.2} % find something, {}", watch.speed(count));
    Ok(())
}
