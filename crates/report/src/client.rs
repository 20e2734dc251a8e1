//! By what a finding is shown: the vendor's own client, where the catalogue knows one that can.

use std::sync::Arc;

use quarrel_case::check::Step;
use quarrel_case::language::Language;
use quarrel_case::verdict::Role;
use quarrel_engine::catalogue::{Client, Difference, Entry, Speech};
use quarrel_engine::statements::{Statements, Writer};
use quarrel_engine::{Catalogue, Spec};
use quarrel_hunt::finding::{Finding, Record};
use serde_json::Value as Json;

use crate::server;
use crate::steps::{self, Steps};

/// What is known of the accused engine.
pub(crate) struct Accused {
    /// Its entry in the catalogue, unless it is a program of the user's own or the reference.
    pub entry: Option<Arc<Entry>>,
    /// How it speaks the finding's language.
    speech: Option<Speech>,
    /// How it was run, in a few words.
    pub run: String,
    /// How the finding is shown by the vendor's client, or why it is not.
    pub shown: Result<Shown, String>,
}

/// How a finding is shown by the vendor's client.
pub(crate) struct Shown {
    /// The client.
    pub client: Client,
    /// What it is sent.
    pub steps: Steps,
    /// How the server is spoken to; none where there is no server.
    pub server: Option<Json>,
}

impl Accused {
    /// The accused engine of a finding.
    pub(crate) fn of(finding: &Finding, catalogue: &Catalogue, language: Option<&dyn Language>) -> Self {
        let record = &finding.record;
        let spec = match record.violation.accused {
            Role::Target => Some(&record.target),
            Role::Peer => record.peer.as_ref(),
        };
        let spec: Option<Spec> = spec.and_then(|spec| spec.parse().ok());
        let entry = match &spec {
            Some(Spec::Catalogue { name, .. } | Spec::Server { name, .. }) => {
                catalogue.entries().iter().find(|entry| entry.name == *name).cloned()
            }
            _ => None,
        };
        let speech = entry.as_ref().and_then(|entry| entry.language.get(&record.language));
        let speech = speech.map(|speech| speech.at(&record.engine.version));
        let shown = shown(finding, entry.as_deref().zip(speech.as_ref()), language, spec.as_ref());
        Self { run: run(spec.as_ref(), entry.as_deref()), entry, speech, shown }
    }

    /// The text of a step as a person reads it: under the plan that it asks for.
    pub(crate) fn sent(&self, step: &Step) -> Option<String> {
        let text = step.text()?.shown();
        if step.settings.is_empty() {
            return Some(text);
        }
        let sent = self.speech.as_ref().and_then(|speech| {
            let statements = Statements::new(speech).ok()?;
            steps::sent(&statements, speech, &step.settings, &text)
        });
        // Whoever knows the engine knows what to do with the settings.
        let settings = || step.settings.iter().map(|(name, value)| format!("{name}={value}"));
        Some(sent.unwrap_or_else(|| format!("{text}\n({})", settings().collect::<Vec<_>>().join(", "))))
    }

    /// What excuses the finding, by its name or the names of switches, with the catalogue's sources; none when the
    /// catalogue does not know it.
    pub(crate) fn excuse(&self, by: &str) -> Option<String> {
        let speech = self.speech.as_ref()?;
        if let Some(known) = speech.divergence.iter().find(|known| known.id == by) {
            return Some(format!("the known divergence {by} ({})", known.source));
        }
        let sourced = |name: &str| {
            let setting = speech.profile.iter().find(|setting| setting.switch == name)?;
            Some(format!("{name}={} ({})", setting.value, setting.source))
        };
        let switches: Option<Vec<String>> = by.split(' ').map(sourced).collect();
        Some(format!("what the engine does on purpose, by the switches {}", switches?.join(", ")))
    }
}

/// How the engine was run. The address of a server is nobody's business.
fn run(spec: Option<&Spec>, entry: Option<&Entry>) -> String {
    match (spec, entry) {
        (Some(Spec::Catalogue { options, .. }), Some(entry)) => {
            let how = match entry.embedded {
                Some(_) => "embedded in a process of its own, with an empty database",
                None => "in a process of its own, with an empty database",
            };
            let options = options.iter().map(|(name, value)| format!("{name}={value}"));
            let options: Vec<String> = options.collect();
            match options.is_empty() {
                true => how.to_owned(),
                false => format!("{how}; options: {}", options.join(", ")),
            }
        }
        (Some(Spec::Server { .. }), _) => "a running server, emptied before".to_owned(),
        (Some(Spec::Reference { .. }), _) => "the reference evaluator of Quarrel".to_owned(),
        _ => "a program of the user's own that speaks the worker protocol".to_owned(),
    }
}

fn shown(
    finding: &Finding,
    known: Option<(&Entry, &Speech)>,
    language: Option<&dyn Language>,
    spec: Option<&Spec>,
) -> Result<Shown, String> {
    let (Some((entry, speech)), Some(language)) = (known, language) else {
        return Err("the catalogue knows no client of this engine".to_owned());
    };
    let client = speech.client.clone().ok_or("the catalogue knows no client of this engine")?;
    if matches!(spec, Some(Spec::Catalogue { options, .. }) if !options.is_empty()) {
        return Err("the engine was run with options that the client does not have".to_owned());
    }
    let differs =
        |known: &&Difference| known.features.iter().all(|name| finding.record.features.contains(name));
    if let Some(known) = client.differs.iter().find(differs) {
        return Err(known.reason.clone());
    }
    if client.is_of_the_engines_version() && !is_version(&finding.record) {
        return Err("the engine's version is not the name of one".to_owned());
    }
    let dialect = speech.dialect();
    let steps = steps::of(finding, speech, Writer { language, dialect: &dialect })?;
    let server = server::settings(&client, entry, &finding.record.language, &finding.record.engine.version);
    Ok(Shown { client, steps, server })
}

/// A version goes into the names of a package and of a folder.
pub(crate) fn is_version(record: &Record) -> bool {
    let version = &record.engine.version;
    version.starts_with(|letter: char| letter.is_ascii_digit())
        && version.chars().all(|letter| letter.is_ascii_alphanumeric() || ".+-_".contains(letter))
}
