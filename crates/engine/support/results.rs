//! Random answers that are nearly in the SPARQL Query Results JSON Format, for what tries the decoder: its test, and
//! the fuzzer of all languages.

use quarrel_case::choices::Choices;

const TEXTS: &[&str] = &[
    "\"http://e/a\"",
    "\"\"",
    "\"b0\"",
    "\"nodeID://b-1\"",
    "\"\\ud83d\\ude00\"",
    "\"\\ud800\"",
    "\"\\u0000\"",
    "\"\u{e9}\u{202e}\"",
    "\"1e999\"",
    "null",
    "1",
    "true",
    "[]",
    "{}",
];

const TYPES: &[&str] =
    &["\"uri\"", "\"bnode\"", "\"literal\"", "\"typed-literal\"", "\"triple\"", "\"other\"", "1"];

const NAMES: &[&str] = &["\"x\"", "\"y\"", "\"x\"", "\"\"", "\"\u{e9}\"", "1"];

fn pick<'a>(choices: &mut Choices, all: &[&'a str]) -> &'a str {
    choices.pick(all).copied().unwrap_or_default()
}

/// An answer of a few variables and rows, or of a truth value.
pub(crate) fn answer(choices: &mut Choices) -> String {
    if choices.chance(5) {
        return format!("{{\"head\":{{}},\"boolean\":{}}}", pick(choices, &["true", "false", "null", "1"]));
    }
    let most = if choices.chance(10) { NAMES.len() } else { 4 };
    let columns: Vec<&str> = (0..choices.below(4)).map(|_| pick(choices, &NAMES[..most])).collect();
    let rows: Vec<String> = (0..choices.below(5)).map(|_| row(choices, &columns)).collect();
    let (columns, rows) = (columns.join(","), rows.join(","));
    format!("{{\"head\":{{\"vars\":[{columns}],\"link\":[]}},\"results\":{{\"bindings\":[{rows}]}}}}")
}

fn row(choices: &mut Choices, columns: &[&str]) -> String {
    let bound = columns.iter().filter(|_| choices.chance(80)).copied().collect::<Vec<_>>();
    let more = if choices.chance(2) { vec!["\"z\""] } else { Vec::new() };
    let bindings = bound.into_iter().chain(more).map(|name| format!("{name}:{}", term(choices, 0)));
    format!("{{{}}}", bindings.collect::<Vec<_>>().join(","))
}

/// A term at this depth of triple terms.
fn term(choices: &mut Choices, depth: usize) -> String {
    match choices.below(if depth < 6 { 12 } else { 8 }) {
        0 => pick(choices, TEXTS).to_owned(),
        1 | 2 => "{\"type\":\"uri\",\"value\":\"http://e/a\"}".to_owned(),
        3 => format!("{{\"value\":{},\"type\":{}}}", pick(choices, TEXTS), pick(choices, TYPES)),
        4..=7 => literal(choices),
        _ => {
            let parts = ["subject", "predicate", "object"];
            let parts = parts.iter().filter(|_| choices.chance(98)).copied().collect::<Vec<_>>();
            let parts = parts.into_iter().map(|part| format!("{part:?}:{}", term(choices, depth + 1)));
            let parts = parts.collect::<Vec<_>>().join(",");
            format!("{{\"type\":\"triple\",\"value\":{{{parts}}}}}")
        }
    }
}

fn literal(choices: &mut Choices) -> String {
    let mut fields = vec!["\"type\":\"literal\"".to_owned(), format!("\"value\":{}", text(choices))];
    for (field, values) in [
        ("xml:lang", &["\"en\"", "\"EN-gb\"", "\"\"", "1"]),
        ("its:dir", &["\"ltr\"", "\"rtl\"", "\"\"", "null"]),
        ("datatype", &["\"http://www.w3.org/2001/XMLSchema#string\"", "\"http://e/d\"", "\"\"", "{}"]),
    ] {
        if choices.chance(30) {
            let most = if choices.chance(10) { 4 } else { 2 };
            fields.push(format!("{field:?}:{}", pick(choices, &values[..most])));
        }
    }
    format!("{{{}}}", fields.join(","))
}

/// A text, most often one that is a string.
fn text(choices: &mut Choices) -> &'static str {
    match choices.chance(95) {
        true => pick(choices, &["\"a\"", "\"01\"", "\"\"", "\"\u{1F600}\"", "\"\\u0000\""]),
        false => pick(choices, TEXTS),
    }
}
