//! Patterns.

use crate::check;

/// relations.md R1; TCK Match3, Match4.
#[test]
fn no_relationship_is_bound_twice_in_one_match() {
    check(
        "(a:A)-[:R]->(b:B), (a)-[:R]->(b)",
        &[
            ("MATCH ()--()--()--() RETURN count(*) AS c", "[[0]]"),
            ("MATCH ()--()--() RETURN count(*) AS c", "[[4]]"),
            ("MATCH ()-->(), ()-->() RETURN count(*) AS c", "[[2]]"),
            ("MATCH ()-->() MATCH ()-->() RETURN count(*) AS c", "[[4]]"),
            ("MATCH ()-[*]-() RETURN count(*) AS c", "[[8]]"),
            ("MATCH ()-[*1..1]->(), ()-[*1..1]->() RETURN count(*) AS c", "[[2]]"),
            ("MATCH (:A)-[r]->(:B) MATCH ()-[r]-() RETURN count(*) AS c", "[[4]]"),
            ("MATCH (:A)-[r]->(:B) MATCH ()-[r]->(), ()-[q]->() RETURN count(*) AS c", "[[2]]"),
        ],
    );
}

/// relations.md R2; TCK Match2 [3], Match3 [11].
#[test]
fn an_undirected_self_loop_is_bound_once() {
    check(
        "(a)-[:R]->(a), (a)-[:R]->(b)",
        &[
            ("MATCH (x)-[r]-(y) RETURN count(*) AS c", "[[3]]"),
            ("MATCH (x)-[r]-(x) RETURN count(*) AS c", "[[1]]"),
            ("MATCH (x)-[*]-(y) RETURN count(*) AS c", "[[5]]"),
            ("MATCH (x)<-[r]-(y) RETURN count(*) AS c", "[[2]]"),
        ],
    );
}

/// TCK Match4, Match5, Match9.
#[test]
fn variable_length_patterns() {
    check(
        "(a:A)-[:R {v: 1}]->(b:B)-[:S {v: 1}]->(c:C), (c)-[:R {v: 2}]->(a)",
        &[
            ("MATCH (:A)-[r*0..0]->(x) RETURN r, labels(x) AS l", r#"[[[],["A"]]]"#),
            ("MATCH (:A)-[r*..2]->(x) RETURN size(r) AS s", "[[1],[2]]"),
            ("MATCH (:A)-[*3..]->(x) RETURN labels(x) AS l", r#"[[["A"]]]"#),
            ("MATCH (:A)-[*2]->(x) RETURN labels(x) AS l", r#"[[["C"]]]"#),
            ("MATCH (:A)-[r* {v: 1}]->(x) RETURN size(r) AS s", "[[1],[2]]"),
            ("MATCH (:A)-[r:R|S*]->(x) RETURN size(r) AS s", "[[1],[2],[3]]"),
            ("MATCH (:A)-[r:R*]->(x) RETURN size(r) AS s", "[[1]]"),
            ("MATCH (:A)-[*3..2]->(x) RETURN 1 AS x", "[]"),
            ("MATCH p = (:A)-[*2]->() RETURN length(p) AS l, size(nodes(p)) AS n", "[[2,3]]"),
            ("MATCH (x:A)-[r*3]->(x) RETURN size(r) AS s", "[[3]]"),
            (
                "MATCH ()-[p]->()-[q]->(:C) WITH [p, q] AS l MATCH (x)-[l*]->(y) RETURN labels(y) AS l",
                r#"[[["C"]]]"#,
            ),
            (
                "MATCH (:A)-[r]->() WITH r LIMIT 1 MATCH ()-[r*1..1]->() RETURN 1 AS x",
                "SyntaxError VariableTypeConflict",
            ),
        ],
    );
}

/// TCK Match1, Match2, MatchWhere1.
#[test]
fn property_maps_compare_with_equality() {
    check(
        "(:P {v: 9007199254740993, w: 1.0}), (:P {v: 1})",
        &[
            ("MATCH (n:P {v: 9007199254740992.0}) RETURN count(n) AS c", "[[0]]"),
            ("MATCH (n:P {w: 1}) RETURN count(n) AS c", "[[1]]"),
            ("MATCH (n:P {w: null}) RETURN count(n) AS c", "[[0]]"),
            ("MATCH (n {v: 1}), (m {v: n.v}) RETURN count(*) AS c", "[[1]]"),
            ("MATCH (m {v: n.v}), (n {v: 1}) RETURN count(*) AS c", "[[1]]"),
            ("UNWIND [1, 2] AS x MATCH (n {v: x}) RETURN x", "[[1]]"),
            ("MATCH (n {v: 1 / 0}) RETURN n", "ArithmeticError DivisionByZero"),
            ("MATCH (n:X {v: 1 / 0}) RETURN n", "[]"),
        ],
    );
}

/// TCK Match7, MatchWhere6; relations.md 5.8.
#[test]
fn optional_match_keeps_rows_and_its_condition_is_part_of_it() {
    check(
        "(:A {v: 1})-[:R]->(:B {v: 1})",
        &[
            ("MATCH (a:A) OPTIONAL MATCH (a)-->(b) WHERE b.v > 5 RETURN b", "[[null]]"),
            ("MATCH (a:A) OPTIONAL MATCH (a)-->(b) WITH b WHERE b.v > 5 RETURN b", "[]"),
            ("MATCH (n) OPTIONAL MATCH (n)-->(m) RETURN n.v AS n, m IS NULL AS m", "[[1,false],[1,true]]"),
            ("OPTIONAL MATCH (n:X) RETURN n", "[[null]]"),
            ("OPTIONAL MATCH (n:X) MATCH (n) RETURN n", "[]"),
            ("OPTIONAL MATCH (n:X) OPTIONAL MATCH (n)--(m) RETURN m", "[[null]]"),
            ("OPTIONAL MATCH (n:X) OPTIONAL MATCH (n), (m) RETURN m", "[[null]]"),
            ("OPTIONAL MATCH ()-[r:X]->() OPTIONAL MATCH ()-[r]->(m) RETURN m", "[[null]]"),
            ("MATCH (a:A) OPTIONAL MATCH (a)-[r]->(m), (a)<-[s]-(o) RETURN m, o", "[[null,null]]"),
            ("MATCH (a:A), (b:B) OPTIONAL MATCH (a), (b) RETURN count(*) AS c", "[[1]]"),
            ("MATCH (a:A), (b:B) OPTIONAL MATCH (b)-->(a) RETURN count(*) AS c", "[[1]]"),
        ],
    );
}

/// TCK Match1, Match3, Match8.
#[test]
fn patterns_share_variables_and_labels_add_up() {
    check(
        "(a:L1)-[:T]->(b:L3:L4), (a)-[:U]->(c)",
        &[
            ("MATCH (x), (y:L3)<-[:T]-(x:L2) RETURN count(*) AS c", "[[0]]"),
            ("MATCH (x)-->(y), (y:L4) RETURN count(*) AS c", "[[1]]"),
            ("MATCH (x:L3:L4) RETURN count(*) AS c", "[[1]]"),
            ("MATCH (x)-[:T|U]->() RETURN count(*) AS c", "[[2]]"),
            ("MATCH (x), (y) WHERE x <> y RETURN count(*) AS c", "[[6]]"),
            ("MATCH (x) MATCH (x) RETURN count(*) AS c", "[[3]]"),
            ("MATCH p = (x)-[:T]->(), q = (x)-[:U]->() RETURN length(p) + length(q) AS l", "[[2]]"),
        ],
    );
}
