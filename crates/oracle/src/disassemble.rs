//! `disassemble-…`: a query gives what its parts give when they are asked one after the other.
//!
//! Three oracles that differ in how a part hands over to the next what it gave (`quarrel_case::disassembly`). Where a
//! query may be cut the language knows. What the language leaves open is not compared, and a query that stands for
//! another as it is, as with barriers, must mean the same to the reference first: so a cut at the wrong place accuses
//! nobody.

use std::sync::Arc;

use quarrel_case::answer::Answer;
use quarrel_case::check::{Action, Check, Step, Text};
use quarrel_case::compare::{self, Comparison};
use quarrel_case::disassembly::{Handover, Piece, Task};
use quarrel_case::language::{Language, Tree};
use quarrel_case::law::{Law, Relation, Term};
use quarrel_case::verdict::{ErrorStatus, Role};

use crate::reference::{Expected, expected, is_open};
use crate::{About, Case, Oracle, Scene, Unfit};

pub(crate) struct Disassemble {
    about: About,
    handover: Handover,
}

pub(crate) static PARAMETERS: Disassemble = Disassemble {
    about: About {
        name: "disassemble-parameters",
        checks: "a query gives what its parts give, each asked of the ids or values that the part before it gave",
        preconditions: "what follows a cut depends on nothing but the rows that arrive there; the answer is determined",
        ..ABOUT
    },
    handover: Handover::Parameters,
};

pub(crate) static TABLE: Disassemble = Disassemble {
    about: About {
        name: "disassemble-table",
        checks: "a query gives what its parts give, each asked of the ids that are kept in vertices of their own",
        preconditions: "as disassemble-parameters; and nothing after a cut sees those vertices",
        cost: 6,
        ..ABOUT
    },
    handover: Handover::Table,
};

pub(crate) static BARRIER: Disassemble = Disassemble {
    about: About {
        name: "disassemble-barrier",
        checks: "a query gives what it gives with barriers between its parts",
        preconditions: "the reference sees no difference, and the answer is determined",
        cost: 2,
        ..ABOUT
    },
    handover: Handover::Barrier,
};

const ABOUT: About = About {
    name: "",
    checks: "",
    source: "QuDi, section 3",
    preconditions: "",
    cost: 4,
    needs_peer: false,
    invents: false,
    weight: 1,
};

/// The step that asks for the whole; the parts follow.
const WHOLE: usize = 1;

impl Oracle for Disassemble {
    fn about(&self) -> &About {
        match self.handover {
            Handover::Parameters => &PARAMETERS.about,
            Handover::Table => &TABLE.about,
            Handover::Barrier => &BARRIER.about,
        }
    }

    fn speaks(&self, language: &dyn Language) -> bool {
        language.handovers().contains(&self.handover)
    }

    fn check(&self, case: &Case, scene: &Scene<'_>) -> Result<Check, Unfit> {
        if scene.language.writes(&case.tree) {
            return Err(Unfit("a write is not taken apart".to_owned()));
        }
        scene.counts_each(|| Arc::clone(&case.graph))?;
        let whole = expected(scene.evaluation(case)?)?;
        let pieces =
            scene.language.disassemble(&case.tree, self.handover, scene.target.profile, scene.target.dialect);
        let pieces = pieces.map_err(|why| Unfit(why.to_owned()))?;
        // Of a table ids never leave the engine: one whose ids are of its own making, for which queries leave them out,
        // has it too.
        let keeps_ids = self.handover == Handover::Table;
        if !keeps_ids && pieces.iter().any(|piece| !knows(scene, &piece.text)) {
            return Err(Unfit("the engine lacks what the parts need".to_owned()));
        }
        if let [Piece { task: Task::Ask(tree), .. }] = pieces.as_slice() {
            agree(&whole, &evaluated(tree, case, scene)?)?;
        }
        match whole {
            Expected::Error => raising(pieces, case, scene),
            Expected::Answer(answer, _) if is_open(&answer) => {
                Err(Unfit("the answer is open in part".to_owned()))
            }
            Expected::Answer(answer, errors) => Ok(answering(pieces, case, scene, answer, errors)),
        }
    }
}

/// Whether the target knows all that a text uses, by what it is when nothing fills its holes.
fn knows(scene: &Scene<'_>, text: &Text) -> bool {
    let tree = scene.language.parse(&text.filled(|hole| hole.none.clone()));
    let allowed = |tree: &Tree| {
        let features = scene.language.features(tree);
        features.into_iter().all(|feature| scene.target.features.allow(feature))
    };
    scene.target.features.without.is_empty() || tree.is_ok_and(|tree| allowed(&tree))
}

/// The whole and its parts end in the same rows.
fn answering(
    pieces: Vec<Piece>,
    case: &Case,
    scene: &Scene<'_>,
    answer: Answer,
    errors: ErrorStatus,
) -> Check {
    let whole = case.step(scene, Role::Target, scene.target, Some(errors));
    let mut steps = vec![Step::load(Role::Target), whole.knowing(Some(0))];
    let last = pieces.iter().rposition(|piece| matches!(piece.task, Task::Ask(_))).unwrap_or_default();
    steps.extend(pieces.into_iter().map(|piece| step(piece, Some(errors))));
    if let Some(last) = steps.get_mut(last + WHOLE + 1) {
        last.reference = Some(0);
    }
    let law = Law {
        left: Term::Answer(last + WHOLE + 1),
        relation: Relation::BagEqual,
        right: Term::Answer(WHOLE),
    };
    Check {
        steps,
        laws: vec![law],
        constants: vec![answer],
        compare: scene.language.compare(),
        ..Check::default()
    }
}

/// The whole raises, and so does the first part up to which the query does.
fn raising(pieces: Vec<Piece>, case: &Case, scene: &Scene<'_>) -> Result<Check, Unfit> {
    let must = Some(ErrorStatus::Must);
    let mut steps = vec![Step::load(Role::Target), case.step(scene, Role::Target, scene.target, must)];
    let (mut raised, mut ended) = (false, Vec::new());
    for piece in pieces {
        match &piece.task {
            Task::Tidy => ended.push(step(piece, None)),
            _ if raised => {}
            Task::Keep => ended.push(step(piece, None)),
            Task::Ask(tree) => {
                raised = matches!(evaluated(tree, case, scene)?, Expected::Error);
                ended.push(step(piece, raised.then_some(ErrorStatus::Must)));
            }
        }
    }
    steps.extend(ended);
    if raised { Ok(Check { steps, ..Check::default() }) } else { Err(Unfit("no part must raise".to_owned())) }
}

fn step(piece: Piece, errors: Option<ErrorStatus>) -> Step {
    let text = piece.text.after(WHOLE + 1);
    match piece.task {
        Task::Ask(_) => Step { errors, ..Step::new(Role::Target, Action::Query(text)) },
        Task::Keep => Step::new(Role::Target, Action::Write(text)),
        Task::Tidy => Step { finally: true, ..Step::new(Role::Target, Action::Write(text)) },
    }
}

fn evaluated(tree: &Tree, case: &Case, scene: &Scene<'_>) -> Result<Expected, Unfit> {
    let part = Case::new(Arc::clone(&case.graph), tree.clone());
    expected(scene.evaluation_as(&part, scene.target.profile)?)
}

/// A query that stands for another means the same to the reference.
fn agree(whole: &Expected, other: &Expected) -> Result<(), Unfit> {
    let same = match (whole, other) {
        (Expected::Error, Expected::Error) => true,
        (Expected::Answer(whole, errors), Expected::Answer(other, also)) => {
            errors == also && compare::answers(&unordered(whole), other) == Comparison::Equal
        }
        _ => false,
    };
    if same { Ok(()) } else { Err(Unfit("the parts mean something else".to_owned())) }
}

fn unordered(answer: &Answer) -> Answer {
    let mut answer = answer.clone();
    if let Answer::Table(table) = &mut answer {
        table.order = None;
    }
    answer
}
