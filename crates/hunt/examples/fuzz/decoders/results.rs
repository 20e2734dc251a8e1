//! Texts that are nearly answers in the SPARQL Query Results JSON Format, as a server might send them.

use quarrel_case::choices::Choices;
use quarrel_engine::read_results;

use crate::made::results::answer;
use crate::mutate::scramble;

/// What opens a value inside a value, and what closes it again.
const NESTED: &[(&str, &str)] = &[
    ("[", "]"),
    ("{\"type\":", "}"),
    ("{\"type\":\"triple\",\"value\":{\"subject\":", "}}"),
    (
        "{\"type\":\"triple\",\"value\":{\"subject\":{\"type\":\"uri\",\"value\":\"a\"},\"predicate\":{\"type\":\"uri\",\"value\":\"a\"},\"object\":",
        "}}",
    ),
];
/// A term, in whose place another one is put.
const LEAF: &str = "{\"type\":\"uri\",\"value\":\"http://e/a\"}";

/// A text that is no answer any more, or another one.
pub(crate) fn text(choices: &mut Choices) -> String {
    let mut text = match choices.below(50) {
        0 => wide(choices),
        _ => answer(choices),
    };
    if choices.chance(20) {
        let (open, close) = choices.pick(NESTED).copied().unwrap_or_default();
        let times = 1 << choices.below(13);
        text = text.replacen(LEAF, &(open.repeat(times) + LEAF + &close.repeat(times)), 1);
    }
    if choices.chance(40) {
        scramble(&mut text, choices);
    }
    text
}

/// Many variables of many rows that bind none of them.
fn wide(choices: &mut Choices) -> String {
    let columns = vec!["\"\""; 1 << choices.below(15)].join(",");
    let rows = vec!["{}"; 1 << choices.below(15)].join(",");
    format!("{{\"head\":{{\"vars\":[{columns}]}},\"results\":{{\"bindings\":[{rows}]}}}}")
}

/// Reads the text and writes down what it is; every row must be as wide as the answer.
pub(crate) fn attempt(text: &str) {
    let Ok(answer) = read_results(text.as_bytes()) else { return };
    let table = answer.table();
    let is_even = table.is_none_or(|table| table.rows.iter().all(|row| row.len() == table.columns.len()));
    assert!(is_even, "a row of another width than its answer");
    // What is as large as it may be is not written a second time.
    if text.len() < 20_000 {
        drop(answer.to_json().to_string());
    }
}
