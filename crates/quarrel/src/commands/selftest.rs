//! `quarrel oracles selftest`: the oracles are proven on the reference before they accuse an engine.
//!
//! The work is cut into pieces that know nothing of each other, a language and a profile or some faults, so that the
//! result does not depend on how many are done at once.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use indicatif::ProgressBar;
use quarrel_case::language::Language;
use quarrel_case::profile::{Fault, Profile};
use quarrel_engine::catalogue::Catalogue;
use quarrel_hunt::swallow::{self, Swallowed};
use quarrel_oracle::Oracle;
use quarrel_oracle::selftest::{self, Extent, Sight, Soundness};
use serde_json::{Value as Json, json};

use crate::commands::hunt::oracles;
use crate::commands::{catalogue, print_json, print_line};
use crate::exit::{CliError, Exit};
use crate::languages;

/// Proves the oracles on the reference evaluator: they say nothing against it under any profile, and see planted faults.
///
/// The table of faults says after how many cases an oracle saw each. Exits with 1 when an oracle says something against
/// the reference, when an oracle sees no fault at all, when a fault is seen by none of those asked, or when a switch or a
/// known divergence excuses a fault that it does not describe.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Cases for each oracle and profile, and for each oracle and fault; 200 when left out, and 5000 for each fault for
    /// the oracles that know the answer.
    #[arg(long, value_parser = crate::units::positive)]
    cases: Option<usize>,
    /// The oracles; all when left out.
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    oracle: Vec<String>,
    /// The languages; all when left out.
    #[arg(long, value_name = "LANG,...", value_delimiter = ',')]
    language: Vec<String>,
    /// Where the cases come from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Pieces of work at once; the number of cores when left out.
    #[arg(long, value_parser = crate::units::positive)]
    jobs: Option<usize>,
    /// Only the standard's profile, and no faults.
    #[arg(long)]
    standard: bool,
    /// As JSON.
    #[arg(long)]
    json: bool,
}

/// A piece of work in one language: one oracle, under a profile or with each fault.
enum Piece {
    Profile(&'static dyn Oracle, String, Profile),
    Faults(&'static dyn Oracle),
}

/// What came of it.
enum Outcome {
    Profile(&'static str, String, Soundness),
    Faults(Vec<Sight>),
}

struct Speech {
    language: std::sync::Arc<dyn Language>,
    oracles: Vec<&'static dyn Oracle>,
    pieces: Vec<Piece>,
    results: Vec<Outcome>,
    /// The faults that a switch or a known divergence excuses.
    swallowed: Vec<Swallowed>,
}

pub(crate) fn run(arguments: Arguments) -> Result<Exit, CliError> {
    let chosen = oracles(if arguments.oracle.is_empty() { None } else { Some(&arguments.oracle) })?;
    let named =
        arguments.language.iter().map(|name| languages::named(name)).collect::<Result<Vec<_>, _>>()?;
    let any = named.is_empty();
    let languages = if any { languages::all() } else { named };
    let mut extent = Extent { seed: arguments.seed, ..Extent::default() };
    if let Some(cases) = arguments.cases {
        (extent.cases, extent.known_cases) = (cases, cases);
    }
    let mut speeches: Vec<Speech> =
        languages.into_iter().map(|language| speech(language, &chosen, arguments.standard)).collect();
    speeches.retain(|speech| !any || !speech.oracles.is_empty());
    if let Some(mute) = speeches.iter().find(|speech| speech.oracles.is_empty()) {
        return Err(CliError::usage(format!("none of these oracles speaks {}", mute.language.name())));
    }
    work(&mut speeches, extent, arguments.jobs)?;
    if !arguments.standard {
        let catalogue = catalogue()?;
        speeches.iter_mut().for_each(|speech| speech.swallowed = swallowed(&*speech.language, &catalogue));
    }
    if arguments.json {
        let all: Vec<Json> = speeches.iter().map(as_json).collect();
        print_json(&json!(all))?;
    } else {
        speeches.iter().try_for_each(show)?;
    }
    Ok(Exit::found(!speeches.iter().all(|speech| is_proven(speech, &arguments))))
}

/// Sends the faults through every switch of the language and every divergence that the catalogue knows.
fn swallowed(language: &dyn Language, catalogue: &Catalogue) -> Vec<Swallowed> {
    let speeches = catalogue.entries().iter().filter_map(|entry| entry.language.get(language.name()));
    let mut known: Vec<_> = speeches.flat_map(|speech| speech.divergence.clone()).collect();
    // An engine takes over what is said of one that is like it.
    known.sort_by(|one, other| one.id.cmp(&other.id));
    known.dedup_by(|one, other| one.id == other.id);
    [swallow::by_switches(language), swallow::by_divergences(language, &known)].concat()
}

fn speech(language: std::sync::Arc<dyn Language>, chosen: &[&'static dyn Oracle], standard: bool) -> Speech {
    let spoken = chosen.iter().filter(|oracle| oracle.speaks(&*language)).copied();
    let oracles: Vec<&'static dyn Oracle> = spoken.collect();
    let profiles = selftest::profiles(&*language);
    let profiles = &profiles[..if standard { 1 } else { profiles.len() }];
    let mut pieces = Vec::new();
    for &oracle in &oracles {
        // The longest piece first.
        pieces.extend((!standard).then_some(Piece::Faults(oracle)));
        pieces.extend(
            profiles.iter().map(|(name, profile)| Piece::Profile(oracle, name.clone(), profile.clone())),
        );
    }
    Speech { language, oracles, pieces, results: Vec::new(), swallowed: Vec::new() }
}

/// Does all pieces, some at once, and keeps the results in the order of the pieces.
fn work(speeches: &mut [Speech], extent: Extent, jobs: Option<usize>) -> Result<(), CliError> {
    let todo: Vec<(usize, usize)> = speeches
        .iter()
        .enumerate()
        .flat_map(|(speech, of)| (0..of.pieces.len()).map(move |piece| (speech, piece)))
        .collect();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let (next, bar) = (AtomicUsize::new(0), ProgressBar::new(todo.len() as u64));
    let done: Mutex<BTreeMap<(usize, usize), Outcome>> = Mutex::new(BTreeMap::new());
    let failed: Mutex<Option<String>> = Mutex::new(None);
    let speeches_now: &[Speech] = speeches;
    std::thread::scope(|scope| {
        for _ in 0..jobs.unwrap_or(cores) {
            scope.spawn(|| {
                while let Some(&(speech, piece)) = todo.get(next.fetch_add(1, Ordering::Relaxed)) {
                    match piece_of(&speeches_now[speech], piece, extent) {
                        Ok(result) => {
                            let mut done = done.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                            done.insert((speech, piece), result);
                        }
                        Err(why) => {
                            let mut failed = failed.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                            *failed = Some(why);
                        }
                    }
                    bar.inc(1);
                }
            });
        }
    });
    bar.finish_and_clear();
    if let Some(why) = failed.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
        return Err(CliError::Own(anyhow::anyhow!("the self-test could not be run: {why}")));
    }
    for ((speech, _), result) in done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
        speeches[speech].results.push(result);
    }
    Ok(())
}

fn piece_of(speech: &Speech, piece: usize, extent: Extent) -> Result<Outcome, String> {
    let language = &*speech.language;
    match &speech.pieces[piece] {
        Piece::Profile(oracle, name, profile) => {
            let record = selftest::soundness(language, profile, *oracle, extent);
            let outcome = |record| Outcome::Profile(oracle.about().name, name.clone(), record);
            record.map(outcome).map_err(|why| why.to_string())
        }
        Piece::Faults(oracle) => {
            let faults: Vec<&'static Fault> = language.faults().iter().collect();
            let seen = selftest::sight(language, &faults, *oracle, extent);
            seen.map(Outcome::Faults).map_err(|why| why.to_string())
        }
    }
}

impl Speech {
    fn sights(&self) -> impl Iterator<Item = &Sight> {
        self.results.iter().flat_map(|result| match result {
            Outcome::Faults(sights) => sights.as_slice(),
            Outcome::Profile(..) => &[],
        })
    }

    /// What each oracle said under each profile.
    fn records(&self) -> impl Iterator<Item = (&'static str, &String, &Soundness)> {
        self.results.iter().filter_map(|result| match result {
            Outcome::Profile(oracle, profile, record) => Some((*oracle, profile, record)),
            Outcome::Faults(_) => None,
        })
    }

    /// The sum of an oracle's records over all profiles: cases, checks, laws broken.
    fn sum(&self, oracle: &str) -> [usize; 3] {
        let own = self.records().filter(|(name, _, _)| *name == oracle);
        own.fold([0; 3], |[cases, checks, broken], (_, _, record)| {
            [cases + record.cases, checks + record.checks, broken + record.broken.len()]
        })
    }

    fn seen_by(&self, oracle: &str) -> usize {
        self.sights().filter(|sight| sight.oracle == oracle && sight.after.is_some()).count()
    }
}

fn is_proven(speech: &Speech, arguments: &Arguments) -> bool {
    let sound = speech.records().all(|(_, _, record)| record.broken.is_empty());
    let sees = |oracle: &&'static dyn Oracle| speech.seen_by(oracle.about().name) > 0;
    let faults = speech.language.faults().iter();
    let described = speech.swallowed.iter().all(|swallowed| swallowed.described);
    let seen = |fault: &Fault| speech.sights().any(|sight| sight.fault == fault.id && sight.after.is_some());
    sound
        && described
        && (arguments.standard || speech.oracles.iter().all(sees))
        // What some oracles do not see others may.
        && (arguments.standard || !arguments.oracle.is_empty() || faults.clone().all(seen))
}

/// Broken laws that are shown of each oracle.
const SHOWN: usize = 3;

fn show(speech: &Speech) -> Result<(), CliError> {
    print_line(speech.language.name())?;
    let mut table = super::wordy_table(["oracle", "cases", "checks", "laws broken", "faults seen"]);
    for name in speech.oracles.iter().map(|oracle| oracle.about().name) {
        let [cases, checks, broken] = speech.sum(name);
        let numbers = [cases, checks, broken, speech.seen_by(name)].map(|number| number.to_string());
        table.add_row([&[name.to_owned()], numbers.as_slice()].concat());
    }
    print_line(&table.to_string())?;
    for (oracle, profile, record) in speech.records() {
        for broken in record.broken.iter().take(SHOWN) {
            let violation = &broken.violation;
            let what = format!("{oracle} under {profile}, case {}", broken.case);
            print_line(&format!("{what}: {} at step {}", violation.kind, violation.step))?;
            print_line(&format!("  {}\n  {}", broken.graph.trim(), broken.texts.join("\n  ")))?;
            print_line(&format!("  expected {}\n  got      {}", violation.expected, violation.got))?;
        }
    }
    show_faults(speech)
}

fn show_faults(speech: &Speech) -> Result<(), CliError> {
    for fault in speech.language.faults() {
        let of = speech.sights().filter(|sight| sight.fault == fault.id);
        let seen: Vec<String> =
            of.filter_map(|sight| Some(format!("{} {}", sight.oracle, sight.after?))).collect();
        if speech.sights().next().is_some() {
            let seen = if seen.is_empty() { "nobody".to_owned() } else { seen.join(", ") };
            print_line(&format!("{}: {seen}", fault.id))?;
        }
    }
    for one in &speech.swallowed {
        let how = if one.described { "which is the same on purpose" } else { "WHICH DOES NOT DESCRIBE IT" };
        print_line(&format!("{} is excused by {}, {how}", one.fault, one.by))?;
    }
    print_line("")
}

fn as_json(speech: &Speech) -> Json {
    let soundness = speech.records().map(|(oracle, profile, record)| {
        let broken = record.broken.iter().map(|broken| {
            json!({ "case": broken.case, "graph": broken.graph, "texts": broken.texts,
                    "violation": broken.violation })
        });
        json!({ "oracle": oracle, "profile": profile, "cases": record.cases, "checks": record.checks,
                "inconclusive": record.inconclusive, "broken": broken.collect::<Vec<_>>() })
    });
    let soundness: Vec<Json> = soundness.collect();
    let faults: Vec<Json> = speech
        .sights()
        .map(|sight| json!({ "oracle": sight.oracle, "fault": sight.fault, "after": sight.after }))
        .collect();
    let swallowed: Vec<Json> = speech
        .swallowed
        .iter()
        .map(|one| json!({ "fault": one.fault, "by": one.by, "described": one.described }))
        .collect();
    json!({ "language": speech.language.name(), "soundness": soundness, "faults": faults, "swallowed": swallowed })
}
