//! What an order decides, and what is open where there is none.

use quarrel_case::answer::Answer;
use quarrel_case::json;
use quarrel_case::language::Budget;
use quarrel_case::profile::Profile;
use quarrel_case::value::Value;
use quarrel_gremlin::evaluate::session;
use quarrel_gremlin::parse::parse;

use crate::{answer, answer_after};

#[test]
fn a_result_that_cannot_be_compared_may_come_before_one_that_passes() {
    let text = "g.inject(1).where(__.union(__.constant('a'), __.identity()).is(P.lt(2)))";
    assert_eq!(answer(text, &[("comparison", "ternary")]), "[] open");
    assert_eq!(answer(text, &[]), "[{\"i32\":1}]");
}

#[test]
fn before_orderability_values_of_different_types_have_no_order() {
    for (text, total, before) in [
        ("g.inject(2, 1.0d, null).order()", "[null,1.0,{\"i32\":2}]", "[null,1.0,{\"i32\":2}]"),
        ("g.inject('a', 1).order()", "[{\"i32\":1},\"a\"]", "error"),
        ("g.inject('a', 1).max()", "[\"a\"]", "error"),
        ("g.inject('a', null).max()", "[\"a\"]", "[\"a\"]"),
        ("g.inject(['a', 1]).order(Scope.local)", "[[{\"i32\":1},\"a\"]]", "error"),
        ("g.inject('a').order()", "[\"a\"]", "[\"a\"]"),
    ] {
        assert_eq!(answer(text, &[]), total, "{text}");
        assert_eq!(answer(text, &[("comparison", "throwing")]), before, "{text}");
    }
    for text in [
        "g.inject([1], [2]).order()",
        "g.inject([1]).is(P.lt([2]))",
        "g.inject([1]).not(__.is(P.gte([2])))",
        "g.addV('A').as('x').where(P.lte('x'))",
    ] {
        let before = answer(text, &[("comparison", "throwing")]);
        assert!(before.contains("an order of elements or collections"), "{text}: {before}");
    }
    assert_eq!(answer("g.addV('A').as('x').where(P.lte('x')).count()", &[]), "[1]");
    assert_eq!(answer("g.addV('A').as('x').where(P.lte('x')).is(1)", &[("comparison", "ternary")]), "[]");
    assert_eq!(answer("g.inject([1]).is(P.eq([1])).count()", &[("comparison", "throwing")]), "[1]");
}

#[test]
fn traversers_that_came_on_different_ways_may_go_through_a_traversal_at_once() {
    let kept = &[("local-bulk", "kept")];
    for (text, open) in [
        ("g.inject(1, 2).as('a').constant(3).local(__.group())", true),
        ("g.inject(1, 2).as('a').local(__.group())", false),
        ("g.inject(1, 2).as('a').constant(3).local(__.identity())", false),
    ] {
        let answer = answer(text, kept);
        assert_eq!(answer.ends_with(" open"), open, "{text}: {answer}");
    }
}

#[test]
fn trees_are_alike_in_whatever_order_their_nodes_came() {
    let grown = |one: &str, other: &str| format!("__.union(__.constant({one}), __.constant({other})).tree()");
    let count = |left: String, right: String| format!("g.inject(0).union({left}, {right}).dedup().count()");
    assert_eq!(answer(&count(grown("1", "2"), grown("2", "1")), &[]), "[1]");
    assert_eq!(answer(&count(grown("1", "2"), grown("2", "3")), &[]), "[2]");
    assert_eq!(answer(&count(grown("1", "2"), grown("1L", "2")), &[]), "[2]");
}

#[test]
fn a_cut_without_an_order_is_open() {
    let before = ["g.addV('a').property('k', 1).addV('a').property('k', 2)"];
    for (text, open) in [
        ("g.V().values('k').limit(1)", true),
        ("g.V().values('k').order().limit(1)", false),
        ("g.V().order().by('k').values('k').limit(1)", true),
        ("g.V().values('k').limit(2)", false),
        ("g.inject(1, 2).limit(1)", false),
        ("g.V().as('x').label().order().limit(1).select('x')", true),
        ("g.V().as('x').label().order().limit(1)", false),
        ("g.V().label().order().limit(1)", false),
        ("g.V().values('k').repeat(__.identity()).emit().limit(2)", true),
        ("g.inject(1).repeat(__.math('_ + 1')).emit().limit(2)", false),
        ("g.V().label().limit(1)", false),
    ] {
        let answer = answer_after(&before, text, &[], &Budget::default());
        assert_eq!(answer.ends_with("open"), open, "{text}: {answer}");
    }
}

#[test]
fn which_of_several_equal_properties_of_edges_is_kept_is_open() {
    let edge = "g.addV().as('a').addE('T').to('a').property('k', 1)";
    for (text, open) in [
        ("g.E().properties().barrier().drop()", true),
        ("g.E().properties().barrier().element()", true),
        ("g.E().properties().dedup().element()", true),
        ("g.E().properties().fold().dedup(Scope.local).unfold().element()", true),
        ("g.E().properties().dedup().value()", false),
        ("g.E().properties().drop()", false),
        ("g.E().properties().element()", false),
        ("g.E().properties().barrier().value()", false),
    ] {
        let answer = answer_after(&[edge, edge], text, &[], &Budget::default());
        assert_eq!(answer.ends_with("open"), open, "{text}: {answer}");
    }
}

#[test]
fn the_way_through_several_patterns_is_open() {
    let before = ["g.addV('a').as('x').addE('e').to('x')"];
    let two = "g.V().match(__.as('a').out().as('b'), __.as('a').in().as('c'))";
    for (text, open) in [
        (format!("{two}.path().count()"), true),
        (format!("{two}.simplePath().count()"), true),
        (format!("{two}.count()"), false),
        ("g.V().match(__.as('a').out().as('b')).path().count(Scope.local)".to_owned(), false),
    ] {
        let answer = answer_after(&before, &text, &[], &Budget::default());
        assert_eq!(answer.ends_with("open"), open, "{text}: {answer}");
    }
}

#[test]
fn what_has_no_order_shows_none() {
    for (text, expected) in [
        ("g.inject({1, 2}).tail(Scope.local, 1)", "[{\"set\":[{\"i32\":2}]}] open"),
        ("g.inject({1, 2}).skip(Scope.local, 1)", "[{\"set\":[{\"i32\":2}]}] open"),
        ("g.inject({1, 2}).tail(Scope.local, 2)", "[{\"set\":[{\"i32\":1},{\"i32\":2}]}]"),
        ("g.inject({'a', 'b'}).conjoin('')", "[\"ab\"] open"),
        ("g.inject({1, 2}).combine([3])", "[{\"bag\":[{\"i32\":1},{\"i32\":2},{\"i32\":3}]}]"),
        ("g.inject([1]).product({1, 2}).count(Scope.local)", "[2]"),
        ("g.inject([1, 2]).unfold().skip(1)", "[{\"i32\":2}] open"),
        ("g.inject(1, 2).as('a').constant(0).barrier().limit(1).select('a')", "[{\"i32\":1}] open"),
        (
            "g.inject(1, 2).group().by(__.constant('a')).by(__.tail())",
            "[{\"map\":[[\"a\",{\"i32\":2}]]}] open",
        ),
        ("g.inject(1).dedup(Scope.local)", "[{\"i32\":1}] open"),
        ("g.inject({1, 2}).reverse()", "[[{\"i32\":2},{\"i32\":1}]] open"),
        ("g.inject({1}).reverse()", "[[{\"i32\":1}]]"),
    ] {
        assert_eq!(answer(text, &[]), expected, "{text}");
    }
}

#[test]
fn where_a_graph_draws_ids_the_order_and_the_texts_of_elements_are_its_own() {
    let given = [
        "g.addV('x').property(T.id, 1L).property('k', 1)",
        "g.addV('x').property(T.id, 2L).property('k', 2)",
    ];
    let drawn = ["g.addV('x').property('k', 1)", "g.addV('x').property('k', 2)"];
    let answer_of = |before: &[&str], text: &str| answer_after(before, text, &[], &Budget::default());
    let is_loose = |answer: &str| answer.ends_with(" open") || answer.contains("\"bag\"");
    for (text, own) in [
        ("g.V().order().fold()", true),
        ("g.V().order().limit(1)", true),
        ("g.V().order().by(T.label).by(__.identity()).limit(1)", true),
        ("g.V().order().by('k').by(__.identity()).limit(1)", false),
        ("g.V().has('k', 1).order().limit(1)", false),
        ("g.V().order().by('k').fold().order(Scope.local).limit(Scope.local, 1)", true),
        ("g.V().as('a').V().where(P.lt('a')).count()", true),
        ("g.V().as('a').where(P.lte('a')).count()", false),
        ("g.V().has('k', 1).asString()", true),
        ("g.V().has('k', 1).fold().conjoin('')", true),
        ("g.V().has('k', 1).format('%{_}').by(__.identity())", true),
        ("g.V().has('k', 1).values('k').fold().conjoin('')", false),
        ("g.V().values('k').order().limit(1)", false),
        ("g.V().order().count()", false),
    ] {
        let answer = answer_of(&given, text);
        assert!(!is_loose(&answer), "{text}: {answer}");
        let answer = answer_of(&drawn, text);
        assert_eq!(is_loose(&answer), own, "{text}: {answer}");
    }
    for text in ["g.V().max()", "g.V().fold().min(Scope.local)"] {
        let answer = answer_of(&drawn, text);
        assert!(answer.contains("ids that the graph draws"), "{text}: {answer}");
    }
}

#[test]
fn elements_are_ordered_by_their_ids_whatever_the_order_in_which_they_were_loaded() {
    let graph = r#"{"vertices":[{"id":2},{"id":1}],
        "edges":[{"id":4,"label":"T","source":1,"target":2},{"id":3,"label":"T","source":2,"target":1}]}"#;
    let graph = quarrel_case::graph::Graph::from_text(graph, quarrel_case::graph::Model::Property).unwrap();
    let graph = graph.property().unwrap();
    for (text, expected) in [
        ("g.V().order().fold()", r#"[[{"vertex":1},{"vertex":2}]]"#),
        ("g.E().order().by().fold()", r#"[[{"edge":3},{"edge":4}]]"#),
        ("g.V().max()", r#"[{"vertex":2}]"#),
    ] {
        let mut session = session(graph, &Profile::default()).unwrap();
        let evaluation = session.query(&parse(text).unwrap(), &Budget::default());
        let Ok(Answer::Table(table)) = evaluation.result else { panic!("{text}") };
        let values: Vec<Value> = table.rows.into_iter().flatten().collect();
        assert_eq!(json::write(&Value::List(values)).to_string(), expected, "{text}");
    }
}

#[test]
fn which_of_two_zeros_is_the_least_is_open_where_the_order_of_what_comes_is() {
    let before = ["g.addV().property('k', 0.0d)", "g.addV().property('k', -0.0d)"];
    for (text, open) in [
        ("g.V().values('k').min()", true),
        ("g.V().values('k').max()", true),
        ("g.V().values('k').is(P.gt(1)).min()", false),
        ("g.V().values('k').dedup().count()", false),
        ("g.inject(0.0d, -0.0d).min()", false),
    ] {
        let answer = answer_after(&before, text, &[], &Budget::default());
        assert_eq!(answer.ends_with(" open"), open, "{text}: {answer}");
    }
}

#[test]
fn what_comes_of_several_options_has_no_order_in_a_group_either() {
    for (by, loose) in [
        ("__.branch(__.identity()).option(1, __.max()).option(Pick.any, __.constant('b')).fold()", true),
        ("__.branch(__.identity()).option(1, __.max()).fold()", false),
        ("__.identity().fold()", false),
    ] {
        let answer = answer(&format!("g.inject(1).group().by().by({by})"), &[]);
        assert_eq!(answer.contains("\"bag\""), loose, "{by}: {answer}");
    }
}

#[test]
fn before_3_8_the_order_of_iterations_decides_what_a_cut_keeps() {
    let star = "g.addV('a').as('x').addV('b').as('y').addV('c').as('z')\
        .addE('e').from('x').to('y').addE('e').from('x').to('z').addE('e').from('y').to('z')";
    let before = [star];
    let older = &[("range-in-repeat", "overall"), ("repeat-starts", "one-by-one")];
    for (text, open) in [
        ("g.inject(1, 2, 3).repeat(__.limit(1)).times(2).emit()", false),
        ("g.inject(1, 2, 3).repeat(__.limit(2)).times(2).emit()", true),
        ("g.inject(1).repeat(__.math('_ + 1').limit(2)).times(3).emit()", false),
        ("g.inject(1).repeat(__.math('_ + 1').skip(1)).times(3).emit()", false),
        // Unrolled, it counts in each iteration anew.
        ("g.inject(1).repeat(__.math('_ + 1').limit(1)).times(2)", true),
        ("g.inject(1).repeat(__.math('_ + 1').limit(2)).times(2)", false),
        ("g.V().repeat(__.both().order().by(T.label).limit(1)).emit().times(2)", true),
        ("g.V().repeat(__.both().order().by(T.label).limit(99)).emit().times(2)", false),
        ("g.V().hasLabel('a').repeat(__.out().order().by(T.label).limit(1)).emit().times(2)", false),
        ("g.V().hasLabel('a').repeat(__.out().order().by(T.label).skip(1)).emit().times(2)", false),
        ("g.V().hasLabel('a').repeat(__.both().order().by(T.label).limit(3)).emit().times(2)", true),
        ("g.V().repeat(__.both().order().by(T.label).tail(1)).times(1)", true),
        ("g.V().repeat(__.both().order().by(T.label).tail(1)).emit().times(2)", false),
        ("g.V().hasLabel('a').repeat(__.both().order().by(T.label).tail(2)).emit().times(2)", true),
    ] {
        let answered = answer_after(&before, text, older, &Budget::default());
        assert_eq!(answered.ends_with("open"), open, "{text}: {answered}");
        let answered = answer_after(&before, text, &[], &Budget::default());
        assert!(!answered.ends_with("open"), "{text}: {answered}");
    }
}

#[test]
fn before_3_8_the_order_of_starts_decides_what_a_dedup_within_repeat_keeps() {
    let triangle = "g.addV('a').as('x').addV('b').as('y').addV('c').as('z')\
        .addE('e').from('x').to('y').addE('e').from('y').to('z').addE('e').from('z').to('x')";
    for (text, open) in [
        ("g.V().emit().repeat(__.both().dedup()).simplePath()", true),
        ("g.V().repeat(__.out().dedup()).times(2)", true),
        ("g.V().repeat(__.out().dedup()).times(1)", false),
        ("g.V().repeat(__.out().label().dedup()).times(1)", false),
        ("g.V().hasLabel('a').emit().repeat(__.out().dedup()).simplePath()", false),
        ("g.inject(1, 2).repeat(__.constant(3).dedup()).emit().times(2).path()", false),
    ] {
        let older = &[("repeat-starts", "one-by-one")];
        let answered = answer_after(&[triangle], text, older, &Budget::default());
        assert_eq!(answered.ends_with("open"), open, "{text}: {answered}");
    }
}

#[test]
fn the_first_of_several_alike_is_kept_or_whichever() {
    for (text, kept, open) in [
        ("g.inject(2, 1).order().dedup().by(__.constant(0))", "[{\"i32\":1}]", true),
        ("g.inject(2, 2).order().dedup().by(__.constant(0))", "[{\"i32\":2}]", false),
        ("g.inject(2, 1, 2).order().dedup()", "[{\"i32\":1},{\"i32\":2}]", false),
    ] {
        assert_eq!(answer(text, &[]), kept, "{text}");
        assert_eq!(answer(text, &[("dedup-survivor", "any")]).ends_with(" open"), open, "{text}");
    }
}
