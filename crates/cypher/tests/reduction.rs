//! What reduction comes to, with a profile in the place of an engine that is wrong.

#[path = "../../graph/support/cases.rs"]
mod generated;
#[path = "support/graph.rs"]
mod support;

use std::collections::BTreeSet;
use std::sync::Arc;

use quarrel_case::graph::Graph;
use quarrel_case::language::{Budget, Evaluation, Failure, Ground, Guidance, Language, Tree, evaluate};
use quarrel_case::profile::{Dialect, Profile};
use quarrel_case::verdict::ErrorStatus;
use quarrel_cypher::language::Cypher;

fn graph(patterns: &str) -> Graph {
    Graph::Property(support::graph(patterns))
}

fn profile(switch: &str, value: &str) -> Profile {
    Profile { switches: [(switch.to_owned(), value.to_owned())].into(), fault: None }
}

fn text(tree: &Tree) -> String {
    Cypher.print(tree, &Dialect::default())
}

/// How an accused profile fails with a query: rows that are not those of the standard, an error, a crash, a hang;
/// none when it does not, or when nobody can say.
fn failure(graph: &Graph, tree: &Tree, accused: &Profile) -> Option<&'static str> {
    let answer = |profile: &Profile| {
        evaluate(&Cypher, graph, tree, profile, &Budget::default()).expect("a known profile")
    };
    // By their text, because NaN is not equal to itself.
    let rows = |evaluation: &Evaluation| match &evaluation.result {
        Ok(answer) if evaluation.open.is_none() => Some(answer.to_json()["rows"].to_string()),
        _ => None,
    };
    let right = answer(&Profile::default());
    let wrong = answer(accused);
    match (&right.errors, &wrong.result) {
        (_, Err(Failure::Crashed(_))) => Some("crash"),
        (_, Err(Failure::Hung)) => Some("hang"),
        (ErrorStatus::Must, Ok(_)) => Some("missing error"),
        (ErrorStatus::Never, Err(Failure::Query(_))) => Some("error"),
        (_, Ok(_)) => (rows(&right)? != rows(&wrong)?).then_some("rows"),
        _ => None,
    }
}

/// Reduces as a hunt does; gives the query and how many were tried.
fn reduce(graph: &Graph, tree: &Tree, keep: &dyn Fn(&Tree) -> bool) -> (Tree, usize) {
    let ground = Ground { graph, profile: &Profile::default(), budget: Budget::default() };
    let mut tried = BTreeSet::new();
    let mut tree = tree.clone();
    loop {
        let size = Cypher.size(&tree);
        let smaller = Cypher.shrink(&tree, &ground).into_iter().find(|candidate| {
            Cypher.size(candidate) < size && tried.insert(text(candidate)) && keep(candidate)
        });
        match smaller {
            Some(smaller) => tree = smaller,
            None => return (tree, tried.len()),
        }
    }
}

/// Profiles that are wrong: one per planted fault.
fn faulty() -> Vec<(String, Profile)> {
    let faulty = |name: &str| Profile { switches: [].into(), fault: Some(name.to_owned()) };
    Cypher.faults().iter().map(|fault| (fault.id.to_owned(), faulty(fault.id))).collect()
}

/// Calls `each` with so many generated cases and their graphs.
fn cases(rounds: usize, mut each: impl FnMut(&Arc<Graph>, &Tree)) {
    let looked =
        generated::cases(&Cypher, 5, rounds * 20, 20, Guidance::Full, |setting, generator, choices| {
            each(&setting.graph, &generator.next(choices).tree);
        });
    looked.expect("the standard profile");
}

#[test]
#[ignore = "prints figures, checks nothing"]
fn figures() {
    for (name, accused) in faulty() {
        let (mut found, mut calls) = (Vec::new(), Vec::new());
        cases(60, |graph, tree| {
            let Some(shown) = failure(graph, tree, &accused).filter(|_| found.len() < 8) else { return };
            let keep = |tree: &Tree| failure(graph, tree, &accused) == Some(shown);
            let (tree, tried) = reduce(graph, tree, &keep);
            calls.push(tried);
            found.push(format!("{} [{}]", text(&tree), Cypher.shape(&tree).join(" ")));
        });
        found.sort();
        println!("{name}: calls {calls:?}");
        found.iter().for_each(|text| println!("  {text}"));
    }
}

/// Prints what candidates cost.
#[test]
#[ignore = "prints figures, checks nothing"]
fn costs() {
    let mut counts = Vec::new();
    cases(10, |graph, tree| {
        let ground = Ground { graph, profile: &Profile::default(), budget: Budget::default() };
        counts.push(Cypher.shrink(tree, &ground).len());
    });
    counts.sort_unstable();
    println!("candidates: {counts:?}");
}

/// Each start with what it ends as, when the accused profile must keep failing.
#[test]
fn what_fails_for_one_cause_ends_as_one_text() {
    let parallel = "(a:A {k: 1, l: 'x'})-[:R]->(b:B {k: 2}), (a)-[:R]->(b), (:A:B {k: null})";
    for (switch, value, end, starts) in [
        (
            "null-in-lists",
            "false",
            "RETURN 1 IN [null] AS x",
            &[
                "MATCH (n:A) WITH n.k AS k, 3 AS l WHERE l > 2 RETURN k + 1 IN [7, null] AS x, l AS y",
                "UNWIND [2, 3] AS u MATCH (n) WHERE NOT (u IN [null, 'a'] AND true) RETURN n, u ORDER BY u LIMIT 3",
                "MATCH (m)-->(n) RETURN count(*) AS c, any(y IN [4] WHERE y IN [m.k, n.q]) AS d",
            ][..],
        ),
        (
            "relationship-uniqueness",
            "none",
            "MATCH ()-->()<--() RETURN 1 AS x",
            &[
                "MATCH (n)-[p]->(m:B), (o)-[q:R]->(m) WHERE n.k = 1 WITH n, count(*) AS c RETURN c AS d ORDER BY d",
                "UNWIND [1, 2, 3] AS u MATCH (a)-->(b)<--(c) RETURN a.k + u AS x, c.l AS y",
            ],
        ),
    ] {
        let (graph, accused) = (graph(parallel), profile(switch, value));
        for start in starts {
            let tree = Cypher.parse(start).unwrap();
            let fails = |tree: &Tree| failure(&graph, tree, &accused).is_some();
            assert!(fails(&tree), "{start}");
            assert_eq!(text(&reduce(&graph, &tree, &fails).0), end, "{start}");
        }
    }
}

#[test]
fn an_expression_is_reduced_to_itself() {
    let graph = graph("(:A {k: 1})");
    let accused = profile("null-in-lists", "false");
    let tree = Cypher
        .parse("MATCH (n:A) WITH n.k AS k, 3 AS l WHERE l > 2 RETURN k + 1 IN [7, null] AS x, l AS y")
        .unwrap();
    let (tree, _) = reduce(&graph, &tree, &|tree| failure(&graph, tree, &accused).is_some());
    assert_eq!(text(&tree), "RETURN 1 IN [null] AS x");
}
