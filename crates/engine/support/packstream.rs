//! Random messages that are nearly values in PackStream, for what tries the decoder: its test, and the fuzzer of all
//! languages.

use quarrel_case::choices::Choices;

/// Tags of structures: elements, paths, temporal values, points, and one that means nothing.
const TAGS: &[u8] = b"NRrPDtTdFIfiEXYV";

/// A value with others inside of it, as a server might send it.
pub(crate) fn message(choices: &mut Choices) -> Vec<u8> {
    let mut bytes = Vec::new();
    value(choices, 0, &mut bytes);
    bytes
}

fn value(choices: &mut Choices, depth: usize, bytes: &mut Vec<u8>) {
    match choices.below(if depth < 6 { 12 } else { 6 }) {
        0 => {
            bytes
                .push(choices.pick(&[0xC0, 0xC2, 0xC3, 0x00, 0x7F, 0xF0, 0xC4]).copied().unwrap_or_default());
        }
        1 | 2 => number(choices, bytes),
        3 => {
            bytes.push(0xC1);
            bytes.extend(choices.pick(&[0.5, f64::NAN, f64::INFINITY, -0.0]).unwrap_or(&0.0).to_be_bytes());
        }
        4 => text(choices, bytes),
        5 => {
            let content = choices.below(20);
            length(content, None, [0xCC, 0xCD, 0xCE], choices, bytes);
            bytes.extend(std::iter::repeat_n(0xFF, content));
        }
        6 | 7 => {
            let items = choices.below(4);
            length(items, Some(0x90), [0xD4, 0xD5, 0xD6], choices, bytes);
            (0..items).for_each(|_| value(choices, depth + 1, bytes));
        }
        8 => map(choices, depth, bytes),
        9 => {
            let fields = choices.below(8);
            structure(choices, fields, bytes);
            (0..fields).for_each(|_| value(choices, depth + 1, bytes));
        }
        10 => element(choices, depth, bytes),
        _ => path(choices, depth, bytes),
    }
}

fn structure(choices: &mut Choices, fields: usize, bytes: &mut Vec<u8>) {
    let tag = choices.pick(TAGS).copied().unwrap_or_default();
    bytes.extend([0xB0 | u8::try_from(fields).unwrap_or_default(), tag]);
}

fn number(choices: &mut Choices, bytes: &mut Vec<u8>) {
    let all = [0, 1, -17, 3600, 86_399, 1_000_000_000, -1 << 40, i64::MIN, i64::MAX];
    let number: i64 = choices.pick(&all).copied().unwrap_or_default();
    bytes.push(0xCB);
    bytes.extend(number.to_be_bytes());
}

fn text(choices: &mut Choices, bytes: &mut Vec<u8>) {
    let all =
        ["", "a", "é𝄞", "UTC", "Europe/Berlin", "+01:00", "Z", "4:x:7", "a longer text than fifteen bytes"];
    let text = choices.pick(&all).copied().unwrap_or_default();
    length(text.len(), Some(0x80), [0xD0, 0xD1, 0xD2], choices, bytes);
    bytes.extend(text.bytes());
}

fn map(choices: &mut Choices, depth: usize, bytes: &mut Vec<u8>) {
    let entries = choices.below(3);
    length(entries, Some(0xA0), [0xD8, 0xD9, 0xDA], choices, bytes);
    for _ in 0..entries {
        text(choices, bytes);
        value(choices, depth + 1, bytes);
    }
}

/// A node or a relationship, or nearly so.
fn element(choices: &mut Choices, depth: usize, bytes: &mut Vec<u8>) {
    let (tag, ends) = choices.pick(&[(b'N', 0), (b'R', 2), (b'r', 0)]).copied().unwrap_or_default();
    let own = if choices.chance(20) { ends + 1 } else { 0 };
    bytes.extend([0xB3 + ends + own, tag]);
    (0..=ends).for_each(|_| number(choices, bytes));
    if tag == b'N' {
        bytes.push(0x91);
    }
    text(choices, bytes);
    map(choices, depth, bytes);
    (0..own).for_each(|_| text(choices, bytes));
}

/// A path, whose steps may lead nowhere.
fn path(choices: &mut Choices, depth: usize, bytes: &mut Vec<u8>) {
    bytes.extend([0xB3, b'P']);
    for _ in 0..2 {
        let elements = choices.below(3);
        length(elements, Some(0x90), [0xD4, 0xD5, 0xD6], choices, bytes);
        (0..elements).for_each(|_| element(choices, depth + 1, bytes));
    }
    let steps = choices.below(5);
    length(steps, Some(0x90), [0xD4, 0xD5, 0xD6], choices, bytes);
    (0..steps).for_each(|_| bytes.push(choices.pick(&[0, 1, 2, 0xFF, 0xFE]).copied().unwrap_or_default()));
}

/// How long what follows is: in any of the forms that there are, and now and then wrongly.
fn length(length: usize, tiny: Option<u8>, markers: [u8; 3], choices: &mut Choices, bytes: &mut Vec<u8>) {
    let said = u32::try_from(length).unwrap_or_default();
    let said =
        if choices.chance(3) { choices.pick(&[0, 1, 200, u32::MAX]).copied().unwrap_or(said) } else { said };
    match (u8::try_from(said), tiny, choices.below(6)) {
        (Ok(short @ 0..=15), Some(tiny), 0..=2) => bytes.push(tiny | short),
        (Ok(short), _, 0..=3) => bytes.extend([markers[0], short]),
        _ => {
            bytes.push(markers[2]);
            bytes.extend(said.to_be_bytes());
        }
    }
}
