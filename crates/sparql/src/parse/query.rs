//! Prologue, query form and the query as a whole (productions 1 to 17).

use super::{Parser, Result, iri, lexer::Token};
use crate::ast::{Column, Duplicates, Form, Prefix, Projection, Query, Select};

/// Where the parts of a SELECT clause stand, for the checks that need the whole query.
pub(super) struct Columns {
    /// The byte of `*` or of the first column.
    pub(super) start: usize,
    /// The byte of each column's variable.
    pub(super) variables: Vec<usize>,
}

impl Parser<'_> {
    /// Productions 1 and 2.
    pub(super) fn query(mut self) -> Result<Query> {
        self.prologue()?;
        let (form, columns) = self.form()?;
        self.eat_word("WHERE");
        let pattern = self.group()?;
        let modifiers = self.modifiers(&pattern)?;
        if *self.peek() != Token::End {
            return Err(self.expected("the end of the query"));
        }
        let query = Query { prologue: std::mem::take(&mut self.prologue), form, pattern, modifiers };
        self.check_columns(&query, &columns)?;
        Ok(query)
    }

    /// Production 4: Prologue. A later declaration of a prefix replaces an earlier one.
    fn prologue(&mut self) -> Result<()> {
        loop {
            if self.eat_word("BASE") {
                self.prologue.base = Some(self.iri_reference()?);
            } else if self.eat_word("PREFIX") {
                let label = match self.peek() {
                    Token::Prefixed { prefix, local } if local.is_empty() => (*prefix).to_owned(),
                    _ => return Err(self.expected("a prefix and its colon")),
                };
                self.at += 1;
                let iri = self.iri_reference()?;
                match self.prologue.prefixes.iter_mut().find(|declared| declared.label == label) {
                    Some(declared) => declared.iri = iri,
                    None => self.prologue.prefixes.push(Prefix { label, iri }),
                }
            } else {
                return Ok(());
            }
        }
    }

    /// Production 139: IRIREF, resolved.
    fn iri_reference(&mut self) -> Result<String> {
        let Token::Iri(reference) = self.peek() else {
            return Err(self.expected("an IRI in angle brackets"));
        };
        let iri = iri::resolve(self.prologue.base.as_deref(), reference);
        self.at += 1;
        Ok(iri)
    }

    /// Productions 7, 9 and 12: the query form.
    fn form(&mut self) -> Result<(Form, Columns)> {
        if self.eat_word("ASK") {
            return Ok((Form::Ask, Columns { start: self.offset(), variables: Vec::new() }));
        }
        if !self.eat_word("SELECT") {
            return Err(self.expected("SELECT or ASK"));
        }
        let duplicates = if self.eat_word("DISTINCT") {
            Duplicates::Distinct
        } else if self.eat_word("REDUCED") {
            Duplicates::Reduced
        } else {
            Duplicates::All
        };
        let start = self.offset();
        let (projection, variables) = self.projection()?;
        Ok((Form::Select(Select { duplicates, projection }), Columns { start, variables }))
    }

    /// Production 9, its second half: `*` or columns.
    fn projection(&mut self) -> Result<(Projection, Vec<usize>)> {
        if self.eat_symbol("*") {
            return Ok((Projection::All, Vec::new()));
        }
        self.aggregates = true;
        let mut columns = Vec::new();
        let mut offsets = Vec::new();
        loop {
            if matches!(self.peek(), Token::Variable(_)) {
                offsets.push(self.offset());
                columns.push(Column::Variable(self.variable()?));
            } else if self.eat_symbol("(") {
                let expression = self.expression()?;
                self.expect_word("AS")?;
                offsets.push(self.offset());
                columns.push(Column::Expression { expression, variable: self.variable()? });
                self.expect_symbol(")")?;
            } else if columns.is_empty() {
                return Err(self.expected("'*', a variable or '('"));
            } else {
                self.aggregates = false;
                return Ok((Projection::Columns(columns), offsets));
            }
        }
    }
}
