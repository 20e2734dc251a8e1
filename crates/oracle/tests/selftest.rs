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

/// How many checks came to a verdict, and the first law that was broken.
fn said(
    language: &dyn Language,
    profile: &Profile,
    oracle: &'static dyn Oracle,
    cases: usize,
) -> (usize, Option<String>) {
    let extent = Extent { cases, ..Extent::default() };
    let record = soundness(language, profile, oracle, extent).expect("the profile is one of the language");
    let broken = record.broken.first().map(|broken| {
        let (name, asked) = (oracle.about().name, broken.texts.join("\n"));
        format!("{name} under {profile:?}: {}\n{asked}\n{:?}", broken.graph, broken.violation)
    });
    (record.checks, broken)
}

fn is_sound_in(language: &dyn Language) {
    for oracle in spoken(language) {
        let (checks, broken) = said(language, &Profile::default(), oracle, CASES);
        assert_eq!(broken, None);
        assert!(checks > 0, "{} asked nothing in {}", oracle.about().name, language.name());
        for (_, profile) in profiles(language).iter().skip(1).step_by(EVERY) {
            assert_eq!(said(language, profile, oracle, OTHERS).1, None);
        }
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
    let extent = Extent { cases: 40, known_cases: 400, ..Extent::default() };
    let seen =
        |name| sight(&Cypher, &[undirected], quarrel_oracle::find(name).unwrap(), extent).unwrap()[0].after;
    assert!(seen("reference").is_some_and(|after| after <= 400));
    assert_eq!(seen("spouse"), None);
}

#[test]
fn parts_that_hand_over_rows_are_sound_under_every_profile() {
    let oracle = quarrel_oracle::find("disassemble-parameters").expect("there is such an oracle");
    for (_, profile) in profiles(&Cypher) {
        assert_eq!(said(&Cypher, &profile, oracle, 30).1, None);
    }
}
