//! Tree to text.
//!
//! Printing is the only place that knows how things are spelled. The default is openCypher; a [`Spelling`]
//! holds the small choices in which dialects differ. Parentheses are written where the grammar needs them, and
//! where engines' grammars are known to differ (see `expression.rs`).
//!
//! Everything is pushed into one string: texts are made by the ten thousand per second.

mod clause;
mod expression;
mod label;
mod name;
mod pattern;
mod schema;
mod spelling;
mod write;

pub use name::name;
pub use spelling::{
    Inequality, LabelConjunction, LabelStart, Layout, Parentheses, PatternSubquery, QuantifiedRelationship,
    Quote, SchemaForm, Spelling, TypeAlternatives, TypePredicate,
};

use crate::ast::{Expression, PathPattern, Query, Statement};

/// Writes a query; [`parse`](crate::parse::parse) reads the same tree back.
#[must_use]
pub fn print(query: &Query, spelling: &Spelling) -> String {
    let mut printer = Printer::new(256, spelling);
    printer.query(query);
    printer.out
}

/// Writes a statement; [`parse_statement`](crate::parse::parse_statement) reads the same tree back.
#[must_use]
pub fn statement(statement: &Statement, spelling: &Spelling) -> String {
    let mut printer = Printer::new(256, spelling);
    printer.statement(statement);
    printer.out
}

/// Writes an expression; [`parse_expression`](crate::parse::parse_expression) reads the same tree back.
#[must_use]
pub fn expression(expression: &Expression, spelling: &Spelling) -> String {
    let mut printer = Printer::new(64, spelling);
    printer.expression(expression);
    printer.out
}

/// Writes a path pattern, as it stands in `MATCH`.
#[must_use]
pub fn pattern(pattern: &PathPattern, spelling: &Spelling) -> String {
    let mut printer = Printer::new(64, spelling);
    printer.path_pattern(pattern);
    printer.out
}

/// The text so far.
struct Printer {
    out: String,
    spelling: Spelling,
    /// Within a pattern that is created, where labels have only one form.
    updating: bool,
}

impl Printer {
    fn new(capacity: usize, spelling: &Spelling) -> Self {
        Self { out: String::with_capacity(capacity), spelling: *spelling, updating: false }
    }

    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn name(&mut self, name: &str) {
        name::push_name(&mut self.out, name);
    }

    /// Writes things with commas between.
    fn comma_separated<T>(&mut self, all: &[T], mut one: impl FnMut(&mut Self, &T)) {
        for (position, item) in all.iter().enumerate() {
            if position > 0 {
                self.push(", ");
            }
            one(self, item);
        }
    }

    /// `{key: value, ...}`.
    fn map(&mut self, entries: &[(String, Expression)]) {
        self.push("{");
        self.comma_separated(entries, |printer, (key, value)| {
            printer.name(key);
            printer.push(": ");
            printer.expression(value);
        });
        self.push("}");
    }
}
