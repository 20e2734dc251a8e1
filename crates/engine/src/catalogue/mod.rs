//! The catalogue: what is known of each engine, as data.
//!
//! An engine that speaks a protocol that we have a driver for is added by adding a folder; no engine has a line
//! of code of its own here. The folder `catalogue/` of the repository is compiled into the binary.

mod check;
mod entry;

use std::sync::Arc;

use include_dir::{Dir, include_dir};
use serde::Serialize;

pub use entry::{
    Benign, Client, Divergence, Dump, EngineOption, Entry, INDEX_EXISTS, IndexTexts, Internal, Lack, Load,
    Pattern, Probe, Protocol, Setting, Sign, Speech,
};

static BUILTIN: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../catalogue");

/// All engines that are known, by name.
#[derive(Debug, Clone, Default)]
pub struct Catalogue {
    entries: Vec<Arc<Entry>>,
}

/// Something is wrong with an entry of the catalogue.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("catalogue/{engine}/engine.toml: {reason}")]
pub struct CatalogueError {
    /// The folder of the engine.
    pub engine: String,
    /// What is wrong.
    pub reason: String,
}

/// The catalogue knows no such engine or version.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unknown {
    /// No engine of that name.
    #[error("unknown engine {name:?}; known are {known}, reference and exec:COMMAND")]
    Engine {
        /// The name asked for.
        name: String,
        /// The names that are known.
        known: String,
    },
    /// No such version.
    #[error("{name} has no version {version:?} here; known are {known}")]
    Version {
        /// The engine.
        name: String,
        /// The version asked for.
        version: String,
        /// The versions that are pinned.
        known: String,
    },
}

impl Catalogue {
    /// The catalogue that is compiled in.
    pub fn builtin() -> Result<Self, CatalogueError> {
        let texts = BUILTIN.dirs().map(|folder| {
            let name = folder.path().to_string_lossy().into_owned();
            let file = folder.get_file(folder.path().join("engine.toml"));
            let text = file.and_then(include_dir::File::contents_utf8).unwrap_or_default();
            (name, text)
        });
        Self::from_texts(texts)
    }

    /// Reads the texts of `engine.toml` files, each with its folder's name.
    pub fn from_texts<'a>(
        texts: impl IntoIterator<Item = (impl Into<String>, &'a str)>,
    ) -> Result<Self, CatalogueError> {
        let mut entries = Vec::new();
        for (engine, text) in texts {
            let engine = engine.into();
            let entry = check::read(&engine, text).map_err(|reason| CatalogueError { engine, reason })?;
            entries.push(Arc::new(entry));
        }
        entries.sort_by(|left, right| left.name.cmp(&right.name));
        Ok(Self { entries })
    }

    /// Every entry, by name.
    pub fn entries(&self) -> &[Arc<Entry>] {
        &self.entries
    }

    /// The entry of an engine with the version asked for, or its newest.
    pub fn find(&self, name: &str, version: Option<&str>) -> Result<(Arc<Entry>, String), Unknown> {
        let entry = self.entries.iter().find(|entry| entry.name == name);
        let entry =
            entry.ok_or_else(|| Unknown::Engine { name: name.to_owned(), known: self.names().join(", ") })?;
        let version = version.unwrap_or_else(|| entry.newest());
        if entry.versions.iter().any(|pinned| pinned == version) {
            return Ok((Arc::clone(entry), version.to_owned()));
        }
        Err(Unknown::Version {
            name: name.to_owned(),
            version: version.to_owned(),
            known: entry.versions.join(", "),
        })
    }

    /// The names of all engines.
    pub fn names(&self) -> Vec<&str> {
        self.entries.iter().map(|entry| entry.name.as_str()).collect()
    }

    /// The embedded engines that speak the language: whom a hunt takes when none is named.
    pub fn embedded(&self, language: &str) -> Vec<&str> {
        let entries = self.entries.iter();
        let entries = entries.filter(|entry| entry.embedded && entry.language.contains_key(language));
        entries.map(|entry| entry.name.as_str()).collect()
    }

    /// What `engines list` shows.
    pub fn describe(&self) -> Vec<Description> {
        self.entries.iter().map(|entry| Description::of(entry)).collect()
    }
}

/// An engine for `engines list`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Description {
    /// Its name.
    pub name: String,
    /// What it is.
    pub about: String,
    /// The languages that it speaks.
    pub languages: Vec<String>,
    /// The versions that are pinned, the newest first.
    pub versions: Vec<String>,
    /// How it is reached.
    pub reached: String,
    /// The options of its SPEC with their values.
    pub options: Vec<(String, Vec<String>)>,
    /// Where its source is.
    pub repository: String,
    /// Where its bugs are reported.
    pub tracker: String,
    /// Whom to tell of a crash that may be a security problem.
    pub security: String,
    /// Where what the catalogue says of its semantics and its bugs is known from, each once.
    pub sources: Vec<String>,
}

impl Description {
    fn of(entry: &Entry) -> Self {
        let speeches = || entry.language.values();
        let profile = speeches().flat_map(|speech| speech.profile.iter().map(|setting| &setting.source));
        let lacks = speeches().flat_map(|speech| speech.without.iter().map(|lack| &lack.source));
        let known = speeches().flat_map(|speech| speech.divergence.iter().map(|known| &known.source));
        let mut sources: Vec<String> = profile.chain(lacks).chain(known).cloned().collect();
        sources.sort();
        sources.dedup();
        let reached = match (entry.protocol, entry.embedded) {
            (Protocol::Worker, true) => "embedded, in a child process",
            (Protocol::Worker, false) => "child process",
        };
        let options = entry.option.iter();
        Self {
            name: entry.name.clone(),
            about: entry.about.clone(),
            languages: entry.language.keys().cloned().collect(),
            versions: entry.versions.clone(),
            reached: reached.to_owned(),
            options: options.map(|option| (option.name.clone(), option.values.clone())).collect(),
            repository: entry.repository.clone(),
            tracker: entry.tracker.clone(),
            security: entry.security.clone(),
            sources,
        }
    }
}
