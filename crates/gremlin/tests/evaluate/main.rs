//! Witnesses of single rules, and of what versions have changed.

mod order;
mod steps;
mod values;
mod versions;
mod writes;

use std::collections::BTreeMap;

use quarrel_case::answer::Answer;
use quarrel_case::graph::PropertyGraph;
use quarrel_case::json;
use quarrel_case::language::{Budget, Failure};
use quarrel_case::profile::Profile;
use quarrel_case::value::Value;
use quarrel_gremlin::evaluate::session;
use quarrel_gremlin::parse::parse;

/// The answer in JSON, or what went wrong, after statements that make the graph.
fn answer_after(before: &[&str], text: &str, switches: &[(&str, &str)], budget: &Budget) -> String {
    let switches: BTreeMap<String, String> =
        switches.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let mut session =
        session(&PropertyGraph::default(), &Profile { switches, fault: None }).expect("a profile");
    for statement in before {
        let query = parse(statement).expect("a traversal");
        session.query(&query, budget).result.expect("an answer");
    }
    let evaluation = session.query(&parse(text).expect("a traversal"), budget);
    match evaluation.result {
        Ok(Answer::Table(table)) => {
            let values: Vec<Value> = table.rows.into_iter().flatten().collect();
            let open = if evaluation.open.is_some() { " open" } else { "" };
            format!("{}{open}", json::write(&Value::List(values)))
        }
        Ok(other) => other.to_json().to_string(),
        Err(Failure::Query(_)) => "error".to_owned(),
        Err(other) => other.to_string(),
    }
}

fn answer(text: &str, switches: &[(&str, &str)]) -> String {
    answer_after(&[], text, switches, &Budget::default())
}
