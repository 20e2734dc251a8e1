//! The protocol's loop with a host that does nothing, and each embedded engine through the whole protocol.

use serde_json::{Map, Value};

use super::protocol::LINE;
use super::*;

/// Sends the lines and gives the replies.
fn talk(host: &mut dyn Host, requests: &str) -> String {
    let mut output = Vec::new();
    serve(ECHO, host, requests.as_bytes(), &mut output).unwrap();
    String::from_utf8(output).unwrap().trim_end().to_owned()
}

const ECHO: Identity = Identity { name: "echo", version: "1" };

struct Echo;

impl Host for Echo {
    fn hello(&mut self, _language: &str, options: &Map<String, Value>) -> Result<Offer, Failure> {
        no_options(options)?;
        Ok(Offer { language: "text", ops: &["reset", "query"] })
    }

    fn reset(&mut self) -> Result<(), Failure> {
        Ok(())
    }

    fn query(&mut self, text: &str, limit: u64, reply: &mut Json) -> Result<(), Failure> {
        reply.object(|json| {
            json.key("columns");
            json.strings([text])?;
            if text == "fail" {
                let failure = Failure::new(Phase::Compile, "Refused", "no");
                return Err(Failure { at: Some((1, 2)), detail: Some("Why".into()), ..failure });
            }
            json.key("rows");
            json.list(|json| {
                json.integer(limit);
                Ok(())
            })
        })
    }
}

#[test]
fn every_request_gets_one_reply_in_order() {
    let requests = r#"{"op":"hello","protocol":1,"language":"text","options":{}}
{"op":"reset"}
{"op":"query","text":"a"}
{"op":"query","text":"b","rows":3}"#;
    assert_eq!(
        talk(&mut Echo, requests),
        r#"{"protocol":1,"name":"echo","version":"1","ops":["reset","query"]}
{"ok":true}
{"columns":["a"],"rows":[10000]}
{"columns":["b"],"rows":[3]}"#
    );
}

#[test]
fn an_error_replaces_what_was_written_before_it() {
    assert_eq!(
        talk(&mut Echo, r#"{"op":"query","text":"fail"}"#),
        r#"{"error":{"phase":"compile","class":"Refused","message":"no","detail":"Why","at":[1,2]}}"#
    );
}

#[test]
fn a_request_that_cannot_be_served_is_an_error_and_not_the_end() {
    let cases = [
        ("", "BadRequest"),
        ("{", "BadRequest"),
        ("[]", "BadRequest"),
        ("\u{0}", "BadRequest"),
        (r#"{"op":7}"#, "BadRequest"),
        (r#"{"op":"query"}"#, "BadRequest"),
        (r#"{"op":"query","text":"a","rows":-1}"#, "BadRequest"),
        (r#"{"op":"load"}"#, "BadRequest"),
        (r#"{"op":"load","graph":{}}"#, "UnknownOperation"),
        (r#"{"op":"dump"}"#, "UnknownOperation"),
        (r#"{"op":"fly"}"#, "UnknownOperation"),
        (r#"{"op":"hello","protocol":2}"#, "BadRequest"),
        (r#"{"op":"hello","protocol":1,"language":"other"}"#, "BadRequest"),
        (r#"{"op":"hello","protocol":1,"options":{"a":1}}"#, "BadRequest"),
    ];
    for (line, class) in cases {
        let replies = talk(&mut Echo, &format!("{line}\n{{\"op\":\"reset\"}}\n"));
        let (first, second) = replies.split_once('\n').unwrap();
        assert!(first.contains(&format!(r#""class":"{class}""#)), "{line}: {first}");
        assert_eq!(second, r#"{"ok":true}"#, "{line}");
    }
}

#[test]
fn an_error_is_called_by_its_variant() {
    for (shown, name) in [
        ("Cancelled", "Cancelled"),
        ("Io(Error { kind: NotFound })", "Io"),
        ("Arity { name: \"f\" }", "Arity"),
        ("\"text\"", ""),
    ] {
        assert_eq!(variant(shown), name);
    }
}

#[test]
fn a_request_nested_without_end_is_refused() {
    let line = format!(r#"{{"op":"load","graph":{}"#, "[".repeat(1 << 20));
    assert!(talk(&mut Echo, &line).contains("BadRequest"));
}

#[test]
fn a_line_too_long_is_refused_alone() {
    let mut requests = vec![b' '; LINE + 9];
    requests.extend_from_slice(b"\n{\"op\":\"reset\"}");
    let mut output = Vec::new();
    serve(ECHO, &mut Echo, requests.as_slice(), &mut output).unwrap();
    let replies = String::from_utf8(output).unwrap();
    let (first, second) = replies.split_once('\n').unwrap();
    assert!(first.contains("BadRequest"), "{first}");
    assert_eq!(second, "{\"ok\":true}\n");
}

#[cfg(feature = "embedded")]
mod embedded;
