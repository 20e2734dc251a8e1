//! Servers in threads that speak as much of a protocol as a hunt needs, want to know who asks, and repeat in their
//! errors what they were told.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// Who may ask.
pub(crate) const USER: &str = "inspector";
/// The password, and what is sent in its place: `USER:PASSWORD` in base64.
pub(crate) const PASSWORD: &str = "pa55-w0rd-0f-n0b0dy";
pub(crate) const BASIC: &str = "aW5zcGVjdG9yOnBhNTUtdzByZC0wZi1uMGIwZHk=";

/// A running server.
pub(crate) struct Server {
    port: u16,
    state: Arc<State>,
}

struct State {
    /// True when it holds something that is not ours.
    holds: bool,
    heard: Mutex<Vec<String>>,
    welcomed: Mutex<usize>,
}

/// How a conversation goes: to its end, or until something is amiss.
type Talk = fn(TcpStream, &State) -> Option<()>;

/// What a text comes to.
enum Said {
    /// The one value of the only row.
    One(&'static str),
    /// No rows.
    Nothing,
    /// An error that says too much.
    Error,
}

impl State {
    /// Takes note of a text, and says what it comes to.
    fn hear(&self, text: &str) -> Said {
        let mut heard = self.heard.lock().expect("nobody panicked");
        heard.push(text.to_owned());
        let version = text.contains("dbms.components") || text.contains("Gremlin.version");
        let starts = ["SELECT ?s { { ?s ?p ?o } UNION", "MATCH (n) RETURN 1 LIMIT 1", "[g.V().limit(1)"];
        let whether = starts.iter().any(|start| text.starts_with(start));
        let declared = ["SHOW CONSTRAINTS", "SHOW INDEX", "db.indexes", "getIndexedKeys"];
        let schema = declared.iter().any(|part| text.contains(part));
        // The same text comes to the same, so that what is found can be replayed.
        match text.len() % 3 {
            _ if version => Said::One("5.26.30"),
            _ if whether && self.holds => Said::One("1"),
            0 if !whether && !schema => Said::Error,
            _ => Said::Nothing,
        }
    }

    fn welcome(&self) {
        *self.welcomed.lock().expect("nobody panicked") += 1;
    }
}

fn too_much() -> String {
    format!("{USER} is known by {PASSWORD}, or by Basic {BASIC}, and may not")
}

impl Server {
    fn start(talk: Talk, holds: bool) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let port = listener.local_addr().expect("it has an address").port();
        let state = Arc::new(State { holds, heard: Mutex::default(), welcomed: Mutex::default() });
        let shared = Arc::clone(&state);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let state = Arc::clone(&shared);
                std::thread::spawn(move || talk(stream, &state));
            }
        });
        Self { port, state }
    }

    pub(crate) fn sparql(holds: bool) -> Self {
        Self::start(http, holds)
    }

    pub(crate) fn gremlin(holds: bool) -> Self {
        Self::start(http, holds)
    }

    pub(crate) fn resp(holds: bool) -> Self {
        Self::start(resp, holds)
    }

    pub(crate) fn bolt(holds: bool) -> Self {
        Self::start(bolt, holds)
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// The texts that it was asked by those who are known.
    pub(crate) fn heard(&self) -> Vec<String> {
        self.state.heard.lock().expect("nobody panicked").clone()
    }

    /// How often somebody has said who asks, rightly.
    pub(crate) fn welcomed(&self) -> usize {
        *self.state.welcomed.lock().expect("nobody panicked")
    }
}

/// SPARQL where the body is a text, Gremlin where it is JSON.
fn http(mut stream: TcpStream, state: &State) -> Option<()> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    loop {
        let (path, is_known, body) = request(&mut reader)?;
        let (status, head, body) = if !is_known {
            ("401 Unauthorized", "WWW-Authenticate: Basic realm=\"x\"\r\n", "who?".to_owned())
        } else {
            state.welcome();
            let json: Option<serde_json::Value> = serde_json::from_str(&body).ok();
            let gremlin = json.as_ref().and_then(|json| json["gremlin"].as_str());
            match (state.hear(gremlin.unwrap_or(&body)), gremlin.is_some()) {
                (_, false) if path.contains("update") => ("204 No Content", "", String::new()),
                (Said::Error, _) => ("500 Internal Server Error", "", too_much()),
                (Said::One(value), true) => ("200 OK", JSON, results(&format!("\"{value}\""))),
                (Said::Nothing, true) => ("200 OK", JSON, results("")),
                (Said::One(_), false) => ("200 OK", SPARQL, bindings(r#"{"s":{"type":"uri","value":"e"}}"#)),
                (Said::Nothing, false) => ("200 OK", SPARQL, bindings("")),
            }
        };
        let length = body.len();
        write!(stream, "HTTP/1.1 {status}\r\n{head}Content-Length: {length}\r\n\r\n{body}").ok()?;
    }
}

const JSON: &str = "Content-Type: application/json\r\n";
const SPARQL: &str = "Content-Type: application/sparql-results+json\r\n";

fn results(items: &str) -> String {
    format!(r#"{{"requestId":"x","status":{{"code":200}},"result":{{"data":[{items}]}}}}"#)
}

fn bindings(rows: &str) -> String {
    format!(r#"{{"head":{{"vars":["s"]}},"results":{{"bindings":[{rows}]}}}}"#)
}

/// Path, whether it is known who asks, and the body.
fn request(reader: &mut BufReader<TcpStream>) -> Option<(String, bool, String)> {
    let (mut path, mut is_known, mut length) = (String::new(), false, 0);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok().filter(|count| *count > 0)?;
        let line = line.trim_end();
        let (name, value) = line.split_once(": ").unwrap_or((line, ""));
        match name.to_ascii_lowercase().as_str() {
            "" => break,
            "authorization" => is_known = value == format!("Basic {BASIC}"),
            "content-length" => length = value.parse().ok()?,
            _ if path.is_empty() => path = line.to_owned(),
            _ => {}
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some((path, is_known, String::from_utf8(body).ok()?))
}

fn resp(mut stream: TcpStream, state: &State) -> Option<()> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let mut is_known = false;
    loop {
        let words = words(&mut reader)?;
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let answer = match words.as_slice() {
            ["AUTH", USER, PASSWORD] => {
                state.welcome();
                is_known = true;
                "+OK\r\n".to_owned()
            }
            ["AUTH", ..] => format!("-WRONGPASS {}\r\n", words.join(" ")),
            _ if !is_known => "-NOAUTH Authentication required.\r\n".to_owned(),
            ["GRAPH.QUERY", _, text, ..] => match state.hear(text) {
                Said::One(_) => {
                    "*3\r\n*1\r\n*2\r\n:1\r\n$1\r\nx\r\n*1\r\n*1\r\n*2\r\n:3\r\n:1\r\n*0\r\n".to_owned()
                }
                Said::Nothing => "*3\r\n*1\r\n*2\r\n:1\r\n$1\r\nx\r\n*0\r\n*0\r\n".to_owned(),
                Said::Error => format!("-{}\r\n", too_much()),
            },
            _ => "*0\r\n".to_owned(),
        };
        stream.write_all(answer.as_bytes()).ok()?;
    }
}

/// The words of a command.
fn words(reader: &mut BufReader<TcpStream>) -> Option<Vec<String>> {
    let number = |reader: &mut BufReader<TcpStream>| {
        let mut line = String::new();
        reader.read_line(&mut line).ok().filter(|count| *count > 0)?;
        line.get(1..)?.trim_end().parse::<usize>().ok()
    };
    let count = number(reader)?;
    let words = (0..count).map(|_| {
        let mut bytes = vec![0; number(reader)? + 2];
        reader.read_exact(&mut bytes).ok()?;
        bytes.truncate(bytes.len() - 2);
        String::from_utf8(bytes).ok()
    });
    words.collect()
}

/// A string in PackStream.
fn packed(text: &str) -> Vec<u8> {
    [&[0xD0, u8::try_from(text.len()).expect("it is short")], text.as_bytes()].concat()
}

fn chunk(message: &[u8]) -> Vec<u8> {
    [&u16::try_from(message.len()).expect("it is short").to_be_bytes(), message, &[0, 0]].concat()
}

fn bolt(mut stream: TcpStream, state: &State) -> Option<()> {
    stream.read_exact(&mut [0; 20]).ok()?;
    stream.write_all(&[0, 0, 4, 4]).ok()?;
    let done = chunk(&[0xB1, 0x70, 0xA0]);
    let columns = chunk(&[&[0xB1, 0x70, 0xA1], packed("fields").as_slice(), &[0x91], &packed("x")].concat());
    let failure = |message: &str| {
        let (code, message) = (packed("Toy.Error"), packed(message));
        chunk(&[&[0xB1, 0x7F, 0xA2], packed("code").as_slice(), &code, &packed("message"), &message].concat())
    };
    loop {
        let message = message(&mut stream)?;
        let text = String::from_utf8_lossy(&message).into_owned();
        let answer = match message.get(1)? {
            0x01 if text.contains(USER) && text.contains(PASSWORD) => {
                state.welcome();
                done.clone()
            }
            0x01 => failure(&format!("it is not {}", text.replace(|c: char| !c.is_ascii(), "?"))),
            // The text stands behind the tag and its own length.
            0x10 => match state.hear(text.trim_start_matches(|c: char| !c.is_ascii_uppercase())) {
                Said::Error => {
                    self::message(&mut stream)?;
                    // What follows a failure is ignored until it is taken note of.
                    [failure(&too_much()), chunk(&[0xB0, 0x7E])].concat()
                }
                said => {
                    self::message(&mut stream)?;
                    let row = match said {
                        Said::One(value) => chunk(&[&[0xB1, 0x71, 0x91], packed(value).as_slice()].concat()),
                        _ => Vec::new(),
                    };
                    [columns.clone(), row, done.clone()].concat()
                }
            },
            0x0F => done.clone(),
            _ => return None,
        };
        stream.write_all(&answer).ok()?;
    }
}

fn message(stream: &mut TcpStream) -> Option<Vec<u8>> {
    let mut message = Vec::new();
    loop {
        let mut length = [0; 2];
        stream.read_exact(&mut length).ok()?;
        match usize::from(u16::from_be_bytes(length)) {
            0 => return Some(message),
            length => {
                let start = message.len();
                message.resize(start + length, 0);
                stream.read_exact(&mut message[start..]).ok()?;
            }
        }
    }
}
