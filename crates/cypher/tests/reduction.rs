//! What reduction comes to, with a profile in the place of an engine that is wrong.

#[path = "support/setup.rs"]
mod setup;

use std::collections::BTreeSet;
use std::sync::Arc;

use quarrel_case::choices::Choices;
use quarrel_case::graph::{Graph, Model, PropertyGraph};
use quarrel_case::language::{Budget, Ground, Guidance, Language, Setting, Tree, evaluate};
use quarrel_case::profile::{Dialect, Features, Profile};
use quarrel_cypher::evaluate::Parameters;
use quarrel_cypher::language::Cypher;
use quarrel_graph::Sizes;

fn graph(patterns: &str) -> Graph {
    let mut graph = PropertyGraph::default();
    if !patterns.is_empty() {
        setup::run(&mut graph, &format!("CREATE {patterns}"), &Parameters::new()).expect(patterns);
    }
    Graph::Property(graph)
}

fn profile(switch: &str, value: &str) -> Profile {
    Profile { switches: [(switch.to_owned(), value.to_owned())].into(), fault: None }
}

fn text(tree: &Tree) -> String {
    Cypher.print(tree, &Dialect::default())
}

/// What a profile makes of a query, as text: NaN is not equal to itself.
fn outcome(graph: &Graph, tree: &Tree, profile: &Profile) -> String {
    let evaluation = evaluate(&Cypher, graph, tree, profile, &Budget::default()).expect("known switches");
    match evaluation.result {
        Ok(answer) if evaluation.open.is_none() => answer.to_json()["rows"].to_string(),
        _ => String::new(),
    }
}

/// Whether the accused profile gives another answer than the standard.
fn differs(graph: &Graph, tree: &Tree, accused: &Profile) -> bool {
    let [right, wrong] = [&Profile::default(), accused].map(|profile| outcome(graph, tree, profile));
    !right.is_empty() && !wrong.is_empty() && right != wrong
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
    Cypher.faults().iter().map(|fault| (fault.name.to_owned(), faulty(fault.name))).collect()
}

/// Calls `each` with so many generated cases and their graphs.
fn cases(rounds: u64, mut each: impl FnMut(&Arc<Graph>, &Tree)) {
    let choices = Choices::new(5);
    for round in 0..rounds {
        let (round, features) = (choices.numbered("round", round), Features::default());
        let graph =
            quarrel_graph::generate(Model::Property, Sizes::default(), &features, &mut round.stream("graph"));
        let setting = Setting {
            graph: Arc::new(graph),
            profile: Profile::default(),
            features,
            length: 9,
            patterns: 3,
            depth: 3,
            guidance: Guidance::Full,
            budget: Budget::default(),
        };
        let mut generator = Cypher.generator(&setting).expect("the standard profile");
        for case in 0..20 {
            each(&setting.graph, &generator.next(&mut round.numbered("case", case)).tree);
        }
    }
}

/// Prints where many generated queries end: `cargo test --release --test reduction -- --ignored --nocapture`.
#[test]
#[ignore = "prints figures, checks nothing"]
fn figures() {
    for (name, accused) in faulty() {
        let (mut found, mut calls) = (Vec::new(), Vec::new());
        cases(150, |graph, tree| {
            let keep = |tree: &Tree| differs(graph, tree, &accused);
            if found.len() < 8 && keep(tree) {
                let (tree, tried) = reduce(graph, tree, &keep);
                calls.push(tried);
                found.push(format!("{} [{}]", text(&tree), Cypher.shape(&tree).join(" ")));
            }
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

#[test]
fn placeholder() {
    let graph = graph("(:A {k: 1})");
    let tree = Cypher.parse("RETURN 1 IN [2, null] AS x").unwrap();
    let (tree, _) = reduce(&graph, &tree, &|tree| differs(&graph, tree, &profile("null-in-lists", "false")));
    println!("{}", text(&tree));
}
