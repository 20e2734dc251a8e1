//! Whether an outcome is what a test expects.

use quarrel_case::answer::{Answer, Outcome, Table};
use quarrel_case::compare::{self, Comparison};
use quarrel_case::conformance::Files;
use quarrel_case::graph::{Dataset, Graph};
use quarrel_case::state;
use quarrel_case::term::Term;
use quarrel_case::value::Value;

use super::manifest::{Entry, Kind};
use super::{rdf, results};
use crate::evaluate;

/// What a test expects.
#[derive(Debug, Clone)]
pub(super) enum Expected {
    /// This answer, its duplicates left out when `lax`, its terms told apart by no more than their text when `plain`.
    Answer { answer: Box<Answer>, lax: bool, plain: bool },
    /// This dataset afterwards.
    Dataset(Graph),
    /// That the text is taken.
    Taken,
    /// That the text is not taken.
    Rejected,
}

/// What an entry of a manifest expects.
pub(super) fn expected(entry: &Entry, files: &Files) -> Result<Expected, String> {
    match entry.kind {
        Kind::Positive => Ok(Expected::Taken),
        Kind::Negative => Ok(Expected::Rejected),
        Kind::Update => {
            let none = entry.result.is_empty();
            let dataset = if none { Dataset::default() } else { rdf::dataset(&entry.result, files)? };
            Ok(Expected::Dataset(Graph::Rdf(dataset)))
        }
        Kind::Query | Kind::Other => {
            let (path, _) = entry.result.first().ok_or("no result is named")?;
            let (answer, plain) = (Box::new(results::read(path, files)?), path.ends_with(".csv"));
            Ok(Expected::Answer { answer, lax: entry.lax, plain })
        }
    }
}

/// Judges what came of a text.
pub(super) fn outcome(expected: &Expected, outcome: &Outcome) -> Result<(), String> {
    match (expected, outcome) {
        (Expected::Taken, Outcome::Rejected(error)) => Err(format!("rejected: {error}")),
        (Expected::Taken, _) | (Expected::Rejected, Outcome::Rejected(_)) => Ok(()),
        (Expected::Rejected, _) => Err("taken".to_owned()),
        (Expected::Answer { answer, lax, plain: false }, Outcome::Answered(reply)) => {
            answers(answer, &reply.answer, *lax)
        }
        (Expected::Answer { answer, lax, .. }, Outcome::Answered(reply)) => {
            answers(answer, &plain(&reply.answer), *lax)
        }
        (_, outcome) => Err(outcome.to_json().to_string()),
    }
}

/// Judges a dataset.
pub(super) fn datasets(expected: &Graph, got: &Graph) -> Result<(), String> {
    match state::compare(expected, got) {
        Comparison::Equal => Ok(()),
        _ => Err(format!("the dataset is {}", got.to_json())),
    }
}

fn answers(expected: &Answer, got: &Answer, lax: bool) -> Result<(), String> {
    let theirs = with_columns_of(got, normal(expected.clone()));
    let ours = normal(got.clone());
    let (ours, theirs) = if lax { (distinct(ours), distinct(theirs)) } else { (ours, theirs) };
    match compare::answers(&ours, &theirs) {
        Comparison::Equal => Ok(()),
        _ => Err(format!("{} instead of {}", ours.to_json(), theirs.to_json())),
    }
}

/// What CSV keeps of an answer (SPARQL 1.1 Query Results CSV, section 3): texts, blank nodes among them.
fn plain(answer: &Answer) -> Answer {
    let mut answer = answer.clone();
    if let Answer::Table(table) = &mut answer {
        for cell in table.rows.iter_mut().flatten() {
            let text = match cell {
                Value::Term(Term::Iri(text)) => std::mem::take(text),
                Value::Term(Term::Literal(literal)) => std::mem::take(&mut literal.lexical),
                Value::Null => String::new(),
                _ => continue,
            };
            *cell = Value::Term(Term::string(text));
        }
    }
    answer
}

/// Values are compared, not lexical forms, which the suites leave to implementations.
fn normal(answer: Answer) -> Answer {
    match answer {
        Answer::Table(mut table) => {
            for cell in table.rows.iter_mut().flatten() {
                *cell = evaluate::normalise(std::mem::replace(cell, Value::Null));
            }
            Answer::Table(table)
        }
        Answer::Triples(triples) => {
            let term = |term: Term| match evaluate::normalise(Value::Term(term)) {
                Value::Term(term) => term,
                _ => Term::string(""),
            };
            let mut triples: Vec<_> = triples.into_iter().map(|triple| triple.map(term)).collect();
            triples.sort();
            triples.dedup();
            Answer::Triples(triples)
        }
        answer @ Answer::Boolean(_) => answer,
    }
}

/// Each row once, in no order.
fn distinct(answer: Answer) -> Answer {
    let Answer::Table(mut table) = answer else {
        return answer;
    };
    let mut rows: Vec<Vec<Value>> = Vec::new();
    for row in table.rows {
        if !rows.contains(&row) {
            rows.push(row);
        }
    }
    table.rows = rows;
    Answer::Table(Table { order: None, ..table })
}

/// The order of columns has no meaning in a suite's result.
fn with_columns_of(ours: &Answer, theirs: Answer) -> Answer {
    let (Answer::Table(ours), Answer::Table(theirs)) = (ours, &theirs) else {
        return theirs;
    };
    let places: Option<Vec<usize>> =
        ours.columns.iter().map(|name| theirs.columns.iter().position(|other| other == name)).collect();
    let Some(places) = places.filter(|places| places.len() == theirs.columns.len()) else {
        return Answer::Table(theirs.clone());
    };
    let row = |row: &Vec<Value>| {
        places.iter().map(|place| row.get(*place).cloned().unwrap_or(Value::Null)).collect()
    };
    let rows = theirs.rows.iter().map(row).collect();
    Answer::Table(Table { columns: ours.columns.clone(), rows, ..theirs.clone() })
}
