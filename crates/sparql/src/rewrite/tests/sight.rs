//! Which planted faults the families see, each fault playing the accused.

use std::collections::BTreeMap;

use quarrel_case::answer::Answer;
use quarrel_case::choices::Choices;
use quarrel_case::language::{Budget, Ground, Language, Session, Tree};
use quarrel_case::profile::{Dialect, Profile};
use quarrel_case::rewriting::{Rewriter as _, Rewritten};

use super::sound::{FAMILIES, PER_ROUND, answer, holds, rules_of, setting_of, variable};
use crate::language::Sparql;
use crate::rewrite::SparqlRewriter;

/// The first case, how many of all, and by which rules.
type Seen = (u64, u64, BTreeMap<String, u64>);

/// What a target answers, which reads texts.
fn asked(session: &mut dyn Session, tree: &Tree, profile: &Profile) -> Option<Answer> {
    let tree = Sparql.parse_under(&Sparql.print(tree, &Dialect::default()), profile).ok()?;
    answer(session.run(&tree, &Budget::default()))
}

/// Whether a fault breaks the bond.
fn sees(fault: &str, before: Option<&Tree>, ground: &Ground<'_>, tree: &Tree, rewritten: &Rewritten) -> bool {
    let profile = Profile { fault: Some(fault.to_owned()), ..Profile::default() };
    let mut session = Sparql.session(ground.graph, &profile).unwrap();
    if let Some(update) = before {
        session.run(update, &Budget::default());
    }
    let whole = asked(&mut *session, tree, &profile);
    let parts: Vec<_> = rewritten.trees.iter().map(|tree| asked(&mut *session, tree, &profile)).collect();
    match (whole, parts.into_iter().collect::<Option<Vec<_>>>()) {
        (Some(whole), Some(parts)) => !holds(rewritten.bond, &whole, &parts),
        // An error of one of them alone shows as well.
        _ => false,
    }
}

/// `cargo test -p quarrel-sparql -- --ignored --nocapture faults_that_the_families_see`
#[test]
#[ignore = "takes long, prints figures"]
fn faults_that_the_families_see() {
    let (cases, seed) = (variable("CASES", 2_000), variable("SEED", 3));
    let writes = variable("WRITES", 0) > 0;
    // By fault and family: the first case, and how many of all.
    let mut seen: BTreeMap<(&str, usize), Seen> = BTreeMap::new();
    for round in 0..cases.div_ceil(PER_ROUND) {
        let choices = Choices::new(seed).numbered("round", round);
        let setting = setting_of(&choices, Profile::default());
        let mut generator = Sparql.generator(&setting).unwrap();
        let mut before: Option<Tree> = None;
        let mut graph = (*setting.graph).clone();
        for case in 0..PER_ROUND {
            let mut choices = choices.numbered("case", case);
            let tree = generator.next(&mut choices).tree;
            if Sparql.writes(&tree) {
                if writes && before.is_none() {
                    let mut session = Sparql.session(&setting.graph, &Profile::default()).unwrap();
                    session.run(&tree, &Budget::default());
                    graph = session.graph();
                    before = Some(tree);
                }
                continue;
            }
            if writes && before.is_none() {
                continue;
            }
            let ground = Ground { graph: &graph, profile: &setting.profile, budget: setting.budget };
            let loaded = Ground { graph: &setting.graph, ..ground };
            for (index, family) in FAMILIES.into_iter().enumerate() {
                let mut choices = choices.numbered("family", index as u64);
                let Some(rewriting) = SparqlRewriter.draw(&tree, family, &ground, &mut choices) else {
                    continue;
                };
                let rewritten = SparqlRewriter.rewrite(&tree, &rewriting, &ground).unwrap();
                for fault in Sparql.faults() {
                    if sees(fault.id, before.as_ref(), &loaded, &tree, &rewritten) {
                        let number = round * PER_ROUND + case + 1;
                        let entry = seen.entry((fault.id, index)).or_insert((number, 0, BTreeMap::new()));
                        entry.1 += 1;
                        for rule in rules_of(&rewriting) {
                            *entry.2.entry(rule).or_default() += 1;
                        }
                    }
                }
            }
        }
    }
    println!("of {cases} cases: first (how many)");
    println!("{:6}{}", "", FAMILIES.map(|family| format!("{:>14}", format!("{family:?}"))).concat());
    for fault in Sparql.faults() {
        let cells = (0..FAMILIES.len()).map(|index| match seen.get(&(fault.id, index)) {
            Some((first, count, _)) => format!("{:>14}", format!("{first} ({count})")),
            None => format!("{:>14}", "-"),
        });
        let mut rules: Vec<(u64, String)> = Vec::new();
        for index in 0..FAMILIES.len() {
            let rule = seen.get(&(fault.id, index)).into_iter().flat_map(|(_, _, rules)| rules);
            rules.extend(rule.map(|(name, count)| (*count, name.clone())));
        }
        rules.sort_by(|left, right| right.cmp(left));
        let rules: Vec<String> =
            rules.into_iter().take(6).map(|(count, name)| format!("{name} {count}")).collect();
        println!("{:6}{}  {}", fault.id, cells.collect::<String>(), rules.join(", "));
    }
}
