//! Triple terms, reified triples and annotations (SPARQL 1.2).
//!
//! A reified triple and an annotation are abbreviations: their node is `rdf:reifies` the triple term.

use super::triples::Patterns;
use super::{Parser, Result, lexer::Token};
use crate::ast::{Expression, TermPattern, TriplePattern, Verb};
use quarrel_case::term::Term;

impl Parser<'_> {
    /// `<<( s p o )>>`, in a pattern, a template or data.
    pub(super) fn triple_term(&mut self) -> Result<TermPattern> {
        self.expect_symbol("<<(")?;
        let subject = self.triple_term_part()?;
        let predicate = self.simple_verb()?;
        let object = self.triple_term_part()?;
        self.expect_symbol(")>>")?;
        Ok(TermPattern::triple(TriplePattern { subject, predicate, object }))
    }

    /// A predicate that is no path.
    fn simple_verb(&mut self) -> Result<Verb> {
        let paths = std::mem::replace(&mut self.mode.paths, false);
        let verb = self.verb();
        self.mode.paths = paths;
        verb
    }

    /// A subject or an object of a triple term: no list, no node with triples of its own.
    fn triple_term_part(&mut self) -> Result<TermPattern> {
        match self.peek() {
            Token::Symbol("<<(") => self.nested(Self::triple_term),
            Token::Symbol("[") => self.anonymous(),
            Token::Symbol(_) => Err(self.expected("a term or a variable")),
            _ => self.node(&mut Vec::new()),
        }
    }

    /// `[]`, which here cannot have properties.
    fn anonymous(&mut self) -> Result<TermPattern> {
        self.expect_symbol("[")?;
        self.expect_symbol("]")?;
        self.fresh_blank()
    }

    /// `<< s p o ~ r >>`: its node.
    pub(super) fn reified_triple(&mut self, patterns: &mut Patterns) -> Result<TermPattern> {
        self.expect_symbol("<<")?;
        let subject = self.reified_part(patterns)?;
        let predicate = self.simple_verb()?;
        let object = self.reified_part(patterns)?;
        let node = if self.eat_symbol("~") { self.reifier()? } else { self.fresh_blank()? };
        self.expect_symbol(">>")?;
        patterns.push(reifies(node.clone(), TriplePattern { subject, predicate, object }));
        Ok(node)
    }

    fn reified_part(&mut self, patterns: &mut Patterns) -> Result<TermPattern> {
        match self.peek() {
            Token::Symbol("<<") => self.nested(|parser| parser.reified_triple(patterns)),
            _ => self.triple_term_part(),
        }
    }

    /// What follows `~`: a variable, an IRI or a blank node, or nothing for a new one.
    fn reifier(&mut self) -> Result<TermPattern> {
        match self.peek() {
            Token::Symbol("[") => self.anonymous(),
            Token::Variable(_) | Token::Blank(_) => self.node(&mut Vec::new()),
            _ if self.is_iri() => self.node(&mut Vec::new()),
            _ => self.fresh_blank(),
        }
    }

    /// `~ r` and `{| p o |}` after an object, any number of them. A block without a reifier before it has its own.
    pub(super) fn annotations(&mut self, triple: &TriplePattern, patterns: &mut Patterns) -> Result<()> {
        let mut current = None;
        while self.is_symbol("~") || self.is_symbol("{|") {
            if matches!(triple.predicate, Verb::Path(_)) {
                return Err(self.error("a property path cannot be annotated"));
            }
            if self.eat_symbol("~") {
                let node = self.reifier()?;
                patterns.push(reifies(node.clone(), triple.clone()));
                current = Some(node);
                continue;
            }
            self.at += 1;
            let node = match current.take() {
                Some(node) => node,
                None => {
                    let node = self.fresh_blank()?;
                    patterns.push(reifies(node.clone(), triple.clone()));
                    node
                }
            };
            self.nested(|parser| parser.property_list(&node, patterns))?;
            self.expect_symbol("|}")?;
        }
        Ok(())
    }

    /// `<<( s p o )>>` in an expression: variables, IRIs, literals and, as the object, triple terms.
    pub(super) fn triple_expression(&mut self) -> Result<Expression> {
        self.expect_symbol("<<(")?;
        let subject = self.triple_expression_part(true)?;
        let predicate = if let Some(iri) = self.eat_a() {
            Expression::constant(Term::iri(iri))
        } else if matches!(self.peek(), Token::Variable(_)) || self.is_iri() {
            self.triple_expression_part(true)?
        } else {
            return Err(self.expected("a predicate"));
        };
        let object = self.triple_expression_part(false)?;
        self.expect_symbol(")>>")?;
        let mut triple = Expression::Triple(Box::new([subject, predicate, object]));
        triple.fold();
        Ok(triple)
    }

    fn triple_expression_part(&mut self, subject: bool) -> Result<Expression> {
        match self.peek() {
            Token::Variable(_) => self.variable().map(Expression::Variable),
            Token::Symbol("<<(") if !subject => self.nested(Self::triple_expression),
            _ if self.is_iri() => Ok(Expression::constant(Term::Iri(self.iri()?))),
            _ if !subject && self.starts_literal() => {
                Ok(Expression::constant(Term::Literal(self.literal()?)))
            }
            _ => Err(self.expected("a term or a variable")),
        }
    }

    /// `<<( s p o )>>` in VALUES: a triple term of constants.
    pub(super) fn triple_data(&mut self) -> Result<Term> {
        self.expect_symbol("<<(")?;
        let subject = Term::Iri(self.iri()?);
        let predicate = match self.eat_a() {
            Some(iri) => iri,
            None => self.iri()?,
        };
        let object = match self.peek() {
            Token::Symbol("<<(") => self.nested(Self::triple_data)?,
            _ if self.is_iri() => Term::Iri(self.iri()?),
            _ if self.starts_literal() => Term::Literal(self.literal()?),
            _ => return Err(self.expected("an IRI, a literal or a triple term")),
        };
        self.expect_symbol(")>>")?;
        Ok(Term::triple(subject, Term::Iri(predicate), object))
    }
}

fn reifies(node: TermPattern, triple: TriplePattern) -> TriplePattern {
    TriplePattern {
        subject: node,
        predicate: Verb::Iri(Parser::rdf("reifies")),
        object: TermPattern::triple(triple),
    }
}
