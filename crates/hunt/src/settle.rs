//! From violations to findings: reduce, replay, and put what looks alike under one.
//!
//! Violations are taken in the order of rounds and cases, so that the outcome does not depend on which worker
//! was first. One whose query has all features of a finding already reduced, with the same failure, stands
//! under that finding and is not reduced itself.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex};

use quarrel_case::language::{Budget, Language};
use quarrel_case::verdict::Role;
use quarrel_engine::catalogue::{Divergence, Sign};

use crate::HuntError;
use crate::events::{Event, RawViolation};
use crate::finding::{Finding, Presenter};
use crate::plan::Plan;
use crate::reduce::{self, Bench};
use crate::target::Target;
use crate::workshop::Workshop;

/// Findings in one bucket of violations that look alike.
const FINDINGS: usize = 4;
/// Violations of a bucket that are looked at more closely: some are flaky or excused.
const ATTEMPTS: usize = 12;
/// Times that a reduced finding is replayed.
const REPLAYS: u32 = 5;

/// What became of a violation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// A finding of its own.
    Finding,
    /// Reduced to the same as an earlier one.
    Similar,
    /// It does not replay every time.
    Flaky,
    /// A known divergence.
    Excused,
}

impl State {
    /// The word in events, and the name of the folder.
    pub fn word(self) -> &'static str {
        match self {
            State::Finding => "finding",
            State::Similar => "similar",
            State::Flaky => "flaky",
            State::Excused => "excused",
        }
    }
}

/// A finding and what became of it.
#[derive(Debug, Clone)]
pub struct Settled {
    /// The finding.
    pub finding: Finding,
    /// What became of it.
    pub state: State,
    /// The known divergence that excuses it.
    pub excuse: Option<String>,
}

/// What settling needs.
pub(crate) struct Settling<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) workshop: &'a Workshop,
    pub(crate) presenter: &'a dyn Presenter,
    pub(crate) tell: &'a (dyn Fn(Event) + Sync),
    pub(crate) stop: &'a crate::stop::Stop,
}

impl Settling<'_> {
    /// Reduces and groups the violations of a hunt, bucket by bucket, on as many threads as the hunt had.
    pub(crate) fn settle(&self, raw: Vec<RawViolation>) -> Result<Vec<Settled>, HuntError> {
        (self.tell)(Event::Reducing { violations: raw.len() });
        let mut buckets: BTreeMap<String, Vec<RawViolation>> = BTreeMap::new();
        for violation in raw {
            buckets.entry(violation.bucket()).or_default().push(violation);
        }
        let queue = Mutex::new(buckets.into_values().collect::<Vec<_>>());
        let settled = Mutex::new(Vec::new());
        std::thread::scope(|scope| -> Result<(), HuntError> {
            let work = || -> Result<(), HuntError> {
                loop {
                    let bucket = queue.lock().map(|mut queue| queue.pop()).unwrap_or_default();
                    let Some(bucket) = bucket else { return Ok(()) };
                    let done = self.bucket(bucket)?;
                    if let Ok(mut settled) = settled.lock() {
                        settled.extend(done);
                    }
                }
            };
            let workers: Vec<_> = (0..self.plan.jobs).map(|_| scope.spawn(work)).collect();
            for worker in workers {
                worker.join().map_err(|_| HuntError::Defect("a reduction ended in a panic".to_owned()))??;
            }
            Ok(())
        })?;
        let mut settled = settled.into_inner().unwrap_or_default();
        settled.sort_by_key(|settled: &Settled| (settled.finding.record.round, settled.finding.record.case));
        self.store(merged(settled))
    }

    /// Reduces violations that look alike until each is explained by a finding or enough are reduced.
    fn bucket(&self, mut raw: Vec<RawViolation>) -> Result<Vec<Settled>, HuntError> {
        raw.sort_by_key(|raw| (raw.round, raw.case));
        let mut settled: Vec<Settled> = Vec::new();
        for violation in raw {
            // Only a finding that counts may stand for others: one that is flaky or excused would hide them.
            let mut findings = settled.iter_mut().filter(|known| known.state == State::Finding);
            if let Some(known) = findings.find(|known| explains(&known.finding, &violation)) {
                known.finding.record.raw += 1;
                continue;
            }
            let count = settled.iter().filter(|known| known.state == State::Finding).count();
            if self.stop.interrupted() && settled.len() < ATTEMPTS {
                // There is no time to reduce it, and it must not be lost.
                settled.push(self.unreduced(&violation)?);
            } else if count < FINDINGS && settled.len() < ATTEMPTS {
                settled.push(self.one(&violation)?);
            } else if let Some(last) = settled.iter_mut().rfind(|known| known.state == State::Finding) {
                // More than can be reduced: it stays in the event log, and counts under the last finding.
                last.finding.record.raw += 1;
            }
        }
        Ok(settled)
    }

    /// A violation as it was found.
    fn unreduced(&self, raw: &RawViolation) -> Result<Settled, HuntError> {
        let model = self.language(&raw.language)?.model();
        let mut finding = Finding::from_raw(raw, self.plan.seed, model)?;
        finding.record.group = group(&finding);
        Ok(Settled { finding, state: State::Finding, excuse: None })
    }

    fn one(&self, raw: &RawViolation) -> Result<Settled, HuntError> {
        let language = self.language(&raw.language)?;
        let original = Finding::from_raw(raw, self.plan.seed, language.model())?;
        let oracle = quarrel_oracle::find(&raw.oracle)
            .ok_or_else(|| HuntError::Defect(format!("no oracle {:?}", raw.oracle)))?;
        let mut target = Target::open(&raw.target, &language, self.workshop, None)?;
        let mut peer = match &raw.peer {
            Some(spec) => Some(Target::open(spec, &language, self.workshop, None)?),
            None => None,
        };
        let mut bench = Bench {
            language: &*language,
            oracle,
            target: &mut target,
            peer: peer.as_mut(),
            limits: self.plan.limits,
            budget: Budget::default(),
            stop: Some(self.stop),
        };
        let mut finding = reduce::reduce(&original, &mut bench, reduce::CALLS)?;
        finding.record.replays = bench.replay(&finding, REPLAYS)?;
        finding.record.group = group(&finding);
        let peer = peer.as_ref().filter(|_| finding.record.violation.accused == Role::Peer);
        let excuse = excuse(&peer.unwrap_or(&target).divergences, &finding);
        let state = match (finding.record.replays.reproduced == REPLAYS, &excuse) {
            (false, _) => State::Flaky,
            (true, Some(_)) => State::Excused,
            (true, None) => State::Finding,
        };
        original.write_data(&self.plan.out.join("findings").join(&raw.id).join("original"))?;
        Ok(Settled { finding, state, excuse })
    }

    fn language(&self, name: &str) -> Result<Arc<dyn Language>, HuntError> {
        let front = self.plan.fronts.iter().find(|front| front.language.name() == name);
        let language = front.map(|front| Arc::clone(&front.language));
        language.ok_or_else(|| HuntError::Defect(format!("no language {name:?}")))
    }

    /// Writes the folders: findings under `findings`, the others under a folder named by their state.
    fn store(&self, settled: Vec<Settled>) -> Result<Vec<Settled>, HuntError> {
        let findings = self.plan.out.join("findings");
        for settled in &settled {
            let id = &settled.finding.record.id;
            let folder = findings.join(id);
            settled.finding.write(&folder, self.presenter)?;
            if settled.state != State::Finding {
                let other = self.plan.out.join(settled.state.word());
                fs_err::create_dir_all(&other)?;
                fs_err::rename(&folder, other.join(id))?;
            }
            (self.tell)(Event::Settled { id: id.clone(), state: settled.state.word().to_owned() });
        }
        let keep = settled.iter().map(|settled| settled.finding.record.id.clone()).collect();
        remove_unsettled(&findings, &keep)?;
        Ok(settled)
    }
}

/// Removes the folders that were written as violations came in and stand under another finding now. Their
/// cases are in the event log.
fn remove_unsettled(findings: &Path, keep: &std::collections::BTreeSet<String>) -> Result<(), HuntError> {
    for entry in fs_err::read_dir(findings)? {
        let entry = entry?;
        if !keep.contains(&*entry.file_name().to_string_lossy()) {
            fs_err::remove_dir_all(entry.path())?;
        }
    }
    Ok(())
}

/// True when the violation shows all features of the finding and fails in the same way.
fn explains(finding: &Finding, raw: &RawViolation) -> bool {
    let known = &finding.record;
    known.reduced
        && known.violation.resembles(&raw.violation)
        && known.features.iter().all(|feature| raw.features.contains(feature))
}

/// Findings with one group have the same failure, on the same engine, of the same features.
fn group(finding: &Finding) -> String {
    let record = &finding.record;
    let symptom = record.violation.symptom.map(|symptom| format!(" {symptom:?}")).unwrap_or_default();
    let message = record.violation.message.as_deref().map(crate::events::blanked).unwrap_or_default();
    let features = record.features.join(" ");
    format!("{} {}{symptom} [{features}] {message}", record.engine, record.violation.kind)
        .trim_end()
        .to_owned()
}

/// Puts findings of one group under the first of them.
fn merged(settled: Vec<Settled>) -> Vec<Settled> {
    let mut first: BTreeMap<String, usize> = BTreeMap::new();
    let mut merged: Vec<Settled> = Vec::new();
    for mut one in settled {
        if one.state == State::Finding {
            match first.get(&one.finding.record.group) {
                Some(&index) => {
                    merged[index].finding.record.raw += one.finding.record.raw;
                    one.state = State::Similar;
                }
                None => {
                    first.insert(one.finding.record.group.clone(), merged.len());
                }
            }
        }
        merged.push(one);
    }
    merged
}

/// The known divergence that describes the reduced finding: all its features, its symptom, its message.
fn excuse(divergences: &[Divergence], finding: &Finding) -> Option<String> {
    let record = &finding.record;
    let shows = |sign: Sign| match sign {
        Sign::Rows(symptom) => record.violation.symptom == Some(symptom),
        Sign::Kind(kind) => record.violation.kind == kind,
    };
    let says = |divergence: &Divergence| match (&divergence.message, &record.violation.message) {
        (Some(pattern), Some(message)) => pattern.0.is_match(message),
        (Some(_), None) => false,
        (None, _) => true,
    };
    let describes = |divergence: &&Divergence| {
        divergence.features.iter().all(|feature| record.features.contains(feature))
            && shows(divergence.symptom)
            && says(divergence)
    };
    divergences.iter().find(describes).map(|divergence| divergence.id.clone())
}
