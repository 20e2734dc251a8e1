//! A server of RESP in a thread that answers by the words of the query.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value as Json, json};

use crate::tests::listen::{Then, listen};

/// The server.
pub(super) struct Toy {
    port: u16,
    commands: Arc<Mutex<Vec<Vec<String>>>>,
}

/// An answer as it is sent: numbers, strings as bytes, arrays, null; an object is an error.
pub(super) fn encode(reply: &Json) -> Vec<u8> {
    match reply {
        Json::Number(number) => format!(":{number}\r\n").into_bytes(),
        Json::String(text) => format!("${}\r\n{text}\r\n", text.len()).into_bytes(),
        Json::Array(items) => {
            let head = format!("*{}\r\n", items.len()).into_bytes();
            items.iter().fold(head, |bytes, item| [bytes, encode(item)].concat())
        }
        Json::Object(error) => format!("-{}\r\n", error["error"].as_str().unwrap()).into_bytes(),
        _ => b"$-1\r\n".to_vec(),
    }
}

/// The rows of an answer whose columns are called `x`.
fn rows(rows: &Json) -> Json {
    let width = rows[0].as_array().map_or(1, Vec::len);
    let header: Vec<Json> = (0..width).map(|_| json!([1, "x"])).collect();
    json!([header, rows, ["Cached execution: 1", "Query internal execution time: 0.2 milliseconds"]])
}

impl Toy {
    /// A server that wants a password, or none.
    pub(super) fn new(password: Option<&'static str>) -> Self {
        let commands = Arc::new(Mutex::new(Vec::new()));
        let shared = Arc::clone(&commands);
        let port = listen(move |stream| talk(&stream, password, &shared).unwrap_or(Then::GoOn));
        Self { port, commands }
    }

    /// Its address, with a login before it and a path behind it.
    pub(super) fn url(&self, login: &str, path: &str) -> String {
        format!("redis://{login}127.0.0.1:{}{path}", self.port)
    }

    /// What the clients have sent.
    pub(super) fn commands(&self) -> Vec<Vec<String>> {
        self.commands.lock().unwrap().clone()
    }

    /// The texts of the queries.
    pub(super) fn texts(&self) -> Vec<String> {
        let queries = self.commands().into_iter().filter(|words| words[0] == "GRAPH.QUERY");
        queries.map(|words| words[2].clone()).collect()
    }
}

/// A conversation, to its end.
fn talk(mut stream: &TcpStream, password: Option<&str>, commands: &Mutex<Vec<Vec<String>>>) -> Option<Then> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let (mut known, mut made) = (password.is_none(), 100);
    loop {
        let words = read(&mut reader)?;
        commands.lock().unwrap().push(words.clone());
        let reply = match words[0].as_str() {
            "AUTH" => {
                known |= words.last().map(String::as_str) == password;
                if known { json!("OK") } else { json!({"error": "WRONGPASS invalid username-password pair"}) }
            }
            _ if !known => json!({"error": "NOAUTH Authentication required."}),
            "MODULE" => json!([["name", "vectorset", "ver", 1], ["name", "graph", "ver", 41803, "args", []]]),
            "GRAPH.DELETE" => json!({"error": "ERR Invalid graph operation on empty key"}),
            _ => match words[2].as_str() {
                "cut" => return Some(Then::GoOn),
                "die" => return Some(Then::Die),
                "silent" => return reader.read_to_end(&mut Vec::new()).ok().map(|_| Then::GoOn),
                "half" => {
                    return stream.write_all(b"*3\r\n*1\r\n*2\r\n:1\r\n$10\r\nab").ok().map(|()| Then::GoOn);
                }
                "garbage" => return stream.write_all(b"?what\r\n").ok().map(|()| Then::GoOn),
                "huge" => return stream.write_all(b"$2147483648\r\nab").ok().and_then(|()| drip(stream)),
                "wide" => return stream.write_all(b"*2147483648\r\n:1\r\n").ok().map(|()| Then::GoOn),
                "deep" => {
                    return stream
                        .write_all("*1\r\n".repeat(10_000).as_bytes())
                        .ok()
                        .and_then(|()| drip(stream));
                }
                text => answer(text, &words, &mut made),
            },
        };
        // In pieces, so that every reader has to put them together.
        for piece in encode(&reply).chunks(7) {
            stream.write_all(piece).ok()?;
        }
    }
}

/// Sends on for ever.
fn drip(mut stream: &TcpStream) -> Option<Then> {
    while stream.write_all(b"ab").is_ok() {
        std::thread::sleep(Duration::from_millis(5));
    }
    None
}

fn answer(text: &str, words: &[String], made: &mut i64) -> Json {
    let node = |id: i64| json!([8, [id, [0], [[0, 3, 1]]]]);
    match text {
        "CALL db.labels()" => rows(&json!([[[2, "A"]]])),
        "CALL db.relationshipTypes()" => rows(&json!([[[2, "T"]]])),
        "CALL db.propertyKeys()" => rows(&json!([[[2, "k"]]])),
        "one" => rows(&json!([[[3, 1]]])),
        "four" => rows(&json!([[[3, 1]], [[3, 2]], [[3, 3]], [[3, 4]]])),
        "limited" if words.len() > 4 => {
            json!({"error": "The query TIMEOUT parameter value cannot exceed the TIMEOUT_MAX configuration parameter value"})
        }
        "limited" => rows(&json!([[[3, 1]]])),
        "count" => json!([[
            "Nodes created: 2",
            "Properties set: 3",
            "Relationships deleted: 0",
            "Cached execution: 1"
        ]]),
        "parser" => {
            json!({"error": "errMsg: Invalid input 'x' line: 1, column: 8, offset: 7 errCtx: x errCtxOffset: 7"})
        }
        "type" => json!({"error": "Type mismatch: expected Integer but was String"}),
        "code" => json!({"error": "OOM command not allowed"}),
        "late" => json!([[[1, "x"]], [], {"error": "Division by zero"}]),
        "slow" => json!({"error": "Query timed out"}),
        "nameless" => rows(&json!([[[8, [1, [5], []]]]])),
        "uneven" => rows(&json!([[[3, 1], [3, 2]], [[3, 1]]])),
        "untyped" => rows(&json!([["x"]])),
        "flat" => json!("OK"),
        "stranger" => rows(&json!([[node(999)]])),
        "path" => rows(&json!([[[9, [[6, [node(101), node(102)]], [6, [[7, [103, 0, 101, 102, []]]]]]]]])),
        "VERTICES" => rows(&json!([[[3, 101], [6, [[2, "A"]]], [10, ["k", [3, 1]]]]])),
        "EDGES" => rows(&json!([[[3, 103], [2, "T"], [3, 101], [3, 101], [10, []]]])),
        _ if text.starts_with("VERTEX") => {
            *made += 1;
            rows(&json!([[node(*made)]]))
        }
        _ if text.starts_with("EDGE ") => {
            *made += 1;
            rows(&json!([[[7, [*made, 0, 101, 102, []]]]]))
        }
        _ => json!([["Indices created: 1"]]),
    }
}

fn read(reader: &mut BufReader<TcpStream>) -> Option<Vec<String>> {
    let mut line = || {
        let mut line = String::new();
        reader.read_line(&mut line).ok().filter(|count| *count > 0)?;
        Some(line.trim_end().to_owned())
    };
    let count: usize = line()?.strip_prefix('*')?.parse().ok()?;
    // No word of these tests has a line's end inside.
    (0..count).map(|_| line().and_then(|_| line())).collect()
}
