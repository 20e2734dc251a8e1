//! A Gremlin Server in a thread that answers by the words of the text.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value as Json, json};
use tungstenite::{Message, WebSocket};

use crate::tests::listen::{Then, listen};

/// The server, and the requests that it has heard.
pub(super) struct Toy {
    port: u16,
    heard: Arc<Mutex<Vec<Json>>>,
}

impl Toy {
    pub(super) fn new() -> Self {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let ears = Arc::clone(&heard);
        let port = listen(move |stream| {
            serve(stream, &ears);
            Then::GoOn
        });
        Self { port, heard }
    }

    pub(super) fn url(&self, scheme: &str) -> String {
        format!("{scheme}://127.0.0.1:{}", self.port)
    }

    pub(super) fn heard(&self) -> Vec<Json> {
        self.heard.lock().unwrap().clone()
    }
}

fn serve(mut stream: TcpStream, ears: &Mutex<Vec<Json>>) {
    let mut start = [0; 4];
    while stream.peek(&mut start).is_ok_and(|count| count > 0) {
        if start == *b"POST" {
            let body = read_body(&mut stream);
            ears.lock().unwrap().push(body.clone());
            if stream.write_all(post(body["gremlin"].as_str().unwrap()).as_bytes()).is_err() {
                return;
            }
            continue;
        }
        let Ok(mut socket) = tungstenite::accept(stream) else { return };
        while let Ok(message) = socket.read() {
            let Ok(request) = serde_json::from_slice(&message.into_data()) else { return };
            ears.lock().unwrap().push(request);
            let request = ears.lock().unwrap().last().unwrap().clone();
            if !answer(&mut socket, &request) {
                return;
            }
        }
        return;
    }
}

fn read_body(stream: &mut TcpStream) -> Json {
    let mut bytes = Vec::new();
    let mut byte = [0];
    while !bytes.ends_with(b"\r\n\r\n") && stream.read_exact(&mut byte).is_ok() {
        bytes.push(byte[0]);
    }
    let head = String::from_utf8(bytes).unwrap().to_ascii_lowercase();
    let length = head.split("content-length: ").nth(1).unwrap().lines().next().unwrap().parse().unwrap();
    let mut body = vec![0; length];
    stream.read_exact(&mut body).unwrap();
    serde_json::from_slice(&body).unwrap()
}

fn list(items: &[Json]) -> Json {
    json!({"@type": "g:List", "@value": items})
}

fn int(number: i64) -> Json {
    json!({"@type": "g:Int64", "@value": number})
}

fn post(text: &str) -> String {
    let (status, body) = match text {
        "g.three()" => ("200 OK", full("x", 200, &list(&[int(1), int(2), int(3)]))),
        "g.four()" => ("200 OK", full("x", 200, &list(&[int(1), int(2), int(3), int(4)]))),
        "g.wrong()" => (
            "500 Internal Server Error",
            json!({"message": "not so", "Exception-Class": "java.lang.IllegalStateException", "exceptions": []}),
        ),
        "g.late()" => (
            "500 Internal Server Error",
            json!({"message": "m", "Exception-Class": "java.util.concurrent.TimeoutException"}),
        ),
        _ => ("503 Service Unavailable", json!("busy")),
    };
    let body = body.to_string();
    let length = body.len();
    format!("HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}")
}

fn full(id: &str, code: u64, data: &Json) -> Json {
    json!({"requestId": id, "status": {"code": code, "message": "", "attributes": {}}, "result": {"data": data, "meta": {}}})
}

fn refusal(id: &str, code: u64, message: &str, exceptions: &[&str]) -> Json {
    let exceptions: Vec<Json> = exceptions.iter().map(|name| json!(name)).collect();
    let attributes =
        json!({"@type": "g:Map", "@value": ["exceptions", list(&exceptions), "stackTrace", "..."]});
    let status = json!({"code": code, "message": message, "attributes": attributes});
    json!({"requestId": id, "status": status, "result": {"data": null, "meta": {}}})
}

/// Answers a request; false ends the connection.
fn answer(socket: &mut WebSocket<TcpStream>, request: &Json) -> bool {
    let id = request["requestId"].as_str().unwrap().to_owned();
    let text = request.pointer("/args/gremlin").and_then(Json::as_str).unwrap_or("login");
    let ok = |items: &[Json]| full(&id, 200, &list(items));
    let reply = match text {
        "g.three()" => {
            let part = full(&id, 206, &list(&[int(1), int(2)]));
            return send(socket, part) && send(socket, ok(&[int(3)]));
        }
        "g.four()" => {
            let part = full(&id, 206, &list(&[int(1), int(2), int(3), int(4)]));
            return send(socket, part) && send(socket, ok(&[int(5)]));
        }
        "g.none()" => full(&id, 204, &Json::Null),
        "g.secret()" => refusal(&id, 407, "who?", &[]),
        "login" => ok(&[request["args"]["sasl"].clone()]),
        "g.parse(" => refusal(
            &id,
            597,
            "Query parsing failed at line 1, character position at 8, error message",
            &["org.apache.tinkerpop.gremlin.language.grammar.GremlinParserException"],
        ),
        "g.wrong()" => refusal(
            &id,
            597,
            "cannot be cast",
            &["javax.script.ScriptException", "a.Outer$ClassCastException", "a.Last"],
        ),
        "g.unnamed()" => refusal(&id, 499, "no", &[]),
        "g.late()" => refusal(&id, 598, "evaluation exceeded the limit", &[]),
        "hopeless" => refusal(&id, 597, "gremlin-groovy is not an available GremlinScriptEngine", &["x.Y"]),
        "g.other()" => full("another", 200, &list(&[])),
        "g.strange()" => ok(&[json!({"@type": "g:Int32", "@value": "x"})]),
        text if STRANGE.contains(&text) => return misbehave(socket, text),
        text if text.starts_with("g.addV") => ok(&[json!({"@type": "g:Map", "@value": [
            "v0", vertex(70), "v1", vertex(71), "e0", edge(&json!({"@type": "x:Id", "@value": {"relationId": "7-a"}})),
        ]})]),
        "g.V()" => ok(&[vertex(70), vertex(9), edge(&json!("7-a"))]),
        "VERTICES" => ok(&[row(&[int(70), list(&[json!("A")])]), row(&[int(71), list(&[json!("vertex")])])]),
        "EDGES" => {
            let map = json!({"@type": "g:Map", "@value": ["k", {"@type": "g:Double", "@value": 2.5}]});
            let id = json!({"@type": "x:Id", "@value": {"relationId": "7-a"}});
            ok(&[list(&[id, json!("T"), int(70), int(71), map])])
        }
        _ => ok(&[Json::Null]),
    };
    send(socket, reply)
}

/// The texts that are not answered in the protocol, or not in time.
const STRANGE: [&str; 7] =
    ["g.deep()", "g.half()", "g.noise()", "g.long()", "g.close()", "g.slow()", "g.pings()"];

fn misbehave(socket: &mut WebSocket<TcpStream>, text: &str) -> bool {
    match text {
        "g.deep()" => {
            let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
            socket.send(Message::text(deep)).is_ok()
        }
        "g.half()" => socket.send(Message::text("{\"requestId\":")).is_ok(),
        "g.noise()" => socket.get_mut().write_all(&[0xFF; 40]).is_ok(),
        // A frame that says to be longer than any that is read.
        "g.long()" => socket.get_mut().write_all(&[0x81, 127, 0, 0, 0, 1, 0, 0, 0, 0, 0]).is_ok(),
        "g.slow()" => {
            let mut bytes = vec![0x81, 126, 1, 0];
            bytes.extend([b' '; 256]);
            bytes.iter().all(|byte| {
                std::thread::sleep(Duration::from_millis(40));
                socket.get_mut().write_all(&[*byte]).is_ok()
            })
        }
        "g.pings()" => (0..100).all(|_| {
            std::thread::sleep(Duration::from_millis(20));
            socket.send(Message::Ping(vec![1].into())).is_ok()
        }),
        _ => false,
    }
}

fn row(items: &[Json]) -> Json {
    let empty = json!({"@type": "g:Map", "@value": []});
    json!({"@type": "g:Map", "@value": ["i", items[0], "l", items[1], "p", empty]})
}

fn vertex(id: i64) -> Json {
    json!({"@type": "g:Vertex", "@value": {"id": int(id), "label": "A"}})
}

fn edge(id: &Json) -> Json {
    json!({"@type": "g:Edge", "@value": {"id": id, "label": "T", "inV": int(71), "outV": int(70)}})
}

fn send(socket: &mut WebSocket<TcpStream>, reply: Json) -> bool {
    socket.send(Message::text(reply.to_string())).is_ok()
}
