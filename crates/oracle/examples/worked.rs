//! Looks for a small case with which each oracle shows a planted fault. Usage: worked DRAWS [ORACLE...]
//!
//! Prints a JSON line for each: what docs/oracles.md has as its example.

use quarrel_case::language::Language;
use quarrel_cypher::language::Cypher;
use quarrel_gremlin::language::Gremlin;
use quarrel_oracle::selftest::worked;
use quarrel_sparql::language::Sparql;
use serde_json::json;

fn main() {
    let draws = std::env::args().nth(1).and_then(|draws| draws.parse().ok()).unwrap_or(2_000);
    let languages: [&dyn Language; 3] = [&Cypher, &Gremlin, &Sparql];
    let named: Vec<String> = std::env::args().skip(2).collect();
    let asked = |name: &str| named.is_empty() || named.iter().any(|known| known == name);
    for oracle in quarrel_oracle::all().into_iter().filter(|oracle| asked(oracle.about().name)) {
        let spoken = languages.iter().filter(|language| oracle.speaks(**language));
        let found = spoken.filter_map(|language| {
            let worked = worked(*language, oracle, draws).ok().flatten()?;
            Some((language.name(), worked))
        });
        let Some((language, worked)) = found.min_by_key(|(_, worked)| worked.length()) else {
            eprintln!("{} shows no fault", oracle.about().name);
            continue;
        };
        let line = json!({ "oracle": oracle.about().name, "language": language, "fault": worked.fault,
                           "graph": worked.graph, "query": worked.query,
                           "parameters": worked.parameters.to_string(), "asked": worked.asked });
        println!("{line}");
    }
}
