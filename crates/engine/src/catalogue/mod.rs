//! The catalogue: what is known of each engine, as data.
//!
//! An engine that speaks a protocol that we have a driver for is added by adding a folder; no engine has a line
//! of code of its own here. The folder `catalogue/` of the repository is compiled into the binary; folders of the
//! user's own stand beside it, so that an engine can be added or changed without building.

mod build;
mod check;
mod client;
mod describe;
mod entry;
mod folder;
mod runtime;
mod serve;
mod speech;
mod texts;

use std::path::Path;
use std::sync::Arc;

use include_dir::{Dir, File, include_dir};

pub use build::Build;
pub use client::{Client, Difference};
pub use describe::{Description, State};
pub use entry::{EngineOption, Entry, Protocol};
pub use runtime::{Runtime, Runtimes};
pub use serve::{Client as PackageClient, Endpoint, Install, Java, Start, Wheels};
pub use speech::{
    Benign, Divergence, INDEX_EXISTS, Internal, Lack, Like, Options, Pattern, Probe, Setting, Sign, Speech,
};
pub use texts::{Dump, IndexTexts, Leftovers, Load, PlanTexts};

use crate::Launcher;
use folder::{Folder, Folders};

static BUILTIN: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../catalogue");

/// All engines that are known, by name.
#[derive(Debug, Clone, Default)]
pub struct Catalogue {
    entries: Vec<Arc<Entry>>,
}

/// Something is wrong with an entry of the catalogue.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {reason}")]
pub struct CatalogueError {
    /// The file.
    pub file: String,
    /// What is wrong.
    pub reason: String,
}

impl CatalogueError {
    fn of(engine: &str, reason: String) -> Self {
        Self { file: format!("catalogue/{engine}/engine.toml"), reason }
    }
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
    /// It is reached by its address only.
    #[error("{name} stands for servers that run already; name one as {name}+{scheme}://HOST:PORT/PATH")]
    Running {
        /// The engine.
        name: String,
        /// The protocol that it speaks.
        scheme: &'static str,
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
        Self::from_folders(folder::builtin(&BUILTIN))
    }

    /// The catalogue that is compiled in with the engines of a folder, which take the place of others of their names.
    pub fn with(place: &Path) -> Result<Self, CatalogueError> {
        let mut folders = folder::builtin(&BUILTIN);
        folders.extend(folder::of(place)?);
        Self::from_folders(folders)
    }

    /// The Java runtimes of the catalogue that is compiled in.
    pub fn runtimes() -> Result<Runtimes, CatalogueError> {
        let text = BUILTIN.get_file("java.toml").and_then(File::contents_utf8).unwrap_or_default();
        let failed = |reason| CatalogueError { file: "catalogue/java.toml".to_owned(), reason };
        Runtimes::read(text).map_err(failed)
    }

    /// Reads the texts of `engine.toml` files, each with its folder's name.
    pub fn from_texts<'a>(
        texts: impl IntoIterator<Item = (impl Into<String>, &'a str)>,
    ) -> Result<Self, CatalogueError> {
        let folder = |text: &str| Folder::from([(folder::ENTRY.to_owned(), text.to_owned())]);
        let engines = texts.into_iter().map(|(engine, text)| (engine.into(), folder(text))).collect();
        Self::from_folders(Folders { engines, clients: folder::builtin(&BUILTIN).clients })
    }

    fn from_folders(folders: Folders) -> Result<Self, CatalogueError> {
        let clients = client::read(&folders.clients)?;
        let mut entries = Vec::new();
        for (engine, files) in folders.engines {
            let failed = |reason| CatalogueError::of(&engine, reason);
            let text = files.get(folder::ENTRY).map_or("", String::as_str);
            let mut entry = check::read(&engine, text).map_err(failed)?;
            client::share(&mut entry, &clients).map_err(failed)?;
            entry.files = files;
            entries.push(entry);
        }
        entries.sort_by(|left, right| left.name.cmp(&right.name));
        let said = entries.clone();
        for entry in &mut entries {
            let name = entry.name.clone();
            let failed = |reason| CatalogueError::of(&name, reason);
            for (language, speech) in &mut entry.language {
                let own = speech.client.is_some();
                for like in speech.like.clone() {
                    let name = like.engine.split('@').next().unwrap_or_default();
                    let other = said.iter().find(|other| other.name == name);
                    let other = other.and_then(|other| other.language.get(language));
                    let other = other.filter(|other| other.like.is_empty()).ok_or_else(|| {
                        failed(format!("{:?} is no engine that it can be like", like.engine))
                    })?;
                    speech.take_over(other, &like);
                }
                // How a server is spoken to is its own.
                if !own && speech.client.as_ref().is_some_and(|client| client.address.is_some()) {
                    speech.client = None;
                }
            }
            check::whole(entry).map_err(failed)?;
        }
        Ok(Self { entries: entries.into_iter().map(Arc::new).collect() })
    }

    /// Every entry, by name.
    pub fn entries(&self) -> &[Arc<Entry>] {
        &self.entries
    }

    /// The entry of an engine.
    pub fn entry(&self, name: &str) -> Result<Arc<Entry>, Unknown> {
        let entry = self.entries.iter().find(|entry| entry.name == name);
        let known = || Unknown::Engine { name: name.to_owned(), known: self.names().join(", ") };
        entry.cloned().ok_or_else(known)
    }

    /// The entry of an engine with the version asked for, or the one that is meant where none is said.
    pub fn find(&self, name: &str, version: Option<&str>) -> Result<(Arc<Entry>, String), Unknown> {
        let entry = self.entry(name)?;
        if entry.versions.is_empty() {
            let scheme = entry.protocol.schemes().first().copied().unwrap_or_default();
            return Err(Unknown::Running { name: name.to_owned(), scheme });
        }
        let version = version.unwrap_or_else(|| entry.default_version());
        if entry.versions.iter().any(|pinned| pinned == version) {
            return Ok((Arc::clone(&entry), version.to_owned()));
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
        let entries =
            entries.filter(|entry| entry.embedded.is_some() && entry.language.contains_key(language));
        entries.map(|entry| entry.name.as_str()).collect()
    }

    /// What `engines list` shows.
    pub fn describe(&self, launcher: &Launcher) -> Vec<Description> {
        self.entries.iter().map(|entry| Description::of(entry, launcher)).collect()
    }
}
