//! Tokens with a name in them: variables, language tags, blank nodes, prefixed names, words.

use super::{LexError, Lexer, Token};
use crate::parse::chars::{is_name, is_name_start, is_variable};
use std::borrow::Cow;

impl<'a> Lexer<'a> {
    pub(super) fn variable(&mut self) -> Option<&'a str> {
        let mut ahead = self.rest().chars();
        ahead.next();
        if !ahead.next().is_some_and(|c| is_name_start(c) || c.is_ascii_digit()) {
            return None;
        }
        self.at += 1;
        Some(self.take_while(is_variable))
    }

    pub(super) fn language(&mut self) -> Result<Token<'a>, LexError> {
        let start = self.at;
        self.at += 1;
        let run = self.take_while(|c| c.is_ascii_alphanumeric() || c == '-');
        // SPARQL 1.2 lets a base direction follow the tag.
        let (tag, direction) = run.split_once("--").map_or((run, None), |(tag, rest)| (tag, Some(rest)));
        let mut parts = tag.split('-');
        let first = parts.next().unwrap_or_default();
        let starts_well = !first.is_empty() && first.bytes().all(|b| b.is_ascii_alphabetic());
        if starts_well
            && parts.all(|part| !part.is_empty())
            && direction.is_none_or(|to| matches!(to, "ltr" | "rtl"))
        {
            Ok(Token::Language(run))
        } else {
            Err(LexError { offset: start, message: "expected a language tag after '@'".to_owned() })
        }
    }

    pub(super) fn blank(&mut self) -> Result<Token<'a>, LexError> {
        self.at += 2;
        if !self.peek().is_some_and(|c| is_name_start(c) || c.is_ascii_digit()) {
            return Err(self.error("expected a blank node label after '_:'"));
        }
        Ok(Token::Blank(self.dotted(is_name)))
    }

    /// A run in which dots may stand inside but not at the end, where they close a triple.
    fn dotted(&mut self, accept: impl Fn(char) -> bool) -> &'a str {
        let run = self.take_while(|c| c == '.' || accept(c));
        let trimmed = run.trim_end_matches('.');
        self.at -= run.len() - trimmed.len();
        trimmed
    }

    /// A prefixed name when a colon follows, else a word.
    pub(super) fn name(&mut self) -> Result<Token<'a>, LexError> {
        let start = self.at;
        let prefix = self.dotted(is_name);
        if self.eat(":") {
            return Ok(Token::Prefixed { prefix, local: self.local()? });
        }
        self.at = start;
        let word = self.take_while(|c| c.is_ascii_alphanumeric() || c == '_');
        if word.is_empty() { self.symbol() } else { Ok(Token::Word(word)) }
    }

    /// The local part of a prefixed name (production 169); may be empty.
    fn local(&mut self) -> Result<Cow<'a, str>, LexError> {
        let first = |c: char| is_name_start(c) || c == ':' || c.is_ascii_digit();
        let mut local = Cow::Borrowed("");
        match self.peek() {
            Some(c) if first(c) => {}
            Some('%' | '\\') => {}
            _ => return Ok(local),
        }
        loop {
            let run = self.dotted(|c| is_name(c) || c == ':');
            if local.is_empty() {
                local = Cow::Borrowed(run);
            } else {
                local.to_mut().push_str(run);
            }
            // Dots are part of the name when an escape goes on after them.
            let dots = self.rest().len() - self.rest().trim_start_matches('.').len();
            let escape = self.rest().get(dots..).and_then(|rest| rest.chars().next());
            if !matches!(escape, Some('%' | '\\')) || (dots > 0 && local.is_empty()) {
                return Ok(local);
            }
            local.to_mut().push_str(self.take_while(|c| c == '.'));
            self.local_escape(local.to_mut())?;
        }
    }

    /// `%hh`, kept as it is, or a backslash and the character it lets stand (productions 170 to 173).
    fn local_escape(&mut self, local: &mut String) -> Result<(), LexError> {
        let hex = self.rest().get(1..3).filter(|hex| hex.bytes().all(|b| b.is_ascii_hexdigit()));
        match (self.next(), hex) {
            (Some('%'), Some(hex)) => {
                local.push('%');
                local.push_str(hex);
                self.at += 2;
                Ok(())
            }
            (Some('\\'), _) => match self.next() {
                Some(c) if "_~.-!$&'()*+,;=/?#@%".contains(c) => {
                    local.push(c);
                    Ok(())
                }
                _ => Err(self.error("this character cannot be escaped in a prefixed name")),
            },
            _ => Err(self.error("expected two hexadecimal digits after '%'")),
        }
    }
}
