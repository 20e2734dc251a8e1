use quarrel_case::graph::{Graph, Model};
use quarrel_case::language::{Budget, Language};
use quarrel_case::phrase::{Ask, Change, Direction, Fresh, Hop, Pattern, Question, Route, Seam, Spot, Times};

use super::*;
use crate::language::Gremlin;

fn spot(label: &str) -> Spot {
    Spot { label: (!label.is_empty()).then(|| label.to_owned()), conditions: Vec::new() }
}

fn holding(key: &str, test: Test, literal: &str) -> Condition {
    Condition::new(key, test, literal)
}

fn from(label: &str) -> Route {
    Route::at(spot(label))
}

fn out(kind: &str, times: Times) -> Hop {
    Hop::once(Direction::Out, kind).times(times)
}

fn ask(pattern: Pattern, ask: Ask) -> Option<String> {
    Phrases.question(&Question { pattern, ask })
}

#[test]
fn what_emits_at_the_end_of_one_leg_is_not_what_emits_from_the_next_one_on() {
    let asked = |met: &str| {
        let first = from("").then(out("T", Times::Any), spot(met));
        ask(first.then(out("U", Times::NoneTo(2)), spot("")).into(), Ask::Count).unwrap()
    };
    let (before, after) =
        ("g.V().repeat(__.out(\"T\").simplePath()).emit()", ".emit().repeat(__.out(\"U\")).times(2).count()");
    assert_eq!(asked(""), format!("{before}.identity(){after}"));
    assert_eq!(asked("A"), format!("{before}.hasLabel(\"A\"){after}"));
}

#[test]
fn a_question_is_asked_in_the_words_of_the_language() {
    let any = from("A").then(out("T", Times::Any), spot("B"));
    let edge = Hop {
        condition: Some(holding("k", Test::Greater, "1L")),
        ..Hop::once(Direction::Both, "T").times(Times::UpTo(2))
    };
    let avoiding = Route {
        avoiding: Some(Spot { label: None, conditions: vec![holding("k", Test::Equal, "\"v\"")] }),
        ..any.clone()
    };
    let twice = any.clone().then(out("U", Times::Any), spot(""));
    let mut apart = twice.clone();
    apart.legs[1].seam = Seam::OtherVertices;
    for (pattern, asked, expected) in [
        (
            from("A").then(Hop::once(Direction::Out, "T"), spot("B")).into(),
            Ask::Pairs,
            r#"g.V().hasLabel("A").as("a").out("T").hasLabel("B").as("b").select("a", "b")"#,
        ),
        (
            any.mirrored().into(),
            Ask::DistinctPairs,
            r#"g.V().hasLabel("B").as("b").repeat(__.in("T").simplePath()).emit().hasLabel("A").as("a").select("a", "b").groupCount().unfold().select(Column.keys)"#,
        ),
        (
            from("").then(edge, spot("")).into(),
            Ask::Count,
            r#"g.V().repeat(__.bothE("T").has("k", P.gt(1L)).otherV()).emit().times(2).count()"#,
        ),
        (
            avoiding.into(),
            Ask::Count,
            r#"g.V().hasLabel("A").not(__.has("k", "v")).repeat(__.out("T").simplePath().not(__.has("k", "v"))).emit().hasLabel("B").count()"#,
        ),
        (
            twice.into(),
            Ask::Count,
            r#"g.V().hasLabel("A").repeat(__.out("T").simplePath()).emit().hasLabel("B").as("s1").repeat(__.out("U").simplePath().from("s1")).emit().count()"#,
        ),
        (
            apart.into(),
            Ask::Count,
            r#"g.V().hasLabel("A").repeat(__.out("T").simplePath()).emit().hasLabel("B").repeat(__.out("U").simplePath()).emit().count()"#,
        ),
        (
            Pattern::Both(vec![from("").then(out("T", Times::Once), spot("")), any.mirrored()]),
            Ask::Count,
            r#"g.V().as("a").out("T").as("b").select("b").hasLabel("B").as("s1").repeat(__.in("T").simplePath().from("s1")).emit().hasLabel("A").where(P.eq("a")).select("a", "b").groupCount().unfold().select(Column.keys).count()"#,
        ),
        (
            Pattern::Either(vec![from("A"), from("")]),
            Ask::Pairs,
            r#"g.V().union(__.hasLabel("A").as("a").select("a"), __.identity().as("a").select("a")).groupCount().unfold().select(Column.keys)"#,
        ),
        (
            Pattern::ButNot(any.clone(), from("").then(out("U", Times::Exactly(2)), spot(""))),
            Ask::DistinctPairs,
            r#"g.V().hasLabel("A").as("a").repeat(__.out("T").simplePath()).emit().hasLabel("B").as("b").not(__.select("a").as("s1").repeat(__.out("U")).times(2).where(P.eq("b"))).select("a", "b").groupCount().unfold().select(Column.keys)"#,
        ),
    ] {
        assert_eq!(ask(pattern, asked).as_deref(), Some(expected));
    }
}

#[test]
fn a_value_is_another_one_or_there_is_none_but_what_does_not_compare_is_not_told() {
    let asked = |test, truth| {
        let held = Condition { truth, ..holding("k", test, "1L") };
        ask(Route::at(Spot { label: None, conditions: vec![held] }).into(), Ask::Count)
    };
    let other = asked(Test::Equal, Truth::False);
    assert_eq!(other.as_deref(), Some(r#"g.V().has("k", P.neq(1L)).count()"#));
    assert_eq!(asked(Test::Equal, Truth::Unknown).as_deref(), Some(r#"g.V().hasNot("k").count()"#));
    assert_eq!(asked(Test::Less, Truth::False), None);
}

#[test]
fn the_shortest_way_is_the_least_of_all_lengths_and_not_the_first_that_is_found() {
    let any = from("A").then(out("T", Times::Any), spot("B"));
    for (pattern, asked, expected) in [
        (
            any.clone().into(),
            Ask::Shortest,
            r#"g.V().hasLabel("A").as("a").repeat(__.out("T").as("x").simplePath()).emit().hasLabel("B").as("b").where(P.neq("a")).group().by(__.select("a", "b")).by(__.select(Pop.all, "x").count(Scope.local).min()).unfold().project("a", "b", "length").by(__.select(Column.keys).select("a")).by(__.select(Column.keys).select("b")).by(__.select(Column.values))"#,
        ),
        (
            any.into(),
            Ask::ShortestCount,
            r#"g.V().hasLabel("A").as("a").repeat(__.out("T").as("x").simplePath()).emit().hasLabel("B").as("b").where(P.neq("a")).groupCount().by(__.select(Pop.all, "x").count(Scope.local)).coalesce(__.unfold().order().by(__.select(Column.keys)).limit(1).select(Column.values), __.constant(0L))"#,
        ),
    ] {
        assert_eq!(ask(pattern, asked).as_deref(), Some(expected));
    }
}

#[test]
fn what_no_traversal_says_alike_in_every_version_is_not_said() {
    let once = || from("A").then(out("T", Times::Once), spot("B"));
    let mut edges = once().then(out("T", Times::Once), spot(""));
    edges.legs[1].seam = Seam::OtherEdges;
    let mut vertices = edges.clone();
    vertices.legs[1].seam = Seam::OtherVertices;
    let less = Spot { label: None, conditions: vec![holding("k", Test::Less, "1")] };
    let list = Spot { label: None, conditions: vec![holding("k", Test::Equal, "[1]")] };
    let broken = Spot { label: None, conditions: vec![holding("k", Test::Equal, "1).drop(")] };
    for (pattern, asked) in [
        (edges.into(), Ask::Count),
        (vertices.into(), Ask::Count),
        (Route { avoiding: Some(less.clone()), ..once() }.into(), Ask::Count),
        (Route { avoiding: Some(spot("")), ..once() }.into(), Ask::Count),
        (Pattern::ButNot(once(), Route::at(less.clone()).then(out("T", Times::Once), less)), Ask::Pairs),
        (Pattern::Both(vec![once(), from("A")]), Ask::Pairs),
        (Pattern::Either(Vec::new()), Ask::Pairs),
        (Route::at(list).into(), Ask::Count),
        (Route::at(broken).into(), Ask::Count),
        (once().into(), Ask::Shortest),
        (from("").then(out("T", Times::Exactly(0)), spot("")).into(), Ask::Count),
    ] {
        assert_eq!(ask(pattern, asked), None);
    }
}

const TOY: &str = r#"{"vertices":[{"id":1,"labels":["A"],"properties":{"k":1}},{"id":2,"labels":["A"]},{"id":3,"labels":["B"]}],
    "edges":[{"id":1,"label":"T","source":1,"target":3},{"id":2,"label":"T","source":2,"target":2}]}"#;

#[test]
fn a_change_changes_the_graph_and_nothing_else() {
    let fresh =
        |label: &str| Fresh { label: label.to_owned(), properties: vec![("k".to_owned(), "7L".to_owned())] };
    let (a, b, kind) = (|| spot("A"), || spot("B"), || "T".to_owned());
    let one = Spot { label: Some("A".to_owned()), conditions: vec![holding("k", Test::AtLeast, "1")] };
    let hop = |direction| Hop::once(direction, "T");
    for (change, vertices, edges, held) in [
        (Change::AddVertex(fresh("C")), 4, 2, 1),
        (Change::MergeVertex(fresh("C")), 4, 2, 1),
        (Change::AddPendant { from: a(), kind: kind(), to: fresh("A") }, 5, 4, 2),
        (Change::AddEdge { from: a(), kind: kind(), to: a() }, 3, 6, 0),
        (Change::AddComponent { from: fresh("C"), kind: kind(), to: fresh("D") }, 5, 3, 2),
        (Change::DeleteVertices(one.clone()), 2, 1, 0),
        (Change::DeleteEdges { from: a(), hop: hop(Direction::Out), to: b() }, 3, 1, 0),
        (Change::DeleteEdges { from: b(), hop: hop(Direction::Both), to: spot("") }, 3, 1, 0),
        (Change::DeleteEdges { from: b(), hop: hop(Direction::Out), to: a() }, 3, 2, 0),
        (Change::Set { at: one, key: "k".to_owned(), literal: "7L".to_owned() }, 3, 2, 1),
        (Change::DeleteEdgesIfAny { from: a(), kind: kind(), to: b() }, 3, 1, 0),
        (Change::RenameKey { at: spot(""), key: "k".to_owned(), to: "k7".to_owned() }, 3, 2, 1),
    ] {
        let text = Phrases.change(&change).unwrap();
        let graph = Graph::from_text(TOY, Model::Property).unwrap();
        let mut session = Gremlin.session(&graph, &Profile::default()).unwrap();
        let evaluation = session.run(&Gremlin.parse(&text).unwrap(), &Budget::default());
        assert!(evaluation.result.is_ok(), "{text}: {evaluation:?}");
        let after = session.graph();
        let after = after.property().unwrap();
        let seven = after.vertices.iter().filter(|vertex| format!("{:?}", vertex.properties).contains('7'));
        assert_eq!(
            (after.vertices.len(), after.edges.len(), seven.count()),
            (vertices, edges, held),
            "{text}"
        );
    }
    let set = Change::SetOnEdges {
        from: a(),
        hop: hop(Direction::Out),
        to: b(),
        key: "w".to_owned(),
        literal: "7L".to_owned(),
    };
    let text = r#"g.V().hasLabel("A").outE("T").where(__.inV().hasLabel("B")).barrier().property("w", 7L)"#;
    assert_eq!(Phrases.change(&set).as_deref(), Some(text));
    let twice = Change::DeleteEdges { from: a(), hop: hop(Direction::Out).times(Times::UpTo(2)), to: b() };
    assert_eq!(Phrases.change(&twice), None);
    assert_eq!(Phrases.change(&Change::SetLabel { at: a(), label: "B".to_owned() }), None);
}
