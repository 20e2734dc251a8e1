//! The openCypher suite against the parser and the printer: every query of it is read and reads back from its
//! print as it was, but for those that must be refused for their form.
//!
//! The suite is found by the environment's `QUARREL_SUITES`, the folder that holds `opencypher-tck`.

#[path = "../src/suite/gherkin.rs"]
mod gherkin;
#[path = "support/suite.rs"]
mod support;

use std::collections::BTreeSet;

use quarrel_cypher::parse::parse;
use quarrel_cypher::print::{Parentheses, Spelling, print};

/// What the suite refuses for its form, by the detail of the error. All other errors need to know more than the
/// grammar.
const FORM: [&str; 9] = [
    "UnexpectedSyntax",
    "IntegerOverflow",
    "FloatingPointOverflow",
    "InvalidNumberLiteral",
    "InvalidUnicodeLiteral",
    "InvalidUnicodeCharacter",
    "InvalidRelationshipPattern",
    "InvalidArgumentPassingMode",
    "InvalidClauseComposition",
];

/// What the suite says of form that only who checks types can tell: that a pattern is no value, and that a query
/// within an expression writes.
const MEANING: [&str; 5] =
    ["Pattern1 [22]", "Pattern1 [23]", "Pattern1 [24]", "List6 [6]", "ExistentialSubquery2 [3]"];

/// The complaint about a query, if there is one.
fn complaint(text: &str, detail: Option<&str>) -> Option<String> {
    let query = match (parse(text), detail) {
        (Ok(query), None) => query,
        (Ok(_), Some(_)) => return Some("must be refused".to_owned()),
        (Err(error), Some(detail)) if error.detail == detail => return None,
        (Err(error), _) => return Some(format!("{}: {error}", error.detail)),
    };
    for parentheses in [Parentheses::Needed, Parentheses::Predicates, Parentheses::Always] {
        let printed = print(&query, &Spelling { parentheses, ..Spelling::default() });
        if parse(&printed).as_ref() != Ok(&query) {
            return Some(format!("reads back otherwise: {printed}"));
        }
    }
    None
}

/// The detail of the error for which the suite refuses the form of a scenario's query.
fn refusal(scenario: &gherkin::Scenario) -> Option<&str> {
    let mut errors = scenario
        .steps
        .iter()
        .filter_map(|step| step.text.split_once("SyntaxError should be raised at compile time: "));
    let (_, detail) = errors.find(|(_, detail)| FORM.contains(detail))?;
    (!MEANING.contains(&scenario.scenario().as_str())).then_some(detail)
}

#[test]
fn every_query_of_the_suite_is_read_or_refused_as_it_says() {
    let Some(files) = support::opencypher() else { return };
    let (mut count, mut complaints) = (0, BTreeSet::new());
    for text in files.iter().filter(|(path, _)| path.ends_with(".feature")).map(|(_, text)| text) {
        for scenario in gherkin::read(text).expect("a readable feature") {
            let detail = refusal(&scenario);
            for step in scenario.steps.iter().filter(|step| step.text.contains("execut")) {
                count += 1;
                let query = step.document.as_deref().unwrap_or_default();
                let detail = detail.filter(|_| step.text.starts_with("executing query"));
                let place = scenario.place();
                complaints.extend(complaint(query, detail).map(|why| format!("{place}: {why}\n  {query}")));
            }
        }
    }
    let listed = complaints.iter().cloned().collect::<Vec<_>>().join("\n");
    assert!(complaints.is_empty(), "{} of {count} queries:\n{listed}", complaints.len());
    assert!(count > 4_800, "only {count} queries were found");
}
