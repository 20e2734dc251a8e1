//! The reference evaluator.
//!
//! A traversal is compiled to a plan (`compile`), in which modulators stand where they belong, and walked step by step
//! over bags of traversers (`run`, `steps`). Where versions differ, a switch decides (`rules`). The semantics are those
//! of TinkerPop's "Gremlin Semantics" and of its reference documentation, which each step cites.

mod answer;
mod compare;
mod compile;
mod configure;
mod draft;
mod fault;
mod ids;
mod moment;
mod number;
mod plan;
pub mod rules;
mod run;
mod session;
mod steps;
mod store;
mod traverser;
mod value;

use quarrel_case::answer::{Phase, QueryError};
use quarrel_case::language::Failure;

pub(crate) use answer::read;
pub(crate) use compare::order;
pub(crate) use draft::{Crowd, Draft};
pub use fault::FAULTS;
pub(crate) use moment::Moment;
pub(crate) use number::Number;
pub use rules::{Rules, SWITCHES};
pub(crate) use session::compiles;
pub use session::{GremlinSession, Prepared, session};
pub(crate) use store::Store;
pub(crate) use value::{Handle, Value};

/// Why an evaluation stops.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Stop {
    /// There is no answer.
    Failure(Failure),
    /// Two values cannot be compared, which a filter around deals with.
    Incomparable,
}

/// A result, or why there is none.
pub(crate) type Fallible<T> = Result<T, Stop>;

/// A traversal that is refused before it runs.
fn invalid(message: impl Into<String>) -> Stop {
    Stop::Failure(Failure::Query(QueryError::new(Phase::Compile, "IllegalArgument", message)))
}

/// An error that a traversal raises.
fn raised(message: impl Into<String>) -> Stop {
    Stop::Failure(Failure::Query(QueryError::new(Phase::Run, "IllegalArgument", message)))
}

/// What the evaluator has no meaning for.
fn unmodelled(what: &str) -> Stop {
    Stop::Failure(Failure::Unmodelled(what.to_owned()))
}
