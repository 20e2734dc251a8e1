//! The client against a server that is a thread and misbehaves in every way that was thought of.

mod records;
mod toy;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use quarrel_case::answer::{Answer, Outcome};
use quarrel_case::engine::{Engine as _, Identity, Limits, Request};
use quarrel_case::graph::{Graph, Model};
use quarrel_case::value::{Element, Value};

use crate::catalogue::{Catalogue, Endpoint};
use crate::driver::Driver;
use crate::server::Servers;
use crate::station::Station;
use crate::tests::{TEXTS, entry, graph, small};
use toy::Toy;

type Arcade = Station<super::Arcade>;

fn endpoint() -> Endpoint {
    toml::from_str("language = 'small'").unwrap()
}

fn connect(toy: &Toy, login: &str, path: &str) -> Result<Arcade, String> {
    Arcade::connect_to(&Servers::default(), &toy.url(login, path), endpoint())
}

fn driver(toy: &Toy) -> Driver<Arcade> {
    let catalogue = Catalogue::from_texts([("alpha", entry(TEXTS).as_str())]).unwrap();
    let speech = catalogue.entries()[0].language["small"].clone();
    let arcade = connect(toy, "", "").unwrap();
    Driver::new(arcade, Identity::new("alpha", "2.0"), small(), speech).unwrap()
}

fn limits(millis: u64) -> Limits {
    Limits { timeout: Duration::from_millis(millis), rows: 3 }
}

fn run(driver: &mut Driver<Arcade>, text: &str) -> Outcome {
    driver.run(&Request { text, writes: false, settings: &BTreeMap::new() }, &limits(20_000))
}

fn word(outcome: &Outcome) -> String {
    format!("{} {}", outcome.word(), outcome.to_json())
}

#[test]
fn the_credentials_go_along_and_are_never_shown() {
    let toy = Toy::new(Some("s@"));
    let servers = Servers::default();
    let spec = servers.admit(&format!("alpha+{}", toy.url("me:s@@", "/tests"))).unwrap();
    assert_eq!(spec, format!("alpha+{}", toy.url("", "/tests")));
    let station = Arcade::connect_to(&servers, &toy.url("", "/tests"), endpoint());
    assert_eq!(station.unwrap().ask("one").unwrap().rows, [[Value::Int(1)]]);
    let error = connect(&toy, "me:wrong@", "").map(drop).unwrap_err();
    assert!(error.contains("User/Password not valid") && !error.contains("wrong"), "{error}");
    let error = connect(&toy, "", "").map(drop).unwrap_err();
    assert!(error.contains("User/Password not valid"), "{error}");
}

#[test]
fn the_path_of_the_address_names_the_database_and_the_server_says_its_version() {
    let toy = Toy::new(None);
    let mut station = connect(&toy, "", "/tests").unwrap();
    assert_eq!(station.server(), Some("24.2.1 (build x/1/main)"));
    assert_eq!(station.ask("{sql}SELECT").unwrap().rows, [[Value::Int(1)]]);
    assert!(station.ask("{}").unwrap().rows.is_empty());
    let heard = toy.heard();
    assert_eq!(
        heard[1..],
        [
            "GET /api/v1/exists/tests",
            "POST /api/v1/command/tests sql SELECT",
            "POST /api/v1/command/tests small {}"
        ]
    );
    drop(connect(&toy, "", "").unwrap());
    assert_eq!(toy.heard().last().unwrap(), "POST /api/v1/server create database quarrel");
    assert!(connect(&toy, "", "/a/b").is_err());
}

#[test]
fn answers_failures_and_faults_are_what_they_are() {
    let toy = Toy::new(None);
    let mut driver = driver(&toy);
    for (text, expected) in [
        ("one", r#"answered {"columns":["x"],"order":null,"rows":[[1]]}"#),
        ("none", r#"answered {"columns":[],"order":null,"rows":[]}"#),
        (
            "four",
            r#"rejected {"error":{"class":"RowLimit","message":"the answer has more than 3 rows","phase":"run"}}"#,
        ),
        (
            "syntax",
            r#"rejected {"error":{"at":[1,7],"class":"SyntaxError","message":"Syntax error at line 1:7 - mismatched input","phase":"parse"}}"#,
        ),
        (
            "fault",
            r#"rejected {"error":{"class":"NullPointerException","message":"Cannot execute command","phase":"run"}}"#,
        ),
        (
            "type",
            r#"rejected {"error":{"class":"TypeError","message":"TypeError: no number","phase":"run"}}"#,
        ),
        ("busy", r#"rejected {"error":{"class":"Http503","message":"status 503","phase":"run"}}"#),
        (
            "deep",
            r#"rejected {"error":{"class":"Unsupported","message":"DepthLimit: the answer nests deeper than what is read","phase":"run"}}"#,
        ),
        ("half", r#"broken {"broken":"the answer is no complete JSON: EOF"#),
        ("html", r#"broken {"broken":"the answer is no complete JSON: expected value"#),
        ("flat", r#"broken {"broken":"the answer is no complete JSON: invalid type: string"#),
        ("uneven", r#"broken {"broken":"the answer has rows of different columns"}"#),
        ("cut", "broken"),
        ("short", "broken"),
        ("noise", "broken"),
        (
            "huge",
            r#"rejected {"error":{"class":"RowLimit","message":"the answer is longer than what is read","phase":"run"}}"#,
        ),
    ] {
        let outcome = word(&run(&mut driver, text));
        assert!(outcome.starts_with(expected), "{text}: {outcome}");
        // Whatever came before, the next query is answered.
        assert_eq!(run(&mut driver, "one").word(), "answered", "after {text}");
    }
    assert_eq!(driver.restarts(), 0);
}

#[test]
fn silence_ends_in_time_and_the_next_query_is_answered() {
    let toy = Toy::new(None);
    let mut driver = driver(&toy);
    let start = Instant::now();
    let request = Request { text: "silent", writes: false, settings: &BTreeMap::new() };
    assert_eq!(driver.run(&request, &limits(200)), Outcome::TimedOut);
    assert!(start.elapsed() < Duration::from_secs(5));
    assert_eq!(run(&mut driver, "one").word(), "answered");
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
fn a_graph_goes_in_by_texts_into_a_new_database_and_its_elements_are_known_again() {
    let toy = Toy::new(None);
    let mut driver = driver(&toy);
    assert_eq!(driver.load(&Arc::new(graph()), &limits(5000)), Outcome::done());
    let heard = toy.heard();
    let commands = heard.iter().filter(|line| line.starts_with("POST")).map(String::as_str);
    let commands: Vec<&str> = commands.collect();
    assert_eq!(
        commands[1..3],
        ["POST /api/v1/server drop database quarrel", "POST /api/v1/server create database quarrel"]
    );
    assert!(commands.last().unwrap().ends_with("INDEX A k"), "{commands:?}");
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
