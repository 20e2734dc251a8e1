//! What was expected, what came, why that is wrong, and what others answer.

use quarrel_case::language::Language;
use quarrel_case::law::Law;
use quarrel_case::verdict::{ErrorStatus, Kind, Role};
use quarrel_hunt::finding::{Finding, Other, Record, Siding};
use serde_json::{Value as Json, json};

use crate::client::Accused;
use crate::markdown::{block, cell, code, inline};
use crate::names::Names;
use crate::words;

/// Rows that are shown.
const ROWS: usize = 50;

/// The sections "Expected" and "Actual"; of several texts they are about the last.
pub(crate) fn expected_and_actual(finding: &Finding, names: &Names, several: bool) -> String {
    let record = &finding.record;
    let violation = &record.violation;
    let step = finding.check.steps.get(violation.step);
    let must_raise = step.is_some_and(|step| step.errors == Some(ErrorStatus::Must));
    let expected = match (violation.kind, &violation.expected) {
        (Kind::MissingError, _) => "an error: every order of evaluation raises one".to_owned(),
        (_, Json::Null) if must_raise => "an error of the language's, which the query must raise".to_owned(),
        (_, Json::Null) => "an answer".to_owned(),
        (_, expected) => names.named(&shown(expected)),
    };
    let got = match violation.got.get("crashed").and_then(Json::as_str) {
        Some(how) => format!("the process ended: {how}"),
        None if violation.kind == Kind::Hang => format!("no answer within {}", limit(record)),
        None => names.named(&shown(&violation.got)),
    };
    let whose = if several { "Of the last text:\n\n" } else { "" };
    let (expected, got) = (block("", &expected), block("", &got));
    format!("\n## Expected\n\n{whose}{expected}\n## Actual\n\n{whose}{got}")
}

/// How long was waited, where the record says it.
fn limit(record: &Record) -> String {
    match record.timeout_ms {
        Some(1000) => "1 second".to_owned(),
        Some(limit) if limit % 1000 == 0 => format!("{} seconds", limit / 1000),
        Some(limit) => format!("{limit} milliseconds"),
        None => "the time limit".to_owned(),
    }
}

/// An answer for a person: columns, then a row per line; of a graph an element per line.
fn shown(answer: &Json) -> String {
    let elements = |key: &str| answer.get(key).and_then(Json::as_array).map_or(&[][..], Vec::as_slice);
    if answer.get("vertices").is_some() {
        let all: Vec<&Json> = elements("vertices").iter().chain(elements("edges")).collect();
        let lines: String = all.iter().take(ROWS).map(|element| format!("{element}\n")).collect();
        return if all.is_empty() { "(no element)\n".to_owned() } else { lines };
    }
    let rows = answer.get("rows").or(answer.get("triples")).and_then(Json::as_array);
    let Some(rows) = rows else {
        return answer.to_string();
    };
    // Rows without columns are told apart by their number alone.
    if answer.get("columns").and_then(Json::as_array).is_some_and(Vec::is_empty) && !rows.is_empty() {
        let plural = if rows.len() == 1 { "row" } else { "rows" };
        return format!("({} {plural} without columns)\n", rows.len());
    }
    let columns = answer.get("columns").filter(|columns| **columns != json!([]));
    let mut text = columns.map(|columns| format!("{columns}\n")).unwrap_or_default();
    for row in rows.iter().take(ROWS) {
        text.push_str(&format!("{row}\n"));
    }
    match rows.len() {
        0 => text.push_str("(no row)\n"),
        more if more > ROWS => text.push_str(&format!("... {more} rows in all\n")),
        _ => {}
    }
    if let Some(counters) = answer.get("counters") {
        text.push_str(&format!("counters: {counters}\n"));
    }
    text
}

/// The section that says why the expected answer is right.
pub(crate) fn why(finding: &Finding, accused: &Accused, language: Option<&dyn Language>) -> String {
    let record = &finding.record;
    let mut text = "\n## Why\n\n".to_owned();
    let laws: String = finding.check.laws.iter().map(|one| law(finding, accused, one)).collect();
    let kind = record.violation.kind;
    text.push_str(match kind {
        Kind::Crash | Kind::Hang | Kind::InternalError => {
            "No query may end or block the engine, or make it fail in its own code.\n"
        }
        Kind::Protocol => "Every answer must be in the form that was agreed on.\n",
        Kind::UnexpectedError => {
            "No part of the query raises on any row, whatever the order of evaluation, so an answer must come.\n"
        }
        Kind::MissingError => {
            "Whatever the order of evaluation, a part of the query raises that no order leaves out, so no answer \
             may come.\n"
        }
        Kind::CapabilityLost => "An earlier version accepts the query.\n",
        Kind::Load => "The graph was read back right after it was loaded.\n",
        Kind::WrongState => "The graph that the query must leave follows from the specification.\n",
        Kind::WrongResult | Kind::WrongOrder | Kind::WrongCounters
            if laws.is_empty() || !finding.check.constants.is_empty() =>
        {
            "The expected answer follows from the specification, clause by clause.\n"
        }
        Kind::WrongResult | Kind::WrongOrder | Kind::WrongCounters => "",
    });
    text.push_str(&laws);
    if !rests_on_rules(kind) {
        return text;
    }
    let rules = record.features.iter().filter_map(|feature| Some((feature, language?.rule(feature)?)));
    let rules: Vec<String> = rules
        .map(|(feature, rule)| format!("- {}: {}\n", inline(&words::words(feature)), inline(rule)))
        .collect();
    if !rules.is_empty() {
        text.push_str("\nThe rules that the query rests on:\n\n");
        text.push_str(&rules.concat());
    }
    text
}

/// True when the query's meaning says that the engine is wrong: that it may not crash needs no rule of the language.
fn rests_on_rules(kind: Kind) -> bool {
    !matches!(
        kind,
        Kind::Crash | Kind::Hang | Kind::InternalError | Kind::Protocol | Kind::Load | Kind::CapabilityLost
    )
}

/// The texts whose answers a law holds against each other, where there are several.
fn law(finding: &Finding, accused: &Accused, law: &Law) -> String {
    let mut steps = law.steps();
    steps.sort_unstable();
    steps.dedup();
    let texts = steps.iter().filter_map(|&index| {
        let step = finding.check.steps.get(index)?;
        Some((step.role, accused.sent(step)?))
    });
    let mut texts: Vec<_> = texts.collect();
    let roles: Vec<_> = texts.iter().map(|(role, _)| *role).collect();
    if texts.len() < 2 {
        return String::new();
    }
    let relation = serde_json::to_value(law.relation).unwrap_or_default();
    let relation = code(relation.as_str().unwrap_or_default(), 20);
    texts.dedup_by(|left, right| left.1 == right.1);
    if let (1, Some(peer)) = (texts.len(), &finding.record.peer) {
        let other = match finding.record.violation.accused {
            Role::Target => peer,
            Role::Peer => &finding.record.target,
        };
        return format!("The same query on {} gives another answer.\n", code(other, 80));
    }
    let whose =
        if roles.windows(2).all(|pair| pair.first() == pair.last()) { "one engine" } else { "two engines" };
    let blocks: Vec<String> = texts.iter().map(|(_, text)| block(&finding.record.language, text)).collect();
    format!(
        "The answers of {whose} to these texts must stand in the relation {relation}:\n\n{}",
        blocks.join("\n")
    )
}

/// The section with the answers of other engines and versions.
pub(crate) fn others(record: &Record, names: &Names) -> String {
    if record.others.is_empty() {
        return String::new();
    }
    let mut text =
        "\n## Other engines and versions\n\n| engine | answers | answer |\n|---|---|---|\n".to_owned();
    for Other { engine, outcome, side } in &record.others {
        let side = match side {
            Siding::Expected => "as expected",
            Siding::Accused => "like the accused",
            Siding::Neither => "in a third way",
            Siding::Unknown => "cannot be asked",
        };
        let outcome = match (outcome.get("rows").and_then(Json::as_array), outcome) {
            (_, Json::Null) => String::new(),
            (Some(rows), _) => {
                let plural = if rows.len() == 1 { "row" } else { "rows" };
                format!("{} {plural}: {}", rows.len(), names.named(&Json::from(rows.clone()).to_string()))
            }
            (None, outcome) => outcome.to_string(),
        };
        text.push_str(&format!("| {} | {side} | {} |\n", cell(&engine.to_string(), 80), cell(&outcome, 160)));
    }
    text
}
