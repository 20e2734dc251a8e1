//! The traversals of TinkerPop's suite against the parser and the printer: each is read, and reads back from its print,
//! in the grammar's spelling, as it was.

mod support;

use std::collections::BTreeSet;

use quarrel_gremlin::parse::parse;
use quarrel_gremlin::print::{Spelling, print};

/// Traversals that the suite writes down to show that they are refused, or with a lambda of the host language.
fn is_foreign(text: &str) -> bool {
    text.contains("Lambda.") || !text.starts_with("g.")
}

/// The texts between the marks of documents.
fn documents(feature: &str) -> Vec<String> {
    let mut documents = Vec::new();
    let mut lines = feature.lines().filter(|line| !line.trim_start().starts_with('#'));
    while let Some(line) = lines.next() {
        if line.trim() == "\"\"\"" {
            let document = lines.by_ref().take_while(|line| line.trim() != "\"\"\"").map(str::trim);
            documents.push(document.collect::<Vec<_>>().join(" ").trim().to_owned());
        }
    }
    documents
}

#[test]
fn every_traversal_of_the_suite_is_read_and_reads_back() {
    let Some(files) = support::tinkerpop(&["3.6-dev", "3.7-dev", "3.8-dev"]) else { return };
    let features = files.iter().filter(|(path, _)| path.ends_with(".feature"));
    let texts: BTreeSet<String> =
        features.flat_map(|(_, text)| documents(text)).filter(|text| !is_foreign(text)).collect();
    let mut wrong = Vec::new();
    for text in &texts {
        match parse(text) {
            Err(error) => wrong.push(format!("{text}: {error}")),
            Ok(query) => {
                let printed = print(&query, &Spelling::default());
                if parse(&printed).as_ref() != Ok(&query) {
                    wrong.push(format!("{text} reads back otherwise: {printed}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), texts.len(), wrong.join("\n"));
    assert!(texts.len() > 2_000, "only {} traversals were found", texts.len());
}
