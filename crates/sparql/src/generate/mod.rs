//! Queries over a round's data, made under the eyes of the reference evaluator.
//!
//! Random queries mostly have no solutions and then show nothing (RD², the published tool for RDF stores, has
//! solutions for 30 % of its queries, and its patterns never share a variable). Here a query is made element by
//! element: triple patterns follow triples of the data from a term that a chosen solution binds, conditions hold
//! for a chosen solution and fail for another, and after every element the reference says which solutions there
//! are. What leaves none, or too many, is made again. An update is a few operations that are each made so, for the
//! dataset that those before it leave. Less guidance is the same generator with fewer of these
//! questions asked.

mod again;
mod boolean;
mod condition;
mod data;
mod element;
mod error;
mod expression;
mod finish;
mod foreign;
mod frame;
mod graphs;
mod group_by;
mod minus;
mod number;
mod path;
mod pattern;
mod table;
mod template;
mod text;
mod update;
mod values;

#[cfg(test)]
mod tests;

use quarrel_case::choices::Choices;
use quarrel_case::graph::{Dataset, Graph};
use quarrel_case::language::{
    Budget, Candidate, Evaluation, Failure, Generator, Guidance, Session, Setting, Tree,
};
use quarrel_case::profile::{Features, ProfileError};
use quarrel_case::verdict::ErrorStatus;

use crate::ast::{DatasetClause, Group, Query, Variable};
use crate::evaluate::{Evaluator, Semantics, session};
use crate::features::features;
use data::{Data, View};
use frame::Frame;

pub(crate) use error::{query_error, rejected};
pub(crate) use foreign::condition_on;

/// More solutions than this slow every later step down and show nothing new.
const MOST_ROWS: usize = 300;

/// What the making of one query may cost, beside its own evaluation.
const DRAFT_BUDGET: Budget = Budget { rows: 2_000, steps: 1_000_000 };

/// Drafts that are made before the last one is taken as it is.
const MOST_DRAFTS: usize = 12;

/// How many cases in 100 are updates.
const UPDATES: usize = 8;

/// How many queries in 100 have a FROM, where there is a named graph.
const DESCRIBED: usize = 22;

/// Makes the queries of one round.
#[derive(Debug)]
pub struct SparqlGenerator {
    setting: Setting,
    /// The dataset as the reference stores it.
    stored: Dataset,
    data: Data,
    semantics: Semantics,
    /// Follows a query while it is made.
    draft: Evaluator,
    judge: Judge,
    /// A query of the round, which may come again with other constants.
    earlier: Option<Query>,
}

/// Evaluates whole queries, where that is asked for.
#[derive(Debug)]
struct Judge {
    evaluator: Evaluator,
    is_asked: bool,
}

impl Judge {
    fn query(&mut self, query: &Query, budget: Budget) -> Evaluation {
        if self.is_asked { self.evaluator.query(query, budget) } else { unknown() }
    }
}

/// What is said of a query that nobody evaluates.
fn unknown() -> Evaluation {
    let result = Err(Failure::Unmodelled("what is not evaluated".to_owned()));
    Evaluation { result, errors: ErrorStatus::May, flow: Vec::new(), open: None }
}

/// A case: its tree, what the reference says of it, and what it was made for.
type Case = (Tree, Evaluation, Option<&'static str>);

impl SparqlGenerator {
    /// A generator for a round.
    ///
    /// # Errors
    /// When the profile sets what is not declared.
    pub fn new(setting: &Setting) -> Result<Self, ProfileError> {
        let empty = Dataset::default();
        let dataset = match &*setting.graph {
            Graph::Rdf(dataset) => dataset,
            Graph::Property(_) => &empty,
        };
        let semantics = Semantics::new(&setting.profile)?;
        // Terms as the reference stores them: what it binds must be found in the data again.
        let stored = session(dataset, &setting.profile)?.graph();
        let stored = stored.dataset().unwrap_or(dataset).clone();
        Ok(Self {
            setting: setting.clone(),
            data: Data::new(&stored, dataset, semantics.merges_graphs()),
            stored,
            semantics,
            draft: Evaluator::new(dataset, semantics, DRAFT_BUDGET),
            judge: Judge { evaluator: Evaluator::new(dataset, semantics, setting.budget), is_asked: true },
            earlier: None,
        })
    }

    /// A query or an update without what the setting leaves out, with what the reference says of it.
    fn candidate(&mut self, choices: &mut Choices) -> Case {
        if choices.chance(UPDATES)
            && let Some((update, evaluation)) = self.update(choices)
        {
            return (Tree::new(update), evaluation, None);
        }
        if let Some(case) = self.again(choices) {
            return case;
        }
        let mut aim = match choices.weighted(&[978, 12, 10]) {
            0 => None,
            1 => Some("empty"),
            _ => Some("error"),
        };
        let mut last = None;
        for attempt in 0..MOST_DRAFTS {
            // What cannot be made on this graph, or with these features, is given up for an ordinary query.
            aim = aim.filter(|_| attempt < MOST_DRAFTS / 3);
            let (query, evaluation) = self.draft(choices, aim);
            if !self.allows(|| features(&query)) {
                continue;
            }
            if !self.judge.is_asked || is_wanted(&evaluation, aim, self.setting.guidance) {
                if aim.is_none() {
                    self.remember(&query, choices);
                }
                return (Tree::new(query), evaluation, aim);
            }
            last = Some((query, evaluation));
        }
        let (query, evaluation) = last.unwrap_or_else(|| self.plainest());
        (Tree::new(query), evaluation, None)
    }

    /// Whether the setting leaves none of the features out.
    fn allows(&self, features: impl FnOnce() -> Vec<&'static str>) -> bool {
        let without = &self.setting.features.without;
        without.is_empty() || features().into_iter().all(|feature| !without.contains(feature))
    }

    fn draft(&mut self, choices: &mut Choices, aim: Option<&str>) -> (Query, Evaluation) {
        self.draft.reset(DRAFT_BUDGET);
        let setting = &self.setting;
        let mut maker = Maker::new(setting, &self.data, &mut self.draft, choices);
        if !maker.view.graphs.is_empty() && maker.choices.chance(DESCRIBED) {
            maker.dataset = maker.describe("from", "from-named");
        }
        maker.left = maker.length(setting.length);
        let mut frame = Frame::outermost(&mut maker);
        maker.grow(&mut frame, usize::MAX);
        match aim {
            Some("error") => maker.illegal(frame, &mut self.judge, setting.budget),
            Some(_) => maker.emptied(frame, &mut self.judge, setting.budget),
            None => maker.finish(frame, &mut self.judge, setting.budget),
        }
    }

    /// What is left when everything else is left out.
    fn plainest(&mut self) -> (Query, Evaluation) {
        let query = plainest();
        let evaluation = self.judge.query(&query, self.setting.budget);
        (query, evaluation)
    }
}

impl Generator for SparqlGenerator {
    fn next(&mut self, choices: &mut Choices) -> Candidate {
        let (tree, evaluation, aim) = self.candidate(choices);
        Candidate { tree, evaluation, aim: aim.map(str::to_owned) }
    }

    fn unanswered(&mut self, choices: &mut Choices) -> Tree {
        self.judge.is_asked = false;
        let (tree, ..) = self.candidate(choices);
        self.judge.is_asked = true;
        tree
    }
}

/// `SELECT * {}`
pub(crate) fn plainest() -> Query {
    finish::select_all(Group::default())
}

/// Whether a draft is what was to be made.
fn is_wanted(evaluation: &Evaluation, aim: Option<&str>, guidance: Guidance) -> bool {
    let rows = |answer: &quarrel_case::answer::Answer| answer.len();
    match aim {
        Some("error") => evaluation.errors == ErrorStatus::Must,
        // An aggregate over nothing has a row.
        Some(_) => evaluation.result.is_ok() && evaluation.flow.contains(&0),
        None if guidance != Guidance::Full => true,
        None => {
            evaluation.open.is_none()
                && !evaluation.flow.contains(&0)
                && evaluation.result.as_ref().is_ok_and(|answer| rows(answer) <= MOST_ROWS)
        }
    }
}

/// Makes one query.
struct Maker<'a> {
    choices: &'a mut Choices,
    data: &'a Data,
    /// The graphs that patterns look at here.
    view: View,
    /// FROM and FROM NAMED.
    dataset: DatasetClause,
    features: &'a Features,
    evaluator: &'a mut Evaluator,
    guidance: Guidance,
    /// Triple patterns in one block, at most.
    patterns: usize,
    /// Depth of expressions, at most.
    depth: usize,
    /// Elements that may still be made.
    left: usize,
    /// Variables named so far.
    names: usize,
    /// Blank node labels so far.
    blanks: usize,
    /// Names that are in use elsewhere in the query and may be used once more here.
    reusable: Vec<Variable>,
    /// The triples that patterns were made of.
    used: Vec<usize>,
    /// The predicates of what the operations before have inserted.
    written: Vec<String>,
}

impl<'a> Maker<'a> {
    fn new(
        setting: &'a Setting,
        data: &'a Data,
        evaluator: &'a mut Evaluator,
        choices: &'a mut Choices,
    ) -> Self {
        Self {
            choices,
            data,
            view: data.view.clone(),
            dataset: DatasetClause::default(),
            features: &setting.features,
            evaluator,
            guidance: setting.guidance,
            patterns: setting.patterns,
            depth: setting.depth,
            left: 0,
            names: 0,
            blanks: 0,
            reusable: Vec::new(),
            used: Vec::new(),
            written: Vec::new(),
        }
    }

    fn allows(&self, feature: &str) -> bool {
        self.features.allow(feature)
    }

    /// How many elements a query has: mostly as many as were asked for.
    fn length(&mut self, asked: usize) -> usize {
        if self.choices.chance(70) {
            asked.max(1)
        } else {
            self.choices.between(asked.div_ceil(3), asked).max(1)
        }
    }

    /// A variable that is nowhere in the query yet.
    fn fresh_variable(&mut self) -> Variable {
        self.names += 1;
        Variable::new(format!("v{}", self.names))
    }

    /// A variable that is not bound here; another part of the query may bind it.
    fn new_variable(&mut self) -> Variable {
        if !self.reusable.is_empty() && self.choices.chance(60) {
            let index = self.choices.below(self.reusable.len());
            return self.reusable.swap_remove(index);
        }
        self.fresh_variable()
    }

    /// A blank node label that is nowhere in the query yet.
    fn fresh_blank(&mut self) -> String {
        self.blanks += 1;
        format!("n{}", self.blanks)
    }
}
