//! The reference as a suite's subject, which is fed with texts.

use std::sync::Arc;

use quarrel_case::answer::{Outcome, Reply};
use quarrel_case::conformance::{Given, Subject};
use quarrel_case::graph::Graph;
use quarrel_case::language::{Budget, Session as _, Tree};
use quarrel_case::profile::Profile;

use crate::evaluate::{SparqlSession, session};
use crate::generate::query_error;
use crate::parse::{Request, parse_request};

/// Suites join large tables, and a person waits.
pub(crate) const BUDGET: Budget = Budget { rows: 1_000_000, steps: 100_000_000 };

/// The reference under a profile.
pub(crate) struct Reference {
    profile: Profile,
    session: Option<SparqlSession>,
}

impl Reference {
    /// The reference under a profile.
    pub(crate) fn new(profile: Profile) -> Self {
        Self { profile, session: None }
    }
}

impl Subject for Reference {
    fn begin(&mut self, graph: &Arc<Graph>, _given: &Given) -> Result<(), String> {
        let Some(dataset) = graph.dataset() else { return Err("no dataset".to_owned()) };
        self.session = Some(session(dataset, &self.profile).map_err(|error| error.to_string())?);
        Ok(())
    }

    fn run(&mut self, text: &str) -> Outcome {
        let Some(session) = &mut self.session else { return Outcome::Broken("no case has begun".to_owned()) };
        let tree = match parse_request(text) {
            Ok(Request::Query(query)) => Tree::new(*query),
            Ok(Request::Update(update)) => Tree::new(update),
            Err(error) => return Outcome::Rejected(query_error(&error)),
        };
        match session.run(&tree, &BUDGET).result {
            Ok(answer) => Outcome::Answered(Reply { answer, plan: None }),
            Err(failure) => failure.into(),
        }
    }

    fn graph(&mut self) -> Option<Graph> {
        self.session.as_ref().map(quarrel_case::language::Session::graph)
    }

    fn is_reference(&self) -> bool {
        true
    }
}
