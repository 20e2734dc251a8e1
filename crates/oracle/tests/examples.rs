//! Every example of docs/oracles.md is asked as it stands there, holds on the reference, and shows its fault.

use std::sync::Arc;

use quarrel_case::check::{Check, Text};
use quarrel_case::engine::Limits;
use quarrel_case::execute::{Actor, Cast, execute};
use quarrel_case::graph::Graph;
use quarrel_case::language::{Budget, Language};
use quarrel_case::played::Played;
use quarrel_case::profile::{Dialect, Features, Profile};
use quarrel_case::verdict::Verdict;
use quarrel_cypher::language::Cypher;
use quarrel_gremlin::language::Gremlin;
use quarrel_oracle::selftest::PLAN;
use quarrel_oracle::{Case, Scene, Side};
use quarrel_sparql::language::Sparql;

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Example {
    language: String,
    fault: String,
    graph: String,
    query: String,
    parameters: String,
    asked: Vec<String>,
}

fn language(name: &str) -> &'static dyn Language {
    match name {
        "cypher" => &Cypher,
        "gremlin" => &Gremlin,
        _ => &Sparql,
    }
}

/// The example of each oracle that the document has a section for.
fn examples() -> Vec<(String, Option<Example>)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/oracles.md");
    let text = std::fs::read_to_string(path).expect("the document is there");
    let sections = text.split("\n## ").skip(1).map(|section| {
        let name = section.lines().next().unwrap_or_default().to_owned();
        let block = section.split_once("```toml\n").and_then(|(_, rest)| rest.split_once("\n```"));
        (name, block.map(|(block, _)| toml::from_str(block).expect("an example is TOML")))
    });
    sections.filter(|(name, _)| !name.contains(' ')).collect()
}

fn verdict(check: &Check, case: &Case, language: &dyn Language, fault: Option<&str>) -> Verdict {
    let (dialect, standard) = (Dialect::default(), Profile::default());
    let profile = Profile { fault: fault.map(str::to_owned), ..Profile::default() };
    let mut target = Played::new(language, profile, Budget::default());
    let mut peer = Played::new(language, standard.clone(), Budget::default());
    let mut cast = Cast {
        target: Actor { engine: &mut target, dialect: &dialect, profile: &standard },
        peer: Some(Actor { engine: &mut peer, dialect: &dialect, profile: &standard }),
    };
    execute(check, &case.graph, language, &mut cast, &Limits::default()).verdict
}

fn check(oracle: &str, case: &Case, language: &dyn Language) -> Check {
    let (profile, dialect, features) = (Profile::default(), Dialect::default(), Features::default());
    let plans = [PLAN.to_owned()];
    let side = Side { profile: &profile, dialect: &dialect, features: &features, plans: &plans };
    let scene = Scene {
        language,
        target: side,
        peer: Some(side),
        budget: Budget::default(),
        known: None,
        known_of_peer: None,
    };
    let oracle = quarrel_oracle::find(oracle).expect("there is such an oracle");
    oracle.check(case, &scene).expect("it has something to ask")
}

#[test]
fn every_example_is_asked_as_it_stands_and_shows_its_fault() {
    for (oracle, example) in examples() {
        let Some(example) = example else { continue };
        let language = language(&example.language);
        let graph = Arc::new(Graph::from_text(&example.graph, language.model()).unwrap());
        let parameters = serde_json::from_str(&example.parameters).unwrap();
        let case = Case { graph, tree: language.parse(&example.query).unwrap(), parameters };
        let check = check(&oracle, &case, language);
        let asked: Vec<String> = check.steps.iter().filter_map(|step| step.text()).map(Text::shown).collect();
        assert_eq!(asked, example.asked, "{oracle}");
        assert_eq!(verdict(&check, &case, language, None), Verdict::Holds, "{oracle}");
        let seen = verdict(&check, &case, language, Some(&example.fault));
        assert!(matches!(seen, Verdict::Violated(_)), "{oracle} does not see {}: {seen:?}", example.fault);
    }
}

#[test]
fn the_document_has_every_oracle_with_an_example() {
    let documented = examples();
    let without: Vec<&str> = quarrel_oracle::all()
        .into_iter()
        .map(|oracle| oracle.about().name)
        .filter(|name| !documented.iter().any(|(known, example)| known == name && example.is_some()))
        .collect();
    assert!(without.is_empty(), "without an example: {without:?}");
}
