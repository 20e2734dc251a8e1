//! Reading the manifests of the suites.

use std::path::{Path, PathBuf};

use oxrdf::{Graph, NamedNodeRef, NamedOrBlankNodeRef, TermRef};

use crate::results::graph;

/// A test: a query on data with its result.
pub(crate) struct Case {
    /// Folder and name.
    pub(crate) name: String,
    pub(crate) query: PathBuf,
    /// The IRI that stands for the query's file.
    pub(crate) base: String,
    /// The files of the default graph.
    pub(crate) data: Vec<PathBuf>,
    pub(crate) result: PathBuf,
}

const MANIFEST: &str = "http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#";
const QUERY: &str = "http://www.w3.org/2001/sw/DataAccess/tests/test-query#";
const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

/// The evaluation tests of a manifest and of those that it includes.
pub(crate) fn cases(path: &Path) -> Vec<Case> {
    let graph = graph(path).expect("a manifest that can be read");
    let mut found = Vec::new();
    for included in lists(&graph, "include") {
        found.extend(file(included).map(|path| cases(&path)).unwrap_or_default());
    }
    let folder = path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned();
    found.extend(lists(&graph, "entries").into_iter().filter_map(|entry| case(&graph, &folder, entry)));
    found
}

fn case(graph: &Graph, folder: &str, entry: TermRef<'_>) -> Option<Case> {
    let TermRef::NamedNode(entry) = entry else {
        return None;
    };
    let kind = object(graph, entry.into(), RDF, "type")?;
    if kind.to_string() != format!("<{MANIFEST}QueryEvaluationTest>") {
        return None;
    }
    let action = match object(graph, entry.into(), MANIFEST, "action")? {
        TermRef::BlankNode(node) => NamedOrBlankNodeRef::BlankNode(node),
        TermRef::NamedNode(node) => NamedOrBlankNodeRef::NamedNode(node),
        _ => return None,
    };
    let query = object(graph, action, QUERY, "query")?;
    let name = entry.as_str().rsplit(['#', '/']).next().unwrap_or_default();
    Some(Case {
        name: format!("{folder}/{name}"),
        base: query.to_string().trim_matches(['<', '>']).to_owned(),
        query: file(query)?,
        data: objects(graph, action, QUERY, "data").filter_map(file).collect(),
        result: file(object(graph, entry.into(), MANIFEST, "result")?)?,
    })
}

fn objects<'a>(
    graph: &'a Graph,
    subject: NamedOrBlankNodeRef<'a>,
    namespace: &str,
    name: &str,
) -> impl Iterator<Item = TermRef<'a>> + 'a {
    let predicate = format!("{namespace}{name}");
    graph
        .triples_for_subject(subject)
        .filter(move |triple| triple.predicate.as_str() == predicate)
        .map(|t| t.object)
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

/// The file behind an IRI.
fn file(term: TermRef<'_>) -> Option<PathBuf> {
    match term {
        TermRef::NamedNode(node) => node.as_str().strip_prefix("file://").map(PathBuf::from),
        _ => None,
    }
}
