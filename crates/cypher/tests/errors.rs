//! Texts that are refused: where, why, and without exhausting the stack.

use quarrel_cypher::parse::{parse, parse_expression};

/// What the parser says to a text: line, column, detail, message.
fn refusal(text: &str) -> String {
    let error = parse(text).expect_err(text);
    format!("{}:{} {}: {}", error.line, error.column, error.detail, error.message)
}

#[test]
fn a_query_is_clauses_and_ends_with_return() {
    let clause = "expected a clause (such as MATCH, CREATE, CALL, WITH or RETURN)";
    for (text, place, found) in [
        ("", "1:1", "the end of the query"),
        ("MATCH (n)", "1:10", "the end of the query"),
        ("MATCH (n)\n  RETRUN n", "2:3", "`RETRUN`"),
        ("MATCH (n) 'é'", "1:11", "a string"),
    ] {
        assert_eq!(refusal(text), format!("{place} UnexpectedSyntax: {clause}, found {found}"));
    }
    assert_eq!(
        refusal("RETURN 1 AS a UNION RETURN 2 AS a UNION ALL RETURN 3 AS a"),
        "1:45 InvalidClauseComposition: a query has UNION or UNION ALL, not both"
    );
}

#[test]
fn an_unexpected_token_is_named_with_what_was_wanted() {
    for (text, place, wanted, found) in [
        ("RETURN 1 RETURN 2", "1:10", "the end of the query", "`RETURN`"),
        ("RETURN 'é' +", "1:13", "an expression", "the end of the query"),
        ("RETURN where", "1:8", "an expression", "`where`"),
        ("RETURN null(1)", "1:12", "the end of the query", "`(`"),
        ("RETURN case.x(1)", "1:12", "an expression", "`.`"),
        ("RETURN all(1)", "1:12", "a variable", "a number"),
        ("RETURN a AS 1", "1:13", "an alias", "a number"),
        ("RETURN 1 + NOT a", "1:12", "an expression", "`NOT`"),
        ("RETURN {1B2: 1}", "1:9", "a property key", "a number"),
        ("RETURN a IS 1", "1:13", "NULL", "a number"),
        ("MATCH (a)-[r]>(b) RETURN a", "1:14", "`-`", "`>`"),
        ("MATCH (a)-->(b), RETURN a", "1:18", "`(`", "`RETURN`"),
    ] {
        assert_eq!(refusal(text), format!("{place} UnexpectedSyntax: expected {wanted}, found {found}"));
    }
}

#[test]
fn a_malformed_token_says_what_is_wrong_with_it() {
    for (text, expected) in [
        ("RETURN 'abc", "1:8 UnexpectedSyntax: this string is not closed"),
        ("RETURN `abc", "1:8 UnexpectedSyntax: this quoted name is not closed"),
        ("RETURN 1 /* abc", "1:10 UnexpectedSyntax: this comment is not closed"),
        ("RETURN '\\q'", "1:9 UnexpectedSyntax: this escape is not known"),
        ("RETURN '\\uH'", "1:9 InvalidUnicodeLiteral: this escape is not a Unicode character"),
        ("RETURN '\\uD800'", "1:9 InvalidUnicodeLiteral: this escape is not a Unicode character"),
        ("RETURN 42 — 41", "1:11 InvalidUnicodeCharacter: the character `—` has no meaning here"),
        ("RETURN a # b", "1:10 UnexpectedSyntax: the character `#` has no meaning here"),
        ("RETURN 9223372036854775808", "1:8 IntegerOverflow: this integer does not fit into 64 bits"),
        ("RETURN -9223372036854775809", "1:9 IntegerOverflow: this integer does not fit into 64 bits"),
        ("RETURN -(9223372036854775808)", "1:10 IntegerOverflow: this integer does not fit into 64 bits"),
        ("RETURN 0x", "1:8 InvalidNumberLiteral: this number is malformed"),
        ("RETURN 012", "1:8 InvalidNumberLiteral: this number is malformed"),
        ("RETURN 12h3", "1:8 InvalidNumberLiteral: this number is malformed"),
        ("RETURN 1e", "1:8 InvalidNumberLiteral: this number is malformed"),
        ("RETURN 1.34E999", "1:8 FloatingPointOverflow: this number is too great for a float"),
        (
            "MATCH ()-[:T..]->() RETURN 1",
            "1:13 InvalidRelationshipPattern: a range of lengths begins with `*`",
        ),
        ("MATCH ()-[:T*-2]->() RETURN 1", "1:14 InvalidRelationshipPattern: a length is a natural number"),
    ] {
        assert_eq!(refusal(text), expected);
    }
}

#[test]
fn endless_nesting_is_an_error_and_no_overflow() {
    let openings = [
        "(",
        "[",
        "{a: ",
        "f(",
        "NOT ",
        "-",
        "+",
        "a[",
        "a[..",
        "CASE ",
        "CASE WHEN ",
        "[x IN ",
        "all(x IN ",
        "reduce(a = ",
        "a OR b XOR c AND NOT d = e IN f + g * h ^ -(",
        "EXISTS { (a) WHERE ",
        "COUNT { CALL { RETURN ",
        "[(a)-->(b) | ",
        "a{b: ",
        "shortestPath((a WHERE ",
    ];
    let tails = [
        " + 1",
        " ^ 1",
        ".a",
        "[0]",
        " = 1 AND 1",
        " IS NULL",
        "[1..]",
        " IN a",
        ":A|B|",
        " IS :: NULL NOT NULL",
    ];
    let repeated = |text: &str| text.repeat(100_000);
    for text in openings
        .iter()
        .map(|opening| repeated(opening))
        .chain(tails.iter().map(|tail| format!("1{}", repeated(tail))))
    {
        let error = parse_expression(&text).expect_err("too deep");
        assert!(error.message.starts_with("nested too deeply"), "{error}");
    }
    for opening in ["MATCH ", "MATCH (a:", "FOREACH (x IN y | ", "CALL { ", "MATCH (a)("] {
        let text = match opening {
            "MATCH " => format!("MATCH {}", repeated("(")),
            "MATCH (a:" => format!("MATCH (a:{}", repeated("!(")),
            "MATCH (a)(" => format!("MATCH {}", repeated("((a)-->(b WHERE ")),
            _ => repeated(opening),
        };
        let error = parse(&text).expect_err("too deep");
        assert!(error.message.starts_with("nested too deeply"), "{error}");
    }
    for (start, opening) in [("a:", "!"), ("a:", "("), ("a IS :: ", "LIST<"), ("a IS ", "!(")] {
        let error = parse_expression(&format!("{start}{}", repeated(opening))).expect_err("too deep");
        assert!(error.message.starts_with("nested too deeply"), "{error}");
    }
    assert!(parse_expression(&format!("1{}", " = 1".repeat(100_000))).is_ok());
    assert!(parse_expression(&format!("1{}", " + 1".repeat(400))).is_ok());
    assert!(parse_expression(&format!("{}1{}", "(".repeat(190), ")".repeat(190))).is_ok());
}

#[test]
fn any_text_is_read_or_refused() {
    let texts = [
        "MERGE (a:A|!B $p) ON MATCH SET a += {}, a[0] = 1 CALL (a) { CREATE (a) } FOREACH (x IN [1] | REMOVE a:A)",
        "MATCH SHORTEST 2 ((a)-[r:!T]->{1,2}(b WHERE a{.*, .k})) WHERE EXISTS { (a)--(b) } RETURN [(a)--(b) | 1 IS :: INT]",
        "MATCH p = (a:A {k: 'é\\u00e9'})-[r:T|U*1..3]->(`b c`) WHERE 1 < a.x[0..1] RETURN *, -0x1F AS x // é",
    ];
    for text in texts {
        for (start, _) in text.char_indices() {
            for (end, _) in text.char_indices().filter(|(end, _)| *end >= start) {
                let _ = parse(&text[start..end]);
                let _ = parse_expression(&text[start..end]);
            }
        }
    }
}
