//! Where engines come from: the catalogue, and our own binary as the host of embedded ones.

use std::sync::Arc;

use quarrel_case::language::Language;
use quarrel_case::profile::{Dialect, Features, Profile};
use quarrel_engine::{Catalogue, Launcher, OpenEngine, OpenError, Spec};

/// Opens engines by name. Cheap to clone: every worker has one.
#[derive(Clone)]
pub struct Workshop {
    catalogue: Arc<Catalogue>,
    launcher: Arc<Launcher>,
    strict: bool,
}

/// What is known of an engine without starting it.
#[derive(Debug, Clone, Default)]
pub struct View {
    /// What it does differently on purpose.
    pub profile: Profile,
    /// How it spells.
    pub dialect: Dialect,
    /// What it lacks.
    pub features: Features,
}

impl Workshop {
    /// Engines of the catalogue, started by the launcher.
    pub fn new(catalogue: Catalogue, launcher: Launcher) -> Self {
        Self { catalogue: Arc::new(catalogue), launcher: Arc::new(launcher), strict: false }
    }

    /// The same, but every engine is judged by the standard, whatever it does differently on purpose.
    #[must_use]
    pub fn strictly(self) -> Self {
        Self { strict: true, ..self }
    }

    /// True when engines are judged by the standard.
    pub fn is_strict(&self) -> bool {
        self.strict
    }

    /// What is known of all engines.
    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// The newest version that is known of an engine.
    pub fn newest(&self, name: &str) -> Option<String> {
        let entry = self.catalogue.entries().iter().find(|entry| entry.name == name)?;
        entry.versions.first().cloned()
    }

    /// Reads how a user names an engine and gives the name without user and password, which are kept apart: what is
    /// written later cannot hold them.
    pub fn admit(&self, spec: &str) -> Result<String, OpenError> {
        Ok(self.launcher.servers.admit(spec)?)
    }

    /// The same for several engines.
    pub fn admit_all(&self, specs: &[String]) -> Result<Vec<String>, OpenError> {
        specs.iter().map(|spec| self.admit(spec)).collect()
    }

    /// Starts an engine.
    pub fn open(&self, spec: &str, language: &Arc<dyn Language>) -> Result<OpenEngine, OpenError> {
        quarrel_engine::open(&spec.parse()?, &self.catalogue, language, &self.launcher)
    }

    /// What the catalogue knows of `NAME[@VERSION]` in a language.
    pub fn view(&self, name: &str, language: &dyn Language) -> Result<View, OpenError> {
        let (name, version) = match name.split_once('@') {
            Some((name, version)) => (name, Some(version)),
            None => (name, None),
        };
        let usage = |error: String| OpenError::Usage(error);
        let (entry, version) =
            self.catalogue.find(name, version).map_err(|error| usage(error.to_string()))?;
        let speech = entry.language.get(language.name());
        let speech = speech.ok_or_else(|| usage(format!("{name} does not speak {}", language.name())))?;
        Ok(View {
            profile: speech.profile(&version),
            dialect: speech.at(&version).dialect(),
            features: speech.features(&version),
        })
    }

    /// Checks that an engine can be asked for so, without starting it.
    pub fn check(&self, spec: &str, language: &dyn Language) -> Result<(), OpenError> {
        quarrel_engine::check(&spec.parse()?, &self.catalogue, language, &self.launcher)
    }

    /// The embedded engines of this build that speak the language.
    pub fn embedded(&self, language: &str) -> Vec<String> {
        let all = self.catalogue.embedded(language).into_iter();
        all.filter(|name| self.launcher.hosts.iter().any(|host| host == name))
            .map(ToOwned::to_owned)
            .collect()
    }

    /// True when an engine so named may be asked in the language: one of the catalogue must speak it, any other
    /// is taken at its user's word.
    pub fn speaks(&self, spec: &str, language: &str) -> Result<bool, OpenError> {
        let found = match spec.parse()? {
            Spec::Catalogue { name, version, .. }
            | Spec::Reference { profile: Some((name, version)), .. } => {
                self.catalogue.find(&name, version.as_deref()).map(|(entry, _)| entry)
            }
            Spec::Server { name, .. } => self.catalogue.entry(&name),
            Spec::Exec { .. } | Spec::Reference { profile: None, .. } => return Ok(true),
        };
        let entry = found.map_err(|error| OpenError::Usage(error.to_string()))?;
        Ok(entry.language.contains_key(language))
    }
}
