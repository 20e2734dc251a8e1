//! Texts and answers of a Gremlin Server: a conversation as every server has one.
//!
//! A text that begins with `g.` is a traversal, which the server's fastest reader of traversals takes (gremlin-lang:
//! it parses where Groovy compiles, in a tenth of the time). Any other is a script, for the catalogue to make indexes
//! and graphs with, and Groovy's alone.

use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use quarrel_case::answer::{Answer, Phase, QueryError, Reply, Table};
use quarrel_case::value::Value;
use serde_json::json;

use super::reply::{self, NO_ENGINE, Part};
use super::socket::Socket;
use crate::address::Address;
use crate::catalogue::Endpoint;
use crate::fault::too_many;
use crate::http::{Client, Message};
use crate::station::{Ask, Conversation, Fault, Said};

/// What Groovy is called.
const GROOVY: &str = "gremlin-groovy";
/// What a call may take longer than its limit on the server, which ends what would go on for nobody after we have cut
/// it off.
const GRACE: Duration = Duration::from_secs(1);

/// How a server is spoken to.
#[derive(Debug, Clone, Default)]
pub(crate) struct Manner {
    /// What the catalogue says of it.
    pub(crate) endpoint: Endpoint,
    /// True when by requests of HTTP, else by a WebSocket.
    pub(crate) posts: bool,
}

/// A server, and how it is spoken to.
pub(crate) struct Gremlin {
    way: Way,
    address: Address,
    endpoint: Endpoint,
    requests: u64,
    fit: bool,
}

enum Way {
    Socket(Box<Socket>),
    Post(Box<Client>, String),
}

impl Conversation for Gremlin {
    type Manner = Manner;
    const SCHEME: &'static str = "ws";
    const WHOLE_ELEMENTS: bool = true;

    fn path(manner: &Manner) -> &str {
        &manner.endpoint.base
    }

    fn login(manner: &Manner) -> Option<(&str, &str)> {
        manner.endpoint.login()
    }

    fn open(address: &Address, manner: &Manner, deadline: Instant) -> Said<Self> {
        let path = match address.path.as_str() {
            "" if manner.posts => "/",
            "" => &manner.endpoint.base,
            path => path,
        };
        let way = match manner.posts {
            true => Way::Post(Box::new(Client::open(address, deadline)?), path.to_owned()),
            false => Way::Socket(Box::new(Socket::open(address, path, deadline)?)),
        };
        let (address, endpoint) = (address.clone(), manner.endpoint.clone());
        Ok(Ok(Self { way, address, endpoint, requests: 0, fit: true }))
    }

    fn run(&mut self, ask: Ask<'_>, deadline: Instant) -> Said<Reply> {
        self.requests += 1;
        let results = match self.way {
            Way::Socket(_) => self.converse(ask, deadline)?,
            Way::Post(..) => self.post(ask, deadline)?,
        };
        Ok(results.map(|results| {
            let rows = results.into_iter().map(|value| vec![value]).collect();
            let table = Table { columns: vec!["value".to_owned()], rows, ..Table::default() };
            Reply { answer: Answer::Table(table), plan: None }
        }))
    }

    fn is_fit(&self) -> bool {
        self.fit
    }

    fn is_hopeless(error: &QueryError) -> bool {
        error.class == NO_ENGINE
    }
}

impl Gremlin {
    /// The reader of a text.
    fn reader(&self, text: &str) -> &str {
        match &self.endpoint.reader {
            Some(reader) if text.starts_with("g.") => reader,
            _ => GROOVY,
        }
    }

    /// The traversal source that `g` stands for.
    fn aliases(&self) -> serde_json::Value {
        match &self.endpoint.source {
            Some(source) => json!({ "g": source }),
            None => json!({}),
        }
    }

    fn converse(&mut self, ask: Ask<'_>, deadline: Instant) -> Said<Vec<Value>> {
        let id = format!("00000000-0000-4000-8000-{:012x}", self.requests);
        let left = deadline.saturating_duration_since(Instant::now()) + GRACE;
        let request = json!({"requestId": id, "op": "eval", "processor": "", "args": {
            "gremlin": ask.text, "language": self.reader(ask.text), "aliases": self.aliases(),
            "evaluationTimeout": u64::try_from(left.as_millis()).unwrap_or(u64::MAX).min(86_400_000),
        }});
        let Way::Socket(socket) = &mut self.way else { return Ok(Ok(Vec::new())) };
        socket.send(request.to_string(), deadline)?;
        let (mut results, mut asked) = (Vec::new(), false);
        loop {
            match reply::read(&socket.receive(deadline)?, Some(&id))? {
                Part::Results(part, more) => {
                    results.extend(part);
                    if results.len() > ask.rows {
                        // The rest of the answer would come before the next one.
                        self.fit = !more;
                        return Ok(Err(too_many(ask.rows)));
                    }
                    if !more {
                        return Ok(Ok(results));
                    }
                }
                Part::WhoAsks => match (&self.address.user, asked) {
                    (Some(user), false) => {
                        asked = true;
                        let login = STANDARD.encode(format!("\0{user}\0{}", self.address.password));
                        let request = json!({"requestId": id, "op": "authentication", "processor": "",
                            "args": {"sasl": login, "saslMechanism": "PLAIN"}});
                        socket.send(request.to_string(), deadline)?;
                    }
                    _ => {
                        self.fit = false;
                        let why = "the server wants to know who asks";
                        return Ok(Err(QueryError::new(Phase::Run, "Unauthorized", why)));
                    }
                },
                Part::Error(error) => return Ok(Err(error)),
                Part::TooLong => return Err(Fault::TimedOut),
            }
        }
    }

    fn post(&mut self, ask: Ask<'_>, deadline: Instant) -> Said<Vec<Value>> {
        let body = json!({
            "gremlin": ask.text, "language": self.reader(ask.text), "aliases": self.aliases(),
        });
        let Way::Post(client, path) = &mut self.way else { return Ok(Ok(Vec::new())) };
        let media = "application/json";
        let message = Message { method: "POST", path, media, accept: media, body: &body.to_string() };
        let answer = client.exchange(message, deadline)?;
        let part = match answer.status {
            200..=299 => reply::read(&answer.body, None)?,
            status => reply::read_refusal(&answer.body, status),
        };
        match part {
            Part::Results(results, _) if results.len() > ask.rows => Ok(Err(too_many(ask.rows))),
            Part::Results(results, _) => Ok(Ok(results)),
            Part::Error(error) => Ok(Err(error)),
            Part::WhoAsks => Err(Fault::Broken("a question over HTTP".to_owned())),
            Part::TooLong => Err(Fault::TimedOut),
        }
    }
}
