//! How often each oracle is drawn: what an earlier hunt taught, in a file.
//!
//! An oracle is worth its yield for its cost: the groups of findings that it raised, over the query steps that its checks
//! took. Learning is a file and not a state of the hunt, so that the cases stay a function of the seed and the options.
//! It has the built-in weight as its anchor: one hunt shows few groups, and what raised none in it may raise one in the
//! next, so that a weight moves by a factor of eight at most.

use std::collections::BTreeMap;
use std::path::Path;

use quarrel_oracle::Oracle;
use serde::{Deserialize, Serialize};

use crate::HuntError;
use crate::tally::Tally;

/// The weights of oracles by their names. What is not named keeps its own.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    oracles: BTreeMap<String, Weight>,
}

/// The weight of an oracle, and from what it was learned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weight {
    /// How often it is drawn beside others; never, where it is 0.
    pub weight: usize,
    /// The checks that it made.
    #[serde(default)]
    pub checks: u64,
    /// The texts that they sent.
    #[serde(default)]
    pub steps: u64,
    /// The groups of findings that it was the first to raise.
    #[serde(default)]
    pub groups: u64,
}

/// What is learned moves in parts of the built-in weight, which may be 1: all weights of a file are so much larger.
const SCALE: usize = 16;

/// By how much a weight moves at most, up or down.
const FARTHEST: f64 = 8.0;

impl Weights {
    /// Reads a file of weights.
    ///
    /// # Errors
    ///
    /// When it cannot be read, is no such file, or names an oracle that there is not.
    pub fn read(path: &Path) -> Result<Self, HuntError> {
        let unreadable = |why: String| HuntError::Unreadable { path: path.to_owned(), why };
        let text = fs_err::read_to_string(path).map_err(|error| unreadable(error.kind().to_string()))?;
        let weights: Self = serde_json::from_str(&text)
            .map_err(|error| unreadable(format!("not a file of weights: {error}")))?;
        match weights.oracles.keys().find(|name| quarrel_oracle::find(name).is_none()) {
            Some(name) => Err(unreadable(format!("unknown oracle {name:?}"))),
            None => Ok(weights),
        }
    }

    /// How often an oracle is drawn beside others.
    pub fn of(&self, oracle: &dyn Oracle) -> usize {
        let about = oracle.about();
        self.oracles.get(about.name).map_or(about.weight, |learned| learned.weight)
    }

    /// What a hunt teaches: its counts, and who was the first to raise each group of findings.
    ///
    /// An oracle's yield is held against that of all together. One group and one check of every oracle are taken for
    /// granted, so that few checks teach little.
    pub fn learned<'a>(tally: &Tally, raised: impl Iterator<Item = &'a str>) -> Self {
        let mut groups: BTreeMap<&str, u64> = BTreeMap::new();
        raised.for_each(|oracle| *groups.entry(oracle).or_default() += 1);
        let all = quarrel_oracle::all();
        let checks = |name: &str| tally.oracles.get(name).map_or(0, |tally| tally.checks);
        let steps = |name: &str| tally.oracles.get(name).map_or(0, |tally| tally.texts);
        let every = |of: &dyn Fn(&str) -> u64| -> f64 {
            all.iter().map(|oracle| of(oracle.about().name)).sum::<u64>() as f64
        };
        let known = |name: &str| groups.get(name).copied().unwrap_or_default();
        // Queries for one group, all in all: what an oracle that was never asked is taken to need.
        let usual = (every(&steps) + 1.0) / (every(&|name| known(name)) + 1.0);
        let weigh = |oracle: &&'static dyn Oracle| {
            let about = oracle.about();
            let (steps, groups) = (steps(about.name), known(about.name));
            let worth = (groups as f64 + 1.0) * usual / (steps as f64 + usual);
            let weight = (about.weight * SCALE) as f64 * worth.clamp(1.0 / FARTHEST, FARTHEST);
            let weight = (weight.round() as usize).max(1);
            (about.name.to_owned(), Weight { weight, checks: checks(about.name), steps, groups })
        };
        Self { oracles: all.iter().map(weigh).collect() }
    }

    /// True when no file was read.
    pub fn is_empty(&self) -> bool {
        self.oracles.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(texts: &[(&str, u64)]) -> Tally {
        let mut tally = Tally::default();
        for (name, texts) in texts {
            tally.oracles.entry((*name).to_owned()).or_default().texts = *texts;
        }
        tally
    }

    fn weight(weights: &Weights, name: &str) -> usize {
        weights.of(quarrel_oracle::find(name).expect("there is one"))
    }

    #[test]
    fn an_oracle_that_raises_more_for_its_queries_is_drawn_more_often_and_none_is_lost() {
        let tally = tally(&[("repeat", 1000), ("index", 2000), ("cover", 2500)]);
        let weights = Weights::learned(&tally, ["index", "index", "index", "cover"].into_iter());
        let [repeat, index, cover, spouse] =
            ["repeat", "index", "cover", "spouse"].map(|name| weight(&weights, name));
        assert!(index > cover && cover > repeat && repeat > 0, "{index} {cover} {repeat}");
        assert_eq!(spouse, quarrel_oracle::find("spouse").unwrap().about().weight * SCALE);
    }

    #[test]
    fn what_nothing_teaches_leaves_the_weights_beside_each_other_as_they_are() {
        let weights = Weights::learned(&Tally::default(), std::iter::empty());
        for oracle in quarrel_oracle::all() {
            assert_eq!(weights.of(oracle), oracle.about().weight * SCALE, "{}", oracle.about().name);
            assert_eq!(Weights::default().of(oracle), oracle.about().weight);
        }
    }

    #[test]
    fn a_file_of_weights_that_is_none_or_names_no_oracle_is_refused_in_one_line() {
        let folder = tempfile::tempdir().unwrap();
        for (text, why) in [
            ("{", "not a file of weights"),
            (r#"{"oracles": {"nobody": {"weight": 1}}}"#, "unknown oracle \"nobody\""),
            (r#"{"oracles": {"index": {"weight": -1}}}"#, "not a file of weights"),
        ] {
            let path = folder.path().join("weights.json");
            std::fs::write(&path, text).unwrap();
            let error = Weights::read(&path).unwrap_err().to_string();
            assert!(error.contains(why) && !error.contains('\n'), "{error}");
        }
        assert!(Weights::read(&folder.path().join("none")).unwrap_err().to_string().contains("not found"));
    }
}
