//! Queries over a round's data, made under the eyes of the reference evaluator.
//!
//! Random queries mostly have no solutions and then show nothing (RD², the published tool for RDF stores, has
//! solutions for 30 % of its queries, and its patterns never share a variable). Here a query is made element by
//! element: triple patterns follow triples of the data from a term that a chosen solution binds, conditions hold
//! for a chosen solution and fail for another, and after every element the reference says which solutions there
//! are. What leaves none, or too many, is made again. Less guidance is the same generator with fewer of these
//! questions asked.

mod boolean;
mod condition;
mod data;
mod element;
mod error;
mod expression;
mod finish;
mod frame;
mod group_by;
mod number;
mod path;
mod pattern;
mod table;
mod template;
mod text;
mod values;

#[cfg(test)]
mod tests;

use quarrel_case::choices::Choices;
use quarrel_case::graph::{Dataset, Graph};
use quarrel_case::language::{Budget, Candidate, Evaluation, Generator, Guidance, Session, Setting, Tree};
use quarrel_case::profile::{Features, ProfileError};
use quarrel_case::verdict::ErrorStatus;

use crate::ast::{Group, Query, Variable};
use crate::evaluate::{Evaluator, Semantics, session};
use crate::features::features;
use data::Data;
use frame::Frame;

pub(crate) use error::{query_error, rejected};

/// More solutions than this slow every later step down and show nothing new.
const MOST_ROWS: usize = 300;

/// What the making of one query may cost, beside its own evaluation.
const DRAFT_BUDGET: Budget = Budget { rows: 2_000, steps: 1_000_000 };

/// Drafts that are made before the last one is taken as it is.
const MOST_DRAFTS: usize = 12;

/// Makes the queries of one round.
#[derive(Debug)]
pub struct SparqlGenerator {
    setting: Setting,
    data: Data,
    /// Follows a query while it is made.
    draft: Evaluator,
    /// Evaluates whole queries.
    judge: Evaluator,
}

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
        Ok(Self {
            setting: setting.clone(),
            data: Data::new(stored.dataset().unwrap_or(dataset), dataset),
            draft: Evaluator::new(dataset, semantics, DRAFT_BUDGET),
            judge: Evaluator::new(dataset, semantics, setting.budget),
        })
    }

    /// A query without what the setting leaves out, with what the reference says of it.
    fn candidate(&mut self, choices: &mut Choices) -> (Query, Evaluation, Option<&'static str>) {
        let mut aim = match choices.weighted(&[985, 5, 10]) {
            0 => None,
            1 => Some("empty"),
            _ => Some("error"),
        };
        let mut last = None;
        for attempt in 0..MOST_DRAFTS {
            // What cannot be made on this graph, or with these features, is given up for an ordinary query.
            aim = aim.filter(|_| attempt < MOST_DRAFTS / 3);
            let (query, evaluation) = self.draft(choices, aim);
            let allowed = || {
                let without = &self.setting.features.without;
                without.is_empty() || features(&query).into_iter().all(|feature| !without.contains(feature))
            };
            if !allowed() {
                continue;
            }
            if is_wanted(&evaluation, aim, self.setting.guidance) {
                return (query, evaluation, aim);
            }
            last = Some((query, evaluation));
        }
        let (query, evaluation) = last.unwrap_or_else(|| self.plainest());
        (query, evaluation, None)
    }

    fn draft(&mut self, choices: &mut Choices, aim: Option<&str>) -> (Query, Evaluation) {
        self.draft.reset(DRAFT_BUDGET);
        let setting = &self.setting;
        let mut maker = Maker {
            choices,
            data: &self.data,
            features: &setting.features,
            evaluator: &mut self.draft,
            guidance: setting.guidance,
            patterns: setting.patterns,
            depth: setting.depth,
            left: 0,
            names: 0,
            blanks: 0,
            reusable: Vec::new(),
            used: Vec::new(),
        };
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
        let (query, evaluation, aim) = self.candidate(choices);
        Candidate { tree: Tree::new(query), evaluation, aim: aim.map(str::to_owned) }
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
        Some(_) => evaluation.result.as_ref().is_ok_and(|answer| rows(answer) == 0),
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
}

impl Maker<'_> {
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
