//! Wrong usage gives one clear line and the documented exit code.

mod support;

use support::{quarrel, stderr, stdout, summary};

#[test]
fn wrong_usage_is_one_line_on_stderr_and_exit_code_2() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("broken.json"), "{\"vertices\": 1").unwrap();
    std::fs::write(folder.path().join("broken.nq"), "<http://e/a> .\n").unwrap();
    std::fs::write(folder.path().join("broken.toml"), "sed = 1\n").unwrap();
    std::fs::write(folder.path().join("zero.toml"), "jobs = 0\n").unwrap();
    for (arguments, part) in [
        ("hunt klingon", "unknown language \"klingon\"; known are cypher, sparql"),
        ("hunt --engine nosuch", "unknown engine \"nosuch\""),
        ("hunt cypher --engine oxigraph", "there is no engine for cypher"),
        (
            "hunt --oracle crash,delphi",
            "unknown oracle \"delphi\"; `quarrel oracles list` shows those that there are",
        ),
        ("hunt --features +flying", "unknown feature \"flying\""),
        ("hunt --features match", "needs a + or a -"),
        ("hunt cypher --graph nosuch.json", "nosuch.json"),
        ("hunt cypher --graph broken.json", "broken.json"),
        ("hunt sparql --graph broken.nq", "broken.nq"),
        ("hunt --graph broken.json", "--graph needs exactly one language"),
        ("hunt --config nosuch.toml", "nosuch.toml"),
        ("hunt --config broken.toml", "broken.toml"),
        ("hunt --engine oxigraph?speed=fast", "no option \"speed\""),
        ("hunt --engine marsdb@9.9.9", "no version \"9.9.9\""),
        ("hunt cypher --engine reference?fault=none", "unknown fault \"none\""),
        ("gen", "<LANGUAGE>"),
        ("gen klingon", "unknown language"),
        ("gen cypher --as nosuch", "unknown engine"),
        ("gen cypher --generation wild", "random, graph, data and full"),
        ("gen cypher --generation full --no-evaluate", "cannot be used with"),
        ("hunt --generation wild", "random, graph, data and full"),
        ("gen sparql --as marsdb", "does not speak sparql"),
        ("query klingon x", "unknown language"),
        ("query cypher --graph nosuch.json x", "nosuch.json"),
        ("query cypher --before MATCH x", "--before \"MATCH\""),
        ("query cypher --after no/such/folder x", "no/such/folder"),
        ("conformance klingon", "unknown language"),
        ("conformance cypher --suite nosuch", "nosuch: no such folder; get the suite from https://"),
        ("conformance cypher --suite .", "no cases of the suite are here"),
        ("conformance sparql --suite .", "manifest-evaluation.ttl is not here"),
        ("check klingon --engine marsdb x", "unknown language"),
        ("check cypher x", "--engine"),
        ("check cypher --engine nosuch x", "unknown engine \"nosuch\""),
        ("check cypher --engine reference --oracle delphi x", "unknown oracle"),
        ("check cypher --engine reference --graph nosuch.json x", "nosuch.json"),
        ("check cypher --engine reference MATCH", "the query cannot be read"),
        ("triage nosuch", "not the folder of a hunt"),
        ("triage nosuch --versions nosuch@1", "unknown engine \"nosuch\""),
        ("triage nosuch --truth majority", "--versions"),
        ("replay nosuch", "nosuch"),
        ("reduce nosuch", "nosuch"),
        ("fly", "unrecognized subcommand"),
        ("hunt --time soon", "no duration"),
        ("hunt --rounds 1 --time 1s", "cannot be used with"),
        ("hunt --jobs 0", "at least 1"),
        ("oracles", "oracles"),
        ("hunt sparql --oracle differential", "none of the oracles can judge"),
        ("hunt cypher sparql --oracle differential", "none of the oracles can judge sparql"),
        ("hunt cypher --engine marsdb --engine oxigraph", "oxigraph does not speak cypher"),
        ("engines install", "<ENGINES>..."),
        ("engines install oxigraph@", "the version after @ is missing"),
        ("engines install nosuch@1.0", "unknown engine \"nosuch\""),
        ("engines install oxigraph@0.4.11 oxigraph@9.9.9", "no version \"9.9.9\" here; known are 0.5.13, "),
        ("engines install exec:true", "exec:true is not installed: name an engine of the catalogue"),
        ("engines install oxigraph@0.4.11?optimizer=off", "options are given when an engine is used"),
        ("hunt --config zero.toml", "jobs must be at least 1"),
    ] {
        assert_refused(folder.path(), arguments, part);
    }
}

#[test]
fn a_hunt_that_could_not_judge_or_write_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("file"), "").unwrap();
    std::fs::write(folder.path().join("both.toml"), "languages = [\"cypher\", \"sparql\"]\n").unwrap();
    for (arguments, part) in [
        ("hunt cypher --out file/out", "--out file/out: file is no folder"),
        ("hunt --config both.toml --oracle differential", "none of the oracles can judge sparql"),
    ] {
        assert_refused(folder.path(), arguments, part);
    }
}

#[test]
fn a_hunt_that_is_refused_leaves_the_events_of_the_last_one() {
    let folder = tempfile::tempdir().unwrap();
    let events = folder.path().join("events.jsonl");
    std::fs::write(&events, "kept").unwrap();
    assert_refused(folder.path(), "hunt cypher --events events.jsonl --oracle delphi", "unknown oracle");
    assert_eq!(std::fs::read_to_string(events).unwrap(), "kept");
}

#[test]
fn an_address_that_is_none_is_wrong_usage() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, part) in [
        ("query cypher --engine falkordb+redis://127.0.0.1:6379:x/g x", "the port of the address is no port"),
        ("query cypher --engine falkordb+redis:///fresh x", "the host of the address is missing"),
        ("query cypher --engine neo4j+foo://127.0.0.1 x", "there is no driver for foo"),
        ("query cypher --engine redisgraph x", "name one as redisgraph+redis://HOST:PORT/PATH"),
    ] {
        assert_refused(folder.path(), arguments, part);
    }
}

#[test]
fn a_graph_file_that_cannot_be_read_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let vertex =
        |value: &str| format!("{{\"vertices\": [{{\"id\": 1, \"properties\": {{\"k\": {value}}}}}]}}");
    std::fs::write(folder.path().join("float.json"), vertex("1e999")).unwrap();
    std::fs::write(folder.path().join("date.json"), vertex("{\"date\": \"9999999-99-99\"}")).unwrap();
    std::fs::write(folder.path().join("broken.trig"), "e:a e:p 1 .\n").unwrap();
    for (arguments, part) in [
        ("query cypher --graph float.json x", "is beyond the 64-bit floats"),
        ("query cypher --graph date.json x", "date.json: \"9999999-99-99\" is no date"),
        ("query sparql --graph broken.trig x", "broken.trig: "),
    ] {
        assert_refused(folder.path(), arguments, part);
    }
}

/// One clear line and the exit code of wrong usage.
fn assert_refused(folder: &std::path::Path, arguments: &str, part: &str) {
    let output = quarrel(folder, arguments);
    let text = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{arguments}: {text}");
    assert!(text.contains(part), "{arguments}: {text}");
    assert!(!text.contains("panicked") && !text.contains("backtrace"), "{arguments}: {text}");
    let ours = text.lines().filter(|line| line.starts_with("quarrel: ")).count();
    assert!(ours <= 1 && (ours == 0 || text.lines().count() == 1), "{arguments}: {text}");
}

#[test]
fn an_engine_that_cannot_be_had_is_one_line_and_exit_code_3() {
    let folder = tempfile::tempdir().unwrap();
    for engine in ["exec:/nosuch/program", "exec:true", "neo4j+bolt://127.0.0.1:1"] {
        let output = quarrel(folder.path(), &format!("hunt cypher --rounds 1 --out out --engine {engine}"));
        let text = stderr(&output);
        assert_eq!(output.status.code(), Some(3), "{engine}: {text}");
        assert!(text.lines().filter(|line| line.starts_with("quarrel: ")).count() == 1, "{engine}: {text}");
        assert!(!folder.path().join("out").exists(), "nothing was begun");
    }
}

/// A worker that says who it is, and then is busy for ever.
const BUSY: &str = r#"read -r line; echo $$ > busy.pid
echo '{"protocol":1,"name":"busy","version":"1","ops":["load","query"]}'
while read -r line; do while :; do :; done; done"#;

#[cfg(target_os = "linux")]
#[test]
fn an_engine_that_hangs_ends_with_the_command_however_that_ends() {
    let is_running = |pid: &str| {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"));
        stat.is_ok_and(|stat| !stat.contains(") Z "))
    };
    for (signal, code) in [("-INT", Some(130)), ("-TERM", Some(130)), ("-KILL", None)] {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("busy.sh"), BUSY).unwrap();
        let words = ["query", "cypher", "--engine", "exec:sh busy.sh", "RETURN 1 AS x"];
        let mut command = std::process::Command::new(support::program());
        command.args(words).current_dir(folder.path()).stdin(std::process::Stdio::null());
        let mut child = command.spawn().unwrap();
        let pid = || std::fs::read_to_string(folder.path().join("busy.pid")).unwrap_or_default();
        wait_until(|| pid().ends_with('\n'));
        std::thread::sleep(std::time::Duration::from_millis(300));
        assert!(is_running(pid().trim()));
        std::process::Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
        assert_eq!(child.wait().unwrap().code(), code, "{signal}");
        wait_until(|| !is_running(pid().trim()));
    }
}

fn wait_until(mut condition: impl FnMut() -> bool) {
    let start = std::time::Instant::now();
    while !condition() {
        assert!(start.elapsed() < std::time::Duration::from_secs(30), "it takes too long");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

#[test]
fn an_output_folder_that_is_in_use_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("mine"), "x").unwrap();
    let output = quarrel(folder.path(), "hunt cypher --engine reference --rounds 1 --out .");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn the_lists_name_every_oracle_and_engine() {
    let folder = tempfile::tempdir().unwrap();
    let listed = stdout(&quarrel(folder.path(), "oracles list --json"));
    let listed: serde_json::Value = serde_json::from_str(&listed).unwrap();
    let oracles: Vec<&str> =
        listed.as_array().unwrap().iter().map(|about| about["name"].as_str().unwrap()).collect();
    let engines = stdout(&quarrel(folder.path(), "engines list --json"));
    assert_eq!(
        oracles.join(" "),
        "addition ancestor arrangement components connectivity cover crash deletion differential disassemble-barrier \
         disassemble-parameters disassemble-table distance edge-property fusion growth index irrelevant k-hop partition \
         path-number plan reference repartition repeat restrict rewrite-clause rewrite-expression round-trip \
         shortest-path spouse undirected update write-pair"
    );
    assert!(
        ["graphdblite", "graphersal", "marsdb", "oxigraph"].iter().all(|name| engines.contains(name)),
        "{engines}"
    );
}

#[test]
fn a_file_of_weights_says_how_often_an_oracle_is_drawn_and_triage_writes_one() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("own.json"), r#"{"oracles": {"reference": {"weight": 0}}}"#).unwrap();
    let hunt = "hunt cypher --engine reference --rounds 1 --queries-per-round 20 --seed 1 --weights";
    let output = quarrel(folder.path(), &format!("{hunt} own.json --oracle reference --out none"));
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    let output = quarrel(folder.path(), &format!("{hunt} own.json --oracle crash,reference --out own"));
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let asked = summary(&folder.path().join("own"))["oracles"].clone();
    assert_eq!(asked.as_object().unwrap().keys().collect::<Vec<_>>(), ["crash"]);
    assert_eq!(quarrel(folder.path(), "triage own").status.code(), Some(0));
    let output = quarrel(folder.path(), &format!("{hunt} own/weights.json --out learned"));
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}
