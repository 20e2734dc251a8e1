//! The catalogue says nothing that the languages do not know, and the engines answer its probes as it says.

#![cfg(feature = "embedded")]

use std::collections::BTreeMap;
use std::sync::Arc;

use quarrel_case::answer::{Answer, Outcome};
use quarrel_case::compare::{Comparison, answers};
use quarrel_case::engine::{Limits, Request};
use quarrel_case::graph::Graph;
use quarrel_case::language::Language;
use quarrel_engine::install::Cache;
use quarrel_engine::{Catalogue, Launcher, Servers};

fn languages() -> [Arc<dyn Language>; 3] {
    [
        Arc::new(quarrel_cypher::language::Cypher),
        Arc::new(quarrel_gremlin::language::Gremlin),
        Arc::new(quarrel_sparql::language::Sparql),
    ]
}

#[test]
fn every_switch_and_feature_that_the_catalogue_names_exists() {
    let languages = languages();
    let all: Vec<&dyn Language> = languages.iter().map(|language| &**language).collect();
    let errors = Catalogue::builtin().unwrap().check(&all);
    assert!(errors.is_empty(), "{errors:?}");
}

#[test]
fn the_embedded_engines_answer_the_probes_of_their_switches() {
    let catalogue = Catalogue::builtin().unwrap();
    let program = env!("CARGO_BIN_EXE_quarrel").into();
    let hosts = catalogue.names().into_iter().map(ToOwned::to_owned).collect();
    let launcher = Launcher {
        program,
        args: vec!["worker".to_owned()],
        hosts,
        cache: Cache::of_user(),
        servers: Servers::default(),
    };
    for entry in catalogue.entries().iter().filter(|entry| entry.embedded.is_some()) {
        for language in languages() {
            let Some(speech) = entry.language.get(language.name()) else { continue };
            let spec = entry.name.parse().unwrap();
            let mut open = quarrel_engine::open(&spec, &catalogue, &language, &launcher).unwrap();
            for setting in &speech.profile {
                let graph = Arc::new(Graph::from_text(&setting.probe.graph, language.model()).unwrap());
                let limits = Limits::default();
                assert!(
                    matches!(open.engine.load(&graph, &limits), Outcome::Answered(_)),
                    "{}",
                    setting.switch
                );
                let request =
                    Request { text: &setting.probe.query, writes: false, settings: &BTreeMap::new() };
                let expected = serde_json::from_str(&setting.probe.answer).unwrap();
                let expected = Answer::from_json(&expected, language.model()).unwrap();
                match open.engine.run(&request, &limits) {
                    Outcome::Answered(reply) => {
                        let same = answers(&expected, &reply.answer) == Comparison::Equal;
                        assert!(same, "{} {}: {:?}", entry.name, setting.switch, reply.answer);
                    }
                    other => panic!("{} {}: {other:?}", entry.name, setting.switch),
                }
            }
        }
    }
}
