//! Datasets, sub-selects, CONSTRUCT and what comes last: sections 12, 13, 16.2 and 18.2.4.

use super::{check, check_under, profile};

const DATA: &str = ":a :p 1 . :g { :a :p 2 } :h { :a :p 3 . :b :p 2 }";

#[test]
fn a_pattern_looks_at_the_default_graph_and_graph_at_named_ones() {
    check(&[
        (DATA, "SELECT ?o { :a :p ?o }", "(1)"),
        (DATA, "SELECT ?o { GRAPH :g { :a :p ?o } }", "(2)"),
        (DATA, "SELECT ?g ?o { GRAPH ?g { :a :p ?o } }", "(:g,2) (:h,3)"),
        (DATA, "SELECT ?o { GRAPH :none { :a :p ?o } }", ""),
        (DATA, "SELECT ?g { GRAPH ?g { } }", "(:g) (:h)"),
        (DATA, "SELECT ?g { GRAPH ?g { ?g :p ?o } }", ""),
        (DATA, "SELECT ?g { VALUES ?g { :h :x } GRAPH ?g { :a ?p ?o } }", "(:h)"),
        (DATA, "SELECT ?g { GRAPH ?g { :a :p ?o FILTER EXISTS { :b :p 2 } } }", "(:h)"),
        (DATA, "SELECT ?g { GRAPH ?g { GRAPH :g { :a :p 2 } } }", "(:g) (:h)"),
    ]);
    let union = profile(&[("default-graph", "union")]);
    check_under(&union, &[(DATA, "SELECT ?o { :a :p ?o }", "(1) (2) (3)")]);
    let twice = ":a :p 1 . :g { :a :p 1 } :h { :a :p 1 }";
    check_under(&union, &[(twice, "SELECT ?o { :a :p ?o }", "(1)")]);
    check_under(
        &profile(&[("default-graph", "repeating")]),
        &[
            (twice, "SELECT ?o { :a :p ?o }", "(1) (1) (1)"),
            (twice, "SELECT ?o FROM :g FROM :h FROM :h { :a :p ?o }", "(1) (1)"),
            (twice, "SELECT ?o { GRAPH :g { :a :p ?o } }", "(1)"),
            (twice, "CONSTRUCT { ?s :q ?o } { ?s :p ?o }", ":a :q 1"),
        ],
    );
}

#[test]
fn from_describes_the_dataset() {
    check(&[
        (DATA, "SELECT ?o FROM :g { :a :p ?o }", "(2)"),
        (DATA, "SELECT ?o FROM :g FROM :h { ?s :p ?o }", "(2) (2) (3)"),
        (DATA, "SELECT ?g FROM :g { GRAPH ?g { ?s ?p ?o } }", ""),
        (DATA, "SELECT ?o FROM NAMED :g { ?s :p ?o }", ""),
        (DATA, "SELECT ?g FROM NAMED :g { GRAPH ?g { ?s :p ?o } }", "(:g)"),
        (DATA, "ASK FROM :none { ?s ?p ?o }", "false"),
        (
            ":g { _:x :p 1 } :h { _:x :p 2 }",
            "SELECT (COUNT(DISTINCT ?s) AS ?n) FROM :g FROM :h { ?s :p ?o }",
            "open: a merge of graphs that have blank nodes in common",
        ),
    ]);
}

#[test]
fn a_sub_select_shows_its_columns_alone() {
    let data = ":a :p 1, 2 . :b :p 3";
    check(&[
        (data, "SELECT ?s ?o { { SELECT ?s { ?s :p ?o } } }", "(:a,U) (:a,U) (:b,U)"),
        (data, "SELECT ?s ?o { VALUES ?o { 9 } { SELECT ?s { ?s :p ?o } } }", "(:a,9) (:a,9) (:b,9)"),
        (data, "SELECT ?s ?m { { SELECT ?s (MAX(?o) AS ?m) { ?s :p ?o } GROUP BY ?s } }", "(:a,2) (:b,3)"),
        (data, "SELECT ?o { { SELECT ?o { ?s :p ?o } ORDER BY DESC(?o) LIMIT 1 } }", "(3)"),
        (data, "SELECT * { { SELECT DISTINCT ?s { ?s :p ?o } } }", "(:a) (:b)"),
        (data, "SELECT ?o { { SELECT ?o { ?s :p ?o } LIMIT 1 } }", "open: rows cut without a total order"),
        (data, "SELECT ?x { VALUES ?x { 1 } { SELECT * { VALUES ?x { 1 2 } } } }", "(1)"),
        (
            data,
            "SELECT ?s { ?s :p ?o FILTER EXISTS { SELECT ?o { ?s :p ?o } } }",
            "open: a sub-select inside EXISTS over a variable from outside",
        ),
    ]);
}

#[test]
fn values_after_the_modifiers_are_joined_last() {
    let data = ":a :p 1 . :b :p 2";
    check(&[
        (data, "SELECT ?s ?o { ?s :p ?o } VALUES ?s { :b :c }", "(:b,2)"),
        (data, "SELECT * { ?s :p ?o } VALUES (?s ?x) { (:b 5) (UNDEF 6) }", "(1,:a,6) (2,:b,5) (2,:b,6)"),
        (data, "SELECT ?s (COUNT(*) AS ?n) { ?s :p ?o } GROUP BY ?s VALUES ?s { :a }", "(:a,1)"),
        (data, "SELECT ?s (SUM(?o) AS ?n) { ?s :p ?o } GROUP BY ?s HAVING (?n > 1) VALUES ?s { :a }", ""),
    ]);
}

#[test]
fn construct_makes_a_set_of_legal_triples() {
    let data = ":a :p 1, 2 . :b :p _:x";
    check(&[
        (data, "CONSTRUCT { ?s :q :c } WHERE { ?s :p ?o }", ":a :q :c . :b :q :c"),
        (data, "CONSTRUCT WHERE { :a :p ?o }", ":a :p 1 . :a :p 2"),
        (data, "CONSTRUCT { ?o :q ?s . ?s ?o 1 . ?s :r ?none } WHERE { :a :p ?o . ?s :p 1 }", ""),
        (
            data,
            "CONSTRUCT { :x :y ?o } WHERE { ?s :p ?o FILTER(isNumeric(?o)) } ORDER BY ?o LIMIT 1",
            ":x :y 1",
        ),
        (data, "CONSTRUCT { } WHERE { ?s ?p ?o }", ""),
        (data, "CONSTRUCT { :x :n ?n } WHERE { SELECT (COUNT(*) AS ?n) { ?s :p ?o } }", ":x :n 3"),
        (":a :p 1", "CONSTRUCT { _:b :q ?o ; :r _:b } WHERE { ?s :p ?o }", "_:new0 :q 1 . _:new0 :r _:new0"),
        (":a :p 1, 2", "CONSTRUCT { [] :q 5 } WHERE { ?s :p ?o }", "_:new0 :q 5 . _:new1 :q 5"),
        (":a :p 1", "CONSTRUCT { ?s :q ?r } WHERE { ?s :p 1 BIND(RAND() AS ?r) }", "open: RAND"),
    ]);
}

#[test]
fn what_the_language_leaves_to_others_is_not_modelled() {
    check(&[
        ("", "DESCRIBE :a", "DESCRIBE, whose answer the language leaves open (16.4), is not modelled"),
        ("", "SELECT * { SERVICE :a { } }", "SERVICE is not modelled"),
    ]);
}
