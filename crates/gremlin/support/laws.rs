//! Cases rewritten, and whether the law between them holds. It is no part of the crate: an example and a test take it in
//! by its path.

use std::collections::BTreeMap;
use std::sync::Arc;

use quarrel_case::answer::Answer;
use quarrel_case::choices::Choices;
use quarrel_case::compare;
use quarrel_case::language::{Budget, Failure, Ground, Guidance, Language, Session, Setting, Tree};
use quarrel_case::profile::{Dialect, Features, Profile};
use quarrel_case::rewriting::{Bond, Family};
use quarrel_case::value::Value;
use quarrel_graph::Sizes;
use quarrel_gremlin::language::Gremlin;

pub(crate) const FAMILIES: [Family; 5] =
    [Family::Partition, Family::Cover, Family::Clause, Family::Expression, Family::Restriction];

/// Cases on one graph.
const PER_ROUND: usize = 20;

/// A rewritten case.
pub(crate) struct Rewritten {
    /// How many cases there were up to it.
    pub(crate) number: usize,
    pub(crate) family: Family,
    pub(crate) rule: String,
}

/// What came of it.
pub(crate) enum Seen {
    Holds,
    /// The law does not hold; how, for a person.
    Broken(String),
}

/// The standard's profile and every switch flipped alone.
pub(crate) fn profiles() -> Vec<Profile> {
    let mut all = vec![Profile::default(); 8];
    for switch in Gremlin.switches() {
        for value in switch.values.iter().skip(1) {
            let switches = BTreeMap::from([(switch.name.to_owned(), (*value).to_owned())]);
            all.push(Profile { switches, fault: None });
        }
    }
    all
}

fn setting(choices: &Choices, profile: &Profile) -> Setting {
    let features = Features::default();
    let mut stream = choices.stream("graph");
    let graph = quarrel_graph::generate(&Gremlin, Sizes::default(), &features, &mut stream);
    Setting {
        graph: Arc::new(graph),
        profile: profile.clone(),
        features,
        length: Gremlin.default_length(),
        patterns: 3,
        depth: 3,
        guidance: Guidance::Full,
        budget: Budget::default(),
    }
}

/// Rewrites generated cases, under one profile after the other, and shows what comes of each while that is wanted. With a
/// fault, the evaluator that has it answers, and only that family is drawn.
pub(crate) fn drawn_cases(
    count: usize,
    profiles: &[Profile],
    fault: Option<(&str, Family)>,
    show: &mut dyn FnMut(&Rewritten, Seen) -> bool,
) {
    let rewriter = Gremlin.rewriter().expect("a rewriter");
    let mut number = 0;
    for round in 0..count.div_ceil(PER_ROUND) {
        let choices = Choices::new(7).numbered("round", round as u64);
        let setting = setting(&choices, &profiles[round % profiles.len()]);
        let ground = Ground { graph: &setting.graph, profile: &setting.profile, budget: setting.budget };
        let accused = Profile { fault: fault.map(|(id, _)| id.to_owned()), ..setting.profile.clone() };
        let mut engine = Gremlin.session(&setting.graph, &accused).expect("a profile");
        let mut generator = Gremlin.generator(&setting).expect("a profile");
        for case in 0..PER_ROUND.min(count - number) {
            let mut choices = choices.numbered("case", case as u64);
            let tree = generator.next(&mut choices).tree;
            number += 1;
            // A write leaves another graph; `write-pair` asks about both.
            if Gremlin.writes(&tree) {
                continue;
            }
            for family in FAMILIES {
                if fault.is_some_and(|(_, wanted)| wanted != family) {
                    continue;
                }
                let Some(rewriting) = rewriter.draw(&tree, family, &ground, &mut choices) else { continue };
                let rewritten = rewriter.rewrite(&tree, &rewriting, &ground).expect("what was drawn fits");
                let seen = judge(&tree, &rewritten.trees, rewritten.bond, &mut *engine, &setting.profile);
                if !show(&Rewritten { number, family, rule: rewriting.rule }, seen) {
                    return;
                }
            }
        }
    }
}

fn judge(whole: &Tree, parts: &[Tree], bond: Bond, engine: &mut dyn Session, profile: &Profile) -> Seen {
    let texts = || {
        let print = |tree: &Tree| Gremlin.print(tree, &Dialect::default());
        let parts: Vec<String> = parts.iter().map(print).collect();
        format!("  {bond:?} {:?}\n    {}\n    {}", profile.switches, print(whole), parts.join("\n    "))
    };
    let mut all = Vec::new();
    for tree in [whole].into_iter().chain(parts) {
        match engine.run(tree, &Budget::default()).result {
            Ok(Answer::Table(table)) => all.push(table.rows),
            Ok(_) | Err(Failure::Budget(_)) => return Seen::Holds,
            Err(failure) => return Seen::Broken(format!("{failure}\n{}", texts())),
        }
    }
    let whole = all.remove(0);
    match holds(bond, &whole, &all.concat()) {
        Some(false) => Seen::Broken(texts()),
        _ => Seen::Holds,
    }
}

type Rows = [Vec<Value>];

fn numbers(rows: &Rows) -> Option<Vec<i128>> {
    let number = |row: &Vec<Value>| match row.as_slice() {
        [Value::Int(number)] => Some(i128::from(*number)),
        [Value::Atom(_, text)] => text.parse().ok(),
        _ => None,
    };
    rows.iter().map(number).collect()
}

/// Whether the law holds; none where it judges nothing.
fn holds(bond: Bond, whole: &Rows, parts: &Rows) -> Option<bool> {
    let same = |left: &Rows, right: &Rows| {
        let (more, less) = compare::exact_difference(left, right);
        more.is_empty() && less.is_empty()
    };
    let sum = |rows: &Rows| numbers(rows).map(|numbers| numbers.iter().sum::<i128>());
    Some(match bond {
        Bond::Same | Bond::Parts => same(whole, parts),
        Bond::DistinctParts => same(whole, &compare::distinct(parts)),
        Bond::Sum => sum(whole)? == sum(parts)?,
        Bond::Least => numbers(whole)?.iter().min() == numbers(parts)?.iter().min(),
        Bond::Greatest => numbers(whole)?.iter().max() == numbers(parts)?.iter().max(),
        Bond::NeverMore => compare::exact_difference(parts, whole).0.is_empty(),
        Bond::NeverGreater => sum(parts)? <= sum(whole)?,
    })
}
