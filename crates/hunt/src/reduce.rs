//! Reduction: a smaller case that shows the same failure.
//!
//! It works on the case, graph and syntax tree, and has the oracle derive the check anew for every candidate,
//! so that a relation stays sound while it shrinks. A step is kept only if the violation is of the same kind,
//! on the same engine, with the same symptom. The budget counts engine calls, not seconds.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use quarrel_case::check::Check;
use quarrel_case::engine::Limits;
use quarrel_case::execute::{Cast, execute};
use quarrel_case::graph::Graph;
use quarrel_case::language::{Budget, Ground, Language, Tree};
use quarrel_case::verdict::{Kind, Verdict, Violation};
use quarrel_oracle::{Case, Oracle, Scene};

use crate::HuntError;
use crate::finding::{Finding, Replays};
use crate::shrink;
use crate::stop::Stop;
use crate::target::Target;

/// Engine calls that one reduction may cost.
pub const CALLS: u64 = 1_200;
/// What a call that ends the process counts: it takes as long as many others.
const CRASH: u64 = 20;
/// What a call that is cut off counts.
const HANG: u64 = 300;
/// What a call may take while the failure looked for is no hang.
const PATIENCE: Duration = Duration::from_secs(1);

/// The engines and the oracle with which a case is tried.
pub struct Bench<'a> {
    /// The language of the case.
    pub language: &'a dyn Language,
    /// The oracle that derives the checks.
    pub oracle: &'static dyn Oracle,
    /// The engine under test.
    pub target: &'a mut Target,
    /// The engine that it is compared with.
    pub peer: Option<&'a mut Target>,
    /// What a call may take.
    pub limits: Limits,
    /// What an evaluation may cost.
    pub budget: Budget,
    /// Says when to give up.
    pub stop: Option<&'a Stop>,
}

/// A case that shows a failure.
struct Shown {
    graph: Arc<Graph>,
    tree: Tree,
    check: Check,
    violation: Violation,
}

impl Bench<'_> {
    /// Derives the check of a case and runs it; none when it shows no violation.
    fn try_case(&mut self, graph: &Arc<Graph>, tree: &Tree) -> Option<Shown> {
        let case = Case { graph: Arc::clone(graph), tree: tree.clone() };
        let scene = Scene {
            language: self.language,
            target: self.target.side(),
            peer: self.peer.as_ref().map(|peer| peer.side()),
            budget: self.budget,
            known: None,
        };
        let check = self.oracle.check(&case, &scene).ok()?;
        let violation = self.run(&check, graph)?;
        Some(Shown { graph: Arc::clone(graph), tree: tree.clone(), check, violation })
    }

    /// Runs a check; the violation that it shows, if any.
    pub fn run(&mut self, check: &Check, graph: &Arc<Graph>) -> Option<Violation> {
        let peer = self.peer.as_mut().map(|peer| peer.actor());
        let mut cast = Cast { target: self.target.actor(), peer };
        match execute(check, graph, self.language, &mut cast, &self.limits).verdict {
            Verdict::Violated(violation) => Some(*violation),
            _ => None,
        }
    }

    /// Runs the finding's check `times` times, each on an engine that is loaded afresh.
    pub fn replay(&mut self, finding: &Finding, times: u32) -> Result<Replays, HuntError> {
        let mut reproduced = 0;
        for _ in 0..times {
            self.target.renew()?;
            if let Some(peer) = &mut self.peer {
                peer.renew()?;
            }
            let violation = self.run(&finding.check, &finding.graph);
            let same = violation.is_some_and(|violation| finding.record.violation.resembles(&violation));
            reproduced += u32::from(same);
        }
        Ok(Replays { times, reproduced })
    }
}

/// Reduces a finding within a budget of engine calls. The finding is unchanged when it does not show its
/// violation any more.
pub fn reduce(finding: &Finding, bench: &mut Bench<'_>, calls: u64) -> Result<Finding, HuntError> {
    let tree = bench.language.tree_from_json(&finding.tree)?;
    let Some(shown) = bench.try_case(&finding.graph, &tree) else {
        return Ok(finding.clone());
    };
    if !finding.record.violation.resembles(&shown.violation) {
        return Ok(finding.clone());
    }
    let limits = bench.limits;
    if shown.violation.kind != Kind::Hang {
        bench.limits.timeout = limits.timeout.min(PATIENCE);
    }
    let mut reduction = Reduction { bench, best: shown, calls, tried: BTreeSet::new() };
    reduction.run();
    let Shown { graph, tree, check, violation } = reduction.best;
    bench.limits = limits;
    let language = bench.language;
    let mut reduced = finding.clone();
    reduced.record.text = language.print(&tree, &bench.target.dialect);
    reduced.record.features = language.features(&tree).into_iter().map(ToOwned::to_owned).collect();
    reduced.record.violation = violation;
    reduced.record.reduced = true;
    reduced.tree = language.tree_to_json(&tree);
    reduced.graph = graph;
    reduced.check = check;
    Ok(reduced)
}

struct Reduction<'a, 'b> {
    bench: &'a mut Bench<'b>,
    best: Shown,
    calls: u64,
    /// What was tried already: text and graph.
    tried: BTreeSet<(String, String)>,
}

impl Reduction<'_, '_> {
    /// Query, graph, query again, until neither shrinks any more or the budget is spent.
    fn run(&mut self) {
        loop {
            let mut smaller = false;
            while self.query_step() {
                smaller = true;
            }
            while self.graph_step() {
                smaller = true;
            }
            if !smaller || self.calls == 0 {
                return;
            }
        }
    }

    /// Tries the smaller queries; true when one was kept.
    fn query_step(&mut self) -> bool {
        let language = self.bench.language;
        let size = language.size(&self.best.tree);
        let graph = Arc::clone(&self.best.graph);
        let profile = &self.bench.target.profile;
        let ground = Ground { graph: &graph, profile, budget: self.bench.budget };
        let candidates = language.shrink(&self.best.tree, &ground);
        candidates.into_iter().any(|tree| language.size(&tree) < size && self.keep(&graph, &tree))
    }

    /// Tries the smaller graphs; true when one was kept.
    fn graph_step(&mut self) -> bool {
        let tree = self.best.tree.clone();
        let graph = Arc::clone(&self.best.graph);
        let mut candidates = shrink::graphs(&graph);
        candidates.any(|graph| self.keep(&Arc::new(graph), &tree))
    }

    /// Tries a candidate and keeps it if it shows the same failure.
    fn keep(&mut self, graph: &Arc<Graph>, tree: &Tree) -> bool {
        if self.calls == 0 || self.bench.stop.is_some_and(Stop::interrupted) {
            return false;
        }
        let text = self.bench.language.print(tree, &self.bench.target.dialect);
        if !self.tried.insert((text, graph.to_text())) {
            return false;
        }
        let Some(shown) = self.bench.try_case(graph, tree) else {
            self.calls = self.calls.saturating_sub(1);
            return false;
        };
        self.calls = self.calls.saturating_sub(match shown.violation.kind {
            Kind::Hang => HANG,
            Kind::Crash => CRASH,
            _ => 1,
        });
        let same = self.best.violation.resembles(&shown.violation) && same_message(&self.best, &shown);
        if same {
            self.best = shown;
        }
        same
    }
}

/// An error must stay the same error: its message may change in names and numbers only.
fn same_message(left: &Shown, right: &Shown) -> bool {
    let blank = |shown: &Shown| shown.violation.message.as_deref().map(crate::events::blanked);
    blank(left) == blank(right)
}
