//! Traversals written anew keep their laws.

#[path = "../support/laws.rs"]
mod laws;

use laws::{Seen, drawn_cases};
use quarrel_case::language::Language;
use quarrel_case::rewriting::Family;
use quarrel_gremlin::language::Gremlin;

/// Cases that are rewritten by a rule of each family. The example `gremlin-rewrite` asks of many more.
const CASES: usize = 1_000;

#[test]
fn every_law_holds_on_the_reference_under_every_switch() {
    let mut drawn: Vec<(Family, String)> = Vec::new();
    drawn_cases(CASES, &laws::profiles(), None, &mut |case, seen| {
        if let Seen::Broken(how) = seen {
            panic!("case {}, {}\n{how}", case.number, case.rule);
        }
        drawn.push((case.family, case.rule.clone()));
        true
    });
    for family in laws::FAMILIES {
        let count = drawn.iter().filter(|(known, _)| *known == family).count();
        assert!(count * 8 > CASES, "{family:?} {count}");
    }
    let rules = Gremlin.rewriter().map(quarrel_case::rewriting::Rewriter::rules).unwrap_or_default();
    let missed: Vec<&str> = rules
        .iter()
        .map(|rule| rule.name)
        .filter(|name| !drawn.iter().any(|(_, drawn)| drawn == name))
        .collect();
    // What fits few traversals, each of which is shown by an example.
    assert!(missed.len() <= 16, "{missed:?}");
}
