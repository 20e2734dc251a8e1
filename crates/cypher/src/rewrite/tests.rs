use std::collections::BTreeMap;

use quarrel_case::graph::{Graph, Model};
use quarrel_case::language::{Budget, Ground, Tree};
use quarrel_case::profile::Profile;
use quarrel_case::rewriting::{Bond, Rewriter as _, Rewriting};
use quarrel_case::value::Value;

use super::scene::{Prepared, Scene};
use super::{Anew, clause, formed};
use crate::ast::Query;
use crate::parse::parse;
use crate::print::{Spelling, print};

const GRAPH: &str = r#"{
    "vertices": [{"id": 1, "labels": ["A"], "properties": {"k": 1}}, {"id": 2, "labels": ["B"], "properties": {"k": 5}},
                 {"id": 3, "labels": ["A", "B"], "properties": {"s": "x"}}],
    "edges": [{"id": 1, "label": "T", "source": 1, "target": 2}, {"id": 2, "label": "T", "source": 2, "target": 1},
              {"id": 3, "label": "U", "source": 2, "target": 3}]}"#;

fn profile(switches: &[(&str, &str)]) -> Profile {
    let switches = switches.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    Profile { switches: BTreeMap::from_iter(switches), fault: None }
}

/// Calls `test` with a query on the graph.
fn with<T>(text: &str, profile: &Profile, test: impl FnOnce(&Scene<'_>) -> T) -> T {
    let graph = Graph::from_text(GRAPH, Model::Property).unwrap();
    let ground = Ground { graph: &graph, profile, budget: Budget::default() };
    let (prepared, query) = (Prepared::new(&ground).unwrap(), parse(text).unwrap());
    test(&Scene::new(&prepared, &query).unwrap())
}

/// What a rule makes of a query at each place.
fn made(rule: &str, argument: Option<&str>, text: &str) -> Vec<String> {
    with(text, &Profile::default(), |scene| {
        let rewriting =
            |place| Rewriting { rule: rule.to_owned(), place, argument: argument.map(ToOwned::to_owned) };
        let queries = (0..).map_while(|place| formed(scene, &rewriting(place))).take(8);
        let several = rule.starts_with("partition");
        let all: Vec<Query> =
            queries.take(if several { 1 } else { 8 }).flat_map(|(queries, _)| queries).collect();
        all.iter().map(|query| print(query, &Spelling::default())).collect()
    })
}

#[test]
fn distinct_may_stand_behind_its_items() {
    assert_eq!(
        made(
            "distinct-behind",
            None,
            "MATCH (n) WITH DISTINCT n.k AS k WHERE k > 1 RETURN DISTINCT k AS x, 1 AS y"
        ),
        [
            "MATCH (n) WITH n.k AS k WITH DISTINCT * WHERE k > 1 RETURN DISTINCT k AS x, 1 AS y",
            "MATCH (n) WITH DISTINCT n.k AS k WHERE k > 1 WITH k AS x, 1 AS y WITH DISTINCT * RETURN x, y",
        ]
    );
    for text in ["WITH DISTINCT 1 AS x RETURN x", "MATCH (n) RETURN DISTINCT n.k AS k ORDER BY k"] {
        assert_eq!(made("distinct-behind", None, text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn a_rule_makes_what_it_says() {
    for (rule, argument, text, expected) in [
        (
            "partition-with",
            Some("n.k > 1"),
            "MATCH (n) RETURN n.k AS k ORDER BY k",
            "MATCH (n) WITH * WHERE n.k > 1 RETURN n.k AS k | MATCH (n) WITH * WHERE NOT n.k > 1 RETURN n.k AS k | \
             MATCH (n) WITH * WHERE (n.k > 1) IS NULL RETURN n.k AS k",
        ),
        (
            "partition-map",
            Some("n.k = 1"),
            "MATCH (n) WHERE n:A RETURN count(*) AS c",
            "MATCH (n {k: 1}) WHERE n:A RETURN count(*) AS c | MATCH (n) WHERE n:A AND NOT n.k = 1 RETURN count(*) AS c | \
             MATCH (n) WHERE n:A AND (n.k = 1) IS NULL RETURN count(*) AS c",
        ),
        (
            "path-split",
            None,
            "MATCH (a)--(b:B)--(c) RETURN a",
            "MATCH (a)--(b:B), (b)--(c) RETURN a | MATCH (a)--(b), (b:B)--(c) RETURN a",
        ),
        ("path-reversed", None, "MATCH (a:A)-[:T]->()<--(b) RETURN a", "MATCH (b)-->()<-[:T]-(a:A) RETURN a"),
        (
            "length-split",
            None,
            "MATCH (a)-[:T*1..3]->(b) RETURN a",
            "MATCH (a)-[:T]->()-[:T*0..2]->(b) RETURN a | MATCH (a)-[:T*0..2]->()-[:T]->(b) RETURN a | \
             MATCH (a)-[:T*0]->()-[:T*1..3]->(b) RETURN a | MATCH (a)-[:T*1..3]->()-[:T*0]->(b) RETURN a",
        ),
        (
            "length-joined",
            None,
            "MATCH (a)-[:T]->()-[:T]->(b) RETURN a",
            "MATCH (a)-[:T*1]->()-[:T]->(b) RETURN a | MATCH (a)-[:T*2]->(b) RETURN a | \
             MATCH (a)-[:T]->()-[:T*1]->(b) RETURN a",
        ),
        (
            "map-to-where",
            None,
            "OPTIONAL MATCH (a {k: 1})-[:T*]->() WHERE a:A RETURN a",
            "OPTIONAL MATCH (a)-[:T*]->() WHERE a:A AND a.k = 1 RETURN a",
        ),
        (
            "member",
            None,
            "WITH 1 AS x RETURN x IN [1, null] AS y",
            "WITH 1 AS x RETURN x = 1 OR x = null AS y",
        ),
        ("times-one", None, "MATCH (n) RETURN n.k AS k", "MATCH (n) RETURN n.k * 1 AS k"),
        ("nothing-added", None, "MATCH (n) RETURN n.s AS s", "MATCH (n) RETURN n.s + '' AS s"),
        (
            "key-as-item",
            None,
            "MATCH (n) RETURN n.k AS k ORDER BY n.s",
            "MATCH (n) WITH n.k AS k, n.s AS q0 ORDER BY q0 RETURN k",
        ),
        (
            "direction-added",
            None,
            "MATCH (a)--(b) RETURN a",
            "MATCH (a)-->(b) RETURN a | MATCH (a)<--(b) RETURN a",
        ),
    ] {
        assert_eq!(made(rule, argument, text).join(" | "), expected, "{rule}");
    }
}

#[test]
fn where_a_rule_would_be_wrong_it_does_not_fit() {
    for (rule, argument, text) in [
        // Under a slice, in OPTIONAL MATCH, over groups, or with what is not in scope nothing is partitioned.
        ("partition-with", Some("n.k > 1"), "MATCH (n) RETURN n LIMIT 1"),
        ("partition-match", Some("m.k > 1"), "MATCH (n) OPTIONAL MATCH (n)-->(m) RETURN m"),
        ("partition-with", Some("n.k > 1"), "MATCH (n) RETURN n.k AS k, count(*) AS c"),
        ("partition-with", Some("m.k > 1"), "MATCH (n) RETURN n"),
        ("partition-with", Some("n.k > 1"), "MATCH (n) RETURN avg(n.k) AS a"),
        // The comma cut of one MATCH lets both parts take the same relationship.
        ("match-parted", None, "MATCH (a)-->(b), (b)--(c) RETURN a"),
        ("matches-joined", None, "MATCH (a)-[:T]->(b) MATCH (b)<-[:T]-(c) RETURN a"),
        // A condition on labels and a list of them do not stand in one node pattern.
        ("cover", Some("5"), "MATCH (a:A|!B)<--(b), (a:A)-->(c) RETURN a"),
        // A list of relationships is reversed with its path, a path is looked at as a whole.
        ("path-reversed", None, "MATCH (a)-[r*]->(b) RETURN r"),
        ("path-split", None, "MATCH p = (a)-->(b)-->(c) RETURN p"),
        // One key more makes a row where there is none, one variable more makes rows differ.
        ("unused-item", None, "MATCH (n) WITH count(*) AS c RETURN c"),
        ("unwind-one", None, "MATCH (n) RETURN *"),
        ("label-predicate", None, "MATCH (:A) WITH DISTINCT * MATCH (n) RETURN n"),
        // Minus zero plus zero is zero; a property of two types is neither.
        ("added-to-nothing", None, "RETURN -0.0 AS x"),
        // What counts on several rows together is not monotone.
        ("label-added", None, "MATCH (n) WITH n LIMIT 1 RETURN n"),
        ("label-added", None, "MATCH (n) RETURN sum(n.k) AS s"),
        ("label-added", None, "OPTIONAL MATCH (n) RETURN n"),
    ] {
        assert_eq!(made(rule, argument, text), [""; 0], "{rule}: {text}");
    }
}

#[test]
fn a_switch_takes_from_the_rules_what_is_wrong_under_it() {
    for (switch, rule, text) in [
        (("null-in-lists", "false"), "member", "RETURN 1 IN [1, null] AS x"),
        (("list-index", "from-one"), "element", "RETURN 'a' AS x"),
        (("unbounded-length", "30"), "length-split", "MATCH (a)-[*]->(b) RETURN a"),
        (("several-labels", "any"), "label-added", "MATCH (a:A) RETURN a"),
        (("label-case", "insensitive"), "type-predicate", "MATCH (a)-[:T]->(b) RETURN a"),
    ] {
        let rewriting = Rewriting { rule: rule.to_owned(), place: 0, argument: None };
        let fits = |profile: &Profile| with(text, profile, |scene| formed(scene, &rewriting).is_some());
        assert!(fits(&Profile::default()) && !fits(&profile(&[switch])), "{rule}");
    }
}

#[test]
fn a_column_of_a_subquery_keeps_its_name() {
    let text = "CALL { MATCH (n) WITH n RETURN n } MATCH (n) RETURN count(*) AS x";
    assert_eq!(
        made("head", None, text),
        [
            "CALL { MATCH (n) WITH head([n]) AS n RETURN n } MATCH (n) RETURN count(*) AS x",
            "CALL { MATCH (n) WITH n RETURN head([n]) AS n } MATCH (n) RETURN count(*) AS x",
        ]
    );
}

#[test]
fn a_small_table_comes_to_its_constant() {
    with("RETURN 1 AS x", &Profile::default(), |scene| {
        for constant in [7, 0, -3] {
            for (_, operation) in clause::computed::FORMS {
                let query = Query::single(clause::computed::comes_to(operation, constant, "q").unwrap());
                let text = print(&query, &Spelling::default());
                let answer =
                    scene.ground.determined(&query).unwrap_or_else(|| panic!("not determined: {text}"));
                assert_eq!(answer.rows, [[Value::Int(constant)]], "{text}");
            }
        }
    });
}

#[test]
fn a_plainer_condition_leads_to_an_end() {
    let mut rewriting = Rewriting {
        rule: "partition-with".to_owned(),
        place: 0,
        argument: Some("n.k + 1 > 2 AND (n.s = 'x' OR EXISTS { (n)-->(m) WHERE m.k IN [1, 2] })".to_owned()),
    };
    let mut steps = 0;
    while let Some(plainer) = Anew.plainer(&rewriting).pop() {
        rewriting = plainer;
        steps += 1;
    }
    assert!((5..200).contains(&steps), "{steps}");
    let cover = Rewriting { rule: "cover".to_owned(), place: 0, argument: Some("5".to_owned()) };
    let seeds: Vec<Option<String>> =
        Anew.plainer(&cover).into_iter().map(|plainer| plainer.argument).collect();
    assert_eq!(seeds, [Some("2".to_owned())]);
}

#[test]
fn what_comes_from_a_file_is_no_rewriting_of_everything() {
    let graph = Graph::from_text(GRAPH, Model::Property).unwrap();
    let profile = Profile::default();
    let ground = Ground { graph: &graph, profile: &profile, budget: Budget::default() };
    let tree = Tree::new(parse("MATCH (n) RETURN n.k AS k").unwrap());
    for (rule, place, argument) in [
        ("none", 0, None),
        ("with-star", 9, None),
        ("partition-with", 0, None),
        ("partition-with", 0, Some("1 +")),
        ("partition-with", 0, Some("1 / 0 = 1")),
        ("partition-with", 0, Some("rand() < 0.5")),
        ("partition-range", 0, Some("[n.k, 3, 2, 1]")),
        ("cover", 0, Some("x")),
    ] {
        let argument = argument.map(ToOwned::to_owned);
        let rewriting = Rewriting { rule: rule.to_owned(), place, argument };
        assert!(Anew.rewrite(&tree, &rewriting, &ground).is_none(), "{rewriting:?}");
    }
    let good =
        Rewriting { rule: "partition-with".to_owned(), place: 0, argument: Some("n.k = 1".to_owned()) };
    let parts = Anew.rewrite(&tree, &good, &ground).unwrap();
    assert_eq!((parts.trees.len(), parts.bond), (3, Bond::Parts));
    assert!(parts.trees.iter().all(|tree| tree.get::<Query>().is_some()));
}

/// The write with another reading in the place of its own.
fn written(text: &str, reading: &str) -> Option<String> {
    let graph = Graph::from_text(GRAPH, Model::Property).expect("it is a graph");
    let ground = Ground { graph: &graph, profile: &Profile::default(), budget: Budget::default() };
    let [write, reading] = [text, reading].map(|text| Tree::new(parse(text).expect("it is a query")));
    let whole = Anew.with_reading(&write, &reading, &ground)?;
    whole.get().map(|query| print(query, &Spelling::default()))
}

#[test]
fn what_a_write_reads_is_a_query_that_another_may_stand_for() {
    let (graph, profile) = (Graph::from_text(GRAPH, Model::Property).unwrap(), Profile::default());
    let ground = Ground { graph: &graph, profile: &profile, budget: Budget::default() };
    let read = |text: &str| {
        let reading = Anew.reading(&Tree::new(parse(text).unwrap()), &ground)?;
        reading.get().map(|query| print(query, &Spelling::default()))
    };
    let text = "MATCH (n:A) WHERE n.k > 0 SET n.k = 2 RETURN n.k AS k";
    assert_eq!(read(text).as_deref(), Some("MATCH (n:A) WHERE n.k > 0 RETURN n"));
    assert_eq!(read("CREATE (n:A) SET n.k = 1"), None);
    assert_eq!(read("MATCH (n) DELETE n RETURN *"), None);
    let same = "MATCH (n) WHERE n:A AND n.k > 0 SET n.k = 2 RETURN n.k AS k";
    assert_eq!(written(text, "MATCH (n) WHERE n:A AND n.k > 0 RETURN n").as_deref(), Some(same));
    let hidden = "MATCH (n:A) UNWIND [1] AS q0 WITH n SET n.k = 2 RETURN n.k AS k";
    assert_eq!(written(text, "MATCH (n:A) UNWIND [1] AS q0 RETURN n").as_deref(), Some(hidden));
}
