//! RESP, the protocol of Redis, and the module of it that answers Cypher (`GRAPH.QUERY`), over blocking sockets.

mod compact;
mod connection;
mod conversation;
mod decode;
mod names;
mod refusal;

pub use compact::read_compact;
pub(crate) use conversation::Resp;

#[cfg(test)]
mod tests;
