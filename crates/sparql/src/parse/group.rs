//! Groups and their elements (productions 53 to 68).

use super::{Parser, Result, lexer::Token};
use crate::ast::{Constant, Element, Group, InlineData};
use quarrel_case::term::Term;
use std::collections::BTreeSet;

impl Parser<'_> {
    /// Production 53: GroupGraphPattern.
    pub(super) fn group(&mut self) -> Result<Group> {
        let outside = (self.pattern, self.aggregates);
        self.aggregates = false;
        self.end_pattern();
        let group = self.nested(|parser| {
            parser.expect_symbol("{")?;
            parser.elements()
        })?;
        (self.pattern, self.aggregates) = outside;
        Ok(group)
    }

    /// Ends the basic graph pattern: the next triple pattern belongs to another one.
    fn end_pattern(&mut self) {
        self.patterns += 1;
        self.pattern = self.patterns;
    }

    /// Production 54: GroupGraphPatternSub, and the closing brace.
    fn elements(&mut self) -> Result<Group> {
        let mut group = Group::default();
        if self.is_word("SELECT") {
            group.elements.push(Element::Select(Box::new(self.sub_select()?)));
            self.expect_symbol("}")?;
            return Ok(group);
        }
        loop {
            if self.starts_triples() {
                group.elements.push(Element::Triples(self.triples_block()?));
            }
            if self.eat_symbol("}") {
                return Ok(group);
            }
            let element = self.element(&group)?;
            // Filters do not end a basic graph pattern (section 5.1.1), everything else does.
            if !matches!(element, Element::Filter(_)) {
                self.end_pattern();
            }
            group.elements.push(element);
            self.eat_symbol(".");
        }
    }

    /// Production 56: GraphPatternNotTriples.
    fn element(&mut self, before: &Group) -> Result<Element> {
        if self.is_symbol("{") {
            self.group_or_union()
        } else if self.eat_word("OPTIONAL") {
            self.group().map(Element::Optional)
        } else if self.eat_word("MINUS") {
            self.group().map(Element::Minus)
        } else if self.eat_word("FILTER") {
            self.constraint().map(Element::Filter)
        } else if self.eat_word("BIND") {
            self.bind(before)
        } else if self.eat_word("VALUES") {
            self.inline_data().map(Element::Values)
        } else if self.eat_word("GRAPH") {
            Ok(Element::Graph { name: self.name()?, group: self.group()? })
        } else if self.eat_word("SERVICE") {
            let silent = self.eat_word("SILENT");
            Ok(Element::Service { silent, name: self.name()?, group: self.group()? })
        } else {
            Err(self.expected("a triple pattern, an element of a group or '}'"))
        }
    }

    /// Production 67: GroupOrUnionGraphPattern.
    fn group_or_union(&mut self) -> Result<Element> {
        let first = self.group()?;
        if !self.is_word("UNION") {
            return Ok(Element::Group(first));
        }
        let mut branches = vec![first];
        while self.eat_word("UNION") {
            branches.push(self.group()?);
        }
        Ok(Element::Union(branches))
    }

    /// Production 60: Bind, after its keyword. The variable must not be in scope before it (section 10.1).
    fn bind(&mut self, before: &Group) -> Result<Element> {
        self.expect_symbol("(")?;
        let expression = self.expression()?;
        self.expect_word("AS")?;
        let offset = self.offset();
        let variable = self.variable()?;
        self.expect_symbol(")")?;
        if before.scope().contains(&variable) {
            return Err(
                self.error_at(offset, format!("the variable ?{} is already in scope", variable.name()))
            );
        }
        Ok(Element::Bind { expression, variable })
    }

    /// Production 62: DataBlock.
    pub(super) fn inline_data(&mut self) -> Result<InlineData> {
        if matches!(self.peek(), Token::Variable(_)) {
            return self.inline_data_of_one_variable();
        }
        self.expect_symbol("(")?;
        let mut variables = Vec::new();
        let mut seen = BTreeSet::new();
        while !self.eat_symbol(")") {
            let offset = self.offset();
            let variable = self.variable()?;
            if !seen.insert(variable.clone()) {
                let message = format!("the variable ?{} stands twice in VALUES", variable.name());
                return Err(self.error_at(offset, message));
            }
            variables.push(variable);
        }
        self.expect_symbol("{")?;
        let mut rows = Vec::new();
        while !self.eat_symbol("}") {
            let offset = self.offset();
            self.expect_symbol("(")?;
            let mut row = Vec::new();
            while !self.eat_symbol(")") {
                row.push(self.data_value()?);
            }
            if row.len() != variables.len() {
                let message = format!("{} values for {} variables", row.len(), variables.len());
                return Err(self.error_at(offset, message));
            }
            rows.push(row);
        }
        Ok(InlineData { variables, rows })
    }

    /// Production 63: InlineDataOneVar.
    fn inline_data_of_one_variable(&mut self) -> Result<InlineData> {
        let variables = vec![self.variable()?];
        self.expect_symbol("{")?;
        let mut rows = Vec::new();
        while !self.eat_symbol("}") {
            rows.push(vec![self.data_value()?]);
        }
        Ok(InlineData { variables, rows })
    }

    /// Production 65: DataBlockValue.
    fn data_value(&mut self) -> Result<Option<Constant>> {
        if self.eat_word("UNDEF") {
            return Ok(None);
        }
        let term = if self.is_symbol("<<(") {
            self.nested(Self::triple_data)?
        } else if self.is_iri() {
            Term::Iri(self.iri()?)
        } else if self.starts_literal() {
            Term::Literal(self.literal()?)
        } else {
            return Err(self.expected("an IRI, a literal or UNDEF"));
        };
        Ok(Some(Constant(term)))
    }
}
