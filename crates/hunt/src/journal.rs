//! The journal: every text sent to an engine process since it started, on disk, bounded.
//!
//! A violation that needs what was sent before it can only be found again from here. The journal wraps an
//! engine, so that nothing can be sent past it, and measures how long requests are outstanding.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use fs_err::File;
use quarrel_case::answer::Outcome;
use quarrel_case::engine::{Engine, Identity, Limits, Request};
use quarrel_case::graph::{Graph, Index, Model};
use quarrel_case::value::Value;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use crate::ahead::{Ahead, Text};

/// Entries in one file; then the next one is begun.
const ENTRIES: u64 = 20_000;
/// Files of one journal that are kept.
const FILES: usize = 4;
/// How long an engine that is not there is left alone, each time longer, before it is gone: a machine that is busy may
/// keep one from coming up in time, and whoever minds a server may start it again.
pub(crate) const WAITS: [Duration; 2] = [Duration::from_secs(2), Duration::from_secs(8)];

/// A place in a journal: what the engine's process had been sent when something was seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// The journal's name in the folder of journals.
    pub journal: String,
    /// The first entry that the process was sent.
    pub from: u64,
    /// The entry after the last one that it was sent.
    pub to: u64,
}

/// An engine whose requests are counted, timed and, where there is a file, written down.
pub struct Journaled {
    engine: Ahead,
    file: Option<(PathBuf, File)>,
    /// Entries written so far.
    entries: u64,
    /// The first entry of the process that runs now.
    process: u64,
    /// The first entry of the check that runs now.
    check: u64,
    restarts: usize,
    losses: u64,
    /// Checks in a row for which the engine was not there, whether this one is counted, and why it was not.
    absences: usize,
    is_absent: bool,
    absent: String,
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
            Some(path) => Some((path.to_owned(), File::create(segment(path, 0))?)),
            None => None,
        };
        Ok(Self {
            engine: Ahead::new(engine),
            file,
            entries: 0,
            process: 0,
            check: 0,
            restarts: 0,
            losses: 0,
            absences: 0,
            is_absent: false,
            absent: String::new(),
            counts: Counts::default(),
        })
    }

    /// The counts since this was last called.
    pub fn take_counts(&mut self) -> Counts {
        let counts = std::mem::take(&mut self.counts);
        Counts { busy: self.engine.take_busy(), ..counts }
    }

    /// Says that a check begins: a mark leads up to here.
    pub fn begin_check(&mut self) {
        self.check = self.entries;
        self.is_absent = false;
    }

    /// What the process had been sent before the check that runs now; none without a journal.
    pub fn mark(&self) -> Option<Mark> {
        let (path, _) = self.file.as_ref()?;
        let journal = path.file_name()?.to_string_lossy().into_owned();
        Some(Mark { journal, from: self.process.min(self.check), to: self.check })
    }

    /// Asks a text of a later check before its answer is wanted.
    pub(crate) fn ask_ahead(&mut self, text: Text) {
        self.engine.ask(text);
    }

    /// Says that a check has ended: what was asked ahead for it was sent, whether its answer was wanted or not.
    pub(crate) fn end_check(&mut self, check: u64) {
        while self.engine.first().is_some_and(|text| text.check <= check) {
            self.let_go_first();
        }
    }

    /// What was asked ahead is not wanted any more.
    pub(crate) fn abandon(&mut self) {
        self.engine.cancel(true);
        self.let_go();
        self.engine.cancel(false);
    }

    /// How often what was asked ahead was let go of, so that it has to be asked again.
    pub(crate) fn losses(&self) -> u64 {
        self.losses
    }

    /// How long the engine is to be left alone, where it was not there for this check and is worth asking again.
    pub(crate) fn wait(&self) -> Option<Duration> {
        WAITS.get(self.absences.saturating_sub(1)).copied().filter(|_| self.is_absent)
    }

    /// Why the engine is not worth asking any more: it was not there so often.
    pub(crate) fn gone(&self) -> Option<&str> {
        (self.absences > WAITS.len()).then_some(self.absent.as_str())
    }

    fn let_go(&mut self) {
        self.losses += u64::from(self.engine.first().is_some());
        while self.engine.first().is_some() {
            self.let_go_first();
        }
    }

    /// Writes down what was sent for an answer that nobody takes.
    fn let_go_first(&mut self) {
        if let Some((text, Some(outcome))) = self.engine.take() {
            self.note_text(&text.request(), &outcome);
        }
    }

    /// The answer of a text that was asked ahead.
    fn answered_ahead(&mut self, request: &Request<'_>) -> Option<Outcome> {
        match self.engine.first() {
            Some(text) if text.is(request) => self.engine.take()?.1,
            _ => None,
        }
    }

    fn note_text(&mut self, request: &Request<'_>, outcome: &Outcome) {
        self.counts.steps += u64::from(!matches!(outcome, Outcome::Absent(_)));
        match outcome {
            Outcome::Answered(_) => self.counts.answered += 1,
            Outcome::Rejected(_) => self.counts.rejected += 1,
            _ => {}
        }
        let mut entry = json!({ "text": request.text });
        if let Some(fields) = entry.as_object_mut() {
            if !request.settings.is_empty() {
                fields.insert("settings".to_owned(), json!(request.settings));
            }
            if request.writes {
                fields.insert("writes".to_owned(), json!(true));
            }
        }
        self.note(entry, outcome);
    }

    /// Counts an outcome and writes it down, but for what was never sent.
    fn note(&mut self, entry: Json, outcome: &Outcome) {
        if let Outcome::Absent(why) = outcome {
            self.absences += usize::from(!std::mem::replace(&mut self.is_absent, true));
            self.absent.clone_from(why);
            return;
        }
        self.absences = 0;
        match outcome {
            Outcome::Crashed(_) => self.counts.crashes += 1,
            Outcome::TimedOut => self.counts.timeouts += 1,
            _ => {}
        }
        let restarts = self.engine.restarts();
        if restarts > self.restarts {
            self.counts.restarts += (restarts - self.restarts) as u64;
            self.restarts = restarts;
            // What the old process was told means nothing to the new one.
            self.process = self.entries;
        }
        self.write(entry, outcome.word());
    }

    fn write(&mut self, mut entry: Json, outcome: &str) {
        let Some((path, file)) = &mut self.file else {
            return;
        };
        if self.entries > 0 && self.entries.is_multiple_of(ENTRIES) {
            // The journal helps to explain a violation; where it cannot be written the hunt goes on without.
            match File::create(segment(path, self.entries)) {
                Ok(fresh) => *file = fresh,
                Err(_) => return,
            }
            let old = self.entries.checked_sub(FILES as u64 * ENTRIES);
            old.into_iter().for_each(|old| drop(fs_err::remove_file(segment(path, old))));
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

/// The file of a journal that begins with this entry.
fn segment(path: &Path, first: u64) -> PathBuf {
    path.with_extension(format!("{first:09}.jsonl"))
}

/// The entries up to a mark, as far as they are still there without a gap.
pub fn read(folder: &Path, mark: &Mark) -> Vec<Json> {
    let path = folder.join(&mark.journal);
    let mut entries = Vec::new();
    let mut first = mark.from / ENTRIES * ENTRIES;
    while first < mark.to {
        match fs_err::read_to_string(segment(&path, first)) {
            Ok(text) => {
                let numbered = (first..).zip(text.lines());
                let wanted = numbered.filter(|(number, _)| (mark.from..mark.to).contains(number));
                entries.extend(wanted.filter_map(|(_, line)| serde_json::from_str(line).ok()));
            }
            // What is gone makes what came before it worthless.
            Err(_) => entries.clear(),
        }
        first += ENTRIES;
    }
    entries
}

/// Sends an entry once more. What comes back does not matter: it is not what is judged.
pub fn resend(
    entry: &Json,
    engine: &mut dyn Engine,
    model: Model,
    limits: &Limits,
) -> Result<(), crate::HuntError> {
    if let Some(graph) = entry.get("load") {
        engine.load(&Arc::new(Graph::from_json(graph, model)?), limits);
    } else if let Some(text) = entry.get("text").and_then(Json::as_str) {
        let settings = entry.get("settings").cloned().map(serde_json::from_value).transpose()?;
        let settings = settings.unwrap_or_default();
        engine.run(
            &Request { text, writes: entry.get("writes") == Some(&json!(true)), settings: &settings },
            limits,
        );
    } else if let Some(index) = entry.get("index") {
        let index: Index = serde_json::from_value(index.clone())?;
        engine.index(&index, entry.get("drop") == Some(&json!(true)), limits);
    } else if entry.get("dump").is_some() {
        drop(engine.dump(limits));
    }
    Ok(())
}

impl Engine for Journaled {
    fn identity(&self) -> &Identity {
        self.engine.identity()
    }

    fn load(&mut self, graph: &Arc<Graph>, limits: &Limits) -> Outcome {
        self.let_go();
        let outcome = self.engine.load(graph, limits);
        self.note(json!({ "load": graph.to_json() }), &outcome);
        outcome
    }

    fn holds(&self) -> Option<&Arc<Graph>> {
        self.engine.holds()
    }

    fn forget(&mut self) {
        self.let_go();
        self.engine.forget();
    }

    fn run(&mut self, request: &Request<'_>, limits: &Limits) -> Outcome {
        let outcome = self.answered_ahead(request).unwrap_or_else(|| {
            self.let_go();
            self.engine.run(request, limits)
        });
        self.note_text(request, &outcome);
        outcome
    }

    fn index(&mut self, index: &Index, drop: bool, limits: &Limits) -> Outcome {
        self.let_go();
        let outcome = self.engine.index(index, drop, limits);
        self.note(json!({ "index": index, "drop": drop }), &outcome);
        outcome
    }

    fn dump(&mut self, limits: &Limits) -> Result<Graph, Box<Outcome>> {
        self.let_go();
        let result = self.engine.dump(limits);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_journal_is_read_up_to_a_mark_and_not_across_a_gap() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cypher-0-0.jsonl");
        let lines = |from: u64, to: u64| -> String {
            (from..to).map(|n| format!("{{\"text\":\"{n}\"}}\n")).collect()
        };
        std::fs::write(segment(&path, 0), lines(0, ENTRIES)).unwrap();
        std::fs::write(segment(&path, 2 * ENTRIES), lines(2 * ENTRIES, 2 * ENTRIES + 5)).unwrap();
        let read = |from, to| {
            let mark = Mark { journal: "cypher-0-0.jsonl".to_owned(), from, to };
            read(folder.path(), &mark)
                .iter()
                .map(|entry| entry["text"].as_str().unwrap().to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(read(3, 5), ["3", "4"]);
        assert_eq!(read(5, 2 * ENTRIES + 1), [(2 * ENTRIES).to_string()]);
    }
}
