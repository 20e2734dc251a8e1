//! The files of suites in the suite's format: that of openCypher, which is no part of the project, and our own.

#![allow(dead_code, reason = "each test file uses a part of this")]

use std::fs;
use std::path::Path;

use quarrel_case::conformance::Files;

/// The files of the openCypher suite, which the environment's `QUARREL_SUITES` leads to; none when it does not.
#[expect(
    clippy::disallowed_methods,
    reason = "the suite is not part of the project: the user says where it is"
)]
pub(crate) fn opencypher() -> Option<Files> {
    let Ok(suites) = std::env::var("QUARREL_SUITES") else {
        eprintln!("skipped: QUARREL_SUITES does not say where the openCypher suite is");
        return None;
    };
    Some(files(&Path::new(&suites).join("opencypher-tck/tck")))
}

/// Every text below a folder, by its path below it.
pub(crate) fn files(folder: &Path) -> Files {
    let mut files = Files::new();
    read(folder, "", &mut files);
    files
}

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
