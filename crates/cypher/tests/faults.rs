//! Planted faults: each is wrong where its rule says so, and right next to it.

#[path = "support/graph.rs"]
mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use quarrel_case::choices::Choices;
use quarrel_case::compare::{Comparison, answers};
use quarrel_case::graph::{Graph, Index, IndexKind};
use quarrel_case::language::{Budget, Evaluation, Failure, Guidance, Language, Setting};
use quarrel_case::profile::{Features, Profile};
use quarrel_case::value::Element;
use quarrel_case::witness::{outcome, shown, unproven};
use quarrel_cypher::evaluate::FAULTS;
use quarrel_cypher::language::Cypher;
use quarrel_graph::Sizes;
use serde_json::Value as Json;

fn profile(fault: Option<&str>) -> Profile {
    Profile { fault: fault.map(str::to_owned), ..Profile::default() }
}

/// What the last of these statements comes to on one session.
fn last(graph: &Graph, fault: Option<&str>, statements: &[&str]) -> String {
    outcome(&Cypher, graph, fault, statements)
}

#[test]
fn every_fault_turns_the_right_answer_of_its_witness_into_the_wrong_one() {
    assert_eq!(unproven(&Cypher), Vec::<String>::new());
}

#[test]
fn the_faults_are_all_there_in_their_order() {
    let expected: Vec<String> = (1..=52).map(|number| format!("c{number:02}")).collect();
    let ids: Vec<&str> = FAULTS.iter().map(|fault| fault.id).collect();
    assert_eq!(ids, expected);
    let unique: BTreeSet<&str> = FAULTS.iter().map(|fault| fault.rule).collect();
    assert_eq!(unique.len(), FAULTS.len(), "a rule stands twice");
}

/// The graph of these patterns; behind a bar the label and key of an index.
fn graph(patterns: &str) -> Graph {
    let (patterns, index) = patterns.split_once(" | ").unwrap_or((patterns, ""));
    let mut graph = support::graph(patterns);
    if let Some((label, key)) = index.split_once('.') {
        let (label, keys) = (label.to_owned(), vec![key.to_owned()]);
        graph.indexes.push(Index { on: Element::Vertex, label, keys, kind: IndexKind::Range });
    }
    Graph::Property(graph)
}

/// Statements next to a fault that it does not change: fault, graph, statements, of which the last counts.
const NEIGHBOURS: &[(&str, &str, &[&str])] = &[
    ("c01", "(a)-[:R]->(a)", &["MATCH (x)-[r]->(y) RETURN count(*)"]),
    ("c01", "(a)-[:R]->(b)", &["MATCH (x)-[r]-(y) RETURN count(*)"]),
    ("c02", "(a)-[:R]->(b), (a)-[:R]->(b)", &["MATCH ()--()--() RETURN count(*)"]),
    ("c03", "", &["RETURN true XOR false, null AND true, null OR false"]),
    ("c04", "", &["UNWIND [1, null] AS x RETURN sum(x)"]),
    ("c04", "", &["MATCH (n) RETURN avg(n.v), min(n.v), count(n.v)"]),
    ("c05", "", &["UNWIND [1, null, 2] AS x RETURN x ORDER BY x"]),
    ("c05", "", &["UNWIND [1, 3, 2] AS x RETURN x ORDER BY x DESC"]),
    ("c06", "", &["UNWIND [1, 1] AS x RETURN x UNION RETURN 2 AS x"]),
    ("c06", "", &["RETURN 1 AS x UNION ALL RETURN 1 AS x"]),
    (
        "c07",
        "(:A {v: 1})-[:R]->(:B {v: 9})",
        &["MATCH (a:A) OPTIONAL MATCH (a)-->(b) WHERE b.v > 5 RETURN b.v"],
    ),
    ("c07", "(:A {v: 1})", &["MATCH (a:A) OPTIONAL MATCH (a)-->(b) RETURN a.v, b"]),
    ("c08", "", &["RETURN 'abc' =~ 'a.c', 'abc' =~ 'x', 'abc' =~ 'a|.*c'"]),
    ("c09", "", &["RETURN 'abc' STARTS WITH 'a', 'abc' CONTAINS 'x', 'abc' ENDS WITH ''"]),
    ("c10", "(:P {v: 1}), (:P {v: 2})", &["MATCH (p:P) RETURN DISTINCT p"]),
    ("c10", "(:P), (:P)", &["MATCH (p:P), (q:P) RETURN p = q, p"]),
    ("c11", "", &["UNWIND [1, null] AS x RETURN count(x), sum(x), max(x)"]),
    (
        "c12",
        "",
        &["RETURN localtime('12:31:14.6') = localtime('12:31:15'), date('2020-01-01') < date('2020-01-02')"],
    ),
    ("c12", "", &["RETURN duration('PT1.5S') = duration('PT1S'), localtime('12:31:14.6').second"]),
    ("c13", "", &["RETURN NOT (1 < 2), NOT (1 < 'a'), NOT (1.0 = 0.0 / 0.0), NOT (1 < 0.0 / 0.0 < 2)"]),
    ("c14", "", &["RETURN 5 IN [1, null], 1 IN [1, 2, null], null IN [null, null, null]"]),
    ("c14", "", &["WITH [1, 2, null] AS list RETURN 5 IN list"]),
    ("c15", "(:P {v: 9007199254740993})", &["MATCH (n:P) WHERE n.v = 9007199254740992 RETURN count(n)"]),
    ("c16", "", &["RETURN 9223372036854775807 * 2"]),
    ("c16", "", &["UNWIND [9223372036854775807] AS x RETURN x + 1"]),
    ("c16", "", &["UNWIND [2, 2.5, null] AS x RETURN x * 2"]),
    (
        "c17",
        "(:A {v: 1})",
        &["MATCH (a:A) OPTIONAL MATCH (a)-->(b) WITH a, b WHERE b.v = a.v RETURN count(*)"],
    ),
    (
        "c17",
        "(:A {v: 1})",
        &["MATCH (a:A) OPTIONAL MATCH (a)-->(b) WITH a, b LIMIT 9 WHERE b.v = 1 RETURN count(*)"],
    ),
    (
        "c17",
        "(:A {v: 1})",
        &["MATCH (a:A) OPTIONAL MATCH (a)-->(b) WITH b, count(*) AS c WHERE b.v = 1 RETURN c"],
    ),
    ("c17", "(:A {v: 1})", &["MATCH (a:A) OPTIONAL MATCH (a)-->(b) WITH a AS b WHERE b.v = 2 RETURN b"]),
    ("c17", "(:A {v: 1})", &["OPTIONAL MATCH (b:B) MATCH (a:A) WITH a, b WHERE b.v = 1 RETURN count(*)"]),
    ("c18", "", &["UNWIND [3.0, null, 1.0] AS x RETURN x ORDER BY x"]),
    ("c18", "", &["UNWIND [3.0, 0.0 / 0.0, 1.0] AS x RETURN max(x), min(x)"]),
    ("c19", "", &["UNWIND [1, 1, 2] AS x RETURN x ORDER BY x"]),
    ("c19", "", &["UNWIND [1, 1, 2] AS x RETURN x ORDER BY x SKIP 1"]),
    ("c19", "", &["UNWIND [1, 1, 1] AS x RETURN x LIMIT 2"]),
    ("c20", "", &["UNWIND [10, 20, 30] AS x RETURN x AS a, count(*) AS c ORDER BY x DESC, c"]),
    ("c20", "", &["UNWIND [10, 20, 30] AS x RETURN x AS a ORDER BY x + 1 DESC"]),
    ("c21", "", &["UNWIND [1, 2] AS x RETURN max(x) AS m, toUpper('a') AS s ORDER BY s"]),
    ("c21", "", &["UNWIND [1, 2] AS x RETURN x, toUpper('a') AS s ORDER BY toUpper('a'), x"]),
    ("c22", "", &["UNWIND [[1, 2], [2, 1]] AS p RETURN DISTINCT p[0] + p[1] AS s"]),
    ("c22", "", &["UNWIND [[1, 2], [1, 1]] AS p RETURN -p[0] AS s, count(*) AS c"]),
    ("c23", "", &["UNWIND [1, 1.0] AS x WITH DISTINCT x RETURN count(*)"]),
    ("c23", "", &["UNWIND [1, 1, 2.5, 2.5] AS x RETURN count(DISTINCT x), count(x)"]),
    ("c24", "(a:A)-[:R]->(b)-[:R]->(:C), (a)-[:R]->(b)", &["MATCH (:A)-[*1..2]->(x) RETURN count(*)"]),
    ("c24", "(a:A)-[:R]->(b:B), (a)-[:R]->(b)", &["MATCH (:A)-[*1..1]->(:B) RETURN count(*)"]),
    ("c24", "(:S)-[:R]->(:M)-[:R]->(:S)", &["MATCH (a:S)-[*2]-(b:S) RETURN count(*)"]),
    ("c25", "(:N)", &["MATCH (a:N) MATCH (a)-[*0..1]->(b) RETURN count(*)"]),
    ("c25", "(:N)", &["MATCH (a:N)-[*0..1]->(a) RETURN count(*)"]),
    ("c26", "(a:A)-[:R]->(b:B)-[:R]->(a)", &["MATCH (x:A)-->()-->(x) RETURN count(*)"]),
    ("c26", "(a:A)-[:R]->(b:B)-[:R]->(c:A)", &["MATCH (x:A)-[*1..3]->(y) RETURN count(*)"]),
    (
        "c27",
        "(f:F)-[:R]->(:B)-[:S]->(:E), (f)-[:R]->(:C)-[:S]->(:E)",
        &["MATCH (:F)-->(:B)-->(e) RETURN count(e)"],
    ),
    ("c27", "(f:F)-[:R]->(:B), (f)-[:R]->(:C)", &["OPTIONAL MATCH (:F)-[:R]->(b:B) RETURN count(b)"]),
    ("c28", "(:L1)-[:T]->(:L3)", &["MATCH (x:L2), (y:L3)<-[:T]-(x) RETURN count(*)"]),
    ("c28", "(:L1)-[:T]->(:L3)", &["MATCH (x) MATCH (y:L3)<-[:T]-(x:L2) RETURN count(*)"]),
    ("c29", "(:A), (:A)", &["MATCH (a) OPTIONAL MATCH (a)--(b) OPTIONAL MATCH (b)--(), (c) RETURN count(*)"]),
    ("c29", "(:A), (:A)", &["MATCH (a) OPTIONAL MATCH (a)--(b) MATCH (b), (c) RETURN count(*)"]),
    ("c30", "(:P)-[:L]->(:C)", &["MATCH (n:P) OPTIONAL MATCH (n)-[r]->(m), (c:C) RETURN m, c"]),
    ("c30", "(:P)-[:L]->(:C)", &["MATCH (n:P) OPTIONAL MATCH (n)-[r]->(m)-[s]->(o) RETURN m, o"]),
    ("c30", "(:P), (:Q)", &["MATCH (n:P) OPTIONAL MATCH (q:Q), (p {v: q.v}) WHERE p.v > q.v RETURN q, p"]),
    ("c31", "", &["UNWIND [1, 2, 3] AS x WITH x ORDER BY x WITH x WHERE x > 1 RETURN x"]),
    (
        "c31",
        "",
        &["UNWIND [1, 2, 3] AS x WITH x ORDER BY x LIMIT 2 WITH x, count(*) AS c WHERE x > 1 RETURN x, c"],
    ),
    (
        "c31",
        "",
        &["UNWIND [1, 2, 3] AS x WITH x, count(*) AS c ORDER BY x LIMIT 2 WITH x WHERE x > 1 RETURN x"],
    ),
    ("c31", "", &["UNWIND [1, 2, 3] AS x WITH x ORDER BY x LIMIT 2 WHERE x > 1 RETURN x"]),
    ("c33", "(a:A)-[:R]->(b:B), (a)-[:R]->(b)", &["MATCH (a:A), (b:B), (a)-[r]->(b) RETURN count(r)"]),
    ("c33", "(a:A)-[:R]->(b:B), (a)-[:R]->(b)", &["MATCH (a:A) MATCH (a)-[r]->(b:B) RETURN count(r)"]),
    (
        "c33",
        "(a:A)-[:R]->(b:B), (a)-[:R]->(b)",
        &["MATCH (a:A), (b:B) MATCH (a)-[r*1..1]->(b) RETURN count(*)"],
    ),
    ("c34", "(:P {v: 2}), (:P {v: 1})", &["MATCH (n:P) RETURN DISTINCT n.v AS v ORDER BY v"]),
    ("c34", "(:P {v: 2}), (:P {v: 1})", &["MATCH (n:P) RETURN n.v AS v ORDER BY n.v"]),
    (
        "c34",
        "(:P {v: 2}), (:P {v: 1})",
        &["MATCH (n:P) WITH DISTINCT n.v AS v ORDER BY n.v LIMIT 1 RETURN v"],
    ),
    ("c35", "(:P {v: 1, w: 2})", &["MATCH (n:P) RETURN DISTINCT n.v AS v ORDER BY n.w"]),
    ("c35", "(:P {v: 1, w: 2})", &["MATCH (n:P) WITH DISTINCT n.v AS v ORDER BY m.w RETURN v"]),
    ("c35", "(:P {v: 1, w: 2})", &["MATCH (n:P) WITH n.v AS v, count(*) AS c ORDER BY n.w RETURN v"]),
    ("c36", "(:A), (:B)", &["MATCH (a:A) OPTIONAL MATCH (a), (b:B) RETURN count(*)"]),
    ("c36", "(:A), (:B)", &["MATCH (a:A), (b:B) OPTIONAL MATCH (a)-->(b) RETURN count(*)"]),
    ("c36", "(:A), (:B)", &["MATCH (a:A), (b:B) MATCH (a), (b) RETURN count(*)"]),
    ("c37", "(:L {p: true})", &["MATCH (n:L) WHERE n.p = (n.q = n.r) RETURN n"]),
    ("c37", "(:L {p: true})", &["MATCH (n:L) WHERE n.p = (n.p <> n.q) OR n.p = n.p RETURN n"]),
    ("c39", "(:L {p: ''})", &["MATCH (n:L) WHERE n.p < '*fo' RETURN count(n)"]),
    ("c39", "(:L {p: ''}) | L.p", &["MATCH (n) WHERE n.p < '*fo' RETURN count(n)"]),
    ("c39", "(:L {p: ''}) | L.p", &["MATCH (n:L) WHERE n.p < '*fo' OR n.p > 'a' RETURN count(n)"]),
    ("c39", "(:L {p: ''}) | L.p", &["MATCH (n:L) WITH n WHERE n.p < '*fo' RETURN count(n)"]),
    (
        "c39",
        "(:L {p: ''}) | L.p",
        &["MATCH (n:L) WHERE n.p = n.p + '' AND n.p STARTS WITH '' RETURN count(n)"],
    ),
    ("c39", "(:L {p: '!'}) | L.p", &["MATCH (n:L) WHERE n.p < '*fo' RETURN count(n)"]),
    ("c40", "(:P {v: 3}) | P.v", &["UNWIND [1] AS i MATCH (b:P {v: 3}) RETURN i, b.v"]),
    ("c40", "(:P {v: 3})", &["UNWIND [1, 2] AS i MATCH (b:P {v: 3}) RETURN i, b.v"]),
    ("c40", "(:P {v: 3}) | P.v", &["UNWIND [1, 2] AS i MATCH (b:P) RETURN i, b.v"]),
    ("c40", "(:P {v: 3}) | P.v", &["MATCH (b:P) UNWIND [1, 2] AS i MATCH (b {v: 3}) RETURN i, b.v"]),
    (
        "c41",
        "(:P {v: 1}), (:P {v: 2})",
        &["MATCH (n:P) WHERE n.v = 1 RETURN n.v", "MATCH (n:P) WHERE n.v = 2 RETURN n.v"],
    ),
    (
        "c41",
        "(:P {v: 1}), (:P {v: 2})",
        &["MATCH (n:P) WHERE n.v > 1 RETURN n", "MATCH (m:P) WHERE m.v > 0 RETURN m"],
    ),
    ("c41", "(:P {v: 1}), (:P {v: 2})", &["MATCH (n:P) WHERE n.v > 0 RETURN n.v > 0"]),
    (
        "c32",
        "(:P {v: 1})-[:R]->(:Q {v: 2})",
        &["MATCH (a:P) WHERE EXISTS { MATCH (a)-[:R]->(q) WHERE q.v > a.v } RETURN count(a)"],
    ),
    (
        "c32",
        "(:P {v: 1})-[:R]->(:Q {v: 2})",
        &["MATCH (a:P) WHERE NOT EXISTS { MATCH (a)-[:R]->({v: a.v + 1}) } RETURN count(a)"],
    ),
    (
        "c32",
        "(:P {v: 1})",
        &["MATCH (a:P) WHERE NOT COUNT { MATCH (q) WHERE q.v = a.v } = 0 RETURN count(a)"],
    ),
    ("c38", "(:P {v: 1})", &["MATCH (n:P) SET n.v = 2", "MATCH (n:P) WHERE n.v = 1 RETURN count(n)"]),
    (
        "c38",
        "(:P {v: 1}) | P.v",
        &["MATCH (n:P) SET n.v = 2", "MATCH (n:P) WHERE n.v + 0 = 1 RETURN count(n)"],
    ),
    (
        "c38",
        "(:P {v: 1}) | P.v",
        &["MATCH (n:P) SET n.v = 2", "MATCH (n:P) WITH n WHERE n.v = 1 RETURN count(n)"],
    ),
    (
        "c38",
        "(:P {v: 1}) | P.v",
        &["MATCH (n:P) DELETE n CREATE (:P {v: 2})", "MATCH (n:P) WHERE n.v = 1 RETURN count(n)"],
    ),
    ("c39", "(:L) | L.p", &["MATCH (n:L) SET n.p = 'a'", "MATCH (n:L) WHERE n.p < 'b' RETURN count(n)"]),
    (
        "c42",
        "",
        &["UNWIND [1, 2] AS x CALL { WITH x UNWIND [10, 20] AS y RETURN max(y) AS y } RETURN x, y LIMIT 1"],
    ),
    (
        "c42",
        "",
        &["UNWIND [1, 2] AS x RETURN COLLECT { UNWIND [10, 20] AS y RETURN y ORDER BY y LIMIT 1 } AS l"],
    ),
    ("c43", "(:A)-[:R]->(:B)", &["MATCH ()-[r]->(b:B) DELETE r, b", "MATCH (:A)-[r:R]->() RETURN count(r)"]),
    ("c43", "(:B)-[:R]->(:A)", &["MATCH (b:B) DETACH DELETE b", "MATCH (:A)--() RETURN count(*)"]),
    ("c43", "(:A)-[:R]->(:B)", &["MATCH (b:B) DETACH DELETE b", "MATCH (n) RETURN count(n)"]),
    ("c43", "(:A)-[:R]->(:B)", &["MATCH (n) DETACH DELETE n", "MATCH (n) OPTIONAL MATCH (n)--() RETURN n"]),
    (
        "c43",
        "(:A)-[:R]->(:B)",
        &["MATCH (b:B) DETACH DELETE b", "MATCH (a:A) DELETE a", "MATCH (n) RETURN count(n)"],
    ),
    ("c44", "(:A)", &["MATCH (n:A) REMOVE n:A", "MATCH (n:A) WHERE true RETURN count(n)"]),
    ("c44", "(:A)", &["MATCH (n:A) DELETE n CREATE (:A), (:A)", "MATCH (n:A) RETURN count(*)"]),
    ("c44", "(:A)", &["MATCH (n:A) REMOVE n:A", "MATCH (n) RETURN count(*)"]),
    ("c45", "(:P), (:C)", &["MATCH (p:P) MERGE (p)-[:W]->(c)", "MATCH (n) RETURN count(n)"]),
    (
        "c45",
        "(:P), (:C {v: 1})",
        &["MATCH (p:P) MERGE (p)-[:W]->(c:C {v: 2})", "MATCH (c:C) RETURN count(c)"],
    ),
    ("c45", "(:P), (:C)", &["MERGE (p:P)-[:W]->(c:C)", "MATCH (n) RETURN count(n)"]),
    (
        "c46",
        "(:A {x: 1}), (:A {x: 2})",
        &[
            "UNWIND [1, 2] AS i MATCH (a:A) WHERE a.x = i CREATE (a)-[:R {i: i}]->()",
            "MATCH ()-[r]->() RETURN r.i",
        ],
    ),
    (
        "c46",
        "(:A {x: 1}), (:A {x: 2})",
        &["UNWIND [1, 2] AS i MATCH (a:A) WHERE a.x = i MATCH (b:A) RETURN a.x, b.x, i"],
    ),
    ("c47", "", &["UNWIND [0] AS i CREATE (:A) RETURN i LIMIT 1", "MATCH (n:A) RETURN count(n)"]),
    ("c47", "", &["UNWIND [0] AS i CREATE (:A) WITH i LIMIT 0 RETURN i", "MATCH (n:A) RETURN count(n)"]),
    ("c48", "(:P {v: 1})", &["MATCH (a:P), (b:P) SET a.v = 2 RETURN a.v"]),
    ("c48", "(:P {v: 1})", &["MATCH (a:P), (b:P) SET a.v = 2 WITH a MATCH (n:P {v: 2}) RETURN count(n)"]),
    ("c48", "(:P {v: 1}), (:Q {v: 1})", &["MATCH (a:P), (b:Q) SET a.v = 2 RETURN b.v"]),
    ("c48", "(:P {v: 1})", &["MATCH (a:P) SET a.v = 2", "MATCH (b:P) RETURN b.v"]),
    ("c49", "(:A)-[:R]->(:B)", &["MATCH ()-[r:R]->() DELETE r", "MATCH ()-[:R]->() RETURN count(*)"]),
    (
        "c49",
        "(:A)-[:R]->(:B)",
        &["MATCH ()-[r:R]->() DELETE r", "MATCH ()--(:C {v: 1})<-[:S]-() RETURN 1", "RETURN 1"],
    ),
    ("c49", "(:A)-[:R]->(:B)", &["MATCH ()-[r:R]->() DELETE r", "MATCH ()<-[:S]-() RETURN count(*)"]),
    (
        "c49",
        "(:A)-[:R]->(:B)",
        &["MATCH (a)-[r:R]->(b) DELETE r CREATE (a)-[:R]->(b)", "MATCH ()<-[:R]-() RETURN count(*)"],
    ),
    ("c50", "", &["UNWIND [1, 2] AS x CREATE (:A {v: 10 / x})", "MATCH (n:A) RETURN count(n)"]),
    ("c50", "", &["CREATE (:A) RETURN b", "MATCH (n:A) RETURN count(n)"]),
    (
        "c51",
        "(a)-[:R]->(a), (a)-[:R]->(a), (a)-[:R]->(a), (a)-[:R]->(a)",
        &["MATCH ()-[r]->() RETURN count(*)"],
    ),
    ("c51", "(), (), (), (), ()", &["MATCH (a) RETURN count(*)"]),
    ("c51", "(), (), (), (), ()", &["MATCH (a) OPTIONAL MATCH (a)-->(b) RETURN count(*)"]),
    ("c52", "(:A)-[:R]->(:M)-[:R]->(:B)", &["MATCH p = allShortestPaths((:A)-[*]->(:B)) RETURN length(p)"]),
    ("c52", "(a:A)-[:R]->(b:B), (a)-[:R]->(b)", &["MATCH p = shortestPath((:A)-[*]->(:B)) RETURN length(p)"]),
];

#[test]
fn no_fault_shows_outside_its_rule() {
    for (fault, patterns, statements) in NEIGHBOURS {
        let graph = graph(patterns);
        let right = last(&graph, None, statements);
        assert_eq!(last(&graph, Some(fault), statements), right, "{fault}: {statements:?}");
    }
    let tried: BTreeSet<&str> = NEIGHBOURS.iter().map(|(fault, ..)| *fault).collect();
    assert!(FAULTS.iter().all(|fault| tried.contains(fault.id)));
}

/// Cases that a fault changes although they look otherwise than its witness: the same, and what comes out.
const OTHERS: &[(&str, &str, &[&str], &str)] = &[
    ("c01", "(a)-[:R]->(a)", &["MATCH (x)-[*1..1]-(y) RETURN count(*) AS c"], "[[2]]"),
    ("c09", "", &["RETURN null ENDS WITH 'a' AS x"], "[[false]]"),
    ("c10", "(:P), (:P)", &["MATCH (p:P) RETURN count(DISTINCT [p]) AS c"], "[[1]]"),
    ("c10", "(:P), (:P)", &["MATCH (p:P) WITH p, count(*) AS c RETURN c"], "[[2]]"),
    (
        "c13",
        "",
        &["MATCH (n) RETURN n UNION UNWIND [0.0 / 0.0] AS x WITH x WHERE NOT x > 1 RETURN x AS n"],
        "[]",
    ),
    ("c13", "", &["RETURN NOT (NOT (1.0 < 0.0 / 0.0)) AS x"], "[[false]]"),
    (
        "c15",
        "(a)-[:R {v: [9007199254740993]}]->(a)",
        &["MATCH ()-[r {v: [9007199254740992]}]->() RETURN count(r) AS c"],
        "[[1]]",
    ),
    ("c16", "", &["UNWIND [1, 2] AS x RETURN count(*) * 9223372036854775807 AS c"], "[[-2]]"),
    (
        "c17",
        "(:A {v: 1})",
        &["MATCH (a:A) OPTIONAL MATCH (a)-->(b) WITH * WHERE b.v = 1 AND a.v = 1 RETURN count(*) AS c"],
        "[[1]]",
    ),
    ("c19", "", &["UNWIND [1, 1, 2, 3] AS x WITH x ORDER BY x SKIP 1 LIMIT 2 RETURN sum(x) AS s"], "[[5]]"),
    ("c20", "", &["UNWIND [1, 2] AS x WITH x, count(*) AS c ORDER BY x * -1 LIMIT 1 RETURN x"], "[[1]]"),
    (
        "c21",
        "",
        &["UNWIND [1] AS x WITH count(*) AS c, abs(x) AS a ORDER BY abs(x) WHERE a = 1 RETURN c"],
        "[]",
    ),
    ("c25", "(:N)", &["MATCH (a:N), (a)-[*0..]->(a) RETURN count(*) AS c"], "[[0]]"),
    (
        "c26",
        "(a:A)-[:R]->(b:B)-[:R]->(a), (a)-[:R]->(c)",
        &["MATCH (x:A)-[*]->(y) RETURN count(*) AS c"],
        "[[2]]",
    ),
    (
        "c29",
        "(:A)",
        &["MATCH (a) OPTIONAL MATCH (a)--(b) OPTIONAL MATCH (c), (b {v: 1}) RETURN c IS NULL AS x"],
        "[[false]]",
    ),
    (
        "c30",
        "(:P)-[:L]->(:C)",
        &["MATCH (n:P) OPTIONAL MATCH (n)<--(m), (m)-->(o), (c:C) RETURN m IS NULL, o IS NULL, c IS NULL"],
        "[[true,true,false]]",
    ),
    (
        "c30",
        "(:P {v: 1})",
        &["OPTIONAL MATCH (p:P), (o {v: p.w}) RETURN p IS NULL AS p, o IS NULL AS o"],
        "[[false,true]]",
    ),
    (
        "c31",
        "",
        &["UNWIND [3, 1, 2] AS y WITH y AS x ORDER BY y LIMIT 2 WITH x + 1 AS z WHERE z > 2 RETURN z"],
        "[[3],[4]]",
    ),
    ("c31", "", &["WITH 1 AS x SKIP 1 WITH x WHERE x > 1 RETURN x"], "[]"),
    (
        "c31",
        "",
        &[
            "UNWIND [1, 2, 3] AS x WITH x ORDER BY x LIMIT 2 WITH x ORDER BY x LIMIT 9 WHERE x > 1 WITH x WHERE x > 2 RETURN x",
        ],
        "[[3]]",
    ),
    ("c34", "(:P {v: 1})", &["MATCH (n:P) RETURN DISTINCT n.v AS v, 1 AS w ORDER BY w, n.v"], "error"),
    (
        "c35",
        "(:P {v: 1, w: 2}), (:P {v: 2, w: 1})",
        &["MATCH (n:P) WITH DISTINCT n.v AS v ORDER BY n.w LIMIT 1 RETURN v"],
        "[[2]]",
    ),
    (
        "c37",
        "",
        &["MATCH (n) WITH n WHERE NOT ((1 = n.p) AND true) = n.q OR 1 = [1 = 2, 1][0] RETURN n"],
        "hang",
    ),
    (
        "c39",
        "(:A)-[:R]->(:L {p: ''}) | L.p",
        &["MATCH (a:A)-->(n:L) WHERE 'b' >= n.p RETURN count(n) AS c"],
        "[[0]]",
    ),
    (
        "c39",
        "(:A {q: ''}), (:L {p: ''}) | L.p",
        &["MATCH (a:A), (:L {p: a.q}) RETURN count(*) AS c"],
        "[[0]]",
    ),
    (
        "c40",
        "(:P {v: 3}) | P.v",
        &["UNWIND [1, 2] AS i OPTIONAL MATCH (b:P) WHERE b.v > i RETURN i, b.v AS v"],
        "[[1,3],[2,null]]",
    ),
    (
        "c41",
        "(:P {v: 5})",
        &["MATCH (n:P) RETURN 3 < n.v <= 6 AS x, 1 AS y", "MATCH (n:P) RETURN 3 < n.v <= 4 AS x, 2 AS y"],
        "[[true,2]]",
    ),
    ("c12", "", &["RETURN [localtime('12:31:14.6')] = [localtime('12:31:14')] AS x"], "[[true]]"),
    (
        "c12",
        "",
        &["RETURN datetime('2020-01-01T00:00:00.1Z') < datetime('2020-01-01T00:00:00.2Z') AS x"],
        "[[false]]",
    ),
    (
        "c32",
        "(:P {v: 1}), (:Q {v: 1})",
        &["MATCH (a:P) RETURN NOT (a.v = 2 OR EXISTS { MATCH (q:Q) WHERE q.v = a.v }) AS x"],
        "[[true]]",
    ),
    (
        "c38",
        "(:P {v: 1}) | P.v",
        &["MATCH (n:P) REMOVE n.v", "MATCH (n:P) WHERE 0 < n.v AND n.v IS NULL RETURN count(n) AS c"],
        "[[1]]",
    ),
    (
        "c38",
        "(:P {v: 1}) | P.v",
        &["MATCH (n:P) SET n = {v: 2} WITH n MATCH (m:P {v: 1}) RETURN count(m) AS c"],
        "[[1]]",
    ),
    (
        "c39",
        "(:L {p: 'a'}) | L.p",
        &["MATCH (n:L) SET n.p = ''", "MATCH (n:L {p: ''}) RETURN count(n) AS c"],
        "[[0]]",
    ),
    (
        "c42",
        "",
        &[
            "UNWIND [1, 2] AS x CALL { UNWIND [10, 20, 30] AS y WITH y ORDER BY y SKIP 2 RETURN y } RETURN x, y",
        ],
        "[[1,30],[2,10],[2,20],[2,30]]",
    ),
    (
        "c43",
        "(:A)-[:R]->(:B {v: 1})",
        &["MATCH (b:B) DETACH DELETE b", "MATCH (:A)--(g) RETURN labels(g) AS l, g.v AS v"],
        "[[[],null]]",
    ),
    ("c44", "(:A)", &["MATCH (n:A) SET n:B", "MATCH (n:B) RETURN count(*) AS c"], "[[0]]"),
    (
        "c45",
        "(:P), (:C)-[:W]->(:P)",
        &["MATCH (p:P) MERGE (:C)-[:W]->(p) RETURN count(*) AS c", "MATCH (n) RETURN count(n) AS c"],
        "[[3]]",
    ),
    (
        "c46",
        "(:A {x: 1}), (:A {x: 2})",
        &[
            "MATCH (b:A) UNWIND [2, 1] AS i MATCH (a:A {x: i}) CREATE (:N {x: a.x})",
            "MATCH (n:N) RETURN n.x AS x, count(*) AS c",
        ],
        "[[2,4]]",
    ),
    ("c48", "(:P {v: 1})", &["MATCH (a:P) SET a += {v: 2} WITH a AS b RETURN b.v AS x"], "[[1]]"),
    ("c49", "(:A)-[:R]->(:B)", &["MATCH ()-[r:R]->() DELETE r WITH 1 AS x MATCH ()--() RETURN x"], "crash"),
    ("c50", "", &["CREATE (:A) WITH 1 AS x RETURN x / 0", "MATCH (n:A) RETURN count(n) AS c"], "[[1]]"),
];

#[test]
fn a_fault_is_its_rule_and_not_its_witness() {
    let mut failed = Vec::new();
    for (fault, patterns, statements, wrong) in OTHERS {
        let got = last(&graph(patterns), Some(fault), statements);
        let rows = serde_json::from_str::<Json>(&got).map_or(got.clone(), |json| json["rows"].to_string());
        if rows != *wrong {
            failed.push(format!("{fault}: {rows} and not {wrong}: {statements:?}"));
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
}

/// Queries on one graph.
const PER_ROUND: usize = 20;

/// Of how many generated cases a fault changes the answer, and how often the budget does not allow one.
#[derive(Debug, Clone, Copy, Default)]
struct Reach {
    changed: usize,
    spent: usize,
}

impl Reach {
    fn add(&mut self, right: &Evaluation, got: &Evaluation) {
        let same = match (&right.result, &got.result) {
            (Ok(right), Ok(got)) => !matches!(answers(right, got), Comparison::Different(_)),
            _ => shown(right) == shown(got),
        };
        let spent = matches!(got.result, Err(Failure::Budget(_)));
        self.changed += usize::from(!same && !spent);
        self.spent += usize::from(!same && spent);
    }
}

fn setting(graph: Graph, features: Features) -> Setting {
    Setting {
        graph: Arc::new(graph),
        profile: Profile::default(),
        features,
        length: Cypher.default_length(),
        patterns: 3,
        depth: 3,
        guidance: Guidance::Full,
        budget: Budget::default(),
    }
}

/// What each fault does to so many generated cases.
fn reach(cases: usize, seed: u64) -> BTreeMap<&'static str, Reach> {
    let mut counts: BTreeMap<&'static str, Reach> = BTreeMap::new();
    let choices = Choices::new(seed);
    for round in 0..cases.div_ceil(PER_ROUND) {
        let round = choices.numbered("round", round as u64);
        let (features, sizes) = (Features::default(), Sizes::default());
        let graph = quarrel_graph::generate(&Cypher, sizes, &features, &mut round.stream("graph"));
        let setting = setting(graph, features);
        let session = |fault| Cypher.session(&setting.graph, &profile(Some(fault))).expect(fault);
        let sessions = || FAULTS.iter().map(|fault| (fault.id, session(fault.id))).collect::<Vec<_>>();
        let mut running = sessions();
        let mut generator = Cypher.generator(&setting).expect("the standard profile");
        for case in 0..PER_ROUND {
            let candidate = generator.next(&mut round.numbered("case", case as u64));
            for (fault, session) in &mut running {
                let got = session.run(&candidate.tree, &Budget::default());
                counts.entry(fault).or_default().add(&candidate.evaluation, &got);
            }
            // Every case is one on the graph as it was.
            if Cypher.writes(&candidate.tree) {
                running = sessions();
            }
        }
    }
    counts
}

#[test]
fn generated_queries_run_under_every_fault_and_many_show() {
    let counts = reach(60, 5);
    let shown = counts.values().filter(|count| count.changed > 0).count();
    assert!(shown > FAULTS.len() / 4, "{counts:?}");
}

#[test]
#[ignore = "prints figures"]
fn how_many_of_two_thousand_cases_each_fault_changes() {
    for (fault, Reach { changed, spent }) in reach(2_000, 7) {
        println!("{fault} changed {changed}, budget spent {spent}");
    }
}
