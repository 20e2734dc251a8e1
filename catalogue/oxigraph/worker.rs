//! Hosts oxigraph, since 0.5: SPARQL over an RDF dataset, kept in memory.

use oxigraph::sparql::{QueryEvaluationError, QueryResults, SparqlEvaluator, UpdateEvaluationError};
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
    fn evaluator(&self) -> SparqlEvaluator {
        let evaluator = SparqlEvaluator::new();
        if self.optimizes { evaluator } else { evaluator.without_optimizations() }
    }

    /// Runs a text that is no query.
    fn update(&self, text: &str, as_query: Failure) -> Result<(), Failure> {
        let update = self
            .evaluator()
            .parse_update(text)
            .map_err(|error| common::further(as_query, common::syntax_failure(&error.to_string())))?;
        update.on_store(&self.store).execute().map_err(|error| update_failure(&error))
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
        let query = match self.evaluator().parse_query(text) {
            Ok(query) => query,
            Err(error) => {
                self.update(text, common::syntax_failure(&error.to_string()))?;
                return common::nothing(reply);
            }
        };
        let failure = |error: QueryEvaluationError| common::evaluation(&error);
        match query.on_store(&self.store).execute().map_err(failure)? {
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

fn update_failure(error: &UpdateEvaluationError) -> Failure {
    match error {
        UpdateEvaluationError::Storage(error) => common::storage(error),
        error => common::evaluation(error),
    }
}
