//! A finding comes from anywhere: it makes us start nothing of its choice and fetch nothing from elsewhere.

mod support;

use std::path::Path;

use support::{quarrel, stderr, stdout};

/// A hunt with findings.
fn hunted(folder: &Path, name: &str) {
    let hunt = format!(
        "hunt sparql --engine reference?fault=drop-row --oracle reference --seed 3 --rounds 1 \
         --queries-per-round 5 --out {name}"
    );
    assert_eq!(quarrel(folder, &hunt).status.code(), Some(1));
}

/// A hunt whose findings have a part replaced.
fn forged(folder: &Path, name: &str, from: &str, to: &str) {
    hunted(folder, name);
    forge(folder, name, from, to);
}

fn forge(folder: &Path, name: &str, from: &str, to: &str) {
    for entry in std::fs::read_dir(folder.join(name).join("findings")).expect("there are findings") {
        let path = entry.expect("it can be read").path().join("finding.json");
        let text = std::fs::read_to_string(&path).expect("it is a finding");
        assert!(text.contains(from), "{text}");
        std::fs::write(path, text.replace(from, to)).expect("it can be written");
    }
}

#[test]
fn no_stored_file_starts_a_command_or_reaches_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let target = "\"target\": \"reference?fault=drop-row\"";
    for (name, from, to, part) in [
        ("command", target, "\"target\": \"exec:touch owned\"", "not started because a file says so"),
        (
            "server",
            target,
            "\"target\": \"oxigraph+http://192.0.2.1/\"",
            "not started because a file says so",
        ),
        ("fetch", "WHERE {", "WHERE { SERVICE <http://192.0.2.1/> { }", "fetch from elsewhere"),
    ] {
        forged(folder.path(), name, from, to);
        let finding = std::fs::read_dir(folder.path().join(name).join("findings")).unwrap().next().unwrap();
        let finding = finding.unwrap().path();
        for command in [
            format!("replay {name}"),
            format!("reduce {}", finding.display()),
            format!("triage {name}"),
            format!("triage {name} --versions reference"),
        ] {
            let output = quarrel(folder.path(), &command);
            let text = stderr(&output);
            assert_eq!(output.status.code(), Some(2), "{command}: {text} {}", stdout(&output));
            assert!(text.contains(part), "{command}: {text}");
        }
    }
    assert!(!folder.path().join("owned").exists());
}

/// A syntax tree whose one name is a text that fetches.
const TREE: &str = r#"{
    "form": {"select": {"duplicates": "all", "projection": {"columns": [{"expression": {
        "expression": {"constant": "\"1\"^^<http://www.w3.org/2001/XMLSchema#integer>"},
        "variable": "x) { SERVICE <http://192.0.2.1/> { ?s ?p ?o } } #"
    }}]}}},
    "modifiers": {"group_by": [], "having": [], "limit": null, "offset": null, "order_by": []},
    "pattern": {"elements": []},
    "prologue": {"base": null, "prefixes": []}
}"#;

#[test]
fn a_stored_text_makes_no_engine_run_a_program() {
    let folder = tempfile::tempdir().unwrap();
    for (name, to) in [
        ("program", "\"'touch owned'.execute(); g."),
        ("lambda", "\"g.inject(1).map { 'touch owned'.execute() }."),
        ("string", "\"g.inject(\\\"${'touch owned'.execute()}\\\")."),
    ] {
        let hunt = format!(
            "hunt gremlin --engine reference?fault=drop-row --oracle reference --seed 3 --rounds 1 --out {name}"
        );
        assert_eq!(quarrel(folder.path(), &hunt).status.code(), Some(1));
        forge(folder.path(), name, "\"g.", to);
        for command in [format!("replay {name}"), format!("triage {name}")] {
            let output = quarrel(folder.path(), &command);
            let text = stderr(&output);
            assert_eq!(output.status.code(), Some(2), "{command}: {text} {}", stdout(&output));
            assert!(text.contains("run a program"), "{command}: {text}");
        }
    }
}

#[test]
fn a_stored_syntax_tree_makes_no_engine_fetch_from_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let tree: serde_json::Value = serde_json::from_str(TREE).unwrap();
    hunted(folder.path(), "case");
    let finding = std::fs::read_dir(folder.path().join("case/findings")).unwrap().next().unwrap();
    let finding = finding.unwrap().path();
    let mut case: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(finding.join("case.json")).unwrap()).unwrap();
    case["tree"] = tree.clone();
    std::fs::write(finding.join("case.json"), case.to_string()).unwrap();
    hunted(folder.path(), "events");
    let events = folder.path().join("events/events.jsonl");
    let lines = std::fs::read_to_string(&events).unwrap();
    let forged = lines.lines().map(|line| {
        let mut event: serde_json::Value = serde_json::from_str(line).unwrap();
        if let Some(violation) = event.get_mut("violation") {
            violation["tree"] = tree.clone();
        }
        format!("{event}\n")
    });
    std::fs::write(&events, forged.collect::<String>()).unwrap();
    for command in [
        "replay case".to_owned(),
        format!("reduce {}", finding.display()),
        "triage case".to_owned(),
        "triage events --versions reference".to_owned(),
    ] {
        let output = quarrel(folder.path(), &command);
        let text = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{command}: {text} {}", stdout(&output));
        assert!(text.contains("fetch from elsewhere"), "{command}: {text}");
    }
}

#[test]
fn what_a_stored_file_says_wrongly_is_wrong_usage() {
    let folder = tempfile::tempdir().unwrap();
    for (name, from, to, part) in [
        ("outside", "\"id\": \"", "\"id\": \"../", "is none"),
        ("elsewhere", "\"id\": \"", "\"id\": \"0", "its id is"),
        ("oracle", "\"oracle\": \"reference\"", "\"oracle\": \"nosuch\"", "there is no oracle \"nosuch\""),
    ] {
        forged(folder.path(), name, from, to);
        let command = if name == "oracle" { "replay oracle".to_owned() } else { format!("triage {name}") };
        let output = quarrel(folder.path(), &command);
        assert_eq!(output.status.code(), Some(2), "{command}: {}", stderr(&output));
        assert!(stderr(&output).contains(part), "{command}: {}", stderr(&output));
    }
    hunted(folder.path(), "spoilt");
    let stray = folder.path().join("spoilt/findings/notes");
    std::fs::create_dir_all(&stray).unwrap();
    let events = folder.path().join("spoilt/events.jsonl");
    let mut bytes = std::fs::read(&events).unwrap();
    bytes.extend([b'{', b'"', 0xC3]);
    std::fs::write(&events, bytes).unwrap();
    let output = quarrel(folder.path(), "triage spoilt");
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
}

#[test]
fn an_engine_that_the_user_names_takes_the_place_of_the_accused() {
    let folder = tempfile::tempdir().unwrap();
    let target = "\"target\": \"reference?fault=drop-row\"";
    forged(folder.path(), "command", target, "\"target\": \"exec:touch owned\"");
    let replay = quarrel(folder.path(), "replay command --engine reference?fault=drop-row");
    assert!(stdout(&replay).contains("reproduced 5 of 5"), "{} {}", stdout(&replay), stderr(&replay));
}

#[test]
fn triage_writes_who_sees_what_and_counts_over_versions() {
    let folder = tempfile::tempdir().unwrap();
    let hunt = "hunt cypher --engine reference?fault=c07 --oracle reference --seed 3 --rounds 1 --out out";
    assert_eq!(quarrel(folder.path(), hunt).status.code(), Some(1));
    let output = quarrel(
        folder.path(),
        "triage out --versions reference,reference?fault=c07,reference?fault=c03 --json",
    );
    let text = stdout(&output);
    let outcomes: serde_json::Value =
        serde_json::from_str(&text).unwrap_or_else(|_| panic!("{text}{}", stderr(&output)));
    let vector = &outcomes["groups"][0]["vector"];
    assert_eq!(vector["reference@0.1.0"], "expected", "{text}");
    assert_eq!(vector["reference@0.1.0?fault=c03"], "expected", "{text}");
    let summary = support::summary(&folder.path().join("out"));
    // Every violation is answered so by the engine with the same fault alone.
    assert_eq!((&summary["n_d"], &summary["n_vdd"]), (&summary["violations"], &1.into()), "{text}");
    let again =
        quarrel(folder.path(), "triage out --versions reference?fault=c07,reference --truth majority");
    assert_eq!(again.status.code(), Some(1), "{}", stderr(&again));
    let foreign = quarrel(folder.path(), "triage out --versions reference --truth oxigraph");
    assert_eq!(foreign.status.code(), Some(2), "{}", stderr(&foreign));
    assert!(stderr(&foreign).contains("oxigraph does not speak cypher"), "{}", stderr(&foreign));
}
