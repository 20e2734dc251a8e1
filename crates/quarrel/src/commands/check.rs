//! `quarrel check`: one query of a person's against every oracle.

use std::path::PathBuf;
use std::sync::Arc;

use quarrel_case::check::{Check, Step, Text};
use quarrel_case::graph::Graph;
use quarrel_case::language::{Language, Tree};
use quarrel_case::verdict::{Role, Verdict, Violation};
use quarrel_hunt::bench::{Bench, Judged};
use quarrel_hunt::target::Target;
use quarrel_oracle::{Case, Oracle};
use serde_json::json;

use crate::commands::hunt::oracles;
use crate::commands::{Running, print_json, print_line, query_text, read_graph, workshop};
use crate::exit::{CliError, Exit};
use crate::languages;

/// Holds one query against every applicable oracle.
///
/// The query is sent as Quarrel prints it, which is said where it is not the text that was given; with --json the steps
/// of each check have what was sent. Every engine is judged; an oracle that compares two engines needs a second one. Exits with 1 when an oracle
/// accuses an engine.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The language.
    language: String,
    /// An engine to judge; may be repeated.
    #[arg(long, value_name = "SPEC", required = true)]
    engine: Vec<String>,
    #[command(flatten)]
    running: Running,
    /// The graph file; an empty graph when left out.
    #[arg(long, value_name = "FILE")]
    graph: Option<PathBuf>,
    /// The oracles; all when left out.
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    oracle: Vec<String>,
    /// As JSON.
    #[arg(long)]
    json: bool,
    /// The query; `-` or nothing: read from standard input.
    text: Option<String>,
}

pub(crate) fn run(arguments: Arguments) -> Result<Exit, CliError> {
    let language = languages::named(&arguments.language)?;
    let workshop = workshop(arguments.running)?;
    let specs = workshop.admit_all(&arguments.engine)?;
    specs.iter().try_for_each(|spec| workshop.check(spec, &*language))?;
    let oracles = oracles(if arguments.oracle.is_empty() { None } else { Some(&arguments.oracle) })?;
    let graph = Arc::new(match &arguments.graph {
        Some(path) => read_graph(path, language.model())?,
        None => Graph::empty(language.model()),
    });
    let text = query_text(arguments.text.as_deref())?;
    let tree = language.parse(&text).map_err(|error| {
        let at = error.at.map(|(line, column)| format!(" at {line}:{column}")).unwrap_or_default();
        CliError::usage(format!("the query cannot be read{at}: {}", error.message))
    })?;
    let open = |spec: &String| Target::open(spec, &language, &workshop, None);
    let mut targets = specs.iter().map(open).collect::<Result<Vec<Target>, _>>()?;
    if !arguments.json {
        tell_sent(&targets, &*language, &tree, &text)?;
    }
    let case = Case::new(graph, tree);
    let mut lines = Vec::new();
    for index in 0..targets.len() {
        // What does not know the language says so only where it was asked for.
        for oracle in
            oracles.iter().filter(|oracle| !arguments.oracle.is_empty() || is_about(**oracle, &*language))
        {
            let (judged, peer) = judge_at(&mut targets, index, *oracle, &*language, &case)?;
            lines.push((targets[index].identity.to_string(), *oracle, judged, peer));
        }
    }
    let found = lines.iter().any(|(_, _, judged, _)| matches!(judged.verdict, Verdict::Violated(_)));
    show(&lines, arguments.json)?;
    Ok(Exit::found(found))
}

/// Whether an oracle has something to say of a query in this language.
fn is_about(oracle: &dyn Oracle, language: &dyn Language) -> bool {
    oracle.speaks(language) && !oracle.about().invents
}

/// Says what is sent where that is not the person's text: the query as it is printed, in the engine's spelling.
fn tell_sent(targets: &[Target], language: &dyn Language, tree: &Tree, text: &str) -> Result<(), CliError> {
    let mut told: Vec<String> = Vec::new();
    for target in targets {
        let sent = language.print(tree, &target.dialect);
        if sent != text.trim() && !told.contains(&sent) {
            print_line(&format!("{} is sent:\n  {}", target.identity, sent.replace('\n', "\n  ")))?;
            told.push(sent);
        }
    }
    Ok(())
}

/// Judges one engine by one oracle, beside the next engine where the oracle compares two.
fn judge_at(
    targets: &mut [Target],
    index: usize,
    oracle: &'static dyn Oracle,
    language: &dyn Language,
    case: &Case,
) -> Result<(Judged, Option<String>), CliError> {
    let judge = |mut bench: Bench<'_>| {
        let case = bench.drawn(case.clone());
        bench.judge(&case)
    };
    let next = (index + 1) % targets.len();
    if !oracle.about().needs_peer {
        return Ok((judge(Bench::new(language, oracle, &mut targets[index], None)), None));
    }
    let name = targets[next].identity.to_string();
    match targets.get_disjoint_mut([index, next]) {
        Ok([target, peer]) => Ok((judge(Bench::new(language, oracle, target, Some(peer))), Some(name))),
        Err(_) => {
            let verdict = Verdict::Inconclusive("it compares two engines: name a second one".to_owned());
            Ok((Judged { verdict, check: None }, None))
        }
    }
}

type Line = (String, &'static dyn Oracle, Judged, Option<String>);

fn show(lines: &[Line], as_json: bool) -> Result<(), CliError> {
    if as_json {
        let list = lines.iter().map(|(engine, oracle, judged, peer)| {
            let why = judged.verdict.inconclusive();
            let (verdict, violation) = match &judged.verdict {
                Verdict::Holds => ("holds", None),
                Verdict::Violated(violation) => ("violated", Some(violation)),
                Verdict::Inconclusive(_) | Verdict::Unsound(_) => ("inconclusive", None),
            };
            json!({ "engine": engine, "oracle": oracle.about().name, "peer": peer, "verdict": verdict,
                    "violation": violation, "why": why,
                    "check": judged.check.as_ref().map(Check::to_json) })
        });
        return print_json(&json!(list.collect::<Vec<_>>()));
    }
    for (engine, oracle, judged, peer) in lines {
        let beside = peer.as_ref().map(|peer| format!(" beside {peer}")).unwrap_or_default();
        let name = oracle.about().name;
        match &judged.verdict {
            Verdict::Holds => print_line(&format!("{engine}, {name}{beside}: holds"))?,
            Verdict::Violated(violation) => {
                let told = violated(engine, name, peer.as_deref(), violation);
                print_line(&format!("{told}{}", asked(judged.check.as_ref(), violation)))?;
            }
            nothing => {
                let why = nothing.inconclusive().unwrap_or_default();
                print_line(&format!("{engine}, {name}{beside}: nothing can be said: {why}"))?;
            }
        }
    }
    Ok(())
}

fn violated(engine: &str, oracle: &str, peer: Option<&str>, violation: &Violation) -> String {
    let accused = match (violation.accused, peer) {
        (Role::Peer, Some(peer)) => format!(", by {peer}"),
        _ => String::new(),
    };
    let message = violation.message.as_ref().map(|message| format!("\n  {message}")).unwrap_or_default();
    format!(
        "{engine}, {oracle}: VIOLATED{accused}: {}{message}\n  expected {}\n  got      {}",
        violation.kind, violation.expected, violation.got
    )
}

/// What was asked until the violation showed, where the check asks more than the one query.
fn asked(check: Option<&Check>, violation: &Violation) -> String {
    let steps = check.map(|check| check.steps.as_slice()).unwrap_or_default();
    if steps.iter().filter(|step| step.text().is_some()).count() < 2 {
        return String::new();
    }
    let until = steps.iter().take(violation.step + 1);
    let texts: Vec<String> = until.filter_map(Step::text).map(Text::shown).collect();
    format!("\n  asked\n    {}", texts.join("\n    "))
}
