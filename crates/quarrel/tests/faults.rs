//! A test engine with a switchable fault is found by the matching oracle each time, and one without is not
//! accused.

mod support;

use support::{quarrel, stderr, stdout, summary};

#[test]
fn each_fault_of_the_test_engine_is_found_by_the_oracle_that_is_there_for_it() {
    let folder = tempfile::tempdir().unwrap();
    for language in ["cypher", "sparql"] {
        for (fault, oracle, kinds) in [
            ("drop-row", "reference", "wrong-result"),
            ("repeat-row", "reference", "wrong-result"),
            ("change-value", "reference", "wrong-result wrong-order"),
            ("raise", "reference", "unexpected-error"),
            ("no-error", "reference", "missing-error"),
            ("hang", "crash", "hang"),
            ("crash", "crash", "crash"),
        ] {
            let out = format!("{language}-{fault}");
            // Few queries raise on purpose, and a query that hangs takes its whole time-out.
            let size = match fault {
                "no-error" => "--rounds 20 --queries-per-round 50",
                "hang" => "--rounds 1 --queries-per-round 2 --query-timeout 200ms",
                _ => "--rounds 1 --queries-per-round 10",
            };
            let engine = format!("reference?fault={fault}");
            let hunt =
                format!("hunt {language} --engine {engine} --oracle {oracle} --seed 3 {size} --out {out}");
            let output = quarrel(folder.path(), &hunt);
            let summary = summary(&folder.path().join(&out));
            let found = summary["findings"].as_array().unwrap();
            assert_eq!(output.status.code(), Some(1), "{hunt}: {}", stderr(&output));
            let all_right = found.iter().all(|finding| kinds.contains(finding["kind"].as_str().unwrap()));
            assert!(!found.is_empty() && all_right, "{hunt}: {summary:#}");
        }
    }
}

#[test]
fn two_references_of_which_one_has_a_fault_are_told_apart_by_the_differential_oracle() {
    let folder = tempfile::tempdir().unwrap();
    let engines = "--engine reference --engine reference?fault=repeat-row";
    let hunt = format!(
        "hunt cypher {engines} --oracle differential --seed 3 --rounds 2 --queries-per-round 10 --out out"
    );
    assert_eq!(quarrel(folder.path(), &hunt).status.code(), Some(1));
    let summary = summary(&folder.path().join("out"));
    assert!(summary["violations"].as_u64().unwrap() > 5, "{summary:#}");
}

#[test]
fn without_a_fault_the_text_fed_reference_is_never_accused() {
    let folder = tempfile::tempdir().unwrap();
    let hunt =
        "hunt --engine reference --engine reference --seed 11 --rounds 20 --queries-per-round 100 --out out";
    let output = quarrel(folder.path(), hunt);
    let summary = summary(&folder.path().join("out"));
    assert_eq!((output.status.code(), &summary["violations"]), (Some(0), &0.into()), "{summary:#}");
    assert!(summary["nonempty_ratio"].as_f64().unwrap() >= 0.95, "{summary:#}");
}

#[test]
fn what_shows_only_after_other_queries_is_found_again_with_what_came_before() {
    let folder = tempfile::tempdir().unwrap();
    let hunt = "hunt cypher --engine reference?fault=tenth --oracle reference --seed 3 --rounds 1 \
                --queries-per-round 12 --out out";
    assert_eq!(quarrel(folder.path(), hunt).status.code(), Some(1));
    let findings = summary(&folder.path().join("out"))["findings"].clone();
    let path = folder.path().join("out").join(findings[0]["path"].as_str().unwrap());
    let setup = std::fs::read_to_string(path.join("setup.jsonl")).unwrap();
    assert_eq!(setup.lines().filter(|line| line.contains("\"text\"")).count(), 9, "{setup}");
    let replay = quarrel(folder.path(), &format!("replay {}", path.display()));
    assert!(stdout(&replay).contains("reproduced 5 of 5"), "{}", stdout(&replay));
    // On an engine without the fault it does not show.
    let right = quarrel(folder.path(), &format!("replay {} --engine reference", path.display()));
    assert!(stdout(&right).contains("reproduced 0 of 5"), "{}", stdout(&right));
}

#[test]
fn what_does_not_show_every_time_is_flaky_and_does_not_count() {
    let folder = tempfile::tempdir().unwrap();
    // Whether a process has the fault is chance: some hunt finds it, and none may call it a finding that counts
    // unless five processes in a row had it.
    for seed in 0..40 {
        let hunt = format!(
            "hunt cypher --engine reference?fault=sometimes --oracle reference --seed {seed} --rounds 1 \
             --queries-per-round 3 --jobs 1 --out out{seed}"
        );
        quarrel(folder.path(), &hunt);
        let summary = summary(&folder.path().join(format!("out{seed}")));
        let aside = summary["flaky"].as_u64().unwrap() + summary["unexplained"].as_u64().unwrap();
        if aside > 0 {
            return;
        }
    }
    panic!("no hunt called it flaky");
}

#[test]
fn what_is_written_wrongly_because_rows_are_wrong_ends_as_wrong_rows() {
    let folder = tempfile::tempdir().unwrap();
    let hunt = "hunt cypher --engine reference?fault=c01 --oracle reference --seed 5 --rounds 60 \
                --queries-per-round 20 --out out";
    assert_eq!(quarrel(folder.path(), hunt).status.code(), Some(1));
    let out = folder.path().join("out");
    let events = std::fs::read_to_string(out.join("events.jsonl")).unwrap();
    let written = |kind: &str| events.contains(&format!("\"kind\":\"{kind}\""));
    assert!(written("wrong-state") || written("wrong-counters"), "nothing was written wrongly");
    let findings = summary(&out)["findings"].clone();
    for finding in findings.as_array().unwrap() {
        assert!(
            !["wrong-state", "wrong-counters"].iter().any(|kind| finding["kind"] == *kind),
            "{finding:#}"
        );
    }
}

#[test]
fn of_two_engines_that_leave_different_graphs_the_one_with_the_fault_is_accused() {
    let folder = tempfile::tempdir().unwrap();
    let hunt = "hunt cypher --engine reference?fault=c01 --engine reference --oracle differential --seed 5 \
                --rounds 60 --queries-per-round 20 --out out";
    assert_eq!(quarrel(folder.path(), hunt).status.code(), Some(1));
    let events = std::fs::read_to_string(folder.path().join("out/events.jsonl")).unwrap();
    let events = events.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let raw: Vec<_> = events.filter_map(|event| event.get("violation").cloned()).collect();
    assert!(raw.iter().any(|raw| raw["violation"]["kind"] == "wrong-state"), "no graph was left wrongly");
    for raw in raw {
        let accused = raw["violation"]["accused"].as_str().unwrap();
        assert_eq!(raw[accused], "reference?fault=c01", "{raw:#}");
    }
}

#[test]
fn a_strict_hunt_reports_each_switch_of_an_engine_once() {
    let folder = tempfile::tempdir().unwrap();
    // The reference with the profile of an engine of the catalogue, which several switches set apart from the standard.
    let hunt = "hunt gremlin --engine reference?as=orientdb@3.2.10 --oracle reference --strict --seed 3 --rounds 6 --out out";
    assert_eq!(quarrel(folder.path(), hunt).status.code(), Some(1));
    let summary = summary(&folder.path().join("out"));
    let findings = summary["findings"].as_array().unwrap();
    let excuses: Vec<&str> = findings.iter().filter_map(|finding| finding["excused_by"].as_str()).collect();
    let each: std::collections::BTreeSet<&str> = excuses.iter().copied().collect();
    assert!(each.len() > 2 && each.len() == excuses.len(), "{excuses:?}");
    let raw = |finding: &serde_json::Value| finding["raw"].as_u64().unwrap();
    let counted: u64 = findings.iter().map(raw).sum();
    assert_eq!(summary["violations"].as_u64(), Some(counted), "{summary:#}");
}
