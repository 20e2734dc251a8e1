//! A running server: whose it is, and who may ask, which nothing that is written says.

mod support;

use std::path::Path;
use std::process::{Command, Output, Stdio};

use support::servers::{BASIC, PASSWORD, Server, USER};
use support::{program, stderr, stdout};

/// How the password comes in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Given {
    Address,
    Variables,
    Toml,
    Json,
}

/// A server, the language that it is asked in, and how it is named without and with user and password.
struct Row {
    server: Server,
    language: &'static str,
    bare: String,
    whole: String,
}

fn row(server: Server, language: &'static str, name: &str, path: &str) -> Row {
    let port = server.port();
    Row {
        server,
        language,
        bare: format!("{name}://127.0.0.1:{port}{path}"),
        whole: format!("{name}://{USER}:{PASSWORD}@127.0.0.1:{port}{path}"),
    }
}

/// A server of each protocol that hold something that is not ours, or nothing.
fn rows(holds: bool) -> Vec<Row> {
    vec![
        row(Server::sparql(holds), "sparql", "sparql+http", "/query#/update"),
        row(Server::gremlin(holds), "gremlin", "tinkergraph+http", ""),
        row(Server::resp(holds), "cypher", "falkordb+redis", "/tests"),
        row(Server::bolt(holds), "cypher", "neo4j+bolt", ""),
    ]
}

fn run(folder: &Path, arguments: &[&str], variables: bool) -> Output {
    let mut command = Command::new(program());
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    if variables {
        command.env("QUARREL_USER", USER).env("QUARREL_PASSWORD", PASSWORD);
    }
    command.output().expect("it runs")
}

const HUNT: [&str; 8] = ["--seed", "1", "--rounds", "2", "--queries-per-round", "4", "--out", "out"];

/// A hunt on the server, told in one way who asks.
fn hunt(folder: &Path, row: &Row, given: Given, more: &[&str]) -> Output {
    let Row { language, bare, whole, .. } = row;
    let named: Vec<&str> = match given {
        Given::Address => vec!["--engine", whole],
        Given::Variables => vec!["--engine", bare],
        Given::Toml => {
            std::fs::write(folder.join("config.toml"), format!("engine = [\"{whole}\"]\n"))
                .expect("it is written");
            vec!["--config", "config.toml"]
        }
        Given::Json => {
            let (name, port) = (bare.split('+').next().expect("there is a name"), row.server.port());
            let server = format!(
                "{{\"{name}\": {{\"port\": {port}, \"username\": \"{USER}\", \"password\": \"{PASSWORD}\"}}}}"
            );
            std::fs::write(folder.join("config.json"), server).expect("it is written");
            vec!["--config", "config.json"]
        }
    };
    let arguments = [&["hunt", language], &named[..], &HUNT, more].concat();
    run(folder, &arguments, given == Given::Variables)
}

/// Everything in a folder with what it is called.
fn files(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("it is listed").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            let text = String::from_utf8_lossy(&std::fs::read(&path).expect("it is read")).into_owned();
            found.push((path.display().to_string(), text));
        }
    }
    found
}

/// Asserts that none of it holds the password in any form that it is sent in.
fn assert_silent(what: &str, output: &Output, out: &Path) {
    let said = [("stdout".to_owned(), stdout(output)), ("stderr".to_owned(), stderr(output))];
    for (place, text) in said.into_iter().chain(files(out)) {
        for form in [PASSWORD, BASIC, "AGluc3BlY3RvcgBwYTU1LXcwcmQtMGYtbjBiMGR5"] {
            assert!(!text.contains(form), "{what}: {place}: {text}");
        }
        assert!(!place.contains(PASSWORD), "{what}: {place}");
    }
}

#[test]
fn no_password_is_in_anything_that_a_hunt_writes() {
    for (number, row) in rows(false).iter().enumerate() {
        // The forms are the same for all protocols; the first is tried with each.
        let all = [Given::Address, Given::Variables, Given::Toml];
        let ways = if number == 0 { &all[..] } else { &all[..1] };
        for given in ways {
            let folder = tempfile::tempdir().unwrap();
            let (what, before) = (format!("{} {given:?}", row.bare), row.server.welcomed());
            let output = hunt(folder.path(), row, *given, &[]);
            let code = output.status.code();
            assert!(matches!(code, Some(0 | 1)), "{what}: {code:?} {}", stderr(&output));
            assert!(row.server.welcomed() > before, "{what}: it was not told who asks");
            let out = folder.path().join("out");
            assert!(out.join("events.jsonl").exists() && out.join("summary.json").exists(), "{what}");
            assert_silent(&what, &output, &out);
        }
    }
}

#[test]
fn a_file_of_servers_keeps_its_passwords_to_itself() {
    let row = row(Server::bolt(false), "cypher", "neo4j+bolt", "");
    let folder = tempfile::tempdir().unwrap();
    let output = hunt(folder.path(), &row, Given::Json, &[]);
    assert!(row.server.welcomed() > 0 && output.status.code().is_some_and(|code| code < 2));
    assert_silent("json", &output, &folder.path().join("out"));
}

#[test]
fn nor_in_what_comes_of_a_finding_later() {
    let folder = tempfile::tempdir().unwrap();
    let row = row(Server::sparql(false), "sparql", "sparql+http", "/query#/update");
    assert_eq!(hunt(folder.path(), &row, Given::Address, &[]).status.code(), Some(1), "it answers nothing");
    for arguments in [
        &["replay", "out", "--engine", &row.whole][..],
        &["triage", "out", "--versions", &row.whole],
        &["query", "sparql", "--engine", &row.whole, "SELECT (1 AS ?x) {}"],
        &["check", "sparql", "--engine", &row.whole, "SELECT (1 AS ?x) {}"],
        // An address where none is looked for is repeated as what it is not.
        &["hunt", &row.whole],
        &["engines", "install", &row.whole],
        &["query", "sparql", "--engine", "nosuch", "--graph", &row.whole, "ASK {}"],
    ] {
        let output = run(folder.path(), arguments, false);
        assert_silent(&arguments.join(" "), &output, &folder.path().join("out"));
    }
    std::fs::write(folder.path().join("wrong.toml"), format!("engine = \"{}\"\n", row.whole)).unwrap();
    let output = run(folder.path(), &["hunt", "--config", "wrong.toml"], false);
    assert_eq!(output.status.code(), Some(2));
    assert_silent("wrong.toml", &output, &folder.path().join("out"));
}

#[test]
fn a_server_that_holds_something_is_refused_and_left_alone_unless_it_may_be_wiped() {
    for row in rows(true) {
        let folder = tempfile::tempdir().unwrap();
        let refused = hunt(folder.path(), &row, Given::Address, &[]);
        let (what, text) = (&row.bare, stderr(&refused));
        assert_eq!(refused.status.code(), Some(3), "{what}: {text}");
        let ours = text.lines().filter(|line| line.starts_with("quarrel: ")).count();
        assert!(text.contains("--wipe") && ours == 1, "{what}: {text}");
        assert!(!folder.path().join("out").exists(), "{what}: nothing was begun");
        assert_silent(what, &refused, folder.path());
        // It was asked what it is and whether it holds anything, and nothing else.
        assert!(row.server.heard().len() <= 2, "{what}: {:?}", row.server.heard());
        let wiped = hunt(folder.path(), &row, Given::Address, &["--wipe"]);
        assert!(matches!(wiped.status.code(), Some(0 | 1)), "{what}: {}", stderr(&wiped));
        assert_silent(what, &wiped, folder.path());
    }
}

#[test]
fn a_wrong_password_is_an_engine_that_cannot_be_had() {
    for row in rows(false) {
        let folder = tempfile::tempdir().unwrap();
        let wrong = row.whole.replace(PASSWORD, "a-wr0ng-w0rd");
        let arguments = [&["hunt", row.language, "--engine", &wrong], &HUNT[..]].concat();
        let output = run(folder.path(), &arguments, false);
        let text = stderr(&output);
        assert_eq!(output.status.code(), Some(3), "{}: {text}", row.bare);
        assert!(!text.contains("a-wr0ng-w0rd"), "{text}");
    }
}
