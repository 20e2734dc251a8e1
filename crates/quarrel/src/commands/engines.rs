//! `quarrel engines`: what the catalogue knows, and installing what is not embedded.

use std::time::{Duration, Instant};

use quarrel_engine::catalogue::{Description, Java, State};
use quarrel_engine::install::{Cache, Installed, Parts};
use quarrel_engine::{Catalogue, Launcher, OpenError, Spec, java};
use serde_json::json;

use crate::commands::{print_json, print_line, probe, wordy_table};
use crate::exit::{CliError, Exit, await_interruption};
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
    /// Puts versions of engines that are not embedded into the cache folder: builds them with cargo, or fetches them.
    Install {
        /// NAME@VERSION, as `engines list` has them.
        #[arg(required = true)]
        engines: Vec<String>,
    },
    /// Starts a server and prints its URL; it runs until this is interrupted.
    Start {
        /// NAME@VERSION, as `engines list` has them.
        engine: String,
    },
    Probe(probe::Arguments),
    /// Prints the lock of an installed version: what it was made of, by checksum.
    Lock {
        /// NAME@VERSION, as `engines list` has them.
        engine: String,
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
            wanted.iter().try_for_each(|wanted| print_line(&wanted.install(&launcher.cache)?))?;
        }
        Action::Probe(arguments) => return probe::run(&arguments),
        Action::Start { engine } => return start(&engine, &catalogue, &launcher),
        Action::Lock { engine } => lock(&engine, &catalogue, &launcher)?,
    }
    Ok(Exit::Nothing)
}

/// Starts a server, installed first where it is not there, and waits until it ends or is no longer wanted.
fn start(engine: &str, catalogue: &Catalogue, launcher: &Launcher) -> Result<Exit, CliError> {
    let spec: Spec = engine.parse().map_err(OpenError::from)?;
    let mut server = quarrel_engine::start(&spec, catalogue, launcher)?;
    let interrupted = await_interruption();
    print_line(&server.url())?;
    while !interrupted() {
        if let Some(how) = server.ended() {
            return Err(CliError::Engine(format!("{spec} ended: {how}")));
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    Ok(Exit::Interrupted)
}

fn lock(engine: &str, catalogue: &Catalogue, launcher: &Launcher) -> Result<(), CliError> {
    let wanted = Wanted::new(engine, catalogue, launcher)?;
    match launcher.cache.lock(&wanted.name, &wanted.version) {
        Some(lock) => print_line(lock.trim_end()),
        None => Err(CliError::Engine(format!("{} is not installed", wanted.title))),
    }
}

fn list(engines: &[Description], as_json: bool) -> Result<(), CliError> {
    if as_json {
        return print_json(&json!(engines));
    }
    let mut table = wordy_table(["engine", "languages", "versions", "reached", "about"]);
    for engine in engines {
        let (languages, versions) = (engine.languages.join(", "), versions(engine));
        table.add_row([&engine.name, &languages, &versions, &engine.reached, &engine.about]);
    }
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
    name: String,
    version: String,
    /// What it is made of; none: this program hosts it.
    parts: Option<Parts>,
    /// The Java that runs it.
    java: Java,
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
        let name = name.clone();
        if State::of(&entry, &version, launcher) == State::Embedded {
            return Ok(Self { title, name, version, parts: None, java: Java::default() });
        }
        let java = entry.java(&version);
        match Parts::new(&entry, &version, entry.files(), worker::FRAME) {
            Some(parts) => Ok(Self { title, name, version, parts: Some(parts), java }),
            None => Err(CliError::Engine(format!("{title}: the catalogue does not say how it is built"))),
        }
    }

    /// Puts the version in its place and says in a line what came of it.
    fn install(&self, cache: &Cache) -> Result<String, CliError> {
        let title = &self.title;
        let Some(parts) = &self.parts else {
            return Ok(format!("{title} is embedded"));
        };
        let start = Instant::now();
        let installed = cache.install(parts);
        let installed = installed.and_then(|installed| java::provide(&self.java, cache).map(|_| installed));
        match installed.map_err(|why| CliError::Engine(format!("{title}: {why}")))? {
            Installed::Before => Ok(format!("{title} is already installed")),
            Installed::Now => {
                if !parts.is_locked() {
                    eprintln!("{title} is not locked: what it is made of was taken as it came");
                }
                Ok(format!("{title} is installed ({} s)", start.elapsed().as_secs()))
            }
        }
    }
}
