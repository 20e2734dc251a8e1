//! The worked example of docs/worker-protocol.md, held against the lines that are printed there.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value as Json;

use crate::process::Process;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn the_worked_example_answers_as_the_document_says() {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: there is no python3 here");
        return;
    }
    let mut command = Command::new("python3");
    command.arg(root().join("examples/worker/toy.py"));
    let mut process = Process::start(&mut command, 1 << 20).unwrap();
    let document = std::fs::read_to_string(root().join("docs/worker-protocol.md")).unwrap();
    let requests = document.lines().filter_map(|line| line.strip_prefix("> "));
    let replies = document.lines().filter_map(|line| line.strip_prefix("< "));
    let mut exchanged = 0;
    for (request, reply) in requests.zip(replies) {
        let deadline = Instant::now() + Duration::from_secs(20);
        let got = process.exchange(format!("{request}\n").as_bytes(), deadline).unwrap();
        let got: Json = serde_json::from_slice(got).unwrap();
        assert_eq!(got, serde_json::from_str::<Json>(reply).unwrap(), "{request}");
        exchanged += 1;
    }
    assert_eq!(exchanged, 9);
}
