//! Every type of GraphSON 3 with its value, and what is in no format.

use quarrel_case::choices::Choices;
use quarrel_case::json;
use serde_json::Value as Json;

use crate::gremlin::graphson::Reader;

#[path = "../../../support/graphson.rs"]
mod random;

fn shown(text: &str) -> String {
    let parsed: Json = serde_json::from_str(text).unwrap();
    Reader::new().value(&parsed).map_or_else(|why| why, |value| json::write(&value).to_string())
}

/// A value of a type.
fn of(tag: &str, content: &str) -> String {
    format!(r#"{{"@type":"{tag}","@value":{content}}}"#)
}

#[test]
fn every_atom_is_kept_with_its_type() {
    for (tag, content, expected) in [
        ("g:Int64", "9223372036854775807", "9223372036854775807"),
        ("g:Int32", "-7", r#"{"i32":-7}"#),
        ("gx:Int16", "7", r#"{"i16":7}"#),
        ("gx:Byte", "-128", r#"{"i8":-128}"#),
        ("g:Double", "7.0", "7.0"),
        ("g:Double", "1", "1.0"),
        ("g:Double", "-0.0", "-0.0"),
        ("g:Double", r#""NaN""#, r#"{"f64":"NaN"}"#),
        ("g:Double", r#""-Infinity""#, r#"{"f64":"-Infinity"}"#),
        ("g:Float", "0.94461", r#"{"f32":"0.94461"}"#),
        ("g:Float", "1.0E10", r#"{"f32":"10000000000"}"#),
        ("gx:BigInteger", "123456789012345678901", r#"{"bigint":"123456789012345678901"}"#),
        ("gx:BigInteger", "-1E3", r#"{"bigint":"-1000"}"#),
        ("gx:BigDecimal", "1.50", r#"{"decimal":"1.50"}"#),
        ("gx:BigDecimal", "5.0E+3", r#"{"decimal":"5000"}"#),
        ("gx:BigDecimal", "1E-2", r#"{"decimal":"0.01"}"#),
        ("gx:BigDecimal", "1e+999999999", r#"{"decimal":"1e+999999999"}"#),
        (
            "g:UUID",
            r#""41D2E28A-20A4-4AB0-B379-D810DEDE3786""#,
            r#"{"uuid":"41d2e28a-20a4-4ab0-b379-d810dede3786"}"#,
        ),
        ("g:Date", "1577836800500", r#"{"datetime":"2020-01-01T00:00:00.5Z"}"#),
        ("g:Timestamp", "-1", r#"{"datetime":"1969-12-31T23:59:59.999Z"}"#),
        ("gx:OffsetDateTime", r#""2007-12-03T10:15+01:00""#, r#"{"datetime":"2007-12-03T10:15:00+01:00"}"#),
        ("gx:OffsetDateTime", r#""2007-12-03T10:15:30.120Z""#, r#"{"datetime":"2007-12-03T10:15:30.12Z"}"#),
        (
            "gx:ZonedDateTime",
            r#""2007-12-03T10:15:30+01:00[Europe/Paris]""#,
            r#"{"datetime":"2007-12-03T10:15:30+01:00[Europe/Paris]"}"#,
        ),
        ("gx:LocalDateTime", r#""2016-01-01T12:30""#, r#"{"localdatetime":"2016-01-01T12:30:00"}"#),
        ("gx:LocalDate", r#""2016-01-01""#, r#"{"date":"2016-01-01"}"#),
        ("gx:LocalTime", r#""12:30:45.500""#, r#"{"localtime":"12:30:45.5"}"#),
        ("gx:OffsetTime", r#""12:30-05:00""#, r#"{"time":"12:30:00-05:00"}"#),
        ("gx:ByteBuffer", r#""AQI=""#, r#"{"bytes":"AQI="}"#),
        ("g:T", r#""label""#, r#"{"token":"T.label"}"#),
        ("g:Direction", r#""OUT""#, r#"{"token":"Direction.OUT"}"#),
        ("g:Order", r#""asc""#, r#"{"token":"Order.asc"}"#),
        ("gx:Duration", r#""PT5S""#, r#"{"wire":["gx:Duration","PT5S"]}"#),
        ("gx:LocalTime", r#""noon""#, r#"{"wire":["gx:LocalTime","noon"]}"#),
        ("x:Own", r#"{"a":[1]}"#, r#"{"wire":["x:Own",{"a":[1]}]}"#),
    ] {
        assert_eq!(shown(&of(tag, content)), expected);
    }
    for (text, expected) in [
        ("null", "null"),
        ("true", "true"),
        (r#""a""#, r#""a""#),
        ("7", r#"{"wire":["number",7]}"#),
        (r#"{"a":1}"#, r#"{"wire":["object",{"a":1}]}"#),
    ] {
        assert_eq!(shown(text), expected);
    }
}

#[test]
fn every_collection_keeps_its_items_and_their_order() {
    let one = of("g:Int64", "1");
    for (tag, content, expected) in [
        ("g:List", format!("[{one},null]"), "[1,null]"),
        ("g:Set", format!("[{one}]"), r#"{"set":[1]}"#),
        ("g:Map", format!(r#"["b",{one},{one},"a"]"#), r#"{"map":[["b",1],[1,"a"]]}"#),
        ("g:BulkSet", format!(r#"["a",{one},"b",{}]"#, of("g:Int64", "2")), r#"{"bag":["a","b","b"]}"#),
        (
            "g:BulkSet",
            format!(r#"["a",{}]"#, of("g:Int64", "100001")),
            r#"{"wire":["g:BulkSet",["a",{"@type":"g:Int64","@value":100001}]]}"#,
        ),
        (
            "g:Tree",
            format!(r#"[{{"key":"a","value":{}}}]"#, of("g:Tree", "[]")),
            r#"{"map":[["a",{"map":[]}]]}"#,
        ),
        (
            "g:Path",
            format!(
                r#"{{"labels":{},"objects":{}}}"#,
                of("g:List", &format!("[{},{}]", of("g:Set", r#"["x"]"#), of("g:Set", "[]"))),
                of("g:List", &format!("[{one},null]")),
            ),
            r#"{"path":{"labels":[["x"],[]],"objects":[1,null]}}"#,
        ),
    ] {
        assert_eq!(shown(&of(tag, &content)), expected);
    }
}

#[test]
fn bags_in_bags_are_given_only_so_many_values() {
    let nested = |depth: usize| {
        let bag = |item: String, _| of("g:BulkSet", &format!("[{item},{}]", of("g:Int64", "300")));
        (0..depth).fold(r#""a""#.to_owned(), bag)
    };
    assert!(shown(&nested(2)).starts_with(r#"{"bag":[{"bag":["a","#), "90,000 are given");
    let deep = shown(&nested(40));
    assert!(deep.starts_with(r#"{"wire":["g:BulkSet""#) && deep.len() < 10_000, "{} bytes", deep.len());
    let own = of("own", &format!("[{:?}]", "a".repeat(3_000)));
    let twice = (0..2).fold(own, |item, _| of("g:BulkSet", &format!("[{item},{}]", of("g:Int64", "99"))));
    assert!(shown(&twice).len() < 1_000_000, "what is kept as it came counts by its length");
    let long = format!("[{:?},{}]", "a".repeat(100_000), of("g:Int64", "99999"));
    assert!(shown(&of("g:BulkSet", &long)).starts_with(r#"{"wire":["g:BulkSet""#));
    let pair = format!(
        "[{},{}]",
        of("g:BulkSet", &long),
        of("g:BulkSet", r#"["b",{"@type":"g:Int64","@value":2}]"#)
    );
    assert!(shown(&pair).ends_with(r#"{"bag":["b","b"]}]"#), "what is kept as it came costs nothing");
}

#[test]
fn a_decimal_with_an_absurd_exponent_is_not_written_out() {
    for text in ["1e-9223372036854775808", "1e9223372036854775807", "1e9223372036854775808", "1e99999"] {
        let shown = shown(&of("gx:BigDecimal", &format!("{text:?}")));
        assert!(shown.contains(text) && shown.len() < 100, "{shown}");
    }
}

#[test]
fn elements_come_with_the_servers_ids_and_all_that_came_of_them() {
    let number = |number: i64| of("g:Int64", &number.to_string());
    let vertex_property = |value: &str| {
        of("g:VertexProperty", &format!(r#"{{"id":{},"value":{value},"label":"k"}}"#, number(0)))
    };
    let property = of("g:Property", &format!(r#"{{"key":"w","value":{}}}"#, of("g:Double", "2.5")));
    let properties = format!(r#"{{"k":[{},{}]}}"#, vertex_property(&number(1)), vertex_property("null"));
    let vertex =
        of("g:Vertex", &format!(r#"{{"id":{},"label":"A","properties":{properties}}}"#, of("g:Int32", "7")));
    let edge = of(
        "g:Edge",
        &format!(r#"{{"id":{},"label":"T","inV":1,"outV":2,"properties":{{"w":{property}}}}}"#, number(3)),
    );
    let janus = of("j:Id", r#"{"relationId":"7-a"}"#);
    for (text, expected) in [
        (vertex.clone(), r#"{"vertex":{"labels":["A"],"new":7,"properties":{"k":{"bag":[1,null]}}}}"#),
        (edge.clone(), r#"{"edge":{"labels":["T"],"new":3,"properties":{"w":2.5}}}"#),
        (
            of("g:Vertex", r#"{"id":"a","label":"A"}"#),
            r#"{"vertex":{"labels":["A"],"new":0,"properties":{"":"a"}}}"#,
        ),
        (
            of("g:Edge", &format!(r#"{{"id":{janus},"label":"A"}}"#)),
            r#"{"edge":{"labels":["A"],"new":0,"properties":{"":"7-a"}}}"#,
        ),
        (
            of("g:Vertex", &format!(r#"{{"id":{},"label":"A"}}"#, of("x:LongId", "7"))),
            r#"{"vertex":{"labels":["A"],"new":7,"properties":{}}}"#,
        ),
        (vertex_property(&number(1)), r#"{"property":["k",1]}"#),
        (property, r#"{"property":["w",2.5]}"#),
        (
            of("tinker:graph", &format!(r#"{{"vertices":[],"edges":[{edge}]}}"#)),
            r#"{"map":[["vertices",{"bag":[]}],["edges",{"bag":[{"edge":{"labels":["T"],"new":3,"properties":{"w":2.5}}}]}]]}"#,
        ),
    ] {
        assert_eq!(shown(&text), expected);
    }
}

#[test]
fn what_is_not_in_the_format_is_told_and_never_taken_for_a_value() {
    for (tag, content, why) in [
        ("g:Int32", "2147483648", "g:Int32: 2147483648 is no such value"),
        ("g:Int64", "1.5", "g:Int64: 1.5 is no such value"),
        ("g:Double", r#""x""#, "g:Double: \"x\" is no such value"),
        ("gx:BigInteger", "1.5", "gx:BigInteger: 1.5 is no such value"),
        ("g:List", "{}", "g:List: {} is no such value"),
        ("g:Map", r#"["a"]"#, "g:Map: a key without a value"),
        ("g:BulkSet", r#"["a"]"#, "g:BulkSet: an item without its number"),
        ("g:BulkSet", r#"["a",{"@type":"g:Int64","@value":-1}]"#, "g:BulkSet: an item is there -1 times"),
        ("g:Vertex", "{}", "g:Vertex: there is no label"),
        ("g:Vertex", r#"{"label":"A"}"#, "g:Vertex: there is no id"),
        ("g:Path", r#"{"objects":[null],"labels":[]}"#, "g:Path: 1 objects with 0 sets of labels"),
        ("g:Tree", "[1]", "g:Tree: a node that is no object"),
    ] {
        assert_eq!(shown(&of(tag, content)), why);
    }
}

#[test]
fn whatever_json_comes_the_decoder_ends_and_does_not_panic() {
    let mut choices = Choices::new(7);
    let mut values = 0;
    for _ in 0..20_000 {
        // A text may hold what is no JSON, such as half of a letter.
        let Ok(parsed) = serde_json::from_str::<Json>(&random::value(&mut choices, 0)) else { continue };
        values += usize::from(Reader::new().value(&parsed).is_ok());
    }
    assert!(values > 5000, "{values} of 20,000 were values");
}
