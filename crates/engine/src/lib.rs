//! Engines: how they are named, started, spoken to and known.
//!
//! [`spec`] reads how the user names an engine, [`catalogue`] holds what is known of it as data, and
//! [`open()`] starts it behind the trait [`Engine`](quarrel_case::engine::Engine). Every engine runs in a
//! process of its own, so that a crash or a hang is an observation; there is one driver per protocol, and
//! none knows an engine by name.

mod address;
mod arcade;
mod bolt;
mod bounded;
pub mod catalogue;
mod driver;
mod elements;
mod fault;
mod gremlin;
mod http;
pub mod install;
pub mod java;
mod link;
mod open;
mod process;
mod reach;
mod resp;
mod server;
mod sparql;
pub mod spec;
pub mod statements;
mod station;
mod stream;
mod temporal;
pub mod version;
mod wire;

pub use arcade::read_records;
pub use bolt::read_packstream;
pub use catalogue::Catalogue;
pub use gremlin::read_graphson;
pub use link::read_reply;
pub use open::{Launcher, OpenEngine, OpenError, check, open};
pub use reach::{StartedServer, start};
pub use resp::read_compact;
pub use server::Servers;
pub use sparql::read_results;
pub use spec::Spec;

#[cfg(test)]
mod tests;
