//! Text to tree: a hand-written recursive descent along the SPARQL 1.1 grammar (section 19.8).
//!
//! Written by hand so that an error says where and what in the grammar's own words, and so that nesting is bounded:
//! the reference evaluator is fed with text as an engine is, and no text may bring it down. What the grammar's notes
//! forbid beside the productions (blank node labels across patterns, variables bound twice, projected variables
//! that are not grouped) is an error of the same kind.

mod chars;
mod check;
mod expression;
mod group;
mod iri;
mod lexer;
mod modifiers;
mod named;
mod path;
mod query;
#[cfg(test)]
mod tests;
mod triple_term;
mod triples;
mod turtle;
mod update;

use crate::ast::{Prologue, Query, Update, Variable};
use lexer::Token;
use quarrel_case::term::{RDF, RDF_TYPE};
use std::collections::{BTreeMap, BTreeSet};

/// Groups, expressions and blank node property lists nest at most this deep, operators in a chain counted too:
/// every room walks the tree recursively, so this bounds the stack of all of them.
pub const MAX_DEPTH: usize = 200;

/// A text that is not a query.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct ParseError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong there.
    pub message: String,
}

/// What a text can be.
#[derive(Debug, Clone, PartialEq)]
pub enum Request {
    /// A query.
    Query(Box<Query>),
    /// An update.
    Update(Update),
}

/// Reads a query.
///
/// # Errors
/// When the text is not a query of the language, at the first place where that shows.
pub fn parse(text: &str) -> Result<Query> {
    parser(text)?.query()
}

/// Reads an update.
///
/// # Errors
/// As [`parse()`].
pub fn parse_update(text: &str) -> Result<Update> {
    parser(text)?.update()
}

/// Reads a query or an update, whichever the word after the prologue begins.
///
/// # Errors
/// As [`parse()`].
pub fn parse_request(text: &str) -> Result<Request> {
    request(parser(text)?)
}

/// Reads a request in which, against section 11.4, a column beside an aggregate may be a variable that is not grouped
/// by: for a planted fault.
///
/// # Errors
/// As [`parse()`].
pub(crate) fn parse_ungrouped(text: &str) -> Result<Request> {
    let mut parser = parser(text)?;
    parser.ungrouped = true;
    request(parser)
}

fn request(parser: Parser<'_>) -> Result<Request> {
    if parser.is_update() {
        parser.update().map(Request::Update)
    } else {
        parser.query().map(Box::new).map(Request::Query)
    }
}

pub(crate) use named::graphs_named;
pub(crate) use turtle::parse_trig;

fn parser(text: &str) -> Result<Parser<'_>> {
    let tokens = lexer::tokens(text).map_err(|error| error_at(text, error.offset, error.message))?;
    Ok(Parser::new(text, tokens))
}

fn error_at(text: &str, offset: usize, message: String) -> ParseError {
    let before = text.get(..offset).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = before.matches('\n').count() + 1;
    let column = before.get(line_start..).unwrap_or_default().chars().count() + 1;
    ParseError { line, column, message }
}

type Result<T> = std::result::Result<T, ParseError>;

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<(Token<'a>, usize)>,
    at: usize,
    prologue: Prologue,
    /// How many scopes are open around the next token.
    depth: usize,
    /// How tall the tallest tree is that the innermost open scope has built so far.
    height: usize,
    /// Whether an aggregate may stand here.
    aggregates: bool,
    /// Whether a variable that is not grouped by may be a column beside an aggregate.
    ungrouped: bool,
    /// The blank node labels that the query writes, which fresh ones must avoid.
    labels: BTreeSet<&'a str>,
    /// How many labels were tried for blank nodes without one.
    fresh: usize,
    /// The basic graph pattern that the next triple pattern belongs to, and how many there are.
    pattern: usize,
    patterns: usize,
    /// The basic graph pattern that each blank node label belongs to.
    homes: BTreeMap<&'a str, usize>,
    /// The operation of an update that is being read, and the INSERT DATA that each blank node label is in.
    operation: usize,
    operations: BTreeMap<&'a str, usize>,
    /// What may stand in a triple here.
    mode: Mode,
}

/// What may stand in a triple.
#[derive(Debug, Clone, Copy)]
struct Mode {
    /// Property paths: in patterns, not in templates.
    paths: bool,
    /// Variables: not in data.
    variables: bool,
    /// Blank nodes: not in what is deleted.
    blanks: bool,
}

impl Mode {
    const PATTERN: Self = Self { paths: true, variables: true, blanks: true };
    const TEMPLATE: Self = Self { paths: false, ..Self::PATTERN };
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, tokens: Vec<(Token<'a>, usize)>) -> Self {
        let labels = tokens.iter().filter_map(|(token, _)| match token {
            Token::Blank(label) => Some(*label),
            _ => None,
        });
        Self {
            text,
            labels: labels.collect(),
            tokens,
            at: 0,
            prologue: Prologue::default(),
            depth: 0,
            height: 0,
            aggregates: false,
            ungrouped: false,
            fresh: 0,
            pattern: 0,
            patterns: 0,
            homes: BTreeMap::new(),
            operation: 0,
            operations: BTreeMap::new(),
            mode: Mode::PATTERN,
        }
    }

    /// The next token.
    fn peek(&self) -> &Token<'a> {
        self.peek_at(0)
    }

    /// The token after `ahead` others.
    fn peek_at(&self, ahead: usize) -> &Token<'a> {
        self.tokens.get(self.at + ahead).map_or(&Token::End, |(token, _)| token)
    }

    /// Takes the next token; the end stays where it is.
    fn next(&mut self) -> Token<'a> {
        let token = self.peek().clone();
        if token != Token::End {
            self.at += 1;
        }
        token
    }

    /// The byte at which the next token starts.
    fn offset(&self) -> usize {
        self.tokens.get(self.at).map_or(self.text.len(), |(_, offset)| *offset)
    }

    fn error_at(&self, offset: usize, message: impl Into<String>) -> ParseError {
        error_at(self.text, offset, message.into())
    }

    fn error(&self, message: impl Into<String>) -> ParseError {
        self.error_at(self.offset(), message)
    }

    /// The error that something else should stand here.
    fn expected(&self, what: &str) -> ParseError {
        self.error(format!("expected {what}, found {}", self.found()))
    }

    /// The next token as it was written.
    fn found(&self) -> String {
        if *self.peek() == Token::End {
            return "the end of the query".to_owned();
        }
        let end = self.tokens.get(self.at + 1).map_or(self.text.len(), |(_, offset)| *offset);
        let written = self.text.get(self.offset()..end).unwrap_or_default();
        // Blank space and comments after the token lie in the range too; a token itself holds none at its end.
        let short: String = written.lines().next().unwrap_or_default().trim_end().chars().take(40).collect();
        format!("'{short}'")
    }

    fn is_symbol(&self, symbol: &str) -> bool {
        matches!(self.peek(), Token::Symbol(found) if *found == symbol)
    }

    fn eat_symbol(&mut self, symbol: &str) -> bool {
        let found = self.is_symbol(symbol);
        self.at += usize::from(found);
        found
    }

    fn expect_symbol(&mut self, symbol: &str) -> Result<()> {
        if self.eat_symbol(symbol) { Ok(()) } else { Err(self.expected(&format!("'{symbol}'"))) }
    }

    /// Keywords are read in any case of letters (note 1).
    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Word(found) if found.eq_ignore_ascii_case(word))
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        self.at += usize::from(found);
        found
    }

    fn expect_word(&mut self, word: &str) -> Result<()> {
        if self.eat_word(word) { Ok(()) } else { Err(self.expected(word)) }
    }

    /// Production 108: Var.
    fn variable(&mut self) -> Result<Variable> {
        match *self.peek() {
            Token::Variable(name) => {
                self.at += 1;
                Ok(Variable::new(name))
            }
            _ => Err(self.expected("a variable")),
        }
    }

    /// Production 136: iri, resolved.
    fn iri(&mut self) -> Result<String> {
        let iri = match self.peek() {
            Token::Iri(iri) => iri::resolve(self.prologue.base.as_deref(), iri),
            Token::Prefixed { prefix, local } => {
                match self.prologue.prefixes.iter().find(|declared| declared.label == *prefix) {
                    Some(declared) => format!("{}{local}", declared.iri),
                    None => return Err(self.error(format!("the prefix '{prefix}:' is not declared"))),
                }
            }
            _ => return Err(self.expected("an IRI")),
        };
        self.at += 1;
        Ok(iri)
    }

    fn is_iri(&self) -> bool {
        matches!(self.peek(), Token::Iri(_) | Token::Prefixed { .. })
    }

    /// Runs `inside` one level deeper and counts the tree that it builds as one level more.
    fn nested<T>(&mut self, inside: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth >= MAX_DEPTH {
            return Err(self.too_deep());
        }
        self.depth += 1;
        let outside = std::mem::take(&mut self.height);
        let value = inside(self)?;
        self.depth -= 1;
        self.grow()?;
        self.height = self.height.max(outside);
        Ok(value)
    }

    /// Puts one node on top of the tallest tree of this scope.
    fn grow(&mut self) -> Result<()> {
        self.height += 1;
        if self.height > MAX_DEPTH { Err(self.too_deep()) } else { Ok(()) }
    }

    fn too_deep(&self) -> ParseError {
        self.error(format!("the query nests deeper than {MAX_DEPTH} levels"))
    }

    /// An IRI of the RDF vocabulary.
    fn rdf(local: &str) -> String {
        format!("{RDF}{local}")
    }

    /// Production 78, its `a`: the one keyword in lower case only.
    fn eat_a(&mut self) -> Option<String> {
        let found = matches!(self.peek(), Token::Word("a"));
        self.at += usize::from(found);
        found.then(|| RDF_TYPE.to_owned())
    }
}
