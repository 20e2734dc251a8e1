mod errors;

use super::parse;
use crate::ast::{Column, Element, Expression, Form, Projection, Query};
use crate::print::{Spelling, print};

/// The query that `SELECT * WHERE { FILTER (expression) }` reads the expression as.
fn filter(expression: &str) -> Expression {
    let query = parse(&format!("SELECT * {{ FILTER ({expression}) }}")).expect(expression);
    match query.pattern.elements.into_iter().next() {
        Some(Element::Filter(expression)) => expression,
        other => unreachable!("{other:?}"),
    }
}

fn canonical(text: &str) -> String {
    print(&parse(text).expect(text), &Spelling::default())
}

#[test]
fn operators_bind_as_in_the_grammar() {
    let table = [
        ("1 + 2 + 3", "(1 + 2) + 3"),
        ("1 - 2 - 3", "(1 - 2) - 3"),
        ("1 + 2 * 3", "1 + (2 * 3)"),
        ("?a || ?b && ?c", "?a || (?b && ?c)"),
        ("?a && ?b || ?c", "(?a && ?b) || ?c"),
        ("?a = 1 && ?b < 2", "(?a = 1) && (?b < 2)"),
        ("?a + 1 = ?b * 2", "(?a + 1) = (?b * 2)"),
        ("!?a && ?b", "(!?a) && ?b"),
        ("!?a = ?b", "(!?a) = ?b"),
        ("-?a * ?b", "(-?a) * ?b"),
        ("?a IN (1) && ?b", "(?a IN (1)) && ?b"),
        ("?a + 1 NOT IN (1, 2)", "(?a + 1) NOT IN (1, 2)"),
        ("?a -1", "?a - 1"),
        ("?a-1", "?a - 1"),
        ("?a +1.5", "?a + 1.5"),
        ("?a -1*?b", "?a - (1 * ?b)"),
        ("?a -1-1", "(?a - 1) - 1"),
        ("?a*2 -1", "(?a * 2) - 1"),
        ("!!?a", "!(!?a)"),
        ("exists {}", "EXISTS {}"),
        ("isuri(?a)", "isURI(?a)"),
        ("strlen(?a)", "STRLEN(?a)"),
    ];
    for (bare, bracketed) in table {
        assert_eq!(filter(bare), filter(bracketed), "{bare}");
    }
}

#[test]
fn brackets_that_matter_are_not_lost() {
    let table = [
        ("1 - (2 - 3)", "1 - 2 - 3"),
        ("(1 + 2) * 3", "1 + 2 * 3"),
        ("(?a || ?b) && ?c", "?a || ?b && ?c"),
        ("?a - -1", "?a + 1"),
        ("-(1)", "-1"),
        ("- 1", "-1"),
        ("!(?a = ?b)", "!?a = ?b"),
    ];
    for (one, other) in table {
        assert_ne!(filter(one), filter(other), "{one}");
    }
}

#[test]
fn a_signed_number_is_one_literal_and_a_sign_apart_is_an_operator() {
    assert!(matches!(filter("-1"), Expression::Constant(_)));
    assert!(matches!(filter("- 1"), Expression::Unary { .. }));
    assert!(
        matches!(filter("?a - -1"), Expression::Binary { right, .. } if matches!(*right, Expression::Constant(_)))
    );
}

#[test]
fn abbreviations_become_flat_triple_patterns() {
    let table = [
        ("?s a ?c ; ?p ?o , 1 ;; .", "?s a ?c . ?s ?p ?o . ?s ?p 1 ."),
        ("[ :p 1 ] :q 2", "_:b0 <http://e/p> 1 . _:b0 <http://e/q> 2 ."),
        ("[ :p 1 ; :q 2 ]", "_:b0 <http://e/p> 1 . _:b0 <http://e/q> 2 ."),
        ("_:b0 :p []", "_:b0 <http://e/p> _:b1 ."),
        ("?s :p [ :q [] ]", "_:b0 <http://e/q> _:b1 . ?s <http://e/p> _:b0 ."),
        ("() :p ()", "RDFnil> <http://e/p> RDFnil> ."),
        (
            "(1 ?x) :p 2",
            "_:b0 RDFfirst> 1 . _:b0 RDFrest> _:b1 . _:b1 RDFfirst> ?x . _:b1 RDFrest> RDFnil> . _:b0 <http://e/p> 2 .",
        ),
        ("(1)", "_:b0 RDFfirst> 1 . _:b0 RDFrest> RDFnil> ."),
    ];
    for (short, flat) in table {
        let flat = flat.replace("RDF", "<http://www.w3.org/1999/02/22-rdf-syntax-ns#");
        let query = parse(&format!("PREFIX : <http://e/> ASK {{ {short} }}")).expect(short);
        let spelling = Spelling { prefixed_names: false, ..Spelling::default() };
        let text = print(&query, &spelling);
        assert_eq!(text, format!("PREFIX : <http://e/> ASK WHERE {{ {flat} }}"), "{short}");
    }
}

#[test]
fn iris_are_resolved_and_names_unescaped() {
    let table = [
        ("BASE <http://e/a/> ASK { <b> <../c> <> }", "<http://e/a/b> <http://e/c> <http://e/a/>"),
        (
            "BASE <http://e/a> PREFIX p: <x#> ASK { p:y p: p:%41 }",
            "<http://e/x#y> <http://e/x#> <http://e/x#%41>",
        ),
        ("PREFIX p: <u:> PREFIX p: <v:> ASK { p:a.b p:1 p:\\,\\- . }", "<v:a.b> <v:1> <v:,->"),
        ("PREFIX : <u:> ASK { :a:b :a. :b :c. . }", ""),
        ("ASK { <a\\u0062\\U0001F600> <p> <o> }", "<ab\u{1F600}> <p> <o>"),
    ];
    for (text, triple) in table {
        let Ok(query) = parse(text) else {
            assert!(triple.is_empty(), "{text}");
            continue;
        };
        let printed = print(&query, &Spelling { prefixed_names: false, ..Spelling::default() });
        assert!(printed.contains(&format!("{{ {triple} . }}")), "{printed}");
    }
}

#[test]
fn literals_keep_their_lexical_form() {
    let table = [
        ("'a'", r#""a""#),
        (r#""""a"b""c""""#, r#""a\"b\"\"c""#),
        ("'''a\n'b'''", r#""a\n'b""#),
        (r"'\t\u0041\\u0041'", r#""\tA\\u0041""#),
        ("'a'@EN-gb", r#""a"@EN-gb"#),
        ("01", "01"),
        ("+1", "+1"),
        (".5", ".5"),
        ("1.e5", "1.e5"),
        ("-1E+05", "-1E+05"),
        ("TRUE", "true"),
        (r#""1"^^<http://www.w3.org/2001/XMLSchema#integer>"#, "1"),
        (
            r#""1."^^<http://www.w3.org/2001/XMLSchema#decimal>"#,
            r#""1."^^<http://www.w3.org/2001/XMLSchema#decimal>"#,
        ),
        (r#""x"^^<http://www.w3.org/2001/XMLSchema#string>"#, r#""x""#),
        (r#""x"^^<u:t>"#, r#""x"^^<u:t>"#),
    ];
    for (written, printed) in table {
        let text = canonical(&format!("ASK {{ ?s ?p {written} }}"));
        assert_eq!(text, format!("ASK WHERE {{ ?s ?p {printed} . }}"));
    }
}

#[test]
fn elements_keep_their_place_and_their_braces() {
    let text = "ASK WHERE { ?a ?b ?c . FILTER (?a) ?d ?e ?f . OPTIONAL { { ?a ?b ?c . } } { { } } { } UNION { } UNION { \
                MINUS { } } VALUES (?x ?y) { (1 UNDEF) } BIND (1 AS ?z) }";
    assert_eq!(canonical(text), text);
}

#[test]
fn a_less_than_sign_is_told_from_an_iri() {
    assert_eq!(filter("?a<?b && ?c >?d"), filter("(?a < ?b) && (?c > ?d)"));
    assert_eq!(filter("?a <= 1"), filter("?a<=1"));
}

#[test]
fn the_tree_survives_json() {
    let text = "PREFIX : <http://e/> SELECT DISTINCT ?s (SUM(?o) AS ?t) { ?s :p ?o . _:b a 'x'@en OPTIONAL { ?s ?p 01 \
                FILTER (?p != :q || !EXISTS { }) } VALUES ?o { UNDEF 1.0 } } GROUP BY ?s ORDER BY DESC(?t) LIMIT 3";
    let query = parse(text).expect(text);
    let json = serde_json::to_string(&query).expect("the tree is JSON");
    assert!(json.contains(r#"{"constant":"\"01\"^^<http://www.w3.org/2001/XMLSchema#integer>"}"#), "{json}");
    assert_eq!(serde_json::from_str::<Query>(&json).expect("its own JSON"), query);
    let Form::Select(select) = &query.form else { unreachable!() };
    let Projection::Columns(columns) = &select.projection else { unreachable!() };
    assert_eq!(columns.iter().map(|column| Column::variable(column).name()).collect::<Vec<_>>(), ["s", "t"]);
}
