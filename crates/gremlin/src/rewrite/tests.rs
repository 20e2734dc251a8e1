//! What rules make of traversals, and the forms that do not hold.

use std::collections::BTreeMap;

use quarrel_case::graph::{Graph, Model};
use quarrel_case::language::{Budget, Language};
use quarrel_case::profile::Dialect;

use super::*;
use crate::language::Gremlin;

const TOY: &str = r#"{"vertices":[{"id":1,"labels":["A"],"properties":{"k":1,"n":"x"}},
    {"id":2,"labels":["A"],"properties":{"k":2}},{"id":3,"labels":["B"],"properties":{"n":"y"}}],
    "edges":[{"id":1,"label":"T","source":1,"target":2},{"id":2,"label":"T","source":2,"target":3},
    {"id":3,"label":"U","source":1,"target":3}]}"#;

fn profile(switches: &[(&str, &str)]) -> Profile {
    let switches: BTreeMap<String, String> =
        switches.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Profile { switches, fault: None }
}

/// What a rule makes of a text at one of its places.
fn made(
    text: &str,
    (rule, place): (&str, usize),
    argument: Option<&str>,
    (graph, profile): (&str, &Profile),
) -> Option<(Vec<String>, Bond)> {
    let graph = Graph::from_text(graph, Model::Property).unwrap();
    let ground = Ground { graph: &graph, profile, budget: Budget::default() };
    let argument = argument.map(ToOwned::to_owned);
    let rewriting = Rewriting { rule: rule.to_owned(), place, argument };
    let rewritten = Rewrites.rewrite(&Gremlin.parse(text).unwrap(), &rewriting, &ground)?;
    let print = |tree: &Tree| Gremlin.print(tree, &Dialect::default());
    Some((rewritten.trees.iter().map(print).collect(), rewritten.bond))
}

/// Rules without an argument: the name, a traversal, and what the rule makes of it at its first place.
const EXAMPLES: &str = include_str!("examples.txt");

#[test]
fn a_rule_writes_a_traversal_anew() {
    let lines: Vec<&str> = EXAMPLES.lines().map(str::trim).collect();
    for example in lines.chunks(3) {
        let [rule, text, expected] = example else { panic!("{example:?}") };
        let made = made(text, (rule, 0), None, (TOY, &Profile::default()));
        assert_eq!(made.map(|(texts, _)| texts), Some(vec![(*expected).to_owned()]), "{rule}");
    }
    let shown = |entry: &&Entry| lines.contains(&entry.rule.name);
    let argued = ENTRIES.iter().filter(|entry| !shown(entry)).map(|entry| entry.rule.name);
    assert_eq!(
        argued.collect::<Vec<_>>(),
        ["condition", "key-test", "known", "further-condition", "further-label"]
    );
}

#[test]
fn a_condition_parts_what_is_alone_and_what_is_added_up() {
    let standard = (TOY, &Profile::default());
    for (text, rule, place, argument, expected, bond) in [
        (
            "g.V().out().values(\"k\")",
            "condition",
            0,
            "__.has(\"k\")",
            vec![
                "g.V().filter(__.has(\"k\")).out().values(\"k\")",
                "g.V().not(__.has(\"k\")).out().values(\"k\")",
            ],
            Bond::Parts,
        ),
        (
            "g.V().values(\"k\").max()",
            "condition",
            1,
            "__.is(1)",
            vec!["g.V().values(\"k\").filter(__.is(1)).max()", "g.V().values(\"k\").not(__.is(1)).max()"],
            Bond::Greatest,
        ),
        (
            "g.V().out().dedup()",
            "key-test",
            1,
            "__.has(\"k\", P.gt(1))",
            vec![
                "g.V().out().has(\"k\", P.gt(1)).dedup()",
                "g.V().out().has(\"k\", P.not(P.gt(1))).dedup()",
                "g.V().out().hasNot(\"k\").dedup()",
            ],
            Bond::DistinctParts,
        ),
        (
            "g.V().out().count()",
            "further-condition",
            1,
            "__.in(\"U\")",
            vec!["g.V().out().filter(__.in(\"U\")).count()"],
            Bond::NeverGreater,
        ),
        ("g.V().out()", "further-label", 0, "\"T\"", vec!["g.V().out(\"T\")"], Bond::NeverMore),
        (
            "g.V().id()",
            "known",
            0,
            "__.V().has(\"k\", 2.0d)",
            vec!["g.V().filter(__.V().has(\"k\", 2.0d)).id()"],
            Bond::Same,
        ),
    ] {
        let texts = expected.into_iter().map(ToOwned::to_owned).collect();
        assert_eq!(made(text, (rule, place), Some(argument), standard), Some((texts, bond)), "{text}");
    }
}

/// QuDi: behind a step that gathers there is another bag in each part.
#[test]
fn a_condition_stands_behind_what_gathers() {
    for (text, first) in [
        ("g.V().values(\"k\").count().is(1L)", "g.V().values(\"k\").count().filter(__.identity()).is(1L)"),
        (
            "g.V().order().by(\"k\").limit(1).label()",
            "g.V().order().by(\"k\").limit(1).filter(__.identity()).label()",
        ),
        (
            "g.V().union(__.count(), __.out().count()).is(3L)",
            "g.V().union(__.count(), __.out().count()).filter(__.identity()).is(3L)",
        ),
    ] {
        let made = made(text, ("condition", 0), Some("__.identity()"), (TOY, &Profile::default()));
        assert_eq!(made.and_then(|(texts, _)| texts.into_iter().next()).as_deref(), Some(first));
    }
}

const MIXED: &str = r#"{"vertices":[{"id":1,"properties":{"k":"a"}},{"id":2,"properties":{"k":1}}],
    "edges":[{"id":1,"label":"T","source":1,"target":1},{"id":2,"label":"T","source":1,"target":2}]}"#;

#[test]
fn what_does_not_hold_is_not_written() {
    let ternary = profile(&[("comparison", "ternary")]);
    let overall = profile(&[("range-in-repeat", "overall")]);
    let standard = Profile::default();
    for (text, rule, argument, profile) in [
        // TINKERPOP-2940: what cannot be compared passes neither a test nor its negation.
        ("g.V()", "condition", Some("__.has(\"k\", P.gt(0))"), &ternary),
        // GDBMeter: of a string neither the test nor its opposite holds in every version.
        ("g.V()", "key-test", Some("__.has(\"k\", P.gt(0))"), &standard),
        // A condition that looks back, or leaves something behind, decides by more than where a traverser stands.
        ("g.V().out()", "condition", Some("__.path().count(Scope.local).is(1L)"), &standard),
        ("g.V().out()", "condition", Some("__.aggregate(\"x\")"), &standard),
        ("g.V().out()", "condition", Some("__.V()).drop("), &standard),
        // How often a loop is found both ways depends on the engine.
        ("g.V().both()", "both-apart", None, &standard),
        // What a body counts and remembers from one iteration to the next.
        ("g.V().repeat(__.order().limit(1)).times(2)", "unrolled", None, &overall),
        ("g.V().repeat(__.both().dedup()).times(2)", "unrolled", None, &standard),
        // The way is longer.
        ("g.V().out().path()", "over-the-edge", None, &standard),
        ("g.V().out().simplePath()", "map-identity", None, &standard),
        // Not true of every traverser, or not known to be.
        ("g.V().out()", "known", Some("__.V().has(\"k\", 7)"), &standard),
        ("g.V().out()", "known", Some("__.has(\"k\")"), &standard),
        ("g.V().drop()", "identities", None, &standard),
    ] {
        for place in 0..4 {
            assert_eq!(made(text, (rule, place), argument, (MIXED, profile)), None, "{text} {rule}");
        }
    }
}

#[test]
fn sums_that_wrap_around_are_not_put_together() {
    let (text, rule, argument) = ("g.inject(2147483647, 1).sum()", ("condition", 0), Some("__.is(1)"));
    let wraps = profile(&[("overflow", "wrap")]);
    assert_eq!(made(text, rule, argument, (TOY, &wraps)), None);
    let (_, bond) = made(text, rule, argument, (TOY, &Profile::default())).unwrap();
    assert_eq!(bond, Bond::Sum);
}

#[test]
fn forms_that_were_published_do_not_hold() {
    let count = |text: &str, profile: &Profile| {
        let graph = Graph::from_text(MIXED, Model::Property).unwrap();
        let mut session = evaluate::session(graph.property().unwrap(), profile).unwrap();
        let answer = session.query(Gremlin.parse(text).unwrap().get::<Query>().unwrap(), &Budget::default());
        answer.result.unwrap().len()
    };
    let (standard, ternary) = (Profile::default(), profile(&[("comparison", "ternary")]));
    let condition = "g.V().filter(__.has(\"k\", P.gt(0)))";
    let negation = "g.V().not(__.has(\"k\", P.gt(0)))";
    assert_eq!(count(condition, &standard) + count(negation, &standard), 2);
    assert_eq!(count(condition, &ternary) + count(negation, &ternary), 1);
}

#[test]
fn a_plainer_condition_is_smaller_and_ends() {
    let condition = "__.out(\"T\").has(\"k\", P.gt(1).and(P.lt(7L))).count().is(P.gt(0L))";
    let mut rewriting =
        Rewriting { rule: "condition".to_owned(), place: 0, argument: Some(condition.to_owned()) };
    let mut steps = 0;
    while let Some(plainer) = Rewrites.plainer(&rewriting).into_iter().next() {
        rewriting = plainer;
        steps += 1;
        assert!(steps < 50);
    }
    assert_eq!(rewriting.argument.as_deref(), Some("__.out()"));
}

#[test]
fn another_way_to_the_same_bag_may_stand_before_what_is_written_behind_a_barrier() {
    let (graph, profile) = (Graph::from_text(TOY, Model::Property).unwrap(), Profile::default());
    let ground = Ground { graph: &graph, profile: &profile, budget: Budget::default() };
    let print = |tree: &Tree| Gremlin.print(tree, &Dialect::default());
    let read = |text: &str| Rewrites.reading(&Gremlin.parse(text).unwrap(), &ground).as_ref().map(print);
    let text = r#"g.V().hasLabel("A").barrier().property("k", 3)"#;
    assert_eq!(read(text).as_deref(), Some(r#"g.V().hasLabel("A")"#));
    assert_eq!(read(r#"g.V().hasLabel("A").property("k", 3)"#), None);
    assert_eq!(read(r#"g.V().as("a").out().barrier().addE("T").from("a")"#), None);
    let [write, reading] =
        [text, r#"g.V().filter(__.hasLabel("A"))"#].map(|text| Gremlin.parse(text).unwrap());
    let whole = Rewrites.with_reading(&write, &reading, &ground).unwrap();
    assert_eq!(print(&whole), r#"g.V().filter(__.hasLabel("A")).barrier().property("k", 3)"#);
}
