//! Tree to text.
//!
//! The text must read back as the very same tree, for otherwise an engine is asked another question than the
//! evaluator answers: brackets stand wherever the tree's shape differs from what the operators' precedence would
//! give, and every group keeps its braces. Beyond that the text is as plain as possible, and what an engine may want
//! spelled otherwise is a choice in [`Spelling`].

mod expression;
mod group;
mod term;
#[cfg(test)]
mod tests;

use crate::ast::{Column, Direction, Duplicates, Expression, Form, GroupKey, Modifiers, Projection, Query};

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
    let mut printer = Printer::new(query, spelling);
    printer.query(query);
    printer.out
}

/// Prints an expression of a query by itself, for messages and reports.
pub fn print_expression(expression: &Expression, query: &Query, spelling: &Spelling) -> String {
    let mut printer = Printer::new(query, spelling);
    printer.expression(expression);
    printer.out
}

struct Printer<'a> {
    out: String,
    spelling: &'a Spelling,
    query: &'a Query,
    indent: usize,
}

impl<'a> Printer<'a> {
    fn new(query: &'a Query, spelling: &'a Spelling) -> Self {
        Self { out: String::with_capacity(256), spelling, query, indent: 0 }
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

    fn query(&mut self, query: &Query) {
        // The base comes last: it must not resolve the prefixes' IRIs, which are already in full.
        for prefix in &query.prologue.prefixes {
            self.push("PREFIX ");
            self.push(&prefix.label);
            self.push(": ");
            self.iri_in_full(&prefix.iri);
            self.next_line();
        }
        if let Some(base) = &query.prologue.base {
            self.push("BASE ");
            self.iri_in_full(base);
            self.next_line();
        }
        self.form(&query.form);
        if self.spelling.where_keyword {
            self.push("WHERE ");
        }
        self.group(&query.pattern);
        self.modifiers(&query.modifiers);
    }

    /// Productions 9 and 12, with a space at the end.
    fn form(&mut self, form: &Form) {
        let Form::Select(select) = form else {
            self.push("ASK ");
            return;
        };
        self.push(match select.duplicates {
            Duplicates::All => "SELECT ",
            Duplicates::Distinct => "SELECT DISTINCT ",
            Duplicates::Reduced => "SELECT REDUCED ",
        });
        match &select.projection {
            Projection::All => self.push("* "),
            Projection::Columns(columns) => {
                for column in columns {
                    match column {
                        Column::Variable(variable) => self.variable(variable),
                        Column::Expression { expression, variable } => {
                            self.bracketed_as(expression, Some(variable));
                        }
                    }
                    self.push(" ");
                }
            }
        }
    }

    /// Production 18.
    fn modifiers(&mut self, modifiers: &Modifiers) {
        if !modifiers.group_by.is_empty() {
            self.next_line();
            self.push("GROUP BY");
            modifiers.group_by.iter().for_each(|key| self.group_key(key));
        }
        if !modifiers.having.is_empty() {
            self.next_line();
            self.push("HAVING");
            for condition in &modifiers.having {
                self.push(" ");
                self.bracketed_as(condition, None);
            }
        }
        if !modifiers.order_by.is_empty() {
            self.next_line();
            self.push("ORDER BY");
            for key in &modifiers.order_by {
                self.push(match key.direction {
                    Direction::Ascending => " ASC",
                    Direction::Descending => " DESC",
                });
                self.bracketed_as(&key.expression, None);
            }
        }
        for (keyword, count) in [("LIMIT ", modifiers.limit), ("OFFSET ", modifiers.offset)] {
            if let Some(count) = count {
                self.next_line();
                self.push(keyword);
                self.push(&count.to_string());
            }
        }
    }

    /// Production 20, with a space before it.
    fn group_key(&mut self, key: &GroupKey) {
        self.push(" ");
        match (&key.expression, &key.variable) {
            (Expression::Variable(variable), None) => self.variable(variable),
            (expression, variable) => self.bracketed_as(expression, variable.as_ref()),
        }
    }
}
