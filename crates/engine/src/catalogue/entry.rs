//! What the catalogue says of one engine: the form of `engine.toml`.
//!
//! Unknown keys are refused, so that a misspelt one cannot be passed over. Everything that depends on the
//! language stands under `[language.NAME]` (`speech`), because one engine may speak several, each with its own
//! semantics.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::speech::{Options, Speech};
use super::{Build, Endpoint, Install, Java, Start};
use crate::version::Versions;

/// What stands for the version in the name of a container image.
pub(super) const VERSION: &str = "{{ version }}";

/// One engine.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its name on the command line, which is also its folder's.
    pub name: String,
    /// What it is, in one sentence.
    pub about: String,
    /// The versions that are pinned, the newest first.
    pub versions: Vec<String>,
    /// The version that this project's own binary hosts (`quarrel worker NAME`).
    pub embedded: Option<String>,
    /// How the workers of versions that are not embedded are built.
    #[serde(default)]
    pub worker: Vec<Build>,
    /// How it is spoken to.
    pub protocol: Protocol,
    /// How versions of a server are installed.
    #[serde(default)]
    pub install: Vec<Install>,
    /// Which Java runs versions of a server; where nothing is said, what is called `java`.
    #[serde(default)]
    pub java: Vec<Java>,
    /// How versions of a server are started.
    #[serde(default)]
    pub start: Vec<Start>,
    /// How a server is spoken to over HTTP or a WebSocket.
    #[serde(default)]
    pub endpoint: Endpoint,
    /// Where its source is.
    pub repository: String,
    /// Where its bugs are reported.
    pub tracker: String,
    /// Whom to tell of a crash that may be a security problem, before anybody else.
    pub security: String,
    /// The container image that its project publishes, with `{{ version }}` where that is in its name.
    pub container: Option<String>,
    /// The options that its worker knows (`NAME?option=value`).
    #[serde(default)]
    pub option: Vec<EngineOption>,
    /// What depends on the language, by the language's name.
    pub language: BTreeMap<String, Speech>,
    /// The text files of its folder, by their paths there.
    #[serde(skip)]
    pub files: BTreeMap<String, String>,
}

/// A protocol that a driver speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Protocol {
    /// JSON lines on stdin and stdout of a child process.
    Worker,
    /// Bolt, to a server.
    Bolt,
    /// The SPARQL 1.1 Protocol over HTTP, to a server.
    Sparql,
    /// Gremlin Server's, over WebSocket or HTTP.
    Gremlin,
    /// RESP, to the module of a Redis server that answers queries.
    Resp,
    /// ArcadeDB's own over HTTP, to a server.
    Arcade,
}

impl Protocol {
    /// How the addresses of servers begin that speak it; nothing where there are no servers.
    pub fn schemes(self) -> &'static [&'static str] {
        match self {
            Protocol::Worker => &[],
            Protocol::Bolt => &["bolt"],
            Protocol::Sparql => &["http"],
            Protocol::Gremlin => &["ws", "http"],
            Protocol::Resp => &["redis"],
            Protocol::Arcade => &["http"],
        }
    }
}

/// An option of an engine, given when it starts.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineOption {
    /// Its name.
    pub name: String,
    /// Its values, the engine's own default first; none: any text.
    #[serde(default)]
    pub values: Vec<String>,
    /// What it does.
    pub about: String,
    /// The versions that have it so.
    #[serde(default)]
    pub versions: Versions,
}

impl Entry {
    /// The text files of its folder: their paths there and their texts.
    pub fn files(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().map(|(path, text)| (path.as_str(), text.as_str()))
    }

    /// The newest version.
    pub fn newest(&self) -> &str {
        self.versions.first().map_or("", String::as_str)
    }

    /// The version that is meant where none is said: the one that is always there, else the newest.
    pub fn default_version(&self) -> &str {
        self.embedded.as_deref().unwrap_or_else(|| self.newest())
    }

    /// How the worker of a version is built.
    pub fn build(&self, version: &str) -> Option<&Build> {
        self.worker.iter().find(|build| build.versions.hold(version))
    }

    /// How a version of a server is installed.
    pub fn install(&self, version: &str) -> Option<&Install> {
        self.install.iter().find(|install| install.versions.hold(version))
    }

    /// Which Java runs a version of a server.
    pub fn java(&self, version: &str) -> Java {
        self.java.iter().find(|java| java.versions.hold(version)).cloned().unwrap_or_default()
    }

    /// The options of a version.
    pub fn options<'a>(&'a self, version: &'a str) -> impl Iterator<Item = &'a EngineOption> {
        self.option.iter().filter(move |option| option.versions.hold(version))
    }

    /// What every option of a version is set to: what is given, else the engine's own default.
    pub fn chosen(&self, version: &str, given: &Options) -> Options {
        let options = self.options(version).map(|option| {
            let usual = || option.values.first().cloned().unwrap_or_default();
            (option.name.clone(), given.get(&option.name).cloned().unwrap_or_else(usual))
        });
        options.collect()
    }

    /// How a version of a server is started.
    pub fn start(&self, version: &str) -> Option<&Start> {
        self.start.iter().find(|start| start.versions.hold(version))
    }

    /// The container image of a version, for who prefers one: nothing here uses it.
    pub fn container(&self, version: &str) -> Option<String> {
        Some(self.container.as_ref()?.replace(VERSION, version))
    }

    /// True when this project can put a version of the engine in its place.
    pub fn is_installable(&self, version: &str) -> bool {
        match self.protocol {
            Protocol::Worker => self.build(version).is_some(),
            _ => self.install(version).is_some() && self.start(version).is_some(),
        }
    }
}
