//! RDF terms, and the one text form in which they travel.
//!
//! Graph files, answers, findings and query constants all name RDF terms. To compare them by eye, by sorting and
//! by digest they need a single spelling, so a term is always written in canonical N-Triples, and a literal keeps
//! its lexical form: `"01"^^xsd:integer` and `"1"^^xsd:integer` are two terms with one value, and bugs live there.

use std::fmt::{self, Write as _};
use std::str::FromStr;

/// The XML Schema datatypes' namespace.
pub const XSD: &str = "http://www.w3.org/2001/XMLSchema#";
/// The RDF vocabulary's namespace.
pub const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
/// `xsd:string`, the datatype that a [`LiteralKind::Simple`] literal has without naming it.
pub const XSD_STRING: &str = "http://www.w3.org/2001/XMLSchema#string";
/// `xsd:boolean`.
pub const XSD_BOOLEAN: &str = "http://www.w3.org/2001/XMLSchema#boolean";
/// `xsd:integer`.
pub const XSD_INTEGER: &str = "http://www.w3.org/2001/XMLSchema#integer";
/// `xsd:decimal`.
pub const XSD_DECIMAL: &str = "http://www.w3.org/2001/XMLSchema#decimal";
/// `xsd:float`.
pub const XSD_FLOAT: &str = "http://www.w3.org/2001/XMLSchema#float";
/// `xsd:double`.
pub const XSD_DOUBLE: &str = "http://www.w3.org/2001/XMLSchema#double";
/// `xsd:dateTime`.
pub const XSD_DATE_TIME: &str = "http://www.w3.org/2001/XMLSchema#dateTime";
/// `xsd:date`.
pub const XSD_DATE: &str = "http://www.w3.org/2001/XMLSchema#date";
/// `rdf:langString`, the datatype that a [`LiteralKind::Language`] literal has without naming it.
pub const RDF_LANG_STRING: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString";
/// `rdf:dirLangString`, the datatype of a [`LiteralKind::Language`] literal whose tag has a base direction (RDF 1.2).
pub const RDF_DIR_LANG_STRING: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#dirLangString";
/// `rdf:type`, which SPARQL and Turtle abbreviate to `a`.
pub const RDF_TYPE: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

/// Triple terms nest at most this deep, so that no input can exhaust the stack.
const MAX_DEPTH: usize = 64;

/// An RDF term (RDF 1.1/1.2 concepts). Literals keep their lexical form.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Term {
    /// An IRI in full, without angle brackets.
    Iri(String),
    /// A blank node by its label, without `_:`.
    Blank(String),
    /// A literal.
    Literal(Literal),
    /// A triple term (RDF 1.2): subject, predicate, object.
    Triple(Box<[Term; 3]>),
}

/// A literal: a lexical form, and how it is to be read.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal {
    /// The lexical form, unescaped.
    pub lexical: String,
    /// Plain string, language-tagged or typed.
    pub kind: LiteralKind,
}

/// What a literal's lexical form is to be read as.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LiteralKind {
    /// A simple literal, which is an `xsd:string`.
    Simple,
    /// A language-tagged string by its tag, in the case in which it was written.
    Language(String),
    /// A literal of the datatype with this IRI, which is never `xsd:string`.
    Typed(String),
}

/// One statement of an RDF dataset; without a graph it belongs to the default graph.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Quad {
    /// An IRI or a blank node.
    pub subject: Term,
    /// An IRI.
    pub predicate: Term,
    /// Any term.
    pub object: Term,
    /// The named graph, an IRI or a blank node.
    pub graph: Option<Term>,
}

/// A text that is not a term in N-Triples.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TermError {
    /// The byte in the text at which reading stopped.
    pub offset: usize,
    /// What is wrong there.
    pub message: String,
}

impl fmt::Display for TermError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not an RDF term at byte {}: {}", self.offset, self.message)
    }
}

impl std::error::Error for TermError {}

impl Term {
    /// An IRI.
    pub fn iri(iri: impl Into<String>) -> Self {
        Self::Iri(iri.into())
    }

    /// A blank node with this label.
    pub fn blank(label: impl Into<String>) -> Self {
        Self::Blank(label.into())
    }

    /// A simple literal (`xsd:string`).
    pub fn string(lexical: impl Into<String>) -> Self {
        Self::Literal(Literal::string(lexical))
    }

    /// A language-tagged string.
    pub fn language(lexical: impl Into<String>, tag: impl Into<String>) -> Self {
        Self::Literal(Literal::language(lexical, tag))
    }

    /// A literal of a datatype; `xsd:string` gives a simple literal.
    pub fn typed(lexical: impl Into<String>, datatype: impl Into<String>) -> Self {
        Self::Literal(Literal::typed(lexical, datatype))
    }

    /// An `xsd:integer` in its canonical form.
    pub fn integer(value: i64) -> Self {
        Self::typed(value.to_string(), XSD_INTEGER)
    }

    /// An `xsd:boolean` in its canonical form.
    pub fn boolean(value: bool) -> Self {
        Self::typed(if value { "true" } else { "false" }, XSD_BOOLEAN)
    }

    /// A triple term.
    pub fn triple(subject: Self, predicate: Self, object: Self) -> Self {
        Self::Triple(Box::new([subject, predicate, object]))
    }

    /// The literal, if the term is one.
    pub fn as_literal(&self) -> Option<&Literal> {
        match self {
            Self::Literal(literal) => Some(literal),
            _ => None,
        }
    }
}

impl Literal {
    /// A simple literal (`xsd:string`).
    pub fn string(lexical: impl Into<String>) -> Self {
        Self { lexical: lexical.into(), kind: LiteralKind::Simple }
    }

    /// A language-tagged string.
    pub fn language(lexical: impl Into<String>, tag: impl Into<String>) -> Self {
        Self { lexical: lexical.into(), kind: LiteralKind::Language(tag.into()) }
    }

    /// A literal of a datatype; `xsd:string` gives a simple literal.
    pub fn typed(lexical: impl Into<String>, datatype: impl Into<String>) -> Self {
        let datatype = datatype.into();
        let kind = if datatype == XSD_STRING { LiteralKind::Simple } else { LiteralKind::Typed(datatype) };
        Self { lexical: lexical.into(), kind }
    }

    /// The datatype's IRI: every literal has one, written or implied.
    pub fn datatype(&self) -> &str {
        match &self.kind {
            LiteralKind::Simple => XSD_STRING,
            LiteralKind::Language(tag) if tag.contains("--") => RDF_DIR_LANG_STRING,
            LiteralKind::Language(_) => RDF_LANG_STRING,
            LiteralKind::Typed(datatype) => datatype,
        }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Iri(iri) => write_iri(f, iri),
            Self::Blank(label) => write!(f, "_:{label}"),
            Self::Literal(literal) => literal.fmt(f),
            Self::Triple(terms) => write!(f, "<<( {} {} {} )>>", terms[0], terms[1], terms[2]),
        }
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for c in self.lexical.chars() {
            match c {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '\n' => f.write_str("\\n")?,
                '\r' => f.write_str("\\r")?,
                '\t' => f.write_str("\\t")?,
                c if c.is_ascii_control() => write!(f, "\\u{:04X}", u32::from(c))?,
                c => f.write_char(c)?,
            }
        }
        f.write_char('"')?;
        match &self.kind {
            LiteralKind::Simple => Ok(()),
            LiteralKind::Language(tag) => write!(f, "@{tag}"),
            LiteralKind::Typed(datatype) => {
                f.write_str("^^")?;
                write_iri(f, datatype)
            }
        }
    }
}

impl fmt::Display for Quad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.subject, self.predicate, self.object)?;
        match &self.graph {
            Some(graph) => write!(f, " {graph} ."),
            None => f.write_str(" ."),
        }
    }
}

fn write_iri(f: &mut fmt::Formatter<'_>, iri: &str) -> fmt::Result {
    f.write_char('<')?;
    for c in iri.chars() {
        if is_iri_char(c) {
            f.write_char(c)?;
        } else {
            write!(f, "\\u{:04X}", u32::from(c))?;
        }
    }
    f.write_char('>')
}

/// What a blank node label may hold: PN_CHARS of the grammar of N-Triples 1.1 (its last production but one), which
/// has the colon and all of the supplementary planes, and the letters and digits that engines write beside it.
fn is_label_char(c: char) -> bool {
    c.is_alphanumeric()
        || matches!(c, '_' | ':' | '-' | '\u{b7}' | '\u{300}'..='\u{36f}' | '\u{370}'..='\u{37d}')
        || matches!(c, '\u{37f}'..='\u{1fff}' | '\u{200c}'..='\u{200d}' | '\u{203f}'..='\u{2040}')
        || matches!(c, '\u{2070}'..='\u{218f}' | '\u{2c00}'..='\u{2fef}' | '\u{3001}'..='\u{d7ff}')
        || matches!(c, '\u{f900}'..='\u{fdcf}' | '\u{fdf0}'..='\u{fffd}' | '\u{10000}'..='\u{effff}')
}

/// What may stand unescaped between angle brackets (production IRIREF of N-Triples).
fn is_iri_char(c: char) -> bool {
    c > ' ' && !matches!(c, '<' | '>' | '"' | '{' | '}' | '|' | '^' | '`' | '\\' | '\u{7f}')
}

impl FromStr for Term {
    type Err = TermError;

    fn from_str(text: &str) -> Result<Self, TermError> {
        parse_ntriples(text)
    }
}

/// Reads one term in N-Triples: the inverse of [`Term`]'s `Display`.
///
/// # Errors
/// When the text is not exactly one term (spaces around it are let pass).
pub fn parse_ntriples(text: &str) -> Result<Term, TermError> {
    let mut reader = TermReader::new(text);
    reader.skip_space();
    let term = reader.term()?;
    reader.skip_space();
    if reader.rest().is_empty() { Ok(term) } else { Err(reader.error("unexpected text after the term")) }
}

/// Reads terms one after another from a line.
pub(crate) struct TermReader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl<'a> TermReader<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, at: 0, depth: 0 }
    }

    pub(crate) fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub(crate) fn skip_space(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', '\t']).len();
    }

    /// Steps over `token` when it stands next.
    pub(crate) fn eat(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    pub(crate) fn error(&self, message: impl Into<String>) -> TermError {
        TermError { offset: self.at, message: message.into() }
    }

    fn next(&mut self) -> Option<char> {
        let c = self.rest().chars().next()?;
        self.at += c.len_utf8();
        Some(c)
    }

    /// Steps over the characters that satisfy `accept` and returns them.
    fn take_while(&mut self, accept: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c| !accept(c)).unwrap_or(rest.len());
        self.at += end;
        rest.get(..end).unwrap_or_default()
    }

    pub(crate) fn term(&mut self) -> Result<Term, TermError> {
        if self.eat("<<(") {
            self.triple()
        } else if self.eat("<") {
            self.iri().map(Term::Iri)
        } else if self.eat("_:") {
            self.blank()
        } else if self.eat("\"") {
            self.literal().map(Term::Literal)
        } else {
            Err(self.error("expected '<', '_:', '\"' or '<<('"))
        }
    }

    fn triple(&mut self) -> Result<Term, TermError> {
        if self.depth >= MAX_DEPTH {
            return Err(self.error(format!("triple terms nest deeper than {MAX_DEPTH}")));
        }
        self.depth += 1;
        self.skip_space();
        let subject = self.term()?;
        self.skip_space();
        let predicate = self.term()?;
        self.skip_space();
        let object = self.term()?;
        self.skip_space();
        self.depth -= 1;
        if self.eat(")>>") {
            Ok(Term::triple(subject, predicate, object))
        } else {
            Err(self.error("expected ')>>'"))
        }
    }

    fn iri(&mut self) -> Result<String, TermError> {
        let mut iri = String::new();
        loop {
            iri.push_str(self.take_while(is_iri_char));
            match self.next() {
                Some('>') => return Ok(iri),
                Some('\\') => iri.push(self.code_point()?),
                Some(c) => return Err(self.error(format!("{c:?} cannot stand in an IRI"))),
                None => return Err(self.error("the IRI is not closed")),
            }
        }
    }

    fn blank(&mut self) -> Result<Term, TermError> {
        let run = self.take_while(|c| c == '.' || is_label_char(c));
        let label = run.trim_end_matches('.');
        // A dot at the end closes the statement and is no part of the label.
        self.at -= run.len() - label.len();
        if label.is_empty() || label.starts_with(['-', '.']) {
            return Err(self.error("expected a blank node label"));
        }
        Ok(Term::blank(label))
    }

    fn literal(&mut self) -> Result<Literal, TermError> {
        let mut lexical = String::new();
        loop {
            lexical.push_str(self.take_while(|c| !matches!(c, '"' | '\\' | '\n' | '\r')));
            match self.next() {
                Some('"') => break,
                Some('\\') => lexical.push(self.escape()?),
                Some(c) => return Err(self.error(format!("{c:?} must be escaped in a literal"))),
                None => return Err(self.error("the literal is not closed")),
            }
        }
        if self.eat("^^<") {
            return Ok(Literal::typed(lexical, self.iri()?));
        }
        if self.eat("@") {
            return Ok(Literal::language(lexical, self.language_tag()?));
        }
        Ok(Literal::string(lexical))
    }

    fn language_tag(&mut self) -> Result<&'a str, TermError> {
        let tag = self.take_while(|c| c.is_ascii_alphanumeric() || c == '-');
        // RDF 1.2 may add a base direction after two hyphens.
        let language = tag.strip_suffix("--ltr").or_else(|| tag.strip_suffix("--rtl")).unwrap_or(tag);
        let mut parts = language.split('-');
        let first = parts.next().unwrap_or_default();
        let starts_well = !first.is_empty() && first.bytes().all(|b| b.is_ascii_alphabetic());
        if starts_well && parts.all(|part| !part.is_empty()) {
            Ok(tag)
        } else {
            Err(self.error("expected a language tag"))
        }
    }

    fn escape(&mut self) -> Result<char, TermError> {
        let escaped = match self.rest().chars().next() {
            Some('t') => '\t',
            Some('b') => '\u{8}',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('f') => '\u{c}',
            Some(c @ ('"' | '\'' | '\\')) => c,
            _ => return self.code_point(),
        };
        self.at += 1;
        Ok(escaped)
    }

    /// `uXXXX` or `UXXXXXXXX`, the backslash already read.
    fn code_point(&mut self) -> Result<char, TermError> {
        let digits = if self.eat("u") {
            4
        } else if self.eat("U") {
            8
        } else {
            return Err(self.error("unknown escape"));
        };
        let hex = self.rest().get(..digits).filter(|hex| hex.bytes().all(|b| b.is_ascii_hexdigit()));
        let scalar = hex.and_then(|hex| u32::from_str_radix(hex, 16).ok()).and_then(char::from_u32);
        let Some(c) = scalar else {
            return Err(self.error("expected the code point of a character"));
        };
        self.at += digits;
        Ok(c)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_is_written_in_canonical_ntriples_and_read_back() {
        let table = [
            (Term::iri("http://e/a"), "<http://e/a>"),
            (Term::iri("http://e/a b>"), "<http://e/a\\u0020b\\u003E>"),
            (Term::blank("b0"), "_:b0"),
            (Term::blank("00:00:1"), "_:00:00:1"),
            (Term::blank("\u{1f600}-e\u{301}"), "_:\u{1f600}-e\u{301}"),
            (Term::string("a"), "\"a\""),
            (Term::typed("a", XSD_STRING), "\"a\""),
            (Term::typed("01", XSD_INTEGER), "\"01\"^^<http://www.w3.org/2001/XMLSchema#integer>"),
            (Term::integer(-7), "\"-7\"^^<http://www.w3.org/2001/XMLSchema#integer>"),
            (Term::boolean(true), "\"true\"^^<http://www.w3.org/2001/XMLSchema#boolean>"),
            (Term::language("a", "en-GB"), "\"a\"@en-GB"),
            (Term::language("a", "ar--rtl"), "\"a\"@ar--rtl"),
            (
                Term::string("\"\\\n\r\t\u{1}\u{7f}é\u{1F600}"),
                "\"\\\"\\\\\\n\\r\\t\\u0001\\u007Fé\u{1F600}\"",
            ),
            (
                Term::triple(
                    Term::blank("s"),
                    Term::iri("p"),
                    Term::triple(Term::iri("a"), Term::iri("b"), Term::string("")),
                ),
                "<<( _:s <p> <<( <a> <b> \"\" )>> )>>",
            ),
        ];
        for (term, text) in table {
            assert_eq!(term.to_string(), text);
            assert_eq!(parse_ntriples(text), Ok(term));
        }
    }

    #[test]
    fn escapes_beyond_the_canonical_ones_are_read() {
        assert_eq!(
            parse_ntriples(r#"  "\u0041\U0001F600\b\f\'" "#),
            Ok(Term::string("A\u{1F600}\u{8}\u{c}'"))
        );
        assert_eq!(parse_ntriples(r"<http://e/\u00e9>"), Ok(Term::iri("http://e/é")));
    }

    #[test]
    fn what_is_no_term_is_refused() {
        let texts = [
            "",
            "a",
            "<a",
            "<a b>",
            "_:",
            "_:-a",
            "\"a",
            "\"a\"@",
            "\"a\"@1",
            "\"a\"@en-",
            "\"\\x\"",
            "\"\\uD800\"",
            "\"\\u00\"",
            "\"a\"^^",
            "\"a\" \"b\"",
            "<<( <a> <b> )>>",
            "\"a\nb\"",
            "\"\\u00é\"",
        ];
        for text in texts {
            assert!(parse_ntriples(text).is_err(), "{text}");
        }
    }

    #[test]
    fn deep_nesting_is_an_error_and_not_a_crash() {
        assert!(parse_ntriples(&"<<(".repeat(100_000)).is_err());
    }
}
