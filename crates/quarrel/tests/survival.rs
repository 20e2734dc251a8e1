//! Nothing is lost when an engine or the hunt itself is killed.

#![cfg(target_os = "linux")]

mod support;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
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

/// True while there is such a process that has not ended: one that nobody reaps is over.
fn is_running(pid: u32) -> bool {
    std::fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
}

#[test]
fn a_worker_that_hangs_ends_with_the_hunt_that_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let hunt = "hunt cypher --engine reference?fault=hang --oracle crash --seed 1 --jobs 1 --query-timeout 60s --out out";
    let mut child = start(folder.path(), hunt);
    let mut workers = Vec::new();
    until("a worker", || {
        workers = children(child.id());
        !workers.is_empty() && count(&folder.path().join("out"), "round-started") > 0
    });
    // It has been asked by then, and gives no answer.
    std::thread::sleep(Duration::from_secs(2));
    kill(child.id(), "-KILL");
    child.wait().unwrap();
    until("the worker's end", || !workers.iter().any(|pid| is_running(*pid)));
}

/// A server that answers every query with no rows, and says who it is and where its files are.
const SERVER: &str = r#"#!/usr/bin/env python3
import http.server, os, sys
class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        body = b'{"head":{"vars":[]},"results":{"bindings":[]}}'
        self.send_response(200)
        self.send_header("Content-Type", "application/sparql-results+json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
with open(os.path.join(os.path.dirname(__file__), "started"), "w") as file:
    file.write(f"{os.getpid()} {os.getcwd()}\n")
http.server.HTTPServer(("127.0.0.1", int(sys.argv[-1].split(":")[1])), Handler).serve_forever()
"#;

#[test]
fn a_server_of_ours_ends_with_the_program_that_is_killed_and_leaves_nothing() {
    use std::os::unix::fs::PermissionsExt as _;
    if std::process::Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: there is no python3 here");
        return;
    }
    let cache = tempfile::tempdir().unwrap();
    let place = cache.path().join("engines/oxigraph-server/0.5.13");
    let program = place.join("packages/bin/oxigraph");
    // All that is looked for where it is installed.
    let lock = include_str!("../../../catalogue/oxigraph-server/locks/0.5.13.lock");
    let wheel = place.join("lib").join(lock.trim().split_once("  ").unwrap().1);
    let record = place.join("packages/oxigraph-0.5.13.dist-info/RECORD");
    for (path, text) in [
        (&place.join("artefacts"), lock),
        (&wheel, ""),
        (&record, "../../bin/oxigraph,,\n"),
        (&program, SERVER),
    ] {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = std::process::Command::new(support::program());
    command.args(["engines", "start", "oxigraph-server@0.5.13"]).env("QUARREL_CACHE", cache.path());
    let mut child = command.stdout(std::process::Stdio::piped()).spawn().unwrap();
    let mut url = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut url).unwrap();
    assert!(url.starts_with("http://127.0.0.1:"), "{url}");
    let started = std::fs::read_to_string(program.with_file_name("started")).unwrap();
    let (pid, home) = started.trim().split_once(' ').unwrap();
    let (pid, home) = (pid.parse().unwrap(), Path::new(home));
    assert!(is_running(pid) && home.exists());
    kill(child.id(), "-KILL");
    child.wait().unwrap();
    until("the server's end", || !is_running(pid) && !home.exists());
}

#[test]
fn an_installation_that_is_killed_leaves_no_half_of_an_engine() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("cache");
    // A client that has fetched something and is not done.
    let client = folder.path().join("python3");
    std::fs::write(&client, "#!/bin/sh\necho half > fetched\necho $$ > ../client\nexec sleep 60\n").unwrap();
    std::fs::set_permissions(&client, std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap());
    let run = |arguments: &[&str]| {
        let mut command = std::process::Command::new(support::program());
        command.args(arguments).env("QUARREL_CACHE", &cache).env("PATH", &path);
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::null());
        command
    };
    let engine = cache.join("engines/oxigraph-server");
    let mut child = run(&["engines", "install", "oxigraph-server@0.5.13"]).spawn().unwrap();
    until("the client", || engine.join("client").exists());
    kill(child.id(), "-KILL");
    child.wait().unwrap();
    assert!(!engine.join("0.5.13").exists() && engine.join("0.5.13.part/fetched").exists());
    let listed = run(&["engines", "list", "--json"]).output().unwrap();
    let listed: serde_json::Value = serde_json::from_slice(&listed.stdout).unwrap();
    let server =
        listed.as_array().unwrap().iter().find(|engine| engine["name"] == "oxigraph-server").unwrap();
    assert_eq!(server["states"]["0.5.13"], "installable");
    // The next one waits for nobody and takes nothing that was left. This one's client gives nothing at all.
    std::fs::write(&client, "#!/bin/sh\n[ ! -e fetched ] || exit 7\nexit 8\n").unwrap();
    let again =
        run(&["engines", "install", "oxigraph-server@0.5.13"]).stderr(std::process::Stdio::piped()).output();
    let again = again.unwrap();
    assert_eq!(again.status.code(), Some(3));
    assert!(support::stderr(&again).contains("exit status: 8"), "{}", support::stderr(&again));
    let client = std::fs::read_to_string(engine.join("client")).unwrap();
    kill(client.trim().parse().unwrap(), "-KILL");
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
    let out = folder.path().join("out");
    let summary = summary(&out);
    // Reduced or as it was found, all is there; no start that failed is among it.
    let found = summary["findings"].as_array().unwrap();
    assert!(!found.is_empty() && summary["unexplained"] == 0, "{summary:#}");
    assert_eq!(summary["engines"][0]["crashes"], 0, "{summary:#}");
    let triage = quarrel(folder.path(), "triage out --versions reference");
    assert_eq!(triage.status.code(), Some(2), "{}", support::stderr(&triage));
    assert!(support::stderr(&triage).contains("name it with --versions"), "{}", support::stderr(&triage));
}

/// A server of SPARQL that has no rows for so many requests, after which nobody listens any more; its port.
fn mortal_server(requests: usize) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let port = listener.local_addr().expect("it has an address").port();
    std::thread::spawn(move || {
        let mut left = requests;
        while left > 0 {
            let Ok((stream, _)) = listener.accept() else { return };
            left -= usize::from(answer_once(&stream).is_some());
        }
    });
    port
}

/// Answers one request; none where a client only looks whether somebody is there.
fn answer_once(mut stream: &TcpStream) -> Option<()> {
    let (mut reader, mut length) = (BufReader::new(stream), 0);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok().filter(|count| *count > 0)?;
        match line.trim_end().to_ascii_lowercase().split_once(": ") {
            Some(("content-length", value)) => length = value.parse().ok()?,
            None if line.trim_end().is_empty() => break,
            _ => {}
        }
    }
    reader.read_exact(&mut vec![0; length]).ok()?;
    let body = r#"{"head":{"vars":[]},"results":{"bindings":[]}}"#;
    let head = "Content-Type: application/sparql-results+json\r\nConnection: close\r\nContent-Length";
    write!(stream, "HTTP/1.1 200 OK\r\n{head}: {}\r\n\r\n{body}", body.len()).ok()
}

#[test]
fn a_running_server_that_goes_away_is_accused_once_and_ends_the_hunt_in_good_order() {
    let folder = tempfile::tempdir().unwrap();
    let (start, port) = (Instant::now(), mortal_server(60));
    // It holds nothing, and so it is given nothing.
    std::fs::write(folder.path().join("empty.nq"), "").unwrap();
    let hunt = "hunt sparql --oracle crash --seed 1 --time 120s --graph empty.nq --out out --engine";
    let address = format!("sparql+http://127.0.0.1:{port}/query#/update");
    let output = quarrel(folder.path(), &format!("{hunt} {address}"));
    let (said, told) = (stdout(&output), support::stderr(&output));
    assert_eq!(output.status.code(), Some(3), "{said} {told}");
    assert!(start.elapsed() < Duration::from_secs(60), "it does not wait for its time");
    let lines: Vec<&str> = told.lines().filter(|line| line.starts_with("quarrel: ")).collect();
    assert!(matches!(&lines[..], [line] if line.contains(&address) && line.contains("is gone")), "{told}");
    assert!(said.contains("crashes") && said.contains("1 finding"), "{said}");
    let out = folder.path().join("out");
    let summary = summary(&out);
    let counts = ["violations", "unexplained"].map(|key| summary[key].as_u64());
    assert_eq!(counts, [Some(1), Some(0)], "{summary:#}");
    assert_eq!(summary["engines"][0]["crashes"], 1, "{summary:#}");
    assert!(summary["engines"][0]["steps"].as_u64().unwrap() > 0, "{summary:#}");
    assert_eq!(std::fs::read_dir(out.join("findings")).unwrap().count(), 1);
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
