//! Answers of the SPARQL 1.1 Query Results JSON Format (with the terms that 1.2 adds), each term as it came.

use std::collections::BTreeSet;

use quarrel_case::answer::{Answer, Table};
use quarrel_case::term::{Literal, LiteralKind, Term, XSD_STRING};
use quarrel_case::value::Value;
use serde_json::{Map, Value as Json};

use crate::bounded::{self, Unread};

/// How many cells an answer may have: what binds nothing takes memory here, but hardly any room in the body.
const CELLS: usize = 1 << 22;

/// Reads an answer in the SPARQL 1.1 Query Results JSON Format, as a server sends it. For what tries the decoder.
///
/// # Errors
///
/// When it is no such answer, or longer than what is kept.
pub fn read_results(body: &[u8]) -> Result<Answer, String> {
    read(body, usize::MAX).map_err(Unread::why)
}

/// Reads an answer, of more rows than `most` one more than that.
pub(super) fn read(body: &[u8], most: usize) -> Result<Answer, Unread> {
    let json: Json = bounded::json(body)?;
    answer(&json, most).map_err(Unread::Broken)
}

/// The answer; the error says what is not in the format.
fn answer(json: &Json, most: usize) -> Result<Answer, String> {
    if let Some(flag) = json.get("boolean") {
        let flag = flag.as_bool().ok_or_else(|| format!("{flag} is no boolean"))?;
        return Ok(Answer::Boolean(flag));
    }
    let columns = match json.pointer("/head/vars") {
        Some(names) => names.as_array().and_then(|names| names.iter().map(text).collect::<Option<_>>()),
        None => None,
    };
    let columns: Vec<String> = columns.ok_or("the answer has no list of variables")?;
    let rows = json.pointer("/results/bindings").and_then(Json::as_array);
    let rows = rows.ok_or("the answer has no list of bindings")?;
    let rows = rows.get(..most.saturating_add(1)).unwrap_or(rows);
    if columns.len().saturating_mul(rows.len()) > CELLS {
        return Err(format!("the answer has {} variables for each of {} rows", columns.len(), rows.len()));
    }
    let known: BTreeSet<&str> = columns.iter().map(String::as_str).collect();
    let rows = rows.iter().map(|row| read_row(row, &columns, &known)).collect::<Result<_, _>>()?;
    Ok(Answer::Table(Table { columns, rows, ..Table::default() }))
}

fn text(json: &Json) -> Option<String> {
    json.as_str().map(ToOwned::to_owned)
}

fn read_row(json: &Json, columns: &[String], known: &BTreeSet<&str>) -> Result<Vec<Value>, String> {
    let bindings = json.as_object().ok_or_else(|| format!("{json} is no row"))?;
    if let Some(name) = bindings.keys().find(|name| !known.contains(name.as_str())) {
        return Err(format!("a row binds {name:?}, which the answer does not list"));
    }
    let cells = columns.iter().map(|name| match bindings.get(name) {
        None | Some(Json::Null) => Ok(Value::Null),
        Some(json) => read_term(json).map(Value::Term),
    });
    cells.collect()
}

fn read_term(json: &Json) -> Result<Term, String> {
    let wrong = || format!("{json} is no term");
    let fields = json.as_object().ok_or_else(wrong)?;
    let value = fields.get("value").ok_or_else(wrong)?;
    let lexical = || text(value).ok_or_else(wrong);
    match fields.get("type").and_then(Json::as_str) {
        Some("uri") => Ok(Term::Iri(lexical()?)),
        Some("bnode") => Ok(Term::Blank(label(&lexical()?))),
        // The second is what the format was called before it was a standard; some servers still send it.
        Some("literal" | "typed-literal") => Ok(Term::Literal(read_literal(lexical()?, fields)?)),
        Some("triple") => {
            let part = |name: &str| value.get(name).ok_or_else(wrong).and_then(read_term);
            Ok(Term::triple(part("subject")?, part("predicate")?, part("object")?))
        }
        _ => Err(wrong()),
    }
}

fn read_literal(lexical: String, fields: &Map<String, Json>) -> Result<Literal, String> {
    let field = |name: &str| match fields.get(name) {
        None => Ok(None),
        Some(json) => text(json).map(Some).ok_or_else(|| format!("{name:?} of a literal is {json}")),
    };
    let (tag, direction, datatype) = (field("xml:lang")?, field("its:dir")?, field("datatype")?);
    let kind = match (tag, direction, datatype) {
        (Some(tag), None, _) => LiteralKind::Language(tag),
        (Some(tag), Some(direction), _) => LiteralKind::Language(format!("{tag}--{direction}")),
        (None, _, Some(datatype)) if datatype != XSD_STRING => LiteralKind::Typed(datatype),
        (None, _, _) => LiteralKind::Simple,
    };
    Ok(Literal { lexical, kind })
}

/// A server's label of a blank node as one that N-Triples can write. Which one it is does not matter: answers are
/// compared up to renaming.
fn label(own: &str) -> String {
    let mut label = String::new();
    for c in own.chars() {
        match c.is_ascii_alphanumeric() {
            true => label.push(c),
            false => label.push_str(&format!("_{:x}_", u32::from(c))),
        }
    }
    format!("b{label}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        match read_results(text.as_bytes()) {
            Ok(answer) => answer.to_json().to_string(),
            Err(why) => why,
        }
    }

    #[test]
    fn every_kind_of_term_is_kept_as_it_came() {
        for (term, expected) in [
            (r#"{"type":"uri","value":"http://e/a"}"#, r#""<http://e/a>""#),
            (r#"{"type":"bnode","value":"b0"}"#, r#""_:bb0""#),
            (r#"{"type":"bnode","value":"nodeID://b-1"}"#, r#""_:bnodeID_3a__2f__2f_b_2d_1""#),
            (r#"{"type":"literal","value":"01"}"#, r#""\"01\"""#),
            (
                r#"{"type":"literal","value":"x","datatype":"http://www.w3.org/2001/XMLSchema#string"}"#,
                r#""\"x\"""#,
            ),
            (
                r#"{"type":"typed-literal","value":"1.50","datatype":"http://e/d"}"#,
                r#""\"1.50\"^^<http://e/d>""#,
            ),
            (r#"{"type":"literal","value":"a","xml:lang":"EN-gb"}"#, r#""\"a\"@EN-gb""#),
            (r#"{"type":"literal","value":"a","xml:lang":"ar","its:dir":"rtl"}"#, r#""\"a\"@ar--rtl""#),
            (
                r#"{"type":"triple","value":{"subject":{"type":"bnode","value":"x"},
                    "predicate":{"type":"uri","value":"p"},"object":{"type":"literal","value":""}}}"#,
                r#""<<( _:bx <p> \"\" )>>""#,
            ),
            ("null", "null"),
        ] {
            let body = format!(r#"{{"head":{{"vars":["x"]}},"results":{{"bindings":[{{"x":{term}}}]}}}}"#);
            assert_eq!(shown(&body), format!(r#"{{"columns":["x"],"order":null,"rows":[[{expected}]]}}"#));
        }
    }

    #[test]
    fn a_label_can_be_written_and_stays_different_from_others() {
        for (own, written) in
            [("b0", "bb0"), ("nodeID://b-1", "bnodeID_3a__2f__2f_b_2d_1"), ("", "b"), ("é", "b_e9_")]
        {
            assert_eq!(label(own), written);
        }
    }

    #[test]
    fn what_is_not_bound_is_null_and_an_empty_answer_has_columns() {
        let body =
            r#"{"head":{"vars":["x","y"]},"results":{"bindings":[{},{"y":{"type":"literal","value":"1"}}]}}"#;
        assert_eq!(shown(body), r#"{"columns":["x","y"],"order":null,"rows":[[null,"\"1\""],[null,null]]}"#);
        let twice =
            r#"{"head":{"vars":["x","x"]},"results":{"bindings":[{"x":{"type":"uri","value":"a"}}]}}"#;
        assert_eq!(shown(twice), r#"{"columns":["x","x"],"order":null,"rows":[["<a>","<a>"]]}"#);
        assert_eq!(
            shown(r#"{"head":{"vars":[]},"results":{"bindings":[]}}"#),
            r#"{"columns":[],"order":null,"rows":[]}"#
        );
        assert_eq!(shown(r#"{"head":{},"boolean":false}"#), r#"{"boolean":false}"#);
    }

    #[test]
    fn rows_that_are_too_many_are_not_read_and_cells_that_bind_nothing_are_counted() {
        let body = |columns: &str, rows: usize| {
            let rows = vec!["{}"; rows].join(",");
            format!(r#"{{"head":{{"vars":[{columns}]}},"results":{{"bindings":[{rows}]}}}}"#)
        };
        let four = read(body("\"x\"", 9).as_bytes(), 3).map(|answer| answer.len());
        assert_eq!(four, Ok(4));
        let wide = vec!["\"\""; 3_000].join(",");
        assert!(read_results(body(&wide, 1_000).as_bytes()).is_ok());
        assert_eq!(shown(&body(&wide, 2_000)), "the answer has 3000 variables for each of 2000 rows");
    }

    #[test]
    fn what_is_not_in_the_format_is_told_and_never_taken_for_an_answer() {
        let row = |row: &str| format!(r#"{{"head":{{"vars":["x"]}},"results":{{"bindings":[{row}]}}}}"#);
        let deep = format!("{}{}", "[".repeat(200_000), "]".repeat(200_000));
        for (body, why) in [
            (
                r#"{"head":{"vars":["x"]},"results":{"bindings":[{"#.to_owned(),
                "the answer is no complete JSON",
            ),
            (format!("{} trailing", row("")), "the answer is no complete JSON"),
            (deep, "the JSON nests too deep"),
            ("{}".to_owned(), "the answer has no list of variables"),
            (
                r#"{"head":{"vars":[1]},"results":{"bindings":[]}}"#.to_owned(),
                "the answer has no list of variables",
            ),
            (r#"{"head":{"vars":[]}}"#.to_owned(), "the answer has no list of bindings"),
            (r#"{"head":{},"boolean":"yes"}"#.to_owned(), r#""yes" is no boolean"#),
            (row("1"), "1 is no row"),
            (row(r#"{"y":{"type":"uri","value":"a"}}"#), r#"a row binds "y", which"#),
            (row(r#"{"x":"a"}"#), r#""a" is no term"#),
            (row(r#"{"x":{"type":"uri"}}"#), "is no term"),
            (row(r#"{"x":{"type":"uri","value":1}}"#), "is no term"),
            (row(r#"{"x":{"type":"other","value":"a"}}"#), "is no term"),
            (row(r#"{"x":{"type":"triple","value":{}}}"#), "is no term"),
            (row(r#"{"x":{"type":"literal","value":"a","datatype":1}}"#), r#""datatype" of a literal is 1"#),
        ] {
            let said = shown(&body);
            assert!(said.contains(why), "{}: {said}", body.chars().take(100).collect::<String>());
        }
    }
}
