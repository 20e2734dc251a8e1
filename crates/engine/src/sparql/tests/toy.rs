//! A server of HTTP in a thread that answers by the words of the text.

use std::io::{BufRead, BufReader, Write as _};
use std::net::TcpStream;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::keeper::Keeper;
use crate::tests::listen::{Then, listen};

/// What the server has heard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Heard {
    /// Method and path.
    pub(super) line: String,
    /// The header lines, names in lower case.
    pub(super) headers: Vec<String>,
    /// The body.
    pub(super) body: String,
}

impl Heard {
    /// The value of a header.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }
}

/// The server.
pub(super) struct Toy {
    port: u16,
    heard: Arc<Mutex<Vec<Heard>>>,
}

/// Who is answered.
enum Door {
    Everybody,
    /// Whoever says anything of who asks; all others get this challenge.
    Anybody(&'static str),
    /// Whoever proves to know the password.
    Known(Mutex<Keeper>),
}

impl Door {
    /// The challenge for a request that is not answered yet.
    fn challenge(&self, heard: &Heard) -> Option<String> {
        match self {
            Door::Everybody => None,
            Door::Anybody(challenge) => {
                heard.header("authorization").is_none().then(|| (*challenge).to_owned())
            }
            Door::Known(keeper) => keeper.lock().unwrap().challenge(heard),
        }
    }
}

impl Toy {
    /// Starts it; with a challenge it answers only to requests with credentials.
    pub(super) fn new(challenge: Option<&'static str>) -> Self {
        Self::behind(challenge.map_or(Door::Everybody, Door::Anybody))
    }

    /// Starts it; it answers only to those whom the keeper knows.
    pub(super) fn kept(keeper: Keeper) -> Self {
        Self::behind(Door::Known(Mutex::new(keeper)))
    }

    fn behind(door: Door) -> Self {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let ears = Arc::clone(&heard);
        let port = listen(move |stream| {
            serve(stream, &door, &ears);
            Then::GoOn
        });
        Self { port, heard }
    }

    /// Its address.
    pub(super) fn url(&self) -> String {
        format!("{}/ds", self.root())
    }

    /// Its address without a path.
    pub(super) fn root(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// What it has heard so far.
    pub(super) fn heard(&self) -> Vec<Heard> {
        self.heard.lock().unwrap().clone()
    }
}

fn serve(stream: TcpStream, door: &Door, ears: &Mutex<Vec<Heard>>) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut stream = stream;
    while let Some(heard) = read(&mut reader) {
        ears.lock().unwrap().push(heard.clone());
        let answer = match door.challenge(&heard) {
            Some(challenge) => {
                full("401 Unauthorized", &format!("WWW-Authenticate: {challenge}\r\n"), "who?")
            }
            None => answer(&heard.body),
        };
        let goes_on = answer.iter().all(|part| {
            match part {
                Part::Bytes(bytes) => return stream.write_all(bytes).is_ok(),
                Part::Wait(millis) => std::thread::sleep(Duration::from_millis(*millis)),
                Part::Close => return false,
            }
            true
        });
        if !goes_on {
            return;
        }
    }
}

fn read(reader: &mut impl BufRead) -> Option<Heard> {
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end() {
            "" => break,
            line => lines.push(line.to_owned()),
        }
    }
    let line = lines.first()?.rsplit_once(' ')?.0.to_owned();
    let lower = |line: &String| {
        let (name, value) = line.split_once(':').unwrap_or((line, ""));
        format!("{}: {}", name.to_ascii_lowercase(), value.trim())
    };
    let headers: Vec<String> = lines.iter().skip(1).map(lower).collect();
    let mut heard = Heard { line, headers, body: String::new() };
    let length = heard.header("content-length").map_or(0, |length| length.parse().unwrap());
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    heard.body = String::from_utf8(body).unwrap();
    Some(heard)
}

enum Part {
    Bytes(Vec<u8>),
    Wait(u64),
    Close,
}

const JSON: &str = "Content-Type: application/sparql-results+json\r\n";

fn full(status: &str, headers: &str, body: &str) -> Vec<Part> {
    let length = body.len();
    let text =
        format!("HTTP/1.1 {status}\r\nServer: Toy/2.5\r\n{headers}Content-Length: {length}\r\n\r\n{body}");
    vec![Part::Bytes(text.into_bytes())]
}

fn rows(count: usize) -> String {
    let rows = vec![r#"{"x":{"type":"bnode","value":"b0"}}"#; count].join(",");
    format!(r#"{{"head":{{"vars":["x"]}},"results":{{"bindings":[{rows}]}}}}"#)
}

fn answer(text: &str) -> Vec<Part> {
    match text {
        "yes" => full("200 OK", JSON, r#"{"head":{},"boolean":true}"#),
        "one" => full("200 OK", JSON, &rows(1)),
        "four" => full("200 OK", JSON, &rows(4)),
        "triples" => full("200 OK", "Content-Type: application/n-triples;x=y\r\n", "<a> <b> _:c .\n"),
        "no triples" => full("200 OK", "Content-Type: application/n-triples\r\n", ""),
        "bad triples" => full("200 OK", "Content-Type: application/n-triples\r\n", "<a> <b> .\n"),
        "empty" => full("200 OK", JSON, ""),
        "html" => full("200 OK", "Content-Type: text/html\r\n", "<p>"),
        "half" => full("200 OK", JSON, rows(2).split_at(50).0),
        "syntax" => full("400 Bad Request", "", "Lexical error at line 1, column 7. Oh"),
        "fault" => full("500 Server Error", "", "java.lang.NullPointerException\n\tat x.Y"),
        "busy" => full("503 Service Unavailable", "", ""),
        "moved" => full("302 Found", "Location: http://192.0.2.1/\r\n", ""),
        "late" => vec![Part::Wait(1500), Part::Close],
        "slow" => {
            let mut parts =
                vec![Part::Bytes(format!("HTTP/1.1 200 OK\r\n{JSON}Content-Length: 100\r\n\r\n").into())];
            parts.extend((0..30).flat_map(|_| [Part::Bytes(b" ".to_vec()), Part::Wait(50)]));
            parts
        }
        "cut" => {
            let head = format!("HTTP/1.1 200 OK\r\n{JSON}Content-Length: 100\r\n\r\n{{");
            vec![Part::Bytes(head.into_bytes()), Part::Close]
        }
        "close" => vec![Part::Close],
        "noise" => vec![Part::Bytes(b"I speak no HTTP at all\r\n\r\n".to_vec()), Part::Close],
        "endless" => {
            let head = format!("HTTP/1.1 200 OK\r\n{JSON}Transfer-Encoding: chunked\r\n\r\n");
            let chunk = [b"f4240\r\n".as_slice(), &[b' '; 1_000_000], b"\r\n"].concat();
            std::iter::once(head.into_bytes()).chain(vec![chunk; 70]).map(Part::Bytes).collect()
        }
        "body" => full("415 Unsupported Media Type", "", ""),
        text if text.starts_with("query=body") => full("200 OK", JSON, &rows(1)),
        text if text.starts_with("SELECT ?g") => full("200 OK", JSON, DUMP),
        text if text.starts_with("DROP ALL") => full("204 No Content", "", ""),
        _ => full("200 OK", JSON, &rows(0)),
    }
}

const DUMP: &str = r#"{"head":{"vars":["g","s","p","o"]},"results":{"bindings":[
    {"s":{"type":"uri","value":"http://e/a"},"p":{"type":"uri","value":"http://e/p"},"o":{"type":"literal","value":"x"}}]}}"#;
