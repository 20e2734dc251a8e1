//! The reference as a suite's subject, which is fed with texts.

use std::sync::Arc;

use quarrel_case::answer::{Outcome, Phase, QueryError, Reply};
use quarrel_case::conformance::{Given, Subject};
use quarrel_case::graph::Graph;
use quarrel_case::language::Budget;
use quarrel_case::profile::Profile;

use crate::evaluate::{GremlinSession, session};
use crate::parse::{ParseError, parse};

/// Suites walk far, and a person waits.
const BUDGET: Budget = Budget { rows: 200_000, steps: 20_000_000 };

/// The reference under a profile.
pub(crate) struct Reference {
    profile: Profile,
    session: Option<GremlinSession>,
}

impl Reference {
    /// The reference under a profile.
    pub(crate) fn new(profile: Profile) -> Self {
        Self { profile, session: None }
    }
}

/// The error of a text, in the terms of cases.
pub(crate) fn query_error(error: &ParseError) -> QueryError {
    let place = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    QueryError {
        at: Some((place(error.line), place(error.column))),
        ..QueryError::new(Phase::Parse, "SyntaxError", error.message.clone())
    }
}

impl Subject for Reference {
    fn begin(&mut self, graph: &Arc<Graph>, given: &Given) -> Result<(), String> {
        let Some(graph) = graph.property() else { return Err("no property graph".to_owned()) };
        let mut session = session(graph, &self.profile).map_err(|error| error.to_string())?;
        session.set_parameters(given.parameters.clone());
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
        self.session.as_ref().map(GremlinSession::graph)
    }

    fn is_reference(&self) -> bool {
        true
    }
}
