//! Terms: variables, IRIs, literals, triple patterns.

use super::Printer;
use crate::ast::{Constant, TermPattern, TriplePattern, Variable, Verb};
use quarrel_case::term::{
    Literal, LiteralKind, RDF_TYPE, Term, XSD_BOOLEAN, XSD_DECIMAL, XSD_DOUBLE, XSD_INTEGER,
};
use std::fmt::Write as _;

impl Printer<'_> {
    pub(super) fn variable(&mut self, variable: &Variable) {
        self.push("?");
        self.push(variable.name());
    }

    /// A triple pattern and its dot.
    pub(super) fn triple(&mut self, pattern: &TriplePattern) {
        self.bare_triple(pattern);
        self.push(" .");
    }

    fn bare_triple(&mut self, pattern: &TriplePattern) {
        self.term_pattern(&pattern.subject);
        self.push(" ");
        match &pattern.predicate {
            Verb::Variable(variable) => self.variable(variable),
            Verb::Iri(iri) => self.predicate(iri),
            Verb::Path(path) => self.path(path),
        }
        self.push(" ");
        self.term_pattern(&pattern.object);
    }

    /// An IRI where `a` is short for `rdf:type`.
    pub(super) fn predicate(&mut self, iri: &str) {
        if self.spelling.a && iri == RDF_TYPE {
            self.push("a");
        } else {
            self.iri(iri);
        }
    }

    fn term_pattern(&mut self, term: &TermPattern) {
        match term {
            TermPattern::Variable(variable) => self.variable(variable),
            TermPattern::Blank(label) => {
                self.push("_:");
                self.push(label);
            }
            TermPattern::Constant(constant) => self.constant(constant),
            TermPattern::Triple(pattern) => {
                self.push("<<( ");
                self.bare_triple(pattern);
                self.push(" )>>");
            }
        }
    }

    pub(super) fn constant(&mut self, constant: &Constant) {
        self.term(constant.term());
    }

    fn term(&mut self, term: &Term) {
        match term {
            Term::Iri(iri) => self.iri(iri),
            Term::Literal(literal) => self.literal(literal),
            Term::Blank(_) => self.push(&term.to_string()),
            Term::Triple(parts) => {
                self.push("<<( ");
                for part in parts.iter() {
                    self.term(part);
                    self.push(" ");
                }
                self.push(")>>");
            }
        }
    }

    /// An IRI, abbreviated by the longest namespace that leaves a plain local name.
    pub(super) fn iri(&mut self, iri: &str) {
        let prologue = self.prologue;
        let fitting = prologue.prefixes.iter().filter_map(|prefix| {
            iri.strip_prefix(prefix.iri.as_str()).filter(|local| is_plain(local)).map(|local| (prefix, local))
        });
        match fitting.max_by_key(|(prefix, _)| prefix.iri.len()) {
            Some((prefix, local)) if self.spelling.prefixed_names => {
                self.push(&prefix.label);
                self.push(":");
                self.push(local);
            }
            _ => self.iri_in_full(iri),
        }
    }

    /// `<...>`; characters that cannot stand in an IRI are escaped as N-Triples would, so that nothing is lost.
    pub(super) fn iri_in_full(&mut self, iri: &str) {
        self.push("<");
        for c in iri.chars() {
            if c > ' ' && !matches!(c, '<' | '>' | '"' | '{' | '}' | '|' | '^' | '`' | '\\') {
                self.out.push(c);
            } else {
                self.code_point(c);
            }
        }
        self.push(">");
    }

    fn literal(&mut self, literal: &Literal) {
        if self.spelling.short_literals && is_short(literal) {
            self.push(&literal.lexical);
            return;
        }
        self.string(&literal.lexical);
        match &literal.kind {
            LiteralKind::Simple => {}
            LiteralKind::Language(tag) => {
                self.push("@");
                self.push(tag);
            }
            LiteralKind::Typed(datatype) => {
                self.push("^^");
                self.iri(datatype);
            }
        }
    }

    /// Whether the constant will be printed as a bare number.
    pub(super) fn is_short_number(&self, constant: &Constant) -> bool {
        let literal = constant.term().as_literal();
        let number = literal.filter(|literal| is_short(literal) && literal.datatype() != XSD_BOOLEAN);
        self.spelling.short_literals && number.is_some()
    }

    /// Production 157: a string in double quotes.
    pub(super) fn string(&mut self, text: &str) {
        self.push("\"");
        for c in text.chars() {
            match c {
                '"' => self.push("\\\""),
                '\\' => self.push("\\\\"),
                '\n' => self.push("\\n"),
                '\r' => self.push("\\r"),
                '\t' => self.push("\\t"),
                '\u{8}' => self.push("\\b"),
                '\u{c}' => self.push("\\f"),
                c if c.is_control() => self.code_point(c),
                c => self.out.push(c),
            }
        }
        self.push("\"");
    }

    fn code_point(&mut self, c: char) {
        write!(self.out, "\\u{:04X}", u32::from(c)).expect("writing to a string does not fail");
    }
}

/// A local name that every engine reads without escapes.
fn is_plain(local: &str) -> bool {
    !local.starts_with('-') && local.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'))
}

/// Whether the literal's own lexical form, written bare, is read as this very literal (productions 146 to 154).
fn is_short(literal: &Literal) -> bool {
    let LiteralKind::Typed(datatype) = &literal.kind else {
        return false;
    };
    let lexical = literal.lexical.as_str();
    let unsigned = lexical.strip_prefix(['+', '-']).unwrap_or(lexical);
    match datatype.as_str() {
        XSD_BOOLEAN => matches!(lexical, "true" | "false"),
        XSD_INTEGER => is_digits(unsigned),
        XSD_DECIMAL => is_decimal(unsigned),
        XSD_DOUBLE => unsigned.split_once(['e', 'E']).is_some_and(|(mantissa, exponent)| {
            let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
            let whole = mantissa.strip_suffix('.').unwrap_or(mantissa);
            is_digits(digits) && (is_digits(whole) || is_decimal(mantissa))
        }),
        _ => false,
    }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

fn is_decimal(text: &str) -> bool {
    text.split_once('.')
        .is_some_and(|(whole, fraction)| (whole.is_empty() || is_digits(whole)) && is_digits(fraction))
}
