//! From violations to findings: reduce, replay, ask who else sees it, and put what looks alike in one group.
//!
//! Violations are taken in the order of rounds and cases, bucket by bucket, so that the outcome does not depend
//! on which worker was first. A bucket holds those that fail in the same way on the same engine. Of a flood not
//! all are reduced: first those that no reduced finding explains by its features, then others until some in a
//! row brought nothing new. What is not reduced is counted under the finding that explains it best.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use quarrel_case::language::Language;
use quarrel_case::verdict::Role;
use quarrel_engine::{OpenError, Spec};

use crate::HuntError;
use crate::bench::{self, Bench};
use crate::events::{Event, RawViolation};
use crate::finding::{Finding, Presenter, Replays};
use crate::plan::Plan;
use crate::pool::Pool;
use crate::settled::{Settled, State, best, grouped, looks_like, sort, store};
use crate::stop::Stop;
use crate::target::Target;
use crate::witness::Witnesses;
use crate::workshop::Workshop;
use crate::{excuse, journal, reduce, shape, witness};

/// Times that a reduced finding is replayed, and that a violation is looked for which did not show at once.
const REPLAYS: u32 = 5;

/// How much of a flood is reduced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// Reductions in one bucket at most.
    pub reductions: usize,
    /// Reductions in a row that brought nothing new, after which the rest of a bucket is left.
    pub quiet: usize,
}

impl Default for Effort {
    fn default() -> Self {
        Self { reductions: 60, quiet: 8 }
    }
}

/// What settling needs.
pub(crate) struct Settling<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) workshop: &'a Workshop,
    pub(crate) presenter: &'a dyn Presenter,
    pub(crate) tell: &'a (dyn Fn(Event) + Sync),
    pub(crate) stop: &'a Stop,
    /// The engines that cannot be had any more: what they are accused of then stays as it was found.
    pub(crate) lost: &'a Mutex<Vec<OpenError>>,
}

impl Settling<'_> {
    /// Reduces and groups the violations of a hunt, on as many threads as the hunt had.
    pub(crate) fn settle(&self, raw: Vec<RawViolation>) -> Result<Vec<Settled>, HuntError> {
        (self.tell)(Event::Reducing { violations: raw.len() });
        let mut buckets: BTreeMap<String, Vec<RawViolation>> = BTreeMap::new();
        for violation in raw {
            buckets.entry(violation.bucket()).or_default().push(violation);
        }
        // The largest first: they take longest.
        let mut buckets: Vec<Vec<RawViolation>> = buckets.into_values().collect();
        buckets.sort_by_key(Vec::len);
        let queue = Mutex::new(buckets);
        let settled = Mutex::new(Vec::new());
        std::thread::scope(|scope| -> Result<(), HuntError> {
            let work = || -> Result<(), HuntError> {
                let mut pool = Pool::new(self.workshop);
                loop {
                    let bucket = queue.lock().map(|mut queue| queue.pop()).unwrap_or_default();
                    let Some(bucket) = bucket else { return Ok(()) };
                    let done = self.bucket(bucket, &mut pool)?;
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
        sort(&mut settled);
        grouped(&mut settled);
        self.store(settled)
    }

    /// Reduces violations that look alike until nothing new comes, and counts the rest under what explains it.
    fn bucket(&self, mut raw: Vec<RawViolation>, pool: &mut Pool<'_>) -> Result<Vec<Settled>, HuntError> {
        raw.sort_by_key(|raw| (raw.round, raw.case));
        let effort = self.plan.effort;
        let mut settled: Vec<Settled> = Vec::new();
        let mut explained: Vec<RawViolation> = Vec::new();
        for violation in raw {
            if let Some(known) = self.known_difference(&settled, &violation, pool)? {
                settled[known].finding.record.raw += 1;
            } else if settled.len() >= effort.reductions || best(&settled, &violation).is_some() {
                explained.push(violation);
            } else {
                settled.push(self.one(&violation, pool)?);
            }
        }
        let mut quiet = 0;
        for violation in explained {
            if settled.len() < effort.reductions && quiet < effort.quiet && !self.stop.interrupted() {
                let one = self.one(&violation, pool)?;
                let known = settled.iter().any(|known| looks_like(&known.finding, &one.finding));
                quiet = if known { quiet + 1 } else { 0 };
                settled.push(one);
            } else {
                self.count(&mut settled, &violation)?;
            }
        }
        Ok(settled)
    }

    /// In a strict hunt, the finding that shows all that the engine does differently on purpose in this answer: a switch
    /// of its profile is reported once, not once for each query that meets it.
    fn known_difference(
        &self,
        settled: &[Settled],
        raw: &RawViolation,
        pool: &mut Pool<'_>,
    ) -> Result<Option<usize>, HuntError> {
        let is_any_shown = settled.iter().any(|one| one.reported_excuse().is_some());
        if !self.plan.strict || raw.violation.accused == Role::Peer || !is_any_shown {
            return Ok(None);
        }
        let language = self.language(&raw.language)?;
        let target = pool.take(&raw.target, &language)?;
        let switches = excuse::on_purpose(&target, &self.as_found(raw, &*language)?, &*language)?;
        pool.put(target);
        let shown = |switch: &String| {
            let shows = |one: &Settled| {
                one.reported_excuse().is_some_and(|known| known.split(' ').any(|known| known == switch))
            };
            settled.iter().rposition(shows)
        };
        let shown: Option<Vec<usize>> = switches.iter().map(shown).collect();
        Ok(shown.and_then(|shown| shown.first().copied()))
    }

    /// Counts a violation that is not reduced under the finding that explains it best, else under the last one.
    fn count(&self, settled: &mut Vec<Settled>, raw: &RawViolation) -> Result<(), HuntError> {
        let counting = |known: &Settled| known.state == State::Finding;
        match best(settled, raw).or_else(|| settled.iter().rposition(counting)) {
            Some(index) => settled[index].finding.record.raw += 1,
            // Not one of those that look like it counts: then it does not count either.
            None => match settled.last_mut() {
                Some(last) => last.finding.record.raw += 1,
                None => settled.push(self.unreduced(raw)?),
            },
        }
        Ok(())
    }

    /// A violation as it was found.
    fn unreduced(&self, raw: &RawViolation) -> Result<Settled, HuntError> {
        let language = self.language(&raw.language)?;
        Ok(Settled { finding: self.as_found(raw, &*language)?, state: State::Finding })
    }

    fn one(&self, raw: &RawViolation, pool: &mut Pool<'_>) -> Result<Settled, HuntError> {
        // There is no time to reduce it, or no engine any more, and it must not be lost.
        let is_lost = std::iter::once(&raw.target).chain(&raw.peer).any(|spec| self.is_lost(spec));
        if is_lost || self.stop.interrupted() {
            return self.unreduced(raw);
        }
        match self.patiently(|| self.tried(raw, pool)) {
            Err(HuntError::Engine(error)) => {
                self.lost().push(error);
                self.unreduced(raw)
            }
            settled => settled,
        }
    }

    /// Tries again some seconds later what an engine's start kept from being done: a machine may be busy, and a server
    /// that ended be started again by whoever minds it.
    fn patiently<T>(&self, mut attempt: impl FnMut() -> Result<T, HuntError>) -> Result<T, HuntError> {
        for wait in journal::WAITS {
            match attempt() {
                Err(HuntError::Engine(_)) if !self.stop.interrupted() => std::thread::sleep(wait),
                done => return done,
            }
        }
        attempt()
    }

    fn lost(&self) -> MutexGuard<'_, Vec<OpenError>> {
        self.lost.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// True of an engine that could not be had before, so that nobody waits for it again.
    fn is_lost(&self, spec: &str) -> bool {
        let name = spec.parse::<Spec>().map_or_else(|_| spec.to_owned(), |spec| spec.to_string());
        let is_it = |error: &OpenError| matches!(error, OpenError::Unavailable(one) if one.engine == name);
        self.lost().iter().any(is_it)
    }

    /// Reduces, replays and asks others.
    fn tried(&self, raw: &RawViolation, pool: &mut Pool<'_>) -> Result<Settled, HuntError> {
        let start = Instant::now();
        let language = self.language(&raw.language)?;
        let original = self.as_found(raw, &*language)?;
        let mut target = pool.take(&raw.target, &language)?;
        let mut peer = raw.peer.as_ref().map(|spec| pool.take(spec, &language)).transpose()?;
        let (mut finding, mut state) =
            self.reproduced(raw, &original, &mut target, peer.as_mut(), &language)?;
        let accused = peer.as_ref().filter(|_| finding.record.violation.accused == Role::Peer);
        finding.record.excused_by = excuse::excuse(accused.unwrap_or(&target), &finding, &*language)?;
        pool.put(target);
        peer.into_iter().for_each(|peer| pool.put(peer));
        (self.tell)(Event::Reduced { id: raw.id.clone(), seconds: start.elapsed().as_secs_f64() });
        describe(&mut finding, &*language)?;
        if state == State::Finding {
            self.hear_witnesses(&mut finding, &language, pool)?;
            // A strict hunt reports what is excused, once each.
            let excused = finding.record.excused_by.is_some() && !self.plan.strict;
            state = match (excused, &finding.record.in_doubt) {
                (true, _) => State::Excused,
                (false, Some(_)) => State::InDoubt,
                (false, None) => State::Finding,
            };
        }
        original.write_data(&self.plan.out.join("findings").join(&raw.id).join("original"))?;
        Ok(Settled { finding, state })
    }

    /// Asks who else sees it. A witness that is gone takes nothing back of what was seen.
    fn hear_witnesses(
        &self,
        finding: &mut Finding,
        language: &Arc<dyn Language>,
        pool: &mut Pool<'_>,
    ) -> Result<(), HuntError> {
        let specs = self.plan.specs(language.name()).iter().filter(|spec| !self.is_lost(spec));
        let specs: Vec<String> = specs.cloned().collect();
        let witnesses = Witnesses { language, specs: &specs, limits: self.plan.limits };
        match self.patiently(|| witnesses.hear(finding, pool)) {
            Err(HuntError::Engine(error)) => {
                self.lost().push(error);
                finding.record.in_doubt = witness::doubted(finding, &**language);
                Ok(())
            }
            heard => heard,
        }
    }

    fn as_found(&self, raw: &RawViolation, language: &dyn Language) -> Result<Finding, HuntError> {
        let mut finding = Finding::from_raw(raw, self.plan.seed, language.model())?;
        finding.record.timeout_ms = u64::try_from(self.plan.limits.timeout.as_millis()).ok();
        Ok(finding)
    }

    /// Reduces and replays; what does not show alone is looked for in what was sent before.
    fn reproduced(
        &self,
        raw: &RawViolation,
        original: &Finding,
        target: &mut Target,
        peer: Option<&mut Target>,
        language: &Arc<dyn Language>,
    ) -> Result<(Finding, State), HuntError> {
        let mut bench = Bench {
            limits: self.plan.limits,
            stop: Some(self.stop),
            accused: raw.violation.accused,
            ..Bench::new(&**language, bench::oracle(&raw.oracle)?, target, peer)
        };
        bench.renew()?;
        let direct = reduce::direct(original, &mut bench)?;
        let original = direct.as_ref().unwrap_or(original);
        let mut finding = match reduce::reduce(original, &mut bench, reduce::CALLS)? {
            Some(finding) => finding,
            None => {
                let alone = bench.replay(original, REPLAYS)?;
                if alone.reproduced > 0 {
                    return unsteady(original, alone, &mut bench);
                }
                let folder = self.plan.out.join("journal");
                let sent = raw.history.as_ref().map(|mark| journal::read(&folder, mark)).unwrap_or_default();
                match reduce::with_history(original, &mut bench, &sent)? {
                    Some(finding) => finding,
                    None => return Ok((original.clone(), State::Unexplained)),
                }
            }
        };
        // What fails may have become another text on the way.
        if let Some(direct) = reduce::direct(&finding, &mut bench)?
            && let Some(smaller) = reduce::reduce(&direct, &mut bench, reduce::CALLS)?
        {
            finding = smaller;
        }
        finding.record.replays = bench.replay(&finding, REPLAYS)?;
        let steady = finding.record.replays.reproduced == REPLAYS;
        Ok((finding, if steady { State::Finding } else { State::Flaky }))
    }

    fn language(&self, name: &str) -> Result<Arc<dyn Language>, HuntError> {
        let front = self.plan.fronts.iter().find(|front| front.language.name() == name);
        let language = front.map(|front| Arc::clone(&front.language));
        language.ok_or_else(|| HuntError::Defect(format!("no language {name:?}")))
    }

    /// Writes every finding to the folder of its state and tells of it; what stands under another one goes.
    fn store(&self, settled: Vec<Settled>) -> Result<Vec<Settled>, HuntError> {
        for one in &settled {
            store(one, &self.plan.out, self.presenter)?;
            let (id, state) = (one.finding.record.id.clone(), one.state.word().to_owned());
            (self.tell)(Event::Settled { id, state });
        }
        let keep = settled.iter().map(|settled| settled.finding.record.id.clone()).collect();
        remove_unsettled(&self.plan.out.join("findings"), &keep)?;
        Ok(settled)
    }
}

/// What did not show at once and then did, so often: only what does not show every time is flaky. An engine on a busy
/// machine may have been too late once.
fn unsteady(
    original: &Finding,
    replays: Replays,
    bench: &mut Bench<'_>,
) -> Result<(Finding, State), HuntError> {
    let mut finding = original.clone();
    if replays.reproduced == REPLAYS
        && let Some(reduced) = reduce::reduce(original, bench, reduce::CALLS)?
    {
        finding = reduced;
        finding.record.replays = bench.replay(&finding, REPLAYS)?;
    } else {
        finding.record.replays = replays;
    }
    let steady = finding.record.replays.reproduced == REPLAYS;
    Ok((finding, if steady { State::Finding } else { State::Flaky }))
}

/// Says how query and graph of the finding are built.
pub(crate) fn describe(finding: &mut Finding, language: &dyn Language) -> Result<(), HuntError> {
    let tree = language.tree_from_json(&finding.tree)?;
    let shapes = language.shape(&tree).into_iter().chain(shape::shape(&finding.graph));
    finding.record.shape = shapes.map(ToOwned::to_owned).collect();
    if !finding.setup.is_empty() {
        finding.record.shape.push("history".to_owned());
    }
    Ok(())
}

/// Removes the folders that were written as violations came in and stand under another finding now. Their
/// cases are in the event log.
fn remove_unsettled(findings: &Path, keep: &BTreeSet<String>) -> Result<(), HuntError> {
    for entry in fs_err::read_dir(findings)? {
        let entry = entry?;
        if !keep.contains(&*entry.file_name().to_string_lossy()) {
            fs_err::remove_dir_all(entry.path())?;
        }
    }
    Ok(())
}
