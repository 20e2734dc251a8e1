//! The cases of the self-test: rounds of one graph and some queries, as a hunt has them.

use std::sync::Arc;

use quarrel_case::choices::Choices;
use quarrel_case::graph::Graph;
use quarrel_case::language::{Candidate, Generator, Guidance, Language, Setting};
use quarrel_case::profile::{Features, Profile, ProfileError};
use quarrel_graph::Sizes;

use super::BUDGET;

/// Queries on one graph, of so many in all: where there are few they are about graphs of many kinds; where there are many,
/// what one query leaves behind has time to show in another.
fn per_round(cases: usize) -> usize {
    if cases < 1000 { 10 } else { 20 }
}

/// A graph, a query on it, and where an oracle's own choices come from.
pub(super) struct Drawn {
    pub(super) graph: Arc<Graph>,
    pub(super) candidate: Candidate,
    pub(super) choices: Choices,
}

/// One case after the other.
pub(super) struct Stream<'a> {
    language: &'a dyn Language,
    profile: Profile,
    choices: Choices,
    number: usize,
    per_round: usize,
    sizes: Sizes,
    round: Option<(Arc<Graph>, Box<dyn Generator>)>,
}

impl<'a> Stream<'a> {
    /// So many cases of an oracle, or a few more: each has its own, so that all oracles together see more.
    pub(super) fn new(
        language: &'a dyn Language,
        profile: Profile,
        seed: u64,
        oracle: &str,
        cases: usize,
    ) -> Self {
        Self {
            language,
            profile,
            choices: Choices::new(seed).stream(oracle),
            number: 0,
            per_round: per_round(cases),
            sizes: Sizes::default(),
            round: None,
        }
    }

    /// The same on graphs of other sizes.
    pub(super) fn small(self, sizes: Sizes) -> Self {
        Self { sizes, ..self }
    }

    /// The next case.
    pub(super) fn next(&mut self) -> Result<Drawn, ProfileError> {
        if self.number.is_multiple_of(self.per_round) {
            self.round = None;
        }
        let number = u64::try_from(self.number).unwrap_or_default();
        let choices = self.choices.numbered("case", number);
        let (graph, generator) = match &mut self.round {
            Some(round) => round,
            none => {
                let choices = self.choices.numbered("round", number);
                let opened = open(self.language, &self.profile, self.sizes, &choices)?;
                none.insert(opened)
            }
        };
        self.number += 1;
        let candidate = generator.next(&mut choices.stream("query"));
        Ok(Drawn { graph: Arc::clone(graph), candidate, choices })
    }
}

fn open(
    language: &dyn Language,
    profile: &Profile,
    sizes: Sizes,
    choices: &Choices,
) -> Result<(Arc<Graph>, Box<dyn Generator>), ProfileError> {
    let features = Features::default().of_a_round(&mut choices.stream("features"));
    let graph = quarrel_graph::generate(language, sizes, &features, &mut choices.stream("graph"));
    let graph = Arc::new(graph);
    let generator = language.generator(&Setting {
        graph: Arc::clone(&graph),
        profile: profile.clone(),
        features,
        length: language.default_length(),
        patterns: 3,
        depth: 3,
        guidance: Guidance::Full,
        budget: BUDGET,
    })?;
    Ok((graph, generator))
}
