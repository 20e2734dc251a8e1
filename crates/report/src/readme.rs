//! The README of a finding, ready to be pasted into the engine's tracker.

use quarrel_case::language::Language;
use quarrel_case::profile::Dialect;
use quarrel_hunt::finding::{Finding, Newest, Record, graph_file};

use crate::answers;
use crate::client::{Accused, Shown};
use crate::danger;
use crate::markdown::{block, code, inline};
use crate::steps::Step;

/// The text of the README.
pub(crate) fn readme(
    finding: &Finding,
    accused: &Accused,
    language: Option<&dyn Language>,
    title: &str,
) -> String {
    let record = &finding.record;
    let mut text = format!("# {}: {}\n\n", inline(&record.engine.name), inline(title));
    text.push_str(&danger::warning(record, accused.entry.as_deref()));
    text.push_str(&facts(record, accused));
    text.push_str("\n## To see it\n\n");
    match &accused.shown {
        Ok(shown) => text.push_str(&by_client(finding, shown, language)),
        Err(why) => text.push_str(&by_quarrel(finding, why, language)),
    }
    text.push_str(&answers::expected_and_actual(record));
    text.push_str(&answers::why(finding, language));
    text.push_str(&answers::others(record));
    text
}

fn facts(record: &Record, accused: &Accused) -> String {
    let mut text = format!(
        "- Engine: {} {}, {}\n",
        code(&record.engine.name, 80),
        code(&record.engine.version, 80),
        inline(&accused.run)
    );
    let newest = match record.newest {
        Newest::Reproduced => "shows it too",
        Newest::Fixed => "does not show it any more",
        Newest::NotTried => "not tried",
    };
    text.push_str(&format!("- Newest version: {newest}\n"));
    text.push_str(&format!("- Replayed on a fresh engine: {}\n", replays(record)));
    text.push_str(&format!(
        "- Found by Quarrel {}, a fuzzer: seed {}, round {}, case {}, oracle {}\n",
        inline(&record.quarrel),
        record.seed,
        record.round,
        record.case,
        code(&record.oracle, 80)
    ));
    let also: Vec<String> = record
        .seen_by
        .iter()
        .filter(|oracle| **oracle != record.oracle)
        .map(|oracle| code(oracle, 80))
        .collect();
    if !also.is_empty() {
        text.push_str(&format!("- Also seen by the oracles {}\n", also.join(", ")));
    }
    if let Some(other) = &record.similar_to {
        text.push_str(&format!("- Similar to the finding {}; the cause may be another\n", code(other, 80)));
    }
    if let Some(why) = &record.in_doubt {
        text.push_str(&format!("- **In doubt**: {}\n", inline(why)));
    }
    text
}

fn replays(record: &Record) -> String {
    match record.replays.times {
        0 => "not yet".to_owned(),
        times => format!("{} of {times} times the same", record.replays.reproduced),
    }
}

fn by_client(finding: &Finding, shown: &Shown, language: Option<&dyn Language>) -> String {
    let name = &finding.record.language;
    let mut text = format!(
        "`replay.sh` beside this file does all of it with {}. By hand, from an empty database:\n\n",
        inline(&shown.client.about)
    );
    if !shown.steps.before.is_empty() {
        text.push_str("What must have been sent before, or the answer is another:\n\n");
        push(&shown.steps.before, finding, language, &mut text);
        text.push_str("Then, from an empty database again:\n\n");
    }
    push(&shown.steps.check, finding, language, &mut text);
    if shown.steps.check.iter().any(|step| matches!(step, Step::Make { holes: true, .. })) {
        text.push_str(&format!(
            "`{{id of vertex N}}` is the engine's own id of vertex N of `{}`.\n",
            file(finding)
        ));
    }
    text.push_str(&format!(
        "`quarrel replay` on this folder does the same; the language is {}.\n",
        code(name, 40)
    ));
    text
}

/// The statements, neighbours in one block.
fn push(steps: &[Step], finding: &Finding, language: Option<&dyn Language>, text: &mut String) {
    let name = &finding.record.language;
    let mut together: Vec<String> = Vec::new();
    for step in steps {
        match step {
            Step::Fresh => {}
            Step::Graph(graph) => {
                let creation =
                    language.and_then(|language| language.creation(&finding.graph, &Dialect::default()));
                together.push(
                    creation.filter(|_| *graph == finding.graph.to_text()).unwrap_or_else(|| graph.clone()),
                );
            }
            Step::Make { text, .. } | Step::Text(text) | Step::Query(text) => together.push(text.clone()),
        }
    }
    for statement in together.iter().filter(|statement| !statement.trim().is_empty()) {
        text.push_str(&block(name, statement));
        text.push('\n');
    }
}

fn file(finding: &Finding) -> &'static str {
    graph_file(finding.graph.model())
}

/// Without a client: the graph in the standard's words, and the query.
fn by_quarrel(finding: &Finding, why: &str, language: Option<&dyn Language>) -> String {
    let record = &finding.record;
    let mut text =
        format!("`replay.sh` beside this file replays it with Quarrel, because {}.\n\n", inline(why));
    if !finding.setup.is_empty() {
        text.push_str("What must have been sent before, or the answer is another:\n\n");
        let entries: Vec<String> = finding.setup.iter().map(ToString::to_string).collect();
        text.push_str(&block("json", &entries.join("\n")));
        text.push('\n');
    }
    text.push_str("From an empty database, make this graph");
    match language.and_then(|language| language.creation(&finding.graph, &Dialect::default())) {
        Some(statement) => {
            text.push_str(&format!(" (the same as `{}`):\n\n", file(finding)));
            text.push_str(&block(&record.language, &statement));
        }
        None => text.push_str(&format!(":\n\n{}", block("", &finding.graph.to_text()))),
    }
    text.push_str(&format!("\nand run\n\n{}", block(&record.language, &record.text)));
    text
}
