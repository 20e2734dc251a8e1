//! The client against a server that is a thread and misbehaves in every way that was thought of.

mod compact;
mod toy;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use quarrel_case::answer::{Answer, Outcome};
use quarrel_case::engine::{Engine as _, Identity, Limits, Request};
use quarrel_case::graph::{Graph, Model};
use quarrel_case::value::{Element, Value};

use crate::catalogue::Catalogue;
use crate::driver::Driver;
use crate::server::Servers;
use crate::station::Station;
use crate::tests::{TEXTS, entry, graph, small};
use toy::Toy;

type Resp = Station<super::Resp>;

fn driver(toy: &Toy) -> Driver<Resp> {
    driver_among(toy, &Servers::default())
}

fn driver_among(toy: &Toy, servers: &Servers) -> Driver<Resp> {
    let catalogue = Catalogue::from_texts([("alpha", entry(TEXTS).as_str())]).unwrap();
    let speech = catalogue.entries()[0].language["small"].clone();
    let resp = Resp::connect_to(servers, &toy.url("", ""), ()).unwrap();
    Driver::new(resp, Identity::new("alpha", "2.0"), small(), speech).unwrap()
}

fn limits(millis: u64) -> Limits {
    Limits { timeout: Duration::from_millis(millis), rows: 3 }
}

fn run(driver: &mut Driver<Resp>, text: &str) -> Outcome {
    driver.run(&Request { text, writes: false, settings: &BTreeMap::new() }, &limits(2000))
}

fn word(outcome: &Outcome) -> String {
    format!("{} {}", outcome.word(), outcome.to_json())
}

#[test]
fn the_credentials_come_first_and_are_not_part_of_the_name() {
    for (login, sent) in [("me:s@", vec!["AUTH", "me", "s"]), (":s@", vec!["AUTH", "s"])] {
        let toy = Toy::new(Some("s"));
        let servers = Servers::default();
        let spec = servers.admit(&format!("alpha+{}", toy.url(login, ""))).unwrap();
        assert_eq!(spec, format!("alpha+{}", toy.url("", "")));
        drop(Resp::connect_to(&servers, &toy.url("", ""), ()).unwrap());
        assert_eq!(toy.commands()[0], sent);
    }
    let toy = Toy::new(Some("s"));
    let error = Resp::connect_to(&Servers::default(), &toy.url("me:wrong@", ""), ()).map(drop).unwrap_err();
    assert!(error.contains("WRONGPASS") && !error.contains("wrong@"), "{error}");
}

#[test]
fn the_path_of_the_address_names_the_graph_and_the_module_its_version() {
    let toy = Toy::new(None);
    let mut station = Resp::connect_to(&Servers::default(), &toy.url("", "/tests"), ()).unwrap();
    assert_eq!(station.ask("one").unwrap().rows, [[Value::Int(1)]]);
    assert_eq!(station.server(), Some("graph/4.18.3"));
    let commands = toy.commands();
    assert_eq!(commands[1][..4], ["GRAPH.QUERY", "tests", "one", "--compact"]);
    assert_eq!(commands[1][4], "TIMEOUT");
}

#[test]
fn answers_failures_and_faults_are_what_they_are() {
    let toy = Toy::new(None);
    let mut driver = driver(&toy);
    let one = r#"answered {"columns":["x"],"order":null,"rows":[[1]]}"#;
    for (text, expected) in [
        ("one", one),
        ("limited", one),
        (
            "count",
            r#"answered {"columns":[],"counters":{"+nodes":2,"properties-set":3},"order":null,"rows":[]}"#,
        ),
        (
            "parser",
            r#"rejected {"error":{"at":[1,8],"class":"SyntaxError","message":"errMsg: Invalid input 'x' line: 1, column: 8, offset: 7 errCtx: x errCtxOffset: 7","phase":"parse"}}"#,
        ),
        (
            "type",
            r#"rejected {"error":{"class":"TypeError","message":"Type mismatch: expected Integer but was String","phase":"run"}}"#,
        ),
        ("code", r#"rejected {"error":{"class":"OOM","message":"command not allowed","phase":"run"}}"#),
        (
            "late",
            r#"rejected {"error":{"class":"ArithmeticError","message":"Division by zero","phase":"run"}}"#,
        ),
        (
            "four",
            r#"rejected {"error":{"class":"RowLimit","message":"the answer has more than 3 rows","phase":"run"}}"#,
        ),
        (
            "huge",
            r#"rejected {"error":{"class":"RowLimit","message":"the answer is longer than what is read","phase":"run"}}"#,
        ),
        (
            "deep",
            r#"rejected {"error":{"class":"Unsupported","message":"DepthLimit: the answer nests deeper than what is read","phase":"run"}}"#,
        ),
        ("cut", r#"broken {"broken":"the server closed the connection"}"#),
        ("half", r#"broken {"broken":"the server closed the connection"}"#),
        ("wide", r#"broken {"broken":"the server closed the connection"}"#),
        ("garbage", r#"broken {"broken":"it does not speak RESP as it should: no value begins with 0x3F"}"#),
        ("nameless", r#"broken {"broken":"the answer has a number without a name"}"#),
        ("uneven", r#"broken {"broken":"the answer has a row of another width than its header"}"#),
        ("untyped", r#"broken {"broken":"the answer has no list where one is due"}"#),
        ("flat", r#"broken {"broken":"the answer has no list where one is due"}"#),
    ] {
        assert_eq!(word(&run(&mut driver, text)), expected, "{text}");
        // Whatever came before, the next query is answered.
        assert_eq!(run(&mut driver, "one").word(), "answered", "after {text}");
    }
    assert_eq!(driver.restarts(), 0);
}

#[test]
fn silence_ends_in_time_and_the_next_query_is_answered() {
    for text in ["silent", "slow"] {
        let toy = Toy::new(None);
        let mut driver = driver(&toy);
        let start = Instant::now();
        let request = Request { text, writes: false, settings: &BTreeMap::new() };
        assert_eq!(driver.run(&request, &limits(200)), Outcome::TimedOut);
        assert!(start.elapsed() < Duration::from_secs(5));
        assert_eq!(run(&mut driver, "one").word(), "answered");
    }
}

#[test]
fn a_server_that_is_gone_has_crashed_once_and_is_absent_from_then_on() {
    let toy = Toy::new(None);
    let mut driver = driver(&toy);
    let outcome = run(&mut driver, "die");
    assert!(word(&outcome).contains("it cannot be reached any more"), "{outcome:?}");
    for _ in 0..2 {
        assert_eq!(run(&mut driver, "one").word(), "absent");
    }
}

#[test]
fn what_was_put_into_a_server_goes_whatever_became_of_the_connection() {
    // Cut off by us, by the server, and for an answer that nobody reads to its end.
    for text in ["silent", "cut", "garbage", "huge"] {
        let toy = Toy::new(None);
        let mut driver = driver(&toy);
        assert_eq!(driver.load(&Arc::new(graph()), &limits(5000)), Outcome::done());
        let request = Request { text, writes: false, settings: &BTreeMap::new() };
        assert_ne!(driver.run(&request, &limits(200)).word(), "answered", "{text}");
        drop(driver);
        assert_eq!(toy.commands().last().unwrap()[..], ["GRAPH.DELETE", "quarrel"], "{text}");
    }
}

#[test]
fn one_who_has_put_nothing_into_a_server_or_has_handed_it_on_removes_nothing() {
    let toy = Toy::new(None);
    drop(driver(&toy));
    let servers = Servers::default();
    let [mut first, mut second] = [(); 2].map(|()| driver_among(&toy, &servers));
    for driver in [&mut first, &mut second] {
        assert_eq!(run(driver, "one").word(), "answered");
    }
    drop(first);
    assert!(!toy.commands().iter().any(|words| words[0] == "GRAPH.DELETE"), "{:?}", toy.commands());
    drop(second);
    assert_eq!(toy.commands().last().unwrap()[0], "GRAPH.DELETE");
}

#[test]
fn a_graph_goes_in_by_texts_into_a_new_key_and_its_elements_are_known_again() {
    let toy = Toy::new(None);
    let mut driver = driver(&toy);
    assert_eq!(driver.load(&Arc::new(graph()), &limits(5000)), Outcome::done());
    assert_eq!(driver.native_id(&Value::Vertex(10)).as_deref(), Some("101"));
    assert!(toy.commands().iter().any(|words| words[..] == ["GRAPH.DELETE", "quarrel"]));
    let names = ["CALL db.labels()", "CALL db.relationshipTypes()", "CALL db.propertyKeys()"];
    let expected = [&["VERTEX :A"], &names[..], &["VERTEX", "EDGE 101 102 :T", "INDEX A k"]].concat();
    assert_eq!(toy.texts(), expected, "names are asked for once");
    let Outcome::Answered(reply) = run(&mut driver, "path") else { panic!("no answer") };
    let path = vec![Value::Vertex(10), Value::Edge(30), Value::Vertex(20)];
    let Answer::Table(table) = reply.answer else { panic!("no table") };
    assert_eq!(table.rows, [[Value::Path(path)]]);
    let dumped = driver.dump(&limits(2000)).unwrap();
    let text = r#"{"vertices":[{"id":10,"labels":["A"],"properties":{"k":1}}],
        "edges":[{"id":30,"label":"T","source":10,"target":10,"properties":{}}]}"#;
    assert_eq!(dumped.to_json(), Graph::from_text(text, Model::Property).unwrap().to_json());
}

#[test]
fn what_a_write_makes_is_new_and_what_a_query_makes_up_is_foreign() {
    let toy = Toy::new(None);
    let mut driver = driver(&toy);
    driver.load(&Arc::new(graph()), &limits(5000));
    for (writes, is_new) in [(false, false), (true, true)] {
        let request = Request { text: "stranger", writes, settings: &BTreeMap::new() };
        let Outcome::Answered(reply) = driver.run(&request, &limits(2000)) else { panic!("no answer") };
        let value = &reply.answer.table().unwrap().rows[0][0];
        assert_eq!(matches!(value, Value::New(Element::Vertex, _)), is_new, "{value:?}");
    }
}
