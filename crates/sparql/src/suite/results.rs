//! The results of the suites: tables in XML, JSON, TSV, CSV or as a graph, truth values, and graphs.

use std::collections::BTreeMap;

use oxrdf::{Graph, NamedOrBlankNodeRef, TermRef};
use quarrel_case::answer::{Answer, Table};
use quarrel_case::conformance::Files;
use quarrel_case::term::{RDF_LANG_STRING, Term};
use quarrel_case::value::Value;
use serde_json::Value as Json;
use sparesults::{QueryResultsFormat, QueryResultsParser, SliceQueryResultsParserOutput};

use super::rdf;

const RESULT_SET: &str = "http://www.w3.org/2001/sw/DataAccess/tests/result-set#";

/// A result in any of the suites' formats.
pub(super) fn read(path: &str, files: &Files) -> Result<Answer, String> {
    let text = rdf::text(path, files)?;
    let ending = path.rsplit('.').next().unwrap_or_default();
    let none = || format!("{path}: no result");
    match ending {
        "srj" => json(text).ok_or_else(none),
        "srx" => super::xml::read(text).map_err(|error| format!("{path}: {error}")),
        "csv" => csv(text).ok_or_else(none),
        "tsv" => tsv(text).map_err(|error| format!("{path}: {error}")),
        "ttl" | "rdf" | "nt" => graph(path, files),
        _ => Err(format!("a result in {ending} is not known")),
    }
}

fn tsv(text: &str) -> Result<Answer, String> {
    let parsed = QueryResultsParser::from_format(QueryResultsFormat::Tsv).for_slice(text.as_bytes());
    let solutions = match parsed.map_err(|error| error.to_string())? {
        SliceQueryResultsParserOutput::Boolean(answer) => return Ok(Answer::Boolean(answer)),
        SliceQueryResultsParserOutput::Solutions(solutions) => solutions,
    };
    let variables = solutions.variables().to_vec();
    let mut rows = Vec::new();
    for solution in solutions {
        let solution = solution.map_err(|error| error.to_string())?;
        let cell = |variable| match solution.get(variable) {
            Some(term) => term.to_string().parse().map(Value::Term).map_err(|error| format!("{error}")),
            None => Ok(Value::Null),
        };
        rows.push(variables.iter().map(cell).collect::<Result<_, String>>()?);
    }
    let columns = variables.iter().map(|variable| variable.as_str().to_owned()).collect();
    Ok(Answer::Table(Table { columns, rows, ..Table::default() }))
}

/// SPARQL 1.1 Query Results CSV: texts without types, but for blank nodes. No text of the suite has a line's end.
fn csv(text: &str) -> Option<Answer> {
    let mut lines = text.lines().map(fields);
    let columns = lines.next()?;
    let term = |field: String| match field.strip_prefix("_:") {
        Some(label) => Value::Term(Term::blank(label)),
        None => Value::Term(Term::string(field)),
    };
    let rows: Vec<Vec<Value>> = lines.map(|line| line.into_iter().map(term).collect()).collect();
    let is_whole = rows.iter().all(|row| row.len() == columns.len());
    is_whole.then(|| Answer::Table(Table { columns, rows, ..Table::default() }))
}

/// The fields of a line of CSV (RFC 4180): a comma between quotes is text, and two quotes there are one.
fn fields(line: &str) -> Vec<String> {
    let (mut fields, mut field, mut quoted) = (Vec::new(), String::new(), false);
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => field.extend(letters.next()),
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(std::mem::take(&mut field)),
            letter => field.push(letter),
        }
    }
    fields.push(field);
    fields
}

/// SPARQL 1.2 Query Results JSON, with triple terms and base directions.
fn json(text: &str) -> Option<Answer> {
    let json: Json = serde_json::from_str(text).ok()?;
    if let Some(answer) = json.get("boolean") {
        return answer.as_bool().map(Answer::Boolean);
    }
    let names = json.get("head")?.get("vars")?.as_array()?;
    let columns: Vec<String> =
        names.iter().map(|name| name.as_str().map(str::to_owned)).collect::<Option<_>>()?;
    let mut rows = Vec::new();
    for binding in json.get("results")?.get("bindings")?.as_array()? {
        let cell = |name: &String| match binding.get(name) {
            Some(value) => term(value).map(Value::Term),
            None => Some(Value::Null),
        };
        rows.push(columns.iter().map(cell).collect::<Option<_>>()?);
    }
    Some(Answer::Table(Table { columns, rows, ..Table::default() }))
}

fn term(json: &Json) -> Option<Term> {
    let value = json.get("value")?;
    let text = || value.as_str().map(str::to_owned);
    let member = |name: &str| json.get(name).and_then(Json::as_str);
    match member("type")? {
        "uri" => text().map(Term::Iri),
        "bnode" => text().map(Term::Blank),
        "literal" | "typed-literal" => {
            Some(match (member("xml:lang"), member("its:dir"), member("datatype")) {
                (Some(tag), Some(direction), _) => Term::language(text()?, format!("{tag}--{direction}")),
                (Some(tag), None, _) => Term::language(text()?, tag),
                (None, _, Some(datatype)) if datatype != RDF_LANG_STRING => Term::typed(text()?, datatype),
                _ => Term::string(text()?),
            })
        }
        "triple" => {
            let part = |name: &str| value.get(name).and_then(term);
            Some(Term::triple(part("subject")?, part("predicate")?, part("object")?))
        }
        _ => None,
    }
}

/// A graph: a table in the vocabulary of the 1.0 suite, or the answer of CONSTRUCT itself.
fn graph(path: &str, files: &Files) -> Result<Answer, String> {
    if let Ok(graph) = rdf::graph(path, files)
        && let Some(answer) = result_set(&graph)
    {
        return Ok(answer);
    }
    let quads = rdf::quads(path, files)?;
    Ok(Answer::Triples(quads.into_iter().map(|quad| [quad.subject, quad.predicate, quad.object]).collect()))
}

/// A result that is written as a graph; none when the graph is no such result.
fn result_set(graph: &Graph) -> Option<Answer> {
    let all = |name: &str| -> Vec<(NamedOrBlankNodeRef<'_>, TermRef<'_>)> {
        let predicate = format!("{RESULT_SET}{name}");
        let triples = graph.iter().filter(|triple| triple.predicate.as_str() == predicate);
        triples.map(|triple| (triple.subject, triple.object)).collect()
    };
    let text = |term: TermRef<'_>| match term {
        TermRef::Literal(literal) => literal.value().to_owned(),
        _ => String::new(),
    };
    if let Some((_, answer)) = all("boolean").first() {
        return Some(Answer::Boolean(text(*answer) == "true"));
    }
    let columns: Vec<String> = all("resultVariable").into_iter().map(|(_, name)| text(name)).collect();
    let is_result = |term: TermRef<'_>| matches!(term, TermRef::NamedNode(node) if node.as_str() == format!("{RESULT_SET}ResultSet"));
    if !graph.iter().any(|triple| is_result(triple.object)) {
        return None;
    }
    let one = |name: &str, subject: TermRef<'_>| {
        let found = all(name).into_iter().find(|(node, _)| TermRef::from(*node) == subject);
        found.map(|(_, object)| object)
    };
    let mut rows: Vec<(u64, Vec<Value>)> = Vec::new();
    for (_, solution) in all("solution") {
        let mut cells = BTreeMap::new();
        for (_, binding) in all("binding").into_iter().filter(|(node, _)| TermRef::from(*node) == solution) {
            let term: Term = one("value", binding)?.to_string().parse().ok()?;
            cells.insert(text(one("variable", binding)?), Value::Term(term));
        }
        let row = columns.iter().map(|name| cells.remove(name).unwrap_or(Value::Null)).collect();
        let index = one("index", solution).and_then(|index| text(index).parse().ok());
        rows.push((index.unwrap_or(0), row));
    }
    rows.sort_by_key(|(index, _)| *index);
    let rows = rows.into_iter().map(|(_, row)| row).collect();
    Some(Answer::Table(Table { columns, rows, ..Table::default() }))
}
