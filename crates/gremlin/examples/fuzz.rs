//! Puts texts that are nearly traversals to the parser and the evaluator: `fuzz [SECONDS] [SEED]`.
//!
//! Generated traversals are changed at random: words are left out, repeated, exchanged with those of another one, nested
//! deep, or replaced by what is rare. What the parser takes is evaluated on the graph of its round. Nothing may panic,
//! and nothing may run longer than its budget allows; the slowest is printed.

#![expect(clippy::disallowed_types, reason = "it measures time")]

#[path = "support/cases.rs"]
mod cases;

use std::sync::Arc;
use std::time::{Duration, Instant};

use cases::cases;
use quarrel_case::choices::Choices;
use quarrel_case::graph::Graph;
use quarrel_case::language::{Budget, Guidance, Language as _};
use quarrel_case::profile::{Dialect, Profile, ProfileError};
use quarrel_gremlin::language::Gremlin;

/// As in the binary.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How many traversals there are to begin with.
const GENERATED: usize = 2_000;

/// What begins and ends something and can be written again and again.
const NESTED: [(&str, &str); 6] =
    [("__.map(", ")"), ("[", "]"), ("P.not(", ")"), ("__.repeat(", ")"), ("{", "}"), ("__.fold().", "")];

/// What is rare in generated traversals.
const RARE: [&str; 14] = [
    "9223372036854775807L",
    "-9223372036854775808L",
    "2147483648",
    "1e309d",
    "-0.0",
    "NaN",
    "-Infinity",
    "\"\"",
    "\"\\uD800\"",
    "null",
    "datetime(\"999999999-12-31\")",
    "Integer.MAX_VALUE",
    "\u{1F600}",
    ".times(9223372036854775807)",
];

fn main() -> Result<(), ProfileError> {
    let mut words = std::env::args().skip(1);
    let mut number = |otherwise: u64| words.next().and_then(|word| word.parse().ok()).unwrap_or(otherwise);
    let (seconds, seed) = (number(10), number(1));
    let mut corpus: Vec<(Vec<String>, Arc<Graph>)> = Vec::new();
    cases(7, GENERATED, 20, Guidance::Data, |setting, generator, choices| {
        let text = Gremlin.print(&generator.unanswered(choices), &Dialect::default());
        corpus.push((tokens(&text), Arc::clone(&setting.graph)));
    })?;
    let mut choices = Choices::new(seed);
    let (begun, mut slowest) = (Instant::now(), (Duration::ZERO, String::new()));
    let (mut texts, mut read) = (0_u64, 0_u64);
    while begun.elapsed() < Duration::from_secs(seconds) {
        let Some((words, graph)) = choices.pick(&corpus).cloned() else { break };
        let text = changed(words, &corpus, &mut choices);
        texts += 1;
        let start = Instant::now();
        if let Ok(tree) = Gremlin.parse(&text) {
            read += 1;
            let budget = Budget { rows: 2_000, steps: 200_000 };
            drop(Gremlin.session(&graph, &Profile::default())?.run(&tree, &budget));
        }
        if start.elapsed() > slowest.0 {
            slowest = (start.elapsed(), text);
        }
    }
    let shown: String = slowest.1.chars().take(300).collect();
    println!(
        "{texts} texts, {read} of them traversals; the slowest took {:.3} s: {shown}",
        slowest.0.as_secs_f64()
    );
    Ok(())
}

/// The words and signs of a text.
fn tokens(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for sign in text.chars() {
        let joins = |last: &String| last.chars().all(char::is_alphanumeric) && sign.is_alphanumeric();
        match found.last_mut() {
            Some(last) if joins(last) => last.push(sign),
            _ => found.push(sign.to_string()),
        }
    }
    found
}

fn changed(mut words: Vec<String>, corpus: &[(Vec<String>, Arc<Graph>)], choices: &mut Choices) -> String {
    for _ in 0..choices.between(1, 4) {
        let from = choices.below(words.len() + 1);
        let to = (from + choices.below(8)).min(words.len());
        let other = choices.pick(corpus).map(|(words, _)| words.clone()).unwrap_or_default();
        match choices.below(6) {
            0 => drop(words.drain(from..to)),
            1 => {
                let again = words[from..to].to_vec();
                words.splice(from..from, again);
            }
            2 => drop(words.splice(from.., other.into_iter().skip(to))),
            3 => words.insert(from, RARE[choices.below(RARE.len())].to_owned()),
            4 if from < to => {
                let (open, close) = NESTED[choices.below(NESTED.len())];
                let times = 1 << choices.below(12);
                words[from].insert_str(0, &open.repeat(times));
                words[to - 1].push_str(&close.repeat(times));
            }
            _ => {
                let part = other.into_iter().skip(from).take(to - from).collect::<Vec<_>>();
                words.splice(from..from, part);
            }
        }
    }
    words.concat()
}
