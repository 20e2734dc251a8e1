//! One case before one oracle, outside a hunt.

use std::sync::Arc;

use quarrel_case::check::Check;
use quarrel_case::engine::Limits;
use quarrel_case::execute::{Cast, execute};
use quarrel_case::graph::Graph;
use quarrel_case::language::{Budget, Language, Tree};
use quarrel_case::verdict::Verdict;
use quarrel_oracle::{Case, Oracle, Scene};

use crate::target::Target;

/// What an oracle says of a case.
#[derive(Debug, Clone)]
pub struct Judged {
    /// What it says.
    pub verdict: Verdict,
    /// The check that it made; none when it made none, which the verdict explains.
    pub check: Option<Check>,
}

/// Judges an engine by one case.
pub fn judge(
    oracle: &dyn Oracle,
    language: &dyn Language,
    target: &mut Target,
    peer: Option<&mut Target>,
    graph: &Arc<Graph>,
    tree: &Tree,
) -> Judged {
    let case = Case { graph: Arc::clone(graph), tree: tree.clone() };
    let scene = Scene {
        language,
        target: target.side(),
        peer: peer.as_ref().map(|peer| peer.side()),
        budget: Budget::default(),
        known: None,
    };
    match oracle.check(&case, &scene) {
        Err(why) => Judged { verdict: Verdict::Inconclusive(why.to_string()), check: None },
        Ok(check) => {
            let mut cast = Cast { target: target.actor(), peer: peer.map(Target::actor) };
            let run = execute(&check, graph, language, &mut cast, &Limits::default());
            Judged { verdict: run.verdict, check: Some(check) }
        }
    }
}
