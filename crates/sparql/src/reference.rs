//! The reference as a suite's subject, which is fed with texts.

use quarrel_case::answer::QueryError;
use quarrel_case::conformance::{self, Given, TextSession};
use quarrel_case::graph::Graph;
use quarrel_case::language::{Budget, Evaluation, Session, Tree};
use quarrel_case::profile::Profile;

use crate::evaluate::{SparqlSession, session};
use crate::generate::query_error;
use crate::parse::{Request, parse_request};

/// Suites join large tables, and a person waits.
pub(crate) const BUDGET: Budget = Budget { rows: 1_000_000, steps: 100_000_000 };

/// The reference under a profile.
pub(crate) type Reference = conformance::Reference<SparqlSession>;

impl TextSession for SparqlSession {
    fn begin(graph: &Graph, profile: &Profile, _given: &Given) -> Result<Self, String> {
        let dataset = graph.dataset().ok_or("no dataset")?;
        Ok(session(dataset, profile).map_err(|error| error.to_string())?.settled())
    }

    fn answer(&mut self, text: &str) -> Result<Evaluation, QueryError> {
        let tree = match parse_request(text).map_err(|error| query_error(&error))? {
            Request::Query(query) => Tree::new(*query),
            Request::Update(update) => Tree::new(update),
        };
        Ok(self.run(&tree, &BUDGET))
    }

    fn graph(&self) -> Graph {
        Session::graph(self)
    }
}
