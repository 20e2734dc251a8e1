//! The one stream of events: the truth of a hunt on disk, and what every reporter listens to.

use std::io::Write as _;
use std::path::Path;

use fs_err::File;
use quarrel_case::engine::Identity;
use quarrel_case::verdict::Violation;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::journal::Mark;
use crate::tally::Tally;

/// Something that happened in a hunt.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// The hunt begins.
    Started {
        /// Quarrel's version.
        version: String,
        /// The seed.
        seed: u64,
        /// The options, as JSON.
        options: Json,
        /// The engines.
        engines: Vec<Identity>,
    },
    /// A round begins.
    RoundStarted {
        /// Its number.
        round: u64,
        /// Its language.
        language: String,
    },
    /// A check found something.
    Violation(Box<RawViolation>),
    /// An engine did not survive a request, or did not answer, and will be started again; or it was not there for one.
    EngineDown {
        /// The round.
        round: u64,
        /// The engine.
        engine: Identity,
        /// What became of the request.
        outcome: String,
        /// How the process ended.
        message: String,
    },
    /// A round is over.
    RoundEnded {
        /// Its number.
        round: u64,
        /// Its language.
        language: String,
        /// The digest of its cases; none when the round was cut.
        digest: Option<String>,
        /// What was counted in it.
        tally: Box<Tally>,
    },
    /// Reduction begins.
    Reducing {
        /// How many violations.
        violations: usize,
    },
    /// A violation was reduced.
    Reduced {
        /// The id of its finding.
        id: String,
        /// What it took, replays included.
        seconds: f64,
    },
    /// A violation became a finding, or a duplicate, or flaky.
    Settled {
        /// The finding's id.
        id: String,
        /// `finding`, `similar`, `flaky`, `excused`, `in-doubt` or `unexplained`.
        state: String,
    },
    /// The hunt is over.
    Ended {
        /// Seconds of hunting, without reduction.
        wall_seconds: f64,
    },
}

/// A violation as it was found, with all that is needed to see it again.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RawViolation {
    /// The id that its finding has or would have.
    pub id: String,
    /// The round.
    pub round: u64,
    /// The number of the case in its round.
    pub case: u64,
    /// The language.
    pub language: String,
    /// The oracle.
    pub oracle: String,
    /// The engine that is accused.
    pub engine: Identity,
    /// How the target was named on the command line.
    pub target: String,
    /// How the peer was named, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub peer: Option<String>,
    /// The features of the query.
    pub features: Vec<String>,
    /// What is wrong.
    pub violation: Violation,
    /// The text of the query as the target was given it.
    pub text: String,
    /// The syntax tree.
    pub tree: Json,
    /// What the oracle drew beside graph and query.
    #[serde(default, skip_serializing_if = "Json::is_null")]
    pub parameters: Json,
    /// The check.
    pub check: Json,
    /// The graph.
    pub graph: Json,
    /// What the accused engine had been sent before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub history: Option<Mark>,
    /// Seconds since the hunt began, as the log saw it.
    #[serde(default)]
    pub seconds: f64,
}

impl RawViolation {
    /// What roughly tells causes apart before reduction.
    pub fn bucket(&self) -> String {
        let symptom = self.violation.symptom.map(|symptom| format!("{symptom:?}")).unwrap_or_default();
        let message = crate::signature::error(&self.violation, &self.text);
        format!("{} {} {} {symptom} {message}", self.language, self.engine, self.violation.kind)
    }
}

/// Something that is told every event.
pub trait Listener {
    /// Takes note of an event.
    fn hear(&mut self, event: &Event);
}

/// The event log: a line of JSON per event, on disk before anything else hears of it.
pub struct EventLog {
    out: Box<dyn std::io::Write>,
}

impl EventLog {
    /// A log in a new file.
    pub fn create(path: &Path) -> std::io::Result<Self> {
        Ok(Self { out: Box::new(File::create(path)?) })
    }

    /// A log on standard output.
    pub fn stdout() -> Self {
        Self { out: Box::new(std::io::stdout()) }
    }

    /// Writes an event down.
    pub fn write(&mut self, event: &Event) -> std::io::Result<()> {
        let mut line = serde_json::to_string(event)?;
        line.push('\n');
        self.out.write_all(line.as_bytes())?;
        self.out.flush()
    }
}
