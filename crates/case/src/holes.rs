//! Filling the holes of a text from the answers of this run.

use std::cmp::Ordering;

use crate::answer::{Answer, Outcome, Table};
use crate::check::{Form, Hole, Part, Text};
use crate::compare;
use crate::engine::Engine;
use crate::execute::StepRun;
use crate::language::Language;
use crate::profile::Dialect;
use crate::value::Value;

/// A text ready to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Filled {
    /// The text.
    pub(crate) text: String,
    /// How often its rows count.
    pub(crate) times: usize,
}

/// Why a hole cannot be filled.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unfilled {
    #[error("the step that fills a hole has no such column")]
    NoColumn,
    #[error("more values than a hole may take")]
    TooMany,
    #[error("a value that has no literal")]
    NoLiteral,
    #[error("an element-wise text needs exactly one hole")]
    NotOneHole,
}

/// Fills a text; one without holes, or not element-wise, gives one query.
pub(crate) fn fill(
    text: &Text,
    runs: &[StepRun],
    engine: &dyn Engine,
    language: &dyn Language,
    dialect: &Dialect,
) -> Result<Vec<Filled>, Unfilled> {
    let filler = Filler { runs, engine, language, dialect };
    if text.element_wise {
        filler.each(text)
    } else {
        Ok(vec![Filled { text: filler.whole(text)?, times: 1 }])
    }
}

struct Filler<'a> {
    runs: &'a [StepRun],
    engine: &'a dyn Engine,
    language: &'a dyn Language,
    dialect: &'a Dialect,
}

impl Filler<'_> {
    fn whole(&self, text: &Text) -> Result<String, Unfilled> {
        let mut whole = String::new();
        for part in &text.parts {
            match part {
                Part::Literal(literal) => whole.push_str(literal),
                Part::Hole(hole) => whole.push_str(&self.hole(hole)?),
            }
        }
        Ok(whole)
    }

    fn hole(&self, hole: &Hole) -> Result<String, Unfilled> {
        if hole.form == Form::Rows {
            return self.rows(hole);
        }
        let mut values = self.values(hole)?;
        if hole.distinct {
            values.dedup_by(|left, right| compare::compare(left, right).is_eq());
        }
        if hole.form == Form::Count {
            return Ok(values.len().to_string());
        }
        if hole.at_most.is_some_and(|most| values.len() > most) {
            return Err(Unfilled::TooMany);
        }
        if values.is_empty() {
            return Ok(hole.none.clone());
        }
        let literals: Result<Vec<String>, _> =
            apart(values).iter().map(|value| self.literal(value, hole.form)).collect();
        Ok(literals?.join(", "))
    }

    /// One query per distinct value, counted as often as the value occurs.
    fn each(&self, text: &Text) -> Result<Vec<Filled>, Unfilled> {
        let holes: Vec<&Hole> = text.holes().collect();
        let [hole] = holes.as_slice() else {
            return Err(Unfilled::NotOneHole);
        };
        let mut filled: Vec<Filled> = Vec::new();
        let mut last: Option<Value> = None;
        for value in self.values(hole)? {
            let repeated = last.as_ref().is_some_and(|last| compare::compare(last, &value).is_eq());
            match filled.last_mut() {
                Some(query) if repeated => query.times += usize::from(!hole.distinct),
                _ => {
                    let literal = self.literal(&value, hole.form)?;
                    filled.push(Filled { text: text.filled(|_| literal.clone()), times: 1 });
                }
            }
            last = Some(value);
        }
        Ok(filled)
    }

    /// The values of a hole's column by generated id, never by arrival.
    fn values(&self, hole: &Hole) -> Result<Vec<Value>, Unfilled> {
        let mut values: Vec<Value> = self.table(hole)?.into_iter().flatten().collect();
        values.sort_by(compare::compare);
        Ok(values)
    }

    /// The rows of a hole's columns.
    fn table(&self, hole: &Hole) -> Result<Vec<Vec<Value>>, Unfilled> {
        let run = self.runs.get(hole.step);
        let Some(Outcome::Answered(reply)) = run.and_then(|run| run.outcome.as_ref()) else {
            return Err(Unfilled::NoColumn);
        };
        let table = reply.answer.table().ok_or(Unfilled::NoColumn)?;
        if table.rows.is_empty() {
            return Ok(Vec::new());
        }
        let place = |name: &String| table.columns.iter().position(|column| column == name);
        let places: Option<Vec<usize>> =
            std::iter::once(&hole.column).chain(&hole.further).map(place).collect();
        let places = places.ok_or(Unfilled::NoColumn)?;
        let pick = |row: &Vec<Value>| places.iter().filter_map(|place| row.get(*place).cloned()).collect();
        Ok(table.rows.iter().map(pick).collect())
    }

    fn rows(&self, hole: &Hole) -> Result<String, Unfilled> {
        let mut rows = self.table(hole)?;
        rows.sort_by(|left, right| {
            let cells = left.iter().zip(right).map(|(left, right)| compare::compare(left, right));
            cells.fold(Ordering::Equal, Ordering::then)
        });
        if hole.distinct {
            rows.dedup();
        }
        if hole.at_most.is_some_and(|most| rows.len() > most) {
            return Err(Unfilled::TooMany);
        }
        if rows.is_empty() {
            return Ok(hole.none.clone());
        }
        self.language.rows(&rows, self.dialect).ok_or(Unfilled::NoLiteral)
    }

    fn literal(&self, value: &Value, form: Form) -> Result<String, Unfilled> {
        let literal = match form {
            Form::NativeId => self.engine.native_id(value),
            Form::Value | Form::Count | Form::Rows => self.language.literal(value, self.dialect),
        };
        literal.ok_or(Unfilled::NoLiteral)
    }
}

/// Each value once, then each that came twice, and so on: an engine that loses repeated ids may do so only where others
/// stand between them (QuDi, figure 11).
fn apart(sorted: Vec<Value>) -> Vec<Value> {
    let mut turns: Vec<(usize, Value)> = Vec::with_capacity(sorted.len());
    for value in sorted {
        let again = turns.last().filter(|(_, last)| compare::compare(last, &value).is_eq());
        let turn = again.map_or(0, |(turn, _)| turn + 1);
        turns.push((turn, value));
    }
    turns.sort_by_key(|(turn, _)| *turn);
    turns.into_iter().map(|(_, value)| value).collect()
}

/// The rows of both outcomes, the second's repeated; another outcome than an answer is kept.
pub(crate) fn add(sum: Outcome, outcome: Outcome, times: usize) -> Outcome {
    match (sum, outcome) {
        (Outcome::Answered(mut sum), Outcome::Answered(reply)) => {
            if let (Answer::Table(all), Answer::Table(table)) = (&mut sum.answer, reply.answer) {
                let Table { columns, rows, .. } = table;
                all.columns = columns;
                for row in rows {
                    all.rows.extend(std::iter::repeat_n(row, times));
                }
            }
            Outcome::Answered(sum)
        }
        (_, other) => other,
    }
}
