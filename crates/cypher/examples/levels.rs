//! Prints how fast cases are generated: `cargo run --release -p quarrel-cypher --example levels [CASES] [LEVEL]`.
//!
//! For each level of guidance, how many cases come per second of one core, and how many of them find something
//! all the way.

#![expect(clippy::disallowed_types, reason = "it measures time")]

use std::sync::Arc;
use std::time::Instant;

use quarrel_case::choices::Choices;
use quarrel_case::graph::Model;
use quarrel_case::language::{Budget, Generator, Guidance, Language, Setting};
use quarrel_case::profile::{Features, Profile};
use quarrel_cypher::language::Cypher;
use quarrel_graph::Sizes;

/// As in the binary.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Queries on one graph, as many as a hunt's.
const PER_ROUND: usize = 100;

const LEVELS: [(&str, Guidance); 4] = [
    ("random", Guidance::Random),
    ("graph", Guidance::Graph),
    ("data", Guidance::Data),
    ("full", Guidance::Full),
];

fn main() {
    let count = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(10_000);
    let level = std::env::args().nth(2);
    if level.as_ref().is_none_or(|level| level == "unanswered") {
        let (wall, busy) = (Instant::now(), cpu_seconds());
        generators(count, Guidance::Data, |generator, choices| drop(generator.unanswered(choices)));
        println!("without answers: {}", speed(count, wall, busy));
    }
    for (name, guidance) in LEVELS {
        if level.as_ref().is_none_or(|level| level == name) {
            measure(name, guidance, count);
        }
    }
}

fn measure(name: &str, guidance: Guidance, count: usize) {
    let (wall, busy) = (Instant::now(), cpu_seconds());
    let (mut made, mut nonempty) = (0_u32, 0_u32);
    generators(count, guidance, |generator, choices| {
        let candidate = generator.next(choices);
        if candidate.aim.is_none() {
            made += 1;
            nonempty += u32::from(!candidate.evaluation.flow.contains(&0));
        }
    });
    let ratio = f64::from(nonempty) * 100.0 / f64::from(made.max(1));
    println!("{name}: {ratio:.2} % find something, {}", speed(count, wall, busy));
}

fn speed(count: usize, wall: Instant, busy: Option<f64>) -> String {
    let wall = wall.elapsed().as_secs_f64();
    let busy = busy.zip(cpu_seconds()).map_or(wall, |(before, after)| after - before);
    let (busy, wall) = (count as f64 / busy, count as f64 / wall);
    format!("{busy:.0} cases per second ({wall:.0} by the clock on the wall)")
}

/// The time that this thread has had a core, where the system tells: what else runs does not count then.
fn cpu_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    let nanoseconds: f64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}

/// Calls `each` once for each of so many cases, with the generator and the choices of the case.
fn generators(count: usize, guidance: Guidance, mut each: impl FnMut(&mut dyn Generator, &mut Choices)) {
    let choices = Choices::new(1);
    for round in 0..count.div_ceil(PER_ROUND) {
        let round = choices.numbered("round", round as u64);
        let features = Features::default();
        let sizes = Sizes::default();
        let graph = quarrel_graph::generate(Model::Property, sizes, &features, &mut round.stream("graph"));
        let setting = Setting {
            graph: Arc::new(graph),
            profile: Profile::default(),
            features,
            length: 9,
            patterns: 3,
            depth: 3,
            guidance,
            budget: Budget::default(),
        };
        let Ok(mut generator) = Cypher.generator(&setting) else { return };
        for case in 0..PER_ROUND {
            each(&mut *generator, &mut round.numbered("case", case as u64));
        }
    }
}
