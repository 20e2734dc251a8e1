//! Hosts oxigraph: SPARQL over an RDF dataset, kept in memory.
//!
//! Terms are written by the engine's own printer, which gives N-Triples. A graph is loaded quad by quad, since
//! the store's bulk loader renames blank nodes, and the reader of an answer has to know them again.

use oxigraph::io::{RdfFormat, RdfParser};
use oxigraph::model::{Quad, Variable};
use oxigraph::sparql::{QueryEvaluationError, QueryResults, QuerySolutionIter, SparqlEvaluator};
use oxigraph::sparql::{QueryTripleIter, UpdateEvaluationError};
use oxigraph::store::{StorageError, Store};
use serde_json::{Map, Value};

use super::{Failure, Host, Identity, Json, Phase};

struct Oxigraph {
    store: Store,
    optimize: bool,
}

/// Opens an empty store.
pub(super) fn open() -> Result<Box<dyn Host>, Failure> {
    Ok(Box::new(Oxigraph { store: fresh()?, optimize: true }))
}

fn fresh() -> Result<Store, Failure> {
    Store::new().map_err(|error| storage(&error))
}

impl Oxigraph {
    fn evaluator(&self) -> SparqlEvaluator {
        let evaluator = SparqlEvaluator::new();
        if self.optimize { evaluator } else { evaluator.without_optimizations() }
    }

    /// Runs a text that is no query. If it is no update either, the error is that of the parser which got further.
    fn update(&self, text: &str, as_query: Failure) -> Result<(), Failure> {
        let update = self.evaluator().parse_update(text).map_err(|error| {
            let as_update = syntax_failure(&error.to_string());
            if as_update.at > as_query.at { as_update } else { as_query }
        })?;
        update.on_store(&self.store).execute().map_err(|error| update_failure(&error))
    }
}

impl Host for Oxigraph {
    fn hello(&mut self, _language: &str, options: &Map<String, Value>) -> Result<Identity, Failure> {
        for (name, value) in options {
            match (name.as_str(), value.as_str()) {
                ("optimizer", Some("on")) => self.optimize = true,
                ("optimizer", Some("off")) => self.optimize = false,
                ("optimizer", _) => return Err(Failure::bad_request("the option 'optimizer' is on or off")),
                _ => {
                    return Err(Failure::bad_request(format!("this worker has no option '{name}'")));
                }
            }
        }
        let ops = &["reset", "load", "query", "dump"];
        Ok(Identity { name: "oxigraph", version: "0.5.13", language: "sparql", ops })
    }

    fn reset(&mut self) -> Result<(), Failure> {
        self.store = fresh()?;
        Ok(())
    }

    fn load(&mut self, graph: &Value) -> Result<(), Failure> {
        let text = graph.get("nquads").and_then(Value::as_str);
        let text = text.ok_or_else(|| Failure::bad_request("the graph lacks 'nquads'"))?;
        let quads: Result<Vec<Quad>, _> = RdfParser::from_format(RdfFormat::NQuads).for_slice(text).collect();
        let quads = quads.map_err(|error| Failure::new(Phase::Parse, "RdfParseError", error))?;
        self.store = fresh()?;
        self.store.extend(quads).map_err(|error| storage(&error))
    }

    fn query(&mut self, text: &str, limit: u64, reply: &mut Json) -> Result<(), Failure> {
        let query = match self.evaluator().parse_query(text) {
            Ok(query) => query,
            Err(error) => {
                self.update(text, syntax_failure(&error.to_string()))?;
                return nothing(reply);
            }
        };
        match query.on_store(&self.store).execute().map_err(|error| evaluation_failure(&error))? {
            QueryResults::Solutions(solutions) => rows(solutions, limit, reply),
            QueryResults::Graph(found) => triples(found, limit, reply),
            QueryResults::Boolean(answer) => reply.tagged("boolean", |json| {
                json.boolean(answer);
                Ok(())
            }),
        }
    }

    fn dump(&mut self, graph: &mut Json) -> Result<(), Failure> {
        let mut text = String::new();
        for quad in &self.store {
            text.push_str(&quad.map_err(|error| storage(&error))?.to_string());
            text.push_str(" .\n");
        }
        graph.tagged("nquads", |json| {
            json.string(&text);
            Ok(())
        })
    }
}

fn rows(solutions: QuerySolutionIter<'_>, limit: u64, reply: &mut Json) -> Result<(), Failure> {
    reply.object(|json| {
        json.key("columns");
        json.strings(solutions.variables().iter().map(Variable::as_str))?;
        json.key("rows");
        json.list(|json| {
            for (solution, index) in solutions.zip(0..) {
                let solution = solution.map_err(|error| evaluation_failure(&error))?;
                within(index, limit)?;
                json.list(|json| {
                    for term in solution.values() {
                        match term {
                            Some(term) => json.string(&term.to_string()),
                            None => json.null(),
                        }
                    }
                    Ok(())
                })?;
            }
            Ok(())
        })
    })
}

fn triples(found: QueryTripleIter<'_>, limit: u64, reply: &mut Json) -> Result<(), Failure> {
    reply.tagged("triples", |json| {
        json.list(|json| {
            for (triple, index) in found.zip(0..) {
                let triple = triple.map_err(|error| evaluation_failure(&error))?;
                within(index, limit)?;
                json.strings([
                    triple.subject.to_string(),
                    triple.predicate.to_string(),
                    triple.object.to_string(),
                ])?;
            }
            Ok(())
        })
    })
}

/// The answer of an update.
fn nothing(reply: &mut Json) -> Result<(), Failure> {
    reply.object(|json| {
        json.key("columns");
        json.list(|_| Ok(()))?;
        json.key("rows");
        json.list(|_| Ok(()))
    })
}

fn within(index: u64, limit: u64) -> Result<(), Failure> {
    if index < limit { Ok(()) } else { Err(Failure::row_limit(limit)) }
}

fn storage(error: &StorageError) -> Failure {
    let class = match error {
        StorageError::Io(_) => "Io",
        StorageError::Corruption(_) => "Corruption",
        _ => "StorageError",
    };
    Failure::run(class, error)
}

/// The parser's messages begin `error at 1:7: `, with line and column counted from 1.
fn syntax_failure(message: &str) -> Failure {
    let place = message.strip_prefix("error at ").and_then(|rest| rest.split(": ").next());
    let place = place.and_then(|place| place.split_once(':'));
    let at = place.and_then(|(line, column)| Some((line.parse().ok()?, column.parse().ok()?)));
    Failure { at, ..Failure::new(Phase::Parse, "SyntaxError", message) }
}

fn evaluation_failure(error: &QueryEvaluationError) -> Failure {
    let class = match error {
        QueryEvaluationError::Dataset(_) => "Dataset",
        QueryEvaluationError::Service(_) => "Service",
        QueryEvaluationError::NotExistingSubstitutedVariable(_) => "NotExistingSubstitutedVariable",
        QueryEvaluationError::UnexpectedDefaultGraph => "UnexpectedDefaultGraph",
        QueryEvaluationError::UnsupportedCustomFunction(_) => "UnsupportedCustomFunction",
        QueryEvaluationError::UnsupportedCustomFunctionArity { .. } => "UnsupportedCustomFunctionArity",
        QueryEvaluationError::UnboundService => "UnboundService",
        QueryEvaluationError::InvalidServiceName(_) => "InvalidServiceName",
        QueryEvaluationError::UnsupportedService(_) => "UnsupportedService",
        QueryEvaluationError::Cancelled => "Cancelled",
        _ => "Unexpected",
    };
    Failure::run(class, error)
}

fn update_failure(error: &UpdateEvaluationError) -> Failure {
    let class = match error {
        UpdateEvaluationError::Storage(error) => return storage(error),
        UpdateEvaluationError::GraphParsing(_) => "GraphParsing",
        UpdateEvaluationError::Service(_) => "Service",
        UpdateEvaluationError::GraphAlreadyExists(_) => "GraphAlreadyExists",
        UpdateEvaluationError::GraphDoesNotExist(_) => "GraphDoesNotExist",
        UpdateEvaluationError::UnboundService => "UnboundService",
        UpdateEvaluationError::InvalidServiceName(_) => "InvalidServiceName",
        UpdateEvaluationError::UnsupportedService(_) => "UnsupportedService",
        UpdateEvaluationError::UnsupportedContentType(_) => "UnsupportedContentType",
        UpdateEvaluationError::NotExistingSubstitutedVariable(_) => "NotExistingSubstitutedVariable",
        _ => "Unexpected",
    };
    Failure::run(class, error)
}
