//! A bare loop: sends the texts that a hunt sent, and does nothing else.
//!
//! `bare PROGRAM OUT [ENGINE]` reads the journals of the hunt in the folder OUT, starts an engine per journal as the
//! hunt did, at most as many at once as the hunt had jobs, and prints queries per second. The hunt's own rate
//! is held against it: what is left is what Quarrel costs.
//!
//! With ENGINE all texts are sent to that one alone, each as often as there was a case with it: a hunt that asks
//! several engines is held against its slowest.

#[path = "support/languages.rs"]
mod languages;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use quarrel_case::engine::{Engine, Limits, Request};
use quarrel_case::graph::Graph;
use quarrel_case::language::Language;
use quarrel_engine::install::Cache;
use quarrel_engine::{Catalogue, Launcher, Servers};
use quarrel_hunt::workshop::Workshop;
use serde_json::Value as Json;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let (program, out, alone) = match arguments.as_slice() {
        [program, out] => (program, out, None),
        [program, out, engine] => (program, out, engine.to_str()),
        _ => return Err("usage: bare PROGRAM OUT [ENGINE]".into()),
    };
    let hosts = ["graphdblite", "marsdb", "oxigraph"].map(str::to_owned).to_vec();
    let launcher = Launcher {
        program: program.clone(),
        args: vec!["worker".to_owned()],
        hosts,
        cache: Cache::of_user(),
        servers: Servers::default(),
    };
    let workshop = Workshop::new(Catalogue::builtin()?, launcher);
    let summary: Json = serde_json::from_str(&std::fs::read_to_string(out.join("summary.json"))?)?;
    // The journals of one worker are sent one after another, those of different workers side by side.
    let mut workers: BTreeMap<String, Journals> = BTreeMap::new();
    for entry in std::fs::read_dir(out.join("journal"))? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        // A journal is one file after another: `LANGUAGE-ENGINE-WORKER.FIRST.jsonl`.
        let journal = name.split('.').next().unwrap_or_default().to_owned();
        let worker = journal.rsplit('-').next().unwrap_or_default().to_owned();
        workers.entry(worker).or_default().entry(journal).or_default().insert(path);
    }
    if let Some(engine) = alone {
        let journals: Vec<Journals> = workers.into_values().collect();
        return Ok(send_alone(engine, &journals, &workshop)?);
    }
    let start = Instant::now();
    let sent = std::thread::scope(|scope| -> Result<u64, String> {
        let send = |journals: Journals| {
            let (workshop, summary) = (&workshop, &summary);
            move || replay(&journals, workshop, summary)
        };
        let threads: Vec<_> = workers.into_values().map(|paths| scope.spawn(send(paths))).collect();
        threads.into_iter().map(|thread| thread.join().map_err(|_| "a thread panicked".to_owned())?).sum()
    })?;
    tell(sent, start);
    Ok(())
}

fn tell(sent: u64, start: Instant) {
    let seconds = start.elapsed().as_secs_f64();
    println!("{sent} queries in {seconds:.2} s: {:.0} per second", sent as f64 / seconds);
}

/// The files of each journal of a worker, in order.
type Journals = BTreeMap<String, BTreeSet<PathBuf>>;

/// Sends the journals of one worker entry by entry in turn, as the hunt asked its engines in turn.
fn replay(journals: &Journals, workshop: &Workshop, summary: &Json) -> Result<u64, String> {
    let journals = journals.iter().map(|(name, files)| Journal::open(name, files, workshop, summary));
    let mut journals = journals.collect::<Result<Vec<_>, String>>()?;
    let longest = journals.iter().map(|journal| journal.entries.len()).max().unwrap_or_default();
    let mut sent = 0;
    for index in 0..longest {
        for journal in &mut journals {
            sent += journal.send(index)?;
        }
    }
    Ok(sent)
}

/// How often each text was asked on each graph.
type Asked = BTreeMap<String, BTreeMap<String, usize>>;

/// Sends to one engine what the engines of a hunt were asked.
fn send_alone(engine: &str, journals: &[Journals], workshop: &Workshop) -> Result<(), String> {
    let mut all = Asked::new();
    let mut named = None;
    for (name, files) in journals.iter().flatten() {
        named = name.split('-').next();
        // A case is in the journals of two engines, and in each of them once.
        for (graph, texts) in asked(&entries(files)?) {
            let known = all.entry(graph).or_default();
            for (text, times) in texts {
                let most = known.entry(text).or_default();
                *most = times.max(*most);
            }
        }
    }
    let language = languages::language(named.unwrap_or_default())?;
    let (mut sent, start) = (0, Instant::now());
    let mut engine = workshop.open(engine, &language).map_err(|error| error.to_string())?.engine;
    let (limits, settings) = (Limits::default(), BTreeMap::new());
    for (graph, texts) in &all {
        let graph = serde_json::from_str(graph).map_err(|error| error.to_string())?;
        let graph = Graph::from_json(&graph, language.model()).map_err(|error| error.to_string())?;
        engine.load(&Arc::new(graph), &limits);
        drop(engine.dump(&limits));
        for text in texts.iter().flat_map(|(text, times)| std::iter::repeat_n(text, *times)) {
            engine.run(&Request { text, writes: false, settings: &settings }, &limits);
            sent += 1;
        }
    }
    tell(sent, start);
    Ok(())
}

fn asked(entries: &[Json]) -> Asked {
    let mut asked = Asked::new();
    let mut graph = String::new();
    for entry in entries {
        if let Some(loaded) = entry.get("load") {
            graph = loaded.to_string();
        } else if let Some(text) = entry["text"].as_str() {
            *asked.entry(graph.clone()).or_default().entry(text.to_owned()).or_default() += 1;
        }
    }
    asked
}

fn entries(files: &BTreeSet<PathBuf>) -> Result<Vec<Json>, String> {
    let text = files.iter().map(std::fs::read_to_string).collect::<Result<String, _>>();
    let text = text.map_err(|error| error.to_string())?;
    text.lines().map(serde_json::from_str).collect::<Result<_, _>>().map_err(|error| error.to_string())
}

/// What was sent to one engine, and the engine.
struct Journal {
    language: Arc<dyn Language>,
    engine: Box<dyn Engine>,
    entries: Vec<Json>,
}

impl Journal {
    fn open(
        name: &str,
        files: &BTreeSet<PathBuf>,
        workshop: &Workshop,
        summary: &Json,
    ) -> Result<Self, String> {
        let mut parts = name.split('-');
        let language = languages::language(parts.next().unwrap_or_default())?;
        let index: usize = parts.next().and_then(|index| index.parse().ok()).unwrap_or_default();
        let spec = summary["options"]["engines"][language.name()][index].as_str().unwrap_or_default();
        let engine = workshop.open(spec, &language).map_err(|error| error.to_string())?.engine;
        Ok(Self { language, engine, entries: entries(files)? })
    }

    /// Sends an entry; gives the number of queries sent.
    fn send(&mut self, index: usize) -> Result<u64, String> {
        let (limits, settings) = (Limits::default(), BTreeMap::new());
        let Some(entry) = self.entries.get(index) else { return Ok(0) };
        if let Some(text) = entry["text"].as_str() {
            self.engine.run(&Request { text, writes: false, settings: &settings }, &limits);
            return Ok(1);
        }
        if let Some(graph) = entry.get("load") {
            let graph = Graph::from_json(graph, self.language.model()).map_err(|error| error.to_string())?;
            self.engine.load(&Arc::new(graph), &limits);
        } else if entry.get("dump").is_some() {
            // The hunt reads every loaded graph back; that is asked of the engine as well.
            drop(self.engine.dump(&limits));
        }
        Ok(0)
    }
}
