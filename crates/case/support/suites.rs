//! The files of a conformance suite, for the tests of the languages. No suite is part of the project, and neither is
//! this of the crate, which reads no files: a test takes it in by its path.

use std::fs;
use std::path::{Path, PathBuf};

use quarrel_case::conformance::Files;

/// The folder of a suite below the one that the environment's `QUARREL_SUITES` names; none, and a word about it, when
/// it names none.
pub(crate) fn suite(folder: &str) -> Option<PathBuf> {
    let found = std::env::var_os("QUARREL_SUITES");
    if found.is_none() {
        eprintln!("skipped: QUARREL_SUITES does not say where {folder} is");
    }
    found.map(|suites| Path::new(&suites).join(folder))
}

/// Reads every text below a folder, by its path there with `below` before it.
pub(crate) fn read(folder: &Path, below: &str, files: &mut Files) {
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
