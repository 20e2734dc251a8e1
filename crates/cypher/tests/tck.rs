//! The openCypher suite against the evaluator.
//!
//! The suite is found by the environment's `QUARREL_SUITES`, the folder that holds `opencypher-tck`. All cases must
//! pass, but for those in `src/suite/exceptions.txt`, which must fail.

#[path = "support/suite.rs"]
mod support;

use quarrel_case::conformance::Ruling;
use quarrel_case::language::Language as _;
use quarrel_case::profile::Profile;
use quarrel_cypher::language::Cypher;

/// Cases of the suite, every example of an outline counted.
const CASES: usize = 3_897;

#[test]
fn the_suite_passes_but_for_listed_exceptions() {
    let Some(files) = support::opencypher() else { return };
    let suite = Cypher.suite().expect("Cypher has a suite");
    let cases = suite.cases(&files).expect("the suite can be read");
    assert_eq!(cases.len(), CASES);
    let mut reference = suite.reference(&Profile::default());
    let mut wrong = Vec::new();
    for case in &cases {
        match (case.run(&mut *reference), case.excuse()) {
            (Ruling::Passed, None) | (Ruling::Failed(_), Some(_)) => {}
            (Ruling::Passed, Some(_)) => wrong.push(format!("{} passes, but is listed", case.place())),
            (Ruling::Failed(why) | Ruling::Skipped(why), _) => wrong.push(format!("{}: {why}", case.place())),
        }
    }
    assert!(wrong.is_empty(), "{} of {CASES}:\n{}", wrong.len(), wrong.join("\n"));
}
