//! Regular expressions (17.4.3.14, 17.4.3.15): XPath's syntax, read here and handed to the `regex` crate.
//!
//! The two syntaxes look alike and differ in the details, so nothing is passed through unread. What XPath's
//! grammar refuses in every implementation is an error; what implementations are known to read each in their own
//! way (an unescaped `]`, look-around, back references) is not modelled rather than guessed.

use std::collections::BTreeMap;
use std::iter::Peekable;
use std::str::Chars;

use quarrel_case::language::Failure;
use regex::{Captures, Regex, RegexBuilder};

use super::Evaluator;
use super::expression::{Evaluated, Stop, error};
use super::terms::Id;

/// Bytes that a compiled expression may take.
const SIZE_LIMIT: usize = 1 << 20;
/// Compiled expressions that are kept.
const CACHED: usize = 256;
/// The largest bound of a quantifier.
const MOST_REPEATS: u32 = 1_000;

/// Compiled expressions by pattern and flags.
#[derive(Debug, Default)]
pub(super) struct Cache(BTreeMap<(String, String), Result<Regex, Refused>>);

/// Why a pattern is not compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Refused {
    /// It is no regular expression.
    Invalid,
    /// Implementations read it differently.
    Unmodelled,
}

impl Evaluator {
    /// REGEX (17.4.3.14).
    pub(super) fn regex(&mut self, text: Id, pattern: Id, flags: Option<Id>) -> Evaluated {
        let text = self.text(text)?;
        let regex = self.compiled(pattern, flags)?;
        Ok(self.terms.boolean(regex.is_match(&text.text)))
    }

    /// REPLACE (17.4.3.15).
    pub(super) fn replace(&mut self, text: Id, pattern: Id, replacement: Id, flags: Option<Id>) -> Evaluated {
        let text = self.text(text)?;
        let regex = self.compiled(pattern, flags)?;
        let Some(replacement) = self.plain_text(replacement) else {
            return error("a replacement that is no plain string");
        };
        if regex.is_match("") {
            return error("REPLACE of a pattern that matches the empty string");
        }
        let quoted = flags.and_then(|flags| self.plain_text(flags)).is_some_and(|flags| flags.contains('q'));
        let parts = if quoted {
            Some(replacement.chars().map(Part::Text).collect())
        } else {
            replacement_parts(replacement, regex.captures_len() - 1)
        };
        let Some(parts) = parts else {
            return error("a replacement with a dollar or backslash that means nothing");
        };
        // Every match gives at most every part, and all matches together are not longer than the text.
        self.meter.text((text.text.len() + 1).saturating_mul(parts.len() + 1) / 64)?;
        let replaced = regex.replace_all(&text.text, |found: &Captures<'_>| {
            let text = |part: &Part| match part {
                Part::Text(c) => c.to_string(),
                Part::Group(index) => {
                    found.get(*index).map_or_else(String::new, |group| group.as_str().to_owned())
                }
            };
            parts.iter().map(text).collect::<String>()
        });
        let replaced = text.with(replaced);
        self.text_term(replaced)
    }

    fn compiled(&mut self, pattern: Id, flags: Option<Id>) -> Evaluated<Regex> {
        let flags = match flags {
            Some(flags) => self.plain_text(flags),
            None => Some(""),
        };
        let (Some(pattern), Some(flags)) = (self.plain_text(pattern), flags) else {
            return error("a pattern or flags that are no plain string");
        };
        let key = (pattern.to_owned(), flags.to_owned());
        if self.patterns.0.len() >= CACHED {
            self.patterns.0.clear();
        }
        let compiled =
            self.patterns.0.entry(key).or_insert_with_key(|(pattern, flags)| compile(pattern, flags));
        match compiled {
            Ok(regex) => Ok(regex.clone()),
            Err(Refused::Invalid) => error("an invalid regular expression"),
            Err(Refused::Unmodelled) => {
                Err(Stop::Failure(Failure::Unmodelled("this regular expression".to_owned())))
            }
        }
    }
}

fn compile(pattern: &str, flags: &str) -> Result<Regex, Refused> {
    if flags.contains(|flag| !matches!(flag, 's' | 'm' | 'i' | 'x' | 'q')) {
        return Err(Refused::Invalid);
    }
    let translated = if flags.contains('q') {
        regex::escape(pattern)
    } else {
        Translator::new(pattern, flags.contains('x')).run()?
    };
    RegexBuilder::new(&translated)
        .case_insensitive(flags.contains('i'))
        .multi_line(flags.contains('m'))
        .dot_matches_new_line(flags.contains('s'))
        .size_limit(SIZE_LIMIT)
        .build()
        .map_err(|_| Refused::Unmodelled)
}

/// A part of a replacement.
enum Part {
    Text(char),
    Group(usize),
}

/// Reads a replacement (XPath functions 7.6.3): `$N` is a group, `\$` and `\\` stand for themselves.
fn replacement_parts(text: &str, groups: usize) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        parts.push(match c {
            '\\' => Part::Text(chars.next().filter(|c| matches!(c, '\\' | '$'))?),
            '$' => {
                let mut number = chars.next()?.to_digit(10)? as usize;
                // More digits belong to the number as long as there is such a group.
                while let Some(digit) = chars.peek().and_then(|c| c.to_digit(10)) {
                    let longer = number * 10 + digit as usize;
                    if longer > groups {
                        break;
                    }
                    number = longer;
                    chars.next();
                }
                Part::Group(number)
            }
            c => Part::Text(c),
        });
    }
    Some(parts)
}

/// Rewrites a pattern of XPath as one of the `regex` crate.
struct Translator<'a> {
    chars: Peekable<Chars<'a>>,
    /// The `x` flag: white space outside of classes is nothing.
    skip_space: bool,
    output: String,
    open_groups: usize,
    /// Whether a quantifier may follow.
    quantifiable: bool,
}

impl<'a> Translator<'a> {
    fn new(pattern: &'a str, skip_space: bool) -> Self {
        Self {
            chars: pattern.chars().peekable(),
            skip_space,
            output: String::with_capacity(pattern.len() * 2),
            open_groups: 0,
            quantifiable: false,
        }
    }

    fn run(mut self) -> Result<String, Refused> {
        while let Some(c) = self.chars.next() {
            self.piece(c)?;
        }
        if self.open_groups == 0 { Ok(self.output) } else { Err(Refused::Invalid) }
    }

    fn piece(&mut self, c: char) -> Result<(), Refused> {
        let mut quantifiable = true;
        match c {
            ' ' | '\t' | '\n' | '\r' if self.skip_space => return Ok(()),
            '\\' => self.escape()?,
            '[' => self.class()?,
            '(' => {
                if self.chars.peek() == Some(&'?') {
                    return Err(Refused::Unmodelled);
                }
                self.open_groups += 1;
                self.output.push('(');
                quantifiable = false;
            }
            ')' => {
                self.open_groups = self.open_groups.checked_sub(1).ok_or(Refused::Invalid)?;
                self.output.push(')');
            }
            '*' | '+' | '?' | '{' => {
                self.quantifier(c)?;
                quantifiable = false;
            }
            '|' | '^' | '$' => {
                self.output.push(c);
                quantifiable = false;
            }
            '.' => self.output.push('.'),
            ']' | '}' => return Err(Refused::Unmodelled),
            c => self.literal(c),
        }
        self.quantifiable = quantifiable;
        Ok(())
    }

    fn literal(&mut self, c: char) {
        self.output.push_str(&regex::escape(c.encode_utf8(&mut [0; 4])));
    }

    fn quantifier(&mut self, c: char) -> Result<(), Refused> {
        if !self.quantifiable {
            let nothing_before = self.output.is_empty() || self.output.ends_with(['(', '|']);
            return Err(if nothing_before { Refused::Invalid } else { Refused::Unmodelled });
        }
        self.output.push(c);
        if c == '{' {
            self.bounds()?;
        }
        if self.chars.next_if_eq(&'?').is_some() {
            self.output.push('?');
        }
        Ok(())
    }

    /// What follows `{`: `n}`, `n,}` or `n,m}`.
    fn bounds(&mut self) -> Result<(), Refused> {
        let least = self.bound().ok_or(Refused::Unmodelled)?;
        self.output.push_str(&least.to_string());
        if self.chars.next_if_eq(&',').is_some() {
            self.output.push(',');
            if self.chars.peek() != Some(&'}') {
                let most = self.bound().ok_or(Refused::Unmodelled)?;
                if most < least {
                    return Err(Refused::Invalid);
                }
                self.output.push_str(&most.to_string());
            }
        }
        self.output.push('}');
        self.chars.next_if_eq(&'}').map(|_| ()).ok_or(Refused::Unmodelled)
    }

    fn bound(&mut self) -> Option<u32> {
        let mut number = None;
        while let Some(digit) = self.chars.peek().and_then(|c| c.to_digit(10)) {
            self.chars.next();
            number = Some(number.unwrap_or(0) * 10 + digit).filter(|number| *number <= MOST_REPEATS);
            number?;
        }
        number
    }

    /// What follows a backslash.
    fn escape(&mut self) -> Result<(), Refused> {
        match self.chars.next().ok_or(Refused::Invalid)? {
            c @ ('n' | 'r' | 't' | 'd' | 'D') => {
                self.output.push('\\');
                self.output.push(c);
            }
            's' => self.output.push_str("[ \\t\\n\\r]"),
            'S' => self.output.push_str("[^ \\t\\n\\r]"),
            'w' => self.output.push_str("[^\\p{P}\\p{Z}\\p{C}]"),
            'W' => self.output.push_str("[\\p{P}\\p{Z}\\p{C}]"),
            c @ ('p' | 'P') => self.category(c)?,
            c if is_escapable(c) => self.literal(c),
            _ => return Err(Refused::Unmodelled),
        }
        Ok(())
    }

    /// `\p{L}`, `\P{Nd}`: general categories only.
    fn category(&mut self, c: char) -> Result<(), Refused> {
        self.chars.next_if_eq(&'{').ok_or(Refused::Unmodelled)?;
        let mut name = String::new();
        while let Some(c) = self.chars.next_if(char::is_ascii_alphabetic) {
            name.push(c);
        }
        self.chars.next_if_eq(&'}').ok_or(Refused::Unmodelled)?;
        if !(1..=2).contains(&name.len()) {
            return Err(Refused::Unmodelled);
        }
        self.output.push_str(&format!("\\{c}{{{name}}}"));
        Ok(())
    }

    /// What follows `[`.
    fn class(&mut self) -> Result<(), Refused> {
        self.output.push('[');
        if self.chars.next_if_eq(&'^').is_some() {
            self.output.push('^');
        }
        if matches!(self.chars.peek(), Some(']')) {
            return Err(Refused::Unmodelled);
        }
        loop {
            match self.chars.next().ok_or(Refused::Invalid)? {
                ']' => {
                    self.output.push(']');
                    return Ok(());
                }
                '[' => return Err(Refused::Unmodelled),
                '\\' if !self.chars.peek().copied().is_some_and(is_escapable) => self.escape()?,
                '\\' => {
                    let c = self.chars.next().ok_or(Refused::Invalid)?;
                    self.range(c)?;
                }
                c => self.range(c)?,
            }
        }
    }

    /// A character of a class, or a range that begins with it.
    fn range(&mut self, first: char) -> Result<(), Refused> {
        self.literal(first);
        let mut ahead = self.chars.clone();
        if ahead.next() != Some('-') || matches!(ahead.peek(), Some(']') | None) {
            return Ok(());
        }
        self.chars.next();
        let last = match self.chars.next().ok_or(Refused::Invalid)? {
            '[' => return Err(Refused::Unmodelled),
            '\\' => self.chars.next().filter(|c| is_escapable(*c)).ok_or(Refused::Unmodelled)?,
            c => c,
        };
        if last < first {
            return Err(Refused::Invalid);
        }
        self.output.push('-');
        self.literal(last);
        Ok(())
    }
}

/// The characters that XPath lets stand for themselves behind a backslash.
fn is_escapable(c: char) -> bool {
    matches!(c, '\\' | '|' | '.' | '?' | '*' | '+' | '(' | ')' | '{' | '}' | '-' | '[' | ']' | '^' | '$')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_as_xpath_says() {
        for (pattern, flags, text, matches) in [
            ("b", "", "abc", true),
            ("^B", "i", "bc", true),
            ("a.c", "", "a\nc", false),
            ("a.c", "s", "a\nc", true),
            ("^b", "m", "a\nb", true),
            ("a b", "x", "ab", true),
            ("[a b]", "x", " ", true),
            ("[^a-c]", "", "abc", false),
            ("[a-]", "", "-", true),
            ("[&&~~]", "", "~", true),
            ("(a.", "qi", "x(A.", true),
            ("\\d{2,3}", "", "a12", true),
            ("^a{2}$", "", "aaa", false),
            ("\\.", "", "a", false),
            ("\\s", "", "\u{a0}", false),
            ("[\\w]", "", "-", false),
            ("\\p{Lu}", "", "É", true),
            ("#", "", "#", true),
            ("", "", "", true),
        ] {
            let regex = compile(pattern, flags).expect(pattern);
            assert_eq!(regex.is_match(text), matches, "{pattern} {flags} {text}");
        }
    }

    #[test]
    fn what_is_invalid_everywhere_is_an_error_and_what_differs_is_not_modelled() {
        for pattern in ["(", ")", "*a", "a|*", "[", "[a", "[b-a]", "a{2,1}", "\\", "(a"] {
            assert_eq!(compile(pattern, "").err(), Some(Refused::Invalid), "{pattern}");
        }
        assert_eq!(compile("a", "z").err(), Some(Refused::Invalid));
        for pattern in [
            "a**",
            "]",
            "}",
            "a{,2}",
            "(?i)a",
            "\\1",
            "\\b",
            "[]a]",
            "[a[b]]",
            "^*",
            "a{9999}",
            "\\p{IsGreek}",
        ] {
            assert_eq!(compile(pattern, "").err(), Some(Refused::Unmodelled), "{pattern}");
        }
    }
}
