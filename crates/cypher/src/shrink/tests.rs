use super::*;
use crate::parse::parse;
use crate::print::{Spelling, print};

fn texts(text: &str) -> Vec<String> {
    let query = parse(text).unwrap();
    shrink(&query).iter().map(|candidate| print(candidate, &Spelling::default())).collect()
}

/// The smallest query that still satisfies the condition, as reduction finds it.
fn reduced(text: &str, keep: impl Fn(&str) -> bool) -> String {
    let mut query = parse(text).unwrap();
    while let Some(smaller) =
        shrink(&query).into_iter().find(|candidate| keep(&print(candidate, &Spelling::default())))
    {
        query = smaller;
    }
    print(&query, &Spelling::default())
}

#[test]
fn every_part_of_a_query_can_go() {
    let text = "MATCH (n:A {k: 1})-[r:T*1..2]->(m), (o) WHERE n.k > 1 AND m.k < 2 WITH DISTINCT n, m.k AS a \
                ORDER BY a DESC SKIP 1 LIMIT 2 WHERE a = 3 RETURN n.k AS b, a AS c";
    let found = texts(text);
    for expected in [
        "MATCH (n:A {k: 1})-[r:T*1..2]->(m), (o) WHERE n.k > 1 AND m.k < 2 RETURN m AS m, n AS n, o AS o, r AS r",
        "WITH DISTINCT null AS n SKIP 1 LIMIT 2 RETURN n.k AS b",
        "MATCH (n:A {k: 1})-[r:T*1..2]->(m), (o) WHERE n.k > 1 AND m.k < 2 RETURN n.k AS b, m.k AS c",
    ] {
        assert!(found.iter().any(|candidate| candidate == expected), "{expected}\n{}", found.join("\n"));
    }
    for gone in [
        "(o)",
        ":A",
        "{k: 1}",
        "*1..2",
        ":T",
        "n.k > 1",
        "m.k < 2",
        "DISTINCT",
        "ORDER BY",
        "DESC",
        "SKIP",
        "LIMIT",
        "WHERE a = 3",
        "AS b",
        "AS c",
    ] {
        assert!(found.iter().any(|candidate| !candidate.contains(gone)), "{gone}");
    }
}

#[test]
fn the_boldest_candidates_come_first() {
    let found = texts("RETURN 1 AS a UNION MATCH (n) RETURN n.k AS a");
    assert_eq!(&found[..2], ["RETURN 1 AS a", "MATCH (n) RETURN n.k AS a"]);
}

#[test]
fn reduction_ends_with_what_is_needed() {
    let text = "MATCH (n0:L0)-[r0:T0]->(n1) WITH n0, n1.k0 AS a0 WHERE a0 > 1 UNWIND [1, 2, 3] AS a1 \
                OPTIONAL MATCH (n0)--(n2) RETURN a0 AS x, toUpper(n2.k1 + 'abc') AS y ORDER BY x";
    assert_eq!(reduced(text, |text| text.contains("toUpper")), "RETURN toUpper(null) AS y");
    let kept = reduced(text, |text| text.contains("OPTIONAL MATCH") && text.contains("UNWIND"));
    assert_eq!(kept, "UNWIND [] AS a1 OPTIONAL MATCH () RETURN null AS y");
}

#[test]
fn branches_of_a_union_keep_the_same_columns() {
    for candidate in texts("MATCH (n) RETURN n.k AS a, 1 AS b UNION ALL RETURN 2 AS a, 3 AS b") {
        assert!(parse(&candidate).is_ok_and(|query| is_valid(&query)), "{candidate}");
    }
}
