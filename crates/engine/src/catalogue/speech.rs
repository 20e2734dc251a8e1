//! How an engine speaks one language: what it lacks, does differently on purpose, or is known to get wrong.
//!
//! Whatever makes a difference of an engine no finding has a source here; versions say for which it holds.

use std::collections::{BTreeMap, BTreeSet};

use quarrel_case::answer::Answer;
use quarrel_case::compare::Symptom;
use quarrel_case::graph::Model;
use quarrel_case::profile::{Dialect, Features, INDEX_DROP, Profile};
use quarrel_case::verdict::Kind;
use regex::Regex;
use serde::Deserialize;

use super::client::Client;
use super::texts::{Dump, IndexTexts, Leftovers, Load, PlanTexts};
use crate::version::Versions;

/// How an engine speaks one language.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Speech {
    /// The engines of which all that is said of their semantics holds here too: it is the same one in another form, or
    /// evaluates queries by the same library.
    pub like: Vec<Like>,
    /// How its texts are spelled, where that is not the standard's way.
    pub dialect: Vec<Spelling>,
    /// What it does differently on purpose.
    pub profile: Vec<Setting>,
    /// What it does not offer.
    pub without: Vec<Lack>,
    /// What it offers but stumbles over: bugs that are known, and met in few rounds only.
    pub seldom: Vec<Lack>,
    /// Errors that mean no harm.
    pub benign: Vec<Benign>,
    /// Errors by which it says that it is at fault itself.
    pub internal: Vec<Internal>,
    /// Bugs that are known already.
    pub divergence: Vec<Divergence>,
    /// The texts that empty the database, where the engine has no operation for it.
    pub reset: Vec<String>,
    /// What is left after them, and how it is dropped.
    pub leftovers: Vec<Leftovers>,
    /// The text that gives a row if a database holds any element: one that is not ours is not emptied unasked.
    pub occupied: Option<String>,
    /// The text that gives a row if a database without elements has something declared, where no `leftovers` tell.
    pub declared: Option<String>,
    /// The text that gives the engine's version, where the one that is meant is not known.
    pub version: Option<String>,
    /// How a graph is put in, where the worker has no operation for it.
    pub load: Option<Load>,
    /// How indexes are declared and dropped, where the worker has no operation for it.
    pub index: Vec<IndexTexts>,
    /// The plans that a query can ask for.
    pub plan: Vec<PlanTexts>,
    /// The text that gives a row as long as an index cannot be used yet, where they are built in the background: at once,
    /// or after it has waited itself, so that it gives none.
    #[serde(rename = "await-indexes")]
    pub await_indexes: Option<String>,
    /// How the graph is read out, where the worker has no operation for it.
    pub dump: Option<Dump>,
    /// The query that gives a row per statement of a dataset, where the engine has no operation for it: graph (not bound
    /// for the default graph), subject, predicate, object.
    pub quads: Option<String>,
    /// The vendor's own client.
    pub client: Option<Client>,
}

impl Speech {
    /// The texts that give a row where something is declared, such as an index, whether there are elements or not.
    pub fn declarations(&self) -> impl Iterator<Item = &str> {
        let leftovers = self.leftovers.iter().filter(|leftovers| !leftovers.blind);
        leftovers.map(|leftovers| leftovers.texts.as_str()).chain(self.declared.as_deref())
    }

    /// Adds what is said of another engine: of one version of it, where one is meant, for some versions of this one.
    pub(super) fn take_over(&mut self, other: &Self, like: &Like) {
        let mut other = other.clone();
        other.profile.retain(|setting| !like.but.contains(&setting.switch));
        let Some((_, version)) = like.engine.split_once('@') else { return self.extend(&other) };
        let mut other = other.at(version);
        other.profile.iter_mut().for_each(|setting| setting.versions = like.versions.clone());
        other.without.iter_mut().for_each(|lack| lack.versions = like.versions.clone());
        other.seldom.iter_mut().for_each(|lack| lack.versions = like.versions.clone());
        other.divergence.iter_mut().for_each(|known| known.versions = like.versions.clone());
        self.extend(&other);
    }

    fn extend(&mut self, other: &Self) {
        self.profile.extend_from_slice(&other.profile);
        self.without.extend_from_slice(&other.without);
        self.seldom.extend_from_slice(&other.seldom);
        self.benign.extend_from_slice(&other.benign);
        self.internal.extend_from_slice(&other.internal);
        self.divergence.extend_from_slice(&other.divergence);
        if self.client.is_none() {
            self.client.clone_from(&other.client);
        }
    }

    /// What is said of one version only: the rest of what depends on versions is left out.
    #[must_use]
    pub fn at(&self, version: &str) -> Self {
        let mut speech = self.clone();
        speech.dialect.retain(|spelling| spelling.versions.hold(version));
        speech.profile.retain(|setting| setting.versions.hold(version));
        speech.without.retain(|lack| lack.versions.hold(version));
        speech.seldom.retain(|lack| lack.versions.hold(version));
        speech.divergence.retain(|known| known.versions.hold(version));
        speech.leftovers.retain(|leftovers| leftovers.versions.hold(version));
        speech.index.retain(|index| index.versions.hold(version));
        speech.plan.retain(|plan| plan.versions.hold(version));
        speech
    }

    /// What is said of an engine that is started with these options.
    #[must_use]
    pub fn under(mut self, chosen: &Options) -> Self {
        let holds = |options: &Options| options.iter().all(|(name, value)| chosen.get(name) == Some(value));
        self.profile.retain(|setting| holds(&setting.options));
        self.without.retain(|lack| holds(&lack.options));
        self.seldom.retain(|lack| holds(&lack.options));
        self.plan.retain(|plan| holds(&plan.options));
        self
    }

    /// The names of the plans that a query can ask for.
    pub fn plans(&self) -> Vec<String> {
        self.plan.iter().flat_map(|plans| &plans.names).cloned().collect()
    }

    /// The profile of a version.
    pub fn profile(&self, version: &str) -> Profile {
        let settings = self.profile.iter().filter(|setting| setting.versions.hold(version));
        Profile {
            switches: settings.map(|setting| (setting.switch.clone(), setting.value.clone())).collect(),
            fault: None,
        }
    }

    /// How texts are spelled, for what is said of one version only.
    pub fn dialect(&self) -> Dialect {
        let settings = self.dialect.iter().map(|spelling| (spelling.switch.clone(), spelling.value.clone()));
        Dialect(Profile { switches: settings.collect(), fault: None })
    }

    /// What a version offers.
    pub fn features(&self, version: &str) -> Features {
        let of = |lacks: &[Lack]| {
            let lacks = lacks.iter().filter(|lack| lack.versions.hold(version));
            lacks.flat_map(|lack| lack.features.iter().cloned()).collect()
        };
        let mut without: BTreeSet<String> = of(&self.without);
        let stays = |index: &&IndexTexts| index.drop.is_none() && index.versions.hold(version);
        without.extend(self.index.iter().find(stays).map(|_| INDEX_DROP.to_owned()));
        Features { without, seldom: of(&self.seldom) }
    }

    /// What it does not offer, and what it stumbles over.
    pub(super) fn lacks(&self) -> impl Iterator<Item = &Lack> {
        self.without.iter().chain(&self.seldom)
    }

    /// The known bugs of a version.
    pub fn divergences(&self, version: &str) -> Vec<Divergence> {
        let known = self.divergence.iter().filter(|known| known.versions.hold(version));
        known.cloned().collect()
    }
}

/// An engine of which what is said holds for another one.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Like {
    /// Its name; with a version after `@` where one version of it is meant.
    pub engine: String,
    /// The versions of the other one.
    #[serde(default)]
    pub versions: Versions,
    /// The switches that are not taken over: they have other values there, or show in another way.
    #[serde(default)]
    pub but: Vec<String>,
}

/// A switch of the language that does not have the standard's value. It predicts one answer, says where that is
/// promised, and can be asked again: an observation alone is no source but a finding.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setting {
    /// The switch, as the language declares it.
    pub switch: String,
    /// Its value.
    pub value: String,
    /// Documentation or a maintainer's word.
    pub source: String,
    /// What shows it.
    pub probe: Probe,
    /// The versions that do so.
    #[serde(default)]
    pub versions: Versions,
    /// The options with which they do so; the others do not matter.
    #[serde(default)]
    pub options: Options,
}

/// Options of a SPEC, each with its value.
pub type Options = BTreeMap<String, String>;

/// One way in which texts are spelled.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spelling {
    /// The switch, as the language declares it.
    pub switch: String,
    /// Its value.
    pub value: String,
    /// Where that is known from.
    pub source: String,
    /// The versions for which texts are spelled so.
    #[serde(default)]
    pub versions: Versions,
}

/// A query that shows the value of a switch.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Probe {
    /// The text of the graph's file.
    pub graph: String,
    /// The query.
    pub query: String,
    /// The answer as JSON; `"error"` where it is an error.
    pub answer: String,
}

/// The answer of a probe that is an error, whichever.
const RAISES: &str = "\"error\"";

impl Probe {
    /// The answer; none where it is an error.
    pub fn expected(&self, model: Model) -> Result<Option<Answer>, String> {
        if self.answer == RAISES {
            return Ok(None);
        }
        let answer = serde_json::from_str(&self.answer).map_err(|error| error.to_string())?;
        Answer::from_json(&answer, model).map(Some).map_err(|error| error.to_string())
    }
}

/// Features that an engine does not offer, or stumbles over, for one reason.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lack {
    /// The features.
    pub features: Vec<String>,
    /// What happens instead.
    pub reason: String,
    /// Where that is known from.
    pub source: String,
    /// The versions of which that is so.
    #[serde(default)]
    pub versions: Versions,
    /// The options with which that is so; the others do not matter.
    #[serde(default)]
    pub options: Options,
}

/// Errors that mean no harm.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Benign {
    /// What the error's `class: message` looks like.
    pub pattern: Pattern,
    /// The class that it becomes; [`INDEX_EXISTS`] has a meaning of its own.
    #[serde(default = "unsupported")]
    pub class: String,
    /// Where that is known from.
    pub source: String,
}

/// The class by which the catalogue marks the error that there is such an index already: one declared twice, in
/// the eyes of an engine that does not tell kinds of index apart, does not make a graph impossible to load.
pub const INDEX_EXISTS: &str = "IndexExists";

fn unsupported() -> String {
    quarrel_case::answer::UNSUPPORTED.to_owned()
}

/// Errors by which an engine says that it is at fault itself.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Internal {
    /// What the error's `class: message` looks like.
    pub pattern: Pattern,
}

/// A regular expression.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "String")]
pub struct Pattern(pub Regex);

impl TryFrom<String> for Pattern {
    type Error = regex::Error;

    fn try_from(text: String) -> Result<Self, regex::Error> {
        Regex::new(&text).map(Self)
    }
}

/// A bug that is known already: findings that look so are excused, counted by its id.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Divergence {
    /// Its name in the summary.
    pub id: String,
    /// The features that a query has that shows it, all of them.
    pub features: Vec<String>,
    /// How it shows.
    pub symptom: Sign,
    /// What the message of the error looks like, where it shows as one.
    pub message: Option<Pattern>,
    /// The versions that have it.
    #[serde(default)]
    pub versions: Versions,
    /// Where it is reported.
    pub source: String,
}

/// How a divergence shows: how the rows differ, or the kind of violation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Sign {
    /// The rows differ so.
    Rows(Symptom),
    /// The violation is of this kind.
    Kind(Kind),
}
