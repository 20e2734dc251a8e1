//! `--config` in the form of GDsmith's composite JSON, so that who has such a file can keep it.
//!
//! It names running servers: `{"NAME@LABEL": {"host", "port", "username", "password", "restart-command"}}`
//! (GDsmith's README, "Using GDsmith"). NAME chooses the driver; LABEL is only what the user calls the server, and
//! its version is asked of it. A command of the file is not run: a server that we did not start is not ours to
//! start again, and what it answers meanwhile is a finding.

use std::collections::BTreeMap;

use quarrel_engine::Catalogue;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::Value as Json;

/// A running server.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Server {
    #[serde(default = "local")]
    host: String,
    port: u16,
    #[serde(default)]
    username: String,
    #[serde(default, deserialize_with = "secret")]
    password: String,
    #[serde(rename = "restart-command")]
    _restart_command: Option<String>,
}

/// A text, of which no error repeats anything.
fn secret<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    match Json::deserialize(from)? {
        Json::String(text) => Ok(text),
        _ => Err(D::Error::custom("the password is no text")),
    }
}

fn local() -> String {
    "127.0.0.1".to_owned()
}

/// The servers that the text names, each as a SPEC, in the order of their names.
///
/// # Errors
///
/// In one line what is wrong with the text; it repeats no password.
pub(crate) fn read(text: &str, catalogue: &Catalogue) -> Result<Vec<String>, String> {
    let servers: BTreeMap<String, Server> = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if servers.is_empty() {
        return Err("it names no server".to_owned());
    }
    servers.iter().map(|(key, server)| spec(key, server, catalogue)).collect()
}

fn spec(key: &str, server: &Server, catalogue: &Catalogue) -> Result<String, String> {
    let name = key.split_once('@').map_or(key, |(name, _)| name);
    let entry = catalogue.entries().iter().find(|entry| entry.name == name);
    let entry = entry.ok_or_else(|| format!("unknown engine {name:?}"))?;
    let scheme = entry.protocol.schemes().first().ok_or_else(|| format!("{name} is no server"))?;
    let Server { host, port, username, password, .. } = server;
    let host = if host.contains(':') { format!("[{host}]") } else { host.clone() };
    let login = match username.as_str() {
        "" => String::new(),
        user => format!("{}:{}@", escaped(user), escaped(password)),
    };
    Ok(format!("{key}+{scheme}://{login}{host}:{port}"))
}

/// Undone where an address is read.
fn escaped(text: &str) -> String {
    text.replace('%', "%25").replace(':', "%3A").replace('@', "%40").replace('/', "%2F")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn specs(text: &str) -> Result<Vec<String>, String> {
        read(text, &Catalogue::builtin().unwrap())
    }

    #[test]
    fn each_server_is_named_with_its_label() {
        let text = r#"{
            "neo4j@latest": {"port": 7687, "host": "localhost", "username": "neo4j", "password": "p:a@s/s"},
            "neo4j@4.4.12": {"port": 10101, "host": "::1", "restart-command": "rm -rf /"},
            "neo4j": {"port": 1}
        }"#;
        let expected = [
            "neo4j+bolt://127.0.0.1:1",
            "neo4j@4.4.12+bolt://[::1]:10101",
            "neo4j@latest+bolt://neo4j:p%3Aa%40s%2Fs@localhost:7687",
        ];
        assert_eq!(specs(text).unwrap(), expected);
    }

    #[test]
    fn what_is_wrong_is_said_in_one_line() {
        for (text, part) in [
            ("{}", "it names no server"),
            (r#"{"nosuch@1": {"port": 1}}"#, "unknown engine \"nosuch\""),
            (r#"{"marsdb@1": {"port": 1}}"#, "marsdb is no server"),
            (r#"{"neo4j@1": {"host": "h"}}"#, "missing field `port`"),
            (r#"{"neo4j@1": {"port": 1, "prot": 2}}"#, "unknown field `prot`"),
            (r#"{"neo4j@1": {"port": 99999}}"#, "expected u16"),
            (r#"{"neo4j@1": {"port": 1, "password": 12345}}"#, "the password is no text"),
            ("[", "expected a map"),
        ] {
            let error = specs(text).unwrap_err();
            assert!(error.contains(part) && !error.contains('\n'), "{text}: {error}");
            assert!(!error.contains("12345"), "{error}");
        }
    }
}
