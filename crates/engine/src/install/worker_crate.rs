//! The crate of a worker: the engine's crate at one version, the host from the catalogue, and the frame that
//! speaks the protocol.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use crate::catalogue::{Build, Entry};

/// The files of a crate that cargo can build.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkerCrate {
    /// The engine's name.
    pub name: String,
    /// The engine's version.
    pub version: String,
    files: BTreeMap<String, String>,
}

impl WorkerCrate {
    /// The crate of a version: `entry_files` are those of its folder in the catalogue, `frame` the sources around
    /// the host. There is none where the catalogue does not say how it is built.
    pub fn new<'f>(
        entry: &Entry,
        version: &str,
        entry_files: impl IntoIterator<Item = (&'f str, &'f str)>,
        frame: &[(&str, &str)],
    ) -> Option<Self> {
        let build = entry.build(version)?;
        let lock = format!("locks/{version}.lock");
        let mut files = BTreeMap::from([("Cargo.toml".to_owned(), manifest(entry, build, version))]);
        for (path, text) in entry_files {
            let target = match path {
                path if path == lock => "Cargo.lock".to_owned(),
                path if path == build.source => "src/host/mod.rs".to_owned(),
                path if path.ends_with(".rs") => format!("src/host/{path}"),
                _ => continue,
            };
            files.insert(target, text.to_owned());
        }
        files.extend(frame.iter().map(|(path, text)| (format!("src/{path}"), (*text).to_owned())));
        Some(Self { name: entry.name.clone(), version: version.to_owned(), files })
    }

    /// True when the catalogue pins all that is built by checksum.
    pub fn is_locked(&self) -> bool {
        self.files.contains_key("Cargo.lock")
    }

    /// The files, by their paths.
    pub fn files(&self) -> &BTreeMap<String, String> {
        &self.files
    }

    /// True when the folder holds these files.
    pub(super) fn is_written_to(&self, folder: &Path) -> bool {
        let holds = |(path, text): (&String, &String)| {
            fs::read_to_string(folder.join(path)).is_ok_and(|written| written == *text)
        };
        self.files.iter().all(holds)
    }

    /// Writes the files in place of what an interrupted build has left.
    pub(super) fn write_to(&self, folder: &Path) -> io::Result<()> {
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
        for (path, text) in &self.files {
            let path = folder.join(path);
            path.parent().map_or(Ok(()), fs::create_dir_all)?;
            fs::write(path, text)?;
        }
        Ok(())
    }
}

/// The manifest. Its own empty workspace keeps it apart from a project that the cache folder may lie in.
fn manifest(entry: &Entry, build: &Build, version: &str) -> String {
    let package = build.package.as_ref().unwrap_or(&entry.name);
    // A string of TOML is written as one of JSON is, for all that a name or a version may hold.
    let features: Vec<String> = build.features.iter().map(|feature| format!("{feature:?}")).collect();
    format!(
        r#"[package]
name = "{name}-worker"
version = "{version}"
edition = "2024"
publish = false

[features]
default = ["embedded"]
embedded = []

[dependencies]
{package} = {{ version = "={version}", default-features = {default}, features = [{features}] }}
serde_json = {{ version = "1", features = ["arbitrary_precision"] }}

[workspace]
"#,
        name = entry.name,
        default = build.default_features,
        features = features.join(", "),
    )
}
