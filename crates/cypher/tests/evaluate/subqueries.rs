//! What is open and what raises in subqueries and patterns of which some paths are selected, and how far they go.

use quarrel_case::verdict::ErrorStatus::{May, Must, Never};

use quarrel_cypher::parse::parse;

use crate::{check, evaluate, outcome};

const DIAMOND: &str = "(a:S {k: 1})-[:R]->(b {k: 2})-[:R]->(d:T {k: 4}), (a)-[:R]->(c {k: 3})-[:R]->(d)";

#[test]
fn which_of_equal_paths_is_taken_is_open_and_what_they_share_is_not() {
    let shortest = "MATCH p = SHORTEST 1 (a:S)-[:R]->(m)-[:R]->(t:T)";
    let choice = r#"{"open":"which of several paths is taken"}"#;
    for (tail, expected) in [
        ("RETURN length(p) AS l", "[[2]]".to_owned()),
        ("RETURN a.k AS a, t.k AS t", "[[1,4]]".to_owned()),
        ("RETURN p", format!("[[{choice}]]")),
    ] {
        let evaluation = evaluate(DIAMOND, &format!("{shortest} {tail}"));
        assert_eq!(outcome(&evaluation), expected, "{tail}");
        assert_eq!(evaluation.open, None, "{tail}");
    }
    for text in [
        "MATCH p = SHORTEST 1 (:S)-[:R]->(m)-[:R]->(:T) WHERE m.k = 2 RETURN 1 AS x",
        "MATCH p = ANY (:S)-[:R]->(m)-[:R]->(:T) WITH m WHERE m.k = 2 RETURN 1 AS x",
        "MATCH p = shortestPath((a:S)-[:R*]->(b)) WHERE a = b RETURN p",
    ] {
        assert!(evaluate(DIAMOND, text).open.is_some(), "{text}");
    }
}

#[test]
fn a_shortest_path_is_sought_only_where_the_condition_can_hold() {
    let text =
        "MATCH (a), (b), p = shortestPath((a)-[:R*]->(b)) WHERE a.k = 1 AND b.k = 4 RETURN length(p) AS l";
    let evaluation = evaluate(DIAMOND, text);
    assert_eq!((outcome(&evaluation).as_str(), evaluation.open), ("[[2]]", None));
}

#[test]
fn a_condition_on_a_shortest_path_holds_of_whichever_is_taken() {
    let found = "MATCH (a:S), (b:T) MATCH p = shortestPath((a)-[:R*]->(b))";
    for (tail, expected) in [
        ("WHERE none(x IN nodes(p) WHERE x.k = 9) RETURN length(p) AS l", "[[2]]"),
        ("WHERE b.k = 4 AND length(p) = 2 AND none(x IN nodes(p) WHERE x.k = 9) RETURN a.k AS k", "[[1]]"),
        ("WHERE none(x IN nodes(p) WHERE x.k = 3) RETURN [x IN nodes(p) | x.k] AS l", "[[[1,2,4]]]"),
        ("WHERE none(x IN nodes(p) WHERE x.k = 9) AND a.k = 2 RETURN length(p) AS l", "[]"),
    ] {
        let evaluation = evaluate(DIAMOND, &format!("{found} {tail}"));
        assert_eq!((outcome(&evaluation).as_str(), evaluation.open), (expected, None), "{tail}");
    }
    // Of the path that was taken, which may be any.
    let after = "WITH p WHERE none(x IN nodes(p) WHERE x.k = 3) RETURN length(p) AS l";
    assert!(evaluate(DIAMOND, &format!("{found} {after}")).open.is_some());
}

#[test]
fn an_open_condition_in_a_subquery_opens_its_value_and_no_more() {
    for (text, open) in [
        ("MATCH (n:S) RETURN EXISTS { (n)-->(m) WHERE id(m) = 1 } AS x", false),
        ("MATCH (n:S) WHERE EXISTS { (n)-->(m) WHERE id(m) = 1 } RETURN n", true),
        ("MATCH (n:S) CALL (n) { MATCH (n)-->(m) WHERE id(m) = 1 RETURN m } RETURN m", true),
        ("MATCH (n:S) RETURN COLLECT { MATCH (n)-->(m) RETURN m.k } AS x", false),
        ("RETURN rand() AS x", true),
        ("RETURN timestamp() AS x, randomUUID() AS y", false),
    ] {
        assert_eq!(evaluate(DIAMOND, text).open.is_some(), open, "{text}");
    }
    check(
        DIAMOND,
        &[("MATCH (n:S) RETURN COLLECT { MATCH (n)-->(m) RETURN m.k } AS x", r#"[[{"bag":[2,3]}]]"#)],
    );
}

#[test]
fn subqueries_and_patterns_tell_whether_they_can_raise() {
    for (status, text) in [
        (Never, "MATCH (n) WHERE EXISTS { (n)-->(m) WHERE m.k > 1 } RETURN n"),
        (Never, "MATCH (n) RETURN COUNT { MATCH (n)-->(m) WITH m.k AS k WHERE k = 2 RETURN k } AS c"),
        (Never, "MATCH (n) WHERE (n)-->() OR exists((n)<--()) RETURN [(n)-->(m) | m.k] AS l"),
        (Never, "MATCH (n) CALL (n) { MATCH (n)-->(m) RETURN m.k + 1 AS k } RETURN k"),
        (Never, "MATCH (n:S) ((x)-->(y) WHERE x.k < y.k)+ (m) RETURN m"),
        (May, "MATCH (n) WHERE EXISTS { (n)-->(m) WHERE 1 / m.k = 1 } RETURN n"),
        (May, "MATCH (n:X) CALL { RETURN 1 / 0 AS k } RETURN k"),
        (Must, "MATCH (n) RETURN [(n)-->(m) WHERE 1 / (m.k - 2) = 1 | m.k] AS l"),
        (Must, "RETURN EXISTS { MATCH (n) RETURN m } AS x"),
        (Must, "MATCH (n) RETURN (n)-->() AS x"),
    ] {
        assert_eq!(evaluate(DIAMOND, text).errors, status, "{text}");
    }
}

#[test]
fn subqueries_nest_and_end() {
    let nested = |levels: usize| {
        let open: String =
            (0..levels).map(|level| format!("COUNT {{ UNWIND [1, 2] AS y{level} RETURN ")).collect();
        format!("RETURN {open}1{} AS x", " AS z }".repeat(levels))
    };
    assert_eq!(outcome(&evaluate("", &nested(8))), "[[2]]");
    // Which bound it is, the query's own or the evaluator's, does not matter: it ends.
    assert!(parse(&nested(60)).is_err() || evaluate("", &nested(60)).result.is_err());
}
