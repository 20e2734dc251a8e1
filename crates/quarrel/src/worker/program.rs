//! A worker that is a program of its own: one version of an engine, built by `quarrel engines install`.
//!
//! The package is named `ENGINE-worker` and has the engine's version, so that the worker can say who it is.

#![allow(dead_code, unused_imports, reason = "a host uses what it needs of the protocol's modules")]

mod host;
mod json;
mod protocol;

use json::Json;
use protocol::{Failure, Host, Offer, Phase, no_options, variant};

fn main() -> Result<(), String> {
    let package = env!("CARGO_PKG_NAME");
    let name = package.strip_suffix("-worker").unwrap_or(package);
    let identity = protocol::Identity { name, version: env!("CARGO_PKG_VERSION") };
    protocol::end_with_parent();
    let mut host = host::open().map_err(|failure| failure.message)?;
    // The hunt that has gone away is told nothing.
    let _ = protocol::serve(identity, &mut *host, std::io::stdin().lock(), std::io::stdout().lock());
    Ok(())
}
