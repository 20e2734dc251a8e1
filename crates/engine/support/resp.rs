//! Random answers that are nearly in the compact form of `GRAPH.QUERY`, for what tries the decoder: its test, and the
//! fuzzer of all languages.

use quarrel_case::choices::Choices;

/// An answer in RESP with a header, rows and statistics.
pub(crate) fn answer(choices: &mut Choices) -> String {
    let (columns, rows) = (choices.below(3), choices.below(4));
    let header = array((0..columns).map(|_| array([int(1), bulk("x")])));
    let rows = (0..rows).map(|_| array((0..columns).map(|_| value(choices, 0))));
    let rows = array(rows.collect::<Vec<_>>());
    let statistics =
        array([bulk("Nodes created: 2"), bulk("Query internal execution time: 0.2 milliseconds")]);
    match choices.below(5) {
        0 => array([statistics]),
        1 => "-ERR errMsg: Invalid input line: 1, column: 2, offset: 1 errCtx: x\r\n".to_owned(),
        _ => array([header, rows, statistics]),
    }
}

fn array(items: impl IntoIterator<Item = String>) -> String {
    let items: Vec<String> = items.into_iter().collect();
    format!("*{}\r\n{}", items.len(), items.concat())
}

fn int(number: i64) -> String {
    format!(":{number}\r\n")
}

fn bulk(text: &str) -> String {
    format!("${}\r\n{text}\r\n", text.len())
}

/// A pair of the number of a type and what it is, or nearly so.
fn value(choices: &mut Choices, depth: usize) -> String {
    let kind = i64::try_from(choices.below(if depth < 4 { 19 } else { 6 })).unwrap_or_default();
    let content = content(kind, choices, depth);
    array([int(kind), content])
}

fn number(choices: &mut Choices) -> i64 {
    choices.pick(&[0, 1, 7, 120, -1, i64::MIN, i64::MAX, 1_577_836_800, -2_208_952_799]).copied().unwrap_or(0)
}

fn element(parts: usize, choices: &mut Choices, depth: usize) -> String {
    let property = |choices: &mut Choices| {
        let kind = i64::try_from(choices.below(7)).unwrap_or_default();
        array([int(number(choices)), int(kind), content(kind, choices, depth + 1)])
    };
    let properties = (0..choices.below(3)).map(|_| property(choices)).collect::<Vec<_>>();
    let labels = (0..choices.below(3)).map(|_| int(number(choices))).collect::<Vec<_>>();
    let middle = if parts == 3 { vec![array(labels)] } else { vec![int(1), int(0), int(number(choices))] };
    let id = int(number(choices));
    array([vec![id], middle, vec![array(properties)]].concat())
}

fn content(kind: i64, choices: &mut Choices, depth: usize) -> String {
    let several =
        |choices: &mut Choices| (0..choices.below(4)).map(|_| value(choices, depth + 1)).collect::<Vec<_>>();
    let text = choices.pick(&["true", "1.5", "-nan", "inf", "", "é", "1e400"]).copied().unwrap_or_default();
    match kind {
        1 => "$-1\r\n".to_owned(),
        2 | 4 | 5 => bulk(text),
        6 => array(several(choices)),
        7 => element(5, choices, depth),
        8 => element(3, choices, depth),
        9 => {
            let nodes = (0..2).map(|_| array([int(8), element(3, choices, depth)])).collect::<Vec<_>>();
            let edge = array([int(7), element(5, choices, depth)]);
            array([array([int(6), array(nodes)]), array([int(6), array([edge])])])
        }
        10 => array(several(choices).into_iter().flat_map(|value| [bulk("k"), value])),
        11 | 12 => array([bulk(text), bulk("2.5")]),
        17 | 18 => array(several(choices)),
        _ => int(number(choices)),
    }
}
