//! The oracles: each makes a check from a case, in one file.
//!
//! An oracle knows neither how an engine is reached nor how a language is spelled: it asks the language to
//! print and to evaluate, and gives back plain data.

mod circumstances;
mod crash;
mod differential;
mod disassemble;
mod indexes;
mod inquiry;
mod reference;
mod relations;
mod rewriting;
pub mod selftest;

use std::sync::Arc;

use quarrel_case::check::{Check, Step};
use quarrel_case::choices::Choices;
use quarrel_case::graph::{Graph, PropertyGraph};
use quarrel_case::language::{Budget, Evaluation, Language, Session, Tree, evaluate};
use quarrel_case::profile::{Dialect, Features, Profile};
use quarrel_case::verdict::{ErrorStatus, Role};
use serde_json::Value as Json;

/// What a person reads of an oracle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct About {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it checks, in one sentence.
    pub checks: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// What a case must satisfy.
    pub preconditions: &'static str,
    /// Query steps per check.
    pub cost: usize,
    /// True when it compares two engines.
    pub needs_peer: bool,
    /// True when it asks questions of its own making, and has no use for a query that was generated.
    pub invents: bool,
    /// How often it is drawn beside others.
    pub weight: usize,
}

/// A case: what an oracle makes a check from.
#[derive(Debug, Clone)]
pub struct Case {
    /// The graph.
    pub graph: Arc<Graph>,
    /// The query.
    pub tree: Tree,
    /// What the oracle drew beside them; null where it draws nothing.
    pub parameters: Json,
}

/// How an engine of the scene differs from the standard.
#[derive(Debug, Clone, Copy)]
pub struct Side<'a> {
    /// What it does differently on purpose.
    pub profile: &'a Profile,
    /// How it spells.
    pub dialect: &'a Dialect,
    /// What it knows.
    pub features: &'a Features,
    /// The plans that a query can ask it for, by their names.
    pub plans: &'a [String],
}

/// Whom a check is made for.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// The language.
    pub language: &'a dyn Language,
    /// The engine under test.
    pub target: Side<'a>,
    /// The engine that it is compared with.
    pub peer: Option<Side<'a>>,
    /// What an evaluation may cost.
    pub budget: Budget,
    /// What the reference says under the target's profile, where that is known already.
    pub known: Option<&'a Evaluation>,
    /// What it says under the peer's profile, where that is known already.
    pub known_of_peer: Option<&'a Evaluation>,
}

/// Why an oracle makes no check from a case: the reason of an inconclusive verdict.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unfit(pub String);

/// Makes checks.
pub trait Oracle: Send + Sync {
    /// What a person reads of it.
    fn about(&self) -> &About;

    /// Whether it knows what to do in this language.
    fn speaks(&self, _language: &dyn Language) -> bool {
        true
    }

    /// Whether it has something to ask such an engine.
    fn suits(&self, _target: Side<'_>) -> bool {
        true
    }

    /// A case of its own making on the graph, for an oracle that invents; none where the graph has nothing to ask about.
    fn invent(&self, _graph: &Arc<Graph>, _scene: &Scene<'_>, _choices: &mut Choices) -> Option<Case> {
        None
    }

    /// What is drawn for a case beside its graph and its query. It is stored with the case, so that the check is derived
    /// from it again; null where there is nothing to draw.
    fn draw(&self, _case: &Case, _scene: &Scene<'_>, _choices: &mut Choices) -> Json {
        Json::Null
    }

    /// Plainer parameters to try in their place, the boldest first; each leads to others sooner or later, and never
    /// back.
    fn plainer(&self, _parameters: &Json, _language: &dyn Language) -> Vec<Json> {
        Vec::new()
    }

    /// The query that stands in the case for what an oracle that invents asks, told by its parameters.
    fn question(&self, _parameters: &Json, _language: &dyn Language) -> Option<Tree> {
        None
    }

    /// The check of a case.
    fn check(&self, case: &Case, scene: &Scene<'_>) -> Result<Check, Unfit>;
}

/// Every oracle, in the order of the list.
pub fn all() -> Vec<&'static dyn Oracle> {
    let mut all: Vec<&'static dyn Oracle> = vec![
        &circumstances::Arranged,
        &circumstances::Indexed,
        &circumstances::Planned,
        &circumstances::Repeated,
        &circumstances::RoundTrip,
        &rewriting::COVER,
        &crash::Crash,
        &differential::Differential,
        &disassemble::BARRIER,
        &disassemble::PARAMETERS,
        &disassemble::TABLE,
        &rewriting::PARTITION,
        &reference::Reference,
        &rewriting::RESTRICTION,
        &rewriting::CLAUSE,
        &rewriting::EXPRESSION,
        &rewriting::WritePair,
    ];
    all.extend(relations::all());
    all.sort_by_key(|oracle| oracle.about().name);
    all
}

/// The oracle of that name.
pub fn find(name: &str) -> Option<&'static dyn Oracle> {
    all().into_iter().find(|oracle| oracle.about().name == name)
}

impl Case {
    /// A case for which nothing was drawn.
    pub fn new(graph: Arc<Graph>, tree: Tree) -> Self {
        Self { graph, tree, parameters: Json::Null }
    }

    /// The step that asks an engine.
    fn step(&self, scene: &Scene<'_>, role: Role, side: Side<'_>, errors: Option<ErrorStatus>) -> Step {
        let text = scene.language.print(&self.tree, side.dialect);
        match scene.language.writes(&self.tree) {
            true => Step::write(role, text, errors),
            false => Step::query(role, text, errors),
        }
    }
}

impl Scene<'_> {
    /// What the reference says of the case, as the target sees it, and the session that holds the graph that is left;
    /// none where the case only reads.
    fn outcome(&self, case: &Case) -> Result<(Evaluation, Option<Box<dyn Session>>), Unfit> {
        if !self.language.writes(&case.tree) {
            return Ok((self.evaluation(case)?, None));
        }
        let (evaluation, session) = self.written(case, self.target.profile)?;
        Ok((evaluation, Some(session)))
    }

    /// What the reference says of a case that writes, under a profile, and the session that holds the graph that is left.
    fn written(&self, case: &Case, profile: &Profile) -> Result<(Evaluation, Box<dyn Session>), Unfit> {
        indexes::unconstrained(&case.graph)?;
        let session = self.language.session(&case.graph, profile);
        let mut session = session.map_err(|error| Unfit(error.to_string()))?;
        let evaluation = session.run(&case.tree, &self.budget);
        Ok((evaluation, session))
    }

    /// No law about matches holds for a target that takes several edges between two vertices for one, where there are
    /// such.
    fn counts_each(&self, graph: impl FnOnce() -> Arc<Graph>) -> Result<(), Unfit> {
        if self.language.counts_each_edge(self.target.profile) {
            return Ok(());
        }
        match graph().property().is_some_and(PropertyGraph::joins_twice) {
            true => Err(Unfit("the engine takes several edges between two vertices for one".to_owned())),
            false => Ok(()),
        }
    }

    /// What the reference says of the case, as the target sees it.
    fn evaluation(&self, case: &Case) -> Result<Evaluation, Unfit> {
        match self.known {
            Some(evaluation) => Ok(evaluation.clone()),
            None => self.evaluation_as(case, self.target.profile),
        }
    }

    /// What the reference says of the case, as the peer sees it.
    fn evaluation_of_peer(&self, case: &Case, peer: Side<'_>) -> Result<Evaluation, Unfit> {
        match self.known_of_peer {
            Some(evaluation) => Ok(evaluation.clone()),
            None => self.evaluation_as(case, peer.profile),
        }
    }

    fn evaluation_as(&self, case: &Case, profile: &Profile) -> Result<Evaluation, Unfit> {
        let evaluation = evaluate(self.language, &case.graph, &case.tree, profile, &self.budget);
        evaluation.map_err(|error| Unfit(error.to_string()))
    }
}

#[cfg(test)]
mod disassemble_tests;
#[cfg(test)]
mod tests;
