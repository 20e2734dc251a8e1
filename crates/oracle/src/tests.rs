//! Each oracle makes the check that it says, and none from a case of which nothing can be said.

use std::sync::Arc;

use quarrel_case::check::{Action, Arrangement, Check};
use quarrel_case::graph::Graph;
use quarrel_case::language::{Budget, Language};
use quarrel_case::profile::{Dialect, Features, Profile};
use quarrel_case::value::Value;
use quarrel_case::verdict::ErrorStatus;
use quarrel_cypher::language::Cypher;
use quarrel_gremlin::language::Gremlin;
use quarrel_sparql::language::Sparql;
use serde_json::{Value as Json, json};

use crate::{Case, Scene, Side, Unfit, find};

fn check(oracle: &str, text: &str, peer: &Profile) -> Result<Check, Unfit> {
    let graph = r#"{"vertices":[{"id":1,"properties":{"v":1}},{"id":2,"properties":{"v":2}}]}"#;
    check_in(&Cypher, graph, oracle, text, peer)
}

fn check_in(
    language: &dyn Language,
    graph: &str,
    oracle: &str,
    text: &str,
    peer: &Profile,
) -> Result<Check, Unfit> {
    let graph = Arc::new(Graph::from_text(graph, language.model()).unwrap());
    check_of(language, oracle, &Case::new(graph, language.parse(text).unwrap()), peer)
}

/// A graph without anything.
const NOTHING: &str = r#"{"vertices":[],"edges":[]}"#;

/// The check of a case for which parameters were drawn.
pub(crate) fn drawn(
    language: &dyn Language,
    graph: &str,
    oracle: &str,
    text: &str,
    parameters: Json,
) -> Result<Check, Unfit> {
    let graph = Arc::new(Graph::from_text(graph, language.model()).expect("it is a graph"));
    let case = Case { graph, tree: language.parse(text).expect("it is a query"), parameters };
    check_of(language, oracle, &case, &Profile::default())
}

fn check_of(language: &dyn Language, oracle: &str, case: &Case, peer: &Profile) -> Result<Check, Unfit> {
    check_for(language, oracle, case, [&Profile::default(), peer])
}

fn check_for(
    language: &dyn Language,
    oracle: &str,
    case: &Case,
    [target, peer]: [&Profile; 2],
) -> Result<Check, Unfit> {
    let (dialect, features) = (Dialect::default(), Features::default());
    let plans = ["slow".to_owned()];
    let side = |profile| Side { profile, dialect: &dialect, features: &features, plans: &plans };
    let scene = Scene {
        language,
        target: side(target),
        peer: Some(side(peer)),
        budget: Budget::default(),
        known: None,
        known_of_peer: None,
    };
    find(oracle).unwrap().check(case, &scene)
}

#[test]
fn the_reference_expects_its_own_answer_or_error() {
    let standard = Profile::default();
    let rows = check("reference", "MATCH (n) RETURN n.v AS v ORDER BY v DESC", &standard).unwrap();
    assert_eq!(
        rows.constants[0].to_json().to_string(),
        r#"{"columns":["v"],"order":[1,1],"rows":[[2],[1]]}"#
    );
    let error = check("reference", "RETURN 1 / 0 AS v", &standard).unwrap();
    assert_eq!((error.steps[1].errors, error.laws.len()), (Some(ErrorStatus::Must), 0));
}

#[test]
fn after_a_write_the_reference_counts_what_has_become_more_or_fewer() {
    let check = check("reference", "MATCH (n {v: 1}) SET n:A, n.v = 3", &Profile::default()).unwrap();
    let texts: Vec<String> = check.steps[3..].iter().map(|step| step.text().unwrap().shown()).collect();
    assert_eq!(
        texts,
        ["MATCH (n:A) WHERE n.v = 3 RETURN count(n) AS number", "MATCH (n:A) RETURN count(n) AS number"]
    );
    assert!(check.constants[1..].iter().all(|counted| counted.table().unwrap().rows == [[Value::Int(1)]]));
    let read = self::check("reference", "MATCH (n) RETURN n", &Profile::default()).unwrap();
    assert_eq!(read.steps.len(), 2);
}

#[test]
fn no_law_is_held_against_an_engine_that_takes_several_edges_for_one_where_there_are_such() {
    let standard = Profile::default();
    let mut any = Profile::default();
    any.switches.insert("unused-relationship".to_owned(), "any".to_owned());
    let graph = |second: u8| {
        let edge = |id: u8, target: u8| json!({"id": id, "label": "R", "source": 1, "target": target});
        let edges = [edge(1, 2), edge(2, second)];
        let graph = json!({"vertices": [{"id": 1}, {"id": 2}, {"id": 3}], "edges": edges});
        Arc::new(Graph::from_text(&graph.to_string(), Cypher.model()).unwrap())
    };
    let query = Cypher.parse("MATCH ()-->(b) RETURN b").unwrap();
    for (oracle, second, target, fits) in [
        ("repeat", 2, &standard, true),
        ("repeat", 2, &any, false),
        ("repeat", 3, &any, true),
        ("reference", 2, &any, true),
        ("crash", 2, &any, true),
    ] {
        let case = Case::new(graph(second), query.clone());
        let check = check_for(&Cypher, oracle, &case, [target, &standard]);
        assert_eq!(check.is_ok(), fits, "{oracle} {second} {check:?}");
    }
}

#[test]
fn what_the_language_leaves_open_makes_no_check() {
    let open = "MATCH (n) WITH collect(n.v) AS l WITH l WHERE l[0] = 1 RETURN l";
    assert!(check("reference", open, &Profile::default()).is_err());
    assert!(check("crash", open, &Profile::default()).is_ok());
}

#[test]
fn engines_that_differ_on_purpose_are_not_compared_where_they_do() {
    let standard = Profile::default();
    let mut wrapping = Profile::default();
    wrapping.switches.insert("integer-overflow".to_owned(), "wrap".to_owned());
    let overflow = "UNWIND [9223372036854775807] AS x RETURN x + 1 AS y";
    assert!(check("differential", overflow, &wrapping).is_err());
    let sum = check("differential", "UNWIND [1] AS x RETURN x + 1 AS y", &wrapping).unwrap();
    assert_eq!((sum.steps.len(), sum.steps[3].reference), (4, Some(0)));
    assert!(check("differential", "MATCH (n) RETURN collect(n.v) AS l", &standard).is_err());
}

#[test]
fn engines_that_store_a_term_in_different_forms_are_not_compared_by_their_graphs() {
    let mut formatting = Profile::default();
    formatting.switches.insert("language-tags".to_owned(), "formatted".to_owned());
    let standard = Profile::default();
    let write = |graph, peer| check_in(&Sparql, graph, "differential", "DELETE DATA { }", peer);
    let tagged = r#"<http://e/a> <http://e/p> "a"@EN-gb ."#;
    assert!(write(tagged, &formatting).is_err());
    assert_eq!(write(tagged, &standard).unwrap().laws.len(), 2);
    assert_eq!(write("<http://e/a> <http://e/p> <http://e/b> .", &formatting).unwrap().laws.len(), 2);
}

#[test]
fn a_query_is_asked_with_and_without_the_plan_that_was_drawn() {
    let query = "MATCH (n) RETURN n.v AS v";
    let standard = Profile::default();
    let none = check("plan", query, &standard).unwrap_err();
    assert_eq!(none.to_string(), "the engine has no plan to ask for");
    let check = drawn(&Cypher, NOTHING, "plan", query, json!("slow")).unwrap();
    let plans: Vec<Option<&str>> =
        check.steps.iter().map(|step| step.settings.get("plan").map(String::as_str)).collect();
    assert_eq!(plans, [None, None, Some("slow")]);
    let unknown = drawn(&Cypher, NOTHING, "plan", query, json!("fast")).unwrap_err();
    assert_eq!(unknown.to_string(), "the engine has no plan \"fast\"");
}

/// What the steps do, in a word each.
pub(crate) fn told(check: &Check) -> Vec<String> {
    let tell = |action: &Action| match action {
        Action::Load(Arrangement { part, .. }) => format!("load {part:?}"),
        Action::Query(text) | Action::Write(text) => text.shown(),
        Action::Index(_) => "index".to_owned(),
        Action::DropIndex(_) => "drop".to_owned(),
        Action::Dump => "dump".to_owned(),
        Action::Restore => "restore".to_owned(),
    };
    check.steps.iter().map(|step| tell(&step.action)).collect()
}

const TWO_PARTS: &str = r#"{"vertices":[{"id":1,"labels":["A"]},{"id":2},{"id":3},{"id":4}],"edges":[
    {"id":1,"label":"T","source":1,"target":3},{"id":2,"label":"T","source":2,"target":4}]}"#;

fn along() -> Json {
    let hop = json!({ "direction": "out", "kinds": ["T"], "times": "once" });
    let route = json!({ "start": {}, "legs": [{ "hop": hop, "end": {} }] });
    json!({ "pattern": { "route": route }, "ask": "count" })
}

const COUNT: &str = "MATCH (a)-[:T]->(b) RETURN count(*) AS n";

#[test]
fn parts_of_a_graph_are_loaded_one_after_the_other() {
    let cut = json!({ "question": along(), "component": 1 });
    let check = drawn(&Cypher, TWO_PARTS, "components", COUNT, cut).unwrap();
    assert_eq!(told(&check), ["load []", COUNT, "load [0, 2]", COUNT, "load [1, 3]", COUNT]);
    let joined = r#"{"vertices":[{"id":1},{"id":2}],"edges":[{"id":1,"label":"T","source":1,"target":2}]}"#;
    let cut = json!({ "question": along(), "component": 1 });
    assert!(drawn(&Cypher, joined, "components", COUNT, cut).is_err());
}

#[test]
fn an_index_comes_and_goes_between_two_questions() {
    let index = json!({ "on": "vertex", "label": "A", "keys": ["v"], "kind": "range" });
    let elsewhere = json!({ "question": along(), "changes": [], "index": index });
    let check = drawn(&Cypher, TWO_PARTS, "irrelevant", COUNT, elsewhere).unwrap();
    assert_eq!(told(&check), ["load []", COUNT, "index", "drop", COUNT]);
}

#[test]
fn a_vertex_that_is_added_has_the_very_term_that_is_asked_for() {
    let graph = "<http://e/a> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://e/b> .";
    let condition = json!({ "key": "http://e/q", "test": "equal", "literal": "1" });
    let spot = json!({ "label": "http://e/b", "conditions": [condition] });
    for (literal, fits) in [("1", true), ("01", false)] {
        let fresh = json!({ "label": "http://e/b", "properties": [["http://e/q", literal]] });
        let added = json!({ "vertex": { "spot": spot, "fresh": fresh } });
        assert_eq!(drawn(&Sparql, graph, "addition", "ASK {}", added).is_ok(), fits, "{literal}");
    }
}

#[test]
fn what_may_be_a_literal_or_is_found_once_for_each_triple_is_not_parted() {
    let graph = "<http://e/a> <http://e/p> <http://e/b> .\n\
                 <http://e/a> <http://e/k> \"1\"^^<http://www.w3.org/2001/XMLSchema#integer> .";
    let test = json!({ "key": "http://e/k", "test": "less", "literal": "2" });
    let at = json!({ "conditions": [{ "key": "http://e/k", "test": "equal", "literal": "1" }] });
    let hop = |kinds: Json| json!({ "direction": "out", "kinds": kinds, "times": "once" });
    let along = |kinds: Json| json!([{ "hop": hop(kinds), "end": {} }]);
    let elsewhere = "the pattern asks for what is updated";
    for (legs, at, expected) in [
        (along(json!(["http://e/p"])), at.clone(), "fits"),
        (along(json!(["http://e/k"])), at.clone(), elsewhere),
        (along(json!([])), at.clone(), elsewhere),
        (json!([]), at, "a vertex is found once for each of its triples"),
        (along(json!(["http://e/p"])), json!({}), "what is updated may be a literal"),
    ] {
        let route = json!({ "start": {}, "legs": legs });
        let parted =
            json!({ "route": route, "place": 0, "test": test, "ask": "count", "at": at, "value": "3" });
        let check = drawn(&Sparql, graph, "repartition", "ASK {}", parted);
        let told = check.map_or_else(|unfit| unfit.to_string(), |_| "fits".to_owned());
        assert_eq!(told, expected, "{legs}");
    }
}

#[test]
fn an_index_is_asked_for_what_it_answers_beside_the_query() {
    let index = json!({ "on": "vertex", "label": "A", "keys": ["v"], "kind": "range" });
    let condition = json!({ "key": "v", "test": "at-least", "literal": "1" });
    let counted = json!({ "label": "A", "conditions": [condition] });
    let (text, count) = ("MATCH (n) RETURN n", "MATCH (a:A) WHERE a.v >= 1 RETURN count(*) AS n");
    let check =
        drawn(&Cypher, TWO_PARTS, "index", text, json!({ "index": index, "counted": counted })).unwrap();
    assert_eq!(told(&check), ["load []", count, text, "index", text, count, "drop"]);
    let check = drawn(&Cypher, TWO_PARTS, "index", text, json!({ "index": index })).unwrap();
    assert_eq!(told(&check), ["load []", text, "index", text, "drop"]);
}

#[test]
fn an_index_that_is_there_is_taken_away_and_put_back() {
    let index = json!({ "on": "edge", "label": "T", "keys": ["w"], "kind": "range" });
    let indexed = TWO_PARTS.replacen('{', &format!(r#"{{"indexes":[{index}],"#), 1);
    let condition = json!({ "key": "w", "test": "less", "literal": "1" });
    let crossed = json!({ "direction": "out", "kinds": ["T"], "condition": condition, "times": "once" });
    let count = "MATCH (a)-[r1:T]->(b) WHERE r1.w < 1 RETURN count(*) AS n";
    let parameters = json!({ "index": index, "crossed": crossed });
    let check = drawn(&Cypher, &indexed, "index", COUNT, parameters).unwrap();
    assert_eq!(told(&check), ["load []", count, COUNT, "drop", COUNT, count, "index", COUNT, count]);
    assert!(check.steps[6].finally);
}

#[test]
fn no_write_is_judged_that_a_uniqueness_constraint_may_forbid() {
    let index = json!({ "on": "vertex", "label": "A", "keys": ["v"], "kind": "unique" });
    let constrained = TWO_PARTS.replacen('{', &format!(r#"{{"indexes":[{index}],"#), 1);
    let write = "CREATE (:A {v: 1})";
    let elsewhere = |label: &str, key: &str| {
        let fresh = json!({ "label": label, "properties": [[key, "1"]] });
        json!({ "question": along(), "changes": [{ "add-vertex": fresh }] })
    };
    for (oracle, text, parameters) in [
        ("reference", write, Json::Null),
        ("write-pair", write, json!({ "rule": "property-map", "place": 0 })),
        ("irrelevant", COUNT, elsewhere("A", "v")),
    ] {
        let unfit = drawn(&Cypher, &constrained, oracle, text, parameters).unwrap_err();
        assert_eq!(unfit.to_string(), "a uniqueness constraint may forbid the write", "{oracle}");
    }
    assert!(drawn(&Cypher, &constrained, "reference", COUNT, Json::Null).is_ok());
    assert!(drawn(&Cypher, &constrained, "irrelevant", COUNT, elsewhere("B", "v")).is_ok());
}

#[test]
fn a_write_is_run_twice_with_what_it_reads_in_other_words() {
    let text = "MATCH (n:A) WHERE n.v = 1 SET n.v = 2";
    let rewriting = json!({ "rule": "where-to-map", "place": 0 });
    let check = drawn(&Cypher, TWO_PARTS, "write-pair", text, rewriting).unwrap();
    let other = "MATCH (n:A {v: 1}) SET n.v = 2";
    assert_eq!(told(&check), ["load []", text, "dump", "restore", other, "dump", "restore"]);
}

#[test]
fn a_write_is_held_against_each_rewriting_that_fits() {
    let text = "MATCH (n:A) WHERE n.v = 1 SET n.v = 2";
    let rewritings = json!([{ "rule": "where-to-map", "place": 0 }, { "rule": "where-to-map", "place": 7 }]);
    let check = drawn(&Cypher, TWO_PARTS, "write-pair", text, rewritings).unwrap();
    // The graph and the answer of the one that fits.
    assert_eq!((check.laws.len(), told(&check).len()), (2, 7));
    let none = drawn(&Cypher, TWO_PARTS, "write-pair", text, json!([{ "rule": "where-to-map", "place": 7 }]));
    assert_eq!(none.unwrap_err(), Unfit("the rule does not fit".to_owned()));
}

/// What comes with a mark, and what has it.
fn marked() -> (Json, Json) {
    let mark = json!({ "key": "y", "test": "equal", "literal": "1" });
    (json!({ "label": "A", "properties": [["y", "1"]] }), json!({ "conditions": [mark] }))
}

#[test]
fn a_query_is_asked_before_and_after_changes_that_add_up_to_none() {
    let query = "MATCH (n:A) RETURN count(*) AS n";
    let asked = |changes| drawn(&Cypher, TWO_PARTS, "round-trip", query, changes);
    let (new, mark) = marked();
    let check = asked(json!([{ "add-vertex": new }, { "delete-vertices": mark }])).unwrap();
    let (there, back) = ("CREATE (:A {y: 1})", "MATCH (a) WHERE a.y = 1 DETACH DELETE a");
    assert_eq!(told(&check), ["load []", query, there, back, query, "restore"]);
    let (new, _) = marked();
    let half = asked(json!([{ "add-vertex": new }])).unwrap_err();
    assert_eq!(half, Unfit("the changes do not add up to none".to_owned()));
}

#[test]
fn a_statement_that_raises_must_leave_the_graph_alone() {
    let query = "MATCH (n:A) RETURN count(*) AS n";
    let (new, _) = marked();
    let check = drawn(&Cypher, TWO_PARTS, "round-trip", query, json!([{ "add-undone": new }])).unwrap();
    assert_eq!(check.steps[2].errors, Some(ErrorStatus::Must));
    assert_eq!(told(&check)[2], "UNWIND [1, 0] AS x CREATE (:A {y: 1, undone: 1 / x})");
}

#[test]
fn ids_are_exchanged_where_no_answer_hangs_on_them() {
    let turn = || json!({ "reversed": false, "rotated": 0, "renumbered": true });
    let asked = |text| drawn(&Gremlin, TWO_PARTS, "arrangement", text, turn());
    assert_eq!(asked("g.V().out()").unwrap().laws.len(), 1);
    assert_eq!(asked("g.V(1).out()").unwrap_err(), Unfit("the answer hangs on ids".to_owned()));
}
