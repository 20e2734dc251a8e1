//! `differential`: two engines give the same rows.
//!
//! Two engines may differ on purpose. They are compared only where the references under their two profiles
//! agree, or where the reference does not model the construct; and never in what the language leaves open.

use quarrel_case::answer::Answer;
use quarrel_case::check::{Action, Check, Step};
use quarrel_case::compare::{self, Comparison};
use quarrel_case::graph::Graph;
use quarrel_case::language::Failure;
use quarrel_case::law::{Law, Relation, Term};
use quarrel_case::state;
use quarrel_case::verdict::{ErrorStatus, Role};

use crate::reference::{Expected, expected, is_open};
use crate::{About, Case, Oracle, Scene, Side, Unfit};

pub(crate) struct Differential;

static ABOUT: About = About {
    name: "differential",
    checks: "two engines give the same bag of rows, or both an error; after a write also the same graph",
    source: "GDsmith, sections 3 and 4; RD2, section 3",
    preconditions: "the references under the two engines' profiles agree, or do not model the query",
    cost: 2,
    needs_peer: true,
    invents: false,
    weight: 8,
};

impl Oracle for Differential {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn check(&self, case: &Case, scene: &Scene<'_>) -> Result<Check, Unfit> {
        let peer = scene.peer.ok_or_else(|| Unfit("no peer".to_owned()))?;
        let (evaluation, written) = scene.outcome(case)?;
        let after = written.map(|session| session.graph());
        if matches!(evaluation.result, Err(Failure::Unmodelled(_))) {
            return Ok(check(case, scene, peer, None, None));
        }
        if !leave_the_same(case, scene, peer, after.as_ref())? {
            return Err(on_purpose());
        }
        // Which of two graphs is wrong, the reference knows.
        let knowing = |mut check: Check| {
            check.graphs = after.iter().cloned().collect();
            let dumps = check.steps.iter_mut().filter(|step| step.action == Action::Dump);
            dumps.for_each(|dump| dump.reference = after.as_ref().map(|_| 0));
            check
        };
        match (expected(evaluation)?, expected(scene.evaluation_of_peer(case, peer)?)?) {
            (Expected::Error, Expected::Error) => {
                Ok(knowing(check(case, scene, peer, None, Some(ErrorStatus::Must))))
            }
            (Expected::Answer(answer, errors), Expected::Answer(other, also)) if same(&answer, &other) => {
                if is_open(&answer) {
                    return Err(Unfit("the answer is open in part".to_owned()));
                }
                let errors = if errors == also { errors } else { ErrorStatus::May };
                Ok(knowing(check(case, scene, peer, Some(answer), Some(errors))))
            }
            _ => Err(on_purpose()),
        }
    }
}

fn on_purpose() -> Unfit {
    Unfit("the two engines differ on purpose".to_owned())
}

/// Whether a write leaves the same graph under both profiles: one engine may store a term in a form of its own, so that
/// their graphs differ although both give the same answers.
fn leave_the_same(
    case: &Case,
    scene: &Scene<'_>,
    peer: Side<'_>,
    after: Option<&Graph>,
) -> Result<bool, Unfit> {
    let Some(after) = after.filter(|_| scene.target.profile != peer.profile) else { return Ok(true) };
    let (_, session) = scene.written(case, peer.profile)?;
    Ok(!matches!(state::compare(after, &session.graph()), Comparison::Different(_)))
}

fn check(
    case: &Case,
    scene: &Scene<'_>,
    peer: Side<'_>,
    answer: Option<Answer>,
    errors: Option<ErrorStatus>,
) -> Check {
    let reference = answer.is_some().then_some(0);
    let mut steps = vec![
        Step::load(Role::Target),
        Step::load(Role::Peer),
        case.step(scene, Role::Target, scene.target, errors).knowing(reference),
        case.step(scene, Role::Peer, peer, errors).knowing(reference),
    ];
    let equal =
        |peer, relation, target| Law { left: Term::Answer(peer), relation, right: Term::Answer(target) };
    let mut laws = Vec::new();
    let fails = errors == Some(ErrorStatus::Must);
    // A query that must raise has no answers to compare: the steps' error status says it all.
    if !fails {
        laws.push(equal(3, Relation::BagEqual, 2));
    }
    if scene.language.writes(&case.tree) && (!fails || scene.language.undoes_failed_writes()) {
        steps.extend([Step::dump(Role::Target), Step::dump(Role::Peer)]);
        laws.push(equal(5, Relation::StateEqual, 4));
    }
    let compare = scene.language.compare();
    Check { steps, laws, constants: answer.into_iter().collect(), compare, ..Check::default() }
}

fn same(left: &Answer, right: &Answer) -> bool {
    compare::answers(left, right) == Comparison::Equal
}
