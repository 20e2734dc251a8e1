//! `quarrel oracles`: what can be asked of an engine.

use quarrel_oracle::Oracle;
use serde_json::json;

use crate::commands::{print_json, print_line, selftest, wordy_table};
use crate::exit::{CliError, Exit};
use crate::languages;

/// What oracles there are.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    /// Lists the oracles: what each checks, where it comes from, what it costs.
    List {
        /// As JSON.
        #[arg(long)]
        json: bool,
    },
    Selftest(selftest::Arguments),
}

pub(crate) fn run(arguments: Arguments) -> Result<Exit, CliError> {
    match arguments.action {
        Action::List { json } => list(json),
        Action::Selftest(arguments) => selftest::run(arguments),
    }
}

fn list(as_json: bool) -> Result<Exit, CliError> {
    let languages = languages::all();
    let spoken = |oracle: &dyn Oracle| -> Vec<&'static str> {
        let speaks = languages.iter().filter(|language| oracle.speaks(&***language));
        speaks.map(|language| language.name()).collect()
    };
    let oracles = quarrel_oracle::all().into_iter().map(|oracle| (*oracle.about(), spoken(oracle)));
    if as_json {
        let list = oracles
            .map(|(about, languages)| {
            json!({ "name": about.name, "languages": languages, "checks": about.checks, "source": about.source,
                    "preconditions": about.preconditions, "cost": about.cost, "needs_peer": about.needs_peer,
                    "weight": about.weight })
        });
        print_json(&json!(list.collect::<Vec<_>>()))?;
    } else {
        let mut table =
            wordy_table(["oracle", "languages", "checks that", "source", "when", "query steps", "weight"]);
        for (about, languages) in oracles {
            table.add_row([
                about.name,
                &languages.join(" "),
                about.checks,
                about.source,
                about.preconditions,
                &about.cost.to_string(),
                &about.weight.to_string(),
            ]);
        }
        print_line(&table.to_string())?;
    }
    Ok(Exit::Nothing)
}
