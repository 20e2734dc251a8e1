//! What reads and runs the openCypher suite.

pub(crate) mod expected;
pub(crate) mod gherkin;
pub(crate) mod setup;
