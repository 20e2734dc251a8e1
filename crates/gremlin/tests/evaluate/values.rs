//! Values: what can be compared, what is missing, what a step makes of the wrong one.

use std::collections::BTreeMap;

use quarrel_case::answer::Answer;
use quarrel_case::graph::PropertyGraph;
use quarrel_case::json;
use quarrel_case::language::Budget;
use quarrel_case::profile::Profile;
use quarrel_case::value::Value;
use quarrel_case::verdict::ErrorStatus;
use quarrel_gremlin::evaluate::session;
use quarrel_gremlin::parse::parse;

use crate::{answer, answer_after};

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
        // Of two entries whose keys are told alike an engine leaves one.
        (
            "g.addV('A').property('k', 1L).property('l', 1L).properties().groupCount()",
            r#"[{"map":[[{"property":["k",1]},1],[{"property":["l",1]},1]]}]"#,
            r#"[{"open":"a map whose keys are told alike"}]"#,
        ),
    ] {
        assert_eq!(answer(text, &[]), typed, "{text}");
        assert_eq!(answer(text, &[("results", "plain")]), plain, "{text}");
    }
}

#[test]
fn the_type_of_a_sum_is_open_where_a_part_of_it_may_need_a_larger_one() {
    for (text, expected) in [
        ("g.inject(2147483647, -1, 2147483647).sum()", "[4294967293]"),
        ("g.inject(2147483647, -2147483648, 2147483647).sum()", "[{\"i32\":2147483646}] open"),
        ("g.inject(2147483647, -2147483648).sum()", "[{\"i32\":-1}]"),
    ] {
        assert_eq!(answer(text, &[]), expected, "{text}");
    }
}

#[test]
fn an_operator_keeps_what_it_knows_where_one_of_two_numbers_is_missing() {
    for (text, expected) in [
        ("g.withSack(1L).inject(null).sack(Operator.sum).sack()", "[1]"),
        ("g.inject(2L).fold(null, Operator.mult)", "[null]"),
        ("g.addV('A').fold(null, Operator.mult)", "error"),
    ] {
        assert_eq!(answer(text, &[]), expected, "{text}");
    }
}

#[test]
fn an_operator_finds_the_lesser_of_what_has_an_order_of_its_own() {
    for (text, expected) in [
        ("g.inject('b', 'a').fold('c', Operator.min)", "[\"a\"]"),
        ("g.inject(2).fold(1, Operator.max)", "[{\"i32\":2}]"),
        ("g.inject('a').fold(1, Operator.max)", "[\"a\"] open"),
        ("g.inject(1, 'a').max()", "[\"a\"]"),
    ] {
        assert_eq!(answer(text, &[]), expected, "{text}");
    }
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
