//! What a script must know of a server: how it is spoken to and emptied, and how to get one. All of it is the
//! catalogue's; whoever runs the script gives the address, and user and password where the server asks for them.

use quarrel_engine::catalogue::{Client, Endpoint, Entry};
use serde_json::{Value as Json, json};

/// How a server of an engine is spoken to and emptied; none where the client needs no server. It may be one of another
/// version, to see whether that has the bug: what is left behind is dropped in the words of every version.
pub(crate) fn settings(client: &Client, entry: &Entry, language: &str, version: &str) -> Option<Json> {
    let address = client.address.as_ref()?;
    let speech = entry.language.get(language)?;
    let Endpoint { base, query, update, reader, source, language, .. } = entry.endpoint.at(version);
    let leftovers: Vec<&str> = speech.leftovers.iter().map(|left| left.texts.as_str()).collect();
    Some(json!({
        "address": address, "schemes": entry.protocol.schemes(), "base": base, "query": query, "update": update,
        "reader": reader, "source": source, "language": language, "occupied": speech.occupied,
        "declared": speech.declarations().collect::<Vec<_>>(),
        "reset": speech.reset, "leftovers": leftovers,
    }))
}

/// What a script says that is run without an address. The version is none where it is not known.
pub(crate) fn usage(client: &Client, entry: &Entry, version: Option<&str>) -> String {
    let address = client.address.as_deref().unwrap_or_default();
    let name = &entry.name;
    let of = version.map(|version| format!(" {version}")).unwrap_or_default();
    let mut text = format!(
        "usage: replay.sh {address}\n\
         The address is that of an empty server of {name}{of}; REPLAY_SERVER says it as well.\n\
         REPLAY_USER and REPLAY_PASSWORD are sent where the server asks who is there."
    );
    if let Some(run) = docker(client, entry, version) {
        text.push_str(&format!("\nTo start one: {run}"));
    }
    // Only what is pinned is started by a name.
    if let Some(version) = version.filter(|version| entry.versions.iter().any(|pinned| pinned == version)) {
        text.push_str(&format!(
            "\nQuarrel starts one, and prints its address: quarrel engines start {name}@{version}"
        ));
    }
    text
}

/// How the container that the engine's project publishes is run.
pub(crate) fn docker(client: &Client, entry: &Entry, version: Option<&str>) -> Option<String> {
    let options = client.docker.as_ref()?;
    Some(format!("docker run --rm {options} {}", entry.container(version?)?))
}
