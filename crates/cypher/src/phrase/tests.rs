use std::collections::BTreeMap;

use quarrel_case::graph::{Graph, Model};
use quarrel_case::language::{Budget, Language as _};
use quarrel_case::phrase::{
    Ask, Change, Condition, Direction, Fresh, Hop, Pattern, Phraser as _, Question, Route, Seam, Spot, Test,
    Times, Truth,
};
use quarrel_case::profile::Profile;

use super::Words;
use crate::language::Cypher;

fn spot(label: &str) -> Spot {
    Spot { label: Some(label.to_owned()), conditions: Vec::new() }
}

fn over(key: &str, literal: &str) -> Condition {
    Condition::new(key, Test::Greater, literal)
}

fn wide(label: Option<&str>, literal: &str) -> Spot {
    Spot { label: label.map(str::to_owned), conditions: vec![over("k", literal)] }
}

fn any() -> Spot {
    Spot::default()
}

fn t(times: Times) -> Hop {
    Hop::once(Direction::Out, "T").times(times)
}

fn heavy(times: Times) -> Hop {
    Hop { condition: Some(over("w", "1")), ..t(times) }
}

fn seamed(route: Route, seam: Seam) -> Route {
    let mut route = route;
    if let Some(last) = route.legs.last_mut() {
        last.seam = seam;
    }
    route
}

fn two(seam: Seam) -> Route {
    seamed(Route::at(any()).then(t(Times::UpTo(2)), any()).then(t(Times::UpTo(2)), any()), seam)
}

fn hop() -> Route {
    Route::at(any()).then(t(Times::Once), any())
}

fn back() -> Route {
    Route::at(any()).then(Hop::once(Direction::In, "T"), any())
}

/// What is asked, and how it is said.
type Said = Vec<(Pattern, Ask, &'static str)>;

fn single_routes() -> Said {
    let far = Route::at(spot("A")).then(t(Times::Any), wide(Some("B"), "3"));
    let turned = Route { turned: true, ..Route::at(spot("A")).then(heavy(Times::UpTo(3)), any()) };
    let middle = Route::at(any()).then(heavy(Times::Once), wide(None, "0")).then(t(Times::Exactly(2)), any());
    let kinds = Hop { kinds: vec!["T".to_owned(), "U V".to_owned()], ..t(Times::Once) };
    let mut fails = wide(Some("A"), "3");
    fails.conditions[0].truth = Truth::False;
    let mut unknown = wide(None, "3");
    unknown.conditions[0].truth = Truth::Unknown;
    let simple = Route { simple: true, avoiding: Some(wide(Some("C"), "7")), ..hop() };
    vec![
        (Route::at(spot("A")).into(), Ask::Pairs, "MATCH (a:A) RETURN a"),
        (Route::at(fails).into(), Ask::Pairs, "MATCH (a:A) WHERE NOT (a.k > 3) RETURN a"),
        (Route::at(unknown).into(), Ask::Count, "MATCH (a) WHERE (a.k > 3) IS NULL RETURN count(*) AS n"),
        (far.into(), Ask::Pairs, "MATCH (a:A)-[:T*]->(b:B) WHERE b.k > 3 RETURN a, b"),
        (
            turned.into(),
            Ask::DistinctPairs,
            "MATCH (b:A)-[r1:T*1..3]->(a) WHERE all(r IN r1 WHERE r.w > 1) RETURN DISTINCT a, b",
        ),
        (
            middle.into(),
            Ask::Count,
            "MATCH (a)-[r1:T]->(m1)-[:T*2]->(b) WHERE r1.w > 1 AND m1.k > 0 RETURN count(*) AS n",
        ),
        (
            Route::at(any()).then(kinds, any()).into(),
            Ask::Count,
            "MATCH (a)-[:T|`U V`]->(b) RETURN count(*) AS n",
        ),
        (
            simple.into(),
            Ask::Pairs,
            "MATCH p1 = (a)-[:T]->(b) WHERE all(x IN nodes(p1) WHERE single(y IN nodes(p1) WHERE y = x)) \
             AND none(x IN nodes(p1) WHERE coalesce(x:C AND x.k > 7, false)) RETURN a, b",
        ),
    ]
}

fn routes_in_pieces() -> Said {
    let disjoint = Route { simple: true, ..two(Seam::Apart) };
    vec![
        (
            two(Seam::Apart).into(),
            Ask::Pairs,
            "MATCH (a)-[:T*1..2]->(m1) MATCH (m1)-[:T*1..2]->(b) RETURN a, b",
        ),
        (
            two(Seam::OtherEdges).into(),
            Ask::Count,
            "MATCH p1 = (a)-[:T*1..2]->(m1) MATCH p2 = (m1)-[:T*1..2]->(b) \
             WHERE none(r IN relationships(p2) WHERE r IN relationships(p1)) RETURN count(*) AS n",
        ),
        (
            two(Seam::OtherVertices).into(),
            Ask::Count,
            "MATCH p1 = (a)-[:T*1..2]->(m1) MATCH p2 = (m1)-[:T*1..2]->(b) \
             WHERE none(x IN nodes(p2) WHERE x IN nodes(p1) AND x <> m1) RETURN count(*) AS n",
        ),
        (
            disjoint.into(),
            Ask::Pairs,
            "MATCH p1 = (a)-[:T*1..2]->(m1) WHERE all(x IN nodes(p1) WHERE single(y IN nodes(p1) WHERE y = x)) \
             MATCH p2 = (m1)-[:T*1..2]->(b) WHERE none(x IN nodes(p2) WHERE x IN nodes(p1) AND x <> m1) \
             AND all(x IN nodes(p2) WHERE single(y IN nodes(p2) WHERE y = x)) RETURN a, b",
        ),
    ]
}

fn several_routes() -> Said {
    let both = || vec![hop(), Route { turned: true, ..hop() }];
    vec![
        (Pattern::Both(both()), Ask::Pairs, "MATCH (a)-[:T]->(b) MATCH (b)-[:T]->(a) RETURN DISTINCT a, b"),
        (
            Pattern::Both(vec![Route::at(spot("A")), two(Seam::Apart)]),
            Ask::Count,
            "MATCH (a:A) MATCH (a)-[:T*1..2]->(m1) MATCH (m1)-[:T*1..2]->(b) \
             WITH DISTINCT a, b RETURN count(*) AS n",
        ),
        (
            Pattern::Either(both()),
            Ask::Pairs,
            "MATCH (a)-[:T]->(b) RETURN a, b UNION MATCH (b)-[:T]->(a) RETURN a, b",
        ),
        (
            Pattern::Either(both()),
            Ask::Count,
            "MATCH (a), (b) WHERE (a)-[:T]->(b) OR (b)-[:T]->(a) RETURN count(*) AS n",
        ),
        (
            Pattern::Either(vec![hop(), two(Seam::Apart)]),
            Ask::Count,
            "CALL { MATCH (a)-[:T]->(b) RETURN a, b UNION \
             MATCH (a)-[:T*1..2]->(m1) MATCH (m1)-[:T*1..2]->(b) RETURN a, b } RETURN count(*) AS n",
        ),
        (
            Pattern::ButNot(hop(), back()),
            Ask::DistinctPairs,
            "MATCH (a)-[:T]->(b) WHERE NOT (a)<-[:T]-(b) RETURN DISTINCT a, b",
        ),
        (
            Pattern::ButNot(hop(), Route::at(wide(None, "2")).then(heavy(Times::Once), any())),
            Ask::Count,
            "MATCH (a)-[:T]->(b) WHERE NOT EXISTS { MATCH (a)-[r1:T]->(b) WHERE a.k > 2 AND r1.w > 1 } \
             WITH DISTINCT a, b RETURN count(*) AS n",
        ),
        (
            Pattern::ButNot(Route::at(spot("A")), hop()),
            Ask::Pairs,
            "MATCH (a:A) WHERE NOT EXISTS { MATCH (a)-[:T]->() } RETURN DISTINCT a",
        ),
    ]
}

fn shortest_routes() -> Said {
    let far = Route::at(spot("A")).then(t(Times::Any), wide(Some("B"), "3"));
    let walled = Route { avoiding: Some(spot("C")), ..far };
    let turned = Route { turned: true, ..Route::at(any()).then(heavy(Times::NoneTo(4)), any()) };
    vec![
        (
            walled.into(),
            Ask::Shortest,
            "MATCH (a:A), (b:B) WHERE a <> b AND b.k > 3 MATCH p = shortestPath((a)-[:T*]->(b)) \
             WHERE none(x IN nodes(p) WHERE x:C) RETURN a, b, length(p) AS length",
        ),
        (
            turned.into(),
            Ask::ShortestCount,
            "MATCH (b), (a) WHERE b <> a MATCH p = allShortestPaths((b)-[r1:T*0..4]->(a)) \
             WHERE all(r IN r1 WHERE r.w > 1) RETURN count(p) AS n",
        ),
    ]
}

#[test]
fn a_question_is_said_in_one_query() {
    let said = [single_routes(), routes_in_pieces(), several_routes(), shortest_routes()];
    for (pattern, ask, text) in said.into_iter().flatten() {
        let question = Question { pattern, ask };
        assert_eq!(Words.question(&question).as_deref(), Some(text), "{question:?}");
    }
}

#[test]
fn what_cannot_be_said_is_not_said() {
    let odd = Route::at(Spot { conditions: vec![over("k", "1 2")], ..any() });
    for (pattern, ask) in [
        (Pattern::Route(hop()), Ask::Shortest),
        (Pattern::Route(two(Seam::Within)), Ask::ShortestCount),
        (Pattern::Both(vec![hop()]), Ask::Shortest),
        (Pattern::Both(Vec::new()), Ask::Pairs),
        (Pattern::Either(vec![hop(), Route::at(any())]), Ask::Pairs),
        (Pattern::Route(odd), Ask::Pairs),
    ] {
        assert_eq!(Words.question(&Question { pattern, ask }), None);
    }
}

#[test]
fn a_change_is_said_in_one_statement() {
    let fresh = || Fresh { label: "N".to_owned(), properties: vec![("k".to_owned(), "-1".to_owned())] };
    let (a, b, kind) = (wide(Some("A"), "1"), spot("B"), "T".to_owned());
    for (change, text) in [
        (Change::AddVertex(fresh()), "CREATE (:N {k: -1})"),
        (
            Change::AddPendant { from: a.clone(), kind: kind.clone(), to: fresh() },
            "MATCH (a:A) WHERE a.k > 1 CREATE (a)-[:T]->(:N {k: -1})",
        ),
        (
            Change::AddEdge { from: a.clone(), kind: kind.clone(), to: b.clone() },
            "MATCH (a:A), (b:B) WHERE a.k > 1 CREATE (a)-[:T]->(b)",
        ),
        (
            Change::AddComponent { from: fresh(), kind, to: Fresh { properties: Vec::new(), ..fresh() } },
            "CREATE (:N {k: -1})-[:T]->(:N)",
        ),
        (Change::DeleteVertices(a.clone()), "MATCH (a:A) WHERE a.k > 1 DETACH DELETE a"),
        (
            Change::DeleteEdges { from: a.clone(), hop: heavy(Times::Once), to: b.clone() },
            "MATCH (a:A)-[r:T]->(:B) WHERE a.k > 1 AND r.w > 1 DELETE r",
        ),
        (
            Change::SetOnEdges {
                from: a.clone(),
                hop: t(Times::Once),
                to: b,
                key: "w".to_owned(),
                literal: "7".to_owned(),
            },
            "MATCH (a:A)-[r:T]->(:B) WHERE a.k > 1 SET r.w = 7",
        ),
        (
            Change::Set { at: a.clone(), key: "k".to_owned(), literal: "null".to_owned() },
            "MATCH (a:A) WHERE a.k > 1 SET a.k = null",
        ),
        (Change::AddUndone(fresh()), "UNWIND [1, 0] AS x CREATE (:N {k: -1, undone: 1 / x})"),
        (Change::MergeVertex(fresh()), "UNWIND [0, 1] AS i MERGE (:N {k: -1})"),
        (
            Change::MergePendant { from: a.clone(), kind: "T".to_owned(), to: fresh() },
            "MATCH (a:A) WHERE a.k > 1 MERGE (a)-[:T]->(:N {k: -1})",
        ),
        (Change::DeleteUnseen(a.clone()), "MATCH (a:A) WHERE a.k > 1 DETACH DELETE a RETURN 1 AS x LIMIT 0"),
        (Change::DeleteEnds("T".to_owned()), "MATCH ()-[:T]->(a) DETACH DELETE a"),
        (
            Change::DeleteEdgesIfAny { from: a.clone(), kind: "T".to_owned(), to: spot("B") },
            "MATCH (a:A) WHERE a.k > 1 OPTIONAL MATCH (a)-[r:T]->(b:B) DELETE r",
        ),
        (
            Change::RenameKey { at: a.clone(), key: "k".to_owned(), to: "l".to_owned() },
            "MATCH (a:A) WHERE a.k > 1 SET a.l = a.k REMOVE a.k",
        ),
        (Change::SetLabel { at: a.clone(), label: "B".to_owned() }, "MATCH (a:A) WHERE a.k > 1 SET a:B"),
        (Change::RemoveLabel { at: a, label: "B".to_owned() }, "MATCH (a:A) WHERE a.k > 1 REMOVE a:B"),
    ] {
        assert_eq!(Words.change(&change).as_deref(), Some(text));
    }
    assert_eq!(Words.change(&Change::DeleteEdges { from: any(), hop: t(Times::Any), to: any() }), None);
    assert_eq!(Words.change(&Change::DropApart), None);
}

const GRAPH: &str = r#"{
    "vertices": [{"id": 1, "labels": ["A"], "properties": {"k": 1}}, {"id": 2, "labels": ["B"], "properties": {"k": 5}},
                 {"id": 3, "labels": ["C"], "properties": {"k": 9}}, {"id": 4, "labels": ["B"]}],
    "edges": [{"id": 1, "label": "T", "source": 1, "target": 2, "properties": {"w": 2}},
              {"id": 2, "label": "T", "source": 2, "target": 1},
              {"id": 3, "label": "T", "source": 2, "target": 3, "properties": {"w": 1}},
              {"id": 4, "label": "T", "source": 3, "target": 4, "properties": {"w": 5}}]}"#;

/// The rows of the answer.
fn rows(question: &Question) -> usize {
    let graph = Graph::from_text(GRAPH, Model::Property).unwrap();
    let tree = Cypher.parse(&Words.question(question).unwrap()).unwrap();
    let mut session = Cypher.session(&graph, &Profile::default()).unwrap();
    let answer = session.run(&tree, &Budget::default()).result.unwrap();
    answer.len()
}

#[test]
fn the_reference_gives_what_is_asked_for() {
    let simple = |route| Route { simple: true, ..route };
    let all = || Route::at(any()).then(t(Times::Any), any());
    let no_c = || Route { avoiding: Some(spot("C")), ..all() };
    let low = || Route { avoiding: Some(wide(None, "4")), ..all() };
    for (pattern, ask, expected) in [
        (all().into(), Ask::Pairs, 11),
        (all().into(), Ask::DistinctPairs, 9),
        (all().mirrored().into(), Ask::DistinctPairs, 9),
        (simple(all()).into(), Ask::Pairs, 7),
        (no_c().into(), Ask::DistinctPairs, 4),
        (low().into(), Ask::DistinctPairs, 0),
        (all().into(), Ask::Shortest, 7),
        (no_c().into(), Ask::Shortest, 2),
        (Pattern::ButNot(all(), back()), Ask::Pairs, 7),
        (Pattern::Either(vec![hop(), back()]), Ask::Pairs, 6),
        (Pattern::Both(vec![hop(), back()]), Ask::Pairs, 2),
    ] {
        let question = Question { pattern, ask };
        assert_eq!(rows(&question), expected, "{:?}", Words.question(&question));
    }
}

#[test]
fn patterns_are_trails_unless_the_profile_says_otherwise() {
    let walks = BTreeMap::from([("relationship-uniqueness".to_owned(), "none".to_owned())]);
    assert!(Words.trails(&Profile::default()));
    assert!(!Words.trails(&Profile { switches: walks, fault: None }));
}
