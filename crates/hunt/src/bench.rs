//! The engines and the oracle with which a case is tried again: for reduction, for replay, for triage.
//!
//! The check of a case is derived anew each time, so that a relation stays sound while the case changes.

use std::sync::Arc;

use quarrel_case::check::Check;
use quarrel_case::choices::Choices;
use quarrel_case::engine::Limits;
use quarrel_case::execute::{Cast, execute};
use quarrel_case::graph::Graph;
use quarrel_case::language::{Budget, Language};
use quarrel_case::verdict::{Role, Verdict, Violation};
use quarrel_engine::OpenError;
use quarrel_oracle::{Case, Oracle, Scene, Unfit};
use serde_json::Value as Json;

use crate::HuntError;
use crate::finding::{Finding, Replays};
use crate::journal;
use crate::stop::Stop;
use crate::target::Target;

/// The engines and the oracle with which a case is tried.
pub struct Bench<'a> {
    /// The language of the case.
    pub language: &'a dyn Language,
    /// The oracle that derives the checks.
    pub oracle: &'static dyn Oracle,
    /// The engine under test.
    pub target: &'a mut Target,
    /// The engine that it is compared with.
    pub peer: Option<&'a mut Target>,
    /// What a call may take.
    pub limits: Limits,
    /// What an evaluation may cost.
    pub budget: Budget,
    /// Says when to give up.
    pub stop: Option<&'a Stop>,
    /// What the accused engine must be sent before each check, on a fresh process: entries of the journal.
    pub setup: Vec<Json>,
    /// Whose setup it is.
    pub accused: Role,
}

/// A case that shows a failure.
pub(crate) struct Shown {
    pub(crate) case: Case,
    pub(crate) check: Check,
    pub(crate) violation: Violation,
}

/// What an oracle says of a case.
#[derive(Debug, Clone)]
pub struct Judged {
    /// What it says.
    pub verdict: Verdict,
    /// The check that it made; none when it made none, which the verdict explains.
    pub check: Option<Check>,
}

impl<'a> Bench<'a> {
    /// A bench on which the target is accused, without setup, that never gives up by itself.
    pub fn new(
        language: &'a dyn Language,
        oracle: &'static dyn Oracle,
        target: &'a mut Target,
        peer: Option<&'a mut Target>,
    ) -> Self {
        Self {
            language,
            oracle,
            target,
            peer,
            limits: Limits::default(),
            budget: Budget::default(),
            stop: None,
            setup: Vec::new(),
            accused: Role::Target,
        }
    }

    /// The check that the oracle makes of a case.
    pub(crate) fn check(&self, case: &Case) -> Result<Check, Unfit> {
        self.oracle.check(case, &self.scene())
    }

    /// The case with parameters that this bench's oracle draws, always the same.
    pub fn drawn(&self, case: Case) -> Case {
        let parameters = self.oracle.draw(&case, &self.scene(), &mut Choices::new(0));
        Case { parameters, ..case }
    }

    fn scene(&self) -> Scene<'_> {
        Scene {
            language: self.language,
            target: self.target.side(),
            peer: self.peer.as_ref().map(|peer| peer.side()),
            budget: self.budget,
            known: None,
            known_of_peer: None,
        }
    }

    /// Derives the check of a case and runs it.
    pub fn judge(&mut self, case: &Case) -> Judged {
        match self.check(case) {
            Err(why) => Judged { verdict: Verdict::Inconclusive(why.to_string()), check: None },
            Ok(check) => Judged { verdict: self.verdict(&check, &case.graph), check: Some(check) },
        }
    }

    /// Derives the check of a case and runs it; none when it shows no violation.
    pub(crate) fn try_case(&mut self, case: &Case) -> Option<Shown> {
        let Judged { verdict: Verdict::Violated(violation), check: Some(check) } = self.judge(case) else {
            return None;
        };
        Some(Shown { case: case.clone(), check, violation: *violation })
    }

    /// Runs a check, after the setup if there is one; the violation that it shows, if any.
    pub fn run(&mut self, check: &Check, graph: &Arc<Graph>) -> Option<Violation> {
        match self.verdict(check, graph) {
            Verdict::Violated(violation) => Some(*violation),
            _ => None,
        }
    }

    fn verdict(&mut self, check: &Check, graph: &Arc<Graph>) -> Verdict {
        if !self.setup.is_empty()
            && let Err(error) = self.prepare()
        {
            return Verdict::Inconclusive(error.to_string());
        }
        let peer = self.peer.as_mut().map(|peer| peer.actor());
        let mut cast = Cast { target: self.target.actor(), peer };
        execute(check, graph, self.language, &mut cast, &self.limits).verdict
    }

    /// Puts the accused engine on a fresh process and into the state that the setup leads to.
    fn prepare(&mut self) -> Result<(), HuntError> {
        let setup = std::mem::take(&mut self.setup);
        let limits = self.limits;
        let model = self.language.model();
        let done = self.accused().and_then(|accused| {
            accused.renew()?;
            setup.iter().try_for_each(|entry| journal::resend(entry, &mut accused.engine, model, &limits))
        });
        self.setup = setup;
        done
    }

    fn accused(&mut self) -> Result<&mut Target, HuntError> {
        match (self.accused, &mut self.peer) {
            (Role::Peer, Some(peer)) => Ok(peer),
            (Role::Peer, None) => Err(HuntError::Defect("the accused peer is missing".to_owned())),
            (Role::Target, _) => Ok(self.target),
        }
    }

    /// Puts all engines on fresh processes.
    pub(crate) fn renew(&mut self) -> Result<(), HuntError> {
        self.target.renew()?;
        self.peer.as_mut().map_or(Ok(()), |peer| peer.renew())
    }

    /// Runs the finding's check `times` times, each on an engine that is loaded afresh.
    pub fn replay(&mut self, finding: &Finding, times: u32) -> Result<Replays, HuntError> {
        let mut reproduced = 0;
        for _ in 0..times {
            self.renew()?;
            let violation = self.run(&finding.check, &finding.graph);
            let same = violation.is_some_and(|violation| finding.record.violation.resembles(&violation));
            reproduced += u32::from(same);
        }
        Ok(Replays { times, reproduced })
    }
}

/// The oracle of that name, which a hunt wrote down.
pub(crate) fn oracle(name: &str) -> Result<&'static dyn Oracle, HuntError> {
    let found = quarrel_oracle::find(name);
    found.ok_or_else(|| HuntError::Engine(OpenError::Usage(format!("there is no oracle {name:?}"))))
}
