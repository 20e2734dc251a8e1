//! Hosts marsdb: Cypher over an embedded store, kept in memory.

use marsdb::{
    Database, Error, ExecutionOptions, GraphError, Literal, PathElem, QueryError, QueryStats, Value,
};
use marsdb::{PropertyValue, TzId, temporal};
use serde_json::Map;

use super::{Failure, Host, Identity, Json, Phase, no_options};

struct Marsdb {
    database: Database,
}

/// Opens an empty database.
pub(super) fn open() -> Result<Box<dyn Host>, Failure> {
    Ok(Box::new(Marsdb { database: fresh()? }))
}

fn fresh() -> Result<Database, Failure> {
    Database::in_memory().map_err(|error| failure(&error))
}

impl Host for Marsdb {
    fn hello(
        &mut self,
        _language: &str,
        options: &Map<String, serde_json::Value>,
    ) -> Result<Identity, Failure> {
        no_options(options)?;
        let ops = &["reset", "query", "dump"];
        Ok(Identity { name: "marsdb", version: "0.10.0", language: "cypher", ops })
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
            json.key("columns");
            json.strings(&result.columns)?;
            json.key("rows");
            json.list(|json| {
                let mut rows = result.rows.iter();
                rows.try_for_each(|row| json.list(|json| row.iter().try_for_each(|cell| value(json, cell))))
            })?;
            if result.stats.is_empty() { Ok(()) } else { counters(json, &result.stats) }
        })
    }

    fn dump(&mut self, graph: &mut Json) -> Result<(), Failure> {
        let execute = |text| self.database.execute(text).map_err(|error| failure(&error));
        let vertices = execute("MATCH (n) RETURN n")?;
        let edges = execute("MATCH ()-[r]->() RETURN r")?;
        let indexes = execute("CALL db.indexes()")?;
        graph.object(|json| {
            json.key("vertices");
            json.list(|json| vertices.rows.iter().flatten().try_for_each(|cell| element(json, cell)))?;
            json.key("edges");
            json.list(|json| edges.rows.iter().flatten().try_for_each(|cell| element(json, cell)))?;
            json.key("indexes");
            json.list(|json| indexes.rows.iter().try_for_each(|row| index(json, row)))
        })
    }
}

fn value(json: &mut Json, cell: &Value) -> Result<(), Failure> {
    match cell {
        Value::Null => json.null(),
        Value::Node(node) => return id(json, "vertex", node.id.0),
        Value::Edge(edge) => return id(json, "edge", edge.id.0),
        Value::Property(value) => return property(json, value),
        Value::Literal(value) => return literal(json, value),
        Value::List(values) => return json.list(|json| values.iter().try_for_each(|cell| value(json, cell))),
        Value::Path(path) => return json.tagged("path", |json| json.list(|json| steps(json, path))),
        Value::Map(map) => return json.map(map, value),
    }
    Ok(())
}

fn literal(json: &mut Json, value: &Literal) -> Result<(), Failure> {
    match value {
        Literal::Null => json.null(),
        Literal::Bool(value) => json.boolean(*value),
        Literal::Int(value) => json.integer(*value),
        Literal::Float(value) => json.float(*value),
        Literal::String(value) => json.string(value),
        Literal::Param(name) => return json.wire("Param", name),
    }
    Ok(())
}

fn property(json: &mut Json, value: &PropertyValue) -> Result<(), Failure> {
    match value {
        PropertyValue::Null => json.null(),
        PropertyValue::Bool(value) => json.boolean(*value),
        PropertyValue::Int(value) => json.integer(*value),
        PropertyValue::Float(value) => json.float(*value),
        PropertyValue::String(value) => json.string(value),
        PropertyValue::List(values) => {
            return json.list(|json| values.iter().try_for_each(|value| property(json, value)));
        }
        PropertyValue::Map(map) => return json.map(map, property),
        instant => return temporal_value(json, instant),
    }
    Ok(())
}

fn temporal_value(json: &mut Json, value: &PropertyValue) -> Result<(), Failure> {
    match value {
        PropertyValue::Date(day) => json.tagged("date", |json| {
            json.string(&temporal::format_date(*day));
            Ok(())
        }),
        PropertyValue::LocalTime(nanos) => json.clock("localtime", &temporal::format_local_time(*nanos)),
        PropertyValue::Time { nanos_of_day, offset_seconds } => {
            json.clock("time", &temporal::format_time(*nanos_of_day, *offset_seconds))
        }
        PropertyValue::LocalDateTime { epoch_seconds, nanos } => {
            json.clock("localdatetime", &temporal::format_local_date_time(*epoch_seconds, *nanos))
        }
        PropertyValue::DateTime { epoch_seconds, nanos, zone } => {
            // The engine has this type twice, once for storage and once for arithmetic.
            let zone = match zone {
                TzId::Offset(seconds) => temporal::TzId::Offset(*seconds),
                TzId::Named(name) => temporal::TzId::Named(name.clone()),
            };
            json.clock("datetime", &temporal::format_date_time(*epoch_seconds, *nanos, &zone))
        }
        PropertyValue::Duration { months, days, seconds, nanos } => {
            json.duration([*months, *days, *seconds, i64::from(*nanos)])
        }
        other => json.wire("PropertyValue", &format!("{other:?}")),
    }
}

fn id(json: &mut Json, kind: &str, id: u64) -> Result<(), Failure> {
    json.tagged(kind, |json| {
        json.integer(id);
        Ok(())
    })
}

fn steps(json: &mut Json, path: &[PathElem]) -> Result<(), Failure> {
    path.iter().try_for_each(|step| match step {
        PathElem::Node(node) => id(json, "vertex", node.id.0),
        PathElem::Edge(edge) => id(json, "edge", edge.id.0),
    })
}

/// A vertex or an edge as the graph file has it.
fn element(json: &mut Json, cell: &Value) -> Result<(), Failure> {
    json.object(|json| {
        let properties = match cell {
            Value::Node(node) => {
                json.key("id");
                json.integer(node.id.0);
                json.key("labels");
                json.strings(&node.labels)?;
                &node.props
            }
            Value::Edge(edge) => {
                json.key("label");
                json.string(&edge.label);
                for (name, id) in [("id", edge.id.0), ("source", edge.src.0), ("target", edge.dst.0)] {
                    json.key(name);
                    json.integer(id);
                }
                &edge.props
            }
            other => {
                return Err(Failure::run("Dump", format!("a graph element was expected, not {other:?}")));
            }
        };
        json.key("properties");
        json.properties(properties, property)
    })
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
        Error::Query(QueryError::Syntax(message)) => position(message),
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

/// Line and column of the parser's messages, which read `syntax error: line 1:6 ...` and count columns from 0.
fn position(message: &str) -> Option<(u64, u64)> {
    let place = message.strip_prefix("syntax error: line ")?.split(' ').next()?;
    let (line, column) = place.split_once(':')?;
    Some((line.parse().ok()?, column.parse::<u64>().ok()?.checked_add(1)?))
}
