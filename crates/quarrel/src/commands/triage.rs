//! `quarrel triage`: the findings of a hunt before all oracles, engines and versions at hand.

use std::path::PathBuf;

use quarrel_hunt::finding::Siding;
use quarrel_hunt::triage::{Outcomes, Triage, Truth};
use quarrel_report::Readme;
use serde_json::json;

use crate::commands::{Running, print_json, print_line, wordy_table, workshop};
use crate::exit::{CliError, Exit};
use crate::languages;

/// Holds the findings of a hunt against every oracle, and with --versions every violation against other versions.
///
/// Writes who sees what into the findings, groups them anew, and writes triage.json, the summary, and weights.json: how
/// often each oracle is worth being drawn (`hunt --weights`). Exits with 1 when there are findings that count.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The folder of the hunt.
    folder: PathBuf,
    /// Engines and versions to ask, and engines of the hunt that a file alone may not start.
    #[arg(long, value_name = "NAME@V,...", value_delimiter = ',')]
    versions: Vec<String>,
    #[command(flatten)]
    running: Running,
    /// What is right when discrepancies are counted: an engine's answer, or that of most versions. What the oracle
    /// says when left out.
    #[arg(long, value_name = "NAME@V|majority", requires = "versions")]
    truth: Option<String>,
    /// As JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: Arguments) -> Result<Exit, CliError> {
    let workshop = workshop(arguments.running)?;
    let versions = workshop.admit_all(&arguments.versions)?;
    let truth = match arguments.truth.as_deref() {
        None => Truth::Oracle,
        Some("majority") => Truth::Majority,
        Some(engine) => Truth::Engine(workshop.admit(engine)?),
    };
    let named = if let Truth::Engine(engine) = &truth { Some(engine) } else { None };
    for spec in versions.iter().chain(named) {
        let spoken = languages::all().into_iter().map(|language| workshop.speaks(spec, language.name()));
        if !spoken.collect::<Result<Vec<bool>, _>>()?.contains(&true) {
            return Err(CliError::usage(format!("{spec} speaks none of the languages")));
        }
    }
    let triage = Triage {
        folder: &arguments.folder,
        workshop: &workshop,
        language: &languages::find,
        presenter: &Readme::new(languages::all(), workshop.catalogue().clone()),
        versions: &versions,
        truth,
    };
    let outcomes = triage.run()?;
    if arguments.json {
        print_json(&json!(outcomes))?;
    } else {
        show(&outcomes)?;
    }
    Ok(Exit::found(!outcomes.groups.is_empty()))
}

fn show(outcomes: &Outcomes) -> Result<(), CliError> {
    let header = ["finding", "seen by", "right", "like the accused", "otherwise", "group"];
    let mut table = wordy_table(header);
    for group in &outcomes.groups {
        let side = |side: Siding| {
            let named = group.vector.iter().filter(|(_, other)| **other == side);
            named.map(|(engine, _)| engine.as_str()).collect::<Vec<_>>().join(" ")
        };
        table.add_row([
            group.id.clone(),
            group.seen_by.join(" "),
            side(Siding::Expected),
            side(Siding::Accused),
            side(Siding::Neither),
            group.group.clone(),
        ]);
    }
    print_line(&table.to_string())?;
    if let (Some(n_d), Some(n_vdd)) = (outcomes.n_d, outcomes.n_vdd) {
        print_line(&format!("{n_d} discrepancies (N_D), {n_vdd} version-distinct ones (N_VDD)"))?;
    }
    Ok(())
}
