use super::wrong::WRONG;
use super::*;
use quarrel_case::choices::Choices;
use quarrel_case::language::{Guidance, Setting};
use quarrel_case::profile::Features;

#[test]
fn measure() {
    let mut slow = std::collections::BTreeMap::new();
    for (name, rewrite) in WRONG {
        let mut ends: std::collections::BTreeMap<String, usize> = std::collections::BTreeMap::new();
        let mut tried = Vec::new();
        for round in 0..40u64 {
            let sizes = quarrel_graph::Sizes::default();
            let mut choices = Choices::new(7).numbered("graph", round);
            let graph = quarrel_graph::generate(Model::Rdf, sizes, &Features::default(), &mut choices);
            let setting = Setting {
                graph: std::sync::Arc::new(graph.clone()), profile: Profile::default(), features: Features::default(),
                length: 6, patterns: 3, depth: 3, guidance: Guidance::Full, budget: Budget::default(),
            };
            let mut generator = Sparql.generator(&setting).unwrap();
            for index in 0..20u64 {
                if ends.values().sum::<usize>() >= 8 { break; }
                let mut choices = Choices::new(7).numbered("round", round).numbered("case", index);
                let candidate = generator.next(&mut choices);
                let query = candidate.tree.get::<Query>().unwrap();
                let fails = |query: &Query| {
                    let mut other = query.clone();
                    rewrite(&mut other);
                    if other == *query { return false; }
                    let (Some(right), Some(wrong)) = (answer(query, &graph), answer(&other, &graph)) else { return false };
                    right != wrong
                };
                if fails(query) { let _ = index;
                    let start = std::time::Instant::now();
                    let profile = Profile::default();
                    let n = shrink(query, &Ground { graph: &graph, profile: &profile, budget: Budget::default() }).len();
                    slow.insert(start.elapsed(), (n, text(query)));
                    let (end, calls) = reduce(query, &graph, &fails);
                    *ends.entry(text(&end)).or_default() += 1;
                    tried.push(calls);
                }
            }
        }
        println!("== {name} {tried:?}");
        for (text, count) in ends { println!("   {count} {text}"); }
    }
    for (time, (n, text)) in slow.iter().rev().take(4) { println!("{time:?} {n} {text}"); }
    let times: Vec<_> = slow.keys().collect();
    println!("median {:?} of {}", times[times.len() / 2], times.len());
}
