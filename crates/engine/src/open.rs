//! From a SPEC to an engine that answers, with all that the catalogue knows of it.

use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use quarrel_case::engine::{Engine, EngineError, Identity};
use quarrel_case::language::Language;
use quarrel_case::profile::{Dialect, Features, HARNESS_FAULTS, Profile, ProfileError};
use serde_json::{Value as Json, json};

use crate::bolt::{Bolt, Packed};
use crate::catalogue::{Catalogue, Divergence, Entry, Protocol, Speech};
use crate::driver::Driver;
use crate::install::{Cache, Parts};
use crate::link::{Invocation, Link};
use crate::server::{Recipe, Servers};
use crate::spec::{Spec, SpecError};

/// How our own binary is started as a worker: `PROGRAM ARGS... NAME`.
#[derive(Debug, Clone)]
pub struct Launcher {
    /// The program.
    pub program: PathBuf,
    /// The arguments before the engine's name.
    pub args: Vec<String>,
    /// The engines that this build hosts.
    pub hosts: Vec<String>,
    /// Where versions that it does not host are installed.
    pub cache: Cache,
    /// The servers that it started and those that it speaks to.
    pub servers: Servers,
}

impl Launcher {
    /// This very program, called as `worker NAME`.
    pub fn this_program(hosts: &[&str]) -> io::Result<Self> {
        Ok(Self {
            program: std::env::current_exe()?,
            args: vec!["worker".to_owned()],
            hosts: hosts.iter().map(ToString::to_string).collect(),
            cache: Cache::of_user(),
            servers: Servers::default(),
        })
    }

    /// The same, but a running server that holds something may be emptied.
    #[must_use]
    pub fn wiping(self, wipe: bool) -> Self {
        Self { servers: Servers::wiping(wipe), ..self }
    }

    /// True when our own binary hosts this version.
    pub(crate) fn embeds(&self, entry: &Entry, version: &str) -> bool {
        entry.embedded.as_deref() == Some(version) && self.hosts.contains(&entry.name)
    }

    /// How the worker of an engine's version is called; the error says what to do for there to be one.
    fn worker(&self, entry: &Entry, version: &str) -> Result<(PathBuf, Vec<String>), String> {
        if self.embeds(entry, version) {
            let args = self.args.iter().chain([&entry.name]).cloned();
            return Ok((self.program.clone(), args.collect()));
        }
        if let Some(program) = self.cache.program(&entry.name, version) {
            return Ok((program, Vec::new()));
        }
        Err(match entry.build(version) {
            Some(_) => not_installed(entry, version),
            None => "this build does not host it; build with the feature `embedded`".to_owned(),
        })
    }
}

fn not_installed(entry: &Entry, version: &str) -> String {
    format!("it is not installed; `quarrel engines install {}@{version}` does that", entry.name)
}

/// An engine that answers, and what is known of it.
pub struct OpenEngine {
    /// The engine.
    pub engine: Box<dyn Engine>,
    /// How it was named.
    pub spec: Spec,
    /// Name and version.
    pub identity: Identity,
    /// What it does differently on purpose.
    pub profile: Profile,
    /// How its texts are spelled.
    pub dialect: Dialect,
    /// What it offers.
    pub features: Features,
    /// Its known bugs.
    pub divergences: Vec<Divergence>,
    /// Its entry in the catalogue; of the reference, the entry of the engine that it stands for.
    pub entry: Option<Arc<Entry>>,
}

impl std::fmt::Debug for OpenEngine {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "OpenEngine({}: {})", self.spec, self.identity)
    }
}

/// Why there is no engine.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// It was asked for wrongly: unknown engine, version, option, value, fault.
    #[error("{0}")]
    Usage(String),
    /// It cannot be had.
    #[error(transparent)]
    Unavailable(#[from] EngineError),
}

impl From<SpecError> for OpenError {
    fn from(error: SpecError) -> Self {
        OpenError::Usage(error.to_string())
    }
}

impl OpenError {
    /// The exit code of the contract: 2 for wrong usage, 3 for an engine that could not be had.
    pub fn exit_code(&self) -> u8 {
        match self {
            OpenError::Usage(_) => 2,
            OpenError::Unavailable(_) => 3,
        }
    }
}

/// Checks that an engine can be asked for so, without starting it: wrong usage shows before anything runs.
pub fn check(
    spec: &Spec,
    catalogue: &Catalogue,
    language: &dyn Language,
    launcher: &Launcher,
) -> Result<(), OpenError> {
    plan(spec, catalogue, language, launcher).map(drop)
}

/// Starts an engine.
pub fn open(
    spec: &Spec,
    catalogue: &Catalogue,
    language: &Arc<dyn Language>,
    launcher: &Launcher,
) -> Result<OpenEngine, OpenError> {
    let plan = plan(spec, catalogue, &**language, launcher)?;
    let reached = plan.reach(language, launcher);
    let (reached, plan) = reached.map_err(|reason| unavailable(spec, &reason))?;
    Ok(OpenEngine {
        engine: reached.engine,
        spec: spec.clone(),
        identity: reached.identity,
        profile: plan.profile,
        dialect: plan.speech.dialect(),
        features: plan.features.and(&reached.offers),
        divergences: plan.divergences,
        entry: plan.entry,
    })
}

fn unavailable(spec: &Spec, reason: &str) -> OpenError {
    // A log has many lines, an error has one.
    let reason = reason.split_whitespace().collect::<Vec<_>>().join(" ");
    OpenError::Unavailable(EngineError { engine: spec.to_string(), reason })
}

/// A server that was started for a person.
pub struct StartedServer(Bolt);

impl StartedServer {
    /// Where it listens.
    pub fn url(&self) -> String {
        self.0.url().unwrap_or_default()
    }

    /// How it ended, if it has.
    pub fn ended(&mut self) -> Option<String> {
        self.0.ended()
    }
}

/// Starts a server of the catalogue; it ends with what this gives.
pub fn start(spec: &Spec, catalogue: &Catalogue, launcher: &Launcher) -> Result<StartedServer, OpenError> {
    let Spec::Catalogue { name, version, options } = spec else {
        return Err(OpenError::Usage(format!("{spec} is not started: name an engine of the catalogue")));
    };
    let found = catalogue.find(name, version.as_deref());
    let (entry, version) = found.map_err(|error| OpenError::Usage(error.to_string()))?;
    if entry.protocol == Protocol::Worker {
        return Err(OpenError::Usage(format!("{name} is no server: it is started where it is used")));
    }
    options.iter().try_for_each(|(name, value)| check_option(&entry, name, value))?;
    let recipe = recipe(spec, &entry, &version, launcher).map_err(|reason| unavailable(spec, &reason))?;
    let ready = entry.language.values().find_map(|speech| speech.occupied.clone()).unwrap_or_default();
    let bolt = Bolt::start(&launcher.servers, recipe, &ready).map_err(|reason| unavailable(spec, &reason))?;
    Ok(StartedServer(bolt))
}

/// How a version of a server is started, installed as it is.
fn recipe(spec: &Spec, entry: &Entry, version: &str, launcher: &Launcher) -> Result<Recipe, String> {
    let start = entry.start(version).ok_or("the catalogue does not say how it is started")?.clone();
    let (place, artefacts) = match launcher.cache.server(&entry.name, version) {
        Some(installed) => installed,
        None => {
            let parts = Parts::new(entry, version, Catalogue::files(&entry.name), &[]);
            let parts = parts.ok_or_else(|| not_installed(entry, version))?;
            launcher.cache.install(&parts, &mut |_| {})?;
            let installed = launcher.cache.server(&entry.name, version);
            installed.ok_or_else(|| not_installed(entry, version))?
        }
    };
    let artefacts = artefacts.files(&place);
    Ok(Recipe { name: spec.to_string(), version: version.to_owned(), start, place, artefacts })
}

/// An engine with which a conversation has begun.
struct Reached {
    engine: Box<dyn Engine>,
    identity: Identity,
    /// What it says of itself that it offers.
    offers: Features,
}

impl Plan {
    /// Starts the engine or connects to it. What is known of it may depend on the version that it then says.
    fn reach(mut self, language: &Arc<dyn Language>, launcher: &Launcher) -> Result<(Reached, Self), String> {
        let reached = match self.way.clone() {
            Way::Worker(invocation) => self.reach_worker(invocation, language)?,
            Way::Server { spec, entry, version } => {
                let recipe = recipe(&spec, &entry, &version, launcher)?;
                let ready = self.speech.occupied.clone().unwrap_or_default();
                let bolt = Bolt::start(&launcher.servers, recipe, &ready)?;
                self.reach_server(bolt, Identity::new(&entry.name, version), language)?
            }
            Way::Running { url, entry } => {
                let mut bolt = Bolt::connect_to(&launcher.servers, &url)?;
                let version = version_of(&mut bolt, &self.speech)?;
                self.is_of(&version);
                claim(&mut bolt, &launcher.servers, &url, &self.speech)?;
                self.reach_server(bolt, Identity::new(&entry.name, version), language)?
            }
        };
        Ok((reached, self))
    }

    fn reach_worker(&self, invocation: Invocation, language: &Arc<dyn Language>) -> Result<Reached, String> {
        let link = Link::start(invocation)?;
        let hello = link.hello().clone();
        let name = self.name.clone().unwrap_or(hello.name);
        if self.version.as_ref().is_some_and(|version| *version != hello.version) {
            return Err(format!("it is version {}, not the one that was asked for", hello.version));
        }
        let identity = Identity::new(name, hello.version);
        let offers = Features { without: known_features(&hello.without, &**language)? };
        let engine = Driver::new(link, identity.clone(), Arc::clone(language), self.speech.clone())?;
        Ok(Reached { engine: Box::new(engine), identity, offers })
    }

    fn reach_server(
        &self,
        bolt: Bolt,
        identity: Identity,
        language: &Arc<dyn Language>,
    ) -> Result<Reached, String> {
        let engine = Driver::new(bolt, identity.clone(), Arc::clone(language), self.speech.clone())?;
        Ok(Reached { engine: Box::new(engine), identity, offers: Features::default() })
    }

    /// Leaves of what is known what holds of a version.
    fn is_of(&mut self, version: &str) {
        self.speech = self.speech.at(version);
        self.profile = self.speech.profile(version);
        self.features = self.speech.features(version);
        self.divergences = self.speech.divergences(version);
    }
}

/// The version that a running server says it has.
fn version_of(bolt: &mut Bolt, speech: &Speech) -> Result<String, String> {
    let text =
        speech.version.as_deref().ok_or("the catalogue does not say how it is asked for its version")?;
    let row = bolt.ask(text)?.into_iter().next().unwrap_or_default();
    let version = row.first().and_then(Packed::text).map(ToOwned::to_owned);
    version.ok_or_else(|| format!("no version came for {text}"))
}

/// Takes a running server for ours: it is empty, or may be emptied, or was ours before.
fn claim(bolt: &mut Bolt, servers: &Servers, url: &str, speech: &Speech) -> Result<(), String> {
    if servers.may_empty(url) {
        return Ok(());
    }
    let text =
        speech.occupied.as_deref().ok_or("the catalogue does not say how to see whether it is empty")?;
    match bolt.ask(text)?.is_empty() {
        true => {
            servers.clear(url);
            Ok(())
        }
        false => Err("it holds a graph, which a test would remove; --wipe allows that".to_owned()),
    }
}

/// What is to be started or reached, and what is known before it is.
struct Plan {
    way: Way,
    name: Option<String>,
    version: Option<String>,
    speech: Speech,
    profile: Profile,
    features: Features,
    divergences: Vec<Divergence>,
    entry: Option<Arc<Entry>>,
}

/// How an engine is reached.
#[derive(Clone)]
enum Way {
    /// A child process that speaks the worker protocol.
    Worker(Invocation),
    /// A server that we start.
    Server { spec: Spec, entry: Arc<Entry>, version: String },
    /// A server that runs.
    Running { url: String, entry: Arc<Entry> },
}

fn plan(
    spec: &Spec,
    catalogue: &Catalogue,
    language: &dyn Language,
    launcher: &Launcher,
) -> Result<Plan, OpenError> {
    match spec {
        Spec::Catalogue { name, version, .. } => {
            let known = Known::find(catalogue, name, version.as_deref(), language)?;
            known.plan(spec, language, launcher)
        }
        Spec::Server { name, url, .. } => {
            let scheme = url.split("://").next().unwrap_or_default();
            if scheme != "bolt" {
                return Err(unavailable(spec, &format!("there is no driver for {scheme}")));
            }
            let known = Known::find(catalogue, name, None, language)?;
            if known.entry.protocol.scheme() != Some(scheme) {
                return Err(OpenError::Usage(format!("{name} is no server that speaks {scheme}")));
            }
            let way = Way::Running { url: url.clone(), entry: Arc::clone(&known.entry) };
            // Which version it is, the server says.
            let speech = known.entry.language.get(language.name()).cloned().unwrap_or_default();
            Ok(Plan { speech, entry: Some(known.entry), ..Plan::unknown(way) })
        }
        Spec::Exec { command } => {
            let (program, args) =
                command.split_first().ok_or_else(|| OpenError::Usage("the command is missing".to_owned()))?;
            let invocation = invocation(program.into(), args.to_vec(), language, json!({}));
            Ok(Plan::unknown(Way::Worker(invocation)))
        }
        Spec::Reference { profile, fault } => {
            let known = profile
                .as_ref()
                .map(|(name, version)| Known::find(catalogue, name, version.as_deref(), language));
            plan_reference(known.transpose()?, fault.clone(), language, launcher)
        }
    }
}

/// The evaluator under an engine's profile, spelling and capabilities. It shares none of the engine's bugs and
/// loads through an operation, so the rest of the entry does not count.
fn plan_reference(
    known: Option<Known>,
    fault: Option<String>,
    language: &dyn Language,
    launcher: &Launcher,
) -> Result<Plan, OpenError> {
    let mut profile =
        known.as_ref().map_or_else(Profile::default, |known| known.speech.profile(&known.version));
    profile.fault = fault;
    let faults = [language.faults(), HARNESS_FAULTS].concat();
    let usage = |error: ProfileError| OpenError::Usage(format!("reference: {error}"));
    profile.check(language.switches(), &faults).map_err(usage)?;
    let mut args = launcher.args.clone();
    args.push("reference".to_owned());
    let options = json!({ "profile": profile });
    // Who judges the answers must not know that a fault is on.
    profile.fault = None;
    let mut plan = Plan::unknown(Way::Worker(invocation(launcher.program.clone(), args, language, options)));
    if let Some(known) = known {
        plan.features = known.speech.features(&known.version);
        plan.speech.dialect = known.speech.dialect;
        plan.entry = Some(known.entry);
    }
    Ok(Plan { name: Some("reference".to_owned()), profile, ..plan })
}

fn invocation(program: PathBuf, args: Vec<String>, language: &dyn Language, options: Json) -> Invocation {
    Invocation { program, args, language: language.name().to_owned(), options, longest: None }
}

impl Plan {
    /// Of an engine that the catalogue does not know: it is taken to follow the standard.
    fn unknown(way: Way) -> Self {
        Self {
            way,
            name: None,
            version: None,
            speech: Speech::default(),
            profile: Profile::default(),
            features: Features::default(),
            divergences: Vec::new(),
            entry: None,
        }
    }
}

/// An engine of the catalogue in one version and one language.
struct Known {
    entry: Arc<Entry>,
    version: String,
    speech: Speech,
}

impl Known {
    fn find(
        catalogue: &Catalogue,
        name: &str,
        version: Option<&str>,
        language: &dyn Language,
    ) -> Result<Self, OpenError> {
        let found = catalogue.find(name, version);
        let (entry, version) = found.map_err(|error| OpenError::Usage(error.to_string()))?;
        let speech = entry.language.get(language.name()).cloned().ok_or_else(|| {
            let spoken: Vec<&str> = entry.language.keys().map(String::as_str).collect();
            OpenError::Usage(format!("{name} speaks {}, not {}", spoken.join(", "), language.name()))
        })?;
        let speech = speech.at(&version);
        Ok(Self { entry, version, speech })
    }

    fn plan(self, spec: &Spec, language: &dyn Language, launcher: &Launcher) -> Result<Plan, OpenError> {
        let Spec::Catalogue { options, .. } = spec else {
            return Err(OpenError::Usage(format!("{spec} is not of the catalogue")));
        };
        for (name, value) in options {
            check_option(&self.entry, name, value)?;
        }
        let way = match self.entry.protocol {
            Protocol::Worker => {
                let worker = launcher.worker(&self.entry, &self.version);
                let (program, args) = worker.map_err(|reason| {
                    OpenError::Unavailable(EngineError { engine: spec.to_string(), reason })
                })?;
                Way::Worker(invocation(program, args, language, json!(options)))
            }
            Protocol::Bolt => {
                let (entry, version) = (Arc::clone(&self.entry), self.version.clone());
                Way::Server { spec: spec.clone(), entry, version }
            }
        };
        Ok(Plan {
            way,
            name: Some(self.entry.name.clone()),
            profile: self.speech.profile(&self.version),
            features: self.speech.features(&self.version),
            divergences: self.speech.divergences(&self.version),
            version: Some(self.version),
            speech: self.speech,
            entry: Some(self.entry),
        })
    }
}

fn check_option(entry: &Entry, name: &str, value: &str) -> Result<(), OpenError> {
    let engine = &entry.name;
    let Some(option) = entry.option.iter().find(|option| option.name == name) else {
        let known: Vec<&str> = entry.option.iter().map(|option| option.name.as_str()).collect();
        let known = match known.is_empty() {
            true => "it has none".to_owned(),
            false => format!("known are {}", known.join(", ")),
        };
        return Err(OpenError::Usage(format!("{engine} has no option {name:?}; {known}")));
    };
    if option.values.is_empty() || option.values.iter().any(|known| known == value) {
        return Ok(());
    }
    let known = option.values.join(", ");
    Err(OpenError::Usage(format!(
        "the option {name:?} of {engine} has no value {value:?}; known are {known}"
    )))
}

/// What a worker says that it lacks; a name that does not exist would quietly leave out nothing.
fn known_features(without: &BTreeSet<String>, language: &dyn Language) -> Result<BTreeSet<String>, String> {
    let graph = quarrel_graph::all_features(language.model());
    let known = |feature: &&String| {
        language.all_features().contains(&feature.as_str()) || graph.contains(&feature.as_str())
    };
    match without.iter().find(|feature| !known(feature)) {
        Some(feature) => Err(format!("it says to lack {feature:?}, which is no feature")),
        None => Ok(without.clone()),
    }
}
