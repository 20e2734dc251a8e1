//! The title of a report: the feature and the symptom in plain words.

use quarrel_case::compare::Symptom;
use quarrel_case::verdict::Kind;
use quarrel_hunt::finding::Record;
use serde_json::Value as Json;

use crate::words;

/// Features that a title names at most.
const FEATURES: usize = 3;

/// The title without the engine: `OPTIONAL MATCH with several patterns: a row is lost`.
pub(crate) fn title(record: &Record) -> String {
    let symptom = symptom(record);
    let features = record.features.iter().filter_map(|name| Some((words::rank(name)?, name.as_str())));
    // A cause is often a construct in a place, or with a value.
    let shapes = record.shape.iter().filter_map(|name| Some((words::rank_of_shape(name)?, name.as_str())));
    let mut features: Vec<(usize, &str)> = features.chain(shapes).collect();
    // What another one says more exactly is not said again.
    let all: Vec<&str> =
        features.iter().map(|(_, name)| *name).chain(record.features.iter().map(String::as_str)).collect();
    features.retain(|(_, feature)| !is_said(feature, &all));
    features.sort_unstable();
    features.dedup();
    let named: Vec<String> =
        features.iter().take(FEATURES).map(|(_, feature)| words::words(feature)).collect();
    match named.split_first() {
        None => capital(&symptom),
        Some((first, [])) => format!("{}: {symptom}", capital(first)),
        Some((first, rest)) => format!("{} with {}: {symptom}", capital(first), rest.join(" and ")),
    }
}

/// True when a longer feature of the query tells the same and more.
fn is_said(feature: &str, all: &[&str]) -> bool {
    let words = format!(" {} ", words::words(feature));
    let more = |other: &&str| {
        let longer = other.strip_prefix(feature).is_some_and(|rest| rest.starts_with('.'));
        let said = format!(" {} ", words::words(other));
        longer || (said != words && said.contains(&words))
    };
    all.iter().any(more)
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match (letters.next(), text.split(' ').next()) {
        // The name of a function is written as it is.
        (Some(_), Some(word)) if word.contains('(') => text.to_owned(),
        (Some(first), _) => first.to_uppercase().chain(letters).collect(),
        (None, _) => String::new(),
    }
}

fn symptom(record: &Record) -> String {
    let violation = &record.violation;
    let rows = |answer: &Json| answer.get("rows").and_then(Json::as_array).map(Vec::len);
    let both = rows(&violation.expected).zip(rows(&violation.got));
    let difference = both.map(|(expected, got)| expected.abs_diff(got));
    let words = match (violation.kind, violation.symptom) {
        (Kind::Crash, _) => "crash",
        (Kind::Hang, _) => "no answer",
        (Kind::Protocol, _) => "an answer outside the protocol",
        (Kind::InternalError, _) => "internal error",
        (Kind::UnexpectedError, _) => "error instead of an answer",
        (Kind::MissingError, _) => "an answer instead of an error",
        (Kind::Load, _) => "the graph is stored otherwise than it was given",
        (Kind::WrongState, _) => "wrong graph after a write",
        (Kind::WrongCounters, _) => "wrong counters",
        (Kind::CapabilityLost, _) => "rejected, though an earlier version accepts it",
        (_, Some(Symptom::RowsLost)) if both.is_some_and(|(_, got)| got == 0) => "no row instead of some",
        (_, Some(Symptom::RowsLost)) if difference == Some(1) => "a row is lost",
        (_, Some(Symptom::RowsLost)) => "rows are lost",
        (_, Some(Symptom::RowsAdded)) if difference == Some(1) => "a row too many",
        (_, Some(Symptom::RowsAdded)) => "rows too many",
        (_, Some(Symptom::RowsReplaced)) => "wrong rows",
        (_, Some(Symptom::Order)) => "wrong order",
        (_, Some(Symptom::Columns)) => "wrong columns",
        (_, Some(Symptom::Shape)) => "another form of answer",
        _ => "wrong value",
    };
    words.to_owned()
}
