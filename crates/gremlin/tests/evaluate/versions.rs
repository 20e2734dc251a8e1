//! What versions have changed.

use crate::answer;

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
fn a_name_that_comes_twice_is_an_error_of_project_since_3_7() {
    let text = "g.inject(1L).project('a', 'a').by().by(__.constant('b')).select('a')";
    assert_eq!(answer(text, &[("steps", "3.7")]), "error");
    assert_eq!(answer(text, &[("steps", "3.6")]), "[\"b\"]");
}

#[test]
fn a_child_of_has_that_3_8_has_removed_is_not_judged() {
    let text = "g.inject(1).has('k', __.is(1))";
    assert_eq!(answer(text, &[]), "has() with a traversal is not modelled");
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
