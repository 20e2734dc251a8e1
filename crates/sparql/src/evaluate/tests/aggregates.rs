//! Grouping and aggregates: sections 11 and 18.5.1.

use super::check;

#[test]
fn empty_groups_have_their_own_answers() {
    check(&[
        ("", "SELECT (COUNT(*) AS ?c) { ?s ?p ?o }", "(0)"),
        ("", "SELECT (COUNT(?o) AS ?c) (SUM(?o) AS ?t) (AVG(?o) AS ?a) { ?s ?p ?o }", "(0,0,0)"),
        ("", "SELECT (MIN(?o) AS ?a) (MAX(?o) AS ?b) (SAMPLE(?o) AS ?c) { ?s ?p ?o }", "(U,U,U)"),
        ("", "SELECT (GROUP_CONCAT(?o) AS ?r) { ?s ?p ?o }", "(\"\")"),
        ("", "SELECT (SUM(1) AS ?r) { ?s ?p ?o }", "(0)"),
        ("", "SELECT ?s (COUNT(*) AS ?c) { ?s ?p ?o } GROUP BY ?s", ""),
        (
            "",
            "SELECT (COUNT(*) AS ?c) { ?s ?p ?o } GROUP BY (1)",
            "open: GROUP BY a constant over no solution",
        ),
        ("", "SELECT (COUNT(*) AS ?c) { ?s ?p ?o } HAVING (COUNT(*) > 0)", ""),
    ]);
}

#[test]
fn errors_in_a_group_spoil_all_but_count_and_sample() {
    const DATA: &str = "VALUES (?g ?x) { (1 1) (1 UNDEF) }";
    for (aggregate, answer) in [
        ("COUNT(*)", "(2)"),
        ("COUNT(?x)", "(1)"),
        ("SUM(?x)", "(U)"),
        ("AVG(?x)", "(U)"),
        ("MIN(?x)", "(U)"),
        ("MAX(?x)", "(U)"),
        ("GROUP_CONCAT(?x)", "(U)"),
        ("SAMPLE(?x)", "(open: SAMPLE)"),
    ] {
        let query = format!("SELECT ({aggregate} AS ?r) {{ {DATA} }}");
        let shown = super::show(&super::evaluate(&super::Profile::default(), "", &query));
        assert_eq!(shown, answer, "{aggregate}");
    }
}

#[test]
fn a_sum_of_floats_and_doubles_depends_on_the_order_unless_single_precision_holds_it() {
    const FLOAT: &str = "\"0.1\"^^<http://www.w3.org/2001/XMLSchema#float>";
    const HALF: &str = "\"0.5\"^^<http://www.w3.org/2001/XMLSchema#float>";
    let open = "(open: a sum of floats and doubles, rounded to single precision in some order)";
    for (float, answer) in [(FLOAT, open), (HALF, "(2.5E0^double)")] {
        let query = format!("SELECT (SUM(?x) AS ?r) {{ VALUES ?x {{ {float} 1 1e0 }} }}");
        let shown = super::show(&super::evaluate(&super::Profile::default(), "", &query));
        assert_eq!(shown, answer, "{float}");
    }
}

#[test]
fn set_functions() {
    check(&[
        ("", "SELECT (SUM(?x) AS ?r) { VALUES ?x { 1 2.5 } }", "(3.5^decimal)"),
        ("", "SELECT (SUM(?x) AS ?r) { VALUES ?x { 1 1 } }", "(2)"),
        ("", "SELECT (SUM(DISTINCT ?x) AS ?r) { VALUES ?x { 1 1 2 } }", "(3)"),
        ("", "SELECT (SUM(?x) AS ?r) { VALUES ?x { 1 \"a\" } }", "(U)"),
        ("", "SELECT (AVG(?x) AS ?r) { VALUES ?x { 1 2 } }", "(1.5^decimal)"),
        ("", "SELECT (AVG(?x) > 1 AS ?r) { VALUES ?x { 1 1 2 } }", "(true)"),
        ("", "SELECT (SUM(?x) AS ?r) { VALUES ?x { 0.5e0 0.25e0 1 } }", "(1.75E0^double)"),
        (
            "",
            "SELECT (SUM(?x) AS ?r) { VALUES ?x { 0.1e0 0.2e0 0.3e0 } }",
            "(open: a sum rounded in any order)",
        ),
        ("", "SELECT (SUM(?x) > 0.5 AS ?r) { VALUES ?x { 0.1e0 0.2e0 0.3e0 } }", "(true)"),
        ("", "SELECT (MIN(?x) AS ?a) (MAX(?x) AS ?b) { VALUES ?x { 3 1.5 10 } }", "(1.5^decimal,10)"),
        (
            "",
            "SELECT (MIN(?x) AS ?a) (MAX(?x) AS ?b) { VALUES ?x { :a 1 \"a\" } }",
            "(:a,open: values without an order)",
        ),
        ("", "SELECT (MIN(?x) AS ?a) { VALUES ?x { 1 1.0 } }", "(open: equal values of different terms)"),
        (
            "",
            "SELECT (MIN(?x) = 1 AS ?a) (MIN(?x) > 0 AS ?b) { VALUES ?x { 1 1.0 } }",
            "(open: equal values of different terms,true)",
        ),
        ("", "SELECT (SAMPLE(?x) AS ?r) { VALUES ?x { 1 1 } }", "(1)"),
        ("", "SELECT (COUNT(DISTINCT ?x) AS ?r) { VALUES ?x { 1 1.0 1 } }", "(2)"),
        ("", "SELECT (COUNT(DISTINCT *) AS ?r) { VALUES (?x ?y) { (1 2) (1 2) (1 UNDEF) } }", "(2)"),
        (":a :p 1, 2", "SELECT (COUNT(DISTINCT *) AS ?r) { ?s :p [] }", "(1)"),
        ("", "SELECT (GROUP_CONCAT(?v; SEPARATOR=\",\") AS ?r) { VALUES ?v { \"a\" \"a\" } }", "(\"a,a\")"),
        (
            "",
            "SELECT (GROUP_CONCAT(?v) AS ?r) { VALUES ?v { \"a\" \"b\" } }",
            "(open: the order of GROUP_CONCAT)",
        ),
        ("", "SELECT (STRLEN(GROUP_CONCAT(DISTINCT ?v)) AS ?r) { VALUES ?v { \"a\" \"a\" } }", "(1)"),
    ]);
}

#[test]
fn groups_are_by_term_and_an_error_is_a_key_like_unbound() {
    check(&[
        (
            "",
            "SELECT ?x (COUNT(*) AS ?c) { VALUES ?x { 1 1.0 1 UNDEF } } GROUP BY ?x",
            "(1,2) (1.0^decimal,1) (U,1)",
        ),
        (
            "",
            "SELECT ?k (COUNT(*) AS ?c) { VALUES ?x { 1 \"a\" \"b\" } } GROUP BY (?x + 1 AS ?k)",
            "(2,1) (U,2)",
        ),
        (
            "",
            "SELECT ?x (COUNT(*) AS ?c) { VALUES (?x ?y) { (1 1) (1 2) (2 1) } } GROUP BY ?x \
             HAVING (COUNT(*) > 1) (COUNT(*) < 3)",
            "(1,2)",
        ),
        (
            "",
            "SELECT ?x (SUM(?y) AS ?s) (?s * 2 AS ?d) { VALUES (?x ?y) { (1 1) (1 2) (2 5) } } GROUP BY ?x ORDER BY DESC(?s)",
            "(2,5,10) < (1,3,6)",
        ),
        ("", "SELECT ?x { VALUES (?x ?y) { (1 1) (2 5) (2 6) } } GROUP BY ?x ORDER BY COUNT(*)", "(1) < (2)"),
        // An ungrouped variable in HAVING stands for a sample of it (18.2.4.1).
        ("", "SELECT ?x { VALUES (?x ?y) { (1 1) } } GROUP BY ?x HAVING (?y = 1)", "(1)"),
        ("", "SELECT ?x { VALUES (?x ?y) { (1 1) (1 2) } } GROUP BY ?x HAVING (?y = 1)", "open: SAMPLE"),
        ("", "SELECT (SUM(?x) + COUNT(*) AS ?r) { VALUES ?x { 1 2 } }", "(5)"),
        ("", "SELECT (SUM(?x * 2) AS ?r) { VALUES ?x { 1 2 } }", "(6)"),
    ]);
}
