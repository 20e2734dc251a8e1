//! Messages that are nearly values in PackStream, as a server might send them over Bolt, as hexadecimal digits.

use quarrel_case::choices::Choices;
use quarrel_engine::read_packstream;

use crate::made::packstream::message;

/// What opens a value inside a value.
const NESTED: &[&[u8]] = &[&[0x91], &[0xD6, 0, 0, 0, 1], &[0xA1, 0x81, b'a'], &[0xB1, b'V'], &[0xB1, b'P']];
/// What announces more than there is.
const ANNOUNCED: &[&[u8]] = &[
    &[0xD6, 0xFF, 0xFF, 0xFF, 0xFF],
    &[0xDA, 0x7F, 0xFF, 0xFF, 0xFF],
    &[0xD2, 0xFF, 0xFF, 0xFF, 0xFF],
    &[0xCE, 0x80, 0, 0, 0],
];

/// The digits of a message that is no value any more, or another one.
pub(crate) fn text(choices: &mut Choices) -> String {
    let mut bytes = message(choices);
    if choices.chance(10) {
        let nested = choices.pick(NESTED).copied().unwrap_or_default().repeat(1 << choices.below(14));
        bytes.splice(0..0, nested);
    }
    if choices.chance(10) {
        let place = choices.below(bytes.len() + 1);
        bytes.splice(place..place, choices.pick(ANNOUNCED).copied().unwrap_or_default().iter().copied());
    }
    if choices.chance(50) {
        for _ in 0..choices.between(1, 6) {
            change(&mut bytes, choices);
        }
    }
    bytes.iter().map(|byte| format!("{byte:02X}")).collect()
}

fn change(bytes: &mut Vec<u8>, choices: &mut Choices) {
    let place = choices.below(bytes.len() + 1);
    let byte = u8::try_from(choices.below(256)).unwrap_or_default();
    match choices.below(4) {
        0 => bytes.insert(place, byte),
        1 if place < bytes.len() => bytes[place] = byte,
        2 if place < bytes.len() => drop(bytes.remove(place)),
        3 if choices.chance(30) => bytes.truncate(place),
        _ => {}
    }
}

/// Reads the message and writes down what it is.
pub(crate) fn attempt(text: &str) {
    let digits: Vec<char> = text.chars().collect();
    let byte = |pair: &[char]| u8::from_str_radix(&String::from_iter(pair), 16).ok();
    let bytes: Option<Vec<u8>> = digits.chunks(2).map(byte).collect();
    if let Ok(value) = read_packstream(&bytes.unwrap_or_default()) {
        drop(quarrel_case::json::write(&value).to_string());
    }
}
