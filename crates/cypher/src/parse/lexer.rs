//! Text to tokens.

use std::fmt;

use super::number;
use super::{ParseError, Parsed, UNEXPECTED};

/// A token and the byte at which it begins.
#[derive(Debug)]
pub(super) struct Token<'t> {
    pub(super) kind: Kind<'t>,
    pub(super) offset: usize,
}

/// What a token is. Keywords are names: most of them may name something in some place.
#[derive(Debug)]
pub(super) enum Kind<'t> {
    /// A keyword or a plain name.
    Name(&'t str),
    /// A name in back quotes, with the quotes taken off.
    QuotedName(String),
    /// `$name`.
    Parameter(String),
    /// The magnitude of an integer, at most 2^63: that one only after a minus sign.
    Integer(u64),
    /// A finite float.
    Float(f64),
    /// A number that cannot be: the suite's detail and a message. Where no number is wanted, it is just an
    /// unexpected token.
    BadNumber(&'static str, &'static str),
    /// A string, with its escapes resolved.
    String(String),
    /// An operator or a bracket.
    Symbol(&'static str),
    /// The end of the text.
    End,
}

impl fmt::Display for Kind<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(formatter, "`{name}`"),
            Self::QuotedName(name) => write!(formatter, "the name `{name}`"),
            Self::Parameter(name) => write!(formatter, "the parameter `${name}`"),
            Self::Integer(_) | Self::Float(_) | Self::BadNumber(..) => formatter.write_str("a number"),
            Self::String(_) => formatter.write_str("a string"),
            Self::Symbol(symbol) => write!(formatter, "`{symbol}`"),
            Self::End => formatter.write_str("the end of the query"),
        }
    }
}

/// The operators and brackets, the longer before their beginnings. Arrows are not among them: `a<-1` compares,
/// so the parser of patterns puts them together.
const SYMBOLS: [&str; 32] = [
    "..", "||", "::", "+=", "&", "=~", "<>", "!=", "!", "<=", ">=", "(", ")", "[", "]", "{", "}", ",", ".",
    ":", ";", "|", "=", "<", ">", "+", "-", "*", "/", "%", "^", "$",
];

/// Cuts a text into its tokens, of which the last one is the end.
pub(super) fn tokens(text: &str) -> Parsed<Vec<Token<'_>>> {
    let mut lexer = Lexer { text, offset: 0 };
    let mut tokens = Vec::with_capacity(text.len() / 3 + 1);
    loop {
        lexer.skip_blanks()?;
        let offset = lexer.offset;
        let kind = lexer.token()?;
        let done = matches!(kind, Kind::End);
        tokens.push(Token { kind, offset });
        if done {
            return Ok(tokens);
        }
    }
}

/// Whether a plain name may begin with this character.
pub(crate) fn starts_name(character: char) -> bool {
    character.is_alphabetic() || character == '_'
}

/// Whether a plain name may go on with this character.
pub(crate) fn continues_name(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

struct Lexer<'t> {
    text: &'t str,
    /// Always on the boundary of a character.
    offset: usize,
}

impl<'t> Lexer<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.offset..).unwrap_or_default()
    }

    fn error<T>(&self, offset: usize, detail: &'static str, message: impl Into<String>) -> Parsed<T> {
        Err(ParseError::at(self.text, offset, detail, message))
    }

    /// Reads the characters that satisfy a condition.
    fn take_while(&mut self, condition: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let length = rest.find(|character| !condition(character)).unwrap_or(rest.len());
        self.offset += length;
        rest.get(..length).unwrap_or_default()
    }

    /// Skips white space and comments.
    fn skip_blanks(&mut self) -> Parsed<()> {
        loop {
            self.take_while(|character| {
                character.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&character)
            });
            if self.rest().starts_with("//") {
                self.take_while(|character| character != '\n' && character != '\r');
            } else if let Some(comment) = self.rest().strip_prefix("/*") {
                let Some(length) = comment.find("*/") else {
                    return self.error(self.offset, UNEXPECTED, "this comment is not closed");
                };
                self.offset += length + 4;
            } else {
                return Ok(());
            }
        }
    }

    fn token(&mut self) -> Parsed<Kind<'t>> {
        let mut characters = self.rest().chars();
        let Some(first) = characters.next() else {
            return Ok(Kind::End);
        };
        let second = characters.next();
        match first {
            _ if starts_name(first) => Ok(Kind::Name(self.take_while(continues_name))),
            '0'..='9' => Ok(self.number()),
            '.' if second.is_some_and(|digit| digit.is_ascii_digit()) => Ok(self.number()),
            '`' => self.quoted_name().map(Kind::QuotedName),
            '\'' | '"' => self.string(first).map(Kind::String),
            '$' if second == Some('`') => {
                self.offset += 1;
                self.quoted_name().map(Kind::Parameter)
            }
            '$' if second.is_some_and(continues_name) => {
                self.offset += 1;
                Ok(Kind::Parameter(self.take_while(continues_name).to_owned()))
            }
            _ => self.symbol(first),
        }
    }

    fn symbol(&mut self, first: char) -> Parsed<Kind<'t>> {
        let rest = self.rest();
        if let Some(symbol) = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) {
            self.offset += symbol.len();
            return Ok(Kind::Symbol(symbol));
        }
        let detail = if first.is_ascii() { UNEXPECTED } else { "InvalidUnicodeCharacter" };
        self.error(
            self.offset,
            detail,
            format!("the character `{}` has no meaning here", first.escape_debug()),
        )
    }

    fn number(&mut self) -> Kind<'t> {
        let (kind, length) = number::read(self.rest());
        self.offset += length;
        kind
    }

    /// A name in back quotes; a doubled back quote stands for one.
    fn quoted_name(&mut self) -> Parsed<String> {
        let start = self.offset;
        let mut name = String::new();
        loop {
            self.offset += 1;
            name.push_str(self.take_while(|character| character != '`'));
            if self.rest().is_empty() {
                return self.error(start, UNEXPECTED, "this quoted name is not closed");
            }
            self.offset += 1;
            if !self.rest().starts_with('`') {
                return Ok(name);
            }
            name.push('`');
        }
    }

    fn string(&mut self, quote: char) -> Parsed<String> {
        let start = self.offset;
        self.offset += 1;
        let mut string = String::new();
        loop {
            string.push_str(self.take_while(|character| character != quote && character != '\\'));
            match self.rest().chars().next() {
                None => return self.error(start, UNEXPECTED, "this string is not closed"),
                Some('\\') => string.push(self.escape()?),
                Some(_) => {
                    self.offset += 1;
                    return Ok(string);
                }
            }
        }
    }

    /// An escape in a string (`EscapedChar`), the backslash being next.
    fn escape(&mut self) -> Parsed<char> {
        let start = self.offset;
        let letter = self.rest().chars().nth(1);
        self.offset += 1 + letter.map_or(0, char::len_utf8);
        Ok(match letter {
            Some(itself @ ('\\' | '\'' | '"' | '`' | '/')) => itself,
            Some('b' | 'B') => '\u{8}',
            Some('f' | 'F') => '\u{c}',
            Some('n' | 'N') => '\n',
            Some('r' | 'R') => '\r',
            Some('t' | 'T') => '\t',
            Some('u') => return self.unicode_escape(start, 4),
            Some('U') => return self.unicode_escape(start, 8),
            _ => return self.error(start, UNEXPECTED, "this escape is not known"),
        })
    }

    /// The digits of a Unicode escape. Two escapes may stand for the two halves of one character.
    fn unicode_escape(&mut self, start: usize, digits: usize) -> Parsed<char> {
        let high = self.hexadecimal(digits);
        let low = match high {
            Some(0xD800..=0xDBFF) if self.rest().starts_with("\\u") => {
                self.offset += 2;
                self.hexadecimal(4).filter(|low| (0xDC00..=0xDFFF).contains(low))
            }
            _ => None,
        };
        let code = match (high, low) {
            (Some(high), Some(low)) => Some(0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00)),
            (high, _) => high,
        };
        match code.and_then(char::from_u32) {
            Some(character) => Ok(character),
            None => self.error(start, "InvalidUnicodeLiteral", "this escape is not a Unicode character"),
        }
    }

    fn hexadecimal(&mut self, digits: usize) -> Option<u32> {
        let text =
            self.rest().get(..digits).filter(|text| text.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
        self.offset += digits;
        u32::from_str_radix(text, 16).ok()
    }
}
