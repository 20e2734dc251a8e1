//! Answers, and what an engine did with a request.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use crate::graph::Model;
use crate::json::{self, JsonError};
use crate::term::Term;
use crate::value::Value;

/// A row of a table: one value per column.
pub type Row = Vec<Value>;

/// The answer to a query.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// Rows: Cypher, Gremlin (one column, `value`), SPARQL SELECT, and every write.
    Table(Table),
    /// SPARQL ASK.
    Boolean(bool),
    /// SPARQL CONSTRUCT.
    Triples(Vec<[Term; 3]>),
}

/// A bag of rows, or a sequence of tie groups.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Table {
    /// The columns' names in their order.
    pub columns: Vec<String>,
    /// The rows in the order in which they came.
    pub rows: Vec<Row>,
    /// None: the order means nothing. Else the lengths of the groups of rows that tie, in order.
    pub order: Option<Vec<usize>>,
    /// What a write changed, by the openCypher suite's names, zeros left out.
    pub counters: BTreeMap<String, i64>,
}

impl Answer {
    /// The table, if the answer is one.
    pub fn table(&self) -> Option<&Table> {
        match self {
            Answer::Table(table) => Some(table),
            _ => None,
        }
    }

    /// How many rows or triples there are; 1 for a boolean.
    pub fn len(&self) -> usize {
        match self {
            Answer::Table(table) => table.rows.len(),
            Answer::Boolean(_) => 1,
            Answer::Triples(triples) => triples.len(),
        }
    }

    /// True when there is no row and no triple.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The contract's form; rows without an order are sorted by their JSON text.
    pub fn to_json(&self) -> Json {
        match self {
            Answer::Table(table) => table.to_json(),
            Answer::Boolean(flag) => json!({ "boolean": flag }),
            Answer::Triples(triples) => {
                let mut rows: Vec<[String; 3]> =
                    triples.iter().map(|triple| triple.each_ref().map(ToString::to_string)).collect();
                rows.sort();
                json!({ "triples": rows })
            }
        }
    }

    /// Reads the contract's form.
    pub fn from_json(json: &Json, model: Model) -> Result<Self, JsonError> {
        if let Some(flag) = json.get("boolean").and_then(Json::as_bool) {
            return Ok(Answer::Boolean(flag));
        }
        if let Some(triples) = json.get("triples").and_then(Json::as_array) {
            return triples.iter().map(read_triple).collect::<Result<_, _>>().map(Answer::Triples);
        }
        Table::from_json(json, model).map(Answer::Table)
    }
}

fn read_triple(json: &Json) -> Result<[Term; 3], JsonError> {
    let error = || JsonError::expected("three terms", json);
    let parts: Vec<String> = serde_json::from_value(json.clone()).map_err(|_| error())?;
    let terms: Result<Vec<Term>, _> = parts.iter().map(|part| part.parse::<Term>()).collect();
    terms.ok().and_then(|terms| terms.try_into().ok()).ok_or_else(error)
}

impl Table {
    /// Changes every value of the rows, the parts of a value before the whole.
    pub fn change(&mut self, change: &mut dyn FnMut(Value) -> Value) {
        for value in self.rows.iter_mut().flatten() {
            *value = std::mem::replace(value, Value::Null).map(change);
        }
    }

    /// The contract's form; rows without an order are sorted by their JSON text.
    pub fn to_json(&self) -> Json {
        let mut rows: Vec<Json> =
            self.rows.iter().map(|row| Json::Array(row.iter().map(json::write).collect())).collect();
        if self.order.is_none() {
            rows.sort_by_cached_key(ToString::to_string);
        }
        let mut json = json!({ "columns": self.columns, "rows": rows, "order": self.order });
        if let (false, Some(fields)) = (self.counters.is_empty(), json.as_object_mut()) {
            fields.insert("counters".to_owned(), json!(self.counters));
        }
        json
    }

    /// Reads the contract's form.
    pub fn from_json(json: &Json, model: Model) -> Result<Self, JsonError> {
        let field = |key: &str| json.get(key).filter(|value| !value.is_null());
        let columns = field("columns").ok_or_else(|| JsonError::expected("an answer with columns", json))?;
        let columns: Vec<String> =
            serde_json::from_value(columns.clone()).map_err(|_| JsonError::expected("columns", json))?;
        let rows = field("rows").and_then(Json::as_array).ok_or_else(|| JsonError::expected("rows", json))?;
        let rows: Vec<Row> =
            rows.iter().map(|row| read_row(row, columns.len(), model)).collect::<Result<_, _>>()?;
        let parse = |error: serde_json::Error| JsonError(error.to_string());
        let order: Option<Vec<usize>> = match field("order") {
            Some(order) => Some(serde_json::from_value(order.clone()).map_err(parse)?),
            None => None,
        };
        let total =
            |groups: &Vec<usize>| groups.iter().try_fold(0_usize, |sum, group| sum.checked_add(*group));
        if order.as_ref().is_some_and(|groups| total(groups) != Some(rows.len())) {
            return Err(JsonError("the lengths in order do not add up to the rows".to_owned()));
        }
        let counters = match field("counters") {
            Some(counters) => serde_json::from_value(counters.clone()).map_err(parse)?,
            None => BTreeMap::new(),
        };
        Ok(Self { columns, rows, order, counters })
    }
}

fn read_row(json: &Json, width: usize, model: Model) -> Result<Row, JsonError> {
    let cells = json.as_array().filter(|cells| cells.len() == width);
    let cells = cells.ok_or_else(|| JsonError::expected(&format!("a row of {width} values"), json))?;
    cells.iter().map(|cell| json::read(cell, model)).collect()
}

/// When an error showed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// The text is not in the language.
    Parse,
    /// The query is rejected before it runs.
    Compile,
    /// The query raised while it ran.
    Run,
}

/// A query's own error: an answer, not a failure of ours.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize, thiserror::Error)]
#[error("{class}: {message}")]
pub struct QueryError {
    /// When it showed.
    pub phase: Phase,
    /// The openCypher suite's class (`SyntaxError`, `TypeError`, ...) or the engine's own code.
    pub class: String,
    /// The openCypher suite's detail (`UndefinedVariable`, ...), where one fits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// Line and column, counted from 1, where known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<(u32, u32)>,
    /// For a person.
    pub message: String,
}

impl QueryError {
    /// An error without a position.
    pub fn new(phase: Phase, class: &str, message: impl Into<String>) -> Self {
        Self { phase, class: class.to_owned(), detail: None, at: None, message: message.into() }
    }

    /// The same with the suite's detail.
    #[must_use]
    pub fn with_detail(mut self, detail: &str) -> Self {
        self.detail = Some(detail.to_owned());
        self
    }

    /// An error that no query may cause, whatever it says: the engine's own code failed.
    pub fn is_internal(&self) -> bool {
        self.class == INTERNAL
    }
}

/// The class of errors by which an engine says that it is at fault itself.
pub const INTERNAL: &str = "InternalError";
/// The class of errors that say that a construct is not offered (by the catalogue's patterns).
pub const UNSUPPORTED: &str = "Unsupported";
/// The class of the error that says that there were more rows than the limit.
pub const ROW_LIMIT: &str = "RowLimit";

/// The class of errors by which an engine says that it cannot serve anybody now (by the catalogue's patterns).
pub const UNAVAILABLE: &str = "Unavailable";

/// What an engine did with a request.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// It answered.
    Answered(Reply),
    /// It answered with an error.
    Rejected(QueryError),
    /// It did not answer within the deadline and was cut off.
    TimedOut,
    /// Its process ended; the text says how (signal or exit status, and the log's tail).
    Crashed(String),
    /// It answered something that is not in the protocol.
    Broken(String),
    /// It was never asked: it could not be reached or started before, or says itself that it cannot serve; the text
    /// says why. That is no fault of the request.
    Absent(String),
}

/// An answer and what the engine told beside it.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply {
    /// The answer.
    pub answer: Answer,
    /// The plan, where one was asked for and given.
    pub plan: Option<Json>,
}

impl Outcome {
    /// An answer without anything beside it.
    pub fn answer(answer: Answer) -> Self {
        Outcome::Answered(Reply { answer, plan: None })
    }

    /// An answer without rows: of a load, a reset, a write.
    pub fn done() -> Self {
        Outcome::answer(Answer::Table(Table::default()))
    }

    /// One word for the kind of outcome.
    pub fn word(&self) -> &'static str {
        match self {
            Outcome::Answered(_) => "answered",
            Outcome::Rejected(_) => "rejected",
            Outcome::TimedOut => "timed-out",
            Outcome::Crashed(_) => "crashed",
            Outcome::Broken(_) => "broken",
            Outcome::Absent(_) => "absent",
        }
    }

    /// The outcome as it is shown and stored.
    pub fn to_json(&self) -> Json {
        match self {
            Outcome::Answered(reply) => reply.answer.to_json(),
            Outcome::Rejected(error) => json!({ "error": error }),
            Outcome::TimedOut => json!({ "timed_out": true }),
            Outcome::Crashed(how) => json!({ "crashed": how }),
            Outcome::Broken(what) => json!({ "broken": what }),
            Outcome::Absent(why) => json!({ "absent": why }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_come_back_as_they_went_and_unordered_rows_are_sorted() {
        for (text, model) in [
            (r#"{"columns":["a"],"order":null,"rows":[[1],[2]]}"#, Model::Property),
            (r#"{"columns":["a"],"counters":{"+nodes":1},"order":[1,1],"rows":[[2],[1]]}"#, Model::Property),
            (r#"{"boolean":true}"#, Model::Rdf),
            (r#"{"triples":[["<http://e/a>","<http://e/p>","\"1\""]]}"#, Model::Rdf),
        ] {
            let answer = Answer::from_json(&serde_json::from_str(text).unwrap(), model).unwrap();
            assert_eq!(answer.to_json().to_string(), text);
        }
        let table = json!({"columns": ["a"], "rows": [[2], [1]]});
        let answer = Answer::from_json(&table, Model::Property).unwrap();
        assert_eq!(answer.to_json()["rows"], json!([[1], [2]]));
    }

    #[test]
    fn rows_of_another_width_are_an_error() {
        let table = json!({"columns": ["a"], "rows": [[1, 2]]});
        assert!(Answer::from_json(&table, Model::Property).is_err());
    }
}
