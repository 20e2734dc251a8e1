//! What an engine costs: how long it takes to start, how many queries it answers, how much memory it takes.
//!
//! `measure PROGRAM LANGUAGE SPEC SECONDS QUERY` starts the engine, asks it one query again and again for so long, on
//! one connection, and prints, with tabs between: the version of Java that runs it or a dash, the seconds until the
//! first answer, the memory of all its processes in MiB after the last one, and queries per second.

#[path = "support/languages.rs"]
mod languages;

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use quarrel_case::answer::Outcome;
use quarrel_case::engine::{Limits, Request};
use quarrel_engine::install::Cache;
use quarrel_engine::{Catalogue, Launcher, Servers};
use quarrel_hunt::workshop::Workshop;

const USAGE: &str = "usage: measure PROGRAM LANGUAGE SPEC SECONDS QUERY";

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [program, language, spec, seconds, query] = arguments.as_slice() else { return Err(USAGE.into()) };
    let catalogue = Catalogue::builtin()?;
    let launcher = Launcher {
        program: PathBuf::from(program),
        args: vec!["worker".to_owned()],
        hosts: catalogue.names().into_iter().map(ToOwned::to_owned).collect(),
        cache: Cache::of_user(),
        servers: Servers::default(),
    };
    let workshop = Workshop::new(catalogue, launcher);
    let (start, limits, settings) = (Instant::now(), Limits::default(), BTreeMap::new());
    let mut engine = workshop.open(spec, &languages::language(language)?)?.engine;
    let request = Request { text: query, writes: false, settings: &settings };
    let mut ask = || match engine.run(&request, &limits) {
        Outcome::Answered(_) => Ok(()),
        other => Err(format!("{}: {}", other.word(), other.to_json())),
    };
    ask()?;
    let started = start.elapsed();
    let (time, start, mut answers) = (Duration::from_secs(seconds.parse()?), Instant::now(), 0_u32);
    while start.elapsed() < time {
        ask()?;
        answers += 1;
    }
    let rate = f64::from(answers) / start.elapsed().as_secs_f64();
    let processes = below(std::process::id());
    let java = processes.iter().find_map(|pid| java(*pid)).unwrap_or_else(|| "-".to_owned());
    let memory: u64 = processes.iter().filter_map(|pid| kibibytes(*pid)).sum();
    println!("{java}\t{:.1}\t{}\t{rate:.0}", started.as_secs_f64(), memory / 1024);
    Ok(())
}

/// The processes that this one has started, and those have.
fn below(pid: u32) -> Vec<u32> {
    let tasks = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let children = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    let own: Vec<u32> = children
        .flat_map(|text| text.split_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<_>>())
        .collect();
    own.iter().flat_map(|pid| std::iter::once(*pid).chain(below(*pid))).collect()
}

/// The memory of a process that is not on disk.
fn kibibytes(pid: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The version of Java that a process runs, if it runs one.
fn java(pid: u32) -> Option<String> {
    let program = fs::read_link(format!("/proc/{pid}/exe")).ok().filter(|path| path.ends_with("bin/java"))?;
    let said = Command::new(program).arg("-version").output().ok()?;
    let said = String::from_utf8_lossy(&said.stderr).into_owned();
    let version = said.split('"').nth(1)?;
    // Java 8 calls itself 1.8.
    version.trim_start_matches("1.").split(['.', '_', '-']).next().map(ToOwned::to_owned)
}
