//! The data of the suites: RDF files as datasets.

use oxrdf::{Graph, Triple};
use oxttl::TriGParser;
use quarrel_case::conformance::Files;
use quarrel_case::graph::Dataset;
use quarrel_case::nquads;
use quarrel_case::term::{Quad, Term};

use super::BASE;
use crate::ast::{QuadBlock, TermPattern, TriplePattern, VarOrIri, Verb};
use crate::parse::parse_trig;

/// The files' triples, each in the graph that is named beside it. Blank nodes of different files are different.
pub(super) fn dataset(sources: &[(String, Option<String>)], files: &Files) -> Result<Dataset, String> {
    let mut all = Vec::new();
    let mut paths: Vec<&String> = sources.iter().map(|(path, _)| path).collect();
    paths.dedup();
    for (path, graph) in sources {
        let number = paths.iter().position(|known| *known == path).unwrap_or(0);
        for mut quad in quads(path, files)? {
            for term in [&mut quad.subject, &mut quad.object] {
                relabel(term, number);
            }
            quad.graph = quad.graph.or_else(|| graph.as_ref().map(Term::iri));
            all.push(quad);
        }
    }
    Ok(Dataset::new(all))
}

fn relabel(term: &mut Term, file: usize) {
    match term {
        Term::Blank(label) => *label = format!("f{file}{label}"),
        Term::Triple(parts) => parts.iter_mut().for_each(|part| relabel(part, file)),
        Term::Iri(_) | Term::Literal(_) => {}
    }
}

/// The triples of a file for a look at them one by one.
pub(super) fn graph(path: &str, files: &Files) -> Result<Graph, String> {
    let text = text(path, files)?;
    let base = format!("{BASE}{path}");
    let unreadable = |error: String| format!("{path}: {error}");
    let triples: Result<Vec<Triple>, String> = if path.ends_with(".rdf") {
        let parser = oxrdfxml::RdfXmlParser::new().with_base_iri(base);
        let parser = parser.map_err(|error| unreadable(error.to_string()))?;
        let triples = parser.for_slice(text.as_bytes());
        triples.map(|triple| triple.map_err(|error| unreadable(error.to_string()))).collect()
    } else {
        let parser = oxttl::TurtleParser::new().with_base_iri(base);
        let parser = parser.map_err(|error| unreadable(error.to_string()))?;
        let triples = parser.for_slice(text.as_bytes());
        triples.map(|triple| triple.map_err(|error| unreadable(error.to_string()))).collect()
    };
    Ok(triples?.iter().collect())
}

pub(super) fn text<'a>(path: &str, files: &'a Files) -> Result<&'a str, String> {
    files.get(path).map(String::as_str).ok_or_else(|| format!("{path} is not here"))
}

/// The quads of a file.
pub(super) fn quads(path: &str, files: &Files) -> Result<Vec<Quad>, String> {
    let text = text(path, files)?;
    let base = format!("{BASE}{path}");
    if path.ends_with(".rdf") {
        let graph = graph(path, files)?;
        return graph.iter().map(|triple| line(&format!("{triple} ."))).collect();
    }
    if path.ends_with(".nq") || path.ends_with(".nt") {
        return nquads::read(text).map_err(|error| format!("{path}: {error}"));
    }
    // The library knows RDF 1.2 by a feature that would change the engines that are built from it.
    let parser = TriGParser::new().with_base_iri(&base).map_err(|error| format!("{path}: {error}"))?;
    let read: Result<Vec<Quad>, String> = parser
        .for_slice(text.as_bytes())
        .map(|quad| quad.map_err(|error| error.to_string()).and_then(|quad| line(&format!("{quad} ."))))
        .collect();
    read.or_else(|_| ours(text, &base).map_err(|error| format!("{path}: {error}")))
}

fn line(text: &str) -> Result<Quad, String> {
    let read = nquads::read(text).map_err(|error| format!("{error}: {text}"))?;
    read.into_iter().next().ok_or_else(|| format!("no statement: {text}"))
}

/// The quads of a file as our own parser reads them.
fn ours(text: &str, base: &str) -> Result<Vec<Quad>, String> {
    let blocks = parse_trig(text, base).map_err(|error| error.to_string())?;
    let mut quads = Vec::new();
    for QuadBlock { graph, patterns } in blocks {
        let graph = match graph {
            Some(VarOrIri::Iri(iri)) => Some(Term::iri(iri)),
            _ => None,
        };
        for pattern in patterns {
            let [subject, predicate, object] = terms(&pattern).ok_or("data with a variable")?;
            quads.push(Quad { subject, predicate, object, graph: graph.clone() });
        }
    }
    Ok(quads)
}

fn terms(pattern: &TriplePattern) -> Option<[Term; 3]> {
    let Verb::Iri(predicate) = &pattern.predicate else {
        return None;
    };
    Some([term(&pattern.subject)?, Term::iri(predicate), term(&pattern.object)?])
}

fn term(pattern: &TermPattern) -> Option<Term> {
    match pattern {
        TermPattern::Variable(_) => None,
        TermPattern::Blank(label) => Some(Term::blank(label)),
        TermPattern::Constant(constant) => Some(constant.term().clone()),
        TermPattern::Triple(inner) => {
            let [subject, predicate, object] = terms(inner)?;
            Some(Term::triple(subject, predicate, object))
        }
    }
}
