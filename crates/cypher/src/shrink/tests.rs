use quarrel_case::graph::{Graph as CaseGraph, Model};
use quarrel_case::profile::Profile;

use super::*;
use crate::parse::parse;
use crate::print::{Spelling, print};

fn printed(query: &Query) -> String {
    print(query, &Spelling::default())
}

fn smaller(query: &Query) -> Vec<Query> {
    let (graph, profile) = (CaseGraph::empty(Model::Property), Profile::default());
    shrink(query, &Ground { graph: &graph, profile: &profile, budget: Budget::default() })
}

fn texts(text: &str) -> Vec<String> {
    smaller(&parse(text).unwrap()).iter().map(printed).collect()
}

/// The smallest query that still satisfies the condition, as reduction finds it.
fn reduced(text: &str, keep: impl Fn(&str) -> bool) -> String {
    let mut query = parse(text).unwrap();
    while let Some(next) = smaller(&query).into_iter().find(|candidate| keep(&printed(candidate))) {
        assert!(size(&next) < size(&query), "{}", printed(&next));
        query = next;
    }
    printed(&query)
}

fn words<'w>(words: &'w [&str]) -> impl Fn(&str) -> bool + 'w {
    |text: &str| words.iter().all(|word| text.contains(word))
}

#[test]
fn every_part_of_a_query_can_go() {
    let text = "MATCH (a:A {k: 1})-[r:T*1..2]->(b), (c) WHERE a.k > 1 AND b.k < 2 WITH DISTINCT a, b.k AS x \
                ORDER BY x DESC SKIP 1 LIMIT 2 WHERE x = 3 RETURN a.k AS y, x";
    let found = texts(text);
    for expected in [
        "MATCH (a:A {k: 1})-[r:T*1..2]->(b), (c) WHERE a.k > 1 AND b.k < 2 RETURN a, b, c, r",
        "WITH DISTINCT null AS x SKIP 1 LIMIT 2 RETURN x.k AS y",
        "MATCH (a:A {k: 1})-[r:T*1..2]->(b), (c) WHERE a.k > 1 AND b.k < 2 RETURN a.k AS x, b.k AS y",
    ] {
        assert!(found.iter().any(|candidate| candidate == expected), "{expected}\n{}", found.join("\n"));
    }
    for gone in [
        "(c)",
        ":A",
        "{k: 1}",
        "*1..2",
        ":T",
        "a.k > 1",
        "b.k < 2",
        "DISTINCT",
        "ORDER BY",
        "DESC",
        "SKIP",
        "LIMIT",
        "WHERE x = 3",
        "AS y",
        ", x",
    ] {
        assert!(found.iter().any(|candidate| !candidate.contains(gone)), "{gone}");
    }
}

#[test]
fn the_boldest_candidates_come_first() {
    let found = texts("RETURN 1 AS u UNION MATCH (a) RETURN a.k AS u");
    assert_eq!(&found[..2], ["RETURN 1 AS x", "MATCH (a) RETURN a.k AS x"]);
}

#[test]
fn reduction_ends_with_what_is_needed() {
    let text = "MATCH (n0:L0)-[r0:T0]->(n1) WITH n0, n1.k0 AS a0 WHERE a0 > 1 UNWIND [1, 2, 3] AS a1 \
                OPTIONAL MATCH (n0)--(n2) RETURN a0 AS x, toUpper(n2.k1 + 'abc') AS y ORDER BY x";
    for (kept, expected) in [
        (&["toUpper"][..], "RETURN toUpper('') AS x"),
        (&["OPTIONAL MATCH", "UNWIND"], "UNWIND 1 AS x OPTIONAL MATCH () RETURN 1 AS y"),
    ] {
        assert_eq!(reduced(text, words(kept)), expected);
    }
}

#[test]
fn branches_of_a_union_keep_the_same_columns() {
    for candidate in texts("MATCH (n) RETURN n.k AS a, 1 AS b UNION ALL RETURN 2 AS a, 3 AS b") {
        let graph = Graph::new(&PropertyGraph::default());
        let evaluator = Evaluator::new(&graph, Semantics::default(), Budget::default());
        assert!(parse(&candidate).is_ok_and(|query| evaluator.columns(&query).is_ok()), "{candidate}");
    }
}
