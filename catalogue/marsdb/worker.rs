//! Hosts marsdb, since 0.9: Cypher over an embedded store, kept in memory.

use marsdb::{Database, Error, ExecutionOptions, GraphError, Literal, QueryError, QueryStats, Value};
use serde_json::Map;

use super::{Failure, Host, Json, Offer, Phase};

mod common;

struct Marsdb {
    database: Database,
}

/// Opens an empty database.
pub(crate) fn open() -> Result<Box<dyn Host>, Failure> {
    Ok(Box::new(Marsdb { database: fresh()? }))
}

fn fresh() -> Result<Database, Failure> {
    Database::in_memory().map_err(|error| failure(&error))
}

impl Host for Marsdb {
    fn hello(&mut self, _language: &str, options: &Map<String, serde_json::Value>) -> Result<Offer, Failure> {
        common::offer(options)
    }

    fn reset(&mut self) -> Result<(), Failure> {
        self.database = fresh()?;
        Ok(())
    }

    fn query(&mut self, text: &str, limit: u64, reply: &mut Json) -> Result<(), Failure> {
        // The engine counts the rows itself: a write whose answer is refused is then undone, as any statement
        // is that fails.
        let maximum = usize::try_from(limit).unwrap_or(usize::MAX);
        let options = ExecutionOptions { max_result_rows: Some(maximum), ..ExecutionOptions::default() };
        let result = self.database.execute_with_options(text, &options).map_err(|error| match &error {
            Error::Query(QueryError::ResourceLimit(_)) => Failure::row_limit(limit),
            _ => failure(&error),
        })?;
        reply.object(|json| {
            common::table(json, &result)?;
            if result.stats.is_empty() { Ok(()) } else { counters(json, &result.stats) }
        })
    }

    fn dump(&mut self, graph: &mut Json) -> Result<(), Failure> {
        let indexes = self.database.execute("CALL db.indexes()").map_err(|error| failure(&error))?;
        graph.object(|json| {
            common::elements(json, &self.database, failure)?;
            json.key("indexes");
            json.list(|json| indexes.rows.iter().try_for_each(|row| index(json, row)))
        })
    }
}

/// One row of `db.indexes()`: label, property, whether unique.
fn index(json: &mut Json, row: &[Value]) -> Result<(), Failure> {
    let [
        Value::Literal(Literal::String(label)),
        Value::Literal(Literal::String(key)),
        Value::Literal(Literal::Bool(unique)),
    ] = row
    else {
        return Err(Failure::run("Dump", format!("an index was expected, not {row:?}")));
    };
    json.object(|json| {
        let kind = if *unique { "unique" } else { "range" };
        for (name, text) in [("on", "vertex"), ("label", label), ("kind", kind)] {
            json.key(name);
            json.string(text);
        }
        json.key("keys");
        json.strings([key])
    })
}

/// The engine's counters. Those of properties and labels leave out what a new element brings along and count
/// a removed property as a set one, so they are none of the suite's and keep the engine's names.
fn counters(json: &mut Json, stats: &QueryStats) -> Result<(), Failure> {
    let counters = [
        ("+nodes", stats.nodes_created),
        ("-nodes", stats.nodes_deleted),
        ("+relationships", stats.relationships_created),
        ("-relationships", stats.relationships_deleted),
        ("properties_set", stats.properties_set),
        ("labels_added", stats.labels_added),
        ("labels_removed", stats.labels_removed),
    ];
    json.key("counters");
    json.object(|json| {
        for (name, count) in counters.into_iter().filter(|(_, count)| *count > 0) {
            json.key(name);
            json.integer(count);
        }
        Ok(())
    })
}

fn failure(error: &Error) -> Failure {
    let (phase, class) = match error {
        Error::Query(QueryError::Syntax(_)) => (Phase::Parse, "Syntax"),
        Error::Query(QueryError::Semantic(_)) => (Phase::Compile, "Semantic"),
        Error::Query(QueryError::UnboundVariable(_)) => (Phase::Compile, "UnboundVariable"),
        Error::Query(QueryError::MissingParam(_)) => (Phase::Compile, "MissingParam"),
        Error::Query(QueryError::Type(_)) => (Phase::Run, "Type"),
        Error::Query(QueryError::Cancelled) => (Phase::Run, "Cancelled"),
        Error::Query(QueryError::Timeout) => (Phase::Run, "Timeout"),
        Error::Query(QueryError::ResourceLimit(_)) => (Phase::Run, "ResourceLimit"),
        Error::Query(QueryError::Graph(error)) | Error::Graph(error) => (Phase::Run, storage_class(error)),
        Error::TransactionClosed => (Phase::Run, "TransactionClosed"),
        Error::SessionTransactionTimedOut { .. } => (Phase::Run, "SessionTransactionTimedOut"),
    };
    let at = match error {
        Error::Query(QueryError::Syntax(message)) => common::position(message),
        _ => None,
    };
    Failure { at, ..Failure::new(phase, class, error) }
}

fn storage_class(error: &GraphError) -> &'static str {
    match error {
        GraphError::Storage(_) => "Storage",
        GraphError::Table(_) => "Table",
        GraphError::RedbStorage(_) => "RedbStorage",
        GraphError::Commit(_) => "Commit",
        GraphError::Encode(_) => "Encode",
        GraphError::NodeHasEdges(_) => "NodeHasEdges",
        GraphError::NodeNotFound(_) => "NodeNotFound",
        GraphError::CorruptData(_) => "CorruptData",
        GraphError::UniqueConstraintViolation { .. } => "UniqueConstraintViolation",
        GraphError::IndexNotFound { .. } => "IndexNotFound",
    }
}
