//! The README of a finding.

use std::sync::Arc;

use quarrel_case::compare::Symptom;
use quarrel_case::language::Language;
use quarrel_case::profile::Dialect;
use quarrel_case::verdict::Kind;
use quarrel_hunt::finding::{Finding, Presenter, Record, graph_file};
use serde_json::Value as Json;

use crate::markdown::{block, inline};

/// Writes `README.md`.
pub struct Readme {
    languages: Vec<Arc<dyn Language>>,
}

impl Readme {
    /// Knows the languages that findings may be in.
    pub fn new(languages: Vec<Arc<dyn Language>>) -> Self {
        Self { languages }
    }
}

impl Presenter for Readme {
    fn present(&self, finding: &Finding) -> Vec<(String, String)> {
        let language = self.languages.iter().find(|language| language.name() == finding.record.language);
        vec![("README.md".to_owned(), readme(finding, language.map(|language| &**language)))]
    }
}

fn readme(finding: &Finding, language: Option<&dyn Language>) -> String {
    let record = &finding.record;
    let mut text = format!("# {}\n\n", title(record));
    text.push_str(&format!(
        "- Engine: **{} {}**\n- Found by: the oracle `{}` of Quarrel {}, a fuzzer; seed {}, round {}, case {}\n",
        inline(&record.engine.name),
        inline(&record.engine.version),
        record.oracle,
        record.quarrel,
        record.seed,
        record.round,
        record.case
    ));
    text.push_str(&format!("- Replayed on a fresh engine: {}\n", replays(record)));
    text.push_str("\n## To see it\n\nFrom an empty database, make this graph");
    match language.and_then(|language| language.creation(&finding.graph, &Dialect::default())) {
        Some(statement) => {
            text.push_str(&format!(" (the same as `{}`):\n\n", graph_file(finding.graph.model())));
            text.push_str(&block(&record.language, &statement));
        }
        None => {
            text.push_str(":\n\n");
            text.push_str(&block("", &finding.graph.to_text()));
        }
    }
    text.push_str("\nand run\n\n");
    text.push_str(&block(&record.language, &record.text));
    text.push_str("\nor, with Quarrel, `quarrel replay` on this folder.\n");
    text.push_str(&answers(record));
    text.push_str(&why(record, language));
    text
}

fn title(record: &Record) -> String {
    let features = record.features.iter().filter(|feature| !COMMON.contains(&feature.as_str()));
    let features: Vec<&str> = features.map(String::as_str).take(4).collect();
    let on = if features.is_empty() { String::new() } else { format!(" with {}", features.join(", ")) };
    format!("{}: {}{on}", inline(&record.engine.name), symptom(record))
}

/// Features of nearly every query, which say little in a title.
const COMMON: [&str; 6] = ["match", "return", "select", "where", "filter", "with"];

fn symptom(record: &Record) -> &'static str {
    match (record.violation.kind, record.violation.symptom) {
        (Kind::Crash, _) => "crash",
        (Kind::Hang, _) => "no answer",
        (Kind::Protocol, _) => "an answer outside the protocol",
        (Kind::InternalError, _) => "internal error",
        (Kind::UnexpectedError, _) => "error instead of rows",
        (Kind::MissingError, _) => "rows instead of an error",
        (Kind::Load, _) => "the loaded graph comes back otherwise",
        (Kind::WrongState, _) => "wrong graph after a write",
        (Kind::WrongCounters, _) => "wrong counters",
        (Kind::CapabilityLost, _) => "rejected, though an earlier version accepts it",
        (_, Some(Symptom::RowsLost)) => "rows lost",
        (_, Some(Symptom::RowsAdded)) => "rows added",
        (_, Some(Symptom::Order)) => "wrong order",
        (_, Some(Symptom::Columns)) => "wrong columns",
        _ => "wrong values",
    }
}

fn replays(record: &Record) -> String {
    match record.replays.times {
        0 => "not yet".to_owned(),
        times => format!("{} of {times} times the same", record.replays.reproduced),
    }
}

fn answers(record: &Record) -> String {
    let mut text = String::new();
    let expected = match (record.violation.kind, &record.violation.expected) {
        (Kind::MissingError, _) => "an error: every order of evaluation raises one".to_owned(),
        (_, Json::Null) => "an answer".to_owned(),
        (_, expected) => shown(expected),
    };
    text.push_str("\n## Expected\n\n");
    text.push_str(&block("", &expected));
    text.push_str("\n## Actual\n\n");
    text.push_str(&block("", &shown(&record.violation.got)));
    text
}

/// An answer for a person: columns, then a row per line, long ones cut.
fn shown(answer: &Json) -> String {
    let (Some(columns), Some(rows)) = (answer.get("columns"), answer.get("rows").and_then(Json::as_array))
    else {
        return answer.to_string().chars().take(4_000).collect();
    };
    let mut text = format!("{columns}\n");
    for row in rows.iter().take(50) {
        text.push_str(&format!("{row}\n"));
    }
    match rows.len() {
        0 => text.push_str("(no row)\n"),
        more if more > 50 => text.push_str(&format!("... {} rows in all\n", rows.len())),
        _ => {}
    }
    text
}

fn why(record: &Record, language: Option<&dyn Language>) -> String {
    let mut text = "\n## Why\n\n".to_owned();
    text.push_str(match record.violation.kind {
        Kind::Crash | Kind::Hang | Kind::InternalError | Kind::Protocol => {
            "No query may end or block the engine, or make it fail in its own code.\n"
        }
        Kind::UnexpectedError => {
            "No part of the query raises on any row, whatever the order of evaluation.\n"
        }
        Kind::Load => "The graph was read back right after it was loaded.\n",
        _ => "The expected answer follows from the specification, clause by clause.\n",
    });
    let rules = record.features.iter().filter_map(|feature| Some((feature, language?.rule(feature)?)));
    let rules: Vec<String> = rules.map(|(feature, rule)| format!("- `{feature}`: {rule}\n")).collect();
    if !rules.is_empty() {
        text.push_str("The rules that the query rests on:\n\n");
        text.push_str(&rules.concat());
    }
    text
}
