//! Texts and answers of a graph in Redis: a conversation as every server has one.
//!
//! A graph is a key. It is there with the first query, and emptied by removing the key: what is removed by a query
//! leaves the numbers of labels, types and keys behind, in the order in which they came, and the answers of what comes
//! after would hang on what was there before.

use std::time::{Duration, Instant};

use quarrel_case::answer::{Answer, Phase, QueryError, Reply as Answered, UNSUPPORTED};
use quarrel_case::value::Value;
use serde_json::{Value as Json, json};

use super::compact::{self, Unmeant};
use super::connection::Connection;
use super::decode::Reply;
use super::names::{Names, Numbered};
use super::refusal;
use crate::address::Address;
use crate::fault::too_many;
use crate::station::{Ask, Conversation, Fault, Said};

/// The graph where an address names none.
const GRAPH: &str = "quarrel";
/// What a call may take longer than its limit on the server, which ends what would go on for nobody after we have cut
/// it off.
const GRACE: Duration = Duration::from_secs(1);
/// The module that answers queries.
const MODULE: &str = "graph";

/// A connection, and the graph that is meant on it.
pub(crate) struct Resp {
    connection: Connection,
    graph: String,
    names: Names,
    /// False when the server does not let a query say how long it may run.
    limits: bool,
    server: Option<String>,
}

impl Conversation for Resp {
    type Manner = ();
    const SCHEME: &'static str = "redis";
    const WHOLE_ELEMENTS: bool = true;

    fn path((): &()) -> &str {
        ""
    }

    fn open(address: &Address, (): &(), deadline: Instant) -> Said<Self> {
        let graph = Some(address.path.trim_start_matches('/')).filter(|name| !name.is_empty());
        let graph = graph.unwrap_or(GRAPH).to_owned();
        let connection = Connection::open(address, deadline)?;
        let mut resp = Self { connection, graph, names: Names::default(), limits: true, server: None };
        if let Some(user) = &address.user {
            let login = match user.as_str() {
                "" => vec!["AUTH", &address.password],
                user => vec!["AUTH", user, &address.password],
            };
            if let Err(error) = resp.command(&login, deadline)? {
                return Ok(Err(error));
            }
        }
        // Not everybody may ask for the modules; then the version is not known.
        resp.server = resp.command(&["MODULE", "LIST"], deadline)?.ok().and_then(|reply| version(&reply));
        Ok(Ok(resp))
    }

    fn run(&mut self, ask: Ask<'_>, deadline: Instant) -> Said<Answered> {
        let reply = match self.query(ask.text, deadline)? {
            Ok(reply) => reply,
            Err(error) => return Ok(Err(error)),
        };
        let answered = match compact::answer(&reply, &self.names) {
            Err(Unmeant::Unknown) => {
                if let Err(error) = self.learn(deadline)? {
                    return Ok(Err(error));
                }
                compact::answer(&reply, &self.names)
            }
            answered => answered,
        };
        match answered {
            Ok(answered) if answered.answer.len() > ask.rows => Ok(Err(too_many(ask.rows))),
            Ok(answered) => Ok(Ok(answered)),
            Err(Unmeant::Broken(what)) => Err(Fault::Broken(what)),
            Err(Unmeant::Unknown) => Err(Fault::Broken("the answer has a number without a name".to_owned())),
        }
    }

    fn is_fit(&self) -> bool {
        true
    }

    fn has((): &(), operation: &str) -> bool {
        operation == "reset"
    }

    fn operate(&mut self, request: &Json, deadline: Instant) -> Said<Json> {
        if request.get("op").and_then(Json::as_str) != Some("reset") {
            return Ok(Err(QueryError::new(Phase::Run, UNSUPPORTED, "there is no such operation")));
        }
        self.names = Names::default();
        let graph = self.graph.clone();
        Ok(match self.command(&["GRAPH.DELETE", &graph], deadline)? {
            Err(error) if !refusal::is_missing(&error.message) => Err(error),
            _ => Ok(json!({})),
        })
    }

    fn server(&self) -> Option<&str> {
        self.server.as_deref()
    }
}

impl Resp {
    /// Runs a query and gives its answer in the compact form.
    fn query(&mut self, text: &str, deadline: Instant) -> Said<Reply> {
        let graph = self.graph.clone();
        let mut words = vec!["GRAPH.QUERY", &graph, text, "--compact"];
        let left = deadline.saturating_duration_since(Instant::now()) + GRACE;
        let left = left.as_millis().min(86_400_000).to_string();
        if self.limits {
            words.extend(["TIMEOUT", &left]);
        }
        match self.command(&words, deadline)? {
            Err(error) if self.limits && refusal::is_limited(&error.message) => {
                self.limits = false;
                self.query(text, deadline)
            }
            Err(error) if refusal::is_timeout(&error.message) => Err(Fault::TimedOut),
            said => Ok(said),
        }
    }

    /// Asks for the names of the numbers.
    fn learn(&mut self, deadline: Instant) -> Said<()> {
        for of in Numbered::ALL {
            let reply = match self.query(of.query(), deadline)? {
                Ok(reply) => reply,
                Err(error) => return Ok(Err(error)),
            };
            let answered = compact::answer(&reply, &self.names);
            let names = answered.ok().and_then(|answered| texts(answered.answer));
            let what = || Fault::Broken(format!("no names came for {}", of.query()));
            self.names.set(of, names.ok_or_else(what)?);
        }
        Ok(Ok(()))
    }

    /// Sends a command. An error is one wherever it stands in the answer.
    fn command(&mut self, words: &[&str], deadline: Instant) -> Said<Reply> {
        Ok(match self.connection.call(words, deadline)? {
            Reply::Error(line) => Err(refusal::error(&line)),
            Reply::Array(mut parts) => {
                let is_error = |part: &Reply| matches!(part, Reply::Error(_));
                match parts.iter().position(is_error).map(|place| parts.swap_remove(place)) {
                    Some(Reply::Error(line)) => Err(refusal::error(&line)),
                    _ => Ok(Reply::Array(parts)),
                }
            }
            reply => Ok(reply),
        })
    }
}

/// The one column of an answer, where it is of texts.
fn texts(answer: Answer) -> Option<Vec<String>> {
    let Answer::Table(table) = answer else { return None };
    let texts = table.rows.into_iter().map(|row| match <[Value; 1]>::try_from(row) {
        Ok([Value::String(text)]) => Some(text),
        _ => None,
    });
    texts.collect()
}

/// What the module calls itself, from the list of modules: `graph/4.18.3`. Each is a list of keys and values; modules
/// number their versions with two digits for each part but the first.
fn version(modules: &Reply) -> Option<String> {
    let Reply::Array(modules) = modules else { return None };
    modules.iter().find_map(|module| {
        let Reply::Array(parts) = module else { return None };
        let get = |key: &str| {
            let is_key = |part: &Reply| matches!(part, Reply::Bulk(bytes) if bytes == key.as_bytes());
            parts.chunks_exact(2).find(|pair| is_key(&pair[0])).map(|pair| &pair[1])
        };
        match (get("name")?, get("ver")?) {
            (Reply::Bulk(name), Reply::Int(number)) if name == MODULE.as_bytes() => {
                Some(format!("{MODULE}/{}.{}.{}", number / 10_000, number / 100 % 100, number % 100))
            }
            _ => None,
        }
    })
}
