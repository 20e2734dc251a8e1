//! What a Gremlin Server says: results in parts, and its errors.

use quarrel_case::answer::{Phase, QueryError};
use quarrel_case::value::Value;
use regex::Regex;
use serde_json::Value as Json;

use super::graphson::{self, Reader};
use crate::bounded;
use crate::station::Fault;

/// How much of what a server says of an error is kept.
const MESSAGE: usize = 2000;

/// The class of the error that a text is in a language which the server cannot run. A server whose Groovy does not run
/// on its Java answers every script so, and never gets well.
pub(super) const NO_ENGINE: &str = "NoScriptEngine";

/// One message of an answer.
#[derive(Debug, PartialEq)]
pub(super) enum Part {
    /// Results, and whether more follow.
    Results(Vec<Value>, bool),
    /// The server wants to know who asks.
    WhoAsks,
    /// An error, unless it took too long.
    Error(QueryError),
    /// The server's own limit of time has passed.
    TooLong,
}

/// Reads a message over WebSocket; where there is an id it has to be of this request.
pub(super) fn read(bytes: &[u8], id: Option<&str>) -> Result<Part, Fault> {
    let json: Json = bounded::json(bytes).map_err(bounded::Unread::fault)?;
    if let Some(id) = id
        && json.get("requestId").and_then(Json::as_str) != Some(id)
    {
        return Err(Fault::Broken("an answer to another request".to_owned()));
    }
    let status = json.get("status");
    let code = status.and_then(|status| status.get("code")).and_then(Json::as_u64);
    let code = code.ok_or_else(|| Fault::Broken("an answer without a status".to_owned()))?;
    match code {
        200 | 204 | 206 => {
            let results = results(json.pointer("/result/data")).map_err(Fault::Broken)?;
            Ok(Part::Results(results, code == 206))
        }
        407 => Ok(Part::WhoAsks),
        598 => Ok(Part::TooLong),
        _ => {
            let message = json.pointer("/status/message").and_then(Json::as_str).unwrap_or_default();
            let attributes =
                json.pointer("/status/attributes").map(|attributes| Reader::new().value(attributes));
            let exceptions = match attributes {
                Some(Ok(Value::Map(entries))) => exceptions(entries),
                _ => Vec::new(),
            };
            Ok(error(message, &exceptions, code))
        }
    }
}

/// Reads the body of an answer over HTTP that is no success.
pub(super) fn read_refusal(bytes: &[u8], status: u16) -> Part {
    let json: Json = bounded::json(bytes).unwrap_or_default();
    let whole = String::from_utf8_lossy(bytes);
    let message = json.get("message").and_then(Json::as_str).unwrap_or(whole.trim());
    let names = json.get("exceptions").and_then(Json::as_array).into_iter().flatten();
    let names = json.get("Exception-Class").into_iter().chain(names);
    let names: Vec<String> = names.filter_map(Json::as_str).map(ToOwned::to_owned).collect();
    error(message, &names, status.into())
}

fn results(data: Option<&Json>) -> Result<Vec<Value>, String> {
    match data {
        None | Some(Json::Null) => Ok(Vec::new()),
        Some(data) => {
            let reader = Reader::new();
            graphson::items(data)?.iter().map(|item| reader.value(item)).collect()
        }
    }
}

fn exceptions(attributes: Vec<(Value, Value)>) -> Vec<String> {
    let names = attributes.into_iter().find(|(key, _)| *key == Value::string("exceptions"));
    let Some((_, Value::List(names))) = names else { return Vec::new() };
    let names = names.into_iter().filter_map(|name| match name {
        Value::String(name) => Some(name),
        _ => None,
    });
    names.collect()
}

/// The exceptions by which it shows that a text is in no grammar: that of gremlin-lang, or what Groovy compiles.
const UNREAD: [&str; 4] = [
    "GremlinParserException",
    "MultipleCompilationErrorsException",
    "MissingMethodException",
    "MissingPropertyException",
];
/// Exceptions that only carry others.
const WRAPPERS: [&str; 3] = ["ScriptException", "ExecutionException", "CompletionException"];

fn error(message: &str, exceptions: &[String], code: u64) -> Part {
    let simple = exceptions.iter().map(|name| name.rsplit(['.', '$']).next().unwrap_or(name));
    let class = simple.clone().find(|name| !WRAPPERS.contains(name)).or_else(|| simple.clone().next());
    let class = match class {
        _ if message.contains("is not an available GremlinScriptEngine") => NO_ENGINE.to_owned(),
        Some("TimeoutException") => return Part::TooLong,
        Some(class) => class.to_owned(),
        None => format!("Status{code}"),
    };
    let phase = match class.as_str() {
        class if UNREAD.contains(&class) => Phase::Parse,
        "VerificationException" => Phase::Compile,
        _ => Phase::Run,
    };
    let at = if phase == Phase::Parse { position(message) } else { None };
    let message: String = message.chars().take(MESSAGE).collect();
    Part::Error(QueryError { at, ..QueryError::new(phase, &class, message) })
}

/// The place that a message names; gremlin-lang counts the first character of a line as 0.
fn position(message: &str) -> Option<(u32, u32)> {
    let found = Regex::new(r"line (\d+), character position at (\d+)").ok()?.captures(message)?;
    Some((found[1].parse().ok()?, found[2].parse::<u32>().ok()?.saturating_add(1)))
}
