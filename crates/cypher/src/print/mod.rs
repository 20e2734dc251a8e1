//! Tree to text.
//!
//! Printing is the only place that knows how things are spelled. The default is openCypher; a [`Spelling`]
//! holds the small choices in which dialects differ. Parentheses are written where the grammar needs them, and
//! where engines' grammars are known to differ (see `expression.rs`).
//!
//! Everything is pushed into one string: texts are made by the ten thousand per second.

mod clause;
mod expression;
mod name;
mod pattern;

pub use name::name;

use crate::ast::{Expression, PathPattern, Query};

/// How a dialect spells what the grammar leaves open. The default is openCypher 9.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Spelling {
    /// The quotes around strings.
    pub quote: Quote,
    /// How clauses are separated.
    pub layout: Layout,
    /// The operator "not equal".
    pub inequality: Inequality,
    /// The alternatives of a relationship's type.
    pub types: TypeAlternatives,
    /// Which operators stand in parentheses.
    pub parentheses: Parentheses,
}

/// The quotes around strings.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Quote {
    /// `'text'`.
    #[default]
    Single,
    /// `"text"`.
    Double,
}

/// How clauses are separated.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Layout {
    /// By one space, the whole query on a line.
    #[default]
    OneLine,
    /// By a line break, for people.
    ClausePerLine,
}

/// The operator "not equal".
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Inequality {
    /// `<>`, the only one of openCypher.
    #[default]
    Angles,
    /// `!=`, an addition of some dialects.
    Exclamation,
}

/// The alternatives of a relationship's type.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum TypeAlternatives {
    /// `:A|B`.
    #[default]
    Bar,
    /// `:A|:B`, the older form.
    BarAndColon,
}

/// Which operators stand in parentheses.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Parentheses {
    /// Those whose parentheses have a meaning.
    #[default]
    Needed,
    /// Every operator within another one, for dialects whose precedence differs.
    Always,
}

/// Writes a query; [`parse`](crate::parse::parse) reads the same tree back.
#[must_use]
pub fn print(query: &Query, spelling: &Spelling) -> String {
    let mut printer = Printer { out: String::with_capacity(256), spelling: *spelling };
    printer.query(query);
    printer.out
}

/// Writes an expression; [`parse_expression`](crate::parse::parse_expression) reads the same tree back.
#[must_use]
pub fn expression(expression: &Expression, spelling: &Spelling) -> String {
    let mut printer = Printer { out: String::with_capacity(64), spelling: *spelling };
    printer.expression(expression);
    printer.out
}

/// Writes a path pattern, as it stands in `MATCH`.
#[must_use]
pub fn pattern(pattern: &PathPattern, spelling: &Spelling) -> String {
    let mut printer = Printer { out: String::with_capacity(64), spelling: *spelling };
    printer.path_pattern(pattern);
    printer.out
}

/// The text so far.
struct Printer {
    out: String,
    spelling: Spelling,
}

impl Printer {
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
