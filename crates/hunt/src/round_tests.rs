//! What a round rests on: a session of the reference that was asked before is as good as a fresh one.

use std::sync::Arc;

use quarrel_case::choices::Choices;
use quarrel_case::compare::{Comparison, answers};
use quarrel_case::language::{Budget, Evaluation, Language, evaluate};
use quarrel_case::profile::Profile;
use quarrel_cypher::language::Cypher;
use quarrel_gremlin::language::Gremlin;
use quarrel_sparql::language::Sparql;

use crate::plan::Knobs;

fn are_alike(left: &Evaluation, right: &Evaluation) -> bool {
    match (&left.result, &right.result) {
        (Ok(left), Ok(right)) => answers(left, right) == Comparison::Equal,
        (Err(left), Err(right)) => left == right,
        _ => false,
    }
}

#[test]
fn a_session_that_was_asked_before_answers_as_a_fresh_one() {
    for language in [&Cypher as &dyn Language, &Gremlin, &Sparql] {
        let choices = Choices::new(7);
        let knobs = Knobs::default();
        let profile = Profile::default();
        let mut stream = choices.stream("graph");
        let graph = quarrel_graph::generate(language, knobs.sizes, &knobs.features, &mut stream);
        let graph = Arc::new(graph);
        let setting = knobs.setting(language, Arc::clone(&graph), profile.clone(), knobs.features.clone());
        let mut generator = language.generator(&setting).unwrap();
        let mut session = language.session(&graph, &profile).unwrap();
        let mut asked = 0;
        for index in 0..200 {
            let tree = generator.next(&mut choices.numbered("case", index).stream("query")).tree;
            if language.writes(&tree) {
                continue;
            }
            // What is spent before the end leaves nothing behind either.
            let budget = if index % 3 == 0 { Budget { rows: 20, steps: 100 } } else { knobs.budget };
            let fresh = evaluate(language, &graph, &tree, &profile, &budget).unwrap();
            let text = language.print(&tree, &quarrel_case::profile::Dialect::default());
            assert!(are_alike(&session.run(&tree, &budget), &fresh), "{text}");
            asked += 1;
        }
        assert!(asked > 100, "{}: {asked}", language.name());
    }
}
