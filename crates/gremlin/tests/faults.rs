//! Planted faults: each is wrong where its rule says so, and right next to it.

use quarrel_case::graph::{Graph, Model};
use quarrel_case::witness::{outcome, unproven};
use quarrel_gremlin::evaluate::FAULTS;
use quarrel_gremlin::language::Gremlin;

#[test]
fn every_fault_turns_the_right_answer_of_its_witness_into_the_wrong_one() {
    assert_eq!(unproven(&Gremlin), Vec::<String>::new());
}

#[test]
fn the_faults_are_all_there_in_their_order() {
    let expected: Vec<String> = (1..=43).map(|number| format!("g{number:02}")).collect();
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
        ("g41", "g.V().out('created').count()"),
        ("g42", "g.V().has('name', 'marko').count()"),
        ("g42", "g.V().has('name', 'MARKO').count()"),
        ("g43", "g.V().aggregate('x').cap('x').count(local)"),
    ] {
        let last = |fault| outcome(&Gremlin, &graph, fault, &[text]);
        assert_eq!(last(Some(fault)), last(None), "{fault} {text}");
    }
}
