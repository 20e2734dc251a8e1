//! `quarrel engines`: what the catalogue knows, and installing what is not embedded.

use std::time::{Duration, Instant};

use comfy_table::Table;
use indicatif::{ProgressBar, ProgressStyle};
use quarrel_engine::catalogue::{Description, State};
use quarrel_engine::install::{Cache, Installed, WorkerCrate};
use quarrel_engine::{Catalogue, Launcher, OpenError, Spec};
use serde_json::json;

use crate::commands::{print_json, print_line};
use crate::exit::{CliError, Exit};
use crate::worker;

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
    /// Builds versions of engines that are not embedded, with cargo, into the cache folder.
    Install {
        /// NAME@VERSION, as `engines list` has them.
        #[arg(required = true)]
        engines: Vec<String>,
    },
}

pub(crate) fn run(arguments: Arguments) -> Result<Exit, CliError> {
    let (catalogue, launcher) = crate::commands::engines()?;
    match arguments.action {
        Action::List { json } => list(&catalogue.describe(&launcher), json)?,
        Action::Install { engines } => {
            // All are looked up before the first is built: that takes minutes.
            let wanted = engines.iter().map(|engine| Wanted::new(engine, &catalogue, &launcher));
            let wanted: Vec<Wanted> = wanted.collect::<Result<_, _>>()?;
            wanted.iter().try_for_each(|wanted| wanted.install(&launcher.cache))?;
        }
    }
    Ok(Exit::Nothing)
}

fn list(engines: &[Description], as_json: bool) -> Result<(), CliError> {
    if as_json {
        return print_json(&json!(engines));
    }
    let mut table = Table::new();
    table.set_header(["engine", "languages", "versions", "reached", "about"]);
    for engine in engines {
        let (languages, versions) = (engine.languages.join(", "), versions(engine));
        table.add_row([&engine.name, &languages, &versions, &engine.reached, &engine.about]);
    }
    table.set_content_arrangement(comfy_table::ContentArrangement::Dynamic).set_width(120);
    print_line(&table.to_string())
}

/// A line for each state that versions are in.
fn versions(engine: &Description) -> String {
    let states = [
        (State::Embedded, "embedded"),
        (State::Installed, "installed"),
        (State::Installable, "can be installed"),
        (State::Missing, "not in this build"),
    ];
    let lines = states.iter().filter_map(|(state, name)| {
        let those = engine.versions.iter().filter(|version| engine.states.get(*version) == Some(state));
        let those: Vec<&str> = those.map(String::as_str).collect();
        (!those.is_empty()).then(|| format!("{name}: {}", those.join(", ")))
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A version that is to be there.
struct Wanted {
    title: String,
    /// What has to be built; none: this program hosts it.
    worker: Option<WorkerCrate>,
}

impl Wanted {
    fn new(engine: &str, catalogue: &Catalogue, launcher: &Launcher) -> Result<Self, CliError> {
        let spec: Spec = engine.parse().map_err(OpenError::from)?;
        let Spec::Catalogue { name, version, options } = &spec else {
            return Err(CliError::usage(format!("{spec} is not installed: name an engine of the catalogue")));
        };
        if !options.is_empty() {
            return Err(CliError::usage(format!("{spec}: options are given when an engine is used")));
        }
        let found = catalogue.find(name, version.as_deref());
        let (entry, version) = found.map_err(|error| CliError::usage(error.to_string()))?;
        let title = format!("{name}@{version}");
        if State::of(&entry, &version, launcher) == State::Embedded {
            return Ok(Self { title, worker: None });
        }
        let worker = WorkerCrate::new(&entry, &version, Catalogue::files(name), worker::FRAME);
        match worker {
            Some(worker) => Ok(Self { title, worker: Some(worker) }),
            None => Err(CliError::Engine(format!("{title}: the catalogue does not say how it is built"))),
        }
    }

    fn install(&self, cache: &Cache) -> Result<(), CliError> {
        let title = &self.title;
        let Some(worker) = &self.worker else {
            return print_line(&format!("{title} is embedded"));
        };
        let (start, bar) = (Instant::now(), ProgressBar::new_spinner());
        let style = ProgressStyle::with_template("{spinner} {elapsed} {prefix}: {wide_msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        bar.set_prefix(title.clone());
        bar.enable_steady_tick(Duration::from_millis(250));
        let installed = cache.install(worker, &mut |line| bar.set_message(line.trim().to_owned()));
        bar.finish_and_clear();
        match installed.map_err(|why| CliError::Engine(format!("{title}: {why}")))? {
            Installed::Before => print_line(&format!("{title} is already installed")),
            Installed::Now => {
                if !worker.is_locked() {
                    print_line(&format!(
                        "{title} is not locked: cargo chose the newest dependencies that fit"
                    ))?;
                }
                print_line(&format!("{title} is installed ({} s)", start.elapsed().as_secs()))
            }
        }
    }
}
