//! Open engines, kept for the next case that needs them: to start a process for each would cost more than the
//! case.

use std::collections::BTreeMap;
use std::sync::Arc;

use quarrel_case::language::Language;

use crate::HuntError;
use crate::target::Target;
use crate::workshop::Workshop;

/// The engines of one thread.
pub struct Pool<'a> {
    workshop: &'a Workshop,
    idle: BTreeMap<(String, &'static str), Target>,
}

impl<'a> Pool<'a> {
    /// A pool without engines.
    pub fn new(workshop: &'a Workshop) -> Self {
        Self { workshop, idle: BTreeMap::new() }
    }

    /// Takes an engine out of the pool, opened if it is not there.
    pub fn take(&mut self, spec: &str, language: &Arc<dyn Language>) -> Result<Target, HuntError> {
        match self.idle.remove(&(spec.to_owned(), language.name())) {
            Some(target) => Ok(target),
            None => Target::open(spec, language, self.workshop, None),
        }
    }

    /// The newest version that is known of an engine.
    pub fn newest(&self, name: &str) -> Option<String> {
        self.workshop.newest(name)
    }

    /// Puts an engine back.
    pub fn put(&mut self, target: Target) {
        let key = (target.spec.clone(), target.language().name());
        self.idle.insert(key, target);
    }
}
