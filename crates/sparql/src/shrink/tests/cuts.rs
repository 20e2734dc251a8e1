//! What is offered in a query's place.

use super::*;
use crate::ast::{Form, Projection};
use quarrel_case::names::{NameKind, Renaming};

/// Queries and one candidate each; `:` is the namespace of the data.
const CUTS: &[(&str, &str)] = &[
    // Groups and elements.
    ("SELECT ?s { ?s :v ?o FILTER (?o > 1) }", "SELECT ?s { ?s :v ?o }"),
    ("SELECT * { OPTIONAL { ?s :v ?o } }", "SELECT * { ?s :v ?o }"),
    ("SELECT * { OPTIONAL { ?s :v ?o } }", "SELECT * { { ?s :v ?o } }"),
    ("SELECT * { ?s :v ?o MINUS { ?s :n ?r } }", "SELECT * { ?s :v ?o . ?s :n ?r }"),
    ("SELECT * { ?s :v ?o FILTER EXISTS { ?s :n ?r } }", "SELECT * { ?s :v ?o . ?s :n ?r }"),
    ("SELECT * { { ?s ?p ?o } UNION { ?o ?p ?s } }", "SELECT * { ?o ?p ?s }"),
    ("SELECT * { ?s ?p ?o FILTER(?s = 1 && ?o = 2) }", "SELECT * { ?s ?p ?o FILTER (?o = 2) }"),
    ("SELECT * { ?a :v ?b . ?c :v ?d . ?e :v ?f . ?g :v ?h }", "SELECT * { ?a :v ?b . ?c :v ?d }"),
    ("SELECT ?s { VALUES ?s { 1 2 } }", "SELECT ?s { VALUES ?s { 2 } }"),
    ("SELECT * { VALUES (?s ?o) { (1 2) (3 4) } }", "SELECT * { VALUES ?o { 2 4 } }"),
    ("SELECT * { VALUES (?s ?o) { (1 2) } }", "SELECT * { BIND(1 AS ?s) BIND(2 AS ?o) }"),
    ("SELECT * { VALUES ?s { 1 UNDEF } }", "SELECT * { VALUES ?s { 1 1 } }"),
    ("SELECT * { [] :v ?o }", "SELECT * { ?x :v ?o }"),
    ("SELECT * { OPTIONAL { ?s :v ?o } FILTER (?o) }", "SELECT * { OPTIONAL { VALUES ?o { } } FILTER (?o) }"),
    // Clauses.
    ("SELECT ?s ?o { ?s ?p ?o }", "SELECT ?o { ?s ?p ?o }"),
    ("SELECT DISTINCT ?s { ?s ?p ?o }", "SELECT ?s { ?s ?p ?o }"),
    ("ASK { ?s ?p ?o }", "SELECT * { ?s ?p ?o }"),
    ("SELECT ?s { ?s ?p ?o } ORDER BY ?o DESC(?p)", "SELECT ?s { ?s ?p ?o } ORDER BY ?o"),
    ("SELECT ?s { ?s ?p ?o } ORDER BY DESC(?o)", "SELECT ?s { ?s ?p ?o } ORDER BY ?o"),
    ("SELECT ?s (COUNT(*) AS ?c) { ?s ?p ?o } GROUP BY ?s", "SELECT ?s { ?s ?p ?o }"),
    ("SELECT ?s { ?s ?p ?o } LIMIT 5 OFFSET 1", "SELECT ?s { ?s ?p ?o } OFFSET 1"),
    ("SELECT ?r { BIND(1 + 2 AS ?r) }", "SELECT (1 + 2 AS ?r) {}"),
    ("SELECT (SUM(DISTINCT ?o) AS ?c) { ?s ?p ?o }", "SELECT (SUM(?o) AS ?c) { ?s ?p ?o }"),
    ("SELECT (SUM(?o) AS ?c) { ?s ?p ?o }", "SELECT (COUNT(*) AS ?c) { ?s ?p ?o }"),
    ("SELECT (SUM(DISTINCT ?o) AS ?c) { ?s ?p ?o }", "SELECT (COUNT(DISTINCT ?o) AS ?c) { ?s ?p ?o }"),
    ("SELECT (SUM(DISTINCT ?o) AS ?c) { ?s ?p ?o }", "SELECT DISTINCT ?o { ?s ?p ?o }"),
    ("SELECT * { { SELECT (COUNT(*) AS ?c) { ?s ?p ?o } } }", "SELECT (COUNT(*) AS ?c) { ?s ?p ?o }"),
    ("SELECT ?s { ?s :v ?o } ORDER BY (?o < 8)", "SELECT * { VALUES ?x { true UNDEF } } ORDER BY ?x"),
    ("SELECT ?s { ?s :v ?o } ORDER BY (?o < 8)", "SELECT * { VALUES ?x { true false } } ORDER BY ?x"),
    (
        "SELECT (MIN(?s) AS ?m) { ?s :v ?o } GROUP BY (?o < 8 AS ?k) ORDER BY ?k",
        "SELECT * { VALUES ?x { true UNDEF } } ORDER BY ?x",
    ),
    (
        "SELECT (?o < 8 AS ?k) { ?s :v ?o } ORDER BY DESC(?k)",
        "SELECT * { VALUES ?x { true UNDEF } } ORDER BY DESC(?x)",
    ),
    // Expressions.
    ("SELECT (!(1 < 2) AS ?r) {}", "SELECT (1 >= 2 AS ?r) {}"),
    ("SELECT (CONCAT(\"a\", \"b\") AS ?r) {}", "SELECT (CONCAT(\"b\") AS ?r) {}"),
    ("SELECT (1 NOT IN (2, 3) AS ?r) {}", "SELECT (1 NOT IN (3) AS ?r) {}"),
    ("SELECT (1 IN (3) AS ?r) {}", "SELECT (1 = 3 AS ?r) {}"),
    ("SELECT (1 NOT IN (3) AS ?r) {}", "SELECT (1 != 3 AS ?r) {}"),
    // Known values: of expressions, of variables, of elements, of groups.
    ("SELECT (STRLEN(\"ab\") + 1 AS ?r) {}", "SELECT (2 + 1 AS ?r) {}"),
    ("SELECT (STR(1 / \"a\") AS ?r) {}", "SELECT (STR(?x) AS ?r) {}"),
    ("SELECT ?o { :b :v ?o FILTER(?o > 1) }", "SELECT (9 > 1 AS ?x) {}"),
    ("SELECT ?s { ?s :p ?o . ?o :v ?n }", "SELECT ?s { ?s :p :b . :b :v ?n }"),
    ("SELECT ?s { ?s :p ?o OPTIONAL { ?o :v ?n } }", "SELECT * { OPTIONAL { :b :v ?n } }"),
    ("SELECT ?s ?n { ?s :p ?o OPTIONAL { ?o :v ?n } }", "SELECT ?s ?n { VALUES (?s ?n) { (:a 9) } }"),
    ("SELECT ?n { ?s :p ?o . ?o :v ?n FILTER(?n > 1) }", "SELECT ?n { VALUES ?n { 9 } FILTER(?n > 1) }"),
    ("SELECT (COUNT(*) AS ?c) { ?s :v ?o }", "SELECT (COUNT(*) AS ?c) { VALUES ?s { :a :b } }"),
    ("SELECT (1 AS ?r) { ?s :v ?o } GROUP BY (1 AS ?k) HAVING(COUNT(*) > 2)", "SELECT (3 > 2 AS ?x) {}"),
];

fn in_data(text: &str) -> String {
    format!("PREFIX : <http://e/> {text}")
}

#[test]
fn a_query_is_cut_at_every_place() {
    for (text, expected) in CUTS {
        let found = candidates(&in_data(text), &data());
        let mut expected = parse(&in_data(expected)).unwrap();
        let prefixed = super::text(&expected);
        expected.prologue.prefixes.clear();
        let listed = found.contains(&prefixed) || found.contains(&super::text(&expected));
        assert!(listed, "{prefixed}\nnot in\n{}", found.join("\n"));
    }
}

#[test]
fn an_update_is_tried_as_the_query_for_what_its_pattern_finds() {
    for (update, expected) in [
        ("INSERT { ?s :q ?o } WHERE { ?s :p ?o }", &["SELECT * { ?s :p ?o }"][..]),
        ("DELETE { ?s ?p ?o } USING :g WHERE { ?s ?p ?o }", &["SELECT * FROM :g { ?s ?p ?o }"]),
        ("WITH :g DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }", &["SELECT * FROM :g { ?s ?p ?o }"]),
        ("WITH :g INSERT { :a :p 1 } USING :h WHERE {}", &["SELECT * FROM :h {}"]),
        ("CLEAR DEFAULT ; INSERT DATA { :a :p 1 }", &[]),
    ] {
        let found = asked_by(&crate::parse::parse_update(&in_data(update)).unwrap());
        let expected: Vec<String> = expected
            .iter()
            .map(|query| {
                let mut query = parse(&in_data(query)).unwrap();
                query.prologue.prefixes.clear();
                text(&query)
            })
            .collect();
        assert_eq!(found.iter().map(text).collect::<Vec<_>>(), expected, "{update}");
    }
}

#[test]
fn each_candidate_is_offered_once_and_can_be_read() {
    for (text, _) in CUTS {
        let found = candidates(&in_data(text), &data());
        let distinct: BTreeSet<&String> = found.iter().collect();
        assert_eq!(distinct.len(), found.len(), "{text}");
        for candidate in &found {
            assert!(parse(candidate).is_ok(), "{candidate}");
        }
    }
}

#[test]
fn a_query_that_must_be_rejected_shrinks_to_others_of_its_kind() {
    let wrong = parse("SELECT ?x (COUNT(*) AS ?c) { VALUES ?x { 1 } }");
    assert!(wrong.is_err());
    let mut query = parse("SELECT ?x (1 AS ?c) { VALUES ?x { 1 } FILTER(?x = 1) }").unwrap();
    let count = parse("SELECT (COUNT(*) AS ?c) {}").unwrap();
    if let (Form::Select(select), [column]) = (&mut query.form, count.columns())
        && let Projection::Columns(columns) = &mut select.projection
    {
        columns.pop();
        columns.push(column.clone());
    }
    let (end, _) = reduce(&query, &data(), &|query| !is_valid(query));
    assert_eq!(text(&end), "SELECT ?x (COUNT(*) AS ?y) WHERE { }");
}

#[test]
fn cutting_ends() {
    let query = "SELECT DISTINCT ?s (STRLEN(?x) AS ?n) { ?s ?p ?o OPTIONAL { ?o ?q ?x FILTER(?x IN (1, ?s)) } } \
                 ORDER BY DESC(?n) LIMIT 3";
    let (end, _) = reduce(&parse(query).unwrap(), &data(), &|_| true);
    assert_eq!(text(&end), "SELECT * WHERE { }");
}

#[test]
fn a_graph_of_the_other_model_does_no_harm() {
    let graph = Graph::empty(Model::Property);
    assert!(!candidates("SELECT * { ?s ?p ?o FILTER(?o = 1) }", &graph).is_empty());
}

#[test]
fn the_names_of_a_query_are_its_iris_but_not_those_with_a_meaning() {
    let query = "PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> PREFIX : <http://e/> SELECT (:f(?o) AS ?r) \
                 { :a a :c ; :p \"1\"^^:t . VALUES ?x { :v } FILTER(?o = :i && DATATYPE(?o) = xsd:byte && :f(?o)) }";
    let query = parse(query).unwrap();
    let found = names(&query);
    let iris: Vec<&str> = found.iter().map(|(_, iri)| iri.trim_start_matches("http://e/")).collect();
    assert_eq!(iris, ["a", "c", "i", "p", "v"]);
    let there: Renaming =
        found.iter().map(|name| (name.clone(), format!("http://x/{}", name.1.len()) + &name.1)).collect();
    let back: Renaming = there.iter().map(|((kind, old), new)| ((*kind, new.clone()), old.clone())).collect();
    let other = renamed(&query, &there);
    assert!(names(&other).iter().all(|(kind, iri)| *kind == NameKind::Iri && iri.starts_with("http://x/")));
    assert_eq!(names(&renamed(&other, &back)), found);
    assert_eq!(renamed(&query, &Renaming::new()), query);
    let again = renamed(&other, &back);
    assert_eq!((again.form, again.pattern, again.modifiers), (query.form, query.pattern, query.modifiers));
}
