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
        (&["reference", "reference?fault=drop-row"], QUERY, 1, &["differential: VIOLATED, by reference"]),
        (&["reference?fault=crash"], QUERY, 1, &["VIOLATED: crash"]),
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
