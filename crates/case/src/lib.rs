//! The ground of Quarrel: what every other room speaks about.
//!
//! Choices; values of both graph models and their comparison; graphs; answers; checks, laws and verdicts with
//! the one executor; profiles as named switches; the traits [`Language`](language::Language) and
//! [`Engine`](engine::Engine); the JSON form of all of them. This crate knows no language, no engine and does
//! no I/O.

pub mod answer;
mod bare;
pub mod check;
pub mod choices;
pub mod class;
pub mod compare;
pub mod conformance;
pub mod disassembly;
pub mod engine;
pub mod execute;
pub mod graph;
mod holes;
pub mod json;
pub mod language;
pub mod law;
pub mod names;
pub mod nquads;
mod open;
pub mod phrase;
pub mod played;
pub mod profile;
mod renaming;
pub mod rewriting;
pub mod rules;
pub mod state;
mod temporal;
pub mod term;
pub mod value;
pub mod verdict;
pub mod witness;
pub mod zone;

#[cfg(test)]
mod execute_tests;
