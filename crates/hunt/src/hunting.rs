//! The hunt itself: workers that take rounds, one thread that writes what they tell, then the settling.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Instant;

use fs_err as fs;
use quarrel_case::engine::Identity;
use quarrel_case::graph::Model;

use crate::HuntError;
use crate::events::{Event, EventLog, Listener, RawViolation};
use crate::finding::{Finding, Presenter};
use crate::plan::{Plan, Until};
use crate::round::{self, Scenery};
use crate::settle::Settling;
use crate::stop::Stop;
use crate::summary::Summary;
use crate::target::Target;
use crate::workshop::Workshop;

/// Violations of one bucket that are kept for reduction.
const KEPT_PER_BUCKET: usize = 300;
/// Violations of one bucket whose folders are written while the hunt goes on, so that nothing is lost with it.
const WRITTEN_PER_BUCKET: usize = 4;

/// What a hunt works with.
pub struct Hunt<'a> {
    /// What is asked for.
    pub plan: &'a Plan,
    /// Where engines come from.
    pub workshop: &'a Workshop,
    /// Writes the texts of findings.
    pub presenter: &'a dyn Presenter,
    /// Says when to stop.
    pub stop: &'a Stop,
    /// A second event log, beside `events.jsonl`.
    pub events: Option<EventLog>,
}

/// Runs a hunt; listeners are told every event after it is on disk. An engine that is lost on the way ends it, but what
/// came before is summed up all the same.
pub fn hunt(hunt: Hunt<'_>, listeners: &mut [&mut dyn Listener]) -> Result<Summary, HuntError> {
    let plan = hunt.plan;
    check_unused(&plan.out)?;
    // Engines are opened once before anything begins: what cannot be had is known at once.
    let engines = identities(plan, hunt.workshop)?;
    hunt.stop.begin();
    fs::create_dir_all(plan.out.join("findings"))?;
    fs::create_dir_all(plan.out.join("journal"))?;
    let mut recorder = Recorder::new(hunt, listeners)?;
    let (version, options) = (env!("CARGO_PKG_VERSION").to_owned(), plan.to_json());
    recorder.hear(Event::Started { version, seed: plan.seed, options, engines })?;
    let start = Instant::now();
    let (sender, receiver) = mpsc::channel();
    let next = AtomicU64::new(0);
    let (stop, workshop) = (recorder.hunt.stop, recorder.hunt.workshop);
    // What the workers found is settled and written even when one of them failed.
    let ended = std::thread::scope(|scope| -> Result<Result<(), HuntError>, HuntError> {
        let workers: Vec<_> = (0..plan.jobs.max(1))
            .map(|number| {
                let worker = Worker { plan, workshop, stop, next: &next, number, tell: sender.clone() };
                scope.spawn(move || worker.run())
            })
            .collect();
        drop(sender);
        recorder.listen(&receiver).inspect_err(|_| stop.stop())?;
        let join = |worker: std::thread::ScopedJoinHandle<'_, Result<(), HuntError>>| {
            worker.join().unwrap_or_else(|_| Err(HuntError::Defect("a worker ended in a panic".to_owned())))
        };
        let ends: Vec<Result<(), HuntError>> = workers.into_iter().map(join).collect();
        Ok(ends.into_iter().collect())
    })?;
    recorder.hear(Event::Ended { wall_seconds: start.elapsed().as_secs_f64() })?;
    let mut summary = recorder.settle()?;
    match ended {
        // What ended the hunt says more than what was met afterwards.
        Err(HuntError::Engine(error)) => summary.gone = Some(error),
        ended => ended?,
    }
    Ok(summary)
}

fn check_unused(out: &Path) -> Result<(), HuntError> {
    let in_use = out.is_dir() && fs::read_dir(out)?.next().is_some();
    if in_use || out.is_file() {
        return Err(HuntError::OutputInUse(out.to_owned()));
    }
    Ok(())
}

fn identities(plan: &Plan, workshop: &Workshop) -> Result<Vec<Identity>, HuntError> {
    let mut engines = Vec::new();
    for front in &plan.fronts {
        for spec in &front.specs {
            engines.push(Target::open(spec, &front.language, workshop, None)?.identity);
        }
    }
    Ok(engines)
}

/// A thread that takes rounds until there is none left. It has engines of its own.
struct Worker<'a> {
    plan: &'a Plan,
    workshop: &'a Workshop,
    stop: &'a Stop,
    next: &'a AtomicU64,
    number: usize,
    tell: Sender<Event>,
}

impl Worker<'_> {
    fn run(&self) -> Result<(), HuntError> {
        let done = self.rounds();
        if done.is_err() {
            // The others need not go on when the hunt has failed.
            self.stop.stop();
        }
        done
    }

    fn rounds(&self) -> Result<(), HuntError> {
        let mut engines: BTreeMap<usize, Vec<Target>> = BTreeMap::new();
        loop {
            let number = self.next.fetch_add(1, Ordering::SeqCst);
            let over = matches!(self.plan.until, Until::Rounds(rounds) if number >= rounds);
            if over || self.stop.reached() {
                return Ok(());
            }
            let index = usize::try_from(number).unwrap_or_default() % self.plan.fronts.len();
            let targets = match engines.entry(index) {
                std::collections::btree_map::Entry::Occupied(entry) => entry.into_mut(),
                std::collections::btree_map::Entry::Vacant(entry) => entry.insert(self.open(index)?),
            };
            let front = &self.plan.fronts[index];
            // The receiver is gone only when the hunt has failed already.
            let tell = |event| drop(self.tell.send(event));
            let language = &*front.language;
            round::run(number, Scenery { plan: self.plan, language, targets, stop: self.stop, tell: &tell })?;
        }
    }

    fn open(&self, front: usize) -> Result<Vec<Target>, HuntError> {
        let front = &self.plan.fronts[front];
        let mut targets = Vec::new();
        for (index, spec) in front.specs.iter().enumerate() {
            let journal = format!("{}-{index}-{}.jsonl", front.language.name(), self.number);
            let journal = self.plan.out.join("journal").join(journal);
            targets.push(Target::open(spec, &front.language, self.workshop, Some(&journal))?);
        }
        Ok(targets)
    }
}

/// Writes events down, tells the listeners, and keeps what settling needs.
struct Recorder<'a, 'l, 'm> {
    hunt: Hunt<'a>,
    log: EventLog,
    listeners: &'l mut [&'m mut dyn Listener],
    summary: Summary,
    buckets: BTreeMap<String, Vec<RawViolation>>,
    written: BTreeMap<String, usize>,
    start: Instant,
}

impl<'a, 'l, 'm> Recorder<'a, 'l, 'm> {
    fn new(hunt: Hunt<'a>, listeners: &'l mut [&'m mut dyn Listener]) -> Result<Self, HuntError> {
        let log = EventLog::create(&hunt.plan.out.join("events.jsonl"))?;
        let summary = Summary { jobs: hunt.plan.jobs, ..Summary::default() };
        Ok(Self {
            hunt,
            log,
            listeners,
            summary,
            buckets: BTreeMap::new(),
            written: BTreeMap::new(),
            start: Instant::now(),
        })
    }

    fn listen(&mut self, receiver: &Receiver<Event>) -> Result<(), HuntError> {
        while let Ok(event) = receiver.recv() {
            self.hear(event)?;
        }
        Ok(())
    }

    fn hear(&mut self, event: Event) -> Result<(), HuntError> {
        let event = &self.timed(event);
        self.log.write(event)?;
        if let Some(events) = &mut self.hunt.events {
            events.write(event)?;
        }
        if let Event::Violation(raw) = event {
            self.keep(raw)?;
        }
        self.summary.hear(event);
        self.listeners.iter_mut().for_each(|listener| listener.hear(event));
        Ok(())
    }

    /// A violation with the time at which the log heard of it.
    fn timed(&self, mut event: Event) -> Event {
        if let Event::Violation(raw) = &mut event {
            raw.seconds = self.start.elapsed().as_secs_f64();
        }
        event
    }

    /// Keeps a violation for reduction: the earliest by round and case, so that it does not matter which
    /// worker was first.
    fn keep(&mut self, raw: &RawViolation) -> Result<(), HuntError> {
        let key = raw.bucket();
        let written = self.written.entry(key.clone()).or_default();
        if *written < WRITTEN_PER_BUCKET {
            *written += 1;
            let finding = Finding::from_raw(raw, self.hunt.plan.seed, self.model(&raw.language)?)?;
            // Whoever kills the hunt finds whole folders: each appears at once.
            let incoming = self.hunt.plan.out.join("journal").join(&raw.id);
            finding.write(&incoming, self.hunt.presenter)?;
            fs::rename(incoming, self.hunt.plan.out.join("findings").join(&raw.id))?;
        }
        let bucket = self.buckets.entry(key).or_default();
        let place = bucket.partition_point(|other| (other.round, other.case) < (raw.round, raw.case));
        if place < KEPT_PER_BUCKET {
            bucket.insert(place, raw.clone());
            bucket.truncate(KEPT_PER_BUCKET);
        }
        Ok(())
    }

    fn model(&self, language: &str) -> Result<Model, HuntError> {
        let front = self.hunt.plan.fronts.iter().find(|front| front.language.name() == language);
        front
            .map(|front| front.language.model())
            .ok_or_else(|| HuntError::Defect(format!("no language {language:?}")))
    }

    /// Reduces what was found, then writes the summary.
    fn settle(mut self) -> Result<Summary, HuntError> {
        let raw: Vec<RawViolation> = std::mem::take(&mut self.buckets).into_values().flatten().collect();
        self.write_summary()?;
        let (sender, receiver) = mpsc::channel();
        let plan = self.hunt.plan;
        let (workshop, presenter, stop) = (self.hunt.workshop, self.hunt.presenter, self.hunt.stop);
        let lost = std::sync::Mutex::new(Vec::new());
        let losses = &lost;
        let settled = std::thread::scope(|scope| -> Result<_, HuntError> {
            let settling = scope.spawn(move || {
                let sender = std::sync::Mutex::new(sender);
                let tell = |event| {
                    if let Ok(sender) = sender.lock() {
                        drop(sender.send(event));
                    }
                };
                Settling { plan, workshop, presenter, tell: &tell, stop, lost: losses }.settle(raw)
            });
            self.listen(&receiver)?;
            settling.join().map_err(|_| HuntError::Defect("settling ended in a panic".to_owned()))?
        })?;
        self.summary.settled = settled;
        self.write_summary()?;
        let lost = lost.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        self.summary.gone = lost.into_iter().next();
        Ok(self.summary)
    }

    fn write_summary(&self) -> Result<(), HuntError> {
        let text = format!("{:#}\n", self.summary.to_json());
        Ok(fs::write(self.hunt.plan.out.join("summary.json"), text)?)
    }
}
