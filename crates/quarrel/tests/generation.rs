//! How guided generation is.

mod support;

use serde_json::Value as Json;
use support::{quarrel, stdout, summary};

/// The cases that `gen` prints.
fn cases(arguments: &str) -> Vec<Json> {
    let folder = tempfile::tempdir().expect("a folder");
    let output = quarrel(folder.path(), &format!("gen {arguments}"));
    assert_eq!(output.status.code(), Some(0), "{}", support::stderr(&output));
    let lines: Vec<Json> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect();
    lines.into_iter().filter(|line| line.get("text").is_some()).collect()
}

/// How many of the ordinary cases find something on the whole way.
fn nonempty(cases: &[Json]) -> usize {
    let ordinary = cases.iter().filter(|case| case["aim"].is_null());
    ordinary
        .filter(|case| case["flow"].as_array().expect("rows after every clause").iter().all(|rows| rows != 0))
        .count()
}

#[test]
fn every_level_finds_more_than_the_one_before() {
    for language in ["cypher", "sparql"] {
        let found = ["random", "graph", "data", "full"]
            .map(|level| nonempty(&cases(&format!("{language} --count 300 --seed 3 --generation {level}"))));
        assert!(found.is_sorted() && found[0] < found[1] && found[0] < found[3], "{language}: {found:?}");
        if language == "cypher" {
            assert!(found.windows(2).all(|pair| pair[0] < pair[1]), "{found:?}");
        }
    }
}

#[test]
fn full_is_what_is_generated_without_a_level() {
    let arguments = "cypher --count 20 --seed 3";
    assert_eq!(cases(arguments), cases(&format!("{arguments} --generation full")));
}

#[test]
fn what_is_not_evaluated_is_the_same_queries_without_answers() {
    for language in ["cypher", "sparql"] {
        let arguments = format!("{language} --count 100 --seed 3");
        let data = cases(&format!("{arguments} --generation data"));
        let bare = cases(&format!("{arguments} --no-evaluate"));
        for (data, bare) in data.iter().zip(&bare) {
            assert_eq!((&data["text"], &data["features"]), (&bare["text"], &bare["features"]));
            assert!(!data["flow"].is_null(), "{data}");
            assert!(["expected", "errors", "flow", "aim"].iter().all(|name| bare[name].is_null()), "{bare}");
        }
        assert_eq!(data.len(), bare.len());
    }
}

#[test]
fn a_hunt_takes_the_level_too() {
    let folder = tempfile::tempdir().unwrap();
    let ratio = |level: &str| {
        let hunt = format!(
            "hunt cypher --engine reference --oracle crash --seed 5 --rounds 4 --queries-per-round 50 \
             --generation {level} --out {level}"
        );
        assert_eq!(quarrel(folder.path(), &hunt).status.code(), Some(0));
        let summary = summary(&folder.path().join(level));
        assert_eq!(summary["options"]["generation"], level);
        summary["nonempty_ratio"].as_f64().unwrap()
    };
    assert!(ratio("random") < ratio("full"));
}
