//! Asks whether traversals written anew keep their laws:
//! `cargo run -p quarrel-gremlin --example gremlin-rewrite laws|faults [CASES] [FAULT..]`.
//!
//! `laws`: under the standard's profile and under every switch flipped alone, so many cases in all; how often each rule was
//! drawn, and which laws were broken. `faults`: for each planted fault and each family, after how many cases a law is
//! broken, or an error met that must not be, when the evaluator with the fault answers.

#[path = "../support/laws.rs"]
mod laws;

use std::collections::BTreeMap;

use laws::{Seen, drawn_cases};
use quarrel_case::language::Language;
use quarrel_case::profile::Profile;
use quarrel_case::rewriting::Family;
use quarrel_gremlin::language::Gremlin;

/// As in the binary.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let count = arguments.get(1).and_then(|count| count.parse().ok()).unwrap_or(2_000);
    let chosen = arguments.get(2..).unwrap_or_default();
    match arguments.first().map(String::as_str) {
        Some("faults") => faults(count, chosen),
        _ => laws(count),
    }
}

fn laws(count: usize) {
    let (mut drawn, mut broken) = (BTreeMap::new(), BTreeMap::new());
    let profiles = laws::profiles();
    drawn_cases(count, &profiles, None, &mut |case, seen| {
        *drawn.entry(case.rule.clone()).or_insert(0_u32) += 1;
        if let Seen::Broken(how) = seen {
            broken.entry(format!("{:?} {}", case.family, case.rule)).or_insert_with(Vec::new).push(how);
        }
        true
    });
    for rule in Gremlin.rewriter().map(quarrel_case::rewriting::Rewriter::rules).unwrap_or_default() {
        println!("{:?} {} {}", rule.family, rule.name, drawn.get(rule.name).copied().unwrap_or(0));
    }
    for (rule, all) in &broken {
        println!("BROKEN {rule} {}", all.len());
        for how in all.iter().take(4) {
            println!("{how}");
        }
    }
}

fn faults(count: usize, chosen: &[String]) {
    for fault in Gremlin.faults() {
        if !chosen.is_empty() && !chosen.iter().any(|id| id == fault.id) {
            continue;
        }
        print!("{}", fault.id);
        for family in laws::FAMILIES {
            let mut cases = 0;
            let mut found = None;
            drawn_cases(count, &[Profile::default()], Some((fault.id, family)), &mut |case, seen| {
                cases = case.number;
                if let Seen::Broken(how) = seen {
                    found = Some((case.number, case.rule.clone(), how));
                }
                found.is_none()
            });
            match found {
                Some((number, rule, _)) => print!(" | {}: {number} ({rule})", name(family)),
                None => print!(" | {}: -", name(family)),
            }
        }
        println!();
    }
}

fn name(family: Family) -> &'static str {
    match family {
        Family::Partition => "partition",
        Family::Cover => "cover",
        Family::Clause => "clause",
        Family::Expression => "expression",
        Family::Restriction => "restriction",
    }
}
