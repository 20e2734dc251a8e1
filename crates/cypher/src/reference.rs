//! The reference as a suite's subject, which is fed with texts.

use quarrel_case::answer::QueryError;
use quarrel_case::conformance::{self, Given, TextSession};
use quarrel_case::graph::Graph;
use quarrel_case::language::{Budget, Evaluation, Session};
use quarrel_case::profile::Profile;

use crate::evaluate::{CypherSession, Parameters, Value, session};
use crate::language::query_error;
use crate::parse::parse;

/// Suites join large tables, and a person waits.
const BUDGET: Budget = Budget { rows: 2_000_000, steps: 50_000_000 };

/// The reference under a profile.
pub(crate) type Reference = conformance::Reference<CypherSession>;

impl TextSession for CypherSession {
    fn begin(graph: &Graph, profile: &Profile, given: &Given) -> Result<Self, String> {
        let graph = graph.property().ok_or("no property graph")?;
        let mut session = session(graph, profile).map_err(|error| error.to_string())?;
        let parameters: Parameters =
            given.parameters.iter().map(|(name, value)| (name.clone(), Value::from(value))).collect();
        session.set_parameters(parameters);
        session.set_procedures(&given.procedures);
        Ok(session)
    }

    fn answer(&mut self, text: &str) -> Result<Evaluation, QueryError> {
        let query = parse(text).map_err(|error| query_error(&error))?;
        Ok(self.query(&query, &BUDGET))
    }

    fn graph(&self) -> Graph {
        Session::graph(self)
    }
}
