//! What was expected, what came, why that is wrong, and what others answer.

use quarrel_case::language::Language;
use quarrel_case::law::Law;
use quarrel_case::verdict::Kind;
use quarrel_hunt::finding::{Finding, Other, Record, Siding};
use serde_json::Value as Json;

use crate::markdown::{block, cell, code, inline};
use crate::words;

/// Rows that are shown.
const ROWS: usize = 50;

/// The sections "Expected" and "Actual".
pub(crate) fn expected_and_actual(record: &Record) -> String {
    let violation = &record.violation;
    let expected = match (violation.kind, &violation.expected) {
        (Kind::MissingError, _) => "an error: every order of evaluation raises one".to_owned(),
        (_, Json::Null) => "an answer".to_owned(),
        (_, expected) => shown(expected),
    };
    let got = match violation.got.get("crashed").and_then(Json::as_str) {
        Some(how) => format!("the process ended: {how}"),
        None if violation.kind == Kind::Hang => "no answer within the time limit".to_owned(),
        None => shown(&violation.got),
    };
    format!("\n## Expected\n\n{}\n## Actual\n\n{}", block("", &expected), block("", &got))
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
    let mut text = answer.get("columns").map(|columns| format!("{columns}\n")).unwrap_or_default();
    for row in rows.iter().take(ROWS) {
        text.push_str(&format!("{row}\n"));
    }
    match rows.len() {
        0 => text.push_str("(no row)\n"),
        more if more > ROWS => text.push_str(&format!("... {more} rows in all\n")),
        _ => {}
    }
    text
}

/// The section that says why the expected answer is right.
pub(crate) fn why(finding: &Finding, language: Option<&dyn Language>) -> String {
    let record = &finding.record;
    let mut text = "\n## Why\n\n".to_owned();
    text.push_str(match record.violation.kind {
        Kind::Crash | Kind::Hang | Kind::InternalError | Kind::Protocol => {
            "No query may end or block the engine, or make it fail in its own code.\n"
        }
        Kind::UnexpectedError => {
            "No part of the query raises on any row, whatever the order of evaluation.\n"
        }
        Kind::CapabilityLost => "An earlier version accepts the query.\n",
        Kind::Load => "The graph was read back right after it was loaded.\n",
        _ if finding.check.constants.is_empty() => "",
        _ => "The expected answer follows from the specification, clause by clause.\n",
    });
    text.extend(finding.check.laws.iter().map(|one| law(finding, one)));
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

/// The texts whose answers a law holds against each other, where there are several.
fn law(finding: &Finding, law: &Law) -> String {
    let mut steps = Vec::new();
    law.left.steps(&mut steps);
    law.right.steps(&mut steps);
    steps.sort_unstable();
    steps.dedup();
    let texts = steps.iter().filter_map(|&index| {
        let step = finding.check.steps.get(index)?;
        Some((step.role, step.text()?.shown()))
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
        return format!("The same query on {} gives another answer.\n", code(peer, 80));
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
pub(crate) fn others(record: &Record) -> String {
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
                format!("{} {plural}: {}", rows.len(), Json::from(rows.clone()))
            }
            (None, outcome) => outcome.to_string(),
        };
        text.push_str(&format!("| {} | {side} | {} |\n", cell(&engine.to_string(), 80), cell(&outcome, 160)));
    }
    text
}
