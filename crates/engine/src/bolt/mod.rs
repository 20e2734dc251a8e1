//! Bolt: the protocol of several Cypher servers, spoken with blocking sockets.

mod connection;
mod conversation;
mod packstream;
mod values;

pub(crate) use conversation::Bolt;
pub use values::read_packstream;

#[cfg(test)]
mod tests;
