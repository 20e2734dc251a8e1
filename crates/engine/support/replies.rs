//! Random lines that are nearly replies in the worker protocol, for what tries the decoder: its test, and the fuzzer
//! of all languages.

use quarrel_case::choices::Choices;

const LEAVES: &[&str] = &[
    "null",
    "true",
    "0",
    "-0",
    "-0.0",
    "1.5",
    "1e999",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
    "123456789012345678901",
    "\"\"",
    "\"a\"",
    "\"NaN\"",
    "\"-Infinity\"",
    "\"2024-02-30\"",
    "\"12:30:01.5+01:00[\"",
    "\"\\ud800\"",
    "\"\u{e9}\"",
    "\"<http://e/a>\"",
    "\"_:b\"",
    "\"\\\"a\\\"@en\"",
    "\"\\\"1\\\"^^<http://www.w3.org/2001/XMLSchema#integer>\"",
    "\"<<( <a> <b> <c> )>>\"",
    "\"<a> <b> <c> <g> .\\n\"",
    "\"parse\"",
];

/// What a value that is an object has for its only key.
const KINDS: &[&str] = &[
    "f64",
    "near",
    "map",
    "set",
    "bag",
    "duration",
    "point",
    "property",
    "vertex",
    "edge",
    "path",
    "open",
    "wire",
    "f32",
    "i8",
    "i16",
    "i32",
    "bigint",
    "decimal",
    "date",
    "time",
    "localtime",
    "datetime",
    "localdatetime",
    "bytes",
    "uuid",
    "token",
];

const KEYS: &[&str] = &[
    "id",
    "label",
    "labels",
    "properties",
    "source",
    "target",
    "foreign",
    "new",
    "objects",
    "on",
    "keys",
    "kind",
    "phase",
    "class",
    "message",
    "detail",
    "at",
    "+nodes",
];

/// The parts of a reply.
const PARTS: &[&str] = &[
    "columns", "rows", "order", "counters", "boolean", "triples", "graph", "error", "plan", "ok", "protocol",
    "ops",
];

/// What is a reply as it is, each of another request.
const WHOLE: &[&str] = &[
    r#"{"protocol":1,"name":"toy","version":"1.0","ops":["reset","load"],"without":["graph.text-index"]}"#,
    r#"{"ok":true}"#,
    r#"{"columns":["a"],"rows":[[{"vertex":1}],[{"path":[{"vertex":1},{"edge":1}]}]],"order":[1,1]}"#,
    r#"{"columns":[],"rows":[],"counters":{"+nodes":1},"plan":{"steps":[1]}}"#,
    r#"{"boolean":true}"#,
    r#"{"triples":[["<a>","<b>","\"c\""]]}"#,
    r#"{"error":{"phase":"run","class":"RowLimit","message":"","at":[1,2]}}"#,
    r#"{"graph":{"vertices":[{"id":1,"labels":["A"],"properties":{"k":1}}],"edges":[],"indexes":[]}}"#,
    r#"{"graph":{"nquads":"<a> <b> <c> .\n"}}"#,
];

fn pick(choices: &mut Choices, all: &[&str]) -> String {
    choices.pick(all).copied().unwrap_or_default().to_owned()
}

fn object(members: &[(String, String)]) -> String {
    let members: Vec<String> = members.iter().map(|(key, value)| format!("{key:?}:{value}")).collect();
    format!("{{{}}}", members.join(","))
}

fn several(choices: &mut Choices, depth: usize) -> Vec<String> {
    (0..choices.below(4)).map(|_| value(choices, depth + 1)).collect()
}

/// A value at this depth of the line, or nearly one.
fn value(choices: &mut Choices, depth: usize) -> String {
    match choices.below(if depth < 6 { 9 } else { 2 }) {
        0 | 1 => pick(choices, LEAVES),
        2 | 3 => format!("[{}]", several(choices, depth).join(",")),
        4 => {
            let values = several(choices, depth);
            object(&values.into_iter().map(|value| (pick(choices, KEYS), value)).collect::<Vec<_>>())
        }
        _ => object(&[(pick(choices, KINDS), value(choices, depth + 1))]),
    }
}

/// Columns and as many values in each row, or nearly so.
fn table(choices: &mut Choices) -> String {
    let (width, rows) = (choices.below(3), choices.below(4));
    let columns = format!("[{}]", vec!["\"x\""; width].join(","));
    let row = |choices: &mut Choices| {
        let cells: Vec<String> = (0..width).map(|_| value(choices, 1)).collect();
        format!("[{}]", cells.join(","))
    };
    let rows: Vec<String> = (0..rows).map(|_| row(choices)).collect();
    let mut members =
        vec![("columns".to_owned(), columns), ("rows".to_owned(), format!("[{}]", rows.join(",")))];
    if choices.chance(30) {
        members.push((pick(choices, PARTS), value(choices, 1)));
    }
    object(&members)
}

/// A line that is a reply, or nearly one.
pub(crate) fn reply(choices: &mut Choices) -> String {
    match choices.below(6) {
        0 => pick(choices, WHOLE),
        1 => {
            let parts = (0..choices.between(1, 4)).map(|_| (pick(choices, PARTS), value(choices, 1)));
            let parts: Vec<_> = parts.collect();
            object(&parts)
        }
        2 => object(&[("graph".to_owned(), value(choices, 1))]),
        _ => table(choices),
    }
}
