//! `reference`: the engine answers as the reference evaluator does under the engine's profile.

use quarrel_case::answer::Answer;
use quarrel_case::check::{Check, Step};
use quarrel_case::class;
use quarrel_case::graph::Graph;
use quarrel_case::language::{Evaluation, Failure, Session, Tree};
use quarrel_case::law::{Law, Relation, Term};
use quarrel_case::value::Value;
use quarrel_case::verdict::{ErrorStatus, Role};

use crate::{About, Case, Oracle, Scene, Unfit};

pub(crate) struct Reference;

static ABOUT: About = About {
    name: "reference",
    checks: "the engine gives the rows, their order, or the error that the reference evaluator gives; after a write \
             also the counters, the graph, and what is counted of it",
    source: "the language's specification and its conformance suite",
    preconditions: "the language determines the answer; the evaluation ends within its budget",
    cost: 1,
    needs_peer: false,
    invents: false,
    weight: 24,
};

/// The step that asks.
const ASKED: usize = 1;

impl Oracle for Reference {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn check(&self, case: &Case, scene: &Scene<'_>) -> Result<Check, Unfit> {
        let (evaluation, written) = scene.outcome(case)?;
        let steps = |errors, reference| {
            let asked = case.step(scene, Role::Target, scene.target, Some(errors));
            vec![Step::load(Role::Target), asked.knowing(reference)]
        };
        let mut check = match expected(evaluation)? {
            Expected::Error => Check { steps: steps(ErrorStatus::Must, None), ..Check::default() },
            Expected::Answer(answer, errors) => Check {
                steps: steps(errors, Some(0)),
                laws: vec![Law::expects(0, Relation::OrderEqual, ASKED)],
                constants: vec![answer],
                compare: scene.language.compare(),
                ..Check::default()
            },
        };
        let answers = !check.constants.is_empty();
        let determined = answers || scene.language.undoes_failed_writes();
        if let Some(mut session) = written.filter(|_| determined) {
            let graph = session.graph();
            check.steps.push(Step::dump(Role::Target));
            if answers {
                check.laws.push(Law::expects(0, Relation::CountersEqual, ASKED));
            }
            check.laws.push(Law {
                left: Term::Graph(0),
                relation: Relation::StateEqual,
                right: Term::Answer(ASKED + 1),
            });
            if answers {
                recount(&mut check, &case.graph, &graph, session.as_mut(), scene);
            }
            check.graphs.push(graph);
        }
        Ok(check)
    }
}

/// How many classes of elements are counted after a write: of a property graph's kinds, one each.
const RECOUNTED: usize = 5;

/// Asks how many elements the classes have of which the write has left more or fewer: what an engine keeps beside the
/// elements may be stale.
fn recount(check: &mut Check, before: &Graph, after: &Graph, session: &mut dyn Session, scene: &Scene<'_>) {
    let (language, target) = (scene.language, scene.target);
    let known = |tree: &Tree| language.features(tree).iter().all(|feature| target.features.allow(feature));
    for class in class::changed(before, after).iter().take(RECOUNTED) {
        let Some(tree) = language.count_of(class).filter(known) else { continue };
        if let Ok(Expected::Answer(answer, errors)) = expected(session.run(&tree, &scene.budget)) {
            check.laws.push(Law::expects(check.constants.len(), Relation::BagEqual, check.steps.len()));
            check.constants.push(answer);
            let text = language.print(&tree, target.dialect);
            check.steps.push(Step::query(Role::Target, text, Some(errors)));
        }
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

/// Whether the language leaves a value of the answer open.
pub(crate) fn is_open(answer: &Answer) -> bool {
    answer.table().is_some_and(|table| table.rows.iter().flatten().any(Value::is_open))
}
