//! `plan`: a query gives the same under another plan than the one that the engine chooses.
//!
//! A wrong rewriting of the optimiser's, or a wrong operator of one runtime, shows beside the plan that does without it,
//! whatever the right answer is. Which plans a query can ask an engine for is data of the catalogue; an engine that has
//! none is not asked.

use quarrel_case::check::Check;
use quarrel_case::choices::Choices;
use serde_json::Value as Json;

use super::{ABOUT, twice};
use crate::{About, Case, Oracle, Scene, Side, Unfit};

pub(crate) struct Planned;

static PLAN: About = About {
    name: "plan",
    checks: "a query gives the same rows under another plan: another planner or runtime, or the optimiser without a part",
    source: "relations between plans (NoREC; DQP: Ba and Rigger, SIGMOD 2024, query hints and switches)",
    preconditions: "the query reads, the language determines its answer, and the catalogue knows plans that a query can ask the engine for; an optimiser that is an option of the whole engine (`NAME?optimizer=off`) is held beside itself by `differential`",
    ..ABOUT
};

impl Oracle for Planned {
    fn about(&self) -> &About {
        &PLAN
    }

    fn suits(&self, target: Side<'_>) -> bool {
        !target.plans.is_empty()
    }

    fn draw(&self, _case: &Case, scene: &Scene<'_>, choices: &mut Choices) -> Json {
        choices.pick(scene.target.plans).map_or(Json::Null, |plan| Json::String(plan.clone()))
    }

    fn check(&self, case: &Case, scene: &Scene<'_>) -> Result<Check, Unfit> {
        let plan =
            case.parameters.as_str().ok_or_else(|| Unfit("the engine has no plan to ask for".to_owned()))?;
        if !scene.target.plans.iter().any(|known| known == plan) {
            return Err(Unfit(format!("the engine has no plan {plan:?}")));
        }
        twice(case, scene, |inquiry| inquiry.under(plan))
    }
}
