//! Profiles: what engines do differently on purpose, as named switches.
//!
//! A switch is declared once, in the language's crate, and has as many values as there are answers that
//! engines give on purpose. It predicts one answer; "do not compare" is not a value.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::choices::Choices;

/// A named choice with a fixed set of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Switch {
    /// Its name in the catalogue.
    pub name: &'static str,
    /// Its values; the first is the standard's.
    pub values: &'static [&'static str],
    /// What it decides, with the section of the standard.
    pub rule: &'static str,
}

impl Switch {
    /// The standard's value.
    pub fn standard(&self) -> &'static str {
        self.values.first().copied().unwrap_or_default()
    }
}

/// A fault that an evaluator can be told to have (`reference?fault=ID`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    /// Its id.
    pub id: &'static str,
    /// The rule that it breaks.
    pub rule: &'static str,
    /// The smallest case that shows it; none for a fault of the harness, which any case shows.
    pub witness: Option<Witness>,
    /// The values of switches (`switch=value`) and the ids of divergences that say of an engine what the fault does, on
    /// purpose, there or in more places: what they excuse is no other bug.
    pub same_as: &'static [&'static str],
}

/// A case that is answered rightly without a fault and wrongly with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Witness {
    /// The graph file: JSON of a property graph, N-Quads of an RDF dataset.
    pub graph: &'static str,
    /// Texts that are run in order on one session; the answer is that of the last.
    pub statements: &'static [&'static str],
    /// The right answer: JSON of the contract, or `error`.
    pub right: &'static str,
    /// The wrong answer: the same, or `crash` or `hang`.
    pub wrong: &'static str,
}

const fn harness(id: &'static str, rule: &'static str) -> Fault {
    Fault { id, rule, witness: None, same_as: &[] }
}

/// The faults that the reference's worker can be told to have in any language: they show that each oracle sees
/// what it is there for.
pub const HARNESS_FAULTS: &[Fault] = &[
    harness("drop-row", "the last row of every answer is lost"),
    harness("repeat-row", "the first row of every answer comes once more at the end"),
    harness("change-value", "the first value of every answer is another one"),
    harness("raise", "every query raises"),
    harness("no-error", "a query that must raise gives an empty answer"),
    harness("tenth", "every tenth query since the graph was loaded loses its last row"),
    harness("sometimes", "every answer of about every second process loses its last row"),
    harness("hang", "no query is ever answered"),
    harness("crash", "every query ends the process"),
];

/// How many rows a faulty engine hands on at once: few, so that the graphs of a test fill more than one batch.
const BATCH: usize = 4;

/// What an engine hands on that fills batches wrongly: of each batch that another follows, the last row is lost. The
/// languages plant this fault of engines that work on vectors of rows, each where its engines find neighbours.
pub fn without_batch_ends<T>(rows: Vec<T>) -> Vec<T> {
    let count = rows.len();
    let is_lost = |place: usize| (place + 1).is_multiple_of(BATCH) && place + 1 < count;
    rows.into_iter().enumerate().filter(|(place, _)| !is_lost(*place)).map(|(_, row)| row).collect()
}

/// The values of some switches; the others have the standard's.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// Values by switch.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub switches: BTreeMap<String, String>,
    /// The planted fault that is on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

/// A setting that is not declared.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProfileError {
    /// No switch of that name.
    #[error("unknown switch {0:?}")]
    UnknownSwitch(String),
    /// The switch has no such value.
    #[error("switch {switch:?} has no value {value:?}, only {values}")]
    UnknownValue {
        /// The switch.
        switch: String,
        /// The value asked for.
        value: String,
        /// The values that it has.
        values: String,
    },
    /// No fault of that id.
    #[error("unknown fault {0:?}")]
    UnknownFault(String),
}

impl Profile {
    /// The value of a switch.
    pub fn get<'a>(&'a self, switch: &Switch) -> &'a str {
        self.switches.get(switch.name).map_or(switch.standard(), String::as_str)
    }

    /// True when the switch has this value.
    pub fn is(&self, switch: &Switch, value: &str) -> bool {
        self.get(switch) == value
    }

    /// Checks every setting against what the language declares.
    pub fn check(&self, switches: &[Switch], faults: &[Fault]) -> Result<(), ProfileError> {
        for (name, value) in &self.switches {
            let switch = switches.iter().find(|switch| switch.name == name);
            let switch = switch.ok_or_else(|| ProfileError::UnknownSwitch(name.clone()))?;
            if !switch.values.contains(&value.as_str()) {
                let (switch, values) = (name.clone(), switch.values.join(", "));
                return Err(ProfileError::UnknownValue { switch, value: value.clone(), values });
            }
        }
        match &self.fault {
            Some(id) if !faults.iter().any(|fault| fault.id == id) => {
                Err(ProfileError::UnknownFault(id.clone()))
            }
            _ => Ok(()),
        }
    }
}

/// How a target spells what several spellings mean; declared and checked like switches.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Dialect(pub Profile);

/// What a generator may use: every feature of the language but these.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Features {
    /// The features that are left out.
    pub without: BTreeSet<String>,
    /// The features that are left out of most rounds: what an engine is known to stumble over. Were they in every
    /// round, one known bug would be met again and again, and hide what else is wrong with such queries.
    #[serde(skip)]
    pub seldom: BTreeSet<String>,
}

/// The percentage of rounds that use a feature that is seldom used.
const SELDOM: usize = 5;

/// What an engine has that can drop an index it was asked for; no language and no graph has it.
pub const INDEX_DROP: &str = "index.drop";

impl Features {
    /// True when the feature may be used.
    pub fn allow(&self, feature: &str) -> bool {
        self.without.is_empty() || !self.without.contains(feature)
    }

    /// What both may use.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let union = |ours: &BTreeSet<String>, others| ours.union(others).cloned().collect();
        Self { without: union(&self.without, &other.without), seldom: union(&self.seldom, &other.seldom) }
    }

    /// What is used besides, although engines lack it or stumble over it.
    #[must_use]
    pub fn with(mut self, wanted: &BTreeSet<String>) -> Self {
        self.without.retain(|feature| !wanted.contains(feature));
        self.seldom.retain(|feature| !wanted.contains(feature));
        self
    }

    /// What one round uses: of the features that are seldom used, each is drawn for itself.
    #[must_use]
    pub fn of_a_round(&self, choices: &mut Choices) -> Self {
        let unlucky = self.seldom.iter().filter(|_| !choices.chance(SELDOM));
        Self { without: self.without.iter().chain(unlucky).cloned().collect(), seldom: BTreeSet::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIVISION: Switch =
        Switch { name: "division-by-zero", values: &["error", "null"], rule: "integer division by zero" };

    #[test]
    fn a_switch_that_is_not_set_has_the_standards_value() {
        assert!(Profile::default().is(&DIVISION, "error"));
    }

    #[test]
    fn what_an_engine_stumbles_over_is_used_in_few_rounds() {
        let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let features = Features { without: set(&["reduce"]), seldom: set(&["foreach", "merge"]) };
        let rounds = |features: &Features, feature: &str| {
            (0..1_000)
                .filter(|round| {
                    let mut choices = Choices::new(1).numbered("round", *round).stream("features");
                    features.of_a_round(&mut choices).allow(feature)
                })
                .count()
        };
        assert_eq!((rounds(&features, "reduce"), rounds(&features, "unwind")), (0, 1_000));
        assert!((25..75).contains(&rounds(&features, "foreach")), "{}", rounds(&features, "foreach"));
        let wanted = features.with(&set(&["foreach", "reduce"]));
        assert_eq!((rounds(&wanted, "foreach"), rounds(&wanted, "reduce")), (1_000, 1_000));
    }

    #[test]
    fn what_is_not_declared_is_an_error() {
        for (switch, value, message) in [
            ("division-by-zero", "null", "fine"),
            (
                "division-by-zero",
                "none",
                "switch \"division-by-zero\" has no value \"none\", only error, null",
            ),
            ("other", "null", "unknown switch \"other\""),
        ] {
            let switches = BTreeMap::from([(switch.to_owned(), value.to_owned())]);
            let profile = Profile { switches, fault: None };
            let result = profile
                .check(&[DIVISION], &[])
                .map_or_else(|error| error.to_string(), |()| "fine".to_owned());
            assert_eq!(result, message);
        }
    }
}
