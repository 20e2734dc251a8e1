//! The worker's side of the worker protocol: how an engine in this process is spoken to over its pipes.
//!
//! An engine in a library can crash, hang or eat all memory, and each of these is an observation that the hunt
//! must survive. So it runs in a child process that does nothing but serve it, and the parent kills the
//! child when a deadline has passed. A panic of the engine is not caught here on purpose: the process dies
//! with the panic's message on stderr, and that is what gets recorded as a crash.
//!
//! Both sides speak the worker protocol, version 1: one JSON object per line on stdin, one reply per line on
//! stdout, in order. stderr is free.
//!
//! | request | reply |
//! |---|---|
//! | `{"op":"hello","protocol":1,"language":"cypher","options":{}}` | `{"protocol":1,"name":"...","version":"...","ops":["query",...]}` |
//! | `{"op":"reset"}` | `{"ok":true}`: the database is empty |
//! | `{"op":"load","graph":GRAPH}` | `{"ok":true}`: the database holds this graph and nothing else |
//! | `{"op":"query","text":"...","rows":10000}` | `{"columns":[...],"rows":[[...],...]}`, `{"boolean":true}` or `{"triples":[[s,p,o],...]}` |
//! | `{"op":"dump"}` | `{"graph":GRAPH}`: the graph as the engine holds it |
//!
//! Any reply may instead be `{"error":{"phase":"parse|compile|run","class":"...","message":"..."}}`, with
//! `detail` and `at` (line and column) where the engine tells them. More rows than asked for are the error
//! class `RowLimit`, an operation that the worker does not have is `UnknownOperation`, and a line that is no
//! request is `BadRequest`. Values are written as the contract says; an element is its native id.

use std::io::{self, BufRead, Read as _, Write};

use serde_json::{Map, Value};

use super::json::Json;

/// The version of the protocol that this file implements.
const PROTOCOL: u64 = 1;
/// A longer line is refused: no graph or query of a hunt comes near it.
pub(super) const LINE: usize = 64 << 20;
/// Rows that a query may return where the request does not say.
const ROWS: u64 = 10_000;

/// Who is served.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Identity {
    /// The engine's name as the catalogue has it.
    pub(crate) name: &'static str,
    /// The engine's exact version.
    pub(crate) version: &'static str,
}

/// What a host offers.
#[derive(Debug)]
pub(crate) struct Offer {
    /// The one language that it understands.
    pub(crate) language: &'static str,
    /// The operations beside `hello` that it has.
    pub(crate) ops: &'static [&'static str],
}

/// When in a query's life an error was raised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// The text does not follow the grammar.
    Parse,
    /// The text is well-formed, but refused before it met any data.
    Compile,
    /// Anything later.
    Run,
}

/// An error reply: the engine's own error, or the worker's about a request that it cannot serve.
#[derive(Debug)]
pub(crate) struct Failure {
    /// When it was raised.
    pub(crate) phase: Phase,
    /// The engine's name for this kind of error.
    pub(crate) class: String,
    /// A finer name, where the engine has two levels.
    pub(crate) detail: Option<String>,
    /// Line and column in the query's text, counted from 1.
    pub(crate) at: Option<(u64, u64)>,
    /// The engine's message, unchanged.
    pub(crate) message: String,
}

impl Failure {
    /// An error with the three members that every error has.
    pub(crate) fn new(phase: Phase, class: impl Into<String>, message: impl ToString) -> Self {
        Self { phase, class: class.into(), detail: None, at: None, message: message.to_string() }
    }

    /// An error that was raised while running.
    pub(crate) fn run(class: impl Into<String>, message: impl ToString) -> Self {
        Self::new(Phase::Run, class, message)
    }

    /// The answer has more rows than the request allows.
    pub(crate) fn row_limit(limit: u64) -> Self {
        Self::run("RowLimit", format!("the answer has more than {limit} rows"))
    }

    /// The request cannot be understood.
    pub(crate) fn bad_request(message: impl ToString) -> Self {
        Self::run("BadRequest", message)
    }

    /// The worker has no such operation.
    pub(crate) fn unknown_operation(name: &str) -> Self {
        Self::run("UnknownOperation", format!("this worker has no operation '{name}'"))
    }

    fn write(&self, json: &mut Json) -> Result<(), Self> {
        json.tagged("error", |json| {
            json.object(|json| {
                let phase = match self.phase {
                    Phase::Parse => "parse",
                    Phase::Compile => "compile",
                    Phase::Run => "run",
                };
                for (name, text) in [("phase", phase), ("class", &self.class), ("message", &self.message)] {
                    json.key(name);
                    json.string(text);
                }
                if let Some(detail) = &self.detail {
                    json.key("detail");
                    json.string(detail);
                }
                if let Some((line, column)) = self.at {
                    json.key("at");
                    json.list(|json| {
                        json.integer(line);
                        json.integer(column);
                        Ok(())
                    })?;
                }
                Ok(())
            })
        })
    }
}

/// One engine behind the worker protocol.
pub(crate) trait Host {
    /// Says what it offers, after having accepted the options (or refused one that it does not know). A host of
    /// several languages serves the one that is asked for.
    fn hello(&mut self, language: &str, options: &Map<String, Value>) -> Result<Offer, Failure>;

    /// Empties the database.
    fn reset(&mut self) -> Result<(), Failure>;

    /// Replaces everything by the graph.
    fn load(&mut self, _graph: &Value) -> Result<(), Failure> {
        Err(Failure::unknown_operation("load"))
    }

    /// Runs one statement and writes the whole reply: `columns` and `rows`, `boolean` or `triples`.
    fn query(&mut self, text: &str, limit: u64, reply: &mut Json) -> Result<(), Failure>;

    /// Writes the graph as the engine holds it.
    fn dump(&mut self, _graph: &mut Json) -> Result<(), Failure> {
        Err(Failure::unknown_operation("dump"))
    }
}

/// Refuses every option: for hosts that have none.
#[cfg(any(feature = "embedded", test))]
pub(crate) fn no_options(options: &Map<String, Value>) -> Result<(), Failure> {
    options
        .keys()
        .next()
        .map_or(Ok(()), |name| Err(Failure::bad_request(format!("this worker has no option '{name}'"))))
}

/// The name of an error's variant, from its debug form: that has one in every version of an engine, whichever
/// variants the version has.
#[cfg(any(feature = "embedded", test))]
pub(crate) fn variant(shown: &str) -> &str {
    let end = shown.find(|c: char| !c.is_ascii_alphanumeric());
    shown.get(..end.unwrap_or(shown.len())).unwrap_or_default()
}

/// Has this process end soon after the one that started it, however that ended: an engine that hangs never sees that its
/// input has ended. (The operating system's signal for it would come when a thread of the other ends.)
pub(crate) fn end_with_parent() {
    #[cfg(unix)]
    {
        use std::os::unix::process::parent_id;
        let parent = parent_id();
        std::thread::spawn(move || {
            while parent_id() == parent {
                std::thread::sleep(std::time::Duration::from_secs(1));
            }
            std::process::exit(1);
        });
    }
}

/// Answers every request on `input` until it ends. Only a broken pipe makes it fail.
pub(crate) fn serve(
    identity: Identity,
    host: &mut dyn Host,
    mut input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    let mut line = Vec::new();
    let mut reply = Json::default();
    while read_line(&mut input, &mut line)? {
        reply.clear();
        if let Err(failure) = answer(identity, host, &line, &mut reply) {
            // What an operation had written before it failed is no answer.
            reply.clear();
            failure.write(&mut reply).map_err(|failure| io::Error::other(failure.message))?;
        }
        reply.end_line();
        output.write_all(reply.bytes())?;
        output.flush()?;
    }
    Ok(())
}

/// Reads the next line without its end, or says that there is none. Of a line that is too long the excess is
/// passed over, so that it is refused alone and the requests after it still count.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    input.by_ref().take(LINE as u64 + 1).read_until(b'\n', line)?;
    if line.is_empty() {
        return Ok(false);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() > LINE {
        input.skip_until(b'\n')?;
    }
    Ok(true)
}

fn answer(identity: Identity, host: &mut dyn Host, line: &[u8], reply: &mut Json) -> Result<(), Failure> {
    if line.len() > LINE {
        return Err(Failure::bad_request(format!("the line is longer than {LINE} bytes")));
    }
    let request: Value = serde_json::from_slice(line).map_err(Failure::bad_request)?;
    let op = request.get("op").and_then(Value::as_str);
    match op.ok_or_else(|| Failure::bad_request("the request has no member 'op'"))? {
        "hello" => hello(identity, host, &request, reply),
        "reset" => host.reset().and_then(|()| ok(reply)),
        "load" => {
            let graph = request.get("graph").ok_or_else(|| Failure::bad_request("'load' lacks 'graph'"))?;
            host.load(graph).and_then(|()| ok(reply))
        }
        "query" => {
            let text = request.get("text").and_then(Value::as_str);
            let text = text.ok_or_else(|| Failure::bad_request("'query' lacks 'text'"))?;
            host.query(text, rows(&request)?, reply)
        }
        "dump" => reply.tagged("graph", |json| host.dump(json)),
        other => Err(Failure::unknown_operation(other)),
    }
}

fn hello(identity: Identity, host: &mut dyn Host, request: &Value, reply: &mut Json) -> Result<(), Failure> {
    if request.get("protocol").and_then(Value::as_u64) != Some(PROTOCOL) {
        return Err(Failure::bad_request(format!("this worker speaks protocol {PROTOCOL} alone")));
    }
    let none = Map::new();
    let language = request.get("language").and_then(Value::as_str);
    let options = request.get("options").and_then(Value::as_object).unwrap_or(&none);
    let offer = host.hello(language.unwrap_or_default(), options)?;
    if language.is_some_and(|language| language != offer.language) {
        return Err(Failure::bad_request(format!("this worker speaks {} alone", offer.language)));
    }
    reply.object(|json| {
        json.key("protocol");
        json.integer(PROTOCOL);
        for (name, text) in [("name", identity.name), ("version", identity.version)] {
            json.key(name);
            json.string(text);
        }
        json.key("ops");
        json.strings(offer.ops)
    })
}

fn ok(reply: &mut Json) -> Result<(), Failure> {
    reply.tagged("ok", |json| {
        json.boolean(true);
        Ok(())
    })
}

fn rows(request: &Value) -> Result<u64, Failure> {
    match request.get("rows") {
        None => Ok(ROWS),
        Some(rows) => rows.as_u64().ok_or_else(|| Failure::bad_request("'rows' is no count")),
    }
}
