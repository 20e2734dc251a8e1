//! Looks for texts and trees that the parser, the printer or the evaluator falls over.
//!
//! `fuzz parser|evaluator SECONDS [SEED] [FOLDER]`: the folder holds queries and updates (`.rq`, `.ru`), which are
//! changed beside generated ones. A panic, an overflow of a stack of two megabytes, a run longer than ten seconds, and a tree
//! that does not come back from its text are each printed with the text; then it ends with 1. A child process does
//! the work, and is begun anew behind a case that ends it.

#![expect(clippy::disallowed_types, reason = "it looks at the time")]

#[path = "support/cases.rs"]
mod cases;
#[path = "support/mutate.rs"]
mod mutate;

use std::error::Error;
use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use mutate::Corpus;
use quarrel_case::choices::Choices;
use quarrel_case::graph::{Graph, Model};
use quarrel_case::language::{Budget, Session as _, Tree};
use quarrel_case::profile::{Features, Profile};
use quarrel_graph::Sizes;
use quarrel_sparql::ast::Query;
use quarrel_sparql::evaluate::{FAULTS, SWITCHES, session};
use quarrel_sparql::parse::{Request, parse_request};
use quarrel_sparql::print::{Spelling, print, print_update};

/// As much as a thread has by default.
const STACK: usize = 2 << 20;

/// How long a case may take.
const LIMIT: Duration = Duration::from_secs(10);

/// Cases on one graph.
const PER_ROUND: u64 = 50;

type Failed = Box<dyn Error + Send + Sync>;

fn main() -> Result<ExitCode, Failed> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["child", what, seconds, seed, first, current, folder @ ..] => {
            let work = Work {
                evaluates: *what == "evaluator",
                until: Instant::now() + Duration::from_secs(seconds.parse()?),
                choices: Choices::new(seed.parse()?),
                corpus: Corpus::new(&texts(folder.first().map(Path::new))?)?,
                current: PathBuf::from(current),
            };
            let first = first.parse()?;
            let thread = std::thread::Builder::new().stack_size(STACK).spawn(move || work.run(first))?;
            Ok(ExitCode::from(u8::from(thread.join().map_err(|_| "the child panicked")?)))
        }
        [what @ ("parser" | "evaluator"), seconds, rest @ ..] => watch(what, seconds.parse()?, rest),
        _ => Err("usage: fuzz parser|evaluator SECONDS [SEED] [FOLDER]".into()),
    }
}

/// Runs children until the time is over; tells what ends them.
fn watch(what: &str, seconds: u64, rest: &[&str]) -> Result<ExitCode, Failed> {
    let until = Instant::now() + Duration::from_secs(seconds);
    let current = std::env::temp_dir().join(format!("quarrel-fuzz-{}", std::process::id()));
    let (mut first, mut failed) = (0, false);
    while Instant::now() < until {
        let left = (until - Instant::now()).as_secs().max(1).to_string();
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["child", what, &left, rest.first().unwrap_or(&"1"), &first.to_string()]);
        let mut child = command.arg(&current).args(rest.get(1)).spawn()?;
        let (mut seen, mut since) = (0, Instant::now());
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break status;
            }
            let number = numbered(&current).0;
            if number != seen {
                (seen, since) = (number, Instant::now());
            } else if seen > 0 && since.elapsed() > LIMIT {
                child.kill()?;
            }
            std::thread::sleep(Duration::from_millis(100));
        };
        let (number, text) = numbered(&current);
        first = number + 1;
        failed |= !status.success();
        if status.code().is_none_or(|code| code > 1) {
            println!("case {number} ended it ({status}): {text:.2000}");
        }
    }
    println!("{what}: {first} cases");
    fs::remove_file(&current)?;
    Ok(ExitCode::from(u8::from(failed)))
}

/// The number and the text of the case that a child is at.
fn numbered(current: &Path) -> (u64, String) {
    let text = fs::read_to_string(current).unwrap_or_default();
    let (number, text) = text.split_once('\n').unwrap_or_default();
    (number.parse().unwrap_or_default(), text.to_owned())
}

/// The queries and updates in a folder.
fn texts(folder: Option<&Path>) -> Result<Vec<String>, Failed> {
    let mut found = Vec::new();
    for entry in folder.into_iter().map(fs::read_dir).collect::<Result<Vec<_>, _>>()?.into_iter().flatten() {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(texts(Some(&path))?);
        } else if path.extension().is_some_and(|extension| extension == "rq" || extension == "ru") {
            found.extend(fs::read_to_string(&path).ok());
        }
    }
    Ok(found)
}

/// What a child does.
struct Work {
    evaluates: bool,
    until: Instant,
    choices: Choices,
    corpus: Corpus,
    /// Where the case is written before it is tried.
    current: PathBuf,
}

impl Work {
    /// Goes through the cases from this one on; whether one of them failed.
    fn run(&self, first: u64) -> bool {
        let mut failed = false;
        let mut ground = None;
        for number in first.. {
            if Instant::now() > self.until {
                break;
            }
            if ground.is_none() || number % PER_ROUND == 0 {
                ground = Some(ground_of(&self.choices.numbered("round", number / PER_ROUND)));
            }
            let mut choices = self.choices.numbered("case", number);
            let tree = if choices.chance(40) { self.corpus.tree(&mut choices) } else { None };
            let text = match &tree {
                Some(tree) => catch_unwind(|| print(tree, &Spelling::default())).unwrap_or_default(),
                None => self.corpus.text(&mut choices),
            };
            drop(fs::write(&self.current, format!("{number}\n{text}")));
            let ground = ground.as_ref();
            if catch_unwind(|| self.attempt(&text, tree.as_ref(), ground)).is_err() {
                println!("case {number}: {text:.2000}");
                failed = true;
            }
        }
        failed
    }

    fn attempt(&self, text: &str, tree: Option<&Query>, ground: Option<&(Graph, Profile)>) {
        let parsed = parse_request(text).ok();
        let read = parsed.as_ref().and_then(|request| match request {
            Request::Query(query) => Some(&**query),
            Request::Update(_) => None,
        });
        // What no text can say need not be read, but what is read must be what was said.
        let comes_back = tree.is_none() || parsed.is_none() || read == tree;
        assert!(comes_back, "the text is of another tree");
        if !self.evaluates {
            if let Some(request) = &parsed {
                assert!(comes_again(request), "what is read does not come back");
            }
            return;
        }
        let tree = match (tree, parsed) {
            (Some(query), _) => Tree::new(query.clone()),
            (None, Some(Request::Query(query))) => Tree::new(*query),
            (None, Some(Request::Update(update))) => Tree::new(update),
            (None, None) => return,
        };
        if let Some((Graph::Rdf(dataset), profile)) = ground
            && let Ok(mut session) = session(dataset, profile)
        {
            drop(session.run(&tree, &Budget::default()));
        }
    }
}

/// Whether what was read is read again from its own text. Parentheses may make a text too deep that was not.
fn comes_again(request: &Request) -> bool {
    let spelling = Spelling::default();
    let text = match request {
        Request::Query(query) => print(query, &spelling),
        Request::Update(update) => print_update(update, &spelling),
    };
    match (parse_request(&text), request) {
        (Ok(Request::Query(again)), Request::Query(query)) => again == *query,
        (Ok(Request::Update(again)), Request::Update(update)) => again == *update,
        (Ok(_), _) => false,
        (Err(error), _) => error.message.contains("too deep"),
    }
}

/// A graph and a profile, with a planted fault now and then.
fn ground_of(choices: &Choices) -> (Graph, Profile) {
    let sizes = Sizes::default();
    let graph =
        quarrel_graph::generate(Model::Rdf, sizes, &Features::default(), &mut choices.stream("graph"));
    let mut choices = choices.stream("profile");
    let mut profile = Profile::default();
    for switch in SWITCHES {
        if let Some(value) = choices.pick(switch.values) {
            profile.switches.insert(switch.name.to_owned(), (*value).to_owned());
        }
    }
    let fault = choices.pick(FAULTS).map(|fault| fault.id.to_owned());
    profile.fault = fault.filter(|_| choices.chance(25));
    (graph, profile)
}
