//! What a stored file may make us do: nothing that leaves this machine and no command of its choice.
//!
//! A finding comes from anywhere. Its engines are started only if they are of the catalogue, or named again by the
//! user; its texts are sent only if no engine could be made to fetch from elsewhere by them.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use quarrel_case::check::Text;
use quarrel_case::graph::Graph;
use quarrel_case::language::{Language, Tree};
use quarrel_case::profile::Dialect;
use quarrel_case::term::Term;
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

/// What can make an engine fetch from elsewhere: `SERVICE`, `LOAD`, `FROM` and `USING` in SPARQL, `LOAD CSV` and procedures in
/// Cypher, `io()` in Gremlin; and the escapes behind which such a word can hide.
static SUSPECT: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)\b(?:SERVICE|LOAD|FROM|USING|CALL|IMPORT|io)\b|\\u").ok());

/// Refuses a finding that has a text by which an engine could be made to run a program or to fetch from elsewhere: one
/// that an engine may take for another language, or one with a suspect word that is read as what runs code that only
/// the engine knows, or as what reads a graph that the engine does not hold. A text that the language rejects may name
/// the graphs that are held. So is its tree, which is printed and sent when the finding is reduced or put before others.
pub(crate) fn check_texts(finding: &Finding, language: &dyn Language) -> Result<(), HuntError> {
    // A hole is filled with an id or a value, so any constant stands for it.
    let whole = |text: &Text| text.filled(|_| "1".to_owned());
    let held = held(&finding.graph);
    let mut written: BTreeSet<Role> = BTreeSet::new();
    for step in &finding.check.steps {
        let Some(text) = step.text().map(whole) else { continue };
        // What a text before has written to may not be there any more.
        let none = BTreeSet::new();
        check_text(&text, language, if written.contains(&step.role) { &none } else { &held })?;
        if language.parse(&text).map_or(true, |tree| language.writes(&tree)) {
            written.insert(step.role);
        }
    }
    for text in finding.setup.iter().filter_map(|entry| entry.get("text").and_then(Json::as_str)) {
        check_text(text, language, &BTreeSet::new())?;
    }
    tree(&finding.tree, &finding.graph, language).map(drop)
}

/// A stored syntax tree, if no engine that holds the graph could be made to fetch from elsewhere by its text. Names of
/// the tree are printed as they are, so that the text and not the tree is what must be looked at.
pub(crate) fn tree(stored: &Json, graph: &Graph, language: &dyn Language) -> Result<Tree, HuntError> {
    let tree = language.tree_from_json(stored);
    let tree = tree.map_err(|error| refused(format!("the stored syntax tree cannot be read: {error}")))?;
    check_text(&language.print(&tree, &Dialect::default()), language, &held(graph))?;
    Ok(tree)
}

/// Whether an engine that holds the graph could be made to fetch from elsewhere by the text, so that a finding which has
/// it is refused.
pub(crate) fn may_fetch(text: &str, graph: &Graph, language: &dyn Language) -> bool {
    is_suspect(text, language, &held(graph))
}

/// The names of the graphs that an engine holds which has loaded this one.
fn held(graph: &Graph) -> BTreeSet<String> {
    let quads = graph.dataset().into_iter().flat_map(|dataset| &dataset.quads);
    let names = quads.filter_map(|quad| match &quad.graph {
        Some(Term::Iri(iri)) => Some(iri.clone()),
        _ => None,
    });
    names.collect()
}

fn check_text(text: &str, language: &dyn Language, held: &BTreeSet<String>) -> Result<(), HuntError> {
    if !is_suspect(text, language, held) {
        return Ok(());
    }
    let start: String = text.chars().take(80).collect();
    Err(refused(format!(
        "the finding holds a text that could make an engine run a program or fetch from elsewhere, which is not sent: {start:?}"
    )))
}

fn is_suspect(text: &str, language: &dyn Language, held: &BTreeSet<String>) -> bool {
    if language.may_run_code(text) {
        return true;
    }
    let elsewhere = |graph: &String| !held.contains(graph);
    let fetches = || match language.parse(text) {
        Ok(tree) => language.runs_foreign_code(&tree) || language.graphs_read(&tree).iter().any(elsewhere),
        Err(_) => language.graphs_named(text).is_none_or(|graphs| graphs.iter().any(elsewhere)),
    };
    // Without its pattern nothing could be ruled out.
    SUSPECT.as_ref().is_none_or(|pattern| pattern.is_match(text)) && fetches()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_graph_that_a_query_names_is_held_as_long_as_it_has_a_triple() {
        let sparql = quarrel_sparql::language::Sparql;
        let query = "SELECT * FROM NAMED <http://e/g> { ?s ?p ?o }";
        for (graph, fetches) in [
            ("<http://e/a> <http://e/p> <http://e/b> <http://e/g> .\n", false),
            ("<http://e/a> <http://e/p> <http://e/b> .\n", true),
        ] {
            let graph = Graph::from_text(graph, sparql.model()).unwrap();
            assert_eq!(may_fetch(query, &graph, &sparql), fetches);
        }
    }

    #[test]
    fn what_could_fetch_from_elsewhere_is_seen() {
        let (cypher, sparql) = (quarrel_cypher::language::Cypher, quarrel_sparql::language::Sparql);
        let gremlin = quarrel_gremlin::language::Gremlin;
        let graph = "<http://e/a> <http://e/p> <http://e/b> <http://e/g> .\n";
        let held = held(&Graph::from_text(graph, sparql.model()).unwrap());
        for (language, text, suspect) in [
            (&sparql as &dyn Language, "SELECT * { SERVICE <http://192.0.2.1/> { ?s ?p ?o } }", true),
            (&sparql, "SELECT * { service#\n?x { } }", true),
            (&sparql, "SELECT * { \\u0053ERVICE <http://192.0.2.1/> { } }", true),
            (&sparql, "LOAD <http://192.0.2.1/> INTO GRAPH <http://e/g>", true),
            (&sparql, "SELECT * FROM <http://192.0.2.1/> { ?s ?p ?o }", true),
            (&sparql, "SELECT * FROM <http://e/g> FROM NAMED <http://192.0.2.1/> { ?s ?p ?o }", true),
            (&sparql, "DELETE { ?s ?p ?o } USING <http://192.0.2.1/> WHERE { ?s ?p ?o }", true),
            (&sparql, "DROP ALL ; DELETE { ?s ?p ?o } USING <http://e/g> WHERE { ?s ?p ?o }", true),
            (&sparql, "SELECT * FROM <http://e/g> FROM NAMED <http://e/g> { ?s ?p ?o }", false),
            (&sparql, "DELETE { ?s ?p ?o } USING <http://e/g> WHERE { ?s ?p ?o }", false),
            (&sparql, "SELECT ?s (COUNT(*) AS ?n) FROM <http://192.0.2.1/> {}", true),
            (&sparql, "SELECT ?s (COUNT(*) AS ?n) FROM <http://e/g> {}", false),
            (&sparql, "SELECT * { ?s <http://e/service> ?load }", false),
            (&cypher, "LOAD CSV WITH HEADERS FROM 'http://192.0.2.1/' AS x RETURN x", true),
            (&cypher, "CALL apoc.load.json('http://192.0.2.1/')", true),
            (&cypher, "CALL { CALL apoc.load.json('x') YIELD value RETURN value } RETURN value", true),
            (&cypher, "RETURN EXISTS { CALL apoc.load.json('x') YIELD value RETURN value } AS x", true),
            (&cypher, "MATCH (n) CALL (n) { RETURN 1 AS x } RETURN x", false),
            (&cypher, "MATCH (load:Service) RETURN load.service AS call", false),
            (&gremlin, r#""touch a".execute(); g.V()"#, true),
            (&gremlin, r#"g.V().map { "touch a".execute() }"#, true),
            (&gremlin, r#"g.V().has("k", "${'touch a'.execute()}")"#, true),
            (&gremlin, r#"g.V().has("k", "\u0022.execute(); \u0022")"#, true),
            (&gremlin, r#"g.io("http://192.0.2.1/").read()"#, true),
            (&gremlin, r#"g.V().has("io", "a").count()"#, false),
        ] {
            assert_eq!(is_suspect(text, language, &held), suspect, "{text}");
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
