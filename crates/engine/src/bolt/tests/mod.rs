//! The client against a server that is a thread and misbehaves in every way that was thought of.

mod packstream;
#[path = "../../../support/packstream.rs"]
mod random;
mod toy;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use quarrel_case::answer::{Answer, Outcome, Phase};
use quarrel_case::choices::Choices;
use quarrel_case::engine::{Engine as _, Identity, Limits, Request};
use quarrel_case::graph::{Graph, Model};
use quarrel_case::value::{Element, Value};
use serde_json::json;

use super::connection::Connection;
use super::packstream::{Packed, pack};
use super::read_packstream;
use crate::catalogue::Catalogue;
use crate::driver::Driver;
use crate::install::Cache;
use crate::server::Servers;
use crate::station::{Fault, Station};
use crate::tests::random::Random;
use crate::tests::{TEXTS, entry, graph, small};
use crate::{Launcher, Spec};
use toy::Toy;

type Bolt = Station<super::Bolt>;

fn driver(toy: &Toy, servers: &Servers) -> Driver<Bolt> {
    let lines = format!("await-indexes = \"AWAIT\"\nleftovers = [{{ texts = \"LEFT\" }}]\n{TEXTS}");
    let catalogue = Catalogue::from_texts([("alpha", entry(&lines).as_str())]).unwrap();
    let speech = catalogue.entries()[0].language["small"].clone();
    let bolt = Bolt::connect_to(servers, &toy.url(), ()).unwrap();
    Driver::new(bolt, Identity::new("alpha", "2.0"), small(), speech).unwrap()
}

fn limits(millis: u64) -> Limits {
    Limits { timeout: Duration::from_millis(millis), rows: 3 }
}

fn run(driver: &mut Driver<Bolt>, text: &str) -> Outcome {
    driver.run(&Request { text, writes: false, settings: &BTreeMap::new() }, &limits(2000))
}

fn word(outcome: &Outcome) -> String {
    format!("{} {}", outcome.word(), outcome.to_json())
}

#[test]
fn the_first_bytes_are_a_handshake_and_a_hello_with_the_credentials() {
    let toy = Toy::new([0, 0, 4, 4]);
    let servers = Servers::default();
    let spec = servers.admit(&toy.url().replace("bolt://", "alpha+bolt://me:secret@")).unwrap();
    assert_eq!(spec, format!("alpha+{}", toy.url()), "user and password are not part of the name");
    let bolt = Bolt::connect_to(&servers, &toy.url(), ()).unwrap();
    drop(bolt);
    let heard = toy.heard();
    let offers = [0, 3, 4, 4, 0, 0, 1, 4, 0, 0, 0, 4, 0, 0, 0, 3];
    assert_eq!(heard.start, [[0x60, 0x60, 0xB0, 0x17].as_slice(), &offers].concat());
    let Packed::Structure(0x01, hello) = &heard.messages[0] else { panic!("no HELLO: {heard:?}") };
    for (key, value) in [("scheme", "basic"), ("principal", "me"), ("credentials", "secret")] {
        assert_eq!(hello[0].get(key).and_then(Packed::text), Some(value));
    }
    assert_eq!(heard.messages.last(), Some(&Packed::Structure(0x02, Vec::new())), "GOODBYE");
}

#[test]
fn a_server_without_a_password_is_told_none() {
    let toy = Toy::new([0, 0, 4, 4]);
    drop(Bolt::connect_to(&Servers::default(), &toy.url(), ()).unwrap());
    let Packed::Structure(0x01, hello) = &toy.heard().messages[0] else { panic!("no HELLO") };
    assert_eq!(hello[0].get("scheme").and_then(Packed::text), Some("none"));
    assert_eq!(hello[0].get("principal"), None);
}

#[test]
fn each_version_is_asked_for_rows_in_its_way() {
    let all = Packed::Structure(0x3F, Vec::new());
    let some = Packed::Structure(0x3F, vec![Packed::Map(vec![("n".to_owned(), Packed::Int(4))])]);
    for (version, pull) in [([0, 0, 0, 3], all), ([0, 0, 0, 4], some.clone()), ([0, 0, 4, 4], some)] {
        let toy = Toy::new(version);
        let mut driver = driver(&toy, &Servers::default());
        assert_eq!(
            word(&run(&mut driver, "three")),
            r#"answered {"columns":["x"],"order":null,"rows":[[1],[2],[3]]}"#
        );
        drop(driver);
        assert!(toy.heard().messages.contains(&pull), "{version:?}");
    }
}

#[test]
fn what_does_not_speak_the_protocol_is_told_apart() {
    for (answer, why) in [
        ([0, 0, 0, 0], "it speaks no version that is offered"),
        (*b"HTTP", "it does not speak Bolt"),
        ([0, 0, 0, 9], "it does not speak Bolt"),
    ] {
        let toy = Toy::new(answer);
        let error = Bolt::connect_to(&Servers::default(), &toy.url(), ()).map(drop).unwrap_err();
        assert!(error.contains(why), "{error}");
    }
}

#[test]
fn answers_failures_and_faults_are_what_they_are() {
    let toy = Toy::new([0, 0, 4, 4]);
    let mut driver = driver(&toy, &Servers::default());
    for (text, expected) in [
        ("one", r#"answered {"columns":["x"],"order":null,"rows":[[1]]}"#),
        ("none", r#"answered {"columns":["x"],"order":null,"rows":[]}"#),
        ("float", r#"answered {"columns":["x"],"order":null,"rows":[[1.0]]}"#),
        (
            "count",
            r#"answered {"columns":[],"counters":{"+nodes":2,"properties-set":3},"order":null,"rows":[]}"#,
        ),
        (
            "fail",
            r#"rejected {"error":{"at":[1,8],"class":"SyntaxError","message":"m (line 1, column 8 (offset: 7))","phase":"parse"}}"#,
        ),
        ("late", r#"rejected {"error":{"class":"Toy.Database.Own","message":"late","phase":"run"}}"#),
        (
            "four",
            r#"rejected {"error":{"class":"RowLimit","message":"the answer has more than 3 rows","phase":"run"}}"#,
        ),
        (
            "many",
            r#"rejected {"error":{"class":"RowLimit","message":"the answer has more than 3 rows","phase":"run"}}"#,
        ),
        ("cut", r#"broken {"broken":"the server closed the connection"}"#),
        ("garbage", r#"broken {"broken":"byte 1 of a message: no value begins with 0xC4"}"#),
        ("wide", r#"broken {"broken":"a record has 2 values for 1 columns"}"#),
        ("nowhere", r#"broken {"broken":"a step of a path leads nowhere"}"#),
        ("nameless", r#"broken {"broken":"RUN is answered without columns"}"#),
        ("ignored", r#"broken {"broken":"RUN is not answered"}"#),
        ("unknown", r#"broken {"broken":"a message has the unknown tag 0x55"}"#),
    ] {
        assert_eq!(word(&run(&mut driver, text)), expected, "{text}");
        // Whatever came before, the next query is answered.
        assert_eq!(run(&mut driver, "one").word(), "answered", "after {text}");
    }
    assert_eq!(driver.restarts(), 0);
}

#[test]
fn a_plan_is_kept() {
    let toy = Toy::new([0, 0, 4, 4]);
    let Outcome::Answered(reply) = run(&mut driver(&toy, &Servers::default()), "plan") else {
        panic!("no answer")
    };
    assert_eq!(reply.plan, Some(json!({"operatorType": "Scan", "children": []})));
}

#[test]
fn silence_ends_in_time_and_the_next_query_is_answered() {
    for text in ["silent", "noop"] {
        let toy = Toy::new([0, 0, 4, 4]);
        let mut driver = driver(&toy, &Servers::default());
        let graph = Arc::new(graph());
        assert_eq!(driver.load(&graph, &limits(5000)).word(), "answered");
        let start = Instant::now();
        let request = Request { text, writes: false, settings: &BTreeMap::new() };
        assert_eq!(driver.run(&request, &limits(200)), Outcome::TimedOut);
        assert!(start.elapsed() < Duration::from_secs(5));
        assert!(driver.holds().is_none(), "what it holds after that is not known");
        assert_eq!(run(&mut driver, "one").word(), "answered");
    }
}

#[test]
fn a_server_that_is_gone_has_crashed_once_and_is_absent_from_then_on() {
    let toy = Toy::new([0, 0, 4, 4]);
    let mut driver = driver(&toy, &Servers::default());
    let outcome = run(&mut driver, "die");
    assert!(word(&outcome).contains("it cannot be reached any more"), "{outcome:?}");
    for _ in 0..2 {
        assert_eq!(run(&mut driver, "one").word(), "absent");
    }
}

#[test]
fn a_graph_goes_in_by_texts_and_its_elements_are_known_again() {
    let toy = Toy::new([0, 0, 4, 4]);
    let mut driver = driver(&toy, &Servers::default());
    let graph = Arc::new(graph());
    assert_eq!(driver.load(&graph, &limits(5000)), Outcome::done());
    assert!(driver.holds().is_some());
    assert_eq!(driver.native_id(&Value::Vertex(10)).as_deref(), Some("101"));
    let texts = toy.texts();
    let emptied = ["RESET", "LEFT", "DROP left"];
    let made = ["VERTEX :A", "VERTEX", "EDGE 101 102 :T", "INDEX A k", "AWAIT", "AWAIT", "LEFT"];
    let expected = [&emptied[..], &made[..]].concat();
    assert_eq!(texts, expected);
    let Outcome::Answered(reply) = run(&mut driver, "path") else { panic!("no answer") };
    let path = vec![Value::Vertex(10), Value::Edge(30), Value::Vertex(20)];
    let Answer::Table(table) = reply.answer else { panic!("no table") };
    assert_eq!(table.rows, [[Value::Path(path)]]);
}

#[test]
fn what_a_write_makes_is_new_and_what_a_query_makes_up_is_foreign() {
    let toy = Toy::new([0, 0, 4, 4]);
    let mut driver = driver(&toy, &Servers::default());
    driver.load(&Arc::new(graph()), &limits(5000));
    for (writes, is_new) in [(false, false), (true, true)] {
        let request = Request { text: "stranger", writes, settings: &BTreeMap::new() };
        let Outcome::Answered(reply) = driver.run(&request, &limits(2000)) else { panic!("no answer") };
        let value = &reply.answer.table().unwrap().rows[0][0];
        assert_eq!(matches!(value, Value::New(Element::Vertex, _)), is_new, "{value:?}");
        assert_eq!(matches!(value, Value::Foreign(Element::Vertex, id) if id == "999"), !is_new, "{value:?}");
    }
    assert!(driver.holds().is_none(), "a write was sent");
}

#[test]
fn a_dump_has_the_graphs_ids() {
    let toy = Toy::new([0, 0, 4, 4]);
    let mut driver = driver(&toy, &Servers::default());
    driver.load(&Arc::new(graph()), &limits(5000));
    let dumped = driver.dump(&limits(2000)).unwrap();
    let text = r#"{"vertices":[{"id":10,"labels":["A"],"properties":{"k":1}}],
        "edges":[{"id":30,"label":"T","source":10,"target":10,"properties":{}}]}"#;
    assert_eq!(dumped.to_json(), Graph::from_text(text, Model::Property).unwrap().to_json());
}

/// An engine of which there are running servers alone.
fn running(lines: &str) -> Catalogue {
    let entry = format!(
        "name = \"alpha\"\nabout = \"x\"\nversions = []\nprotocol = \"bolt\"\nrepository = \"r\"\n\
        tracker = \"t\"\nsecurity = \"s\"\n[language.small]\noccupied = \"none\"\n{lines}\n{TEXTS}"
    );
    Catalogue::from_texts([("alpha", entry.as_str())]).unwrap()
}

fn launcher(servers: Servers) -> Launcher {
    let cache = Cache::at("/nowhere".into());
    Launcher { program: "false".into(), args: Vec::new(), hosts: Vec::new(), cache, servers }
}

#[test]
fn a_running_server_says_its_version_or_is_of_the_one_that_the_user_says() {
    for (asked, label, expected) in [
        ("VERSION", "", "3.6.1"),
        ("VERSION", "@2.0", "3.6.1"),
        ("late", "@2.0", "2.0"),
        ("late", "", "unknown"),
    ] {
        let toy = Toy::new([0, 0, 4, 4]);
        let catalogue = running(&format!("version = \"{asked}\""));
        let spec: Spec = format!("alpha{label}+{}", toy.url()).parse().unwrap();
        let mut opened = crate::open(&spec, &catalogue, &small(), &launcher(Servers::default())).unwrap();
        assert_eq!(opened.identity, Identity::new("alpha", expected));
        assert_eq!(opened.engine.load(&Arc::new(graph()), &limits(5000)), Outcome::done());
    }
}

#[test]
fn a_running_server_without_elements_that_holds_an_index_is_refused() {
    let toy = Toy::new([0, 0, 4, 4]);
    let spec: Spec = format!("alpha@2.0+{}", toy.url()).parse().unwrap();
    let opened = |blind: bool, servers: Servers| {
        let left = format!("leftovers = [{{ texts = \"LEFT\", blind = {blind} }}]");
        let catalogue = running(&format!("version = \"VERSION\"\n{left}"));
        crate::open(&spec, &catalogue, &small(), &launcher(servers)).err().map(|error| error.to_string())
    };
    let refusal = opened(false, Servers::default()).unwrap();
    assert!(refusal.contains("it holds an index or a constraint") && refusal.contains("--wipe"), "{refusal}");
    assert_eq!(opened(true, Servers::default()), None);
    assert_eq!(opened(false, Servers::wiping(true)), None);
}

#[test]
fn of_several_who_speak_to_one_server_each_knows_when_another_has() {
    let toy = Toy::new([0, 0, 4, 4]);
    let servers = Servers::default();
    let (mut first, mut second) = (driver(&toy, &servers), driver(&toy, &servers));
    let graph = Arc::new(graph());
    first.load(&graph, &limits(5000));
    assert!(first.holds().is_some());
    second.load(&graph, &limits(5000));
    assert!(first.holds().is_none() && second.holds().is_some());
}

#[test]
fn settings_that_cannot_be_sent_are_not_left_out_in_silence() {
    let toy = Toy::new([0, 0, 4, 4]);
    let settings = BTreeMap::from([("planner".to_owned(), "dp".to_owned())]);
    let request = Request { text: "one", writes: false, settings: &settings };
    let outcome = driver(&toy, &Servers::default()).run(&request, &limits(2000));
    assert!(word(&outcome).contains("Unsupported"), "{outcome:?}");
}

#[test]
fn errors_keep_the_code_that_is_not_the_suites() {
    let toy = Toy::new([0, 0, 4, 4]);
    let mut driver = driver(&toy, &Servers::default());
    let Outcome::Rejected(error) = run(&mut driver, "late") else { panic!("an error was due") };
    assert_eq!((error.phase, error.class.as_str()), (Phase::Run, "Toy.Database.Own"));
}

#[test]
fn no_bytes_after_the_handshake_do_harm() {
    let mut random = Random::new(7);
    for round in 0..60 {
        let mut bytes: Vec<u8> = (0..random.below(200)).map(|_| random.next() as u8).collect();
        if round % 2 == 0 {
            // Whole messages with noise inside come further.
            let mut message = Vec::new();
            let fields = vec![Packed::List(vec![Packed::Int(1); random.below(5)])];
            pack(&Packed::Structure([0x70, 0x71, 0x7E, 0x7F][random.below(4)], fields), &mut message);
            let place = random.below(message.len());
            message[place] = random.next() as u8;
            bytes = [&[0, message.len() as u8], message.as_slice(), &[0, 0]].concat();
        }
        let toy = Toy::sending(bytes);
        let deadline = Instant::now() + Duration::from_secs(5);
        let opened = Connection::open(&toy.address(), deadline);
        assert!(!matches!(opened, Err(Fault::TimedOut)), "the toy closes the connection");
    }
}

#[test]
fn messages_that_are_nearly_values_do_no_harm() {
    let choices = Choices::new(3);
    let mut read = 0;
    for number in 0..3000 {
        let mut choices = choices.numbered("message", number);
        let mut bytes = random::message(&mut choices);
        read += usize::from(read_packstream(&bytes).is_ok());
        let place = choices.below(bytes.len());
        bytes[place] = u8::try_from(choices.below(256)).unwrap();
        drop(read_packstream(&bytes));
    }
    assert!(read > 1000, "{read} of them are values");
}
