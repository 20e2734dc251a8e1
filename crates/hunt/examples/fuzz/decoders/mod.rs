//! What reads answers as they come from servers and workers. Each is given texts that are nearly such answers.

mod graphson;
mod packstream;
mod records;
mod resp;
mod results;
mod worker;

use quarrel_case::choices::Choices;

/// What reads the answers of one protocol.
#[derive(Clone, Copy)]
pub(crate) struct Decoder {
    /// What it is called.
    pub(crate) name: &'static str,
    /// The languages whose servers send what it reads.
    pub(crate) languages: &'static [&'static str],
    /// Makes a text that is nearly an answer.
    pub(crate) text: fn(&mut Choices) -> String,
    /// Reads a text.
    pub(crate) attempt: fn(&str),
}

/// All of them.
pub(crate) const DECODERS: &[Decoder] = &[
    Decoder { name: "graphson", languages: &["gremlin"], text: graphson::text, attempt: graphson::attempt },
    Decoder {
        name: "packstream",
        languages: &["cypher"],
        text: packstream::text,
        attempt: packstream::attempt,
    },
    Decoder { name: "records", languages: &["cypher"], text: records::text, attempt: records::attempt },
    Decoder { name: "resp", languages: &["cypher"], text: resp::text, attempt: resp::attempt },
    Decoder { name: "results", languages: &["sparql"], text: results::text, attempt: results::attempt },
    Decoder {
        name: "worker",
        languages: &["cypher", "gremlin", "sparql"],
        text: worker::text,
        attempt: worker::attempt,
    },
];
