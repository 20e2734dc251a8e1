//! Running the program as a user does.

#![allow(dead_code, reason = "each test file uses a part of this")]

pub(crate) mod servers;

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value as Json;

/// The program.
pub(crate) fn program() -> &'static str {
    env!("CARGO_BIN_EXE_quarrel")
}

/// Runs the program with these arguments, split at blanks, in an empty folder or the given one.
pub(crate) fn quarrel(folder: &Path, arguments: &str) -> Output {
    quarrel_with(folder, &arguments.split_whitespace().collect::<Vec<_>>())
}

/// Runs the program with these arguments.
pub(crate) fn quarrel_with(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(program())
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("it runs")
}

/// Starts the program without waiting for it.
pub(crate) fn start(folder: &Path, arguments: &str) -> Child {
    Command::new(program())
        .args(arguments.split_whitespace())
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts")
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The summary of a hunt.
pub(crate) fn summary(out: &Path) -> Json {
    let text = std::fs::read_to_string(out.join("summary.json")).expect("there is a summary");
    serde_json::from_str(&text).expect("the summary is JSON")
}

/// The events of a hunt, as far as they are whole lines.
pub(crate) fn events(out: &Path) -> Vec<Json> {
    let text = std::fs::read_to_string(out.join("events.jsonl")).unwrap_or_default();
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}
