//! Hosts graphdblite: Cypher over SQLite as a key-value store, kept in memory.
//!
//! The engine returns records, not a table: an answer without rows has no column names, and of two columns
//! with one name only the last is left. Both reach the reply as they are.

use graphdblite::{Database, Edge, ErrorCode, GraphError, Node, QueryPhase, Record, Value};
use serde_json::Map;

use super::{Failure, Host, Json, Offer, Phase, no_options};

struct Graphdblite {
    database: Database,
}

/// Opens an empty database.
pub(crate) fn open() -> Result<Box<dyn Host>, Failure> {
    Ok(Box::new(Graphdblite { database: fresh()? }))
}

fn fresh() -> Result<Database, Failure> {
    Database::open_memory().map_err(|error| failure(&error))
}

impl Graphdblite {
    fn execute(&mut self, text: &str) -> Result<Vec<Record>, Failure> {
        self.database.execute(text).map_err(|error| failure(&error))
    }
}

impl Host for Graphdblite {
    fn hello(&mut self, _language: &str, options: &Map<String, serde_json::Value>) -> Result<Offer, Failure> {
        no_options(options)?;
        Ok(Offer { language: "cypher", ops: &["reset", "query", "dump"] })
    }

    fn reset(&mut self) -> Result<(), Failure> {
        self.database = fresh()?;
        Ok(())
    }

    fn query(&mut self, text: &str, limit: u64, reply: &mut Json) -> Result<(), Failure> {
        // The engine's own limit counts rows between clauses too, so it stays at its default and the rows of
        // the answer are counted here. A write whose answer is refused has then happened all the same.
        let records = self.execute(text)?;
        if u64::try_from(records.len()).unwrap_or(u64::MAX) > limit {
            return Err(Failure::row_limit(limit));
        }
        reply.object(|json| {
            json.key("columns");
            json.strings(records.first().into_iter().flat_map(Record::keys))?;
            json.key("rows");
            json.list(|json| {
                let mut records = records.iter();
                records
                    .try_for_each(|row| json.list(|json| row.values().try_for_each(|cell| value(json, cell))))
            })
        })
    }

    fn dump(&mut self, graph: &mut Json) -> Result<(), Failure> {
        let vertices = self.execute("MATCH (n) RETURN n")?;
        let edges = self.execute("MATCH ()-[r]->() RETURN r")?;
        let indexes = self.execute("CALL db.indexes()")?;
        graph.object(|json| {
            json.key("vertices");
            json.list(|json| cells(&vertices).try_for_each(|cell| element(json, cell)))?;
            json.key("edges");
            json.list(|json| cells(&edges).try_for_each(|cell| element(json, cell)))?;
            json.key("indexes");
            json.list(|json| indexes.iter().try_for_each(|row| index(json, row)))
        })
    }
}

fn cells(records: &[Record]) -> impl Iterator<Item = &Value> {
    records.iter().flat_map(Record::values)
}

fn value(json: &mut Json, cell: &Value) -> Result<(), Failure> {
    match cell {
        Value::Null => json.null(),
        Value::Bool(value) => json.boolean(*value),
        Value::I64(value) => json.integer(*value),
        Value::F64(value) => json.float(*value),
        Value::String(value) => json.string(value),
        Value::List(values) => return json.list(|json| values.iter().try_for_each(|cell| value(json, cell))),
        Value::Map(map) => return json.map(map, value),
        Value::Node(node) => return vertex(json, node),
        Value::Edge(edge) => return relationship(json, edge),
        Value::Path(path) => {
            return json.tagged("path", |json| {
                json.list(|json| {
                    path.nodes.iter().take(1).try_for_each(|node| vertex(json, node))?;
                    let mut steps = path.edges.iter().zip(path.nodes.iter().skip(1));
                    steps.try_for_each(|(edge, node)| {
                        relationship(json, edge)?;
                        vertex(json, node)
                    })
                })
            });
        }
        instant => return temporal(json, instant),
    }
    Ok(())
}

fn temporal(json: &mut Json, cell: &Value) -> Result<(), Failure> {
    match cell {
        Value::Date(date) => json.tagged("date", |json| {
            json.string(&date.to_string());
            Ok(())
        }),
        Value::LocalTime(time) => json.clock("localtime", &time.to_string()),
        Value::Time(time) => json.clock("time", &time.to_string()),
        Value::LocalDateTime(time) => json.clock("localdatetime", &time.to_string()),
        Value::DateTime(time) => json.clock("datetime", &time.to_string()),
        Value::Duration(span) => json.duration([span.months, span.days, span.seconds, span.nanos]),
        other => json.wire("Value", &format!("{other:?}")),
    }
}

fn vertex(json: &mut Json, node: &Node) -> Result<(), Failure> {
    json.tagged("vertex", |json| {
        json.integer(node.id.0);
        Ok(())
    })
}

/// An edge is known by its sequence number, which one counter gives out for the whole database.
fn relationship(json: &mut Json, edge: &Edge) -> Result<(), Failure> {
    json.tagged("edge", |json| {
        json.integer(edge.seq);
        Ok(())
    })
}

/// A vertex or an edge as the graph file has it. The engine keeps properties in a hash map, so here they are
/// put in order for the same graph to give the same text.
fn element(json: &mut Json, cell: &Value) -> Result<(), Failure> {
    json.object(|json| {
        let properties = match cell {
            Value::Node(node) => {
                json.key("id");
                json.integer(node.id.0);
                json.key("labels");
                json.strings(&node.labels)?;
                &node.properties
            }
            Value::Edge(edge) => {
                json.key("label");
                json.string(&edge.label);
                for (name, id) in [("id", edge.seq), ("source", edge.src.0), ("target", edge.dst.0)] {
                    json.key(name);
                    json.integer(id);
                }
                &edge.properties
            }
            other => {
                return Err(Failure::run("Dump", format!("a graph element was expected, not {other:?}")));
            }
        };
        let mut properties: Vec<_> = properties.iter().collect();
        properties.sort_by_key(|(key, _)| *key);
        json.key("properties");
        json.properties(properties, value)
    })
}

/// One row of `db.indexes()`. An index over several properties has a row for each of them, and nothing in the
/// rows says which belong together, so each row is an index here.
fn index(json: &mut Json, row: &Record) -> Result<(), Failure> {
    let text = |name| match row.get(name) {
        Some(Value::String(text)) => Ok(text.as_str()),
        _ => Err(Failure::run("Dump", format!("an index was expected, not {row:?}"))),
    };
    let (label, key) = (text("label")?, text("property")?);
    let kind = if text("kind")? == "btree" { "range" } else { "text" };
    json.object(|json| {
        for (name, text) in [("on", "vertex"), ("label", label), ("kind", kind)] {
            json.key(name);
            json.string(text);
        }
        json.key("keys");
        json.strings([key])
    })
}

fn failure(error: &GraphError) -> Failure {
    let GraphError::Query(query) = error else {
        return Failure::run(storage_class(error), error);
    };
    let phase = match query.phase() {
        QueryPhase::Parse => Phase::Parse,
        QueryPhase::SemanticAnalysis => Phase::Compile,
        QueryPhase::Runtime => Phase::Run,
    };
    let code = query.code();
    Failure {
        detail: (code != ErrorCode::Other).then(|| code.as_str().to_owned()),
        at: query.span().map(|span| (u64::from(span.line), u64::from(span.col))),
        ..Failure::new(phase, query.kind(), query.message())
    }
}

fn storage_class(error: &GraphError) -> &'static str {
    match error {
        GraphError::Storage { .. } => "Storage",
        GraphError::Serialization { .. } => "Serialization",
        GraphError::NodeNotFound { .. } => "NodeNotFound",
        GraphError::EdgeNotFound { .. } => "EdgeNotFound",
        GraphError::HasEdges { .. } => "HasEdges",
        GraphError::Transaction { .. } => "Transaction",
        GraphError::IndexAlreadyExists { .. } => "IndexAlreadyExists",
        GraphError::IndexNotFound { .. } => "IndexNotFound",
        GraphError::InvalidIndexDefinition { .. } => "InvalidIndexDefinition",
        GraphError::InvalidName { .. } => "InvalidName",
        GraphError::SizeLimit { .. } => "SizeLimit",
        GraphError::SchemaMismatch { .. } => "SchemaMismatch",
        _ => "GraphError",
    }
}
