//! Planted faults: each shows on its witness and on its kin, and nowhere outside the condition that its rule states.

mod generated;

use quarrel_case::graph::Graph;
use quarrel_case::language::{Failure, Language};
use quarrel_case::profile::Profile;
use quarrel_case::witness::{last, unproven};

use super::{PREFIXES, dataset, show};
use crate::evaluate::FAULTS;
use crate::language::Sparql;

fn with(fault: Option<&str>) -> Profile {
    Profile { fault: fault.map(str::to_owned), ..Profile::default() }
}

fn expect(graph: &Graph, statements: &[&str], fault: Option<&str>, expected: &str) {
    let texts: Vec<String> = statements.iter().map(|text| format!("{PREFIXES}{text}")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let evaluation = last(&Sparql, graph, &with(fault), &texts).expect("a declared fault, and a text");
    let shown = match evaluation.result {
        Err(Failure::Query(_)) => "error".to_owned(),
        Err(Failure::Hung) => "hang".to_owned(),
        _ => show(&evaluation),
    };
    assert_eq!(shown, expected, "{fault:?} {statements:?}");
}

#[test]
fn every_fault_that_the_language_can_express_is_declared_once() {
    let ids: Vec<&str> = FAULTS.iter().map(|fault| fault.id).collect();
    let expected = (1..=45).map(|number| format!("s{number:02}"));
    assert_eq!(ids, expected.collect::<Vec<_>>());
    assert_eq!(Sparql.faults(), FAULTS);
}

#[test]
fn every_fault_turns_the_right_answer_of_its_witness_into_the_wrong_one() {
    assert_eq!(unproven(&Sparql), Vec::<String>::new());
}

/// Fault, data, query, right answer, and the wrong one that is not the witness's.
const KIN: &[[&str; 5]] = &[
    ["s01", "", "SELECT (!?u AS ?x) {}", "(U)", "(true)"],
    ["s01", "", "SELECT ?x { VALUES ?x { 1 } FILTER(!(?x / 0 = 1) || ?u) }", "", "(1)"],
    ["s02", "", "SELECT ?x { VALUES ?x { 1 } FILTER(!(?x = 2 || ?x = 3)) }", "(1)", ""],
    ["s03", "", "SELECT (SUM(?o) AS ?x) (COUNT(*) AS ?c) { ?s ?p ?o }", "(0,0)", ""],
    ["s03", "", "ASK { ?s ?p ?o } HAVING (COUNT(*) = 0)", "true", "false"],
    ["s04", ":a :p 1 . :a :p 2", "SELECT ?s { { ?s :p _:n } UNION { ?s :p 1 } }", "(:a) (:a) (:a)", "(:a)"],
    [
        "s05",
        "",
        "SELECT * { VALUES (?x ?y) { (2 UNDEF) (2 3) } } ORDER BY ?x ?y",
        "(2,U) < (2,3)",
        "(2,3) < (2,U)",
    ],
    ["s05", "", "SELECT ?x { VALUES ?x { :a UNDEF 1 } } ORDER BY ?x", "(U) < (:a) < (1)", "(:a) < (1) < (U)"],
    [
        "s06",
        "",
        "SELECT ?x { VALUES (?x ?u) { (1 UNDEF) (2 3) } MINUS { VALUES ?u { 1 } } }",
        "(1) (2)",
        "(2)",
    ],
    [
        "s07",
        "",
        "SELECT * { VALUES ?x { 1 2 } OPTIONAL { FILTER(?x = 1) VALUES ?y { 1 } FILTER(?y = ?x) } }",
        "(1,1) (2,U)",
        "(1,U) (2,U)",
    ],
    [
        "s08",
        "",
        "SELECT (\"a\"@en != \"a\"@fr AS ?x) (\"a\"@en IN (\"a\"@fr) AS ?y) {}",
        "(true,false)",
        "(false,true)",
    ],
    ["s09", "", "SELECT (COUNT(DISTINCT ?x) AS ?c) { VALUES ?x { 1 01 1e0 :a } }", "(4)", "(2)"],
    ["s09", "", "SELECT (COUNT(DISTINCT *) AS ?c) { VALUES (?x ?y) { (1 2) (1.0 2) } }", "(2)", "(1)"],
    ["s10", "", "SELECT (ROUND(-2.5e0) AS ?x) {}", "(-2.0E0^double)", "(-3.0E0^double)"],
    ["s11", "", "SELECT (SUM(2 * 3) AS ?x) { ?s ?p ?o }", "(0)", "(6)"],
    [
        "s12",
        "",
        "SELECT (GROUP_CONCAT(?v; SEPARATOR=\"\") AS ?x) { VALUES ?v { \"a\" \"a\" } }",
        "(\"aa\")",
        "(\"a\")",
    ],
    [
        "s13",
        "",
        "SELECT * { VALUES ?x { 1 } OPTIONAL { { { VALUES ?y { 1 2 } FILTER(?y = ?x) } } } }",
        "(1,U)",
        "(1,1)",
    ],
    [
        "s14",
        ":a :p 1 ; :q 2 , 3",
        "SELECT ?y { VALUES (?s ?x) { (:a 3) (:a 1) } OPTIONAL { ?s :q ?y MINUS { ?s :p ?x } FILTER(?y > 2) } }",
        "(U) (U)",
        "(3) (U)",
    ],
    [
        "s15",
        ":a :p 1 . :b :p 2 ; :q 2",
        "SELECT ?s { ?s :p ?x OPTIONAL { ?s :q ?y } MINUS { VALUES ?y { 9 } } }",
        "(:a) (:b)",
        "(:b)",
    ],
    [
        "s16",
        ":a :p 1",
        "SELECT * { VALUES (?s ?o) { (:a UNDEF) (:a 1) } ?s :p ?o }",
        "(1,:a) (1,:a)",
        "(1,:a)",
    ],
    [
        "s16",
        ":a :p 1",
        "SELECT * { ?s :p ?o VALUES (?s ?o) { (:a UNDEF) (:a 1) } }",
        "(1,:a) (1,:a)",
        "(1,:a)",
    ],
    ["s17", ":a :p :b", "SELECT ?o { ?s (^:p)? ?o VALUES ?s { :z } }", "", "(:z)"],
    ["s18", ":s :a :o ; :b :o", "SELECT ?z { :o ^(:a|:b) ?z }", "(:s) (:s)", "(:s)"],
    ["s19", ":g { :h :p 1 }", "SELECT ?g { GRAPH ?g { ?g :p ?o } }", "", "(:g)"],
    ["s30", ":a :p :a", "ASK { ?s (:p+)+ ?o }", "true", "hang"],
    [
        "s21",
        ":a :p 1 . :b :p 2 ; :q 3",
        "SELECT ?s { ?s :p ?x OPTIONAL { ?s :q ?y } FILTER(?y > 2) FILTER(BOUND(?y)) }",
        "(:b)",
        "(:a) (:b)",
    ],
    [
        "s22",
        ":a :p 1 . :b :p 2",
        "SELECT ?s { FILTER(?x > 1) ?s :p ?o { VALUES ?z { 0 } } UNION { ?s :p ?x } UNION { ?s :p ?x } }",
        "(:b) (:b)",
        "(:a) (:a) (:b) (:b) (:b)",
    ],
    ["s23", "", "SELECT (?u != ?u AS ?x) (?u + 1 = ?u + 1 AS ?y) {}", "(U,U)", "(false,true)"],
    ["s24", "", "SELECT (1e0 = 1.0e0 AS ?x) (-0.0 != 0.0 AS ?y) {}", "(true,false)", "(false,true)"],
    [
        "s25",
        "",
        "SELECT DISTINCT ?x { VALUES (?x ?y) { (1 2) (3 UNDEF) } } ORDER BY ?x (?y + 1)",
        "(1) < (3)",
        "(1)",
    ],
    ["s26", ":a :p 1 , 2", "ASK { ?s :p ?o } GROUP BY ?s HAVING (MAX(?o) - MIN(?o) = 1)", "true", "false"],
    [
        "s27",
        ":a :p 1 ; :q 1",
        "SELECT (NOT EXISTS { ?s :q ?y FILTER(BOUND(?x)) } AS ?r) { ?s :p ?x }",
        "(false)",
        "(true)",
    ],
    ["s28", "", "ASK { VALUES ?x { 1 } } HAVING (COUNT(*) > 0) (COUNT(*) > 0)", "true", "error"],
    [
        "s29",
        "",
        "SELECT ?y ?x (?y + 1 AS ?z) (COUNT(*) AS ?c) { VALUES (?x ?y) { (1 2) (1 3) } } GROUP BY ?x",
        "error",
        "(2,1,3,2)",
    ],
    ["s29", "", "SELECT ?x (COUNT(*) AS ?c) { ?x :p ?y }", "error", "(U,0)"],
    [
        "s37",
        ":a :p 1 , 2 . :b :p 1 , 2",
        "SELECT ?y { VALUES ?x { 1 } { { ?s :p ?y FILTER(?x = ?y) } UNION { ?s :p ?y } } }",
        "(1) (1) (2) (2)",
        "(1) (1) (1) (1)",
    ],
    [
        "s37",
        ":a :p 1 , 2 , 3 , 4",
        "SELECT ?x ?y { VALUES ?x { 2 3 } OPTIONAL { ?s :p ?y FILTER(?y = ?x && ?x = 2) } }",
        "(2,2) (3,U)",
        "(2,2)",
    ],
];

#[test]
fn a_fault_is_its_rule_and_not_its_witness() {
    for [fault, data, query, right, wrong] in KIN {
        let graph = Graph::Rdf(dataset(data));
        expect(&graph, &[query], None, right);
        expect(&graph, &[query], Some(fault), wrong);
    }
    let graph = Graph::Rdf(dataset(":a :p 1 . :b :p 2"));
    let exists = |number: u8, limit: u8| {
        format!("SELECT ?s {{ ?s :p {number} FILTER EXISTS {{ ?s :p ?o FILTER(?o <= {limit}) }} }}")
    };
    let (first, second) = (exists(1, 1), exists(2, 2));
    expect(&graph, &[&first, &second], None, "(:b)");
    expect(&graph, &[&first, &second], Some("s36"), "");
}

/// Fault, data, queries on one session, and the answer with and without the fault.
const NEIGHBOURS: &[(&str, &str, &[&str], &str)] = &[
    ("s01", "", &["SELECT ?x { VALUES ?x { 1 } FILTER(!(?x > 1)) }"], "(1)"),
    ("s01", "", &["SELECT (?u != 1 AS ?x) (?u NOT IN (1) AS ?y) {}"], "(U,U)"),
    (
        "s02",
        "",
        &["SELECT (true || false AS ?x) (?u || true AS ?y) (true && false AS ?z) {}"],
        "(true,true,false)",
    ),
    ("s02", "", &["SELECT (1 IN (2, 3) AS ?x) {}"], "(false)"),
    ("s03", "", &["SELECT (COUNT(*) AS ?c) { ?s ?p ?o } GROUP BY ?s"], ""),
    ("s03", ":a :p 1", &["SELECT (COUNT(*) AS ?c) { ?s ?p ?o }"], "(1)"),
    (
        "s04",
        "",
        &["SELECT ?x { VALUES ?x { 1 1 } { VALUES ?y { 1 } } UNION { VALUES ?y { 2 } } }"],
        "(1) (1) (1) (1)",
    ),
    ("s05", "", &["SELECT ?x { VALUES ?x { 1 UNDEF } } ORDER BY DESC(?x)"], "(1) < (U)"),
    ("s06", "", &["SELECT * { VALUES (?x ?y) { (1 2) } MINUS { VALUES (?y ?z) { (3 3) } } }"], "(1,2)"),
    ("s07", "", &["SELECT * { VALUES ?x { 1 } OPTIONAL { FILTER(?y = ?x) VALUES ?y { 1 2 } } }"], "(1,1)"),
    ("s07", "", &["SELECT * { VALUES ?x { 1 } OPTIONAL { VALUES ?y { 1 2 } FILTER(?y = 2) } }"], "(1,2)"),
    ("s08", "", &["SELECT (\"a\"@en = \"b\"@en AS ?x) (\"a\"@en = \"a\" AS ?y) {}"], "(false,false)"),
    ("s08", "", &["SELECT DISTINCT ?x { VALUES ?x { \"a\"@en \"a\"@fr } }"], "(\"a\"@en) (\"a\"@fr)"),
    (
        "s09",
        "",
        &["SELECT DISTINCT ?x { VALUES ?x { 1 2 2 \"1\" \"NaN\"^^xsd:double \"NaN\"^^xsd:float } }"],
        "(\"1\") (1) (2) (NaN^double) (NaN^float)",
    ),
    ("s09", "", &["SELECT (COUNT(*) AS ?c) { VALUES ?x { 1 1.0 } } GROUP BY ?x"], "(1) (1)"),
    (
        "s10",
        "",
        &["SELECT (ROUND(1.5) AS ?x) (ROUND(-1.4) AS ?y) (ROUND(-1.6) AS ?z) {}"],
        "(2^decimal,-1^decimal,-2^decimal)",
    ),
    ("s11", "", &["SELECT (SUM(1 + ?o) AS ?x) (AVG(1) AS ?y) { ?s ?p ?o }"], "(0,0)"),
    ("s11", ":a :p 1", &["SELECT (SUM(7) AS ?x) { ?s ?p ?o }"], "(7)"),
    ("s12", "", &["SELECT (GROUP_CONCAT(?v) AS ?x) { VALUES ?v { \"a\" \"a\" } }"], "(\"a a\")"),
    (
        "s13",
        "",
        &["SELECT * { VALUES ?x { 1 } OPTIONAL { VALUES ?z { 0 } { VALUES ?y { 1 } FILTER(?y = ?x) } } }"],
        "(1,U,U)",
    ),
    ("s13", "", &["SELECT * { VALUES ?x { 1 } { { VALUES ?y { 1 } FILTER(?y = ?x) } } }"], ""),
    ("s14", ":a :p 1 ; :q 2", &["SELECT ?y { ?s :p ?x OPTIONAL { ?s :q ?y } MINUS { ?s :q ?x } }"], "(2)"),
    ("s14", ":a :p 1 ; :q 2", &["SELECT ?y { ?s :p ?x OPTIONAL { ?s :q ?y MINUS { ?s :r ?x } } }"], "(2)"),
    ("s15", "", &["SELECT ?x { VALUES (?x ?u) { (9 UNDEF) } MINUS { VALUES ?w { 1 } } }"], "(9)"),
    (
        "s15",
        "",
        &["SELECT ?x { VALUES (?x ?u) { (9 UNDEF) (8 2) } MINUS { VALUES (?x ?u) { (7 1) } } }"],
        "(8) (9)",
    ),
    ("s16", "", &["SELECT * { VALUES ?y { 2 } OPTIONAL { VALUES (?x ?y) { (1 UNDEF) } } }"], "(1,2)"),
    ("s16", "", &["SELECT * { VALUES ?y { 2 } VALUES (?x ?y ?z) { (1 2 UNDEF) (1 3 UNDEF) } }"], "(1,2,U)"),
    ("s21", "", &["SELECT * { VALUES ?x { 1 2 } OPTIONAL { VALUES ?y { 1 } } FILTER(?y = ?x) }"], "(1,1)"),
    (
        "s21",
        "",
        &[
            "SELECT ?x { VALUES ?x { 1 2 } OPTIONAL { VALUES (?x ?y) { (1 5) } } VALUES ?z { 0 } FILTER(?y = 5) }",
        ],
        "(1)",
    ),
    (
        "s22",
        "",
        &["SELECT * { { VALUES ?x { 1 2 } } UNION { VALUES ?y { 1 } } FILTER(?x = 1 || ?y = 1) }"],
        "(1,U) (U,1)",
    ),
    ("s22", "", &["SELECT ?x { { VALUES ?x { 1 2 } FILTER(?x = 1) } UNION { VALUES ?x { 2 } } }"], "(1) (2)"),
    (
        "s23",
        "",
        &[
            "SELECT (?x = ?y AS ?a) (?x <= ?x AS ?b) { VALUES (?x ?y) { (\"NaN\"^^xsd:double \"NaN\"^^xsd:double) } }",
        ],
        "(false,false)",
    ),
    (
        "s24",
        "",
        &["SELECT (?x = ?y AS ?a) (?x = 1.0 AS ?b) (?x IN (1) AS ?c) { VALUES (?x ?y) { (01 1) } }"],
        "(true,true,true)",
    ),
    ("s25", "", &["SELECT DISTINCT ?x { VALUES ?x { 1 UNDEF } }"], "(1) (U)"),
    ("s25", "", &["SELECT ?x { VALUES ?x { 1 UNDEF } } ORDER BY ?x"], "(U) < (1)"),
    ("s26", ":a :p 1 , 2", &["ASK { ?s :p ?o } OFFSET 1"], "true"),
    ("s26", ":a :p 1 , 2", &["SELECT (COUNT(*) AS ?c) { ?s :p ?o } HAVING (COUNT(*) = 2)"], "(2)"),
    ("s27", ":a :p 1 ; :q 2", &["SELECT ?s { ?s :p ?x FILTER EXISTS { ?s :q ?y FILTER(?y > ?x) } }"], "(:a)"),
    ("s27", ":a :p 1 ; :q 2", &["SELECT ?s { ?s :p ?x FILTER(!EXISTS { ?s :q ?y FILTER(?y > ?x) }) }"], ""),
    (
        "s27",
        ":a :p 1 ; :q 2",
        &["SELECT ?s { ?s :p ?x FILTER NOT EXISTS { ?s :q ?y ; :p ?x FILTER(?y > ?x) } }"],
        "",
    ),
    (
        "s28",
        "",
        &["SELECT ?x { VALUES ?x { 1 1 2 } } GROUP BY ?x HAVING (COUNT(*) > 1 && COUNT(*) < 3)"],
        "(1)",
    ),
    ("s29", "", &["SELECT ?x ?y { VALUES (?x ?y) { (1 2) } } GROUP BY ?x"], "error"),
    ("s29", "", &["SELECT (?x + 1 AS ?y) (COUNT(*) AS ?c) { VALUES ?x { 1 } }"], "error"),
    ("s29", "", &["SELECT ?x (COUNT(*) AS ?c) { VALUES ?x { 1 1 } } GROUP BY ?x"], "(1,2)"),
    (
        "s36",
        ":a :p 1 . :b :p 2",
        &["SELECT ?s { ?s :p 1 FILTER(true) }", "SELECT ?s { ?s :p 2 FILTER(true) }"],
        "(:b)",
    ),
    (
        "s36",
        "",
        &["SELECT (?x + 1 AS ?y) { VALUES ?x { 1 } }", "SELECT (?x + 2 AS ?y) { VALUES ?x { 3 } }"],
        "(5)",
    ),
    ("s17", ":a :p :b", &["SELECT ?o { VALUES ?s { :z :z } ?s :p* ?o }"], ""),
    ("s17", ":a :p :b", &["SELECT ?o { VALUES ?s { :a } ?s :p+ ?o }"], "(:b)"),
    ("s18", ":s :a :o ; :b :o", &["SELECT ?z { :s (:a|:b) ?z }"], "(:o) (:o)"),
    ("s19", ":g1 { :g1 :p 2 . :g2 :p 1 }", &["SELECT ?o { GRAPH ?g { ?s :p ?o } }"], "(1) (2)"),
    ("s20", ":g { :a :p 1 . :b :q 2 }", &["SELECT ?s { GRAPH :g { ?s :p ?x MINUS { ?t :q ?y } } }"], "(:a)"),
    ("s30", ":a :p :b . :b :p :c", &["SELECT ?o { :a (:p+)+ ?o }"], "(:b) (:c)"),
    ("s30", ":a :p :b . :b :p :a", &["SELECT ?o { :a :p+ ?o }"], "(:a) (:b)"),
    ("s31", ":a :p 1", &["DELETE DATA { :a :p 1 }", "SELECT ?s { ?s :p ?o }"], ""),
    ("s31", ":a :p 1", &["CLEAR DEFAULT", "SELECT ?s { ?s :p 1 }"], ""),
    (
        "s32",
        ":a :p 1",
        &["INSERT { ?s :q ?o } WHERE { ?s :p ?o }", "DELETE WHERE { ?s :p ?o }", "SELECT ?o { :a :q ?o }"],
        "(1)",
    ),
    (
        "s33",
        ":a :p 1 . :b :p 2",
        &["DELETE { ?s :p ?o } WHERE { ?s :p ?o FILTER(?o > 1) }", "SELECT ?s { ?s :p ?o }"],
        "(:a)",
    ),
    ("s34", ":a :p 1", &["INSERT DATA { :b :p 1 }", "SELECT (COUNT(*) AS ?c) { ?s :p ?o }"], "(2)"),
    ("s34", ":a :p 1", &["INSERT DATA { :a :p 1 }", "SELECT (COUNT(?s) AS ?c) { ?s :p ?o }"], "(1)"),
    ("s35", ":g { :a :p 1 }", &["CLEAR GRAPH :g", "SELECT ?s { GRAPH :g { ?s ?p ?o } }"], ""),
    (
        "s35",
        ":g { :a :p 1 }",
        &["DELETE WHERE { GRAPH :g { ?s ?p ?o } }", "SELECT ?s { GRAPH ?g { ?s ?p ?o } }"],
        "",
    ),
    (
        "s38",
        ":a :p 1 , 2",
        &[
            "INSERT DATA { _:n :of 1 }",
            "INSERT DATA { _:n :of 2 }",
            "SELECT (COUNT(DISTINCT ?n) AS ?c) { ?n :of ?s }",
        ],
        "(2)",
    ),
    ("s39", ":a :p :b", &["DELETE DATA { :a :p :b }", "SELECT ?x { ?x :q+ ?x }"], ""),
    ("s40", ":a :t 1 ; :p 5", &["DELETE { ?s :p ?o } WHERE { ?s :t ?o }", "SELECT ?o { :a :p ?o }"], "(5)"),
    ("s41", ":a :p 1, 2, 3, 4", &["SELECT (COUNT(*) AS ?c) { ?s :p ?o }"], "(4)"),
    ("s41", "", &["SELECT (COUNT(*) AS ?c) { VALUES ?x { 1 2 3 4 5 } }"], "(5)"),
    (
        "s42",
        ":a :p 1",
        &["DELETE { ?s :p ?o } INSERT { ?s :p 2 } WHERE { ?s :p ?o }", "SELECT ?o { :a :p ?o }"],
        "(2)",
    ),
    (
        "s42",
        ":a :p 1",
        &["DELETE DATA { :a :p 1 } ; INSERT DATA { :a :p 1 }", "SELECT ?o { :a :p ?o }"],
        "(1)",
    ),
    ("s43", ":s :p :a , :b . :a :q 1 . :b :q 2", &["SELECT ?z { :s :p/:q ?z }"], "(1) (2)"),
    ("s43", ":s :p :a , :b . :a :q :z . :b :q :z", &["SELECT ?z { :s :p ?y . ?y :q ?z }"], "(:z) (:z)"),
    ("s44", ":s :p :a ; :q :b", &["SELECT ?s { { ?s :p ?x } { ?s :q ?y } }"], "(:s)"),
    ("s44", ":s :p :a ; :q :b", &["SELECT ?s ?o { ?s :p ?o . ?s :q ?o }"], ""),
    ("s45", ":s :p :m . :m :q 1 , 2", &["SELECT ?x { ?s :p ?m { ?m :q ?x } }"], "(1) (2)"),
    ("s45", ":s :p :m . :m :q 1 , 2", &["SELECT ?s { ?s :p ?m . ?m :q ?x }"], "(:s) (:s)"),
    ("s36", "", &["ASK { FILTER(1 < 2) }", "ASK { FILTER(1 > 2) }"], "false"),
    ("s37", ":a :p 1 ; :q 1 , 2", &["SELECT ?y { ?s :p ?x { ?s :q ?y FILTER(?x = ?y) } }"], ""),
    ("s37", ":a :p 1 ; :q 1 , 2 , 3", &["SELECT ?y { ?s :p ?x { ?s :q ?y FILTER(?z = ?y) } }"], ""),
    (
        "s37",
        ":a :p 1 ; :q 1 , 2 , 3",
        &["SELECT ?s { ?s :p ?x FILTER EXISTS { ?s :q ?y FILTER(?x = ?y) } }"],
        "(:a)",
    ),
];

#[test]
fn outside_its_condition_a_fault_does_not_show() {
    for fault in FAULTS {
        assert!(NEIGHBOURS.iter().any(|(id, ..)| *id == fault.id), "{}", fault.id);
    }
    for (fault, data, queries, answer) in NEIGHBOURS {
        let graph = Graph::Rdf(dataset(data));
        expect(&graph, queries, None, answer);
        expect(&graph, queries, Some(fault), answer);
    }
}
