//! Lines that are nearly replies in the worker protocol, as a worker might write them.

use quarrel_case::choices::Choices;
use quarrel_case::graph::Model;
use quarrel_engine::read_reply;

use crate::made::replies::reply;
use crate::mutate::scramble;

/// What opens a value inside a value, and what closes it again.
const NESTED: &[(&str, &str)] = &[
    ("[", "]"),
    ("{\"set\":[", "]}"),
    ("{\"map\":[[1,", "]]}"),
    ("{\"f64\":", "}"),
    ("{\"wire\":[\"t\",", "]}"),
    ("{\"property\":[\"k\",", "]}"),
    ("{\"vertex\":{\"new\":1,\"properties\":{\"k\":", "}}}"),
];
/// What opens a term inside a term, and what closes it again.
const TERMS: (&str, &str) = ("<<( <a> <b> ", " )>>");

/// A line that is no reply any more, or another one.
pub(crate) fn text(choices: &mut Choices) -> String {
    let mut text = reply(choices);
    let times = 1 << choices.below(13);
    if choices.chance(10) {
        let (open, close) = choices.pick(NESTED).copied().unwrap_or_default();
        text = one(&(open.repeat(times) + "0" + &close.repeat(times)));
    } else if choices.chance(5) {
        text = one(&format!("\"{}<c>{}\"", TERMS.0.repeat(times), TERMS.1.repeat(times)));
    }
    if choices.chance(30) {
        scramble(&mut text, choices);
    }
    text
}

/// A table of one value.
fn one(value: &str) -> String {
    format!("{{\"columns\":[\"x\"],\"rows\":[[{value}]]}}")
}

/// Reads the line as a reply in both models; what is read must come back as it was written down.
pub(crate) fn attempt(text: &str) {
    for model in [Model::Property, Model::Rdf] {
        let Ok(written) = read_reply(text.as_bytes(), model) else { continue };
        let again = read_reply(written.to_string().as_bytes(), model);
        assert_eq!(again.as_ref(), Ok(&written), "what is read does not come back");
    }
}
