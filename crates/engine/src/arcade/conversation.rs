//! Texts and answers of an ArcadeDB server: a conversation as every server has one.
//!
//! The path of an address names the database, which is made where there is none. It is emptied by making it anew: what
//! is removed by a query leaves its types, buckets and indexes behind.

use std::time::{Duration, Instant};

use quarrel_case::answer::{Phase, QueryError, Reply, UNSUPPORTED};
use serde_json::{Value as Json, json};

use super::records::{self, Buckets};
use super::refusal;
use crate::address::Address;
use crate::bounded::{self, Unread};
use crate::catalogue::Endpoint;
use crate::fault::too_many;
use crate::http::{self, Client, Message};
use crate::station::{Ask, Conversation, Fault, Said};

/// The database where an address names none.
const DATABASE: &str = "quarrel";
/// How much longer than one call making a database anew may take: it writes and removes files.
const ANEW: Duration = Duration::from_secs(20);
/// What a server says of itself, without its figures, which it takes long to gather.
const ABOUT: &str = "/api/v1/server?mode=basic";
const JSON: &str = "application/json";

/// A server, and the database that is meant on it.
pub(crate) struct Arcade {
    client: Client,
    database: String,
    language: String,
    buckets: Buckets,
    server: Option<String>,
}

impl Conversation for Arcade {
    type Manner = Endpoint;
    const SCHEME: &'static str = "http";
    const WHOLE_ELEMENTS: bool = true;

    fn path(manner: &Endpoint) -> &str {
        &manner.base
    }

    fn login(manner: &Endpoint) -> Option<(&str, &str)> {
        manner.login()
    }

    fn open(address: &Address, manner: &Endpoint, deadline: Instant) -> Said<Self> {
        let database = address.path.trim_matches('/');
        if database.contains(['/', '?', '#', '%']) {
            return Err(Fault::Cut("the path of the address is no name of a database".to_owned()));
        }
        let database = if database.is_empty() { DATABASE } else { database }.to_owned();
        let language = manner.language.clone().unwrap_or_default();
        let client = Client::open(address, deadline)?;
        let mut arcade = Self { client, database, language, buckets: Buckets::default(), server: None };
        let about = match arcade.get(ABOUT, deadline)? {
            Ok(about) => about,
            Err(error) => return Ok(Err(error)),
        };
        arcade.server = about.get("version").and_then(Json::as_str).map(ToOwned::to_owned);
        Ok(arcade.provide(deadline)?.map(|()| arcade))
    }

    fn run(&mut self, ask: Ask<'_>, deadline: Instant) -> Said<Reply> {
        let (language, text) = language_of(ask.text).unwrap_or((&self.language, ask.text));
        let limit = i32::try_from(ask.rows.saturating_add(1)).unwrap_or(i32::MAX);
        let body = json!({"language": language, "command": text, "limit": limit}).to_string();
        let answer = self.post(&format!("/api/v1/command/{}", self.database), &body, deadline)?;
        if answer.status != 200 {
            return Ok(Err(refusal::error(&answer)));
        }
        match records::read(&answer.body, &mut self.buckets) {
            Ok(reply) if reply.answer.len() > ask.rows => Ok(Err(too_many(ask.rows))),
            Ok(reply) => Ok(Ok(reply)),
            Err(unread) => Err(unread.fault()),
        }
    }

    fn is_fit(&self) -> bool {
        true
    }

    fn has(_: &Endpoint, operation: &str) -> bool {
        operation == "reset"
    }

    fn operate(&mut self, request: &Json, deadline: Instant) -> Said<Json> {
        if request.get("op").and_then(Json::as_str) != Some("reset") {
            return Ok(Err(QueryError::new(Phase::Run, UNSUPPORTED, "there is no such operation")));
        }
        self.buckets = Buckets::default();
        let deadline = deadline.max(Instant::now() + ANEW);
        for what in ["drop", "create"] {
            if let Err(error) = self.administer(what, deadline)? {
                return Ok(Err(error));
            }
        }
        Ok(Ok(json!({})))
    }

    fn server(&self) -> Option<&str> {
        self.server.as_deref()
    }
}

impl Arcade {
    /// Makes the database where it is not there.
    fn provide(&mut self, deadline: Instant) -> Said<()> {
        let found = match self.get(&format!("/api/v1/exists/{}", self.database), deadline)? {
            Ok(found) => found,
            Err(error) => return Ok(Err(error)),
        };
        match found.get("result").and_then(Json::as_bool) {
            Some(true) => Ok(Ok(())),
            _ => self.administer("create", deadline),
        }
    }

    fn administer(&mut self, what: &str, deadline: Instant) -> Said<()> {
        let command = format!("{what} database {}", self.database);
        let answer = self.post("/api/v1/server", &json!({ "command": command }).to_string(), deadline)?;
        Ok(match answer.status {
            200 => Ok(()),
            _ => Err(refusal::error(&answer)),
        })
    }

    fn get(&mut self, path: &str, deadline: Instant) -> Said<Json> {
        let message = Message { method: "GET", path, media: JSON, accept: JSON, body: "" };
        let answer = self.client.exchange(message, deadline)?;
        if answer.status != 200 {
            return Ok(Err(refusal::error(&answer)));
        }
        bounded::json(&answer.body).map(Ok).map_err(Unread::fault)
    }

    fn post(&mut self, path: &str, body: &str, deadline: Instant) -> Result<http::Answer, Fault> {
        self.client.exchange(Message { method: "POST", path, media: JSON, accept: JSON, body }, deadline)
    }
}

/// The language that a text names before it, as ArcadeDB's other protocols have it: `{sql}SELECT 1`. So the catalogue
/// says what the language that is tested has no words for.
fn language_of(text: &str) -> Option<(&str, &str)> {
    let (language, text) = text.strip_prefix('{')?.split_once('}')?;
    let is_name = !language.is_empty() && language.bytes().all(|byte| byte.is_ascii_lowercase());
    is_name.then_some((language, text))
}
