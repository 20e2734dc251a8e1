//! The README of a finding, ready to be pasted into the engine's tracker.

use std::collections::BTreeSet;

use quarrel_case::check::{Action, Text};
use quarrel_case::graph::Graph;
use quarrel_case::language::Language;
use quarrel_case::profile::Dialect;
use quarrel_case::value::{Element, ElementId};
use quarrel_engine::version::compare;
use quarrel_hunt::finding::{Finding, Newest, Other, Record, Siding, graph_file};

use crate::answers;
use crate::client::{Accused, Shown, is_version};
use crate::danger;
use crate::markdown::{block, code, inline};
use crate::names::Names;
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
    let (names, asked) = match &accused.shown {
        Ok(shown) => {
            text.push_str(&by_client(finding, shown, language));
            let asked = shown.steps.check.iter().filter(|step| matches!(step, Step::Query(_)));
            (Names::of_steps(&shown.steps.check, &finding.graph), asked.count())
        }
        Err(why) => {
            let texts = texts(finding, accused);
            text.push_str(&by_quarrel(finding, &texts, why, language));
            (Names::of_creation(&finding.graph), texts.len())
        }
    };
    text.push_str(&answers::expected_and_actual(finding, &names, asked > 1));
    text.push_str(&answers::why(finding, accused, language));
    text.push_str(&answers::others(record, &names));
    text
}

fn facts(record: &Record, accused: &Accused) -> String {
    let mut text = format!(
        "- Engine: {} {}, {}\n",
        code(&record.engine.name, 80),
        code(&record.engine.version, 80),
        inline(&accused.run)
    );
    let container = accused.entry.as_ref().and_then(|entry| entry.container(&record.engine.version));
    // What a running server says of its version need not be the name of one.
    if let (Some(image), true) = (container, is_version(record)) {
        text.push_str(&format!("- The project's container image, not tried here: {}\n", code(&image, 120)));
    }
    text.push_str(&newest(record));
    text.push_str(&format!("- Replayed on a fresh engine: {}\n", replays(record)));
    let found_by = record.found_by.as_ref().unwrap_or(&record.oracle);
    text.push_str(&format!(
        "- Found by Quarrel {}, a fuzzer: seed {}, round {}, case {}, oracle {}\n",
        inline(&record.quarrel),
        record.seed,
        record.round,
        record.case,
        code(found_by, 80)
    ));
    let also: Vec<String> =
        record.seen_by.iter().filter(|oracle| *oracle != found_by).map(|oracle| code(oracle, 80)).collect();
    if !also.is_empty() {
        text.push_str(&format!("- Also seen by the oracles {}\n", also.join(", ")));
    }
    if record.unfinished {
        text.push_str(
            "- The reduction was not finished: a smaller case may show it; `quarrel reduce` goes on\n",
        );
    }
    if let Some(other) = &record.similar_to {
        text.push_str(&format!("- Similar to the finding {}; the cause may be another\n", code(other, 80)));
    }
    if let Some(by) = &record.excused_by {
        text.push_str(&format!(
            "- Excused: {}\n",
            accused.excuse(by).map_or_else(|| code(by, 200), |why| inline(&why))
        ));
    }
    if let Some(why) = &record.in_doubt {
        text.push_str(&format!("- **In doubt**: {}\n", inline(why)));
    }
    text
}

/// What the newest version says that was asked: a newer one may be there.
fn newest(record: &Record) -> String {
    let newer = |other: &&Other| {
        other.engine.name == record.engine.name
            && compare(&other.engine.version, &record.engine.version).is_gt()
    };
    let asked = record.others.iter().filter(newer);
    let asked = asked.max_by(|left, right| compare(&left.engine.version, &right.engine.version));
    let version = asked.map_or(&record.engine.version, |other| &other.engine.version);
    let says = match asked.map(|other| other.side) {
        Some(Siding::Accused) => "shows it too",
        Some(Siding::Expected) => "does not show it any more",
        Some(Siding::Neither) => "answers in a third way",
        Some(Siding::Unknown) => "cannot be asked this",
        None if record.newest == Newest::Reproduced => "this one",
        None => return "- Newest version: not tried\n".to_owned(),
    };
    format!("- Newest version asked ({}): {says}\n", code(version, 80))
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
        "`replay.sh` beside this file does all of it with {}{}. By hand, from an empty database:\n\n",
        inline(&shown.client.about),
        if shown.server.is_some() { ", on the server whose address it is given" } else { "" }
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
            // Nothing is said of an empty graph: everything starts from an empty database.
            Step::Graph(graph) if graph.trim().is_empty() => {}
            Step::Graph(graph) => {
                let creation =
                    language.and_then(|language| language.creation(&finding.graph, &Dialect::default()));
                together.push(
                    creation.filter(|_| *graph == finding.graph.to_text()).unwrap_or_else(|| graph.clone()),
                );
            }
            Step::Make { text, elements, .. } => together.push(format!("{}{text}", comment(elements))),
            Step::Text(text) | Step::Wait(text) | Step::Query(text) => together.push(text.clone()),
        }
    }
    for statement in together.iter().filter(|statement| !statement.trim().is_empty()) {
        text.push_str(&block(name, statement));
        text.push('\n');
    }
}

/// Which element of the graph file a text makes, where its name does not tell it from others.
fn comment(elements: &[(String, Element, ElementId)]) -> String {
    match elements {
        [(column, kind, id)] if matches!(column.as_str(), "v" | "e") => format!("// {} {id}\n", kind.key()),
        _ => String::new(),
    }
}

fn file(finding: &Finding) -> &'static str {
    graph_file(finding.graph.model())
}

/// Without a client: the graph in the standard's words, and the query.
fn by_quarrel(
    finding: &Finding,
    texts: &[(usize, String)],
    why: &str,
    language: Option<&dyn Language>,
) -> String {
    let record = &finding.record;
    let mut text =
        format!("`replay.sh` beside this file replays it with Quarrel, because {}.\n\n", inline(why));
    if !finding.setup.is_empty() {
        text.push_str("What must have been sent before, or the answer is another:\n\n");
        let entries: Vec<String> = finding.setup.iter().map(ToString::to_string).collect();
        text.push_str(&block("json", &entries.join("\n")));
        text.push('\n');
    }
    text.push_str("From an empty database, ");
    if !is_empty(&finding.graph) {
        text.push_str(&making(finding, language));
    }
    text.push_str("run\n");
    // Who reads of the answer of a step must know which that is.
    let numbered = texts.iter().any(|(step, _)| holes(finding, *step).next().is_some());
    for (position, (step, sent)) in texts.iter().enumerate() {
        let then = if position > 0 { "\nand then\n" } else { "" };
        let number = if numbered { format!("\nStep {step}:\n") } else { String::new() };
        text.push_str(&format!("{then}{number}\n{}", block(&record.language, sent)));
    }
    text
}

/// The steps that must be run to see it, with their texts: the query of the case, and what is asked after it where that
/// shows what it wrote, or where the same is asked under another plan; or another text that is accused, after those that
/// it takes answers from.
fn texts(finding: &Finding, accused: &Accused) -> Vec<(usize, String)> {
    let (record, steps) = (&finding.record, &finding.check.steps);
    let last = record.violation.step;
    let own = |index: &usize| steps.get(*index).is_some_and(|step| step.role == record.violation.accused);
    let is_write = |index: &usize| matches!(steps[*index].action, Action::Write(_));
    let own: Vec<usize> = (0..steps.len()).filter(own).collect();
    let has_text = |index: &usize| steps[*index].text().is_some();
    let asks = |index: &usize| matches!(steps.get(*index).map(|step| &step.action), Some(Action::Query(_)));
    let planned = own.iter().copied().find(|&index| !steps[index].settings.is_empty());
    let mut before = own.iter().copied().filter(|&index| index <= last && has_text(&index));
    let needed: Vec<usize> = if let Some(planned) = planned {
        before.next().into_iter().chain([planned]).collect()
    } else if !asks(&last) {
        before.next_back().into_iter().collect()
    } else {
        taken_from(finding, last).into_iter().chain(before.filter(is_write)).collect()
    };
    let needed: BTreeSet<usize> = needed.into_iter().collect();
    let sent = |index: usize| Some((index, accused.sent(steps.get(index)?)?));
    let texts: Vec<_> = needed.into_iter().filter_map(sent).collect();
    if texts.is_empty() { vec![(last, record.text.clone())] } else { texts }
}

/// The step and all those whose answers its text takes up.
fn taken_from(finding: &Finding, step: usize) -> Vec<usize> {
    let mut needed = vec![step];
    let mut next = 0;
    while let Some(&step) = needed.get(next) {
        let earlier = holes(finding, step).filter(|earlier| *earlier < step);
        let new: Vec<usize> = earlier.filter(|earlier| !needed.contains(earlier)).collect();
        needed.extend(new);
        next += 1;
    }
    needed
}

/// The steps whose answers go into the text of this one.
fn holes(finding: &Finding, step: usize) -> impl Iterator<Item = usize> {
    let text = finding.check.steps.get(step).and_then(|step| step.text());
    text.into_iter().flat_map(Text::holes).map(|hole| hole.step)
}

/// A property graph without elements may still have indexes.
fn is_empty(graph: &Graph) -> bool {
    graph.size() == 0 && graph.property().is_none_or(|graph| graph.indexes.is_empty())
}

/// The graph in the standard's words, or as its file.
fn making(finding: &Finding, language: Option<&dyn Language>) -> String {
    let record = &finding.record;
    match language.and_then(|language| language.creation(&finding.graph, &Dialect::default())) {
        Some(statement) => format!(
            "make this graph (the same as `{}`):\n\n{}\nand ",
            file(finding),
            block(&record.language, &statement)
        ),
        None => format!("make this graph:\n\n{}\nand ", block("", &finding.graph.to_text())),
    }
}
