//! Who else sees a finding: other oracles on the same engine, other engines and versions on the same case.

use std::sync::Arc;

use quarrel_case::engine::Limits;
use quarrel_case::language::Language;
use quarrel_case::verdict::{Kind, Role, Verdict, Violation};
use quarrel_engine::Spec;
use quarrel_oracle::{Case, Oracle};
use serde_json::Value as Json;

use crate::HuntError;
use crate::bench::{self, Bench, Judged};
use crate::finding::{Finding, Newest, Other, Record, Siding};
use crate::likeness::is_like;
use crate::pool::Pool;
use crate::target::Target;

/// Independent engines that must side with the accused before an accusation by the reference is doubted.
const DOUBT: usize = 2;

/// Asks the witnesses of findings in one language.
pub(crate) struct Witnesses<'a> {
    pub(crate) language: &'a Arc<dyn Language>,
    /// The engines and versions to ask, as they are named; the newest version of an engine first.
    pub(crate) specs: &'a [String],
    pub(crate) limits: Limits,
}

/// A case and what is said of it.
pub(crate) struct Accusation<'a> {
    pub(crate) case: &'a Case,
    /// The oracle for which the case's parameters were drawn.
    pub(crate) oracle: &'a str,
    pub(crate) violation: &'a Violation,
}

impl Accusation<'_> {
    /// What an oracle says of the case, with parameters of its own where they were drawn for another one.
    fn judged(&self, bench: &mut Bench<'_>) -> Judged {
        if bench.oracle.about().name == self.oracle {
            return bench.judge(self.case);
        }
        let case = bench.drawn(self.case.clone());
        bench.judge(&case)
    }
}

impl Witnesses<'_> {
    /// Writes down who sees the finding, and who else does not.
    pub(crate) fn hear(&self, finding: &mut Finding, pool: &mut Pool<'_>) -> Result<(), HuntError> {
        let case = finding.case(&**self.language)?;
        let (violation, own) = (finding.record.violation.clone(), finding.record.oracle.clone());
        let accusation = Accusation { case: &case, oracle: &own, violation: &violation };
        let accused = accused_spec(finding).to_owned();
        let independent = self.independent(&accused);
        if finding.setup.is_empty() {
            finding.record.seen_by = self.oracles(finding, &accusation, &accused, &independent, pool)?;
        }
        let oracle = witness_of(finding)?;
        for spec in independent {
            let other = match finding.setup.is_empty() {
                true => self.other(oracle, &accusation, spec, pool)?,
                false => self.after_setup(finding, spec, pool)?,
            };
            // What was answered before stays, unless it is asked again; one engine may have two names.
            finding.record.others.retain(|known| known.engine != other.engine);
            if other.engine != finding.record.engine {
                finding.record.others.push(other);
            }
        }
        finding.record.newest = newest(&finding.record, pool.newest(&finding.record.engine.name).as_deref());
        finding.record.in_doubt = doubted(finding, &**self.language);
        Ok(())
    }

    /// Who may be asked beside the accused. The reference is no witness of its own accusation; only where a reference
    /// is accused, as in tests, is another one.
    fn independent(&self, accused: &str) -> Vec<&String> {
        let is_reference = |spec: &str| matches!(spec.parse(), Ok(Spec::Reference { .. }));
        let may = |spec: &&String| **spec != accused && (is_reference(accused) || !is_reference(spec));
        self.specs.iter().filter(may).collect()
    }

    /// The oracles that accuse the same engine of the same kind of failure in this case.
    fn oracles(
        &self,
        finding: &Finding,
        accusation: &Accusation<'_>,
        accused: &str,
        independent: &[&String],
        pool: &mut Pool<'_>,
    ) -> Result<Vec<String>, HuntError> {
        let finders = std::iter::once(&finding.record.oracle).chain(&finding.record.found_by);
        let mut seen_by: Vec<String> = finders.cloned().collect();
        let peer = independent.first();
        let mut target = pool.take(accused, self.language)?;
        for oracle in quarrel_oracle::all() {
            let name = oracle.about().name.to_owned();
            let about = oracle.about();
            let alone = about.needs_peer && peer.is_none();
            let unasked = alone || about.invents || !oracle.speaks(&**self.language);
            if seen_by.contains(&name) || unasked {
                continue;
            }
            let mut peer = match peer.filter(|_| oracle.about().needs_peer) {
                Some(spec) => Some(pool.take(spec, self.language)?),
                None => None,
            };
            let judged = accusation.judged(&mut self.bench(oracle, &mut target, peer.as_mut()));
            if let Verdict::Violated(violation) = judged.verdict
                && violation.accused == Role::Target
                && violation.kind == accusation.violation.kind
            {
                seen_by.push(name);
            }
            peer.into_iter().for_each(|peer| pool.put(peer));
        }
        pool.put(target);
        seen_by.sort_unstable();
        Ok(seen_by)
    }

    /// What another engine answers to the case, as an oracle sees it.
    pub(crate) fn other(
        &self,
        oracle: &'static dyn Oracle,
        accusation: &Accusation<'_>,
        spec: &str,
        pool: &mut Pool<'_>,
    ) -> Result<Other, HuntError> {
        let mut target = pool.take(spec, self.language)?;
        let judged = accusation.judged(&mut self.bench(oracle, &mut target, None));
        let (side, outcome) = match judged.verdict {
            Verdict::Holds => (Siding::Expected, accusation.violation.expected.clone()),
            Verdict::Violated(violation) if is_like(&**self.language, &violation, accusation.violation) => {
                (Siding::Accused, violation.got)
            }
            Verdict::Violated(violation) => (Siding::Neither, violation.got),
            Verdict::Inconclusive(_) | Verdict::Unsound(_) => (Siding::Unknown, Json::Null),
        };
        let other = Other { engine: target.identity.clone(), outcome, side };
        pool.put(target);
        Ok(other)
    }

    /// What shows only after other queries is asked of other versions of the engine in the same way; of another engine
    /// it says nothing.
    fn after_setup(&self, finding: &Finding, spec: &str, pool: &mut Pool<'_>) -> Result<Other, HuntError> {
        let mut target = pool.take(spec, self.language)?;
        let engine = target.identity.clone();
        let mut side = Siding::Unknown;
        if engine.name == finding.record.engine.name && finding.record.peer.is_none() {
            let oracle = bench::oracle(&finding.record.oracle)?;
            let setup = finding.setup.clone();
            let mut bench = Bench { setup, ..self.bench(oracle, &mut target, None) };
            let shown = bench.replay(finding, 1)?.reproduced > 0;
            side = if shown { Siding::Accused } else { Siding::Expected };
        }
        pool.put(target);
        Ok(Other { engine, outcome: Json::Null, side })
    }

    fn bench<'b>(
        &'b self,
        oracle: &'static dyn Oracle,
        target: &'b mut Target,
        peer: Option<&'b mut Target>,
    ) -> Bench<'b> {
        Bench { limits: self.limits, ..Bench::new(&**self.language, oracle, target, peer) }
    }
}

/// The oracle by which others are asked: the reference where it sees the failure or the oracle needs a peer, since what
/// others answer is then told apart from right answers; else the finding's own, since the reference looks at a text that
/// need not be the one that fails.
fn witness_of(finding: &Finding) -> Result<&'static dyn Oracle, HuntError> {
    let own = bench::oracle(&finding.record.oracle)?;
    let ends = matches!(finding.record.violation.kind, Kind::Crash | Kind::Hang);
    let seen = finding.record.seen_by.iter().any(|oracle| oracle == "reference");
    if seen || ends || own.about().needs_peer { bench::oracle("reference") } else { Ok(own) }
}

/// How the accused engine was named.
pub(crate) fn accused_spec(finding: &Finding) -> &str {
    match (&finding.record.peer, finding.record.violation.accused) {
        (Some(peer), Role::Peer) => peer,
        _ => &finding.record.target,
    }
}

/// What the newest version of the accused engine says, where it was asked.
fn newest(record: &Record, version: Option<&str>) -> Newest {
    let Some(version) = version else { return Newest::NotTried };
    if record.engine.version == version {
        return Newest::Reproduced;
    }
    let is_newest =
        |other: &&Other| other.engine.name == record.engine.name && other.engine.version == version;
    match record.others.iter().find(is_newest).map(|other| other.side) {
        Some(Siding::Expected) => Newest::Fixed,
        Some(Siding::Accused) => Newest::Reproduced,
        Some(Siding::Neither | Siding::Unknown) | None => Newest::NotTried,
    }
}

/// Why the finding is doubted, if it is.
pub(crate) fn doubted(finding: &Finding, language: &dyn Language) -> Option<String> {
    uncovered(finding, language).or_else(|| doubt(finding))
}

/// True when only the reference accuses. That an error must come, or must not, is its word in every oracle.
fn rests_on_the_reference(record: &Record) -> bool {
    let of_errors = matches!(record.violation.kind, Kind::MissingError | Kind::UnexpectedError);
    record.seen_by.iter().all(|oracle| oracle == "reference" || (of_errors && oracle != "crash"))
}

/// Why an accusation that rests on the reference alone is doubted: no suite covers what it is about, and no other
/// engine sides with the reference.
fn uncovered(finding: &Finding, language: &dyn Language) -> Option<String> {
    let record = &finding.record;
    let seconded = record.others.iter().any(|other| other.side == Siding::Expected);
    let covers = |(feature, kind): &&(&str, Kind)| {
        *kind == record.violation.kind && record.features.iter().any(|name| name == feature)
    };
    let (feature, _) = language.uncovered().iter().find(covers)?;
    let doubted = rests_on_the_reference(record) && !seconded;
    doubted.then(|| format!("no conformance suite covers this of {feature}"))
}

/// Why an accusation that rests on the reference alone is doubted: other engines, independent of each other, answer
/// like the accused.
fn doubt(finding: &Finding) -> Option<String> {
    let record = &finding.record;
    if !rests_on_the_reference(record) {
        return None;
    }
    let mut with: Vec<&str> = record
        .others
        .iter()
        .filter(|other| other.side == Siding::Accused && other.engine.name != record.engine.name)
        .map(|other| other.engine.name.as_str())
        .collect();
    with.sort_unstable();
    with.dedup();
    (with.len() >= DOUBT).then(|| format!("{} answer like the accused", with.join(" and ")))
}

#[cfg(test)]
mod tests {
    use quarrel_case::engine::Identity;
    use quarrel_case::graph::{Graph, Model};
    use serde_json::json;

    use super::*;

    fn finding(kind: &str, feature: &str, seen_by: &[&str], others: &[(&str, &str)]) -> Finding {
        let others = others.iter().map(
            |(name, side)| json!({ "engine": Identity::new(*name, "1"), "outcome": null, "side": side }),
        );
        let record = json!({
            "format": 1, "quarrel": "0", "id": "f", "seed": 1, "round": 0, "case": 0, "language": "cypher",
            "oracle": "reference", "engine": Identity::new("accused", "1"), "target": "accused",
            "violation": { "kind": kind, "accused": "target", "step": 1, "expected": null, "got": null },
            "features": [feature], "group": "", "text": "", "replays": { "times": 5, "reproduced": 5 },
            "reduced": true, "raw": 1, "seen_by": seen_by, "others": others.collect::<Vec<_>>(),
        });
        let graph = Arc::new(Graph::empty(Model::Property));
        let record = serde_json::from_value(record).unwrap();
        let (tree, parameters) = (Json::Null, Json::Null);
        Finding { record, graph, tree, parameters, check: Default::default(), setup: Vec::new() }
    }

    #[test]
    fn an_accusation_that_only_the_reference_makes_is_doubted_where_no_suite_covers_it() {
        let cypher = quarrel_cypher::language::Cypher;
        for (kind, feature, seen_by, others, doubted) in [
            ("missing-error", "function.abs", &["reference"][..], &[][..], true),
            ("missing-error", "function.abs", &["differential", "reference"], &[("other", "accused")], true),
            ("missing-error", "function.abs", &["reference"], &[("other", "expected")], false),
            ("wrong-result", "function.abs", &["reference"], &[], false),
            ("missing-error", "operator.xor", &["reference"], &[], false),
        ] {
            let finding = finding(kind, feature, seen_by, others);
            assert_eq!(uncovered(&finding, &cypher).is_some(), doubted, "{kind} {feature} {others:?}");
        }
    }

    #[test]
    fn two_other_engines_that_side_with_the_accused_raise_a_doubt() {
        let two = [("a", "accused"), ("b", "accused")];
        assert!(doubt(&finding("wrong-result", "union", &["reference"], &two)).is_some());
        assert!(doubt(&finding("wrong-result", "union", &["reference"], &two[..1])).is_none());
        let versions = [("a", "accused"), ("a", "accused")];
        assert!(doubt(&finding("wrong-result", "union", &["reference"], &versions)).is_none());
        assert!(doubt(&finding("wrong-result", "union", &["differential", "reference"], &two)).is_none());
    }
}
