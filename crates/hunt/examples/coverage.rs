//! Writes a language's part of COVERAGE.md: which constructs are generated, evaluated, and accepted by each engine.
//!
//! `coverage LANGUAGE PROGRAM CASES [ENGINE...]`: for each engine so many cases are generated as for a hunt and sent to it.
//! The table goes to the standard output; what engines reject goes to the standard error, the commonest first, with
//! the shortest text of each.

#[path = "support/languages.rs"]
mod languages;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use languages::language;
use quarrel_case::answer::Outcome;
use quarrel_case::choices::Choices;
use quarrel_case::engine::{Limits, Request};
use quarrel_case::language::{Candidate, Language, Setting};
use quarrel_case::profile::{Features, Profile};
use quarrel_engine::install::Cache;
use quarrel_engine::{Catalogue, Launcher, OpenEngine, Servers};
use quarrel_hunt::plan::Knobs;
use quarrel_hunt::workshop::Workshop;

type Failed = Box<dyn std::error::Error>;

/// Cases on one graph.
const PER_ROUND: usize = 50;

/// How many kinds of rejections are shown.
const SHOWN: usize = 40;

/// What one engine made of the cases.
struct Column {
    name: String,
    without: Features,
    /// By feature: how many cases with it were sent, and how many of them were rejected.
    counts: BTreeMap<&'static str, (usize, usize)>,
    asked: usize,
    rejected: usize,
    /// By message: how often, and the shortest text.
    messages: BTreeMap<String, (usize, String)>,
}

fn main() -> Result<(), Failed> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, program, count, engines @ ..] = arguments.as_slice() else {
        return Err("usage: coverage LANGUAGE PROGRAM CASES [ENGINE...]".into());
    };
    let language = language(name)?;
    let count: usize = count.parse()?;
    let catalogue = Catalogue::builtin()?;
    let launcher = Launcher {
        program: PathBuf::from(program),
        args: vec!["worker".to_owned()],
        hosts: catalogue.embedded(name).into_iter().map(ToOwned::to_owned).collect(),
        cache: Cache::of_user(),
        servers: Servers::default(),
    };
    let workshop = Workshop::new(catalogue, launcher);
    let mut columns = Vec::new();
    for engine in engines {
        let column = asked(&*language, workshop.open(engine, &language)?, count)?;
        show_rejections(&column);
        columns.push(column);
    }
    let known = known(&*language, count)?;
    print(&*language, &known, &columns, count);
    Ok(())
}

/// Calls `each` with so many cases.
fn cases(
    language: &dyn Language,
    count: usize,
    profile: &Profile,
    features: &Features,
    each: &mut dyn FnMut(&Setting, &Candidate),
) -> Result<(), Failed> {
    let knobs = Knobs::default();
    for round in 0..count.div_ceil(PER_ROUND) as u64 {
        let choices = Choices::new(1).numbered("round", round);
        let features = features.of_a_round(&mut choices.stream("features"));
        let mut stream = choices.stream("graph");
        let graph = quarrel_graph::generate(language, knobs.sizes, &features, &mut stream);
        let setting = knobs.setting(language, Arc::new(graph), profile.clone(), features);
        let mut generator = language.generator(&setting)?;
        for case in 0..PER_ROUND as u64 {
            each(&setting, &generator.next(&mut choices.numbered("case", case).stream("query")));
        }
    }
    Ok(())
}

/// By feature, whether some case with it has a known answer.
fn known(language: &dyn Language, count: usize) -> Result<BTreeMap<&'static str, bool>, Failed> {
    let mut known = BTreeMap::new();
    cases(language, count, &Profile::default(), &Features::default(), &mut |_, candidate| {
        let answered = candidate.evaluation.result.is_ok() && candidate.evaluation.open.is_none();
        for feature in language.features(&candidate.tree) {
            *known.entry(feature).or_default() |= answered;
        }
    })?;
    Ok(known)
}

/// Sends an engine what is generated for it.
fn asked(language: &dyn Language, mut open: OpenEngine, count: usize) -> Result<Column, Failed> {
    let mut column = Column {
        name: open.identity.to_string(),
        without: open.features.clone(),
        counts: BTreeMap::new(),
        asked: 0,
        rejected: 0,
        messages: BTreeMap::new(),
    };
    let (limits, settings) = (Limits::default(), BTreeMap::new());
    let (profile, features) = (open.profile.clone(), open.features.clone());
    cases(language, count, &profile, &features, &mut |setting, candidate| {
        if candidate.evaluation.result.is_err() {
            return;
        }
        let (engine, tree) = (&mut open.engine, &candidate.tree);
        if engine.holds() != Some(&setting.graph) {
            engine.load(&setting.graph, &limits);
        }
        let text = language.print(tree, &open.dialect);
        let writes = language.writes(tree);
        let outcome = engine.run(&Request { text: &text, writes, settings: &settings }, &limits);
        if writes {
            engine.forget();
        }
        column.add(&language.features(tree), text, &outcome);
    })?;
    Ok(column)
}

impl Column {
    fn add(&mut self, features: &[&'static str], text: String, outcome: &Outcome) {
        let rejected = matches!(outcome, Outcome::Rejected(_));
        self.asked += 1;
        self.rejected += usize::from(rejected);
        for feature in features {
            let (asked, refused) = self.counts.entry(feature).or_default();
            *asked += 1;
            *refused += usize::from(rejected);
        }
        if let Outcome::Rejected(error) = outcome {
            // What is named in a message differs from case to case.
            let plain = |letter: char| if letter.is_ascii_digit() { '0' } else { letter };
            let message: String = error.message.chars().map(plain).take(70).collect();
            let (times, shortest) = self.messages.entry(message).or_insert_with(|| (0, text.clone()));
            *times += 1;
            if text.len() < shortest.len() {
                *shortest = text;
            }
        }
    }

    /// What the table says of a feature.
    fn cell(&self, feature: &str) -> String {
        match self.counts.get(feature) {
            _ if !self.without.allow(feature) => "lacks".to_owned(),
            None => "not asked".to_owned(),
            Some((asked, 0)) => format!("all {asked}"),
            Some((asked, rejected)) => format!("{} of {asked}", asked - rejected),
        }
    }
}

fn show_rejections(column: &Column) {
    let percent = column.rejected as f64 * 100.0 / column.asked.max(1) as f64;
    eprintln!("{}: {} of {} rejected ({percent:.2} %)", column.name, column.rejected, column.asked);
    let mut messages: Vec<_> = column.messages.iter().collect();
    messages.sort_by_key(|(_, (times, _))| std::cmp::Reverse(*times));
    for (message, (times, text)) in messages.into_iter().take(SHOWN) {
        eprintln!("  {times} × {message}\n      {text}");
    }
    let mut features: Vec<_> = column.counts.iter().filter(|(_, (_, rejected))| *rejected > 0).collect();
    features.sort_by_key(|(_, (asked, rejected))| std::cmp::Reverse(rejected * 1_000 / asked));
    for (feature, (asked, rejected)) in features.into_iter().take(SHOWN) {
        eprintln!("  {feature}: {rejected} of {asked}");
    }
}

/// The language's name in prose, and what is generated on no account, with the reasons.
fn described(language: &dyn Language) -> (&'static str, &'static [(&'static str, &'static str)]) {
    match language.name() {
        "cypher" => ("Cypher", quarrel_cypher::features::UNGENERATED),
        "gremlin" => ("Gremlin", quarrel_gremlin::features::UNGENERATED),
        "sparql" => ("SPARQL", quarrel_sparql::features::UNGENERATED),
        name => (name, &[]),
    }
}

fn print(language: &dyn Language, known: &BTreeMap<&'static str, bool>, columns: &[Column], count: usize) {
    let (title, ungenerated) = described(language);
    println!("# Coverage of {title}\n");
    println!(
        "Made by `figures/coverage`. For each construct: whether it is generated, whether some generated query with \
         it has an answer that the reference knows, and how many of the queries with it each engine accepts, of \
         {count} cases generated for that engine. *lacks*: its catalogue says so, with the reason and the source."
    );
    println!(
        "A query is rejected as a whole, so the count of one construct holds what another is to blame for.\n"
    );
    let names: String = columns.iter().map(|column| format!(" {} |", column.name)).collect();
    println!("| construct | generated | evaluated |{names}");
    println!("|---|---|---|{}", "---|".repeat(columns.len()));
    for feature in language.all_features() {
        let (generated, evaluated) =
            match (known.get(feature), ungenerated.iter().find(|lack| lack.0 == feature)) {
                (Some(answered), _) => ("yes".to_owned(), if *answered { "yes" } else { "no" }),
                (None, Some((_, reason))) => (format!("no: {reason}"), "not generated"),
                (None, None) => ("no".to_owned(), "no"),
            };
        let cells: String = columns.iter().map(|column| format!(" {} |", column.cell(feature))).collect();
        println!("| {feature} | {generated} | {evaluated} |{cells}");
    }
    let percent = |column: &Column| column.rejected as f64 * 100.0 / column.asked.max(1) as f64;
    println!("\n| engine | queries | rejected |\n|---|---|---|");
    for column in columns {
        println!("| {} | {} | {:.2} % |", column.name, column.asked, percent(column));
    }
}
