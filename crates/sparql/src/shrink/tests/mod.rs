use quarrel_case::answer::Answer;
use quarrel_case::graph::{Graph, Model};
use quarrel_case::language::{Budget, Language, Tree, evaluate};
use quarrel_case::profile::Profile;

use super::*;
use crate::language::Sparql;

mod cuts;
mod ends;
mod wrong;

const DATA: &str = "<http://e/a> <http://e/p> <http://e/b> .\n\
    <http://e/a> <http://e/v> \"7\"^^<http://www.w3.org/2001/XMLSchema#integer> .\n\
    <http://e/b> <http://e/v> \"9\"^^<http://www.w3.org/2001/XMLSchema#integer> .\n\
    <http://e/b> <http://e/n> \"bob\"@en-GB .\n\
    <http://e/c> <http://e/v> \"x\" .\n";

fn data() -> Graph {
    Graph::from_text(DATA, Model::Rdf).unwrap()
}

fn text(query: &Query) -> String {
    print(query, &Spelling::default())
}

/// The candidates' texts.
fn candidates(query: &str, graph: &Graph) -> Vec<String> {
    let query = parse(query).unwrap();
    let profile = Profile::default();
    let ground = Ground { graph, profile: &profile, budget: Budget::default() };
    shrink(&query, &ground).iter().map(text).collect()
}

/// What a query answers; none when it gives no answer.
fn answer(query: &Query, graph: &Graph) -> Option<Answer> {
    let tree = Tree::new(query.clone());
    evaluate(&Sparql, graph, &tree, &Profile::default(), &Budget::default()).ok()?.result.ok()
}

/// Reduces as the hunt does; also how many candidates it tried.
fn reduce(query: &Query, graph: &Graph, fails: &dyn Fn(&Query) -> bool) -> (Query, usize) {
    let profile = Profile::default();
    let ground = Ground { graph, profile: &profile, budget: Budget::default() };
    let mut best = query.clone();
    let mut tried = BTreeSet::new();
    loop {
        let full = size(&best);
        let candidates = shrink(&best, &ground).into_iter();
        let mut fresh = candidates.filter(|candidate| tried.insert(text(candidate)));
        match fresh.find(|candidate| fails(candidate)) {
            Some(smaller) => {
                assert!(size(&smaller) < full, "{}\n{}", text(&best), text(&smaller));
                best = smaller;
            }
            None => return (best, tried.len()),
        }
    }
}
