use quarrel_case::graph::{Graph, PropertyGraph};
use quarrel_case::language::Budget;
use quarrel_case::names::NameKind;
use quarrel_case::profile::Profile;

use super::*;

fn read(text: &str) -> Query {
    parse(text).unwrap()
}

fn smaller(text: &str) -> Vec<String> {
    let (graph, profile) = (Graph::Property(PropertyGraph::default()), Profile::default());
    let ground = Ground { graph: &graph, profile: &profile, budget: Budget::default() };
    shrink(&read(text), &ground).iter().map(|query| print(query, &Spelling::default())).collect()
}

#[test]
fn steps_arguments_and_traversals_inside_are_left_out() {
    for (text, expected) in [
        ("g.V().out().in()", "g.V()"),
        ("g.V().where(__.out().in())", "g.V().where(__.out())"),
        ("g.V().where(__.out().in())", "g.V().out().in()"),
        ("g.V().order().by(\"k\").by(\"l\")", "g.V().order().by(\"l\")"),
        ("g.V().out(\"T\")", "g.V().out()"),
        ("g.V().has(\"k\", P.gt(1).and(P.lt(3)))", "g.V().has(\"k\", P.gt(1))"),
        ("g.V().has(\"k\", P.within([1, 2]))", "g.V().has(\"k\", P.within([1]))"),
        ("g.inject(7L)", "g.inject(7)"),
        ("g.V().tail(1)", "g.V().limit(1)"),
        ("g.V().as(\"x3\").select(\"x3\")", "g.V().as(\"a\").select(\"a\")"),
        ("g.mergeV([(T.label): \"A\", \"k\": 1])", "g.mergeV([\"k\": 1])"),
    ] {
        let all = smaller(text);
        assert!(all.iter().any(|smaller| smaller == expected), "{text}: {all:?}");
    }
}

#[test]
fn every_candidate_is_smaller_and_valid() {
    let text = "g.V().as(\"x\").repeat(__.both().simplePath()).times(2).project(\"p\").by(__.out().count())";
    let full = size(&read(text));
    let all = smaller(text);
    assert!(all.len() > 10);
    for text in all {
        let query = read(&text);
        assert!(size(&query) < full && is_valid(&query, Rules::default()), "{text}");
    }
}

#[test]
fn names_of_the_graph_are_replaced_and_no_others() {
    let query = read("g.V().hasLabel(\"L0\").has(\"k0\", \"L0\").out(\"T0\").as(\"k0\").values(\"k0\")");
    let known = names(&query);
    assert!(
        known.contains(&(NameKind::Type, "T0".to_owned()))
            && known.contains(&(NameKind::Key, "k0".to_owned()))
    );
    let renaming = [
        ((NameKind::Label, "L0".to_owned()), "A".to_owned()),
        ((NameKind::Key, "k0".to_owned()), "k".to_owned()),
    ];
    let text = print(&renamed(&query, &renaming.into_iter().collect()), &Spelling::default());
    assert_eq!(text, "g.V().hasLabel(\"A\").has(\"k\", \"L0\").out(\"T0\").as(\"k0\").values(\"k\")");
}

#[test]
fn a_repetition_keeps_its_end() {
    for text in [
        "g.V().repeat(__.both().barrier()).times(3).path()",
        "g.V().emit().repeat(__.out()).count()",
        "g.V().map(__.repeat(__.out()).until(__.hasLabel('a')).count())",
    ] {
        let candidates = smaller(text);
        let modulated = |text: &String| ["times(", "emit(", "until("].iter().any(|end| text.contains(end));
        assert!(candidates.iter().all(|text| !text.contains("repeat(") || modulated(text)), "{candidates:?}");
        assert!(candidates.iter().any(|text| text.contains("repeat(")), "{candidates:?}");
    }
    let already = smaller("g.V().repeat(__.out().in())");
    assert!(already.iter().any(|text| text.contains("repeat(")), "{already:?}");
}
