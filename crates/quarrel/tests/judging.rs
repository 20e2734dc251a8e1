//! A person's own query before the reference and before every oracle.

mod support;

use support::{quarrel_with, stderr, stdout};

const QUERY: &str = "UNWIND [1, 2, 2] AS x RETURN x";

#[test]
fn a_query_is_held_against_every_oracle() {
    let folder = tempfile::tempdir().unwrap();
    for (engines, text, code, parts) in [
        (&["reference"][..], QUERY, 0, &["crash: holds", "name a second one", "reference: holds"][..]),
        (&["reference?fault=drop-row"], QUERY, 1, &["VIOLATED: wrong-result", "expected", "got"]),
        (
            &["reference", "reference?fault=drop-row"],
            QUERY,
            1,
            &["differential: VIOLATED, by reference", "asked\n    UNWIND"],
        ),
        (&["reference?fault=crash"], QUERY, 1, &["VIOLATED: crash"]),
        (&["reference"], "CREATE (n:A {k: 1})-[:R]->() RETURN n, n.k AS k", 0, &["reference: holds"]),
        (&["reference", "reference"], "MERGE (n:A) SET n.k = 2", 0, &["differential beside", ": holds"]),
        (&["reference?fault=drop-row"], "CREATE (n) RETURN 1 AS x", 1, &["VIOLATED: wrong-result"]),
        (&["reference"], "RETURN (", 2, &["the query cannot be read at 1:9"]),
    ] {
        let mut arguments = vec!["check", "cypher"];
        engines.iter().for_each(|engine| arguments.extend(["--engine", engine]));
        arguments.push(text);
        let output = quarrel_with(folder.path(), &arguments);
        let all = stdout(&output) + &stderr(&output);
        assert_eq!(output.status.code(), Some(code), "{all}");
        parts.iter().for_each(|part| assert!(all.contains(part), "{part}: {all}"));
    }
}

#[test]
fn answers_stand_side_by_side_with_the_rows_marked_that_differ() {
    let folder = tempfile::tempdir().unwrap();
    let engine = "reference?fault=drop-row";
    let output = quarrel_with(folder.path(), &["query", "cypher", "--engine", engine, QUERY]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    let marked: Vec<&str> = text.lines().filter(|line| line.contains('≠')).collect();
    assert!(marked.len() == 1 && marked[0].contains("2 x") && marked[0].contains("1 x"), "{text}");
    assert!(text.contains("DISAGREES"), "{text}");
}

#[test]
fn what_the_reference_does_not_model_accuses_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let text = "EXPLAIN MATCH (n) RETURN n";
    let output = quarrel_with(folder.path(), &["query", "cypher", "--json", "--engine", "graphdblite", text]);
    let answers: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(answers[1]["agrees"], serde_json::Value::Null, "{answers}");
    assert_eq!(output.status.code(), Some(0), "{answers}");
}

#[test]
fn statements_run_before_a_query_and_the_graph_is_written_after_it() {
    let folder = tempfile::tempdir().unwrap();
    let create = "CREATE (:A {k: 1})-[:R]->(:B)";
    for (query, code, parts, after) in [
        ("MATCH (n) RETURN count(n) AS c", 0, ["2", "agrees"], ["\"k\":1", "\"label\":\"R\""]),
        ("MATCH (n:A)-[r]->() RETURN n, r", 0, ["1 row", "agrees"], ["\"k\":1", "\"label\":\"R\""]),
        ("MATCH (n:A) SET n.k = 7 RETURN n.k AS k", 0, ["7", "agrees"], ["\"k\":7", "\"label\":\"R\""]),
    ] {
        let after_file = folder.path().join("after.json");
        let arguments =
            ["query", "cypher", "--before", create, "--after", "after.json", "--engine", "reference", query];
        let output = quarrel_with(folder.path(), &arguments);
        let text = stdout(&output) + &stderr(&output);
        assert_eq!(output.status.code(), Some(code), "{text}");
        parts.iter().for_each(|part| assert!(text.contains(part), "{part}: {text}"));
        let graph: String = std::fs::read_to_string(after_file).unwrap().split_whitespace().collect();
        after.iter().for_each(|part| assert!(graph.contains(part), "{part}: {graph}"));
    }
}

#[test]
fn what_is_sent_is_said_where_it_is_not_the_text_that_was_given() {
    let folder = tempfile::tempdir().unwrap();
    for (text, told) in
        [(QUERY, None), ("unwind [1,2,2] as x return x", Some("is sent:\n  UNWIND [1, 2, 2] AS x"))]
    {
        let output = quarrel_with(folder.path(), &["check", "cypher", "--engine", "reference", text]);
        let all = stdout(&output);
        assert!(told.map_or(!all.contains("is sent"), |told| all.contains(told)), "{all}");
    }
}

#[test]
fn a_dataset_may_be_in_trig() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("g.trig"), "@prefix e: <http://e/> . e:a e:p 1, 2 .").unwrap();
    let query = "SELECT (COUNT(*) AS ?c) { ?s ?p ?o }";
    let output = quarrel_with(folder.path(), &["query", "sparql", "--graph", "g.trig", query]);
    assert!(stdout(&output).contains("\\\"2\\\"") || stdout(&output).contains("\"2\""), "{output:?}");
}
