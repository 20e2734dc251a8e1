//! What is said of the answers of engines that are built in.

#![cfg(feature = "embedded")]

mod support;

use serde_json::Value as Json;
use support::{quarrel, quarrel_with, stderr, stdout, summary};

/// A bug of this engine: what `WITH *` passes on is no name after it. A barrier puts one between two patterns.
#[test]
fn what_fails_in_a_part_of_a_query_is_a_finding_about_that_part() {
    let folder = tempfile::tempdir().unwrap();
    let hunt = "hunt cypher --engine graphdblite --oracle disassemble-barrier --seed 11 --rounds 2 --out out";
    assert_eq!(quarrel(folder.path(), hunt).status.code(), Some(1));
    let out = folder.path().join("out");
    let findings = summary(&out)["findings"].clone();
    let texts = findings.as_array().unwrap().iter().map(|finding| {
        let path = out.join(finding["path"].as_str().unwrap());
        let finding: Json =
            serde_json::from_str(&std::fs::read_to_string(path.join("finding.json")).unwrap()).unwrap();
        (finding, std::fs::read_to_string(path.join("README.md")).unwrap())
    });
    let seen_by_the_reference =
        |line: &str| line.starts_with("- Also seen by") && line.contains("`reference`");
    let about_a_part = |(finding, readme): &(Json, String)| {
        finding["oracle"] == "reference"
            && finding["found_by"] == "disassemble-barrier"
            && finding["features"].as_array().unwrap().contains(&"star".into())
            && finding["text"].as_str().unwrap().contains("WITH *")
            && readme.contains("oracle `disassemble-barrier`")
            && readme.lines().any(seen_by_the_reference)
    };
    let texts: Vec<(Json, String)> = texts.collect();
    assert!(texts.iter().any(about_a_part), "{texts:#?}");
}

#[test]
fn a_graph_that_an_engine_does_not_take_is_no_answer_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let graph = r#"{"vertices":[{"id":1,"labels":["A`b"],"properties":{}}],"edges":[],"indexes":[]}"#;
    std::fs::write(folder.path().join("graph.json"), graph).unwrap();
    let arguments = ["query", "cypher", "--graph", "graph.json", "--engine", "marsdb", "RETURN 1 AS x"];
    let output = quarrel_with(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
    assert!(stderr(&output).contains("does not take the graph"), "{}", stderr(&output));
    let hunt = "hunt cypher --engine marsdb --graph graph.json --rounds 1 --seed 1 --out out";
    let output = stdout(&quarrel(folder.path(), hunt));
    let told = "of them: the engine does not take the graph";
    assert!(output.contains(told), "{output}");
}
