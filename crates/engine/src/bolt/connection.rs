//! One connection of Bolt: the handshake, messages in chunks, and a query with its answer.
//!
//! What changed in which version, as far as it matters here:
//!
//! | since | |
//! |---|---|
//! | 3.0 | `HELLO` with credentials; `RUN` has a third field, `GOODBYE` |
//! | 4.0 | `PULL` says how many records it wants; `RUN` names a database |
//! | 4.3 | a proposal of the handshake is a range |
//!
//! Every server from 3.5 to today takes one of these versions, with elements whose ids are integers; structures of
//! version 5 are read all the same. Nothing is retried and nothing pooled: a tester has to see what happens.

use std::time::{Duration, Instant};

use super::packstream::{Entries, Packed, Unread, VALUES, pack, unpack};
use crate::address::Address;
use crate::station::Fault;
use crate::stream::Stream;

/// What every conversation begins with.
const MAGIC: [u8; 4] = [0x60, 0x60, 0xB0, 0x17];
/// The versions offered: range, minor, major in the last three bytes of each.
const OFFERS: [[u8; 4]; 4] = [[0, 3, 4, 4], [0, 0, 1, 4], [0, 0, 0, 4], [0, 0, 0, 3]];
/// The longest message that is read.
const LONGEST: usize = 16 << 20;
/// The most that one answer may have in all. No answer of a hunt comes near it: rows are limited.
const MOST: usize = 64 << 20;
/// What a call may take longer than its limit, for the connection to be fit for the next one.
const GRACE: Duration = Duration::from_secs(1);

const HELLO: u8 = 0x01;
const GOODBYE: u8 = 0x02;
const RESET: u8 = 0x0F;
const RUN: u8 = 0x10;
const PULL: u8 = 0x3F;

/// A version of the protocol: major and minor.
pub(crate) type Version = (u8, u8);

/// An error that the server answers with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Refusal {
    /// The server's own code.
    pub(crate) code: String,
    /// For a person.
    pub(crate) message: String,
}

/// The answer to a query, as it came.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Records {
    /// The names of the columns.
    pub(crate) columns: Vec<String>,
    /// The rows, not more than were asked for.
    pub(crate) rows: Vec<Vec<Packed>>,
    /// True when there were more rows.
    pub(crate) more: bool,
    /// What the server says at the end: counters, plan, notifications.
    pub(crate) summary: Packed,
}

/// A query with what goes along.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Query<'a> {
    /// The text.
    pub(crate) text: &'a str,
    /// The database, where not the server's own choice is meant.
    pub(crate) database: Option<&'a str>,
    /// How many rows are wanted at most.
    pub(crate) rows: usize,
}

/// A connection that is ready for a query.
#[derive(Debug)]
pub(crate) struct Connection {
    stream: Stream,
    version: Version,
    received: Vec<u8>,
    /// The bytes received that were read already.
    read: usize,
    /// How many bytes the answer that is being read may still have.
    left: usize,
    /// How many values it may still have.
    values: usize,
    /// False when what comes next cannot be known.
    fit: bool,
}

/// A message from the server.
enum Message {
    Record(Vec<Packed>),
    Success(Packed),
    Ignored,
    Failure(Refusal),
}

impl Connection {
    /// Connects and says hello.
    pub(crate) fn open(address: &Address, deadline: Instant) -> Result<Result<Self, Refusal>, Fault> {
        let mut connection = Self {
            stream: Stream::open(address, deadline)?,
            version: (0, 0),
            received: Vec::new(),
            read: 0,
            left: MOST,
            values: VALUES,
            fit: true,
        };
        connection.shake_hands(deadline)?;
        connection.send(HELLO, vec![hello(address)], deadline)?;
        match connection.message(deadline)? {
            Message::Success(_) => Ok(Ok(connection)),
            Message::Failure(refusal) => Ok(Err(refusal)),
            Message::Record(_) | Message::Ignored => Err(broken("HELLO is not answered")),
        }
    }

    /// False when it must not be used again.
    pub(crate) fn is_fit(&self) -> bool {
        self.fit
    }

    fn shake_hands(&mut self, deadline: Instant) -> Result<(), Fault> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(OFFERS.concat());
        self.stream.send(&bytes, deadline)?;
        let chosen = self.take(4, deadline)?;
        self.version = match chosen[..] {
            [0, 0, 0, 0] => return Err(broken("it speaks no version that is offered: 4.4 to 4.0, 3.0")),
            [0, 0, minor @ 0..=4, 4] => (4, minor),
            [0, 0, 0, 3] => (3, 0),
            _ => return Err(broken(&format!("it does not speak Bolt: it begins with {chosen:02X?}"))),
        };
        Ok(())
    }

    /// Runs a query in a transaction of its own.
    pub(crate) fn run(
        &mut self,
        query: Query<'_>,
        deadline: Instant,
    ) -> Result<Result<Records, Refusal>, Fault> {
        (self.left, self.values) = (MOST, VALUES);
        let result = self.try_run(query, deadline);
        if result.is_err() {
            self.fit = false;
        }
        result
    }

    fn try_run(&mut self, query: Query<'_>, deadline: Instant) -> Result<Result<Records, Refusal>, Fault> {
        let run = vec![Packed::string(query.text), Packed::Map(Entries::new()), self.extra(query, deadline)];
        self.send(RUN, run, deadline)?;
        let pull = match self.version >= (4, 0) {
            true => {
                let count = i64::try_from(query.rows).unwrap_or(i64::MAX).saturating_add(1);
                vec![Packed::Map(vec![("n".to_owned(), Packed::Int(count))])]
            }
            false => Vec::new(),
        };
        self.send(PULL, pull, deadline)?;
        let columns = match self.message(deadline)? {
            Message::Success(said) => columns(&said)?,
            Message::Failure(refusal) => {
                self.reset(1, deadline);
                return Ok(Err(refusal));
            }
            Message::Record(_) | Message::Ignored => return Err(broken("RUN is not answered")),
        };
        self.pull(columns, query.rows, deadline)
    }

    fn pull(
        &mut self,
        columns: Vec<String>,
        most: usize,
        deadline: Instant,
    ) -> Result<Result<Records, Refusal>, Fault> {
        let mut rows = Vec::new();
        loop {
            match self.message(deadline)? {
                Message::Record(row) if row.len() != columns.len() => {
                    let (got, expected) = (row.len(), columns.len());
                    return Err(broken(&format!("a record has {got} values for {expected} columns")));
                }
                Message::Record(_) if rows.len() == most => {
                    self.reset(1, deadline);
                    return Ok(Ok(Records { columns, rows, more: true, summary: Packed::Null }));
                }
                Message::Record(row) => rows.push(row),
                Message::Success(summary) => {
                    let more = summary.get("has_more") == Some(&Packed::Bool(true));
                    if more {
                        self.reset(0, deadline);
                    }
                    return Ok(Ok(Records { columns, rows, more, summary }));
                }
                Message::Failure(refusal) => {
                    self.reset(0, deadline);
                    return Ok(Err(refusal));
                }
                Message::Ignored => return Err(broken("PULL is ignored")),
            }
        }
    }

    /// What `RUN` says beside the text. The server's own time limit is a little longer than ours: it ends what
    /// would go on for nobody after we have cut it off.
    fn extra(&self, query: Query<'_>, deadline: Instant) -> Packed {
        let left = deadline.saturating_duration_since(Instant::now()) + GRACE;
        let left = i64::try_from(left.as_millis()).unwrap_or(i64::MAX);
        let mut extra = vec![("tx_timeout".to_owned(), Packed::Int(left))];
        if let (Some(database), true) = (query.database, self.version >= (4, 0)) {
            extra.push(("db".to_owned(), Packed::string(database)));
        }
        Packed::Map(extra)
    }

    /// Has the server forget a failure or the rest of an answer; so many requests before it were not answered to
    /// their end. A connection on which that does not go well is not used again, but what came before counts.
    fn reset(&mut self, unanswered: usize, deadline: Instant) {
        self.fit = self.try_reset(unanswered, deadline + GRACE) == Ok(true);
    }

    fn try_reset(&mut self, unanswered: usize, deadline: Instant) -> Result<bool, Fault> {
        self.send(RESET, Vec::new(), deadline)?;
        let mut summaries = 0;
        loop {
            let message = self.message(deadline)?;
            summaries += usize::from(!matches!(message, Message::Record(_)));
            if summaries > unanswered {
                return Ok(matches!(message, Message::Success(_)));
            }
        }
    }

    fn send(&mut self, tag: u8, fields: Vec<Packed>, deadline: Instant) -> Result<(), Fault> {
        let mut message = Vec::new();
        pack(&Packed::Structure(tag, fields), &mut message);
        self.stream.send(&chunked(&message), deadline)
    }

    fn message(&mut self, deadline: Instant) -> Result<Message, Fault> {
        let mut bytes = Vec::new();
        loop {
            let length = self.take(2, deadline)?;
            let length = length.iter().fold(0, |sum, byte| sum << 8 | usize::from(*byte));
            if length == 0 && !bytes.is_empty() {
                return message(&bytes, &mut self.values);
            }
            // An empty chunk between messages only says that the server is alive.
            let chunk = self.take(length, deadline)?;
            bytes.extend(chunk);
            if bytes.len() > LONGEST {
                return Err(Fault::too_long());
            }
        }
    }

    /// The next bytes of what comes.
    fn take(&mut self, count: usize, deadline: Instant) -> Result<Vec<u8>, Fault> {
        while self.received.len() - self.read < count {
            self.receive(deadline)?;
        }
        let end = self.read + count;
        let taken = self.received.get(self.read..end).unwrap_or_default().to_vec();
        self.read = end;
        self.left = self.left.checked_sub(count).ok_or_else(Fault::too_long)?;
        Ok(taken)
    }

    fn receive(&mut self, deadline: Instant) -> Result<(), Fault> {
        self.received.drain(..self.read);
        self.read = 0;
        let received = &mut self.received;
        self.stream.receive(deadline, |bytes| received.extend(bytes))
    }
}

impl Drop for Connection {
    /// Says goodbye, if that goes at once.
    fn drop(&mut self) {
        let soon = Instant::now() + Duration::from_millis(100);
        let _ = self.send(GOODBYE, Vec::new(), soon);
    }
}

fn broken(what: &str) -> Fault {
    Fault::Broken(what.to_owned())
}

fn hello(address: &Address) -> Packed {
    let agent = concat!("quarrel/", env!("CARGO_PKG_VERSION"));
    let mut fields = vec![("user_agent".to_owned(), Packed::string(agent))];
    let scheme = match &address.user {
        Some(user) => {
            fields.push(("principal".to_owned(), Packed::string(user)));
            fields.push(("credentials".to_owned(), Packed::string(&address.password)));
            "basic"
        }
        None => "none",
    };
    fields.push(("scheme".to_owned(), Packed::string(scheme)));
    Packed::Map(fields)
}

fn chunked(message: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(message.len() + 8);
    for chunk in message.chunks(usize::from(u16::MAX)) {
        bytes.extend(u16::try_from(chunk.len()).unwrap_or(u16::MAX).to_be_bytes());
        bytes.extend(chunk);
    }
    bytes.extend([0, 0]);
    bytes
}

fn message(bytes: &[u8], values: &mut usize) -> Result<Message, Fault> {
    let unpacked = unpack(bytes, values).map_err(|unread| match unread {
        Unread::Broken(why) => Fault::Broken(why),
        Unread::TooLong => Fault::too_long(),
        Unread::TooDeep => Fault::too_deep(),
    });
    let Packed::Structure(tag, mut fields) = unpacked? else {
        return Err(broken("a message is no structure"));
    };
    let field = if fields.is_empty() { Packed::Null } else { fields.swap_remove(0) };
    Ok(match (tag, field) {
        (0x70, said) => Message::Success(said),
        (0x71, Packed::List(row)) => Message::Record(row),
        (0x7E, _) => Message::Ignored,
        (0x7F, said) => {
            let text = |key| said.get(key).and_then(Packed::text).unwrap_or_default().to_owned();
            Message::Failure(Refusal { code: text("code"), message: text("message") })
        }
        (tag, _) => return Err(broken(&format!("a message has the unknown tag {tag:#04X}"))),
    })
}

fn columns(said: &Packed) -> Result<Vec<String>, Fault> {
    let Some(Packed::List(fields)) = said.get("fields") else {
        return Err(broken("RUN is answered without columns"));
    };
    let names = fields.iter().map(|field| field.text().map(ToOwned::to_owned));
    names.collect::<Option<_>>().ok_or_else(|| broken("the name of a column is no text"))
}
