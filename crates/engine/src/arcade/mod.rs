//! The HTTP protocol of ArcadeDB: a text and its language go to a database, records and rows come back as JSON.

mod conversation;
mod records;
mod refusal;

pub(crate) use conversation::Arcade;
pub use records::read_records;

#[cfg(test)]
mod tests;
