//! Reading the data and the results of the suites.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use oxrdf::{Graph, NamedOrBlankNodeRef, TermRef, Triple};
use quarrel_case::answer::{Answer, Table};
use quarrel_case::graph::Dataset;
use quarrel_case::term::{Quad, Term};
use quarrel_case::value::Value;
use sparesults::{QueryResultsFormat, QueryResultsParser, SliceQueryResultsParserOutput};

const RESULT_SET: &str = "http://www.w3.org/2001/sw/DataAccess/tests/result-set#";

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// A Turtle or RDF/XML file as a graph; relative IRIs are resolved against the file's own.
pub(crate) fn graph(path: &Path) -> Result<Graph> {
    let text = std::fs::read(path)?;
    let base = format!("file://{}", path.display());
    let triples: std::result::Result<Vec<Triple>, Box<dyn std::error::Error>> =
        if path.extension().is_some_and(|extension| extension == "rdf") {
            let parser = oxrdfxml::RdfXmlParser::new().with_base_iri(base)?;
            parser.for_slice(&text).map(|triple| Ok(triple?)).collect()
        } else {
            let parser = oxttl::TurtleParser::new().with_base_iri(base)?;
            parser.for_slice(&text).map(|triple| Ok(triple?)).collect()
        };
    Ok(triples?.iter().collect())
}

/// The files' triples as a default graph; blank nodes of different files are different.
pub(crate) fn dataset(paths: &[PathBuf]) -> Result<Dataset> {
    let mut quads = Vec::new();
    for path in paths {
        for triple in &graph(path)? {
            quads.push(Quad {
                subject: triple.subject.to_string().parse()?,
                predicate: triple.predicate.to_string().parse()?,
                object: triple.object.to_string().parse()?,
                graph: None,
            });
        }
    }
    Ok(Dataset::new(quads))
}

/// A result in any of the suites' formats.
pub(crate) fn read(path: &Path) -> Result<Answer> {
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let format = match &*extension {
        "srx" => QueryResultsFormat::Xml,
        "srj" => QueryResultsFormat::Json,
        "tsv" => QueryResultsFormat::Tsv,
        "ttl" | "rdf" => return result_set(&graph(path)?),
        _ => return Err(format!("unknown format {extension:?}").into()),
    };
    let bytes = std::fs::read(path)?;
    match QueryResultsParser::from_format(format).for_slice(&bytes)? {
        SliceQueryResultsParserOutput::Boolean(answer) => Ok(Answer::Boolean(answer)),
        SliceQueryResultsParserOutput::Solutions(solutions) => {
            let variables = solutions.variables().to_vec();
            let mut rows = Vec::new();
            for solution in solutions {
                let solution = solution?;
                let cell = |variable| match solution.get(variable) {
                    Some(term) => Ok(Value::Term(term.to_string().parse()?)),
                    None => Ok(Value::Null),
                };
                rows.push(variables.iter().map(cell).collect::<Result<_>>()?);
            }
            let columns = variables.iter().map(|variable| variable.as_str().to_owned()).collect();
            Ok(Answer::Table(Table { columns, rows, ..Table::default() }))
        }
    }
}

/// A result that is written as a graph (the vocabulary of the 1.0 suite).
fn result_set(graph: &Graph) -> Result<Answer> {
    let all = |name: &str| -> Vec<(NamedOrBlankNodeRef<'_>, TermRef<'_>)> {
        let predicate = format!("{RESULT_SET}{name}");
        graph.iter().filter(|t| t.predicate.as_str() == predicate).map(|t| (t.subject, t.object)).collect()
    };
    let text = |term: TermRef<'_>| match term {
        TermRef::Literal(literal) => literal.value().to_owned(),
        _ => String::new(),
    };
    if let Some((_, answer)) = all("boolean").first() {
        return Ok(Answer::Boolean(text(*answer) == "true"));
    }
    let columns: Vec<String> = all("resultVariable").into_iter().map(|(_, name)| text(name)).collect();
    if columns.is_empty() {
        return Err("no result set".into());
    }
    let one = |name: &str, subject: TermRef<'_>| {
        let found = all(name).into_iter().find(|(node, _)| TermRef::from(*node) == subject);
        found.map(|(_, object)| object)
    };
    let mut rows: Vec<(u64, Vec<Value>)> = Vec::new();
    for (_, solution) in all("solution") {
        let mut cells = BTreeMap::new();
        for (_, binding) in all("binding").into_iter().filter(|(node, _)| TermRef::from(*node) == solution) {
            let (Some(variable), Some(value)) = (one("variable", binding), one("value", binding)) else {
                return Err("a binding without variable or value".into());
            };
            let term: Term = value.to_string().parse()?;
            cells.insert(text(variable), Value::Term(term));
        }
        let row = columns.iter().map(|name| cells.remove(name).unwrap_or(Value::Null)).collect();
        let index = one("index", solution).and_then(|index| text(index).parse().ok());
        rows.push((index.unwrap_or(0), row));
    }
    rows.sort_by_key(|(index, _)| *index);
    let rows = rows.into_iter().map(|(_, row)| row).collect();
    Ok(Answer::Table(Table { columns, rows, ..Table::default() }))
}
