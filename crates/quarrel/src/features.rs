//! `--features +A,-B`: what generation may use beside what the engines offer.

use std::collections::BTreeSet;

use quarrel_case::language::Language;

use crate::exit::CliError;

/// The features named with `+` and with `-`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Choice {
    /// Used although an engine's capabilities leave them out.
    pub(crate) with: BTreeSet<String>,
    /// Left out.
    pub(crate) without: BTreeSet<String>,
}

/// Reads the list; every name must be a feature of one of the languages.
pub(crate) fn parse(text: &str, languages: &[&dyn Language]) -> Result<Choice, CliError> {
    let mut choice = Choice::default();
    for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
        let (set, name) = match (word.strip_prefix('+'), word.strip_prefix('-')) {
            (Some(name), _) => (&mut choice.with, name),
            (_, Some(name)) => (&mut choice.without, name),
            _ => return Err(CliError::usage(format!("feature {word:?} needs a + or a - before its name"))),
        };
        let known = |language: &&dyn Language| {
            language.all_features().contains(&name) || quarrel_graph::all_features(*language).contains(&name)
        };
        if !languages.iter().any(known) {
            return Err(CliError::usage(format!(
                "unknown feature {name:?}; `quarrel gen` shows names of features"
            )));
        }
        set.insert(name.to_owned());
    }
    Ok(choice)
}
