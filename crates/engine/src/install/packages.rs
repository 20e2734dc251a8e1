//! The packages that make a server, and the clients that fetch them.

use std::fs;
use std::path::Path;

use super::artefacts::{Artefacts, Collecting};
use super::tool::Tool;
use super::{Failure, artefacts, maven};
use crate::catalogue::{Entry, PackageClient};

/// The packages of a version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Packages {
    /// The engine's name.
    pub name: String,
    /// The engine's version, and theirs.
    pub version: String,
    client: PackageClient,
    packages: Vec<String>,
    /// What they come to with all that they need, where the catalogue pins it.
    pub(super) lock: Option<String>,
}

impl Packages {
    /// The packages of a version: `entry_files` are those of its folder in the catalogue. There are none where the
    /// catalogue does not say how it is installed.
    pub(super) fn new<'f>(
        entry: &Entry,
        version: &str,
        entry_files: impl IntoIterator<Item = (&'f str, &'f str)>,
    ) -> Option<Self> {
        let install = entry.install(version)?;
        let path = format!("locks/{version}.lock");
        let lock = entry_files.into_iter().find(|(name, _)| *name == path).map(|(_, text)| text.to_owned());
        Some(Self {
            name: entry.name.clone(),
            version: version.to_owned(),
            client: install.client,
            packages: install.packages.clone(),
            lock,
        })
    }

    /// The name of the client's store in the cache folder.
    pub(super) fn client(&self) -> &'static str {
        match self.client {
            PackageClient::Maven => "maven",
        }
    }

    /// True when the folder holds this version, with what is pinned.
    pub(super) fn are_in(&self, place: &Path) -> bool {
        let Ok(text) = fs::read_to_string(place.join(artefacts::FILE)) else {
            return false;
        };
        let whole = Artefacts::read(&text)
            .is_ok_and(|artefacts| artefacts.files(place).iter().all(|file| file.is_file()));
        whole && self.lock.as_ref().is_none_or(|lock| *lock == text)
    }

    /// Fetches the packages with all that they need.
    pub(super) fn fetch(&self, store: &Path, mut tool: Tool<'_>) -> Result<(), Failure> {
        if tool.folder.exists() {
            fs::remove_dir_all(tool.folder)?;
        }
        fs::create_dir_all(tool.folder)?;
        fs::create_dir_all(store)?;
        let lock = self.lock.as_deref().map(Artefacts::read).transpose().map_err(Failure::Client)?;
        let paths = match self.client {
            PackageClient::Maven => maven::resolve(&self.packages, &self.version, store, &mut tool)?,
        };
        Artefacts::collect(store, paths, lock.as_ref(), tool.folder).map_err(|why| match why {
            Collecting::Io(error) => Failure::Io(error),
            Collecting::Other(why) => Failure::Client(why),
        })
    }
}
