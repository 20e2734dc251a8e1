//! What is counted in a hunt. Tallies of rounds add up to that of the hunt, in whatever order they come.

use std::collections::BTreeMap;

use quarrel_case::answer::Outcome;
use quarrel_case::execute::Run;
use quarrel_case::language::Evaluation;
use quarrel_case::verdict::Verdict;
use serde::{Deserialize, Serialize};

use crate::journal::Counts;

/// Counts of a round, or of a hunt.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Tally {
    /// Cases generated.
    pub cases: u64,
    /// Query steps sent.
    pub steps: u64,
    /// Query steps answered with rows.
    pub answered: u64,
    /// Query steps answered with an error.
    pub rejected: u64,
    /// Ordinary cases: those without an aim.
    pub ordinary: u64,
    /// Ordinary cases with rows after every clause.
    pub nonempty: u64,
    /// Inconclusive checks by reason.
    pub inconclusive: BTreeMap<String, u64>,
    /// Answers that differ from the standard's on purpose, by the switch that says so.
    pub excused: BTreeMap<String, u64>,
    /// Checks and violations by oracle.
    pub oracles: BTreeMap<String, OracleTally>,
    /// Engines by `name@version`.
    pub engines: BTreeMap<String, EngineTally>,
    /// Seconds spent making graphs and queries; evaluation while generating is a part of it.
    pub generating_seconds: f64,
    /// Seconds spent printing and making checks.
    pub checking_seconds: f64,
    /// Seconds spent in the executor, engines included.
    pub executing_seconds: f64,
}

/// Counts of an oracle.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OracleTally {
    /// Checks made.
    pub checks: u64,
    /// Of which violated.
    pub violations: u64,
    /// Of which came to no verdict.
    #[serde(default)]
    pub undecided: u64,
    /// Texts that were sent for them.
    #[serde(default)]
    pub texts: u64,
}

/// Counts of an engine.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct EngineTally {
    /// Query steps.
    pub steps: u64,
    /// Times that its process ended.
    pub crashes: u64,
    /// Times that it was cut off.
    pub timeouts: u64,
    /// Starts after the first.
    pub restarts: u64,
    /// Time with a request outstanding.
    pub busy_seconds: f64,
}

impl Tally {
    /// Counts a generated case.
    pub fn case(&mut self, evaluation: &Evaluation, aim: Option<&str>) {
        self.cases += 1;
        if aim.is_none() {
            self.ordinary += 1;
            self.nonempty += u64::from(!evaluation.flow.contains(&0));
        }
    }

    /// Counts a check that was run.
    pub fn check(&mut self, oracle: &str, run: &Run) {
        let (tally, verdict) = (self.oracles.entry(oracle.to_owned()).or_default(), &run.verdict);
        tally.checks += 1;
        tally.texts += run.steps.iter().map(|step| step.texts.len() as u64).sum::<u64>();
        tally.undecided += u64::from(verdict.inconclusive().is_some());
        tally.violations += u64::from(matches!(verdict, Verdict::Violated(_)));
        verdict.inconclusive().into_iter().for_each(|why| self.inconclusive(why));
    }

    /// Counts a case of which nothing can be said.
    pub fn inconclusive(&mut self, why: &str) {
        *self.inconclusive.entry(why.to_owned()).or_default() += 1;
    }

    /// Counts an answer that differs from the standard's as these switches say.
    pub fn excused(&mut self, switches: Vec<String>) {
        for switch in switches {
            *self.excused.entry(switch).or_default() += 1;
        }
    }

    /// Adds what was asked of an engine.
    pub fn engine(&mut self, engine: &str, counts: Counts) {
        self.steps += counts.steps;
        self.answered += counts.answered;
        self.rejected += counts.rejected;
        let tally = self.engines.entry(engine.to_owned()).or_default();
        tally.steps += counts.steps;
        tally.crashes += counts.crashes;
        tally.timeouts += counts.timeouts;
        tally.restarts += counts.restarts;
        tally.busy_seconds += counts.busy.as_secs_f64();
    }

    /// Adds another tally.
    pub fn add(&mut self, other: &Tally) {
        self.cases += other.cases;
        self.steps += other.steps;
        self.answered += other.answered;
        self.rejected += other.rejected;
        self.ordinary += other.ordinary;
        self.nonempty += other.nonempty;
        self.generating_seconds += other.generating_seconds;
        self.checking_seconds += other.checking_seconds;
        self.executing_seconds += other.executing_seconds;
        for (why, count) in &other.inconclusive {
            *self.inconclusive.entry(why.clone()).or_default() += count;
        }
        for (switch, count) in &other.excused {
            *self.excused.entry(switch.clone()).or_default() += count;
        }
        for (oracle, tally) in &other.oracles {
            let sum = self.oracles.entry(oracle.clone()).or_default();
            sum.checks += tally.checks;
            sum.violations += tally.violations;
            sum.undecided += tally.undecided;
            sum.texts += tally.texts;
        }
        for (engine, tally) in &other.engines {
            let sum = self.engines.entry(engine.clone()).or_default();
            sum.steps += tally.steps;
            sum.crashes += tally.crashes;
            sum.timeouts += tally.timeouts;
            sum.restarts += tally.restarts;
            sum.busy_seconds += tally.busy_seconds;
        }
    }

    /// Query steps that got a reply, rows or an error: a rejection is an answer.
    pub fn replies(&self) -> u64 {
        self.answered + self.rejected
    }

    /// Violations of all oracles.
    pub fn violations(&self) -> u64 {
        self.oracles.values().map(|tally| tally.violations).sum()
    }

    /// The share of ordinary cases with rows after every clause; 1 when there is none.
    pub fn nonempty_ratio(&self) -> f64 {
        ratio(self.nonempty, self.ordinary, 1.0)
    }

    /// The share of query steps that were answered with an error; 0 when there is none.
    pub fn rejected_ratio(&self) -> f64 {
        ratio(self.rejected, self.steps, 0.0)
    }
}

fn ratio(part: u64, whole: u64, otherwise: f64) -> f64 {
    if whole == 0 { otherwise } else { part as f64 / whole as f64 }
}

/// True when the engine's process did not survive the request, or was not there for it.
pub fn is_down(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Crashed(_) | Outcome::TimedOut | Outcome::Broken(_) | Outcome::Absent(_))
}
