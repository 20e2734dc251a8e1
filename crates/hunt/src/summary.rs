//! `summary.json`: the hunt in one file, computed from its events and its settled findings.

use std::collections::BTreeMap;

use quarrel_case::engine::Identity;
use quarrel_engine::OpenError;
use serde::Serialize;
use serde_json::{Value as Json, json};
use sha2::{Digest as _, Sha256};

use crate::events::Event;
use crate::finding::Newest;
use crate::round::hex;
use crate::settled::{Settled, State};
use crate::tally::Tally;

/// What a hunt came to.
#[derive(Debug, Clone, Default)]
pub struct Summary {
    /// Quarrel's version.
    pub version: String,
    /// The seed.
    pub seed: u64,
    /// The options.
    pub options: Json,
    /// The engines.
    pub engines: Vec<Identity>,
    /// Rounds at once.
    pub jobs: usize,
    /// Seconds of hunting, without reduction.
    pub wall_seconds: f64,
    /// Rounds that began.
    pub rounds: u64,
    /// Digests of the rounds that were not cut.
    pub digests: BTreeMap<u64, String>,
    /// All counts.
    pub tally: Tally,
    /// What became of the violations.
    pub settled: Vec<Settled>,
    /// Why an engine cannot be had any more, where that ended the hunt or the settling.
    pub gone: Option<OpenError>,
}

/// A finding's line in the summary.
#[derive(Debug, Clone, Serialize)]
struct Line<'a> {
    id: &'a str,
    oracle: &'a str,
    kind: String,
    engine: String,
    group: &'a str,
    path: String,
    raw: u64,
    seen_by: &'a [String],
    newest: Newest,
    /// The switches or the known divergence that excuse it, in a strict hunt.
    #[serde(skip_serializing_if = "Option::is_none")]
    excused_by: Option<&'a str>,
}

impl Summary {
    /// Takes an event into account.
    pub fn hear(&mut self, event: &Event) {
        match event {
            Event::Started { version, seed, options, engines } => {
                self.version.clone_from(version);
                self.seed = *seed;
                self.options = options.clone();
                self.engines.clone_from(engines);
            }
            Event::RoundStarted { .. } => self.rounds += 1,
            Event::RoundEnded { round, digest, tally, .. } => {
                if let Some(digest) = digest {
                    self.digests.insert(*round, digest.clone());
                }
                self.tally.add(tally);
            }
            Event::Ended { wall_seconds } => self.wall_seconds = *wall_seconds,
            _ => {}
        }
    }

    /// One digest over the cases of all complete rounds, in the order of the rounds.
    pub fn case_digest(&self) -> String {
        let mut hash = Sha256::new();
        for (round, digest) in &self.digests {
            hash.update(format!("{round} {digest}\n"));
        }
        hex(&hash.finalize())
    }

    /// The findings that count.
    pub fn findings(&self) -> impl Iterator<Item = &Settled> {
        self.in_state(State::Finding)
    }

    /// The violations that came to this.
    pub fn in_state(&self, state: State) -> impl Iterator<Item = &Settled> {
        self.settled.iter().filter(move |settled| settled.state == state)
    }

    /// All violations of the group that a finding is the first of.
    pub fn violations_of(&self, id: &str) -> u64 {
        group_sizes(&self.settled).get(id).copied().unwrap_or_default()
    }

    /// Query steps answered per second.
    pub fn queries_per_second(&self) -> f64 {
        if self.wall_seconds > 0.0 { self.tally.replies() as f64 / self.wall_seconds } else { 0.0 }
    }

    /// The contract's form.
    pub fn to_json(&self) -> Json {
        let complete = self.digests.len() as u64;
        let engines: Vec<Json> = self.engines.iter().map(|engine| self.engine(engine)).collect();
        json!({
            "version": self.version,
            "seed": self.seed,
            "options": self.options,
            "wall_seconds": self.wall_seconds,
            "rounds": self.rounds,
            "complete_rounds": complete,
            "partial": complete < self.rounds,
            "cases": self.tally.cases,
            "case_digest": self.case_digest(),
            "steps": self.tally.steps,
            "queries_per_second": self.queries_per_second(),
            "nonempty_ratio": self.tally.nonempty_ratio(),
            "rejected_ratio": self.tally.rejected_ratio(),
            "engine_busy_ratio": self.busy(),
            "seconds": {
                "generating": self.tally.generating_seconds,
                "checking": self.tally.checking_seconds,
                "executing": self.tally.executing_seconds,
            },
            "inconclusive": self.tally.inconclusive,
            "excused": self.excused(),
            "in_doubt": self.in_state(State::InDoubt).count(),
            "flaky": self.in_state(State::Flaky).count(),
            "unexplained": self.in_state(State::Unexplained).count(),
            "oracles": self.tally.oracles,
            "engines": engines,
            "violations": self.tally.violations(),
            "n_d": Json::Null,
            "n_vdd": Json::Null,
            "findings": lines(&self.settled),
        })
    }

    /// Time with a request outstanding over wall time and jobs, per engine and in all.
    fn busy(&self) -> Json {
        let whole = self.wall_seconds * self.jobs.max(1) as f64;
        let share = |busy: f64| if whole > 0.0 { busy / whole } else { 0.0 };
        let each =
            self.tally.engines.iter().map(|(name, tally)| (name.clone(), json!(share(tally.busy_seconds))));
        let mut shares: serde_json::Map<String, Json> = each.collect();
        let all = self.tally.engines.values().map(|tally| tally.busy_seconds).sum();
        shares.insert("all".to_owned(), json!(share(all)));
        Json::Object(shares)
    }

    fn excused(&self) -> BTreeMap<String, u64> {
        let mut excused = self.tally.excused.clone();
        for settled in self.in_state(State::Excused) {
            let name = settled.finding.record.excused_by.clone().unwrap_or_default();
            *excused.entry(name).or_default() += settled.finding.record.raw;
        }
        excused
    }

    fn engine(&self, engine: &Identity) -> Json {
        let tally = self.tally.engines.get(&engine.to_string()).copied().unwrap_or_default();
        json!({ "name": engine.name, "version": engine.version, "steps": tally.steps, "crashes": tally.crashes,
                "timeouts": tally.timeouts, "restarts": tally.restarts, "busy_seconds": tally.busy_seconds })
    }
}

/// The lines of the findings that count, each with all violations of its group.
pub(crate) fn lines(settled: &[Settled]) -> Vec<Json> {
    let raw = group_sizes(settled);
    let findings = settled.iter().filter(|one| one.state == State::Finding);
    findings
        .map(|one| json!(line(one, raw.get(&*one.finding.record.id).copied().unwrap_or_default())))
        .collect()
}

/// Violations by the first finding of their group.
fn group_sizes(settled: &[Settled]) -> BTreeMap<&str, u64> {
    let mut sizes: BTreeMap<&str, u64> = BTreeMap::new();
    for one in settled.iter().filter(|one| matches!(one.state, State::Finding | State::Similar)) {
        let record = &one.finding.record;
        let first = record.similar_to.as_deref().filter(|_| one.state == State::Similar);
        *sizes.entry(first.unwrap_or(&record.id)).or_default() += record.raw;
    }
    sizes
}

fn line(settled: &Settled, raw: u64) -> Line<'_> {
    let record = &settled.finding.record;
    Line {
        id: &record.id,
        oracle: &record.oracle,
        kind: record.violation.kind.to_string(),
        engine: record.engine.to_string(),
        group: &record.group,
        path: format!("findings/{}", record.id),
        raw,
        seen_by: &record.seen_by,
        newest: record.newest,
        excused_by: record.excused_by.as_deref(),
    }
}
