//! An engine that may be asked before its answer is wanted.
//!
//! A round has its next cases ready while the engines work, and most of a case's texts depend on no answer: so an engine
//! is told of them ahead, and a thread of its own asks them in turn. Two engines of one case then work side by side,
//! and while they do the next case is made. Nothing of it shows: an engine is sent the same texts in the same order, the
//! answers are taken in the order of the cases, and a text that was asked ahead is asked only as long as the engine
//! holds the graph that it is meant for. After a crash, a time-out or a write what waits behind it is not asked but let
//! go of, and told again when the graph has been loaded again.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use quarrel_case::answer::Outcome;
use quarrel_case::check::{Action, Check};
use quarrel_case::engine::{Engine, Identity, Limits, Request};
use quarrel_case::graph::{Graph, Index};
use quarrel_case::value::Value;
use quarrel_case::verdict::Role;

/// An engine of this kind.
pub(crate) struct Ahead {
    engine: Arc<Mutex<Box<dyn Engine>>>,
    identity: Identity,
    /// What the engine said of itself after the last answer that was taken.
    holds: Option<Arc<Graph>>,
    restarts: usize,
    /// Time with a request outstanding.
    busy: Duration,
    /// What was asked ahead and not taken, in order.
    waiting: VecDeque<Text>,
    thread: Option<Thread>,
}

/// A text that changes nothing, the check that asks it and the graph that it is meant for.
#[derive(Debug, Clone)]
pub(crate) struct Text {
    pub(crate) check: u64,
    pub(crate) text: String,
    pub(crate) settings: BTreeMap<String, String>,
    pub(crate) limits: Limits,
    pub(crate) graph: Arc<Graph>,
}

impl Text {
    /// Nothing yet, for a check on a graph.
    pub(crate) fn new(check: u64, limits: Limits, graph: &Arc<Graph>) -> Self {
        let (text, settings) = (String::new(), BTreeMap::new());
        Self { check, text, settings, limits, graph: Arc::clone(graph) }
    }

    pub(crate) fn request(&self) -> Request<'_> {
        Request { text: &self.text, writes: false, settings: &self.settings }
    }

    /// Whether this is what is asked now.
    pub(crate) fn is(&self, request: &Request<'_>) -> bool {
        !request.writes && self.text == request.text && self.settings == *request.settings
    }
}

/// How far an engine was asked what a check asks of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asked {
    /// Nothing was asked: it does not hold the graph yet.
    Nothing,
    /// Something of the check comes after it that cannot be asked ahead.
    Part,
    /// Everything was asked.
    All,
}

/// The texts that a check asks first in a role, and whether these are all that it asks: texts that change nothing and
/// depend on no answer, on the graph as it is.
pub(crate) fn first_texts(check: &Check, role: Role, like: &Text) -> (Vec<Text>, Asked) {
    let mut texts = Vec::new();
    for step in check.steps.iter().filter(|step| step.role == role) {
        match &step.action {
            Action::Load(arrangement) if arrangement.is_plain() => {}
            Action::Query(query) if !step.finally => match query.whole() {
                Some(text) => {
                    let (text, settings) = (text.to_owned(), step.settings.clone());
                    texts.push(Text { text, settings, ..like.clone() });
                }
                None => return (texts, Asked::Part),
            },
            _ => return (texts, Asked::Part),
        }
    }
    (texts, Asked::All)
}

/// What became of a text.
struct Done {
    /// None when it was not asked, since the engine did not hold the graph any more.
    outcome: Option<Outcome>,
    holds: Option<Arc<Graph>>,
    restarts: usize,
    busy: Duration,
}

/// The thread that asks.
struct Thread {
    /// Taken when the thread is to end.
    ask: Option<Sender<Text>>,
    done: Receiver<Done>,
    /// Nothing that waits is to be asked any more.
    cancelled: Arc<AtomicBool>,
    handle: Option<JoinHandle<()>>,
}

impl Thread {
    fn start(engine: Arc<Mutex<Box<dyn Engine>>>) -> Self {
        let (ask, asked) = mpsc::channel();
        let (tell, done) = mpsc::channel();
        let cancelled = Arc::new(AtomicBool::new(false));
        let is_cancelled = Arc::clone(&cancelled);
        let handle = std::thread::spawn(move || serve(&engine, &asked, &tell, &is_cancelled));
        Self { ask: Some(ask), done, cancelled, handle: Some(handle) }
    }
}

impl Drop for Thread {
    /// Waits for the request that is under way, which ends within its limits.
    fn drop(&mut self) {
        self.cancelled.store(true, Ordering::Relaxed);
        self.ask = None;
        if let Some(handle) = self.handle.take() {
            let _ = handle.join();
        }
    }
}

fn serve(
    engine: &Mutex<Box<dyn Engine>>,
    asked: &Receiver<Text>,
    tell: &Sender<Done>,
    cancelled: &AtomicBool,
) {
    for text in asked {
        let mut engine = locked(engine);
        let holds = engine.holds().is_some_and(|held| Arc::ptr_eq(held, &text.graph));
        let start = Instant::now();
        let outcome =
            (holds && !cancelled.load(Ordering::Relaxed)).then(|| engine.run(&text.request(), &text.limits));
        let done = Done {
            outcome,
            holds: engine.holds().cloned(),
            restarts: engine.restarts(),
            busy: start.elapsed(),
        };
        if tell.send(done).is_err() {
            return;
        }
    }
}

fn locked(engine: &Mutex<Box<dyn Engine>>) -> MutexGuard<'_, Box<dyn Engine>> {
    engine.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Ahead {
    pub(crate) fn new(engine: Box<dyn Engine>) -> Self {
        Self {
            identity: engine.identity().clone(),
            holds: engine.holds().cloned(),
            restarts: engine.restarts(),
            engine: Arc::new(Mutex::new(engine)),
            busy: Duration::ZERO,
            waiting: VecDeque::new(),
            thread: None,
        }
    }

    /// Asks a text before its answer is wanted.
    pub(crate) fn ask(&mut self, text: Text) {
        let thread = self.thread.get_or_insert_with(|| Thread::start(Arc::clone(&self.engine)));
        if thread.ask.as_ref().is_some_and(|ask| ask.send(text.clone()).is_ok()) {
            self.waiting.push_back(text);
        }
    }

    /// The first text that was asked ahead and not taken.
    pub(crate) fn first(&self) -> Option<&Text> {
        self.waiting.front()
    }

    /// Takes the first text that was asked ahead, with its outcome if it was asked indeed.
    pub(crate) fn take(&mut self) -> Option<(Text, Option<Outcome>)> {
        let text = self.waiting.pop_front()?;
        let done = self.thread.as_ref().and_then(|thread| thread.done.recv().ok());
        let Some(done) = done else {
            return Some((text, None));
        };
        (self.holds, self.restarts) = (done.holds, done.restarts);
        self.busy += done.busy;
        Some((text, done.outcome))
    }

    /// Whether what waits is not asked any more, but for what the engine is at.
    pub(crate) fn cancel(&self, cancelled: bool) {
        if let Some(thread) = &self.thread {
            thread.cancelled.store(cancelled, Ordering::Relaxed);
        }
    }

    /// Takes the time with a request outstanding.
    pub(crate) fn take_busy(&mut self) -> Duration {
        std::mem::take(&mut self.busy)
    }

    /// Calls the engine itself. Nothing may be waiting.
    fn call<T>(&mut self, call: impl FnOnce(&mut dyn Engine) -> T) -> T {
        let mut engine = locked(&self.engine);
        let start = Instant::now();
        let result = call(&mut **engine);
        self.busy += start.elapsed();
        self.holds = engine.holds().cloned();
        self.restarts = engine.restarts();
        result
    }
}

impl Engine for Ahead {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn load(&mut self, graph: &Arc<Graph>, limits: &Limits) -> Outcome {
        self.call(|engine| engine.load(graph, limits))
    }

    fn holds(&self) -> Option<&Arc<Graph>> {
        self.holds.as_ref()
    }

    fn forget(&mut self) {
        self.call(|engine| engine.forget());
    }

    fn run(&mut self, request: &Request<'_>, limits: &Limits) -> Outcome {
        self.call(|engine| engine.run(request, limits))
    }

    fn index(&mut self, index: &Index, drop: bool, limits: &Limits) -> Outcome {
        self.call(|engine| engine.index(index, drop, limits))
    }

    fn dump(&mut self, limits: &Limits) -> Result<Graph, Box<Outcome>> {
        self.call(|engine| engine.dump(limits))
    }

    fn native_id(&self, element: &Value) -> Option<String> {
        locked(&self.engine).native_id(element)
    }

    fn restarts(&self) -> usize {
        self.restarts
    }
}
