//! Functions of nodes, relationships and paths (TCK Graph3-Graph9, Path1-Path3).

use super::argument;
use crate::evaluate::context::{Context, Outcome, Stop, deleted_access, describe, type_error, wrong_type};
use crate::evaluate::graph::Relationship;
use crate::evaluate::taint::Why;
use crate::evaluate::value::{List, Map, Path, Value};

/// The details of the suite for functions of one kind of element (TCK Graph3 \[9\], Graph4 \[6\]).
fn no_element(function: &str, value: &Value) -> Stop {
    type_error("InvalidArgumentValue", format!("{function} cannot take {}", describe(value)))
}

pub(super) fn id(_: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    match argument(arguments, 0) {
        Value::Node(_) | Value::Relationship(_) => Ok(Value::Open(Why::Id)),
        other => Err(no_element("id", other)),
    }
}

/// `randomUUID()`: the engine's own, as ids are.
pub(super) fn random_uuid(_: &Context<'_>, _: &[Value]) -> Outcome<Value> {
    Ok(Value::Open(Why::Id))
}

pub(super) fn labels(context: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    let Value::Node(id) = argument(arguments, 0) else {
        return Err(no_element("labels", argument(arguments, 0)));
    };
    let labels = &context.graph.node(*id).ok_or_else(deleted_access)?.labels;
    Ok(Value::List(List::bag(labels.iter().cloned().map(Value::String).collect())))
}

fn relationship<'c>(
    context: &'c Context<'_>,
    function: &str,
    arguments: &[Value],
) -> Outcome<&'c Relationship> {
    let value = argument(arguments, 0);
    match value {
        Value::Relationship(id) => context.graph.relationship(*id).ok_or_else(deleted_access),
        _ => Err(no_element(function, value)),
    }
}

/// The type of a relationship is known even when it is deleted (TCK Return2 \[14\]).
pub(super) fn kind(context: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    if let Value::Relationship(id) = argument(arguments, 0)
        && let Some(kind) = context.graph.deleted.relationships.get(id)
    {
        context.may_raise();
        return Ok(Value::String(kind.clone()));
    }
    relationship(context, "type", arguments).map(|relationship| Value::String(relationship.kind.clone()))
}

fn end(context: &Context<'_>, place: usize) -> Value {
    context.graph.nodes().get(place).map_or(Value::Null, |node| Value::Node(node.id))
}

pub(super) fn start_node(context: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    relationship(context, "startNode", arguments).map(|relationship| end(context, relationship.start))
}

pub(super) fn end_node(context: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    relationship(context, "endNode", arguments).map(|relationship| end(context, relationship.end))
}

fn entries<'c>(
    context: &'c Context<'_>,
    function: &str,
    value: &'c Value,
) -> Outcome<&'c [(std::sync::Arc<str>, Value)]> {
    let found = match value {
        Value::Node(id) => Some(context.graph.node(*id).ok_or_else(deleted_access)?.properties()),
        Value::Relationship(id) => {
            Some(context.graph.relationship(*id).ok_or_else(deleted_access)?.properties())
        }
        Value::Map(map) => Some(map.entries()),
        _ => None,
    };
    found.ok_or_else(|| wrong_type(&format!("the argument of {function}"), value))
}

/// The keys in any order (TCK List9, Map3).
pub(super) fn keys(context: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    let entries = entries(context, "keys", argument(arguments, 0))?;
    let keys = entries.iter().map(|(key, _)| Value::String(key.clone()));
    Ok(Value::List(List::bag(keys.collect())))
}

pub(super) fn properties(context: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    let entries = entries(context, "properties", argument(arguments, 0))?;
    Ok(Value::Map(Map::new(entries.to_vec())))
}

fn path<'v>(function: &str, arguments: &'v [Value]) -> Outcome<&'v Path> {
    match argument(arguments, 0) {
        Value::Path(path) => Ok(path),
        other => Err(wrong_type(&format!("the argument of {function}"), other)),
    }
}

pub(super) fn length(_: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    let length = path("length", arguments)?.relationships.len();
    Ok(Value::Integer(i64::try_from(length).unwrap_or(i64::MAX)))
}

pub(super) fn nodes(_: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    let nodes = &path("nodes", arguments)?.nodes;
    Ok(Value::list(nodes.iter().copied().map(Value::Node).collect()))
}

pub(super) fn relationships(_: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    let relationships = &path("relationships", arguments)?.relationships;
    Ok(Value::list(relationships.iter().copied().map(Value::Relationship).collect()))
}
