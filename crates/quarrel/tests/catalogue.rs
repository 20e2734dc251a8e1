//! The catalogue says nothing that the languages do not know, and the engines answer its probes as it says.

#![cfg(feature = "embedded")]

use std::process::Command;
use std::sync::Arc;

use quarrel_case::answer::UNSUPPORTED;
use quarrel_case::language::Language;
use quarrel_engine::Catalogue;
use serde_json::{Value as Json, json};

fn languages() -> [Arc<dyn Language>; 3] {
    [
        Arc::new(quarrel_cypher::language::Cypher),
        Arc::new(quarrel_gremlin::language::Gremlin),
        Arc::new(quarrel_sparql::language::Sparql),
    ]
}

#[test]
fn every_switch_and_feature_that_the_catalogue_names_exists() {
    let languages = languages();
    let all: Vec<&dyn Language> = languages.iter().map(|language| &**language).collect();
    let errors = Catalogue::builtin().unwrap().check(&all);
    assert!(errors.is_empty(), "{errors:?}");
}

/// What `engines probe` prints as JSON for each language, and its exit code.
fn probed(engine: &str, cases: &str) -> (Option<i32>, Vec<Json>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quarrel"));
    let said = command.args(["engines", "probe", engine, "--cases", cases, "--json"]).output().unwrap();
    let printed = serde_json::from_slice(&said.stdout).unwrap_or_else(|_| panic!("{engine}: {said:?}"));
    (said.status.code(), printed)
}

#[test]
fn the_embedded_engines_answer_the_probes_of_their_switches() {
    let catalogue = Catalogue::builtin().unwrap();
    for entry in catalogue.entries().iter().filter(|entry| entry.embedded.is_some()) {
        for probed in probed(&entry.name, "0").1 {
            for switch in probed["switches"].as_array().unwrap() {
                assert_eq!(switch["holds"], true, "{}: {switch}", entry.name);
            }
        }
    }
}

#[test]
fn the_reference_answers_the_probes_of_the_engine_that_it_stands_for() {
    let mut switches = 0;
    for entry in Catalogue::builtin().unwrap().entries() {
        for version in &entry.versions {
            for probed in probed(&format!("reference?as={}@{version}", entry.name), "0").1 {
                // Where the answer is open, or not modelled, the reference has none that it could give.
                let has_answer =
                    |got: &Json| got["error"]["class"] != UNSUPPORTED && got["rows"] != json!([[null]]);
                let decided = |switch: &&Json| has_answer(&switch["got"]);
                for switch in probed["switches"].as_array().unwrap().iter().filter(decided) {
                    assert_eq!(switch["holds"], true, "{}@{version}: {switch}", entry.name);
                    switches += 1;
                }
            }
        }
    }
    assert!(switches > 100, "{switches}");
}

#[test]
fn what_an_engine_rejects_is_shown_as_the_smallest_query_that_it_rejects_so() {
    let (code, probed) = probed("marsdb", "300");
    assert_eq!(code, Some(1));
    let rejections = probed[0]["rejections"].as_array().unwrap();
    let ordered = |rejection: &&Json| rejection["features"].as_array().unwrap().contains(&json!("order-by"));
    let text = rejections.iter().find(ordered).unwrap()["text"].as_str().unwrap();
    assert!(text.starts_with("RETURN count(*) AS ") && text.len() < 60, "{text}");
    assert_eq!(self::probed("reference", "100").0, Some(0));
}
