//! Nothing is lost when an engine or the hunt itself is killed.

#![cfg(target_os = "linux")]

mod support;

use std::path::Path;
use std::time::{Duration, Instant};

use support::{events, quarrel, start, stdout, summary};

/// The ids of the processes that this one started.
fn children(pid: u32) -> Vec<u32> {
    let path = format!("/proc/{pid}/task");
    let tasks = std::fs::read_dir(path).into_iter().flatten().filter_map(Result::ok);
    let children = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
    children
        .flat_map(|text| text.split_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<_>>())
        .collect()
}

fn kill(pid: u32, signal: &str) {
    std::process::Command::new("kill").args([signal, &pid.to_string()]).status().expect("kill runs");
}

/// Waits until the condition holds; fails after a while.
fn until(what: &str, mut condition: impl FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < Duration::from_secs(60), "waited too long for {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn count(out: &Path, event: &str) -> usize {
    events(out).iter().filter(|json| json.get(event).is_some()).count()
}

#[test]
fn a_worker_that_is_killed_is_recorded_and_started_again_and_the_round_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let hunt = "hunt cypher --engine reference --oracle crash --seed 1 --rounds 60 --queries-per-round 100 --jobs 1 --out out";
    let mut child = start(folder.path(), hunt);
    until("the third round", || count(&out, "round-started") >= 3);
    let workers = children(child.id());
    assert!(!workers.is_empty());
    workers.iter().for_each(|pid| kill(*pid, "-KILL"));
    let code = child.wait().unwrap().code();
    let summary = summary(&out);
    let engine = &summary["engines"][0];
    assert_eq!((engine["crashes"].clone(), engine["restarts"].clone()), (1.into(), 1.into()), "{summary:#}");
    assert_eq!(
        (summary["complete_rounds"].clone(), summary["cases"].clone()),
        (60.into(), 6000.into()),
        "{summary:#}"
    );
    assert_eq!(count(&out, "engine-down"), 1);
    // Nobody can make the process end again, not even by all that was sent before: the crash is kept unexplained.
    assert_eq!((code, summary["unexplained"].clone()), (Some(0), 1.into()), "{summary:#}");
    let unexplained: Vec<_> = std::fs::read_dir(out.join("unexplained")).unwrap().collect();
    assert_eq!(unexplained.len(), 1);
}

#[test]
fn a_hunt_that_is_killed_leaves_what_it_found() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let engine = "reference?fault=repeat-row";
    let mut child =
        start(folder.path(), &format!("hunt cypher --engine {engine} --seed 1 --time 60s --out out"));
    until("a violation", || count(&out, "violation") >= 3);
    kill(child.id(), "-KILL");
    child.wait().unwrap();
    let replayed = quarrel(folder.path(), "replay out --times 2");
    assert!(stdout(&replayed).contains("reproduced 2 of 2"), "{}", stdout(&replayed));
    assert_eq!(replayed.status.code(), Some(1));
}

#[test]
fn an_interrupted_hunt_writes_everything_and_exits_with_130() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let mut child = start(folder.path(), "hunt --engine reference --seed 1 --time 60s --out out");
    until("a round", || count(&out, "round-ended") >= 1);
    kill(child.id(), "-INT");
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let summary = summary(&out);
    assert!(summary["cases"].as_u64().unwrap() > 0 && summary["wall_seconds"].as_f64().unwrap() < 60.0);
}

#[test]
fn an_interrupted_hunt_keeps_what_it_found() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let engine = "reference?fault=repeat-row";
    let mut child =
        start(folder.path(), &format!("hunt cypher --engine {engine} --seed 1 --time 60s --out out"));
    until("a violation", || count(&out, "violation") >= 3);
    kill(child.id(), "-INT");
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let found = summary(&out)["findings"].as_array().unwrap().len();
    assert!(found > 0 && std::fs::read_dir(out.join("findings")).unwrap().count() == found);
}

#[test]
fn an_engine_that_does_not_start_any_more_costs_no_finding() {
    let folder = tempfile::tempdir().unwrap();
    // A worker that adds a row to its answers, and starts only so many times.
    let script = format!(
        r#"echo >>starts; [ $(wc -l <starts) -le 12 ] && {} worker reference | sed -u 's/"rows":\[\[/"rows":[[null],[/'"#,
        support::program()
    );
    std::fs::write(folder.path().join("engine.sh"), script).unwrap();
    let hunt = "hunt cypher --oracle reference --seed 1 --rounds 1 --jobs 1 --out out --engine";
    let words: Vec<&str> = hunt.split(' ').chain(["exec:sh engine.sh"]).collect();
    let output = support::quarrel_with(folder.path(), &words);
    assert_eq!(output.status.code(), Some(3), "{} {}", stdout(&output), support::stderr(&output));
    let summary = summary(&folder.path().join("out"));
    let reduced = summary["findings"].as_array().unwrap();
    assert!(!reduced.is_empty(), "{summary:#}");
    let triage = quarrel(folder.path(), "triage out --versions reference");
    assert_eq!(triage.status.code(), Some(2), "{}", support::stderr(&triage));
    assert!(support::stderr(&triage).contains("name it with --versions"), "{}", support::stderr(&triage));
}

#[test]
fn a_worker_that_never_answers_is_cut_off() {
    let folder = tempfile::tempdir().unwrap();
    let start = Instant::now();
    let hunt = "hunt sparql --engine reference?fault=hang --oracle crash --seed 1 --rounds 1 --queries-per-round 3 --query-timeout 300ms --jobs 1 --fail-fast --out out";
    assert_eq!(quarrel(folder.path(), hunt).status.code(), Some(1));
    let summary = summary(&folder.path().join("out"));
    assert_eq!(summary["engines"][0]["timeouts"], 1, "{summary:#}");
    assert!(start.elapsed() < Duration::from_secs(120));
}
