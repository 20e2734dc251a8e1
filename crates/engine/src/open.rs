//! From a SPEC to an engine that answers, with all that the catalogue knows of it.

use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use quarrel_case::engine::{Engine, EngineError, Identity};
use quarrel_case::language::Language;
use quarrel_case::profile::{Dialect, Features, HARNESS_FAULTS, Profile, ProfileError};
use serde_json::{Value as Json, json};

use crate::address::Address;
use crate::catalogue::{Catalogue, Divergence, Entry, Protocol, Setting, Speech};
use crate::install::Cache;
use crate::link::Invocation;
use crate::server::Servers;
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
    pub(crate) fn worker(&self, entry: &Entry, version: &str) -> Result<(PathBuf, Vec<String>), String> {
        if self.embeds(entry, version) {
            let args = self.args.iter().chain([&entry.name]).cloned();
            return Ok((self.program.clone(), args.collect()));
        }
        if let Some(program) = self.cache.program(&entry.name, version) {
            return match self.cache.holds(entry, version) {
                true => Ok((program, Vec::new())),
                false => Err(outdated(entry, version)),
            };
        }
        Err(match entry.build(version) {
            Some(_) => not_installed(entry, version),
            None => "this build does not host it; build with the feature `embedded`".to_owned(),
        })
    }
}

pub(crate) fn not_installed(entry: &Entry, version: &str) -> String {
    format!("it is not installed; `quarrel engines install {}@{version}` does that", entry.name)
}

fn outdated(entry: &Entry, version: &str) -> String {
    let name = format!("{}@{version}", entry.name);
    format!(
        "what is installed was not made of what the catalogue pins; `quarrel engines install {name}` does that"
    )
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
    /// The switches by which it does so, each with its source and its probe.
    pub settings: Vec<Setting>,
    /// How its texts are spelled.
    pub dialect: Dialect,
    /// What it offers.
    pub features: Features,
    /// The plans that a query can ask for, by their names.
    pub plans: Vec<String>,
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
        plans: plan.speech.plans(),
        settings: plan.speech.profile,
        features: plan.features.and(&reached.offers),
        divergences: plan.divergences,
        entry: plan.entry,
    })
}

pub(crate) fn unavailable(spec: &Spec, reason: &str) -> OpenError {
    // A log has many lines, an error has one.
    let reason = reason.split_whitespace().collect::<Vec<_>>().join(" ");
    OpenError::Unavailable(EngineError { engine: spec.to_string(), reason })
}

/// What is to be started or reached, and what is known before it is.
pub(crate) struct Plan {
    pub(crate) way: Way,
    pub(crate) name: Option<String>,
    pub(crate) version: Option<String>,
    pub(crate) speech: Speech,
    pub(crate) profile: Profile,
    pub(crate) features: Features,
    pub(crate) divergences: Vec<Divergence>,
    pub(crate) entry: Option<Arc<Entry>>,
}

/// How an engine is reached.
#[derive(Clone)]
pub(crate) enum Way {
    /// A child process that speaks the worker protocol.
    Worker(Invocation),
    /// A server that we start.
    Server { spec: Spec, entry: Arc<Entry>, version: String },
    /// A server that runs.
    Running { url: String, label: Option<String>, entry: Arc<Entry> },
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
        Spec::Server { name, label, url } => {
            let scheme = url.split("://").next().unwrap_or_default();
            let servers =
                [Protocol::Bolt, Protocol::Sparql, Protocol::Gremlin, Protocol::Resp, Protocol::Arcade];
            let usage = |why: String| OpenError::Usage(format!("{spec}: {why}"));
            if !servers.iter().any(|protocol| protocol.schemes().contains(&scheme)) {
                return Err(usage(format!("there is no driver for {scheme}")));
            }
            let entry = catalogue.entry(name).map_err(|error| OpenError::Usage(error.to_string()))?;
            // Which version it is, the server says.
            let speech = speech(&entry, language)?;
            if !entry.protocol.schemes().contains(&scheme) {
                return Err(OpenError::Usage(format!("{name} is no server that speaks {scheme}")));
            }
            Address::parse(url).map_err(usage)?;
            let way = Way::Running { url: url.clone(), label: label.clone(), entry: Arc::clone(&entry) };
            Ok(Plan { speech, entry: Some(entry), ..Plan::unknown(way) })
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
        plan.speech.profile = known.speech.profile;
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

/// How an engine speaks a language.
fn speech(entry: &Entry, language: &dyn Language) -> Result<Speech, OpenError> {
    entry.language.get(language.name()).cloned().ok_or_else(|| {
        let spoken: Vec<&str> = entry.language.keys().map(String::as_str).collect();
        OpenError::Usage(format!("{} speaks {}, not {}", entry.name, spoken.join(", "), language.name()))
    })
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
        let speech = speech(&entry, language)?.at(&version);
        Ok(Self { entry, version, speech })
    }

    fn plan(mut self, spec: &Spec, language: &dyn Language, launcher: &Launcher) -> Result<Plan, OpenError> {
        let Spec::Catalogue { options, .. } = spec else {
            return Err(OpenError::Usage(format!("{spec} is not of the catalogue")));
        };
        for (name, value) in options {
            check_option(&self.entry, &self.version, name, value)?;
        }
        self.speech = self.speech.under(&self.entry.chosen(&self.version, options));
        let way = match self.entry.protocol {
            Protocol::Worker => {
                let worker = launcher.worker(&self.entry, &self.version);
                let (program, args) = worker.map_err(|reason| {
                    OpenError::Unavailable(EngineError { engine: spec.to_string(), reason })
                })?;
                Way::Worker(invocation(program, args, language, json!(options)))
            }
            _ => {
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

pub(crate) fn check_option(entry: &Entry, version: &str, name: &str, value: &str) -> Result<(), OpenError> {
    let engine = format!("{}@{version}", entry.name);
    let Some(option) = entry.options(version).find(|option| option.name == name) else {
        let known: Vec<&str> = entry.options(version).map(|option| option.name.as_str()).collect();
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
pub(crate) fn known_features(
    without: &BTreeSet<String>,
    language: &dyn Language,
) -> Result<BTreeSet<String>, String> {
    let graph = quarrel_graph::all_features(language);
    let known = |feature: &&String| {
        language.all_features().contains(&feature.as_str()) || graph.contains(&feature.as_str())
    };
    match without.iter().find(|feature| !known(feature)) {
        Some(feature) => Err(format!("it says to lack {feature:?}, which is no feature")),
        None => Ok(without.clone()),
    }
}
