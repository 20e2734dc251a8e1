//! Which planted faults an oracle sees.

use quarrel_case::language::Language;
use quarrel_case::played::Played;
use quarrel_case::profile::{Fault, Profile, ProfileError};
use quarrel_case::verdict::Verdict;

use super::stream::Stream;
use super::{BUDGET, DRAWS, Extent, Ground, check, verdict};
use crate::Oracle;

/// What one oracle sees of one fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sight {
    /// The oracle's name.
    pub oracle: &'static str,
    /// The fault's id.
    pub fault: &'static str,
    /// After how many cases it was seen; none within the oracle's limit.
    pub after: Option<usize>,
}

/// The reference with a fault, and one without as its peer.
struct Watch<'a> {
    fault: &'static str,
    after: Option<usize>,
    target: Played<'a>,
    peer: Played<'a>,
}

/// Shows an oracle the reference with each fault in turn, all on the same cases, until each was seen or the oracle's limit
/// is reached. The standard's profile is the truth. What the oracle makes no check of is no case.
pub fn sight(
    language: &dyn Language,
    faults: &[&'static Fault],
    oracle: &'static dyn Oracle,
    extent: Extent,
) -> Result<Vec<Sight>, ProfileError> {
    let ground = Ground::new(Profile::default());
    let name = oracle.about().name;
    let limit = limit(oracle, extent);
    let mut stream = Stream::new(language, Profile::default(), extent.seed, name, limit);
    let play = |fault: Option<&str>| {
        let profile = Profile { fault: fault.map(str::to_owned), ..Profile::default() };
        Played::new(language, profile, BUDGET)
    };
    let watch = |fault: &&'static Fault| Watch {
        fault: fault.id,
        after: None,
        target: play(Some(fault.id)),
        peer: play(None),
    };
    let mut watches: Vec<Watch<'_>> = faults.iter().map(watch).collect();
    let mut cases = 0;
    for _ in 0..limit * DRAWS {
        if cases == limit || watches.iter().all(|watch| watch.after.is_some()) {
            break;
        }
        let drawn = stream.next()?;
        let Ok((case, check)) = check(oracle, &drawn, &ground, language) else { continue };
        cases += 1;
        for watch in watches.iter_mut().filter(|watch| watch.after.is_none()) {
            let peer = oracle.about().needs_peer.then_some(&mut watch.peer);
            let verdict = verdict(&check, &case.graph, &ground, language, &mut watch.target, peer);
            if matches!(verdict, Verdict::Violated(_)) {
                watch.after = Some(cases);
            }
        }
    }
    Ok(watches
        .into_iter()
        .map(|watch| Sight { oracle: name, fault: watch.fault, after: watch.after })
        .collect())
}

/// The oracles that know the answer, or need none, have a limit of their own.
fn limit(oracle: &dyn Oracle, extent: Extent) -> usize {
    if matches!(oracle.about().name, "reference" | "crash") { extent.known_cases } else { extent.cases }
}
