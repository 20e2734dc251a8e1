//! A server and the conversation with it, whatever the protocol.
//!
//! Here is what servers have in common: some are ours, started when they are needed and started again when they are
//! gone or stuck, others run already and have one database for all who speak to them. How a text goes to a server and
//! how an answer comes back is the matter of a [`Conversation`], one for each protocol.

use std::time::{Duration, Instant};

use quarrel_case::answer::{Outcome, Phase, QueryError, Reply, Table, UNSUPPORTED};
use quarrel_case::engine::Request;
use quarrel_case::graph::Model;
use serde_json::Value as Json;

use crate::address::Address;
pub(crate) use crate::fault::Fault;
use crate::server::{Recipe, Server, Servers, Turn};
use crate::wire::{Step, Wire};

/// How long a server has to take a connection. It is not part of any call's limit.
const CONNECT: Duration = Duration::from_secs(10);
/// Rows at most of an answer to a text of the catalogue that asks for one or a few.
const FEW: usize = 1000;
/// How long a server has to end after it has cut a connection.
const DYING: Duration = Duration::from_secs(2);

/// What came of an exchange that did not go wrong: an answer, or the server's own error.
pub(crate) type Said<T> = Result<Result<T, QueryError>, Fault>;

/// A text with what goes along.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ask<'a> {
    /// The text.
    pub(crate) text: &'a str,
    /// True when it may change what the server holds.
    pub(crate) writes: bool,
    /// How many rows are wanted at most.
    pub(crate) rows: usize,
}

/// A conversation with a server in one protocol.
pub(crate) trait Conversation: Sized + Send {
    /// What the catalogue says of how these servers are spoken to.
    type Manner: Clone + Send;
    /// How their addresses begin.
    const SCHEME: &'static str;
    /// True when elements come with labels and properties.
    const WHOLE_ELEMENTS: bool;

    /// What the addresses of our own servers end in.
    fn path(manner: &Self::Manner) -> &str;

    /// User and password of our own servers, where they ask who is there.
    fn login(_manner: &Self::Manner) -> Option<(&str, &str)> {
        None
    }

    /// Begins it.
    fn open(address: &Address, manner: &Self::Manner, deadline: Instant) -> Said<Self>;

    /// Sends a text and gives the answer, or an error of class [`ROW_LIMIT`](quarrel_case::answer::ROW_LIMIT) when
    /// it has more rows than are wanted.
    fn run(&mut self, ask: Ask<'_>, deadline: Instant) -> Said<Reply>;

    /// False when it must not be used again.
    fn is_fit(&self) -> bool;

    /// True when an error shows that the server will never answer.
    fn is_hopeless(_error: &QueryError) -> bool {
        false
    }

    /// True when the server has such an operation beside texts.
    fn has(_manner: &Self::Manner, _operation: &str) -> bool {
        false
    }

    /// Asks for an operation that the server has.
    fn operate(&mut self, _request: &Json, _deadline: Instant) -> Said<Json> {
        Ok(Err(QueryError::new(Phase::Run, UNSUPPORTED, "there is no such operation")))
    }

    /// What the server said of itself along with its answers.
    fn server(&self) -> Option<&str> {
        None
    }
}

/// A server and the conversation with it.
pub(crate) struct Station<C: Conversation> {
    place: Place,
    manner: C::Manner,
    conversation: Option<C>,
    restarts: usize,
    timeouts: usize,
    /// False when a call went wrong since the server was last told what to hold.
    intact: bool,
    /// The text that shows whether a server that we start is ready.
    ready: String,
}

enum Place {
    /// A server that we start, and start again when it is gone.
    Own { servers: Servers, recipe: Box<Recipe>, server: Option<Server> },
    /// A server that runs.
    Running { address: Address, turn: Turn },
}

impl<C: Conversation> Station<C> {
    /// A server of our own: one that waits for somebody, else one that is started.
    pub(crate) fn start(
        servers: &Servers,
        recipe: Recipe,
        manner: C::Manner,
        ready: &str,
    ) -> Result<Self, String> {
        let server = servers.idle(&recipe);
        let place = Place::Own { server, servers: servers.clone(), recipe: Box::new(recipe) };
        let mut station = Self::new(place, manner, ready.to_owned());
        station.connect()?;
        station.restarts = 0;
        Ok(station)
    }

    /// A server that runs; the address may have user and password.
    pub(crate) fn connect_to(servers: &Servers, url: &str, manner: C::Manner) -> Result<Self, String> {
        let place = Place::Running { address: servers.address(url)?, turn: servers.turn(url) };
        let mut station = Self::new(place, manner, String::new());
        station.connect()?;
        Ok(station)
    }

    fn new(place: Place, manner: C::Manner, ready: String) -> Self {
        Self { place, manner, conversation: None, restarts: 0, timeouts: 0, intact: false, ready }
    }

    /// Runs a query of the catalogue and gives its table; an error of the server is one line.
    pub(crate) fn ask(&mut self, text: &str) -> Result<Table, String> {
        let conversation = self.conversation.as_mut().ok_or("there is no connection")?;
        let reply = said(conversation.run(reading(text), Instant::now() + CONNECT));
        let reply = reply.map_err(|why| self.conceal(why))?;
        reply.answer.table().cloned().ok_or_else(|| format!("no table came for {text}"))
    }

    /// What the server says of itself, once something was asked.
    pub(crate) fn server(&self) -> Option<&str> {
        self.conversation.as_ref()?.server()
    }

    fn connect(&mut self) -> Result<(), String> {
        let (manner, ready) = (&self.manner, &self.ready);
        let address = match &mut self.place {
            Place::Running { address, .. } => address.clone(),
            Place::Own { recipe, server, .. } => {
                let stuck = self.timeouts >= recipe.start.patience;
                let there = server.as_mut().filter(|_| !stuck);
                let connect = |server: &mut Server| match server.ended(Duration::ZERO) {
                    None => open::<C>(&own::<C>(server.address(), manner), manner).ok(),
                    Some(_) => None,
                };
                if let Some(conversation) = there.and_then(connect) {
                    self.conversation = Some(conversation);
                    return Ok(());
                }
                // It goes before the next one comes: two would not fit everywhere.
                server.iter_mut().for_each(Server::kill);
                *server = None;
                let is_ready =
                    &mut |address: &Address| answers::<C>(&own::<C>(address.clone(), manner), manner, ready);
                let started = Server::start(recipe, is_ready)?;
                let address = own::<C>(started.address(), manner);
                let time = Duration::from_secs(recipe.start.seconds);
                warm_up::<C>(&address, manner, &recipe.start.warm_up, time)?;
                *server = Some(started);
                self.restarts += 1;
                self.timeouts = 0;
                address
            }
        };
        self.conversation = Some(open::<C>(&address, manner)?);
        Ok(())
    }

    fn call<T>(&mut self, call: impl FnOnce(&mut C) -> Said<T>) -> Step<T> {
        let Some(conversation) = &mut self.conversation else {
            return Err(Box::new(Outcome::Absent("there is no connection".to_owned())));
        };
        let answered = call(conversation);
        let fit = conversation.is_fit();
        let answered = answered.map_err(|fault| self.fault(fault))?;
        self.timeouts = 0;
        if !fit {
            self.conversation = None;
        }
        answered.map_err(|error| {
            let message = self.conceal(error.message);
            rejected(QueryError { message, ..error })
        })
    }

    /// A text of the server without our password.
    fn conceal(&self, text: String) -> String {
        match &self.place {
            Place::Own { .. } => text,
            Place::Running { address, .. } => address.conceal(text),
        }
    }

    /// What a conversation that came to an end means.
    fn fault(&mut self, fault: Fault) -> Box<Outcome> {
        self.conversation = None;
        self.intact &= matches!(fault, Fault::Unread(_));
        Box::new(match fault {
            Fault::Unread(error) => {
                self.timeouts = 0;
                Outcome::Rejected(error)
            }
            Fault::TimedOut => {
                self.timeouts += 1;
                Outcome::TimedOut
            }
            Fault::Broken(what) => Outcome::Broken(self.conceal(what)),
            Fault::Cut(how) => match &mut self.place {
                Place::Own { server, .. } => match server.as_mut().and_then(|server| server.ended(DYING)) {
                    Some(ended) => Outcome::Crashed(ended),
                    None => Outcome::Broken(how),
                },
                Place::Running { address, .. } => match open::<C>(address, &self.manner) {
                    Err(why) => Outcome::Crashed(format!("{how}, and it cannot be reached any more: {why}")),
                    Ok(_) => Outcome::Broken(how),
                },
            },
        })
    }
}

/// A server that was started for a person.
pub(crate) trait Attended {
    /// Where it listens.
    fn url(&self) -> Option<String>;

    /// How it ended, if it has.
    fn ended(&mut self) -> Option<String>;
}

impl<C: Conversation> Attended for Station<C> {
    fn url(&self) -> Option<String> {
        match &self.place {
            Place::Own { server: Some(server), .. } => {
                Some(format!("{}://{:?}", C::SCHEME, own::<C>(server.address(), &self.manner)))
            }
            _ => None,
        }
    }

    fn ended(&mut self) -> Option<String> {
        match &mut self.place {
            Place::Own { server: Some(server), .. } => server.ended(Duration::ZERO),
            _ => None,
        }
    }
}

impl<C: Conversation> Drop for Station<C> {
    /// A server that is well is kept for the next who needs one.
    fn drop(&mut self) {
        self.conversation = None;
        if let Place::Own { servers, recipe, server } = &mut self.place
            && let Some(server) = server.take()
            && self.timeouts == 0
        {
            servers.give_back((**recipe).clone(), server);
        }
    }
}

fn own<C: Conversation>(address: Address, manner: &C::Manner) -> Address {
    let path = C::path(manner).to_owned();
    match C::login(manner) {
        Some((user, password)) => {
            Address { path, user: Some(user.to_owned()), password: password.to_owned(), ..address }
        }
        None => Address { path, ..address },
    }
}

fn reading(text: &str) -> Ask<'_> {
    Ask { text, writes: false, rows: FEW }
}

fn open<C: Conversation>(address: &Address, manner: &C::Manner) -> Result<C, String> {
    said(C::open(address, manner, Instant::now() + CONNECT)).map_err(|why| address.conceal(why))
}

/// True when the server answers a query, and not only the protocol; the error says why it never will.
fn answers<C: Conversation>(address: &Address, manner: &C::Manner, text: &str) -> Result<bool, String> {
    let deadline = Instant::now() + CONNECT;
    let Ok(Ok(mut conversation)) = C::open(address, manner, deadline) else {
        return Ok(false);
    };
    match conversation.run(reading(text), deadline) {
        Ok(Err(error)) if C::is_hopeless(&error) => Err(error.message),
        said => Ok(matches!(said, Ok(Ok(_)))),
    }
}

fn warm_up<C: Conversation>(
    address: &Address,
    manner: &C::Manner,
    texts: &[String],
    time: Duration,
) -> Result<(), String> {
    let deadline = Instant::now() + time;
    let mut conversation: C = open(address, manner)?;
    for text in texts {
        said(conversation.run(reading(text), deadline)).map_err(|why| format!("{why}: {text}"))?;
    }
    Ok(())
}

fn said<T>(said: Said<T>) -> Result<T, String> {
    match said {
        Ok(Ok(said)) => Ok(said),
        Ok(Err(error)) => Err(error.to_string()),
        Err(Fault::TimedOut) => Err("it does not answer in time".to_owned()),
        Err(Fault::Cut(what) | Fault::Broken(what)) => Err(what),
        Err(Fault::Unread(error)) => Err(error.to_string()),
    }
}

impl<C: Conversation> Wire for Station<C> {
    fn query(&mut self, request: &Request<'_>, rows: usize, _: Model, deadline: Instant) -> Step<Reply> {
        if !request.settings.is_empty() {
            let why = "no settings go with a text over this protocol";
            return Err(rejected(QueryError::new(Phase::Run, UNSUPPORTED, why)));
        }
        let ask = Ask { text: request.text, writes: request.writes, rows };
        self.call(|conversation| conversation.run(ask, deadline))
    }

    fn has(&self, operation: &str) -> bool {
        operation == "query" || C::has(&self.manner, operation)
    }

    fn operate(&mut self, request: &Json, deadline: Instant) -> Step<Json> {
        self.call(|conversation| conversation.operate(request, deadline))
    }

    fn ensure_running(&mut self) -> Step<()> {
        if self.conversation.is_some() {
            return Ok(());
        }
        let restarts = self.restarts;
        let connected = match self.connect() {
            // A machine that is busy lets a server of ours come up too late once: that says nothing of the engine.
            Err(_) if matches!(self.place, Place::Own { .. }) => self.connect(),
            connected => connected,
        };
        if self.restarts > restarts {
            self.intact = false;
        }
        // Whatever it was that ended it, the next request has not: it was never sent.
        connected.map_err(|why| Box::new(Outcome::Absent(format!("it cannot be reached again: {why}"))))
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

    fn give_up(&mut self) {
        if let Place::Own { server, .. } = &mut self.place {
            server.iter_mut().for_each(Server::kill);
            *server = None;
            (self.conversation, self.intact) = (None, false);
        }
    }

    fn broken(&mut self, what: String) -> Box<Outcome> {
        self.fault(Fault::Broken(what))
    }

    fn restarts(&self) -> usize {
        self.restarts
    }

    fn outlives_us(&self) -> bool {
        matches!(&self.place, Place::Running { turn, .. } if turn.is_mine())
    }

    fn sends_whole_elements(&self) -> bool {
        C::WHOLE_ELEMENTS
    }
}

fn rejected(error: QueryError) -> Box<Outcome> {
    Box::new(Outcome::Rejected(error))
}
