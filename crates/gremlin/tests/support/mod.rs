//! The files of TinkerPop's suite, which is no part of the project.

#![allow(dead_code, reason = "each test file uses a part of this")]

use std::fs;
use std::path::Path;

use quarrel_case::conformance::Files;

/// The files of the suite below a folder of it; none when the environment's `QUARREL_SUITES` does not lead there.
#[expect(
    clippy::disallowed_methods,
    reason = "the suite is not part of the project: the user says where it is"
)]
pub(crate) fn tinkerpop(folders: &[&str]) -> Option<Files> {
    let Ok(suites) = std::env::var("QUARREL_SUITES") else {
        eprintln!("skipped: QUARREL_SUITES does not say where TinkerPop's suite is");
        return None;
    };
    let mut files = Files::new();
    for folder in folders {
        read(&Path::new(&suites).join("tinkerpop").join(folder), &format!("{folder}/"), &mut files);
    }
    Some(files)
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
