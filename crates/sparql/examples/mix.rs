//! Prints what generated cases are like: `cargo run --release -p quarrel-sparql --example sparql-mix [CASES]`.
//!
//! How many of so many cases find nothing on the way, how many join on a shared variable, how often each construct and
//! each function comes, how long the texts are, and how many cases come per second of one core.

#![expect(clippy::disallowed_types, reason = "it measures time")]

#[path = "../../graph/support/cases.rs"]
mod cases;
#[path = "../../case/support/speed.rs"]
mod speed;

use std::collections::{BTreeMap, BTreeSet};

use cases::cases;
use quarrel_case::language::{Candidate, Guidance, Language as _};
use quarrel_case::profile::{Dialect, ProfileError};
use quarrel_sparql::ast::{Element, Form, Group, Operation, Query, TriplePattern, Update, Variable};
use quarrel_sparql::language::Sparql;
use speed::Watch;

/// As in the binary.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Cases on one graph.
const PER_ROUND: usize = 20;

/// The constructs that are to be frequent, by the features that tell of them; those that begin with one that ends in
/// a dot count together.
const CONSTRUCTS: [(&str, &[&str]); 33] = [
    ("FILTER", &["filter"]),
    ("OPTIONAL", &["optional"]),
    ("OPTIONAL with FILTER", &["optional.filter"]),
    ("UNION", &["union"]),
    ("MINUS", &["minus"]),
    ("FILTER EXISTS", &["exists"]),
    ("FILTER NOT EXISTS", &["not-exists"]),
    ("VALUES", &["values"]),
    ("UNDEF", &["values.undef"]),
    ("BIND", &["bind"]),
    ("sub-select", &["sub-select"]),
    ("GRAPH", &["graph"]),
    ("GRAPH with a variable", &["graph.variable"]),
    ("FROM", &["from"]),
    ("FROM NAMED", &["from-named"]),
    ("path ^", &["path.inverse"]),
    ("path /", &["path.sequence"]),
    ("path |", &["path.alternative"]),
    ("path ?", &["path.zero-or-one"]),
    ("path *", &["path.zero-or-more"]),
    ("path +", &["path.one-or-more"]),
    ("path !", &["path.negated"]),
    ("aggregates", &["aggregate."]),
    ("GROUP BY", &["group-by"]),
    ("HAVING", &["having"]),
    ("DISTINCT or REDUCED", &["distinct", "reduced"]),
    ("ORDER BY", &["order-by"]),
    ("LIMIT", &["limit"]),
    ("OFFSET", &["offset"]),
    ("ASK", &["ask"]),
    ("CONSTRUCT", &["construct"]),
    ("updates", &["update."]),
    ("triple terms", &["triple-term"]),
];

#[derive(Default)]
struct Mix {
    cases: usize,
    aims: BTreeMap<String, usize>,
    zeros: usize,
    open: usize,
    joining: usize,
    global: usize,
    several: usize,
    features: BTreeMap<&'static str, usize>,
    constructs: Vec<usize>,
    lengths: Vec<usize>,
}

fn main() -> Result<(), ProfileError> {
    let count = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(10_000);
    let mut mix = Mix::default();
    cases(&Sparql, 1, count, PER_ROUND, Guidance::Full, |_, generator, choices| {
        mix.add(&generator.next(choices));
    })?;
    mix.print();
    let watch = Watch::start();
    cases(&Sparql, 1, count, PER_ROUND, Guidance::Full, |_, generator, choices| {
        drop(generator.next(choices));
    })?;
    println!("with answers: {}", watch.speed(count));
    let watch = Watch::start();
    cases(&Sparql, 1, count, PER_ROUND, Guidance::Data, |_, generator, choices| {
        drop(generator.unanswered(choices));
    })?;
    println!("without answers: {}", watch.speed(count));
    Ok(())
}

impl Mix {
    fn add(&mut self, candidate: &Candidate) {
        self.cases += 1;
        let found = Sparql.features(&candidate.tree);
        for feature in &found {
            *self.features.entry(feature).or_default() += 1;
        }
        let has = |name: &&str| match name.ends_with('.') {
            true => found.iter().any(|feature| feature.starts_with(name)),
            false => found.contains(name),
        };
        self.constructs.resize(CONSTRUCTS.len(), 0);
        for ((_, names), count) in CONSTRUCTS.iter().zip(&mut self.constructs) {
            *count += usize::from(names.iter().any(&has));
        }
        self.lengths.push(Sparql.print(&candidate.tree, &Dialect::default()).chars().count());
        if let Some(query) = candidate.tree.get::<Query>() {
            self.joining += usize::from(joins(&[&query.pattern]));
            let is_global = query.is_grouped() && query.modifiers.group_by.is_empty();
            self.global += usize::from(query.form == Form::Ask || is_global);
        }
        if let Some(update) = candidate.tree.get::<Update>() {
            let groups: Vec<&Group> = update.operations.iter().filter_map(Operation::pattern).collect();
            self.joining += usize::from(joins(&groups));
            self.several += usize::from(update.operations.len() > 1);
        }
        if let Some(aim) = &candidate.aim {
            *self.aims.entry(aim.clone()).or_default() += 1;
        } else {
            self.zeros += usize::from(candidate.evaluation.flow.contains(&0));
            self.open += usize::from(candidate.evaluation.open.is_some());
        }
    }

    fn percent(&self, count: usize) -> f64 {
        count as f64 * 100.0 / self.cases.max(1) as f64
    }

    fn print(&mut self) {
        self.lengths.sort_unstable();
        let median = self.lengths.get(self.lengths.len() / 2).copied().unwrap_or_default();
        println!("{} cases", self.cases);
        println!("{:.2} % with a zero in the flow, aims left out: {:?}", self.percent(self.zeros), self.aims);
        println!("{:.2} % open", self.percent(self.open));
        println!("{:.2} % join on a shared variable", self.percent(self.joining));
        println!("{:.2} % end in a global aggregate or ASK", self.percent(self.global));
        println!("{:.2} % are updates of several operations", self.percent(self.several));
        println!("median text {median} characters");
        for ((name, _), count) in CONSTRUCTS.iter().zip(&self.constructs) {
            println!("  {name}: {:.2} %", self.percent(*count));
        }
        let often = |name: &&str| self.features.get(*name).copied().unwrap_or_default();
        let is_function = |name: &&&str| ["function.", "cast."].iter().any(|kind| name.starts_with(kind));
        let all = Sparql.all_features();
        println!("functions, with the number of the cases that have them:");
        for name in all.iter().filter(is_function) {
            println!("  {name}: {}", often(name));
        }
        println!("other features:");
        for name in all.iter().filter(|name| !is_function(name)) {
            println!("  {name}: {:.2} %", self.percent(often(name)));
        }
    }
}

/// Whether two triple patterns share a variable.
fn joins(groups: &[&Group]) -> bool {
    let mut patterns = Vec::new();
    groups.iter().for_each(|group| collect(group, &mut patterns));
    let sets = patterns.iter().map(|pattern| pattern.variables().collect::<BTreeSet<&Variable>>());
    let mut seen = BTreeSet::new();
    sets.flatten().any(|variable| !seen.insert(variable))
}

fn collect<'a>(group: &'a Group, patterns: &mut Vec<&'a TriplePattern>) {
    for element in &group.elements {
        match element {
            Element::Triples(block) => patterns.extend(block),
            Element::Optional(group)
            | Element::Group(group)
            | Element::Minus(group)
            | Element::Graph { group, .. } => collect(group, patterns),
            Element::Union(branches) => branches.iter().for_each(|branch| collect(branch, patterns)),
            Element::Select(query) => collect(&query.pattern, patterns),
            _ => {}
        }
    }
}
