//! Replay: a finding's check on a fresh engine, from nothing but its folder.

use std::path::Path;
use std::sync::Arc;

use quarrel_case::engine::Limits;
use quarrel_case::language::Language;
use quarrel_case::verdict::Role;
use quarrel_oracle::Oracle;

use crate::HuntError;
use crate::bench::{self, Bench};
use crate::finding::{Finding, Presenter, Replays};
use crate::target::Target;
use crate::trust;
use crate::workshop::Workshop;
use crate::{excuse, group, reduce, settle, witness};

/// The engines of a finding, opened again.
pub struct Scene {
    language: Arc<dyn Language>,
    oracle: &'static dyn Oracle,
    target: Target,
    peer: Option<Target>,
    limits: Limits,
}

impl Scene {
    /// Opens the engines of a finding, or `engine` in the place of the accused. An `exec:` command is never
    /// started because a finding says so: it must be named again.
    pub fn open(
        finding: &Finding,
        language: Arc<dyn Language>,
        workshop: &Workshop,
        engine: Option<&str>,
        limits: Limits,
    ) -> Result<Self, HuntError> {
        trust::check_texts(finding, &*language)?;
        let (target, peer) = trust::engines(finding, engine)?;
        let target = Target::open(&target, &language, workshop, None)?;
        let peer = peer.map(|spec| Target::open(&spec, &language, workshop, None)).transpose()?;
        let oracle = bench::oracle(&finding.record.oracle)?;
        Ok(Self { language, oracle, target, peer, limits })
    }

    /// Repeats the finding's check on fresh engines.
    pub fn replay(&mut self, finding: &Finding, times: u32) -> Result<Replays, HuntError> {
        self.bench(finding).replay(finding, times)
    }

    /// Reduces the finding and writes its folder anew; what it was before goes to `original`.
    pub fn reduce(
        &mut self,
        finding: &Finding,
        folder: &Path,
        presenter: &dyn Presenter,
    ) -> Result<Finding, HuntError> {
        let reduced = reduce::reduce(finding, &mut self.bench(finding), reduce::CALLS)?;
        let mut reduced = match reduced {
            Some(reduced) => self.forgetting(reduced)?,
            None => finding.clone(),
        };
        reduced.record.replays = self.bench(&reduced).replay(&reduced, 5)?;
        if !folder.join("original").exists() {
            finding.write_data(&folder.join("original"))?;
        }
        reduced.write(folder, presenter)?;
        Ok(reduced)
    }

    /// The reduced finding without what was said of the case before; triage asks others again.
    fn forgetting(&self, mut finding: Finding) -> Result<Finding, HuntError> {
        settle::describe(&mut finding, &*self.language)?;
        let accused = self.peer.as_ref().filter(|_| finding.record.violation.accused == Role::Peer);
        let excused = excuse::excuse(accused.unwrap_or(&self.target), &finding, &*self.language)?;
        let record = &mut finding.record;
        let finders = std::iter::once(&record.oracle).chain(&record.found_by);
        record.seen_by = finders.cloned().collect();
        record.others.clear();
        (record.similar_to, record.excused_by) = (None, excused);
        record.group = group::name(record);
        finding.record.in_doubt = witness::doubted(&finding, &*self.language);
        Ok(finding)
    }

    fn bench(&mut self, finding: &Finding) -> Bench<'_> {
        Bench {
            limits: self.limits,
            setup: finding.setup.clone(),
            accused: finding.record.violation.accused,
            ..Bench::new(&*self.language, self.oracle, &mut self.target, self.peer.as_mut())
        }
    }
}
