//! The suites of the W3C against the evaluator.
//!
//! They are found by the environment's `QUARREL_SUITES`, the folder that holds `w3c-sparql`. All cases must pass, but for
//! those in `src/suite/exceptions.txt`, which must fail, and those that say why they are skipped. What is read of the
//! texts is printed and read back the same.

#[path = "../../case/support/suites.rs"]
mod suites;

use std::collections::BTreeMap;

use quarrel_case::conformance::{Files, Ruling};
use quarrel_case::language::Language as _;
use quarrel_case::profile::Profile;
use quarrel_sparql::language::Sparql;
use quarrel_sparql::parse::{Request, parse_request};
use quarrel_sparql::print::{Spelling, print, print_update};

/// The files of the suites; none when the environment's `QUARREL_SUITES` does not lead there.
fn suite() -> Option<Files> {
    let folder = suites::suite(Sparql.suite().expect("SPARQL has a suite").about().folder)?;
    let mut files = Files::new();
    suites::read(&folder, "", &mut files);
    Some(files)
}

#[test]
fn the_suite_passes_but_for_listed_exceptions() {
    let Some(files) = suite() else { return };
    let suite = Sparql.suite().expect("SPARQL has a suite");
    let cases = suite.cases(&files).expect("the suite can be read");
    assert!(cases.len() > 1_000, "{} cases", cases.len());
    let mut reference = suite.reference(&Profile::default());
    let mut counts: BTreeMap<(String, &str), usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    for case in &cases {
        let place = case.place();
        let ruling = case.run(&mut *reference);
        let word = match &ruling {
            Ruling::Passed => "passed",
            Ruling::Failed(_) => "failed",
            Ruling::Skipped(_) => "skipped",
        };
        let version = place.split('/').next().unwrap_or_default().to_owned();
        *counts.entry((version, word)).or_default() += 1;
        match (ruling, case.excuse()) {
            (Ruling::Passed, Some(_)) => wrong.push(format!("{place} passes, but is listed")),
            (Ruling::Failed(why), None) => wrong.push(format!("{place}: {why}")),
            (Ruling::Skipped(why), _) => println!("{place} skipped: {why}"),
            _ => {}
        }
    }
    println!("{counts:?}");
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_suites_texts_survive_printing() {
    let Some(files) = suite() else { return };
    let texts = files.iter().filter(|(path, _)| path.ends_with(".rq") || path.ends_with(".ru"));
    for (path, text) in texts {
        if let Ok(request) = parse_request(text) {
            let printed = match &request {
                Request::Query(query) => print(query, &Spelling::default()),
                Request::Update(update) => print_update(update, &Spelling::default()),
            };
            assert_eq!(parse_request(&printed), Ok(request), "{path}: {printed}");
        }
    }
}
