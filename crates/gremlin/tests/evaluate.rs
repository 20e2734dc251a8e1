//! Witnesses of single rules, and of what versions have changed.

use std::collections::BTreeMap;

use quarrel_case::answer::Answer;
use quarrel_case::graph::PropertyGraph;
use quarrel_case::json;
use quarrel_case::language::{Budget, Failure};
use quarrel_case::profile::Profile;
use quarrel_case::value::Value;
use quarrel_case::verdict::ErrorStatus;
use quarrel_gremlin::evaluate::session;
use quarrel_gremlin::parse::parse;

/// The answer in JSON, or what went wrong, after statements that make the graph.
fn answer_after(before: &[&str], text: &str, switches: &[(&str, &str)], budget: &Budget) -> String {
    let switches: BTreeMap<String, String> =
        switches.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let mut session =
        session(&PropertyGraph::default(), &Profile { switches, fault: None }).expect("a profile");
    for statement in before {
        let query = parse(statement).expect("a traversal");
        session.query(&query, budget).result.expect("an answer");
    }
    let evaluation = session.query(&parse(text).expect("a traversal"), budget);
    match evaluation.result {
        Ok(Answer::Table(table)) => {
            let values: Vec<Value> = table.rows.into_iter().flatten().collect();
            let open = if evaluation.open.is_some() { " open" } else { "" };
            format!("{}{open}", json::write(&Value::List(values)))
        }
        Ok(other) => other.to_json().to_string(),
        Err(Failure::Query(_)) => "error".to_owned(),
        Err(other) => other.to_string(),
    }
}

fn answer(text: &str, switches: &[(&str, &str)]) -> String {
    answer_after(&[], text, switches, &Budget::default())
}

#[test]
fn what_cannot_be_compared_is_false_or_unknown_or_raises() {
    for (text, binary, ternary, throwing) in [
        ("g.inject(null).not(__.is(P.gt(1)))", "[null]", "[]", "[null]"),
        ("g.inject(null).is(P.lte(null))", "[null]", "[null]", "[null]"),
        ("g.inject(1).is(P.gt('a'))", "[]", "[]", "error"),
        ("g.inject(1).not(__.is(P.gt(NaN)))", "[{\"i32\":1}]", "[]", "[{\"i32\":1}] open"),
        ("g.inject(0).is(-0.0d)", "[{\"i32\":0}]", "[{\"i32\":0}]", "[{\"i32\":0}] open"),
        ("g.inject(0.0d).is(P.without(-0.0d))", "[]", "[]", "[] open"),
        ("g.inject(0.0d).is(P.gt(-0.0d))", "[]", "[]", "[] open"),
        ("g.inject(0.0d).is(P.within(0, 1))", "[0.0]", "[0.0]", "[0.0]"),
        ("g.inject(1).is(P.neq('a'))", "[{\"i32\":1}]", "[{\"i32\":1}]", "[{\"i32\":1}]"),
        ("g.inject(1).is(P.gt('a').or(P.lt(2)))", "[{\"i32\":1}]", "[{\"i32\":1}]", "error"),
        ("g.inject(1).is(P.gt('a').or(TextP.startingWith('a')))", "[]", "error", "error"),
        ("g.inject(1).is(P.eq(1.0))", "[{\"i32\":1}]", "[{\"i32\":1}]", "[{\"i32\":1}]"),
    ] {
        assert_eq!(answer(text, &[]), binary, "{text}");
        assert_eq!(answer(text, &[("comparison", "ternary")]), ternary, "{text}");
        assert_eq!(answer(text, &[("comparison", "throwing")]), throwing, "{text}");
    }
}

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
fn what_an_unproductive_by_does_before_3_6_is_left_open() {
    let text = "g.inject(1, 2).order().by(__.is(1))";
    assert_eq!(answer(text, &[]), "[{\"i32\":1}]");
    let before = answer(text, &[("unproductive-by", "various")]);
    assert!(before.contains("a by() that gives nothing"), "{before}");
    let productive = "g.inject(1, 2).order().by(__.identity())";
    assert_eq!(answer(productive, &[("unproductive-by", "various")]), answer(productive, &[]));
}

#[test]
fn an_engine_may_have_two_types_of_numbers_alone() {
    for (text, all, two) in [
        ("g.inject(1, 1L).dedup()", r#"[{"i32":1},1]"#, "[1]"),
        ("g.inject(0.5f, 0.5d).dedup()", r#"[{"f32":"0.5"},0.5]"#, "[0.5]"),
        ("g.inject(0L).math('-_')", "[-0.0]", "[0.0]"),
        ("g.inject('a').length()", r#"[{"i32":1}]"#, "[1]"),
        ("g.inject([1L]).index()", r#"[[[1,{"i32":0}]]]"#, "[[[1,0]]]"),
        (
            "g.inject(3000000000L, 1.5d).is(P.typeOf(GType.INT).or(P.typeOf(GType.FLOAT)))",
            "[]",
            "[3000000000,1.5]",
        ),
        ("g.inject(3000000000L).asNumber(GType.INT)", "error", "[3000000000]"),
        ("g.inject('1').asNumber()", r#"[{"i32":1}]"#, "[1]"),
    ] {
        assert_eq!(answer(text, &[]), all, "{text}");
        assert_eq!(answer(text, &[("number-types", "two")]), two, "{text}");
    }
}

#[test]
fn results_may_leave_an_engine_as_plain_values() {
    for (text, typed, plain) in [
        ("g.inject(1L).as('a').path()", r#"[{"path":{"labels":[["a"]],"objects":[1]}}]"#, "[[1]]"),
        ("g.addV('A').property('k', 1L).properties()", r#"[{"property":["k",1]}]"#, "[1]"),
        (
            "g.inject(1L).union(__.identity(), __.identity()).aggregate('x').cap('x').dedup(Scope.local)",
            r#"[{"set":[1]}]"#,
            r#"[{"bag":[1]}]"#,
        ),
    ] {
        assert_eq!(answer(text, &[]), typed, "{text}");
        assert_eq!(answer(text, &[("results", "plain")]), plain, "{text}");
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
fn equivalence_tells_numbers_of_different_types_apart() {
    for (text, expected) in [
        ("g.inject(1, 1L, 1).dedup().count()", "[2]"),
        ("g.inject(NaN, NaN).dedup().count()", "[1]"),
        ("g.inject(1, 1L).is(1).count()", "[2]"),
        ("g.inject('a', 'a').groupCount()", "[{\"map\":[[\"a\",2]]}]"),
    ] {
        assert_eq!(answer(text, &[]), expected, "{text}");
    }
}

#[test]
fn a_missing_key_passes_no_has_and_gives_no_by() {
    let before = ["g.addV('a').property('k', 1).addV('a')"];
    for (text, expected) in [
        ("g.V().has('k', P.neq(2)).count()", "[1]"),
        ("g.V().not(__.has('k', 2)).count()", "[2]"),
        ("g.V().order().by('k').count()", "[1]"),
        ("g.withStrategies(ProductiveByStrategy).V().order().by('k').count()", "[2]"),
        ("g.V().project('x').by('k')", "[{\"map\":[[\"x\",{\"i32\":1}]]},{\"map\":[]}]"),
    ] {
        assert_eq!(answer_after(&before, text, &[], &Budget::default()), expected, "{text}");
    }
}

#[test]
fn versions_differ_where_they_say_so() {
    for (text, switch, newest, older) in [
        ("g.inject([1]).limit(Scope.local, 1)", ("range-of-one", "item"), "[[{\"i32\":1}]]", "[{\"i32\":1}]"),
        ("g.inject(127b, 1b).sum()", ("overflow", "wrap"), "[{\"i16\":128}]", "[{\"i8\":-128}]"),
        ("g.inject(1, 2).sum()", ("sum-type", "widened"), "[{\"i32\":3}]", "[3]"),
        ("g.inject(1.5)", ("real-literal", "decimal"), "[1.5]", "[{\"decimal\":\"1.5\"}]"),
        ("g.inject('ab').split('')", ("split-empty", "whole"), "[[\"a\",\"b\"]]", "[[\"ab\"]]"),
        ("g.inject('x').repeat(__.inject('y')).times(1).count()", ("steps-in-repeat", "any"), "error", "[2]"),
    ] {
        assert_eq!(answer(text, &[]), newest, "{text}");
        assert_eq!(answer(text, &[switch]), older, "{text} with {switch:?}");
    }
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
fn what_no_document_says_is_open() {
    for text in [
        "g.inject(1).sack()",
        "g.union(__.fold())",
        "g.addV().property('k', 1).property('k', 2)",
        "g.addV().property('k', 1).property(Cardinality.set, 'k', 1L)",
        "g.addV().property('k', NaN).property(Cardinality.set, 'k', NaN)",
        "g.inject(0, 0).aggregate('a').cap('a').skip(Scope.local, 0)",
        "g.inject(0, 0).group().by().by(__.choose(__.identity(), __.dedup()).fold())",
        "g.inject(1, 1).group().by(__.constant('a')).by(__.choose(__.is(1), __.count()).fold())",
        "g.addV().elementMap().select(Column.keys).any(P.lt(T.label))",
    ] {
        let answer = answer(text, &[]);
        assert!(answer.ends_with(" open"), "{text}: {answer}");
    }
    assert_eq!(answer("g.union(__.inject(1), __.union(__.inject(2))).count()", &[]), "[2]");
}

#[test]
fn which_of_several_equal_properties_of_edges_a_barrier_keeps_is_open() {
    let edge = "g.addV().as('a').addE('T').to('a').property('k', 1)";
    for (text, open) in [
        ("g.E().properties().barrier().drop()", true),
        ("g.E().properties().barrier().element()", true),
        ("g.E().properties().drop()", false),
        ("g.E().properties().element()", false),
        ("g.E().properties().barrier().value()", false),
    ] {
        let answer = answer_after(&[edge, edge], text, &[], &Budget::default());
        assert_eq!(answer.ends_with("open"), open, "{text}: {answer}");
    }
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
fn a_name_that_comes_twice_is_an_error_of_project_since_3_7() {
    let text = "g.inject(1L).project('a', 'a').by().by(__.constant('b')).select('a')";
    assert_eq!(answer(text, &[("steps", "3.7")]), "error");
    assert_eq!(answer(text, &[("steps", "3.6")]), "[\"b\"]");
}

#[test]
fn a_spent_budget_is_said() {
    let before = ["g.addV('a').as('x').addE('e').to('x')"];
    let budget = Budget { rows: 1_000, steps: 20_000 };
    for text in [
        "g.V().repeat(__.out())",
        "g.V().repeat(__.out().as('a')).until(__.path().is(1))",
        "g.V().repeat(__.fold())",
        "g.V().repeat(__.aggregate('x').select('x'))",
        "g.V().repeat(__.out()).times(300).tree()",
        "g.V().repeat(__.project('x').by())",
        "g.V().repeat(__.union(__.identity(), __.identity()).as('b')).emit().path()",
    ] {
        let answer = answer_after(&before, text, &[], &budget);
        assert!(answer.starts_with("the budget of"), "{text}: {answer}");
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
fn an_empty_part_of_a_split_text_is_kept_at_its_end_only() {
    for (text, parts) in [
        ("a2", r#"[["a",""]]"#),
        ("2a22b", r#"[["a","b"]]"#),
        ("22", r#"[[""]]"#),
        ("a", r#"[["a"]]"#),
        ("", "[[]]"),
    ] {
        assert_eq!(answer(&format!("g.inject('{text}').split('2')"), &[]), parts, "{text}");
    }
    // Separators are looked for from the left.
    assert_eq!(answer("g.inject('666').split('66')", &[]), r#"[["6"]]"#);
}

#[test]
fn what_a_union_at_the_start_begins_with_is_no_result() {
    for (text, expected) in [
        ("g.union(__.identity())", "[]"),
        ("g.union(__.inject(1), __.union(__.identity()))", r#"[{"i32":1}]"#),
        ("g.union(__.constant(1))", r#"[{"i32":1}]"#),
        ("g.inject(1).union(__.identity())", r#"[{"i32":1}]"#),
    ] {
        assert_eq!(answer(text, &[]), expected, "{text}");
    }
}

#[test]
fn a_child_of_has_that_3_8_has_removed_is_not_judged() {
    let text = "g.inject(1).has('k', __.is(1))";
    assert_eq!(answer(text, &[]), "has() with a traversal is not modelled");
}

#[test]
fn many_ways_to_few_places_are_walked_within_the_budget() {
    let edge = |from: &str, to: &str| format!(".addE('e').from('{from}').to('{to}')");
    let ring = "g.addV('a').as('x').addV('a').as('y').addV('a').as('z')".to_owned()
        + &edge("x", "y")
        + &edge("y", "z")
        + &edge("z", "x");
    let text = "g.V().repeat(__.both().barrier()).times(40).path().count()";
    assert_eq!(answer_after(&[&ring], text, &[], &Budget::default()), "the budget of traversers is spent");
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
fn a_path_is_cut_at_the_last_places_of_its_labels_which_there_must_be() {
    let path =
        |object: i32| format!("[{{\"path\":{{\"labels\":[[\"a\"]],\"objects\":[{{\"i32\":{object}}}]}}}}]");
    let steps = "g.inject(0).as('a').constant(1).as('a').path()";
    assert_eq!(answer(&format!("{steps}.from('a')"), &[]), path(1));
    assert_eq!(answer("g.inject(0).as('a').constant(1).path().to('a')", &[]), path(0));
    for modulated in [".to('b')", ".from('b')"] {
        assert_eq!(answer(&format!("{steps}{modulated}"), &[]), "error");
    }
    assert_eq!(answer("g.inject(0).as('a').constant(1).as('b').path().from('b').to('a')", &[]), "error");
}

#[test]
fn single_rules_have_their_witness() {
    for (text, expected) in [
        // The members of a group that are unlike come to its first barrier one by one.
        (
            "g.inject(1, 2).group().by(__.constant('a')).by(__.choose(__.is(P.gt(0)), __.count()).fold())",
            "[{\"map\":[[\"a\",[1,1]]]}]",
        ),
        ("g.inject('').split('')", "[[\"\"]]"),
        ("g.identity()", "error"),
    ] {
        assert_eq!(answer(text, &[]), expected, "{text}");
    }
}

#[test]
fn what_is_asked_of_the_wrong_value_may_be_an_error() {
    for (text, errors) in [
        ("g.inject(1).is(TextP.containing('a'))", ErrorStatus::May),
        ("g.inject('b').is(TextP.containing('a'))", ErrorStatus::Never),
        ("g.inject(1).is(TextP.regex('a'))", ErrorStatus::May),
        ("g.inject(1).loops()", ErrorStatus::May),
        // Two of the path are the same before the one that has no label, at which who looks at the whole path raises.
        ("g.addV().map(__.identity()).constant(1).cyclicPath().by(T.label)", ErrorStatus::May),
        ("g.addV().map(__.identity()).constant(1).simplePath().by(__.label())", ErrorStatus::May),
        ("g.addV().identity().cyclicPath().by(T.label)", ErrorStatus::Never),
        ("g.inject(1).repeat(__.filter(__.loops().is(0))).times(1)", ErrorStatus::Never),
        // A filter may be asked before another one, and before what puts in order or leaves out doubles between them.
        ("g.inject(1).is(2).is(TextP.regex('a'))", ErrorStatus::May),
        ("g.inject(1).is(2).dedup().order().is(TextP.regex('a'))", ErrorStatus::May),
        ("g.inject(1).is(2).identity().is(TextP.regex('a'))", ErrorStatus::Never),
    ] {
        let mut session = session(&PropertyGraph::default(), &Profile::default()).expect("a profile");
        let evaluation = session.query(&parse(text).expect("a traversal"), &Budget::default());
        assert_eq!((evaluation.errors, evaluation.result.is_ok()), (errors, true), "{text}");
    }
}

#[test]
fn every_name_in_a_formula_that_is_no_function_is_a_variable() {
    for (text, expected) in [
        ("g.inject(2).as('e').math('e + 1')", "[3.0]"),
        ("g.inject(2).as('pi').math('pi * 2')", "[4.0]"),
        ("g.inject(2).math('log1p(_)')", "error"),
        ("g.inject(2).math('+_')", "[2.0]"),
        ("g.inject(2).math('1E+2 + _')", "[102.0]"),
    ] {
        assert_eq!(answer(text, &[]), expected, "{text}");
    }
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
fn a_version_refuses_what_it_has_no_word_for() {
    for (text, since, until) in [
        ("g.E()", 6, 8),
        ("g.V().E()", 7, 8),
        ("g.inject(1).E()", 7, 8),
        ("g.V().map(__.E())", 7, 8),
        ("g.union(__.V())", 7, 8),
        ("g.V().union(__.out())", 6, 8),
        ("g.V().aggregate('a')", 6, 8),
        ("g.V().aggregate(Scope.local, 'a')", 6, 7),
        ("g.V().store('a')", 6, 7),
        ("g.V().has('k', P.typeOf(GType.STRING))", 8, 8),
        ("g.V().map(__.is(GType.NUMBER))", 8, 8),
    ] {
        for (minor, version) in [(6, "3.6"), (7, "3.7"), (8, "3.8")] {
            let refused = answer(text, &[("steps", version)]) == "error";
            assert_eq!(refused, minor < since || minor > until, "{text} in {version}");
        }
    }
}

#[test]
fn a_graph_that_draws_all_ids_takes_none() {
    for text in ["g.addV('x').property(T.id, 1L)", "g.mergeV([(T.id): 1L])"] {
        assert_ne!(answer(text, &[]), "error", "{text}");
        assert_eq!(answer(text, &[("element-ids", "drawn")]), "error", "{text}");
    }
}

#[test]
fn what_no_condition_can_mean_is_an_error() {
    for text in [
        "g.addV('x').as('a').where(__.as('a').identity().as('b'))",
        "g.inject('-+5').asNumber()",
        "g.inject(datetime('2020-01-01T00:00:00Z')).dateAdd(DT.day, 9223372036854775807L)",
    ] {
        assert_eq!(answer(text, &[]), "error", "{text}");
    }
    assert_eq!(
        answer("g.inject(datetime('2020-01-01T00:00:00Z')).dateAdd(DT.day, 4000000).asString()", &[]),
        "[\"+12971-08-18T00:00:00Z\"] open"
    );
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
fn a_group_goes_for_which_its_first_barrier_has_nothing() {
    let dropped = &[("empty-group-barrier", "dropped"), ("steps", "3.7")];
    let (none, empty, zero) =
        (r#"[{"map":[]}]"#, r#"[{"map":[[{"i32":0},[]]]}]"#, r#"[{"map":[[{"i32":0},0]]}]"#);
    for (by, newest, older) in [
        // A sum of nothing is nothing in every version (SumGlobalStep.processAllStarts).
        ("__.is(1).sum().fold()", none, none),
        ("__.is(1).max().count()", none, none),
        ("__.is(1).aggregate('x').sum().fold()", none, none),
        ("__.is(1).fold()", empty, empty),
        ("__.is(1).group('x').fold()", empty, empty),
        ("__.is(1).order().fold()", empty, none),
        ("__.is(1).skip(1).count()", zero, none),
        // A cut keeps what comes until it is asked (RangeGlobalStep.hasNextBarrier); an order does not.
        ("__.skip(1).count()", zero, zero),
        ("__.tail(0).count()", zero, zero),
        ("__.dedup().by(__.is(1)).count()", zero, zero),
        ("__.order().by(__.is(1)).count()", zero, none),
    ] {
        let text = format!("g.inject(0).group().by().by({by})");
        assert_eq!(answer(&text, &[]), newest, "{text}");
        assert_eq!(answer(&text, dropped), older, "{text}");
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
fn what_a_group_asks_of_its_barrier_is_done_once() {
    let text = "g.inject(0).group().by().by(__.aggregate('x').fold()).cap('x')";
    assert_eq!(
        answer(text, &[("empty-group-barrier", "dropped"), ("steps", "3.7")]),
        r#"[{"bag":[{"i32":0}]}]"#
    );
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
fn a_key_may_have_a_type_in_which_its_numbers_are_read() {
    let graph = r#"{"vertices":[{"id":1,"properties":{"k":1,"t":"a"}},{"id":2,"properties":{"k":2}}],
        "edges":[{"id":1,"label":"T","source":1,"target":1,"properties":{"f":0.5}}]}"#;
    let graph = quarrel_case::graph::Graph::from_text(graph, quarrel_case::graph::Model::Property).unwrap();
    for (text, kept, declared) in [
        ("g.addV('A').property('k', 0).values('k')", r#"[{"i32":0}]"#, "[0]"),
        ("g.V(1).property('k', 0).values('k')", r#"[{"i32":0}]"#, "[0]"),
        ("g.E().property('f', 1).values('f')", r#"[{"i32":1}]"#, "[1.0]"),
        ("g.E().property('f', 0.1f).values('f')", r#"[{"f32":"0.1"}]"#, "[0.1]"),
        // Of these no number of the type can be read, which is an error there, or there is no type.
        ("g.V(1).property('k', 0.5d).values('k')", "[0.5]", "[0.5]"),
        ("g.V(1).property('t', 0).values('t')", r#"[{"i32":0}]"#, r#"[{"i32":0}]"#),
        ("g.V(1).property('new', 0).values('new')", r#"[{"i32":0}]"#, r#"[{"i32":0}]"#),
    ] {
        for (value, expected) in [("kept", kept), ("declared", declared)] {
            let switches = BTreeMap::from([("property-types".to_owned(), value.to_owned())]);
            let profile = Profile { switches, fault: None };
            let mut session = session(graph.property().unwrap(), &profile).unwrap();
            let evaluation = session.query(&parse(text).unwrap(), &Budget::default());
            let Ok(Answer::Table(table)) = evaluation.result else { panic!("{text}") };
            let values: Vec<Value> = table.rows.into_iter().flatten().collect();
            assert_eq!(json::write(&Value::List(values)).to_string(), expected, "{text}");
        }
    }
}
