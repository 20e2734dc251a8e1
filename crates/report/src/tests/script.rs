use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};

use super::*;
use crate::client::Accused;
use crate::script::quoted;
use crate::steps::Step;

/// Writes the files of a finding and runs its script; the toy behaves as it is told.
fn run(finding: &Finding, behaviour: &str, work: &Path) -> Output {
    run_within("60", finding, behaviour, work)
}

fn run_within(seconds: &str, finding: &Finding, behaviour: &str, work: &Path) -> Output {
    finding.write(&work.join("finding"), &presenter()).unwrap();
    let client = work.join("clients/toy-1.0");
    std::fs::create_dir_all(&client).unwrap();
    std::fs::write(client.join("behaviour"), behaviour).unwrap();
    std::fs::write(client.join("ready"), "").unwrap();
    let mut command = Command::new(work.join("finding/replay.sh"));
    command.current_dir(work).env("QUARREL_CLIENTS", work.join("clients")).env("QUARREL_TIMEOUT", seconds);
    command.output().unwrap()
}

fn status(finding: &Finding, behaviour: &str) -> Option<i32> {
    let work = tempfile::tempdir().unwrap();
    run(finding, behaviour, work.path()).status.code()
}

fn log(work: &Path) -> Vec<String> {
    let log = std::fs::read_to_string(work.join("clients/toy-1.0/log")).unwrap();
    log.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_word_of_the_shell_is_the_text_and_nothing_else() {
    let work = tempfile::tempdir().unwrap();
    for text in HOSTILE {
        let word = quoted(text).unwrap();
        let seen = |letter: char| letter == '\n' || letter == '\t' || !crate::markdown::is_hidden(letter);
        assert!(word.chars().all(seen), "{word:?}");
        let mut command = Command::new("bash");
        let ended = command.arg("-c").arg(format!("printf '%s' {word}")).current_dir(&work).output().unwrap();
        assert_eq!(String::from_utf8(ended.stdout).unwrap(), *text);
        assert_eq!(std::fs::read_dir(&work).unwrap().count(), 0, "{text:?} did something");
    }
    assert_eq!(quoted("a\0b"), None);
    assert_eq!(quoted("it's").unwrap(), r"'it'\''s'");
}

#[test]
fn the_client_is_sent_what_the_driver_sends_whatever_it_holds() {
    for text in HOSTILE {
        let text = format!("MATCH (n) RETURN {text}");
        let mut finding = finding(&text, &hostile_graph(), &json!({}));
        finding.setup = vec![json!({ "text": text, "outcome": "answered" }), json!({ "dump": true })];
        finding.setup.insert(0, json!({ "load": {"vertices": [{"id": 1}]}, "outcome": "answered" }));
        let catalogue = catalogue();
        let accused = Accused::of(&finding, &catalogue, Some(&quarrel_cypher::language::Cypher));
        let steps = accused.shown.unwrap().steps;
        let sent = steps.before.iter().chain(&steps.check).filter_map(|step| match step {
            Step::Make { text, .. } | Step::Text(text) | Step::Wait(text) | Step::Query(text) => {
                Some(text.clone())
            }
            Step::Fresh | Step::Graph(_) => None,
        });
        let work = tempfile::tempdir().unwrap();
        let ended = run(&finding, "answer = (['n'], [[1]])", work.path());
        assert_eq!(ended.status.code(), Some(0), "{}", String::from_utf8_lossy(&ended.stderr));
        assert_eq!(log(work.path()), sent.collect::<Vec<_>>());
        assert!(!work.path().join("pwned").exists());
    }
}

#[test]
fn the_exit_status_says_whether_the_wrong_answer_shows() {
    let rows = |rows: Json| table(&rows);
    let error = json!({ "error": {"class": "E", "message": "m"} });
    let unbound = json!({ "error": {"class": "Semantic", "message": "unbound variable `y`"} });
    let (right, wrong) = (rows(json!([[1], [2]])), rows(json!([[1]])));
    let near = rows(json!([[{"near": 0.3}], [{"bag": [1, 2]}]]));
    let element = rows(json!([[{"vertex": 2}]]));
    for (kind, expected, got, behaviour, status_wanted) in [
        ("wrong-result", &right, &wrong, "answer = (['n'], [[1]])", 0),
        ("wrong-result", &right, &wrong, "answer = (['n'], [[2], [1]])", 1),
        ("wrong-result", &right, &wrong, "answer = (['n'], [[1], [2.0]])", 0),
        ("wrong-result", &right, &wrong, "raise ValueError('m')", 3),
        ("wrong-result", &right, &wrong, "os.kill(os.getpid(), 11)", 3),
        ("wrong-result", &near, &wrong, "answer = (['n'], [[[2, 1]], [0.30000000000000004]])", 1),
        ("wrong-result", &element, &wrong, "answer = (['n'], [[{'kind': 'vertex', 'id': 101}]])", 1),
        ("wrong-result", &element, &wrong, "answer = (['n'], [[{'kind': 'vertex', 'id': 100}]])", 0),
        ("missing-error", &Json::Null, &wrong, "answer = (['n'], [[1]])", 0),
        ("missing-error", &Json::Null, &wrong, "raise ValueError('m')", 1),
        ("unexpected-error", &right, &error, "raise ValueError('m')", 0),
        ("unexpected-error", &right, &unbound, "raise ValueError('query: Unbound variable \"x\"')", 0),
        ("unexpected-error", &right, &unbound, "raise ValueError('no such file or directory')", 3),
        ("unexpected-error", &right, &error, "answer = (['n'], [[1]])", 1),
        ("crash", &Json::Null, &json!({"crashed": "signal 11"}), "os.kill(os.getpid(), 11)", 0),
        ("crash", &Json::Null, &json!({"crashed": "signal 11"}), "raise Died('signal 11')", 0),
        ("crash", &Json::Null, &json!({"crashed": "signal 11"}), "answer = (['n'], [[1]])", 1),
        ("hang", &Json::Null, &json!({"timed_out": true}), "answer = (['n'], [[1]])", 1),
        ("hang", &right, &json!({"timed_out": true}), "answer = (['n'], [[1]])", 3),
    ] {
        let graph = json!({ "vertices": [{"id": 1}, {"id": 2}] });
        let finding = finding("MATCH (n) RETURN n", &graph, &violation(kind, expected, got));
        assert_eq!(status(&finding, behaviour), Some(status_wanted), "{kind} {behaviour}");
    }
}

#[test]
fn a_client_that_does_not_answer_in_time_hangs() {
    let got = json!({ "timed_out": true });
    let work = tempfile::tempdir().unwrap();
    for (kind, status) in [("hang", 0), ("crash", 3)] {
        let finding = finding("MATCH (n) RETURN n", &json!({}), &violation(kind, &Json::Null, &got));
        let ended = run_within("2", &finding, "time.sleep(600)", work.path());
        assert_eq!(ended.status.code(), Some(status));
    }
}

#[test]
fn an_order_is_compared_where_the_query_has_one() {
    let ordered = |rows: Json, groups: Json| json!({ "columns": ["n"], "rows": rows, "order": groups });
    let (right, wrong) =
        (ordered(json!([[1], [2], [3]]), json!([1, 2])), ordered(json!([[2], [1], [3]]), json!([1, 1, 1])));
    let finding = finding("MATCH (n) RETURN n", &json!({}), &violation("wrong-order", &right, &wrong));
    assert_eq!(status(&finding, "answer = (['n'], [[1], [3], [2]])"), Some(1));
    assert_eq!(status(&finding, "answer = (['n'], [[2], [1], [3]])"), Some(0));
}

#[test]
fn a_client_that_cannot_be_had_is_a_failure_and_no_answer() {
    let work = tempfile::tempdir().unwrap();
    let finding = finding("MATCH (n) RETURN n", &json!({}), &json!({}));
    let script = file(&finding, "replay.sh").replace("printf \"%s\" \"$version\"", "false");
    let mut command = Command::new("bash");
    command.arg("-c").arg(script).env("QUARREL_CLIENTS", work.path());
    assert_eq!(command.output().unwrap().status.code(), Some(2));
    assert!(!work.path().join("toy-1.0/ready").exists());
}

#[test]
fn ids_of_the_engine_are_filled_in_when_the_graph_is_made_piece_by_piece() {
    let graph = json!({ "vertices": [{"id": 7}, {"id": 8}, {"id": 9}],
                        "edges": [{"id": 1, "label": "T", "source": 9, "target": 7}] });
    let finding = finding("MATCH (n) RETURN n", &graph, &json!({}));
    let work = tempfile::tempdir().unwrap();
    run(&finding, "answer = (['n'], [[1]])", work.path());
    assert_eq!(log(work.path())[3], "MATCH 102, 100 CREATE [e] RETURN e");
}

#[test]
fn what_a_client_cannot_do_is_replayed_by_quarrel_with_the_reason() {
    let none = json!({});
    for (fields, reason) in [
        (json!({ "target": "toy?optimizer=off" }), "options that the client does not have"),
        (json!({ "target": "exec:./toy" }), "knows no client"),
        (json!({ "target": "reference" }), "knows no client"),
        (json!({ "engine": {"name": "toy", "version": "1.0; touch pwned"} }), "is not the name of one"),
        (json!({ "features": ["create", "foreach", "match"] }), "the toy makes nothing in a loop"),
        (violation("wrong-counters", &Json::Null, &Json::Null), "wrong-counters"),
    ] {
        let script = file(&finding("MATCH (n) RETURN n", &none, &fields), "replay.sh");
        assert!(script.contains(reason), "{script}");
        for (status, wanted) in [(0, 1), (1, 0), (3, 3)] {
            let work = tempfile::tempdir().unwrap();
            let quarrel = format!(
                "quarrel() {{ [ \"$1 $3 $4\" = 'replay --engine a b' ] || return 9; return {status}; }}\n"
            );
            let mut command = Command::new("bash");
            command.arg("-c").arg(format!("{quarrel}{script}")).args(["replay.sh", "--engine", "a b"]);
            assert_eq!(command.current_dir(&work).output().unwrap().status.code(), Some(wanted));
        }
    }
    let text = finding("MATCH (n) RETURN '\0'", &none, &none);
    assert!(file(&text, "replay.sh").contains("NUL"));
}

#[test]
fn scripts_that_run_at_once_keep_one_client_and_disturb_none() {
    let work = tempfile::tempdir().unwrap();
    let finding = finding("MATCH (n) RETURN n", &json!({}), &json!({}));
    let slow = "printf \"%s\" \"$version\" > \"$client/version\"; sleep 1; echo 'answer = ([\"n\"], [[1]])' > \"$client/behaviour\" #";
    let script = file(&finding, "replay.sh").replace("printf \"%s\" \"$version\"", slow);
    // A folder that an interrupted build left behind is nobody's to delete.
    for left_behind in [false, true] {
        let clients = work.path().join(left_behind.to_string());
        if left_behind {
            std::fs::create_dir_all(clients.join("toy-1.0/mine")).unwrap();
        }
        let start =
            || Command::new("bash").arg("-c").arg(&script).env("QUARREL_CLIENTS", &clients).spawn().unwrap();
        for mut child in [start(), start()] {
            assert_eq!(child.wait().unwrap().code(), Some(0));
        }
        assert_eq!(std::fs::read_dir(&clients).unwrap().count(), 1, "what was built in vain is gone");
        assert_eq!(clients.join("toy-1.0/ready").exists(), !left_behind);
        assert_eq!(clients.join("toy-1.0/mine").exists(), left_behind);
    }
}

#[test]
fn a_plan_is_in_the_text_that_the_client_is_sent() {
    let mut finding = finding("MATCH (n) RETURN n", &json!({}), &json!({}));
    let planned = |plan: &str| BTreeMap::from([("plan".to_owned(), plan.to_owned())]);
    finding.check.steps[1].settings = planned("slow");
    finding.setup = vec![
        json!({ "load": {}, "outcome": "answered" }),
        json!({ "text": "RETURN 1", "settings": planned("fast"), "outcome": "answered" }),
    ];
    let work = tempfile::tempdir().unwrap();
    run(&finding, "answer = (['n'], [[1]])", work.path());
    assert_eq!(log(work.path()), ["CYPHER planner=fast RETURN 1", "CYPHER planner=slow MATCH (n) RETURN n"]);
    finding.check.steps[1].settings = planned("unknown");
    let readme = file(&finding, "README.md");
    assert!(
        readme.contains("needs settings of the engine's switches") && readme.contains("(plan=unknown)"),
        "{readme}"
    );
}
