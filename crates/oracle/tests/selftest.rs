//! Every oracle leaves the reference alone, and has something to ask of it.

use quarrel_case::language::Language;
use quarrel_case::profile::Profile;
use quarrel_cypher::language::Cypher;
use quarrel_gremlin::language::Gremlin;
use quarrel_oracle::Oracle;
use quarrel_oracle::selftest::{Extent, profiles, sight, soundness};
use quarrel_sparql::language::Sparql;

/// Cases of each oracle under the standard's profile.
const CASES: usize = 60;
/// Cases of each oracle under each of some other profiles.
const OTHERS: usize = 12;
/// Every how many profiles one is tried.
const EVERY: usize = 6;

fn spoken(language: &dyn Language) -> Vec<&'static dyn Oracle> {
    quarrel_oracle::all().into_iter().filter(|oracle| oracle.speaks(language)).collect()
}

fn leaves_it_alone(language: &dyn Language, profile: &Profile, cases: usize) -> Vec<(&'static str, usize)> {
    let oracles = spoken(language);
    let extent = Extent { cases, ..Extent::default() };
    let records = soundness(language, profile, &oracles, extent).unwrap();
    let names = oracles.iter().map(|oracle| oracle.about().name);
    for (name, record) in names.clone().zip(&records) {
        let first = record.broken.first();
        let said = first
            .map(|broken| format!("{}\n{}\n{:?}", broken.graph, broken.texts.join("\n"), broken.violation));
        assert!(
            said.is_none(),
            "{name} in {} under {profile:?}: {}",
            language.name(),
            said.unwrap_or_default()
        );
    }
    names.zip(records.iter().map(|record| record.checks)).collect()
}

fn is_sound_in(language: &dyn Language) {
    for (name, checks) in leaves_it_alone(language, &Profile::default(), CASES) {
        assert!(checks > 0, "{name} asked nothing in {}", language.name());
    }
    for (_, profile) in profiles(language).iter().skip(1).step_by(EVERY) {
        leaves_it_alone(language, profile, OTHERS);
    }
}

#[test]
fn oracles_are_sound_in_cypher() {
    is_sound_in(&Cypher);
}

#[test]
fn oracles_are_sound_in_gremlin() {
    is_sound_in(&Gremlin);
}

#[test]
fn oracles_are_sound_in_sparql() {
    is_sound_in(&Sparql);
}

#[test]
fn a_fault_is_seen_by_those_that_ask_about_it_and_by_no_one_else() {
    let undirected = Cypher.faults().iter().find(|fault| fault.id == "c01").unwrap();
    let oracles: Vec<_> =
        ["reference", "spouse"].iter().filter_map(|name| quarrel_oracle::find(name)).collect();
    let extent = Extent { cases: 40, known_cases: 400, ..Extent::default() };
    let seen = sight(&Cypher, &[undirected], &oracles, extent).unwrap();
    assert!(seen[0].after.is_some_and(|after| after <= 400), "{seen:?}");
    assert_eq!(seen[1].after, None);
}
