//! What carries texts to an engine and answers back; one for each protocol.

use std::time::Instant;

use quarrel_case::answer::{Outcome, Phase, QueryError, Reply, UNSUPPORTED};
use quarrel_case::engine::Request;
use quarrel_case::graph::Model;
use serde_json::Value as Json;

/// The class of the error that an answer nests deeper than a reply may: nobody's fault.
pub(crate) const DEPTH_LIMIT: &str = "DepthLimit";

/// A step of a call: what it gives, or what the call came to instead.
pub(crate) type Step<T> = Result<T, Box<Outcome>>;

/// A way to an engine. It says what a call came to; what the answer means is the driver's matter.
pub(crate) trait Wire: Send {
    /// Runs a text. The elements of the answer are named by the engine's own ids.
    fn query(&mut self, request: &Request<'_>, rows: usize, model: Model, deadline: Instant) -> Step<Reply>;

    /// Starts or connects again what was cut off.
    fn ensure_running(&mut self) -> Step<()>;

    /// True while nobody has changed what the engine was last told to hold: it runs on, and is ours alone.
    fn keeps_state(&self) -> bool;

    /// Takes the engine for this driver, where several have the same one.
    fn take(&mut self) {}

    /// Cuts off an engine whose reply made no sense, and says so.
    fn broken(&mut self, what: String) -> Box<Outcome>;

    /// Ends an engine of ours that is of no more use: it is started again before the next call. One that somebody else
    /// started stays.
    fn give_up(&mut self);

    /// How often the engine was started again.
    fn restarts(&self) -> usize;

    /// True when the engine has such an operation beside texts.
    fn has(&self, operation: &str) -> bool {
        operation == "query"
    }

    /// Asks for an operation that the engine has.
    fn operate(&mut self, _request: &Json, _deadline: Instant) -> Step<Json> {
        let error = QueryError::new(Phase::Run, UNSUPPORTED, "there is no such operation");
        Err(Box::new(Outcome::Rejected(error)))
    }

    /// True when what the engine holds has to be removed at the end: it stays when we go, and it is ours, whether or
    /// not a call went wrong since it was put in.
    fn outlives_us(&self) -> bool {
        false
    }

    /// True when elements come with labels and properties, as [`Value::New`](quarrel_case::value::Value::New)
    /// numbered by the engine's own ids.
    fn sends_whole_elements(&self) -> bool {
        false
    }
}
