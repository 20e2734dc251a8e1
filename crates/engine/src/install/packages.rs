//! The packages that make a server, and the clients that fetch them.
//!
//! Packages of Java that are a library become a server by a front: a program of the catalogue, compiled against them.

use std::fs;
use std::path::{Path, PathBuf};

use super::artefacts::{Artefacts, Collecting};
use super::tool::Tool;
use super::{Failure, apt, artefacts, contents, libraries, maven, npm, pip};
use crate::catalogue::{Entry, PackageClient, Runtime, Runtimes, Wheels};

/// The packages of a version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Packages {
    /// The engine's name.
    pub name: String,
    /// The engine's version, and theirs.
    pub version: String,
    client: PackageClient,
    /// Each with its version.
    packages: Vec<(String, String)>,
    alone: bool,
    /// What of it is left out.
    exclude: Vec<String>,
    wheels: Option<Wheels>,
    libraries: Option<String>,
    front: Option<Front>,
    /// What they come to with all that they need, where the catalogue pins it.
    pub(super) lock: Option<String>,
}

/// A program that makes packages a server.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Front {
    file: String,
    source: String,
}

/// The folder of a version in which the source of its front is.
const FRONT: &str = "front";

impl Front {
    /// True when the folder of a version holds it, compiled.
    fn is_in(&self, place: &Path) -> bool {
        let written = fs::read_to_string(place.join(FRONT).join(&self.file));
        let classes = || fs::read_dir(place.join(artefacts::CLASSES));
        written.is_ok_and(|written| written == self.source)
            && classes().is_ok_and(|mut classes| classes.next().is_some())
    }

    /// Compiles it against the artefacts.
    fn compile(&self, artefacts: &[PathBuf], tool: &mut Tool<'_>) -> Result<(), Failure> {
        let source = tool.folder.join(FRONT).join(&self.file);
        source.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(&source, &self.source)?;
        let class_path: Vec<String> = artefacts.iter().map(|file| file.display().to_string()).collect();
        let (class_path, source) = (class_path.join(":"), source.display().to_string());
        // The front is for several versions, of which the newer ones no longer like what the older ones offer.
        let arguments =
            ["-nowarn", "-encoding", "UTF-8", "-cp", &class_path, "-d", artefacts::CLASSES, &source];
        tool.run("javac", arguments, &[])
    }
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
        let files: Vec<(&str, &str)> = entry_files.into_iter().collect();
        let file =
            |path: &str| files.iter().find(|(name, _)| *name == path).map(|(_, text)| (*text).to_owned());
        let packages = install.packages.iter().map(|package| {
            // What begins with @ is a scope of npm.
            let own = package.rsplit_once('@').filter(|(name, _)| !name.is_empty());
            let (name, own) = own.unwrap_or((package, version));
            (name.to_owned(), own.to_owned())
        });
        let front = match &install.front {
            Some(name) => Some(Front { file: name.clone(), source: file(name)? }),
            None => None,
        };
        Some(Self {
            name: entry.name.clone(),
            version: version.to_owned(),
            client: install.client,
            packages: packages.collect(),
            alone: install.alone,
            exclude: install.exclude.clone(),
            wheels: install.wheels.clone(),
            libraries: install.libraries.clone(),
            front,
            lock: file(&format!("locks/{version}.lock")),
        })
    }

    /// A Java runtime, under a name.
    pub(crate) fn of_runtime(name: &str, runtimes: &Runtimes, runtime: &Runtime) -> Self {
        Self {
            name: name.to_owned(),
            version: runtime.version.clone(),
            client: runtimes.client,
            packages: vec![(runtimes.package.clone(), runtime.version.clone())],
            alone: true,
            exclude: Vec::new(),
            wheels: None,
            libraries: None,
            front: None,
            lock: Some(runtime.lock.clone()),
        }
    }

    /// The name of the client's store in the cache folder.
    pub(super) fn client(&self) -> &'static str {
        match self.client {
            PackageClient::Maven => "maven",
            PackageClient::Pip => "pip",
            PackageClient::Apt => "apt",
            PackageClient::Npm => "npm",
        }
    }

    /// True when the folder holds this version, with what is pinned and all that was made of it.
    pub(super) fn are_in(&self, place: &Path) -> bool {
        let Ok(text) = fs::read_to_string(place.join(artefacts::FILE)) else {
            return false;
        };
        let Ok(artefacts) = Artefacts::read(&text) else {
            return false;
        };
        let files = artefacts.files(place);
        self.lock.as_ref().is_none_or(|lock| *lock == text)
            && files.iter().all(|file| file.is_file())
            && match self.client {
                PackageClient::Maven => self.front.iter().all(|front| front.is_in(place)),
                PackageClient::Pip => files.iter().all(|wheel| pip::is_unpacked(place, wheel)),
                PackageClient::Apt | PackageClient::Npm => contents::are_in(place),
            }
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
            PackageClient::Maven if self.alone => maven::fetch(&self.packages, store, &mut tool)?,
            PackageClient::Maven => maven::resolve(&self.packages, &self.exclude, store, &mut tool)?,
            PackageClient::Pip => pip::fetch(&self.packages, self.wheels.as_ref(), store, &mut tool)?,
            PackageClient::Apt => apt::fetch(&self.packages, store, &mut tool)?,
            PackageClient::Npm => npm::fetch(&self.packages, lock.as_ref(), store, &mut tool)?,
        };
        Artefacts::collect(store, paths, lock.as_ref(), tool.folder).map_err(|why| match why {
            Collecting::Io(error) => Failure::Io(error),
            Collecting::Other(why) => Failure::Client(why),
        })?;
        self.complete(tool)
    }

    /// Makes of the artefacts what can be started.
    fn complete(&self, mut tool: Tool<'_>) -> Result<(), Failure> {
        let text = fs::read_to_string(tool.folder.join(artefacts::FILE))?;
        let artefacts = Artefacts::read(&text).map_err(Failure::Client)?;
        let files = artefacts.files(tool.folder);
        match self.client {
            PackageClient::Maven => {
                return self.front.iter().try_for_each(|front| front.compile(&files, &mut tool));
            }
            PackageClient::Pip => {
                pip::unpack(&files, self.wheels.as_ref(), &mut tool)?;
                let libraries =
                    self.libraries.iter().try_for_each(|folder| libraries::link(tool.folder, folder));
                return Ok(libraries?);
            }
            PackageClient::Apt => apt::unpack(&files, &mut tool)?,
            PackageClient::Npm => npm::unpack(&artefacts, &mut tool)?,
        }
        Ok(contents::write(tool.folder)?)
    }
}
