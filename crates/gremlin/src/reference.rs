//! The reference as a suite's subject, which is fed with texts.

use quarrel_case::answer::QueryError;
use quarrel_case::conformance::{self, Given, TextSession};
use quarrel_case::graph::Graph;
use quarrel_case::language::{Budget, Evaluation};
use quarrel_case::profile::Profile;

use crate::evaluate::{GremlinSession, session};
use crate::language::query_error;
use crate::parse::parse;

/// Suites walk far, and a person waits.
const BUDGET: Budget = Budget { rows: 200_000, steps: 20_000_000 };

/// The reference under a profile.
pub(crate) type Reference = conformance::Reference<GremlinSession>;

impl TextSession for GremlinSession {
    fn begin(graph: &Graph, profile: &Profile, given: &Given) -> Result<Self, String> {
        let graph = graph.property().ok_or("no property graph")?;
        let mut session = session(graph, profile).map_err(|error| error.to_string())?;
        session.set_parameters(given.parameters.clone());
        session.set_procedures(&given.procedures);
        Ok(session)
    }

    fn answer(&mut self, text: &str) -> Result<Evaluation, QueryError> {
        let query = parse(text).map_err(|error| query_error(&error))?;
        Ok(self.query(&query, &BUDGET))
    }

    fn graph(&self) -> Graph {
        GremlinSession::graph(self)
    }
}
