//! The files of the catalogue: those that are compiled in, and those of a folder of the user's own.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use include_dir::{Dir, File};

use super::CatalogueError;

/// What an engine's folder must have.
pub(super) const ENTRY: &str = "engine.toml";

/// The text files of an engine's folder, by their paths there.
pub(super) type Folder = BTreeMap<String, String>;

/// The folders of the engines that are compiled in, by their names.
pub(super) fn builtin(catalogue: &Dir<'_>) -> BTreeMap<String, Folder> {
    let folders = catalogue.dirs().map(|folder| {
        let files = folder.files().chain(folder.dirs().flat_map(Dir::files));
        let text = |file: &File<'_>| {
            let path = file.path().strip_prefix(folder.path()).ok()?;
            Some((path.to_str()?.to_owned(), file.contents_utf8()?.to_owned()))
        };
        (folder.path().to_string_lossy().into_owned(), files.filter_map(text).collect())
    });
    folders.collect()
}

/// The folders of the engines in a folder, by their names: those that have an entry.
pub(super) fn of(place: &Path) -> Result<BTreeMap<String, Folder>, CatalogueError> {
    let unreadable = |error: io::Error| CatalogueError {
        file: place.display().to_string(),
        reason: format!("it cannot be read: {error}"),
    };
    let mut folders = BTreeMap::new();
    for engine in fs::read_dir(place).map_err(unreadable)? {
        let engine = engine.map_err(unreadable)?;
        if engine.path().join(ENTRY).is_file() {
            let mut files = Folder::new();
            read(&engine.path(), "", &mut files).map_err(unreadable)?;
            folders.insert(engine.file_name().to_string_lossy().into_owned(), files);
        }
    }
    Ok(folders)
}

/// Reads the texts of a folder and of those in it; what is no text is left out.
fn read(folder: &Path, prefix: &str, files: &mut Folder) -> io::Result<()> {
    for file in fs::read_dir(folder)? {
        let file = file?;
        let path = format!("{prefix}{}", file.file_name().to_string_lossy());
        match file.file_type()?.is_dir() {
            true => read(&file.path(), &format!("{path}/"), files)?,
            false => {
                if let Ok(text) = String::from_utf8(fs::read(file.path())?) {
                    files.insert(path, text);
                }
            }
        }
    }
    Ok(())
}
