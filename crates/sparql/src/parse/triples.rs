//! Triple patterns (productions 75 to 106) and literals (129 to 134).
//!
//! Abbreviations are resolved on the way: `[...]` and `(...)` put their own triple patterns before the one that
//! they stand in.

use super::lexer::{NumberKind, Token};
use super::{Parser, Result};
use crate::ast::{Constant, TermPattern, TriplePattern, Variable, Verb};
use quarrel_case::term::{Literal, Term, XSD_BOOLEAN, XSD_DECIMAL, XSD_DOUBLE, XSD_INTEGER};

/// The triple patterns of a block as they come.
pub(super) type Patterns = Vec<TriplePattern>;

impl<'a> Parser<'a> {
    /// Whether a triple pattern starts here.
    pub(super) fn starts_triples(&self) -> bool {
        matches!(self.peek(), Token::Variable(_) | Token::Blank(_) | Token::Symbol("[" | "(" | "<<" | "<<("))
            || self.is_iri()
            || self.starts_literal()
    }

    /// Whether a literal starts here.
    pub(super) fn starts_literal(&self) -> bool {
        matches!(self.peek(), Token::Number { .. } | Token::String(_))
            || self.is_word("true")
            || self.is_word("false")
    }

    /// Production 55: TriplesBlock.
    pub(super) fn triples_block(&mut self) -> Result<Patterns> {
        let mut patterns = Vec::new();
        self.same_subject(&mut patterns)?;
        while self.eat_symbol(".") && self.starts_triples() {
            self.same_subject(&mut patterns)?;
        }
        Ok(patterns)
    }

    /// Production 81: TriplesSameSubjectPath.
    pub(super) fn same_subject(&mut self, patterns: &mut Patterns) -> Result<()> {
        let before = patterns.len();
        let subject = self.node(patterns)?;
        // A node that wrote triples of its own may stand alone.
        if patterns.len() > before && !self.starts_verb() {
            return Ok(());
        }
        self.property_list(&subject, patterns)
    }

    /// Production 83: PropertyListPathNotEmpty.
    pub(super) fn property_list(&mut self, subject: &TermPattern, patterns: &mut Patterns) -> Result<()> {
        loop {
            let predicate = self.verb()?;
            loop {
                let object = self.node(patterns)?;
                let triple = TriplePattern { subject: subject.clone(), predicate: predicate.clone(), object };
                patterns.push(triple.clone());
                self.annotations(&triple, patterns)?;
                if !self.eat_symbol(",") {
                    break;
                }
            }
            if !self.is_symbol(";") {
                return Ok(());
            }
            while self.eat_symbol(";") {}
            if !self.starts_verb() {
                return Ok(());
            }
        }
    }

    /// Production 105: GraphNodePath, a term or a node with triples of its own.
    pub(super) fn node(&mut self, patterns: &mut Patterns) -> Result<TermPattern> {
        match *self.peek() {
            Token::Symbol("[") => self.nested(|parser| parser.property_list_node(patterns)),
            Token::Symbol("(") => self.nested(|parser| parser.collection(patterns)),
            Token::Symbol("<<") => self.nested(|parser| parser.reified_triple(patterns)),
            Token::Symbol("<<(") => self.nested(Self::triple_term),
            Token::Variable(_) => self.pattern_variable().map(TermPattern::Variable),
            Token::Blank(label) => self.blank(label),
            _ if self.is_iri() => Ok(constant(Term::Iri(self.iri()?))),
            _ if self.starts_literal() => Ok(constant(Term::Literal(self.literal()?))),
            _ => Err(self.expected("a term or a variable")),
        }
    }

    /// A variable, where one may stand.
    pub(super) fn pattern_variable(&mut self) -> Result<Variable> {
        if !self.mode.variables {
            return Err(self.error("data has no variables"));
        }
        self.variable()
    }

    /// A label stands in one basic graph pattern only (section 4.1.4, note 10), and in one INSERT DATA of
    /// an update.
    fn blank(&mut self, label: &'a str) -> Result<TermPattern> {
        self.check_blank()?;
        let data = !self.mode.variables;
        if data && *self.operations.entry(label).or_insert(self.operation) != self.operation {
            return Err(self.error(format!("the blank node _:{label} stands in two operations")));
        }
        if *self.homes.entry(label).or_insert(self.pattern) != self.pattern {
            return Err(self.error(format!("the blank node _:{label} stands in two basic graph patterns")));
        }
        self.at += 1;
        Ok(TermPattern::Blank(label.to_owned()))
    }

    /// What is deleted has no blank nodes (note 7).
    fn check_blank(&self) -> Result<()> {
        if self.mode.blanks { Ok(()) } else { Err(self.error("what is deleted has no blank nodes")) }
    }

    /// A blank node of its own, with a label that the query does not write.
    pub(super) fn fresh_blank(&mut self) -> Result<TermPattern> {
        self.check_blank()?;
        loop {
            let label = format!("b{}", self.fresh);
            self.fresh += 1;
            if !self.labels.contains(label.as_str()) {
                return Ok(TermPattern::Blank(label));
            }
        }
    }

    /// Productions 101 and 163: BlankNodePropertyListPath and ANON.
    fn property_list_node(&mut self, patterns: &mut Patterns) -> Result<TermPattern> {
        self.expect_symbol("[")?;
        let node = self.fresh_blank()?;
        if !self.is_symbol("]") {
            self.property_list(&node, patterns)?;
        }
        self.expect_symbol("]")?;
        Ok(node)
    }

    /// Productions 103 and 161: CollectionPath and NIL.
    fn collection(&mut self, patterns: &mut Patterns) -> Result<TermPattern> {
        self.expect_symbol("(")?;
        let nil = || constant(Term::Iri(Self::rdf("nil")));
        if self.eat_symbol(")") {
            return Ok(nil());
        }
        let head = self.fresh_blank()?;
        let mut cell = head.clone();
        loop {
            let item = self.node(patterns)?;
            patterns.push(TriplePattern {
                subject: cell.clone(),
                predicate: Verb::Iri(Self::rdf("first")),
                object: item,
            });
            let end = self.eat_symbol(")");
            let rest = if end { nil() } else { self.fresh_blank()? };
            patterns.push(TriplePattern {
                subject: cell,
                predicate: Verb::Iri(Self::rdf("rest")),
                object: rest.clone(),
            });
            if end {
                return Ok(head);
            }
            cell = rest;
        }
    }

    /// Productions 129, 130 and 134: RDFLiteral, NumericLiteral and BooleanLiteral.
    pub(super) fn literal(&mut self) -> Result<Literal> {
        match self.next() {
            Token::Number { kind, text } => {
                let datatype = match kind {
                    NumberKind::Integer => XSD_INTEGER,
                    NumberKind::Decimal => XSD_DECIMAL,
                    NumberKind::Double => XSD_DOUBLE,
                };
                Ok(Literal::typed(text, datatype))
            }
            Token::String(lexical) => {
                if let Token::Language(tag) = *self.peek() {
                    self.at += 1;
                    return Ok(Literal::language(lexical, tag));
                }
                if self.eat_symbol("^^") {
                    return Ok(Literal::typed(lexical, self.iri()?));
                }
                Ok(Literal::string(lexical))
            }
            Token::Word(word) => Ok(Literal::typed(word.to_ascii_lowercase(), XSD_BOOLEAN)),
            _ => Err(self.expected("a literal")),
        }
    }
}

fn constant(term: Term) -> TermPattern {
    TermPattern::Constant(Constant(term))
}
