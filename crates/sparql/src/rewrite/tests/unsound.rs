//! Forms that were published, or that are near at hand, and do not hold: a counter-example for each.

use quarrel_case::answer::Answer;
use quarrel_case::graph::{Dataset, Graph};
use quarrel_case::language::{Budget, Language};
use quarrel_case::profile::Profile;

use crate::language::Sparql;

/// How many rows a query has, and of a count its number, after this data was put in.
fn rows(data: &str, query: &str) -> String {
    let prefixes = "PREFIX : <http://e/> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> ";
    let mut session = Sparql.session(&Graph::Rdf(Dataset::default()), &Profile::default()).unwrap();
    let mut run = |text: String| {
        let evaluation = session.run(&Sparql.parse(&text).unwrap(), &Budget::default());
        assert_eq!(evaluation.open, None, "{text}");
        evaluation.result.unwrap()
    };
    run(format!("{prefixes}INSERT DATA {{ {data} }}"));
    match run(format!("{prefixes}SELECT * {{ {query} }}")) {
        Answer::Table(table) => table.to_json()["rows"].to_string(),
        other => format!("{other:?}"),
    }
}

fn count(data: &str, query: &str) -> usize {
    rows(data, query).matches(['[']).count() - 1
}

#[test]
fn a_condition_in_an_optional_does_not_partition() {
    // SPARQL 1.1, 18.2.2.6: it decides about an extension, so each part has a row for each of the left side.
    let part = |condition: &str| {
        format!("VALUES ?x {{ 1 2 }} OPTIONAL {{ VALUES ?y {{ 1 2 }} FILTER({condition}) }}")
    };
    let whole = count("", "VALUES ?x { 1 2 } OPTIONAL { VALUES ?y { 1 2 } }");
    let undecided = "COALESCE(IF(?x = ?y, false, false), true)";
    let parts: usize = ["?x = ?y", "!(?x = ?y)", undecided].iter().map(|c| count("", &part(c))).sum();
    assert_eq!((whole, parts), (4, 6));
}

#[test]
fn two_parts_lose_what_is_an_error() {
    let part = |condition: &str| count("", &format!("VALUES ?x {{ 1 \"a\" }} FILTER({condition})"));
    assert_eq!(
        (part("?x > 0") + part("!(?x > 0)"), part("COALESCE(IF(?x > 0, false, false), true)")),
        (1, 1)
    );
}

#[test]
fn forms_that_are_near_at_hand_differ() {
    for (why, data, one, other) in [
        (
            "NaN is neither less nor greater",
            "",
            "VALUES ?x { \"NaN\"^^xsd:double } FILTER(!(?x < 1))",
            "VALUES ?x { \"NaN\"^^xsd:double } FILTER(?x >= 1)",
        ),
        (
            "a term of an unknown datatype equals itself and has no order (17.3)",
            "",
            "VALUES ?x { \"a\"^^:t } FILTER(?x <= ?x)",
            "VALUES ?x { \"a\"^^:t } FILTER(?x < ?x || ?x = ?x)",
        ),
        (
            "MINUS that shares nothing takes nothing away (8.3.3)",
            ":a :p 1",
            "?s :p ?o MINUS { ?x :p ?y }",
            "?s :p ?o FILTER NOT EXISTS { ?x :p ?y }",
        ),
        (
            "a filter after an OPTIONAL is no filter in it (18.2.2.6)",
            ":a :p 1",
            "?s :p ?o OPTIONAL { ?s :q ?r } FILTER(?r = 1)",
            "?s :p ?o OPTIONAL { ?s :q ?r FILTER(?r = 1) }",
        ),
        (
            "one or more gives each pair once, one and any number as often as there are ways (18.4)",
            ":a :p :b, :c . :b :p :d . :c :p :d",
            ":a :p+ ?o",
            ":a :p/:p* ?o",
        ),
        (
            "a written term begins a path of length zero where it is in no triple (9.1)",
            ":a :p :b",
            "VALUES ?s { :z } ?s :p* ?o",
            "VALUES ?s { :z } :z :p* ?o",
        ),
        (
            "what is unbound takes a value in a later join, which a filter before does not see",
            "",
            "VALUES (?x ?y) { (1 UNDEF) } VALUES ?y { 2 } FILTER(?y = 2)",
            "{ VALUES (?x ?y) { (1 UNDEF) } FILTER(?y = 2) } VALUES ?y { 2 }",
        ),
        (
            "a union of conditions is a bag (18.5, Union)",
            "",
            "VALUES ?x { 1 } FILTER(?x > 0 || ?x < 2)",
            "{ VALUES ?x { 1 } FILTER(?x > 0) } UNION { VALUES ?x { 1 } FILTER(?x < 2) }",
        ),
    ] {
        assert_ne!(rows(data, one), rows(data, other), "{why}");
    }
}
