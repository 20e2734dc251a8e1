//! Every rule on generated queries, judged by the reference.

use std::collections::BTreeMap;
use std::sync::Arc;

use quarrel_case::answer::{Answer, Row, Table};
use quarrel_case::choices::Choices;
use quarrel_case::compare::{Comparison, answers, distinct, exact_difference};
use quarrel_case::language::{Budget, Evaluation, Ground, Guidance, Language, Setting, Tree, evaluate};
use quarrel_case::profile::{Dialect, Features, Profile};
use quarrel_case::rewriting::{Bond, Family, Rewriter as _, Rewriting};
use quarrel_case::value::Value;

use crate::language::Sparql;
use crate::rewrite::{RULES, SparqlRewriter, laws};

pub(super) const FAMILIES: [Family; 5] =
    [Family::Partition, Family::Cover, Family::Clause, Family::Expression, Family::Restriction];

/// Cases in an ordinary run.
const CASES: u64 = 1_500;

pub(super) const PER_ROUND: u64 = 20;

/// The standard's profile, and each switch flipped alone.
fn profiles() -> Vec<Profile> {
    let mut profiles = vec![Profile::default()];
    for switch in Sparql.switches() {
        for value in &switch.values[1..] {
            let switches = BTreeMap::from([(switch.name.to_owned(), (*value).to_owned())]);
            profiles.push(Profile { switches, fault: None });
        }
    }
    profiles
}

pub(super) fn answer(evaluation: Evaluation) -> Option<Answer> {
    evaluation.result.ok().filter(|_| evaluation.open.is_none())
}

fn rows(answer: &Answer) -> Vec<Row> {
    answer.table().map(|table| table.rows.clone()).unwrap_or_default()
}

fn normal(rows: &[Row]) -> Vec<Row> {
    rows.iter().map(|row| row.iter().cloned().map(|value| Sparql.normalise(value)).collect()).collect()
}

fn numbers(answers: &[Answer]) -> Vec<i64> {
    let values = answers.iter().flat_map(rows).flatten();
    let number = |value| match value {
        Value::Term(term) => term.as_literal().and_then(|literal| literal.lexical.parse().ok()),
        _ => None,
    };
    values.filter_map(number).collect()
}

fn same(expected: &Answer, got: &Answer) -> bool {
    let mut expected = expected.clone();
    if let Answer::Table(table) = &mut expected {
        table.order = None;
    }
    !matches!(answers(&expected, got), Comparison::Different(_))
}

fn table(whole: &Answer, rows: Vec<Row>) -> Answer {
    let columns = whole.table().map(|table| table.columns.clone()).unwrap_or_default();
    Answer::Table(Table { columns, rows: normal(&rows), ..Table::default() })
}

pub(super) fn holds(bond: Bond, whole: &Answer, parts: &[Answer]) -> bool {
    let all: Vec<Row> = parts.iter().flat_map(rows).collect();
    let one = numbers(std::slice::from_ref(whole)).first().copied();
    let many = numbers(parts);
    match bond {
        Bond::Same => match (whole, parts) {
            (Answer::Table(_), [part]) => same(&table(whole, rows(whole)), &{
                let columns = part.table().map(|table| table.columns.clone()).unwrap_or_default();
                Answer::Table(Table { columns, rows: normal(&rows(part)), ..Table::default() })
            }),
            (_, [part]) => same(whole, part),
            _ => false,
        },
        Bond::Parts => same(&table(whole, rows(whole)), &table(whole, all)),
        Bond::DistinctParts => same(&table(whole, rows(whole)), &table(whole, distinct(&normal(&all)))),
        Bond::Sum => one == Some(many.iter().sum()),
        Bond::Least => one == many.iter().min().copied(),
        Bond::Greatest => one == many.iter().max().copied(),
        Bond::NeverMore => exact_difference(&normal(&all), &normal(&rows(whole))).0.is_empty(),
        Bond::NeverGreater => one >= many.first().copied(),
    }
}

fn judged(tree: &Tree, rewriting: &Rewriting, ground: &Ground<'_>) -> Result<(), String> {
    let rewritten = SparqlRewriter.rewrite(tree, rewriting, ground).ok_or("does not fit again")?;
    let asked = |tree: &Tree| evaluate(&Sparql, ground.graph, tree, ground.profile, &ground.budget).unwrap();
    let whole = answer(asked(tree)).ok_or("the whole is open")?;
    let texts = || {
        let texts = rewritten.trees.iter().map(|tree| Sparql.print(tree, &Dialect::default()));
        format!(
            "{rewriting:?}\n  {}\n  {}",
            Sparql.print(tree, &Dialect::default()),
            texts.collect::<Vec<_>>().join("\n  ")
        )
    };
    let parts = rewritten.trees.iter().map(|tree| answer(asked(tree)));
    let parts: Vec<Answer> = parts.collect::<Option<_>>().ok_or_else(|| format!("open: {}", texts()))?;
    if holds(rewritten.bond, &whole, &parts) {
        Ok(())
    } else {
        Err(format!("{:?} {}", rewritten.bond, texts()))
    }
}

/// A number that a person gives a long run.
#[expect(clippy::disallowed_methods, reason = "the scale of a run by hand")]
pub(super) fn variable(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(otherwise)
}

/// The setting of a round.
pub(super) fn setting_of(choices: &Choices, profile: Profile) -> Setting {
    let features = Features::default();
    let sizes = quarrel_graph::Sizes::default();
    let graph = quarrel_graph::generate(&Sparql, sizes, &features, &mut choices.stream("graph"));
    Setting {
        graph: Arc::new(graph),
        profile,
        features,
        length: Sparql.default_length(),
        patterns: 3,
        depth: 3,
        guidance: Guidance::Full,
        budget: Budget::default(),
    }
}

/// The rule of a rewriting, and those of its steps.
pub(super) fn rules_of(rewriting: &Rewriting) -> Vec<String> {
    let steps = rewriting.argument.iter().filter(|_| rewriting.rule.ends_with("-chain"));
    let steps = steps.flat_map(|steps| steps.split(", ")).filter_map(|step| step.split(' ').next());
    std::iter::once(rewriting.rule.as_str()).chain(steps).map(str::to_owned).collect()
}

/// Draws a rewriting of every family for each of so many cases; how often each rule was drawn, and what does not hold.
fn run(cases: u64, seed: u64) -> (BTreeMap<String, usize>, Vec<String>) {
    let profiles = profiles();
    let (mut drawn, mut wrong) = (BTreeMap::new(), Vec::new());
    for round in 0..cases.div_ceil(PER_ROUND) {
        let choices = Choices::new(seed).numbered("round", round);
        // Half of the rounds are under the standard's profile.
        let profile = if round % 2 == 0 { 0 } else { (round / 2) as usize % profiles.len() };
        let setting = setting_of(&choices, profiles[profile].clone());
        let mut generator = Sparql.generator(&setting).unwrap();
        for case in 0..PER_ROUND {
            let mut choices = choices.numbered("case", case);
            let tree = generator.next(&mut choices).tree;
            let ground = Ground { graph: &setting.graph, profile: &setting.profile, budget: setting.budget };
            for family in FAMILIES {
                let mut choices = choices.numbered("family", family as u64);
                let Some(rewriting) = SparqlRewriter.draw(&tree, family, &ground, &mut choices) else {
                    continue;
                };
                for rule in rules_of(&rewriting) {
                    *drawn.entry(rule).or_default() += 1;
                }
                if let Err(error) = judged(&tree, &rewriting, &ground) {
                    wrong.push(format!("{:?} {error}", setting.profile.switches));
                }
            }
        }
    }
    (drawn, wrong)
}

#[test]
fn every_rewriting_of_a_generated_query_keeps_its_bond() {
    let (drawn, wrong) = run(CASES, 1);
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong[..wrong.len().min(5)].join("\n"));
    let rare = ["q-ask-select", "q-concat-separator", "q-count-distinct", "t-having", "u-last-values"];
    let never: Vec<&str> =
        RULES.iter().map(|rule| rule.name).filter(|name| !drawn.contains_key(*name)).collect();
    assert!(never.iter().all(|name| rare.contains(name)), "{never:?}");
}

/// `cargo test --release -p quarrel-sparql -- --ignored --nocapture rewritings_at_scale`
#[test]
#[ignore = "takes long, prints figures"]
fn rewritings_at_scale() {
    let (drawn, wrong) = run(variable("CASES", 20_000), variable("SEED", 2));
    for law in laws() {
        println!("{:20} {}", law.rule.name, drawn.get(law.rule.name).copied().unwrap_or_default());
    }
    println!("{} wrong\n{}", wrong.len(), wrong[..wrong.len().min(40)].join("\n"));
    assert!(wrong.is_empty());
}
