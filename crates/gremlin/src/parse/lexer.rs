//! Text to lexemes.

use super::ParseError;

/// The smallest parts of a text.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Lexeme {
    Name(String),
    /// Digits with point, exponent and suffix, as written, without a sign.
    Number(String),
    Text(String),
    Mark(char),
}

/// A lexeme and where it begins, in characters.
pub(super) type Placed = (Lexeme, usize);

/// What stands between the ends of a range: two points.
pub(super) const RANGE: char = '\u{2025}';

/// The lexemes of a text.
pub(super) fn lex(text: &str) -> Result<Vec<Placed>, ParseError> {
    let letters: Vec<char> = text.chars().collect();
    let mut lexer = Lexer { letters: &letters, at: 0 };
    let mut lexemes = Vec::new();
    while let Some(letter) = lexer.peek(0) {
        let start = lexer.at;
        if letter.is_whitespace() {
            lexer.at += 1;
            continue;
        }
        let lexeme = match letter {
            '"' | '\'' => lexer.text(letter)?,
            '.' if lexer.peek(1) == Some('.') => {
                lexer.at += 2;
                Lexeme::Mark(RANGE)
            }
            '.' if lexer.peek(1).is_some_and(|next| next.is_ascii_digit())
                && !lexer.after_value(&lexemes) =>
            {
                lexer.number()
            }
            '0'..='9' => lexer.number(),
            letter if letter.is_alphabetic() || letter == '_' || letter == '$' => {
                Lexeme::Name(lexer.take(|letter| letter.is_alphanumeric() || letter == '_' || letter == '$'))
            }
            '.' | ',' | '(' | ')' | '[' | ']' | '{' | '}' | ':' | ';' | '-' | '+' | '#' => {
                lexer.at += 1;
                Lexeme::Mark(letter)
            }
            other => return Err(ParseError::new(start, format!("{other:?} has no meaning"))),
        };
        lexemes.push((lexeme, start));
    }
    Ok(lexemes)
}

struct Lexer<'t> {
    letters: &'t [char],
    at: usize,
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.letters.get(self.at + ahead).copied()
    }

    fn take(&mut self, fits: impl Fn(char) -> bool) -> String {
        let mut taken = String::new();
        while let Some(letter) = self.peek(0).filter(|letter| fits(*letter)) {
            taken.push(letter);
            self.at += 1;
        }
        taken
    }

    /// Whether a point stands after something that has steps.
    fn after_value(&self, before: &[Placed]) -> bool {
        matches!(before.last(), Some((Lexeme::Name(_) | Lexeme::Mark(')'), _)))
    }

    fn number(&mut self) -> Lexeme {
        let mut text = self.take(|letter| letter.is_ascii_digit());
        if self.peek(0) == Some('.') && self.peek(1).is_some_and(|next| next.is_ascii_digit()) {
            self.at += 1;
            text.push('.');
            text += &self.take(|letter| letter.is_ascii_digit());
        }
        let signed = usize::from(matches!(self.peek(1), Some('+' | '-')));
        if matches!(self.peek(0), Some('e' | 'E'))
            && self.peek(1 + signed).is_some_and(|d| d.is_ascii_digit())
        {
            for _ in 0..=signed {
                text.extend(self.peek(0));
                self.at += 1;
            }
            text += &self.take(|letter| letter.is_ascii_digit());
        }
        text += &self.take(|letter| letter.is_ascii_alphabetic());
        Lexeme::Number(text)
    }

    fn text(&mut self, quote: char) -> Result<Lexeme, ParseError> {
        let start = self.at;
        self.at += 1;
        let mut text = String::new();
        while let Some(letter) = self.peek(0) {
            self.at += 1;
            match letter {
                letter if letter == quote => return Ok(Lexeme::Text(text)),
                '\\' => text.push(self.escape(start)?),
                other => text.push(other),
            }
        }
        Err(ParseError::new(start, "the string does not end".to_owned()))
    }

    fn escape(&mut self, start: usize) -> Result<char, ParseError> {
        let letter = self.peek(0);
        self.at += 1;
        Ok(match letter {
            Some('n') => '\n',
            Some('t') => '\t',
            Some('r') => '\r',
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('u') => {
                return self.code_point().ok_or_else(|| ParseError::new(start, "no such letter".to_owned()));
            }
            Some(letter @ ('"' | '\'' | '\\' | '$')) => letter,
            _ => return Err(ParseError::new(start, "an unknown escape in the string".to_owned())),
        })
    }

    /// Four digits, or twice four for what two of them make up.
    fn code_point(&mut self) -> Option<char> {
        let high = self.unit()?;
        if !(0xD800..0xDC00).contains(&high) {
            return char::from_u32(high);
        }
        (self.peek(0) == Some('\\') && self.peek(1) == Some('u')).then(|| self.at += 2)?;
        let low = self.unit()?.checked_sub(0xDC00).filter(|low| *low < 0x400)?;
        char::from_u32(0x1_0000 + ((high - 0xD800) << 10) + low)
    }

    fn unit(&mut self) -> Option<u32> {
        let mut unit = 0;
        for _ in 0..4 {
            unit = unit * 16 + self.peek(0)?.to_digit(16)?;
            self.at += 1;
        }
        Some(unit)
    }
}
