//! `crash`: the engine answers, with rows or with an error of the query's own.

use quarrel_case::check::{Check, Step};
use quarrel_case::verdict::Role;

use crate::{About, Case, Oracle, Scene, Unfit};

pub(crate) struct Crash;

static ABOUT: About = About {
    name: "crash",
    checks: "the engine neither crashes nor hangs nor reports an error of its own code",
    source: "GDsmith, oracle RANDOM_CRASH",
    preconditions: "none",
    cost: 1,
    needs_peer: false,
    invents: false,
    weight: 1,
};

impl Oracle for Crash {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn check(&self, case: &Case, scene: &Scene<'_>) -> Result<Check, Unfit> {
        let steps = vec![Step::load(Role::Target), case.step(scene, Role::Target, scene.target, None)];
        Ok(Check { steps, ..Check::default() })
    }
}
