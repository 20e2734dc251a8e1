//! The Java that runs a server: a machine often has several or none, and an engine's versions do not all run on one. What
//! the machine has is taken first; else the runtimes of the catalogue are looked at, and one is fetched.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError, mpsc};
use std::time::Duration;
use std::{fs, io, thread};

use crate::catalogue::{Catalogue, Java, Runtime};
use crate::install::{Cache, Packages, Parts};
use crate::process::discreet;

/// Where systems install several beside each other.
const PLACES: [&str; 2] = ["/usr/lib/jvm", "/Library/Java/JavaVirtualMachines"];
/// How long a virtual machine has to say its version, on a machine that is busy.
const SPEAKING: Duration = Duration::from_secs(60);
/// What fetched runtimes are called in the cache folder.
const NAME: &str = "java";

/// The program that runs a Java that is wanted: the user's own if it is such a one, else one that is installed beside
/// it, else the newest of the catalogue that fits, fetched where it is not there yet. The error has what a person needs
/// to go on.
pub fn provide(wanted: &Java, cache: &Cache) -> Result<PathBuf, String> {
    if let Some(program) = of_machine(wanted) {
        return Ok(program);
    }
    let runtimes = Catalogue::runtimes().map_err(|error| error.to_string())?;
    let fits = |runtime: &&Runtime| runtime.java().is_some_and(|java| wanted.takes(java));
    let Some(runtime) = runtimes.runtime.iter().find(fits) else {
        return Err(format!("it needs Java {wanted}, which is neither java, JAVA_HOME nor in {}", PLACES[0]));
    };
    let parts = Parts::Server(Packages::of_runtime(NAME, &runtimes, runtime));
    cache.install(&parts).map_err(|why| {
        let places = format!("neither java, JAVA_HOME nor in {}", PLACES[0]);
        format!("it needs Java {wanted}, which is {places}, and it could not be fetched: {why}")
    })?;
    let place = cache.server(NAME, &runtime.version).map(|(place, _)| place);
    let program = place.map(|place| place.join(&runtimes.program)).filter(|program| program.is_file());
    program.ok_or_else(|| format!("{} {} holds no program java", runtimes.package, runtime.version))
}

/// The program of this machine that runs a Java that is wanted.
fn of_machine(wanted: &Java) -> Option<PathBuf> {
    let usual = PathBuf::from("java");
    if wanted.least.is_none() && wanted.most.is_none() {
        return Some(usual);
    }
    let home = std::env::var_os("JAVA_HOME").map(|home| Path::new(&home).join("bin/java"));
    let mut candidates: Vec<PathBuf> = home.into_iter().chain([usual]).collect();
    candidates.extend(PLACES.iter().flat_map(|place| installed(Path::new(place))));
    let fits = |program: &PathBuf| version(program).is_some_and(|version| wanted.takes(version));
    candidates.into_iter().find(fits)
}

fn installed(place: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(place).into_iter().flatten().flatten();
    let programs =
        entries.flat_map(|entry| ["bin/java", "Contents/Home/bin/java"].map(|java| entry.path().join(java)));
    let mut programs: Vec<PathBuf> = programs.filter(|program| program.is_file()).collect();
    programs.sort();
    programs
}

/// What has been asked: a virtual machine takes longer to say its version than a server takes for a hundred queries, and
/// a finding is replayed on many servers.
static KNOWN: Mutex<BTreeMap<PathBuf, Option<u32>>> = Mutex::new(BTreeMap::new());

fn version(program: &Path) -> Option<u32> {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    *known.entry(program.to_owned()).or_insert_with(|| {
        let mut command = Command::new(program);
        command.arg("-version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = discreet(&mut command).spawn().ok()?;
        let said = child.stderr.take().and_then(said);
        // It has ended, or is not waited for.
        let _ = child.kill();
        let _ = child.wait();
        read(&said?)
    })
}

/// What a program says until it ends, if it does so in time.
fn said(mut pipe: impl io::Read + Send + 'static) -> Option<String> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // Whom it was for may have gone.
        let _ = pipe.read_to_end(&mut bytes).map(|_| sender.send(bytes));
    });
    let bytes = receiver.recv_timeout(SPEAKING).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// The version that `java -version` prints: `openjdk version "17.0.15" 2025-04-15`, or `"1.8.0_402"` for Java 8.
fn read(said: &str) -> Option<u32> {
    let number = said.split('"').nth(1)?;
    let mut parts = number.split(|c: char| !c.is_ascii_digit()).map(str::parse);
    match parts.next()?.ok()? {
        1 => parts.next()?.ok(),
        major => Some(major),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_read_as_java_prints_it() {
        for (said, version) in [
            ("openjdk version \"17.0.15\" 2025-04-15\nOpenJDK Runtime", Some(17)),
            ("java version \"1.8.0_402\"", Some(8)),
            ("openjdk version \"25\" 2025-09-16", Some(25)),
            ("openjdk version \"26-ea\"", Some(26)),
            ("no java here", None),
            ("\"\"", None),
        ] {
            assert_eq!(read(said), version, "{said}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_program_is_asked_for_its_version_once() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("java");
        fs::write(&program, "#!/bin/sh\necho 'openjdk version \"17.0.1\"' >&2\n").unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        assert_eq!(version(&program), Some(17));
        fs::remove_file(&program).unwrap();
        assert_eq!(version(&program), Some(17));
    }

    #[test]
    fn a_java_that_does_not_exist_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::at(folder.path().to_owned());
        let provide = |least, most| provide(&Java { least, most, ..Java::default() }, &cache);
        assert_eq!(provide(None, None), Ok("java".into()));
        for (least, most, which) in [(Some(4_000_000), None, "4000000 or newer,"), (None, Some(1), "0 to 1,")]
        {
            let why = provide(least, most).unwrap_err();
            assert!(why.starts_with(&format!("it needs Java {which}")), "{why}");
        }
    }

    #[test]
    fn every_runtime_of_the_catalogue_is_pinned_and_names_its_java() {
        let runtimes = Catalogue::runtimes().unwrap();
        let javas: Vec<u32> = runtimes.runtime.iter().filter_map(Runtime::java).collect();
        assert_eq!(javas, [25, 21, 17, 11]);
        for runtime in &runtimes.runtime {
            let parts = Parts::Server(Packages::of_runtime(NAME, &runtimes, runtime));
            assert!(parts.is_locked() && crate::install::Artefacts::read(&runtime.lock).is_ok());
        }
    }
}
