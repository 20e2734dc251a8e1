//! What the hosts of all versions have in common: the store and its graph, and how answers are written.
//!
//! Terms are written by the engine's own printer, which gives N-Triples. A graph is loaded quad by quad, since
//! the store's bulk loader renames blank nodes, and the reader of an answer has to know them again.

use oxigraph::io::{RdfFormat, RdfParser};
use oxigraph::model::{Quad, Triple, Variable};
use oxigraph::sparql::QuerySolution;
use oxigraph::store::{StorageError, Store};
use serde_json::{Map, Value};

use super::super::{Failure, Json, Offer, Phase, variant};

/// An empty store.
pub(super) fn fresh() -> Result<Store, Failure> {
    Store::new().map_err(|error| storage(&error))
}

/// What every version offers.
pub(super) fn offer() -> Offer {
    Offer { language: "sparql", ops: &["reset", "load", "query", "dump"] }
}

/// The options of the SPEC: whether queries are optimised.
pub(super) fn optimizes(options: &Map<String, Value>) -> Result<bool, Failure> {
    let mut optimizes = true;
    for (name, value) in options {
        match (name.as_str(), value.as_str()) {
            ("optimizer", Some("on")) => optimizes = true,
            ("optimizer", Some("off")) => optimizes = false,
            ("optimizer", _) => return Err(Failure::bad_request("the option 'optimizer' is on or off")),
            _ => return Err(Failure::bad_request(format!("this worker has no option '{name}'"))),
        }
    }
    Ok(optimizes)
}

/// A store that holds the graph and nothing else.
pub(super) fn loaded(graph: &Value) -> Result<Store, Failure> {
    let text = graph.get("nquads").and_then(Value::as_str);
    let text = text.ok_or_else(|| Failure::bad_request("the graph lacks 'nquads'"))?;
    let quads = RdfParser::from_format(RdfFormat::NQuads).for_reader(text.as_bytes());
    let quads: Vec<Quad> = quads
        .collect::<Result<_, _>>()
        .map_err(|error| Failure::new(Phase::Parse, "RdfParseError", error))?;
    let store = fresh()?;
    store.extend(quads).map_err(|error| storage(&error))?;
    Ok(store)
}

/// The graph as the store holds it.
pub(super) fn dump(store: &Store, graph: &mut Json) -> Result<(), Failure> {
    let mut text = String::new();
    for quad in store {
        text.push_str(&quad.map_err(|error| storage(&error))?.to_string());
        text.push_str(" .\n");
    }
    graph.tagged("nquads", |json| {
        json.string(&text);
        Ok(())
    })
}

/// The answer of SELECT.
pub(super) fn rows(
    variables: &[Variable],
    solutions: impl Iterator<Item = Result<QuerySolution, Failure>>,
    limit: u64,
    reply: &mut Json,
) -> Result<(), Failure> {
    reply.object(|json| {
        json.key("columns");
        json.strings(variables.iter().map(Variable::as_str))?;
        json.key("rows");
        json.list(|json| {
            for (solution, index) in solutions.zip(0..) {
                let solution = solution?;
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

/// The answer of CONSTRUCT and DESCRIBE.
pub(super) fn triples(
    found: impl Iterator<Item = Result<Triple, Failure>>,
    limit: u64,
    reply: &mut Json,
) -> Result<(), Failure> {
    reply.tagged("triples", |json| {
        json.list(|json| {
            for (triple, index) in found.zip(0..) {
                let triple = triple?;
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

/// The answer of ASK.
pub(super) fn boolean(answer: bool, reply: &mut Json) -> Result<(), Failure> {
    reply.tagged("boolean", |json| {
        json.boolean(answer);
        Ok(())
    })
}

/// The answer of an update.
pub(super) fn nothing(reply: &mut Json) -> Result<(), Failure> {
    rows(&[], std::iter::empty(), 0, reply)
}

fn within(index: u64, limit: u64) -> Result<(), Failure> {
    if index < limit { Ok(()) } else { Err(Failure::row_limit(limit)) }
}

/// An error of the storage.
pub(super) fn storage(error: &StorageError) -> Failure {
    let class = match error {
        StorageError::Io(_) => "Io",
        StorageError::Corruption(_) => "Corruption",
        _ => "StorageError",
    };
    Failure::run(class, error)
}

/// An error of the evaluation.
pub(super) fn evaluation(error: &(impl std::error::Error + ?Sized)) -> Failure {
    Failure::run(variant(&format!("{error:?}")), error)
}

/// A text is neither query nor update: the error is that of the parser which got further.
pub(super) fn further(as_query: Failure, as_update: Failure) -> Failure {
    if as_update.at > as_query.at { as_update } else { as_query }
}

/// The parser's messages begin `error at 1:7: `, with line and column counted from 1.
pub(super) fn syntax_failure(message: &str) -> Failure {
    let place = message.strip_prefix("error at ").and_then(|rest| rest.split(": ").next());
    let place = place.and_then(|place| place.split_once(':'));
    let at = place.and_then(|(line, column)| Some((line.parse().ok()?, column.parse().ok()?)));
    Failure { at, ..Failure::new(Phase::Parse, "SyntaxError", message) }
}
