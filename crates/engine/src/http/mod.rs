//! HTTP requests with a deadline, bounded answers and credentials, over blocking sockets.
//!
//! Nothing is retried, redirected or sent through a proxy: a tester has to see what happens. The one exception is a
//! request that the server refuses until it knows who asks, which it says without having done anything.

mod authentication;

use std::io::ErrorKind;
use std::net::{SocketAddr, TcpStream, ToSocketAddrs as _};
use std::time::{Duration, Instant};

use ureq::Agent;
use ureq::config::Config;
use ureq::http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, SERVER, WWW_AUTHENTICATE};
use ureq::http::{Request, Uri};
use ureq::unversioned::resolver::{ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};

use crate::address::Address;
use crate::station::Fault;
use authentication::Challenge;

/// The most that an answer may have. No answer of a hunt comes near it: rows are limited.
const MOST: u64 = 64 << 20;
/// How long a connection that nobody uses is kept. Servers close theirs after ten seconds and more: a request must not
/// meet one that is just being closed.
const IDLE: Duration = Duration::from_secs(3);

/// A client of one server.
pub(crate) struct Client {
    agent: Agent,
    address: Address,
    /// How the server wants to know who asks, once it has said so.
    challenge: Option<Challenge>,
}

/// A request.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Message<'a> {
    /// What is to be done with what the path names: `GET`, `POST`, `PUT`.
    pub(crate) method: &'a str,
    /// The path, with its query if there is one.
    pub(crate) path: &'a str,
    /// The type of the body.
    pub(crate) media: &'a str,
    /// The types that are taken as an answer.
    pub(crate) accept: &'a str,
    /// The body.
    pub(crate) body: &'a str,
}

/// An answer, as it came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Answer {
    /// The status.
    pub(crate) status: u16,
    /// The type of the body, without parameters, in lower case; empty when there is none.
    pub(crate) media: String,
    /// What the server calls itself, if it does.
    pub(crate) server: Option<String>,
    /// The body.
    pub(crate) body: Vec<u8>,
    challenges: Vec<String>,
}

impl Client {
    /// A client of a server that takes connections.
    pub(crate) fn open(address: &Address, deadline: Instant) -> Result<Self, Fault> {
        // Only to see whether it takes connections, and where.
        let (_, place) = reach(address, deadline)?;
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .proxy(None)
            .max_idle_age(IDLE)
            .user_agent(concat!("quarrel/", env!("CARGO_PKG_VERSION")));
        let agent = Agent::with_parts(config.build(), DefaultConnector::default(), Place(place));
        Ok(Self { agent, address: address.clone(), challenge: None })
    }

    /// Sends a request, and sends it again with credentials where the server asks for them.
    pub(crate) fn exchange(&mut self, message: Message<'_>, deadline: Instant) -> Result<Answer, Fault> {
        let answer = self.send(message, deadline)?;
        if answer.status != 401 || self.address.user.is_none() {
            return Ok(answer);
        }
        // A challenge that was answered once is asked again with a new number when the old one has become stale.
        match Challenge::choose(&answer.challenges) {
            Some(challenge) => {
                self.challenge = Some(challenge);
                self.send(message, deadline)
            }
            None => Ok(answer),
        }
    }

    fn send(&mut self, message: Message<'_>, deadline: Instant) -> Result<Answer, Fault> {
        let Message { method, path, .. } = message;
        let mut request = Request::builder()
            .method(method)
            .uri(format!("http://{}{path}", self.address.authority()))
            .header(ACCEPT, message.accept);
        if let (Some(challenge), Some(user)) = (&mut self.challenge, &self.address.user) {
            let credentials = challenge.answer(user, &self.address.password, method, path);
            request = request.header(AUTHORIZATION, credentials);
        }
        let time = Some(left(deadline)?);
        let wrong = |error: ureq::http::Error| fault(&ureq::Error::Http(error));
        let sent = match method {
            "GET" => {
                let request = request.body(()).map_err(wrong)?;
                self.agent.run(self.agent.configure_request(request).timeout_global(time).build())
            }
            _ => {
                let request =
                    request.header(CONTENT_TYPE, message.media).body(message.body).map_err(wrong)?;
                self.agent.run(self.agent.configure_request(request).timeout_global(time).build())
            }
        };
        let mut response = sent.map_err(|error| fault(&error))?;
        let headers = response.headers();
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
        let media = text(CONTENT_TYPE).and_then(|media| media.split(';').next()).unwrap_or_default();
        let challenges = headers.get_all(WWW_AUTHENTICATE).iter();
        let mut answer = Answer {
            status: response.status().as_u16(),
            media: media.trim().to_ascii_lowercase(),
            server: text(SERVER).map(ToOwned::to_owned),
            challenges: challenges.filter_map(|value| value.to_str().ok()).map(ToOwned::to_owned).collect(),
            body: Vec::new(),
        };
        // What says so of itself need not be read first.
        if response.body().content_length().is_some_and(|length| length > MOST) {
            return Err(Fault::too_long());
        }
        let body = response.body_mut().with_config().limit(MOST).read_to_vec();
        answer.body = body.map_err(|error| fault(&error))?;
        Ok(answer)
    }
}

/// Where the server was first reached. The library would look up the name of its host before each request, in a thread
/// that is started for it.
#[derive(Debug)]
struct Place(SocketAddr);

impl Resolver for Place {
    fn resolve(&self, _: &Uri, _: &Config, _: NextTimeout) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let mut places = self.empty();
        places.push(self.0);
        Ok(places)
    }
}

/// The time left; no time at all is a time-out already.
pub(crate) fn left(deadline: Instant) -> Result<Duration, Fault> {
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() { Err(Fault::TimedOut) } else { Ok(left.max(Duration::from_millis(1))) }
}

fn fault(error: &ureq::Error) -> Fault {
    match error {
        ureq::Error::Timeout(_) => Fault::TimedOut,
        ureq::Error::Io(error) => io_fault(error),
        ureq::Error::HostNotFound | ureq::Error::ConnectionFailed => Fault::Cut(error.to_string()),
        ureq::Error::BodyExceedsLimit(_) => Fault::too_long(),
        _ => Fault::Broken(format!("it does not speak HTTP as it should: {error}")),
    }
}

fn io_fault(error: &std::io::Error) -> Fault {
    // The library wraps its own errors where a body is read.
    if let Some(inner) = error.get_ref().and_then(|inner| inner.downcast_ref::<ureq::Error>()) {
        return fault(inner);
    }
    match error.kind() {
        ErrorKind::WouldBlock | ErrorKind::TimedOut => Fault::TimedOut,
        // Which of these it is depends on what was still under way.
        ErrorKind::ConnectionReset
        | ErrorKind::ConnectionAborted
        | ErrorKind::BrokenPipe
        | ErrorKind::UnexpectedEof => Fault::Cut("the server closed the connection".to_owned()),
        _ => Fault::Cut(format!("the connection ended: {error}")),
    }
}

/// Connects to the server.
pub(crate) fn connect(address: &Address, deadline: Instant) -> Result<TcpStream, Fault> {
    reach(address, deadline).map(|(stream, _)| stream)
}

/// Connects to the server, and says where that was. The name of its host is looked up before, once for a conversation
/// and in no query's time: how long that may take is the system's own setting, and a loopback name takes none.
fn reach(address: &Address, deadline: Instant) -> Result<(TcpStream, SocketAddr), Fault> {
    let cut = |error: std::io::Error| Fault::Cut(error.to_string());
    let mut last = Fault::Cut("the name of the host has no address".to_owned());
    for place in (address.host.as_str(), address.port).to_socket_addrs().map_err(cut)? {
        match TcpStream::connect_timeout(&place, left(deadline)?) {
            Ok(stream) => return Ok((stream, place)),
            Err(error) if error.kind() == ErrorKind::TimedOut => last = Fault::TimedOut,
            Err(error) => last = cut(error),
        }
    }
    Err(last)
}
