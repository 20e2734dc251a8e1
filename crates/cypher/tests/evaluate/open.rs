//! What the language leaves open (relations.md R6).

use crate::{check, check_values, evaluate};

fn open(patterns: &str, text: &str) -> Option<String> {
    evaluate(patterns, text).open
}

#[test]
fn open_values_reach_the_answer_and_no_further() {
    check_values(&[("[x IN [1] | 0][0]", "0")]);
    check(
        "(:A {v: 1}), (:A {v: 2})",
        &[
            ("MATCH (n) WITH collect(n.v) AS l RETURN size(l) AS s, 1 IN l AS i", "[[2,true]]"),
            ("MATCH (n) WITH collect(n.v) AS l UNWIND l AS x RETURN x", "[[1],[2]]"),
            (
                "MATCH (n) WITH collect(n.v) AS l RETURN head(l) AS h, l[5] AS n",
                r#"[[{"open":"order of collect"},null]]"#,
            ),
            (
                "MATCH (n) WITH collect(n.v) AS l RETURN l + [3] AS m, l = [3] AS n, l = [1, 3] AS o",
                r#"[[{"bag":[1,2,3]},false,false]]"#,
            ),
            ("MATCH (n) WITH collect(n.v) AS l RETURN l = [1, 2] AS e", r#"[[{"open":"order of collect"}]]"#),
            (
                "MATCH (n) WITH collect(n.v) AS l RETURN reduce(a = 0, x IN l | a + x) AS r",
                r#"[[{"open":"order of collect"}]]"#,
            ),
            (
                "MATCH (n) WITH collect(n.v) AS l RETURN all(x IN l WHERE x > 0) AS a, [x IN l WHERE x > 1] AS m",
                "[[true,[2]]]",
            ),
            (
                "UNWIND [0.1, 0.2, 0.3] AS x WITH sum(x) AS s RETURN s > 0.5 AS a, s * 2 AS b",
                r#"[[true,{"near":1.2000000000000002}]]"#,
            ),
        ],
    );
    for text in [
        "MATCH (n) RETURN collect(n.v) AS l",
        "MATCH (n) RETURN id(n) AS i",
        "MATCH (n) WITH collect(n.v) AS l WHERE size(l) = 2 RETURN l",
        "MATCH (n) WITH n.v AS v, collect(n) AS l RETURN DISTINCT v, l",
        "UNWIND [0.1, 0.2, 0.3] AS x WITH sum(x) AS s WHERE s > 0.5 RETURN s",
        "UNWIND [1, 2, 1] AS x WITH x ORDER BY x RETURN x",
        "UNWIND [1, 1] AS x RETURN x LIMIT 1",
        "UNWIND [1, 2] AS x RETURN x LIMIT 0",
        "UNWIND [1, 2] AS x RETURN x ORDER BY x LIMIT 1",
    ] {
        assert_eq!(open("(:A {v: 1}), (:A {v: 2})", text), None, "{text}");
    }
}

#[test]
fn a_condition_a_key_or_a_count_on_open_values_leaves_the_case_open() {
    for (text, why) in [
        ("MATCH (n) WITH collect(n.v) AS l WHERE head(l) = 1 RETURN l", "order of collect"),
        ("MATCH (n) WHERE id(n) = 1 RETURN n", "id"),
        ("MATCH (n) RETURN id(n) AS i, count(*) AS c", "open values in a grouping key"),
        ("MATCH (n) RETURN DISTINCT id(n) AS i", "open values in DISTINCT"),
        ("MATCH (n) RETURN n.v AS v ORDER BY id(n)", "sort key without a defined order"),
        ("MATCH (n) RETURN n ORDER BY n", "sort key without a defined order"),
        ("MATCH (n) RETURN n LIMIT 1", "rows cut without a total order"),
        ("MATCH (n) WITH n SKIP 1 RETURN n", "rows cut without a total order"),
        ("MATCH (n) RETURN n.v AS v, n.w AS w ORDER BY n.w LIMIT 1", "rows cut without a total order"),
        ("MATCH (n) WITH collect([n.v]) AS l UNWIND head(l) AS x RETURN x", "order of collect"),
        ("MATCH (n) WITH head(collect(n)) AS m MATCH (m)-->(x) RETURN x", "order of collect"),
        ("MATCH (n) WITH collect(n.v) AS l MATCH (m {v: head(l)}) RETURN m", "order of collect"),
        ("UNWIND [0.1, 0.2, 0.3] AS x WITH sum(x) AS s WHERE s = 0.6 RETURN s", "rounding of a float"),
        ("MATCH (n) RETURN id(n) AS i UNION MATCH (n) RETURN n.v AS i", "open values in UNION"),
    ] {
        assert_eq!(open("(:A {v: 1}), (:A {v: 2})", text).as_deref(), Some(why), "{text}");
    }
}

#[test]
fn which_row_writes_first_or_last_is_open() {
    for text in [
        "UNWIND [1, 2, 1] AS x MATCH (n {v: 1}) SET n.w = x",
        "UNWIND [1, 2, 1] AS x MATCH (n {v: 1}) CALL (n, x) { SET n.w = x }",
        "UNWIND [1, 1, 2, 1] AS x MERGE (n:B) ON CREATE SET n.w = x",
        "UNWIND [1, 1, 2, 1] AS x CALL (x) { MERGE (n:B) ON CREATE SET n.w = x }",
    ] {
        let why = open("(:A {v: 1})", text).unwrap_or_default();
        assert!(why.starts_with("the order"), "{text}: {why}");
    }
    for text in [
        "UNWIND [1, 1, 1] AS x MATCH (n {v: 1}) CALL (n, x) { SET n.w = x }",
        "UNWIND [1, 2, 1] AS x CALL (x) { MERGE (n:B {w: x}) }",
    ] {
        assert_eq!(open("(:A {v: 1})", text), None, "{text}");
    }
}

#[test]
fn an_order_is_given_as_groups_that_tie() {
    for (text, order) in [
        ("UNWIND [2, 1, 2] AS x RETURN x ORDER BY x", "[1,2]"),
        ("UNWIND [2, 1, 2, 3] AS x RETURN x ORDER BY x DESC SKIP 1 LIMIT 2", "[2]"),
        ("UNWIND [1, 1.0, 0] AS x RETURN x ORDER BY x", "[1,2]"),
        ("UNWIND [2, 1] AS x RETURN x", "null"),
        ("UNWIND [1, 1] AS x RETURN x LIMIT 1", "null"),
        ("UNWIND [2, 1] AS x WITH x ORDER BY x RETURN x", "null"),
        ("UNWIND [] AS x RETURN x ORDER BY x", "[]"),
    ] {
        let answer = evaluate("", text).result.expect(text);
        assert_eq!(answer.to_json()["order"].to_string(), order, "{text}");
    }
}
