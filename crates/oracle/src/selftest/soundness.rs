//! Whether an oracle leaves the reference alone.

use std::collections::BTreeMap;

use quarrel_case::language::Language;
use quarrel_case::played::Played;
use quarrel_case::profile::{Profile, ProfileError};
use quarrel_case::verdict::{Verdict, Violation};

use super::stream::Stream;
use super::{BUDGET, Extent, Ground, check, verdict};
use crate::Oracle;

/// What one oracle said of the reference under one profile.
#[derive(Debug, Clone, Default)]
pub struct Soundness {
    /// Cases that were drawn.
    pub cases: usize,
    /// Checks that were made of them, and that came to a verdict.
    pub checks: usize,
    /// How often none was made or none came to a verdict, by the reason.
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

/// Tries oracles on the reference under a profile, all on the same cases; a record for each of them.
pub fn soundness(
    language: &dyn Language,
    profile: &Profile,
    oracles: &[&'static dyn Oracle],
    extent: Extent,
) -> Result<Vec<Soundness>, ProfileError> {
    let ground = Ground::new(profile.clone());
    let mut stream = Stream::new(language, profile.clone(), extent.seed);
    let play = || Played::new(language, profile.clone(), BUDGET);
    let mut engines: Vec<(Played<'_>, Played<'_>)> = oracles.iter().map(|_| (play(), play())).collect();
    let mut records = vec![Soundness::default(); oracles.len()];
    for number in 0..extent.cases {
        let drawn = stream.next()?;
        for ((oracle, record), (target, peer)) in oracles.iter().zip(&mut records).zip(&mut engines) {
            record.cases += 1;
            let (case, check) = match check(*oracle, &drawn, &ground, language) {
                Ok(made) => made,
                Err(why) => {
                    *record.inconclusive.entry(why).or_default() += 1;
                    continue;
                }
            };
            let peer = oracle.about().needs_peer.then_some(peer);
            match verdict(&check, &case.graph, &ground, language, target, peer) {
                Verdict::Holds => record.checks += 1,
                Verdict::Inconclusive(why) => *record.inconclusive.entry(why).or_default() += 1,
                Verdict::Violated(violation) => {
                    record.checks += 1;
                    let texts = check.steps.iter().filter_map(|step| step.text()).map(|text| text.shown());
                    let (graph, texts) = (case.graph.to_text(), texts.collect());
                    record.broken.push(Broken { case: number, graph, texts, violation: *violation });
                }
            }
        }
    }
    Ok(records)
}
