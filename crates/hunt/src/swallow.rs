//! Whether what excuses an engine's answers would excuse a planted fault as well.
//!
//! A switch of a profile predicts one answer, and a known divergence one symptom; each has a source. One that swallows a
//! fault which it does not describe would hide an engine's bug of that kind, so the self-test sends every fault through
//! all of them. A fault stands here by its witness, which is the smallest case that shows it.

use std::collections::BTreeMap;

use quarrel_case::answer::Answer;
use quarrel_case::compare::Comparison;
use quarrel_case::graph::Graph;
use quarrel_case::language::{Evaluation, Failure, Language};
use quarrel_case::profile::{Fault, Profile};
use quarrel_case::verdict::{ErrorStatus, Kind};
use quarrel_case::witness::last;
use quarrel_engine::catalogue::Divergence;

use crate::excuse::{Shown, compared, describes};

/// A fault that something excuses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Swallowed {
    /// The fault's id.
    pub fault: &'static str,
    /// `switch=value`, or the id of a divergence.
    pub by: String,
    /// Whether it is the same condition: an engine may do on purpose what another does by mistake.
    pub described: bool,
}

/// The faults that a switch excuses when it alone is set.
pub fn by_switches(language: &dyn Language) -> Vec<Swallowed> {
    let mut swallowed = Vec::new();
    for fault in language.faults() {
        let Some(faulty) = said(language, fault, Some(fault.id), BTreeMap::new()) else { continue };
        for switch in language.switches() {
            for value in switch.values.iter().skip(1) {
                let switches = BTreeMap::from([(switch.name.to_owned(), (*value).to_owned())]);
                let said = said(language, fault, None, switches);
                if said.is_some_and(|said| accepts(language, &said, &faulty.result)) {
                    let by = format!("{}={value}", switch.name);
                    let described = fault.same_as.contains(&&*by);
                    swallowed.push(Swallowed { fault: fault.id, by, described });
                }
            }
        }
    }
    swallowed
}

/// The faults that a known divergence excuses.
pub fn by_divergences(language: &dyn Language, known: &[Divergence]) -> Vec<Swallowed> {
    let mut swallowed = Vec::new();
    for fault in language.faults() {
        let Some(faulty) = said(language, fault, Some(fault.id), BTreeMap::new()) else { continue };
        let Some(right) = said(language, fault, None, BTreeMap::new()) else { continue };
        let Some(features) = features(language, fault) else { continue };
        let Some(shown) = shown(language, &right, &faulty) else { continue };
        for divergence in known {
            if describes(divergence, |feature| features.contains(&feature), &shown) {
                let described = fault.same_as.contains(&&*divergence.id);
                swallowed.push(Swallowed { fault: fault.id, by: divergence.id.clone(), described });
            }
        }
    }
    swallowed
}

/// What a fault's witness comes to under these switches, with the fault or without it.
fn said(
    language: &dyn Language,
    fault: &Fault,
    planted: Option<&str>,
    switches: BTreeMap<String, String>,
) -> Option<Evaluation> {
    let witness = fault.witness?;
    let graph = Graph::from_text(witness.graph, language.model()).ok()?;
    let profile = Profile { switches, fault: planted.map(str::to_owned) };
    last(language, &graph, &profile, witness.statements).ok()
}

/// What the last text of a fault's witness uses.
fn features(language: &dyn Language, fault: &Fault) -> Option<Vec<&'static str>> {
    let text = fault.witness?.statements.last()?;
    Some(language.features(&language.parse(text).ok()?))
}

/// Whether an engine that answers so is not accused by what the reference says.
fn accepts(language: &dyn Language, said: &Evaluation, got: &Result<Answer, Failure>) -> bool {
    if said.open.is_some() {
        return true;
    }
    match (&said.result, got) {
        (Ok(said), Ok(got)) => !matches!(compared(language, said, got), Comparison::Different(_)),
        (_, Err(Failure::Query(_))) => said.errors != ErrorStatus::Never,
        (Err(Failure::Query(_)), Ok(_)) => said.errors != ErrorStatus::Must,
        _ => false,
    }
}

/// How the answer of a faulty engine shows.
fn shown<'a>(language: &dyn Language, right: &Evaluation, faulty: &'a Evaluation) -> Option<Shown<'a>> {
    let of = |kind| Shown { kind, symptom: None, message: None };
    Some(match (&right.result, &faulty.result) {
        (Ok(right), Ok(got)) => match compared(language, right, got) {
            Comparison::Different(difference) => {
                Shown { symptom: Some(difference.symptom), ..of(Kind::WrongResult) }
            }
            _ => return None,
        },
        (Ok(_), Err(Failure::Query(error))) => {
            Shown { message: Some(&error.message), ..of(Kind::UnexpectedError) }
        }
        (Err(Failure::Query(_)), Ok(_)) => of(Kind::MissingError),
        (_, Err(Failure::Crashed(_))) => of(Kind::Crash),
        (_, Err(Failure::Hung)) => of(Kind::Hang),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use quarrel_cypher::language::Cypher;
    use quarrel_gremlin::language::Gremlin;
    use quarrel_sparql::language::Sparql;
    use serde_json::json;

    use super::*;

    /// Faults with what excuses them.
    fn listed(swallowed: &[Swallowed]) -> Vec<String> {
        swallowed.iter().map(|one| format!("{} {} {}", one.fault, one.by, one.described)).collect()
    }

    #[test]
    fn switches_excuse_the_faults_that_they_describe_and_no_others() {
        assert_eq!(
            listed(&by_switches(&Cypher)),
            [
                "c01 undirected-loop=twice true",
                "c14 null-in-lists=false true",
                "c16 integer-overflow=wrap true"
            ]
        );
        assert_eq!(
            listed(&by_switches(&Gremlin)),
            [
                "g15 empty-group-barrier=dropped true",
                "g18 overflow=wrap true",
                "g25 dedup-survivor=any true",
                "g31 range-in-repeat=overall true"
            ]
        );
        assert_eq!(listed(&by_switches(&Sparql)), Vec::<String>::new());
    }

    #[test]
    fn a_divergence_that_is_too_wide_excuses_faults_that_it_does_not_describe() {
        let known = |features: &[&str]| -> Divergence {
            let known =
                json!({ "id": "wide", "features": features, "symptom": "rows-lost", "source": "none" });
            serde_json::from_value(known).unwrap()
        };
        let swallowed = by_divergences(&Sparql, &[known(&["path.alternative"])]);
        assert_eq!(listed(&swallowed), ["s18 wide false"]);
        assert!(by_divergences(&Sparql, &[known(&[])]).len() > 5);
    }
}
