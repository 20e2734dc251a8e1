//! Single steps, and what they cost.

use quarrel_case::language::Budget;

use crate::{answer, answer_after};

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
fn a_step_that_the_grammar_has_not_without_an_argument_is_an_error() {
    for step in ["as", "cap", "combine", "difference", "disjunct", "intersect", "merge", "product", "project"]
    {
        assert_eq!(answer(&format!("g.inject([1]).{step}()"), &[]), "error", "{step}");
    }
    assert_eq!(answer("g.inject(1).coalesce()", &[]), "[]");
}

#[test]
fn a_map_of_side_effects_has_a_key_once() {
    for (then, expected) in [
        ("cap('a')", r#"[{"bag":[1]}]"#),
        ("cap('a', 'a')", r#"[{"map":[["a",{"bag":[1]}]]}]"#),
        ("cap('a', 'b').count(Scope.local)", "[2]"),
    ] {
        let text = format!("g.inject(1L).aggregate('a').aggregate('b').{then}");
        assert_eq!(answer(&text, &[]), expected, "{text}");
    }
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
        ("g.mergeV()", "error"),
        ("g.inject(['a']).index().with(WithOptions.indexer)", "error"),
        (
            "g.inject(['a']).index().with(WithOptions.indexer, WithOptions.map)",
            r#"[{"map":[[{"i32":0},"a"]]}]"#,
        ),
    ] {
        assert_eq!(answer(text, &[]), expected, "{text}");
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
fn what_a_group_asks_of_its_barrier_is_done_once() {
    let text = "g.inject(0).group().by().by(__.aggregate('x').fold()).cap('x')";
    assert_eq!(
        answer(text, &[("empty-group-barrier", "dropped"), ("steps", "3.7")]),
        r#"[{"bag":[{"i32":0}]}]"#
    );
}
