//! The vendor's own client, with which a finding is shown to those who do not have this tool.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{CatalogueError, Entry};

/// The vendor's own client: what a script needs to show a finding to someone who does not have this tool. Values
/// of a finding reach the two programs as variables and files, never as their text.
///
/// What several engines have in common stands in `catalogue/clients/NAME.toml`; an entry names that as `shared`, and
/// what it says itself goes before.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Client {
    /// The name of the description that it has in common with others.
    pub shared: Option<String>,
    /// What it is, in a few words.
    pub about: String,
    /// Its version, where that is not the engine's.
    pub version: Option<String>,
    /// Shell commands that put its version `$version` into the folder `$client`; none: there is nothing to be had.
    pub get: String,
    /// The Python that runs `program`: a path in the client's folder. None: the system's.
    pub python: Option<String>,
    /// A Python class `Client`. `Client()` is an empty database, `run(text)` gives columns (or None) and rows, or
    /// raises; `load(text)` puts in a graph file, where the catalogue has no texts that load a graph;
    /// `element(value)` gives the kind and the id of a vertex or an edge, and may give its labels and properties,
    /// `value(value)` the form of the contract for what JSON does not have, `blur(value)` what is left of a value when
    /// the client has shown it. One that speaks to a server is a `Server`, which has what such clients share.
    pub program: String,
    /// What the address of a server looks like that it speaks to; none: it needs no server.
    pub address: Option<String>,
    /// The options of `docker run` by which the engine's container image is a server of that address.
    pub docker: Option<String>,
    /// Where it does not behave as the engine that is hosted here.
    pub differs: Vec<Difference>,
}

impl Client {
    /// Takes over what is said of all that share it.
    pub(super) fn take_over(&mut self, shared: &Self) {
        let own = std::mem::replace(self, shared.clone());
        let text = |own: String, shared: &String| if own.is_empty() { shared.clone() } else { own };
        self.about = text(own.about, &shared.about);
        self.get = text(own.get, &shared.get);
        self.program = text(own.program, &shared.program);
        self.shared = own.shared;
        self.version = own.version.or_else(|| shared.version.clone());
        self.python = own.python.or_else(|| shared.python.clone());
        self.address = own.address.or_else(|| shared.address.clone());
        self.docker = own.docker.or_else(|| shared.docker.clone());
        self.differs.extend(own.differs);
    }

    /// True when which version it is of hangs on the engine's.
    pub fn is_of_the_engines_version(&self) -> bool {
        !self.get.is_empty() && self.version.is_none()
    }
}

/// Queries that a client does not answer as the engine does: such a finding is not shown by it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Difference {
    /// The features of such a query, all of them.
    pub features: Vec<String>,
    /// Why, as the end of a sentence: "..., because {reason}".
    pub reason: String,
}

/// Reads what the clients of several engines have in common.
pub(super) fn read(texts: &BTreeMap<String, String>) -> Result<BTreeMap<String, Client>, CatalogueError> {
    let clients = texts.iter().map(|(name, text)| match toml::from_str(text) {
        Ok(client) => Ok((name.clone(), client)),
        Err(error) => Err(CatalogueError {
            file: format!("catalogue/clients/{name}.toml"),
            reason: error.to_string().trim_end().to_owned(),
        }),
    });
    clients.collect()
}

/// Gives the clients of an entry what they have in common with others.
pub(super) fn share(entry: &mut Entry, clients: &BTreeMap<String, Client>) -> Result<(), String> {
    for (language, speech) in &mut entry.language {
        let Some(client) = &mut speech.client else { continue };
        let Some(name) = client.shared.clone() else { continue };
        let shared = clients.get(&name).ok_or_else(|| {
            let known: Vec<&str> = clients.keys().map(String::as_str).collect();
            format!("language.{language}: no client is called {name:?}; known are {}", known.join(", "))
        })?;
        client.take_over(shared);
    }
    Ok(())
}
