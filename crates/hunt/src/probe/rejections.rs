//! What is rejected although the engine is said to offer it, reduced to the smallest query that is rejected so, which
//! shows the construct together with the position that it may not have.

use quarrel_case::answer::{Outcome, QueryError};
use quarrel_case::language::{Ground, Setting, Tree};
use serde::Serialize;

use super::{Prober, never_fails};
use crate::signature;

/// Rejections that are reduced: one of each kind, the commonest kinds.
const REDUCED: usize = 40;
/// Queries that one reduction may ask.
const CALLS: usize = 400;

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

/// The shortest of the cases that were rejected alike.
pub(super) struct Sample {
    tree: Tree,
    setting: Setting,
    text: String,
    error: QueryError,
    pub(super) times: u64,
}

impl Prober<'_> {
    pub(super) fn keep(&mut self, setting: &Setting, tree: Tree, error: QueryError) {
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
    pub(super) fn rejections(&mut self) -> Vec<Rejection> {
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
                let Outcome::Rejected(said) = self.ask(setting, &candidate) else { return None };
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
