//! Gremlin Server: texts over WebSocket or HTTP, answers in GraphSON 3.

mod conversation;
mod graphson;
mod iso;
mod reply;
mod socket;

pub(crate) use conversation::{Gremlin, Manner};
pub use graphson::read_graphson;

#[cfg(test)]
mod tests;
