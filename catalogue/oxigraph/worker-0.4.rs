//! Hosts oxigraph 0.4, which has one type of error for queries and updates, and options instead of an evaluator.

use oxigraph::sparql::{EvaluationError, Query, QueryOptions, QueryResults, Update};
use oxigraph::store::Store;
use serde_json::{Map, Value};

use super::{Failure, Host, Json, Offer};

mod common;

struct Oxigraph {
    store: Store,
    optimizes: bool,
}

/// Opens an empty store.
pub(crate) fn open() -> Result<Box<dyn Host>, Failure> {
    Ok(Box::new(Oxigraph { store: common::fresh()?, optimizes: true }))
}

impl Oxigraph {
    fn options(&self) -> QueryOptions {
        let options = QueryOptions::default();
        if self.optimizes { options } else { options.without_optimizations() }
    }

    /// Runs a text that is no query.
    fn update(&self, text: &str, as_query: Failure) -> Result<(), Failure> {
        let update = Update::parse(text, None).map_err(|error| {
            common::further(as_query, common::syntax_failure(&error.to_string()))
        })?;
        self.store.update_opt(update, self.options()).map_err(|error| failure(&error))
    }
}

impl Host for Oxigraph {
    fn hello(&mut self, _language: &str, options: &Map<String, Value>) -> Result<Offer, Failure> {
        self.optimizes = common::optimizes(options)?;
        Ok(common::offer())
    }

    fn reset(&mut self) -> Result<(), Failure> {
        self.store = common::fresh()?;
        Ok(())
    }

    fn load(&mut self, graph: &Value) -> Result<(), Failure> {
        self.store = common::loaded(graph)?;
        Ok(())
    }

    fn query(&mut self, text: &str, limit: u64, reply: &mut Json) -> Result<(), Failure> {
        let query = match Query::parse(text, None) {
            Ok(query) => query,
            Err(error) => {
                self.update(text, common::syntax_failure(&error.to_string()))?;
                return common::nothing(reply);
            }
        };
        let failure = |error: EvaluationError| failure(&error);
        match self.store.query_opt(query, self.options()).map_err(failure)? {
            QueryResults::Solutions(found) => {
                let variables = found.variables().to_vec();
                common::rows(&variables, found.map(|row| row.map_err(failure)), limit, reply)
            }
            QueryResults::Graph(found) => {
                common::triples(found.map(|triple| triple.map_err(failure)), limit, reply)
            }
            QueryResults::Boolean(answer) => common::boolean(answer, reply),
        }
    }

    fn dump(&mut self, graph: &mut Json) -> Result<(), Failure> {
        common::dump(&self.store, graph)
    }
}

fn failure(error: &EvaluationError) -> Failure {
    match error {
        EvaluationError::Storage(error) => common::storage(error),
        EvaluationError::Parsing(error) => common::syntax_failure(&error.to_string()),
        error => common::evaluation(error),
    }
}
