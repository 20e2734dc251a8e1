//! The files of TinkerPop's suite, which is no part of the project.

#[path = "../../../case/support/suites.rs"]
mod suites;

use quarrel_case::conformance::Files;

/// The files of the suite below a folder of it; none when the environment's `QUARREL_SUITES` does not lead there.
pub(crate) fn tinkerpop(folders: &[&str]) -> Option<Files> {
    let suite = suites::suite("tinkerpop")?;
    let mut files = Files::new();
    for folder in folders {
        suites::read(&suite.join(folder), &format!("{folder}/"), &mut files);
    }
    Some(files)
}
