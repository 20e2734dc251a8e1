//! What a person reads: the README of a finding.
//!
//! It is made from the finding's data alone, and says what a maintainer asks first: which engine and version,
//! from which graph, which text, what was expected and why, what came.

mod markdown;
mod readme;

pub use readme::Readme;
