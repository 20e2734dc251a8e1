//! `quarrel reduce`: a finding made smaller.

use std::path::PathBuf;

use quarrel_hunt::finding::Finding;
use quarrel_hunt::replay::Scene;
use quarrel_report::Readme;

use crate::commands::{Running, model_of, print_line, workshop};
use crate::exit::{CliError, Exit};
use crate::languages;

/// Reduces a finding in its folder; the case as it was found stays in `original`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The folder of the finding.
    finding: PathBuf,
    /// Reduce on this engine instead of the one that it was found on.
    #[arg(long, value_name = "SPEC")]
    engine: Option<String>,
    #[command(flatten)]
    running: Running,
}

pub(crate) fn run(arguments: Arguments) -> Result<Exit, CliError> {
    let finding = Finding::read(&arguments.finding, &model_of)?;
    let language = languages::named(&finding.record.language)?;
    let workshop = workshop(arguments.running)?;
    let engine = arguments.engine.as_deref().map(|spec| workshop.admit(spec)).transpose()?;
    let mut scene = Scene::open(&finding, language, &workshop, engine.as_deref(), finding.limits())?;
    let presenter = Readme::new(languages::all(), workshop.catalogue().clone());
    let reduced = scene.reduce(&finding, &arguments.finding, &presenter)?;
    let replays = reduced.record.replays;
    print_line(&format!("{} elements -> {}", finding.graph.size(), reduced.graph.size()))?;
    print_line(&reduced.record.text)?;
    print_line(&format!("reproduced {} of {}", replays.reproduced, replays.times))?;
    Ok(Exit::found(replays.reproduced > 0))
}
