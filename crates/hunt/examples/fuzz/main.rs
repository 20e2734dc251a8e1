//! Looks for texts and trees that the parser, the printer or the evaluator falls over.
//!
//! `fuzz LANGUAGE parser|evaluator|DECODER SECONDS [SEED] [FOLDER]`: a decoder (`decoders/mod.rs` has their names) reads
//! what a server or a worker of the language might send. The folder holds scenarios (`.feature`), or queries and updates
//! (`.rq`, `.ru`), whose texts are changed beside generated ones. A panic, an overflow of a stack of two megabytes, a run
//! longer than ten seconds, and a tree that does not come back from its text are each printed with the text; then it ends
//! with 1. A child process does the work, and is begun anew behind a case that ends it twice.

#[path = "../../../graph/support/cases.rs"]
mod cases;
mod decoders;
#[path = "../support/languages.rs"]
mod languages;
mod made;
mod marks;
mod mutate;

use std::error::Error;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::time::{Duration, Instant};

use decoders::{DECODERS, Decoder};
use languages::language;
use mutate::Corpus;
use quarrel_case::choices::Choices;
use quarrel_case::graph::Graph;
use quarrel_case::language::{Budget, Language, Tree};
use quarrel_case::profile::{Dialect, Features, Profile};
use quarrel_graph::Sizes;

/// As much as a thread has by default.
const STACK: usize = 2 << 20;

/// How long a case may take.
const LIMIT: Duration = Duration::from_secs(10);

/// Cases on one graph.
const PER_ROUND: u64 = 50;

const USAGE: &str =
    "usage: fuzz LANGUAGE parser|evaluator SECONDS [SEED] [FOLDER], or fuzz LANGUAGE DECODER SECONDS [SEED]";

/// What is tried.
#[derive(Clone, Copy)]
enum Target {
    Parser,
    Evaluator,
    Decoder(&'static Decoder),
}

impl Target {
    fn of(name: &str, language: &str) -> Option<Self> {
        match name {
            "parser" => Some(Self::Parser),
            "evaluator" => Some(Self::Evaluator),
            _ => {
                let is_meant =
                    |decoder: &&Decoder| decoder.name == name && decoder.languages.contains(&language);
                DECODERS.iter().find(is_meant).map(Self::Decoder)
            }
        }
    }
}

type Failed = Box<dyn Error + Send + Sync>;

fn main() -> Result<ExitCode, Failed> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["child", name, what, seconds, seed, first, current, folder @ ..] => {
            let language = language(name)?;
            let work = Work {
                target: Target::of(what, language.name()).ok_or(USAGE)?,
                until: Instant::now() + Duration::from_secs(seconds.parse()?),
                choices: Choices::new(seed.parse()?),
                corpus: Corpus::new(&language, &texts(folder.first().map(Path::new))?)?,
                language,
                current: PathBuf::from(current),
            };
            let first = first.parse()?;
            let thread = std::thread::Builder::new().stack_size(STACK).spawn(move || work.run(first))?;
            Ok(ExitCode::from(u8::from(thread.join().map_err(|_| "the child panicked")?)))
        }
        [name, what, seconds, rest @ ..] if Target::of(what, name).is_some() => {
            watch(language(name)?.name(), what, seconds.parse()?, rest)
        }
        _ => Err(USAGE.into()),
    }
}

/// Runs children until the time is over; tells what ends them.
fn watch(language: &str, what: &str, seconds: u64, rest: &[&str]) -> Result<ExitCode, Failed> {
    let until = Instant::now() + Duration::from_secs(seconds);
    let current = std::env::temp_dir().join(format!("quarrel-fuzz-{}", std::process::id()));
    let (mut first, mut failed, mut again) = (0, false, None);
    while Instant::now() < until || again == Some(first) {
        let left = (until - Instant::now()).as_secs().max(1).to_string();
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["child", language, what, &left, rest.first().unwrap_or(&"1"), &first.to_string()]);
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
        let ended = status.code().is_none_or(|code| code > 1);
        // On a busy machine a child may come to nothing for long, so a case that ends it is begun with once more.
        if ended && again != Some(number) {
            (first, again) = (number, Some(number));
            continue;
        }
        first = number + 1;
        failed |= !status.success();
        if ended {
            println!("case {number} ended it twice ({status}): {text:.2000}");
        }
    }
    println!("{language}, {what}: {first} cases");
    fs::remove_file(&current)?;
    Ok(ExitCode::from(u8::from(failed)))
}

/// The number and the text of the case that a child is at.
fn numbered(current: &Path) -> (u64, String) {
    let text = fs::read_to_string(current).unwrap_or_default();
    let (number, text) = text.split_once('\n').unwrap_or_default();
    (number.parse().unwrap_or_default(), text.to_owned())
}

/// The texts of the scenarios, and the queries and updates, in a folder.
fn texts(folder: Option<&Path>) -> Result<Vec<String>, Failed> {
    let mut found = Vec::new();
    for entry in folder.into_iter().map(fs::read_dir).collect::<Result<Vec<_>, _>>()?.into_iter().flatten() {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(texts(Some(&path))?);
            continue;
        }
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("feature") => {
                let text = fs::read_to_string(&path)?;
                found.extend(text.split("\"\"\"").skip(1).step_by(2).map(|text| text.trim().to_owned()));
            }
            // Some of a suite's are no UTF-8 on purpose.
            Some("rq" | "ru") => found.extend(fs::read_to_string(&path).ok()),
            _ => {}
        }
    }
    Ok(found)
}

/// What a child does.
struct Work {
    language: Arc<dyn Language>,
    target: Target,
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
                ground = Some(self.ground(&self.choices.numbered("round", number / PER_ROUND)));
            }
            let mut choices = self.choices.numbered("case", number);
            let (text, tree) = self.case(&mut choices);
            drop(fs::write(&self.current, format!("{number}\n{text}")));
            let attempt = AssertUnwindSafe(|| self.attempt(&text, tree.as_ref(), ground.as_ref()));
            if catch_unwind(attempt).is_err() {
                println!("case {number}: {text:.2000}");
                failed = true;
            }
        }
        failed
    }

    /// A text, and the tree that it is of where it was made from one.
    fn case(&self, choices: &mut Choices) -> (String, Option<Tree>) {
        if let Target::Decoder(decoder) = self.target {
            return ((decoder.text)(choices), None);
        }
        let tree = if choices.chance(40) { self.corpus.tree(choices) } else { None };
        let text = match &tree {
            Some(tree) => catch_unwind(AssertUnwindSafe(|| self.print(tree))).unwrap_or_default(),
            None => self.corpus.text(choices),
        };
        (text, tree)
    }

    fn print(&self, tree: &Tree) -> String {
        self.language.print(tree, &Dialect::default())
    }

    fn are_equal(&self, left: &Tree, right: &Tree) -> bool {
        self.language.tree_to_json(left) == self.language.tree_to_json(right)
    }

    fn attempt(&self, text: &str, tree: Option<&Tree>, ground: Option<&(Graph, Profile)>) {
        if let Target::Decoder(decoder) = self.target {
            return (decoder.attempt)(text);
        }
        let parsed = self.language.parse(text).ok();
        // What no text can say need not be read, but what is read must be what was said.
        if let (Some(tree), Some(read)) = (tree, &parsed) {
            assert!(self.are_equal(tree, read), "the text is of another tree");
        }
        if let Target::Parser = self.target {
            // Parentheses may make a text too deep that was not.
            let comes_back =
                parsed.as_ref().is_none_or(|read| match self.language.parse(&self.print(read)) {
                    Ok(again) => self.are_equal(&again, read),
                    Err(error) => error.message.contains("too deep"),
                });
            assert!(comes_back, "what is read does not come back");
        } else if let (Some(query), Some((graph, profile))) = (tree.or(parsed.as_ref()), ground)
            && let Ok(mut session) = self.language.session(graph, profile)
        {
            drop(session.run(query, &Budget::default()));
        }
    }

    /// A graph and a profile, with a planted fault now and then.
    fn ground(&self, choices: &Choices) -> (Graph, Profile) {
        let features = Features::default();
        let mut stream = choices.stream("graph");
        let graph = quarrel_graph::generate(&*self.language, Sizes::default(), &features, &mut stream);
        let mut choices = choices.stream("profile");
        let mut profile = Profile::default();
        for switch in self.language.switches() {
            if let Some(value) = choices.pick(switch.values) {
                profile.switches.insert(switch.name.to_owned(), (*value).to_owned());
            }
        }
        let fault = choices.pick(self.language.faults()).map(|fault| fault.id.to_owned());
        profile.fault = fault.filter(|_| choices.chance(25));
        (graph, profile)
    }
}
