//! The subcommands, a file each, and what several of them share.

pub(crate) mod check;
pub(crate) mod conformance;
pub(crate) mod ending;
pub(crate) mod engines;
pub(crate) mod generate;
pub(crate) mod hunt;
pub(crate) mod oracles;
pub(crate) mod probe;
pub(crate) mod query;
pub(crate) mod reduce;
pub(crate) mod replay;
pub(crate) mod selftest;
pub(crate) mod side_by_side;
pub(crate) mod triage;
pub(crate) mod worker;

use std::borrow::Cow;
use std::io::{Read as _, Write as _};
use std::path::Path;

use comfy_table::{ContentArrangement, Table};
use quarrel_case::graph::{Graph, Model};
use quarrel_case::nquads;
use quarrel_engine::{Catalogue, Launcher};
use quarrel_hunt::workshop::Workshop;
use serde_json::Value as Json;

use crate::exit::CliError;
use crate::{languages, progress, worker as workers};

/// Where engines come from: the catalogue, and this very binary as the host of embedded ones.
pub(crate) fn workshop(running: Running) -> Result<Workshop, CliError> {
    let (catalogue, launcher) = engines()?;
    Ok(Workshop::new(catalogue, launcher.wiping(running.wipe)))
}

/// What may be done to a server that runs already.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
pub(crate) struct Running {
    /// Empty a running server (NAME+URL) that holds a graph.
    #[arg(long)]
    wipe: bool,
}

impl Running {
    /// What either allows.
    pub(crate) fn or(self, wipe: bool) -> Self {
        Self { wipe: self.wipe || wipe }
    }
}

/// What is known of engines, and how they are started.
fn engines() -> Result<(Catalogue, Launcher), CliError> {
    let mut launcher = Launcher::this_program(&workers::embedded())?;
    launcher.cache = launcher.cache.telling(progress::installation);
    Ok((catalogue()?, launcher))
}

/// What is known of engines: with what a folder of the user's own says, where `QUARREL_CATALOGUE` names one.
pub(crate) fn catalogue() -> Result<Catalogue, CliError> {
    match std::env::var_os("QUARREL_CATALOGUE").filter(|place| !place.is_empty()) {
        Some(place) => Catalogue::with(Path::new(&place)).map_err(|error| CliError::usage(error.to_string())),
        None => Catalogue::builtin().map_err(|error| CliError::Own(anyhow::anyhow!("{error}"))),
    }
}

/// The graph models of the languages by their names, for reading findings.
pub(crate) fn model_of(language: &str) -> Option<Model> {
    languages::find(language).map(|language| language.model())
}

/// Reads a graph file; an RDF one is N-Quads unless its ending says TriG or Turtle.
pub(crate) fn read_graph(path: &Path, model: Model) -> Result<Graph, CliError> {
    let unreadable = |why: String| CliError::usage(format!("{}: {why}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| unreadable(error.to_string()))?;
    let is = |ending: &str| path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending));
    if model == Model::Rdf && (is("trig") || is("ttl")) {
        return crate::trig::read(&text).map_err(unreadable);
    }
    if model == Model::Rdf {
        // Checked on its own, because the line of the error helps.
        nquads::read(&text).map_err(|error| unreadable(error.to_string()))?;
    }
    Graph::from_text(&text, model).map_err(|error| unreadable(error.to_string()))
}

/// The text of a query: as it is given, or from standard input when it is `-` or left out.
pub(crate) fn query_text(given: Option<&str>) -> Result<String, CliError> {
    if let Some(text) = given.filter(|text| *text != "-") {
        return Ok(text.to_owned());
    }
    let mut text = String::new();
    std::io::stdin()
        .read_to_string(&mut text)
        .map_err(|error| CliError::usage(format!("standard input: {error}")))?;
    Ok(text)
}

/// Prints a line; a reader that has gone away ends the program as quietly as it ends others.
pub(crate) fn print_line(text: &str) -> Result<(), CliError> {
    let mut out = std::io::stdout().lock();
    match writeln!(out, "{}", tame(text)) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => std::process::exit(0),
        result => Ok(result?),
    }
}

/// The text without what a terminal would obey: names and messages come from engines.
fn tame(text: &str) -> Cow<'_, str> {
    let is_wild = |letter: char| letter.is_control() && !matches!(letter, '\n' | '\t');
    if !text.contains(is_wild) {
        return Cow::Borrowed(text);
    }
    let tamed =
        |letter: char| if is_wild(letter) { letter.escape_default().to_string() } else { letter.into() };
    Cow::Owned(text.chars().map(tamed).collect())
}

/// A table of words, whose cells are broken where lines would be longer than most terminals are wide.
pub(crate) fn wordy_table<const N: usize>(header: [&str; N]) -> Table {
    let mut table = Table::new();
    table.set_header(header).set_content_arrangement(ContentArrangement::Dynamic).set_width(120);
    table
}

/// Prints JSON, indented.
pub(crate) fn print_json(json: &Json) -> Result<(), CliError> {
    print_line(&format!("{json:#}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_shown_as_text() {
        for (text, shown) in [("a\n\tb ≠", "a\n\tb ≠"), ("g\u{1b}[31mred\r", "g\\u{1b}[31mred\\r")] {
            assert_eq!(tame(text), shown);
        }
    }
}
