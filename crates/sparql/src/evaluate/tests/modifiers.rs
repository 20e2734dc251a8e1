//! Solution modifiers and query forms: sections 15, 16 and 18.2.5.

use super::check;

#[test]
fn order_by_ties_what_the_recommendation_leaves_open() {
    check(&[
        ("", "SELECT ?x { VALUES ?x { 1 UNDEF } } ORDER BY ?x", "(U) < (1)"),
        ("", "SELECT ?x { VALUES ?x { 1 UNDEF } } ORDER BY DESC(?x)", "(1) < (U)"),
        ("", "SELECT ?x { VALUES ?x { 2 10 1.5 } } ORDER BY ?x", "(1.5^decimal) < (2) < (10)"),
        ("", "SELECT ?x { VALUES ?x { 1 1.0 2 } } ORDER BY ?x", "(1) (1.0^decimal) < (2)"),
        (
            "_:b :p 1",
            "SELECT ?x { { ?x :p 1 } UNION { VALUES ?x { :a \"a\" UNDEF } } } ORDER BY ?x",
            "(U) < (_:b) < (:a) < (\"a\")",
        ),
        ("", "SELECT ?x { VALUES ?x { :b :a \"b\" \"a\" } } ORDER BY ?x", "(:a) < (:b) < (\"a\") < (\"b\")"),
        // Literals that `<` cannot compare tie, with all that stands between them.
        ("", "SELECT ?x { VALUES ?x { 1 \"a\" 2 :a } } ORDER BY ?x", "(:a) < (\"a\") (1) (2)"),
        ("", "SELECT ?x { VALUES ?x { \"a\"@en \"b\"@en } } ORDER BY ?x", "(\"a\"@en) (\"b\"@en)"),
        ("", "SELECT ?x { VALUES ?x { 1 \"NaN\"^^xsd:double } } ORDER BY ?x", "(1) (NaN^double)"),
        (
            "",
            "SELECT ?x ?y { VALUES (?x ?y) { (1 2) (1 1) (0 3) } } ORDER BY ?x DESC(?y)",
            "(0,3) < (1,2) < (1,1)",
        ),
        // Where the first key leaves the order open, the second cannot restore it.
        ("", "SELECT ?x ?y { VALUES (?x ?y) { (1 2) (\"a\" 1) } } ORDER BY ?x ?y", "(\"a\",1) (1,2)"),
        ("", "SELECT ?x { VALUES ?x { 1 2 } } ORDER BY (1/0)", "(1) (2)"),
        ("", "SELECT ?x { VALUES ?x { 1 2 3 } } ORDER BY (?x = 2)", "(1) (3) < (2)"),
        ("", "SELECT (-?x AS ?y) { VALUES ?x { 1 2 } } ORDER BY ?y", "(-2) < (-1)"),
        ("", "SELECT ?x { VALUES ?x { 1 2 } } ORDER BY RAND()", "(1) (2)"),
        (
            "",
            "SELECT ?x { VALUES ?x { 9007199254740992 9007199254740993 9007199254740992e0 } } ORDER BY ?x",
            "(9007199254740992) (9007199254740992e0^double) (9007199254740993)",
        ),
    ]);
}

#[test]
fn limit_and_offset_are_determined_when_no_tie_is_cut() {
    check(&[
        ("", "SELECT ?x { VALUES ?x { 3 1 2 } } ORDER BY ?x LIMIT 2", "(1) < (2)"),
        ("", "SELECT ?x { VALUES ?x { 3 1 2 } } ORDER BY ?x OFFSET 1 LIMIT 1", "(2)"),
        ("", "SELECT ?x { VALUES ?x { 1 2 } } LIMIT 1", "open: rows cut without a total order"),
        ("", "SELECT ?x { VALUES ?x { 1 2 } } LIMIT 2", "(1) (2)"),
        ("", "SELECT ?x { VALUES ?x { 1 1 } } LIMIT 1", "(1)"),
        ("", "SELECT ?x { VALUES ?x { 1 2 } } LIMIT 0", ""),
        ("", "SELECT ?x { VALUES ?x { 1 2 } } OFFSET 5", ""),
        ("", "SELECT ?x { VALUES ?x { 1 1.0 } } ORDER BY ?x LIMIT 1", "open: rows cut without a total order"),
        (
            "",
            "SELECT ?x { VALUES (?x ?y) { (1 1) (2 1) } } ORDER BY ?y OFFSET 1",
            "open: rows cut without a total order",
        ),
        ("", "SELECT ?x { VALUES ?x { 1 2 } } LIMIT 18446744073709551615 OFFSET 18446744073709551615", ""),
    ]);
}

#[test]
fn distinct_is_by_term_and_keeps_an_order_that_is_still_known() {
    check(&[
        ("", "SELECT DISTINCT ?x { VALUES ?x { 1 1.0 1 } }", "(1) (1.0^decimal)"),
        ("", "SELECT DISTINCT ?x { VALUES ?x { 2 1 2 } } ORDER BY ?x", "(1) < (2)"),
        (
            ":a :t 1 ; :n 5 . :b :t 1",
            "SELECT DISTINCT ?o ?n { ?o :t 1 OPTIONAL { ?o :n ?n } } ORDER BY ?n",
            "(:b,U) < (:a,5)",
        ),
        // Which of two equal rows stays is open when their keys differ.
        ("", "SELECT DISTINCT ?x { VALUES (?x ?y) { (1 1) (2 2) (1 3) } } ORDER BY ?y", "(1) (2)"),
        ("", "SELECT REDUCED ?x { VALUES ?x { 1 2 } }", "(1) (2)"),
        ("", "SELECT REDUCED ?x { VALUES ?x { 1 1 } }", "open: REDUCED may keep and may drop duplicates"),
    ]);
}

#[test]
fn projection_and_forms() {
    check(&[
        ("", "SELECT * { VALUES (?b ?a) { (1 2) } }", "(2,1)"),
        ("", "SELECT ?n { VALUES ?x { 1 } }", "(U)"),
        ("", "SELECT (?x + 1 AS ?y) (?y + 1 AS ?z) { VALUES ?x { 1 } }", "(2,3)"),
        (":a :p 1", "SELECT * { ?s :p _:b }", "(:a)"),
        (":a :p 1", "ASK { ?s :p 1 }", "true"),
        (":a :p 1", "ASK { ?s :p 2 }", "false"),
        (":a :p 1 . :b :p 2", "ASK { ?s :p ?o } HAVING (COUNT(*) = 2)", "true"),
        (":a :p 1 . :b :p 2", "ASK { ?s :p ?o } LIMIT 0", "false"),
        (":a :p 1 . :b :p 2", "ASK { ?s :p ?o } LIMIT 1", "true"),
    ]);
}

#[test]
fn an_expression_named_as_a_variable_that_the_last_values_binds_is_left_open() {
    check(&[
        ("", "SELECT (1 AS ?x) {} VALUES ?y { 0 }", "(1)"),
        ("", "SELECT (1 AS ?x) {} VALUES ?x { UNDEF }", "(1)"),
        ("", "SELECT (1 AS ?x) {} VALUES ?x { 0 }", "open: AS of a variable that the last VALUES binds"),
    ]);
}
