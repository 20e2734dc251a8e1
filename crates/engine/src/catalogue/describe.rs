//! What `engines list` shows of an engine.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Entry, Protocol};
use crate::Launcher;

/// What it takes to use a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// Nothing: this program hosts it.
    Embedded,
    /// Nothing: it was installed.
    Installed,
    /// It can be installed.
    Installable,
    /// Another build of this program.
    Missing,
}

impl State {
    /// The state of a version of an engine.
    pub fn of(entry: &Entry, version: &str, launcher: &Launcher) -> Self {
        if launcher.embeds(entry, version) {
            State::Embedded
        } else if launcher.cache.holds(entry, version) {
            State::Installed
        } else if entry.is_installable(version) {
            State::Installable
        } else {
            State::Missing
        }
    }
}

/// An engine for `engines list`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Description {
    /// Its name.
    pub name: String,
    /// What it is.
    pub about: String,
    /// The languages that it speaks.
    pub languages: Vec<String>,
    /// The versions that are pinned, the newest first.
    pub versions: Vec<String>,
    /// What it takes to use each of them.
    pub states: BTreeMap<String, State>,
    /// How it is reached.
    pub reached: String,
    /// The options of its SPEC with their values.
    pub options: BTreeMap<String, Vec<String>>,
    /// The container image of each version, where its project publishes one.
    pub containers: BTreeMap<String, String>,
    /// Where its source is.
    pub repository: String,
    /// Where its bugs are reported.
    pub tracker: String,
    /// Whom to tell of a crash that may be a security problem.
    pub security: String,
    /// Where what the catalogue says of its semantics and its bugs is known from, each once.
    pub sources: Vec<String>,
}

impl Description {
    pub(super) fn of(entry: &Entry, launcher: &Launcher) -> Self {
        let speeches = || entry.language.values();
        let profile = speeches().flat_map(|speech| speech.profile.iter().map(|setting| &setting.source));
        let lacks = speeches().flat_map(|speech| speech.lacks().map(|lack| &lack.source));
        let known = speeches().flat_map(|speech| speech.divergence.iter().map(|known| &known.source));
        let mut sources: Vec<String> = profile.chain(lacks).chain(known).cloned().collect();
        sources.sort();
        sources.dedup();
        let reached = match (entry.protocol, entry.embedded.is_some()) {
            (Protocol::Worker, true) => "embedded, in a child process",
            (Protocol::Worker, false) => "child process",
            (Protocol::Bolt, _) => "server, over Bolt",
            (Protocol::Sparql | Protocol::Arcade, _) => "server, over HTTP",
            (Protocol::Gremlin, _) => "server, over WebSocket",
            (Protocol::Resp, _) => "server, over RESP",
        };
        let mut options: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for option in &entry.option {
            let values = options.entry(option.name.clone()).or_default();
            let new = option.values.iter().filter(|value| !values.contains(value));
            values.extend(new.cloned().collect::<Vec<_>>());
        }
        let states = entry.versions.iter();
        let states = states.map(|version| (version.clone(), State::of(entry, version, launcher)));
        Self {
            name: entry.name.clone(),
            about: entry.about.clone(),
            languages: entry.language.keys().cloned().collect(),
            versions: entry.versions.clone(),
            states: states.collect(),
            reached: reached.to_owned(),
            options,
            containers: containers(entry),
            repository: entry.repository.clone(),
            tracker: entry.tracker.clone(),
            security: entry.security.clone(),
            sources,
        }
    }
}

fn containers(entry: &Entry) -> BTreeMap<String, String> {
    let versions = entry.versions.iter();
    versions.filter_map(|version| Some((version.clone(), entry.container(version)?))).collect()
}
