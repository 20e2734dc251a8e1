//! Tree to text.
//!
//! The text must read back as the very same tree, for otherwise an engine is asked another question than the
//! evaluator answers: brackets stand wherever the tree's shape differs from what the operators' precedence would
//! give, and every group keeps its braces. Beyond that the text is as plain as possible, and what an engine may want
//! spelled otherwise is a choice in [`Spelling`].

mod expression;
mod group;
mod path;
mod query;
mod term;
#[cfg(test)]
mod tests;
mod update;

use crate::ast::{Expression, Prologue, Query, Update};

/// Choices of spelling that leave the meaning alone. The default is SPARQL 1.1 on one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spelling {
    /// One line, or one line per element with indentation.
    pub layout: Layout,
    /// Whether IRIs are abbreviated with the query's prefixes.
    pub prefixed_names: bool,
    /// Whether `rdf:type` is written `a` in the predicate.
    pub a: bool,
    /// Whether literals are written as `1`, `1.0`, `1e0` and `true` when that keeps their lexical form.
    pub short_literals: bool,
    /// Whether the optional keyword WHERE is written.
    pub where_keyword: bool,
    /// Whether VALUES with one variable goes without brackets around variable and values.
    pub short_values: bool,
}

/// How a text is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// Everything on one line.
    Line,
    /// Clauses and elements on lines of their own, two spaces deeper per group.
    Indented,
}

impl Default for Spelling {
    fn default() -> Self {
        Self {
            layout: Layout::Line,
            prefixed_names: true,
            a: true,
            short_literals: true,
            where_keyword: true,
            short_values: false,
        }
    }
}

/// Prints a query. It reads back equal when it is in the shape of [`Query::normalize`].
pub fn print(query: &Query, spelling: &Spelling) -> String {
    let mut printer = Printer::new(&query.prologue, spelling);
    printer.prologue();
    printer.query(query);
    printer.out
}

/// Prints an update. It reads back equal when it is in the shape of [`Update::normalize`].
pub fn print_update(update: &Update, spelling: &Spelling) -> String {
    let mut printer = Printer::new(&update.prologue, spelling);
    printer.prologue();
    printer.update(update);
    printer.out
}

/// Prints an expression of a query by itself, for messages and reports.
pub fn print_expression(expression: &Expression, query: &Query, spelling: &Spelling) -> String {
    let mut printer = Printer::new(&query.prologue, spelling);
    printer.expression(expression);
    printer.out
}

struct Printer<'a> {
    out: String,
    spelling: &'a Spelling,
    prologue: &'a Prologue,
    indent: usize,
}

impl<'a> Printer<'a> {
    fn new(prologue: &'a Prologue, spelling: &'a Spelling) -> Self {
        Self { out: String::with_capacity(256), spelling, prologue, indent: 0 }
    }

    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Goes on to the next line, or one space further.
    fn next_line(&mut self) {
        match self.spelling.layout {
            Layout::Line => self.out.push(' '),
            Layout::Indented => {
                self.out.push('\n');
                self.out.extend(std::iter::repeat_n("  ", self.indent));
            }
        }
    }

    /// Production 4.
    fn prologue(&mut self) {
        let prologue = self.prologue;
        if let Some(version) = &prologue.version {
            self.push("VERSION ");
            self.string(version);
            self.next_line();
        }
        // The base comes last: it must not resolve the prefixes' IRIs, which are already in full.
        for prefix in &prologue.prefixes {
            self.push("PREFIX ");
            self.push(&prefix.label);
            self.push(": ");
            self.iri_in_full(&prefix.iri);
            self.next_line();
        }
        if let Some(base) = &prologue.base {
            self.push("BASE ");
            self.iri_in_full(base);
            self.next_line();
        }
    }
}
