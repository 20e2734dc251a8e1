//! The one executor: runs the steps of a check on engines and judges its law.
//!
//! Hunting, replay, reduction and the self-test all call [`execute`], so that a finding is always judged by
//! the same rules. It does no I/O of its own: engines do, behind their trait.

use std::sync::Arc;

use serde_json::Value as Json;

use crate::answer::{self, Answer, Outcome, QueryError, Table};
use crate::check::{Action, Arrangement, Check, PLAN, Step, Text};
use crate::compare::{self, Comparison, Difference, Symptom};
use crate::engine::{Engine, Limits, Request};
use crate::graph::Graph;
use crate::holes;
use crate::language::{Language, comparable};
use crate::law::{Judgement, Law, Quantity, Relation, Term, Unjudged};
use crate::profile::{Dialect, Profile};
use crate::state;
use crate::verdict::{ErrorStatus, Kind, Role, Verdict, Violation};

/// Why nothing is said of a check whose graph an engine answers with an error.
pub const GRAPH_REFUSED: &str = "the engine does not take the graph";

/// Why nothing is said of a check of which an engine was never asked a part.
pub const ENGINE_ABSENT: &str = "the engine is not there";

/// The engines that a check talks to.
pub struct Cast<'a> {
    /// The engine under test.
    pub target: Actor<'a>,
    /// The engine that it is compared with.
    pub peer: Option<Actor<'a>>,
}

/// An engine of a check, how its texts are spelled and what it does differently on purpose.
pub struct Actor<'a> {
    /// The engine.
    pub engine: &'a mut dyn Engine,
    /// How its texts are spelled.
    pub dialect: &'a Dialect,
    /// What it does differently on purpose.
    pub profile: &'a Profile,
}

/// What a step did.
#[derive(Debug, Clone, Default)]
pub struct StepRun {
    /// The texts that were sent, holes filled.
    pub texts: Vec<String>,
    /// What came back; none when the step was not run.
    pub outcome: Option<Outcome>,
    /// The graph, of a dump.
    pub graph: Option<Graph>,
}

/// What a check did.
#[derive(Debug, Clone)]
pub struct Run {
    /// A record per step.
    pub steps: Vec<StepRun>,
    /// What the check says.
    pub verdict: Verdict,
}

/// Runs a check on the graph.
pub fn execute(
    check: &Check,
    graph: &Arc<Graph>,
    language: &dyn Language,
    cast: &mut Cast<'_>,
    limits: &Limits,
) -> Run {
    let mut execution = Execution {
        check,
        graph,
        language,
        limits,
        arrangement: Arrangement::default(),
        runs: vec![StepRun::default(); check.steps.len()],
        verdict: None,
    };
    for index in 0..check.steps.len() {
        if execution.verdict.is_none() || check.steps[index].finally {
            let decided = execution.step(index, cast);
            // The first thing that is wrong is what the check says; a step that tidies up may add nothing.
            execution.verdict = execution.verdict.take().or_else(|| execution.first(index, decided?));
        }
    }
    let verdict = execution.verdict.take().unwrap_or_else(|| execution.judge());
    Run { steps: execution.runs, verdict }
}

struct Execution<'a> {
    check: &'a Check,
    graph: &'a Arc<Graph>,
    language: &'a dyn Language,
    limits: &'a Limits,
    arrangement: Arrangement,
    runs: Vec<StepRun>,
    verdict: Option<Verdict>,
}

impl Execution<'_> {
    /// What a step decided, but where it only tidies up after a law that is broken already.
    fn first(&self, index: usize, decided: Verdict) -> Option<Verdict> {
        let earlier = self.check.steps[index].finally.then(|| self.judge());
        earlier.filter(|verdict| matches!(verdict, Verdict::Violated(_))).or(Some(decided))
    }

    /// Runs one step; gives a verdict when there is nothing left to judge.
    fn step(&mut self, index: usize, cast: &mut Cast<'_>) -> Option<Verdict> {
        let step = &self.check.steps[index];
        let Actor { engine, dialect, profile } = match (step.role, &mut cast.peer) {
            (Role::Target, _) => &mut cast.target,
            (Role::Peer, Some(peer)) => peer,
            (Role::Peer, None) => return Some(Verdict::Inconclusive("no peer".to_owned())),
        };
        let engine: &mut dyn Engine = &mut **engine;
        match &step.action {
            Action::Load(arrangement) => {
                self.arrangement = arrangement.clone();
                self.load(index, engine, profile)
            }
            Action::Restore => self.load(index, engine, profile),
            Action::Query(text) => self.text(index, text, false, engine, dialect),
            Action::Write(text) => self.text(index, text, true, engine, dialect),
            Action::Index(declared) => {
                let outcome = engine.index(declared, false, self.limits);
                self.settle(index, outcome)
            }
            Action::DropIndex(declared) => {
                let outcome = engine.index(declared, true, self.limits);
                self.settle(index, outcome)
            }
            Action::Dump => match engine.dump(self.limits) {
                Ok(graph) => {
                    self.runs[index].graph = Some(graph);
                    None
                }
                // What cannot be asked is not judged; the answer of an engine without a dump still is.
                Err(outcome) if is_unsupported(&outcome) => {
                    self.runs[index].outcome = Some(*outcome);
                    None
                }
                Err(outcome) => self.settle(index, *outcome),
            },
        }
    }

    /// Loads the graph and verifies that the engine holds what was loaded.
    fn load(&mut self, index: usize, engine: &mut dyn Engine, profile: &Profile) -> Option<Verdict> {
        let graph = match self.arrangement.is_plain() {
            true => Arc::clone(self.graph),
            false => Arc::new(self.arrangement.apply(self.graph)),
        };
        let held = engine.holds().is_some_and(|held| Arc::ptr_eq(held, &graph) || *held == graph);
        if held {
            return None;
        }
        let verdict = self.load_and_verify(index, &graph, engine, profile);
        if verdict.is_some() {
            // What was not seen to be loaded rightly must not be spared the next loading.
            engine.forget();
        }
        verdict
    }

    fn load_and_verify(
        &mut self,
        index: usize,
        graph: &Arc<Graph>,
        engine: &mut dyn Engine,
        profile: &Profile,
    ) -> Option<Verdict> {
        let outcome = engine.load(graph, self.limits);
        if let Some(verdict) = self.settle(index, outcome) {
            return Some(verdict);
        }
        match engine.dump(self.limits) {
            Ok(got) => self.verify(index, graph, &got, profile),
            Err(refused) if is_unsupported(&refused) => None,
            Err(refused) => self.settle(index, *refused),
        }
    }

    /// An engine that stores values in another form on purpose holds the graph as the reference holds it under
    /// the engine's profile.
    fn verify(&self, index: usize, graph: &Graph, got: &Graph, profile: &Profile) -> Option<Verdict> {
        let held = self.language.session(graph, profile).map(|session| session.graph());
        let graph = held.as_ref().unwrap_or(graph);
        match state::compare(graph, got) {
            Comparison::Equal => None,
            Comparison::Undecided => Some(Verdict::Inconclusive("too many renamings to try".to_owned())),
            Comparison::Different(difference) => {
                let mut violation = self.violation(Kind::Load, index, graph.to_json(), got.to_json());
                violation.symptom = Some(difference.symptom);
                Some(Verdict::Violated(Box::new(violation)))
            }
        }
    }

    /// Fills the holes of a text and runs it; an element-wise text becomes several queries.
    fn text(
        &mut self,
        index: usize,
        text: &Text,
        writes: bool,
        engine: &mut dyn Engine,
        dialect: &Dialect,
    ) -> Option<Verdict> {
        let filled = match holes::fill(text, &self.runs, engine, self.language, dialect) {
            Ok(filled) => filled,
            Err(why) => return Some(Verdict::Inconclusive(why.to_string())),
        };
        let mut sum: Option<Outcome> = None;
        for query in filled {
            let request = Request { text: &query.text, writes, settings: &self.check.steps[index].settings };
            let outcome = engine.run(&request, self.limits);
            self.runs[index].texts.push(query.text);
            let failed = !matches!(outcome, Outcome::Answered(_));
            sum = Some(match sum {
                Some(sum) if !failed => holes::add(sum, outcome, query.times),
                None if query.times == 1 => outcome,
                None if !failed => holes::add(Outcome::done(), outcome, query.times),
                _ => outcome,
            });
            if failed {
                break;
            }
        }
        let outcome = sum.unwrap_or_else(Outcome::done);
        let outcome = self.original_ids(outcome);
        self.settle(index, outcome)
    }

    /// Undoes the renumbering of the graph in an answer.
    fn original_ids(&self, outcome: Outcome) -> Outcome {
        match outcome {
            Outcome::Answered(mut reply) => {
                reply.answer = self.arrangement.originals(reply.answer);
                Outcome::Answered(reply)
            }
            other => other,
        }
    }

    /// Keeps the outcome of a step and holds it against what is known of the step's errors.
    fn settle(&mut self, index: usize, outcome: Outcome) -> Option<Verdict> {
        let verdict = self.judge_outcome(index, &outcome);
        self.runs[index].outcome = Some(outcome);
        verdict
    }

    fn judge_outcome(&self, index: usize, outcome: &Outcome) -> Option<Verdict> {
        let step = &self.check.steps[index];
        let accuse = |kind: Kind, message: Option<String>| {
            let mut violation = self.violation(kind, index, self.expected(index), outcome.to_json());
            violation.message = message;
            Some(Verdict::Violated(Box::new(violation)))
        };
        match outcome {
            Outcome::Answered(_) if step.errors == Some(ErrorStatus::Must) => {
                accuse(Kind::MissingError, None)
            }
            Outcome::Answered(_) => None,
            Outcome::Crashed(how) => accuse(Kind::Crash, Some(how.clone())),
            // A plan that the engine would not choose may take its time.
            Outcome::TimedOut if step.settings.contains_key(PLAN) => {
                Some(Verdict::Inconclusive("no answer in time under another plan".to_owned()))
            }
            Outcome::TimedOut => accuse(Kind::Hang, None),
            Outcome::Broken(what) => accuse(Kind::Protocol, Some(what.clone())),
            Outcome::Absent(_) => Some(Verdict::Inconclusive(ENGINE_ABSENT.to_owned())),
            Outcome::Rejected(error) => match rejection(step, error) {
                // Without a law it is enough that the engine answers its query, and an error is an answer.
                Rejection::Nothing(_) if self.check.laws.is_empty() && step.text().is_some() => None,
                Rejection::Accused(kind) => accuse(kind, Some(error.to_string())),
                Rejection::Right => None,
                Rejection::Nothing(why) => Some(Verdict::Inconclusive(why.to_owned())),
            },
        }
    }

    /// The reference's answer to a step as JSON, null when it has none.
    fn expected(&self, step: usize) -> Json {
        self.check.steps[step].reference.map_or(Json::Null, |index| self.constant(index))
    }

    fn constant(&self, index: usize) -> Json {
        self.check.constants.get(index).map_or(Json::Null, Answer::to_json)
    }

    fn violation(&self, kind: Kind, step: usize, expected: Json, got: Json) -> Violation {
        let accused = self.check.steps[step].role;
        Violation { kind, accused, step, expected, got, symptom: None, message: None }
    }

    /// The first law that is broken; one that cannot be judged does not keep the others from it.
    fn judge(&self) -> Verdict {
        let raised = self.raised_rightly();
        let (mut holds, mut unjudged) = (!raised.is_empty() || self.check.laws.is_empty(), None);
        let has_answers = |law: &&Law| !law.steps().iter().any(|step| raised.contains(step));
        for law in self.check.laws.iter().filter(has_answers) {
            match law.judge(&|term| self.quantity(term), &|answer| self.comparable(&answer)) {
                Ok(Judgement::Holds) => holds = true,
                Ok(Judgement::Violated(difference)) => return self.broken(law, &difference),
                Err(why) => unjudged = Some(why),
            }
        }
        match unjudged {
            Some(why) if !holds => Verdict::Inconclusive(why.to_string()),
            _ => Verdict::Holds,
        }
    }

    fn broken(&self, law: &Law, difference: &Difference) -> Verdict {
        let kind = match (difference.symptom, law.relation) {
            (_, Relation::StateEqual) => Kind::WrongState,
            (_, Relation::CountersEqual) => Kind::WrongCounters,
            (Symptom::Order, _) => Kind::WrongOrder,
            _ => Kind::WrongResult,
        };
        let step = self.accused_step(law);
        let run = &self.runs[step];
        let got = match (kind, &run.outcome, &run.graph) {
            (Kind::WrongOrder, Some(Outcome::Answered(reply)), _) => as_it_came(&reply.answer).to_json(),
            (Kind::WrongState, _, Some(graph)) => graph.to_json(),
            (_, Some(outcome), _) => outcome.to_json(),
            _ => Json::Null,
        };
        let mut violation = self.violation(kind, step, self.other_side(law, step), got);
        violation.symptom = Some(self.symptom(law, step).unwrap_or(difference.symptom));
        let verdict = if self.is_of_right_answers(law) { Verdict::Unsound } else { Verdict::Violated };
        verdict(Box::new(violation))
    }

    /// Whether every answer that the law is about is the one that the reference gives. Of orders, graphs and counters
    /// that is not known here.
    fn is_of_right_answers(&self, law: &Law) -> bool {
        use Relation::{CountersEqual, OrderEqual, StateEqual};
        let is_right = |&step: &usize| {
            let expected = self.check.steps[step].reference.and_then(|index| self.check.constants.get(index));
            let answered = matches!(self.runs[step].outcome, Some(Outcome::Answered(_)));
            expected.is_some() && answered && !self.answer_differs(step)
        };
        let steps = law.steps();
        let is_told = !matches!(law.relation, CountersEqual | OrderEqual | StateEqual);
        is_told && !steps.is_empty() && steps.iter().all(is_right)
    }

    /// How the rows of the accused step differ from what the reference gives. A law between steps may be broken by rows
    /// too few on one side as by rows too many on the other.
    fn symptom(&self, law: &Law, step: usize) -> Option<Symptom> {
        match law.relation {
            Relation::BagEqual | Relation::SetEqual if law.steps().len() > 1 => {
                self.difference(step).map(|difference| difference.symptom)
            }
            _ => None,
        }
    }

    /// The step that shows the violation: one that differs from the reference, else the target's.
    fn accused_step(&self, law: &Law) -> usize {
        let steps = law.steps();
        let differs = |step: &&usize| match law.relation {
            Relation::StateEqual => self.graph_differs(**step),
            _ => self.answer_differs(**step),
        };
        let targets = |&&step: &&usize| self.check.steps[step].role == Role::Target;
        let step =
            steps.iter().find(differs).or_else(|| steps.iter().find(targets)).or_else(|| steps.first());
        step.copied().unwrap_or_default()
    }

    /// Whether the answer of a step is another one than the reference's.
    fn answer_differs(&self, step: usize) -> bool {
        self.difference(step).is_some()
    }

    /// How the answer of a step differs from the reference's, if it does.
    fn difference(&self, step: usize) -> Option<Difference> {
        let expected = self.check.constants.get(self.check.steps[step].reference?)?;
        // A law over bags accuses nobody for the order of the rows.
        let expected = match self.comparable(expected) {
            Answer::Table(table) => Answer::Table(Table { order: None, ..table }),
            other => other,
        };
        match self.runs[step].outcome.as_ref()? {
            Outcome::Answered(reply) => match compare::answers(&expected, &self.comparable(&reply.answer)) {
                Comparison::Different(difference) => Some(difference),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether the graph of a step is another one than the reference leaves.
    fn graph_differs(&self, step: usize) -> bool {
        match (self.reference_graph(step), &self.runs[step].graph) {
            (Some(expected), Some(got)) => {
                matches!(state::compare(expected, got), Comparison::Different(_))
            }
            _ => false,
        }
    }

    fn reference_graph(&self, step: usize) -> Option<&Graph> {
        self.check.graphs.get(self.check.steps[step].reference?)
    }

    /// What the accused step is held against: what the law expects of it, else the reference's answer, else the other
    /// answer of the law.
    fn other_side(&self, law: &Law, accused: usize) -> Json {
        let expected = match (law.relation, self.reference_graph(accused), &law.left) {
            (Relation::StateEqual, Some(graph), _) => graph.to_json(),
            (Relation::StateEqual, None, _) => Json::Null,
            (_, _, Term::Constant(index)) => self.constant(*index),
            _ => self.expected(accused),
        };
        if !expected.is_null() {
            return expected;
        }
        let sides = [&law.left, &law.right].map(|term| {
            let mut steps = Vec::new();
            term.steps(&mut steps);
            (term, steps)
        });
        let other = sides.iter().find(|(_, steps)| !steps.contains(&accused));
        match other.and_then(|(term, _)| term.value(&|term| self.quantity(term)).ok()) {
            Some(Quantity::Answer(answer)) => answer.to_json(),
            Some(Quantity::Graph(graph)) => graph.to_json(),
            Some(Quantity::Number(number)) => Json::String(number.to_string()),
            Some(Quantity::Nothing) | None => Json::Null,
        }
    }

    /// The answer in the form in which the check compares it.
    fn comparable(&self, answer: &Answer) -> Answer {
        comparable(self.language, self.check.compare, answer)
    }

    /// The steps that gave the error that they had to give: they have no answer to judge.
    fn raised_rightly(&self) -> Vec<usize> {
        let steps = self.check.steps.iter().zip(&self.runs).enumerate();
        let raised = steps.filter(|(_, (step, run))| {
            step.errors == Some(ErrorStatus::Must) && matches!(run.outcome, Some(Outcome::Rejected(_)))
        });
        raised.map(|(index, _)| index).collect()
    }

    fn quantity(&self, term: &Term) -> Result<Quantity, Unjudged> {
        match term {
            Term::Constant(index) => {
                let constant = self.check.constants.get(*index);
                let constant = constant.ok_or(Unjudged::Unfit("there is no such constant"))?;
                Ok(Quantity::Answer(constant.clone()))
            }
            Term::Graph(index) => {
                let graph = self.check.graphs.get(*index);
                graph.cloned().map(Quantity::Graph).ok_or(Unjudged::Unfit("there is no such graph"))
            }
            Term::Answer(index) => match self.runs.get(*index) {
                Some(StepRun { graph: Some(graph), .. }) => Ok(Quantity::Graph(graph.clone())),
                Some(StepRun { outcome: Some(Outcome::Answered(reply)), .. }) => {
                    Ok(Quantity::Answer(reply.answer.clone()))
                }
                _ => Err(Unjudged::NoAnswer(*index)),
            },
            _ => Err(Unjudged::Unfit("not a leaf")),
        }
    }
}

fn is_unsupported(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Rejected(error) if error.class == answer::UNSUPPORTED)
}

/// What an error says, given what is known of the errors of a step.
enum Rejection {
    Accused(Kind),
    /// The error had to come.
    Right,
    Nothing(&'static str),
}

/// The answer with its rows in their order, which is what is wrong with it.
fn as_it_came(answer: &Answer) -> Answer {
    match answer {
        Answer::Table(table) => {
            let order = table.order.clone().or_else(|| Some(vec![1; table.rows.len()]));
            Answer::Table(Table { order, ..table.clone() })
        }
        other => other.clone(),
    }
}

fn rejection(step: &Step, error: &QueryError) -> Rejection {
    if error.is_internal() {
        return Rejection::Accused(Kind::InternalError);
    }
    if matches!(step.action, Action::Load(_) | Action::Restore) {
        return Rejection::Nothing(GRAPH_REFUSED);
    }
    match (error.class.as_str(), step.errors) {
        (answer::ROW_LIMIT, _) => Rejection::Nothing("more rows than the limit"),
        (answer::UNSUPPORTED, _) => Rejection::Nothing("rejected as unsupported"),
        (_, Some(ErrorStatus::Never)) => Rejection::Accused(Kind::UnexpectedError),
        (_, Some(ErrorStatus::Must)) => Rejection::Right,
        (_, Some(ErrorStatus::May)) => Rejection::Nothing("the query may raise"),
        (_, None) => Rejection::Nothing("rejected"),
    }
}

impl Law {
    /// The indexes of the steps that the law names, in the order of its text.
    pub fn steps(&self) -> Vec<usize> {
        let mut found = Vec::new();
        self.left.steps(&mut found);
        self.right.steps(&mut found);
        found
    }
}

impl Term {
    /// The indexes of the steps that the term names.
    pub fn steps(&self, found: &mut Vec<usize>) {
        match self {
            Term::Answer(index) => found.push(*index),
            Term::Constant(_) | Term::Graph(_) | Term::Number(_) => {}
            Term::Columns(term, _)
            | Term::Distinct(term)
            | Term::Count(term)
            | Term::Sum(term)
            | Term::Min(term)
            | Term::Max(term) => term.steps(found),
            Term::Plus(left, right)
            | Term::Minus(left, right)
            | Term::Intersection(left, right)
            | Term::Union(left, right)
            | Term::Product(left, right)
            | Term::Add(left, right) => {
                left.steps(found);
                right.steps(found);
            }
        }
    }
}
