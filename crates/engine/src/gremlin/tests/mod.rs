//! The client against a server that is a thread and misbehaves in every way that was thought of.

mod graphson;
mod toy;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use quarrel_case::answer::Outcome;
use quarrel_case::engine::{Engine as _, Identity, Limits, Request};
use quarrel_case::value::Value;
use serde_json::json;

use super::Manner;
use crate::catalogue::{Catalogue, Endpoint};
use crate::driver::Driver;
use crate::server::Servers;
use crate::station::{Conversation as _, Station};
use crate::tests::{entry, graph, small};
use toy::Toy;

type Gremlin = Station<super::Gremlin>;

const TEXTS: &str = r#"
reset = ["CLEAR"]
[language.small.load]
graph = "g.addV({% for v in vertices %}{{ v.id }} {% endfor %}{% for e in edges %}{{ e.id }} {% endfor %})"
vertex = ""
edge = ""
[[language.small.index]]
on = "vertex"
kind = "range"
create = "graph.createIndex({{ keys[0] }})"
[language.small.dump]
vertices = "VERTICES"
edges = "EDGES"
"#;

fn manner(scheme: &str) -> Manner {
    let endpoint = Endpoint {
        base: "/gremlin".to_owned(),
        reader: Some("fast".to_owned()),
        source: Some("g2".to_owned()),
        ..Endpoint::default()
    };
    Manner { endpoint, posts: scheme == "http" }
}

fn driver(toy: &Toy, scheme: &str) -> Driver<Gremlin> {
    let catalogue = Catalogue::from_texts([("alpha", entry(TEXTS).as_str())]).unwrap();
    let speech = catalogue.entries()[0].language["small"].clone();
    let url = toy.url(scheme).replace("://", "://me:secret@");
    let servers = Servers::default();
    let station = Gremlin::connect_to(&servers, &url, manner(scheme)).unwrap();
    Driver::new(station, Identity::new("alpha", "2.0"), small(), speech).unwrap()
}

fn run(driver: &mut Driver<Gremlin>, text: &str, writes: bool) -> String {
    let limits = Limits { timeout: Duration::from_millis(800), rows: 3 };
    let outcome = driver.run(&Request { text, writes, settings: &BTreeMap::new() }, &limits);
    format!("{} {}", outcome.word(), outcome.to_json())
}

#[test]
fn a_request_says_who_reads_it_and_how_long_it_may_take() {
    let toy = Toy::new();
    let mut driver = driver(&toy, "ws");
    run(&mut driver, "g.none()", false);
    run(&mut driver, "graph.x()", false);
    let heard = toy.heard();
    let [traversal, script] = heard.as_slice() else { panic!("{heard:?}") };
    assert_eq!(traversal["op"], "eval");
    let arguments = &traversal["args"];
    assert_eq!((&arguments["gremlin"], &arguments["language"]), (&json!("g.none()"), &json!("fast")));
    assert_eq!(arguments["aliases"], json!({"g": "g2"}));
    assert!((1000..=1800).contains(&arguments["evaluationTimeout"].as_i64().unwrap()));
    assert_eq!(script["args"]["language"], "gremlin-groovy");
    assert_ne!(script["requestId"], traversal["requestId"]);
}

#[test]
fn every_answer_and_every_misbehaviour_has_its_outcome_and_the_next_answer_is_right() {
    let toy = Toy::new();
    let mut driver = driver(&toy, "ws");
    let three = r#"answered {"columns":["value"],"order":null,"rows":[[1],[2],[3]]}"#;
    for (text, expected) in [
        ("g.three()", three),
        ("g.none()", r#"answered {"columns":["value"],"order":null,"rows":[]}"#),
        ("g.four()", r#"rejected {"error":{"class":"RowLimit""#),
        ("g.secret()", r#"answered {"columns":["value"],"order":null,"rows":[["AG1lAHNlY3JldA=="]]}"#),
        ("g.parse(", r#"rejected {"error":{"at":[1,9],"class":"GremlinParserException","#),
        (
            "g.wrong()",
            r#"rejected {"error":{"class":"ClassCastException","message":"cannot be cast","phase":"run"}}"#,
        ),
        ("g.unnamed()", r#"rejected {"error":{"class":"Status499""#),
        ("g.late()", "timed-out"),
        ("g.other()", "broken"),
        ("g.strange()", "broken"),
        ("g.deep()", r#"rejected {"error":{"class":"Unsupported""#),
        ("g.half()", "broken"),
        ("g.noise()", "broken"),
        ("g.long()", r#"rejected {"error":{"class":"RowLimit""#),
        ("g.close()", "broken"),
        ("g.slow()", "timed-out"),
        ("g.pings()", "timed-out"),
    ] {
        let started = Instant::now();
        let outcome = run(&mut driver, text, false);
        assert!(outcome.replace('_', "-").starts_with(expected), "{text}: {outcome}");
        assert!(started.elapsed() < Duration::from_secs(5), "{text} takes too long");
        assert_eq!(run(&mut driver, "g.three()", false), three, "after {text}");
    }
}

#[test]
fn requests_of_http_are_the_other_way_to_the_same_server() {
    let toy = Toy::new();
    let mut driver = driver(&toy, "http");
    for (text, expected) in [
        ("g.three()", r#"answered {"columns":["value"],"order":null,"rows":[[1],[2],[3]]}"#),
        ("g.four()", r#"rejected {"error":{"class":"RowLimit""#),
        ("g.wrong()", r#"rejected {"error":{"class":"IllegalStateException","message":"not so""#),
        ("busy", r#"rejected {"error":{"class":"Status503""#),
        ("g.late()", "timed"),
    ] {
        let outcome = run(&mut driver, text, false);
        assert!(outcome.starts_with(expected), "{text}: {outcome}");
    }
    assert_eq!(toy.heard()[0], json!({"gremlin": "g.three()", "language": "fast", "aliases": {"g": "g2"}}));
}

#[test]
fn a_graph_goes_in_by_texts_and_elements_keep_the_ids_of_its_file() {
    let toy = Toy::new();
    let mut driver = driver(&toy, "ws");
    let (graph, limits) = (Arc::new(graph()), Limits::default());
    assert_eq!(driver.load(&graph, &limits), Outcome::done());
    let texts: Vec<_> = toy.heard().iter().map(|heard| heard["args"]["gremlin"].clone()).collect();
    assert_eq!(texts, ["CLEAR", "g.addV(10 20 30 )", "graph.createIndex(k)"]);
    let answer = |rows: &str| format!(r#"answered {{"columns":["value"],"order":null,"rows":[{rows}]}}"#);
    let known = r#"[{"edge":30}],[{"vertex":10}],"#;
    let read = run(&mut driver, "g.V()", false);
    assert_eq!(read, answer(&format!(r#"{known}[{{"vertex":{{"foreign":"9"}}}}]"#)));
    let made = r#"[{"vertex":{"labels":["A"],"new":0,"properties":{}}}]"#;
    assert_eq!(run(&mut driver, "g.V()", true), answer(&format!("{known}{made}")));
    let dump = driver.dump(&limits).unwrap().to_json();
    assert_eq!(
        dump["vertices"],
        json!([
            {"id": 10, "labels": ["A"], "properties": {}},
            {"id": 20, "labels": ["vertex"], "properties": {}},
        ])
    );
    assert_eq!(
        dump["edges"],
        json!([{"id": 30, "label": "T", "source": 10, "target": 20, "properties": {"k": 2.5}}])
    );
    assert_eq!(driver.native_id(&Value::Edge(30)), Some("'7-a'".to_owned()));
}

#[test]
fn a_server_without_groovy_is_not_waited_for() {
    let toy = Toy::new();
    let address = Servers::default().address(&toy.url("ws")).unwrap();
    let deadline = Instant::now() + Duration::from_secs(5);
    let mut open = super::Gremlin::open(&address, &manner("ws"), deadline).unwrap().unwrap();
    let ask = crate::station::Ask { text: "hopeless", writes: false, rows: 1 };
    let error = open.run(ask, deadline).unwrap().unwrap_err();
    assert!(super::Gremlin::is_hopeless(&error), "{error}");
}
