//! The suite's graphs: GraphSON 3, a vertex with its edges a line.
//!
//! A graph that a case can hold is loaded as every case's; one with several properties of a key, or with properties of
//! properties, is made by traversals.

use quarrel_case::graph::{Edge, PropertyGraph, Vertex};
use quarrel_case::value::{Atom, Value};
use serde_json::Value as Json;

use crate::ast::{Argument, Literal, Query, Step, StepName, Token};
use crate::print::{Spelling, print};

/// A graph in the ways in which it can be had.
#[derive(Debug, Clone)]
pub(super) struct Toy {
    /// As a case's graph; none when a case cannot hold it.
    pub(super) graph: Option<PropertyGraph>,
    /// The traversals that make it, with the ids of properties; none for a large graph that a case can hold.
    pub(super) texts: Option<Vec<String>>,
}

/// A graph of at most so many vertices is made by traversals.
const SMALL: usize = 20;

/// Reads a graph.
pub(super) fn read(text: &str) -> Option<Toy> {
    let lines: Vec<Json> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(serde_json::from_str)
        .collect::<Result<_, _>>()
        .ok()?;
    let graph = graph(&lines);
    let texts = if lines.len() <= SMALL || graph.is_none() { Some(texts(&lines)?) } else { None };
    Some(Toy { graph, texts })
}

fn typed(json: &Json) -> Option<Value> {
    let Some(kind) = json.get("@type").and_then(Json::as_str) else {
        return match json {
            Json::String(text) => Some(Value::string(text)),
            Json::Bool(flag) => Some(Value::Bool(*flag)),
            _ => None,
        };
    };
    let value = json.get("@value")?;
    Some(match kind {
        "g:Int32" => Value::Atom(Atom::I32, value.as_i64()?.to_string()),
        "g:Int64" => Value::Int(value.as_i64()?),
        "g:Double" => Value::Float(value.as_f64()?),
        "g:Float" => Value::Atom(Atom::F32, value.to_string()),
        _ => return None,
    })
}

fn id(json: &Json) -> Option<i64> {
    json.get("id")?.get("@value")?.as_i64()
}

/// A property of a vertex.
struct Property {
    id: i64,
    key: String,
    value: Value,
    meta: Vec<(String, Value)>,
}

/// The properties of a vertex, in the order of their ids.
fn properties(line: &Json) -> Option<Vec<Property>> {
    let mut all = Vec::new();
    for (key, values) in line.get("properties").and_then(Json::as_object).into_iter().flatten() {
        for value in values.as_array()? {
            let meta = value.get("properties").and_then(Json::as_object).into_iter().flatten();
            let meta = meta.map(|(key, value)| Some((key.clone(), typed(value)?))).collect::<Option<_>>()?;
            all.push(Property { id: id(value)?, key: key.clone(), value: typed(value.get("value")?)?, meta });
        }
    }
    all.sort_by_key(|property| property.id);
    Some(all)
}

/// The edges that start from a vertex.
fn edges(line: &Json) -> Option<Vec<Edge>> {
    let source = id(line)?;
    let mut all = Vec::new();
    for (label, edges) in line.get("outE").and_then(Json::as_object).into_iter().flatten() {
        for edge in edges.as_array()? {
            let properties = edge.get("properties").and_then(Json::as_object).into_iter().flatten();
            all.push(Edge {
                id: id(edge)?,
                label: label.clone(),
                source,
                target: edge.get("inV")?.get("@value")?.as_i64()?,
                properties: properties
                    .map(|(key, value)| Some((key.clone(), typed(value)?)))
                    .collect::<Option<_>>()?,
            });
        }
    }
    Some(all)
}

fn label(line: &Json) -> Option<String> {
    line.get("label").and_then(Json::as_str).map(ToOwned::to_owned)
}

fn graph(lines: &[Json]) -> Option<PropertyGraph> {
    let mut graph = PropertyGraph::default();
    for line in lines {
        let mut vertex = Vertex { id: id(line)?, labels: vec![label(line)?], properties: Default::default() };
        for Property { key, value, meta, .. } in properties(line)? {
            if !meta.is_empty() || vertex.properties.insert(key, value).is_some() {
                return None;
            }
        }
        graph.vertices.push(vertex);
        graph.edges.extend(edges(line)?);
    }
    graph.vertices.sort_by_key(|vertex| vertex.id);
    graph.edges.sort_by_key(|edge| edge.id);
    Some(graph)
}

fn texts(lines: &[Json]) -> Option<Vec<String>> {
    let mut texts = Vec::new();
    let text = |steps: Vec<Step>| print(&Query { steps }, &Spelling::default());
    let step = Step::new;
    let id_argument = |id: i64| Argument::Literal(Literal::Long(id));
    let property = |arguments: Vec<Argument>| Step::new(StepName::Property, arguments);
    for line in lines {
        let mut steps = vec![
            step(StepName::AddV, vec![Argument::string(&label(line)?)]),
            property(vec![Argument::Token(Token::TId), id_argument(id(line)?)]),
        ];
        for Property { id, key, value, meta } in properties(line)? {
            let mut arguments =
                vec![Argument::Token(Token::CardinalityList), Argument::string(&key), argument(&value)?];
            arguments.extend([Argument::Token(Token::TId), Argument::Literal(Literal::Long(id))]);
            for (key, value) in meta {
                arguments.extend([Argument::string(&key), argument(&value)?]);
            }
            steps.push(property(arguments));
        }
        texts.push(text(steps));
    }
    let mut all: Vec<Edge> =
        lines.iter().map(edges).collect::<Option<Vec<_>>>()?.into_iter().flatten().collect();
    all.sort_by_key(|edge| edge.id);
    for edge in all {
        let target = crate::ast::Traversal { steps: vec![step(StepName::V, vec![id_argument(edge.target)])] };
        let mut steps = vec![
            step(StepName::V, vec![id_argument(edge.source)]),
            step(StepName::AddE, vec![Argument::string(&edge.label)]),
            step(StepName::To, vec![Argument::Traversal(target)]),
            property(vec![Argument::Token(Token::TId), id_argument(edge.id)]),
        ];
        for (key, value) in &edge.properties {
            steps.push(property(vec![Argument::string(key), argument(value)?]));
        }
        texts.push(text(steps));
    }
    Some(texts)
}

/// A value as it stands in a text; none for what no text can give.
pub(super) fn argument(value: &Value) -> Option<Argument> {
    let all = |items: &[Value]| items.iter().map(argument).collect::<Option<Vec<_>>>();
    Some(Argument::Literal(match value {
        Value::Null => Literal::Null,
        Value::Bool(flag) => Literal::Boolean(*flag),
        Value::Int(number) => Literal::Long(*number),
        Value::Float(number) if number.is_nan() => Literal::NaN,
        Value::Float(number) if number.is_infinite() => Literal::Infinity { negative: *number < 0.0 },
        Value::Float(number) => Literal::Double(*number),
        Value::String(text) => Literal::String(text.clone()),
        Value::Atom(Atom::I8, text) => Literal::Byte(text.parse().ok()?),
        Value::Atom(Atom::I16, text) => Literal::Short(text.parse().ok()?),
        Value::Atom(Atom::I32, text) => Literal::Int(text.parse().ok()?),
        Value::Atom(Atom::F32, text) => Literal::Float(text.parse().ok()?),
        Value::Atom(Atom::BigInt, text) => Literal::BigInteger(text.clone()),
        Value::Atom(Atom::Decimal, text) => Literal::BigDecimal(text.clone()),
        Value::Atom(Atom::DateTime, text) => Literal::DateTime(Some(text.clone())),
        Value::Atom(Atom::Uuid, text) => Literal::Uuid(Some(text.clone())),
        Value::Atom(Atom::Token, text) => {
            let (group, name) = text.split_once('.')?;
            return Token::find(group, name).map(Argument::Token);
        }
        Value::List(items) => return all(items).map(Argument::List),
        Value::Set(items) => return all(items).map(Argument::Set),
        Value::Map(entries) => {
            let entry = |(key, value): &(Value, Value)| Some((argument(key)?, argument(value)?));
            return entries.iter().map(entry).collect::<Option<_>>().map(Argument::Map);
        }
        _ => return None,
    }))
}
