//! `reference`: the engine answers as the reference evaluator does under the engine's profile.

use quarrel_case::answer::Answer;
use quarrel_case::check::{Check, Step};
use quarrel_case::language::{Evaluation, Failure};
use quarrel_case::law::{Law, Relation};
use quarrel_case::verdict::{ErrorStatus, Role};

use crate::{About, Case, Oracle, Scene, Unfit};

pub(crate) struct Reference;

static ABOUT: About = About {
    name: "reference",
    checks: "the engine gives the rows, their order, or the error that the reference evaluator gives",
    source: "the language's specification and its conformance suite",
    preconditions: "the language determines the answer; the evaluation ends within its budget",
    cost: 1,
    needs_peer: false,
    weight: 6,
};

impl Oracle for Reference {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn check(&self, case: &Case, scene: &Scene<'_>) -> Result<Check, Unfit> {
        let expected = expected(scene.evaluation(case)?)?;
        let text = scene.language.print(&case.tree, scene.target.dialect);
        let step = |errors| vec![Step::load(Role::Target), Step::query(Role::Target, text, Some(errors))];
        Ok(match expected {
            Expected::Error => Check { steps: step(ErrorStatus::Must), ..Check::default() },
            Expected::Answer(answer, errors) => Check {
                steps: step(errors),
                law: Some(Law::expects(0, Relation::OrderEqual, 1)),
                constants: vec![answer],
                reference: Some(0),
                compare: scene.language.compare(),
            },
        })
    }
}

/// What the language determines of a query's answer.
pub(crate) enum Expected {
    /// An answer; what is known of errors beside it.
    Answer(Answer, ErrorStatus),
    /// Every order of evaluation raises.
    Error,
}

/// What the reference expects, if the language determines it.
pub(crate) fn expected(evaluation: Evaluation) -> Result<Expected, Unfit> {
    if let Some(why) = evaluation.open {
        return Err(Unfit(why));
    }
    match evaluation.result {
        Ok(answer) => Ok(Expected::Answer(answer, evaluation.errors)),
        Err(Failure::Query(_)) if evaluation.errors == ErrorStatus::Must => Ok(Expected::Error),
        Err(Failure::Query(_)) => Err(Unfit("the query may raise".to_owned())),
        Err(failure) => Err(Unfit(failure.to_string())),
    }
}
