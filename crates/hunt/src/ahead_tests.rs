//! Tests of asking ahead, on an engine whose texts say what becomes of them.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use quarrel_case::answer::Outcome;
use quarrel_case::check::{Action, Check, Form, Hole, Part, Step};
use quarrel_case::engine::{Engine, Identity, Limits, Request};
use quarrel_case::graph::{Graph, Index, Model};
use quarrel_case::value::Value;
use quarrel_case::verdict::Role;

use crate::ahead::{Asked, Text, first_texts};
use crate::journal::Journaled;

struct Scripted {
    identity: Identity,
    held: Option<Arc<Graph>>,
    sent: Sender<String>,
    /// Heard of before a text `meet` is answered.
    other: Option<Receiver<String>>,
}

impl Engine for Scripted {
    fn identity(&self) -> &Identity {
        &self.identity
    }
    fn load(&mut self, graph: &Arc<Graph>, _: &Limits) -> Outcome {
        let _ = self.sent.send("load".to_owned());
        self.held = Some(Arc::clone(graph));
        Outcome::done()
    }
    fn holds(&self) -> Option<&Arc<Graph>> {
        self.held.as_ref()
    }
    fn forget(&mut self) {
        self.held = None;
    }
    fn run(&mut self, request: &Request<'_>, _: &Limits) -> Outcome {
        let _ = self.sent.send(request.text.to_owned());
        match (request.text, &self.other) {
            ("crash", _) => {
                self.held = None;
                Outcome::Crashed("signal 11".to_owned())
            }
            ("meet", Some(other)) => match other.recv_timeout(Duration::from_secs(20)) {
                Ok(_) => Outcome::done(),
                Err(_) => Outcome::TimedOut,
            },
            _ => Outcome::done(),
        }
    }
    fn index(&mut self, _: &Index, _: bool, _: &Limits) -> Outcome {
        Outcome::done()
    }
    fn dump(&mut self, _: &Limits) -> Result<Graph, Box<Outcome>> {
        Ok(Graph::empty(Model::Rdf))
    }
    fn native_id(&self, _: &Value) -> Option<String> {
        None
    }
    fn restarts(&self) -> usize {
        0
    }
}

/// An engine, and the texts that it is sent.
fn engine(other: Option<Receiver<String>>) -> (Scripted, Receiver<String>) {
    let (sent, received) = channel();
    (Scripted { identity: Identity::new("scripted", "1"), held: None, sent, other }, received)
}

/// The engine behind its journal, with a graph in it.
fn loaded(scripted: Scripted, path: Option<&Path>) -> (Journaled, Arc<Graph>) {
    let graph = Arc::new(Graph::empty(Model::Rdf));
    let mut engine = Journaled::new(Box::new(scripted), path).unwrap();
    engine.load(&graph, &Limits::default());
    (engine, graph)
}

fn ahead(check: u64, text: &str, graph: &Arc<Graph>) -> Text {
    Text { text: text.to_owned(), ..Text::new(check, Limits::default(), graph) }
}

fn run(engine: &mut Journaled, text: &str) -> &'static str {
    engine.run(&Request { text, writes: false, settings: &BTreeMap::new() }, &Limits::default()).word()
}

#[test]
fn two_engines_work_side_by_side() {
    let (to_one, from_other) = channel();
    let (to_other, from_one) = channel();
    let graph = Arc::new(Graph::empty(Model::Rdf));
    let mut engines = [(to_other, from_other), (to_one, from_one)].map(|(sent, other)| {
        let identity = Identity::new("scripted", "1");
        let held = Some(Arc::clone(&graph));
        Journaled::new(Box::new(Scripted { identity, held, sent, other: Some(other) }), None).unwrap()
    });
    engines.iter_mut().for_each(|engine| engine.ask_ahead(ahead(0, "meet", &graph)));
    // Each answers only when the other one has been asked.
    assert_eq!(engines.each_mut().map(|engine| run(engine, "meet")), ["answered"; 2]);
}

#[test]
fn what_was_asked_ahead_is_sent_once_and_in_order() {
    let (scripted, sent) = engine(None);
    let (mut engine, graph) = loaded(scripted, None);
    ["a", "b", "c"].iter().zip(1..).for_each(|(text, check)| engine.ask_ahead(ahead(check, text, &graph)));
    assert_eq!(["a", "b", "c", "d"].map(|text| run(&mut engine, text)), ["answered"; 4]);
    assert_eq!(engine.take_counts().steps, 4);
    drop(engine);
    assert_eq!(sent.iter().collect::<Vec<_>>(), ["load", "a", "b", "c", "d"]);
}

#[test]
fn after_a_crash_nothing_is_asked_until_the_graph_is_there_again() {
    let (scripted, sent) = engine(None);
    let (mut engine, graph) = loaded(scripted, None);
    ["crash", "b"].iter().zip(1..).for_each(|(text, check)| engine.ask_ahead(ahead(check, text, &graph)));
    assert_eq!(run(&mut engine, "crash"), "crashed");
    engine.end_check(1);
    assert!(engine.holds().is_none());
    assert_eq!(engine.losses(), 0);
    engine.load(&graph, &Limits::default());
    assert_eq!(engine.losses(), 1, "what waited has to be told again");
    assert_eq!(run(&mut engine, "b"), "answered");
    assert_eq!(engine.take_counts().steps, 2);
    drop(engine);
    assert_eq!(sent.iter().collect::<Vec<_>>(), ["load", "crash", "load", "b"]);
}

#[test]
fn an_answer_that_nobody_takes_is_in_the_journal_all_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sparql-0-0.jsonl");
    let (scripted, _sent) = engine(None);
    let (mut engine, graph) = loaded(scripted, Some(&path));
    for (check, text) in [(1, "a"), (1, "b"), (2, "c")] {
        engine.ask_ahead(ahead(check, text, &graph));
    }
    run(&mut engine, "a");
    engine.end_check(1);
    run(&mut engine, "c");
    let journal = std::fs::read_to_string(path.with_extension("000000000.jsonl")).unwrap();
    let entries = journal.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let texts: Vec<String> = entries.filter_map(|entry| Some(entry.get("text")?.to_string())).collect();
    assert_eq!(texts, ["\"a\"", "\"b\"", "\"c\""]);
}

#[test]
fn only_what_depends_on_no_answer_and_changes_nothing_is_asked_ahead() {
    let hole = Action::Query(quarrel_case::check::Text {
        parts: vec![Part::Hole(Hole::new(1, "x", Form::Value))],
        element_wise: false,
    });
    let steps = [
        Step::load(Role::Target),
        Step::query(Role::Target, "a", None),
        Step::query(Role::Peer, "b", None),
        Step::new(Role::Target, hole),
        Step::query(Role::Target, "c", None),
        Step::write(Role::Peer, "d", None),
    ];
    let like = Text::new(0, Limits::default(), &Arc::new(Graph::empty(Model::Rdf)));
    for (count, role, expected, how) in [
        (3, Role::Target, vec!["a"], Asked::All),
        (3, Role::Peer, vec!["b"], Asked::All),
        (6, Role::Target, vec!["a"], Asked::Part),
        (6, Role::Peer, vec!["b"], Asked::Part),
    ] {
        let check = Check { steps: steps[..count].to_vec(), ..Check::default() };
        let (texts, asked) = first_texts(&check, role, &like);
        let texts: Vec<&str> = texts.iter().map(|text| text.text.as_str()).collect();
        assert_eq!((texts, asked), (expected, how));
    }
}
