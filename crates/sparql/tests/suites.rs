//! The queries of the W3C test suites: what we read of them we print and read back the same.
//!
//! Needs the suites at hand: `QUARREL_SUITES` is the folder that holds `w3c-sparql`. Without it nothing is tested.

use quarrel_sparql::parse::parse;
use quarrel_sparql::print::{Spelling, print};
use std::path::{Path, PathBuf};

fn queries(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            queries(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rq") {
            found.push(path);
        }
    }
}

#[test]
fn the_suites_queries_survive_printing() {
    let Some(suites) = std::env::var_os("QUARREL_SUITES") else {
        eprintln!("skipped: QUARREL_SUITES is not set");
        return;
    };
    let mut paths = Vec::new();
    queries(&Path::new(&suites).join("w3c-sparql"), &mut paths);
    assert!(!paths.is_empty(), "no queries under QUARREL_SUITES");
    let mut read = 0;
    for path in &paths {
        let Ok(text) = std::fs::read_to_string(path) else {
            continue;
        };
        match parse(&text) {
            Ok(query) => {
                read += 1;
                let printed = print(&query, &Spelling::default());
                assert_eq!(parse(&printed).as_ref(), Ok(&query), "{}: {printed}", path.display());
            }
            Err(error) => println!("{}:{error}", path.display()),
        }
    }
    println!("{read} of {} queries read", paths.len());
}
