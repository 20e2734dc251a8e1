//! A test engine with a switchable fault is found by the matching oracle each time, and one without is not
//! accused.

mod support;

use support::{quarrel, stderr, summary};

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
