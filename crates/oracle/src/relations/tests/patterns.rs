//! Each form of a relation asks what its law is about.

use quarrel_cypher::language::Cypher;
use quarrel_gremlin::language::Gremlin;
use quarrel_sparql::language::Sparql;
use serde_json::{Value as Json, json};

use crate::tests::{drawn, told};

/// From 1 two ways lead to 2, one of them by two edges that are parallel; 5 leads to 1, and nothing else.
const FORK: &str = r#"{"vertices":[
    {"id":1,"labels":["A"],"properties":{"k":1}},{"id":2,"labels":["A"],"properties":{"k":2}},
    {"id":3,"labels":["A"],"properties":{"k":3}},{"id":4,"labels":["A"],"properties":{"k":4}},
    {"id":5,"labels":["A"],"properties":{"k":5}}],
    "edges":[{"id":1,"label":"T","source":1,"target":3},{"id":2,"label":"T","source":3,"target":2},
    {"id":3,"label":"T","source":1,"target":4},{"id":4,"label":"T","source":4,"target":2},
    {"id":5,"label":"T","source":4,"target":2},{"id":6,"label":"T","source":5,"target":1}]}"#;

fn vertex(k: u8) -> Json {
    json!({ "conditions": [{ "key": "k", "test": "equal", "literal": k.to_string() }] })
}

fn hop(times: &Json) -> Json {
    json!({ "direction": "out", "kinds": ["T"], "times": times })
}

#[test]
fn shortest_paths_are_counted_by_where_the_vertex_lies_on_them() {
    for (start, without, end, asked, laws) in [
        // On one of the two ways: as many are left as do not go over it.
        (1, 3, 2, 6, 2),
        // On all ways: they are those over it, and nothing is left.
        (5, 1, 2, 5, 2),
        // On none.
        (1, 5, 2, 2, 1),
    ] {
        let [from, over, to] = [start, without, end].map(vertex);
        let detour = json!({ "start": from, "without": over, "end": to, "hop": hop(&json!("any")) });
        let check = drawn(&Cypher, FORK, "shortest-path", "RETURN 1", detour).unwrap();
        assert_eq!((told(&check).len() - 1, check.laws.len()), (asked, laws), "{start} {without} {end}");
    }
}

#[test]
fn shortest_paths_are_counted_only_between_vertices_that_the_language_finds() {
    // To Gremlin two labels are one, of another name.
    let several = FORK.replace(r#"["A"],"properties":{"k":3}"#, r#"["A","B"],"properties":{"k":3}"#);
    let [from, over, to] = [1, 3, 2].map(|k| {
        let condition = json!({ "key": "k", "test": "equal", "literal": format!("{k}L") });
        json!({ "label": "A", "conditions": [condition] })
    });
    let detour = json!({ "start": from, "without": over, "end": to, "hop": hop(&json!("any")) });
    for (graph, fits) in [(FORK, true), (&several, false)] {
        let check = drawn(&Gremlin, graph, "shortest-path", "g.V()", detour.clone());
        assert_eq!(check.is_ok(), fits, "{check:?}");
    }
}

#[test]
fn a_way_may_be_told_to_have_no_edge() {
    let ring = json!({ "start": {}, "end": {}, "hop": hop(&json!("once")), "k": 2, "itself": true });
    let nearer = "MATCH (a)-[:T*0..1]->(b) RETURN DISTINCT a, b";
    assert_eq!(told(&drawn(&Cypher, FORK, "distance", "RETURN 1", ring).unwrap())[4], nearer);
    let connection = json!({ "start": {}, "middle": {}, "end": {}, "hop": hop(&json!("once")),
        "bounds": [1, 2], "itself": true, "apart": false });
    let texts = told(&drawn(&Cypher, FORK, "connectivity", "RETURN 1", connection).unwrap());
    let [whole, parts] = ["MATCH (a)-[:T*0..3]->(b)", "MATCH (a)-[:T*0..1]->()-[:T*0..2]->(b)"]
        .map(|pattern| format!("{pattern} RETURN DISTINCT a, b"));
    assert_eq!(texts[1..], [whole, parts]);
}

#[test]
fn a_way_is_put_together_from_those_that_touch_a_vertex_and_those_that_do_not() {
    let route = |kind: &str| {
        let hop = json!({ "direction": "out", "kinds": [kind], "times": "once" });
        json!({ "start": {}, "legs": [{ "hop": hop, "end": {} }] })
    };
    let fused = |kind: &str, spot: Json| json!({ "routes": [route(kind)], "or": true, "transit": spot });
    let cypher = drawn(&Cypher, FORK, "fusion", "RETURN 1", fused("T", vertex(3))).unwrap();
    assert_eq!(
        told(&cypher)[1..],
        [
            "MATCH (a)-[:T]->(b) RETURN DISTINCT a, b",
            "MATCH (a)-[:T]->(b) WHERE a.k = 3 RETURN DISTINCT a, b",
            "MATCH (a)-[:T]->(b) WHERE b.k = 3 RETURN DISTINCT a, b",
            "MATCH p1 = (a)-[:T]->(b) WHERE none(x IN nodes(p1) WHERE coalesce(x.k = 3, false)) RETURN DISTINCT a, b",
        ]
    );
    let labelled = json!({ "label": "A" });
    assert!(drawn(&Gremlin, FORK, "fusion", "g.V()", fused("T", labelled)).is_ok());
    let triple = "<http://e/a> <http://e/p> <http://e/b> .";
    let typed = json!({ "label": "http://e/A" });
    assert!(drawn(&Sparql, triple, "fusion", "ASK {}", fused("http://e/p", typed)).is_ok());
    // Every vertex would be touched.
    assert!(drawn(&Cypher, FORK, "fusion", "RETURN 1", fused("T", json!({}))).is_err());
}
