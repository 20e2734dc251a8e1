//! The manifests of the suites, which are Turtle.

use oxrdf::{Graph, NamedNodeRef, NamedOrBlankNodeRef, TermRef};
use quarrel_case::conformance::Files;

use super::{BASE, rdf};

/// A test as its manifest names it. Files are paths in the suite.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    /// Version, folder and name.
    pub(super) place: String,
    pub(super) kind: Kind,
    /// The file of the query or the update.
    pub(super) text: String,
    /// The files of the data, each with the graph that it is.
    pub(super) data: Vec<(String, Option<String>)>,
    /// The files of the result: one, or those of a dataset.
    pub(super) result: Vec<(String, Option<String>)>,
    /// Whether duplicates may be left out of the result.
    pub(super) lax: bool,
    /// Why it is not put to anyone.
    pub(super) aside: Option<String>,
}

/// What a test asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Query,
    Update,
    Positive,
    Negative,
    Other,
}

const MANIFEST: &str = "http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#";
const QUERY: &str = "http://www.w3.org/2001/sw/DataAccess/tests/test-query#";
const UPDATE: &str = "http://www.w3.org/2009/sparql/tests/test-update#";
const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
const RDFS: &str = "http://www.w3.org/2000/01/rdf-schema#";
const SERVICE: &str = "http://www.w3.org/ns/sparql-service-description#";

/// The tests of a manifest and of those that it includes.
pub(super) fn entries(files: &Files, path: &str) -> Result<Vec<Entry>, String> {
    let graph = rdf::graph(path, files)?;
    let mut found = Vec::new();
    let included = lists(&graph, "include").into_iter().chain(lists(&graph, "conformanceRequirement"));
    for path in included.filter_map(file) {
        if files.contains_key(&path) {
            found.extend(entries(files, &path)?);
        }
    }
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    found.extend(lists(&graph, "entries").into_iter().filter_map(|node| entry(&graph, folder, node)));
    Ok(found)
}

fn entry(graph: &Graph, folder: &str, node: TermRef<'_>) -> Option<Entry> {
    let TermRef::NamedNode(node) = node else {
        return None;
    };
    let kind_name = object(graph, node.into(), RDF, "type").and_then(local)?;
    let kind = match kind_name.as_str() {
        "QueryEvaluationTest" | "CSVResultFormatTest" => Kind::Query,
        "UpdateEvaluationTest" => Kind::Update,
        name if name.starts_with("Positive") => Kind::Positive,
        name if name.starts_with("Negative") => Kind::Negative,
        _ => Kind::Other,
    };
    let name = node.as_str().rsplit(['#', '/']).next().unwrap_or_default();
    let action = object(graph, node.into(), MANIFEST, "action");
    let inner = action.and_then(subject);
    let of = |namespace: &str, name: &str| inner.and_then(|inner| object(graph, inner, namespace, name));
    let text = of(QUERY, "query").or_else(|| of(UPDATE, "request")).or(action).and_then(file);
    let result = object(graph, node.into(), MANIFEST, "result");
    let results = match result {
        Some(TermRef::BlankNode(result)) => data(graph, result.into()),
        other => other.and_then(file).map(|path| (path, None)).into_iter().collect(),
    };
    let lax = object(graph, node.into(), MANIFEST, "resultCardinality").and_then(local);
    let regime = of(SERVICE, "entailmentRegime").or(object(graph, node.into(), SERVICE, "entailmentRegime"));
    let aside = if kind == Kind::Other {
        Some(format!("a {kind_name} tests no answer"))
    } else if regime.is_some() {
        Some("an entailment regime".to_owned())
    } else if of(QUERY, "serviceData").is_some() {
        Some("other endpoints".to_owned())
    } else {
        None
    };
    Some(Entry {
        place: format!("{folder}/{name}"),
        kind,
        text: text.unwrap_or_default(),
        data: inner.map(|inner| data(graph, inner)).unwrap_or_default(),
        result: results,
        lax: lax.as_deref() == Some("LaxCardinality"),
        aside,
    })
}

/// The files of a dataset, each with the graph that it is.
fn data(graph: &Graph, node: NamedOrBlankNodeRef<'_>) -> Vec<(String, Option<String>)> {
    let mut found = Vec::new();
    for namespace in [QUERY, UPDATE] {
        found.extend(objects(graph, node, namespace, "data").filter_map(file).map(|path| (path, None)));
        for named in objects(graph, node, namespace, "graphData") {
            let inner = match named {
                TermRef::BlankNode(inner) => NamedOrBlankNodeRef::from(inner),
                other => {
                    found.extend(file(other).map(|path| (path.clone(), Some(format!("{BASE}{path}")))));
                    continue;
                }
            };
            let label = object(graph, inner, RDFS, "label").map(text);
            let path = object(graph, inner, namespace, "graph").and_then(file);
            found.extend(path.zip(label).map(|(path, label)| (path, Some(label))));
        }
    }
    found
}

fn text(term: TermRef<'_>) -> String {
    match term {
        TermRef::Literal(literal) => literal.value().to_owned(),
        TermRef::NamedNode(node) => node.as_str().to_owned(),
        _ => String::new(),
    }
}

fn subject(term: TermRef<'_>) -> Option<NamedOrBlankNodeRef<'_>> {
    match term {
        TermRef::BlankNode(node) => Some(node.into()),
        TermRef::NamedNode(node) => Some(node.into()),
        _ => None,
    }
}

/// The last part of an IRI.
fn local(term: TermRef<'_>) -> Option<String> {
    match term {
        TermRef::NamedNode(node) => node.as_str().rsplit(['#', '/']).next().map(str::to_owned),
        _ => None,
    }
}

fn objects<'a>(
    graph: &'a Graph,
    subject: NamedOrBlankNodeRef<'a>,
    namespace: &str,
    name: &str,
) -> impl Iterator<Item = TermRef<'a>> + 'a {
    let predicate = format!("{namespace}{name}");
    let triples = graph.triples_for_subject(subject);
    triples.filter(move |triple| triple.predicate.as_str() == predicate).map(|triple| triple.object)
}

fn object<'a>(
    graph: &'a Graph,
    subject: NamedOrBlankNodeRef<'a>,
    namespace: &str,
    name: &str,
) -> Option<TermRef<'a>> {
    objects(graph, subject, namespace, name).next()
}

/// The items of all lists that a property of the manifests points to.
fn lists<'a>(graph: &'a Graph, name: &str) -> Vec<TermRef<'a>> {
    let predicate = format!("{MANIFEST}{name}");
    let heads = graph.iter().filter(|triple| triple.predicate.as_str() == predicate);
    let mut items = Vec::new();
    for head in heads {
        let mut at = head.object;
        while let TermRef::BlankNode(node) = at {
            let property = |name: &str| object(graph, node.into(), RDF, name);
            items.extend(property("first"));
            at = property("rest").unwrap_or(NamedNodeRef::new_unchecked("end").into());
        }
    }
    items
}

/// The path of the file behind an IRI.
fn file(term: TermRef<'_>) -> Option<String> {
    match term {
        TermRef::NamedNode(node) => node.as_str().strip_prefix(BASE).map(str::to_owned),
        _ => None,
    }
}
