//! The languages of this build.

use std::sync::Arc;

use quarrel_case::conformance::Suite;
use quarrel_case::language::Language;

use crate::exit::CliError;

/// Every language, in the order in which rounds take them.
pub(crate) fn all() -> Vec<Arc<dyn Language>> {
    vec![
        Arc::new(quarrel_cypher::language::Cypher),
        Arc::new(quarrel_sparql::language::Sparql),
        Arc::new(quarrel_gremlin::language::Gremlin),
    ]
}

/// The language of that name.
pub(crate) fn find(name: &str) -> Option<Arc<dyn Language>> {
    all().into_iter().find(|language| language.name() == name)
}

/// The language that the user names.
pub(crate) fn named(name: &str) -> Result<Arc<dyn Language>, CliError> {
    find(name).ok_or_else(|| {
        let known: Vec<String> = all().iter().map(|language| language.name().to_owned()).collect();
        CliError::usage(format!("unknown language {name:?}; known are {}", known.join(", ")))
    })
}

/// The public suite of the language that the user names.
pub(crate) fn suite(name: &str) -> Result<&'static dyn Suite, CliError> {
    let language = named(name)?;
    language.suite().ok_or_else(|| CliError::usage(format!("no suite of {} is read yet", language.name())))
}
