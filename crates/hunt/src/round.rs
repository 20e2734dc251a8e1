//! A round: one graph and a number of cases on it. The unit of work, and of what is counted.
//!
//! The cases are a function of the seed, the round's number, the options and the engines' capabilities.
//! Engines are asked only after a case is complete, and what they answer never changes a later one.

use std::sync::Arc;
use std::time::Instant;

use quarrel_case::check::Check;
use quarrel_case::choices::Choices;
use quarrel_case::execute::{Cast, Run, execute};
use quarrel_case::graph::Graph;
use quarrel_case::language::{Candidate, Evaluation, Failure, Generator, Language, Session};
use quarrel_case::profile::Features;
use quarrel_case::verdict::{Kind, Role, Verdict, Violation};
use quarrel_oracle::{Case, Oracle, Scene};
use serde_json::Value as Json;
use sha2::{Digest as _, Sha256};

use crate::HuntError;
use crate::ahead::Text;
use crate::events::{Event, RawViolation};
use crate::excuse;
use crate::plan::Plan;
use crate::ready::{Drawn, Queue, Ready};
use crate::stop::Stop;
use crate::tally::{Tally, is_down};
use crate::target::Target;

/// So many oracles are drawn for a case, each because the one before it found nothing to ask.
const ORACLES: usize = 6;

/// What a round needs beside its number.
pub(crate) struct Scenery<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) language: &'a dyn Language,
    pub(crate) targets: &'a mut [Target],
    pub(crate) stop: &'a Stop,
    pub(crate) tell: &'a dyn Fn(Event),
}

/// Runs round `number` and tells what happened; an engine that is gone by then is an error, once all is told.
pub(crate) fn run(number: u64, scenery: Scenery<'_>) -> Result<(), HuntError> {
    let language = scenery.language.name().to_owned();
    (scenery.tell)(Event::RoundStarted { round: number, language: language.clone() });
    let start = Instant::now();
    let mut round = Round::new(number, scenery)?;
    round.tally.generating_seconds += start.elapsed().as_secs_f64();
    let complete = round.cases()?;
    for target in round.scenery.targets.iter_mut() {
        let counts = target.engine.take_counts();
        round.tally.engine(&target.identity.to_string(), counts);
    }
    let digest = complete.then(|| hex(&round.digest.finalize()));
    (round.scenery.tell)(Event::RoundEnded { round: number, language, digest, tally: Box::new(round.tally) });
    round.scenery.targets.iter().find_map(Target::gone).map_or(Ok(()), Err)
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

struct Round<'a> {
    number: u64,
    scenery: Scenery<'a>,
    choices: Choices,
    graph: Arc<Graph>,
    generators: Vec<Box<dyn Generator>>,
    /// The reference with the graph as each engine sees it, for what no generator has answered.
    sessions: Vec<Option<Box<dyn Session>>>,
    /// Engines that do not hold the round's graph rightly: nothing is asked of them in this round.
    unfit: Vec<bool>,
    digest: Sha256,
    tally: Tally,
}

impl<'a> Round<'a> {
    fn new(number: u64, scenery: Scenery<'a>) -> Result<Self, HuntError> {
        let knobs = &scenery.plan.knobs;
        let choices = Choices::new(scenery.plan.seed).numbered("round", number);
        let own = |sum: Features, target: &Target| sum.and(&target.features);
        let features = scenery.targets.iter().fold(knobs.features.clone(), own).with(&knobs.with);
        let features = features.of_a_round(&mut choices.stream("features"));
        let graph = match &knobs.graph {
            Some(graph) => Arc::clone(graph),
            None => Arc::new(quarrel_graph::generate(
                scenery.language,
                knobs.sizes,
                &features,
                &mut choices.stream("graph"),
            )),
        };
        let generator = |target: &Target| {
            let (graph, profile) = (Arc::clone(&graph), target.profile.clone());
            let setting = knobs.setting(scenery.language, graph, profile, features.clone());
            scenery.language.generator(&setting)
        };
        let generators = scenery.targets.iter().map(generator).collect::<Result<_, _>>()?;
        let unfit = vec![false; scenery.targets.len()];
        let sessions = scenery.targets.iter().map(|_| None).collect();
        let mut digest = Sha256::new();
        digest.update(graph.to_text());
        Ok(Self {
            number,
            scenery,
            choices,
            graph,
            generators,
            sessions,
            unfit,
            digest,
            tally: Tally::default(),
        })
    }

    /// Runs the cases; false when the round was cut.
    fn cases(&mut self) -> Result<bool, HuntError> {
        let mut indexes = 0..self.scenery.plan.knobs.queries_per_round;
        let mut queue = Queue::new(self.scenery.targets.len());
        let like = Text::new(0, self.scenery.plan.limits, &self.graph);
        loop {
            if self.is_over() {
                self.scenery.targets.iter_mut().for_each(|target| target.engine.abandon());
                return Ok(false);
            }
            if let Some(index) = if queue.has_room() { indexes.next() } else { None } {
                queue.push(self.ready(index));
            } else if let Some(first) = queue.pop() {
                self.case(&first)?;
            } else {
                return Ok(true);
            }
            queue.ask_ahead(self.scenery.targets, &self.unfit, &like);
        }
    }

    /// True when nothing more is to be asked: the hunt ends, or an engine is gone, and any case may need that one.
    fn is_over(&self) -> bool {
        let is_gone = |target: &Target| target.engine.gone().is_some();
        self.scenery.stop.reached() || self.scenery.targets.iter().any(is_gone)
    }

    /// Draws a case and makes its check.
    fn ready(&mut self, index: u64) -> Ready {
        let start = Instant::now();
        let drawn = self.draw(index);
        self.tally.generating_seconds += start.elapsed().as_secs_f64();
        let start = Instant::now();
        let parameters = drawn.parameters.clone();
        let mut case =
            Case { graph: Arc::clone(&self.graph), tree: drawn.candidate.tree.clone(), parameters };
        let known_of_peer = self.evaluation_of_peer(&drawn);
        let target = &self.scenery.targets[drawn.target];
        let text = self.scenery.language.print(&case.tree, &target.dialect);
        let scene = Scene {
            language: self.scenery.language,
            target: target.side(),
            peer: drawn.peer.map(|peer| self.scenery.targets[peer].side()),
            budget: self.scenery.plan.knobs.budget,
            known: Some(&drawn.candidate.evaluation),
            known_of_peer: known_of_peer.as_ref(),
        };
        if !drawn.oracle.about().invents {
            let mut choices = self.choices.numbered("case", index).stream("oracle");
            case.parameters = drawn.oracle.draw(&case, &scene, &mut choices);
        }
        let check = drawn.oracle.check(&case, &scene);
        self.tally.checking_seconds += start.elapsed().as_secs_f64();
        Ready::new(drawn, case, text, check)
    }

    /// What the reference says of a query under the peer's profile. Nothing of one that writes, after which the session
    /// would hold another graph, and of one that nobody will ask about.
    fn evaluation_of_peer(&mut self, drawn: &Drawn) -> Option<Evaluation> {
        let (language, tree) = (self.scenery.language, &drawn.candidate.tree);
        let evaluation = &drawn.candidate.evaluation;
        let [target, peer] = [drawn.target, drawn.peer?].map(|engine| &self.scenery.targets[engine].profile);
        if language.writes(tree) || matches!(evaluation.result, Err(Failure::Unmodelled(_))) {
            return None;
        }
        if target == peer {
            return Some(evaluation.clone());
        }
        let budget = self.scenery.plan.knobs.budget;
        Some(self.session(drawn.peer?)?.run(tree, &budget))
    }

    fn draw(&mut self, index: u64) -> Drawn {
        let mut choices = self.choices.numbered("case", index);
        let engines = self.scenery.targets.len();
        let target = usize::try_from(index).unwrap_or_default() % engines;
        let peer = (engines > 1).then(|| (target + 1 + choices.below(engines - 1)) % engines);
        let (oracle, invented) = self.oracle(target, peer.is_some(), &mut choices);
        let (candidate, parameters) = match invented {
            Some(invented) => invented,
            None => (self.generators[target].next(&mut choices.stream("query")), Json::Null),
        };
        let peer = peer.filter(|_| oracle.about().needs_peer);
        Drawn { index, oracle, target, peer, candidate, parameters }
    }

    /// An oracle, with its question if it asks questions of its own. A graph may have nothing that one asks about: then
    /// there is another one, so that a case is seldom lost.
    fn oracle(
        &mut self,
        target: usize,
        has_peer: bool,
        choices: &mut Choices,
    ) -> (&'static dyn Oracle, Option<(Candidate, Json)>) {
        let oracles = self.usable(target, has_peer);
        let weights: Vec<usize> =
            oracles.iter().map(|oracle| self.scenery.plan.weights.of(*oracle)).collect();
        let mut oracle = oracles[choices.weighted(&weights)];
        let mut inventing = choices.stream("oracle");
        for _ in 0..ORACLES {
            let invented = self.invented(oracle, target, &mut inventing);
            if invented.is_some() || !oracle.about().invents {
                return (oracle, invented);
            }
            oracle = oracles[choices.weighted(&weights)];
        }
        (oracle, None)
    }

    /// The oracles to draw from for an engine. Where none suits it, those that are there say why they have nothing to ask.
    fn usable(&self, target: usize, has_peer: bool) -> Vec<&'static dyn Oracle> {
        let language = self.scenery.language;
        let usable = |oracle: &&&'static dyn Oracle| {
            (has_peer || !oracle.about().needs_peer) && oracle.speaks(language)
        };
        let usable = || self.scenery.plan.oracles.iter().filter(usable).copied();
        let side = self.scenery.targets[target].side();
        let suited: Vec<_> = usable().filter(|oracle| oracle.suits(side)).collect();
        if suited.is_empty() { usable().collect() } else { suited }
    }

    /// What an oracle asks that needs no generated query, and with which parameters.
    fn invented(
        &mut self,
        oracle: &'static dyn Oracle,
        target: usize,
        choices: &mut Choices,
    ) -> Option<(Candidate, Json)> {
        let (language, budget) = (self.scenery.language, self.scenery.plan.knobs.budget);
        let side = self.scenery.targets[target].side();
        let scene = Scene { language, target: side, peer: None, budget, known: None, known_of_peer: None };
        let case = oracle.invent(&self.graph, &scene, choices)?;
        let evaluation = self.session(target)?.run(&case.tree, &budget);
        // What a relation asks aims at its law: that there may be no row is part of it.
        let aim = Some("relation".to_owned());
        Some((Candidate { tree: case.tree, evaluation, aim }, case.parameters))
    }

    /// The reference with the round's graph as an engine sees it. It is asked only what reads.
    fn session(&mut self, engine: usize) -> Option<&mut Box<dyn Session>> {
        let profile = &self.scenery.targets[engine].profile;
        Some(match &mut self.sessions[engine] {
            Some(session) => session,
            none => none.insert(self.scenery.language.session(&self.graph, profile).ok()?),
        })
    }

    fn case(&mut self, ready: &Ready) -> Result<(), HuntError> {
        let Ready { drawn, case, text, check, .. } = ready;
        self.tally.case(&drawn.candidate.evaluation, drawn.candidate.aim.as_deref());
        for part in [drawn.oracle.about().name, &self.scenery.targets[drawn.target].spec, text] {
            self.digest.update(part);
            self.digest.update([0]);
        }
        if !case.parameters.is_null() {
            self.digest.update(case.parameters.to_string());
        }
        match check {
            Err(_) if drawn.oracle.about().invents && drawn.parameters.is_null() => {
                self.tally.inconclusive("the graph has nothing that the relation asks about");
            }
            Err(why) => self.tally.inconclusive(&why.to_string()),
            Ok(_) if self.unfit[drawn.target] || drawn.peer.is_some_and(|peer| self.unfit[peer]) => {
                self.tally.inconclusive("the engine does not hold the graph");
            }
            Ok(check) => {
                let start = Instant::now();
                let run = self.execute(check, drawn)?;
                self.tally.executing_seconds += start.elapsed().as_secs_f64();
                self.judge(drawn, case, check, &run, text.clone());
                let asked = [Role::Target, Role::Peer].into_iter().filter_map(|role| drawn.engine(role));
                let wait = asked.filter_map(|engine| self.scenery.targets[engine].engine.wait()).max();
                if let Some(wait) = wait.filter(|_| !self.is_over()) {
                    std::thread::sleep(wait);
                }
            }
        }
        for role in [Role::Target, Role::Peer] {
            if let Some(engine) = drawn.engine(role) {
                self.scenery.targets[engine].engine.end_check(drawn.index);
            }
        }
        Ok(())
    }

    fn execute(&mut self, check: &Check, drawn: &Drawn) -> Result<Run, HuntError> {
        let limits = self.scenery.plan.limits;
        let (target, peer) = match drawn.peer {
            None => (&mut self.scenery.targets[drawn.target], None),
            Some(peer) => {
                let both = self.scenery.targets.get_disjoint_mut([drawn.target, peer]);
                let [target, peer] =
                    both.map_err(|_| HuntError::Defect("an engine is its own peer".to_owned()))?;
                (target, Some(peer))
            }
        };
        target.engine.begin_check();
        let peer = peer.map(|peer| {
            peer.engine.begin_check();
            peer.actor()
        });
        let mut cast = Cast { target: target.actor(), peer };
        Ok(execute(check, &self.graph, self.scenery.language, &mut cast, &limits))
    }

    fn judge(&mut self, drawn: &Drawn, case: &Case, check: &Check, run: &Run, text: String) {
        self.tally.check(drawn.oracle.about().name, run);
        for (step, run) in check.steps.iter().zip(&run.steps) {
            if let Some(outcome) = run.outcome.as_ref().filter(|outcome| is_down(outcome)) {
                let engine = self.engine(drawn, step.role).identity.clone();
                let message = outcome.to_json().to_string().chars().take(500).collect();
                let outcome = outcome.word().to_owned();
                (self.scenery.tell)(Event::EngineDown { round: self.number, engine, outcome, message });
            }
        }
        let Verdict::Violated(violation) = &run.verdict else {
            self.excuse(drawn, case, &run.verdict);
            return;
        };
        if violation.kind == Kind::Load {
            let index = if violation.accused == Role::Target { Some(drawn.target) } else { drawn.peer };
            index.into_iter().for_each(|index| self.unfit[index] = true);
        }
        let raw = self.raw(drawn, case, check, violation, text);
        (self.scenery.tell)(Event::Violation(Box::new(raw)));
        if self.scenery.plan.fail_fast {
            self.scenery.stop.stop();
        }
    }

    /// Counts what the target answers rightly only by its own profile.
    fn excuse(&mut self, drawn: &Drawn, case: &Case, verdict: &Verdict) {
        let profile = &self.scenery.targets[drawn.target].profile;
        if *verdict == Verdict::Holds
            && drawn.oracle.about().name == "reference"
            && !profile.switches.is_empty()
        {
            let budget = &self.scenery.plan.knobs.budget;
            let language = self.scenery.language;
            self.tally.excused(excuse::switches(language, &case.graph, &case.tree, profile, budget));
        }
    }

    fn engine(&self, drawn: &Drawn, role: Role) -> &Target {
        let peer = drawn.peer.filter(|_| role == Role::Peer);
        &self.scenery.targets[peer.unwrap_or(drawn.target)]
    }

    fn raw(
        &self,
        drawn: &Drawn,
        case: &Case,
        check: &Check,
        violation: &Violation,
        text: String,
    ) -> RawViolation {
        let language = self.scenery.language;
        let accused = self.engine(drawn, violation.accused);
        let engine = accused.identity.clone();
        let oracle = drawn.oracle.about().name;
        RawViolation {
            history: accused.engine.mark(),
            seconds: 0.0,
            id: finding_id(self.scenery.plan.seed, self.number, drawn.index, oracle, &engine.to_string()),
            round: self.number,
            case: drawn.index,
            language: language.name().to_owned(),
            oracle: oracle.to_owned(),
            engine,
            target: self.scenery.targets[drawn.target].spec.clone(),
            peer: drawn.peer.map(|peer| self.scenery.targets[peer].spec.clone()),
            features: language.features(&case.tree).into_iter().map(ToOwned::to_owned).collect(),
            violation: violation.clone(),
            text,
            tree: language.tree_to_json(&case.tree),
            parameters: case.parameters.clone(),
            check: check.to_json(),
            graph: case.graph.to_json(),
        }
    }
}

/// The id of a finding: a hash of seed, round, case, oracle and engine.
fn finding_id(seed: u64, round: u64, case: u64, oracle: &str, engine: &str) -> String {
    let hash = Sha256::digest(format!("{seed} {round} {case} {oracle} {engine}"));
    hex(&hash)[..12].to_owned()
}
