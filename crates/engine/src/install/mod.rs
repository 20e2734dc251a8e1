//! Versions that are not embedded: workers built by cargo, once, into the user's cache folder.
//!
//! ```text
//! CACHE/engines/NAME/VERSION/       Cargo.toml, Cargo.lock, src/, bin/NAME-worker
//! CACHE/engines/NAME/VERSION.part/  the same while it is built
//! CACHE/engines/NAME/VERSION.log    what cargo said
//! CACHE/build/                      what cargo compiled, for the next version; it may be deleted
//! ```
//!
//! A version is there when its folder is, and the folder is put there by one renaming after all else is done: an
//! interrupted build leaves nothing that could be taken for an engine, and the next one goes on from where it
//! was. One is built at a time, since versions share most of what is compiled. The sources stay beside the program, so that it is seen when they no longer are what would be built.

mod worker_crate;

use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub use worker_crate::WorkerCrate;

/// Lines of the log that a failure shows.
const TAIL: usize = 12;

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

    fn engine(&self, name: &str) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join("engines").join(name))
    }

    /// Builds a worker and puts it in its place, unless this very one is there. Each line that cargo says is
    /// told; the error has what a person needs to go on.
    pub fn install(&self, worker: &WorkerCrate, told: &mut dyn FnMut(&str)) -> Result<Installed, String> {
        let folder = self.folder.as_ref().ok_or("there is no folder to install it in: set QUARREL_CACHE")?;
        self.install_in(folder, worker, told).map_err(|failure| match failure {
            Failure::Io(error) => format!("{}: {error}", folder.display()),
            Failure::Cargo(why) => why,
        })
    }

    fn install_in(
        &self,
        folder: &Path,
        worker: &WorkerCrate,
        told: &mut dyn FnMut(&str),
    ) -> Result<Installed, Failure> {
        let build = folder.join("build");
        fs::create_dir_all(&build)?;
        let turn = File::create(build.join("turn"))?;
        turn.lock()?;
        let engine = folder.join("engines").join(&worker.name);
        let place = engine.join(&worker.version);
        if self.program(&worker.name, &worker.version).is_some() && worker.is_written_to(&place) {
            return Ok(Installed::Before);
        }
        let part = engine.join(format!("{}.part", worker.version));
        worker.write_to(&part)?;
        let log = engine.join(format!("{}.log", worker.version));
        let mut cargo = Cargo { folder: &part, target: &build, log: File::create(&log)?, told };
        let built = match worker.is_locked() {
            true => Ok(()),
            false => cargo.run(&["generate-lockfile"]),
        };
        let install = ["install", "--path", ".", "--root", ".", "--no-track", "--locked", "--force"];
        built
            .and_then(|()| cargo.run(&install))
            .map_err(|why| Failure::Cargo(format!("{why}\nits log is {}", log.display())))?;
        if place.exists() {
            fs::remove_dir_all(&place)?;
        }
        fs::rename(&part, &place)?;
        Ok(Installed::Now)
    }
}

enum Failure {
    Io(io::Error),
    Cargo(String),
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

/// Cargo in the folder of a crate.
struct Cargo<'a> {
    folder: &'a Path,
    target: &'a Path,
    log: File,
    told: &'a mut dyn FnMut(&str),
}

impl Cargo<'_> {
    /// Runs it. What it says goes to the log line by line; the error ends with the last of it.
    fn run(&mut self, arguments: &[&str]) -> Result<(), String> {
        let failed = |error: io::Error| format!("cargo does not run: {error}");
        let mut command = Command::new("cargo");
        command.args(arguments).current_dir(self.folder).env("CARGO_TARGET_DIR", self.target);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(failed)?;
        let mut tail = VecDeque::new();
        for line in child.stderr.take().into_iter().flat_map(|stderr| BufReader::new(stderr).split(b'\n')) {
            let line = String::from_utf8_lossy(&line.map_err(failed)?).trim_end().to_owned();
            writeln!(self.log, "{line}").map_err(failed)?;
            (self.told)(&line);
            tail.push_back(line);
            if tail.len() > TAIL {
                tail.pop_front();
            }
        }
        let status = child.wait().map_err(failed)?;
        match status.success() {
            true => Ok(()),
            false => Err(format!("cargo could not build it ({status}):\n{}", Vec::from(tail).join("\n"))),
        }
    }
}

#[cfg(test)]
mod tests;
