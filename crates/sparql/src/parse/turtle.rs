//! Turtle and TriG (RDF 1.2), whose triples are those of a template without variables.
//!
//! The files of the conformance suite that hold triple terms are read with it.

use super::{Mode, Parser, Result, lexer::Token, parser};
use crate::ast::{Prefix, QuadBlock, VarOrIri};

/// Reads a TriG document, which a Turtle document is as well. Blank nodes keep their labels.
///
/// # Errors
/// At the first place where the text is none.
pub(crate) fn parse_trig(text: &str, base: &str) -> Result<Vec<QuadBlock>> {
    let mut parser = parser(text)?;
    parser.prologue.base = Some(base.to_owned());
    parser.mode = Mode { variables: false, ..Mode::TEMPLATE };
    parser.document()
}

impl Parser<'_> {
    fn document(&mut self) -> Result<Vec<QuadBlock>> {
        let mut blocks = Vec::new();
        loop {
            self.prologue()?;
            if let Token::Language(directive) = *self.peek() {
                self.at += 1;
                self.directive(directive)?;
            } else if *self.peek() == Token::End {
                return Ok(blocks);
            } else {
                blocks.push(self.block()?);
            }
        }
    }

    /// `@prefix`, `@base` and `@version`.
    fn directive(&mut self, name: &str) -> Result<()> {
        match (name, self.next()) {
            ("prefix", Token::Prefixed { prefix, .. }) => {
                let iri = self.iri()?;
                self.prologue.prefixes.retain(|declared| declared.label != prefix);
                self.prologue.prefixes.push(Prefix { label: prefix.to_owned(), iri });
            }
            ("base", Token::Iri(_)) => {
                self.at -= 1;
                self.prologue.base = Some(self.iri()?);
            }
            ("version", Token::String(_)) => {}
            _ => return Err(self.expected("a directive")),
        }
        self.expect_symbol(".")
    }

    /// Triples, or those of a graph in braces.
    fn block(&mut self) -> Result<QuadBlock> {
        let named = self.eat_word("GRAPH") || *self.peek_at(1) == Token::Symbol("{");
        if !named && !self.is_symbol("{") {
            let mut patterns = Vec::new();
            self.same_subject(&mut patterns)?;
            self.expect_symbol(".")?;
            return Ok(QuadBlock { graph: None, patterns });
        }
        let graph = if named { Some(VarOrIri::Iri(self.iri()?)) } else { None };
        self.expect_symbol("{")?;
        let patterns = if self.starts_triples() { self.triples_block()? } else { Vec::new() };
        self.expect_symbol("}")?;
        Ok(QuadBlock { graph, patterns })
    }
}
