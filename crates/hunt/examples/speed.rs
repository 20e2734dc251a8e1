//! Cases generated, evaluated, printed and parsed per second on one core, per language.
//!
//! `speed [CASES]`

use std::sync::Arc;
use std::time::Instant;

use quarrel_case::choices::Choices;
use quarrel_case::language::{Candidate, Language, Setting};
use quarrel_case::profile::{Dialect, Features, Profile};
use quarrel_hunt::plan::Knobs;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let cases = std::env::args().nth(1).map_or(Ok(10_000), |text| text.parse())?;
    let languages: [Arc<dyn Language>; 2] =
        [Arc::new(quarrel_cypher::language::Cypher), Arc::new(quarrel_sparql::language::Sparql)];
    for language in languages {
        measure(&*language, cases)?;
    }
    Ok(())
}

fn measure(language: &dyn Language, cases: usize) -> Result<(), Box<dyn std::error::Error>> {
    let per_round = 100;
    let mut made: Vec<(Setting, Vec<Candidate>)> = Vec::new();
    let start = Instant::now();
    for round in 0..cases.div_ceil(per_round) as u64 {
        let choices = Choices::new(1).numbered("round", round);
        let setting = setting(language, &choices);
        let mut generator = language.generator(&setting)?;
        let case = |case| generator.next(&mut choices.numbered("case", case).stream("query"));
        let candidates = (0..per_round as u64).map(case).collect();
        made.push((setting, candidates));
    }
    show(language, "generated (and evaluated)", cases, start);
    let start = Instant::now();
    for (setting, candidates) in &made {
        for candidate in candidates {
            language.session(&setting.graph, &setting.profile)?.run(&candidate.tree, &setting.budget);
        }
    }
    show(language, "evaluated", cases, start);
    let (start, dialect) = (Instant::now(), Dialect::default());
    let all = made.iter().flat_map(|(_, candidates)| candidates);
    let texts: Vec<String> = all.map(|candidate| language.print(&candidate.tree, &dialect)).collect();
    show(language, "printed", cases, start);
    let start = Instant::now();
    for text in &texts {
        // A text that was made to be rejected takes its time as well.
        drop(language.parse(text));
    }
    show(language, "parsed", cases, start);
    Ok(())
}

fn setting(language: &dyn Language, choices: &Choices) -> Setting {
    let (knobs, features) = (Knobs::default(), Features::default());
    let graph = quarrel_graph::generate(language, knobs.sizes, &features, &mut choices.stream("graph"));
    knobs.setting(language, Arc::new(graph), Profile::default(), features)
}

fn show(language: &dyn Language, what: &str, cases: usize, start: Instant) {
    let rate = cases as f64 / start.elapsed().as_secs_f64();
    println!("{} cases {what} per second on one core: {rate:.0}", language.name());
}
