//! Texts and answers of the SPARQL 1.1 Protocol: a conversation as every server has one.
//!
//! A text is the body of a POST, or the one field of a form where a server takes no other. JSON is asked for, since
//! servers were seen to damage values in TSV, and N-Triples for the triples of CONSTRUCT.

use std::fmt::Write as _;
use std::time::Instant;

use quarrel_case::answer::{Answer, Phase, QueryError, Reply, Table};
use quarrel_case::nquads;
use regex::Regex;
use serde_json::{Value as Json, json};

use super::results;
use crate::address::Address;
use crate::bounded::Unread;
use crate::catalogue::Endpoint;
use crate::fault::too_many;
use crate::http::{self, Client, Message};
use crate::station::{Ask, Conversation, Fault, Said};

/// What is taken as an answer. A server chooses by what the query gives.
const ACCEPT: &str = "application/sparql-results+json, application/n-triples;q=0.9, */*;q=0.1";
/// How a whole dataset is got.
const NQUADS: &str = "application/n-quads";
/// How much of what a server says of an error is kept.
const MESSAGE: usize = 2000;
/// How much of a page that is there in the place of an endpoint.
const PAGE: usize = 200;

/// A server, and where it takes what.
pub(crate) struct Sparql {
    client: Client,
    query: String,
    update: String,
    dump: Option<String>,
    /// True when the server takes a text as a field of a form only.
    form: bool,
    server: Option<String>,
}

impl Conversation for Sparql {
    type Manner = Endpoint;
    const SCHEME: &'static str = "http";
    const WHOLE_ELEMENTS: bool = false;

    fn path(manner: &Endpoint) -> &str {
        &manner.base
    }

    fn open(address: &Address, manner: &Endpoint, deadline: Instant) -> Said<Self> {
        let client = Client::open(address, deadline)?;
        let Paths { query, update, dump } = Paths::new(&address.path, manner);
        Ok(Ok(Self { client, query, update, dump, form: false, server: None }))
    }

    fn run(&mut self, ask: Ask<'_>, deadline: Instant) -> Said<Reply> {
        let mut answer = self.send(ask, deadline)?;
        // It takes no text as a body: from now on it is a form.
        if answer.status == 415 && !self.form {
            self.form = true;
            answer = self.send(ask, deadline)?;
        }
        self.server.clone_from(&answer.server);
        match (answer.status, ask.writes) {
            (200..=299, true) => Ok(Ok(reply(Answer::Table(Table::default())))),
            (200..=299, false) => read(&answer, ask.rows),
            _ => Ok(Err(error(&answer))),
        }
    }

    fn is_fit(&self) -> bool {
        true
    }

    fn has(manner: &Endpoint, operation: &str) -> bool {
        operation == "dump" && manner.dump.is_some()
    }

    fn operate(&mut self, _request: &Json, deadline: Instant) -> Said<Json> {
        let path = self.dump.as_deref().unwrap_or_default();
        let message = Message { method: "GET", path, media: "", accept: NQUADS, body: "" };
        let answer = self.client.exchange(message, deadline)?;
        match answer.status {
            200..=299 => match String::from_utf8(answer.body) {
                Ok(text) => Ok(Ok(json!({"graph": {"nquads": text}}))),
                Err(error) => Err(Fault::Broken(format!("a dump: {error}"))),
            },
            _ => Ok(Err(error(&answer))),
        }
    }

    fn server(&self) -> Option<&str> {
        self.server.as_deref()
    }
}

impl Sparql {
    fn send(&mut self, ask: Ask<'_>, deadline: Instant) -> Result<http::Answer, Fault> {
        let (path, field) = if ask.writes { (&self.update, "update") } else { (&self.query, "query") };
        let (media, body) = match self.form {
            true => {
                ("application/x-www-form-urlencoded".to_owned(), format!("{field}={}", encoded(ask.text)))
            }
            false => (format!("application/sparql-{field}; charset=utf-8"), ask.text.to_owned()),
        };
        let message = Message { method: "POST", path, media: &media, accept: ACCEPT, body: &body };
        self.client.exchange(message, deadline)
    }
}

/// Where a server takes what.
#[derive(Debug, PartialEq, Eq)]
struct Paths {
    query: String,
    update: String,
    dump: Option<String>,
}

impl Paths {
    /// The paths after the one of an address, which may name the one of updates itself, after a `#`.
    fn new(path: &str, endpoint: &Endpoint) -> Self {
        let (path, update) = path.split_once('#').map_or((path, None), |(path, update)| (path, Some(update)));
        let (path, search) = path.split_at(path.find('?').unwrap_or(path.len()));
        let with = |suffix: &String| {
            let path = if suffix.is_empty() { path } else { path.trim_end_matches('/') };
            let slash = if path.is_empty() && !suffix.starts_with('/') { "/" } else { "" };
            format!("{slash}{path}{suffix}{search}")
        };
        Self {
            query: with(&endpoint.query),
            update: update.map_or_else(|| with(&endpoint.update), ToOwned::to_owned),
            dump: endpoint.dump.as_ref().map(with),
        }
    }
}

fn encoded(text: &str) -> String {
    text.bytes().fold(String::with_capacity(text.len() * 2), |mut encoded, byte| {
        if byte.is_ascii_alphanumeric() {
            encoded.push(char::from(byte));
        } else {
            let _ = write!(encoded, "%{byte:02X}");
        }
        encoded
    })
}

fn read(answer: &http::Answer, rows: usize) -> Said<Reply> {
    let triples =
        matches!(answer.media.as_str(), "application/n-triples" | "application/n-quads" | "text/plain");
    let read = match (triples, answer.body.is_empty()) {
        (true, _) => read_triples(&answer.body).map_err(Unread::Broken),
        // So a server was seen to hide the error of an evaluation.
        (false, true) => {
            let what = format!("status {} without an answer", answer.status);
            return Ok(Err(QueryError::new(Phase::Run, "EmptyBody", what)));
        }
        (false, false) if answer.media.contains("json") => results::read(&answer.body, rows),
        (false, false) => Err(Unread::Broken(format!("the answer is of the type {:?}", answer.media))),
    };
    match read.map_err(Unread::fault)? {
        read if read.len() > rows => Ok(Err(too_many(rows))),
        read => Ok(Ok(reply(read))),
    }
}

fn reply(answer: Answer) -> Reply {
    Reply { answer, plan: None }
}

fn read_triples(body: &[u8]) -> Result<Answer, String> {
    let text = std::str::from_utf8(body).map_err(|error| format!("the triples: {error}"))?;
    let quads = nquads::read(text).map_err(|error| format!("the triples: {error}"))?;
    Ok(Answer::Triples(quads.into_iter().map(|quad| [quad.subject, quad.predicate, quad.object]).collect()))
}

/// The error that a status means, with what the server says of it.
fn error(answer: &http::Answer) -> QueryError {
    let said = String::from_utf8_lossy(&answer.body);
    let message = match said.trim() {
        "" => format!("status {}", answer.status),
        page if answer.status == 404 && answer.media == "text/html" => words(page),
        said => said.chars().take(MESSAGE).collect(),
    };
    match answer.status {
        // By the protocol a text that is not in the language, and nothing else.
        400 => {
            let at = position(&message);
            QueryError { at, ..QueryError::new(Phase::Parse, "SyntaxError", message) }
        }
        status => QueryError::new(Phase::Run, &format!("Http{status}"), message),
    }
}

/// The first words of a page that is made for a browser.
fn words(page: &str) -> String {
    let texts = page.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text));
    let words: Vec<&str> = texts.flat_map(str::split_whitespace).collect();
    words.join(" ").chars().take(PAGE).collect()
}

/// The place that a message names.
fn position(message: &str) -> Option<(u32, u32)> {
    let found = Regex::new(r"(?:[Ll]ine (\d+), column (\d+))|(?: at (\d+):(\d+))").ok()?.captures(message)?;
    let mut numbers = found.iter().skip(1).flatten().map(|number| number.as_str().parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

#[cfg(test)]
mod unit {
    use super::*;

    #[test]
    fn an_address_and_the_catalogue_say_where_texts_go() {
        let of = |query: &str, update: &str| Endpoint {
            query: query.to_owned(),
            update: update.to_owned(),
            ..Endpoint::default()
        };
        for (path, endpoint, query, update) in [
            ("", of("", ""), "/", "/"),
            ("/sparql", of("", ""), "/sparql", "/sparql"),
            ("/ds/query#/ds/update", of("", ""), "/ds/query", "/ds/update"),
            ("/ds", of("/query", "/update"), "/ds/query", "/ds/update"),
            ("/ds/", of("/query", "/update"), "/ds/query", "/ds/update"),
            ("?x=1", of("", "/statements"), "/?x=1", "/statements?x=1"),
            ("/r?x=1#/u?y=2", of("", ""), "/r?x=1", "/u?y=2"),
        ] {
            let paths = Paths::new(path, &endpoint);
            assert_eq!((paths.query.as_str(), paths.update.as_str()), (query, update), "{path}");
        }
    }

    #[test]
    fn of_a_page_its_words_are_shown() {
        let page =
            "<!DOCTYPE html>\n<html><head>\n<title>Error 404 Not Found</title></head>\n<body><h2>HTTP</h2>";
        assert_eq!(words(page), "Error 404 Not Found HTTP");
        assert_eq!(words(&format!("<p>{}", "x ".repeat(1000))).len(), PAGE);
    }

    #[test]
    fn a_place_is_read_as_servers_write_it() {
        for (message, at) in [
            ("Parse error: Encountered \"}\" at line 1, column 24.", Some((1, 24))),
            ("error at 2:5: expected", Some((2, 5))),
            ("no place", None),
            ("at line 99999999999, column 1", None),
        ] {
            assert_eq!(position(message), at, "{message}");
        }
    }
}
