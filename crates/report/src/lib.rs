//! What a person gets of a finding: a README ready to be pasted, and a script that shows it.
//!
//! Both are made from the finding's data and the catalogue alone, and say what a maintainer asks first: which
//! engine and version, from which graph, which text, what was expected and why, what came. A finding's texts are
//! hostile by design, so each goes through one of two functions: `markdown` for the README, a quoted word of
//! the shell for the script.

mod answers;
mod client;
mod danger;
mod markdown;
mod names;
mod readme;
mod script;
mod server;
mod steps;
mod title;
mod words;

use std::sync::Arc;

use quarrel_case::language::Language;
use quarrel_engine::Catalogue;
use quarrel_hunt::finding::{Finding, Presenter};

use crate::client::Accused;

/// Writes `README.md` and `replay.sh`.
pub struct Readme {
    languages: Vec<Arc<dyn Language>>,
    catalogue: Catalogue,
}

impl Readme {
    /// Knows the languages that findings may be in, and the engines.
    pub fn new(languages: Vec<Arc<dyn Language>>, catalogue: Catalogue) -> Self {
        Self { languages, catalogue }
    }
}

impl Presenter for Readme {
    fn present(&self, finding: &Finding) -> Vec<(String, String)> {
        let language = self.languages.iter().find(|language| language.name() == finding.record.language);
        let language = language.map(|language| &**language);
        let accused = Accused::of(finding, &self.catalogue, language);
        let title = title::title(&finding.record);
        let script = script::script(finding, &accused, &title);
        vec![
            ("README.md".to_owned(), readme::readme(finding, &accused, language, &title)),
            ("replay.sh".to_owned(), script),
        ]
    }
}

#[cfg(test)]
mod tests;
