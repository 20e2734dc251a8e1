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

#[test]
fn a_subject_that_tells_dates_as_texts_has_not_changed_the_graph() {
    let feature = "Feature: A\n\n  Scenario: [1] A date\n    Given an empty graph\n    And having executed:\n      \"\"\"\n      \
                   CREATE ({d: date('2020-01-01')})\n      \"\"\"\n    When executing query:\n      \"\"\"\n      \
                   MATCH (n) RETURN n.d IS NULL AS x\n      \"\"\"\n    Then the result should be, in any order:\n      \
                   | x |\n      | false |\n    And no side effects\n";
    let suite = Cypher.suite().expect("Cypher has a suite");
    let cases = suite.cases(&[("A.feature".to_owned(), feature.to_owned())].into()).expect("a feature");
    for values in ["typed", "json"] {
        let profile =
            Profile { switches: [("answer-values".to_owned(), values.to_owned())].into(), fault: None };
        let mut subject = suite.reference(&profile);
        assert_eq!(
            cases.iter().map(|case| case.run(&mut *subject)).collect::<Vec<_>>(),
            [Ruling::Passed],
            "{values}"
        );
    }
}
