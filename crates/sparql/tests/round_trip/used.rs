//! Random trees are evaluated and reduced: no panic, no unbounded run, and every candidate is smaller and legal.

use quarrel_case::graph::{Dataset, Graph};
use quarrel_case::language::{Budget, Ground, Language, Tree};
use quarrel_case::nquads;
use quarrel_case::profile::{Dialect, Profile};
use quarrel_sparql::features;
use quarrel_sparql::language::Sparql;

use super::Trees;

const DATA: &str = "<http://e/a> <http://e/a> <urn:z> .
<urn:z> <http://e/a> <http://e/a> .
<http://e/a> <http://e/x/> \"1\"^^<http://www.w3.org/2001/XMLSchema#integer> .
<http://e/a> <urn:z> <<( <http://e/a> <urn:z> \"a\"@en )>> .
_:b <http://e/x/> _:c .
<http://e/a> <http://e/a> \"1.0\" <http://e/a> .
<http://e/a> <urn:z> _:b <urn:z> .
";

fn graph() -> Graph {
    Graph::Rdf(Dataset::new(nquads::read(DATA).expect("quads")))
}

#[test]
fn every_tree_is_evaluated_within_its_budget() {
    let budget = Budget { rows: 500, steps: 20_000 };
    let graph = graph();
    for seed in 0..1_000 {
        let trees = [Tree::new(Trees::new(seed).query()), Tree::new(Trees::new(seed).update())];
        for tree in trees {
            let mut session = Sparql.session(&graph, &Profile::default()).expect("a session");
            let first = session.run(&tree, &budget);
            assert!(Sparql.writes(&tree) || session.graph() == graph, "seed {seed}");
            if !Sparql.writes(&tree) {
                assert_eq!(session.run(&tree, &budget), first, "seed {seed}");
            }
            let known = Sparql.features(&tree);
            assert!(known.iter().all(|feature| features::ALL.contains(feature)), "seed {seed}: {known:?}");
        }
    }
}

#[test]
fn every_tree_shrinks_to_smaller_ones_that_read_back() {
    let (graph, profile) = (graph(), Profile::default());
    let ground = Ground { graph: &graph, profile: &profile, budget: Budget { rows: 200, steps: 5_000 } };
    for seed in 0..12 {
        let trees = [Tree::new(Trees::new(seed).query()), Tree::new(Trees::new(seed).update())];
        for tree in trees {
            for smaller in Sparql.shrink(&tree, &ground) {
                assert!(Sparql.size(&smaller) < Sparql.size(&tree), "seed {seed}");
                let text = Sparql.print(&smaller, &Dialect::default());
                let back = Sparql.parse(&text).unwrap_or_else(|error| panic!("seed {seed}: {error}: {text}"));
                assert_eq!(Sparql.tree_to_json(&back), Sparql.tree_to_json(&smaller), "seed {seed}: {text}");
            }
        }
    }
}
