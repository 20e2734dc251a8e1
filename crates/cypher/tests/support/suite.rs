//! The files of suites in the suite's format: that of openCypher, which is no part of the project, and our own.

#![allow(dead_code, reason = "each test file uses a part of this")]

#[path = "../../../case/support/suites.rs"]
mod suites;

use std::path::Path;

use quarrel_case::conformance::Files;

/// The files of the openCypher suite, which the environment's `QUARREL_SUITES` leads to; none when it does not.
pub(crate) fn opencypher() -> Option<Files> {
    suites::suite("opencypher-tck").map(|suite| files(&suite.join("tck")))
}

/// Every text below a folder, by its path below it.
pub(crate) fn files(folder: &Path) -> Files {
    let mut files = Files::new();
    suites::read(folder, "", &mut files);
    files
}
