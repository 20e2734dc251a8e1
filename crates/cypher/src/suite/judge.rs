//! Whether an outcome is what a step of the suite says.

use quarrel_case::answer::{Answer, Outcome, Phase, QueryError, Table};
use quarrel_case::graph::{Graph, PropertyGraph};
use quarrel_case::value::Value;

use super::effects;
use super::expected::{self, Expected};
use super::gherkin::Step;
use crate::ast::{Clause, Expression, Query};
use crate::parse::{parse, parse_expression};
use crate::print::{self, Spelling};

/// What an outcome is judged beside.
pub(super) struct Scene<'a> {
    pub(super) text: &'a str,
    pub(super) before: &'a Graph,
    /// None when the subject cannot tell.
    pub(super) after: Option<&'a Graph>,
}

/// True for a step that says what comes of a query.
pub(super) fn is_expectation(step: &str) -> bool {
    step.starts_with("the result should be")
        || step.starts_with("the side effects should be")
        || step == "no side effects"
        || step.contains(" should be raised at ")
}

/// Judges by one step; the error says what is otherwise.
pub(super) fn judge(step: &Step, outcome: &Outcome, scene: &Scene<'_>, strict: bool) -> Result<(), String> {
    let text = step.text.as_str();
    if text.contains(" should be raised at ") {
        return raised(text, outcome, strict);
    }
    let Outcome::Answered(reply) = outcome else { return Err(outcome.to_json().to_string()) };
    let Answer::Table(table) = &reply.answer else { return Err(outcome.to_json().to_string()) };
    if text == "no side effects" || text.starts_with("the side effects") {
        return effects::judge(&step.table, scene, strict.then_some(&table.counters));
    }
    let graph = scene.after.unwrap_or(scene.before);
    let fits = match graph {
        Graph::Property(graph) => fits(table, scene.text, step, graph, strict),
        Graph::Rdf(_) => Err("a graph of another kind".to_owned()),
    };
    fits.map_err(|why| format!("{why}: {}", outcome.to_json()))
}

/// Whether the outcome is the one of `a SyntaxError should be raised at compile time: Detail`. Engines have names
/// of their own for errors, so that any will do.
fn raised(step: &str, outcome: &Outcome, strict: bool) -> Result<(), String> {
    let Outcome::Rejected(error) = outcome else { return Err(outcome.to_json().to_string()) };
    if !strict || is_error(step, error) { Ok(()) } else { Err(outcome.to_json().to_string()) }
}

fn is_error(step: &str, error: &QueryError) -> bool {
    let step = step.trim_start_matches("a ").trim_start_matches("an ");
    let Some((class, rest)) = step.split_once(" should be raised at ") else { return false };
    let (time, detail) = rest.split_once(": ").unwrap_or((rest, "*"));
    let in_time = match time {
        "compile time" => error.phase != Phase::Run,
        "runtime" => error.phase == Phase::Run,
        _ => true,
    };
    in_time && error.class == class && (detail == "*" || error.detail.as_deref() == Some(detail))
}

/// Whether the last clause orders its rows.
fn orders(text: &str) -> bool {
    let last = |query: Query| query.first.clauses.last().cloned();
    matches!(parse(text).ok().and_then(last), Some(Clause::Return(projection)) if !projection.order.is_empty())
}

fn fits(table: &Table, text: &str, step: &Step, graph: &PropertyGraph, strict: bool) -> Result<(), String> {
    let Some((header, rows)) = step.table.split_first() else {
        return if table.rows.is_empty() { Ok(()) } else { Err("rows where none are expected".to_owned()) };
    };
    // What an engine tells of an empty table may be nothing at all.
    if !strict && rows.is_empty() && table.rows.is_empty() && table.columns.is_empty() {
        return Ok(());
    }
    let places = places(header, table, strict)?;
    let unreadable = |cell: &String| expected::read(cell).ok_or(format!("unreadable {cell}"));
    let rows: Vec<Vec<Expected>> =
        rows.iter().map(|row| row.iter().map(unreadable).collect()).collect::<Result<_, String>>()?;
    let any_order = step.text.contains("ignoring element order");
    let fit = |expected: &Vec<Expected>, got: &Vec<Value>| {
        let cells = expected.iter().zip(&places);
        cells.into_iter().all(|(expected, place)| {
            got.get(*place).is_some_and(|got| expected::fits(expected, got, graph, any_order))
        })
    };
    // The suite takes it for granted that a WITH's order outlives it; the language does not promise that.
    let in_order = step.text.contains("in order") && orders(text);
    let groups = match &table.order {
        Some(groups) if in_order => groups.clone(),
        None if in_order && strict && table.rows.len() > 1 => {
            return Err("no order where one is expected".to_owned());
        }
        None if in_order => vec![1; table.rows.len()],
        _ => vec![table.rows.len()],
    };
    let mut start = 0;
    for group in groups {
        let range = start..start + group;
        let (Some(expected), Some(got)) = (rows.get(range.clone()), table.rows.get(range)) else {
            return Err("other rows".to_owned());
        };
        if !expected::bags_fit(expected, got, &fit) {
            return Err("other rows".to_owned());
        }
        start += group;
    }
    if start == rows.len() { Ok(()) } else { Err("other rows".to_owned()) }
}

/// Where the columns of the expected table are. An engine may name a column in its own way.
fn places(header: &[String], table: &Table, strict: bool) -> Result<Vec<usize>, String> {
    if header.len() != table.columns.len() {
        return Err("other columns".to_owned());
    }
    let canonical = |text: &String| match parse_expression(text) {
        Ok(Expression::Variable(name)) => name,
        Ok(other) => print::expression(&other, &Spelling::default()),
        Err(_) => text.clone(),
    };
    let place = |(index, text): (usize, &String)| {
        let known = canonical(text);
        let named = table.columns.iter().position(|column| *column == known || column == text);
        named.or((!strict).then_some(index)).ok_or(format!("no column {known}"))
    };
    header.iter().enumerate().map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits_nothing(expected: &[&[&str]], columns: &[&str], strict: bool) -> Result<(), String> {
        let table = expected.iter().map(|row| row.iter().map(|cell| (*cell).to_owned()).collect()).collect();
        let step = Step { text: "the result should be, in any order:".to_owned(), table, ..Step::default() };
        let got =
            Table { columns: columns.iter().map(|name| (*name).to_owned()).collect(), ..Table::default() };
        fits(&got, "MATCH (n) RETURN n", &step, &PropertyGraph::default(), strict)
    }

    #[test]
    fn an_engine_may_tell_no_columns_of_an_empty_table() {
        assert_eq!(fits_nothing(&[&["n"]], &[], false), Ok(()));
        assert_eq!(fits_nothing(&[&["n"]], &["n"], false), Ok(()));
        let columns = Err("other columns".to_owned());
        assert_eq!(fits_nothing(&[&["n"]], &["n", "m"], false), columns);
        assert_eq!(fits_nothing(&[&["n"], &["1"]], &[], false), columns);
        assert_eq!(fits_nothing(&[&["n"]], &[], true), columns);
    }
}
