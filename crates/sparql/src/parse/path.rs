//! Property paths (productions 88 to 96).

use super::{Parser, Result, lexer::Token};
use crate::ast::{NegatedStep, Path, Verb};

impl Parser<'_> {
    /// Whether a predicate starts here; in a template that is no path.
    pub(super) fn starts_verb(&self) -> bool {
        let path = self.mode.paths && matches!(self.peek(), Token::Symbol("^" | "!" | "("));
        path || matches!(self.peek(), Token::Variable(_) | Token::Word("a")) || self.is_iri()
    }

    /// Productions 78 and 84: a variable, an IRI or, where one may stand, a path.
    pub(super) fn verb(&mut self) -> Result<Verb> {
        if matches!(self.peek(), Token::Variable(_)) {
            return self.pattern_variable().map(Verb::Variable);
        }
        if self.mode.paths {
            return Ok(match self.path()? {
                Path::Iri(iri) => Verb::Iri(iri),
                path => Verb::Path(path),
            });
        }
        self.predicate().map(Verb::Iri)
    }

    /// An IRI or `a`.
    fn predicate(&mut self) -> Result<String> {
        match self.eat_a() {
            Some(iri) => Ok(iri),
            None if self.is_iri() => self.iri(),
            None => Err(self.expected("a predicate")),
        }
    }

    /// Production 89: PathAlternative.
    fn path(&mut self) -> Result<Path> {
        self.nested(|parser| {
            let first = parser.path_sequence()?;
            if !parser.is_symbol("|") {
                return Ok(first);
            }
            let mut parts = vec![first];
            while parser.eat_symbol("|") {
                parts.push(parser.path_sequence()?);
            }
            Ok(Path::Alternative(parts))
        })
    }

    /// Production 90: PathSequence.
    fn path_sequence(&mut self) -> Result<Path> {
        let first = self.path_element()?;
        if !self.is_symbol("/") {
            return Ok(first);
        }
        let mut parts = vec![first];
        while self.eat_symbol("/") {
            parts.push(self.path_element()?);
        }
        Ok(Path::Sequence(parts))
    }

    /// Productions 91 to 93: a path with `^` before it and `?`, `*` or `+` after it.
    fn path_element(&mut self) -> Result<Path> {
        let inverse = self.eat_symbol("^");
        let mut path = self.path_primary()?;
        if self.eat_symbol("?") {
            path = Path::ZeroOrOne(Box::new(path));
        } else if self.eat_symbol("*") {
            path = Path::ZeroOrMore(Box::new(path));
        } else if self.eat_symbol("+") {
            path = Path::OneOrMore(Box::new(path));
        }
        Ok(if inverse { Path::Inverse(Box::new(path)) } else { path })
    }

    /// Production 94: PathPrimary.
    fn path_primary(&mut self) -> Result<Path> {
        if self.eat_symbol("!") {
            return self.negated();
        }
        if self.eat_symbol("(") {
            let path = self.path()?;
            self.expect_symbol(")")?;
            return Ok(path);
        }
        self.predicate().map(Path::Iri)
    }

    /// Production 95: PathNegatedPropertySet, after its `!`.
    fn negated(&mut self) -> Result<Path> {
        if !self.eat_symbol("(") {
            return Ok(Path::Negated(vec![self.negated_step()?]));
        }
        let mut steps = Vec::new();
        if self.eat_symbol(")") {
            return Ok(Path::Negated(steps));
        }
        loop {
            steps.push(self.negated_step()?);
            if self.eat_symbol(")") {
                return Ok(Path::Negated(steps));
            }
            if !self.eat_symbol("|") {
                return Err(self.expected("'|' or ')'"));
            }
        }
    }

    /// Production 96: PathOneInPropertySet.
    fn negated_step(&mut self) -> Result<NegatedStep> {
        let inverse = self.eat_symbol("^");
        Ok(NegatedStep { inverse, iri: self.predicate()? })
    }
}
