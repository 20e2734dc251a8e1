//! Random texts that are nearly values in GraphSON 3, for what tries the decoder: its test, and the fuzzer of all
//! languages.

use quarrel_case::choices::Choices;

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

fn several(choices: &mut Choices, depth: usize) -> Vec<String> {
    (0..choices.below(5)).map(|_| value(choices, depth + 1)).collect()
}

fn pick(choices: &mut Choices, all: &[&str]) -> String {
    choices.pick(all).copied().unwrap_or_default().to_owned()
}

/// A value at this depth of the text, with others inside of it.
pub(crate) fn value(choices: &mut Choices, depth: usize) -> String {
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
