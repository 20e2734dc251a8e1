//! Texts that are nearly values in GraphSON 3, as a server might send them.

use quarrel_case::choices::Choices;
use quarrel_engine::read_graphson;

use crate::mutate::scramble;

const TAGS: &[&str] = &[
    "g:List",
    "g:Set",
    "g:Map",
    "g:BulkSet",
    "g:Vertex",
    "g:Edge",
    "g:VertexProperty",
    "g:Property",
    "g:Path",
    "g:Tree",
    "tinker:graph",
    "g:Int64",
    "g:Int32",
    "gx:Int16",
    "gx:Byte",
    "g:Double",
    "g:Float",
    "gx:BigInteger",
    "gx:BigDecimal",
    "g:Date",
    "g:Timestamp",
    "g:T",
    "g:Direction",
    "g:UUID",
    "gx:ByteBuffer",
    "gx:Instant",
    "gx:OffsetDateTime",
    "gx:LocalDate",
    "gx:LocalTime",
    "gx:OffsetTime",
    "own",
];

const LEAVES: &[&str] = &[
    "null",
    "true",
    "0",
    "-1",
    "1.5",
    "99999",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "1e999",
    "1E-999999999999",
    "1e9223372036854775807",
    "\"1e-9223372036854775808\"",
    "\"\"",
    "\"a\"",
    "\"NaN\"",
    "\"-\"",
    "\"12:30:01.5+01:00[\"",
    "\"-999999999-01-01T00:00Z\"",
    "\"\\ud800\"",
    "\"\u{e9}:\u{e9}\"",
];

const KEYS: &[&str] = &[
    "id",
    "label",
    "value",
    "key",
    "properties",
    "objects",
    "labels",
    "vertices",
    "edges",
    "inV",
    "outV",
    "@type",
    "@value",
];

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

fn several(choices: &mut Choices, depth: usize) -> Vec<String> {
    (0..choices.below(5)).map(|_| value(choices, depth + 1)).collect()
}

fn pick(choices: &mut Choices, all: &[&str]) -> String {
    choices.pick(all).copied().unwrap_or_default().to_owned()
}

fn value(choices: &mut Choices, depth: usize) -> String {
    match choices.below(if depth < 8 { 10 } else { 2 }) {
        0 | 1 => pick(choices, LEAVES),
        2 | 3 => format!("[{}]", several(choices, depth).join(",")),
        4 | 5 => {
            let values = several(choices, depth);
            let members = values.into_iter().map(|value| format!("{:?}:{value}", pick(choices, KEYS)));
            format!("{{{}}}", members.collect::<Vec<_>>().join(","))
        }
        _ => {
            let tag = pick(choices, TAGS);
            format!("{{\"@type\":{tag:?},\"@value\":{}}}", value(choices, depth + 1))
        }
    }
}

/// Reads the text and writes down what it is.
pub(crate) fn attempt(text: &str) {
    if let Ok(value) = read_graphson(text.as_bytes()) {
        drop(quarrel_case::json::write(&value).to_string());
    }
}
