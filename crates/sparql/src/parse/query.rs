//! Prologue, query form and the query as a whole (productions 1 to 17).

use super::{Mode, Parser, Result, iri, lexer::Token};
use crate::ast::{
    Column, DatasetClause, Described, Duplicates, Element, Form, Group, Prefix, Projection, Prologue, Query,
    Select, TriplePattern, VarOrIri,
};

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
        let mut query = match self.peek() {
            _ if self.is_word("CONSTRUCT") => self.construct()?,
            _ if self.is_word("DESCRIBE") => self.describe()?,
            _ => self.select_or_ask()?,
        };
        if *self.peek() != Token::End {
            return Err(self.expected("the end of the query"));
        }
        query.prologue = std::mem::take(&mut self.prologue);
        Ok(query)
    }

    /// Productions 7 and 12: a query whose answer is a table or a Boolean.
    fn select_or_ask(&mut self) -> Result<Query> {
        let (form, columns) = self.form()?;
        let dataset = self.dataset("FROM")?;
        let query = self.rest(form, dataset)?;
        self.check_columns(&query, &columns)?;
        Ok(query)
    }

    /// Production 8: SubSelect.
    pub(super) fn sub_select(&mut self) -> Result<Query> {
        let aggregates = std::mem::replace(&mut self.aggregates, false);
        let query = self.nested(|parser| {
            let (form, columns) = parser.form()?;
            let query = parser.rest(form, DatasetClause::default())?;
            parser.check_columns(&query, &columns)?;
            Ok(query)
        })?;
        self.aggregates = aggregates;
        Ok(query)
    }

    /// Productions 17 and 18: the pattern and the modifiers.
    fn rest(&mut self, form: Form, dataset: DatasetClause) -> Result<Query> {
        self.eat_word("WHERE");
        let pattern = self.group()?;
        let modifiers = self.modifiers(&pattern)?;
        Ok(Query { prologue: Prologue::default(), form, dataset, pattern, modifiers })
    }

    /// Production 10: ConstructQuery.
    fn construct(&mut self) -> Result<Query> {
        self.at += 1;
        if self.is_symbol("{") {
            let template = self.template()?;
            let dataset = self.dataset("FROM")?;
            return self.rest(Form::Construct(Some(template)), dataset);
        }
        let dataset = self.dataset("FROM")?;
        self.expect_word("WHERE")?;
        let mode = std::mem::replace(&mut self.mode, Mode::TEMPLATE);
        self.expect_symbol("{")?;
        let triples = if self.starts_triples() { self.triples_block()? } else { Vec::new() };
        self.expect_symbol("}")?;
        self.mode = mode;
        let elements = if triples.is_empty() { Vec::new() } else { vec![Element::Triples(triples)] };
        let pattern = Group { elements };
        let modifiers = self.modifiers(&pattern)?;
        Ok(Query { prologue: Prologue::default(), form: Form::Construct(None), dataset, pattern, modifiers })
    }

    /// Production 73: ConstructTemplate. Its blank nodes are no variables of a basic graph pattern.
    fn template(&mut self) -> Result<Vec<TriplePattern>> {
        let mode = std::mem::replace(&mut self.mode, Mode::TEMPLATE);
        let homes = std::mem::take(&mut self.homes);
        self.expect_symbol("{")?;
        let triples = if self.starts_triples() { self.triples_block()? } else { Vec::new() };
        self.expect_symbol("}")?;
        (self.mode, self.homes) = (mode, homes);
        Ok(triples)
    }

    /// Production 11: DescribeQuery.
    fn describe(&mut self) -> Result<Query> {
        self.at += 1;
        let described = if self.eat_symbol("*") {
            Described::All
        } else {
            let mut resources = vec![self.name()?];
            while matches!(self.peek(), Token::Variable(_)) || self.is_iri() {
                resources.push(self.name()?);
            }
            Described::Resources(resources)
        };
        let form = Form::Describe(described);
        let dataset = self.dataset("FROM")?;
        if self.is_word("WHERE") || self.is_symbol("{") {
            return self.rest(form, dataset);
        }
        let pattern = Group::default();
        let modifiers = self.modifiers(&pattern)?;
        Ok(Query { prologue: Prologue::default(), form, dataset, pattern, modifiers })
    }

    /// Productions 13 and 44: FROM or USING, and NAMED after it.
    pub(super) fn dataset(&mut self, keyword: &str) -> Result<DatasetClause> {
        let mut dataset = DatasetClause::default();
        while self.eat_word(keyword) {
            let named = self.eat_word("NAMED");
            let iri = self.iri()?;
            if named { &mut dataset.named } else { &mut dataset.default }.push(iri);
        }
        Ok(dataset)
    }

    /// Production 107: VarOrIri.
    pub(super) fn name(&mut self) -> Result<VarOrIri> {
        match self.peek() {
            Token::Variable(_) => self.pattern_variable().map(VarOrIri::Variable),
            _ if self.is_iri() => self.iri().map(VarOrIri::Iri),
            _ => Err(self.expected("a variable or an IRI")),
        }
    }

    /// Production 4: Prologue. A later declaration of a prefix replaces an earlier one.
    pub(super) fn prologue(&mut self) -> Result<()> {
        loop {
            if self.eat_word("BASE") {
                self.prologue.base = Some(self.iri_reference()?);
            } else if self.eat_word("VERSION") {
                self.prologue.version = Some(self.version()?);
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

    /// The string after VERSION (SPARQL 1.2), in one quotation mark on each side.
    fn version(&mut self) -> Result<String> {
        let written = self.text.get(self.offset()..).unwrap_or_default();
        let long = written.starts_with("\"\"\"") || written.starts_with("'''");
        match self.peek() {
            Token::String(version) if !long => {
                let version = version.clone().into_owned();
                self.at += 1;
                Ok(version)
            }
            _ => Err(self.expected("a version in simple quotation marks")),
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
            return Err(self.expected("SELECT, CONSTRUCT, DESCRIBE or ASK"));
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
