//! What a term means: the value behind a literal's lexical form, and the canonical form of that value.

use quarrel_case::term::{Literal, LiteralKind, Term, XSD_BOOLEAN, XSD_DATE, XSD_DATE_TIME, XSD_STRING};
use quarrel_case::value::Value;

use super::number::{self, Number};
use super::semantics::{Semantics, Tags};
use super::temporal::Time;

/// The meaning of a term, as far as an operator of the language asks for it.
#[derive(Debug, Clone)]
pub(super) enum Datum {
    /// An IRI, a blank node or a triple term: nothing but itself.
    Node,
    /// A string without language.
    String,
    /// A language-tagged string.
    Language,
    /// A boolean.
    Boolean(bool),
    /// A number.
    Number(Number),
    /// An `xsd:dateTime`.
    DateTime(Time),
    /// An `xsd:date`.
    Date(Time),
    /// A literal of a numeric type or `xsd:boolean` whose lexical form is not in its lexical space.
    IllTyped,
    /// A literal of a datatype that the language does not know, or of no known value.
    Unknown,
    /// The language leaves the term open.
    Open(Open),
}

/// Why a term is open, and what is known of it all the same.
#[derive(Debug, Clone)]
pub(super) struct Open {
    /// The reason.
    pub(super) reason: &'static str,
    /// About how large it is, when it is a number of known size; it is then surely no error.
    pub(super) about: Option<f64>,
}

impl Datum {
    /// The meaning of a term.
    pub(super) fn of(term: &Term, semantics: Semantics) -> Self {
        match term {
            Term::Iri(_) | Term::Blank(_) | Term::Triple(_) => Self::Node,
            Term::Literal(literal) => match &literal.kind {
                LiteralKind::Simple => Self::String,
                LiteralKind::Language(_) => Self::Language,
                LiteralKind::Typed(datatype) => Self::typed(&literal.lexical, datatype, semantics),
            },
        }
    }

    fn typed(lexical: &str, datatype: &str, semantics: Semantics) -> Self {
        match datatype {
            // `Literal::typed` never makes one, but the fields are public.
            XSD_STRING => Self::String,
            XSD_BOOLEAN => boolean(lexical).map_or(Self::IllTyped, Self::Boolean),
            XSD_DATE_TIME => Time::date_time(lexical).map_or(Self::Unknown, Self::DateTime),
            XSD_DATE => Time::date(lexical).map_or(Self::Unknown, Self::Date),
            _ if number::is_numeric(datatype) => {
                Number::parse(lexical, datatype, semantics).map_or(Self::IllTyped, Self::Number)
            }
            _ => Self::Unknown,
        }
    }

    /// The canonical literal of this value; none when it has no value of its own.
    pub(super) fn canonical(&self, plain_doubles: bool) -> Option<Literal> {
        match self {
            Self::Boolean(value) => Some(Literal::typed(if *value { "true" } else { "false" }, XSD_BOOLEAN)),
            Self::Number(number) => Some(Literal::typed(number.lexical(plain_doubles), number.datatype())),
            Self::DateTime(time) => Some(Literal::typed(time.date_time_lexical(), XSD_DATE_TIME)),
            Self::Date(time) => Some(Literal::typed(time.date_lexical(), XSD_DATE)),
            _ => None,
        }
    }
}

/// The value of a boolean's lexical form.
pub(super) fn boolean(lexical: &str) -> Option<bool> {
    match lexical {
        "true" | "1" => Some(true),
        "false" | "0" => Some(false),
        _ => None,
    }
}

/// A term of a text as an engine under these semantics reads it, before it is stored anywhere.
pub(super) fn read(mut term: Term, semantics: Semantics) -> Term {
    match semantics.tags {
        Tags::Kept => {}
        Tags::LowerCase => lower_case_tag(&mut term),
        Tags::Formatted => format_tag(&mut term),
    }
    term
}

/// The term as a store under these semantics holds it.
pub(super) fn stored(term: Term, semantics: Semantics) -> Term {
    let term = read(term, semantics);
    if semantics.canonical_literals
        && let Some(literal) = Datum::of(&term, semantics).canonical(semantics.plain_doubles)
    {
        return Term::Literal(literal);
    }
    term
}

fn lower_case_tag(term: &mut Term) {
    if let Term::Literal(Literal { kind: LiteralKind::Language(tag), .. }) = term
        && tag.bytes().any(|byte| byte.is_ascii_uppercase())
    {
        tag.make_ascii_lowercase();
    }
}

/// RFC 5646, section 2.1.1: two letters are in upper case and four begin with one, but not at the beginning or after a
/// single letter; all others are in lower case.
fn format_tag(term: &mut Term) {
    lower_case_tag(term);
    let Term::Literal(Literal { kind: LiteralKind::Language(tag), .. }) = term else {
        return;
    };
    let (language, direction) = tag.split_at(tag.find("--").unwrap_or(tag.len()));
    let mut before = "";
    let parts = language.split('-').map(|part| {
        let is_free = before.len() > 1;
        before = part;
        match (part.len(), is_free) {
            (2, true) => part.to_ascii_uppercase(),
            (4, true) => {
                let (first, rest) = part.split_at(part.chars().next().map_or(0, char::len_utf8));
                first.to_ascii_uppercase() + rest
            }
            _ => part.to_owned(),
        }
    });
    let formatted = parts.collect::<Vec<_>>().join("-") + direction;
    *tag = formatted;
}

/// The value in the form in which values, and not terms, are compared: literals have the canonical form of their
/// own datatype, times stand at UTC, language tags are in lower case. Ill-typed literals stay as they are.
pub fn normalise(value: Value) -> Value {
    value.map(&mut |part| match part {
        Value::Term(term) => Value::Term(normal_term(term)),
        part => part,
    })
}

fn normal_term(mut term: Term) -> Term {
    if let Term::Triple(parts) = term {
        let [subject, predicate, object] = *parts;
        return Term::triple(normal_term(subject), normal_term(predicate), normal_term(object));
    }
    lower_case_tag(&mut term);
    let datum = match Datum::of(&term, Semantics::STANDARD) {
        Datum::DateTime(time) => Datum::DateTime(time.at_utc()),
        datum => datum,
    };
    match (datum.canonical(false), term) {
        // A derived type is a type of its own: only the lexical form is brought into shape.
        (Some(canonical), Term::Literal(literal)) => {
            Term::typed(canonical.lexical, literal.datatype().to_owned())
        }
        (_, term) => term,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str) -> Term {
        let (lexical, datatype) = text.split_once('^').expect("lexical^datatype");
        Term::typed(lexical, format!("{}{datatype}", quarrel_case::term::XSD))
    }

    #[test]
    fn values_are_normalised_within_their_datatype() {
        for (given, normal) in [
            ("01^integer", "1^integer"),
            ("+7^byte", "7^byte"),
            ("300^byte", "300^byte"),
            ("1.50^decimal", "1.5^decimal"),
            ("1^double", "1.0E0^double"),
            ("1^boolean", "true^boolean"),
            ("TRUE^boolean", "TRUE^boolean"),
            ("2019-12-31T23:00:00.0-01:00^dateTime", "2020-01-01T00:00:00Z^dateTime"),
            ("abc^integer", "abc^integer"),
        ] {
            assert_eq!(normalise(Value::Term(typed(given))), Value::Term(typed(normal)), "{given}");
        }
        let tagged = Value::Term(Term::language("a", "en-GB"));
        assert_eq!(normalise(tagged), Value::Term(Term::language("a", "en-gb")));
        assert_eq!(normalise(Value::Null), Value::Null);
    }
}
