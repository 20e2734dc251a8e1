//! The Java runtimes that can be fetched: `catalogue/java.toml`.

use serde::Deserialize;

use super::PackageClient;

/// The Java runtimes that can be fetched, newest first, and who has them.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Runtimes {
    /// Who fetches them.
    pub client: PackageClient,
    /// The package that holds one.
    pub package: String,
    /// Where the program `java` is, from the folder in which one is installed.
    pub program: String,
    /// Each of them.
    pub runtime: Vec<Runtime>,
}

/// A Java runtime.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Runtime {
    /// The package's version, which begins with Java's.
    pub version: String,
    /// What it consists of, by checksum.
    pub lock: String,
}

impl Runtimes {
    /// The text of `catalogue/java.toml`.
    pub fn read(text: &str) -> Result<Self, String> {
        let runtimes: Self = toml::from_str(text).map_err(|error| error.to_string())?;
        match runtimes.runtime.iter().find(|runtime| runtime.java().is_none()) {
            Some(runtime) => Err(format!("{:?} does not begin with a version of Java", runtime.version)),
            None => Ok(runtimes),
        }
    }
}

impl Runtime {
    /// The version of Java, as 17.
    pub fn java(&self) -> Option<u32> {
        self.version.split('.').next()?.parse().ok()
    }
}
