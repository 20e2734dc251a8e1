//! The Java that runs a server: a machine often has several, and an engine's versions do not all run on one.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use crate::catalogue::Java;

/// Where systems install several beside each other.
const PLACES: [&str; 2] = ["/usr/lib/jvm", "/Library/Java/JavaVirtualMachines"];

/// The program that runs a Java that is wanted: the user's own if it is such a one, else one
/// that is installed beside it.
pub(crate) fn find(wanted: &Java) -> Result<PathBuf, String> {
    let usual = PathBuf::from("java");
    if wanted.least.is_none() && wanted.most.is_none() {
        return Ok(usual);
    }
    let (least, most) = (wanted.least.unwrap_or(0), wanted.most.unwrap_or(u32::MAX));
    let home = std::env::var_os("JAVA_HOME").map(|home| Path::new(&home).join("bin/java"));
    let mut candidates: Vec<PathBuf> = home.into_iter().chain([usual]).collect();
    candidates.extend(PLACES.iter().flat_map(|place| installed(Path::new(place))));
    let fits = |program: &PathBuf| version(program).is_some_and(|version| (least..=most).contains(&version));
    let which = match most {
        u32::MAX => format!("{least} or newer"),
        most => format!("{least} to {most}"),
    };
    let why = || format!("it needs Java {which}, which is neither java, JAVA_HOME nor in {}", PLACES[0]);
    candidates.into_iter().find(fits).ok_or_else(why)
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
        let said = Command::new(program).arg("-version").output().ok()?;
        read(&String::from_utf8_lossy(&said.stderr))
    })
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
        assert_eq!(find(&Java::default()), Ok("java".into()));
        for (least, most, which) in [(Some(4_000_000), None, "4000000 or newer,"), (None, Some(1), "0 to 1,")]
        {
            let why = find(&Java { least, most, ..Java::default() }).unwrap_err();
            assert!(why.starts_with(&format!("it needs Java {which}")), "{why}");
        }
    }
}
