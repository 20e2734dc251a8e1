//! The same seed gives the same cases, whoever runs them and with how many workers.

mod support;

use support::{quarrel, stdout, summary};

#[test]
fn gen_is_byte_identical_and_depends_on_the_seed() {
    let folder = tempfile::tempdir().unwrap();
    for language in ["cypher", "sparql"] {
        let gen_with =
            |seed: u64| stdout(&quarrel(folder.path(), &format!("gen {language} --count 250 --seed {seed}")));
        let first = gen_with(7);
        assert_eq!(first, gen_with(7));
        assert_ne!(first, gen_with(8));
        assert_eq!(first.lines().count(), 250 + 3);
    }
}

#[test]
fn one_worker_and_two_make_the_same_cases() {
    let folder = tempfile::tempdir().unwrap();
    let digest = |jobs: usize, extra: &str| {
        let out = format!("{jobs}{}", extra.len());
        let hunt =
            format!("hunt --seed 5 --rounds 8 --queries-per-round 20 --jobs {jobs} --out {out} {extra}");
        let output = quarrel(folder.path(), &hunt);
        assert!(output.status.code().is_some_and(|code| code < 2), "{}", support::stderr(&output));
        let summary = summary(&folder.path().join(&out));
        assert_eq!(summary["complete_rounds"], 8);
        (summary["case_digest"].clone(), summary["cases"].clone(), summary["violations"].clone())
    };
    assert_eq!(digest(1, ""), digest(2, ""));
    assert_eq!(digest(1, "--engine reference"), digest(2, "--engine reference"));
}
