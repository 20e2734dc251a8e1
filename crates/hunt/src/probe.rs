//! Probing: whether an engine is as the catalogue says it is.
//!
//! Four questions. Does each switch that the catalogue sets still show by its probe? Can a query ask for each plan that
//! the catalogue names? Does the engine take every construct that it is said to offer? Does it still refuse each that it is said to lack? The second is asked by cases as
//! a hunt has them, so that a construct is met in many positions; what is rejected is reduced to the smallest query that
//! is rejected so, which shows the construct together with the position that it may not have. The third is asked by cases
//! that may hold that one construct beside what is offered.

mod plans;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use quarrel_case::answer::{Outcome, QueryError};
use quarrel_case::choices::Choices;
use quarrel_case::compare::{self, Comparison};
use quarrel_case::engine::{Engine as _, Identity, Limits, Request};
use quarrel_case::graph::Graph;
use quarrel_case::language::{Candidate, Evaluation, Ground, Language, Setting, Tree, comparable};
use quarrel_case::profile::{Features, ProfileError};
use quarrel_case::verdict::ErrorStatus;
use quarrel_engine::catalogue;
use serde::Serialize;
use serde_json::{Value as Json, json};

use crate::plan::Knobs;
use crate::signature;
use crate::target::Target;

pub use plans::Planned;

/// Cases on one graph.
const PER_GRAPH: u64 = 50;
/// Cases that are generated for a construct which an engine is said to lack.
const TRIES: u64 = 200;
/// Of these, how many that hold it are asked.
const ASKED: u64 = 10;
/// Rejections that are reduced: one of each kind, the commonest kinds.
const REDUCED: usize = 40;
/// Queries that one reduction may ask.
const CALLS: usize = 400;

/// How an engine is beside what the catalogue says.
#[derive(Debug, Clone, Serialize)]
pub struct Probed {
    /// The engine.
    pub engine: Identity,
    /// The language.
    pub language: &'static str,
    /// Every switch that the catalogue sets.
    pub switches: Vec<Switch>,
    /// Every plan that the catalogue names.
    pub plans: Vec<Planned>,
    /// Every construct, by its feature.
    pub constructs: BTreeMap<&'static str, Construct>,
    /// What is rejected although the engine is said to offer all of it, the commonest first.
    pub rejections: Vec<Rejection>,
    /// Cases that were asked as a hunt would.
    pub cases: u64,
    /// Of these, how many were rejected.
    pub rejected: u64,
}

/// A switch that the catalogue sets.
#[derive(Debug, Clone, Serialize)]
pub struct Switch {
    /// Its name.
    pub switch: String,
    /// Its value.
    pub value: String,
    /// True when the engine answers the probe so.
    pub holds: bool,
    /// What it answered.
    pub got: Json,
}

/// What the catalogue says of a construct.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Said {
    /// The engine offers it.
    Offered,
    /// It offers it and stumbles over it.
    Seldom,
    /// It lacks it.
    Lacking,
}

/// How a construct was taken.
#[derive(Debug, Clone, Serialize)]
pub struct Construct {
    /// What the catalogue says.
    pub said: Said,
    /// How many queries with it were asked.
    pub asked: u64,
    /// How many of them were not rejected.
    pub accepted: u64,
}

/// What is rejected.
#[derive(Debug, Clone, Serialize)]
pub struct Rejection {
    /// The error's class and message.
    pub message: String,
    /// The smallest query that is rejected so.
    pub text: String,
    /// Its features.
    pub features: Vec<&'static str>,
    /// How many cases were rejected so.
    pub times: u64,
}

impl Probed {
    /// True when the engine is as the catalogue says, as far as was seen.
    pub fn is_as_said(&self) -> bool {
        self.switches.iter().all(|switch| switch.holds)
            && self.plans.iter().all(Planned::works)
            && self.rejections.is_empty()
    }
}

/// Probes an engine in its language by so many cases as a hunt has them.
pub fn probe(
    language: &dyn Language,
    target: &mut Target,
    cases: u64,
    limits: Limits,
) -> Result<Probed, ProfileError> {
    let mut prober = Prober { language, target, limits, rejected: BTreeMap::new() };
    let switches = prober.switches();
    let plans = prober.plans()?;
    let mut constructs = prober.constructs();
    prober.offered(cases, &mut constructs)?;
    prober.lacking(&mut constructs)?;
    let rejections = prober.rejections();
    let rejected = prober.rejected.values().map(|sample| sample.times).sum();
    let engine = prober.target.identity.clone();
    let language = language.name();
    Ok(Probed { engine, language, switches, plans, constructs, rejections, cases, rejected })
}

/// The shortest of the cases that were rejected alike.
struct Sample {
    tree: Tree,
    setting: Setting,
    text: String,
    error: QueryError,
    times: u64,
}

struct Prober<'a> {
    language: &'a dyn Language,
    target: &'a mut Target,
    limits: Limits,
    /// By what stays the same of the message.
    rejected: BTreeMap<String, Sample>,
}

impl Prober<'_> {
    /// Asks the probe of every switch that the catalogue sets for this version.
    fn switches(&mut self) -> Vec<Switch> {
        let settings = self.target.settings.clone();
        settings.iter().map(|setting| self.switch(setting)).collect()
    }

    fn switch(&mut self, setting: &catalogue::Setting) -> Switch {
        let (holds, got) =
            self.answers(&setting.probe).unwrap_or_else(|why| (false, json!({ "unreadable": why })));
        Switch { switch: setting.switch.clone(), value: setting.value.clone(), holds, got }
    }

    /// Whether a probe is answered as it should be, and how it is answered; an error when the probe cannot be read.
    fn answers(&mut self, probe: &catalogue::Probe) -> Result<(bool, Json), String> {
        let model = self.language.model();
        let graph = Graph::from_text(&probe.graph, model).map_err(|error| error.to_string())?;
        let expected = probe.expected(model)?;
        let tree = self.language.parse(&probe.query).map_err(|error| error.to_string())?;
        let outcome = self.run(&Arc::new(graph), &probe.query, self.language.writes(&tree));
        let form = |answer| comparable(self.language, self.language.compare(), answer);
        let holds = match (&outcome, &expected) {
            (Outcome::Answered(reply), Some(expected)) => {
                compare::answers(&form(expected), &form(&reply.answer)) == Comparison::Equal
            }
            (Outcome::Rejected(_), None) => true,
            _ => false,
        };
        Ok((holds, outcome.to_json()))
    }

    fn constructs(&self) -> BTreeMap<&'static str, Construct> {
        let said = |feature: &str| match &self.target.features {
            features if !features.allow(feature) => Said::Lacking,
            features if features.seldom.contains(feature) => Said::Seldom,
            _ => Said::Offered,
        };
        let features = self.language.all_features().into_iter();
        features.map(|feature| (feature, Construct { said: said(feature), asked: 0, accepted: 0 })).collect()
    }

    /// Asks cases as a hunt has them.
    fn offered(
        &mut self,
        cases: u64,
        constructs: &mut BTreeMap<&'static str, Construct>,
    ) -> Result<(), ProfileError> {
        let features = Features { seldom: BTreeSet::new(), ..self.target.features.clone() };
        for graph in 0..cases.div_ceil(PER_GRAPH) {
            let count = PER_GRAPH.min(cases - graph * PER_GRAPH);
            let (setting, candidates) = self.generated(("offered", graph), features.clone(), count)?;
            for candidate in candidates {
                let error = self.ask(&setting, &candidate.tree);
                note(constructs, &self.language.features(&candidate.tree), error.is_none());
                if let Some(error) = error {
                    self.keep(&setting, candidate.tree, error);
                }
            }
        }
        Ok(())
    }

    /// Asks for each construct that the engine is said to lack cases that may hold it.
    fn lacking(&mut self, constructs: &mut BTreeMap<&'static str, Construct>) -> Result<(), ProfileError> {
        let lacking = constructs.iter().filter(|(_, construct)| construct.said == Said::Lacking);
        let lacking: Vec<&'static str> = lacking.map(|(feature, _)| *feature).collect();
        for (number, feature) in (0..).zip(lacking) {
            let features = self.target.features.clone().with(&BTreeSet::from([feature.to_owned()]));
            let (setting, candidates) = self.generated(("lacking", number), features, TRIES)?;
            let holds = |candidate: &Candidate| self.language.features(&candidate.tree).contains(&feature);
            let holding: Vec<Candidate> = candidates.into_iter().filter(holds).take(ASKED as usize).collect();
            for candidate in holding {
                let accepted = self.ask(&setting, &candidate.tree).is_none();
                note(constructs, &[feature], accepted);
            }
        }
        Ok(())
    }

    /// Cases on one graph of which the reference knows that they raise no error.
    fn generated(
        &self,
        (what, number): (&str, u64),
        features: Features,
        count: u64,
    ) -> Result<(Setting, Vec<Candidate>), ProfileError> {
        let (knobs, choices) = (Knobs::default(), Choices::new(1).numbered(what, number));
        // What an engine cannot hold is no matter of its language.
        let of_graph = self.target.features.clone();
        let graph = quarrel_graph::generate(
            self.language.model(),
            knobs.sizes,
            &of_graph,
            &mut choices.stream("graph"),
        );
        let setting = knobs.setting(self.language, Arc::new(graph), self.target.profile.clone(), features);
        let mut generator = self.language.generator(&setting)?;
        let next = |case| generator.next(&mut choices.numbered("case", case).stream("query"));
        let candidates = (0..count).map(next);
        let candidates = candidates.filter(|candidate| never_fails(&candidate.evaluation)).collect();
        Ok((setting, candidates))
    }

    /// Asks a query; the error by which it is rejected.
    fn ask(&mut self, setting: &Setting, tree: &Tree) -> Option<QueryError> {
        let text = self.language.print(tree, &self.target.dialect);
        match self.run(&setting.graph, &text, self.language.writes(tree)) {
            Outcome::Rejected(error) => Some(error),
            _ => None,
        }
    }

    fn run(&mut self, graph: &Arc<Graph>, text: &str, writes: bool) -> Outcome {
        self.run_under(&BTreeMap::new(), graph, text, writes)
    }

    fn run_under(
        &mut self,
        settings: &BTreeMap<String, String>,
        graph: &Arc<Graph>,
        text: &str,
        writes: bool,
    ) -> Outcome {
        let engine = &mut self.target.engine;
        if engine.holds() != Some(graph) {
            let loaded = engine.load(graph, &self.limits);
            if !matches!(loaded, Outcome::Answered(_)) {
                return loaded;
            }
        }
        let outcome = engine.run(&Request { text, writes, settings }, &self.limits);
        if writes {
            engine.forget();
        }
        outcome
    }

    fn keep(&mut self, setting: &Setting, tree: Tree, error: QueryError) {
        let text = self.language.print(&tree, &self.target.dialect);
        let kind = signature::message(&error.message, &text);
        match self.rejected.get_mut(&kind) {
            Some(known) => {
                known.times += 1;
                if text.len() < known.text.len() {
                    (known.tree, known.setting, known.text, known.error) =
                        (tree, setting.clone(), text, error);
                }
            }
            None => {
                let sample = Sample { tree, setting: setting.clone(), text, error, times: 1 };
                self.rejected.insert(kind, sample);
            }
        }
    }

    /// The commonest rejections, each reduced; those that come to the same are one.
    fn rejections(&mut self) -> Vec<Rejection> {
        let mut samples: Vec<(String, Tree, Setting, QueryError, u64)> = self
            .rejected
            .iter()
            .map(|(kind, one)| {
                (kind.clone(), one.tree.clone(), one.setting.clone(), one.error.clone(), one.times)
            })
            .collect();
        samples.sort_by_key(|(.., times)| std::cmp::Reverse(*times));
        let mut found: Vec<Rejection> = Vec::new();
        for (kind, tree, setting, error, times) in samples.into_iter().take(REDUCED) {
            let (tree, error) = self.reduced(&kind, &setting, tree, error);
            let features = self.language.features(&tree);
            match found.iter_mut().find(|known| known.features == features) {
                Some(known) => known.times += times,
                None => found.push(Rejection {
                    message: error.to_string(),
                    text: self.language.print(&tree, &self.target.dialect),
                    features,
                    times,
                }),
            }
        }
        found.sort_by_key(|rejection| std::cmp::Reverse(rejection.times));
        found
    }

    /// True when the reference answers a query for sure: what it rejects too is no fault of an engine's.
    fn is_right(&self, setting: &Setting, tree: &Tree) -> bool {
        let session = self.language.session(&setting.graph, &setting.profile);
        session.is_ok_and(|mut session| never_fails(&session.run(tree, &setting.budget)))
    }

    /// The smallest query that is rejected by an error of the same kind.
    fn reduced(
        &mut self,
        kind: &str,
        setting: &Setting,
        mut tree: Tree,
        mut error: QueryError,
    ) -> (Tree, QueryError) {
        let mut calls = CALLS;
        loop {
            let ground = Ground { graph: &setting.graph, profile: &setting.profile, budget: setting.budget };
            let size = self.language.size(&tree);
            let smaller = self.language.shrink(&tree, &ground).into_iter();
            let smaller = smaller.filter(|candidate| self.language.size(candidate) < size);
            let candidates: Vec<Tree> = smaller.take(calls).collect();
            let kept = candidates.into_iter().find_map(|candidate| {
                self.is_right(setting, &candidate).then_some(())?;
                calls = calls.saturating_sub(1);
                let said = self.ask(setting, &candidate)?;
                let text = self.language.print(&candidate, &self.target.dialect);
                (signature::message(&said.message, &text) == kind).then_some((candidate, said))
            });
            match kept {
                Some(kept) => (tree, error) = kept,
                None => return (tree, error),
            }
        }
    }
}

/// True when an engine has no reason to reject a query.
fn never_fails(evaluation: &Evaluation) -> bool {
    evaluation.result.is_ok() && evaluation.errors == ErrorStatus::Never
}

fn note(constructs: &mut BTreeMap<&'static str, Construct>, features: &[&'static str], accepted: bool) {
    for feature in features {
        if let Some(construct) = constructs.get_mut(feature) {
            construct.asked += 1;
            construct.accepted += u64::from(accepted);
        }
    }
}
