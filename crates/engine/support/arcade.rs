//! Random answers that are nearly ArcadeDB's, for what tries the decoder: its test, and the fuzzer of all languages.

use quarrel_case::choices::Choices;

/// An answer with rows, records and paths.
pub(crate) fn answer(choices: &mut Choices) -> String {
    let rows: Vec<String> = (0..choices.below(4)).map(|_| row(choices)).collect();
    match choices.below(8) {
        0 => r#"{"error":"Cannot execute command","exception":"com.arcadedb.exception.CommandParsingException","detail":"Syntax error at line 1:0"}"#.to_owned(),
        1 => format!(r#"{{"result":{}}}"#, value(choices, 0)),
        _ => format!(
            r#"{{"user":"root","result":[{}],"stats":{{"nodesCreated":2}},"limit":4,"returned":1,"truncated":false}}"#,
            rows.join(",")
        ),
    }
}

fn row(choices: &mut Choices) -> String {
    match choices.below(4) {
        0 => record(choices, 0),
        1 => value(choices, 0),
        _ => {
            let names = choices.below(3) + 1;
            let cells = ["a", "b", "x y"].iter().take(names);
            let cells: Vec<String> = cells.map(|name| format!("\"{name}\":{}", value(choices, 0))).collect();
            format!("{{{}}}", cells.join(","))
        }
    }
}

fn id(choices: &mut Choices) -> &'static str {
    choices
        .pick(&["#1:0", "#4:0", "#7:0", "#:", "#1:", "1:0", "#99999999999999999999:0", ""])
        .copied()
        .unwrap_or("")
}

fn record(choices: &mut Choices, depth: usize) -> String {
    let kind = choices.pick(&["v", "e", "d", ""]).copied().unwrap_or("");
    let of_type = choices.pick(&["A", "A~B", "~NO_LABEL~", "vertex", ""]).copied().unwrap_or("");
    let ends = if choices.chance(50) { r##","@in":"#4:0","@out":"#1:0""## } else { "" };
    let rid = id(choices);
    let part = value(choices, depth + 1);
    format!(r#"{{"@rid":"{rid}","@type":"{of_type}","@cat":"{kind}"{ends},"k":{part},"":1}}"#)
}

fn value(choices: &mut Choices, depth: usize) -> String {
    let several = |choices: &mut Choices| {
        let items: Vec<String> = (0..choices.below(4)).map(|_| value(choices, depth + 1)).collect();
        items.join(",")
    };
    match choices.below(if depth < 4 { 12 } else { 7 }) {
        0 => "null".to_owned(),
        1 => "true".to_owned(),
        2 => choices
            .pick(&["0", "-1", "9223372036854775807", "9223372036854775808", "-0"])
            .copied()
            .unwrap_or("0")
            .to_owned(),
        3 => choices.pick(&["1.0", "-0.0", "1E400", "1.0E-7", "5e-324"]).copied().unwrap_or("0.5").to_owned(),
        4 => format!("\"{}\"", id(choices)),
        5 => choices
            .pick(&[r#""NaN""#, r#""PosInfinity""#, r#""é""#, r#""\ud800""#, r#""""#])
            .copied()
            .unwrap_or("\"\"")
            .to_owned(),
        6 => r#"{"x":1.0,"y":2.0,"crs":"cartesian","srid":7203}"#.to_owned(),
        7 => format!("[{}]", several(choices)),
        8 => format!(r#"{{"k":{},"@rid":1}}"#, value(choices, depth + 1)),
        9 | 10 => record(choices, depth + 1),
        _ => format!(
            r#"{{"_type":"path","nodes":[{}],"relationships":[{}],"length":1}}"#,
            several(choices),
            several(choices)
        ),
    }
}
