//! What an entry of the catalogue must satisfy. Most is refused when the entry is read; what needs a language
//! (its switches, spellings and features) is checked when the languages are at hand, by a test and by the binary.

use std::collections::BTreeSet;

use quarrel_case::graph::Graph;
use quarrel_case::language::Language;
use quarrel_case::profile::Profile;

use super::entry::VERSION;
use super::{
    Catalogue, CatalogueError, Client, Divergence, Endpoint, Entry, Install, PackageClient, Protocol,
    Setting, Speech,
};
use crate::statements::Statements;

/// Words that stand for no source: what was only seen is a finding, not a promise.
const NO_SOURCE: [&str; 3] = ["", "observed", "unknown"];

/// Reads an entry and refuses one that could hide a bug or that no driver can use.
pub(super) fn read(folder: &str, text: &str) -> Result<Entry, String> {
    let entry: Entry = toml::from_str(text).map_err(|error| error.to_string().trim_end().to_owned())?;
    if entry.name != folder {
        return Err(format!("the name {:?} is not the folder's", entry.name));
    }
    // A server that nobody here can start is reached by its address, whatever its version.
    let only_running =
        !entry.protocol.schemes().is_empty() && entry.install.is_empty() && entry.start.is_empty();
    if entry.versions.is_empty() != only_running {
        return Err("no version is pinned, or nothing says how one is had".to_owned());
    }
    let newest_first = entry.versions.is_sorted_by(|left, right| {
        // Each version once, so that the newest is one.
        crate::version::compare(left, right).is_gt()
    });
    if !newest_first {
        return Err("the versions are not ordered, the newest first".to_owned());
    }
    if let Some(embedded) = entry.embedded.iter().find(|version| !entry.versions.contains(version)) {
        return Err(format!("the embedded version {embedded} is not pinned"));
    }
    if entry.container.iter().any(|image| image.is_empty() || image.replace(VERSION, "").contains(['{', '}']))
    {
        return Err(format!("container: the name of an image has nothing but {VERSION} to be filled in"));
    }
    check_server(&entry)?;
    if entry.language.is_empty() {
        return Err("it speaks no language".to_owned());
    }
    for (language, speech) in &entry.language {
        let within = |reason: String| format!("language.{language}: {reason}");
        check_sources(speech).map_err(within)?;
        speech.divergence.iter().try_for_each(check_divergence).map_err(within)?;
        let statements = Statements::new(speech).map_err(within)?;
        check_plans(&entry, speech, &statements).map_err(within)?;
    }
    Ok(entry)
}

/// Checks an entry once it has what it takes from another.
pub(super) fn whole(entry: &Entry) -> Result<(), String> {
    entry.language.iter().try_for_each(|(language, speech)| {
        let within = |reason: String| format!("language.{language}: {reason}");
        check_switches(entry, speech).map_err(within)?;
        speech.client.as_ref().map_or(Ok(()), |client| check_client(entry, client)).map_err(within)
    })
}

/// A server has what it takes to be started; what is no server has nothing of it, which would do nothing.
fn check_server(entry: &Entry) -> Result<(), String> {
    check_endpoint(entry)?;
    let of_maven =
        |install: &Install| install.alone || install.front.is_some() || !install.exclude.is_empty();
    if entry.install.iter().any(|install| install.client != PackageClient::Maven && of_maven(install)) {
        return Err("only Maven's packages are alone, exclude others, or have a front".to_owned());
    }
    let of_wheels = |install: &Install| install.wheels.is_some() || install.libraries.is_some();
    if entry.install.iter().any(|install| install.client != PackageClient::Pip && of_wheels(install)) {
        return Err("packages that are not pip's are no wheels".to_owned());
    }
    if entry.protocol == Protocol::Worker {
        return match entry.install.is_empty() && entry.start.is_empty() {
            true => Ok(()),
            false => Err("it is no server, but says how to install or start one".to_owned()),
        };
    }
    if entry.embedded.is_some() || !entry.worker.is_empty() {
        return Err("a server is neither embedded nor a worker".to_owned());
    }
    if let Some(version) = entry.versions.iter().find(|version| !entry.is_installable(version)) {
        return Err(format!("nothing says how {version} is installed and started"));
    }
    if entry.start.iter().any(|start| start.command.is_empty()) {
        return Err("a command to start it is empty".to_owned());
    }
    if entry.start.iter().any(|start| start.patience == 0) {
        return Err("with patience 0 it would be started again without a time-out".to_owned());
    }
    let without = entry.language.iter().find(|(_, speech)| speech.occupied.is_none());
    match without {
        Some((language, _)) => Err(format!("language.{language}: nothing says whether a server is empty")),
        None => Ok(()),
    }
}

/// What is said of how it is spoken to belongs to its protocol.
fn check_endpoint(entry: &Entry) -> Result<(), String> {
    let Endpoint { base, query, update, dump, version, reader, reader_versions: _, source, language, .. } =
        &entry.endpoint;
    let is = |protocols: &[Protocol]| protocols.contains(&entry.protocol);
    let says = is(&[Protocol::Resp, Protocol::Arcade]) && version.is_some();
    let sparql = dump.is_some() || (version.is_some() && !says) || !query.is_empty() || !update.is_empty();
    let gremlin = reader.is_some() || source.is_some();
    let over_http = [Protocol::Sparql, Protocol::Gremlin, Protocol::Arcade];
    if gremlin && !is(&[Protocol::Gremlin]) {
        return Err("it is no Gremlin Server, but says what reads traversals".to_owned());
    }
    if (sparql && !is(&[Protocol::Sparql])) || !(base.is_empty() || is(&over_http)) {
        return Err("it does not speak over HTTP, but says where it takes what".to_owned());
    }
    if language.is_some() != is(&[Protocol::Arcade]) {
        return Err("what a server calls the language of a text belongs to ArcadeDB's protocol".to_owned());
    }
    match (&entry.endpoint.user, &entry.endpoint.password) {
        (Some(_), Some(_)) if !is(&over_http) => Err("no user is asked for over this protocol".to_owned()),
        (Some(_), Some(_)) | (None, None) => Ok(()),
        _ => Err("a user has a password".to_owned()),
    }
}

/// A client that a script cannot hold would only be noticed by the one who runs it.
fn check_client(entry: &Entry, client: &Client) -> Result<(), String> {
    if client.about.is_empty() {
        return Err("the client's about is empty".to_owned());
    }
    // Where there is nothing to be had, the system's Python has all that it needs.
    if client.get.is_empty() && (client.python.is_some() || client.address.is_none()) {
        return Err("the client's get is empty".to_owned());
    }
    if client.differs.iter().any(|known| known.features.is_empty() || known.reason.is_empty()) {
        return Err("a difference of the client has no feature or no reason".to_owned());
    }
    let scheme = client.address.as_ref().map(|address| address.split("://").next().unwrap_or_default());
    if scheme.is_some_and(|scheme| !entry.protocol.schemes().contains(&scheme)) {
        return Err("the client speaks to a server of another protocol".to_owned());
    }
    if client.docker.is_some() && (entry.container.is_none() || scheme.is_none()) {
        return Err("the client says how a container is run, but there is none, or no server".to_owned());
    }
    match client.program.contains("class Client") {
        true => Ok(()),
        false => Err("the client's program has no class Client".to_owned()),
    }
}

fn check_sources(speech: &Speech) -> Result<(), String> {
    let settings = speech.profile.iter().map(|setting| ("switch", &setting.switch, &setting.source));
    let lacks = speech.lacks().map(|lack| ("lack", &lack.reason, &lack.source));
    let benign = speech.benign.iter().map(|benign| ("error class", &benign.class, &benign.source));
    let known = speech.divergence.iter().map(|known| ("divergence", &known.id, &known.source));
    let plans = speech.plan.iter().map(|plan| ("plan of", &plan.about, &plan.source));
    for (what, name, source) in settings.chain(lacks).chain(benign).chain(known).chain(plans) {
        if NO_SOURCE.contains(&source.trim().to_lowercase().as_str()) {
            return Err(format!("the {what} {name:?} has no source"));
        }
    }
    Ok(())
}

/// A version has one value of a switch.
fn check_switches(entry: &Entry, speech: &Speech) -> Result<(), String> {
    for version in &entry.versions {
        let mut seen = BTreeSet::new();
        let settings = speech.profile.iter().filter(|setting| setting.versions.hold(version));
        for setting in settings {
            if !seen.insert(&setting.switch) {
                return Err(format!("the switch {:?} is set twice for {version}", setting.switch));
            }
        }
    }
    Ok(())
}

/// A version has one plan of a name, and each asks the query in another text.
fn check_plans(entry: &Entry, speech: &Speech, statements: &Statements) -> Result<(), String> {
    for version in &entry.versions {
        let mut seen = BTreeSet::new();
        let plans = speech.plan.iter().filter(|plans| plans.versions.hold(version));
        if let Some(twice) = plans.flat_map(|plans| &plans.names).find(|name| !seen.insert(*name)) {
            return Err(format!("the plan {twice:?} is there twice for {version}"));
        }
    }
    for (position, plans) in speech.plan.iter().enumerate() {
        for name in &plans.names {
            let asked = |query| statements.plan(position, name, query).map_err(|error| error.to_string());
            if asked("g.V()")? == "g.V()" || asked("g.V()")? == asked("g.E()")? {
                return Err(format!("the plan {name:?} asks for nothing, or not for the query"));
            }
        }
    }
    Ok(())
}

/// A divergence without a feature would excuse everything that looks alike.
fn check_divergence(known: &Divergence) -> Result<(), String> {
    match known.features.is_empty() {
        true => Err(format!("the divergence {:?} names no feature", known.id)),
        false => Ok(()),
    }
}

impl Catalogue {
    /// Holds the entries against the languages: every switch, value, spelling and feature that is named exists,
    /// every probe can be asked. Gives all that is wrong. What an entry says of other languages is passed over.
    pub fn check(&self, languages: &[&dyn Language]) -> Vec<CatalogueError> {
        let mut errors = Vec::new();
        for entry in &self.entries {
            for language in languages {
                let Some(speech) = entry.language.get(language.name()) else {
                    continue;
                };
                let mut report = |reason: String| {
                    let reason = format!("language.{}: {reason}", language.name());
                    errors.push(CatalogueError::of(&entry.name, reason));
                };
                check_speech(speech, *language, &mut report);
            }
        }
        errors
    }
}

fn check_speech(speech: &Speech, language: &dyn Language, report: &mut dyn FnMut(String)) {
    for spelling in &speech.dialect {
        let switches = [(spelling.switch.clone(), spelling.value.clone())];
        let profile = Profile { switches: switches.into_iter().collect(), fault: None };
        if let Err(error) = profile.check(language.spellings(), &[]) {
            report(format!("dialect: {error}"));
        }
    }
    for setting in &speech.profile {
        if let Err(reason) = check_setting(setting, language) {
            report(format!("profile: {reason}"));
        }
    }
    let mut features: BTreeSet<&str> = language.all_features().into_iter().collect();
    features.extend(quarrel_graph::all_features(language));
    let lacks = speech.lacks().flat_map(|lack| &lack.features);
    let known = speech.divergence.iter().flat_map(|known| &known.features);
    let differs = speech.client.iter().flat_map(|client| &client.differs).flat_map(|known| &known.features);
    for feature in lacks.chain(known).chain(differs) {
        if !features.contains(feature.as_str()) {
            report(format!("unknown feature {feature:?}"));
        }
    }
}

fn check_setting(setting: &Setting, language: &dyn Language) -> Result<(), String> {
    let switches = [(setting.switch.clone(), setting.value.clone())];
    let profile = Profile { switches: switches.into_iter().collect(), fault: None };
    profile.check(language.switches(), &[]).map_err(|error| error.to_string())?;
    let probe = |what: &str, error: &dyn std::fmt::Display| {
        format!("the {what} of the probe of {:?}: {error}", setting.switch)
    };
    let model = language.model();
    Graph::from_text(&setting.probe.graph, model).map_err(|error| probe("graph", &error))?;
    language.parse(&setting.probe.query).map_err(|error| probe("query", &error))?;
    setting.probe.expected(model).map_err(|error| probe("answer", &error))?;
    Ok(())
}
