//! What is not a query, and how that is said.

use crate::parse::{MAX_DEPTH, parse, parse_update};

/// Text, line, column, message.
type Failure = (&'static str, usize, usize, &'static str);

fn assert_failures(table: &[Failure]) {
    for (text, line, column, message) in table {
        let error = parse(text).expect_err(text);
        assert_eq!((error.line, error.column, error.message.as_str()), (*line, *column, *message), "{text}");
    }
}

#[test]
fn errors_say_where_and_what() {
    assert_failures(&[
        ("", 1, 1, "expected SELECT, CONSTRUCT, DESCRIBE or ASK, found the end of the query"),
        ("SELECT { }", 1, 8, "expected '*', a variable or '(', found '{'"),
        ("SELECT *\n{ ?s é:p }", 2, 6, "the prefix 'é:' is not declared"),
        ("ASK { ?s ?p }", 1, 13, "expected a term or a variable, found '}'"),
        ("ASK { ?s ?p 1 ?s }", 1, 15, "expected a triple pattern, an element of a group or '}', found '?s'"),
        ("ASK { 'é' ?p \"a }", 1, 14, "the string is not closed"),
        ("ASK { FILTER (1 = 2 = 3) }", 1, 21, "comparisons do not chain; brackets are needed"),
        ("ASK { FILTER ?x }", 1, 14, "expected '(' or a function call, found '?x'"),
        ("ASK { FILTER (NOSUCH(1)) }", 1, 15, "expected an expression, found 'NOSUCH'"),
        ("ASK { } LIMIT -1", 1, 15, "expected a whole number without sign, found '-1'"),
        ("ASK { } LIMIT 99999999999999999999", 1, 15, "this number is too large"),
        ("ASK { } `", 1, 9, "unexpected character '`'"),
        ("ASK { ?s ?p '\\uD800' }", 1, 16, "expected the code point of a character"),
    ]);
}

#[test]
fn functions_take_as_many_arguments_as_they_have() {
    assert_failures(&[
        ("ASK { FILTER (STRLEN()) }", 1, 15, "STRLEN does not take 0 arguments"),
        ("ASK { FILTER (IF(1, 2)) }", 1, 15, "IF does not take 2 arguments"),
        ("ASK { FILTER (BOUND(1)) }", 1, 20, "BOUND takes a variable"),
    ]);
}

#[test]
fn the_notes_of_the_grammar_are_held_to() {
    assert_failures(&[
        ("ASK { FILTER (COUNT(*) > 1) }", 1, 15, "the aggregate COUNT cannot stand here"),
        ("SELECT (SUM(SUM(?x)) AS ?y) { }", 1, 13, "the aggregate SUM cannot stand here"),
        ("ASK { ?s ?p ?x BIND (1 AS ?x) }", 1, 27, "the variable ?x is already in scope"),
        ("ASK { _:a ?p 1 { _:a ?q 1 } }", 1, 18, "the blank node _:a stands in two basic graph patterns"),
        ("ASK { VALUES (?a ?b) { (1) } }", 1, 24, "1 values for 2 variables"),
        ("ASK { VALUES (?a ?a) { } }", 1, 18, "the variable ?a stands twice in VALUES"),
        ("SELECT (1 AS ?x) { ?x ?p ?o }", 1, 14, "the variable ?x is already in scope"),
        ("SELECT (1 AS ?x) (2 AS ?x) { }", 1, 24, "the variable ?x is already in scope"),
        ("SELECT (1 AS ?x) { } GROUP BY ?x", 1, 14, "the variable ?x is already in scope"),
        ("SELECT (1 AS ?x) { } GROUP BY (2 AS ?x)", 1, 14, "the variable ?x is already in scope"),
    ]);
}

#[test]
fn the_notes_hold_in_updates_too() {
    let table = [
        ("INSERT DATA { ?s <p> 1 }", 1, 15, "data has no variables"),
        ("DELETE DATA { _:b <p> 1 }", 1, 15, "what is deleted has no blank nodes"),
        ("DELETE WHERE { [] <p> 1 }", 1, 17, "what is deleted has no blank nodes"),
        (
            "INSERT DATA { _:b <p> 1 } ; INSERT DATA { _:b <p> 1 }",
            1,
            43,
            "the blank node _:b stands in two operations",
        ),
        ("INSERT { ?s <p>* 1 } WHERE { }", 1, 16, "expected a term or a variable, found '*'"),
        ("WITH <g> CLEAR ALL", 1, 10, "expected an update, found 'CLEAR'"),
        ("CLEAR <g>", 1, 7, "expected GRAPH, found '<g>'"),
    ];
    for (text, line, column, message) in table {
        let error = parse_update(text).expect_err(text);
        assert_eq!((error.line, error.column, error.message.as_str()), (line, column, message), "{text}");
    }
}

#[test]
fn a_grouped_query_shows_keys_and_aggregates_only() {
    let ungrouped = "the variable ?x is neither grouped by nor inside an aggregate";
    assert_failures(&[
        ("SELECT * { } GROUP BY ?x", 1, 8, "SELECT * cannot stand with GROUP BY or aggregates"),
        ("SELECT ?x { } GROUP BY ?y", 1, 8, ungrouped),
        ("SELECT ?x (COUNT(*) AS ?n) { }", 1, 8, ungrouped),
        ("SELECT (?x + 1 AS ?y) { } GROUP BY (?x + 1)", 1, 19, ungrouped),
    ]);
}

#[test]
fn what_the_notes_of_the_grammar_allow_is_read() {
    let texts = [
        "ASK { _:a ?p 1 FILTER (1) _:a ?q 2 }",
        "ASK { _:a ?p 1 FILTER EXISTS { ?x ?y ?z } _:a ?q 2 }",
        "SELECT ?x (COUNT(?y) AS ?n) (?n + 1 AS ?m) { ?x ?p ?y } GROUP BY ?x HAVING (?n > 1) ORDER BY ?n COUNT(*)",
        "SELECT ?z { ?x ?p ?y } GROUP BY (?x + 1 AS ?z) STR(?y)",
        "SELECT (1 AS ?x) { ?y ?p ?x } GROUP BY ?y",
        "SELECT ?x ?x { ?x ?p ?y } OFFSET 1 LIMIT 2",
        "SELECT (GROUP_CONCAT(DISTINCT ?x; separator='') AS ?y) { }",
        "ASK { { ?s ?p ?x } MINUS { ?s ?p ?y } BIND (1 AS ?y) }",
    ];
    for text in texts {
        assert!(parse(text).is_ok(), "{text}: {:?}", parse(text));
    }
}

#[test]
fn the_same_label_may_not_cross_any_other_element() {
    for between in ["OPTIONAL { }", "{ }", "VALUES ?x { 1 }", "BIND (1 AS ?x)", "MINUS { }", "{ } UNION { }"]
    {
        let text = format!("ASK {{ _:a ?p 1 {between} _:a ?q 2 }}");
        assert!(parse(&text).is_err(), "{text}");
    }
}

#[test]
fn deep_nesting_is_an_error_and_not_a_crash() {
    let many = 100_000;
    let texts = [
        format!("ASK {{ FILTER {} }}", "(".repeat(many)),
        format!("ASK {}", "{".repeat(many)),
        format!("ASK {{ {} }}", "[ <p> ".repeat(many)),
        format!("ASK {{ {} }}", "( ".repeat(many)),
        format!("ASK {{ FILTER ({}1) }}", "!".repeat(many)),
        format!("ASK {{ FILTER (1{}) }}", " + 1".repeat(many)),
        format!("ASK {{ FILTER (1{}) }}", " IN (1".repeat(many)),
        format!("ASK {{ FILTER {} }}", "NOT EXISTS { FILTER ".repeat(many)),
        format!("ASK {{ FILTER ({}1{}) }}", "(".repeat(190), " + 1 + 1)".repeat(190)),
        format!("ASK {{ ?s {} }}", "(".repeat(many)),
        format!("ASK {{ {} }}", "<<( ?s ?p ".repeat(many)),
        format!("ASK {{ {} }}", "<< ".repeat(many)),
        format!("ASK {{ ?s ?p ?o {} }}", "{| ?p ?o ".repeat(many)),
        format!("SELECT * {{ {} }}", "{ SELECT * { ".repeat(many)),
        format!("ASK {{ {} }}", "GRAPH ?g { ".repeat(many)),
    ];
    for text in texts {
        let error = parse(&text).expect_err("too deep");
        assert_eq!(error.message, format!("the query nests deeper than {MAX_DEPTH} levels"));
    }
}

#[test]
fn long_flat_queries_are_read() {
    let texts = [
        format!("ASK {{ {} }}", "?s ?p ?o . FILTER (1 + 1) ".repeat(10_000)),
        format!("ASK {{ {{ }} {} }}", "UNION { }".repeat(10_000)),
        format!("ASK {{ FILTER (1 IN ({}1)) }}", "1 + 1, ".repeat(10_000)),
        format!("ASK {{ FILTER (1{}) }}", " + 1".repeat(MAX_DEPTH - 10)),
        format!("ASK {{ FILTER (1 = 1{}) }}", " || 1 = 1".repeat(MAX_DEPTH - 10)),
    ];
    for text in texts {
        assert_eq!(parse(&text).map(|_| ()), Ok(()));
    }
}

#[test]
fn no_cut_or_garbled_text_makes_the_parser_panic() {
    let text = "PREFIX é: <http://é/\\u00e9> SELECT (GROUP_CONCAT(?x;separator='é') AS ?y) { [ é:é%41\\- '''é''' ] . \
                FILTER(?é -1.e5 IN (\"\\u00e9\"@en-é, _:é.)) } # é";
    let chars: Vec<char> = text.chars().collect();
    for from in 0..chars.len() {
        for to in [from, from + 1, from + 7, chars.len()] {
            let cut: String = chars.iter().take(from).chain(chars.iter().skip(to)).collect();
            let _ = parse(&cut);
        }
        let _ = parse(&chars.iter().skip(from).collect::<String>());
    }
}
