use super::parse;
use crate::print::{Reader, Spelling, print};

#[test]
fn a_text_is_written_in_full() {
    for (text, full) in [
        ("g.V()", "g.V()"),
        ("g.V().has('age', gt(1)).order().by(desc)", r#"g.V().has("age", P.gt(1)).order().by(Order.desc)"#),
        ("g.V().where(out().not(in('a')))", r#"g.V().where(__.out().not(__.in("a")))"#),
        ("g.inject(1l, -2.5, .5f, 1b, 7n, 99999999999)", "g.inject(1L, -2.5, 0.5f, 1b, 7n, 99999999999L)"),
        ("g.inject([a: 1, (T.id): [1, 2]], [:], {1})", r#"g.inject(["a": 1, (T.id): [1, 2]], [:], {1})"#),
        ("g.V().is(P.not(P.eq(1).or(lt(-Infinity))))", "g.V().is(P.not(P.eq(1).or(P.lt(-Infinity))))"),
        ("g.V().is(gt(1).negate())", "g.V().is(P.not(P.gt(1)))"),
        (
            "g.withStrategies(new SeedStrategy(seed: 9L), ReadOnlyStrategy).V()",
            "g.withStrategies(new SeedStrategy(seed: 9L), ReadOnlyStrategy).V()",
        ),
        ("g.mergeV([x: single(3)])", r#"g.mergeV(["x": Cardinality.single(3)])"#),
        ("g.V(vid1).select(values)", "g.V(vid1).select(Column.values)"),
        (r#"g.inject("\u00e9\t\"")"#, "g.inject(\"é\\t\\\"\")"),
    ] {
        let query = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let printed = print(&query, &Spelling::default());
        assert_eq!(printed, full);
        assert_eq!(parse(&printed).unwrap(), query, "{printed}");
    }
}

#[test]
fn groovy_has_literals_of_its_own() {
    let query = parse("g.inject(1b, 1n, 1.5m, NaN, {1}, '$a')").unwrap();
    let text = print(&query, &Spelling { reader: Reader::Groovy });
    assert_eq!(text, "g.inject(((byte) 1), 1g, 1.5g, Double.NaN, ([1] as Set), \"\\$a\")");
    let query = parse("g.inject(-0.0d, -0.0f, 0.0d, -1.0d)").unwrap();
    let text = print(&query, &Spelling { reader: Reader::Groovy });
    assert_eq!(text, "g.inject(Double.valueOf(\"-0.0\"), Float.valueOf(\"-0.0\"), 0.0d, -1.0d)");
}

#[test]
fn scripts_of_rhai_have_two_types_of_numbers_and_are_read_again() {
    for (text, script) in [
        ("g.inject(1b, 1s, 1, 1L, 0.5f, -2.0d)", "g.inject(1, 1, 1, 1, 0.5, -2.0)"),
        ("g.inject(null, [null], [a: 1L, 'b c': [:]])", r##"g.inject((), [()], #{"a": 1, "b c": #{}})"##),
        ("g.mergeV([(T.label): 'A'])", r##"g.mergeV(#{"T.label": "A"})"##),
        ("g.inject(1).is(P.within([null, 'a']))", r#"g.inject(1).is(P.within([(), "a"]))"#),
        (
            "g.inject(UUID('41D2E28A-20A4-4AB0-B379-D810DEDE3786'))",
            r#"g.inject(UUID.fromString("41D2E28A-20A4-4AB0-B379-D810DEDE3786"))"#,
        ),
    ] {
        let rhai = Spelling { reader: Reader::Rhai };
        let printed = print(&parse(text).unwrap(), &rhai);
        assert_eq!(printed, script);
        if !script.contains("UUID") {
            let read = parse(script).unwrap_or_else(|error| panic!("{script}: {error}"));
            assert_eq!(print(&read, &rhai), script);
        }
    }
    for text in ["g.inject(#{)", "g.inject(#1)", "g.inject(#{\"a\" 1})", "g.inject(()"] {
        assert!(parse(text).is_err(), "{text}");
    }
}

#[test]
fn what_is_not_in_the_language_is_refused_at_its_place() {
    for (text, place, message) in [
        ("", (1, 1), "a traversal begins with g"),
        ("g", (1, 2), "the traversal has no step"),
        ("g.V().\n wing()", (2, 2), "there is no step wing"),
        ("g.V(1", (1, 6), "')' is missing"),
        ("g.V().has('a", (1, 11), "the string does not end"),
        ("g.inject(300b)", (1, 10), "a number is missing or has no such type"),
        (
            "g.V().filter(Lambda.function('x'))",
            (1, 14),
            "a lambda of the host language is not part of the language",
        ),
        ("g.withStrategies(new null)", (1, 22), "a strategy is missing"),
        ("g.V().withSack(1)", (1, 18), "withSack configures the source and stands first"),
    ] {
        let error = parse(text).unwrap_err();
        assert_eq!(((error.line, error.column), error.message.as_str()), (place, message), "{text}");
    }
}

#[test]
fn deep_nesting_is_refused() {
    let text = format!("g.V(){}{}", ".where(__.out()".repeat(5_000), ")".repeat(5_000));
    assert!(parse(&text).is_err());
}
