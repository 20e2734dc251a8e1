//! Updates, by the dataset that they leave.

use super::{PREFIXES, dataset, profile, session};
use crate::parse::parse_update;
use quarrel_case::language::{Budget, Session, Tree};
use quarrel_case::profile::Profile;
use quarrel_case::verdict::ErrorStatus;

/// The quads after an update, and what is known of its errors.
fn after(data: &str, update: &str) -> (String, ErrorStatus) {
    after_under(&Profile::default(), data, update)
}

fn after_under(profile: &Profile, data: &str, update: &str) -> (String, ErrorStatus) {
    let tree =
        parse_update(&format!("{PREFIXES}{update}")).unwrap_or_else(|error| panic!("{update}: {error}"));
    let mut session = session(&dataset(data), profile).expect("a declared profile");
    let evaluation = session.run(&Tree::new(tree), &Budget::default());
    let quads = session.graph().dataset().map(|dataset| dataset.quads.clone()).unwrap_or_default();
    let mut lines: Vec<String> = quads
        .iter()
        .map(|quad| {
            let graph = quad.graph.iter().map(|name| format!(" {}", super::show_term(name)));
            let terms = [&quad.subject, &quad.predicate, &quad.object].map(super::show_term).join(" ");
            format!("{terms}{}", graph.collect::<String>())
        })
        .collect();
    lines.sort();
    (lines.join(" . "), evaluation.errors)
}

fn check(table: &[(&str, &str, &str)]) {
    for (data, update, expected) in table {
        assert_eq!(after(data, update).0, *expected, "{update} on {data}");
    }
}

#[test]
fn data_is_inserted_and_deleted() {
    check(&[
        ("", "INSERT DATA { :a :p 1 . GRAPH :g { :a :p 2 } }", ":a :p 1 . :a :p 2 :g"),
        (":a :p 1", "INSERT DATA { :a :p 1 }", ":a :p 1"),
        (":a :p 1, 2", "DELETE DATA { :a :p 1 . :b :p 1 }", ":a :p 2"),
        (":g { :a :p 1 }", "DELETE DATA { :a :p 1 }", ":a :p 1 :g"),
        ("", "INSERT DATA { _:x :p _:x }", "_:new0 :p _:new0"),
        ("", "INSERT DATA { [] :p 1 } ; INSERT DATA { [] :p 2 }", "_:new0 :p 1 . _:new1 :p 2"),
        ("", "", ""),
    ]);
}

#[test]
fn what_is_deleted_from_a_default_graph_that_shows_all_goes_from_all() {
    let union = profile(&[("default-graph", "union")]);
    for (update, expected) in [
        ("DELETE DATA { :a :p 1 }", ":a :p 2 :g"),
        ("DELETE WHERE { ?s :p 2 }", ":a :p 1 . :a :p 1 :g"),
        ("DELETE { GRAPH :g { ?s :p 1 } } WHERE { ?s :p 1 }", ":a :p 1 . :a :p 2 :g"),
        ("CLEAR DEFAULT", ":a :p 1 :g . :a :p 2 :g"),
    ] {
        assert_eq!(after_under(&union, ":a :p 1 . :g { :a :p 1, 2 }", update).0, expected, "{update}");
    }
}

#[test]
fn all_solutions_are_found_first_then_deleted_then_inserted() {
    check(&[
        (":a :p 1, 2", "DELETE { ?s :p ?o } INSERT { ?s :q ?o } WHERE { ?s :p ?o }", ":a :q 1 . :a :q 2"),
        (":a :p 1", "DELETE { ?s :p ?o } INSERT { ?s :p ?o } WHERE { ?s :p ?o }", ":a :p 1"),
        (":a :p 1 ; :q 1", "DELETE WHERE { ?s :p ?o ; :q ?o }", ""),
        (":a :p 1 . :g { :a :p 1 }", "DELETE WHERE { GRAPH ?g { ?s ?p ?o } }", ":a :p 1"),
        (":a :p 1, :b", "INSERT { ?o :q 1 ; :r ?none } WHERE { :a :p ?o }", ":a :p 1 . :a :p :b . :b :q 1"),
        (
            ":a :p 1, 2",
            "INSERT { [] :q ?o } WHERE { ?s :p ?o }",
            ":a :p 1 . :a :p 2 . _:new0 :q 1 . _:new1 :q 2",
        ),
    ]);
}

#[test]
fn with_and_using_choose_the_graphs() {
    let data = ":a :p 1 . :g { :a :p 2 } :h { :a :p 3 }";
    check(&[
        (data, "WITH :g DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }", ":a :p 1 . :a :p 3 :h"),
        (
            data,
            "WITH :g DELETE { ?s :p ?o } USING :h WHERE { ?s ?p ?o }",
            ":a :p 1 . :a :p 2 :g . :a :p 3 :h",
        ),
        (
            data,
            "INSERT { GRAPH ?g { :x :y ?o } } USING NAMED :h WHERE { GRAPH ?g { ?s ?p ?o } }",
            ":a :p 1 . :a :p 2 :g . :a :p 3 :h . :x :y 3 :h",
        ),
    ]);
}

#[test]
fn graphs_are_managed_as_wholes() {
    let data = ":a :p 1 . :g { :a :p 2 } :h { :a :p 3 }";
    check(&[
        (data, "CLEAR DEFAULT", ":a :p 2 :g . :a :p 3 :h"),
        (data, "CLEAR NAMED", ":a :p 1"),
        (data, "DROP ALL", ""),
        (data, "DROP GRAPH :g", ":a :p 1 . :a :p 3 :h"),
        (data, "ADD :g TO DEFAULT", ":a :p 1 . :a :p 2 . :a :p 2 :g . :a :p 3 :h"),
        (data, "COPY :g TO :h", ":a :p 1 . :a :p 2 :g . :a :p 2 :h"),
        (data, "MOVE DEFAULT TO :g", ":a :p 1 :g . :a :p 3 :h"),
        (data, "MOVE :g TO :g", ":a :p 1 . :a :p 2 :g . :a :p 3 :h"),
        (data, "CREATE GRAPH :new ; DROP SILENT GRAPH :none", ":a :p 1 . :a :p 2 :g . :a :p 3 :h"),
    ]);
}

#[test]
fn where_stores_may_fail_an_error_is_possible() {
    for (update, errors) in [
        ("DROP GRAPH :none", ErrorStatus::May),
        ("DROP SILENT GRAPH :none", ErrorStatus::Never),
        ("CREATE GRAPH :g", ErrorStatus::May),
        ("CREATE GRAPH :none", ErrorStatus::Never),
        ("CLEAR GRAPH :g ; CREATE GRAPH :g", ErrorStatus::May),
        ("DROP GRAPH :g ; CREATE GRAPH :g", ErrorStatus::Never),
        ("COPY :none TO :g", ErrorStatus::May),
        ("CLEAR ALL", ErrorStatus::Never),
    ] {
        assert_eq!(after(":g { :a :p 1 }", update).1, errors, "{update}");
    }
}

#[test]
fn a_request_without_an_outcome_changes_nothing() {
    let (left, errors) = after(":a :p 1", "DELETE DATA { :a :p 1 } ; LOAD :x");
    assert_eq!((left.as_str(), errors), (":a :p 1", ErrorStatus::May));
}

#[test]
fn what_stores_a_computed_number_leaves_the_dataset_open() {
    const FORM: Option<&str> = Some("the lexical form of a computed value");
    for (update, open) in [
        ("INSERT { :a :q ?x } WHERE { BIND (1.0 + 1.0 AS ?x) }", FORM),
        ("INSERT { :a :q ?x } WHERE { BIND (1 + 1 AS ?x) }", None),
        ("INSERT { :a :q ?y } WHERE { BIND (1.0 + 1.0 AS ?x) BIND (?x = 2 AS ?y) }", None),
    ] {
        let tree = parse_update(&format!("{PREFIXES}{update}")).expect(update);
        let mut session = session(&dataset(""), &Profile::default()).expect("a declared profile");
        let evaluation = session.run(&Tree::new(tree), &Budget::default());
        assert_eq!(evaluation.open.as_deref(), open, "{update}");
    }
}
