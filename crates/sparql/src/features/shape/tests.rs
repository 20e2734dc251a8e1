use super::*;
use crate::parse::parse;

const PREFIXES: &str = "PREFIX : <http://e/> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> ";

fn shapes(text: &str) -> String {
    let query = parse(&format!("{PREFIXES}{text}")).unwrap();
    let found = shape(&query);
    assert!(found.iter().all(|shape| SHAPES.contains(shape)), "{found:?}");
    found.join(" ")
}

#[test]
fn the_list_is_sorted() {
    assert!(SHAPES.is_sorted_by(|a, b| a < b));
}

#[test]
fn a_plain_query_has_no_shape() {
    for text in [
        "ASK {}",
        "SELECT ?s { ?s :p ?o FILTER(?o > 1) }",
        "SELECT * { ?s :p ?o OPTIONAL { ?s :q ?r } }",
        "SELECT (STRLEN(\"a\") AS ?x) {}",
        "SELECT ?s (COUNT(*) AS ?c) { ?s :p ?o } GROUP BY ?s",
    ] {
        let expected = if text.contains("COUNT") { "aggregate.beside-group-by" } else { "" };
        assert_eq!(shapes(text), expected, "{text}");
    }
}

#[test]
fn causes_with_the_same_features_differ_in_shape() {
    for (text, expected) in [
        ("SELECT (!?u AS ?x) {}", "error.not variable.unbound"),
        (
            "SELECT ?x { VALUES ?x { 1 } FILTER(!(?u > 1)) }",
            "error.comparison error.condition error.not variable.unbound",
        ),
        ("SELECT (?u || true AS ?x) {}", "error.or literal.boolean variable.unbound"),
        ("SELECT (COUNT(*) AS ?c) { ?s ?p ?o }", "aggregate.without-group-by"),
        ("SELECT (SUM(1) AS ?c) { ?s ?p ?o }", "aggregate.of-constant aggregate.without-group-by"),
        ("SELECT ?s { { ?s :p ?o } UNION { ?s :p ?o } }", "union.equal-branches"),
        ("SELECT ?x { VALUES ?x { 1 UNDEF } } ORDER BY ?x", "order-by.unbound variable.maybe-unbound"),
        ("SELECT ?x { VALUES ?x { 1 } MINUS { VALUES ?y { 1 } } }", "minus.disjoint"),
        ("SELECT ?x { VALUES (?x ?u) { (99 UNDEF) } MINUS { BIND(1 AS ?u) } }", "minus.maybe-unbound"),
        (
            "SELECT * { OPTIONAL { BIND(1 AS ?u) } MINUS { BIND(1 AS ?u) } }",
            "minus.maybe-unbound optional.alone",
        ),
        (
            "SELECT * { VALUES ?x { 1 } OPTIONAL { VALUES ?y { 1 2 } FILTER(?y = ?x) } }",
            "optional.filter-on-outer",
        ),
        (
            "SELECT ?v { ?s :t ?t OPTIONAL { { ?s :p ?v FILTER(?t = \"x\") } } }",
            "error.comparison error.condition group.filter-on-outer optional.of-group variable.unbound",
        ),
        ("SELECT ?r { ?s :p ?o OPTIONAL { ?s :q ?r MINUS { ?s :q ?o } } }", "optional.of-minus"),
        ("SELECT ?x { VALUES ?x { \"a\"@en } FILTER(?x = \"a\"@de) }", "literal.language"),
        ("SELECT DISTINCT ?x { VALUES ?x { 1 1.0 } }", "literal.decimal"),
        (
            "SELECT ?x ?y { VALUES ?y { 2 } VALUES (?x ?y) { (1 UNDEF) } }",
            "values.several values.undef-joined",
        ),
        (
            "SELECT ?y { ?s :p ?x OPTIONAL { ?s :q ?y } FILTER(?y = 5) }",
            "filter.after-optional filter.after-optional.own-variables variable.maybe-unbound",
        ),
        ("SELECT ?x { FILTER(?x = 5) ?s :p ?x }", "filter.before-pattern"),
        (
            "SELECT ?x { { VALUES ?x { 1 2 } } UNION { VALUES ?x { 1 2 } } FILTER(?x = 1) }",
            "filter.over-union union.equal-branches",
        ),
        (
            "SELECT (\"NaN\"^^xsd:double = \"NaN\"^^xsd:double AS ?x) {}",
            "literal.double literal.nan operands.equal operands.numbers",
        ),
        ("SELECT ?s { ?s :p ?v FILTER(?v != 01) }", "literal.non-canonical"),
        ("SELECT (\"a\"@en = \"a\"@de AS ?x) {}", "literal.language operands.language"),
        ("SELECT (1 < \"a\" AS ?x) {}", "operands.unlike"),
        (
            "SELECT DISTINCT ?n { ?o :t 1 OPTIONAL { ?o :n ?n } } ORDER BY ?n",
            "distinct.order-by order-by.unbound variable.maybe-unbound",
        ),
        ("ASK { ?s :p ?o } HAVING (COUNT(*) = 2)", "aggregate.in-having aggregate.without-group-by"),
        ("SELECT ?s { ?s :p ?x FILTER NOT EXISTS { ?s :q ?y FILTER(?y > ?x) } }", "exists.filter-on-outer"),
        ("SELECT ?x { ?x :p ?y } GROUP BY ?x HAVING (COUNT(*) > 1) (COUNT(*) != 3)", "aggregate.in-having"),
    ] {
        assert_eq!(shapes(text), expected, "{text}");
    }
}
