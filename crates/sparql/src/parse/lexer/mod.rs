//! Text to tokens (productions 139 to 173).
//!
//! Tokens are cut as long as possible, without regard to the grammar: `-1` is always one number, which the
//! expression parser takes apart where a subtraction stands. Code point escapes are read where SPARQL 1.2 keeps
//! them: in IRIs and strings.

mod names;

use super::chars::{is_iri_char, is_name_base};
use std::borrow::Cow;

/// One token.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::parse) enum Token<'a> {
    /// `<...>` without the brackets, unescaped, not yet resolved (production 139).
    Iri(Cow<'a, str>),
    /// `prefix:local`, the local part unescaped (productions 140 and 141).
    Prefixed { prefix: &'a str, local: Cow<'a, str> },
    /// `_:label` (production 142).
    Blank(&'a str),
    /// `?name` or `$name` (productions 143 and 144).
    Variable(&'a str),
    /// `@tag` (production 145).
    Language(&'a str),
    /// A number with its sign (productions 146 to 154).
    Number { kind: NumberKind, text: &'a str },
    /// A string, unescaped (productions 156 to 159).
    String(Cow<'a, str>),
    /// A keyword, a function's name, `a`, `true`, `false`.
    Word(&'a str),
    /// Punctuation and operators.
    Symbol(&'static str),
    /// The end of the text.
    End,
}

/// Which datatype a number has by its spelling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::parse) enum NumberKind {
    Integer,
    Decimal,
    Double,
}

/// Why the text cannot be cut further, and at which byte.
#[derive(Debug)]
pub(in crate::parse) struct LexError {
    pub(in crate::parse) offset: usize,
    pub(in crate::parse) message: String,
}

/// Punctuation, longer spellings first.
const SYMBOLS: [&str; 30] = [
    "<<(", ")>>", "<<", ">>", "{|", "|}", "~", "||", "&&", "!=", "<=", ">=", "^^", "{", "}", "(", ")", "[",
    "]", ",", ";", ".", "=", "<", ">", "!", "+", "-", "*", "/",
];

/// Punctuation of property paths.
const PATH_SYMBOLS: [&str; 3] = ["|", "^", "?"];

/// Cuts the whole text; every token comes with the byte at which it starts.
pub(in crate::parse) fn tokens(text: &str) -> Result<Vec<(Token<'_>, usize)>, LexError> {
    let mut lexer = Lexer { text, at: 0 };
    let mut tokens = Vec::with_capacity(text.len() / 4);
    loop {
        lexer.skip_blank();
        let start = lexer.at;
        let token = lexer.token()?;
        let end = token == Token::End;
        tokens.push((token, start));
        if end {
            return Ok(tokens);
        }
    }
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn eat(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    fn take_while(&mut self, accept: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c| !accept(c)).unwrap_or(rest.len());
        self.at += end;
        rest.get(..end).unwrap_or_default()
    }

    fn error(&self, message: impl Into<String>) -> LexError {
        LexError { offset: self.at, message: message.into() }
    }

    /// White space and comments (production 162 and section 19.4).
    fn skip_blank(&mut self) {
        loop {
            self.take_while(|c| matches!(c, ' ' | '\t' | '\r' | '\n'));
            if self.peek() != Some('#') {
                return;
            }
            self.take_while(|c| !matches!(c, '\r' | '\n'));
        }
    }

    fn token(&mut self) -> Result<Token<'a>, LexError> {
        let Some(c) = self.peek() else {
            return Ok(Token::End);
        };
        match c {
            '<' => match self.iri()? {
                Some(iri) => Ok(Token::Iri(iri)),
                None => self.symbol(),
            },
            '"' | '\'' => self.string(c).map(Token::String),
            '?' | '$' => {
                Ok(self.variable().map_or_else(|| self.symbol(), |name| Ok(Token::Variable(name)))?)
            }
            '@' => self.language(),
            '_' if self.rest().starts_with("_:") => self.blank(),
            '0'..='9' | '.' | '+' | '-' => match self.number() {
                Some(number) => Ok(number),
                None => self.symbol(),
            },
            c if c == ':' || is_name_base(c) => self.name(),
            _ => self.symbol(),
        }
    }

    fn symbol(&mut self) -> Result<Token<'a>, LexError> {
        match SYMBOLS.iter().chain(&PATH_SYMBOLS).find(|symbol| self.eat(symbol)) {
            Some(symbol) => Ok(Token::Symbol(symbol)),
            None => Err(self.error(format!("unexpected character {:?}", self.peek().unwrap_or_default()))),
        }
    }

    /// An IRI in angle brackets, or nothing when `<` is the operator: that is so when no `>` closes it before a
    /// character that cannot stand in an IRI.
    fn iri(&mut self) -> Result<Option<Cow<'a, str>>, LexError> {
        let start = self.at;
        self.at += 1;
        let mut iri = Cow::Borrowed(self.take_while(is_iri_char));
        loop {
            if self.eat(">") {
                return Ok(Some(iri));
            }
            if !self.eat("\\") {
                self.at = start;
                return Ok(None);
            }
            let c = self.code_point()?;
            if !is_iri_char(c) {
                return Err(self.error(format!("{c:?} cannot stand in an IRI")));
            }
            iri.to_mut().push(c);
            let run = self.take_while(is_iri_char);
            iri.to_mut().push_str(run);
        }
    }

    /// `uXXXX` or `UXXXXXXXX` (section 19.2), the backslash already read.
    fn code_point(&mut self) -> Result<char, LexError> {
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

    fn string(&mut self, quote: char) -> Result<Cow<'a, str>, LexError> {
        let start = self.at;
        let long = self.eat(if quote == '"' { "\"\"\"" } else { "'''" });
        if !long {
            self.at += 1;
        }
        let plain = |c: char| c != quote && c != '\\' && (long || !matches!(c, '\n' | '\r'));
        let mut string = Cow::Borrowed(self.take_while(plain));
        loop {
            let run = self.take_while(plain);
            if !run.is_empty() {
                string.to_mut().push_str(run);
            }
            match self.next() {
                Some('\\') => string.to_mut().push(self.escape()?),
                Some(c) if c == quote && !long => return Ok(string),
                Some(c) if c == quote => {
                    if self.eat(if quote == '"' { "\"\"" } else { "''" }) {
                        return Ok(string);
                    }
                    string.to_mut().push(c);
                }
                _ => {
                    return Err(LexError { offset: start, message: "the string is not closed".to_owned() });
                }
            }
        }
    }

    /// What follows a backslash in a string (production 160).
    fn escape(&mut self) -> Result<char, LexError> {
        let escaped = match self.peek() {
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

    /// A number, or nothing when the sign or the dot stands for itself.
    fn number(&mut self) -> Option<Token<'a>> {
        let rest = self.rest();
        let bytes = rest.as_bytes();
        let digits_from = |from: usize| bytes.iter().skip(from).take_while(|b| b.is_ascii_digit()).count();
        let sign = usize::from(matches!(bytes.first(), Some(b'+' | b'-')));
        let whole = digits_from(sign);
        let mut end = sign + whole;
        let mut kind = NumberKind::Integer;
        let fraction = if bytes.get(end) == Some(&b'.') { digits_from(end + 1) } else { 0 };
        if fraction > 0 {
            end += 1 + fraction;
            kind = NumberKind::Decimal;
        } else if whole == 0 {
            return None;
        }
        // A dot without a fraction belongs to the number before an exponent only: `1.e5`.
        let bare_dot = usize::from(fraction == 0 && bytes.get(end) == Some(&b'.'));
        if matches!(bytes.get(end + bare_dot), Some(b'e' | b'E')) {
            let from = end + bare_dot + 1;
            let from = from + usize::from(matches!(bytes.get(from), Some(b'+' | b'-')));
            let exponent = digits_from(from);
            if exponent > 0 {
                end = from + exponent;
                kind = NumberKind::Double;
            }
        }
        self.at += end;
        Some(Token::Number { kind, text: rest.get(..end)? })
    }
}
