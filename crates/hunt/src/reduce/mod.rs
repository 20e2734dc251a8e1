//! Reduction: a smaller case that shows the same failure.
//!
//! It works on the case, graph and syntax tree, and has the oracle derive the check anew for every candidate,
//! so that a relation stays sound while it shrinks. A step is kept only if the violation is of the same kind,
//! on the same engine, with the same symptom. Query, graph and names are reduced in turn until nothing more
//! can go; the result is canonical as far as that can be had by trying. Only then may the symptom of wrong rows
//! become another one of wrong rows or of their order, so that a failure that shows through a filter, a count or a
//! cut (rows lost, because a number is wrong; other rows, because the order before the LIMIT is) ends as what it
//! is; and so may what comes of wrong rows: a wrong state that is written from them, an error that is not raised
//! because they are missing. By then so little is left that another failure is not at hand. The budget counts
//! engine calls, not seconds, and has few calls that are slow.

mod direct;
mod graph;
mod history;
mod names;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use quarrel_case::compare::Symptom;
use quarrel_case::language::{Ground, Language};
use quarrel_case::verdict::{Kind, Violation};
use quarrel_oracle::Case;

use crate::HuntError;
use crate::bench::{Bench, Shown};
use crate::finding::Finding;
use crate::stop::Stop;
use crate::trust;

pub(crate) use direct::{direct, failing_tree};
pub(crate) use history::with_history;

/// Engine calls that one reduction may cost.
pub const CALLS: u64 = 4_000;
/// What a call that ends the process counts: it takes as long as many others.
const CRASH: u64 = 20;
/// Calls of one reduction that may be cut off, or come after this long only: each takes as long as hundreds of others,
/// and a query that takes long has many neighbours that do.
const SLOW: u64 = 30;
/// What a call that is cut off counts among those: it takes the whole time-out, after two in a row an engine is started
/// anew, and a server takes longer for that than for the call.
const CUT_OFF: u64 = 3;
/// What a call counts before which a process is started and prepared.
const PREPARED: u64 = 40;
/// What a call may take while the failure looked for is no hang; beyond it a call is slow.
const PATIENCE: Duration = Duration::from_secs(1);

/// Reduces a finding within a budget of engine calls. None when it does not show its violation any more.
pub fn reduce(finding: &Finding, bench: &mut Bench<'_>, calls: u64) -> Result<Option<Finding>, HuntError> {
    let case = finding.case(bench.language)?;
    let shown = bench.try_case(&case);
    let Some(shown) = shown.filter(|shown| finding.record.violation.resembles(&shown.violation)) else {
        return Ok(None);
    };
    let limits = bench.limits;
    if shown.violation.kind != Kind::Hang {
        bench.limits.timeout = limits.timeout.min(PATIENCE);
    }
    let whole = bench.language.print(&shown.case.tree, &bench.target.dialect);
    let fetches = trust::may_fetch(&whole, &shown.case.graph, bench.language);
    let mut reduction =
        Reduction { bench, best: shown, calls, slow: 0, tried: BTreeSet::new(), direct: false, fetches };
    reduction.run();
    let (best, unfinished) = (reduction.best, reduction.calls == 0);
    bench.limits = limits;
    let mut reduced = reduced(finding, best, bench);
    reduced.record.unfinished = unfinished;
    Ok(Some(reduced))
}

/// The finding with the case that is left of it.
fn reduced(finding: &Finding, best: Shown, bench: &Bench<'_>) -> Finding {
    let Shown { case: Case { graph, tree, parameters }, check, violation } = best;
    let language = bench.language;
    let mut reduced = finding.clone();
    reduced.record.text = language.print(&tree, &bench.target.dialect);
    reduced.record.features = language.features(&tree).into_iter().map(ToOwned::to_owned).collect();
    reduced.record.violation = violation;
    reduced.record.reduced = true;
    reduced.tree = language.tree_to_json(&tree);
    reduced.parameters = parameters;
    reduced.graph = graph;
    reduced.check = check;
    reduced.setup.clone_from(&bench.setup);
    reduced
}

/// True when the rows are wrong, or their order: columns are another matter.
fn is_of_rows(violation: &Violation) -> bool {
    matches!(violation.kind, Kind::WrongResult | Kind::WrongOrder)
        && violation.symptom != Some(Symptom::Columns)
}

/// True when that may come of wrong rows.
fn may_come_of_rows(violation: &Violation) -> bool {
    let indirect = matches!(violation.kind, Kind::WrongState | Kind::WrongCounters | Kind::MissingError);
    indirect || is_of_rows(violation)
}

/// What a call counts among the slow ones.
fn slowness(kind: Option<Kind>, late: bool) -> u64 {
    if kind == Some(Kind::Hang) { CUT_OFF } else { u64::from(late) }
}

/// True of a candidate with what an engine is known not to have, and what the case did not have before: it would end at
/// that, and not at what is wrong.
fn asks_more(case: &Case, before: &Case, without: &BTreeSet<&str>, language: &dyn Language) -> bool {
    let lacked = |case: &Case| {
        let mut features = quarrel_graph::held(&case.graph);
        features.extend(language.features(&case.tree));
        &features & without
    };
    // Most candidates ask for nothing of the kind.
    let asked = if without.is_empty() { BTreeSet::new() } else { lacked(case) };
    !asked.is_empty() && !asked.is_subset(&lacked(before))
}

struct Reduction<'a, 'b> {
    bench: &'a mut Bench<'b>,
    best: Shown,
    calls: u64,
    /// Calls that were slow.
    slow: u64,
    /// What was tried already: text, graph and parameters.
    tried: BTreeSet<(String, String, String)>,
    /// The failure is looked at directly: its symptom may change.
    direct: bool,
    /// An engine could be made to fetch from elsewhere by the whole query already.
    fetches: bool,
}

impl Reduction<'_, '_> {
    fn run(&mut self) {
        self.smallest();
        if may_come_of_rows(&self.best.violation) {
            self.direct = true;
            self.tried.clear();
            self.smallest();
        }
    }

    /// Query, parameters, graph, names, and again, until nothing shrinks any more or the budget is spent.
    fn smallest(&mut self) {
        loop {
            let smaller = [self.queries(), self.parameters(), self.graphs(), self.names()];
            if !smaller.contains(&true) || self.spent() {
                return;
            }
        }
    }

    fn spent(&self) -> bool {
        self.calls == 0 || self.bench.stop.is_some_and(Stop::interrupted)
    }

    /// Keeps smaller queries until there is none; true when one was kept. Each search begins where the last
    /// one ended: what failed before it will mostly fail again. What an oracle asks by itself shrinks by its parameters.
    fn queries(&mut self) -> bool {
        if self.bench.oracle.about().invents {
            return false;
        }
        let (mut progress, mut from) = (false, 0);
        loop {
            let language = self.bench.language;
            let best = self.best.case.clone();
            let size = language.size(&best.tree);
            let graph = Arc::clone(&best.graph);
            let profile = &self.bench.target.profile;
            let ground = Ground { graph: &graph, profile, budget: self.bench.budget };
            let candidates = language.shrink(&best.tree, &ground);
            let count = candidates.len();
            let kept = (0..count).map(|step| (from + step) % count).find(|&index| {
                let smaller = Case { tree: candidates[index].clone(), ..best.clone() };
                language.size(&smaller.tree) < size && self.keep(&smaller)
            });
            match kept {
                Some(index) => (progress, from) = (true, index),
                None => return progress,
            }
        }
    }

    /// Keeps plainer parameters until there are none; true when some were kept.
    fn parameters(&mut self) -> bool {
        let mut progress = false;
        loop {
            let best = self.best.case.clone();
            let (oracle, language) = (self.bench.oracle, self.bench.language);
            let plainer = oracle.plainer(&best.parameters, language).into_iter();
            let mut candidates = plainer.map(|parameters| {
                let tree = oracle.question(&parameters, language).unwrap_or_else(|| best.tree.clone());
                Case { parameters, tree, ..best.clone() }
            });
            if !candidates.any(|candidate| self.keep(&candidate)) {
                return progress;
            }
            progress = true;
        }
    }

    /// Keeps smaller graphs until there is none; true when one was kept.
    fn graphs(&mut self) -> bool {
        let (mut progress, mut from) = (false, 0);
        loop {
            let best = self.best.case.clone();
            let cost = graph::cost(&best.graph);
            let later = graph::candidates(&best.graph).enumerate().skip(from);
            let mut candidates = later.chain(graph::candidates(&best.graph).enumerate().take(from));
            let kept = candidates.find(|(_, candidate)| {
                let smaller = || Case { graph: Arc::new(candidate.clone()), ..best.clone() };
                graph::cost(candidate) < cost && self.keep(&smaller())
            });
            match kept {
                Some((index, _)) => (progress, from) = (true, index),
                None => return progress,
            }
        }
    }

    /// Gives names away and shortens those that are left; true when a step was kept.
    fn names(&mut self) -> bool {
        let mut progress = false;
        loop {
            let language = self.bench.language;
            let best = self.best.case.clone();
            let text = language.print(&best.tree, &self.bench.target.dialect);
            let used = names::used(&best.graph, &language.names(&best.tree), &text);
            let kept = names::candidates(&used).into_iter().any(|renaming| {
                let graph = Arc::new(quarrel_case::names::rename(&best.graph, &renaming));
                let tree = language.renamed(&best.tree, &renaming);
                self.keep(&Case { graph, tree, parameters: best.parameters.clone() })
            });
            if !kept {
                return progress;
            }
            progress = true;
        }
    }

    /// Tries a candidate and keeps it if it shows the same failure.
    fn keep(&mut self, case: &Case) -> bool {
        if self.spent() {
            return false;
        }
        let text = self.bench.language.print(&case.tree, &self.bench.target.dialect);
        // A finding that names a graph which is not there any more would be refused when it is replayed.
        if !self.fetches && trust::may_fetch(&text, &case.graph, self.bench.language) {
            return false;
        }
        if !self.tried.insert((text, case.graph.to_text(), case.parameters.to_string())) {
            return false;
        }
        if self.asks_more(case) {
            return false;
        }
        let start = Instant::now();
        let shown = self.bench.try_case(case);
        let kind = shown.as_ref().map(|shown| shown.violation.kind);
        // A process that is started and prepared has its own price.
        let late = self.bench.setup.is_empty() && start.elapsed() >= PATIENCE;
        self.slow += slowness(kind, late);
        let cost = match kind {
            _ if self.slow >= SLOW => self.calls,
            Some(Kind::Crash) => CRASH,
            _ => 1,
        };
        let prepared = if self.bench.setup.is_empty() { 1 } else { PREPARED };
        self.calls = self.calls.saturating_sub(cost.max(prepared));
        let Some(shown) = shown else { return false };
        let mut known = self.best.violation.clone();
        if self.direct && is_of_rows(&shown.violation) {
            (known.kind, known.symptom) = (shown.violation.kind, shown.violation.symptom);
        }
        let same = known.resembles(&shown.violation) && self.same_message(&shown);
        if same {
            self.best = shown;
        }
        same
    }

    fn asks_more(&self, case: &Case) -> bool {
        let engines = std::iter::once(&*self.bench.target).chain(self.bench.peer.as_deref());
        let without: BTreeSet<&str> =
            engines.flat_map(|engine| &engine.features.without).map(String::as_str).collect();
        asks_more(case, &self.best.case, &without, self.bench.language)
    }

    /// An error must stay the same error: its message may change in names and numbers only.
    fn same_message(&self, shown: &Shown) -> bool {
        let text = |shown: &Shown| self.bench.language.print(&shown.case.tree, &self.bench.target.dialect);
        // A word that is a name in one of the two is none of the engine's in either.
        let texts = format!("{} {}", text(&self.best), text(shown));
        let message = |shown: &Shown| crate::signature::error(&shown.violation, &texts);
        message(&self.best) == message(shown)
    }
}

#[cfg(test)]
mod tests {
    use quarrel_case::graph::{Graph, Model};

    use super::*;

    #[test]
    fn a_call_that_is_cut_off_is_dearer_than_one_that_comes_late() {
        assert_eq!(slowness(None, false), 0);
        assert_eq!(slowness(Some(Kind::WrongResult), true), 1);
        assert!(slowness(Some(Kind::Hang), false) > 1);
        assert!(slowness(Some(Kind::Hang), true) * 10 >= SLOW);
    }

    #[test]
    fn a_candidate_brings_nothing_in_that_the_engine_is_known_not_to_have() {
        let language = quarrel_cypher::language::Cypher;
        let case = |text: &str, vertex: &str| {
            let graph = Graph::from_text(&format!(r#"{{"vertices":[{vertex}]}}"#), Model::Property).unwrap();
            Case::new(Arc::new(graph), language.parse(text).unwrap())
        };
        let labelled = r#"{"id":1,"labels":["A"],"properties":{"k":"ab"}}"#;
        let bare = r#"{"id":1,"properties":{"k":"ab"}}"#;
        let (all, query) = ("MATCH (n) RETURN n.k AS x", "MATCH (n) RETURN DISTINCT n.k AS x");
        for (without, before, after, is_more) in [
            (&["graph.no-label"][..], (all, labelled), (all, bare), true),
            (&["graph.no-label"], (all, bare), (all, bare), false),
            (&["graph.multi-label"], (all, labelled), (all, bare), false),
            (&["distinct"], (all, bare), (query, bare), true),
            (&["distinct"], (query, labelled), (query, bare), false),
        ] {
            let (before, after) = (case(before.0, before.1), case(after.0, after.1));
            let without = without.iter().copied().collect();
            assert_eq!(asks_more(&after, &before, &without, &language), is_more, "{without:?}");
        }
    }
}
