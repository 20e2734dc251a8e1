//! The driver against workers that misbehave in every way that was thought of. They are shell scripts, so that
//! the tests need nothing that a machine does not have.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use quarrel_case::answer::Outcome;
use quarrel_case::engine::{Engine, Identity, Limits, Request};
use quarrel_case::graph::{Graph, Index, IndexKind, Model};
use quarrel_case::value::{Element, Value};
use serde_json::json;

use super::{TEXTS, entry, graph, small};
use crate::catalogue::Catalogue;
use crate::driver::Driver;
use crate::link::{Invocation, Link};

/// Answers by what the request contains.
const SCRIPT: &str = r#"
while read -r line; do case "$line" in
  *'"hello"'*) if [ "$(cat "$FILE")" = ends ]; then exit 9; fi; echo "{\"protocol\":1,\"name\":\"scripted\",\"version\":\"1.0\",\"ops\":[$OPS]}";;
  *odd*'"load"'*) echo '{"error":{"phase":"run","class":"Own","message":"odd"}}';;
  *'"load"'*) if [ "$wrecked" ]; then echo "$wrecked"; else echo '{"ok":true}'; fi;;
  *wreck*) wrecked='{"error":{"phase":"run","class":"Own","message":"wrecked"}}'; echo '{"boolean":true}';;
  *'"reset"'*|*'"op":"index"'*) echo '{"ok":true}';;
  *'"dump"'*) echo '{"graph":{"vertices":[{"id":20},{"id":10,"labels":["A"]},{"id":5}],"edges":[]}}';;
  *hang*) sleep 60 & echo $! > "$FILE"; wait;;
  *stall*) exec sleep 60;;
  *'exit'*) echo 'some words' >&2; exit 7;;
  *crash*) kill -SEGV $$;;
  *garbage*) echo 'no json';;
  *nested*) head -c 400 /dev/zero | tr '\0' '['; echo;;
  *closed*) exec >&-; sleep 60;;
  *long*) head -c 9000 /dev/zero | tr '\0' ' '; sleep 60;;
  *twice*) printf '{"boolean":true}\n{"boolean":true}\n';;
  *afterwards*) echo '{"boolean":true}'; sleep 0.2; echo '{"boolean":true}';;
  *flood*) head -c 300000 /dev/zero | tr '\0' 'e' >&2; echo '{"boolean":true}';;
  *strange*) echo '{"columns":["a"],"rows":[[1,2]]}';;
  *too-deep*) echo '{"error":{"phase":"run","class":"DepthLimit","message":"m"}}';;
  *refuse*) echo '{"error":{"phase":"run","class":"Own","message":"'"$(echo "$line" | sed 's/.*refuse \([^"]*\)".*/\1/')"'"}}';;
  *three*) echo '{"columns":["a"],"rows":[[1],[2],[3]]}';;
  *settings*) echo '{"columns":["a"],"rows":[["set"]],"plan":{"scan":1}}';;
  *VERTEX*|*EDGE\ *) n=$((n+1)); echo "$line" >> "$FILE"; echo '{"columns":["x"],"rows":[[{"vertex":'$n'}]]}';;
  *LISTING*) echo '{"columns":["x"],"rows":[["DROP INDEX '$d'"]]}';;
  *drift*) d=elsewhere; echo '{"boolean":true}';;
  *RESET*|*INDEX*) echo "$line" >> "$FILE"; echo '{"columns":[],"rows":[]}';;
  *VERTICES*) echo '{"columns":["i","l","p"],"rows":[[1,["A"],{"map":[]}],[9,[],{"map":[["k",7]]}]]}';;
  *EDGES*) echo '{"columns":["i","t","s","d","p"],"rows":[[3,"T",1,9,{"map":[]}]]}';;
  *) echo '{"columns":["a"],"rows":[[{"vertex":10}],[{"path":[{"vertex":20}]}],[{"vertex":1}]]}';;
esac; done"#;

const ALL: &str = r#""reset","load","query","dump","index""#;

/// A worker of the script, and the file that it writes to.
fn worker(ops: &str, lines: &str) -> (Driver<Link>, tempfile::NamedTempFile) {
    let file = tempfile::NamedTempFile::new().unwrap();
    let script = format!("OPS='{ops}'\nFILE='{}'\n{SCRIPT}", file.path().display());
    let link = Link::start(Invocation {
        program: "sh".into(),
        args: vec!["-c".to_owned(), script],
        language: "small".to_owned(),
        options: json!({}),
        longest: Some(8000),
    });
    let catalogue = Catalogue::from_texts([("alpha", entry(lines).as_str())]).unwrap();
    let identity = Identity::new("scripted", "1.0");
    let speech = catalogue.entries()[0].language["small"].clone();
    let worker = Driver::new(link.unwrap(), identity, small(), speech).unwrap();
    (worker, file)
}

fn limits() -> Limits {
    Limits { timeout: Duration::from_secs(2), rows: 100 }
}

fn run(worker: &mut Driver<Link>, text: &str) -> Outcome {
    let settings = BTreeMap::new();
    let request = Request { text, writes: false, settings: &settings };
    worker.run(&request, &limits())
}

fn shown(outcome: &Outcome) -> String {
    outcome.to_json().to_string()
}

fn load(worker: &mut Driver<Link>) -> Arc<Graph> {
    let graph = Arc::new(graph());
    let outcome = worker.load(&graph, &limits());
    assert_eq!(outcome, Outcome::done(), "{outcome:?}");
    graph
}

#[test]
fn a_worker_that_fails_in_any_way_is_told_of_and_started_again() {
    for (text, outcome) in [
        ("hang", r#"{"timed_out":true}"#),
        ("exit", r#"{"crashed":"exit status 7: some words"}"#),
        ("crash", r#"{"crashed":"signal 11"}"#),
        ("closed", r#"{"crashed":"it closed its output and ran on"}"#),
        ("garbage", "no json"),
        ("nested", "recursion limit exceeded"),
        ("long", r#"{"broken":"the line is longer than 8000 bytes"}"#),
        ("twice", r#"{"broken":"more than one line came for one request"}"#),
        ("strange", r#"{"broken":"expected a row of 1 values, found [1,2]"}"#),
    ] {
        let (mut worker, _file) = worker(ALL, "");
        let loaded = load(&mut worker);
        assert!(worker.holds().is_some_and(|held| Arc::ptr_eq(held, &loaded)));
        let started = Instant::now();
        let got = run(&mut worker, text);
        assert!(shown(&got).contains(outcome), "{text}: {got:?}");
        assert!(started.elapsed() < Duration::from_secs(20), "{text} took too long");
        assert_eq!((worker.holds(), worker.restarts()), (None, 0), "{text}");
        let again = run(&mut worker, "anything");
        assert_eq!(again.word(), "answered", "{text}: {again:?}");
        assert_eq!((worker.holds(), worker.restarts()), (None, 1), "{text}");
        load(&mut worker);
        assert!(worker.holds().is_some(), "{text}");
    }
}

#[test]
fn a_worker_that_refuses_even_the_empty_graph_is_started_again() {
    let (mut worker, _file) = worker(ALL, "");
    run(&mut worker, "wreck");
    let refused = worker.load(&Arc::new(graph()), &limits());
    assert_eq!((refused.word(), worker.holds(), worker.restarts()), ("rejected", None, 0));
    load(&mut worker);
    assert_eq!(worker.restarts(), 1);
}

#[test]
fn a_worker_that_refuses_one_graph_goes_on() {
    let (mut worker, _file) = worker(ALL, "");
    let odd = Graph::from_text(r#"{"vertices":[{"id":1,"labels":["odd"]}]}"#, Model::Property).unwrap();
    let refused = worker.load(&Arc::new(odd), &limits());
    assert_eq!((refused.word(), worker.holds()), ("rejected", None));
    load(&mut worker);
    assert_eq!(worker.restarts(), 0);
}

#[test]
fn what_a_hanging_worker_started_is_killed_with_it() {
    let (mut worker, file) = worker(ALL, "");
    assert_eq!(run(&mut worker, "hang"), Outcome::TimedOut);
    let written = std::fs::read_to_string(file.path()).unwrap();
    let pid = rustix::process::Pid::from_raw(written.trim().parse().unwrap()).unwrap();
    let deadline = Instant::now() + Duration::from_secs(5);
    // Whoever inherits the killed process may take a moment to reap it.
    while rustix::process::test_kill_process(pid).is_ok() && !is_zombie(pid) {
        assert!(Instant::now() < deadline, "the child of the worker still runs");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// A killed process that nobody reaps, as happens where process 1 is no init.
fn is_zombie(pid: rustix::process::Pid) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero()));
    stat.is_ok_and(|stat| stat.contains(") Z "))
}

#[test]
fn a_worker_killed_in_the_middle_of_a_query_is_a_crash() {
    let (mut worker, _file) = worker(ALL, "");
    let pid = worker.wire().pid().unwrap();
    let killer = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        rustix::process::kill_process(pid, rustix::process::Signal::KILL)
    });
    assert_eq!(run(&mut worker, "stall"), Outcome::Crashed("signal 9".to_owned()));
    killer.join().unwrap().unwrap();
    assert_eq!(run(&mut worker, "anything").word(), "answered");
}

#[test]
fn a_worker_that_died_between_two_queries_does_not_accuse_the_second() {
    let (mut worker, _file) = worker(ALL, "");
    let pid = worker.wire().pid().unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
    std::thread::sleep(Duration::from_millis(100));
    assert_eq!(run(&mut worker, "anything"), Outcome::Crashed("before the request: signal 9".to_owned()));
}

#[test]
fn a_worker_that_does_not_start_again_is_a_crash_once_and_absent_from_then_on() {
    let (mut worker, file) = worker(ALL, "");
    std::fs::write(file.path(), "ends").unwrap();
    assert_eq!(run(&mut worker, "crash"), Outcome::Crashed("signal 11".to_owned()));
    for _ in 0..2 {
        let outcome = run(&mut worker, "anything");
        assert_eq!(outcome.word(), "absent", "{outcome:?}");
        assert!(shown(&outcome).contains("it does not start again"), "{outcome:?}");
    }
    std::fs::write(file.path(), "").unwrap();
    assert_eq!(run(&mut worker, "anything").word(), "answered");
}

#[test]
fn an_engine_that_says_that_it_serves_nobody_has_ended_or_is_absent_and_is_started_again() {
    let lines =
        "[[language.small.benign]]\npattern = \"^Own: closing\"\nclass = \"Unavailable\"\nsource = \"url\"";
    let (mut worker, _file) = worker(ALL, lines);
    assert_eq!(run(&mut worker, "refuse closing down"), Outcome::Absent("Own: closing down".to_owned()));
    assert_eq!(run(&mut worker, "anything").word(), "answered");
    assert_eq!(run(&mut worker, "refuse closing down"), Outcome::Crashed("Own: closing down".to_owned()));
    assert_eq!(run(&mut worker, "refuse closing down"), Outcome::Absent("Own: closing down".to_owned()));
    assert_eq!(worker.restarts(), 2);
}

#[test]
fn neither_a_flood_on_stderr_nor_a_request_larger_than_a_pipe_blocks() {
    let (mut worker, _file) = worker(ALL, "");
    assert_eq!(shown(&run(&mut worker, "flood")), r#"{"boolean":true}"#);
    let large = "x".repeat(1 << 20);
    let patient = Limits { timeout: Duration::from_secs(30), ..limits() };
    let settings = BTreeMap::new();
    let text = format!("three {large}");
    let request = Request { text: &text, writes: false, settings: &settings };
    assert_eq!(worker.run(&request, &patient).word(), "answered");
    // The script waits instead of reading on.
    assert_eq!(run(&mut worker, "hang"), Outcome::TimedOut);
}

#[test]
fn an_answer_longer_than_the_limit_is_refused() {
    let (mut worker, _file) = worker(ALL, "");
    let few = Limits { rows: 2, ..limits() };
    let settings = BTreeMap::new();
    let request = Request { text: "three", writes: false, settings: &settings };
    let outcome = worker.run(&request, &few);
    assert!(matches!(&outcome, Outcome::Rejected(error) if error.class == "RowLimit"), "{outcome:?}");
}

#[test]
fn settings_reach_the_worker_and_a_plan_comes_back() {
    let (mut worker, _file) = worker(ALL, "");
    let settings = BTreeMap::from([("planner".to_owned(), "off".to_owned())]);
    let request = Request { text: "x", writes: false, settings: &settings };
    let Outcome::Answered(reply) = worker.run(&request, &limits()) else { panic!("the worker answers") };
    assert_eq!(reply.plan, Some(json!({"scan": 1})));
}

#[test]
fn a_plan_of_the_catalogue_is_in_the_text_and_no_setting_any_more() {
    let lines = "[[language.small.plan]]\nnames = [\"p\"]\nabout = \"x\"\nsource = \"url\"\n\
        text = \"RESET {{ plan }} {{ query }}\"";
    let (mut worker, file) = worker(ALL, lines);
    let settings = BTreeMap::from([("plan".to_owned(), "p".to_owned())]);
    let request = Request { text: "x", writes: false, settings: &settings };
    assert_eq!(worker.run(&request, &limits()).word(), "answered");
    let sent = std::fs::read_to_string(file.path()).unwrap();
    assert!(sent.contains(r#""text":"RESET p x""#) && !sent.contains("settings"), "{sent}");
}

#[test]
fn errors_get_the_class_that_the_catalogue_says() {
    let lines = "[[language.small.benign]]\npattern = \"^Own: no such\"\nsource = \"url\"\n\
        [[language.small.benign]]\npattern = \"already\"\nclass = \"Exists\"\nsource = \"url\"\n\
        [[language.small.internal]]\npattern = \"^Own: (bug|already)\"";
    let (mut worker, _file) = worker(ALL, lines);
    assert!(shown(&run(&mut worker, "too-deep")).contains("Unsupported"));
    for (message, class, text) in [
        ("no such function", "Unsupported", "Own: no such function"),
        ("already there", "Exists", "Own: already there"),
        ("bug in planner", "InternalError", "Own: bug in planner"),
        ("type", "Own", "type"),
    ] {
        let Outcome::Rejected(error) = run(&mut worker, &format!("refuse {message}")) else {
            panic!("{message} is refused")
        };
        assert_eq!(error.class, class);
        assert!(error.message.starts_with(text), "{error}");
    }
}

#[test]
fn a_graph_that_the_worker_loads_keeps_its_ids() {
    let (mut worker, _file) = worker(ALL, "");
    load(&mut worker);
    assert_eq!(
        shown(&run(&mut worker, "anything")),
        r#"{"columns":["a"],"order":null,"rows":[[{"path":[{"vertex":20}]}],[{"vertex":10}],[{"vertex":{"foreign":"1"}}]]}"#
    );
    assert_eq!(worker.native_id(&Value::Vertex(10)).as_deref(), Some("10"));
    assert_eq!(worker.native_id(&Value::Vertex(11)), None);
    let dump = worker.dump(&limits()).unwrap();
    let ids: Vec<i64> = dump.property().unwrap().vertices.iter().map(|vertex| vertex.id).collect();
    assert_eq!(ids, [20, 10, 21]);
}

#[test]
fn a_graph_that_is_loaded_by_texts_keeps_its_ids_too() {
    let (mut worker, file) = worker(r#""query""#, TEXTS);
    load(&mut worker);
    let sent = std::fs::read_to_string(file.path()).unwrap();
    let texts: Vec<&str> =
        sent.split("\"text\":\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(texts, ["RESET", "VERTEX :A", "VERTEX", "EDGE 1 2 :T", "INDEX A k"]);
    assert_eq!(worker.native_id(&Value::Vertex(10)).as_deref(), Some("1"));
    assert_eq!(worker.native_id(&Value::Edge(30)).as_deref(), Some("3"));
    let foreign = |text: &str| Value::Foreign(Element::Vertex, text.to_owned());
    assert_eq!(worker.native_id(&foreign("8")).as_deref(), Some("8"));
    assert_eq!(worker.native_id(&foreign("4:x")).as_deref(), Some("'4:x'"));
    assert!(shown(&run(&mut worker, "anything")).contains(r#"[{"vertex":10}]"#));
    assert_eq!(
        worker.dump(&limits()).unwrap().to_json(),
        json!({"vertices": [{"id": 10, "labels": ["A"], "properties": {}}, {"id": 21, "labels": [], "properties": {"k": 7}}],
            "edges": [{"id": 30, "label": "T", "source": 10, "target": 21, "properties": {}}], "indexes": []})
    );
}

#[test]
fn an_index_that_is_there_already_does_not_spoil_a_load() {
    let benign = "[[language.small.benign]]\npattern = \"INDEX\"\nclass = \"CLASS\"\nsource = \"url\"\n";
    for (class, word) in [("IndexExists", "answered"), ("Other", "rejected")] {
        let lines = TEXTS.replace("\"INDEX ", "\"refuse INDEX ") + &benign.replace("CLASS", class);
        let (mut worker, _file) = worker(r#""query""#, &lines);
        assert_eq!(worker.load(&Arc::new(graph()), &limits()).word(), word);
    }
}

#[test]
fn a_failure_while_loading_is_the_outcome_of_the_load() {
    let lines = TEXTS.replace("VERTEX", "crash");
    let (mut worker, _file) = worker(r#""query""#, &lines);
    assert_eq!(worker.load(&Arc::new(graph()), &limits()), Outcome::Crashed("signal 11".to_owned()));
    let lines = TEXTS.replace("VERTEX", "INDEX");
    let (mut worker, _file) = self::worker(r#""query""#, &lines);
    let outcome = worker.load(&Arc::new(graph()), &limits());
    assert_eq!(outcome.word(), "broken", "{outcome:?}");
    assert_eq!(worker.holds(), None);
}

#[test]
fn a_write_ends_what_is_known_of_the_graph_and_an_index_only_until_it_is_dropped() {
    let (mut worker, _file) = worker(ALL, "");
    load(&mut worker);
    let index =
        Index { on: Element::Edge, label: "T".to_owned(), keys: vec!["k".to_owned()], kind: IndexKind::Text };
    assert_eq!(worker.index(&index, false, &limits()), Outcome::done());
    assert_eq!(worker.holds(), None);
    assert_eq!(worker.index(&index, true, &limits()), Outcome::done());
    assert!(worker.holds().is_some());
    let settings = BTreeMap::new();
    let write = Request { text: "refuse it", writes: true, settings: &settings };
    assert_eq!(worker.run(&write, &limits()).word(), "rejected");
    assert_eq!(worker.holds(), None);
}

#[test]
fn a_graph_that_is_loaded_again_after_a_write_finds_its_indexes_unless_they_changed() {
    let leftovers = "[[language.small.leftovers]]\ntexts = \"LISTING\"\n[language.small.load]";
    let lines = TEXTS.replace("[language.small.load]", leftovers);
    for (write, indexed) in [("anything", false), ("drift", true)] {
        let (mut worker, file) = worker(r#""query""#, &lines);
        load(&mut worker);
        let settings = BTreeMap::new();
        worker.run(&Request { text: write, writes: true, settings: &settings }, &limits());
        std::fs::write(file.path(), "").unwrap();
        load(&mut worker);
        let sent = std::fs::read_to_string(file.path()).unwrap();
        assert!(sent.contains("RESET") && sent.contains("VERTEX :A"), "{sent}");
        assert_eq!(sent.contains("DROP INDEX"), indexed, "{write}: {sent}");
        assert_eq!(sent.contains("INDEX A k"), indexed, "{write}: {sent}");
    }
}

#[test]
fn what_neither_the_worker_nor_the_catalogue_can_do_is_unsupported() {
    let lines = TEXTS.replace("reset = [\"RESET\"]", "");
    let lines = lines.split("[language.small.dump]").next().unwrap_or_default();
    let (mut worker, _file) = worker(r#""query""#, lines);
    let unsupported =
        |outcome: &Outcome| matches!(outcome, Outcome::Rejected(error) if error.class == "Unsupported");
    assert!(unsupported(&worker.load(&Arc::new(graph()), &limits())));
    assert!(unsupported(&worker.dump(&limits()).unwrap_err()));
    let index =
        Index { on: Element::Edge, label: "T".to_owned(), keys: vec!["k".to_owned()], kind: IndexKind::Text };
    assert!(unsupported(&worker.index(&index, false, &limits())));
}

#[test]
fn a_line_that_comes_after_the_answer_is_not_taken_for_the_next_answer() {
    let (mut worker, _file) = worker(ALL, "");
    assert_eq!(shown(&run(&mut worker, "afterwards")), r#"{"boolean":true}"#);
    std::thread::sleep(Duration::from_millis(600));
    let broken = r#"{"broken":"a line came that no request asked for"}"#;
    assert_eq!(shown(&run(&mut worker, "three")), broken);
    assert!(matches!(run(&mut worker, "three"), Outcome::Answered(_)), "it is started again");
}
