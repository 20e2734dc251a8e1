//! The files of the catalogue: those that are compiled in, and those of a folder of the user's own.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use include_dir::{Dir, File};

use super::CatalogueError;

/// What an engine's folder must have.
pub(super) const ENTRY: &str = "engine.toml";

/// The folder beside those of the engines that has what the clients of several have in common, a file for each.
const CLIENTS: &str = "clients";

/// The text files of an engine's folder, by their paths there.
pub(super) type Folder = BTreeMap<String, String>;

/// The folders of the engines, by their names, and the texts of the clients that they share.
#[derive(Debug, Default)]
pub(super) struct Folders {
    /// Those that have an entry.
    pub engines: BTreeMap<String, Folder>,
    /// By the names of the clients.
    pub clients: BTreeMap<String, String>,
}

impl Folders {
    /// What each folder is: those without an entry are of no engine.
    fn new(mut folders: BTreeMap<String, Folder>) -> Self {
        let clients = folders.remove(CLIENTS).unwrap_or_default().into_iter();
        let clients = clients.filter_map(|(file, text)| Some((file.strip_suffix(".toml")?.to_owned(), text)));
        let clients = clients.collect();
        folders.retain(|_, files| files.contains_key(ENTRY));
        Self { engines: folders, clients }
    }

    /// Adds others, which take the place of those of their names.
    pub(super) fn extend(&mut self, others: Self) {
        self.engines.extend(others.engines);
        self.clients.extend(others.clients);
    }
}

/// The folders that are compiled in.
pub(super) fn builtin(catalogue: &Dir<'_>) -> Folders {
    let folders = catalogue.dirs().map(|folder| {
        let files = folder.files().chain(folder.dirs().flat_map(Dir::files));
        let text = |file: &File<'_>| {
            let path = file.path().strip_prefix(folder.path()).ok()?;
            Some((path.to_str()?.to_owned(), file.contents_utf8()?.to_owned()))
        };
        (folder.path().to_string_lossy().into_owned(), files.filter_map(text).collect())
    });
    Folders::new(folders.collect())
}

/// The folders in a folder of the user's own.
pub(super) fn of(place: &Path) -> Result<Folders, CatalogueError> {
    let unreadable = |error: io::Error| CatalogueError {
        file: place.display().to_string(),
        reason: format!("it cannot be read: {error}"),
    };
    let mut folders = BTreeMap::new();
    for engine in fs::read_dir(place).map_err(unreadable)? {
        let engine = engine.map_err(unreadable)?;
        if engine.path().join(ENTRY).is_file() || engine.file_name() == CLIENTS {
            let mut files = Folder::new();
            read(&engine.path(), "", &mut files).map_err(unreadable)?;
            folders.insert(engine.file_name().to_string_lossy().into_owned(), files);
        }
    }
    Ok(Folders::new(folders))
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
