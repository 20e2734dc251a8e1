//! The decoder, and what values it makes of an answer.

use quarrel_case::answer::Answer;
use quarrel_case::choices::Choices;
use quarrel_case::json as values;

use super::super::read_records;
use super::super::records::{Buckets, read};
use crate::bounded::Unread;

#[path = "../../../support/arcade.rs"]
mod random;

fn shown(cell: &str) -> String {
    let answer = format!(r#"{{"result":[{{"x":{cell},"y":0}}]}}"#);
    let read = read_records(answer.as_bytes());
    read.map_or_else(|error| error, |value| values::write(&value)[0][0].to_string())
}

#[test]
fn every_form_has_its_value() {
    for (cell, expected) in [
        ("null", "null"),
        ("1", "1"),
        ("1.0", "1.0"),
        ("-0.0", "-0.0"),
        ("1E22", "1e+22"),
        ("9223372036854775808", r#"{"bigint":"9223372036854775808"}"#),
        (r##""#1:0""##, r##""#1:0""##),
        (r#"{"b":1,"a":[]}"#, r#"{"map":[["a",[]],["b",1]]}"#),
        (
            r##"{"@rid":"#1:0","@type":"A~B","k":[1],"@cat":"v"}"##,
            r##"{"vertex":{"labels":["A","B"],"new":0,"properties":{"":"#1:0","k":[1]}}}"##,
        ),
        (
            r##"{"@rid":"#1:0","@type":"vertex"}"##,
            r##"{"vertex":{"labels":[],"new":0,"properties":{"":"#1:0"}}}"##,
        ),
        (
            r##"{"@in":"#4:0","@out":"#1:0","@rid":"#7:0","@type":"T"}"##,
            r##"{"edge":{"labels":["T"],"new":0,"properties":{"":"#7:0"}}}"##,
        ),
        (r#"{"x":1.5,"y":2.0,"crs":"cartesian","srid":7203}"#, r#"{"point":[7203,1.5,2.0]}"#),
        (
            r#"{"longitude":1.0,"latitude":2.0,"x":1.0,"y":2.0,"crs":"WGS-84","srid":4326}"#,
            r#"{"point":[4326,1.0,2.0]}"#,
        ),
        (
            r#"{"_type":"path","nodes":[],"relationships":[]}"#,
            r#"{"map":[["_type","path"],["nodes",[]],["relationships",[]]]}"#,
        ),
    ] {
        assert_eq!(shown(cell), expected, "{cell}");
    }
}

#[test]
fn columns_keep_their_order_and_a_record_alone_has_no_name() {
    for (rows, columns) in [
        (r#"[{"b":1,"a":2}]"#, vec!["b", "a"]),
        ("[]", vec![]),
        (r#"[{"x":1,"@props":"x:3"}]"#, vec!["x"]),
        (r##"[{"@rid":"#1:0","@type":"A","@cat":"v"}]"##, vec![""]),
        (r##"[{"@rid":"#1:0","@type":"A","@cat":"v"},{"r":null}]"##, vec!["r"]),
    ] {
        let body = format!(r#"{{"result":{rows}}}"#);
        let Answer::Table(table) = read(body.as_bytes(), &mut Buckets::default()).unwrap().answer else {
            panic!("no table")
        };
        assert_eq!(table.columns, columns, "{rows}");
    }
}

#[test]
fn ids_inside_of_lists_are_records_of_a_bucket_that_was_seen() {
    let mut buckets = Buckets::default();
    let ids = br##"{"result":[{"x":["#1:7"],"y":"#1:7"}]}"##;
    let rows = |buckets: &mut Buckets| {
        let Answer::Table(table) = read(ids, buckets).unwrap().answer else { panic!("no table") };
        table.rows[0].iter().map(|value| values::write(value).to_string()).collect::<Vec<_>>()
    };
    assert_eq!(rows(&mut buckets), [r##"["#1:7"]"##, r##""#1:7""##]);
    read(br##"{"result":[{"@rid":"#1:0","@type":"A"}]}"##, &mut buckets).unwrap();
    assert_eq!(rows(&mut buckets), [r##"[{"vertex":{"foreign":"#1:7"}}]"##, r##""#1:7""##]);
}

#[test]
fn what_is_too_deep_or_broken_is_said_to_be() {
    let read = |text: &str| read(text.as_bytes(), &mut Buckets::default()).map(drop).unwrap_err();
    assert_eq!(read(&format!(r#"{{"result":[{{"x":{}"#, "[".repeat(10_000))), Unread::TooDeep);
    for text in ["", "{}", "[]", r#"{"result":[1]}"#, r#"{"result":[{"a":1},{"b":1}]}"#, "\u{0}"] {
        assert!(matches!(read(text), Unread::Broken(_)), "{text}");
    }
}

#[test]
fn no_bytes_do_harm() {
    let mut choices = Choices::new(1);
    for _ in 0..20_000 {
        let mut bytes = random::answer(&mut choices).into_bytes();
        for _ in 0..choices.below(4) {
            let (place, byte) = (choices.below(bytes.len()), choices.below(256));
            bytes[place] = u8::try_from(byte).unwrap_or(b'[');
        }
        bytes.truncate(bytes.len() - choices.below(3));
        let _ = read_records(&bytes);
    }
}
