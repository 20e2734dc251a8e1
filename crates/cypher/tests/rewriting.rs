//! Rewritings of generated queries: each bond holds on the reference, under the standard and under every switch.

#[path = "../../graph/support/cases.rs"]
mod cases;
#[path = "support/rewriting.rs"]
mod rewriting;

use std::collections::{BTreeMap, BTreeSet};

use cases::cases;
use quarrel_case::answer::Answer;
use quarrel_case::choices::Choices;
use quarrel_case::graph::PropertyGraph;
use quarrel_case::language::{Budget, Ground, Guidance, Language as _, Tree, evaluate};
use quarrel_case::profile::{Dialect, Profile};
use quarrel_case::rewriting::{Family, Rewriter, Rewriting};
use quarrel_cypher::language::Cypher;
use rewriting::holds;

const FAMILIES: [Family; 5] =
    [Family::Partition, Family::Cover, Family::Clause, Family::Expression, Family::Restriction];

/// Queries on one graph.
const PER_ROUND: usize = 10;

/// So many cases, and from which seed; others by the environment.
fn scale() -> (usize, u64) {
    (number("QUARREL_REWRITE_CASES").unwrap_or(2_000) as usize, number("QUARREL_REWRITE_SEED").unwrap_or(11))
}

#[expect(clippy::disallowed_methods, reason = "a person sets the scale")]
fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|text| text.parse().ok())
}

fn rewriter() -> &'static dyn Rewriter {
    Cypher.rewriter().expect("Cypher writes queries anew")
}

/// The standard most of the time, otherwise one switch flipped.
fn profile(choices: &mut Choices) -> Profile {
    let flipped: Vec<(&str, &str)> = Cypher
        .switches()
        .iter()
        .flat_map(|switch| switch.values.iter().skip(1).map(|value| (switch.name, *value)))
        .collect();
    let switch = choices.pick(&flipped).filter(|_| flipped.len() > 1);
    let switches = switch.map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    Profile { switches: BTreeMap::from_iter(switches), fault: None }
}

fn answer(ground: &Ground<'_>, tree: &Tree) -> Option<Answer> {
    evaluate(&Cypher, ground.graph, tree, ground.profile, &ground.budget).ok()?.result.ok()
}

fn text(tree: &Tree) -> String {
    Cypher.print(tree, &Dialect::default())
}

/// What is wrong with a rewriting; none if nothing is.
fn wrong(tree: &Tree, rewriting: &Rewriting, ground: &Ground<'_>) -> Option<String> {
    let Some(rewritten) = rewriter().rewrite(tree, rewriting, ground) else {
        return Some(format!("{rewriting:?} is drawn for {} and does not fit", text(tree)));
    };
    let whole = answer(ground, tree)?;
    let parts: Option<Vec<Answer>> = rewritten.trees.iter().map(|tree| answer(ground, tree)).collect();
    let fine = parts.and_then(|parts| holds(rewritten.bond, &whole, &parts)) == Some(true);
    let readable = |tree: &Tree| Cypher.parse(&text(tree)).is_ok_and(|read| text(&read) == text(tree));
    (!fine || !rewritten.trees.iter().all(readable)).then(|| {
        let parts: Vec<String> = rewritten.trees.iter().map(text).collect();
        let profile = &ground.profile.switches;
        format!("{:?} {profile:?} {rewriting:?}\n  {}\n  {}", rewritten.bond, text(tree), parts.join("\n  "))
    })
}

#[test]
fn every_bond_holds_and_every_rule_is_drawn() {
    let (count, seed) = scale();
    let mut drawn: BTreeMap<String, usize> = BTreeMap::new();
    let mut failed: Vec<String> = Vec::new();
    let mut case = 0;
    cases(&Cypher, seed, count, PER_ROUND, Guidance::Full, |setting, generator, choices| {
        let tree = generator.next(choices).tree;
        case += 1;
        let profile = if case % 3 == 0 { profile(choices) } else { Profile::default() };
        // Oracles hold no law where edges are not counted.
        let joins_twice = setting.graph.property().is_some_and(PropertyGraph::joins_twice);
        let counts = Cypher.counts_each_edge(&profile) || !joins_twice;
        let profile = if counts { profile } else { Profile::default() };
        let ground = Ground { graph: &setting.graph, profile: &profile, budget: Budget::default() };
        for family in FAMILIES {
            let Some(rewriting) = rewriter().draw(&tree, family, &ground, choices) else { continue };
            *drawn.entry(rewriting.rule.clone()).or_default() += 1;
            failed.extend(wrong(&tree, &rewriting, &ground));
        }
    })
    .expect("the standard profile");
    let all: BTreeSet<&str> = rewriter().rules().iter().map(|rule| rule.name).collect();
    let missing: Vec<&&str> = all.iter().filter(|name| !drawn.contains_key(**name)).collect();
    if number("QUARREL_REWRITE_CASES").is_some() {
        println!("{count} cases: {drawn:#?}");
    }
    assert!(
        failed.is_empty(),
        "{} of {count}:\n{}",
        failed.len(),
        failed.iter().take(20).cloned().collect::<Vec<_>>().join("\n")
    );
    assert!(missing.is_empty(), "never drawn: {missing:?}");
}
