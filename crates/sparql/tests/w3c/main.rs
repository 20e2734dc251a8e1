//! The evaluation tests of the W3C suites for SPARQL 1.0 and 1.1, as far as our parser takes their queries.
//!
//! Needs the suites at hand: `QUARREL_SUITES` is the folder that holds `w3c-sparql`. Without it nothing is tested.
//! The tests in `exceptions.txt` must fail, all others must pass: a test that changes sides is a failure either way.

mod manifest;
mod results;

use std::collections::BTreeMap;
use std::path::Path;

use manifest::Case;
use quarrel_case::answer::{Answer, Table};
use quarrel_case::compare::{self, Comparison};
use quarrel_case::language::{Budget, Failure, Session, Tree};
use quarrel_case::profile::Profile;
use quarrel_sparql::evaluate;
use quarrel_sparql::parse::parse;

/// What became of a test.
enum Outcome {
    Passed,
    Failed(String),
    Skipped(String),
}

const EXCEPTIONS: &str = include_str!("exceptions.txt");

#[test]
fn the_suites_answers_are_ours() {
    let Some(suites) = std::env::var_os("QUARREL_SUITES") else {
        eprintln!("skipped: QUARREL_SUITES is not set");
        return;
    };
    let root = Path::new(&suites).join("w3c-sparql/sparql");
    let mut cases = manifest::cases(&root.join("sparql10/manifest-evaluation.ttl"));
    cases.extend(manifest::cases(&root.join("sparql11/manifest-sparql11-query.ttl")));
    assert!(!cases.is_empty(), "no tests under QUARREL_SUITES");
    let exceptions: BTreeMap<&str, &str> = EXCEPTIONS
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(": "))
        .collect();
    let mut counts = BTreeMap::from([("passed", 0), ("failed", 0), ("skipped", 0)]);
    let mut wrong = Vec::new();
    for case in &cases {
        let name = case.name.as_str();
        let outcome = run(case);
        let word = match &outcome {
            Outcome::Passed => "passed",
            Outcome::Failed(_) => "failed",
            Outcome::Skipped(_) => "skipped",
        };
        *counts.entry(word).or_default() += 1;
        match (outcome, exceptions.get(name)) {
            (Outcome::Failed(reason), None) => wrong.push(format!("{name} failed: {reason}")),
            (Outcome::Passed, Some(_)) => wrong.push(format!("{name} passed, but is listed as an exception")),
            (Outcome::Skipped(reason), _) => println!("{name} skipped: {reason}"),
            _ => {}
        }
    }
    println!("{} passed, {} failed, {} skipped", counts["passed"], counts["failed"], counts["skipped"]);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn run(case: &Case) -> Outcome {
    let text = std::fs::read_to_string(&case.query).unwrap_or_default();
    let query = match parse(&format!("BASE <{}>\n{text}", case.base)) {
        Ok(query) => query,
        Err(error) => return Outcome::Skipped(format!("not read: {error}")),
    };
    let expected = match results::read(&case.result) {
        Ok(expected) => expected,
        Err(error) => return Outcome::Skipped(format!("result not read: {error}")),
    };
    let dataset = match results::dataset(&case.data) {
        Ok(dataset) => dataset,
        Err(error) => return Outcome::Skipped(format!("data not read: {error}")),
    };
    let mut session = evaluate::session(&dataset, &Profile::default()).expect("the standard's profile");
    let budget = Budget { rows: 1_000_000, steps: 100_000_000 };
    let evaluation = session.run(&Tree::new(query), &budget);
    let ours = match evaluation.result {
        Ok(answer) => answer,
        Err(Failure::Unmodelled(what)) => return Outcome::Skipped(format!("{what} is not modelled")),
        Err(failure) => return Outcome::Failed(failure.to_string()),
    };
    let theirs = with_columns_of(&ours, normal(expected));
    let ours = normal(ours);
    match compare::answers(&ours, &theirs) {
        Comparison::Equal => Outcome::Passed,
        _ if evaluation.open.is_some() => Outcome::Skipped(evaluation.open.unwrap_or_default()),
        _ => Outcome::Failed(format!("ours {} theirs {}", ours.to_json(), theirs.to_json())),
    }
}

/// Values are compared, not lexical forms, which the suites leave to implementations.
fn normal(answer: Answer) -> Answer {
    let Answer::Table(mut table) = answer else {
        return answer;
    };
    for cell in table.rows.iter_mut().flatten() {
        let value = std::mem::replace(cell, quarrel_case::value::Value::Null);
        *cell = evaluate::normalise(value);
    }
    Answer::Table(table)
}

/// The order of columns has no meaning in a suite's result.
fn with_columns_of(ours: &Answer, theirs: Answer) -> Answer {
    let (Answer::Table(ours), Answer::Table(theirs)) = (ours, &theirs) else {
        return theirs;
    };
    let places: Option<Vec<usize>> =
        ours.columns.iter().map(|name| theirs.columns.iter().position(|other| other == name)).collect();
    match places {
        Some(places) if places.len() == theirs.columns.len() => Answer::Table(Table {
            columns: ours.columns.clone(),
            rows: theirs
                .rows
                .iter()
                .map(|row| places.iter().map(|place| row[*place].clone()).collect())
                .collect(),
            ..theirs.clone()
        }),
        _ => Answer::Table(theirs.clone()),
    }
}
