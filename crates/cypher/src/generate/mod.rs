//! Random queries that find something.
//!
//! A query that finds nothing hides most bugs, and a query whose answer the language leaves open accuses
//! nobody. So a query is written clause by clause against the round's graph, as GDsmith does, and beyond that
//! every clause is evaluated as soon as it is written: patterns are walks over the graph from what a chosen row
//! binds, conditions hold on a chosen row, and a clause that leaves no rows or too many, that may raise, or
//! that depends on what is left open is written anew. The answer is then known when the query is.
//!
//! `skeleton` draws the sequence of clauses; `draft` completes them one after another with `pattern`,
//! `condition`, `projection` and `expression`, from the facts in `scope`. Less guidance is the same with fewer
//! facts.

mod again;
mod aggregate;
mod alone;
mod build;
mod call;
mod condition;
mod draft;
mod draw;
mod expression;
mod kind;
mod label;
mod last;
mod order;
mod pattern;
mod projection;
mod remembered;
mod scope;
mod skeleton;
mod view;
mod write;

use std::sync::Arc;

use quarrel_case::choices::Choices;
use quarrel_case::graph::PropertyGraph;
use quarrel_case::language::{Budget, Candidate, Evaluation, Generator, Guidance, Setting, Tree};
use quarrel_case::profile::ProfileError;
use quarrel_case::verdict::ErrorStatus;

use crate::ast::{Clause, Query, SingleQuery, UnionKind};
use crate::evaluate::{Evaluator, Graph, Semantics, State, writes};
use crate::features;
use again::Earlier;
pub(crate) use alone::Alone;
use draft::Draft;
use kind::Kind;
use scope::Variable;
use view::View;

/// How often a whole query is tried before the last try is taken as it is.
const TRIES: usize = 4;

/// The elementary steps that one query may cost while it is written: it must be cheap for engines too.
const STEPS: u64 = 100_000;

/// A generator for one round.
///
/// # Errors
///
/// When the setting's profile sets what is not declared.
pub fn generator(setting: &Setting) -> Result<CypherGenerator, ProfileError> {
    let graph = setting.graph.property().cloned().unwrap_or_else(PropertyGraph::default);
    Ok(CypherGenerator {
        semantics: Semantics::new(&setting.profile)?,
        prepared: Graph::new(&graph),
        view: Arc::new(View::new(graph)),
        setting: setting.clone(),
        earlier: Earlier::default(),
    })
}

/// Writes the queries of one round.
pub struct CypherGenerator {
    setting: Setting,
    semantics: Semantics,
    prepared: Graph,
    view: Arc<View>,
    earlier: Earlier,
}

/// What a query is written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Aim {
    /// To find something.
    Ordinary,
    /// Two or three queries in one.
    Union,
    /// To raise.
    Error,
    /// To find nothing.
    Empty,
}

/// A query on trial.
struct Trial {
    query: Query,
    aim: Aim,
    /// What the query gives, where it is known already.
    state: Option<State>,
}

impl Generator for CypherGenerator {
    fn unanswered(&mut self, choices: &mut Choices) -> Tree {
        let allowed = |trial: &Trial| self.is_allowed(&trial.query);
        let Some(trial) = (0..TRIES).find_map(|_| self.trial(choices).filter(allowed)) else {
            return Tree::new(Query::single(vec![self.trivial()]));
        };
        let reads = trial.aim == Aim::Ordinary && !writes(&trial.query);
        let tree = Tree::new(trial.query);
        if reads {
            self.earlier.remember(&tree);
        }
        tree
    }

    fn next(&mut self, choices: &mut Choices) -> Candidate {
        for _ in 1..TRIES {
            if let Some(trial) = self.trial(choices) {
                let reads = trial.aim == Aim::Ordinary && !writes(&trial.query);
                let (candidate, good) = self.judged(trial);
                if good {
                    if reads {
                        self.earlier.remember(&candidate.tree);
                    }
                    return candidate;
                }
            }
        }
        let query = Query::single(vec![self.trivial()]);
        let mut last = self.single(choices).unwrap_or(Trial { query, aim: Aim::Ordinary, state: None });
        if !self.is_allowed(&last.query) {
            last = Trial { query: Query::single(vec![self.trivial()]), aim: Aim::Ordinary, state: None };
        }
        self.judged(last).0
    }
}

impl CypherGenerator {
    fn evaluator(&self, budget: Budget) -> Evaluator<'_> {
        Evaluator::new(&self.prepared, self.semantics, budget)
    }

    /// `RETURN 1 AS a0`, which needs no feature at all.
    fn trivial(&self) -> Clause {
        let items = vec![build::item(build::integer(1), "a0")];
        Clause::Return(crate::ast::Projection { items, ..crate::ast::Projection::default() })
    }

    fn is_allowed(&self, query: &Query) -> bool {
        let features = &self.setting.features;
        features.without.is_empty() || features::features(query).into_iter().all(|name| features.allow(name))
    }

    fn trial(&self, choices: &mut Choices) -> Option<Trial> {
        let union = self.setting.features.allow("union") || self.setting.features.allow("union-all");
        let several = usize::from(self.setting.length > 1);
        let again = usize::from(!self.earlier.is_empty());
        match choices.weighted(&[795, 50 * usize::from(union) * several, 18, 4, 100 * several, 40 * again]) {
            1 => self.union(choices),
            2 => self.aimed(choices, Aim::Error),
            3 => self.aimed(choices, Aim::Empty),
            4 => self.writing(choices),
            5 => {
                let query = self.earlier.again(choices)?;
                Some(Trial { query, aim: Aim::Ordinary, state: None })
            }
            _ => self.single(choices),
        }
    }

    /// An ordinary query.
    fn single(&self, choices: &mut Choices) -> Option<Trial> {
        let length = skeleton::length(self.setting.length, choices);
        let (clauses, _, state) = self.branch(length, choices, None);
        Some(Trial { query: Query::single(clauses), aim: Aim::Ordinary, state })
    }

    /// A query that changes the graph; none if nothing may be changed.
    fn writing(&self, choices: &mut Choices) -> Option<Trial> {
        if !self.may_write() {
            return None;
        }
        let slots = skeleton::writing(self.setting.length, &self.setting.features, choices);
        let evaluator = self.exploring();
        let mut draft = Draft::new(&self.setting, &self.view, &evaluator, choices);
        slots.into_iter().for_each(|slot| draft.fill(slot));
        if !draft.clauses.iter().any(write::is_updating) {
            return None;
        }
        draft.finish_writing();
        Some(Trial { query: Query::single(draft.clauses), aim: Aim::Ordinary, state: draft.state })
    }

    /// Whether a constraint lets something be written is not modelled.
    fn may_write(&self) -> bool {
        !self.view.graph.is_constrained()
    }

    /// The clauses of one branch, its columns, and what it gives.
    fn branch(
        &self,
        length: usize,
        choices: &mut Choices,
        columns: Option<&[Variable]>,
    ) -> (Vec<Clause>, Vec<Variable>, Option<State>) {
        let slots = skeleton::skeleton(length, &self.setting.features, choices);
        let evaluator = self.exploring();
        let mut draft = Draft::new(&self.setting, &self.view, &evaluator, choices);
        slots.into_iter().for_each(|slot| draft.fill(slot));
        draft.finish(columns);
        (draft.clauses, draft.variables, draft.state)
    }

    /// What clauses are tried with. Whether they might raise is of interest only where that decides.
    fn exploring(&self) -> Evaluator<'_> {
        let Budget { rows, steps } = self.setting.budget;
        let budget = Budget { rows: rows.min(4 * draft::MOST_ROWS), steps: steps.min(STEPS) };
        let evaluator = self.evaluator(budget);
        if self.setting.guidance == Guidance::Full { evaluator } else { evaluator.quietly() }
    }

    fn union(&self, choices: &mut Choices) -> Option<Trial> {
        let branches = if choices.chance(85) { 2 } else { 3 }.min(self.setting.length);
        let (first, columns, _) = self.branch(self.setting.length / branches, choices, None);
        // Columns of a kind that has no constants could not be matched by every branch.
        let columns: Vec<Variable> = columns
            .into_iter()
            .map(|column| match column.kind {
                Kind::Path | Kind::RelationshipList | Kind::NodeList => {
                    Variable { kind: Kind::Integer, ..column }
                }
                _ => column,
            })
            .collect();
        let distinct = self.setting.features.allow("union");
        let distinct = distinct && (!self.setting.features.allow("union-all") || choices.chance(55));
        let kind = if distinct { UnionKind::Distinct } else { UnionKind::All };
        let mut query = Query::single(first);
        for _ in 1..branches {
            let (clauses, ..) = self.branch(self.setting.length / branches, choices, Some(&columns));
            query.unions.push((kind, SingleQuery { clauses }));
        }
        Some(Trial { query, aim: Aim::Union, state: None })
    }

    /// A query that raises or finds nothing on purpose; none if that does not work out.
    fn aimed(&self, choices: &mut Choices, aim: Aim) -> Option<Trial> {
        let length = skeleton::length(self.setting.length, choices);
        let spare = usize::from(aim == Aim::Empty);
        let slots = match self.may_write() && choices.chance(40) {
            true => skeleton::writing(self.setting.length, &self.setting.features, choices),
            false => skeleton::skeleton(length.saturating_sub(spare).max(1), &self.setting.features, choices),
        };
        let evaluator = self.exploring();
        let mut draft = Draft::new(&self.setting, &self.view, &evaluator, choices);
        if !draft.is_full() {
            return None;
        }
        slots.into_iter().for_each(|slot| draft.fill(slot));
        let finished = if aim == Aim::Error { draft.finish_raising() } else { draft.finish_empty() };
        finished.then(|| Trial { query: Query::single(draft.clauses), aim, state: None })
    }

    /// The candidate, and whether it is what was wanted.
    fn judged(&self, trial: Trial) -> (Candidate, bool) {
        let allowed = self.is_allowed(&trial.query);
        let evaluation = match trial.state {
            Some(state) if self.setting.guidance == Guidance::Full && !self.semantics.looks_ahead() => {
                self.evaluator(self.setting.budget).finish(&state)
            }
            _ => self.evaluator(self.setting.budget).query(&trial.query),
        };
        let good = allowed && (self.setting.guidance != Guidance::Full || is_good(&evaluation, trial.aim));
        let aim = match trial.aim {
            Aim::Error => Some("error".to_owned()),
            Aim::Empty => Some("empty".to_owned()),
            Aim::Ordinary | Aim::Union => None,
        };
        (Candidate { tree: Tree::new(trial.query), evaluation, aim }, good)
    }
}

/// Whether a query does what it was written for.
fn is_good(evaluation: &Evaluation, aim: Aim) -> bool {
    let answer = evaluation.result.as_ref().ok();
    evaluation.open.is_none()
        && match aim {
            Aim::Error => evaluation.errors == ErrorStatus::Must,
            Aim::Empty => answer.is_some_and(quarrel_case::answer::Answer::is_empty),
            Aim::Ordinary | Aim::Union => {
                answer.is_some() && !evaluation.flow.contains(&0) && evaluation.errors != ErrorStatus::Must
            }
        }
}
