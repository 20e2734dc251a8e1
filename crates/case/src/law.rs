//! Laws: one relation between two terms over the answers of a check's steps.
//!
//! A law is plain data, so that it can be stored, shown, and judged on the reference as on any engine. Terms
//! name steps by their index in the check and constants by their index among the check's constants.

use bigdecimal::BigDecimal;
use serde::{Deserialize, Serialize};

use crate::answer::{Answer, Row, Table};
use crate::compare::{self, Comparison, Difference, Symptom};
use crate::graph::Graph;
use crate::term::{LiteralKind, XSD_DECIMAL, XSD_INTEGER};
use crate::value::{Atom, Value};

/// One relation between two terms.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Law {
    /// The expected side, where the law has one.
    pub left: Term,
    /// What must hold.
    pub relation: Relation,
    /// The side that is held against it.
    pub right: Term,
}

/// What must hold between two terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Relation {
    /// The same bag of rows.
    #[serde(rename = "bag=")]
    BagEqual,
    /// The same set of rows.
    #[serde(rename = "set=")]
    SetEqual,
    /// Every row on the left is on the right at least as often.
    #[serde(rename = "subset")]
    Subset,
    /// Every row on the right is on the left at least as often.
    #[serde(rename = "superset")]
    Superset,
    /// The rows on the right are, as a set, among those on the left.
    #[serde(rename = "contains")]
    Contains,
    /// Equal numbers or booleans.
    #[serde(rename = "=")]
    Equal,
    /// The left number is at most the right one.
    #[serde(rename = "<=")]
    AtMost,
    /// The left number is at least the right one.
    #[serde(rename = ">=")]
    AtLeast,
    /// The same rows in the same order, rows that tie as bags.
    #[serde(rename = "order=")]
    OrderEqual,
    /// The same rows or triples up to renaming blank nodes.
    #[serde(rename = "iso=")]
    Isomorphic,
    /// The same graph up to ids.
    #[serde(rename = "state=")]
    StateEqual,
    /// The same counters, as far as the right side gives any.
    #[serde(rename = "counters=")]
    CountersEqual,
}

/// A quantity computed from answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Term {
    /// The answer of the step with this index; the graph, if the step is a dump.
    Answer(usize),
    /// The constant with this index.
    Constant(usize),
    /// The graph with this index.
    Graph(usize),
    /// The named columns of a table.
    Columns(Box<Term>, Vec<String>),
    /// Each row once.
    Distinct(Box<Term>),
    /// Bag sum.
    Plus(Box<Term>, Box<Term>),
    /// Bag difference, never negative.
    Minus(Box<Term>, Box<Term>),
    /// Bag intersection: the smaller multiplicity.
    Intersection(Box<Term>, Box<Term>),
    /// Bag union: the larger multiplicity.
    Union(Box<Term>, Box<Term>),
    /// The number of rows.
    Count(Box<Term>),
    /// Product of numbers.
    Product(Box<Term>, Box<Term>),
    /// Sum of numbers.
    Add(Box<Term>, Box<Term>),
    /// The sum of the exact numbers in a one-column table; 0 for none.
    Sum(Box<Term>),
    /// The least exact number in a one-column table; null is left out.
    Min(Box<Term>),
    /// The greatest exact number in a one-column table; null is left out.
    Max(Box<Term>),
    /// A number written down.
    Number(i64),
}

/// What a term comes to.
#[derive(Debug, Clone)]
pub enum Quantity {
    /// An answer.
    Answer(Answer),
    /// A graph, of a dump.
    Graph(Graph),
    /// An exact number.
    Number(BigDecimal),
    /// The least or the greatest of no numbers.
    Nothing,
}

/// Why a law cannot be judged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unjudged {
    /// A step gave no answer.
    #[error("step {0} has no answer")]
    NoAnswer(usize),
    /// A term was applied to something of another kind, or to inexact numbers.
    #[error("{0}")]
    Unfit(&'static str),
    /// Rows of several answers are put together, and both have blank nodes or new elements: their names have no meaning
    /// beyond one answer (SPARQL 1.1 Query Results JSON, 3.2.2).
    #[error("names of one answer mean nothing in another")]
    Scoped,
    /// Too many renamings of blank nodes or new elements.
    #[error("too many renamings to try")]
    Renamings,
}

impl Law {
    /// A law between the answer to step `step` and constant `constant`.
    pub fn expects(constant: usize, relation: Relation, step: usize) -> Self {
        Self { left: Term::Constant(constant), relation, right: Term::Answer(step) }
    }

    /// Judges the law; `quantity` gives the answers of steps and the constants, `comparable` the form in which they are
    /// compared. What a term takes away, or takes once, it takes as it came.
    pub fn judge(
        &self,
        quantity: &dyn Fn(&Term) -> Result<Quantity, Unjudged>,
        comparable: &dyn Fn(Answer) -> Answer,
    ) -> Result<Judgement, Unjudged> {
        let side = |term: &Term| match term.value(quantity)? {
            Quantity::Answer(answer) => Ok(Quantity::Answer(comparable(answer))),
            other => Ok(other),
        };
        self.relation.judge(side(&self.left)?, side(&self.right)?)
    }
}

/// The outcome of a law.
#[derive(Debug, Clone, PartialEq)]
pub enum Judgement {
    /// It holds.
    Holds,
    /// It does not: what is different between the left and the right.
    Violated(Difference),
}

impl Relation {
    fn judge(self, left: Quantity, right: Quantity) -> Result<Judgement, Unjudged> {
        match self {
            Relation::Equal | Relation::AtMost | Relation::AtLeast => self.judge_numbers(left, right),
            Relation::StateEqual => match (left, right) {
                (Quantity::Graph(left), Quantity::Graph(right)) => {
                    judged(crate::state::compare(&left, &right))
                }
                _ => Err(Unjudged::Unfit("state= needs two graphs")),
            },
            Relation::CountersEqual => Ok(counters(&table(left)?, &table(right)?)),
            Relation::OrderEqual | Relation::Isomorphic => match (left, right) {
                (Quantity::Answer(left), Quantity::Answer(right)) => judged(compare::answers(&left, &right)),
                _ => Err(Unjudged::Unfit("a comparison of answers needs two answers")),
            },
            Relation::BagEqual => match (left, right) {
                (Quantity::Answer(mut left), Quantity::Answer(right)) => {
                    if let Answer::Table(table) = &mut left {
                        table.order = None;
                    }
                    judged(compare::answers(&left, &right))
                }
                _ => Err(Unjudged::Unfit("a comparison of bags needs two answers")),
            },
            _ => self.judge_rows(&rows(left)?, &rows(right)?),
        }
    }

    fn judge_rows(self, left: &[Row], right: &[Row]) -> Result<Judgement, Unjudged> {
        if self == Relation::SetEqual {
            return judged(compare::sets(left, right));
        }
        one_scope(left, right)?;
        let (missing, extra) = match self {
            Relation::Contains => {
                compare::exact_difference(&compare::distinct(left), &compare::distinct(right))
            }
            _ => compare::exact_difference(left, right),
        };
        let difference = match self {
            Relation::Subset => Difference { symptom: Symptom::RowsLost, missing, extra: Vec::new() },
            _ => Difference { symptom: Symptom::RowsAdded, missing: Vec::new(), extra },
        };
        let holds = difference.missing.is_empty() && difference.extra.is_empty();
        Ok(if holds { Judgement::Holds } else { Judgement::Violated(difference) })
    }

    fn judge_numbers(self, left: Quantity, right: Quantity) -> Result<Judgement, Unjudged> {
        if let (Quantity::Answer(left @ Answer::Boolean(_)), Quantity::Answer(right)) = (&left, &right) {
            return judged(compare::answers(left, right));
        }
        let (left, right) = (number_or_none(left)?, number_or_none(right)?);
        let holds = match (self, &left, &right) {
            // Where there is a number on one side, there is one on the other.
            (Relation::Equal, ..) => left == right,
            (Relation::AtMost, Some(left), Some(right)) => left <= right,
            (Relation::AtLeast, Some(left), Some(right)) => left >= right,
            _ => return Err(Unjudged::Unfit("there is no number")),
        };
        let cell = |number: &Option<BigDecimal>| {
            let decimal = |number: &BigDecimal| Value::Atom(Atom::Decimal, number.normalized().to_string());
            vec![vec![number.as_ref().map_or(Value::Null, decimal)]]
        };
        let (missing, extra) = (cell(&left), cell(&right));
        let difference = Difference { symptom: Symptom::ValueChanged, missing, extra };
        Ok(if holds { Judgement::Holds } else { Judgement::Violated(difference) })
    }
}

/// What the openCypher suite counts. What an engine counts in another way has another name, and is not compared.
const COUNTED: [&str; 4] = ["nodes", "relationships", "labels", "properties"];

/// What came in addition to what went: some count what was made and removed again within a query, others do not.
/// None where the table counts nothing of the kind.
fn net(table: &Table, kind: &str) -> Option<i64> {
    let count = |sign: &str| table.counters.get(&format!("{sign}{kind}")).copied();
    let (more, fewer) = (count("+"), count("-"));
    (more.is_some() || fewer.is_some()).then(|| more.unwrap_or(0) - fewer.unwrap_or(0))
}

/// An engine that counts nothing is not held to counters, nor is one held to what it never counts.
fn counters(expected: &Table, got: &Table) -> Judgement {
    let counts =
        COUNTED.iter().filter_map(|kind| Some((kind, net(expected, kind).unwrap_or(0), net(got, kind)?)));
    let wrong: Vec<_> = counts.filter(|(_, expected, got)| expected != got).collect();
    if wrong.is_empty() {
        return Judgement::Holds;
    }
    let cells = |kind: &str, count: i64| vec![Value::string(kind), Value::Int(count)];
    let missing = wrong.iter().map(|(kind, count, _)| cells(kind, *count)).collect();
    let extra = wrong.iter().map(|(kind, _, count)| cells(kind, *count)).collect();
    Judgement::Violated(Difference { symptom: Symptom::ValueChanged, missing, extra })
}

fn judged(comparison: Comparison) -> Result<Judgement, Unjudged> {
    match comparison {
        Comparison::Equal => Ok(Judgement::Holds),
        Comparison::Different(difference) => Ok(Judgement::Violated(difference)),
        Comparison::Undecided => Err(Unjudged::Renamings),
    }
}

fn number_or_none(quantity: Quantity) -> Result<Option<BigDecimal>, Unjudged> {
    match quantity {
        Quantity::Nothing => Ok(None),
        other => number(other).map(Some),
    }
}

fn number(quantity: Quantity) -> Result<BigDecimal, Unjudged> {
    let table = match quantity {
        Quantity::Number(number) => return Ok(number),
        other => table(other)?,
    };
    match table.rows.as_slice() {
        [row] if row.len() == 1 => exact(&row[0]).ok_or(Unjudged::Unfit("the value is not an exact number")),
        _ => Err(Unjudged::Unfit("a number needs one row with one value")),
    }
}

/// The value as an exact number. Floats are none: their sums depend on the order.
fn exact(value: &Value) -> Option<BigDecimal> {
    match value {
        Value::Int(number) => Some(BigDecimal::from(*number)),
        Value::Atom(Atom::I8 | Atom::I16 | Atom::I32 | Atom::BigInt | Atom::Decimal, text) => {
            text.parse().ok()
        }
        Value::Term(crate::term::Term::Literal(literal)) => match &literal.kind {
            LiteralKind::Typed(datatype) if datatype == XSD_INTEGER || datatype == XSD_DECIMAL => {
                literal.lexical.parse().ok()
            }
            _ => None,
        },
        _ => None,
    }
}

fn table(quantity: Quantity) -> Result<Table, Unjudged> {
    match quantity {
        Quantity::Answer(Answer::Table(table)) => Ok(table),
        Quantity::Answer(Answer::Triples(triples)) => {
            let columns = ["subject", "predicate", "object"].map(ToOwned::to_owned).to_vec();
            Ok(Table { columns, rows: compare::triples(&triples), ..Table::default() })
        }
        _ => Err(Unjudged::Unfit("rows are needed")),
    }
}

fn rows(quantity: Quantity) -> Result<Vec<Row>, Unjudged> {
    table(quantity).map(|table| table.rows)
}

impl Term {
    /// What the term comes to.
    pub fn value(
        &self,
        quantity: &dyn Fn(&Term) -> Result<Quantity, Unjudged>,
    ) -> Result<Quantity, Unjudged> {
        let of = |term: &Term| term.value(quantity);
        Ok(match self {
            Term::Answer(_) | Term::Constant(_) | Term::Graph(_) => quantity(self)?,
            Term::Number(number) => Quantity::Number(BigDecimal::from(*number)),
            Term::Columns(term, columns) => bag(project(table(of(term)?)?, columns)?),
            Term::Distinct(term) => {
                let mut table = table(of(term)?)?;
                table.rows = compare::distinct(&table.rows);
                bag(table)
            }
            Term::Plus(left, right) => combine(of(left)?, of(right)?, |left, right| [left, right].concat())?,
            Term::Minus(left, right) => {
                combine(of(left)?, of(right)?, |left, right| compare::exact_difference(&left, &right).0)?
            }
            Term::Intersection(left, right) => combine(of(left)?, of(right)?, |left, right| {
                let lost = compare::exact_difference(&left, &right).0;
                compare::exact_difference(&left, &lost).0
            })?,
            Term::Union(left, right) => combine(of(left)?, of(right)?, |left, right| {
                let added = compare::exact_difference(&left, &right).1;
                [left, added].concat()
            })?,
            Term::Count(term) => {
                let count = u64::try_from(table(of(term)?)?.rows.len()).unwrap_or(u64::MAX);
                Quantity::Number(BigDecimal::from(count))
            }
            Term::Product(left, right) => Quantity::Number(number(of(left)?)? * number(of(right)?)?),
            Term::Add(left, right) => Quantity::Number(number(of(left)?)? + number(of(right)?)?),
            Term::Sum(term) => Quantity::Number(numbers(of(term)?)?.into_iter().sum()),
            Term::Min(term) => extreme(numbers(of(term)?)?.into_iter().min()),
            Term::Max(term) => extreme(numbers(of(term)?)?.into_iter().max()),
        })
    }
}

fn bag(mut table: Table) -> Quantity {
    table.order = None;
    Quantity::Answer(Answer::Table(table))
}

fn project(table: Table, columns: &[String]) -> Result<Table, Unjudged> {
    let find = |name: &String| table.columns.iter().position(|column| column == name);
    let indexes: Option<Vec<usize>> = columns.iter().map(find).collect();
    let indexes = indexes.ok_or(Unjudged::Unfit("a column is missing"))?;
    let pick = |row: &Row| indexes.iter().map(|&index| row[index].clone()).collect();
    Ok(Table { columns: columns.to_vec(), rows: table.rows.iter().map(pick).collect(), ..Table::default() })
}

fn combine(
    left: Quantity,
    right: Quantity,
    how: impl Fn(Vec<Row>, Vec<Row>) -> Vec<Row>,
) -> Result<Quantity, Unjudged> {
    let (left, right) = (table(left)?, table(right)?);
    if left.columns.len() != right.columns.len() {
        return Err(Unjudged::Unfit("tables of different width"));
    }
    one_scope(&left.rows, &right.rows)?;
    Ok(bag(Table { columns: left.columns, rows: how(left.rows, right.rows), ..Table::default() }))
}

/// That rows of two answers can be told apart or put together row by row.
fn one_scope(left: &[Row], right: &[Row]) -> Result<(), Unjudged> {
    let has_names = |rows: &[Row]| rows.iter().flatten().any(compare::is_renamable);
    if has_names(left) && has_names(right) { Err(Unjudged::Scoped) } else { Ok(()) }
}

fn numbers(quantity: Quantity) -> Result<Vec<BigDecimal>, Unjudged> {
    let values = rows(quantity)?.into_iter().flatten().filter(|value| *value != Value::Null);
    let numbers: Option<Vec<BigDecimal>> = values.map(|value| exact(&value)).collect();
    numbers.ok_or(Unjudged::Unfit("a value is not an exact number"))
}

fn extreme(number: Option<BigDecimal>) -> Quantity {
    number.map_or(Quantity::Nothing, Quantity::Number)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::graph::Model;

    fn judge(law: &serde_json::Value) -> String {
        let law: Law = serde_json::from_value(law.clone()).unwrap();
        let tables = [json!([[1], [1], [2]]), json!([[1], [3]]), json!([[3]])];
        let quantity = |term: &Term| match term {
            Term::Answer(index) => {
                let table = json!({"columns": ["a"], "rows": tables[*index]});
                Ok(Quantity::Answer(Answer::from_json(&table, Model::Property).unwrap()))
            }
            _ => Err(Unjudged::Unfit("no constant")),
        };
        match law.judge(&quantity, &|answer| answer) {
            Ok(Judgement::Holds) => "holds".to_owned(),
            Ok(Judgement::Violated(difference)) => format!("{:?}", difference.symptom),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn rows_with_blank_nodes_of_two_answers_are_not_put_together() {
        let law: Law = serde_json::from_value(json!({
            "left": {"plus": [{"answer": 0}, {"answer": 1}]}, "relation": "bag=", "right": {"answer": 2},
        }))
        .unwrap();
        let iri = |label: &str| Value::Term(crate::term::Term::iri(label));
        let blank = || Value::Term(crate::term::Term::blank("b"));
        let judged = |values: [Value; 3]| {
            let quantity = |term: &Term| match term {
                Term::Answer(index) => {
                    let rows = vec![vec![values[*index].clone()]];
                    Ok(bag(Table { columns: vec!["a".to_owned()], rows, ..Table::default() }))
                }
                _ => Err(Unjudged::Unfit("no constant")),
            };
            law.judge(&quantity, &|answer| answer).map(|_| ())
        };
        assert_eq!(judged([blank(), blank(), blank()]), Err(Unjudged::Scoped));
        assert_eq!(judged([blank(), iri("http://e/a"), blank()]), Ok(()));
    }

    #[test]
    fn counters_are_compared_where_the_engine_counts_as_the_suite_does() {
        let table = |text: &str| {
            let pairs = text.split_whitespace().filter_map(|pair| pair.split_once('='));
            let counters = pairs.map(|(name, count)| (name.to_owned(), count.parse().unwrap())).collect();
            Table { columns: Vec::new(), rows: Vec::new(), order: None, counters }
        };
        for (expected, got, holds) in [
            ("+nodes=1 +labels=1", "+nodes=1 labels-added=1", true),
            ("+nodes=1", "+nodes=2", false),
            ("", "+nodes=1", false),
            ("", "+nodes=1 -nodes=1", true),
            ("+nodes=1", "", true),
            ("+properties=2", "+properties=1", false),
        ] {
            let judged = counters(&table(expected), &table(got));
            assert_eq!(judged == Judgement::Holds, holds, "{expected} | {got}");
        }
    }

    #[test]
    fn each_relation_holds_and_fails_as_it_says() {
        let (a, b, c) = (json!({"answer": 0}), json!({"answer": 1}), json!({"answer": 2}));
        for (left, relation, right, outcome) in [
            (a.clone(), "bag=", a.clone(), "holds"),
            (a.clone(), "bag=", b.clone(), "RowsReplaced"),
            (json!({"distinct": a}), "set=", a.clone(), "holds"),
            (c.clone(), "subset", b.clone(), "holds"),
            (b.clone(), "subset", c.clone(), "RowsLost"),
            (b.clone(), "superset", c.clone(), "holds"),
            (a.clone(), "contains", json!({"intersection": [a, b]}), "holds"),
            (json!({"count": a}), "=", json!({"number": 3}), "holds"),
            (json!({"count": a}), "<=", json!({"number": 2}), "ValueChanged"),
            (json!({"sum": a}), "=", json!({"number": 4}), "holds"),
            (json!({"product": [{"max": b}, {"min": a}]}), "=", c.clone(), "holds"),
            (json!({"plus": [{"minus": [a, b]}, {"intersection": [a, b]}]}), "bag=", a.clone(), "holds"),
            (json!({"count": {"union": [a, b]}}), "=", json!({"number": 4}), "holds"),
            (json!({"min": {"minus": [c, c]}}), "=", json!({"min": c}), "ValueChanged"),
            (json!({"min": {"minus": [c, c]}}), "=", json!({"max": {"minus": [a, a]}}), "holds"),
            (json!({"min": {"minus": [c, c]}}), "<=", c.clone(), "there is no number"),
        ] {
            let law = json!({"left": left, "relation": relation, "right": right});
            assert_eq!(judge(&law), outcome, "{law}");
        }
    }

    #[test]
    fn what_is_taken_once_is_taken_as_it_came() {
        let answer = |rows: serde_json::Value| {
            Answer::from_json(&json!({"columns": ["a"], "rows": rows}), Model::Property).unwrap()
        };
        let law = json!({"left": {"distinct": {"answer": 0}}, "relation": "bag=", "right": {"answer": 0}});
        let law: Law = serde_json::from_value(law).unwrap();
        let quantity = |_: &Term| Ok(Quantity::Answer(answer(json!([[1], [1.0]]))));
        // Two values of which one stands for both when they are compared.
        let comparable = |came: Answer| answer(json!(vec![[1]; came.len()]));
        assert_eq!(law.judge(&quantity, &comparable), Ok(Judgement::Holds));
    }
}
