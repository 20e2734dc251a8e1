//! What the relations about changes ask on a graph small enough to see that it is right, and which planted fault it
//! shows: each law holds on the reference, and does not where the fault is.

use std::sync::Arc;

use quarrel_case::check::{Action, Check, Text};
use quarrel_case::engine::Limits;
use quarrel_case::execute::{Actor, Cast, execute};
use quarrel_case::graph::Graph;
use quarrel_case::language::{Budget, Language};
use quarrel_case::played::Played;
use quarrel_case::profile::{Dialect, Features, Profile};
use quarrel_case::verdict::Verdict;
use quarrel_cypher::language::Cypher;
use quarrel_gremlin::language::Gremlin;
use serde_json::{Value as Json, json};

use crate::{Case, Scene, Side, Unfit, find};

/// A to B to C along T.
const LINE: &str = r#"{"vertices":[{"id":1,"labels":["A"],"properties":{"k":1}},{"id":2,"labels":["B"],"properties":{"k":2}},{"id":3,"labels":["C"]}],
    "edges":[{"id":1,"label":"T","source":1,"target":2,"properties":{"w":1}},{"id":2,"label":"T","source":2,"target":3,"properties":{"w":2}}],
    "indexes":[{"on":"vertex","label":"A","keys":["k"],"kind":"range"},{"on":"edge","label":"T","keys":["w"],"kind":"range"}]}"#;

fn labelled(label: &str) -> Json {
    json!({ "label": label })
}

fn hop(direction: &str, times: Json) -> Json {
    json!({ "direction": direction, "kinds": ["T"], "times": times })
}

fn route(start: Json, hop: Json, end: Json) -> Json {
    json!({ "start": start, "legs": [{ "hop": hop, "end": end }] })
}

fn check(language: &dyn Language, oracle: &str, parameters: &Json) -> Result<(Case, Check), Unfit> {
    let graph = Arc::new(Graph::from_text(LINE, language.model()).expect("it is a graph"));
    let oracle = find(oracle).expect("there is such an oracle");
    let tree = oracle.question(parameters, language).expect("the language has words for it");
    let case = Case { graph, tree, parameters: parameters.clone() };
    let (profile, dialect, features) = (Profile::default(), Dialect::default(), Features::default());
    let target = Side { profile: &profile, dialect: &dialect, features: &features, plans: &[] };
    let scene =
        Scene { language, target, peer: None, budget: Budget::default(), known: None, known_of_peer: None };
    let check = oracle.check(&case, &scene)?;
    Ok((case, check))
}

fn verdict(language: &dyn Language, (case, check): &(Case, Check), fault: Option<&str>) -> Verdict {
    let (dialect, standard) = (Dialect::default(), Profile::default());
    let profile = Profile { fault: fault.map(str::to_owned), ..Profile::default() };
    let mut engine = Played::new(language, profile, Budget::default());
    let target = Actor { engine: &mut engine, dialect: &dialect, profile: &standard };
    let mut cast = Cast { target, peer: None };
    execute(check, &case.graph, language, &mut cast, &Limits::default()).verdict
}

/// What is asked and changed, from the first question to the last.
fn told(check: &Check) -> Vec<String> {
    check.steps.iter().filter_map(|step| step.text()).map(Text::shown).collect()
}

/// That it asks this, that the law holds on the reference, and that the fault breaks it.
fn shows(language: &dyn Language, oracle: &str, parameters: &Json, fault: &str, asked: &[&str]) {
    let made = check(language, oracle, parameters).expect("it has something to ask");
    assert_eq!(told(&made.1), asked, "{oracle}");
    assert!(made.1.steps.iter().any(|step| matches!(step.action, Action::Restore)), "{oracle}");
    assert_eq!(verdict(language, &made, None), Verdict::Holds, "{oracle}");
    assert!(matches!(verdict(language, &made, Some(fault)), Verdict::Violated(_)), "{oracle} {fault}");
}

#[test]
fn a_way_that_is_laid_between_two_vertices_is_the_only_one() {
    let laid = |start: Json, end: Json| json!({ "path": { "start": start, "kind": "T", "over": ["P"], "end": end } });
    let made = check(&Cypher, "addition", &laid(labelled("C"), labelled("A"))).unwrap();
    let ways = "MATCH (a:C)-[:T*1..2]->(b:A) RETURN DISTINCT a, b";
    let exactly = "MATCH (a:C)-[:T*2]->(b:A) RETURN count(*) AS n";
    let (there, on) = ("MATCH (a:C) CREATE (a)-[:T]->(:P)", "MATCH (a:P), (b:A) CREATE (a)-[:T]->(b)");
    assert_eq!(told(&made.1), [ways, there, on, ways, exactly]);
    assert_eq!(verdict(&Cypher, &made, None), Verdict::Holds);
    let joined = check(&Cypher, "addition", &laid(labelled("A"), labelled("C")));
    assert_eq!(joined.unwrap_err(), Unfit("a way is there already".to_owned()));
}

#[test]
fn ways_are_gone_when_the_edges_that_all_of_them_take_are_deleted() {
    let cut = |edges: Json| json!({ "ways": { "start": labelled("A"), "hop": hop("out", json!({ "up-to": 2 })), "end": labelled("C"), "edges": edges } });
    let ways = r#"g.V().hasLabel("A").as("a").repeat(__.out("T")).emit().times(2).hasLabel("C").as("b").select("a", "b").dedup()"#;
    let all = r#"g.V().as("a").out("T").as("b").select("a", "b")"#;
    let change = r#"g.V().outE("T").drop()"#;
    let every = cut(json!([[{}, {}]]));
    shows(&Gremlin, "deletion", &every, "g40", &[ways, all, all, change, ways, all]);
    let elsewhere = check(&Gremlin, "deletion", &cut(json!([[labelled("C"), {}]])));
    assert_eq!(elsewhere.unwrap_err(), Unfit("a way is left".to_owned()));
}

#[test]
fn a_pattern_of_which_an_added_edge_is_enough_finds_its_ends() {
    let edge = || route(labelled("A"), hop("out", json!("once")), labelled("B"));
    let pattern = json!({ "either": [edge(), edge()] });
    let added = json!({ "compound": { "pattern": pattern, "from": labelled("A"), "kind": "T", "to": labelled("B") } });
    let found = "MATCH (a:A)-[:T]->(b:B) RETURN a, b UNION MATCH (a:A)-[:T]->(b:B) RETURN a, b";
    let change = "MATCH (a:A), (b:B) CREATE (a)-[:T]->(b)";
    shows(&Cypher, "addition", &added, "c06", &[found, change, found]);
}

#[test]
fn what_an_added_edge_takes_from_a_pattern_it_gives_to_the_one_that_must_not_be() {
    let (pattern, other) = (
        route(json!({}), hop("out", json!("once")), json!({})),
        route(json!({}), hop("in", json!("once")), json!({})),
    );
    let pattern = json!({ "but-not": [pattern, other] });
    let added = json!({ "compound": { "pattern": pattern, "from": labelled("B"), "kind": "T", "to": labelled("A") } });
    let made = check(&Cypher, "addition", &added).unwrap();
    let found = "MATCH (a)-[:T]->(b) WHERE NOT (a)<-[:T]-(b) RETURN DISTINCT a, b";
    let spoilt = "MATCH (a)<-[:T]-(b) RETURN DISTINCT a, b";
    assert_eq!(told(&made.1), [found, "MATCH (a:B), (b:A) CREATE (a)-[:T]->(b)", found, spoilt]);
    assert_eq!(verdict(&Cypher, &made, None), Verdict::Holds);
}

#[test]
fn a_pattern_that_starts_at_what_is_deleted_finds_nothing() {
    let from = |times: Json| route(labelled("B"), hop("in", times), json!({}));
    let pattern = json!({ "both": [from(json!("once")), from(json!({ "up-to": 2 }))] });
    let deleted = json!({ "compound": { "pattern": pattern, "spot": labelled("B") } });
    let found = "MATCH (a:B)<-[:T]-(b) MATCH (a:B)<-[:T*1..2]-(b) RETURN DISTINCT a, b";
    shows(&Cypher, "deletion", &deleted, "c49", &[found, "MATCH (a:B) DETACH DELETE a", found]);
}

#[test]
fn edges_are_found_by_the_value_that_they_get() {
    let setting = json!({ "key": "w", "value": "2", "before": "1" });
    let updated =
        json!({ "edges": { "from": {}, "hop": hop("out", json!("once")), "to": {}, "setting": setting } });
    let found = |value: &str| format!("MATCH (a)-[r1:T]->(b) WHERE r1.w = {value} RETURN count(*) AS n");
    let (all, change) = ("MATCH (a)-[:T]->(b) RETURN count(*) AS n", "MATCH ()-[r:T]->() SET r.w = 2");
    shows(&Cypher, "update", &updated, "c38", &[all, &found("1"), change, &found("2"), &found("1")]);
    let by_itself = json!({ "edges": { "from": {}, "to": {}, "setting": { "key": "w", "value": "2", "before": "1" },
        "hop": { "direction": "out", "kinds": [], "times": "once", "condition": { "key": "w", "test": "equal", "literal": "1" } } } });
    assert!(check(&Cypher, "update", &by_itself).is_err());
}

#[test]
fn patterns_find_by_the_new_value_what_they_found_without_it() {
    let spot = json!({ "label": "A" });
    let edge = || route(spot.clone(), hop("out", json!("once")), json!({}));
    let setting = json!({ "key": "k", "value": "2", "before": "1" });
    let updated = json!({ "compound": { "spot": spot, "setting": setting, "pattern": { "but-not": [edge(), route(spot.clone(), hop("in", json!("once")), json!({}))] } } });
    let found = |value: &str| {
        format!(
            "MATCH (a:A)-[:T]->(b) WHERE a.k = {value} AND NOT EXISTS {{ (a:A)<-[:T]-(b) WHERE a.k = {value} }} RETURN DISTINCT a, b"
        )
    };
    let all = "MATCH (a:A)-[:T]->(b) WHERE NOT (a:A)<-[:T]-(b) RETURN DISTINCT a, b";
    let change = "MATCH (a:A) SET a.k = 2";
    shows(&Cypher, "update", &updated, "c38", &[all, &found("1"), change, &found("2"), &found("1")]);
}

#[test]
fn what_a_test_parts_is_all_there_is_before_the_property_is_set_and_after() {
    let test = json!({ "key": "k", "test": "equal", "literal": "1" });
    let parted = |start: Json| json!({ "route": { "start": start, "legs": [] }, "place": 0, "test": test, "ask": "pairs", "at": labelled("A"), "value": "2" });
    let asked = |test: &str| format!("MATCH (a:A){test} RETURN a");
    let parts = [" WHERE a.k = 1", " WHERE NOT a.k = 1", " WHERE (a.k = 1) IS NULL"].map(asked);
    let [passes, fails, unknown] = parts.each_ref().map(String::as_str);
    let set = "MATCH (a:A) SET a.k = 2";
    let all = [&asked(""), passes, fails, unknown, set, passes, fails, unknown];
    shows(&Cypher, "repartition", &parted(labelled("A")), "c38", &all);
    let other = json!({ "label": "A", "conditions": [test] });
    let unfit = check(&Cypher, "repartition", &parted(other)).unwrap_err();
    assert_eq!(unfit, Unfit("the pattern asks for what is updated".to_owned()));
}

#[test]
fn what_is_tested_may_be_the_end_of_a_way_and_stays_there_when_the_way_gets_shorter() {
    let test = json!({ "key": "k", "test": "equal", "literal": "1" });
    let back = hop("in", json!("once"));
    let parted = |legs: Json| json!({ "route": { "start": labelled("B"), "legs": legs }, "place": 1, "test": test, "ask": "count", "at": labelled("A"), "value": "2" });
    let leg = |end: &str| json!({ "hop": back, "end": labelled(end) });
    let asked = |test: &str| format!(r#"g.V().hasLabel("B").in("T").hasLabel("A"){test}.count()"#);
    let parts = [r#".has("k", 1)"#, r#".has("k", P.neq(1))"#, r#".hasNot("k")"#].map(asked);
    let [passes, fails, unknown] = parts.each_ref().map(String::as_str);
    let set = r#"g.V().hasLabel("A").property(Cardinality.single, "k", 2)"#;
    let all = [&asked(""), passes, fails, unknown, set, passes, fails, unknown];
    let made = check(&Gremlin, "repartition", &parted(json!([leg("A")]))).unwrap();
    assert_eq!(told(&made.1), all);
    assert_eq!(verdict(&Gremlin, &made, None), Verdict::Holds);
    let mut longer = parted(json!([leg("C"), leg("A")]));
    longer["place"] = json!(2);
    let plainer = find("repartition").unwrap().plainer(&longer, &Gremlin);
    let shorter = plainer.iter().filter(|plainer| plainer["route"]["legs"].as_array().unwrap().len() == 1);
    let tested: Vec<(&Json, &Json)> =
        shorter.map(|plainer| (&plainer["place"], &plainer["route"]["legs"][0]["end"]["label"])).collect();
    assert_eq!(tested, [(&json!(1), &json!("A")), (&json!(1), &json!("A"))]);
}
