//! How a conversation with an engine begins: a worker or a server is started, or a running server is taken for ours.

use std::collections::BTreeMap;
use std::sync::Arc;

use quarrel_case::answer::Table;
use quarrel_case::engine::{Engine, Identity};
use quarrel_case::language::Language;
use quarrel_case::profile::Features;
use quarrel_case::value::Value;

use crate::arcade::Arcade;
use crate::bolt::Bolt;
use crate::catalogue::{Catalogue, Endpoint, Entry, Protocol, Speech};
use crate::driver::Driver;
use crate::gremlin::{Gremlin, Manner};
use crate::install::Parts;
use crate::java;
use crate::link::{Invocation, Link};
use crate::open::{Launcher, OpenError, Plan, Way, check_option, known_features, not_installed, unavailable};
use crate::resp::Resp;
use crate::server::{Recipe, Servers};
use crate::sparql::Sparql;
use crate::spec::Spec;
use crate::station::{Attended, Conversation, Station};

/// A server that was started for a person.
pub struct StartedServer(Box<dyn Attended>);

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
    options.iter().try_for_each(|(name, value)| check_option(&entry, &version, name, value))?;
    let ready = entry.language.values().find_map(|speech| speech.occupied.clone()).unwrap_or_default();
    let own = || recipe(spec, &entry, &version, launcher);
    let started = match entry.protocol {
        Protocol::Worker => {
            return Err(OpenError::Usage(format!("{name} is no server: it is started where it is used")));
        }
        Protocol::Bolt => own().and_then(|recipe| attended::<Bolt>(launcher, recipe, (), &ready)),
        Protocol::Resp => own().and_then(|recipe| attended::<Resp>(launcher, recipe, (), &ready)),
        Protocol::Sparql => {
            own().and_then(|recipe| attended::<Sparql>(launcher, recipe, entry.endpoint.clone(), &ready))
        }
        Protocol::Arcade => {
            own().and_then(|recipe| attended::<Arcade>(launcher, recipe, entry.endpoint.clone(), &ready))
        }
        Protocol::Gremlin => {
            let manner = Manner { endpoint: entry.endpoint.at(&version), posts: false };
            own().and_then(|recipe| attended::<Gremlin>(launcher, recipe, manner, &ready))
        }
    };
    started.map(StartedServer).map_err(|reason| unavailable(spec, &reason))
}

fn attended<C: Conversation + 'static>(
    launcher: &Launcher,
    recipe: Recipe,
    manner: C::Manner,
    ready: &str,
) -> Result<Box<dyn Attended>, String> {
    Ok(Box::new(Station::<C>::start(&launcher.servers, recipe, manner, ready)?))
}

/// How a version of a server is started, installed as it is.
fn recipe(spec: &Spec, entry: &Entry, version: &str, launcher: &Launcher) -> Result<Recipe, String> {
    let start = entry.start(version).ok_or("the catalogue does not say how it is started")?.clone();
    // What is damaged or no longer what the catalogue pins is installed as what is missing is.
    if let Some(parts) = Parts::new(entry, version, entry.files(), &[]) {
        launcher.cache.install(&parts)?;
    }
    let installed = launcher.cache.server(&entry.name, version);
    let (place, artefacts) = installed.ok_or_else(|| not_installed(entry, version))?;
    let options = match spec {
        Spec::Catalogue { options, .. } => entry.chosen(version, options),
        _ => BTreeMap::new(),
    };
    Ok(Recipe {
        name: spec.to_string(),
        version: version.to_owned(),
        java: java::provide(&entry.java(version), &launcher.cache)?,
        options,
        start,
        artefacts: artefacts.class_path(&place),
        place,
    })
}

/// An engine with which a conversation has begun.
pub(crate) struct Reached {
    pub(crate) engine: Box<dyn Engine>,
    pub(crate) identity: Identity,
    /// What it says of itself that it offers.
    pub(crate) offers: Features,
}

impl Plan {
    /// Starts the engine or connects to it. What is known of it may depend on the version that it then says.
    pub(crate) fn reach(
        mut self,
        language: &Arc<dyn Language>,
        launcher: &Launcher,
    ) -> Result<(Reached, Self), String> {
        let reached = match self.way.clone() {
            Way::Worker(invocation) => self.reach_worker(invocation, language)?,
            Way::Server { spec, entry, version } => {
                let recipe = recipe(&spec, &entry, &version, launcher)?;
                let identity = Identity::new(&entry.name, version.as_str());
                match entry.protocol {
                    Protocol::Sparql => {
                        let manner = entry.endpoint.clone();
                        self.reach_own::<Sparql>(launcher, recipe, manner, identity, language)?
                    }
                    Protocol::Arcade => {
                        let manner = entry.endpoint.clone();
                        self.reach_own::<Arcade>(launcher, recipe, manner, identity, language)?
                    }
                    Protocol::Gremlin => {
                        let manner = Manner { endpoint: entry.endpoint.at(&version), posts: false };
                        self.reach_own::<Gremlin>(launcher, recipe, manner, identity, language)?
                    }
                    Protocol::Resp => self.reach_own::<Resp>(launcher, recipe, (), identity, language)?,
                    _ => self.reach_own::<Bolt>(launcher, recipe, (), identity, language)?,
                }
            }
            Way::Running { url, label, entry } => match entry.protocol {
                Protocol::Sparql => {
                    let manner = entry.endpoint.clone();
                    self.reach_telling::<Sparql>(launcher, (&url, label), manner, &entry, language)?
                }
                Protocol::Arcade => {
                    let manner = entry.endpoint.clone();
                    self.reach_telling::<Arcade>(launcher, (&url, label), manner, &entry, language)?
                }
                Protocol::Resp => {
                    self.reach_telling::<Resp>(launcher, (&url, label), (), &entry, language)?
                }
                Protocol::Gremlin => {
                    let version = label.as_deref().unwrap_or(entry.newest());
                    let endpoint = entry.endpoint.at(version);
                    let manner = Manner { endpoint, posts: url.starts_with("http:") };
                    self.reach_running::<Gremlin>(launcher, (&url, label), manner, &entry, language)?
                }
                _ => self.reach_running::<Bolt>(launcher, (&url, label), (), &entry, language)?,
            },
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
        let without = known_features(&hello.without, &**language)?;
        let offers = Features { without, ..Features::default() };
        let engine = Driver::new(link, identity.clone(), Arc::clone(language), self.speech.clone())?;
        Ok(Reached { engine: Box::new(engine), identity, offers })
    }

    fn reach_own<C: Conversation + 'static>(
        &self,
        launcher: &Launcher,
        recipe: Recipe,
        manner: C::Manner,
        identity: Identity,
        language: &Arc<dyn Language>,
    ) -> Result<Reached, String> {
        let ready = self.speech.occupied.as_deref().unwrap_or_default();
        let station = Station::<C>::start(&launcher.servers, recipe, manner, ready)?;
        self.reach_server(station, identity, language)
    }

    /// A running server that says its version when it is asked. One that does not is taken for what the user calls it;
    /// where nothing is known of any version, it may be of any.
    fn reach_running<C: Conversation + 'static>(
        &mut self,
        launcher: &Launcher,
        (url, label): (&str, Option<String>),
        manner: C::Manner,
        entry: &Entry,
        language: &Arc<dyn Language>,
    ) -> Result<Reached, String> {
        let mut station = Station::<C>::connect_to(&launcher.servers, url, manner)?;
        let any = || entry.versions.is_empty().then(|| "unknown".to_owned());
        let version = version_of(&mut station, &self.speech).or_else(|why| label.or_else(any).ok_or(why))?;
        self.is_of(&version);
        claim(&mut station, &launcher.servers, url, &self.speech)?;
        self.reach_server(station, Identity::new(&entry.name, version), language)
    }

    /// A running server that says its version along with its answers, if it does. One that does not is taken for what
    /// the user calls it, or for the newest.
    fn reach_telling<C: Conversation + 'static>(
        &mut self,
        launcher: &Launcher,
        (url, label): (&str, Option<String>),
        manner: C::Manner,
        entry: &Entry,
        language: &Arc<dyn Language>,
    ) -> Result<Reached, String> {
        let mut station = Station::<C>::connect_to(&launcher.servers, url, manner)?;
        claim(&mut station, &launcher.servers, url, &self.speech)?;
        let version = version_said(&station, &entry.endpoint);
        self.is_of(version.as_deref().or(label.as_deref()).unwrap_or(entry.newest()));
        let version = version.or(label).unwrap_or_else(|| "unknown".to_owned());
        self.reach_server(station, Identity::new(&entry.name, version), language)
    }

    fn reach_server<C: Conversation + 'static>(
        &self,
        station: Station<C>,
        identity: Identity,
        language: &Arc<dyn Language>,
    ) -> Result<Reached, String> {
        let engine = Driver::new(station, identity.clone(), Arc::clone(language), self.speech.clone())?;
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

/// The version that a running server gives when it is asked.
fn version_of<C: Conversation>(station: &mut Station<C>, speech: &Speech) -> Result<String, String> {
    let text =
        speech.version.as_deref().ok_or("the catalogue does not say how it is asked for its version")?;
    let Table { rows, .. } = station.ask(text)?;
    match rows.into_iter().next().and_then(|row| row.into_iter().next()) {
        Some(Value::String(version)) => Ok(version),
        _ => Err(format!("no version came for {text}")),
    }
}

/// The version that a running server says along with its answers.
fn version_said<C: Conversation>(station: &Station<C>, endpoint: &Endpoint) -> Option<String> {
    let found = endpoint.version.as_ref()?.0.captures(station.server()?)?;
    Some(found.get(1)?.as_str().to_owned())
}

/// Takes a running server for ours: it is empty, or may be emptied, or was ours before.
fn claim<C: Conversation>(
    station: &mut Station<C>,
    servers: &Servers,
    url: &str,
    speech: &Speech,
) -> Result<(), String> {
    let text =
        speech.occupied.as_deref().ok_or("the catalogue does not say how to see whether it is empty")?;
    // It is asked in any case: with the answer a server may say what it is.
    let is_occupied = !station.ask(text)?.rows.is_empty();
    if !servers.may_empty(url) {
        let holds = if is_occupied { Some("a graph") } else { schema(station, speech)? };
        if let Some(what) = holds {
            return Err(format!("it holds {what}, which a test would remove; --wipe allows that"));
        }
    }
    servers.clear(url);
    Ok(())
}

/// What else would be lost of a server without a graph: somebody may have declared its indexes already.
fn schema<C: Conversation>(
    station: &mut Station<C>,
    speech: &Speech,
) -> Result<Option<&'static str>, String> {
    for text in speech.declarations() {
        if !station.ask(text)?.rows.is_empty() {
            return Ok(Some("an index or a constraint"));
        }
    }
    Ok(None)
}
