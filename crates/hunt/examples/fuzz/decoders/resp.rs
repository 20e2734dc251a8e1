//! Texts that are nearly answers in RESP, as a server of graphs might send them.

use quarrel_case::choices::Choices;
use quarrel_engine::read_compact;

use crate::made::resp::answer;
use crate::mutate::scramble;

/// What opens a value inside a value.
const NESTED: &[&str] = &["*1\r\n", "*2\r\n:6\r\n*1\r\n", "*2\r\n:10\r\n*2\r\n$1\r\nk\r\n"];
/// What announces more than there is.
const ANNOUNCED: &[&str] =
    &["*2147483648\r\n", "$2147483648\r\n", "$60000000\r\n", "*9223372036854775807\r\n"];

/// A text that is no answer any more, or another one.
pub(crate) fn text(choices: &mut Choices) -> String {
    let mut text = answer(choices);
    if choices.chance(10) {
        let nested = choices.pick(NESTED).copied().unwrap_or_default().repeat(1 << choices.below(14));
        let head = "*3\r\n*1\r\n*2\r\n:1\r\n$1\r\nx\r\n*1\r\n*1\r\n";
        text = format!("{head}{nested}*2\r\n:3\r\n:1\r\n*0\r\n");
    }
    if choices.chance(10) {
        text.insert_str(0, choices.pick(ANNOUNCED).copied().unwrap_or_default());
    }
    if choices.chance(50) {
        scramble(&mut text, choices);
    }
    text
}

/// Reads the text and writes down what it is.
pub(crate) fn attempt(text: &str) {
    if let Ok(value) = read_compact(text.as_bytes()) {
        drop(quarrel_case::json::write(&value).to_string());
    }
}
