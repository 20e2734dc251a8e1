//! `quarrel engines`: what the catalogue knows.

use comfy_table::Table;
use serde_json::json;

use crate::commands::{print_json, print_line, workshop};
use crate::exit::{CliError, Exit};

/// What engines there are.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    /// Lists the engines of the catalogue and those that are always there.
    List {
        /// As JSON.
        #[arg(long)]
        json: bool,
    },
}

pub(crate) fn run(arguments: Arguments) -> Result<Exit, CliError> {
    let Action::List { json: as_json } = arguments.action;
    let list = workshop()?.catalogue().describe();
    if as_json {
        print_json(&json!(list))?;
    } else {
        let mut table = Table::new();
        table.set_header(["engine", "languages", "versions", "reached", "about"]);
        for engine in list {
            let (languages, versions) = (engine.languages.join(", "), engine.versions.join(", "));
            table.add_row([engine.name, languages, versions, engine.reached, engine.about]);
        }
        table.set_content_arrangement(comfy_table::ContentArrangement::Dynamic).set_width(120);
        print_line(&table.to_string())?;
    }
    Ok(Exit::Nothing)
}
