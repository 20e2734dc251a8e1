//! Probing: whether an engine is as the catalogue says it is.
//!
//! Four questions. Does each switch that the catalogue sets still show by its probe? Can a query ask for each plan that
//! the catalogue names (see `plans`)? Does the engine take every construct that it is said to offer? Does it still refuse
//! each that it is said to lack? The third is asked by cases as a hunt has them, so that a construct is met in many
//! positions; what is rejected is reduced (see `rejections`). The last is asked by cases that may hold that one construct
//! beside what is offered. Only an answer shows that a construct is taken: what crashes, hangs or cannot be read is
//! neither taken nor refused, and counted apart.

mod plans;
mod rejections;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use quarrel_case::answer::Outcome;
use quarrel_case::choices::Choices;
use quarrel_case::compare::{self, Comparison};
use quarrel_case::engine::{Engine as _, Identity, Limits, Request};
use quarrel_case::graph::Graph;
use quarrel_case::language::{Candidate, Evaluation, Language, Setting, Tree, comparable};
use quarrel_case::profile::{Features, ProfileError};
use quarrel_case::verdict::ErrorStatus;
use quarrel_engine::catalogue;
use serde::Serialize;
use serde_json::{Value as Json, json};

use crate::plan::Knobs;
use crate::target::Target;

pub use plans::Planned;
pub use rejections::Rejection;
use rejections::Sample;

/// Cases on one graph.
const PER_GRAPH: u64 = 50;
/// Cases that are generated for a construct which an engine is said to lack.
const TRIES: u64 = 200;
/// Of these, how many that hold it are asked.
const ASKED: u64 = 10;

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
    /// What was neither answered nor rejected, by the word for what became of it.
    pub unanswered: BTreeMap<&'static str, Unanswered>,
    /// Cases that were generated as a hunt would.
    pub cases: u64,
    /// Of these, how many were asked: those of which the reference knows that they raise no error.
    pub asked: u64,
    /// Of the ones that were asked, how many were rejected.
    pub rejected: u64,
}

/// Queries that were neither answered nor rejected.
#[derive(Debug, Clone, Serialize)]
pub struct Unanswered {
    /// How many.
    pub times: u64,
    /// The first of them.
    pub text: String,
    /// What became of it.
    pub got: Json,
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
    /// How many of them were answered.
    pub accepted: u64,
}

impl Probed {
    /// True when the engine is as the catalogue says, as far as was seen.
    pub fn is_as_said(&self) -> bool {
        self.switches.iter().all(|switch| switch.holds)
            && self.plans.iter().all(Planned::works)
            && self.rejections.is_empty()
            && self.unanswered.is_empty()
    }
}

/// Probes an engine in its language by so many cases as a hunt has them.
pub fn probe(
    language: &dyn Language,
    target: &mut Target,
    cases: u64,
    limits: Limits,
) -> Result<Probed, ProfileError> {
    let (rejected, unanswered) = (BTreeMap::new(), BTreeMap::new());
    let mut prober = Prober { language, target, limits, asked: 0, rejected, unanswered };
    let switches = prober.switches();
    let plans = prober.plans()?;
    let mut constructs = prober.constructs();
    prober.offered(cases, &mut constructs)?;
    let asked = prober.asked;
    prober.lacking(&mut constructs)?;
    let rejections = prober.rejections();
    let rejected = prober.rejected.values().map(|sample| sample.times).sum();
    let engine = prober.target.identity.clone();
    let (language, unanswered) = (language.name(), prober.unanswered);
    Ok(Probed {
        engine,
        language,
        switches,
        plans,
        constructs,
        rejections,
        unanswered,
        cases,
        asked,
        rejected,
    })
}

struct Prober<'a> {
    language: &'a dyn Language,
    target: &'a mut Target,
    limits: Limits,
    /// Queries about constructs that were asked so far.
    asked: u64,
    /// By what stays the same of the message.
    rejected: BTreeMap<String, Sample>,
    /// By the outcome's word.
    unanswered: BTreeMap<&'static str, Unanswered>,
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
                let outcome = self.try_out(&setting, &candidate.tree);
                note(constructs, &self.language.features(&candidate.tree), is_answered(&outcome));
                if let Outcome::Rejected(error) = outcome {
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
                let outcome = self.try_out(&setting, &candidate.tree);
                note(constructs, &[feature], is_answered(&outcome));
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
        let graph =
            quarrel_graph::generate(self.language, knobs.sizes, &of_graph, &mut choices.stream("graph"));
        let setting = knobs.setting(self.language, Arc::new(graph), self.target.profile.clone(), features);
        let mut generator = self.language.generator(&setting)?;
        let next = |case| generator.next(&mut choices.numbered("case", case).stream("query"));
        let candidates = (0..count).map(next);
        let candidates = candidates.filter(|candidate| never_fails(&candidate.evaluation)).collect();
        Ok((setting, candidates))
    }

    /// Asks a query and counts it; what is neither answered nor rejected is kept.
    fn try_out(&mut self, setting: &Setting, tree: &Tree) -> Outcome {
        self.asked += 1;
        let outcome = self.ask(setting, tree);
        if !matches!(outcome, Outcome::Answered(_) | Outcome::Rejected(_)) {
            let text = self.language.print(tree, &self.target.dialect);
            let first = || Unanswered { times: 0, text, got: outcome.to_json() };
            self.unanswered.entry(outcome.word()).or_insert_with(first).times += 1;
        }
        outcome
    }

    fn ask(&mut self, setting: &Setting, tree: &Tree) -> Outcome {
        let text = self.language.print(tree, &self.target.dialect);
        self.run(&setting.graph, &text, self.language.writes(tree))
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
            if !is_answered(&loaded) {
                return loaded;
            }
        }
        let outcome = engine.run(&Request { text, writes, settings }, &self.limits);
        if writes {
            engine.forget();
        }
        outcome
    }
}

fn is_answered(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Answered(_))
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
