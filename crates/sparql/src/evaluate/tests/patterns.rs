//! Graph patterns: section 5, 6, 7, 8 and 18.2.2.

use super::check;

#[test]
fn basic_graph_patterns_count_every_way_to_match() {
    check(&[
        ("", "SELECT * {}", "()"),
        ("", "SELECT ?s { ?s ?p ?o }", ""),
        (":a :p 1, 2 . :b :p 1", "SELECT ?s { ?s :p ?o }", "(:a) (:a) (:b)"),
        (":a :p :a . :b :p :c", "SELECT ?x { ?x :p ?x }", "(:a)"),
        (":a :p :b . :b :p :c", "SELECT ?x ?z { ?x :p ?y . ?y :p ?z }", "(:a,:c)"),
        (":a :p 1, 2", "SELECT ?x ?y { ?x :p [] . ?y :p [] }", "(:a,:a) (:a,:a) (:a,:a) (:a,:a)"),
        // Blank nodes are variables of their basic graph pattern, which a filter does not end (5.1.1).
        (":a :p 1 ; :q 1 . :b :p 1 ; :q 2", "SELECT ?x { ?x :p _:v FILTER(true) . ?x :q _:v }", "(:a)"),
        ("_:x :p 1 . _:y :p 2", "SELECT ?o { _:x :p ?o }", "(1) (2)"),
        (":a :p 1", "SELECT ?s { ?s :p 01 }", ""),
        (":a :p 1", "SELECT ?s { \"a\" :p ?s }", ""),
        (":a :p :b", "SELECT ?p { :a ?p :b . :a ?p ?o }", "(:p)"),
    ]);
}

#[test]
fn optional_keeps_the_left_side_and_its_filters_see_both() {
    check(&[
        (":a :p 1 . :b :p 2 ; :q 3", "SELECT ?s ?q { ?s :p ?o OPTIONAL { ?s :q ?q } }", "(:a,U) (:b,3)"),
        // Bound or not, a later pattern joins what is compatible.
        (":a :p 1 ; :r 5 . :b :p 2 ; :q 3", "SELECT ?q { ?s :p ?o OPTIONAL { ?s :q ?q } ?s :r ?q }", "(5)"),
        ("", "SELECT * { VALUES ?x { 1 } OPTIONAL { VALUES ?y { 1 2 } FILTER(?y = ?x) } }", "(1,1)"),
        ("", "SELECT * { VALUES ?x { 1 } OPTIONAL { VALUES ?y { 2 } FILTER(?y = ?x) } }", "(1,U)"),
        // Inner braces make a group of its own, whose filter sees its own variables only (s13).
        (":a :t \"x\" ; :p 1", "SELECT ?v { ?s :t ?t OPTIONAL { { ?s :p ?v FILTER(?t = \"x\") } } }", "(U)"),
        (":a :p 1 ; :q 2", "SELECT ?o2 { ?s :p ?o OPTIONAL { ?s :q ?o2 MINUS { ?s :q ?o } } }", "(U)"),
        (
            "",
            "SELECT ?x ?y { VALUES ?x { 1 2 } OPTIONAL { VALUES (?x ?y) { (1 5) } } FILTER(?y = 5) }",
            "(1,5)",
        ),
        ("", "SELECT ?y { OPTIONAL { VALUES ?y { 1 } FILTER(?y > 1 || ?u) } }", "(U)"),
        (":a :p 1", "SELECT ?x ?o { OPTIONAL { ?x :q ?o } ?x :p ?o }", "(:a,1)"),
    ]);
}

#[test]
fn union_keeps_the_bag_and_filters_wait_for_the_end_of_the_group() {
    check(&[
        (":a :p 1", "SELECT ?s { { ?s :p ?o } UNION { ?s :p ?o } }", "(:a) (:a)"),
        ("", "SELECT ?x ?y { { VALUES ?x { 1 } } UNION { VALUES ?y { 2 } } }", "(1,U) (U,2)"),
        ("", "SELECT ?x { { VALUES ?x { 1 2 } } UNION { VALUES ?x { 1 2 } } FILTER(?x = 1) }", "(1) (1)"),
        ("", "SELECT ?x { FILTER(?x > 1) VALUES ?x { 1 2 } }", "(2)"),
        // A filter does not see variables from outside its group (18.2.2).
        ("", "SELECT ?x { VALUES ?x { 1 } { VALUES ?y { 2 } FILTER(?x = 1) } }", ""),
        (
            "",
            "SELECT ?x { VALUES ?x { 1 2 } { { VALUES ?x { 1 } } UNION { VALUES ?x { 2 3 } } } }",
            "(1) (2)",
        ),
    ]);
}

#[test]
fn bind_extends_and_an_error_leaves_unbound() {
    check(&[
        (":a :p 1", "SELECT ?r { ?s :p ?o BIND(?o + 1 AS ?r) }", "(2)"),
        ("", "SELECT ?r { BIND(1/0 AS ?r) }", "(U)"),
        ("", "SELECT ?r { BIND(?x AS ?r) VALUES ?x { 1 } }", "(U)"),
        (":a :p 2", "SELECT ?s { BIND(1 + 1 AS ?r) ?s :p ?r }", "(:a)"),
    ]);
}

#[test]
fn values_join_and_undef_is_compatible_with_anything() {
    check(&[
        ("", "SELECT ?x ?y { VALUES ?y { 2 } VALUES (?x ?y) { (1 UNDEF) } }", "(1,2)"),
        ("", "SELECT ?x { VALUES ?x { 1 1 } VALUES ?x { 1 1 UNDEF } }", "(1) (1) (1) (1) (1) (1)"),
        ("", "SELECT * { VALUES (?x ?y) { } }", ""),
        ("", "SELECT * { VALUES () { () () } }", "() ()"),
        (":a :p 1 . :b :p 2", "SELECT ?s { VALUES ?o { 1 01 } ?s :p ?o }", "(:a)"),
    ]);
}

#[test]
fn minus_needs_a_shared_binding() {
    check(&[
        ("", "SELECT ?x { VALUES ?x { 1 } MINUS { VALUES ?y { 1 } } }", "(1)"),
        ("", "SELECT ?x { VALUES ?x { 1 2 } MINUS { VALUES ?x { 1 } } }", "(2)"),
        ("", "SELECT ?x { VALUES (?x ?u) { (99 UNDEF) } MINUS { BIND(1 AS ?u) } }", "(99)"),
        ("", "SELECT ?x { VALUES ?x { 1 } MINUS { VALUES (?x ?y) { (UNDEF 1) (1 2) } } }", ""),
        // The right side is a group of its own: its filter does not see the left (8.3.3).
        (":a :p 1 ; :q 1", "SELECT ?s { ?s :p ?n MINUS { ?s :q ?m FILTER(?n = ?m) } }", "(:a)"),
        (":a :p 1 ; :q 1", "SELECT ?s { ?s :p ?n FILTER NOT EXISTS { ?s :q ?m FILTER(?n = ?m) } }", ""),
    ]);
}

#[test]
fn exists_substitutes_and_is_open_where_substitution_is_not_defined() {
    check(&[
        (":a :p 1 ; :q 2", "SELECT ?s { ?s :p ?x FILTER NOT EXISTS { ?s :q ?y FILTER(?y > ?x) } }", ""),
        (":a :p 1 . :b :p 2 ; :q 1", "SELECT ?s { ?s :p ?x FILTER EXISTS { ?s :q ?y } }", "(:b)"),
        (":a :p 1", "SELECT (EXISTS { ?s :p ?o } AS ?r) { ?s :p ?o }", "(true)"),
        ("", "SELECT ?x { VALUES ?x { 1 } FILTER EXISTS { } }", "(1)"),
        (
            "",
            "SELECT ?x { VALUES ?x { 1 } FILTER EXISTS { VALUES ?x { 1 } } }",
            "open: VALUES inside EXISTS over a variable from outside",
        ),
        (
            ":a :p 1 ; :q 2",
            "SELECT ?s { ?s :p ?x FILTER EXISTS { ?s :q ?y FILTER NOT EXISTS { ?s :p ?y } } }",
            "(:a)",
        ),
    ]);
}
