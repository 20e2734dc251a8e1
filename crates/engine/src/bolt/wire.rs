//! Texts and answers over Bolt, to a server of our own or to one that runs already.

use std::time::{Duration, Instant};

use quarrel_case::answer::{Answer, Outcome, Phase, QueryError, ROW_LIMIT, Reply, Table, UNSUPPORTED};
use quarrel_case::engine::Request;
use quarrel_case::graph::Model;
use regex::Regex;

use super::address::Address;
use super::connection::{Connection, Fault, Query, Records, Refusal};
use super::packstream::Packed;
use super::values;
use crate::server::{Recipe, Server, Servers, Turn};
use crate::wire::{Step, Wire};

/// How long a server has to take a connection. It is not part of any call's limit.
const CONNECT: Duration = Duration::from_secs(10);
/// How long a server has to end after it has cut a connection.
const DYING: Duration = Duration::from_secs(2);
/// Time-outs in a row after which a server of ours is taken for stuck.
const STUCK: usize = 2;

/// A server and the connection to it.
pub(crate) struct Bolt {
    place: Place,
    connection: Option<Connection>,
    restarts: usize,
    timeouts: usize,
    /// False when a call went wrong since the server was last told what to hold.
    intact: bool,
    /// The text that shows whether a server that we start is ready.
    ready: String,
}

enum Place {
    /// A server that we start, and start again when it is gone.
    Own { servers: Servers, recipe: Recipe, server: Option<Server> },
    /// A server that runs.
    Running { address: Address, turn: Turn },
}

impl Bolt {
    /// A server of our own: one that waits for somebody, else one that is started.
    pub(crate) fn start(servers: &Servers, recipe: Recipe, ready: &str) -> Result<Self, String> {
        let mut bolt = Self::new(
            Place::Own { server: servers.idle(&recipe), servers: servers.clone(), recipe },
            ready.to_owned(),
        );
        bolt.connect()?;
        bolt.restarts = 0;
        Ok(bolt)
    }

    /// A server that runs; the address may have user and password.
    pub(crate) fn connect_to(servers: &Servers, url: &str) -> Result<Self, String> {
        let place = Place::Running { address: servers.address(url)?, turn: servers.turn(url) };
        let mut bolt = Self::new(place, String::new());
        bolt.connect()?;
        Ok(bolt)
    }

    fn new(place: Place, ready: String) -> Self {
        Self { place, connection: None, restarts: 0, timeouts: 0, intact: false, ready }
    }

    /// Runs a text of the catalogue and gives its rows; an error of the server is one line.
    pub(crate) fn ask(&mut self, text: &str) -> Result<Vec<Vec<Packed>>, String> {
        let deadline = Instant::now() + CONNECT;
        let connection = self.connection.as_mut().ok_or("there is no connection")?;
        let query = Query { text, database: self.place.database(), rows: 1 };
        match connection.run(query, deadline) {
            Ok(Ok(records)) => Ok(records.rows),
            Ok(Err(refusal)) => Err(format!("{}: {}", refusal.code, refusal.message)),
            Err(fault) => Err(said(&fault)),
        }
    }

    /// Where a server of ours listens.
    pub(crate) fn url(&self) -> Option<String> {
        match &self.place {
            Place::Own { server: Some(server), .. } => Some(format!("bolt://{:?}", server.address())),
            _ => None,
        }
    }

    /// How a server of ours ended, if it has.
    pub(crate) fn ended(&mut self) -> Option<String> {
        match &mut self.place {
            Place::Own { server: Some(server), .. } => server.ended(Duration::ZERO),
            _ => None,
        }
    }

    fn connect(&mut self) -> Result<(), String> {
        let ready = &self.ready;
        let address = match &mut self.place {
            Place::Running { address, .. } => address.clone(),
            Place::Own { recipe, server, .. } => {
                let stuck = self.timeouts >= STUCK;
                let there = server.as_mut().filter(|_| !stuck);
                let connect = |server: &mut Server| match server.ended(Duration::ZERO) {
                    None => open(&server.address()).ok(),
                    Some(_) => None,
                };
                if let Some(connection) = there.and_then(connect) {
                    self.connection = Some(connection);
                    return Ok(());
                }
                // It goes before the next one comes: two would not fit everywhere.
                server.iter_mut().for_each(Server::kill);
                *server = None;
                let started = Server::start(recipe, &mut |address| answers(address, ready))?;
                let address = started.address();
                warm_up(&address, &recipe.start.warm_up, Duration::from_secs(recipe.start.seconds))?;
                *server = Some(started);
                self.restarts += 1;
                self.timeouts = 0;
                address
            }
        };
        self.connection = Some(open(&address)?);
        Ok(())
    }

    /// What a connection that came to an end means.
    fn fault(&mut self, fault: Fault) -> Box<Outcome> {
        self.connection = None;
        self.intact = false;
        Box::new(match fault {
            Fault::TimedOut => {
                self.timeouts += 1;
                Outcome::TimedOut
            }
            Fault::Broken(what) => Outcome::Broken(what),
            Fault::Cut(how) => match &mut self.place {
                Place::Own { server, .. } => match server.as_mut().and_then(|server| server.ended(DYING)) {
                    Some(ended) => Outcome::Crashed(ended),
                    None => Outcome::Broken(how),
                },
                Place::Running { address, .. } => match open(address) {
                    Err(why) => Outcome::Crashed(format!("{how}, and it cannot be reached any more: {why}")),
                    Ok(_) => Outcome::Broken(how),
                },
            },
        })
    }
}

impl Place {
    fn database(&self) -> Option<&str> {
        match self {
            Place::Running { address, .. } => address.database.as_deref(),
            Place::Own { .. } => None,
        }
    }
}

impl Drop for Bolt {
    /// A server that is well is kept for the next who needs one.
    fn drop(&mut self) {
        self.connection = None;
        if let Place::Own { servers, recipe, server } = &mut self.place
            && let Some(server) = server.take()
            && self.timeouts == 0
        {
            servers.give_back(recipe.clone(), server);
        }
    }
}

fn open(address: &Address) -> Result<Connection, String> {
    match Connection::open(address, Instant::now() + CONNECT) {
        Ok(Ok(connection)) => Ok(connection),
        Ok(Err(refusal)) => Err(format!("{}: {}", refusal.code, refusal.message)),
        Err(fault) => Err(said(&fault)),
    }
}

/// True when the server answers a query, and not only the protocol.
fn answers(address: &Address, text: &str) -> bool {
    let deadline = Instant::now() + CONNECT;
    let query = Query { text, database: None, rows: 1 };
    let Ok(Ok(mut connection)) = Connection::open(address, deadline) else {
        return false;
    };
    matches!(connection.run(query, deadline), Ok(Ok(_)))
}

fn warm_up(address: &Address, texts: &[String], time: Duration) -> Result<(), String> {
    let deadline = Instant::now() + time;
    let mut connection = open(address)?;
    for text in texts {
        match connection.run(Query { text, database: None, rows: 1 }, deadline) {
            Ok(Ok(_)) => {}
            Ok(Err(refusal)) => return Err(format!("{}: {}: {text}", refusal.code, refusal.message)),
            Err(fault) => return Err(format!("{}: {text}", said(&fault))),
        }
    }
    Ok(())
}

fn said(fault: &Fault) -> String {
    match fault {
        Fault::TimedOut => "it does not answer in time".to_owned(),
        Fault::Cut(what) | Fault::Broken(what) => what.clone(),
    }
}

impl Wire for Bolt {
    fn query(&mut self, request: &Request<'_>, rows: usize, _: Model, deadline: Instant) -> Step<Reply> {
        if !request.settings.is_empty() {
            return Err(rejected(UNSUPPORTED, "no settings go with a text over this protocol"));
        }
        let database = self.place.database();
        let Some(connection) = &mut self.connection else {
            return Err(Box::new(Outcome::Crashed("there is no connection".to_owned())));
        };
        let answered = connection.run(Query { text: request.text, database, rows }, deadline);
        let fit = connection.is_fit();
        let answered = answered.map_err(|fault| self.fault(fault))?;
        self.timeouts = 0;
        if !fit {
            self.connection = None;
        }
        match answered {
            Ok(records) if records.more => {
                Err(rejected(ROW_LIMIT, &format!("the answer has more than {rows} rows")))
            }
            Ok(records) => reply(records).map_err(|what| self.broken(what)),
            Err(refusal) => Err(Box::new(Outcome::Rejected(error(refusal)))),
        }
    }

    fn ensure_running(&mut self) -> Step<()> {
        if self.connection.is_some() {
            return Ok(());
        }
        let restarts = self.restarts;
        let connected = self.connect();
        if self.restarts > restarts {
            self.intact = false;
        }
        connected.map_err(|why| Box::new(Outcome::Crashed(format!("it cannot be reached again: {why}"))))
    }

    fn keeps_state(&self) -> bool {
        let is_mine = match &self.place {
            Place::Own { .. } => true,
            Place::Running { turn, .. } => turn.is_mine(),
        };
        self.intact && is_mine
    }

    fn take(&mut self) {
        self.intact = true;
        if let Place::Running { turn, .. } = &self.place {
            turn.take();
        }
    }

    fn broken(&mut self, what: String) -> Box<Outcome> {
        self.fault(Fault::Broken(what))
    }

    fn restarts(&self) -> usize {
        self.restarts
    }

    fn outlives_us(&self) -> bool {
        matches!(self.place, Place::Running { .. })
    }

    fn sends_whole_elements(&self) -> bool {
        true
    }
}

fn rejected(class: &str, message: &str) -> Box<Outcome> {
    Box::new(Outcome::Rejected(QueryError::new(Phase::Run, class, message)))
}

fn reply(records: Records) -> Result<Reply, String> {
    let plan = records.summary.get("profile").or_else(|| records.summary.get("plan")).map(values::to_json);
    let rows = records.rows.into_iter().map(|row| row.into_iter().map(values::value).collect());
    let rows = rows.collect::<Result<_, String>>()?;
    let counters = records.summary.get("stats").map(counters).unwrap_or_default();
    Ok(Reply { answer: Answer::Table(Table { columns: records.columns, rows, order: None, counters }), plan })
}

/// The names by which the openCypher suite counts what servers count too; what they count in another way keeps the
/// server's name.
const COUNTERS: [(&str, &str); 4] = [
    ("nodes-created", "+nodes"),
    ("nodes-deleted", "-nodes"),
    ("relationships-created", "+relationships"),
    ("relationships-deleted", "-relationships"),
];

fn counters(stats: &Packed) -> std::collections::BTreeMap<String, i64> {
    let Packed::Map(entries) = stats else {
        return std::collections::BTreeMap::new();
    };
    let name =
        |key: &str| COUNTERS.iter().find(|(own, _)| *own == key).map_or(key, |(_, name)| *name).to_owned();
    let counted = entries.iter().filter_map(|(key, value)| match value {
        Packed::Int(count) if *count != 0 => Some((name(key), *count)),
        _ => None,
    });
    counted.collect()
}

/// The classes of the openCypher suite that servers use as the last part of their codes.
const CLASSES: [&str; 9] = [
    "SyntaxError",
    "SemanticError",
    "ParameterMissing",
    "ConstraintVerificationFailed",
    "ConstraintValidationFailed",
    "EntityNotFound",
    "TypeError",
    "ArgumentError",
    "ArithmeticError",
];

/// The error with the suite's class where its code ends in one, else with the whole code.
fn error(refusal: Refusal) -> QueryError {
    let Refusal { code, message } = refusal;
    let last = code.rsplit('.').next().unwrap_or_default();
    let class = if CLASSES.contains(&last) { last } else { code.as_str() };
    let phase = match class {
        "SyntaxError" => Phase::Parse,
        "SemanticError" => Phase::Compile,
        _ => Phase::Run,
    };
    let at = position(&message);
    QueryError { at, ..QueryError::new(phase, class, message) }
}

/// The place that a message names.
fn position(message: &str) -> Option<(u32, u32)> {
    let found = Regex::new(r"\(line (\d+), column (\d+)").ok()?.captures(message)?;
    Some((found[1].parse().ok()?, found[2].parse().ok()?))
}
