//! The decoder, and what values it makes of an answer.

use quarrel_case::choices::Choices;
use quarrel_case::json as values;
use serde_json::{Value as Json, json};

use super::super::compact::{Unmeant, answer};
use super::super::decode::{Decoder, Reply, Unread};
use super::super::names::{Names, Numbered};
use super::super::read_compact;
use super::toy::encode;

#[path = "../../../support/resp.rs"]
mod random;

fn shown(cell: &Json) -> String {
    let answer = json!([[[1, "x"]], [[cell]], []]);
    read_compact(&encode(&answer)).map_or_else(|error| error, |value| values::write(&value)[0][0].to_string())
}

#[test]
fn every_type_has_its_value() {
    for (cell, expected) in [
        (json!([1, null]), "null"),
        (json!([2, "é"]), r#""é""#),
        (json!([3, -7]), "-7"),
        (json!([4, "true"]), "true"),
        (json!([5, "1"]), "1.0"),
        (json!([5, "-0"]), "-0.0"),
        (json!([5, "1e+300"]), "1e+300"),
        (json!([5, "-nan"]), r#"{"f64":"NaN"}"#),
        (json!([5, "-inf"]), r#"{"f64":"-Infinity"}"#),
        (json!([6, [[3, 1], [1, null]]]), "[1,null]"),
        (json!([10, ["a", [3, 1], "b", [6, []]]]), r#"{"map":[["a",1],["b",[]]]}"#),
        (
            json!([8, [4, [2], [[1, 2, "x"], [0, 3, 5]]]]),
            r#"{"vertex":{"labels":["n2"],"new":4,"properties":{"n0":5,"n1":"x"}}}"#,
        ),
        (json!([7, [4, 2, 0, 1, []]]), r#"{"edge":{"labels":["n2"],"new":4,"properties":{}}}"#),
        (json!([11, ["1.5", "2.5"]]), r#"{"point":[4326,2.5,1.5]}"#),
        (json!([12, ["1.5"]]), r#"[{"f32":"1.5"}]"#),
        (json!([13, 1_577_872_800]), r#"{"localdatetime":"2020-01-01T10:00:00"}"#),
        (json!([14, 1_577_836_800]), r#"{"date":"2020-01-01"}"#),
        (json!([14, 1]), r#"{"wire":["resp 14",1]}"#),
        (json!([15, -2_208_952_799_i64]), r#"{"localtime":"10:00:01"}"#),
        (json!([15, i64::MAX]), r#"{"wire":["resp 15",9223372036854775807]}"#),
        (json!([16, 86_400]), r#"{"duration":[0,0,86400,0]}"#),
        (json!([99, [1, "x", null]]), r#"{"wire":["resp 99",[1,"x",null]]}"#),
        (json!([4, "maybe"]), "the answer has a boolean that is none"),
        (json!([5, "x"]), "the answer has a float that is none"),
        (json!([8, [4, [200], []]]), "a number has no name"),
        (json!([8, [4, []]]), "the answer has a node that has not three parts"),
        (json!([9, [[6, []], [6, []]]]), "the answer has a path that leads nowhere"),
        (json!([10, ["a"]]), "the answer has a key of a map without its value"),
        (json!([11, ["1"]]), "the answer has a point that has not two coordinates"),
        (json!(["1", "1"]), "the answer has no number where one is due"),
    ] {
        assert_eq!(shown(&cell), expected, "{cell}");
    }
}

#[test]
fn an_answer_is_the_same_however_it_is_cut() {
    let answers = json!([1, ["a\r\nb", null, []], {"error": "ERR x"}]);
    let bytes = [encode(&answers), encode(&json!(7))].concat();
    for size in 1..bytes.len() {
        let mut decoder = Decoder::default();
        let mut replies = Vec::new();
        for piece in bytes.chunks(size) {
            decoder.feed(piece);
            while let Some(reply) = decoder.next().unwrap() {
                replies.push(reply);
            }
        }
        let inner = vec![Reply::Bulk(b"a\r\nb".to_vec()), Reply::Nil, Reply::Array(Vec::new())];
        let all = vec![Reply::Int(1), Reply::Array(inner), Reply::Error("ERR x".to_owned())];
        assert_eq!(replies, [Reply::Array(all), Reply::Int(7)], "{size}");
    }
}

#[test]
fn what_is_announced_is_not_believed() {
    let next = |bytes: &[u8]| {
        let mut decoder = Decoder::default();
        decoder.feed(bytes);
        decoder.next()
    };
    assert_eq!(next(b"*9223372036854775807\r\n:1\r\n"), Ok(None));
    assert_eq!(next(b"$9223372036854775807\r\n"), Err(Unread::TooLong));
    assert_eq!(next(&b"*1\r\n".repeat(10_000)), Err(Unread::TooDeep));
    assert_eq!(next(&[b"+".as_slice(), &vec![b'x'; 5 << 20]].concat()), Err(Unread::TooLong));
    assert!(matches!(next(b"$2\r\nabc\r\n"), Err(Unread::Broken(_))));
    assert!(matches!(next(b":x\r\n"), Err(Unread::Broken(_))));
    assert!(matches!(next(b"\r\n"), Err(Unread::Broken(_))));
}

#[test]
fn no_bytes_do_harm() {
    let mut choices = Choices::new(1);
    for _ in 0..20_000 {
        let mut bytes = random::answer(&mut choices).into_bytes();
        for _ in 0..choices.below(4) {
            let (place, byte) = (choices.below(bytes.len()), choices.below(256));
            bytes[place] = u8::try_from(byte).unwrap_or(b'*');
        }
        bytes.truncate(bytes.len() - choices.below(3));
        let _ = read_compact(&bytes);
    }
}

#[test]
fn a_short_answer_does_not_come_to_long_names() {
    let mut names = Names::default();
    names.set(Numbered::Key, vec!["k".repeat(1 << 20)]);
    let nodes = |count| {
        let property = Reply::Array([0, 1, 0].map(Reply::Int).into());
        let node = Reply::Array(vec![Reply::Int(1), Reply::Array(Vec::new()), Reply::Array(vec![property])]);
        let cell = Reply::Array(vec![Reply::Int(8), node]);
        let header = Reply::Array(vec![Reply::Array(vec![Reply::Int(1), Reply::Bulk(b"x".to_vec())])]);
        let rows = Reply::Array(vec![Reply::Array(vec![cell]); count]);
        answer(&Reply::Array(vec![header, rows, Reply::Array(Vec::new())]), &names).map(drop)
    };
    let too_long = Unmeant::Broken("the answer has names that are longer than what is read".to_owned());
    assert_eq!((nodes(64), nodes(65)), (Ok(()), Err(too_long)));
}
