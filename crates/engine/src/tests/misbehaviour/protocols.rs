//! How each protocol is spoken by a server, rightly and wrongly.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;

use serde_json::Value as Json;
use tungstenite::WebSocket;

use super::Deed;
use super::fake::{Fake, Move};
use Move::{Close, Die, Drip, Repeat, Send, Wait};

/// More brackets, colons and commas than are read of a JSON.
const CROWD: usize = 1_500_000;
/// How deep a list nests that nobody reads.
const DEPTH: usize = 10_000;
/// A piece of what does not end.
const PIECE: usize = 65_000;

/// What the deeds have in common: `half` is a part of an answer, `open` one that wants many bytes more.
fn common(deed: Deed, half: Vec<u8>, open: Vec<u8>) -> Vec<Move> {
    match deed {
        Deed::Dies => vec![Die],
        Deed::Closes => vec![Close],
        Deed::Half => vec![Send(half), Close],
        Deed::HalfThenHangs => vec![Send(half), Wait],
        Deed::Trickles => vec![Send(open), Drip(b" ".to_vec())],
        _ => vec![Wait],
    }
}

fn half(bytes: &[u8]) -> Vec<u8> {
    bytes[..bytes.len() / 2].to_vec()
}

pub(super) struct Bolt(BufReader<TcpStream>);

impl Bolt {
    fn message(&mut self) -> Option<Vec<u8>> {
        let mut message = Vec::new();
        loop {
            let mut length = [0; 2];
            self.0.read_exact(&mut length).ok()?;
            match usize::from(u16::from_be_bytes(length)) {
                0 => return Some(message),
                length => {
                    let start = message.len();
                    message.resize(start + length, 0);
                    self.0.read_exact(&mut message[start..]).ok()?;
                }
            }
        }
    }
}

fn chunked(message: &[u8]) -> Vec<u8> {
    let chunks = message.chunks(PIECE);
    let chunks =
        chunks.flat_map(|chunk| [&u16::try_from(chunk.len()).unwrap().to_be_bytes(), chunk].concat());
    chunks.chain([0, 0]).collect()
}

/// `SUCCESS {}`.
const DONE: &[u8] = &[0xB1, 0x70, 0xA0];

impl Fake for Bolt {
    fn begin(stream: BufReader<TcpStream>) -> Option<Self> {
        let mut bolt = Bolt(stream);
        bolt.0.read_exact(&mut [0; 20]).ok()?;
        bolt.stream().write_all(&[0, 0, 4, 4]).ok()?;
        bolt.message()?;
        bolt.stream().write_all(&chunked(DONE)).ok()?;
        Some(bolt)
    }

    fn stream(&mut self) -> &mut TcpStream {
        self.0.get_mut()
    }

    fn request(&mut self) -> Option<String> {
        loop {
            let message = self.message()?;
            match message.get(1)? {
                0x10 => {
                    self.message()?;
                    return Some(String::from_utf8_lossy(&message).into_owned());
                }
                0x0F => self.stream().write_all(&chunked(DONE)).ok()?,
                _ => return None,
            }
        }
    }

    fn right(&self) -> Vec<u8> {
        let columns = [&[0xB1, 0x70, 0xA1, 0x86], b"fields".as_slice(), &[0x91, 0x81, b'x']].concat();
        [chunked(&columns), chunked(&[0xB1, 0x71, 0x91, 1]), chunked(DONE)].concat()
    }

    fn wrong(&self, deed: Deed) -> Vec<Move> {
        let right = self.right();
        // The names of the columns come before what goes wrong.
        let columns = right.iter().position(|byte| *byte == b'x').unwrap() + 3;
        let columns = right[..columns].to_vec();
        let record =
            |value: &[u8]| Send([columns.clone(), chunked(&[&[0xB1, 0x71], value].concat())].concat());
        match deed {
            Deed::StaysAlive => vec![Send(columns), Drip(vec![0, 0])],
            Deed::Garbage => vec![Send(columns), Send(chunked(&[0xC4])), Wait],
            Deed::Announces => vec![record(&[0x91, 0xD2, 0x80, 0, 0, 0, b'a']), Wait],
            Deed::Endless => vec![Send(columns), Repeat([[0xFF; 2].as_slice(), &[0; 0xFFFF]].concat())],
            Deed::Nests => vec![record(&[0x91].repeat(DEPTH)), Wait],
            Deed::Crowds => vec![record(&[[0xD6, 0, 0x50, 0, 0].as_slice(), &[1; 0x50_0000]].concat()), Wait],
            deed => {
                let open = [columns.as_slice(), &[0xFF, 0xFF]].concat();
                common(deed, right[..right.len() - 8].to_vec(), open)
            }
        }
    }
}

pub(super) struct Resp(BufReader<TcpStream>);

impl Resp {
    fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        self.0.read_line(&mut line).ok().filter(|count| *count > 0)?;
        Some(line.trim_end().to_owned())
    }
}

impl Fake for Resp {
    fn begin(stream: BufReader<TcpStream>) -> Option<Self> {
        Some(Resp(stream))
    }

    fn stream(&mut self) -> &mut TcpStream {
        self.0.get_mut()
    }

    fn request(&mut self) -> Option<String> {
        loop {
            let count: usize = self.line()?.strip_prefix('*')?.parse().ok()?;
            // No word of these tests has a line's end inside.
            let words = (0..count).map(|_| self.line().and_then(|_| self.line()));
            let words: Vec<String> = words.collect::<Option<_>>()?;
            match words[0].as_str() {
                "GRAPH.QUERY" => return words.into_iter().nth(2),
                _ => self.stream().write_all(b"*0\r\n").ok()?,
            }
        }
    }

    fn right(&self) -> Vec<u8> {
        b"*3\r\n*1\r\n*2\r\n:1\r\n$1\r\nx\r\n*1\r\n*1\r\n*2\r\n:3\r\n:1\r\n*0\r\n".to_vec()
    }

    fn wrong(&self, deed: Deed) -> Vec<Move> {
        match deed {
            Deed::Garbage => vec![Send(b"?what\r\n".to_vec()), Wait],
            Deed::Announces => vec![Send(b"$2147483648\r\nab".to_vec()), Wait],
            Deed::Endless => {
                let bulk = [format!("${PIECE}\r\n").as_bytes(), &[0; PIECE], b"\r\n"].concat();
                vec![Send(b"*2147483647\r\n".to_vec()), Repeat(bulk)]
            }
            Deed::Nests => vec![Send(b"*1\r\n".repeat(DEPTH)), Wait],
            Deed::Crowds => vec![Send(b"*2147483647\r\n".to_vec()), Repeat(b"*0\r\n".repeat(1000))],
            deed => common(deed, half(&self.right()), b"$60000\r\n".to_vec()),
        }
    }
}

/// An answer of a Gremlin Server with this data.
fn gremlin(id: &str, data: &str) -> String {
    format!(r#"{{"requestId":"{id}","status":{{"code":200}},"result":{{"data":{data}}}}}"#)
}

fn nested() -> String {
    format!("{}{}", "[".repeat(DEPTH), "]".repeat(DEPTH))
}

fn crowded() -> String {
    format!("[{}0]", r#"{"":0},"#.repeat(CROWD))
}

const ONE: &str = r#"[{"@type":"g:Int64","@value":1}]"#;

pub(super) struct Socket(WebSocket<TcpStream>, String);

/// A frame that a server sends, the last of its message or not.
fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let length = u64::try_from(payload.len()).unwrap();
    let head = match u16::try_from(length) {
        Ok(short) => [&[first, 126], short.to_be_bytes().as_slice()].concat(),
        Err(_) => [&[first, 127], length.to_be_bytes().as_slice()].concat(),
    };
    [&head, payload].concat()
}

impl Fake for Socket {
    fn begin(stream: BufReader<TcpStream>) -> Option<Self> {
        Some(Socket(tungstenite::accept(stream.into_inner()).ok()?, String::new()))
    }

    fn stream(&mut self) -> &mut TcpStream {
        self.0.get_mut()
    }

    fn request(&mut self) -> Option<String> {
        let request: Json = serde_json::from_slice(&self.0.read().ok()?.into_data()).ok()?;
        self.1 = request["requestId"].as_str()?.to_owned();
        Some(request.pointer("/args/gremlin")?.as_str()?.to_owned())
    }

    fn right(&self) -> Vec<u8> {
        frame(0x81, gremlin(&self.1, ONE).as_bytes())
    }

    fn wrong(&self, deed: Deed) -> Vec<Move> {
        let text = |data: &str| Send(frame(0x81, gremlin(&self.1, data).as_bytes()));
        match deed {
            Deed::StaysAlive => vec![Drip(vec![0x89, 0])],
            Deed::Garbage => vec![Send(vec![0xFF; 40]), Wait],
            Deed::Announces => vec![Send(vec![0x81, 127, 0, 0, 0, 0, 0x80, 0, 0, 0, b' ']), Wait],
            Deed::Endless => vec![Send(frame(0x01, b" ")), Repeat(frame(0x00, &[b' '; PIECE]))],
            Deed::Nests => vec![text(&nested()), Wait],
            Deed::Crowds => vec![text(&crowded()), Wait],
            deed => common(deed, half(&self.right()), vec![0x81, 126, 0xFF, 0xFF]),
        }
    }
}

/// Requests of HTTP; what is asked and answered is another matter.
struct Http(BufReader<TcpStream>);

impl Http {
    fn body(&mut self) -> Option<String> {
        let mut length = 0;
        loop {
            let mut line = String::new();
            self.0.read_line(&mut line).ok().filter(|count| *count > 0)?;
            match line.trim_end().to_ascii_lowercase() {
                end if end.is_empty() => break,
                header => {
                    length = header.strip_prefix("content-length: ").map_or(length, |n| n.parse().unwrap());
                }
            }
        }
        let mut body = vec![0; length];
        self.0.read_exact(&mut body).ok()?;
        String::from_utf8(body).ok()
    }
}

fn head(length: &str) -> Vec<u8> {
    format!("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n{length}\r\n\r\n").into_bytes()
}

fn full(body: &str) -> Vec<u8> {
    [head(&format!("Content-Length: {}", body.len())), body.as_bytes().to_vec()].concat()
}

/// What is wrong with an answer of HTTP, whatever it would answer.
fn wrong(deed: Deed, right: &[u8], nested: &str, crowded: &str) -> Vec<Move> {
    let chunked = || head("Transfer-Encoding: chunked");
    match deed {
        Deed::StaysAlive => vec![Drip(b"HTTP/1.1 100 Continue\r\n\r\n".to_vec())],
        Deed::Garbage => vec![Send(b"I speak no HTTP at all\r\n\r\n".to_vec()), Wait],
        Deed::Announces => vec![Send([head("Content-Length: 2147483648"), b"{".to_vec()].concat()), Wait],
        Deed::Endless => {
            let chunk = [format!("{PIECE:x}\r\n").as_bytes(), &[b' '; PIECE], b"\r\n"].concat();
            vec![Send(chunked()), Repeat(chunk)]
        }
        Deed::Nests => vec![Send(full(nested)), Wait],
        Deed::Crowds => vec![Send(full(crowded)), Wait],
        deed => common(deed, right[..right.len() - 8].to_vec(), head("Content-Length: 1000")),
    }
}

pub(super) struct Post(Http);

impl Fake for Post {
    fn begin(stream: BufReader<TcpStream>) -> Option<Self> {
        Some(Post(Http(stream)))
    }

    fn stream(&mut self) -> &mut TcpStream {
        self.0.0.get_mut()
    }

    fn request(&mut self) -> Option<String> {
        let request: Json = serde_json::from_str(&self.0.body()?).ok()?;
        Some(request["gremlin"].as_str()?.to_owned())
    }

    fn right(&self) -> Vec<u8> {
        full(&gremlin("", ONE))
    }

    fn wrong(&self, deed: Deed) -> Vec<Move> {
        wrong(deed, &self.right(), &gremlin("", &nested()), &gremlin("", &crowded()))
    }
}

pub(super) struct Sparql(Http);

/// An answer of the one column x with these rows.
fn bindings(rows: &str) -> String {
    format!(r#"{{"head":{{"vars":["x"]}},"results":{{"bindings":{rows}}}}}"#)
}

impl Fake for Sparql {
    fn begin(stream: BufReader<TcpStream>) -> Option<Self> {
        Some(Sparql(Http(stream)))
    }

    fn stream(&mut self) -> &mut TcpStream {
        self.0.0.get_mut()
    }

    fn request(&mut self) -> Option<String> {
        self.0.body()
    }

    fn right(&self) -> Vec<u8> {
        full(&bindings(r#"[{"x":{"type":"literal","value":"1"}}]"#))
    }

    fn wrong(&self, deed: Deed) -> Vec<Move> {
        match deed {
            // A chunk is announced as the whole is.
            Deed::Announces => vec![
                Send([head("Transfer-Encoding: chunked"), b"80000000\r\n".to_vec()].concat()),
                Repeat(vec![b' '; PIECE]),
            ],
            deed => wrong(deed, &self.right(), &bindings(&nested()), &bindings(&crowded())),
        }
    }
}

pub(super) struct Arcade(Http);

/// An answer of the one column x with these rows.
fn records(rows: &str) -> String {
    format!(r#"{{"result":{rows}}}"#)
}

impl Fake for Arcade {
    fn begin(stream: BufReader<TcpStream>) -> Option<Self> {
        Some(Arcade(Http(stream)))
    }

    fn stream(&mut self) -> &mut TcpStream {
        self.0.0.get_mut()
    }

    fn request(&mut self) -> Option<String> {
        loop {
            let body = self.0.body()?;
            if let Ok(request) = serde_json::from_str::<Json>(&body) {
                return Some(request["command"].as_str()?.to_owned());
            }
            // Before the first command it is asked who it is, and whether the database is there.
            self.stream().write_all(&full(r#"{"version":"2.0","result":true}"#)).ok()?;
        }
    }

    fn right(&self) -> Vec<u8> {
        full(&records(r#"[{"x":1}]"#))
    }

    fn wrong(&self, deed: Deed) -> Vec<Move> {
        let nested = format!(r#"[{{"x":{}}}]"#, nested());
        wrong(deed, &self.right(), &records(&nested), &records(&crowded()))
    }
}
