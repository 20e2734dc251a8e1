//! Which planted faults an oracle sees.

use quarrel_case::language::Language;
use quarrel_case::played::Played;
use quarrel_case::profile::{Fault, Profile, ProfileError};
use quarrel_case::verdict::Verdict;

use super::stream::{Drawn, Stream};
use super::{BUDGET, Extent, Ground, check, verdict};
use crate::Oracle;

/// What one oracle sees of one fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sight {
    /// The oracle's name.
    pub oracle: &'static str,
    /// The fault's id.
    pub fault: &'static str,
    /// After how many cases it was seen; none within its limit.
    pub after: Option<usize>,
}

/// An oracle that looks for a fault.
struct Watch<'a> {
    fault: &'static str,
    after: Option<usize>,
    target: Played<'a>,
    peer: Played<'a>,
}

/// Shows oracles the reference with each fault in turn, all on the same cases, until each was seen or the oracle's limit
/// is reached. The standard's profile is the truth.
pub fn sight(
    language: &dyn Language,
    faults: &[&'static Fault],
    oracles: &[&'static dyn Oracle],
    extent: Extent,
) -> Result<Vec<Sight>, ProfileError> {
    let ground = Ground::new(Profile::default());
    let mut stream = Stream::new(language, Profile::default(), extent.seed);
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
    let mut watches: Vec<Vec<Watch<'_>>> =
        oracles.iter().map(|_| faults.iter().map(watch).collect()).collect();
    for number in 1..=extent.cases.max(extent.known_cases) {
        let mut busy = false;
        let drawn = stream.next()?;
        for (oracle, watches) in oracles.iter().zip(&mut watches) {
            if number <= limit(*oracle, extent) && watches.iter().any(|watch| watch.after.is_none()) {
                busy = true;
                look(*oracle, watches, number, &drawn, &ground, language);
            }
        }
        if !busy {
            break;
        }
    }
    let seen = oracles.iter().zip(watches).flat_map(|(oracle, watches)| {
        let oracle = oracle.about().name;
        watches.into_iter().map(move |watch| Sight { oracle, fault: watch.fault, after: watch.after })
    });
    Ok(seen.collect())
}

/// The oracles that know the answer, or need none, have a limit of their own.
fn limit(oracle: &dyn Oracle, extent: Extent) -> usize {
    if matches!(oracle.about().name, "reference" | "crash") { extent.known_cases } else { extent.cases }
}

/// Makes one check and runs it with every fault that the oracle has not seen.
fn look(
    oracle: &'static dyn Oracle,
    watches: &mut [Watch<'_>],
    number: usize,
    drawn: &Drawn,
    ground: &Ground,
    language: &dyn Language,
) {
    let Ok((case, check)) = check(oracle, drawn, ground, language) else { return };
    for watch in watches.iter_mut().filter(|watch| watch.after.is_none()) {
        let peer = oracle.about().needs_peer.then_some(&mut watch.peer);
        let verdict = verdict(&check, &case.graph, ground, language, &mut watch.target, peer);
        if matches!(verdict, Verdict::Violated(_)) {
            watch.after = Some(number);
        }
    }
}
