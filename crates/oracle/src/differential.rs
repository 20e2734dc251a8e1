//! `differential`: two engines give the same rows.
//!
//! Two engines may differ on purpose. They are compared only where the references under their two profiles
//! agree, or where the reference does not model the construct; and never in what the language leaves open.

use quarrel_case::answer::Answer;
use quarrel_case::check::{Check, Step};
use quarrel_case::compare::{self, Comparison};
use quarrel_case::language::Failure;
use quarrel_case::law::{Law, Relation, Term};
use quarrel_case::value::Value;
use quarrel_case::verdict::{ErrorStatus, Role};

use crate::reference::{Expected, expected};
use crate::{About, Case, Oracle, Scene, Side, Unfit};

pub(crate) struct Differential;

static ABOUT: About = About {
    name: "differential",
    checks: "two engines give the same bag of rows, or both an error",
    source: "GDsmith, sections 3 and 4; RD2, section 3",
    preconditions: "the references under the two engines' profiles agree, or do not model the query",
    cost: 2,
    needs_peer: true,
    weight: 2,
};

impl Oracle for Differential {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn check(&self, case: &Case, scene: &Scene<'_>) -> Result<Check, Unfit> {
        let peer = scene.peer.ok_or_else(|| Unfit("no peer".to_owned()))?;
        let evaluation = scene.evaluation(case)?;
        if matches!(evaluation.result, Err(Failure::Unmodelled(_))) {
            return Ok(check(case, scene, peer, None, None));
        }
        match (expected(evaluation)?, expected(scene.evaluation_as(case, peer.profile)?)?) {
            (Expected::Error, Expected::Error) => Ok(check(case, scene, peer, None, Some(ErrorStatus::Must))),
            (Expected::Answer(answer, errors), Expected::Answer(other, also)) if same(&answer, &other) => {
                if is_open(&answer) {
                    return Err(Unfit("the answer is open in part".to_owned()));
                }
                let errors = if errors == also { errors } else { ErrorStatus::May };
                Ok(check(case, scene, peer, Some(answer), Some(errors)))
            }
            _ => Err(Unfit("the two engines differ on purpose".to_owned())),
        }
    }
}

fn check(
    case: &Case,
    scene: &Scene<'_>,
    peer: Side<'_>,
    answer: Option<Answer>,
    errors: Option<ErrorStatus>,
) -> Check {
    let query =
        |role, side: Side<'_>| Step::query(role, scene.language.print(&case.tree, side.dialect), errors);
    let steps = vec![
        Step::load(Role::Target),
        Step::load(Role::Peer),
        query(Role::Target, scene.target),
        query(Role::Peer, peer),
    ];
    let law = Law { left: Term::Answer(3), relation: Relation::BagEqual, right: Term::Answer(2) };
    // A query that must raise has no answers to compare: the steps' error status says it all.
    let law = (errors != Some(ErrorStatus::Must)).then_some(law);
    let reference = answer.is_some().then_some(0);
    let compare = scene.language.compare();
    Check { steps, law, constants: answer.into_iter().collect(), reference, compare }
}

fn same(left: &Answer, right: &Answer) -> bool {
    compare::answers(left, right) == Comparison::Equal
}

fn is_open(answer: &Answer) -> bool {
    answer.table().is_some_and(|table| table.rows.iter().flatten().any(Value::is_open))
}
