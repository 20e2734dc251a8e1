//! Functions on strings (17.4.3), with the rules on languages (17.4.3.1).

use quarrel_case::term::LiteralKind;

use super::Evaluator;
use super::datum::Datum;
use super::expression::{Evaluated, error};
use super::number::Number;
use super::terms::Id;
use crate::ast::Builtin;
use bigdecimal::ToPrimitive;
use quarrel_case::term::Term;

/// A string literal: its text and its language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Text {
    pub(super) text: String,
    pub(super) language: Option<String>,
}

impl Text {
    /// Whether the other may be an argument beside this one (17.4.3.1.2).
    fn accepts(&self, other: &Self) -> bool {
        match (&self.language, &other.language) {
            (_, None) => true,
            (Some(left), Some(right)) => left.eq_ignore_ascii_case(right),
            (None, Some(_)) => false,
        }
    }

    /// Another text in the same language.
    pub(super) fn with(&self, text: impl Into<String>) -> Self {
        Self { text: text.into(), language: self.language.clone() }
    }
}

impl Evaluator {
    /// The string literal behind a term; an error for everything else.
    pub(super) fn text(&mut self, id: Id) -> Evaluated<Text> {
        let length = self.terms.literal(id).map_or(0, |literal| literal.lexical.len());
        self.meter.work(length as u64)?;
        match (self.terms.datum(id), self.terms.literal(id)) {
            (Datum::String | Datum::Language, Some(literal)) => {
                let language = match &literal.kind {
                    LiteralKind::Language(tag) => Some(tag.clone()),
                    _ => None,
                };
                Ok(Text { text: literal.lexical.clone(), language })
            }
            _ => error("not a string"),
        }
    }

    /// The term of a string literal.
    pub(super) fn text_term(&mut self, text: Text) -> Evaluated {
        self.meter.text(text.text.len())?;
        Ok(self.text_id(text))
    }

    fn text_id(&mut self, text: Text) -> Id {
        match text.language {
            Some(language) => self.terms.intern(Term::language(text.text, language)),
            None => self.terms.string(text.text),
        }
    }

    /// STRLEN, UCASE, LCASE, ENCODE_FOR_URI.
    pub(super) fn text_function(&mut self, builtin: Builtin, id: Id) -> Evaluated {
        let text = self.text(id)?;
        let changed = match builtin {
            Builtin::Strlen => return Ok(self.terms.number(Number::integer(text.text.chars().count()))),
            Builtin::EncodeForUri => {
                return self.text_term(Text { text: encoded(&text.text), language: None });
            }
            Builtin::Ucase => text.text.to_uppercase(),
            _ => text.text.to_lowercase(),
        };
        let text = text.with(changed);
        self.text_term(text)
    }

    /// CONTAINS, STRSTARTS, STRENDS, STRBEFORE, STRAFTER.
    pub(super) fn text_pair(&mut self, builtin: Builtin, left: Id, right: Id) -> Evaluated {
        let (left, right) = (self.text(left)?, self.text(right)?);
        if !left.accepts(&right) {
            return error("strings of different languages");
        }
        let (text, part) = (left.text.as_str(), right.text.as_str());
        let found = match builtin {
            Builtin::Contains => return Ok(self.terms.boolean(text.contains(part))),
            Builtin::Strstarts => return Ok(self.terms.boolean(text.starts_with(part))),
            Builtin::Strends => return Ok(self.terms.boolean(text.ends_with(part))),
            Builtin::Strbefore => text.split_once(part).map(|(before, _)| before),
            Builtin::Strafter => text.split_once(part).map(|(_, after)| after),
            _ => return error("wrong number of arguments"),
        };
        // Without a match the result is a plain string (17.4.3.8, 17.4.3.9).
        let result = found.map_or(Text { text: String::new(), language: None }, |found| left.with(found));
        self.text_term(result)
    }

    /// CONCAT (17.4.3.12): in a language when all arguments are of that language.
    pub(super) fn concat(&mut self, arguments: &[Id]) -> Evaluated {
        let texts: Vec<Text> = arguments.iter().map(|id| self.text(*id)).collect::<Evaluated<_>>()?;
        self.text_term(joined(&texts, ""))
    }

    /// SUBSTR (17.4.3.3): positions count characters from 1 (XPath functions 5.4.3).
    pub(super) fn substring(&mut self, text: Id, start: Id, length: Option<Id>) -> Evaluated {
        let text = self.text(text)?;
        let start = self.position_argument(start)?;
        let end = match length {
            Some(length) => start.saturating_add(self.position_argument(length)?),
            None => i64::MAX,
        };
        let characters = text.text.chars().zip(1_i64..);
        let part: String = characters.filter(|(_, at)| (start..end).contains(at)).map(|(c, _)| c).collect();
        let part = text.with(part);
        self.text_term(part)
    }

    /// An integer argument; far beyond the length of any text all are the same.
    fn position_argument(&self, id: Id) -> Evaluated<i64> {
        match self.terms.as_number(id) {
            Some(Number::Integer(value)) => {
                let far = i64::from(i32::MAX);
                let beyond = if value.sign() == bigdecimal::num_bigint::Sign::Minus { -far } else { far };
                Ok(value.to_i64().map_or(beyond, |value| value.clamp(-far, far)))
            }
            _ => error("not an integer"),
        }
    }
}

/// The texts in a row, in the language that all of them have.
pub(super) fn joined(texts: &[Text], separator: &str) -> Text {
    let language = texts.first().and_then(|first| first.language.clone()).filter(|language| {
        let same =
            |text: &Text| text.language.as_ref().is_some_and(|other| other.eq_ignore_ascii_case(language));
        texts.iter().all(same)
    });
    let texts: Vec<&str> = texts.iter().map(|text| text.text.as_str()).collect();
    Text { text: texts.join(separator), language }
}

/// ENCODE_FOR_URI (XPath functions 6.2): all but the unreserved characters of RFC 3986 are escaped.
fn encoded(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~') {
            result.push(char::from(byte));
        } else {
            result.push_str(&format!("%{byte:02X}"));
        }
    }
    result
}
