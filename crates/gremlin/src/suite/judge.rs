//! What the suite expects of an outcome.

use quarrel_case::answer::Outcome;
use quarrel_case::graph::{Graph, PropertyGraph};
use quarrel_case::value::{Atom, Value};

use super::gherkin::Step;
use super::notation::{self, Expected, bags_fit};

/// Whether a step says what to expect.
pub(super) fn is_expectation(text: &str) -> bool {
    text.starts_with("the result should") || text.starts_with("the traversal will raise") || is_count(text)
}

/// Whether a step counts in the graph as it is after the traversal.
pub(super) fn is_count(text: &str) -> bool {
    text.starts_with("the graph should return")
}

/// The number and the traversal of a step that counts.
pub(super) fn count(text: &str) -> Option<(i64, String)> {
    let rest = text.strip_prefix("the graph should return ")?;
    let (number, rest) = rest.split_once(" for count of \"")?;
    Some((number.parse().ok()?, rest.strip_suffix('"')?.replace("\\\"", "\"").replace("\\\\", "\\")))
}

/// What came of a traversal, in the suite's terms.
pub(super) struct Result<'a> {
    pub(super) outcome: &'a Outcome,
    /// Whether only the first result was asked for, which then is the whole.
    pub(super) next: bool,
    pub(super) graph: Option<&'a Graph>,
}

impl Result<'_> {
    fn values(&self) -> std::result::Result<Vec<Value>, String> {
        let Outcome::Answered(reply) = self.outcome else { return Err(self.outcome.to_json().to_string()) };
        let rows = reply.answer.table().map(|table| table.rows.clone()).unwrap_or_default();
        // The suite's numbers are those of one order of addition, which is ours.
        let exact = |part| match part {
            Value::Near(number) => Value::Float(number),
            other => other,
        };
        let first = |row: Vec<Value>| row.into_iter().next().map(|value| value.map(&mut |part| exact(part)));
        let mut values: Vec<Value> = rows.into_iter().filter_map(first).collect();
        if !self.next {
            return Ok(values);
        }
        values.truncate(1);
        Ok(match values.pop() {
            None => return Err("no result".to_owned()),
            Some(
                Value::List(items) | Value::Set(items) | Value::Bag(items) | Value::LabelledPath(items, _),
            ) => items,
            Some(Value::Map(entries)) => entries.into_iter().map(|entry| Value::Map(vec![entry])).collect(),
            Some(one) => vec![one],
        })
    }
}

/// Judges an outcome by a step.
pub(super) fn judge(step: &Step, result: &Result<'_>) -> std::result::Result<(), String> {
    let text = step.text.as_str();
    if text.starts_with("the traversal will raise an error") {
        return error(result.outcome);
    }
    let empty = PropertyGraph::default();
    let graph = result.graph.and_then(Graph::property).unwrap_or(&empty);
    let got = result.values()?;
    let shown = || quarrel_case::json::write(&Value::List(got.clone())).to_string();
    let holds = match text {
        "the result should be empty" => got.is_empty(),
        _ if text.starts_with("the result should have a count of ") => {
            let number = text.rsplit(' ').next().and_then(|number| number.parse::<usize>().ok());
            number == Some(got.len())
        }
        "the result should be a tree with a structure of" => {
            let document = step.document.as_deref().unwrap_or_default();
            let tree = rows_of_tree(document);
            tree.as_deref().is_some_and(|tree| tree_fits(tree, &Value::Map(entries(&got)), graph))
        }
        "the result should be a subgraph with the following" => subgraph_fits(&step.table, &got, graph),
        _ => {
            let rows = step.table.iter().skip(1).map(|cell| notation::read(&unescaped(cell)));
            let expected: Option<Vec<Expected>> = rows.collect();
            let Some(expected) = expected else { return Err("an unreadable expectation".to_owned()) };
            let fit = |expected: &Expected, got: &Value| expected.fits(got, graph);
            match text {
                "the result should be unordered" => bags_fit(&expected, &got, &fit),
                "the result should be ordered" => {
                    expected.len() == got.len()
                        && expected.iter().zip(&got).all(|(one, other)| fit(one, other))
                }
                "the result should be of" => got.iter().all(|got| expected.iter().any(|one| fit(one, got))),
                _ => return Err(format!("an unknown expectation: {text}")),
            }
        }
    };
    if holds { Ok(()) } else { Err(shown()) }
}

fn entries(maps: &[Value]) -> Vec<(Value, Value)> {
    maps.iter()
        .filter_map(|map| match map {
            Value::Map(entries) => Some(entries.clone()),
            _ => None,
        })
        .flatten()
        .collect()
}

/// Cells of tables escape bars.
fn unescaped(cell: &str) -> String {
    cell.replace("\\|", "|").replace("\\\\", "\\")
}

/// An error, whose text is an engine's own.
fn error(outcome: &Outcome) -> std::result::Result<(), String> {
    match outcome {
        Outcome::Rejected(_) => Ok(()),
        other => Err(other.to_json().to_string()),
    }
}

/// The rows of a drawn tree: how deep and what.
fn rows_of_tree(text: &str) -> Option<Vec<(usize, Expected)>> {
    let rows = text.lines().filter(|line| !line.trim().is_empty());
    rows.map(|line| {
        let (indent, value) = line.split_once("|--")?;
        Some((indent.len(), notation::read(value)?))
    })
    .collect()
}

fn tree_fits(rows: &[(usize, Expected)], got: &Value, graph: &PropertyGraph) -> bool {
    let Value::Map(nodes) = got else { return false };
    let Some(top) = rows.first().map(|(indent, _)| *indent) else { return nodes.is_empty() };
    let starts: Vec<usize> =
        rows.iter().enumerate().filter(|(_, (indent, _))| *indent == top).map(|(place, _)| place).collect();
    if starts.len() != nodes.len() {
        return false;
    }
    let ends = starts.iter().skip(1).copied().chain([rows.len()]);
    starts.iter().zip(ends).all(|(start, end)| {
        let Some((_, expected)) = rows.get(*start) else { return false };
        let below = rows.get(start + 1..end).unwrap_or_default();
        nodes.iter().any(|(node, inside)| expected.fits(node, graph) && tree_fits(below, inside, graph))
    })
}

fn subgraph_fits(table: &[String], got: &[Value], graph: &PropertyGraph) -> bool {
    let Some(part) = table.first() else { return false };
    let found = entries(got).into_iter().find(|(key, _)| *key == Value::string(part));
    let Some((_, Value::Bag(found))) = found else { return false };
    let expected: Option<Vec<Expected>> = table.iter().skip(1).map(|cell| notation::read(cell)).collect();
    expected.is_some_and(|expected| bags_fit(&expected, &found, &|one, other| one.fits(other, graph)))
}

/// The number that a traversal ends with.
pub(super) fn counted(outcome: &Outcome) -> Option<i64> {
    let Outcome::Answered(reply) = outcome else { return None };
    match reply.answer.table()?.rows.first()?.first()? {
        Value::Int(number) => Some(*number),
        Value::Atom(Atom::I32, text) => text.parse().ok(),
        _ => None,
    }
}
