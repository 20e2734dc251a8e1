//! Oracles that ask several queries are drawn in a hunt, and what they find is reduced and replayed like anything else.

mod support;

use support::{quarrel, stderr, stdout, summary};

/// Hunts the reference with a fault by one oracle; the folder of the first finding.
fn finding(folder: &std::path::Path, language: &str, fault: &str, oracle: &str) -> std::path::PathBuf {
    let hunt = format!(
        "hunt {language} --engine reference?fault={fault} --oracle {oracle} --seed 2 --rounds 60 \
         --queries-per-round 20 --out {fault}"
    );
    let output = quarrel(folder, &hunt);
    assert_eq!(output.status.code(), Some(1), "{fault}: {}", stderr(&output));
    let findings = summary(&folder.join(fault))["findings"].clone();
    let first = findings[0]["path"].as_str().expect("a finding has a place");
    folder.join(fault).join(first)
}

#[test]
fn what_a_relation_finds_is_reduced_and_replays() {
    let folder = tempfile::tempdir().unwrap();
    for (language, fault, oracle, most) in
        [("cypher", "c24", "k-hop", 4), ("gremlin", "g30", "undirected", 3), ("sparql", "s18", "k-hop", 5)]
    {
        let found = finding(folder.path(), language, fault, oracle);
        let case: serde_json::Value =
            serde_json::from_str(&std::fs::read_to_string(found.join("case.json")).unwrap()).unwrap();
        assert!(case["parameters"].is_object(), "{fault}: {case:#}");
        let graph = std::fs::read_to_string(found.join("graph.json"))
            .or_else(|_| std::fs::read_to_string(found.join("graph.nq")));
        let graph = graph.unwrap();
        let edges = match serde_json::from_str::<serde_json::Value>(&graph) {
            Ok(graph) => graph["edges"].as_array().map_or(0, Vec::len),
            Err(_) => graph.lines().count(),
        };
        assert!(edges <= most, "{fault}: {graph}");
        let replay = quarrel(folder.path(), &format!("replay {}", found.display()));
        assert_eq!(replay.status.code(), Some(1), "{fault}: {}{}", stdout(&replay), stderr(&replay));
    }
}

#[test]
fn what_a_rewriting_finds_is_reduced_and_replays() {
    let folder = tempfile::tempdir().unwrap();
    let found = finding(folder.path(), "sparql", "s01", "partition");
    let replay = quarrel(folder.path(), &format!("replay {}", found.display()));
    assert_eq!(replay.status.code(), Some(1), "{}{}", stdout(&replay), stderr(&replay));
    let readme = std::fs::read_to_string(found.join("README.md")).unwrap();
    assert!(readme.contains("partition"), "{readme}");
}

#[test]
fn a_relation_has_nothing_to_say_of_a_query_that_is_given() {
    let folder = tempfile::tempdir().unwrap();
    let check = quarrel(
        folder.path(),
        "check cypher --engine reference --oracle spouse,partition MATCH_(n)_RETURN_n",
    );
    assert_eq!(check.status.code(), Some(2), "{}", stderr(&check));
    let all = support::quarrel_with(
        folder.path(),
        &["check", "cypher", "--engine", "reference", "MATCH (n) RETURN n"],
    );
    assert_eq!(all.status.code(), Some(0), "{}", stderr(&all));
    assert!(!stdout(&all).contains("spouse"), "{}", stdout(&all));
}

#[test]
fn the_self_test_proves_oracles_and_says_which_see_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let sound = quarrel(
        folder.path(),
        "oracles selftest --standard --cases 10 --language cypher --oracle spouse,k-hop",
    );
    assert_eq!(sound.status.code(), Some(0), "{}{}", stdout(&sound), stderr(&sound));
    // Ten cases of one relation do not see every fault.
    let blind = quarrel(folder.path(), "oracles selftest --cases 2 --language sparql --oracle spouse");
    assert_eq!(blind.status.code(), Some(1), "{}", stdout(&blind));
    assert!(stdout(&blind).contains("s01: nobody"), "{}", stdout(&blind));
    let mute = quarrel(folder.path(), "oracles selftest --language sparql --oracle shortest-path");
    assert_eq!(mute.status.code(), Some(2), "{}", stderr(&mute));
    let unknown = quarrel(folder.path(), "oracles selftest --oracle nothing");
    assert_eq!(unknown.status.code(), Some(2), "{}", stderr(&unknown));
}
