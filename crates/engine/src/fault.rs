//! What ends a conversation with a server.

use quarrel_case::answer::{Phase, QueryError, ROW_LIMIT};

use crate::wire::DEPTH_LIMIT;

/// Why a conversation is of no more use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The deadline has passed.
    TimedOut,
    /// There is no connection, or none any more; the text says how that showed.
    Cut(String),
    /// What came is not in the protocol.
    Broken(String),
    /// The answer is not read to its end, which is nobody's fault: it may be right.
    Unread(QueryError),
}

impl Fault {
    /// The answer is longer than what is read, or has more in it.
    pub(crate) fn too_long() -> Self {
        Fault::Unread(QueryError::new(Phase::Run, ROW_LIMIT, "the answer is longer than what is read"))
    }

    /// The answer nests deeper than what is read.
    pub(crate) fn too_deep() -> Self {
        Fault::Unread(QueryError::new(Phase::Run, DEPTH_LIMIT, "the answer nests deeper than what is read"))
    }
}

/// The error of an answer that has more rows than are wanted.
pub(crate) fn too_many(rows: usize) -> QueryError {
    QueryError::new(Phase::Run, ROW_LIMIT, format!("the answer has more than {rows} rows"))
}
