//! Property paths: sections 9, 18.2.2.4 and 18.4.

use super::check;

/// A chain of three with a fork, and a loop.
const DATA: &str = ":a :p :b . :b :p :c . :a :q :c . :l :p :l";

#[test]
fn sequences_inverses_and_alternatives_keep_the_bag() {
    check(&[
        (DATA, "SELECT ?x { :a :p/:p ?x }", "(:c)"),
        (DATA, "SELECT ?x { ?x :p/:p :c }", "(:a)"),
        (DATA, "SELECT ?x { :c ^:p ?x }", "(:b)"),
        (DATA, "SELECT ?x { :c ^:q/:p/^:p ?x }", "(:a)"),
        (DATA, "SELECT ?x { :a (:p/:p)|:q ?x }", "(:c) (:c)"),
        (DATA, "SELECT ?x { :a :p|:p ?x }", "(:b) (:b)"),
        (":a :p :b, :c . :b :q :d . :c :q :d", "SELECT ?x { :a :p/:q ?x }", "(:d) (:d)"),
        (DATA, "SELECT ?x { ?x :p/:p ?x }", "(:l)"),
    ]);
}

#[test]
fn negated_sets_take_other_predicates_forwards_and_backwards() {
    check(&[
        (DATA, "SELECT ?x { :a !:p ?x }", "(:c)"),
        (DATA, "SELECT ?x { :a !(:p|:q) ?x }", ""),
        (DATA, "SELECT ?x { :c !^:p ?x }", "(:a)"),
        (DATA, "SELECT ?x { :b !(:q|^:q) ?x }", "(:a) (:c)"),
        (DATA, "SELECT ?x { :a !() ?x }", "(:b) (:c)"),
    ]);
}

#[test]
fn repetition_finds_each_pair_once() {
    check(&[
        (DATA, "SELECT ?x { :a :p+ ?x }", "(:b) (:c)"),
        (DATA, "SELECT ?x { :a :p* ?x }", "(:a) (:b) (:c)"),
        (DATA, "SELECT ?x { :a :p? ?x }", "(:a) (:b)"),
        (DATA, "SELECT ?x { ?x :p+ :c }", "(:a) (:b)"),
        (DATA, "SELECT ?x { :l :p+ ?x }", "(:l)"),
        (DATA, "SELECT ?x { ?x :p+ ?x }", "(:l)"),
        (DATA, "SELECT ?x { :a (:p|:q)* ?x }", "(:a) (:b) (:c)"),
        (DATA, "SELECT ?x { :a (:p|:q)? ?x }", "(:a) (:b) (:c)"),
        (DATA, "SELECT ?x ?y { ?x :q* ?y FILTER(?x != ?y) }", "(:a,:c)"),
        (DATA, "ASK { :a :p+ :c }", "true"),
        (DATA, "ASK { :c :p+ :a }", "false"),
        (DATA, "SELECT ?x { :a (:p*)+ ?x }", "(:a) (:b) (:c)"),
        (DATA, "SELECT ?x { ?x ^(:p+) :a }", "(:b) (:c)"),
    ]);
}

#[test]
fn a_written_term_has_a_path_of_length_zero_wherever_it_is() {
    check(&[
        ("", "SELECT ?x { :z :p* ?x }", "(:z)"),
        ("", "SELECT ?x { ?x :p? 1 }", "(1)"),
        ("", "ASK { :z :p* :z }", "true"),
        ("", "ASK { :z :p+ :z }", "false"),
        ("", "SELECT ?x { ?x :p* ?y }", ""),
        // A variable ranges over the nodes of the graph, whatever it is joined with.
        (DATA, "SELECT ?x { VALUES ?x { :z :c } ?x :p* ?y }", "(:c)"),
        (DATA, "SELECT ?x { VALUES ?x { :z :c } ?x :p* :z }", "(:z)"),
        // EXISTS substitutes, which writes the term.
        (DATA, "SELECT ?x { VALUES ?x { :z } FILTER EXISTS { ?x :p* ?y } }", "(:z)"),
        // Predicates are no nodes.
        (DATA, "SELECT ?x { VALUES ?x { :p } ?x :q* ?y }", ""),
    ]);
}

#[test]
fn paths_end_within_the_budget_and_look_at_one_graph() {
    check(&[
        (":g { :a :p :b } :h { :b :p :c }", "SELECT ?g ?x { GRAPH ?g { :a :p+ ?x } }", "(:g,:b)"),
        (":g { :a :p :b } :h { :b :p :c }", "SELECT ?x { GRAPH :h { ?x :p* ?y } }", "(:b) (:b) (:c)"),
        ("_:x :p _:y", "SELECT ?o { [] :p/^:p/:p [] BIND(1 AS ?o) }", "(1)"),
    ]);
}
