//! What a stored file may make us do: nothing that leaves this machine and no command of its choice.
//!
//! A finding comes from anywhere. Its engines are started only if they are of the catalogue, or named again by the
//! user; its texts are sent only if no engine could be made to fetch from elsewhere by them.

use std::sync::LazyLock;

use quarrel_case::check::{Part, Step, Text};
use quarrel_case::language::Language;
use quarrel_case::verdict::Role;
use quarrel_engine::{OpenError, Spec};
use regex::Regex;
use serde_json::Value as Json;

use crate::HuntError;
use crate::finding::Finding;

/// True when the engine may be started because a stored file names it: one of the catalogue, or the
/// reference. A command or an address may be anything, so the user must name it again.
pub fn is_harmless(spec: &str) -> bool {
    matches!(spec.parse(), Ok(Spec::Catalogue { .. } | Spec::Reference { .. }))
}

/// The engines with which a finding is replayed, target and peer. One that the user names confirms the engine of the
/// same name, else it takes the place of the accused.
pub(crate) fn engines(finding: &Finding, named: Option<&str>) -> Result<(String, Option<String>), HuntError> {
    let (mut target, mut peer) = (finding.record.target.clone(), finding.record.peer.clone());
    if let Some(named) = named
        && named != target
        && peer.as_deref() != Some(named)
    {
        match (finding.record.violation.accused, &mut peer) {
            (Role::Peer, Some(peer)) => named.clone_into(peer),
            _ => named.clone_into(&mut target),
        }
    }
    for spec in std::iter::once(&target).chain(&peer) {
        if named != Some(spec) && !is_harmless(spec) {
            return Err(refused(format!(
                "the finding was made on {spec:?}, which is not started because a file says so: name it with --engine"
            )));
        }
    }
    Ok((target, peer))
}

fn refused(why: String) -> HuntError {
    HuntError::Engine(OpenError::Usage(why))
}

/// What can make an engine fetch from elsewhere: `SERVICE` and `LOAD` in SPARQL, `LOAD CSV` and procedures in Cypher,
/// `io()` in Gremlin; and the escapes behind which such a word can hide.
static SUSPECT: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)\b(?:SERVICE|LOAD|CALL|IMPORT|io)\b|\\u").ok());

/// Refuses a finding that has a text by which an engine could be made to fetch from elsewhere: one with a suspect
/// word that our own parser cannot read, or that it reads as what runs code that only the engine knows.
pub(crate) fn check_texts(finding: &Finding, language: &dyn Language) -> Result<(), HuntError> {
    let whole = |text: &Text| text.parts.iter().map(literal).collect::<String>();
    let texts = finding.check.steps.iter().filter_map(Step::text).map(whole);
    let setup = finding.setup.iter().filter_map(|entry| entry.get("text").and_then(Json::as_str));
    for text in texts.chain(setup.map(str::to_owned)) {
        if is_suspect(&text, language) {
            let start: String = text.chars().take(80).collect();
            return Err(refused(format!(
                "the finding holds a text that could make an engine fetch from elsewhere, which is not sent: {start:?}"
            )));
        }
    }
    Ok(())
}

/// The text of a part; a hole is filled with an id or a value, so any constant stands for it.
fn literal(part: &Part) -> &str {
    match part {
        Part::Literal(text) => text,
        Part::Hole(_) => "1",
    }
}

fn is_suspect(text: &str, language: &dyn Language) -> bool {
    // Without its pattern nothing could be ruled out.
    SUSPECT.as_ref().is_none_or(|pattern| pattern.is_match(text))
        && language.parse(text).map_or(true, |tree| language.runs_foreign_code(&tree))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_fetch_from_elsewhere_is_seen() {
        let (cypher, sparql) = (quarrel_cypher::language::Cypher, quarrel_sparql::language::Sparql);
        for (language, text, suspect) in [
            (&sparql as &dyn Language, "SELECT * { SERVICE <http://192.0.2.1/> { ?s ?p ?o } }", true),
            (&sparql, "SELECT * { service#\n?x { } }", true),
            (&sparql, "SELECT * { \\u0053ERVICE <http://192.0.2.1/> { } }", true),
            (&sparql, "LOAD <http://192.0.2.1/> INTO GRAPH <http://e/g>", true),
            (&sparql, "SELECT * { ?s <http://e/service> ?load }", false),
            (&cypher, "LOAD CSV WITH HEADERS FROM 'http://192.0.2.1/' AS x RETURN x", true),
            (&cypher, "CALL apoc.load.json('http://192.0.2.1/')", true),
            (&cypher, "CALL { CALL apoc.load.json('x') YIELD value RETURN value } RETURN value", true),
            (&cypher, "RETURN EXISTS { CALL apoc.load.json('x') YIELD value RETURN value } AS x", true),
            (&cypher, "MATCH (n) CALL (n) { RETURN 1 AS x } RETURN x", false),
            (&cypher, "MATCH (load:Service) RETURN load.service AS call", false),
        ] {
            assert_eq!(is_suspect(text, language), suspect, "{text}");
        }
    }

    #[test]
    fn only_engines_of_the_catalogue_are_harmless() {
        for (spec, harmless) in [
            ("marsdb", true),
            ("reference?fault=c01", true),
            ("exec:true", false),
            ("marsdb+bolt://192.0.2.1:7687", false),
        ] {
            assert_eq!(is_harmless(spec), harmless, "{spec}");
        }
    }
}
