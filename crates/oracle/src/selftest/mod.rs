//! The self-test: an oracle may accuse an engine only after it has been proven on the reference evaluator.
//!
//! *Soundness*: against the reference, which is fed with text, no oracle has anything to say, whether the reference has
//! the standard's profile or any one switch set otherwise. *Sight*: with each planted fault switched on in turn, some
//! oracle says something; the table shows which, and after how many cases. Cases are drawn as in a hunt, and no
//! oracle, generator or profile is told which fault is on.

mod sight;
mod soundness;
mod stream;
mod worked;

use quarrel_case::check::Check;
use quarrel_case::engine::{Engine, Limits};
use quarrel_case::execute::{Actor, Cast, execute};
use quarrel_case::graph::Graph;
use quarrel_case::language::{Budget, Language};
use quarrel_case::played::Played;
use quarrel_case::profile::{Dialect, Profile};
use quarrel_case::verdict::Verdict;

use crate::{Case, Oracle, Scene, Side};

pub use sight::{Sight, sight};
pub use soundness::{Broken, Soundness, profiles, soundness};
pub use worked::{Worked, worked};

/// How much is tried.
#[derive(Debug, Clone, Copy)]
pub struct Extent {
    /// Where the cases come from.
    pub seed: u64,
    /// Cases of each oracle and profile, and of each oracle and fault.
    pub cases: usize,
    /// Cases of the oracles that know the answer, for each fault.
    pub known_cases: usize,
}

impl Default for Extent {
    fn default() -> Self {
        Self { seed: 1, cases: 200, known_cases: 5_000 }
    }
}

/// How often a case is drawn at most for each that an oracle makes a check of.
const DRAWS: usize = 40;

/// What an evaluation may cost: as in a hunt, without the longest.
const BUDGET: Budget = Budget { rows: 5_000, steps: 300_000 };

/// The plan that the reference can be asked for. It has one way only to evaluate a query, so that nothing may change:
/// what shows is what it keeps from one query to the next.
pub const PLAN: &str = "other";

/// A profile under which engines are asked, with what a scene needs beside it.
struct Ground {
    profile: Profile,
    dialect: Dialect,
    features: quarrel_case::profile::Features,
    plans: Vec<String>,
}

impl Ground {
    fn new(profile: Profile) -> Self {
        let plans = vec![PLAN.to_owned()];
        Self { profile, dialect: Dialect::default(), features: Default::default(), plans }
    }

    fn side(&self) -> Side<'_> {
        let Self { profile, dialect, features, plans } = self;
        Side { profile, dialect, features, plans }
    }

    fn scene<'a>(&'a self, language: &'a dyn Language, oracle: &dyn Oracle) -> Scene<'a> {
        let peer = oracle.about().needs_peer.then(|| self.side());
        Scene { language, target: self.side(), peer, budget: BUDGET, known: None, known_of_peer: None }
    }
}

/// The check that an oracle makes of a drawn case, or why it makes none.
fn check(
    oracle: &dyn Oracle,
    drawn: &stream::Drawn,
    ground: &Ground,
    language: &dyn Language,
) -> Result<(Case, Check), String> {
    let scene = ground.scene(language, oracle);
    let scene = Scene { known: Some(&drawn.candidate.evaluation), ..scene };
    let mut choices = drawn.choices.stream(oracle.about().name);
    let case = if oracle.about().invents {
        let invented = oracle.invent(&drawn.graph, &Scene { known: None, ..scene }, &mut choices);
        invented.ok_or_else(|| "the graph has nothing to ask about".to_owned())?
    } else {
        let mut case = Case::new(drawn.graph.clone(), drawn.candidate.tree.clone());
        case.parameters = oracle.draw(&case, &scene, &mut choices);
        case
    };
    let scene = if oracle.about().invents { Scene { known: None, ..scene } } else { scene };
    let check = oracle.check(&case, &scene).map_err(|unfit| unfit.to_string())?;
    Ok((case, check))
}

/// What a check says of the reference played by one engine, or by two.
fn verdict(
    check: &Check,
    graph: &std::sync::Arc<Graph>,
    ground: &Ground,
    language: &dyn Language,
    target: &mut Played<'_>,
    peer: Option<&mut Played<'_>>,
) -> Verdict {
    fn actor<'a>(engine: &'a mut dyn Engine, ground: &'a Ground) -> Actor<'a> {
        Actor { engine, dialect: &ground.dialect, profile: &ground.profile }
    }
    let peer = peer.map(|peer| actor(peer, ground));
    let mut cast = Cast { target: actor(target, ground), peer };
    execute(check, graph, language, &mut cast, &Limits::default()).verdict
}
