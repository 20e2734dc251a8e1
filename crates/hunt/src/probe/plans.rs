//! Whether a query can ask for each plan that the catalogue names.

use std::collections::BTreeMap;
use std::sync::Arc;

use quarrel_case::answer::Outcome;
use quarrel_case::check::PLAN;
use quarrel_case::graph::Graph;
use quarrel_case::profile::ProfileError;
use serde::Serialize;
use serde_json::Value as Json;

use super::{PER_GRAPH, Prober, is_answered};

/// Queries that are asked under each plan.
const PLANNED: usize = 20;

/// A plan that the catalogue names.
#[derive(Debug, Clone, Serialize)]
pub struct Planned {
    /// Its name.
    pub plan: String,
    /// How many queries asked for it that the engine answers without.
    pub asked: usize,
    /// How many of them it answered.
    pub answered: usize,
    /// What it said of the first that it did not answer.
    pub otherwise: Option<Json>,
}

impl Planned {
    /// True when a query can ask for it.
    pub fn works(&self) -> bool {
        self.answered == self.asked
    }
}

impl Prober<'_> {
    /// Asks some queries under each plan that the engine answers without.
    pub(super) fn plans(&mut self) -> Result<Vec<Planned>, ProfileError> {
        let names = self.target.plans.clone();
        if names.is_empty() {
            return Ok(Vec::new());
        }
        let (setting, candidates) = self.generated(("plans", 0), self.target.features.clone(), PER_GRAPH)?;
        let mut texts: Vec<String> = Vec::new();
        for tree in
            candidates.iter().map(|candidate| &candidate.tree).filter(|tree| !self.language.writes(tree))
        {
            let text = self.language.print(tree, &self.target.dialect);
            if texts.len() < PLANNED && is_answered(&self.run(&setting.graph, &text, false)) {
                texts.push(text);
            }
        }
        Ok(names.into_iter().map(|plan| self.planned(plan, &setting.graph, &texts)).collect())
    }

    fn planned(&mut self, plan: String, graph: &Arc<Graph>, texts: &[String]) -> Planned {
        let settings = BTreeMap::from([(PLAN.to_owned(), plan.clone())]);
        let asked = texts.iter().map(|text| self.run_under(&settings, graph, text, false));
        let (answered, others): (Vec<Outcome>, Vec<Outcome>) = asked.partition(is_answered);
        let otherwise = others.first().map(Outcome::to_json);
        Planned { plan, asked: texts.len(), answered: answered.len(), otherwise }
    }
}
