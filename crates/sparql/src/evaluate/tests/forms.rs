//! Lexical forms of computed values: what knows them by their value, and what the language leaves open.

use super::{check, check_under, check_values, profile};

const OPEN: &str = "open: the lexical form of a computed value";

#[test]
fn what_goes_by_values_knows_a_computed_number() {
    check(&[
        ("", "SELECT * { BIND (1.0 + 1.0 AS ?x) FILTER (?x = 2.0) }", "(2^decimal)"),
        ("", "SELECT * { BIND (1.0 + 1.0 AS ?x) } ORDER BY ?x", "(2^decimal)"),
        ("", "SELECT DISTINCT * { BIND (1.0 + 1.0 AS ?x) VALUES ?y { 1 2 } }", "(2^decimal,1) (2^decimal,2)"),
        (
            "",
            "SELECT * { BIND (1.0 + 1.0 AS ?x) VALUES (?x ?y) { (2.5 1) (2 2) (UNDEF 3) } }",
            "(2^decimal,3)",
        ),
        ("", "SELECT * { BIND (1.0 + 1.0 AS ?x) MINUS { VALUES (?x) { (2.5) (2) } } }", "(2^decimal)"),
        (":a :p 2.5, 2", "SELECT * { BIND (1.0 + 1.0 AS ?x) OPTIONAL { ?s :p ?x } }", "(U,2^decimal)"),
        (":a :p 2.5, 2", "SELECT * { BIND (1.0 + 1.0 AS ?x) ?s :p ?x }", ""),
        (":a :p 2.5, 2", "SELECT * { BIND (1.0 + 1.0 AS ?x) ?s :p* ?x }", ""),
        (":a :p 2.5", "SELECT * { BIND (1.0 + 1.0 AS ?x) FILTER (EXISTS { ?s :p ?x }) }", ""),
        ("", "SELECT (MAX(?x + ?y) AS ?z) { VALUES (?x ?y) { (1.0 1.5) (0.5 2.0) } }", "(2.5^decimal)"),
    ]);
    check_values(&[
        ("sameTerm(1.0 + 1.0, 2)", "false"),
        ("sameTerm(1.0 + 1.0, 2.5)", "false"),
        ("DATATYPE(1.0 + 1.0)", "<http://www.w3.org/2001/XMLSchema#decimal>"),
        ("xsd:string(1.0 + 1.0)", "\"2\""),
        ("isNUMERIC(1.0 + 1.0)", "true"),
        ("IF(1.0 - 1.0, 1, 2)", "2"),
        ("TZ(xsd:dateTime(\"2020-01-01T00:00:00.0+01:00\"))", "\"+01:00\""),
    ]);
}

#[test]
fn the_same_operation_on_the_same_terms_gives_one_term() {
    check(&[
        ("", "SELECT DISTINCT (?x * 2.0 AS ?y) { VALUES ?x { 1 1 2 } }", "(2^decimal) (4^decimal)"),
        ("", "SELECT (COUNT(*) AS ?n) { VALUES ?x { 1 1 2 } } GROUP BY (?x * 2.0)", "(1) (2)"),
        ("", "SELECT (COUNT(DISTINCT ?x * 2.0) AS ?n) { VALUES ?x { 1 1 2 } }", "(2)"),
        ("", "SELECT * { BIND (1.0 + 1.0 AS ?x) FILTER (sameTerm(?x, ?x)) }", "(2^decimal)"),
        ("", "SELECT * { BIND (1.0 + 1.0 AS ?x) { SELECT (1.0 + 1.0 AS ?x) {} } }", "(2^decimal)"),
    ]);
}

#[test]
fn integers_and_what_is_not_finite_have_one_form() {
    check(&[
        ("", "SELECT * { BIND (01 + 1 AS ?x) VALUES ?x { 2 } }", "(2)"),
        ("", "SELECT * { BIND (ABS(1) AS ?x) VALUES ?x { 1 } }", "(1)"),
        ("", "SELECT * { BIND (ABS(-1) AS ?x) VALUES ?x { 1 } }", "(1)"),
        ("", "SELECT * { BIND (xsd:integer(1.5) AS ?x) VALUES ?x { 1 } }", "(1)"),
        ("", "SELECT * { BIND (0e0 / 0 AS ?x) VALUES ?x { \"NaN\"^^xsd:double } }", "(NaN^double)"),
        ("", "SELECT * { BIND (-(1e0 / 0) AS ?x) VALUES ?x { \"-INF\"^^xsd:double } }", "(-INF^double)"),
        ("", "SELECT * { BIND (xsd:boolean(\"true\") AS ?x) VALUES ?x { true } }", "(true)"),
    ]);
}

#[test]
fn what_goes_by_terms_is_open_where_a_computed_term_may_have_another_form() {
    for query in [
        "SELECT * { BIND (1.0 + 1.0 AS ?x) VALUES ?x { 2.0 } }",
        "SELECT * { BIND (1e0 + 1 AS ?x) VALUES ?x { 2.0E0 } }",
        "SELECT * { BIND (1.0 + 1.0 AS ?x) OPTIONAL { VALUES ?x { 2.0 } BIND (1 AS ?y) } }",
        "SELECT * { BIND (1.0 + 1.0 AS ?x) MINUS { VALUES ?x { 2.00 } } }",
        "SELECT * { BIND (1.0 + 1.0 AS ?x) { SELECT (4.0 / 2 AS ?x) {} } }",
        "SELECT * { BIND (1.0 + 1.0 AS ?x) ?s :p ?x }",
        "SELECT * { BIND (1.0 + 1.0 AS ?x) ?s :p+ ?x }",
        "SELECT * { BIND (1.0 + 1.0 AS ?x) FILTER (EXISTS { ?s :p ?x }) }",
        "SELECT * { BIND (TRIPLE(:a, :p, 1.0 + 1.0) AS ?t) VALUES ?t { <<( :a :p 2.0 )>> } }",
        "SELECT DISTINCT (?x + ?y AS ?z) { VALUES (?x ?y) { (1.0 1.5) (0.5 2.0) } }",
        "SELECT (COUNT(*) AS ?n) { VALUES (?x ?y) { (1.0 1.5) (0.5 2.0) } } GROUP BY (?x + ?y)",
        "SELECT * { BIND (ABS(02) AS ?x) VALUES ?x { 2 } }",
        "SELECT * { BIND (xsd:integer(\"02\") AS ?x) VALUES ?x { 2 } }",
        "SELECT * { BIND (xsd:boolean(\"1\") AS ?x) VALUES ?x { true } }",
        "SELECT * { BIND (SECONDS(\"2020-01-01T00:00:02\"^^xsd:dateTime) AS ?x) VALUES ?x { 2.0 } }",
    ] {
        check(&[(":a :p 2.0", query, OPEN)]);
    }
    check_values(&[
        ("STR(1.0 + 1.0)", OPEN),
        ("sameTerm(1.0 + 1.0, 2.0)", OPEN),
        ("sameTerm(1.0 + 1.0, 4.0 / 2)", OPEN),
        ("TZ(xsd:dateTime(\"2020-01-01T00:00:00.0Z\"))", OPEN),
    ]);
    check(&[(
        "",
        "SELECT (COUNT(DISTINCT ?x + ?y) AS ?n) { VALUES (?x ?y) { (1.0 1.5) (0.5 2.0) } }",
        "(open: the lexical form of a computed value)",
    )]);
}

#[test]
fn what_a_decimal_loses_behind_its_sure_digits_is_open() {
    check_values(&[
        ("xsd:decimal(.0000000000000000000000001) = .0000000000000000000000001", "true"),
        ("1.0 / 3000000000000000000000.0 = 0", "open: digits beyond those that an implementation must keep"),
        ("1.0 / 3.0 = 0", "false"),
    ]);
}

#[test]
fn a_store_that_has_one_form_for_each_value_leaves_nothing_open() {
    check_under(
        &profile(&[("stored-literals", "canonical")]),
        &[
            ("", "SELECT * { BIND (1.0 + 1.0 AS ?x) VALUES ?x { 2.0 } }", "(2^decimal)"),
            ("", "SELECT (STR(1.0 + 1.0) AS ?x) {}", "(\"2\")"),
        ],
    );
}
