//! Texts of what writes, of subqueries, of patterns beyond single relationships, and of schema commands: their
//! canonical spelling, what is only another spelling, and how dialects spell them.

#[path = "support/canonical.rs"]
mod canonical;

use canonical::{canonical, canonical_expression};
use quarrel_cypher::parse::{parse, parse_expression, parse_statement};
use quarrel_cypher::print::{
    LabelConjunction, LabelStart, Parentheses, PatternSubquery, QuantifiedRelationship, SchemaForm, Spelling,
    TypePredicate, expression, print, statement,
};

fn canonical_statement(text: &str) -> String {
    let tree = parse_statement(text).expect(text);
    let printed = statement(&tree, &Spelling::default());
    assert_eq!(parse_statement(&printed), Ok(tree), "{printed}");
    printed
}

#[test]
fn queries_in_canonical_spelling_are_printed_as_they_are() {
    for text in [
        "CREATE (a:A:B {k: 1})-[r:T {k: 2}]->(b $p), p = ()-[:T]->()",
        "MERGE (a:A {k: 1}) ON CREATE SET a.k = 1, a.l = 2 ON MATCH SET a += {k: 2}",
        "MATCH (n) SET n.k = 1, n = {k: 1}, n += m, n:A:B, n['k' + 1] = null, n.a.b = 2, (n + 1).c = 3",
        "MATCH (n) REMOVE n.k, n:A:B, n['k']",
        "MATCH p = (n) DETACH DELETE n, p DELETE m RETURN count(*)",
        "MATCH (n) FOREACH (x IN [1, 2] | SET n.k = x FOREACH (y IN x | CREATE (:A {k: y})))",
        "CALL a.b.c(1, $x) YIELD d, e AS f WHERE f > 1 RETURN *",
        "CALL a.b.c YIELD *",
        "MATCH (n) OPTIONAL CALL a() RETURN n",
        "MATCH (n) CALL { WITH n RETURN n.k AS k UNION ALL RETURN 2 AS k } RETURN k",
        "MATCH (n), (m) CALL (n, m) { CREATE (n)-[:T]->(m) } CALL (*) { RETURN 1 AS a } CALL () { RETURN 2 AS b } FINISH",
        "OPTIONAL CALL (n) { MATCH (n) RETURN n AS m } RETURN m",
        "MATCH (a:A|B&!C), (b:(A|B)&%)-[r:!T&!U]->(:!(A|B) WHERE a.k = 1) RETURN 1",
        "MATCH (a WHERE a.k > 1)-[r:T* {k: 1} WHERE r.k > 1]->(WHERE true) RETURN a",
        "MATCH p = shortestPath((a)-[:T*..3]->(b)), allShortestPaths((a)-[*]-(b)) RETURN p",
        "MATCH p = SHORTEST 2 (a)-->+(b), ALL SHORTEST (a)-->*(b), SHORTEST 3 GROUPS (a)-->{2}(b), q = ANY 1 (c) RETURN p",
        "MATCH p = SHORTEST 1 ((a)-[r]->{,3}(b) WHERE a.k < b.k) RETURN p",
        "MATCH (a)((x)-[r]->(y) WHERE x.k < y.k){1,3}(b)-->(c) RETURN r",
        "MATCH (a) USING INDEX a:A(k, l) USING TEXT INDEX SEEK a:A(k) USING SCAN a:A USING JOIN ON a, b WHERE a.k = 1 RETURN a",
    ] {
        assert_eq!(canonical(text), text.replace("(WHERE true)", "( WHERE true)"));
    }
}

#[test]
fn queries_lose_what_is_only_another_spelling() {
    for (text, expected) in [
        (
            "MERGE (a) ON MATCH SET a.k = 1 ON CREATE SET a.k = 2 ON MATCH SET a:A",
            "MERGE (a) ON CREATE SET a.k = 2 ON MATCH SET a.k = 1, a:A",
        ),
        ("MATCH (n IS A) SET n IS B", "MATCH (n:A) SET n:B"),
        ("MATCH (n:A&B)-[:T|:U]->(m:(A)) RETURN n", "MATCH (n:A:B)-[:T|U]->(m:A) RETURN n"),
        (
            "MATCH ANY SHORTEST (a)-->+(b), ANY (c), ALL PATHS (d), SHORTEST GROUP (e) RETURN a",
            "MATCH SHORTEST 1 (a)-->+(b), ANY 1 (c), (d), SHORTEST 1 GROUPS (e) RETURN a",
        ),
        ("MATCH ((a)-->(b)){2}((c)-->(d))+ RETURN a", "MATCH ()((a)-->(b)){2}()((c)-->(d))+() RETURN a"),
        ("MATCH (a)(()-[r]->()){1,}(b) RETURN r", "MATCH (a)-[r]->+(b) RETURN r"),
        ("RETURN 1 AS a UNION DISTINCT RETURN 2 AS a", "RETURN 1 AS a UNION RETURN 2 AS a"),
        (
            "RETURN EXISTS { MATCH (a)-->(b) WHERE a.k = 1 } AS a",
            "RETURN EXISTS { (a)-->(b) WHERE a.k = 1 } AS a",
        ),
    ] {
        assert_eq!(canonical(text), expected);
    }
}

#[test]
fn expressions_with_patterns_and_queries_keep_their_form() {
    for (text, expected) in [
        ("(a)-->(b) AND NOT (a:A|B)<-[:T]-({k: 1})", "(a)-->(b) AND NOT (a:A|B)<-[:T]-({k: 1})"),
        ("exists((a)-->(b)) = true", "exists((a)-->(b)) = true"),
        ("((a)-->(b)) = true", "((a)-->(b)) = true"),
        ("size([(a)-->(b) WHERE b.k > 1 | b.k])", "size([(a)-->(b) WHERE b.k > 1 | b.k])"),
        ("[p = (a)-[*]->() | length(p)]", "[p = (a)-[*]->() | length(p)]"),
        ("[(a)-->(b), true]", "[((a)-->(b)), true]"),
        ("a - (-b)", "a - -b"),
        ("(a) - (b)", "a - b"),
        ("shortestPath((a)-[*]->(b)).k", "shortestPath((a)-[*]->(b)).k"),
        ("n{.k, .*, l: n.l + 1, m}.k", "n{.k, .*, l: n.l + 1, m}.k"),
        ("n{ }", "n{}"),
        ("exists { MATCH (a) RETURN a }", "EXISTS { MATCH (a) RETURN a }"),
        (
            "count{(a), (b) WHERE a.k = b.k} + COLLECT { RETURN 1 AS x }[0]",
            "COUNT { (a), (b) WHERE a.k = b.k } + COLLECT { RETURN 1 AS x }[0]",
        ),
        (
            "COUNT { UNWIND [1] AS x RETURN x UNION RETURN 2 AS x }",
            "COUNT { UNWIND [1] AS x RETURN x UNION RETURN 2 AS x }",
        ),
        ("n:A|B", "n:(A|B)"),
        ("n IS A AND n:!A", "n:A AND n:!A"),
        ("[x IN xs WHERE x:A | x]", "[x IN xs WHERE x:A | x]"),
        ("[x IN xs WHERE x:A|B | x]", "[x IN xs WHERE x:(A|B) | x]"),
        ("1 IS :: INTEGER NOT NULL", "1 IS :: INTEGER NOT NULL"),
        (
            "x is not typed list<int | STRING not null> AND y",
            "x IS NOT :: LIST<ANY<INTEGER | STRING NOT NULL>> AND y",
        ),
        ("'a' || 'b' + 'c'", "'a' || 'b' + 'c'"),
        ("1_000 + 0x_FF + 0o1_7 + 1_0.5e1_0", "1000 + 255 + 15 + 105000000000.0"),
    ] {
        assert_eq!(canonical_expression(text), expected);
    }
}

#[test]
fn statements_in_canonical_spelling_are_printed_as_they_are() {
    for text in [
        "RETURN 1",
        "EXPLAIN RETURN 1",
        "CYPHER 5 planner=cost runtime=slotted PROFILE MATCH (n) RETURN n",
        "CREATE INDEX FOR (x:L) ON (x.k, x.l)",
        "CREATE TEXT INDEX i IF NOT EXISTS FOR ()-[x:T]-() ON (x.k) OPTIONS {a: 1}",
        "CREATE LOOKUP INDEX FOR (x) ON EACH labels(x)",
        "CREATE LOOKUP INDEX FOR ()-[x]-() ON EACH type(x)",
        "CREATE FULLTEXT INDEX i FOR (x:A|B) ON EACH [x.k, x.l]",
        "DROP INDEX i IF EXISTS",
        "DROP INDEX ON :L(k)",
        "CREATE CONSTRAINT c IF NOT EXISTS FOR (x:L) REQUIRE x.k IS UNIQUE",
        "CREATE CONSTRAINT FOR (x:L) REQUIRE (x.k, x.l) IS NODE KEY",
        "CREATE CONSTRAINT FOR ()-[x:T]-() REQUIRE x.k IS NOT NULL",
        "CREATE CONSTRAINT FOR (x:L) REQUIRE x.k IS :: ANY<INTEGER | FLOAT>",
        "DROP CONSTRAINT c",
        "DROP CONSTRAINT ON (x:L) ASSERT exists(x.k)",
    ] {
        assert_eq!(canonical_statement(text), text);
    }
    for (text, expected) in [
        ("CREATE INDEX ON :L(k)", "CREATE INDEX FOR (x:L) ON (x.k)"),
        (
            "create constraint on (n:L) assert n.k is unique",
            "CREATE CONSTRAINT FOR (x:L) REQUIRE x.k IS UNIQUE",
        ),
        ("CREATE (n)", "CREATE (n)"),
        ("CREATE n = (a) RETURN n", "CREATE n = (a) RETURN n"),
    ] {
        assert_eq!(canonical_statement(text), expected);
    }
}

#[test]
fn a_dialect_changes_the_spelling_and_not_the_tree() {
    let spelling = Spelling {
        labels: LabelConjunction::Ampersand,
        pattern_subquery: PatternSubquery::Match,
        quantified: QuantifiedRelationship::Long,
        type_predicate: TypePredicate::Typed,
        schema: SchemaForm::On,
        ..Spelling::default()
    };
    let query = parse(
        "MATCH (n:A:B)-[r]->+() WHERE n:A:B AND EXISTS { (n)-->() } AND n.k IS :: INTEGER CREATE (m:A:B) SET m:C:D",
    );
    let query = query.expect("a query");
    let printed = print(&query, &spelling);
    assert_eq!(
        printed,
        "MATCH (n:A&B)(()-[r]->())+() WHERE n:A&B AND EXISTS { MATCH (n)-->() } AND n.k IS TYPED INTEGER \
         CREATE (m:A:B) SET m:C:D"
    );
    assert_eq!(parse(&printed), Ok(query.clone()));
    let printed = print(&query, &Spelling { label_start: LabelStart::Is, ..Spelling::default() });
    assert!(printed.starts_with("MATCH (n IS A&B)-[r]->+() WHERE n IS A&B AND"), "{printed}");
    assert_eq!(parse(&printed), Ok(query));
    for (text, expected) in [
        ("CREATE INDEX FOR (n:L) ON (n.k)", "CREATE INDEX ON :L(k)"),
        ("CREATE INDEX i FOR (n:L) ON (n.k)", "CREATE INDEX i FOR (x:L) ON (x.k)"),
        (
            "CREATE CONSTRAINT FOR (n:L) REQUIRE n.k IS NOT NULL",
            "CREATE CONSTRAINT ON (x:L) ASSERT exists(x.k)",
        ),
    ] {
        let tree = parse_statement(text).expect(text);
        assert_eq!(statement(&tree, &spelling), expected);
        assert_eq!(parse_statement(expected), Ok(tree));
    }
}

#[test]
fn what_a_predicate_is_about_stands_in_parentheses_where_it_binds_tighter() {
    let spelling = Spelling { parentheses: Parentheses::Predicates, ..Spelling::default() };
    for (text, expected) in [
        ("1 + 2 IN [3]", "(1 + 2) IN [3]"),
        ("1 IN [1] + x", "1 IN ([1] + x)"),
        ("-1 IS NULL", "(-1) IS NULL"),
        ("-x IS NOT NULL", "(-x) IS NOT NULL"),
        ("a * b IS :: INTEGER", "(a * b) IS :: INTEGER"),
        ("a.k STARTS WITH 'a' + 'b'", "a.k STARTS WITH ('a' + 'b')"),
        ("NOT a IN [1 + 2] = b", "NOT a IN [1 + 2] = b"),
    ] {
        let tree = parse_expression(text).expect(text);
        let printed = expression(&tree, &spelling);
        assert_eq!(printed, expected);
        assert_eq!(parse_expression(&printed), Ok(tree));
    }
}

#[test]
fn what_has_no_place_is_refused() {
    for text in [
        "MATCH (n)",
        "MATCH (n) WITH n",
        "FINISH RETURN 1",
        "FOREACH (x IN [1] | MATCH (n))",
        "SET n = 1, m",
        "SET 1 = 2",
        "SET n.k += {}",
        "REMOVE n",
        "MERGE (a) ON DELETE SET a.k = 1",
        "MATCH (n) CALL a.b RETURN n",
        "CALL a() YIELD * RETURN 1",
        "CALL { MATCH (n) } RETURN 1",
        "RETURN COLLECT { MATCH (n) }",
        "MATCH (a)((b)-->(c)) RETURN a",
        "MATCH (a)((b)-->(c)){1,2}-->(d) RETURN a",
        "MATCH (a:A:B|C) RETURN a",
        "MATCH SHORTEST (a)-->(b) RETURN a",
        "CREATE INDEX FOR (n:L) ON (n.k)",
    ] {
        assert!(parse(text).is_err(), "{text}");
    }
    for text in
        ["CREATE INDEX FOR (n:L) ON (m.k)", "DROP INDEX", "CREATE CONSTRAINT FOR (n:L) REQUIRE n.k IS ODD"]
    {
        assert!(parse_statement(text).is_err(), "{text}");
    }
}
