//! Traversals over a round's graph, made under the eyes of the reference evaluator.
//!
//! Grand, the published generator, matches the output of a step to the input of the next by type, and of its
//! traversals a quarter to a third find nothing. Here the traversers themselves are followed: the next step is one
//! that what they stand on can take, its constants come from what they stand on, and a step that leaves none, too
//! many, or an answer that the language leaves open, is taken back (`evaluate::draft`). Less guidance
//! is the same generator with fewer of these questions asked: the type of what a step gives is then that of its rule.

mod branch;
mod data;
mod element;
mod error;
mod filter;
mod idiom;
mod kind;
mod list;
mod literal;
mod look;
mod maker;
mod map;
mod menu;
mod reduce;
mod repeat;
mod source;
mod text;
mod write;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use quarrel_case::choices::Choices;
use quarrel_case::graph::{Graph, PropertyGraph};
use quarrel_case::language::{Budget, Candidate, Evaluation, Generator, Ground, Guidance, Setting, Tree};
use quarrel_case::profile::{Features, Profile, ProfileError};
use quarrel_case::verdict::ErrorStatus;

use crate::ast::{Query, Step, StepName};
use crate::evaluate::{GremlinSession, Rules, Store, session};
use crate::features::features;
use data::Data;
pub(crate) use literal::argument;
use maker::Maker;
use menu::Menu;

/// More traversers than this slow every later step down and show nothing new.
const MOST: u64 = 100;

/// What one step of a draft may cost.
const DRAFT_BUDGET: Budget = Budget { rows: 200, steps: 20_000 };

/// Drafts that are made before the last one is taken as it is.
const MOST_DRAFTS: usize = 8;

/// Makes the traversals of one round.
#[derive(Debug)]
pub struct GremlinGenerator {
    setting: Setting,
    rules: Rules,
    data: Data,
    menu: Menu,
    /// The graph on which drafts are followed.
    store: Store,
    /// Evaluates whole traversals.
    judge: GremlinSession,
}

impl GremlinGenerator {
    /// A generator for a round.
    ///
    /// # Errors
    /// When the profile sets what is not declared.
    pub fn new(setting: &Setting) -> Result<Self, ProfileError> {
        let empty = PropertyGraph::default();
        let graph = match &*setting.graph {
            Graph::Property(graph) => graph,
            Graph::Rdf(_) => &empty,
        };
        let judge = session(graph, &setting.profile)?;
        let store = judge.store().clone();
        let data = Data::new(graph, &store).for_guidance(setting.guidance).with_constants();
        let rules = Rules::new(&setting.profile)?;
        let menu = Menu::new(rules.minor(), &setting.features);
        Ok(Self { setting: setting.clone(), rules, data, menu, store, judge })
    }

    fn allowed(&self, query: &Query) -> bool {
        let without = &self.setting.features.without;
        without.is_empty() || features(query).into_iter().all(|feature| !without.contains(feature))
    }

    fn draft(&mut self, choices: &mut Choices, guidance: Guidance) -> Query {
        let (setting, known) = (&self.setting, (&self.data, &mut self.menu));
        let (query, wrote) = Maker::make(choices, known, setting, guidance, self.rules, &mut self.store);
        if wrote {
            self.store = self.judge.store().clone();
        }
        query
    }

    fn evaluate(&mut self, query: &Query) -> Evaluation {
        self.judge.try_query(query, &self.setting.budget)
    }

    fn candidate(&mut self, choices: &mut Choices) -> (Query, Evaluation, Option<&'static str>) {
        let aim = match choices.weighted(&[985, 5, 10]) {
            0 => None,
            1 => Some("empty"),
            _ => Some("error"),
        };
        let mut last = None;
        for attempt in 0..MOST_DRAFTS {
            // What cannot be made on this graph, or with these features, is given up for an ordinary traversal.
            let aim = aim.filter(|_| attempt < MOST_DRAFTS / 2);
            let mut query = self.draft(choices, self.setting.guidance);
            match aim {
                Some("error") => error::spoil(&mut query, choices),
                Some(_) => error::empty(&mut query, &self.data, choices),
                None => {}
            }
            if !self.allowed(&query) {
                continue;
            }
            let evaluation = self.evaluate(&query);
            if is_wanted(&evaluation, aim, self.setting.guidance) {
                return (query, evaluation, aim);
            }
            last = Some((query, evaluation));
        }
        let (query, evaluation) = last.unwrap_or_else(|| {
            let query = plainest();
            let evaluation = self.evaluate(&query);
            (query, evaluation)
        });
        (query, evaluation, None)
    }
}

impl Generator for GremlinGenerator {
    fn next(&mut self, choices: &mut Choices) -> Candidate {
        let (query, evaluation, aim) = self.candidate(choices);
        Candidate { tree: Tree::new(query), evaluation, aim: aim.map(str::to_owned) }
    }

    fn unanswered(&mut self, choices: &mut Choices) -> Tree {
        if self.setting.guidance == Guidance::Full {
            return self.next(choices).tree;
        }
        for _ in 0..MOST_DRAFTS {
            let query = self.draft(choices, self.setting.guidance);
            if self.allowed(&query) {
                return Tree::new(query);
            }
        }
        Tree::new(plainest())
    }
}

/// What a condition of a traversal is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// Any condition.
    Condition,
    /// One `has()` with a key and a predicate.
    KeyTest,
}

/// A condition of what arrives behind these steps, as one of the generator's filters has it inside; none when nothing
/// arrives, or when it is not determined what does.
pub(crate) fn condition(
    ground: &Ground<'_>,
    before: &[Step],
    wanted: Wanted,
    choices: &mut Choices,
) -> Option<Vec<Step>> {
    let profile = Profile { fault: None, ..ground.profile.clone() };
    let setting = Setting {
        graph: Arc::new(ground.graph.clone()),
        profile,
        features: Features::default(),
        length: 1,
        patterns: 1,
        depth: 2,
        guidance: Guidance::Full,
        budget: ground.budget,
    };
    let mut generator = GremlinGenerator::new(&setting).ok()?;
    let known = (&generator.data, &mut generator.menu);
    Maker::condition(choices, known, (&setting, wanted), generator.rules, &mut generator.store, before)
}

/// `g.V()`
fn plainest() -> Query {
    Query { steps: vec![Step::new(StepName::V, Vec::new())] }
}

/// Whether a draft is what was to be made.
fn is_wanted(evaluation: &Evaluation, aim: Option<&str>, guidance: Guidance) -> bool {
    match aim {
        Some("error") => evaluation.errors == ErrorStatus::Must,
        Some(_) => evaluation.result.as_ref().is_ok_and(quarrel_case::answer::Answer::is_empty),
        None if guidance != Guidance::Full => true,
        None => {
            let count = evaluation.result.as_ref().map(quarrel_case::answer::Answer::len);
            evaluation.open.is_none()
                && !evaluation.flow.contains(&0)
                && count.is_ok_and(|count| count as u64 <= MOST)
        }
    }
}
