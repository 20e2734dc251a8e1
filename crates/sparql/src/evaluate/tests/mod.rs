//! Queries with their data and the answers that the recommendation gives, topic by topic.
//!
//! An answer is written in one line: rows in round brackets, `U` for unbound; a bag is sorted, the tie groups of an
//! ordered answer are separated by `<`. After `open:` stands why the language leaves the answer open.

mod aggregates;
mod expressions;
mod faults;
mod forms;
mod functions;
mod graphs;
mod modifiers;
mod paths;
mod patterns;
mod robustness;
mod switches;
mod triple_terms;
mod updates;

use quarrel_case::answer::{Answer, Table};
use quarrel_case::graph::Dataset;
use quarrel_case::language::{Budget, Evaluation, Session, Tree};
use quarrel_case::profile::Profile;
use quarrel_case::term::{Literal, Quad, Term, XSD, XSD_BOOLEAN, XSD_INTEGER};
use quarrel_case::value::Value;

use super::session;
use crate::parse::parse;

const PREFIXES: &str = "PREFIX : <http://e/> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> ";

/// Data, query, answer.
type Row = (&'static str, &'static str, &'static str);

fn check(table: &[Row]) {
    check_under(&Profile::default(), table);
}

fn check_under(profile: &Profile, table: &[Row]) {
    for (data, query, expected) in table {
        let shown = show(&evaluate(profile, data, query));
        assert_eq!(shown, *expected, "{query} on {data}");
    }
}

/// Expressions with their values over no data; `error` for none.
fn check_values(table: &[(&str, &str)]) {
    check_values_under(&Profile::default(), table);
}

fn check_values_under(profile: &Profile, table: &[(&str, &str)]) {
    for (expression, expected) in table {
        let query = format!("SELECT ({expression} AS ?r) {{}}");
        let shown = show(&evaluate(profile, "", &query));
        let shown = shown.trim_matches(['(', ')']);
        assert_eq!(if shown == "U" { "error" } else { shown }, *expected, "{expression}");
    }
}

/// The profile with these switches.
fn profile(switches: &[(&str, &str)]) -> Profile {
    let switches = switches.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Profile { switches, fault: None }
}

fn dataset(data: &str) -> Dataset {
    let end = if data.is_empty() || data.ends_with(['.', '}']) { "" } else { " ." };
    let text = format!("PREFIX : <http://e/> PREFIX xsd: <{XSD}>\n{data}{end}");
    let quads = oxttl::TriGParser::new().for_slice(text.as_bytes()).map(|quad| quad.expect("data"));
    let term = |text: String| text.parse::<Term>().expect("a term");
    let quads = quads.map(|quad| Quad {
        subject: term(quad.subject.to_string()),
        predicate: term(quad.predicate.to_string()),
        object: term(quad.object.to_string()),
        graph: (!quad.graph_name.is_default_graph()).then(|| term(quad.graph_name.to_string())),
    });
    Dataset::new(quads.collect())
}

fn evaluate(profile: &Profile, data: &str, query: &str) -> Evaluation {
    let tree = parse(&format!("{PREFIXES}{query}")).unwrap_or_else(|error| panic!("{query}: {error}"));
    let mut session = session(&dataset(data), profile).expect("a declared profile");
    session.run(&Tree::new(tree), &Budget::default())
}

fn show(evaluation: &Evaluation) -> String {
    let answer = match &evaluation.result {
        Ok(Answer::Table(table)) => show_table(table),
        Ok(Answer::Boolean(answer)) => answer.to_string(),
        Ok(Answer::Triples(triples)) => {
            let shown = triples.iter().map(|triple| triple.each_ref().map(show_term).join(" "));
            shown.collect::<Vec<_>>().join(" . ")
        }
        Err(failure) => return failure.to_string(),
    };
    match &evaluation.open {
        Some(reason) => format!("open: {reason}"),
        None => answer,
    }
}

fn show_table(table: &Table) -> String {
    let mut rows: Vec<String> = table
        .rows
        .iter()
        .map(|row| format!("({})", row.iter().map(show_value).collect::<Vec<_>>().join(",")))
        .collect();
    let Some(groups) = &table.order else {
        rows.sort();
        return rows.join(" ");
    };
    let mut shown = Vec::new();
    for length in groups {
        let rest = rows.split_off(*length);
        rows.sort();
        shown.push(rows.join(" "));
        rows = rest;
    }
    shown.join(" < ")
}

fn show_value(value: &Value) -> String {
    match value {
        Value::Null => "U".to_owned(),
        Value::Term(term) => show_term(term),
        Value::Open(reason) => format!("open: {reason}"),
        other => format!("{other:?}"),
    }
}

fn show_term(term: &Term) -> String {
    match term {
        Term::Iri(iri) => {
            iri.strip_prefix("http://e/").map_or_else(|| format!("<{iri}>"), |name| format!(":{name}"))
        }
        Term::Literal(literal) => show_literal(literal),
        Term::Triple(parts) => format!("<<( {} )>>", parts.each_ref().map(show_term).join(" ")),
        other @ Term::Blank(_) => other.to_string(),
    }
}

fn show_literal(literal: &Literal) -> String {
    match literal.datatype() {
        XSD_INTEGER | XSD_BOOLEAN => literal.lexical.clone(),
        datatype => match datatype.strip_prefix(XSD) {
            Some("string") | None => literal.to_string(),
            Some(name) => format!("{}^{name}", literal.lexical),
        },
    }
}
