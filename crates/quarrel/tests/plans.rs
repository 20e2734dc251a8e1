//! A query asked under another plan: what is sent, and what a difference comes to.

mod support;

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value as Json;
use support::{program, stderr, stdout, summary};

/// The reference as an engine of a catalogue of its own, whose plan `wrong` forgets that a match is optional.
struct Toy {
    folder: tempfile::TempDir,
}

impl Toy {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("there is room");
        let version = env!("CARGO_PKG_VERSION");
        let entry = format!(
            "name = \"toy\"\nabout = \"x\"\nversions = [\"{version}\"]\nprotocol = \"worker\"\n\
             repository = \"r\"\ntracker = \"t\"\nsecurity = \"s\"\n[[worker]]\nsource = \"worker.rs\"\n\
             [[language.cypher.plan]]\nnames = [\"wrong\"]\nabout = \"x\"\nsource = \"url\"\n\
             text = \"CYPHER planner={{{{ plan }}}} {{{{ query }}}}\"\n"
        );
        let toy = Self { folder };
        toy.write("catalogue/toy/engine.toml", &entry);
        toy.write("catalogue/toy/worker.rs", "");
        // A line is noted before it is handed on: who has its answer may end us.
        let script = format!(
            "#!/bin/sh\nwhile IFS= read -r line; do printf '%s\\n' \"$line\" >>'{}'; printf '%s\\n' \"$line\"; done \
             | sed -u '/planner=wrong /s/OPTIONAL MATCH/MATCH/g; s/CYPHER planner=wrong //' \
             | '{}' worker reference\n",
            toy.path("sent").display(),
            program()
        );
        let worker = toy.write(&format!("cache/engines/toy/{version}/bin/toy-worker"), &script);
        std::fs::set_permissions(worker, std::fs::Permissions::from_mode(0o755)).expect("it is ours");
        toy
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).expect("there is room");
        std::fs::write(&path, text).expect("there is room");
        path
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(program());
        command.args(arguments).current_dir(self.folder.path()).stdin(Stdio::null());
        command.env("QUARREL_CATALOGUE", self.path("catalogue")).env("QUARREL_CACHE", self.path("cache"));
        command.output().expect("it runs")
    }

    /// The texts of queries that the engine was sent.
    fn sent(&self) -> Vec<String> {
        let lines = std::fs::read_to_string(self.path("sent")).unwrap_or_default();
        let lines = lines.lines().filter_map(|line| serde_json::from_str::<Json>(line).ok());
        lines.filter_map(|line| Some(line["text"].as_str()?.to_owned())).collect()
    }
}

fn check(toy: &Toy, engine: &str, query: &str) -> (Option<i32>, Json) {
    let said = toy.run(&["check", "cypher", "--engine", engine, "--oracle", "plan", "--json", query]);
    let judged: Json = serde_json::from_slice(&said.stdout).unwrap_or_default();
    (said.status.code(), judged[0].clone())
}

#[test]
fn the_text_of_the_plan_is_sent_and_a_difference_is_a_violation() {
    let toy = Toy::new();
    let query = "OPTIONAL MATCH (n) RETURN n";
    let (code, judged) = check(&toy, "toy", query);
    assert_eq!((code, &judged["violation"]["kind"]), (Some(1), &Json::from("wrong-result")), "{judged:#}");
    assert_eq!(toy.sent(), [query, "CYPHER planner=wrong OPTIONAL MATCH (n) RETURN n"]);
    assert_eq!(check(&toy, "toy", "UNWIND [1, 2] AS a RETURN a").0, Some(0));
}

#[test]
fn what_shows_under_a_plan_is_reduced_and_replays_and_is_told_as_it_was_sent() {
    let toy = Toy::new();
    let hunt = "hunt cypher --engine toy --oracle plan --seed 1 --rounds 6 --queries-per-round 20 --out out";
    let hunted = toy.run(&hunt.split(' ').collect::<Vec<_>>());
    assert_eq!(hunted.status.code(), Some(1), "{}", stderr(&hunted));
    let summary = summary(&toy.path("out"));
    let found = toy.path("out").join(summary["findings"][0]["path"].as_str().expect("it has a place"));
    let case = std::fs::read_to_string(found.join("case.json")).expect("there is a case");
    assert!(case.contains("\"wrong\""), "{case}");
    let readme = std::fs::read_to_string(found.join("README.md")).expect("there is a README");
    assert!(readme.contains("CYPHER planner=wrong "), "{readme}");
    let replay = toy.run(&["replay", &found.display().to_string()]);
    assert_eq!(replay.status.code(), Some(1), "{}{}", stdout(&replay), stderr(&replay));
}

#[test]
fn an_engine_without_plans_is_not_asked_for_one() {
    let toy = Toy::new();
    let (code, judged) = check(&toy, "reference", "RETURN 1 AS a");
    assert_eq!((code, &judged["verdict"]), (Some(0), &Json::from("inconclusive")), "{judged:#}");
    let hunt = |oracles: &str| {
        let hunt = format!(
            "hunt cypher --engine reference --oracle {oracles} --seed 1 --rounds 2 --queries-per-round 10 --out {oracles}"
        );
        toy.run(&hunt.split(' ').collect::<Vec<_>>());
        summary(&toy.path(oracles))
    };
    // Neither is it drawn, nor does it stand in the way of those that are.
    assert_eq!(hunt("crash,plan")["case_digest"], hunt("crash")["case_digest"]);
    let alone = hunt("plan");
    assert_eq!(alone["inconclusive"]["the engine has no plan to ask for"], 20, "{alone:#}");
}
