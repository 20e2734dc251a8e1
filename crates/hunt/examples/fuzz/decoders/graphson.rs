//! Texts that are nearly values in GraphSON 3, as a server might send them.

use quarrel_case::choices::Choices;
use quarrel_engine::read_graphson;

use crate::made::graphson::value;
use crate::mutate::scramble;

/// What opens a value inside a value, and what closes it again.
const NESTED: &[(&str, &str)] = &[
    ("[", "]"),
    ("{\"a\":", "}"),
    ("{\"@type\":\"g:List\",\"@value\":[", "]}"),
    ("{\"@type\":\"g:Property\",\"@value\":{\"key\":\"k\",\"value\":", "}}"),
    ("{\"@type\":\"g:Tree\",\"@value\":[{\"key\":1,\"value\":", "}]}"),
    ("{\"@type\":\"g:BulkSet\",\"@value\":[", ",{\"@type\":\"g:Int64\",\"@value\":99}]}"),
    ("{\"@type\":\"own\",\"@value\":", "}"),
];

/// A text that is no value any more, or another one.
pub(crate) fn text(choices: &mut Choices) -> String {
    let mut text = value(choices, 0);
    if choices.chance(20) {
        let (open, close) = choices.pick(NESTED).copied().unwrap_or_default();
        let times = 1 << choices.below(13);
        text = open.repeat(times) + &text + &close.repeat(times);
    }
    if choices.chance(30) {
        scramble(&mut text, choices);
    }
    text
}

/// Reads the text and writes down what it is.
pub(crate) fn attempt(text: &str) {
    if let Ok(value) = read_graphson(text.as_bytes()) {
        drop(quarrel_case::json::write(&value).to_string());
    }
}
