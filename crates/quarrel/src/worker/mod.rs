//! The workers: what this binary hosts in child processes, and the files of a worker that is a program of its own.
//!
//! A host's source lives in the catalogue beside what is known of its engine. Here it is compiled with the one
//! version that this binary embeds; `quarrel engines install` compiles the same source, within the same frame,
//! with another version.

mod json;
mod protocol;
mod reference;

#[cfg(feature = "embedded")]
#[path = "../../../../catalogue/graphdblite/worker.rs"]
mod graphdblite;
#[cfg(feature = "graphersal")]
#[path = "../../../../catalogue/graphersal/worker.rs"]
mod graphersal;
#[cfg(feature = "embedded")]
#[path = "../../../../catalogue/marsdb/worker.rs"]
mod marsdb;
#[cfg(feature = "embedded")]
#[path = "../../../../catalogue/oxigraph/worker.rs"]
mod oxigraph;

use json::Json;
use protocol::{Failure, Host, Offer, Phase};
pub(crate) use protocol::{Identity, end_with_parent, serve};
#[cfg(any(feature = "embedded", test))]
use protocol::{no_options, variant};

/// The files of a worker's program beside its host, by their paths in the folder of its sources.
pub(crate) const FRAME: &[(&str, &str)] = &[
    ("main.rs", include_str!("program.rs")),
    ("json.rs", include_str!("json.rs")),
    ("protocol.rs", include_str!("protocol.rs")),
];

/// What this binary can host.
pub(crate) struct Hosted {
    /// Who it is.
    pub(crate) identity: Identity,
    open: fn() -> Result<Box<dyn Host>, Failure>,
}

impl Hosted {
    const fn new(
        name: &'static str,
        version: &'static str,
        open: fn() -> Result<Box<dyn Host>, Failure>,
    ) -> Self {
        Self { identity: Identity { name, version }, open }
    }

    /// Opens it with an empty database.
    pub(crate) fn open(&self) -> Result<Box<dyn Host>, String> {
        (self.open)().map_err(|failure| failure.message)
    }
}

/// The engines that this binary was built with. Their versions are those of the workspace's Cargo.toml.
#[cfg(feature = "embedded")]
const EMBEDDED: &[Hosted] = &[
    Hosted::new("graphdblite", "0.2.0", graphdblite::open),
    #[cfg(feature = "graphersal")]
    Hosted::new("graphersal", "0.5.1", graphersal::open),
    Hosted::new("marsdb", "0.10.0", marsdb::open),
    Hosted::new("oxigraph", "0.5.13", oxigraph::open),
];
/// The engines that this binary was built with.
#[cfg(not(feature = "embedded"))]
const EMBEDDED: &[Hosted] = &[];

const REFERENCE: Hosted = Hosted::new("reference", env!("CARGO_PKG_VERSION"), reference::open);

/// The names of the engines that this binary was built with.
pub(crate) fn embedded() -> Vec<&'static str> {
    EMBEDDED.iter().map(|hosted| hosted.identity.name).collect()
}

/// What is hosted under the name.
pub(crate) fn find(name: &str) -> Option<&'static Hosted> {
    [&REFERENCE].into_iter().chain(EMBEDDED).find(|hosted| hosted.identity.name == name)
}

#[cfg(test)]
mod tests;
