//! What a hunt is asked to do: plain data, complete, without anything that is open or running.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use quarrel_case::engine::Limits;
use quarrel_case::graph::Graph;
use quarrel_case::language::{Budget, Guidance, Language, Setting};
use quarrel_case::profile::{Features, Profile};
use quarrel_graph::Sizes;
use quarrel_oracle::Oracle;
use serde_json::{Value as Json, json};

use crate::settle::Effort;
use crate::weights::Weights;

/// A language and its engines.
#[derive(Clone)]
pub struct Front {
    /// The language.
    pub language: Arc<dyn Language>,
    /// The engines, as they are named on the command line; at least one.
    pub specs: Vec<String>,
}

/// When to stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Until {
    /// After so many rounds.
    Rounds(u64),
    /// After so long; rounds that are under way are cut.
    Time(Duration),
}

/// How cases are made.
#[derive(Debug, Clone)]
pub struct Knobs {
    /// Cases in a round.
    pub queries_per_round: u64,
    /// How large graphs may be.
    pub sizes: Sizes,
    /// Clauses, steps or group elements; none: the language's default.
    pub length: Option<usize>,
    /// Patterns in one MATCH or block at most.
    pub patterns: usize,
    /// Depth of expressions.
    pub depth: usize,
    /// How guided generation is.
    pub guidance: Guidance,
    /// Features left out beside those that the engines lack.
    pub features: Features,
    /// Features used although an engine lacks them.
    pub with: BTreeSet<String>,
    /// The graph of every round, instead of generated ones.
    pub graph: Option<Arc<Graph>>,
    /// What the evaluation of one case may cost.
    pub budget: Budget,
}

/// What the evaluation of a generated case may cost: little, because a query that costs the reference much costs
/// an engine far more, and a time-out tells nothing then.
const BUDGET: Budget = Budget { rows: 5_000, steps: 200_000 };

impl Default for Knobs {
    fn default() -> Self {
        Self {
            queries_per_round: 100,
            sizes: Sizes::default(),
            length: None,
            patterns: 3,
            depth: 3,
            guidance: Guidance::Full,
            features: Features::default(),
            with: BTreeSet::new(),
            graph: None,
            budget: BUDGET,
        }
    }
}

impl Knobs {
    /// What a generator is told of a round: its graph, the profile by which its cases are judged, and what they may use.
    pub fn setting(
        &self,
        language: &dyn Language,
        graph: Arc<Graph>,
        profile: Profile,
        features: Features,
    ) -> Setting {
        Setting {
            graph,
            profile,
            features,
            length: self.length.unwrap_or_else(|| language.default_length()),
            patterns: self.patterns,
            depth: self.depth,
            guidance: self.guidance,
            budget: self.budget,
        }
    }
}

/// A whole hunt.
#[derive(Clone)]
pub struct Plan {
    /// Languages with their engines; rounds take them in turn.
    pub fronts: Vec<Front>,
    /// The oracles to draw from.
    pub oracles: Vec<&'static dyn Oracle>,
    /// How often each of them is drawn.
    pub weights: Weights,
    /// The seed.
    pub seed: u64,
    /// When to stop.
    pub until: Until,
    /// Rounds at once.
    pub jobs: usize,
    /// Where everything is written.
    pub out: PathBuf,
    /// How cases are made.
    pub knobs: Knobs,
    /// What one call of an engine may take.
    pub limits: Limits,
    /// Stop at the first violation.
    pub fail_fast: bool,
    /// Judge every engine by the standard, whatever it does differently on purpose.
    pub strict: bool,
    /// How much of a flood of violations is reduced.
    pub effort: Effort,
}

impl Plan {
    /// The engines of a language, as they are named.
    pub fn specs(&self, language: &str) -> &[String] {
        let front = self.fronts.iter().find(|front| front.language.name() == language);
        front.map_or(&[], |front| &front.specs)
    }

    /// The options as they are written into the summary.
    pub fn to_json(&self) -> Json {
        let fronts = self.fronts.iter().map(|front| (front.language.name().to_owned(), json!(front.specs)));
        let (rounds, seconds) = match self.until {
            Until::Rounds(rounds) => (Some(rounds), None),
            Until::Time(time) => (None, Some(time.as_secs_f64())),
        };
        json!({
            "engines": fronts.collect::<serde_json::Map<String, Json>>(),
            "oracles": self.oracles.iter().map(|oracle| oracle.about().name).collect::<Vec<_>>(),
            "weights": (!self.weights.is_empty()).then_some(&self.weights),
            "rounds": rounds,
            "time_seconds": seconds,
            "jobs": self.jobs,
            "queries_per_round": self.knobs.queries_per_round,
            "vertices": self.knobs.sizes.vertices,
            "edges": self.knobs.sizes.edges,
            "length": self.knobs.length,
            "patterns": self.knobs.patterns,
            "depth": self.knobs.depth,
            "generation": self.knobs.guidance,
            "without": self.knobs.features,
            "with": self.knobs.with,
            "graph": self.knobs.graph.is_some(),
            "query_timeout_seconds": self.limits.timeout.as_secs_f64(),
            "row_limit": self.limits.rows,
            "strict": self.strict,
        })
    }
}
