//! How the workers of versions that are not embedded are built.

use serde::Deserialize;

use crate::version::Versions;

/// The worker of some versions: a program that holds the engine's crate and a host for it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Build {
    /// The source of the host, a file of the entry's folder. Other sources there are modules that it may use.
    pub source: String,
    /// The versions that it is for.
    #[serde(default)]
    pub versions: Versions,
    /// The engine's crate; none: it is called as the engine is.
    #[serde(rename = "crate")]
    pub package: Option<String>,
    /// Whether the crate's default features are on.
    #[serde(default = "on")]
    pub default_features: bool,
    /// The features that are on beside them.
    #[serde(default)]
    pub features: Vec<String>,
}

fn on() -> bool {
    true
}
