//! What a text that is no query names all the same: an engine may accept what the language rejects.

use std::collections::BTreeMap;

use super::lexer::{Token, tokens};

/// The graphs of FROM in a text, whether or not it is a query; none where the text could make an engine reach elsewhere
/// in another way, or where it cannot be told what it names.
pub(crate) fn graphs_named(text: &str) -> Option<Vec<String>> {
    // Code points may take the place of these before a text is read (19.2), so that they could hide any word.
    if text.contains("\\u") || text.contains("\\U") {
        return None;
    }
    let tokens: Vec<Token<'_>> = tokens(text).ok()?.into_iter().map(|(token, _)| token).collect();
    let is_word = |at: usize, word: &str| matches!(tokens.get(at), Some(Token::Word(found)) if found.eq_ignore_ascii_case(word));
    let mut prefixes = BTreeMap::new();
    let mut graphs = Vec::new();
    for at in 0..tokens.len() {
        if ["SERVICE", "LOAD", "USING"].iter().any(|word| is_word(at, word)) {
            return None;
        }
        if is_word(at, "PREFIX")
            && let (Some(Token::Prefixed { prefix, .. }), Some(Token::Iri(iri))) =
                (tokens.get(at + 1), tokens.get(at + 2))
            && prefixes.insert(*prefix, iri).is_some_and(|before| before != iri)
        {
            return None;
        }
        if is_word(at, "FROM") {
            let name = at + 1 + usize::from(is_word(at + 1, "NAMED"));
            graphs.push(match tokens.get(name)? {
                Token::Iri(iri) => iri.to_string(),
                Token::Prefixed { prefix, local } => format!("{}{local}", prefixes.get(prefix)?),
                _ => return None,
            });
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
