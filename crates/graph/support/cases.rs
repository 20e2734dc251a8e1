//! Generated cases by the thousand, for figures and for tests that look at many. It is no part of the crate, which knows
//! no language: an example or a test takes it in by its path.

use std::sync::Arc;

use quarrel_case::choices::Choices;
use quarrel_case::language::{Budget, Generator, Guidance, Language, Setting};
use quarrel_case::profile::{Features, Profile, ProfileError};
use quarrel_graph::Sizes;

/// Calls `each` once for each of so many cases of a language, with the setting of its round, the generator and the choices of the
/// case; `count` is made up to whole rounds.
pub(crate) fn cases(
    language: &dyn Language,
    seed: u64,
    count: usize,
    per_round: usize,
    guidance: Guidance,
    mut each: impl FnMut(&Setting, &mut dyn Generator, &mut Choices),
) -> Result<(), ProfileError> {
    let choices = Choices::new(seed);
    for round in 0..count.div_ceil(per_round) {
        let (round, features) = (choices.numbered("round", round as u64), Features::default());
        let graph =
            quarrel_graph::generate(language, Sizes::default(), &features, &mut round.stream("graph"));
        let setting = Setting {
            graph: Arc::new(graph),
            profile: Profile::default(),
            features,
            length: language.default_length(),
            patterns: 3,
            depth: 3,
            guidance,
            budget: Budget::default(),
        };
        let mut generator = language.generator(&setting)?;
        for case in 0..per_round {
            each(&setting, &mut *generator, &mut round.numbered("case", case as u64));
        }
    }
    Ok(())
}
