//! Prints what generated queries are like: `cargo run --release -p quarrel-cypher --example cypher-mix [CASES]`.
//!
//! How many of so many cases find nothing on the way, how often each clause and each function comes, how long the
//! texts are, and how many cases come per second of one core, with their answers and without guidance.

#![expect(clippy::disallowed_types, reason = "it measures time")]

#[path = "support/cases.rs"]
mod cases;
#[path = "support/speed.rs"]
mod speed;

use std::collections::BTreeMap;

use cases::cases;
use quarrel_case::language::{Candidate, Guidance, Language, Setting};
use quarrel_case::profile::{Dialect, ProfileError};
use quarrel_cypher::ast::{Clause, Expression, Projection, Query};
use quarrel_cypher::evaluate::{Evaluator, Graph, Semantics, State};
use quarrel_cypher::features;
use quarrel_cypher::language::Cypher;
use serde_json::Value as Json;
use speed::Watch;

/// Queries on one graph.
const PER_ROUND: usize = 20;

/// The clauses, by the beginnings of the features that tell of them.
const CLAUSES: [(&str, &[&str]); 20] = [
    ("MATCH", &["match"]),
    ("OPTIONAL MATCH", &["optional-match"]),
    ("WHERE", &["where"]),
    ("WITH", &["with"]),
    ("UNWIND", &["unwind"]),
    ("DISTINCT", &["distinct"]),
    ("ORDER BY", &["order-by"]),
    ("a subquery", &["subquery.exists", "subquery.count", "subquery.collect", "call-subquery"]),
    ("SKIP", &["skip"]),
    ("LIMIT", &["limit"]),
    ("UNION", &["union", "union-all"]),
    ("CALL { }", &["call-subquery"]),
    ("CREATE", &["create"]),
    ("MERGE", &["merge"]),
    ("SET", &["set.property", "set.subscript", "set.replace", "set.add", "set.labels"]),
    ("REMOVE", &["remove.property", "remove.subscript", "remove.labels"]),
    ("DELETE", &["delete"]),
    ("DETACH DELETE", &["detach-delete"]),
    ("FOREACH", &["foreach"]),
    ("FINISH", &["finish"]),
];

#[derive(Default)]
struct Mix {
    cases: usize,
    aims: BTreeMap<String, usize>,
    zeros: usize,
    open: usize,
    writing: usize,
    global: usize,
    features: BTreeMap<&'static str, usize>,
    clauses: [usize; CLAUSES.len()],
    functions: BTreeMap<String, usize>,
    lengths: Vec<usize>,
}

fn main() -> Result<(), ProfileError> {
    let count = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(10_000);
    let mut mix = Mix::default();
    cases(1, count, PER_ROUND, Guidance::Full, |setting, generator, choices| {
        mix.add(setting, &generator.next(choices));
    })?;
    mix.print();
    for (what, guidance) in [("with answers", Guidance::Full), ("without guidance", Guidance::Random)] {
        let watch = Watch::start();
        cases(1, count, PER_ROUND, guidance, |_, generator, choices| drop(generator.next(choices)))?;
        println!("{what}: {}", watch.speed(count));
    }
    Ok(())
}

impl Mix {
    fn add(&mut self, setting: &Setting, candidate: &Candidate) {
        let Some(query) = candidate.tree.get::<Query>() else { return };
        self.cases += 1;
        let found = features::features(query);
        for feature in &found {
            *self.features.entry(feature).or_default() += 1;
        }
        for ((_, names), count) in CLAUSES.iter().zip(&mut self.clauses) {
            *count += usize::from(names.iter().any(|name| found.contains(name)));
        }
        self.writing += usize::from(Cypher.writes(&candidate.tree));
        self.lengths.push(Cypher.print(&candidate.tree, &Dialect::default()).chars().count());
        self.global += usize::from(query.first.clauses.last().is_some_and(is_global));
        if let Some(aim) = &candidate.aim {
            *self.aims.entry(aim.clone()).or_default() += 1;
        } else {
            self.zeros += usize::from(candidate.evaluation.flow.contains(&0));
            self.open += usize::from(candidate.evaluation.open.is_some());
        }
        called(setting, query, &mut self.functions);
    }

    fn percent(&self, count: usize) -> f64 {
        count as f64 * 100.0 / self.cases.max(1) as f64
    }

    fn print(&mut self) {
        self.lengths.sort_unstable();
        println!("{} cases", self.cases);
        println!("{:.2} % with a zero in the flow, aims left out: {:?}", self.percent(self.zeros), self.aims);
        println!("{:.2} % open", self.percent(self.open));
        println!("{:.2} % write", self.percent(self.writing));
        println!("{:.2} % end in a global aggregate", self.percent(self.global));
        let median = self.lengths.get(self.lengths.len() / 2).copied().unwrap_or_default();
        println!("median text {median} characters");
        for ((name, _), count) in CLAUSES.iter().zip(&self.clauses) {
            println!("  {name}: {:.2} %", self.percent(*count));
        }
        println!("functions with an argument that is not null:");
        for name in features::ALL.iter().filter_map(|name| name.strip_prefix("function.")) {
            let made = self.features.contains_key(format!("function.{name}").as_str());
            match self.functions.get(name) {
                Some(count) => println!("  {name}: {count}"),
                // A form of a function, which has a feature of its own.
                None if made => {}
                None => println!("  {name}: 0"),
            }
        }
        println!("features:");
        for name in features::ALL {
            println!("  {name}: {:.2} %", self.percent(self.features.get(name).copied().unwrap_or_default()));
        }
    }
}

/// Whether a `RETURN` gives one row whatever comes before it.
fn is_global(clause: &Clause) -> bool {
    fn aggregates(expression: &Expression) -> bool {
        match expression {
            Expression::CountStar => true,
            Expression::Function { name, arguments, .. } => {
                features::is_aggregate(name) || arguments.iter().any(aggregates)
            }
            Expression::Binary { left, right, .. } => aggregates(left) || aggregates(right),
            _ => false,
        }
    }
    match clause {
        Clause::Return(Projection { star: false, items, .. }) => {
            items.iter().all(|item| aggregates(&item.expression))
        }
        _ => false,
    }
}

/// Adds the functions that a query calls with arguments none of which is null on some row.
fn called(setting: &Setting, query: &Query, functions: &mut BTreeMap<String, usize>) {
    let (Some(graph), Ok(semantics)) = (setting.graph.property(), Semantics::new(&setting.profile)) else {
        return;
    };
    let prepared = Graph::new(graph);
    for part in std::iter::once(&query.first).chain(query.unions.iter().map(|(_, part)| part)) {
        let evaluator = Evaluator::new(&prepared, semantics, setting.budget);
        let mut state = evaluator.start();
        for clause in &part.clauses {
            let Ok(after) = evaluator.clause(clause, &state) else { break };
            let mut calls = Vec::new();
            collect(&serde_json::to_value(clause).unwrap_or_default(), &mut calls);
            for (name, arguments) in calls {
                let given = [&state, &after].iter().any(|state| is_given(&evaluator, state, &arguments));
                *functions.entry(name.to_lowercase()).or_default() += usize::from(given);
            }
            state = after;
        }
    }
}

/// All calls inside a tree.
fn collect(tree: &Json, calls: &mut Vec<(String, Vec<Expression>)>) {
    match tree {
        Json::Object(fields) => {
            if let Some(Json::Object(call)) = fields.get("function")
                && let Some(Json::String(name)) = call.get("name")
            {
                let arguments = call.get("arguments").cloned().unwrap_or(Json::Array(Vec::new()));
                calls.extend(serde_json::from_value(arguments).ok().map(|found| (name.clone(), found)));
            }
            fields.values().for_each(|value| collect(value, calls));
        }
        Json::Array(items) => items.iter().for_each(|item| collect(item, calls)),
        _ => {}
    }
}

/// Whether some row gives every argument a value.
fn is_given(evaluator: &Evaluator<'_>, state: &State, arguments: &[Expression]) -> bool {
    let rows = 0..state.table.rows.len().max(1);
    let given = |row: usize, argument: &Expression| {
        evaluator.expression(argument, state, row).is_ok_and(|value| !value.is_null())
    };
    rows.into_iter().take(12).any(|row| arguments.iter().all(|argument| given(row, argument)))
}
