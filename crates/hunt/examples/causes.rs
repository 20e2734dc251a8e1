//! The figures of planted faults: each fault is hunted as an engine of its own until there are so many
//! violations, all are reduced and replayed, and then grouped together as if they were of one foreign engine.
//!
//! `causes PROGRAM LANGUAGE VIOLATIONS FAULTS [FAULT...]`: violations per fault, faults at most (those that the
//! generator reaches), or the faults by name.

#[path = "support/languages.rs"]
mod languages;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use quarrel_case::engine::{Identity, Limits};
use quarrel_case::language::Language;
use quarrel_engine::install::Cache;
use quarrel_engine::{Catalogue, Launcher, Servers};
use quarrel_hunt::events::{Event, Listener};
use quarrel_hunt::finding::{Finding, Presenter};
use quarrel_hunt::group::{self, Traits};
use quarrel_hunt::plan::{Front, Knobs, Plan, Until};
use quarrel_hunt::settle::Effort;
use quarrel_hunt::settled::{Settled, State};
use quarrel_hunt::stop::Stop;
use quarrel_hunt::workshop::Workshop;
use quarrel_hunt::{Hunt, hunt};
use serde_json::Value as Json;

type Failed = Box<dyn std::error::Error>;

/// Rounds in which a fault must show often enough.
const ROUNDS: u64 = 400;

struct Silent;

impl Presenter for Silent {
    fn present(&self, _: &Finding) -> Vec<(String, String)> {
        Vec::new()
    }
}

/// Stops the hunt after so many violations, and notes what reductions took.
struct Watch {
    stop: Arc<Stop>,
    left: usize,
    seconds: Vec<f64>,
}

impl Listener for Watch {
    fn hear(&mut self, event: &Event) {
        match event {
            Event::Violation(_) => {
                self.left = self.left.saturating_sub(1);
                if self.left == 0 {
                    self.stop.stop();
                }
            }
            Event::Reduced { seconds, .. } => self.seconds.push(*seconds),
            _ => {}
        }
    }
}

fn main() -> Result<(), Failed> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [program, language, violations, faults, named @ ..] = arguments.as_slice() else {
        return Err("usage: causes PROGRAM LANGUAGE VIOLATIONS FAULTS [FAULT...]".into());
    };
    let language = languages::language(language)?;
    let launcher = Launcher {
        program: PathBuf::from(program),
        args: vec!["worker".to_owned()],
        hosts: Vec::new(),
        cache: Cache::of_user(),
        servers: Servers::default(),
    };
    let workshop = Workshop::new(Catalogue::builtin()?, launcher);
    let (violations, most): (usize, usize) = (violations.parse()?, faults.parse()?);
    let out = tempfile::tempdir()?;
    let mut pooled: Vec<(&str, Settled)> = Vec::new();
    let (mut seconds, mut used) = (Vec::new(), 0);
    for fault in
        language.faults().iter().filter(|fault| named.is_empty() || named.iter().any(|id| id == fault.id))
    {
        if used == most {
            break;
        }
        let (settled, spent) = hunted(&language, fault.id, violations, &workshop, out.path())?;
        let raw: u64 = settled.iter().map(|one| one.finding.record.raw).sum();
        println!("# {}: {raw} violations, {}", fault.id, states(&settled));
        if raw as usize >= violations {
            used += 1;
            pooled.extend(settled.into_iter().map(|one| (fault.id, one)));
            seconds.extend(spent);
        }
    }
    if let Some(path) = std::env::var_os("CAUSES_DUMP") {
        dump(Path::new(&path), &pooled)?;
    }
    sizes(&pooled);
    seconds.sort_by(f64::total_cmp);
    let middle = seconds.get(seconds.len() / 2).copied().unwrap_or_default();
    println!(
        "{used} faults, {} reductions, median {middle:.2} s, longest {:.2} s",
        seconds.len(),
        seconds.last().copied().unwrap_or_default()
    );
    groups(&pooled);
    Ok(())
}

/// Hunts an engine with one fault and settles what is found.
fn hunted(
    language: &Arc<dyn Language>,
    fault: &str,
    violations: usize,
    workshop: &Workshop,
    out: &Path,
) -> Result<(Vec<Settled>, Vec<f64>), Failed> {
    let plan = Plan {
        weights: Default::default(),
        fronts: vec![Front {
            language: Arc::clone(language),
            specs: vec![format!("reference?fault={fault}")],
        }],
        oracles: quarrel_oracle::all().to_vec(),
        seed: 5,
        until: Until::Rounds(ROUNDS),
        jobs: 2,
        out: out.join(fault),
        knobs: Knobs::default(),
        limits: Limits { timeout: Duration::from_secs(2), ..Limits::default() },
        fail_fast: false,
        strict: false,
        effort: Effort { reductions: violations, quiet: violations },
    };
    let stop = Arc::new(Stop::default());
    let mut watch = Watch { stop: Arc::clone(&stop), left: violations, seconds: Vec::new() };
    let work = Hunt { plan: &plan, workshop, presenter: &Silent, stop: &stop, events: None };
    let summary = hunt(work, &mut [&mut watch as &mut dyn Listener])?;
    Ok((summary.settled, watch.seconds))
}

fn states(settled: &[Settled]) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    settled.iter().for_each(|one| *counts.entry(one.state.word()).or_default() += 1);
    counts.iter().map(|(state, count)| format!("{count} {state}")).collect::<Vec<_>>().join(", ")
}

/// Writes the findings with their faults, for a look at how they could be grouped.
fn dump(path: &Path, pooled: &[(&str, Settled)]) -> Result<(), Failed> {
    let lines = pooled.iter().map(|(fault, one)| {
        let record = &one.finding.record;
        serde_json::json!({ "fault": fault, "state": one.state.word(), "kind": record.violation.kind,
            "symptom": record.violation.symptom, "message": record.violation.message, "text": record.text,
            "features": record.features, "shape": record.shape, "graph": one.finding.graph.to_json() })
    });
    let text: String = lines.map(|line| format!("{line}\n")).collect();
    Ok(std::fs::write(path, text)?)
}

/// How many are as small as a person wants them, and how many replay.
fn sizes(pooled: &[(&str, Settled)]) {
    let findings: Vec<&Finding> = pooled.iter().map(|(_, one)| &one.finding).collect();
    let small = |finding: &&&Finding| {
        let elements = match finding.graph.property() {
            Some(graph) => graph.vertices.len() <= 3,
            None => finding.graph.size() <= 6,
        };
        elements && clauses(&finding.tree) <= 3
    };
    let count = findings.iter().filter(small).count();
    for finding in findings.iter().filter(|finding| !small(finding)) {
        println!(
            "#   large: {} elements, {} clauses: {}",
            finding.graph.size(),
            clauses(&finding.tree),
            finding.record.text
        );
    }
    let steady = findings.iter().filter(|finding| finding.record.replays.reproduced == 5).count();
    println!(
        "{} reduced findings, {count} of at most 3 vertices (6 triples) and 3 clauses, {steady} replay 5 of 5",
        findings.len()
    );
}

/// The clauses of a query, or the elements of its groups, wherever they stand.
fn clauses(tree: &Json) -> usize {
    match tree {
        Json::Array(items) => items.iter().map(clauses).sum(),
        Json::Object(fields) => fields
            .iter()
            .map(|(name, value)| match (name.as_str(), value) {
                ("clauses" | "elements", Json::Array(items)) => items.len() + clauses(value),
                _ => clauses(value),
            })
            .sum(),
        _ => 0,
    }
}

/// Groups all findings as if they were of one engine, and holds the groups against the faults.
fn groups(pooled: &[(&str, Settled)]) {
    let counted: Vec<&(&str, Settled)> =
        pooled.iter().filter(|(_, one)| matches!(one.state, State::Finding | State::Similar)).collect();
    let traits: Vec<Traits> = counted.iter().map(|(_, one)| Traits::of(&anonymous(&one.finding))).collect();
    let heads = group::groups(&traits);
    let mut members: BTreeMap<usize, BTreeMap<&str, usize>> = BTreeMap::new();
    let mut of_fault: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    for ((fault, _), head) in counted.iter().zip(&heads) {
        *members.entry(*head).or_default().entry(fault).or_default() += 1;
        of_fault.entry(fault).or_default().insert(*head);
    }
    let mut pure = 0;
    for (head, faults) in &members {
        let (all, most) =
            (faults.values().sum::<usize>(), faults.values().max().copied().unwrap_or_default());
        pure += usize::from(most * 100 >= all * 95);
        let record = &counted[*head].1.finding.record;
        println!(
            "#   {faults:?} [{} {}] {}",
            record.features.join(" "),
            record.shape.join(" "),
            record.text.replace('\n', " ")
        );
    }
    let split: Vec<String> = of_fault
        .iter()
        .filter(|(_, heads)| heads.len() > 2)
        .map(|(fault, heads)| format!("{fault} in {}", heads.len()))
        .collect();
    println!(
        "{} findings in {} groups, {pure} of them at least 95 % one fault; in more than two groups: {}",
        counted.len(),
        members.len(),
        if split.is_empty() { "none".to_owned() } else { split.join(", ") }
    );
}

/// The finding without what only a planted fault tells: its name.
fn anonymous(finding: &Finding) -> Finding {
    let mut finding = finding.clone();
    finding.record.engine = Identity::new("engine", "1");
    finding.record.others.clear();
    finding
}
