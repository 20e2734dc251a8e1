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
fn a_cause_is_looked_at_where_it_shows_most_plainly() {
    for (text, kept, expected) in [
        (
            "UNWIND [1, null] AS a WITH * ORDER BY a DESC LIMIT 1 WHERE a IS NULL RETURN 1 AS b",
            &["[1, null]", "ORDER BY", "DESC"][..],
            "UNWIND [1, null] AS x RETURN * ORDER BY 1 DESC",
        ),
        ("MATCH (a) WITH DISTINCT * RETURN 1 AS x", &["MATCH", "DISTINCT"], "MATCH (a) RETURN DISTINCT *"),
        (
            "CALL () { MATCH (a) RETURN a.k AS x UNION MATCH () RETURN 'b' AS x } RETURN 2 AS y",
            &["UNION"],
            "RETURN 1 AS u UNION RETURN 1 AS u",
        ),
        (
            "RETURN 1 + COUNT { MATCH () RETURN DISTINCT true AS a UNION MATCH () RETURN false AS a } AS x",
            &["UNION"],
            "RETURN 1 AS u UNION RETURN 1 AS u",
        ),
        (
            "MATCH (a) RETURN count(DISTINCT a) AS x",
            &["MATCH", "DISTINCT"],
            "MATCH () RETURN DISTINCT 1 AS x",
        ),
        ("MATCH (a)-[r*]->(b) RETURN r", &["*..2"], "MATCH ()-[*..2]->() RETURN 1 AS x"),
        ("MATCH (a)-->{1,3}(b) RETURN a", &["-->()-->"], "MATCH ()-->()-->() RETURN 1 AS x"),
        ("MATCH (a)-->*(b) RETURN a", &["-->()-->()-->"], "MATCH ()-->()-->()-->() RETURN 1 AS x"),
        ("MATCH (a)--(b)-[r*]-(c) RETURN a", &["--()--()--"], "MATCH ()--()--()-->() RETURN 1 AS x"),
    ] {
        assert_eq!(reduced(text, words(kept)), expected, "{text}");
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

#[test]
fn every_family_ends_with_its_first() {
    for (first, template, members) in [
        ("1 = 1", "3 # 'b'", &["=", "<>", "<", ">", "<=", ">="][..]),
        ("1 STARTS WITH 1", "'ab' # 'c'", &["STARTS WITH", "ENDS WITH", "CONTAINS", "=~"]),
        ("1 + 1", "5 # 2", &["+", "-", "*", "/", "%", "^"]),
        ("true AND true", "false # true", &["AND", "OR", "XOR"]),
        ("1 IS NULL", "'a' #", &["IS NULL", "IS NOT NULL"]),
        ("toUpper('')", "#('b')", &["toUpper", "toLower", "trim", "lTrim", "rTrim"]),
        ("abs(1)", "#(-7)", &["abs", "sign", "ceil", "floor", "round"]),
        ("sqrt(1)", "#(0.3)", &["sqrt", "exp", "log", "sin", "haversin"]),
        ("head([])", "#([2, 1])", &["head", "last"]),
        ("any(x IN [] WHERE true)", "#(q IN [2] WHERE q > 1)", &["any", "all", "none", "single"]),
        ("percentileDisc(1, 1)", "#(3, 0.5)", &["percentileDisc", "percentileCont"]),
        ("count(1)", "#(3)", &["count", "sum", "min", "max", "avg", "stDev", "stDevP", "collect"]),
    ] {
        let marks: Vec<String> = members
            .iter()
            .map(|member| {
                if first.contains('(') {
                    member.to_ascii_lowercase()
                } else {
                    format!(" {} ", member.to_ascii_lowercase())
                }
            })
            .collect();
        for member in members {
            let start = format!("RETURN {} AS foo", template.replace('#', member));
            let keep = |text: &str| {
                let text = text.replace("RETURN", "").replace("count(*)", "").to_ascii_lowercase();
                marks.iter().any(|mark| text.contains(mark))
                    && text.matches('(').count() == first.matches('(').count()
            };
            assert_eq!(reduced(&start, keep), format!("RETURN {first} AS x"), "{start}");
        }
    }
}

#[test]
fn what_differs_in_order_names_and_constants_only_ends_as_one_text() {
    for (end, words, starts) in [
        (
            "MATCH (a)-->() WHERE a.k < 1 RETURN 1 AS x",
            &["->", ".k <"][..],
            &[
                "MATCH (m)<--(n:L), (o) WHERE n.k < 7 AND m.k > 0 RETURN m AS foo, n.k",
                "MATCH (z {j: 2}) MATCH (y)-[r:T]->(z) WHERE z.q OR y.k < 'abc' WITH y, r RETURN count(y) AS c ORDER BY c",
            ][..],
        ),
        (
            "UNWIND [] AS x RETURN [x, x] AS y",
            &["UNWIND [", "[x, x]"],
            &[
                "UNWIND [5, 6] AS x WITH x, 3 AS y RETURN [x, x] AS k, y UNION UNWIND [] AS x RETURN 'a' AS k, 2 AS y",
            ],
        ),
        (
            "MATCH (a) RETURN a.k + 1 AS x",
            &["k +"],
            &["MATCH (n:A)-->(m) RETURN m.k + 25 * n.j", "MATCH (q) RETURN 1, q.k + 'b' AS z"],
        ),
    ] {
        for start in starts {
            assert_eq!(reduced(start, |text| words.iter().all(|word| text.contains(word))), end, "{start}");
        }
    }
}

#[test]
fn a_query_that_a_compiler_refuses_keeps_its_error() {
    let query =
        parse("MATCH (n:P), (m) WHERE m.k = 1 WITH DISTINCT n.v AS v, 2 AS w ORDER BY n.w RETURN v, w")
            .unwrap();
    let graph = Graph::new(&PropertyGraph::default());
    let error = |query: &Query| {
        let evaluator = Evaluator::new(&graph, Semantics::default(), Budget::default());
        evaluator.columns(query).err().and_then(|error| error.detail)
    };
    let found = smaller(&query);
    assert!(found.len() > 10);
    for candidate in found {
        assert_eq!(error(&candidate), error(&query), "{}", printed(&candidate));
    }
}

#[test]
fn names_are_those_shared_with_a_graph() {
    use quarrel_case::names::NameKind;

    let text = "MATCH (n:A {k: 1})-[r:T|U {l: 2}]->() WHERE r:T AND n:B AND n.m = {k: 3}.k RETURN n['o'] AS p, n[p] AS q";
    let query = parse(text).unwrap();
    let found: Vec<String> = names(&query).iter().map(|(kind, name)| format!("{kind:?} {name}")).collect();
    assert_eq!(found.join(", "), "Label A, Label B, Type T, Type U, Key k, Key l, Key m, Key o");
    let there = names(&query)
        .into_iter()
        .filter(|(_, name)| name != "U")
        .map(|(kind, name)| ((kind, name.clone()), format!("{name}{name}")));
    let there: quarrel_case::names::Renaming = there.collect();
    let other = renamed(&query, &there);
    assert_eq!(
        printed(&other),
        "MATCH (n:AA {kk: 1})-[r:TT|U {ll: 2}]->() WHERE r:TT AND n:BB AND n.mm = {kk: 3}.kk RETURN n['oo'] AS p, n[p] AS q"
    );
    let back = there.iter().map(|((kind, old), new)| ((*kind, new.clone()), old.clone())).collect();
    assert_eq!(renamed(&other, &back), query);
    assert!(there.keys().any(|(kind, _)| *kind == NameKind::Type));
}

#[test]
fn what_writes_is_reduced_to_what_is_needed() {
    let text = "MATCH (n:A {k: 1}) CREATE (a:A {k: 1})-[r:T]->(b:B), (c) SET a.k = 2, n:A:B, n += {k: 3} WITH n, a \
                FOREACH (x IN [1, 2] | MERGE (d:D {k: x}) ON CREATE SET d.l = 1, d.m = 2) \
                CALL (n) { MATCH (n)-->(m) WHERE m.k > 1 CREATE (n)-[:U]->(m) RETURN m.k AS k } \
                REMOVE a.k, a:A DETACH DELETE n, a RETURN count(*) AS c";
    for (kept, expected) in [
        (&["+="][..], "MATCH (a) SET a += {}"),
        (&["CREATE (", "-[:T]->"], "CREATE ()-[:T]->()"),
        (&["ON CREATE"], "MERGE (a) ON CREATE SET a.m = 1"),
        (&["FOREACH"], "FOREACH (x IN [] | CREATE ())"),
        (&["CALL"], "CALL () { RETURN 1 AS k }"),
        (&["DETACH DELETE"], "DETACH DELETE null"),
        (&["REMOVE", ":A"], "CREATE (a) REMOVE a:A"),
    ] {
        assert_eq!(reduced(text, words(kept)), expected, "{kept:?}");
    }
}

#[test]
fn patterns_and_queries_within_expressions_are_reduced() {
    let text = "MATCH SHORTEST 2 (a:A|!B WHERE a.k > 1)-[r:T {k: 1}]->{1,3}(b), p = (c)((d)-->(e) WHERE d.k = 1){2}(f) \
                WHERE EXISTS { MATCH (a)-->(x:X) WHERE x.k = 2 RETURN x } AND (a)-[:T]->(b:B) \
                RETURN a{.k, .*, l: 1} AS m, [(a)-->(y) WHERE y.k > 1 | y.k] AS n, COUNT { (b)--(z:Z) } AS o, a:A|C AS q";
    for (kept, expected) in [
        (&["SHORTEST"][..], "MATCH SHORTEST 2 () RETURN 1 AS x"),
        (&["!B"], "MATCH (:!B) RETURN 1 AS x"),
        (&["-->{"], "MATCH ()-->{,1}() RETURN 1 AS x"),
        (&["((", "){2}"], "MATCH ()((a)-->()){2}() RETURN 1 AS x"),
        (&["EXISTS", "MATCH (a)-->"], "RETURN EXISTS { MATCH (a)-->() RETURN 1 AS x } AS x"),
        (&["AND (a)-[:T]->("], "MATCH (a) WHERE true AND (a)-[:T]->() RETURN 1 AS x"),
        (&["{."], "MATCH (a) RETURN a{.*} AS x"),
        (&["[(", "|"], "RETURN [()-->() | 1] AS x"),
        (&["COUNT", ":Z"], "RETURN COUNT { (:Z) } AS x"),
        (&["a:(A|C)"], "MATCH (a) RETURN a:(A|C) AS x"),
    ] {
        assert_eq!(reduced(text, words(kept)), expected, "{kept:?}");
    }
}

#[test]
fn a_subquery_that_writes_does_not_lose_its_end() {
    for found in
        texts("MATCH (a) CALL { WITH a SET a.k = 1 CREATE (b {k: a.k}) } MERGE (c) RETURN count(c) AS x")
    {
        assert!(parse(&found).is_ok(), "{found}");
    }
}

#[test]
fn what_is_read_is_looked_at_without_what_is_written() {
    for (text, expected) in [
        ("MATCH ()--() CREATE ()", "MATCH ()--() RETURN 1 AS x"),
        ("MATCH (a) WHERE a.k = 1 DELETE a", "MATCH (a) WHERE a.k = 1 RETURN 1 AS x"),
        ("RETURN COUNT { ()-[*2]-() } AS x", "MATCH ()-[*2]-() RETURN 1 AS x"),
        ("MATCH () WHERE ()-[*]->() RETURN 1 AS x", "MATCH ()-[*]->() RETURN 1 AS x"),
        ("RETURN [()--() | 1] AS x", "MATCH ()--() RETURN 1 AS x"),
        ("MATCH (a) USING SCAN a:A RETURN 1 AS x", "MATCH (a) RETURN 1 AS x"),
    ] {
        let query = parse(text).unwrap();
        let found = smaller(&query).into_iter().find(|candidate| printed(candidate) == expected);
        let found = found.unwrap_or_else(|| panic!("{text}: {}", texts(text).join("\n")));
        assert!(size(&found) < size(&query), "{text}");
    }
}
