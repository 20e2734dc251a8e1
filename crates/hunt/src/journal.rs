//! The journal: every text sent to an engine process since it started, on disk, bounded.
//!
//! A violation that needs what was sent before it can only be found again from here. The journal wraps an
//! engine, so that nothing can be sent past it, and measures how long requests are outstanding.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use fs_err::File;
use quarrel_case::answer::Outcome;
use quarrel_case::engine::{Engine, Identity, Limits, Request};
use quarrel_case::graph::{Graph, Index};
use quarrel_case::value::Value;
use serde_json::{Value as Json, json};

/// Entries in one file; then the file is set aside as the previous one, and the one before that goes.
const ENTRIES: usize = 20_000;

/// An engine whose requests are counted, timed and, where there is a file, written down.
pub struct Journaled {
    engine: Box<dyn Engine>,
    file: Option<(PathBuf, File)>,
    entries: usize,
    restarts: usize,
    /// What was asked of the engine since the counts were last taken.
    counts: Counts,
}

/// What was asked of an engine, and what became of it.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Counts {
    /// Query steps.
    pub steps: u64,
    /// Query steps that were answered with rows.
    pub answered: u64,
    /// Query steps that were answered with an error.
    pub rejected: u64,
    /// Calls in which the process ended.
    pub crashes: u64,
    /// Calls that were cut off.
    pub timeouts: u64,
    /// Starts after the first.
    pub restarts: u64,
    /// Time with a request outstanding.
    pub busy: Duration,
}

impl Journaled {
    /// Wraps an engine; the journal goes to `path` if there is one.
    pub fn new(engine: Box<dyn Engine>, path: Option<&Path>) -> std::io::Result<Self> {
        let file = match path {
            Some(path) => Some((path.to_owned(), File::create(path)?)),
            None => None,
        };
        Ok(Self { engine, file, entries: 0, restarts: 0, counts: Counts::default() })
    }

    /// The counts since this was last called.
    pub fn take_counts(&mut self) -> Counts {
        std::mem::take(&mut self.counts)
    }

    fn timed<T>(&mut self, call: impl FnOnce(&mut dyn Engine) -> T) -> T {
        let start = Instant::now();
        let result = call(&mut *self.engine);
        self.counts.busy += start.elapsed();
        result
    }

    /// Counts an outcome and writes it down. What the process was told before it was started again means
    /// nothing to the new one, so the file begins anew then.
    fn note(&mut self, entry: Json, outcome: &Outcome) {
        match outcome {
            Outcome::Crashed(_) => self.counts.crashes += 1,
            Outcome::TimedOut => self.counts.timeouts += 1,
            _ => {}
        }
        let restarts = self.engine.restarts();
        if restarts > self.restarts {
            self.counts.restarts += (restarts - self.restarts) as u64;
            self.restarts = restarts;
            self.entries = ENTRIES;
        }
        self.write(entry, outcome.word());
    }

    fn write(&mut self, mut entry: Json, outcome: &str) {
        let Some((path, file)) = &mut self.file else {
            return;
        };
        if self.entries >= ENTRIES {
            self.entries = 0;
            let previous = path.with_extension("previous.jsonl");
            // The journal helps to explain a violation; where it cannot be written the hunt goes on without.
            let turned = fs_err::rename(&*path, previous).and_then(|()| File::create(&*path));
            match turned {
                Ok(fresh) => *file = fresh,
                Err(_) => return,
            }
        }
        self.entries += 1;
        if let Some(fields) = entry.as_object_mut() {
            fields.insert("outcome".to_owned(), json!(outcome));
        }
        let mut line = entry.to_string();
        line.push('\n');
        let _ = file.write_all(line.as_bytes());
    }
}

impl Engine for Journaled {
    fn identity(&self) -> &Identity {
        self.engine.identity()
    }

    fn load(&mut self, graph: &Arc<Graph>, limits: &Limits) -> Outcome {
        let outcome = self.timed(|engine| engine.load(graph, limits));
        self.note(json!({ "load": graph.to_json() }), &outcome);
        outcome
    }

    fn holds(&self) -> Option<&Arc<Graph>> {
        self.engine.holds()
    }

    fn forget(&mut self) {
        self.engine.forget();
    }

    fn run(&mut self, request: &Request<'_>, limits: &Limits) -> Outcome {
        let outcome = self.timed(|engine| engine.run(request, limits));
        self.counts.steps += 1;
        match outcome {
            Outcome::Answered(_) => self.counts.answered += 1,
            Outcome::Rejected(_) => self.counts.rejected += 1,
            _ => {}
        }
        let mut entry = json!({ "text": request.text });
        if let (false, Some(fields)) = (request.settings.is_empty(), entry.as_object_mut()) {
            fields.insert("settings".to_owned(), json!(request.settings));
        }
        self.note(entry, &outcome);
        outcome
    }

    fn index(&mut self, index: &Index, drop: bool, limits: &Limits) -> Outcome {
        let outcome = self.timed(|engine| engine.index(index, drop, limits));
        self.note(json!({ "index": index, "drop": drop }), &outcome);
        outcome
    }

    fn dump(&mut self, limits: &Limits) -> Result<Graph, Box<Outcome>> {
        let result = self.timed(|engine| engine.dump(limits));
        let done = Outcome::done();
        self.note(json!({ "dump": true }), result.as_ref().map_or_else(|outcome| &**outcome, |_| &done));
        result
    }

    fn native_id(&self, element: &Value) -> Option<String> {
        self.engine.native_id(element)
    }

    fn restarts(&self) -> usize {
        self.engine.restarts()
    }
}
