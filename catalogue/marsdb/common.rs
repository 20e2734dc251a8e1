//! What the hosts of all versions have in common: how values and elements are written.

use marsdb::{Database, Literal, PathElem, PropertyValue, QueryResult, TzId, Value, temporal};
use serde_json::Map;

use super::super::{Failure, Json, Offer, no_options};

/// What every version offers.
pub(super) fn offer(options: &Map<String, serde_json::Value>) -> Result<Offer, Failure> {
    no_options(options)?;
    Ok(Offer { language: "cypher", ops: &["reset", "query", "dump"] })
}

/// The members of an answer.
pub(super) fn table(json: &mut Json, result: &QueryResult) -> Result<(), Failure> {
    json.key("columns");
    json.strings(&result.columns)?;
    json.key("rows");
    json.list(|json| {
        let mut rows = result.rows.iter();
        rows.try_for_each(|row| json.list(|json| row.iter().try_for_each(|cell| value(json, cell))))
    })
}

/// The members of a graph: its vertices and its edges.
pub(super) fn elements(
    json: &mut Json,
    database: &Database,
    failure: fn(&marsdb::Error) -> Failure,
) -> Result<(), Failure> {
    for (name, text) in [("vertices", "MATCH (n) RETURN n"), ("edges", "MATCH ()-[r]->() RETURN r")] {
        let found = database.execute(text).map_err(|error| failure(&error))?;
        json.key(name);
        json.list(|json| found.rows.iter().flatten().try_for_each(|cell| element(json, cell)))?;
    }
    Ok(())
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

/// Line and column of the parser's messages, which read `syntax error: line 1:6 ...` and count columns from 0.
pub(super) fn position(message: &str) -> Option<(u64, u64)> {
    let place = message.strip_prefix("syntax error: line ")?.split(' ').next()?;
    let (line, column) = place.split_once(':')?;
    Some((line.parse().ok()?, column.parse::<u64>().ok()?.checked_add(1)?))
}
