//! What a text that is no query names all the same: an engine may accept what the language rejects.

use super::lexer::Token;
use super::parser;

/// What could make an engine reach elsewhere, and what changes the meaning of names behind the prologue.
const ELSEWHERE: [&str; 4] = ["SERVICE", "LOAD", "USING", "BASE"];

/// The graphs of FROM in a text, whether or not it is a query; none where the text could make an engine reach elsewhere
/// in another way, or where it cannot be told what it names.
pub(crate) fn graphs_named(text: &str) -> Option<Vec<String>> {
    // Code points may take the place of these before a text is read (19.2), so that they could hide any word.
    if text.contains("\\u") || text.contains("\\U") {
        return None;
    }
    let mut parser = parser(text).ok()?;
    parser.prologue().ok()?;
    // What a prefix stands for that is declared again depends on who reads it.
    let declares =
        |token: &Token<'_>| matches!(token, Token::Word(word) if word.eq_ignore_ascii_case("PREFIX"));
    let declared = parser.tokens.iter().filter(|(token, _)| declares(token)).count();
    if declared != parser.prologue.prefixes.len() {
        return None;
    }
    let mut graphs = Vec::new();
    while *parser.peek() != Token::End {
        if ELSEWHERE.iter().any(|word| parser.is_word(word)) {
            return None;
        }
        if parser.is_word("FROM") {
            let dataset = parser.dataset("FROM").ok()?;
            graphs.extend(dataset.named.into_iter().chain(dataset.default));
        } else {
            parser.next();
        }
    }
    Some(graphs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_graphs_of_from_are_found_where_nothing_else_reaches_elsewhere() {
        for (text, expected) in [
            (
                "SELECT ?v (COUNT(*) AS ?n) FROM NAMED <http://e/g> FROM <http://e/h> {}",
                Some("http://e/g http://e/h"),
            ),
            ("PREFIX : <http://e/> SELECT * FROM :g { ?s ?p } # FROM <http://e/h>", Some("http://e/g")),
            ("SELECT * { BIND (\"FROM <http://e/g>\" AS ?x) BIND", Some("")),
            ("SELECT * FROM ?g {}", None),
            ("SELECT * FROM :g {}", None),
            ("PREFIX : <http://e/> PREFIX : <http://f/> SELECT * FROM :g {}", None),
            ("SELECT * { service <http://192.0.2.1/> {}", None),
            ("LOAD <http://192.0.2.1/> INTO", None),
            ("DROP ALL ; DELETE {} USING <http://e/g> WHERE {", None),
            ("SELECT * FR\\u004FM <http://192.0.2.1/> {", None),
        ] {
            assert_eq!(graphs_named(text).map(|graphs| graphs.join(" ")).as_deref(), expected, "{text}");
        }
    }
}
