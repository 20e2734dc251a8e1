//! What a check says of an engine.

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::compare::Symptom;

/// What is known of a query's errors before an engine sees it (design, "verdict").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ErrorStatus {
    /// No sub-expression raises on any row, even when all are evaluated eagerly.
    Never,
    /// Some order of evaluation raises, another does not.
    May,
    /// Every order of evaluation raises.
    Must,
}

/// The kind of a violation; the words are a contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Other rows than expected.
    WrongResult,
    /// The right rows in a wrong order.
    WrongOrder,
    /// Another graph than expected after a write.
    WrongState,
    /// Other counters than expected.
    WrongCounters,
    /// An answer where every order of evaluation raises.
    MissingError,
    /// An error where none can arise.
    UnexpectedError,
    /// The engine says that it is at fault itself.
    InternalError,
    /// The engine's process ended.
    Crash,
    /// No answer within the deadline.
    Hang,
    /// An answer that is not in the protocol.
    Protocol,
    /// The graph that the engine holds is not the one that was loaded.
    Load,
    /// A construct that an earlier version accepted is rejected.
    CapabilityLost,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 12] = [
        Kind::WrongResult,
        Kind::WrongOrder,
        Kind::WrongState,
        Kind::WrongCounters,
        Kind::MissingError,
        Kind::UnexpectedError,
        Kind::InternalError,
        Kind::Crash,
        Kind::Hang,
        Kind::Protocol,
        Kind::Load,
        Kind::CapabilityLost,
    ];
}

impl std::fmt::Display for Kind {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.serialize(out)
    }
}

/// Whom a step talks to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The engine under test.
    Target,
    /// The engine that it is compared with.
    Peer,
}

/// What a check found.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// The law holds.
    Holds,
    /// It does not.
    Violated(Box<Violation>),
    /// Nothing can be said; the text says why in a few words.
    Inconclusive(String),
    /// A law is broken by answers that are all the reference's own: the law does not hold, or both are wrong alike.
    /// That accuses no engine.
    Unsound(Box<Violation>),
}

impl Verdict {
    /// Why nothing can be said, where that is so.
    pub fn inconclusive(&self) -> Option<&str> {
        match self {
            Self::Holds | Self::Violated(_) => None,
            Self::Inconclusive(why) => Some(why),
            Self::Unsound(_) => Some("the law is broken by answers that the reference gives as well"),
        }
    }
}

/// A broken law.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Violation {
    /// What kind.
    pub kind: Kind,
    /// Who is accused.
    pub accused: Role,
    /// The index of the step that shows it.
    pub step: usize,
    /// What was expected, as JSON of an answer; null where the kind says it all.
    pub expected: Json,
    /// What came.
    pub got: Json,
    /// How the rows differ, where rows were compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symptom: Option<Symptom>,
    /// Class and message of an error, or how a process ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

impl Violation {
    /// True when the other violation shows the same failure: what reduction must keep.
    pub fn resembles(&self, other: &Violation) -> bool {
        self.kind == other.kind
            && self.accused == other.accused
            && self.symptom == other.symptom
            && self.error_class() == other.error_class()
    }

    /// True when an error came that says that the text is not in the language.
    pub fn is_of_parser(&self) -> bool {
        let phase = self.got.get("error").and_then(|error| error.get("phase"));
        phase.and_then(Json::as_str) == Some("parse")
    }

    /// The class of the error that came, if one came.
    pub fn error_class(&self) -> Option<&str> {
        self.got.get("error")?.get("class")?.as_str()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_the_kinds_are_a_contract() {
        let words: Vec<String> = Kind::ALL.iter().map(ToString::to_string).collect();
        let expected = "wrong-result wrong-order wrong-state wrong-counters missing-error unexpected-error \
                        internal-error crash hang protocol load capability-lost";
        assert_eq!(words.join(" "), expected);
    }
}
