//! The reference as a suite's subject, which is fed with texts.

use std::sync::Arc;

use quarrel_case::answer::{Outcome, Reply};
use quarrel_case::conformance::{Given, Subject};
use quarrel_case::graph::Graph;
use quarrel_case::language::{Budget, Session as _};
use quarrel_case::profile::Profile;

use crate::evaluate::{CypherSession, Parameters, Value, session};
use crate::language::query_error;
use crate::parse::parse;

/// Suites join large tables, and a person waits.
const BUDGET: Budget = Budget { rows: 2_000_000, steps: 50_000_000 };

/// The reference under a profile.
pub(crate) struct Reference {
    profile: Profile,
    session: Option<CypherSession>,
}

impl Reference {
    /// The reference under a profile.
    pub(crate) fn new(profile: Profile) -> Self {
        Self { profile, session: None }
    }

    /// The reference under the standard's profile.
    pub(crate) fn standard() -> Self {
        Self::new(Profile::default())
    }
}

impl Subject for Reference {
    fn begin(&mut self, graph: &Arc<Graph>, given: &Given) -> Result<(), String> {
        let Some(graph) = graph.property() else { return Err("no property graph".to_owned()) };
        let mut session = session(graph, &self.profile).map_err(|error| error.to_string())?;
        let parameters: Parameters =
            given.parameters.iter().map(|(name, value)| (name.clone(), Value::from(value))).collect();
        session.set_parameters(parameters);
        session.set_procedures(&given.procedures);
        self.session = Some(session);
        Ok(())
    }

    fn run(&mut self, text: &str) -> Outcome {
        let Some(session) = &mut self.session else { return Outcome::Broken("no case has begun".to_owned()) };
        let query = match parse(text) {
            Ok(query) => query,
            Err(error) => return Outcome::Rejected(query_error(&error)),
        };
        match session.query(&query, &BUDGET).result {
            Ok(answer) => Outcome::Answered(Reply { answer, plan: None }),
            Err(failure) => failure.into(),
        }
    }

    fn graph(&mut self) -> Option<Graph> {
        self.session.as_ref().map(CypherSession::graph)
    }

    fn is_reference(&self) -> bool {
        true
    }
}
