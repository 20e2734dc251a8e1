//! The languages by their names on the command line, for the examples.

use std::sync::Arc;

use quarrel_case::language::Language;

/// The language with this name.
pub(crate) fn language(name: &str) -> Result<Arc<dyn Language>, String> {
    let all: [Arc<dyn Language>; 3] = [
        Arc::new(quarrel_cypher::language::Cypher),
        Arc::new(quarrel_gremlin::language::Gremlin),
        Arc::new(quarrel_sparql::language::Sparql),
    ];
    let found = all.into_iter().find(|language| language.name() == name);
    found.ok_or_else(|| format!("no language {name:?}, only cypher, gremlin and sparql"))
}
