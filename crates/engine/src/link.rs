//! A worker process and the protocol spoken with it (docs/worker-protocol.md).
//!
//! The link says what a call came to; what the answer means is the driver's matter. A process that did not
//! answer as it should is killed at once and started again before the next call.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use quarrel_case::answer::{Answer, Outcome, QueryError, Reply};
use quarrel_case::engine::Request;
use quarrel_case::graph::{Graph, Model};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::bounded;
use crate::process::{Failure, Process};
use crate::wire::{Step, Wire};

/// The version of the protocol.
const PROTOCOL: u64 = 1;
/// The longest line that is read. No answer of a hunt comes near it: rows are limited.
const LONGEST: usize = 64 << 20;
/// How much of a line is shown that is no reply.
const BEGINNING: usize = 200;
/// How long a worker has to start and say who it is. It is not part of any call's limit, since what it measures
/// is this machine and not the engine.
const START: Duration = Duration::from_secs(30);

/// How a worker is started.
#[derive(Debug, Clone)]
pub(crate) struct Invocation {
    /// The program.
    pub(crate) program: PathBuf,
    /// Its arguments.
    pub(crate) args: Vec<String>,
    /// The language that it is asked to speak.
    pub(crate) language: String,
    /// The options of its `hello`.
    pub(crate) options: Json,
    /// The longest line that is read; none: the protocol's.
    pub(crate) longest: Option<usize>,
}

/// What a worker says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct Hello {
    /// The version of the protocol that it speaks.
    pub(crate) protocol: u64,
    /// The engine's name.
    pub(crate) name: String,
    /// The engine's exact version.
    pub(crate) version: String,
    /// The operations that it has.
    pub(crate) ops: BTreeSet<String>,
    /// Features that it does not offer.
    #[serde(default)]
    pub(crate) without: BTreeSet<String>,
}

/// A worker, running or about to be started again.
#[derive(Debug)]
pub(crate) struct Link {
    invocation: Invocation,
    process: Option<Process>,
    hello: Hello,
    restarts: usize,
}

impl Link {
    /// Starts a worker; the error says in one line why it cannot be had.
    pub(crate) fn start(invocation: Invocation) -> Result<Self, String> {
        let (process, hello) = start(&invocation)?;
        Ok(Self { invocation, process: Some(process), hello, restarts: 0 })
    }

    /// What the worker says of itself.
    pub(crate) fn hello(&self) -> &Hello {
        &self.hello
    }

    /// Sends a request and gives the reply, which may be an error reply.
    fn call(&mut self, request: &Json, deadline: Instant) -> Step<Json> {
        self.ensure_running()?;
        let Some(process) = &mut self.process else {
            return Err(Box::new(Outcome::Absent("it is not running".to_owned())));
        };
        let reply = exchange(process, request, deadline).map_err(|failure| match failure {
            Failure::TimedOut => Outcome::TimedOut,
            Failure::Ended(how) => Outcome::Crashed(how),
            Failure::Gone(how) => Outcome::Crashed(format!("before the request: {how}")),
            Failure::Broken(what) => Outcome::Broken(what),
        });
        reply.map_err(|outcome| {
            self.process = None;
            Box::new(outcome)
        })
    }

    /// The id of the process, for tests that kill it.
    #[cfg(test)]
    pub(crate) fn pid(&self) -> Option<rustix::process::Pid> {
        self.process.as_ref().map(Process::pid)
    }
}

impl Wire for Link {
    fn has(&self, operation: &str) -> bool {
        self.hello.ops.contains(operation)
    }

    fn keeps_state(&self) -> bool {
        self.process.is_some()
    }

    fn restarts(&self) -> usize {
        self.restarts
    }

    fn ensure_running(&mut self) -> Step<()> {
        if self.process.is_some() {
            return Ok(());
        }
        let absent = |why: String| Box::new(Outcome::Absent(format!("it does not start again: {why}")));
        let (process, hello) = start(&self.invocation).map_err(absent)?;
        if hello != self.hello {
            return Err(absent(format!("now it is {} {}", hello.name, hello.version)));
        }
        self.process = Some(process);
        self.restarts += 1;
        Ok(())
    }

    fn operate(&mut self, request: &Json, deadline: Instant) -> Step<Json> {
        let mut reply = self.call(request, deadline)?;
        let Some(error) = reply.get_mut("error").map(Json::take) else {
            return Ok(reply);
        };
        match serde_json::from_value::<QueryError>(error) {
            Ok(error) => Err(Box::new(Outcome::Rejected(error))),
            Err(error) => Err(self.broken(format!("an error reply: {error}"))),
        }
    }

    fn query(&mut self, request: &Request<'_>, rows: usize, model: Model, deadline: Instant) -> Step<Reply> {
        let mut message = json!({"op": "query", "text": request.text, "rows": rows});
        if let (false, Some(fields)) = (request.settings.is_empty(), message.as_object_mut()) {
            fields.insert("settings".to_owned(), json!(request.settings));
        }
        let mut reply = self.operate(&message, deadline)?;
        let answer = Answer::from_json(&reply, model);
        let answer = answer.map_err(|error| self.broken(error.to_string()))?;
        let plan = reply.get_mut("plan").map(Json::take).filter(|plan| !plan.is_null());
        Ok(Reply { answer, plan })
    }

    fn give_up(&mut self) {
        self.process = None;
    }

    fn broken(&mut self, what: String) -> Box<Outcome> {
        self.process = None;
        Box::new(Outcome::Broken(what))
    }
}

fn start(invocation: &Invocation) -> Result<(Process, Hello), String> {
    let mut command = Command::new(&invocation.program);
    // The message of a panic is what tells crashes apart; a backtrace would push it out of the log's tail.
    command.args(&invocation.args).env("RUST_BACKTRACE", "0");
    let program = invocation.program.display();
    let mut process = Process::start(&mut command, invocation.longest.unwrap_or(LONGEST))
        .map_err(|error| format!("{program} does not start: {error}"))?;
    let request = json!({"op": "hello", "protocol": PROTOCOL, "language": invocation.language,
        "options": invocation.options});
    let reply =
        exchange(&mut process, &request, Instant::now() + START).map_err(|failure| match failure {
            Failure::TimedOut => format!("{program} does not answer"),
            Failure::Ended(how) | Failure::Gone(how) => format!("{program} does not start: {how}"),
            Failure::Broken(what) => format!("{program} does not speak the worker protocol: {what}"),
        })?;
    if let Some(message) = reply.pointer("/error/message").and_then(Json::as_str) {
        return Err(message.to_owned());
    }
    let hello: Hello = serde_json::from_value(reply)
        .map_err(|error| format!("{program} does not speak the worker protocol: {error}"))?;
    if hello.protocol != PROTOCOL {
        return Err(format!("it speaks version {} of the worker protocol, not {PROTOCOL}", hello.protocol));
    }
    Ok((process, hello))
}

/// Reads a line as a reply to any request and writes it down again, for what tries the decoder.
///
/// # Errors
///
/// What is wrong with the line.
pub fn read_reply(line: &[u8], model: Model) -> Result<Json, String> {
    let reply: Json = serde_json::from_slice(line).map_err(|error| error.to_string())?;
    let whole = |error: serde_json::Error| error.to_string();
    if let Some(error) = reply.get("error") {
        let error: QueryError = serde_json::from_value(error.clone()).map_err(whole)?;
        return serde_json::to_value(error).map(|error| json!({ "error": error })).map_err(whole);
    }
    if reply.get("protocol").is_some() {
        return serde_json::from_value::<Hello>(reply.clone()).map(|_| reply).map_err(whole);
    }
    if let Some(graph) = reply.get("graph") {
        let graph = Graph::from_json(graph, model).map_err(|error| error.to_string())?;
        return Ok(json!({ "graph": graph.to_json() }));
    }
    Answer::from_json(&reply, model).map(|answer| answer.to_json()).map_err(|error| error.to_string())
}

fn exchange(process: &mut Process, request: &Json, deadline: Instant) -> Result<Json, Failure> {
    let line = format!("{request}\n");
    let reply = process.exchange(line.as_bytes(), deadline)?;
    bounded::json(reply).map_err(|unread| {
        let text = reply.get(..BEGINNING).unwrap_or(reply);
        Failure::Broken(format!("{}: {}", unread.why(), String::from_utf8_lossy(text)))
    })
}
