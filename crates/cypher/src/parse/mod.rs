//! Text to tree.
//!
//! The lexer cuts the text into tokens, and a recursive-descent parser with precedence climbing makes the tree
//! (openCypher 9 grammar, one file per part of it). It is written by hand, because its errors must name a
//! place and the suite's error detail, and because it must survive any text: nesting and the height of the
//! tree are bounded, so that neither parsing nor any later walk over the tree can exhaust the stack.
//!
//! The parser accepts every spelling that [`print`](crate::print) can write. It checks form only; what a name
//! refers to, which functions exist and what types fit is checked by who evaluates.

mod atom;
mod clause;
mod comprehension;
mod expression;
mod label;
mod lexer;
mod lookahead;
mod number;
mod pattern;
mod reserved;
mod schema;
mod subquery;
mod value_type;
mod write;

pub(crate) use reserved::is_reserved;

use thiserror::Error;

use crate::ast::{Expression, Query, Statement};
use clause::End;
use lexer::{Kind, Token};

/// How deep brackets and prefix operators may nest.
const MAX_NESTING: usize = 200;

/// How high an expression's tree may grow: a chain of left-associative operators nests without brackets.
const MAX_HEIGHT: usize = 500;

/// Why a text is not a query, and where.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {message}")]
pub struct ParseError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// What is wrong there.
    pub message: String,
    /// The openCypher suite's error detail, such as `UnexpectedSyntax` or `IntegerOverflow`.
    pub detail: &'static str,
}

impl ParseError {
    /// An error at a byte offset of the text.
    fn at(text: &str, offset: usize, detail: &'static str, message: impl Into<String>) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = before.matches('\n').count() + 1;
        let column = before.get(line_start..).unwrap_or_default().chars().count() + 1;
        Self { line, column, message: message.into(), detail }
    }
}

/// The detail of most errors: a token where no rule of the grammar allows it.
const UNEXPECTED: &str = "UnexpectedSyntax";

/// What every parsing function gives.
type Parsed<T> = Result<T, ParseError>;

/// Reads one query; a semicolon may follow it.
///
/// # Errors
///
/// The first place where the text departs from the grammar.
pub fn parse(text: &str) -> Result<Query, ParseError> {
    let mut parser = Parser::new(text)?;
    let query = parser.query(End::Action)?;
    parser.accept(";");
    parser.end()?;
    Ok(query)
}

/// Reads one statement: a query or a schema command, with what may stand before it; a semicolon may follow.
///
/// # Errors
///
/// The first place where the text departs from the grammar.
pub fn parse_statement(text: &str) -> Result<Statement, ParseError> {
    let mut parser = Parser::new(text)?;
    let statement = parser.statement()?;
    parser.accept(";");
    parser.end()?;
    Ok(statement)
}

/// Reads one expression.
///
/// # Errors
///
/// The first place where the text departs from the grammar.
pub fn parse_expression(text: &str) -> Result<Expression, ParseError> {
    let mut parser = Parser::new(text)?;
    let expression = parser.expression()?;
    parser.end()?;
    Ok(expression)
}

/// The tokens and how far they are read.
struct Parser<'t> {
    text: &'t str,
    tokens: Vec<Token<'t>>,
    position: usize,
    /// How many brackets and prefix operators are open.
    nesting: usize,
    /// The height of the highest tree built so far within the innermost open operand.
    height: usize,
    /// Whether a bar at this level of brackets may belong to a comprehension around the expression.
    before_bar: bool,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str) -> Parsed<Self> {
        let tokens = lexer::tokens(text)?;
        Ok(Self { text, tokens, position: 0, nesting: 0, height: 0, before_bar: false })
    }

    /// The token `ahead` places after the current one; behind the last one there are only ends.
    fn peek(&self, ahead: usize) -> &Kind<'t> {
        self.tokens.get(self.position + ahead).map_or(&Kind::End, |token| &token.kind)
    }

    fn advance(&mut self) {
        self.position += 1;
    }

    fn is_symbol(&self, ahead: usize, symbol: &str) -> bool {
        matches!(self.peek(ahead), Kind::Symbol(found) if *found == symbol)
    }

    fn is_keyword(&self, ahead: usize, keyword: &str) -> bool {
        matches!(self.peek(ahead), Kind::Name(found) if found.eq_ignore_ascii_case(keyword))
    }

    /// Whether the symbol is next; if so, it is read.
    fn accept(&mut self, symbol: &str) -> bool {
        let found = self.is_symbol(0, symbol);
        self.position += usize::from(found);
        found
    }

    /// Whether the keyword is next; if so, it is read.
    fn accept_keyword(&mut self, keyword: &str) -> bool {
        let found = self.is_keyword(0, keyword);
        self.position += usize::from(found);
        found
    }

    fn expect(&mut self, symbol: &str) -> Parsed<()> {
        if self.accept(symbol) { Ok(()) } else { Err(self.unexpected(&format!("`{symbol}`"))) }
    }

    fn expect_keyword(&mut self, keyword: &str) -> Parsed<()> {
        if self.accept_keyword(keyword) { Ok(()) } else { Err(self.unexpected(keyword)) }
    }

    fn end(&self) -> Parsed<()> {
        if matches!(self.peek(0), Kind::End) { Ok(()) } else { Err(self.unexpected("the end of the query")) }
    }

    /// One thing or several with commas between.
    fn comma_separated<T>(&mut self, mut one: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut all = vec![one(self)?];
        while self.accept(",") {
            all.push(one(self)?);
        }
        Ok(all)
    }

    /// A name that is no reserved word (`SymbolicName`): a variable or an alias.
    fn symbolic_name(&mut self, what: &str) -> Parsed<String> {
        match self.peek(0) {
            Kind::Name(name) if is_reserved(name) => Err(self.unexpected(what)),
            _ => self.schema_name(what),
        }
    }

    /// A name that may be a reserved word (`SchemaName`): a label, a type, a property key.
    fn schema_name(&mut self, what: &str) -> Parsed<String> {
        let name = match self.peek(0) {
            Kind::Name(name) => (*name).to_owned(),
            Kind::QuotedName(name) => name.clone(),
            _ => return Err(self.unexpected(what)),
        };
        self.advance();
        Ok(name)
    }

    /// Names with dots between, as one (`Namespace`).
    fn dotted_name(&mut self, what: &str) -> Parsed<String> {
        let mut name = self.schema_name(what)?;
        while self.accept(".") {
            name.push('.');
            name.push_str(&self.schema_name(what)?);
        }
        Ok(name)
    }

    /// The text of the token that is next.
    fn token_text(&self) -> &'t str {
        let offset = |ahead: usize| self.tokens.get(self.position + ahead).map(|token| token.offset);
        let (start, end) = (offset(0).unwrap_or(self.text.len()), offset(1).unwrap_or(self.text.len()));
        let text = self.text.get(start..end).unwrap_or_default();
        text.split_whitespace().next().unwrap_or_default()
    }

    /// The variable that may stand here.
    fn optional_variable(&mut self) -> Parsed<Option<String>> {
        match self.peek(0) {
            Kind::Name(_) | Kind::QuotedName(_) => self.symbolic_name("a variable").map(Some),
            _ => Ok(None),
        }
    }

    /// `{key: value, ...}`, the brace being next (`MapLiteral`).
    fn map_entries(&mut self) -> Parsed<Vec<(String, Expression)>> {
        self.expect("{")?;
        if self.accept("}") {
            return Ok(Vec::new());
        }
        let entries = self.comma_separated(|parser| {
            let key = parser.schema_name("a property key")?;
            parser.expect(":")?;
            Ok((key, parser.expression()?))
        })?;
        self.expect("}")?;
        Ok(entries)
    }

    /// Parses something that opens one more level of nesting.
    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.nesting >= MAX_NESTING {
            return Err(self.error(UNEXPECTED, format!("nested too deeply (more than {MAX_NESTING} levels)")));
        }
        self.nesting += 1;
        let result = inner(self);
        self.nesting -= 1;
        result
    }

    /// Records that a node now stands on top of what was built within this operand.
    fn grow(&mut self) -> Parsed<()> {
        self.height += 1;
        if self.height <= MAX_HEIGHT {
            return Ok(());
        }
        let message = format!("nested too deeply (more than {MAX_HEIGHT} operators upon each other)");
        Err(self.error(UNEXPECTED, message))
    }

    /// An error at the current token.
    fn error(&self, detail: &'static str, message: impl Into<String>) -> ParseError {
        let offset = self.tokens.get(self.position).map_or(self.text.len(), |token| token.offset);
        ParseError::at(self.text, offset, detail, message)
    }

    /// The error that the current token is not what the grammar wants here.
    fn unexpected(&self, wanted: &str) -> ParseError {
        self.error(UNEXPECTED, format!("expected {wanted}, found {}", self.peek(0)))
    }
}
