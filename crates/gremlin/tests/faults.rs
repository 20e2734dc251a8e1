//! Planted faults: each is wrong where its rule says so, and right next to it.

use quarrel_case::graph::{Graph, Model};
use quarrel_case::language::{Budget, Evaluation, Failure, Language, Tree};
use quarrel_case::profile::{Profile, Witness};
use quarrel_gremlin::evaluate::FAULTS;
use quarrel_gremlin::language::Gremlin;
use serde_json::Value as Json;

fn profile(fault: Option<&str>) -> Profile {
    Profile { fault: fault.map(str::to_owned), ..Profile::default() }
}

fn parse(text: &str) -> Tree {
    Gremlin.parse(text).expect(text)
}

/// The answer as JSON, or `error`, `crash`, `hang`; anything else is a failure of the evaluator.
fn outcome(evaluation: &Evaluation) -> String {
    match &evaluation.result {
        Ok(answer) => answer.to_json().to_string(),
        Err(Failure::Query(_)) => "error".to_owned(),
        Err(Failure::Crashed(_)) => "crash".to_owned(),
        Err(Failure::Hung) => "hang".to_owned(),
        Err(other) => other.to_string(),
    }
}

/// What the last of these statements comes to on one session.
fn last(graph: &Graph, fault: Option<&str>, statements: &[&str]) -> String {
    let mut session = Gremlin.session(graph, &profile(fault)).expect("a known fault");
    let run = |text: &&str| outcome(&session.run(&parse(text), &Budget::default()));
    statements.iter().map(run).last().expect("a statement")
}

/// The text with the JSON in it written in one way.
fn canonical(text: &str) -> String {
    serde_json::from_str::<Json>(text).map_or(text.to_owned(), |json| json.to_string())
}

#[test]
fn every_fault_turns_the_right_answer_of_its_witness_into_the_wrong_one() {
    let mut wrongs = Vec::new();
    for fault in FAULTS {
        let Witness { graph, statements, right, wrong } = fault.witness.expect("a witness");
        let graph = Graph::from_text(graph, Model::Property).expect(fault.id);
        let (off, on) = (last(&graph, None, statements), last(&graph, Some(fault.id), statements));
        if (off.as_str(), on.as_str()) != (canonical(right).as_str(), canonical(wrong).as_str()) {
            wrongs.push(format!("{}: off {off}, on {on}", fault.id));
        }
    }
    assert!(wrongs.is_empty(), "{}", wrongs.join("\n"));
}

#[test]
fn the_faults_are_all_there_in_their_order() {
    let expected: Vec<String> = (1..=40).map(|number| format!("g{number:02}")).collect();
    assert_eq!(FAULTS.iter().map(|fault| fault.id).collect::<Vec<_>>(), expected);
}

#[test]
fn a_fault_is_right_next_to_where_it_is_wrong() {
    let modern = FAULTS.iter().find_map(|fault| fault.witness).expect("a witness").graph;
    let graph = Graph::from_text(modern, Model::Property).expect("the toy graph");
    for (fault, text) in [
        ("g01", "g.V().barrier().count()"),
        ("g02", "g.V().has('age', neq(29)).count()"),
        ("g04", "g.V().hasLabel('software').order().by('name').values('name')"),
        ("g05", "g.V(1).emit().repeat(out()).times(2).count()"),
        ("g06", "g.V(1).repeat(out()).until(hasLabel('person')).count()"),
        ("g11", "g.V().where(__.in().count().is(lt(3))).count()"),
        ("g12", "g.V().where(__.out('none').out().count().is(0)).count()"),
        ("g13", "g.V().order().by('lang').values('name').count()"),
        ("g19", "g.V().has('age', 29).has('age', lte(29)).count()"),
        ("g20", "g.V().has('age', outside(28, 33)).count()"),
        ("g22", "g.V().order().by('name').values('name')"),
        ("g25", "g.V().values('name').order().dedup()"),
        ("g26", "g.V().has('age', without([])).count()"),
        ("g30", "g.V().out('created').count()"),
        ("g37", "g.V().has('age', 29.0d).count()"),
        ("g38", "g.V().has('age', gt(20)).limit(2).count()"),
        ("g40", "g.V().out('knows').count()"),
    ] {
        assert_eq!(last(&graph, Some(fault), &[text]), last(&graph, None, &[text]), "{fault} {text}");
    }
}
