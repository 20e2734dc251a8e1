//! What excuses an answer: a known divergence of the engine, or a switch of its profile, each with its source.

use quarrel_case::answer::Answer;
use quarrel_case::check::{Action, Text};
use quarrel_case::compare::{Comparison, Symptom, answers};
use quarrel_case::graph::Graph;
use quarrel_case::language::{Budget, Evaluation, Failure, Language, Tree, comparable, evaluate};
use quarrel_case::profile::Profile;
use quarrel_case::verdict::{Kind, Violation};
use quarrel_engine::catalogue::{Divergence, Sign};

use crate::HuntError;
use crate::finding::Finding;
use crate::target::Target;

/// What excuses a finding: a known divergence, or, where the engine is judged by the standard, the switches of its
/// own profile that predict its answer.
pub(crate) fn excuse(
    accused: &Target,
    finding: &Finding,
    language: &dyn Language,
) -> Result<Option<String>, HuntError> {
    if let Some(divergence) = divergence(&accused.divergences, finding, language) {
        return Ok(Some(divergence));
    }
    let switches = on_purpose(accused, finding, language)?;
    Ok((!switches.is_empty()).then(|| switches.join(" ")))
}

/// The switches of its own profile that predict the answer of an engine that is judged by the standard.
pub(crate) fn on_purpose(
    accused: &Target,
    finding: &Finding,
    language: &dyn Language,
) -> Result<Vec<String>, HuntError> {
    if accused.profile == accused.own_profile {
        return Ok(Vec::new());
    }
    let tree = language.tree_from_json(&finding.tree)?;
    let own = &accused.own_profile;
    if !predicts(language, own, finding, &tree) {
        return Ok(Vec::new());
    }
    Ok(switches(language, &finding.graph, &tree, own, &Budget::default()))
}

/// How a wrong answer shows: what a divergence is held against.
pub(crate) struct Shown<'a> {
    pub(crate) kind: Kind,
    pub(crate) symptom: Option<Symptom>,
    pub(crate) message: Option<&'a str>,
}

/// The known divergence that describes the reduced finding: what its query uses, or the text that was answered wrong in
/// its place, as a rewriting puts it there.
fn divergence(divergences: &[Divergence], finding: &Finding, language: &dyn Language) -> Option<String> {
    let Violation { kind, symptom, message, .. } = &finding.record.violation;
    let answered = answered(finding, language);
    let has = |feature: &str| {
        finding.record.features.iter().any(|known| known == feature) || answered.contains(&feature)
    };
    let describes = |known: &&Divergence| {
        // Rows that a query loses may be any difference in a graph that it writes.
        let symptom = match known.symptom {
            Sign::Rows(rows) if *kind == Kind::WrongState => Some(rows),
            _ => *symptom,
        };
        describes(known, has, &Shown { kind: *kind, symptom, message: message.as_deref() })
    };
    divergences.iter().find(describes).map(|known| known.id.clone())
}

/// The features of the text that the accused step asked, or that wrote what it shows.
fn answered(finding: &Finding, language: &dyn Language) -> Vec<&'static str> {
    let steps = finding.check.steps.get(..=finding.record.violation.step).unwrap_or_default();
    let text = steps.iter().rev().find_map(|step| match &step.action {
        Action::Query(text) | Action::Write(text) => Some(text),
        _ => None,
    });
    let tree = text.and_then(Text::whole).and_then(|text| language.parse(text).ok());
    tree.map(|tree| language.features(&tree)).unwrap_or_default()
}

/// Whether a known divergence describes a wrong answer: all its features, its symptom, its message.
pub(crate) fn describes(known: &Divergence, has: impl Fn(&str) -> bool, shown: &Shown<'_>) -> bool {
    let shows = match known.symptom {
        Sign::Rows(symptom) => shown.symptom == Some(symptom),
        Sign::Kind(kind) => shown.kind == kind,
    };
    let says = match (&known.message, shown.message) {
        (Some(pattern), Some(message)) => pattern.0.is_match(message),
        (Some(_), None) => false,
        (None, _) => true,
    };
    shows && says && known.features.iter().all(|feature| has(feature))
}

/// The switches that make the engine's answer to a case another than the standard's: those that change the answer
/// when they alone are set; all of them together when none does so alone.
pub(crate) fn switches(
    language: &dyn Language,
    graph: &Graph,
    tree: &Tree,
    own: &Profile,
    budget: &Budget,
) -> Vec<String> {
    let run = |profile: &Profile| evaluate(language, graph, tree, profile, budget).ok();
    let (Some(standard), Some(answer)) = (run(&Profile::default()), run(own)) else {
        return Vec::new();
    };
    if same(language, &standard, &answer) {
        return Vec::new();
    }
    let changes = |(name, value): &(&String, &String)| {
        let switches = [((*name).clone(), (*value).clone())].into();
        let alone = run(&Profile { switches, fault: None });
        alone.is_some_and(|alone| !same(language, &standard, &alone))
    };
    let alone: Vec<String> = own.switches.iter().filter(changes).map(|(name, _)| name.clone()).collect();
    if alone.is_empty() { own.switches.keys().cloned().collect() } else { alone }
}

/// True when the reference under this profile gives the answer that the engine gave.
fn predicts(language: &dyn Language, own: &Profile, finding: &Finding, tree: &Tree) -> bool {
    let Ok(said) = evaluate(language, &finding.graph, tree, own, &Budget::default()) else { return false };
    let got = &finding.record.violation.got;
    match (&said.result, Answer::from_json(got, language.model())) {
        (Ok(answer), Ok(got)) => compared(language, answer, &got) == Comparison::Equal,
        // An error of the engine's own making is never what a switch means.
        (Err(Failure::Query(_)), Err(_)) => finding.record.violation.kind == Kind::UnexpectedError,
        _ => false,
    }
}

/// True when two evaluations give the same answer, or both none.
fn same(language: &dyn Language, left: &Evaluation, right: &Evaluation) -> bool {
    match (&left.result, &right.result) {
        (Ok(left), Ok(right)) => !matches!(compared(language, left, right), Comparison::Different(_)),
        (Err(_), Err(_)) => true,
        _ => false,
    }
}

pub(crate) fn compared(language: &dyn Language, left: &Answer, right: &Answer) -> Comparison {
    let comparable = |answer| comparable(language, language.compare(), answer);
    answers(&comparable(left), &comparable(right))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use quarrel_case::check::Check;
    use quarrel_case::graph::Model;
    use quarrel_sparql::language::Sparql;
    use serde_json::{Value as Json, json};

    use super::*;

    fn finding(text: &str, kind: &str, symptom: &str) -> Finding {
        let record = json!({
            "format": 1, "quarrel": "0", "id": "f", "seed": 1, "round": 0, "case": 0, "language": "sparql",
            "oracle": "write-pair", "engine": { "name": "e", "version": "1" }, "target": "e",
            "violation": { "kind": kind, "accused": "target", "step": 2, "expected": null, "got": null, "symptom": symptom },
            "features": ["update.insert"], "group": "", "text": "", "replays": { "times": 5, "reproduced": 5 },
            "reduced": true, "raw": 1, "seen_by": [], "others": [],
        });
        let check = json!({ "compare": "term", "constants": [], "graphs": [], "laws": [], "steps": [
            { "role": "target", "action": { "load": {} } },
            { "role": "target", "action": { "write": text } },
            { "role": "target", "action": "dump" },
        ]});
        Finding {
            record: serde_json::from_value(record).unwrap(),
            graph: Arc::new(Graph::empty(Model::Rdf)),
            tree: Json::Null,
            parameters: Json::Null,
            check: Check::from_json(&check, Model::Rdf).unwrap(),
            setup: Vec::new(),
        }
    }

    #[test]
    fn a_divergence_is_held_against_the_text_that_a_rewriting_put_in_the_place_of_the_query() {
        let known = json!([{ "id": "ways", "features": ["path.alternative"], "symptom": "rows-lost", "source": "none" }]);
        let known: Vec<Divergence> = serde_json::from_value(known).unwrap();
        let ways = "INSERT { ?x <urn:p> ?y } WHERE { { SELECT ?x ?y WHERE { ?x <urn:a>|<urn:a> ?y } } }";
        let plain = "INSERT { ?x <urn:p> ?y } WHERE { ?x <urn:a> ?y }";
        for (text, kind, symptom, excused) in [
            (ways, "wrong-state", "rows-lost", true),
            (ways, "wrong-state", "rows-added", true),
            (ways, "wrong-result", "rows-added", false),
            (plain, "wrong-state", "rows-lost", false),
        ] {
            let found = divergence(&known, &finding(text, kind, symptom), &Sparql);
            assert_eq!(found.is_some(), excused, "{text}: {kind}, {symptom}");
        }
    }
}
