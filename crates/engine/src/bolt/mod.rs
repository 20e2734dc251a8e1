//! Bolt: the protocol of several Cypher servers, spoken with blocking sockets.

mod address;
mod connection;
mod packstream;
mod temporal;
mod values;
mod wire;

pub(crate) use address::Address;
pub(crate) use packstream::Packed;
pub(crate) use wire::Bolt;

#[cfg(test)]
mod tests;
