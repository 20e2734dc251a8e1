//! TinkerPop's suite against the evaluator, version by version.
//!
//! The suite is found by the environment's `QUARREL_SUITES`, the folder that holds `tinkerpop`. All scenarios must
//! pass, but for those in `src/suite/exceptions.txt`, which must fail.

mod support;

use quarrel_case::conformance::{Ruling, Suite};
use quarrel_gremlin::suite::Features;

fn judge(version: &str, count: usize) {
    let Some(files) = support::tinkerpop(&[&format!("{version}-dev"), "data"]) else { return };
    let cases = Features.cases(&files).expect("the suite can be read");
    let version_of = |name: &str| Features.versions().iter().find(|known| known.name == name);
    let mut reference = Features.reference(&version_of(version).expect("a version").profile());
    let mut wrong = Vec::new();
    for case in &cases {
        match (case.run(&mut *reference), case.excuse()) {
            (Ruling::Passed, None) | (Ruling::Failed(_), Some(_)) => {}
            (Ruling::Passed, Some(_)) => wrong.push(format!("{} passes, but is listed", case.place())),
            (Ruling::Failed(why) | Ruling::Skipped(why), _) => wrong.push(format!("{}: {why}", case.place())),
        }
    }
    assert_eq!(cases.len(), count, "scenarios of {version}");
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn version_3_6_passes_but_for_listed_exceptions() {
    judge("3.6", 1_080);
}

#[test]
fn version_3_7_passes_but_for_listed_exceptions() {
    judge("3.7", 1_455);
}

#[test]
fn version_3_8_passes_but_for_listed_exceptions() {
    judge("3.8", 2_028);
}
