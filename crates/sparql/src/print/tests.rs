use super::{Layout, Spelling, print, print_expression};
use crate::ast::{
    BinaryOperator, Element, Expression, Form, Group, Query, TermPattern, TriplePattern, UnaryOperator, Verb,
};
use crate::parse::parse;
use quarrel_case::term::Term;

fn ask(elements: Vec<Element>) -> Query {
    Query {
        prologue: crate::ast::Prologue::default(),
        form: Form::Ask,
        dataset: crate::ast::DatasetClause::default(),
        pattern: Group { elements },
        modifiers: crate::ast::Modifiers::default(),
    }
}

#[test]
fn a_query_has_one_canonical_text() {
    let table = [
        (
            "prefix : <http://e/>\nprefix xsd: <http://www.w3.org/2001/XMLSchema#>\nselect distinct ?s (count(*) as ?n) \
             where { ?s :p ?o ; a :C . filter(?o > xsd:byte('1')) optional { :b :q 'x'^^xsd:token } }\ngroup by ?s \
             (1 as ?g) having (?n) order by ?s desc(?n) offset 2 limit 1",
            "PREFIX : <http://e/> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> SELECT DISTINCT ?s (COUNT(*) AS ?n) \
             WHERE { ?s :p ?o . ?s a :C . FILTER (?o > xsd:byte(\"1\")) OPTIONAL { :b :q \"x\"^^xsd:token . } } \
             GROUP BY ?s (1 AS ?g) HAVING (?n) ORDER BY ASC(?s) DESC(?n) LIMIT 1 OFFSET 2",
        ),
        (
            "BASE <http://e/> ASK { <a> <b> <c> }",
            "BASE <http://e/> ASK WHERE { <http://e/a> <http://e/b> <http://e/c> . }",
        ),
        ("SELECT * {}", "SELECT * WHERE { }"),
        ("ASK { VALUES () { () () } VALUES ?x { } }", "ASK WHERE { VALUES () { () () } VALUES (?x) { } }"),
        (
            "SELECT (GROUP_CONCAT(DISTINCT ?x ; SEPARATOR='\\n') AS ?y) { }",
            "SELECT (GROUP_CONCAT(DISTINCT ?x; SEPARATOR = \"\\n\") AS ?y) WHERE { }",
        ),
    ];
    for (text, canonical) in table {
        let query = parse(text).expect(text);
        assert_eq!(print(&query, &Spelling::default()), canonical);
        assert_eq!(parse(canonical), Ok(query));
    }
}

#[test]
fn brackets_stand_where_the_tree_needs_them_and_nowhere_else() {
    let table = [
        "?a + ?b + ?c",
        "?a + (?b + ?c)",
        "?a - (?b - ?c) * ?d",
        "(?a = ?b) = ?c",
        "?a = (?b = ?c)",
        "(?a || ?b) && !?c",
        "!(?a && ?b)",
        "-(-?a)",
        "-(1)",
        "+(-1)",
        "!-1",
        "?a - -1",
        "?a IN (?b + 1) || (?a IN ()) IN (true)",
        "-?a * STRLEN(?b)",
        "NOT EXISTS { ?a ?b ?c . } && ?d",
    ];
    for text in table {
        let query = parse(&format!("ASK {{ FILTER ({text}) }}")).expect(text);
        let Some(Element::Filter(expression)) = query.pattern.elements.first() else { unreachable!() };
        assert_eq!(print_expression(expression, &query, &Spelling::default()), text);
    }
}

#[test]
fn every_choice_of_spelling_keeps_the_tree() {
    let text = "PREFIX : <http://e/> SELECT ?s { ?s a :C ; :p 1 , 1.5e0 , true . { OPTIONAL { ?s :q -1 } } UNION { VALUES ?v \
                { :a UNDEF } } FILTER (-(1) < - -1) } ORDER BY ?s LIMIT 1";
    let query = parse(text).expect(text);
    let plain = Spelling::default();
    let spellings = [
        Spelling { layout: Layout::Indented, ..plain.clone() },
        Spelling { prefixed_names: false, ..plain.clone() },
        Spelling { a: false, ..plain.clone() },
        Spelling { short_literals: false, ..plain.clone() },
        Spelling { where_keyword: false, ..plain.clone() },
        Spelling { short_values: true, ..plain.clone() },
    ];
    for spelling in spellings {
        let printed = print(&query, &spelling);
        assert_ne!(printed, print(&query, &plain));
        assert_eq!(parse(&printed).as_ref(), Ok(&query), "{printed}");
    }
}

#[test]
fn the_indented_layout_puts_elements_on_lines_of_their_own() {
    let query =
        parse("SELECT * { ?a ?b ?c, ?d OPTIONAL { ?e ?f ?g } { } UNION { } } LIMIT 1").expect("a query");
    let spelling = Spelling { layout: Layout::Indented, ..Spelling::default() };
    let lines = [
        "SELECT * WHERE {",
        "  ?a ?b ?c .",
        "  ?a ?b ?d .",
        "  OPTIONAL {",
        "    ?e ?f ?g .",
        "  }",
        "  {",
        "  } UNION {",
        "  }",
        "}",
        "LIMIT 1",
    ];
    assert_eq!(print(&query, &spelling), lines.join("\n"));
}

#[test]
fn iris_are_abbreviated_only_to_plain_names() {
    let query = parse(
        "PREFIX a: <http://e/> PREFIX b: <http://e/x/> ASK { <http://e/x/y> <http://e/x.y> <http://e/x/-> }",
    );
    let text = print(&query.expect("a query"), &Spelling::default());
    assert!(text.ends_with("{ b:y <http://e/x.y> <http://e/x/-> . }"), "{text}");
}

#[test]
fn normalizing_gives_the_shape_that_the_text_is_read_as() {
    let variable = |name: &str| TermPattern::Variable(crate::ast::Variable::new(name));
    let triple =
        TriplePattern { subject: variable("s"), predicate: Verb::Iri("p".to_owned()), object: variable("o") };
    let one = || Element::Triples(vec![triple.clone()]);
    let inner = Group { elements: vec![one(), Element::Triples(vec![]), one(), Element::Union(vec![])] };
    let exists = Expression::Exists { negated: false, group: inner.clone() };
    let not = Expression::unary(UnaryOperator::Not, exists.clone());
    let both = Expression::binary(BinaryOperator::And, Expression::constant(Term::integer(1)), not);
    let mut query = ask(vec![one(), one(), Element::Filter(both), Element::Union(vec![inner]), one()]);
    assert_ne!(parse(&print(&query, &Spelling::default())), Ok(query.clone()));
    query.normalize();
    assert_eq!(parse(&print(&query, &Spelling::default())), Ok(query));
}

#[test]
fn strings_survive_whatever_they_hold() {
    for text in [
        "",
        "\"",
        "\\",
        "\\u0041",
        "a\u{0}\u{1f}\u{7f}\u{85}b",
        "\t\n\r\u{8}\u{c}",
        "é\u{1F600}",
        "'''\"\"\"",
    ] {
        let object = TermPattern::Constant(Term::string(text).into());
        let subject = TermPattern::Blank("b".to_owned());
        let pattern = TriplePattern { subject, predicate: Verb::Iri("p".to_owned()), object };
        let query = ask(vec![Element::Triples(vec![pattern])]);
        let printed = print(&query, &Spelling::default());
        assert_eq!(parse(&printed), Ok(query), "{printed}");
    }
}
