//! Whether an oracle leaves the reference alone.

use std::collections::BTreeMap;

use quarrel_case::check::Text;
use quarrel_case::language::Language;
use quarrel_case::played::Played;
use quarrel_case::profile::{Profile, ProfileError};
use quarrel_case::verdict::{Verdict, Violation};

use super::stream::Stream;
use super::{BUDGET, DRAWS, Extent, Ground, check, verdict};
use crate::Oracle;

/// What one oracle said of the reference under one profile.
#[derive(Debug, Clone, Default)]
pub struct Soundness {
    /// Cases of which it made a check.
    pub cases: usize,
    /// Checks that came to a verdict.
    pub checks: usize,
    /// How often it made none of what was drawn, or came to no verdict, by the reason.
    pub inconclusive: BTreeMap<String, usize>,
    /// Laws that did not hold: each is a defect of the oracle, or of the reference.
    pub broken: Vec<Broken>,
}

/// A law that did not hold.
#[derive(Debug, Clone)]
pub struct Broken {
    /// The number of the case.
    pub case: usize,
    /// The graph as JSON or TriG.
    pub graph: String,
    /// What was asked.
    pub texts: Vec<String>,
    /// What the check said.
    pub violation: Violation,
}

/// The profiles to try: the standard's, and every switch set alone to each of its other values, each with its name.
pub fn profiles(language: &dyn Language) -> Vec<(String, Profile)> {
    let mut profiles = vec![("standard".to_owned(), Profile::default())];
    for switch in language.switches() {
        for value in switch.values.iter().skip(1) {
            let switches = BTreeMap::from([(switch.name.to_owned(), (*value).to_owned())]);
            profiles.push((format!("{}={value}", switch.name), Profile { switches, fault: None }));
        }
    }
    profiles
}

/// Tries an oracle on the reference under a profile. What the oracle makes no check of is no case.
pub fn soundness(
    language: &dyn Language,
    profile: &Profile,
    oracle: &'static dyn Oracle,
    extent: Extent,
) -> Result<Soundness, ProfileError> {
    let ground = Ground::new(profile.clone());
    let mut stream = Stream::new(language, profile.clone(), extent.seed, oracle.about().name, extent.cases);
    let play = || Played::new(language, profile.clone(), BUDGET);
    let (mut target, mut peer) = (play(), play());
    let mut record = Soundness::default();
    for number in 0..extent.cases * DRAWS {
        if record.cases == extent.cases {
            break;
        }
        let drawn = stream.next()?;
        let (case, check) = match check(oracle, &drawn, &ground, language) {
            Ok(made) => made,
            Err(why) => {
                *record.inconclusive.entry(why).or_default() += 1;
                continue;
            }
        };
        record.cases += 1;
        let peer = oracle.about().needs_peer.then_some(&mut peer);
        match verdict(&check, &case.graph, &ground, language, &mut target, peer) {
            Verdict::Holds => record.checks += 1,
            Verdict::Inconclusive(why) => *record.inconclusive.entry(why).or_default() += 1,
            Verdict::Violated(violation) | Verdict::Unsound(violation) => {
                record.checks += 1;
                let texts = check.steps.iter().filter_map(|step| step.text()).map(Text::shown);
                let (graph, texts) = (case.graph.to_text(), texts.collect());
                record.broken.push(Broken { case: number, graph, texts, violation: *violation });
            }
        }
    }
    Ok(record)
}
