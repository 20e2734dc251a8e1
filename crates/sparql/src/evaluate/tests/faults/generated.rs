//! Faults on generated cases: which of them the generator reaches.

use std::collections::BTreeMap;
use std::sync::Arc;

use quarrel_case::answer::Answer;
use quarrel_case::choices::Choices;
use quarrel_case::compare::{Comparison, answers};
use quarrel_case::graph::Graph;
use quarrel_case::language::{Budget, Evaluation, Guidance, Language, Setting, Tree};
use quarrel_case::profile::{Dialect, Features, Profile};

use super::with;
use crate::evaluate::FAULTS;
use crate::language::Sparql;

const PER_ROUND: usize = 20;

/// Some generated texts with the right answers, on one graph.
fn round(number: u64, fault: Option<&str>) -> (Graph, Vec<(String, Evaluation)>) {
    let mut choices = Choices::new(11).numbered("graph", number);
    let graph =
        quarrel_graph::generate(&Sparql, quarrel_graph::Sizes::default(), &Features::default(), &mut choices);
    let setting = Setting {
        graph: Arc::new(graph.clone()),
        profile: with(fault),
        features: Features::default(),
        length: Sparql.default_length(),
        patterns: 4,
        depth: 3,
        guidance: Guidance::Full,
        budget: Budget::default(),
    };
    let mut generator = Sparql.generator(&setting).expect("a declared fault");
    let cases = (0..PER_ROUND).map(|index| {
        let mut choices = Choices::new(11).numbered("round", number).numbered("case", index as u64);
        let candidate = generator.next(&mut choices);
        (Sparql.print(&candidate.tree, &Dialect::default()), candidate.evaluation)
    });
    (graph, cases.collect())
}

#[test]
fn the_generator_never_has_a_fault() {
    let (_, right) = round(1, None);
    for fault in ["s01", "s04", "s28"] {
        assert!(round(1, Some(fault)).1 == right, "{fault}");
    }
}

#[test]
fn generated_cases_are_answered_with_every_fault_and_rightly_with_none() {
    assert_eq!(changed(3).get("none"), Some(&0));
}

/// Prints how many generated cases each fault changes: `cargo test --release -- --ignored --nocapture reaches`.
#[test]
#[ignore = "prints figures"]
fn faults_that_the_generator_reaches() {
    const ROUNDS: u64 = 100;
    let changed = changed(ROUNDS);
    println!("of {} cases:", ROUNDS as usize * PER_ROUND);
    changed.iter().for_each(|(id, count)| println!("{id} {count}"));
}

/// How many cases of so many rounds have another answer than the right one, by fault.
fn changed(rounds: u64) -> BTreeMap<&'static str, usize> {
    let ids = FAULTS.iter().map(|fault| Some(fault.id)).chain([None]);
    let mut changed = BTreeMap::new();
    for number in 0..rounds {
        let (graph, cases) = round(number, None);
        for id in ids.clone() {
            let profile = with(id);
            let mut session = Sparql.session(&graph, &profile).expect("a declared fault");
            for (text, right) in &cases {
                let tree = Sparql.parse_under(text, &profile);
                let wrong = match &tree {
                    Ok(tree) if Sparql.writes(tree) => leaves_other(&graph, tree, &profile),
                    Ok(tree) => differs(right, session.run(tree, &Budget::default()).result.ok()),
                    Err(_) => right.result.is_ok(),
                };
                *changed.entry(id.unwrap_or("none")).or_default() += usize::from(wrong);
            }
        }
    }
    changed
}

/// Whether an update leaves another graph than it should.
fn leaves_other(graph: &Graph, tree: &Tree, profile: &Profile) -> bool {
    let [right, got] = [&Profile::default(), profile].map(|profile| {
        let mut session = Sparql.session(graph, profile).expect("a declared fault");
        session.run(tree, &Budget::default());
        session.graph()
    });
    quarrel_case::state::compare(&right, &got) != Comparison::Equal
}

fn differs(right: &Evaluation, answer: Option<Answer>) -> bool {
    match (&right.result, answer) {
        (Ok(right), Some(answer)) => matches!(answers(right, &answer), Comparison::Different(_)),
        (right, answer) => right.is_ok() != answer.is_some(),
    }
}
