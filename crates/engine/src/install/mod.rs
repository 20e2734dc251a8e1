//! Versions that are not embedded, put once into the user's cache folder: workers built by cargo, servers fetched by
//! the client of the registry that has them.
//!
//! ```text
//! CACHE/engines/NAME/VERSION/       a worker: Cargo.toml, Cargo.lock, src/, bin/NAME-worker
//!                                   a server: artefacts (checksums and paths), lib/, and what was made of them
//! CACHE/engines/NAME/VERSION.part/  the same while it is built
//! CACHE/engines/NAME/VERSION.old/   what had the name until a moment ago
//! CACHE/engines/NAME/VERSION.log    what the client said
//! CACHE/build/                      what cargo compiled, for the next version; it may be deleted
//! CACHE/apt/, maven/, npm/, pip/     what these clients fetched, likewise
//! ```
//!
//! The folder of a version is put there by one renaming after all else is done: an interrupted build leaves nothing that
//! could be taken for an engine, and the next one goes on from where it was. One is built at a time, since versions share
//! most of what is compiled. What it was made of stays beside it, so that it is seen when that no longer is what would be
//! built, or not all there any more.

mod apt;
mod artefacts;
mod contents;
mod libraries;
mod maven;
mod npm;
mod packages;
mod pip;
mod store;
mod tool;
mod worker_crate;

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

pub use artefacts::Artefacts;
pub use packages::Packages;
use tool::Tool;
pub use worker_crate::WorkerCrate;

use crate::catalogue::{Entry, Protocol};

/// What a version is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Parts {
    /// A crate that cargo builds.
    Worker(WorkerCrate),
    /// Packages that make a server.
    Server(Packages),
}

impl Parts {
    /// What a version is made of: `entry_files` are those of its folder in the catalogue, `frame` the sources
    /// around the host of a worker. There is nothing where the catalogue does not say it.
    pub fn new<'f>(
        entry: &Entry,
        version: &str,
        entry_files: impl IntoIterator<Item = (&'f str, &'f str)>,
        frame: &[(&str, &str)],
    ) -> Option<Self> {
        match entry.protocol {
            Protocol::Worker => WorkerCrate::new(entry, version, entry_files, frame).map(Parts::Worker),
            _ => Packages::new(entry, version, entry_files).map(Parts::Server),
        }
    }

    /// True when the catalogue pins all of it by checksum.
    pub fn is_locked(&self) -> bool {
        match self {
            Parts::Worker(worker) => worker.is_locked(),
            Parts::Server(packages) => packages.lock.is_some(),
        }
    }

    fn name(&self) -> (&str, &str) {
        match self {
            Parts::Worker(worker) => (&worker.name, &worker.version),
            Parts::Server(packages) => (&packages.name, &packages.version),
        }
    }
}

/// Shows what an installation says, line by line, until it is dropped; it is given what is installed.
pub type Teller = fn(&str) -> Box<dyn FnMut(&str)>;

/// The user's folder of what can be had again.
#[derive(Debug, Clone)]
pub struct Cache {
    folder: Option<PathBuf>,
    teller: Teller,
}

/// How an installation ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Installed {
    /// The version was built and put in its place.
    Now,
    /// It was there already.
    Before,
}

impl Cache {
    /// A cache in that folder.
    pub fn at(folder: PathBuf) -> Self {
        Self { folder: Some(folder), teller: |_| Box::new(|_| {}) }
    }

    /// The same, with somebody who shows what is installed.
    #[must_use]
    pub fn telling(self, teller: Teller) -> Self {
        Self { teller, ..self }
    }

    /// The cache of this user: `QUARREL_CACHE`, else `quarrel` in `XDG_CACHE_HOME`, else in `~/.cache`.
    pub fn of_user() -> Self {
        let variable = |name| std::env::var_os(name).map(PathBuf::from);
        let absolute = |path: &PathBuf| path.is_absolute();
        let own = variable("QUARREL_CACHE").filter(|path| !path.as_os_str().is_empty());
        // The base directory specification has a relative path ignored.
        let base = || variable("XDG_CACHE_HOME").filter(absolute);
        let home = || std::env::home_dir().filter(absolute).map(|home| home.join(".cache"));
        let folder = own.or_else(|| Some(base().or_else(home)?.join("quarrel")));
        // cargo runs in a folder of its own.
        let folder = folder.and_then(|folder| std::path::absolute(folder).ok());
        Self { folder, ..Self::at(PathBuf::new()) }
    }

    /// The worker's program of an engine's version, if it is installed.
    pub fn program(&self, name: &str, version: &str) -> Option<PathBuf> {
        let program = self.engine(name)?.join(version).join(program(name));
        program.is_file().then_some(program)
    }

    /// True when a version is installed, whole and as the catalogue pins it.
    pub fn holds(&self, entry: &Entry, version: &str) -> bool {
        match entry.protocol {
            Protocol::Worker => {
                let lock = entry.files().find(|(path, _)| *path == format!("locks/{version}.lock"));
                let there = || self.lock(&entry.name, version);
                self.program(&entry.name, version).is_some()
                    && lock.is_none_or(|(_, lock)| there().is_some_and(|there| there == lock))
            }
            _ => match Parts::new(entry, version, entry.files(), &[]) {
                Some(parts) => self.has(&parts),
                None => self.server(&entry.name, version).is_some(),
            },
        }
    }

    /// True when these very parts are in their place.
    fn has(&self, parts: &Parts) -> bool {
        let (name, version) = parts.name();
        let place = self.engine(name).map(|engine| engine.join(version));
        place.is_some_and(|place| match parts {
            Parts::Worker(worker) => self.program(name, version).is_some() && worker.is_written_to(&place),
            Parts::Server(packages) => packages.are_in(&place),
        })
    }

    /// The folder of a server's version with its artefacts, if it is installed.
    pub fn server(&self, name: &str, version: &str) -> Option<(PathBuf, Artefacts)> {
        let place = self.engine(name)?.join(version);
        let text = fs::read_to_string(place.join(artefacts::FILE)).ok()?;
        Some((place, Artefacts::read(&text).ok()?))
    }

    /// The lock of an installed version: what it was made of, by checksum.
    pub fn lock(&self, name: &str, version: &str) -> Option<String> {
        let place = self.engine(name)?.join(version);
        let read = |file: &str| fs::read_to_string(place.join(file)).ok();
        read(artefacts::FILE).or_else(|| read("Cargo.lock"))
    }

    fn engine(&self, name: &str) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join("engines").join(name))
    }

    /// Puts a version in its place, unless this very one is there, whole. The error has what a person needs to go on.
    pub fn install(&self, parts: &Parts) -> Result<Installed, String> {
        let folder = self.folder.as_ref().ok_or("there is no folder to install it in: set QUARREL_CACHE")?;
        self.install_in(folder, parts).map_err(|failure| match failure {
            Failure::Io(error) => format!("{}: {error}", folder.display()),
            Failure::Client(why) => why,
        })
    }

    fn install_in(&self, folder: &Path, parts: &Parts) -> Result<Installed, Failure> {
        // Whoever needs nothing waits for nobody.
        if self.has(parts) {
            return Ok(Installed::Before);
        }
        let (name, version) = parts.name();
        let mut told = (self.teller)(&format!("{name}@{version}"));
        let build = folder.join("build");
        fs::create_dir_all(&build)?;
        let _turn = turn(&build, &mut *told)?;
        // It may have been what was waited for.
        if self.has(parts) {
            return Ok(Installed::Before);
        }
        let engine = folder.join("engines").join(name);
        fs::create_dir_all(&engine)?;
        let of = |ending: &str| engine.join(format!("{version}{ending}"));
        let (part, log) = (of(".part"), of(".log"));
        let tool = Tool { folder: &part, log: File::create(&log)?, told: &mut *told };
        let made = match parts {
            Parts::Worker(worker) => build_worker(worker, &build, tool),
            Parts::Server(packages) => packages.fetch(&folder.join(packages.client()), tool),
        };
        made.map_err(|failure| match failure {
            Failure::Client(why) => Failure::Client(format!("{why}\nits log is {}", log.display())),
            other => other,
        })?;
        put(&part, &of(""), &of(".old"))?;
        Ok(Installed::Now)
    }
}

/// Waits until nobody else installs; the turn ends with what this gives.
fn turn(build: &Path, told: &mut dyn FnMut(&str)) -> io::Result<File> {
    let turn = File::create(build.join("turn"))?;
    match turn.try_lock() {
        Ok(()) => return Ok(turn),
        Err(TryLockError::WouldBlock) => told("waiting for another installation to end"),
        Err(TryLockError::Error(error)) => return Err(error),
    }
    turn.lock()?;
    Ok(turn)
}

/// Gives a folder the place of another, which is removed only when it no longer has the name: half of it would be
/// taken for all.
fn put(new: &Path, place: &Path, old: &Path) -> io::Result<()> {
    if old.exists() {
        fs::remove_dir_all(old)?;
    }
    if place.exists() {
        fs::rename(place, old)?;
    }
    fs::rename(new, place)?;
    if old.exists() { fs::remove_dir_all(old) } else { Ok(()) }
}

fn build_worker(worker: &WorkerCrate, target: &Path, mut tool: Tool<'_>) -> Result<(), Failure> {
    worker.write_to(tool.folder)?;
    let target = [("CARGO_TARGET_DIR", target)];
    if !worker.is_locked() {
        tool.run("cargo", ["generate-lockfile"], &target)?;
    }
    let install = ["install", "--path", ".", "--root", ".", "--no-track", "--locked", "--force"];
    tool.run("cargo", install, &target)
}

enum Failure {
    Io(io::Error),
    Client(String),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Io(error)
    }
}

/// Where the program is in the folder of a version.
fn program(name: &str) -> PathBuf {
    let suffix = std::env::consts::EXE_SUFFIX;
    Path::new("bin").join(format!("{name}-worker{suffix}"))
}

#[cfg(test)]
mod tests;
