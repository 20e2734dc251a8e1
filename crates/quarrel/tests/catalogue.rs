//! The catalogue says nothing that the languages do not know, and the engines answer its probes as it says.

#![cfg(feature = "embedded")]

mod support;

use std::path::Path;
use std::sync::Arc;

use quarrel_case::answer::UNSUPPORTED;
use quarrel_case::language::Language;
use quarrel_engine::Catalogue;
use serde_json::{Value as Json, json};
use support::quarrel_with;

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

/// What `engines probe` prints as JSON for each language, and its exit code; null when it prints something else.
fn probed(engine: &str, cases: &str) -> (Option<i32>, Json) {
    let said = quarrel_with(Path::new("."), &["engines", "probe", engine, "--cases", cases, "--json"]);
    (said.status.code(), serde_json::from_slice(&said.stdout).unwrap_or_default())
}

/// Every switch of every language that was probed.
fn switches(probed: &Json) -> impl Iterator<Item = &Json> {
    let languages = probed.as_array().into_iter().flatten();
    languages.flat_map(|language| language["switches"].as_array().into_iter().flatten())
}

#[test]
fn the_embedded_engines_answer_the_probes_of_their_switches() {
    let catalogue = Catalogue::builtin().unwrap();
    for entry in catalogue.entries().iter().filter(|entry| entry.embedded.is_some()) {
        let (_, probed) = probed(&entry.name, "0");
        assert!(probed.is_array(), "{}", entry.name);
        for switch in switches(&probed) {
            assert_eq!(switch["holds"], true, "{}: {switch}", entry.name);
        }
    }
}

#[test]
fn the_reference_answers_the_probes_of_the_engine_that_it_stands_for() {
    let mut count = 0;
    for entry in Catalogue::builtin().unwrap().entries() {
        for version in &entry.versions {
            let (_, probed) = probed(&format!("reference?as={}@{version}", entry.name), "0");
            // Where the answer is open, or not modelled, the reference has none that it could give.
            let has_answer =
                |got: &Json| got["error"]["class"] != UNSUPPORTED && got["rows"] != json!([[null]]);
            // By this one any survivor is right, and the reference keeps the first.
            let is_told = |switch: &&Json| switch["switch"] != "dedup-survivor";
            for switch in switches(&probed).filter(|switch| has_answer(&switch["got"])).filter(is_told) {
                assert_eq!(switch["holds"], true, "{}@{version}: {switch}", entry.name);
                count += 1;
            }
        }
    }
    assert!(count > 100, "{count}");
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

#[test]
fn a_construct_at_which_the_engine_ends_is_neither_accepted_nor_refused() {
    let folder = tempfile::tempdir().unwrap();
    // It answers until it is asked a query, and ends.
    let script = r#"while read -r line; do case $line in
        *'"hello"'*) echo '{"protocol":1,"name":"brief","version":"1","ops":["load","query"]}' ;;
        *'"load"'*) echo '{"ok":true}' ;;
        *) exit 7 ;;
    esac; done"#;
    std::fs::write(folder.path().join("brief.sh"), script).unwrap();
    let words = ["engines", "probe", "exec:sh brief.sh", "--language", "cypher", "--cases", "2", "--json"];
    let said = quarrel_with(folder.path(), &words);
    let probed: Json = serde_json::from_slice(&said.stdout).unwrap();
    let accepted = |construct: &Json| construct["accepted"] != 0;
    assert!(!probed[0]["constructs"].as_object().unwrap().values().any(accepted), "{probed:#}");
    assert_eq!((said.status.code(), &probed[0]["rejected"]), (Some(1), &json!(0)));
    assert_eq!(probed[0]["unanswered"]["crashed"]["times"], probed[0]["asked"]);
}
