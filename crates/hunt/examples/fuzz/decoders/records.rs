//! Texts that are nearly answers in ArcadeDB's protocol, as a server of graphs might send them.

use quarrel_case::choices::Choices;
use quarrel_engine::read_records;

use crate::made::arcade::answer;
use crate::mutate::scramble;

/// What opens a value inside a value.
const NESTED: &[&str] = &["[", "{\"k\":", "[[", "{\"@rid\":\"#1:0\",\"@type\":\"A\",\"k\":"];

/// A text that is no answer any more, or another one.
pub(crate) fn text(choices: &mut Choices) -> String {
    let mut text = answer(choices);
    if choices.chance(10) {
        let nested = choices.pick(NESTED).copied().unwrap_or_default().repeat(1 << choices.below(14));
        text = format!("{{\"result\":[{{\"x\":{nested}1");
    }
    if choices.chance(50) {
        scramble(&mut text, choices);
    }
    text
}

/// Reads the text and writes down what it is.
pub(crate) fn attempt(text: &str) {
    if let Ok(value) = read_records(text.as_bytes()) {
        drop(quarrel_case::json::write(&value).to_string());
    }
}
