//! Versions that are not embedded, put once into the user's cache folder: workers built by cargo, servers fetched by
//! the client of the registry that has them.
//!
//! ```text
//! CACHE/engines/NAME/VERSION/       a worker: Cargo.toml, Cargo.lock, src/, bin/NAME-worker
//!                                   a server: artefacts (checksums and paths), lib/, and what was made of them
//! CACHE/engines/NAME/VERSION.part/  the same while it is built
//! CACHE/engines/NAME/VERSION.log    what the client said
//! CACHE/build/                      what cargo compiled, for the next version; it may be deleted
//! CACHE/maven/, CACHE/pip/          what Maven and pip fetched, likewise
//! ```
//!
//! A version is there when its folder is, and the folder is put there by one renaming after all else is done: an
//! interrupted build leaves nothing that could be taken for an engine, and the next one goes on from where it
//! was. One is built at a time, since versions share most of what is compiled. What it was made of stays beside it,
//! so that it is seen when that no longer is what would be built.

mod artefacts;
mod libraries;
mod maven;
mod packages;
mod pip;
mod tool;
mod worker_crate;

use std::fs::{self, File};
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

/// The user's folder of what can be had again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cache {
    folder: Option<PathBuf>,
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
        Self { folder: Some(folder) }
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
        Self { folder: folder.and_then(|folder| std::path::absolute(folder).ok()) }
    }

    /// The worker's program of an engine's version, if it is installed.
    pub fn program(&self, name: &str, version: &str) -> Option<PathBuf> {
        let program = self.engine(name)?.join(version).join(program(name));
        program.is_file().then_some(program)
    }

    /// True when a version is installed.
    pub fn holds(&self, entry: &Entry, version: &str) -> bool {
        match entry.protocol {
            Protocol::Worker => self.program(&entry.name, version).is_some(),
            _ => self.server(&entry.name, version).is_some(),
        }
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

    /// Puts a version in its place, unless this very one is there. Each line that a client says is told; the error
    /// has what a person needs to go on.
    pub fn install(&self, parts: &Parts, told: &mut dyn FnMut(&str)) -> Result<Installed, String> {
        let folder = self.folder.as_ref().ok_or("there is no folder to install it in: set QUARREL_CACHE")?;
        self.install_in(folder, parts, told).map_err(|failure| match failure {
            Failure::Io(error) => format!("{}: {error}", folder.display()),
            Failure::Client(why) => why,
        })
    }

    fn install_in(
        &self,
        folder: &Path,
        parts: &Parts,
        told: &mut dyn FnMut(&str),
    ) -> Result<Installed, Failure> {
        let build = folder.join("build");
        fs::create_dir_all(&build)?;
        let turn = File::create(build.join("turn"))?;
        turn.lock()?;
        let (name, version) = parts.name();
        let engine = folder.join("engines").join(name);
        let place = engine.join(version);
        let is_there = match parts {
            Parts::Worker(worker) => self.program(name, version).is_some() && worker.is_written_to(&place),
            Parts::Server(packages) => packages.are_in(&place),
        };
        if is_there {
            return Ok(Installed::Before);
        }
        fs::create_dir_all(&engine)?;
        let part = engine.join(format!("{version}.part"));
        let log = engine.join(format!("{version}.log"));
        let tool = Tool { folder: &part, log: File::create(&log)?, told };
        let made = match parts {
            Parts::Worker(worker) => build_worker(worker, &build, tool),
            Parts::Server(packages) => packages.fetch(&folder.join(packages.client()), tool),
        };
        made.map_err(|failure| match failure {
            Failure::Client(why) => Failure::Client(format!("{why}\nits log is {}", log.display())),
            other => other,
        })?;
        if place.exists() {
            fs::remove_dir_all(&place)?;
        }
        fs::rename(&part, &place)?;
        Ok(Installed::Now)
    }
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
