//! Prints which planted faults which family of rewritings sees: `cargo run --release -p quarrel-cypher --example
//! cypher-rewrites [CASES] [FAULT ...]`.
//!
//! The evaluator with the fault plays the accused: it is asked for the query and for what the rewriting makes of it, on
//! one session, and what does not fit together is seen. A case is one on which the family finds a rewriting.

#[path = "../../graph/support/cases.rs"]
mod cases;
#[path = "../tests/support/rewriting.rs"]
mod rewriting;

use std::collections::BTreeMap;

use cases::cases;
use quarrel_case::answer::Answer;
use quarrel_case::language::{Budget, Ground, Guidance, Language as _, Session, Tree};
use quarrel_case::profile::{Profile, ProfileError};
use quarrel_case::rewriting::{Family, Rewritten};
use quarrel_cypher::language::Cypher;

const FAMILIES: [(&str, Family); 5] = [
    ("partition", Family::Partition),
    ("cover", Family::Cover),
    ("clause", Family::Clause),
    ("expression", Family::Expression),
    ("restriction", Family::Restriction),
];

/// Queries on one graph.
const PER_ROUND: usize = 10;

/// For each fault and family: after how many cases it was seen, and by which rule.
type Seen = BTreeMap<(String, &'static str), (usize, String)>;

fn main() -> Result<(), ProfileError> {
    let mut arguments = std::env::args().skip(1);
    let most = arguments.next().and_then(|count| count.parse().ok()).unwrap_or(200);
    let only: Vec<String> = arguments.collect();
    let wanted = |id: &&str| only.is_empty() || only.iter().any(|name| name == id);
    let faults: Vec<&str> = Cypher.faults().iter().map(|fault| fault.id).filter(wanted).collect();
    let mut seen = Seen::new();
    let mut asked: BTreeMap<&str, usize> = BTreeMap::new();
    let rewriter = Cypher.rewriter();
    cases(&Cypher, 3, 2 * most, PER_ROUND, Guidance::Full, |setting, generator, choices| {
        let tree = generator.next(choices).tree;
        let ground = Ground { graph: &setting.graph, profile: &setting.profile, budget: Budget::default() };
        for (name, family) in FAMILIES {
            let Some(rewriter) = rewriter.filter(|_| asked.get(name).is_none_or(|asked| *asked < most))
            else {
                continue;
            };
            let Some(rewriting) = rewriter.draw(&tree, family, &ground, choices) else { continue };
            let Some(rewritten) = rewriter.rewrite(&tree, &rewriting, &ground) else { continue };
            let case = asked.entry(name).or_default();
            *case += 1;
            for fault in &faults {
                let key = ((*fault).to_owned(), name);
                if !seen.contains_key(&key) && sees(fault, &tree, &rewritten, &ground) {
                    seen.insert(key, (*case, rewriting.rule.clone()));
                }
            }
        }
    })?;
    print(&faults, &seen, &asked);
    Ok(())
}

/// Whether the answers of an evaluator with the fault break the bond.
fn sees(fault: &str, tree: &Tree, rewritten: &Rewritten, ground: &Ground<'_>) -> bool {
    let profile = Profile { fault: Some(fault.to_owned()), ..ground.profile.clone() };
    let Ok(mut session) = Cypher.session(ground.graph, &profile) else { return false };
    let mut ask = |tree: &Tree| answer(&mut *session, tree, ground);
    let whole = ask(tree);
    let parts: Vec<Option<Answer>> = rewritten.trees.iter().map(ask).collect();
    match (whole, parts.into_iter().collect::<Option<Vec<Answer>>>()) {
        (Some(whole), Some(parts)) => rewriting::holds(rewritten.bond, &whole, &parts) == Some(false),
        // What must not raise raises, or falls over: that is seen by whoever asks.
        _ => true,
    }
}

fn answer(session: &mut dyn Session, tree: &Tree, ground: &Ground<'_>) -> Option<Answer> {
    session.run(tree, &ground.budget).result.ok()
}

fn print(faults: &[&str], seen: &Seen, asked: &BTreeMap<&str, usize>) {
    println!("cases by family: {asked:?}");
    for fault in faults {
        let row = FAMILIES.iter().map(|(name, _)| match seen.get(&((*fault).to_owned(), *name)) {
            Some((case, rule)) => format!("{name} {case} ({rule})"),
            None => format!("{name} -"),
        });
        println!("{fault}: {}", row.collect::<Vec<String>>().join(", "));
    }
}
