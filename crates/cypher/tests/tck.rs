//! The openCypher suite against the evaluator.
//!
//! The suite is found by the environment's `QUARREL_SUITES`, the folder that holds `opencypher-tck`. All cases must
//! pass, but for those in `src/suite/exceptions.txt`, which must fail.

use std::fs;
use std::path::Path;

use quarrel_case::conformance::{Files, Ruling};
use quarrel_case::language::Language as _;
use quarrel_case::profile::Profile;
use quarrel_cypher::language::Cypher;

/// Cases of the suite, every example of an outline counted.
const CASES: usize = 3_897;

/// Reads every file below a folder, by its path below it.
fn read(folder: &Path, below: &str, files: &mut Files) {
    for entry in fs::read_dir(folder).expect("a folder of the suite") {
        let path = entry.expect("an entry").path();
        let name = format!("{below}{}", path.file_name().expect("a name").to_string_lossy());
        if path.is_dir() {
            read(&path, &format!("{name}/"), files);
        } else if let Ok(text) = fs::read_to_string(&path) {
            files.insert(name, text);
        }
    }
}

#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "the suite is not part of the project: the user says where it is"
)]
fn the_suite_passes_but_for_listed_exceptions() {
    let Ok(suites) = std::env::var("QUARREL_SUITES") else {
        eprintln!("skipped: QUARREL_SUITES does not say where the openCypher suite is");
        return;
    };
    let suite = Cypher.suite().expect("Cypher has a suite");
    let mut files = Files::new();
    read(&Path::new(&suites).join(suite.about().folder), "", &mut files);
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
