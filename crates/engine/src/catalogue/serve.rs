//! How servers are installed and started.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::version::Versions;

/// The packages of some versions of a server.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Install {
    /// Who fetches them.
    pub client: Client,
    /// Their names there; their version is the engine's.
    pub packages: Vec<String>,
    /// The versions that consist of them.
    #[serde(default)]
    pub versions: Versions,
}

/// A client of a registry of packages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Client {
    /// Maven; a package is `GROUP:ARTIFACT`.
    Maven,
}

/// How some versions of a server are started. The words of the command and the files are templates with `home` (an
/// empty folder), `port` (a free one of this machine), `place` (where it is installed), `classpath` and `version`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Files that it finds in its home, by their paths there.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
    /// Files that it writes there of which the end says why it ended.
    #[serde(default)]
    pub logs: Vec<String>,
    /// How long it has until it answers.
    pub seconds: u64,
    /// Texts that are sent to it then, for the first queries of a test to take no longer than the others. The last
    /// one leaves it empty.
    #[serde(default, rename = "warm-up")]
    pub warm_up: Vec<String>,
    /// The versions that are started so.
    #[serde(default)]
    pub versions: Versions,
}
