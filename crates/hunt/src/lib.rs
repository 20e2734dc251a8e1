//! The hunt: rounds, workers, budgets, events, the journal, findings, reduction and replay.
//!
//! It knows no language (a syntax tree is opaque to it and stored as JSON) and no engine by name.

mod ahead;
#[cfg(test)]
mod ahead_tests;
pub mod bench;
pub mod events;
mod excuse;
pub mod finding;
pub mod group;
mod hunting;
pub mod journal;
mod likeness;
pub mod plan;
pub mod pool;
pub mod probe;
mod ready;
pub mod reduce;
pub mod replay;
mod round;
#[cfg(test)]
mod round_tests;
pub mod settle;
pub mod settled;
pub mod shape;
pub mod signature;
pub mod stop;
pub mod subject;
pub mod summary;
pub mod swallow;
pub mod tally;
pub mod target;
pub mod triage;
pub mod trust;
pub mod weights;
mod witness;
pub mod workshop;

use std::path::PathBuf;

pub use hunting::{Hunt, hunt};

/// Why a hunt, a replay or a reduction cannot go on. Its message is one line.
#[derive(Debug, thiserror::Error)]
pub enum HuntError {
    /// An engine cannot be had, or was named wrongly.
    #[error(transparent)]
    Engine(#[from] quarrel_engine::OpenError),
    /// A file cannot be read as what it should be.
    #[error("{}: {why}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why, in a few words.
        why: String,
    },
    /// The output folder is in use.
    #[error("{}: the output folder is not empty", .0.display())]
    OutputInUse(PathBuf),
    /// Writing failed.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// Stored data is not what it should be.
    #[error("stored data: {0}")]
    Json(#[from] quarrel_case::json::JsonError),
    /// A value could not be written as JSON.
    #[error("stored data: {0}")]
    Serde(#[from] serde_json::Error),
    /// A profile names what the language does not declare.
    #[error("profile: {0}")]
    Profile(#[from] quarrel_case::profile::ProfileError),
    /// Quarrel itself is at fault.
    #[error("internal: {0}")]
    Defect(String),
}
