//! Scenarios for what the openCypher suite does not cover, in the suite's own format.

#[path = "support/suite.rs"]
mod support;

use std::path::Path;

use quarrel_case::conformance::Ruling;
use quarrel_case::language::Language as _;
use quarrel_case::profile::Profile;
use quarrel_cypher::language::Cypher;

#[test]
fn every_scenario_of_our_own_passes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    let files = support::files(&folder);
    let suite = Cypher.suite().expect("Cypher has a suite");
    let cases = suite.cases(&files).expect("the scenarios can be read");
    assert!(cases.len() > 100, "{}", cases.len());
    let mut reference = suite.reference(&Profile::default());
    let mut wrong = Vec::new();
    for case in &cases {
        if let Ruling::Failed(why) | Ruling::Skipped(why) = case.run(&mut *reference) {
            wrong.push(format!("{}: {why}", case.place()));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}
