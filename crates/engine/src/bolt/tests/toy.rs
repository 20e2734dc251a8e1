//! A server of Bolt in a thread that answers by the words of the query.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::address::Address;
use crate::bolt::packstream::{Packed, VALUES, pack, unpack};
use crate::tests::listen::{Then, listen};

/// What a client said.
#[derive(Debug, Clone, Default)]
pub(super) struct Heard {
    /// The handshake.
    pub(super) start: Vec<u8>,
    /// The messages of all connections.
    pub(super) messages: Vec<Packed>,
}

/// The server.
pub(super) struct Toy {
    port: u16,
    heard: Arc<Mutex<Heard>>,
}

fn int(number: i64) -> Packed {
    Packed::Int(number)
}

fn text(text: &str) -> Packed {
    Packed::string(text)
}

fn map(entries: &[(&str, Packed)]) -> Packed {
    Packed::Map(entries.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect())
}

fn list(items: &[Packed]) -> Packed {
    Packed::List(items.to_vec())
}

fn success(entries: &[(&str, Packed)]) -> Packed {
    Packed::Structure(0x70, vec![map(entries)])
}

fn record(values: &[Packed]) -> Packed {
    Packed::Structure(0x71, vec![list(values)])
}

fn failure(code: &str, message: &str) -> Packed {
    Packed::Structure(0x7F, vec![map(&[("code", text(code)), ("message", text(message))])])
}

fn node(id: i64) -> Packed {
    Packed::Structure(b'N', vec![int(id), list(&[text("A")]), map(&[("k", int(1))])])
}

impl Toy {
    /// A server that chooses this version, or says something else.
    pub(super) fn new(version: [u8; 4]) -> Self {
        Self::serve(move |stream, heard| talk(stream, version, heard).unwrap_or(Then::GoOn))
    }

    /// A server that sends these bytes after the handshake and closes the connection.
    pub(super) fn sending(bytes: Vec<u8>) -> Self {
        Self::serve(move |stream, _| {
            let mut start = [0; 20];
            let _ = stream.read_exact(&mut start);
            let _ = stream.write_all(&[0, 0, 4, 4]);
            let _ = stream.write_all(&bytes);
            let _ = stream.shutdown(std::net::Shutdown::Write);
            let _ = stream.read_to_end(&mut Vec::new());
            Then::GoOn
        })
    }

    fn serve(talk: impl Fn(&mut TcpStream, &Mutex<Heard>) -> Then + Send + Sync + 'static) -> Self {
        let heard = Arc::new(Mutex::new(Heard::default()));
        let shared = Arc::clone(&heard);
        let port = listen(move |mut stream| talk(&mut stream, &shared));
        Self { port, heard }
    }

    pub(super) fn url(&self) -> String {
        format!("bolt://127.0.0.1:{}", self.port)
    }

    pub(super) fn address(&self) -> Address {
        Address::local(self.port)
    }

    /// What the clients have said; what was sent last may need a moment.
    pub(super) fn heard(&self) -> Heard {
        std::thread::sleep(Duration::from_millis(100));
        self.heard.lock().unwrap().clone()
    }

    /// The texts of the queries.
    pub(super) fn texts(&self) -> Vec<String> {
        let queries = self.heard().messages.into_iter().filter_map(|message| match message {
            Packed::Structure(0x10, fields) => fields.first()?.text().map(str::to_owned),
            _ => None,
        });
        queries.collect()
    }
}

/// A conversation, to its end.
fn talk(stream: &mut TcpStream, version: [u8; 4], heard: &Mutex<Heard>) -> Option<Then> {
    let mut start = [0; 20];
    stream.read_exact(&mut start).ok()?;
    heard.lock().unwrap().start = start.to_vec();
    stream.write_all(&version).ok()?;
    let (mut query, mut failed, mut made) = (String::new(), false, 100);
    loop {
        let message = read(stream)?;
        heard.lock().unwrap().messages.push(message.clone());
        let Packed::Structure(tag, fields) = message else { return None };
        let answer = match tag {
            0x01 => vec![success(&[("server", text("Toy/1"))])],
            0x0F => {
                failed = false;
                vec![success(&[])]
            }
            _ if failed => vec![Packed::Structure(0x7E, Vec::new())],
            0x10 => {
                query = fields.first()?.text()?.to_owned();
                match query.as_str() {
                    "cut" => return Some(Then::GoOn),
                    "die" => return Some(Then::Die),
                    "silent" => return stream.read_to_end(&mut Vec::new()).ok().map(|_| Then::GoOn),
                    "noop" => return drip(stream),
                    "garbage" => return stream.write_all(&[0, 1, 0xC4, 0, 0]).ok().map(|()| Then::GoOn),
                    _ => vec![run(&query)],
                }
            }
            0x3F => pull(&query, fields.first().and_then(|field| field.get("n")), &mut made),
            _ => return None,
        };
        failed |= answer.iter().any(|message| matches!(message, Packed::Structure(0x7F, _)));
        answer.iter().try_for_each(|message| stream.write_all(&chunks(message))).ok()?;
    }
}

/// Says for ever that the server is alive.
fn drip(stream: &mut TcpStream) -> Option<Then> {
    while stream.write_all(&[0, 0]).is_ok() {
        std::thread::sleep(Duration::from_millis(5));
    }
    None
}

fn run(query: &str) -> Packed {
    match query {
        "fail" => failure("Toy.ClientError.Statement.SyntaxError", "m (line 1, column 8 (offset: 7))"),
        "nameless" => success(&[]),
        "ignored" => Packed::Structure(0x7E, Vec::new()),
        "unknown" => Packed::Structure(0x55, vec![Packed::Null]),
        "count" => success(&[("fields", list(&[]))]),
        "VERTICES" => success(&[("fields", list(&["a", "b", "c"].map(text)))]),
        "EDGES" => success(&[("fields", list(&["a", "b", "c", "d", "e"].map(text)))]),
        _ => success(&[("fields", list(&[text("x")]))]),
    }
}

fn pull(query: &str, most: Option<&Packed>, made: &mut i64) -> Vec<Packed> {
    let end = success(&[]);
    let numbers = |count: i64| (1..=count).map(|number| record(&[int(number)])).collect::<Vec<_>>();
    let mut answer = match query {
        "one" => numbers(1),
        "three" => numbers(3),
        "many" => numbers(2000),
        // A server that keeps to what it was asked for says that there is more.
        "four" => {
            let asked = if let Some(Packed::Int(asked)) = most { *asked } else { 9 };
            return [numbers(4.min(asked)), vec![success(&[("has_more", Packed::Bool(true))])]].concat();
        }
        "float" => vec![record(&[Packed::Float(1.0)])],
        "wide" => vec![record(&[int(1), int(2)])],
        "late" => return vec![record(&[int(1)]), failure("Toy.Database.Own", "late")],
        "count" => {
            let counts = [
                ("nodes-created", int(2)),
                ("properties-set", int(3)),
                ("contains-updates", Packed::Bool(true)),
            ];
            return vec![success(&[("stats", map(&counts))])];
        }
        "plan" => {
            let plan = map(&[("operatorType", text("Scan")), ("children", list(&[]))]);
            return vec![success(&[("plan", plan)])];
        }
        "VERSION" => vec![record(&[text("3.6.1")])],
        "LEFT" => vec![record(&[text("DROP left")])],
        // An index on the three elements that were made is not ready at once.
        "AWAIT" if *made == 103 => {
            *made += 1;
            numbers(1)
        }
        "stranger" => vec![record(&[node(999)])],
        "VERTICES" => vec![record(&[int(101), list(&[text("A")]), map(&[("k", int(1))])])],
        "EDGES" => vec![record(&[int(103), text("T"), int(101), int(101), map(&[])])],
        "path" | "nowhere" => {
            let edge = Packed::Structure(b'r', vec![int(103), text("T"), map(&[])]);
            let place = if query == "path" { 1 } else { 7 };
            let parts = vec![list(&[node(101), node(102)]), list(&[edge]), list(&[int(1), int(place)])];
            vec![record(&[Packed::Structure(b'P', parts)])]
        }
        _ if query.starts_with("VERTEX") => {
            *made += 1;
            vec![record(&[node(*made)])]
        }
        _ if query.starts_with("EDGE ") => {
            *made += 1;
            let fields = vec![int(*made), int(101), int(102), text("T"), map(&[])];
            vec![record(&[Packed::Structure(b'R', fields)])]
        }
        _ => Vec::new(),
    };
    answer.push(end);
    answer
}

fn read(stream: &mut TcpStream) -> Option<Packed> {
    let mut message = Vec::new();
    loop {
        let mut length = [0; 2];
        stream.read_exact(&mut length).ok()?;
        match usize::from(u16::from_be_bytes(length)) {
            0 => return unpack(&message, &mut VALUES.clone()).ok(),
            length => {
                let mut chunk = vec![0; length];
                stream.read_exact(&mut chunk).ok()?;
                message.extend(chunk);
            }
        }
    }
}

/// A message in chunks of seven bytes, so that every reader has to put them together.
fn chunks(message: &Packed) -> Vec<u8> {
    let mut bytes = Vec::new();
    pack(message, &mut bytes);
    let chunks = bytes.chunks(7).flat_map(|chunk| [&[0, chunk.len() as u8], chunk].concat());
    chunks.chain([0, 0]).collect()
}
