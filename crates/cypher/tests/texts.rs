//! Texts and what becomes of them: canonical spelling, precedence, constants, dialects.

#[path = "support/canonical.rs"]
mod canonical;

use canonical::{canonical, canonical_expression};
use quarrel_cypher::ast::{Expression, Literal, Query};
use quarrel_cypher::parse::{parse, parse_expression};
use quarrel_cypher::print::{
    Inequality, Layout, Parentheses, Quote, Spelling, TypeAlternatives, name, print,
};

#[test]
fn queries_in_canonical_spelling_are_printed_as_they_are() {
    for text in [
        "RETURN 1",
        "MATCH (n) RETURN n",
        "MATCH (), (n:A:B {k: 1, l: 'x'})-[r:T|U*1..3 {w: 2}]->({z: 1})<-[]-(m) RETURN *",
        "MATCH p = (a)--(b)-->(c)<--(d) WHERE a.x > 1 RETURN p",
        "OPTIONAL MATCH (a)-[*]-(b)-[*2]-(c)-[*2..]-(d)-[*..2]-(e)-[{k: 1}]-(f) RETURN a",
        "UNWIND [1, 2] AS x WITH DISTINCT x AS y ORDER BY y DESC, x SKIP 1 LIMIT 2 WHERE y > 0 RETURN *, y + 1 AS z",
        "RETURN DISTINCT a.b, count(*) ORDER BY count(*) LIMIT $n",
        "RETURN 1 AS a UNION RETURN 2 AS a UNION RETURN 3 AS a",
        "RETURN 1 AS a UNION ALL RETURN 2 AS a",
    ] {
        let expected = text.replace("-[]-", "--");
        assert_eq!(canonical(text), expected);
    }
}

#[test]
fn queries_lose_what_has_no_meaning() {
    for (text, expected) in [
        ("match(n)return n;", "MATCH (n) RETURN n"),
        ("MATCH // all\n (n) /* of \n them */ RETURN n", "MATCH (n) RETURN n"),
        ("MATCH (a)<-->(b) RETURN a", "MATCH (a)--(b) RETURN a"),
        ("MATCH ((a)-->(b)), p = (((c))) RETURN a", "MATCH (a)-->(b), p = (c) RETURN a"),
        ("MATCH (a {})-[:A|:B*3..3]-(b) RETURN a", "MATCH (a)-[:A|B*3]-(b) RETURN a"),
        ("MATCH (a)-[* 1 .. 2]-(b) RETURN a", "MATCH (a)-[*1..2]-(b) RETURN a"),
        ("RETURN x ORDER BY x ASC, y ASCENDING, z DESCENDING", "RETURN x ORDER BY x, y, z DESC"),
        ("MATCH (`n`:`A b`) RETURN `n`.`a``b`", "MATCH (n:`A b`) RETURN n.`a``b`"),
        ("MATCH (n:Match {end: 1}) RETURN n.in", "MATCH (n:`Match` {`end`: 1}) RETURN n.`in`"),
        ("MATCH (größe) RETURN größe", "MATCH (`größe`) RETURN `größe`"),
    ] {
        assert_eq!(canonical(text), expected);
    }
}

#[test]
fn operators_lose_needless_parentheses_only() {
    for (text, expected) in [
        ("((1 + (2 * 3)))", "1 + 2 * 3"),
        ("(1 + 2) * 3", "(1 + 2) * 3"),
        ("1 - (2 - 3)", "1 - (2 - 3)"),
        ("(1 - 2) - 3", "1 - 2 - 3"),
        ("2 ^ 3 ^ 4", "2 ^ 3 ^ 4"),
        ("2 ^ (3 ^ 4)", "2 ^ (3 ^ 4)"),
        ("-2 ^ -2", "(-2) ^ (-2)"),
        ("-x ^ 2", "(-x) ^ 2"),
        ("-(2 ^ 2)", "-(2 ^ 2)"),
        ("a OR b XOR c AND NOT d", "a OR b XOR c AND NOT d"),
        ("((a OR b) XOR c) AND NOT (d)", "((a OR b) XOR c) AND NOT d"),
        ("NOT (a AND b)", "NOT (a AND b)"),
        ("NOT (NOT (a))", "NOT NOT a"),
        ("(NOT a) = b", "(NOT a) = b"),
        ("1 < x<=3", "1 < x <= 3"),
        ("(1 < x) < 3", "(1 < x) < 3"),
        ("1 < (x < 3)", "1 < (x < 3)"),
        ("a = b IS NULL", "a = b IS NULL"),
        ("a IS NULL IS NOT NULL", "(a IS NULL) IS NOT NULL"),
        ("a IN b IN c", "(a IN b) IN c"),
        ("a + b IN c + d", "a + b IN c + d"),
        ("a STARTS WITH b + c", "a STARTS WITH b + c"),
        (
            "a ENDS WITH 'x' AND b CONTAINS 'y' AND c =~ 'z'",
            "a ENDS WITH 'x' AND b CONTAINS 'y' AND c =~ 'z'",
        ),
        ("a <> b", "a <> b"),
        ("a != b", "a <> b"),
        ("a<-1", "a < -1"),
        ("-n.x + +n.y", "-n.x + +n.y"),
        ("- - x", "-(-x)"),
        ("(a) - b - -(c) - -1", "a - b - -c - -1"),
        ("-(-1)", "-(-1)"),
        ("-(1)", "-(1)"),
        ("+1", "+1"),
        ("-1[0]", "-(1)[0]"),
        ("(-1)[0]", "(-1)[0]"),
    ] {
        assert_eq!(canonical_expression(text), expected);
    }
}

#[test]
fn what_stands_between_operators_keeps_its_form() {
    for (text, expected) in [
        ("(a + b).c[0][1..2][..3][1..][..]", "(a + b).c[0][1..2][..3][1..][..]"),
        ("n:A:B AND (n:A).x", "n:A:B AND (n:A).x"),
        ("[x IN xs]", "[x IN xs]"),
        ("[x IN xs WHERE x > 1]", "[x IN xs WHERE x > 1]"),
        ("[x IN xs | [y IN x | y]]", "[x IN xs | [y IN x | y]]"),
        ("[(x IN xs)]", "[(x IN xs)]"),
        ("[x IN xs, [1, 2], true]", "[(x IN xs), [1, 2], true]"),
        ("[x IN [[1, 2], f(3, 4)] OR y]", "[x IN [[1, 2], f(3, 4)] OR y]"),
        ("All(x IN xs WHERE x) OR NONE (x IN xs WHERE x)", "all(x IN xs WHERE x) OR none(x IN xs WHERE x)"),
        ("reduce(a = 0, x IN xs | a + x)", "reduce(a = 0, x IN xs | a + x)"),
        ("CASE WHEN a THEN 1 ELSE 2 END", "CASE WHEN a THEN 1 ELSE 2 END"),
        ("case a when 1 then 2 when 3 then 4 end.x", "CASE a WHEN 1 THEN 2 WHEN 3 THEN 4 END.x"),
        ("COUNT ( * ) + Count(DISTINCT x)", "count(*) + Count(DISTINCT x)"),
        ("duration.inDays(a, b).days", "duration.inDays(a, b).days"),
        ("exists(n.x) AND size([]) = 0", "exists(n.x) AND size([]) = 0"),
        ("`any`(x) + `case`()", "`any`(x) + `case`()"),
        ("{a: 1, `b c`: {}}.a", "{a: 1, `b c`: {}}.a"),
        ("$p + $1 + $`a b`", "$p + $1 + $`a b`"),
        ("count + any + none + single + reduce", "count + any + none + single + reduce"),
    ] {
        assert_eq!(canonical_expression(text), expected);
    }
}

#[test]
fn constants_are_read_and_written() {
    for (text, expected) in [
        ("0x7FFFFFFFFFFFFFFF", "9223372036854775807"),
        ("-0x8000000000000000", "-9223372036854775808"),
        ("0o17", "15"),
        (".5", "0.5"),
        ("1e3", "1000.0"),
        ("1E-7", "1e-7"),
        ("-0.0", "-0.0"),
        ("1.7976931348623157e308", "1.7976931348623157e308"),
        ("5e-324", "5e-324"),
        (r#""it's" + 'a "b"'"#, r#"'it\'s' + 'a "b"'"#),
        (r"'\\ \' \b\f\n\r\t \u00e9 \U0001F600 \uD83D\uDE00'", r"'\\ \' \u0008\u000C\n\r\t é 😀 😀'"),
        ("TRUE AND False OR nUll", "true AND false OR null"),
    ] {
        assert_eq!(canonical_expression(text), expected);
    }
}

#[test]
fn the_sign_of_zero_survives() {
    let Ok(Expression::Literal(Literal::Float(zero))) = parse_expression("-0.0") else { panic!("no float") };
    assert!(zero.is_sign_negative());
}

#[test]
fn names_are_quoted_only_if_need_be() {
    for (plain, expected) in [
        ("abc_1", "abc_1"),
        ("_", "_"),
        ("1a", "`1a`"),
        ("", "``"),
        ("a b", "`a b`"),
        ("a`b", "`a``b`"),
        ("where", "`where`"),
        ("é", "`é`"),
    ] {
        assert_eq!(name(plain), expected);
    }
}

#[test]
fn a_dialect_changes_the_spelling_and_not_the_tree() {
    let spelling = Spelling {
        quote: Quote::Double,
        layout: Layout::ClausePerLine,
        inequality: Inequality::Exclamation,
        types: TypeAlternatives::BarAndColon,
        parentheses: Parentheses::Always,
        ..Spelling::default()
    };
    let query =
        parse("MATCH (a)-[:T|U]->(b) WHERE a.x <> '\"' AND NOT b.y + 1 > -2 RETURN a UNION RETURN b AS a");
    let query = query.expect("a query");
    let printed = print(&query, &spelling);
    assert_eq!(
        printed,
        "MATCH (a)-[:T|:U]->(b) WHERE (a.x != \"\\\"\") AND (NOT ((b.y + 1) > -2))\nRETURN a\nUNION\nRETURN b AS a"
    );
    assert_eq!(parse(&printed), Ok(query));
}

#[test]
fn the_json_of_a_tree_is_short_and_reads_back() {
    let query = parse("MATCH (n:A {k: 1}) WHERE n.x IS NULL RETURN count(*) AS c").expect("a query");
    let json = serde_json::to_string(&query).expect("JSON");
    let expected = concat!(
        r#"{"first":{"clauses":[{"match":{"patterns":[{"start":{"variable":"n","labels":["A"],"#,
        r#""properties":[["k",{"literal":{"integer":1}}]]}}],"#,
        r#""condition":{"is_null":{"operand":{"property":{"subject":{"variable":"n"},"key":"x"}}}}}},"#,
        r#"{"return":{"items":[{"expression":"count_star","alias":"c"}]}}]}}"#
    );
    assert_eq!(json, expected);
    assert_eq!(serde_json::from_str::<Query>(&json).expect("a query"), query);
}

#[test]
fn json_from_before_the_tree_grew_still_reads() {
    let json = concat!(
        r#"{"first":{"clauses":[{"match":{"optional":true,"patterns":[{"variable":"p","start":{"labels":["A"]},"#,
        r#""steps":[{"relationship":{"direction":"left","types":["T","U"],"length":{"minimum":1}},"#,
        r#""node":{"properties":[["k",{"literal":{"float":-0.0}}]]}}]}]}},"#,
        r#"{"return":{"items":[{"expression":{"has_labels":{"subject":{"variable":"p"},"labels":["A"]}}}]}}]}}"#
    );
    let query = serde_json::from_str::<Query>(json).expect("a query");
    assert_eq!(
        print(&query, &Spelling::default()),
        "OPTIONAL MATCH p = (:A)<-[:T|U*1..]-({k: -0.0}) RETURN p:A"
    );
    assert_eq!(serde_json::to_string(&query).expect("JSON"), json);
}
