//! Smallest queries on which engines were wrong: the right answers.

use crate::check;

#[test]
fn expressions_and_projections() {
    check(
        "",
        &[
            ("RETURN (null XOR true) IS NULL AS x", "[[true]]"),
            ("RETURN (1 STARTS WITH 'a') IS NULL AS x", "[[true]]"),
            ("UNWIND [1, null] AS x RETURN size(collect(x)) AS s", "[[1]]"),
            ("RETURN (5 IN [1, 2, null]) IS NULL AS x", "[[true]]"),
            ("UNWIND [9223372036854775807] AS x RETURN x * 2 AS y", "ArithmeticError IntegerOverflow"),
            ("UNWIND [1, 1, 2] AS x RETURN x ORDER BY x LIMIT 2", "[[1],[1]]"),
            ("RETURN 0.0 < (0.0 / 0.0) AS a, NOT (0.0 < (0.0 / 0.0)) AS b", "[[false,true]]"),
            ("MATCH (n:L) WHERE n.p = (n.p = n.p) RETURN n", "[]"),
            ("MATCH (n:L) WHERE n.a OR (((''=~'') AND NOT(true)) >= n.a) RETURN n", "[]"),
            ("RETURN (toString(null) IS NULL OR toString(null) = '') AS v", "[[true]]"),
            ("RETURN (-9223372036854775807 - 1) / -1 AS x", "ArithmeticError IntegerOverflow"),
            ("OPTIONAL MATCH (n:DefinitelyMissing) RETURN n", "[[null]]"),
            ("OPTIONAL MATCH ()-[rel]-() WITH DISTINCT rel RETURN rel", "[[null]]"),
            (
                "OPTIONAL MATCH () OPTIONAL MATCH () WHERE false RETURN count(*) AS n UNION ALL RETURN 0 AS n",
                "[[0],[1]]",
            ),
            ("WITH null AS a MATCH ()-[a]-() RETURN 1 AS x", "[]"),
        ],
    );
}

#[test]
fn optional_matches() {
    check(
        "(), (), ()",
        &[(
            "MATCH (n0) OPTIONAL MATCH (n3) WITH n3 WITH DISTINCT * OPTIONAL MATCH (n3), (n5) OPTIONAL MATCH (n3) \
         RETURN count(*) AS c",
            "[[9]]",
        )],
    );
    check(
        "(:A), (:A)",
        &[
            ("MATCH (a) OPTIONAL MATCH (a)--(b) OPTIONAL MATCH (b), (c) RETURN count(*) AS c", "[[2]]"),
            ("MATCH (a) OPTIONAL MATCH (a), (b)-->() RETURN count(*) AS c, count(b) AS d", "[[2,0]]"),
        ],
    );
    check(
        "(f:F)-[:R]->(:B)-[:S]->(:E), (f)-[:R]->(:C)-[:S]->(:E)",
        &[("OPTIONAL MATCH (:F)-[:R]->(:B)-[:S]->(e:E) RETURN count(e) AS c", "[[1]]")],
    );
    check(
        "(a:A)-[:R]->(b:B), (c:A), (a)-[:Q]->(c)",
        &[(
            "MATCH (x:A)-[:Q]->(y:A) OPTIONAL MATCH (p:B)<-[:R]-(x), (y)-[:R]->(q:B) RETURN p, q",
            "[[null,null]]",
        )],
    );
    check(
        "(:T2), ()<-[:T1 {k: 1}]-()",
        &[("MATCH (a) OPTIONAL MATCH (b:T2), (a)<-[r:T1]-(c) RETURN r.k AS k", "[[1],[null],[null]]")],
    );
    check(
        "(a)<-[:T]-(b)-[:T]->(c), (d)<-[:T]-(e)",
        &[("OPTIONAL MATCH (n0)<-[]-(n1)-[]->(n2) RETURN count(1) AS c", "[[2]]")],
    );
}

#[test]
fn walks() {
    let triangle = "(a:N {id: 1})-[:R]->(b:N {id: 2}), (b)-[:R]->(a), (a)-[:R]->(a)";
    check(
        triangle,
        &[
            ("MATCH p = (a:N {id: 1})-[*2..2]-(b:N {id: 1}) RETURN count(*) AS c", "[[2]]"),
            ("MATCH (a:N {id: 1})-[q]-()-[r]-(b:N {id: 1}) RETURN count(*) AS c", "[[2]]"),
        ],
    );
    check(
        "(a:A)-[:R]->(b:B)-[:R]->(c:C), (a)-[:R]->(b), (b)-[:R]->(c)",
        &[
            ("MATCH (:A)-[*2..2]->(:C) RETURN count(*) AS c", "[[4]]"),
            ("MATCH p = (a:A)-[r:R*2..2]->(c:C) RETURN DISTINCT length(p) AS l", "[[2]]"),
        ],
    );
    check("(:N)", &[("MATCH (a:N) MATCH (a)-[*0..1]->(a) RETURN count(*) AS c", "[[1]]")]);
    check("(a:A)-[:R]->(b:B)-[:R]->(a)", &[("MATCH (x:A)-[*2]->(x) RETURN count(*) AS c", "[[1]]")]);
    check(
        "(a:A)-[:R]->(b:B), (a)-[:R]->(b)",
        &[("MATCH (a:A), (b:B) MATCH (a)-[r:R]->(b) RETURN count(r) AS c", "[[2]]")],
    );
    let star: Vec<String> =
        (0..10).map(|id| format!("(n{id})")).chain((0..10).map(|id| format!("(n5)-[:T]->(n{id})"))).collect();
    check(&star.join(", "), &[("MATCH (a)-[r:T*..2]-(b) RETURN count(*) AS c", "[[109]]")]);
}

#[test]
fn conditions_stay_where_they_are() {
    check(
        "(:A {v: 1})",
        &[("MATCH (a:A) OPTIONAL MATCH (a)-[:R]->(b) WITH a, b WHERE b.v = 1 RETURN count(*) AS c", "[[0]]")],
    );
    check(
        "(:P {v: 1}), (:P {v: 2}), (:P {v: 3})",
        &[
            ("UNWIND [1, 2] AS i MATCH (b:P {v: 3}) RETURN i, b.v AS v", "[[1,3],[2,3]]"),
            (
                "MATCH (a:P) WHERE a.v = 1 OR a.v = 2 WITH a AS a MATCH (b:P {v: 3}) RETURN a.v AS a, b.v AS b",
                "[[1,3],[2,3]]",
            ),
            ("MATCH (n:P) WHERE any(x IN [1] WHERE x = n.v) RETURN n.v AS v", "[[1]]"),
        ],
    );
    check(
        "(a:A {name: 'c'})-[:T]->(:B), (a)-[:T]->(:C)",
        &[(
            "MATCH (n)-->(b) WHERE n.name IN [x IN labels(b) | toLower(x)] RETURN labels(b) AS l",
            r#"[[["C"]]]"#,
        )],
    );
    check(
        "(:L {p: ''}), (:L {p: true}), (:L)",
        &[
            ("MATCH (n:L) WHERE n.p < '*fo' RETURN count(n) AS c", "[[1]]"),
            ("MATCH (n:L) WHERE NOT NOT n.p RETURN count(n) AS c", "TypeError InvalidArgumentType"),
        ],
    );
}
