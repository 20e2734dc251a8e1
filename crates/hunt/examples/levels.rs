//! Prints how fast cases are generated: `levels LANGUAGE [CASES] [LEVEL]`.
//!
//! For each level of guidance, how many cases come per second of one core, and how many of them find something
//! all the way.

#[path = "../../graph/support/cases.rs"]
mod cases;
#[path = "support/languages.rs"]
mod languages;
#[path = "../../case/support/speed.rs"]
mod speed;

use cases::cases;
use languages::language;
use quarrel_case::language::{Guidance, Language};
use quarrel_case::profile::ProfileError;
use speed::Watch;

/// As in the binary.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Queries on one graph, as many as a hunt's.
const PER_ROUND: usize = 100;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let language = language(&words.next().unwrap_or_default())?;
    let count = words.next().map_or(Ok(10_000), |count| count.parse())?;
    let level = words.next();
    if level.as_ref().is_none_or(|level| level == "unanswered") {
        let watch = Watch::start();
        cases(&*language, 1, count, PER_ROUND, Guidance::Data, |_, generator, choices| {
            drop(generator.unanswered(choices));
        })?;
        println!("without answers: {}", watch.speed(count));
    }
    for (name, guidance) in Guidance::ALL {
        if level.as_ref().is_none_or(|level| level == name) {
            measure(&*language, name, guidance, count)?;
        }
    }
    Ok(())
}

fn measure(
    language: &dyn Language,
    name: &str,
    guidance: Guidance,
    count: usize,
) -> Result<(), ProfileError> {
    let watch = Watch::start();
    let (mut made, mut nonempty) = (0_u32, 0_u32);
    cases(language, 1, count, PER_ROUND, guidance, |_, generator, choices| {
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
