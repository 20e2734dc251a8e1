//! What was unpacked for a version: its files with their sizes, for packages that bring no list of their own.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::artefacts::UNPACKED;

/// The file in the folder of a version that lists them.
const FILE: &str = "unpacked";

/// Lists what is in the folder of a version.
pub(super) fn write(place: &Path) -> io::Result<()> {
    let folder = place.join(UNPACKED);
    let mut files = Vec::new();
    walk(&folder, &mut files)?;
    files.sort();
    let lines = files.iter().filter_map(|(file, size)| {
        // A name that is no text is not in the list, and not missed.
        let path = file.strip_prefix(&folder).ok()?.to_str()?;
        Some(format!("{size}  {path}\n"))
    });
    fs::write(place.join(FILE), lines.collect::<String>())
}

/// True when all that is listed is in the folder of a version, none of it cut short.
pub(super) fn are_in(place: &Path) -> bool {
    let Ok(text) = fs::read_to_string(place.join(FILE)) else { return false };
    text.lines().all(|line| {
        let Some((size, path)) = line.split_once("  ") else { return false };
        // A link may lead to what only the whole system has.
        let file = fs::symlink_metadata(place.join(UNPACKED).join(path));
        file.is_ok_and(|file| file.len().to_string() == size)
    })
}

fn walk(folder: &Path, files: &mut Vec<(PathBuf, u64)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let about = entry.metadata()?;
        match about.is_dir() {
            true => walk(&entry.path(), files)?,
            false => files.push((entry.path(), about.len())),
        }
    }
    Ok(())
}
