//! Steps that write.

use quarrel_case::language::Budget;

use crate::{answer, answer_after};

#[test]
fn the_values_that_a_key_of_a_new_vertex_has_are_a_bag() {
    let text = "g.addV('a').property('k', [1L]).property(Cardinality.list, 'k', [1L]).property(Cardinality.set, 'k', [1L])";
    let vertex = r#"[{"vertex":{"labels":["a"],"new":0,"properties":{"k":{"bag":[[1],[1]]}}}}]"#;
    assert_eq!(answer(text, &[]), vertex);
}

#[test]
fn each_of_a_bulk_adds_a_value() {
    let text = "g.addV().repeat(__.union(__.identity(), __.identity())).times(2).barrier()\
        .property(Cardinality.list, 'k', 1L).barrier().dedup().values('k').count()";
    assert_eq!(answer(text, &[]), "[4]");
}

#[test]
fn a_list_that_is_a_propertys_value_is_one_value() {
    let before = ["g.addV().property('k', [1])", "g.addV().property('k', 1)"];
    for (text, count) in [
        ("g.V().properties().hasValue([1]).count()", "[1]"),
        ("g.V().properties().hasValue(1).count()", "[1]"),
        ("g.V().properties().hasValue(1, [1]).count()", "[2]"),
    ] {
        assert_eq!(answer_after(&before, text, &[], &Budget::default()), count, "{text}");
    }
}

#[test]
fn a_label_that_is_given_twice_at_one_place_is_there_once() {
    assert_eq!(
        answer("g.inject(1).as('a').as('a').path()", &[]),
        "[{\"path\":{\"labels\":[[\"a\"]],\"objects\":[{\"i32\":1}]}}]"
    );
}

#[test]
fn whether_a_write_is_seen_on_the_way_of_the_next_traverser_is_open() {
    let before = ["g.addV('a').as('x').addE('e').to('x').addV('a').as('y').addE('e').to('y')"];
    for (text, open) in [
        ("g.V().out().as('a').addE('e').to('a').count()", true),
        ("g.V().out().as('a').barrier().addE('e').to('a').count()", false),
        ("g.V().out('e').as('a').addE('f').to('a').count()", false),
        ("g.V().where(__.out()).as('a').addE('e').to('a').count()", true),
        ("g.V().addV('b').count()", false),
        ("g.V().V().addV('b').count()", true),
        ("g.V().outE().drop()", false),
        ("g.V().out().drop()", true),
        ("g.V().addV().V().count()", true),
        ("g.V().addV().dedup().V().count()", true),
        ("g.V().addV().barrier().V().count()", false),
        ("g.V().out().property('k', 1)", false),
        ("g.V().hasNot('k').out().property('k', 1)", true),
        ("g.V().property('k', 1).out().has('k', 1)", true),
        ("g.V().property('k', 1).has('k', 1)", false),
        ("g.V().property(Cardinality.list, 'k', 1).values('k')", false),
        ("g.V(0, 0).property(Cardinality.list, 'k', 1).values('k')", true),
    ] {
        let answer = answer_after(&before, text, &[], &Budget::default());
        assert_eq!(answer.ends_with("open"), open, "{text}: {answer}");
    }
}

#[test]
fn a_cardinality_is_for_the_properties_of_vertices_and_only_elements_have_a_value_map() {
    let edge = "g.addV().as('x').addE('e').to('x')";
    for text in [
        format!("{edge}.property(Cardinality.single, 'k', 1)"),
        "g.inject(1).valueMap()".to_owned(),
        "g.inject(1).elementMap()".to_owned(),
    ] {
        assert_eq!(answer(&text, &[]), "error", "{text}");
    }
}

#[test]
fn what_fails_leaves_the_graph_as_it_was() {
    let before = ["g.addV('a')"];
    assert_eq!(answer_after(&before, "g.addV('b').addV('c').fail()", &[], &Budget::default()), "error");
    let count = answer_after(&["g.addV('a')"], "g.V().count()", &[], &Budget::default());
    assert_eq!(count, "[1]");
}

#[test]
fn an_id_that_was_not_given_is_the_graphs_own() {
    for (text, open) in [
        ("g.addV('x').id()", true),
        ("g.addV('x').elementMap()", true),
        ("g.addV('x').property(T.id, 7L).id()", false),
        ("g.addV('x').property(T.id, 7L).addE('e').id()", true),
    ] {
        let answer = answer(text, &[]);
        assert_eq!(answer.ends_with(" open"), open, "{text}: {answer}");
    }
}

#[test]
fn a_graph_that_draws_all_ids_takes_none() {
    for text in ["g.addV('x').property(T.id, 1L)", "g.mergeV([(T.id): 1L])"] {
        assert_ne!(answer(text, &[]), "error", "{text}");
        assert_eq!(answer(text, &[("element-ids", "drawn")]), "error", "{text}");
    }
}
