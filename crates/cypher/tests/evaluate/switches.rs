//! Each switch changes what it says, and the standard's value is the first.

use quarrel_case::profile::Profile;
use quarrel_cypher::evaluate::{SWITCHES, Semantics};

use crate::{evaluate, evaluate_as, outcome};

/// A switch with a value that is not the standard's, a query, and what comes of it under the standard and under that.
type Case = (&'static str, &'static str, &'static str, &'static str, &'static str);

const CASES: &[Case] = &[
    ("relationship-uniqueness", "none", "MATCH ()-->()-->()-->() RETURN count(*) AS c", "[[0]]", "[[2]]"),
    (
        "repeated-relationship-variable",
        "no-rows",
        "MATCH ()-[r]->()-[r]->() RETURN r",
        "SyntaxError RelationshipUniquenessViolation",
        "[]",
    ),
    (
        "unbounded-length",
        "30",
        "UNWIND range(1, 1) AS x MATCH ()-[r*]->() RETURN max(size(r)) AS m",
        "[[2]]",
        "[[2]]",
    ),
    ("several-labels", "any", "MATCH (n:A:B) RETURN count(*) AS c", "[[0]]", "[[2]]"),
    ("label-case", "insensitive", "MATCH (n:a)-[:r]->() RETURN count(*) AS c", "[[0]]", "[[1]]"),
    (
        "integer-overflow",
        "wrap",
        "RETURN 9223372036854775807 + 1 AS x",
        "ArithmeticError IntegerOverflow",
        "[[-9223372036854775808]]",
    ),
    ("integer-division-by-zero", "null", "RETURN 1 / 0 AS x", "ArithmeticError DivisionByZero", "[[null]]"),
    (
        "integer-division-by-zero",
        "infinity",
        "RETURN 1 / 0 AS x",
        "ArithmeticError DivisionByZero",
        r#"[[{"f64":"Infinity"}]]"#,
    ),
    ("nan-comparison", "false", "RETURN 'a' < 0.0 / 0.0 AS x", "[[null]]", "[[false]]"),
    (
        "cross-type-comparison",
        "error",
        "RETURN [1, 'a'][1] < 1 AS x",
        "[[null]]",
        "TypeError InvalidArgumentType",
    ),
    (
        "null-in-lists",
        "false",
        "RETURN 1 IN [null] AS x, [1] = [null] AS y",
        "[[null,null]]",
        "[[false,false]]",
    ),
    ("null-in-empty-list", "null", "RETURN null IN [] AS x", "[[false]]", "[[null]]"),
    ("list-index", "from-one", "RETURN [1, 2][1] AS x", "[[2]]", "[[1]]"),
    ("substring-start", "from-one", "RETURN substring('hello', 1, 2) AS x", r#"[["el"]]"#, r#"[["he"]]"#),
    ("rounding-type", "integer", "RETURN floor(1.5) AS x", "[[1.0]]", "[[1]]"),
    ("rounding-type", "as-argument", "RETURN floor(1) AS x, floor(1.5) AS y", "[[1.0,1.0]]", "[[1,1.0]]"),
    ("round-ties", "away-from-zero", "RETURN round(-1.5) AS x", "[[-1.0]]", "[[-2.0]]"),
    (
        "unused-relationship",
        "any",
        "MATCH (a:A), (b:B) CREATE (b)-[:R]->(a) WITH 1 AS x MATCH (:A)-[r]-() RETURN count(*) AS c",
        "[[2]]",
        "[[1]]",
    ),
    (
        "unused-relationship",
        "any-uncounted",
        "MATCH (a:A), (b:B) CREATE (b)-[:R]->(a) WITH 1 AS x MATCH (:A)-[r]-() MATCH (:A)--() RETURN count(*) AS c",
        "[[4]]",
        "[[2]]",
    ),
    (
        "unused-relationship",
        "any-uncounted",
        "MATCH (a:A), (b:B) CREATE (b)-[:R]->(a) WITH count(*) AS n MATCH (:A)-[r]-() MATCH (:A)--() RETURN n",
        "[[1],[1],[1],[1]]",
        "[[1],[1]]",
    ),
    ("undirected-loop", "twice", "MATCH (:B)-[r]-(:B) RETURN count(*) AS c", "[[1]]", "[[2]]"),
    (
        "shortest-path-filter",
        "after",
        "MATCH (a:A), (b:B), p = shortestPath((a)-[*]->(b)) WHERE length(p) > 1 RETURN length(p) AS l",
        "[[2]]",
        "[]",
    ),
    (
        "relationship-type-predicate",
        "error",
        "MATCH (:A)-[r]->() RETURN r:R AS x, r:R|S AS y",
        "[[true,true]]",
        "TypeError InvalidArgumentType",
    ),
    (
        "delete-connected",
        "detach",
        "MATCH (n:A) DELETE n RETURN 1 AS x",
        "ConstraintVerificationFailed DeleteConnectedNode",
        "[[1]]",
    ),
    (
        "deviation-of-nothing",
        "null",
        "UNWIND [] AS x RETURN stDev(x) AS y, stDevP(null) AS z",
        "[[0.0,0.0]]",
        "[[null,null]]",
    ),
    (
        "rounding-of-infinity",
        "largest-integer",
        "RETURN round(1 / 0.0) AS x, round(-1 / 0.0) AS y, round(0.0 / 0.0) AS z",
        r#"[[{"f64":"Infinity"},{"f64":"-Infinity"},{"f64":"NaN"}]]"#,
        "[[9.223372036854776e+18,-9.223372036854776e+18,0.0]]",
    ),
    (
        "null-in-simple-case",
        "equal",
        "UNWIND [null] AS x RETURN CASE x WHEN 1 THEN 1 WHEN null THEN 2 ELSE 3 END AS y",
        "[[3]]",
        "[[2]]",
    ),
    ("to-integer", "floor", "RETURN toInteger(-1.9) AS x", "[[-1]]", "[[-2]]"),
    ("float-text", "six-decimals", "RETURN toString(0.5) AS x", r#"[["0.5"]]"#, r#"[["0.500000"]]"#),
    (
        "answer-floats",
        "fifteen-digits",
        "RETURN 0.1 + 0.2 AS x, [9007199254740992.0] AS y, 0.1 + 0.2 = 0.3 AS z",
        "[[0.30000000000000004,[9007199254740992.0],false]]",
        "[[0.3,[9007199254740990.0],false]]",
    ),
    (
        "answer-values",
        "json",
        "RETURN [0.0 / 0.0] AS x, date('2020-01-01') AS y, date('2020-01-01') = '2020-01-01' AS z",
        r#"[[[{"f64":"NaN"}],{"date":"2020-01-01"},false]]"#,
        r#"[[["NaN"],"2020-01-01",false]]"#,
    ),
    (
        "element-ids",
        "reused",
        "MATCH (c:A) DETACH DELETE c CREATE (d) RETURN d",
        r#"[[{"vertex":{"labels":[],"new":1,"properties":{}}}]]"#,
        r#"[[{"open":"its number may be that of a deleted one"}]]"#,
    ),
];

#[test]
fn every_switch_has_a_case_that_it_decides() {
    let graph = "(a:A)-[:R]->(b:B), (b)-[:R]->(b)";
    for (switch, value, text, standard, other) in CASES.iter().copied() {
        assert_eq!(outcome(&evaluate(graph, text)), standard, "{switch}");
        assert_eq!(outcome(&evaluate_as(&[(switch, value)], graph, text)), other, "{switch}={value}");
    }
    for switch in SWITCHES {
        let tried = |value: &&str| CASES.iter().any(|case| case.0 == switch.name && case.1 == *value);
        assert!(switch.values.iter().skip(1).all(tried), "{}", switch.name);
    }
}

#[test]
fn the_length_of_an_unbounded_pattern_has_the_switchs_bound() {
    let ring = "(a)-[:R]->(a)";
    let walks = [("relationship-uniqueness", "none"), ("unbounded-length", "30")];
    assert_eq!(outcome(&evaluate_as(&walks, ring, "MATCH ()-[r*]->() RETURN count(*) AS c")), "[[30]]");
}

#[test]
fn the_standard_profile_has_the_standard_semantics() {
    assert_eq!(Semantics::new(&Profile::default()), Ok(Semantics::default()));
}

#[test]
fn relationships_that_nothing_speaks_of_count_once_for_two_nodes() {
    let any = [("unused-relationship", "any")];
    for (query, rows) in [
        ("MATCH ()-[r]->() RETURN 1 AS x", "[[1]]"),
        ("MATCH ()-[*1]->() RETURN 1 AS x", "[[1]]"),
        ("MATCH ()--() RETURN 1 AS x", "[[1],[1]]"),
        ("MATCH ()-->()<--() RETURN 1 AS x", "[[1]]"),
        ("MATCH ()-[r:R|S]->() CREATE () RETURN 1 AS x", "[[1]]"),
        ("MATCH ()-[r]->() WITH 1 AS x MATCH (r) RETURN count(*) AS x", "[[2]]"),
        ("MATCH ()-[r]->() CALL { MATCH ()-[r]->() RETURN type(r) AS t } RETURN t", r#"[["R"],["S"]]"#),
        ("MERGE (a)-[r:R|S]->(b) RETURN 1 AS x", "SyntaxError NoSingleRelationshipType"),
        // What speaks of them.
        ("MATCH ()-[r]->() RETURN type(r) AS x", r#"[["R"],["S"]]"#),
        ("MATCH ()-[r]->() WHERE r.k IS NULL RETURN 1 AS x", "[[1],[1]]"),
        ("MATCH ()-[r]->() WITH r RETURN 1 AS x", "[[1],[1]]"),
        ("MATCH ()-[r]->() WITH * RETURN 1 AS x", "[[1],[1]]"),
        ("MATCH ()-[r]->() SET r.k = 1 RETURN 1 AS x", "[[1],[1]]"),
        ("MATCH ()-[{l: 1}]->() RETURN 1 AS x", "[[1],[1]]"),
        ("MATCH ()-[r]->() CALL { WITH r RETURN 1 AS x } RETURN x", "[[1],[1]]"),
        ("MATCH ()-[r]->() CALL (r) { RETURN 1 AS x } RETURN x", "[[1],[1]]"),
        ("MATCH (n)-[r]->() CALL { WITH n RETURN 1 AS x UNION WITH r RETURN 1 AS x } RETURN x", "[[1],[1]]"),
        ("MATCH ()-[*1..2]->() RETURN 1 AS x", "[[1],[1]]"),
        ("MATCH p = ()-->() RETURN 1 AS x", "[[1],[1]]"),
        ("MATCH ()-[r]->()<--() RETURN type(r) AS x", r#"[["R"],["S"]]"#),
        ("MATCH (a) WHERE (a)-->() RETURN [(a)-->() | 1] AS x", "[[[1,1]]]"),
        ("MATCH ()-[r]->() WITH r MATCH ()-[r]->() RETURN 1 AS x", "[[1],[1]]"),
    ] {
        let graph = "(a)-[:R {l: 1}]->(b), (a)-[:S {l: 1}]->(b)";
        assert_eq!(outcome(&evaluate_as(&any, graph, query)), rows, "{query}");
    }
}
