//! A server of ArcadeDB's protocol in a thread that answers by the words of the query.

use std::io::{BufRead, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::sync::{Arc, Mutex};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value as Json, json};

use crate::tests::listen::{Then, listen};

/// The server.
pub(super) struct Toy {
    port: u16,
    heard: Arc<Mutex<Vec<String>>>,
}

impl Toy {
    /// A server that knows one user, `me` with a password, or lets everybody in.
    pub(super) fn new(password: Option<&'static str>) -> Self {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let shared = Arc::clone(&heard);
        let port = listen(move |stream| talk(&stream, password, &shared).unwrap_or(Then::GoOn));
        Self { port, heard }
    }

    /// Its address, with a login before it and a path behind it.
    pub(super) fn url(&self, login: &str, path: &str) -> String {
        format!("http://{login}127.0.0.1:{}{path}", self.port)
    }

    /// What was asked of it: method and path, and the language and the text of a command.
    pub(super) fn heard(&self) -> Vec<String> {
        self.heard.lock().unwrap().clone()
    }
}

struct Heard {
    line: String,
    login: Option<String>,
    body: Json,
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
    let header = |name: &str| {
        let lines = lines.iter().filter_map(|line| line.split_once(": "));
        lines.clone().find(|(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, value)| value.to_owned())
    };
    let length = header("content-length").map_or(0, |length| length.parse().unwrap());
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let body = serde_json::from_slice(&body).unwrap_or_default();
    let line = lines.first()?.rsplit_once(' ')?.0.to_owned();
    Some(Heard { line, login: header("authorization"), body })
}

/// A conversation, to its end.
fn talk(mut stream: &TcpStream, password: Option<&str>, heard: &Mutex<Vec<String>>) -> Option<Then> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    loop {
        let Heard { line, login, body } = read(&mut reader)?;
        let field = |name: &str| body.get(name).and_then(Json::as_str).unwrap_or_default().to_owned();
        let (language, text) = (field("language"), field("command"));
        heard.lock().unwrap().push(format!("{line} {language} {text}").trim_end().replace("  ", " "));
        let right =
            password.map(|password| format!("Basic {}", BASE64_STANDARD.encode(format!("me:{password}"))));
        if right.is_some() && login != right {
            let (status, headers) = match login {
                None => ("401 Unauthorized", "WWW-Authenticate: Basic\r\n"),
                Some(_) => ("403 Forbidden", ""),
            };
            let what = json!({"error": "Security error", "detail": "User/Password not valid",
                "exception": "com.arcadedb.server.security.ServerSecurityException"});
            send(stream, status, headers, &what.to_string())?;
            continue;
        }
        let (status, answer) = match (line.as_str(), text.as_str()) {
            ("GET /api/v1/server?mode=basic", _) => {
                ("200 OK", r#"{"version":"24.2.1 (build x/1/main)"}"#.to_owned())
            }
            (line, _) if line.starts_with("GET /api/v1/exists/") => {
                ("200 OK", json!({"result": line.ends_with("/tests")}).to_string())
            }
            ("POST /api/v1/server", _) => ("200 OK", r#"{"result":"ok"}"#.to_owned()),
            (_, "cut") => return Some(Then::GoOn),
            (_, "die") => return Some(Then::Die),
            (_, "silent") => return reader.read_to_end(&mut Vec::new()).ok().map(|_| Then::GoOn),
            (_, "noise") => return stream.write_all(b"?what\r\n\r\n").ok().map(|()| Then::GoOn),
            (_, "short") => {
                let head = b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"result\":[";
                return stream.write_all(head).ok().map(|()| Then::GoOn);
            }
            (_, "huge") => {
                stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2147483648\r\n\r\n{").ok()?;
                return drip(stream);
            }
            (_, text) => answer(text),
        };
        send(stream, status, "", &answer)?;
    }
}

fn send(mut stream: &TcpStream, status: &str, headers: &str, body: &str) -> Option<()> {
    let length = body.len();
    let text = format!("HTTP/1.1 {status}\r\n{headers}Content-Length: {length}\r\n\r\n{body}");
    // In pieces, so that every reader has to put them together.
    text.as_bytes().chunks(50).try_for_each(|piece| stream.write_all(piece).ok())
}

/// Sends on for ever.
fn drip(mut stream: &TcpStream) -> Option<Then> {
    let much = vec![b' '; 1 << 20];
    while stream.write_all(&much).is_ok() {}
    None
}

fn rows(rows: &str) -> (&'static str, String) {
    ("200 OK", format!(r#"{{"user":"root","result":{rows},"truncated":false}}"#))
}

fn refused(status: &'static str, exception: &str, detail: &str) -> (&'static str, String) {
    let error = json!({"error": "Cannot execute command", "exception": exception, "detail": detail});
    (status, error.to_string())
}

fn answer(text: &str) -> (&'static str, String) {
    let node = r##"{"@rid":"#1:0","@type":"A","k":1,"@cat":"v"}"##;
    let other = r##"{"@rid":"#4:0","@type":"~NO_LABEL~","@cat":"v"}"##;
    let edge = r##"{"@rid":"#7:0","@type":"T","@cat":"e","@in":"#4:0","@out":"#1:0"}"##;
    match text {
        "one" | "SELECT" => rows(r#"[{"x":1}]"#),
        "four" => rows(r#"[{"x":1},{"x":2},{"x":3},{"x":4}]"#),
        "none" => rows("[]"),
        "half" => ("200 OK", r#"{"result":[{"x":1}"#.to_owned()),
        "html" => ("200 OK", "<p>".to_owned()),
        "flat" => ("200 OK", r#"{"result":"ok"}"#.to_owned()),
        "deep" => rows(&format!("[{{\"x\":{}}}]", "[".repeat(10_000))),
        "uneven" => rows(r#"[{"x":1},{"y":1}]"#),
        "syntax" => refused(
            "400 Bad Request",
            "com.arcadedb.exception.CommandParsingException",
            "Syntax error at line 1:7 - mismatched input",
        ),
        "fault" => refused("500 Internal Server Error", "java.lang.NullPointerException", ""),
        "type" => refused(
            "400 Bad Request",
            "com.arcadedb.exception.CommandExecutionException",
            "TypeError: no number",
        ),
        "busy" => ("503 Service Unavailable", String::new()),
        "path" => rows(&format!(
            r#"[{{"p":{{"_type":"path","nodes":[{node},{other}],"relationships":[{edge}],"length":1}}}}]"#
        )),
        "VERTEX :A" => rows(&format!("[{node}]")),
        "VERTEX" => rows(&format!("[{other}]")),
        "stranger" => rows(&format!("[{}]", node.replace("#1:0", "#1:9"))),
        "VERTICES" => rows(&format!(r#"[{{"id":{node},"labels":["A"],"properties":{{"k":1}}}}]"#)),
        "EDGES" => rows(&format!(
            r#"[{{"id":{edge},"type":"T","source":{node},"target":{node},"properties":{{}}}}]"#
        )),
        _ if text.starts_with("EDGE") => rows(&format!("[{edge}]")),
        _ => rows("[]"),
    }
}
