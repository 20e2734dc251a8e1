//! What queries mean, in tables: a graph as patterns, a query, and what must come out.

#[path = "../support/graph.rs"]
mod support;

mod aggregation;
mod errors;
mod expressions;
mod functions;
mod incremental;
mod matching;
mod open;
mod projection;
mod subqueries;
mod switches;
mod temporal;
mod witnesses;
mod writing;

use quarrel_case::language::{Budget, Evaluation, Failure};
use quarrel_case::profile::Profile;
use quarrel_cypher::evaluate::session;
use quarrel_cypher::parse::parse;
use serde_json::Value as Json;
use support::graph;

fn evaluate_as(switches: &[(&str, &str)], patterns: &str, text: &str) -> Evaluation {
    let switches = switches.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let mut session = session(&graph(patterns), &Profile { switches, fault: None }).expect("known switches");
    let query = parse(text).expect(text);
    session.query(&query, &Budget::default())
}

fn evaluate(patterns: &str, text: &str) -> Evaluation {
    evaluate_as(&[], patterns, text)
}

/// The rows as JSON, or class and detail of the error.
fn outcome(evaluation: &Evaluation) -> String {
    match &evaluation.result {
        Ok(answer) => answer.to_json()["rows"].to_string(),
        Err(Failure::Query(error)) => {
            format!("{} {}", error.class, error.detail.as_deref().unwrap_or_default())
        }
        Err(failure) => failure.to_string(),
    }
}

/// Holds the rows of each query against the expected ones, or against the error.
fn check(patterns: &str, cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        let got = outcome(&evaluate(patterns, text));
        // Numbers are compared as they are written, so that 1 and 1.0 differ.
        let canonical =
            serde_json::from_str::<Json>(expected).map_or((*expected).to_owned(), |json| json.to_string());
        assert_eq!(got, canonical, "{text}");
    }
}

/// Holds the one value that each expression gives against the expected one.
fn check_values(cases: &[(&str, &str)]) {
    for (expression, expected) in cases {
        let rows =
            if expected.contains("Error") { (*expected).to_owned() } else { format!("[[{expected}]]") };
        check("", &[(&format!("RETURN {expression} AS x"), &rows)]);
    }
}
