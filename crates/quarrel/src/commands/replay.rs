//! `quarrel replay`: the check of a finding again, on fresh engines.

use std::path::PathBuf;
use std::time::Duration;

use quarrel_case::engine::Limits;
use quarrel_hunt::finding::{self, Finding, Replays};
use quarrel_hunt::replay::Scene;
use serde_json::json;

use crate::commands::{Running, model_of, print_json, print_line, workshop};
use crate::exit::{CliError, Exit};
use crate::{languages, units};

/// Repeats the check of a finding, or of every finding in a folder, on a fresh engine each time.
///
/// Exits with 1 when a violation shows again, with 0 when none does.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The folder of a finding, or of a hunt.
    path: PathBuf,
    /// Replay on this engine instead of the one that it was found on.
    #[arg(long, value_name = "SPEC")]
    engine: Option<String>,
    #[command(flatten)]
    running: Running,
    /// How often.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    times: u32,
    /// What one query may take; as in the hunt when left out.
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    query_timeout: Option<Duration>,
    /// As JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: Arguments) -> Result<Exit, CliError> {
    let workshop = workshop(arguments.running)?;
    let engine = arguments.engine.as_deref().map(|spec| workshop.admit(spec)).transpose()?;
    let mut lines = Vec::new();
    for folder in finding::folders(&arguments.path)? {
        let finding = Finding::read(&folder, &model_of)?;
        let language = languages::named(&finding.record.language)?;
        let limits = finding.limits();
        let limits = Limits { timeout: arguments.query_timeout.unwrap_or(limits.timeout), ..limits };
        let mut scene = Scene::open(&finding, language, &workshop, engine.as_deref(), limits)?;
        let Replays { times, reproduced } = scene.replay(&finding, arguments.times)?;
        if !arguments.json {
            let (id, kind) = (&finding.record.id, finding.record.violation.kind);
            print_line(&format!("{id} {kind}: reproduced {reproduced} of {times}"))?;
        }
        lines.push((finding.record.id, finding.record.violation.kind, reproduced, times));
    }
    if arguments.json {
        let lines = lines.iter().map(|(id, kind, reproduced, times)| {
            json!({ "id": id, "kind": kind, "reproduced": reproduced, "times": times })
        });
        print_json(&json!(lines.collect::<Vec<_>>()))?;
    }
    Ok(Exit::found(lines.iter().any(|(_, _, reproduced, _)| *reproduced > 0)))
}
