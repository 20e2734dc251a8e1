//! An engine of a hunt: open, journaled, with what the catalogue knows of it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use quarrel_case::check::Check;
use quarrel_case::engine::{Engine as _, EngineError, Identity};
use quarrel_case::execute::Actor;
use quarrel_case::language::Language;
use quarrel_case::profile::{Dialect, Features, Profile};
use quarrel_case::verdict::Role;
use quarrel_engine::OpenError;
use quarrel_engine::catalogue::{Divergence, Setting};
use quarrel_oracle::Side;

use crate::HuntError;
use crate::ahead::{Asked, Text, first_texts};
use crate::journal::Journaled;
use crate::workshop::Workshop;

/// An open engine.
pub struct Target {
    /// How it was named.
    pub spec: String,
    /// Name and version.
    pub identity: Identity,
    /// The profile by which it is judged.
    pub profile: Profile,
    /// What it does differently on purpose, whether it is judged by that or by the standard.
    pub own_profile: Profile,
    /// The switches that the catalogue sets for it, each with its source and its probe.
    pub settings: Vec<Setting>,
    /// How it spells.
    pub dialect: Dialect,
    /// What it lacks.
    pub features: Features,
    /// The plans that a query can ask it for, by their names.
    pub plans: Vec<String>,
    /// Where it is known to differ.
    pub divergences: Vec<Divergence>,
    /// The engine itself.
    pub engine: Journaled,
    workshop: Workshop,
    language: Arc<dyn Language>,
    journal: Option<PathBuf>,
}

impl Target {
    /// Opens an engine; its journal goes to `journal` if there is one.
    pub fn open(
        spec: &str,
        language: &Arc<dyn Language>,
        workshop: &Workshop,
        journal: Option<&Path>,
    ) -> Result<Self, HuntError> {
        let open = workshop.open(spec, language)?;
        let options = spec.parse::<quarrel_engine::Spec>().map(|spec| spec.options()).unwrap_or_default();
        let profile = if workshop.is_strict() { Profile::default() } else { open.profile.clone() };
        Ok(Self {
            spec: spec.to_owned(),
            identity: Identity { options, ..open.identity },
            profile,
            own_profile: open.profile,
            settings: open.settings,
            dialect: open.dialect,
            features: open.features,
            plans: open.plans,
            divergences: open.divergences,
            engine: Journaled::new(open.engine, journal)?,
            workshop: workshop.clone(),
            language: Arc::clone(language),
            journal: journal.map(Path::to_owned),
        })
    }

    /// Puts a fresh process in the place of the engine's.
    pub fn renew(&mut self) -> Result<(), HuntError> {
        let open = self.workshop.open(&self.spec, &self.language)?;
        self.engine = Journaled::new(open.engine, self.journal.as_deref())?;
        Ok(())
    }

    /// Why the engine is not worth asking any more, if it is gone.
    pub(crate) fn gone(&self) -> Option<HuntError> {
        // A log has many lines, an error has one.
        let why = self.engine.gone()?.split_whitespace().collect::<Vec<_>>().join(" ");
        let reason = format!("the engine is gone: {why}");
        Some(OpenError::from(EngineError { engine: self.spec.clone(), reason }).into())
    }

    /// The language that it is asked in.
    pub fn language(&self) -> &dyn Language {
        &*self.language
    }

    /// How the executor sees the engine.
    pub fn actor(&mut self) -> Actor<'_> {
        Actor { engine: &mut self.engine, dialect: &self.dialect, profile: &self.profile }
    }

    /// Asks what a check asks first of the engine in this role, before the answers are wanted.
    pub(crate) fn ask_ahead(&mut self, check: &Check, role: Role, like: &Text) -> Asked {
        if !self.engine.holds().is_some_and(|held| Arc::ptr_eq(held, &like.graph)) {
            return Asked::Nothing;
        }
        let (texts, asked) = first_texts(check, role, like);
        texts.into_iter().for_each(|text| self.engine.ask_ahead(text));
        asked
    }

    /// How an oracle sees the engine.
    pub fn side(&self) -> Side<'_> {
        let Self { profile, dialect, features, plans, .. } = self;
        Side { profile, dialect, features, plans }
    }
}
