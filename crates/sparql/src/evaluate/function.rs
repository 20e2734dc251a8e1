//! The built-in functions of their arguments' values (17.4).

use quarrel_case::term::{LiteralKind, RDF_LANG_STRING, Term, XSD, XSD_DATE_TIME, XSD_DECIMAL, XSD_DOUBLE};

use super::datum::Datum;
use super::expression::{Evaluated, Truth, error};
use super::fault::round_away;
use super::form::FORM;
use super::number::Number;
use super::terms::Id;
use super::triple_term::language_and_direction;
use super::{Evaluator, Fault};
use crate::ast::Builtin;

impl Evaluator {
    /// Calls a function. An error among the arguments was met before; an open one leaves the result open.
    pub(super) fn builtin(&mut self, builtin: Builtin, arguments: &[Id]) -> Evaluated {
        let open = arguments.iter().find_map(|id| self.terms.as_open(*id));
        if let Some(reason) = open.map(|open| open.reason) {
            return Ok(self.terms.open(reason));
        }
        match (builtin, arguments) {
            (Builtin::Rand, _) => Ok(self.by_chance("RAND", |_| Term::typed("5.0E-1", XSD_DOUBLE))),
            (Builtin::Now, _) => {
                Ok(self.by_chance("NOW", |_| Term::typed("2000-01-01T00:00:00Z", XSD_DATE_TIME)))
            }
            (Builtin::Uuid, _) => {
                Ok(self.by_chance("UUID", |new| Term::iri(format!("urn:uuid:{}", uuid(new)))))
            }
            (Builtin::Struuid, _) => Ok(self.by_chance("UUID", |new| Term::string(uuid(new)))),
            (Builtin::Bnode, []) => Ok(self.terms.new_blank()),
            (Builtin::Concat, _) => self.concat(arguments),
            (Builtin::Bound, _) => error("BOUND of other than a variable"),
            (_, [argument]) => self.unary_builtin(builtin, *argument),
            (Builtin::SameTerm, [left, right]) => {
                let same = self.same_term(*left, *right);
                self.term_of(same)
            }
            (Builtin::Strdt, [lexical, datatype]) => self.typed_literal(*lexical, *datatype),
            (Builtin::Triple, [subject, predicate, object]) => {
                self.triple_term([*subject, *predicate, *object])
            }
            (Builtin::Strlangdir, [lexical, tag, direction]) => {
                self.directed_literal(*lexical, *tag, *direction)
            }
            (Builtin::Strlang, [lexical, tag]) => self.language_literal(*lexical, *tag),
            (Builtin::LangMatches, [tag, range]) => self.lang_matches(*tag, *range),
            (Builtin::Regex, [text, pattern, flags @ ..]) => {
                self.regex(*text, *pattern, flags.first().copied())
            }
            (Builtin::Replace, [text, pattern, replacement, flags @ ..]) => {
                self.replace(*text, *pattern, *replacement, flags.first().copied())
            }
            (Builtin::Substr, [text, start, length @ ..]) => {
                self.substring(*text, *start, length.first().copied())
            }
            (_, [left, right]) => self.text_pair(builtin, *left, *right),
            _ => error("wrong number of arguments"),
        }
    }

    /// What is another value each time: open, or made of a number that nothing else was made of.
    fn by_chance(&mut self, reason: &'static str, make: impl FnOnce(usize) -> Term) -> Id {
        if !self.semantics.settled {
            return self.terms.open(reason);
        }
        let term = make(self.terms.count());
        self.terms.intern(term)
    }

    fn unary_builtin(&mut self, builtin: Builtin, id: Id) -> Evaluated {
        match builtin {
            Builtin::Str => self.str(id),
            Builtin::Lang => self.lang(id),
            Builtin::Datatype => self.datatype(id),
            Builtin::Iri | Builtin::Uri => self.iri(id),
            Builtin::Bnode => self.labelled_blank(id),
            Builtin::IsIri | Builtin::IsUri => self.test(id, |term| matches!(term, Term::Iri(_))),
            Builtin::IsBlank => self.test(id, |term| matches!(term, Term::Blank(_))),
            Builtin::IsLiteral => self.test(id, |term| matches!(term, Term::Literal(_))),
            Builtin::IsTriple => self.test(id, |term| matches!(term, Term::Triple(_))),
            Builtin::Subject | Builtin::Predicate | Builtin::Object => self.part_of_triple(builtin, id),
            Builtin::HasLang | Builtin::HasLangdir | Builtin::Langdir => self.direction_function(builtin, id),
            Builtin::IsNumeric => Ok(self.terms.boolean(self.terms.as_number(id).is_some())),
            Builtin::Abs => self.numeric(id, builtin.name(), Number::abs),
            Builtin::Ceil => self.numeric(id, builtin.name(), |number, _| Ok(number.ceil())),
            Builtin::Floor => self.numeric(id, builtin.name(), |number, _| Ok(number.floor())),
            Builtin::Round if self.semantics.has(Fault::RoundAway) => {
                self.numeric(id, builtin.name(), |number, semantics| Ok(round_away(number, semantics)))
            }
            Builtin::Round => self.numeric(id, builtin.name(), |number, _| Ok(number.round())),
            Builtin::Year
            | Builtin::Month
            | Builtin::Day
            | Builtin::Hours
            | Builtin::Minutes
            | Builtin::Seconds
            | Builtin::Timezone
            | Builtin::Tz => self.time_part(builtin, id),
            Builtin::Md5 | Builtin::Sha1 | Builtin::Sha256 | Builtin::Sha384 | Builtin::Sha512 => {
                self.hash(builtin, id)
            }
            Builtin::Strlen | Builtin::Ucase | Builtin::Lcase | Builtin::EncodeForUri => {
                self.text_function(builtin, id)
            }
            _ => error("wrong number of arguments"),
        }
    }

    fn test(&mut self, id: Id, test: impl Fn(&Term) -> bool) -> Evaluated {
        Ok(self.terms.boolean(self.terms.term(id).is_some_and(test)))
    }

    /// STR (17.4.2.5).
    pub(super) fn str(&mut self, id: Id) -> Evaluated {
        if self.terms.is_free(id) && self.terms.parts(id).is_none() {
            return Ok(self.terms.open(FORM));
        }
        let text = match self.terms.term(id) {
            Some(Term::Iri(iri)) => iri.clone(),
            Some(Term::Literal(literal)) => literal.lexical.clone(),
            _ if self.semantics.blank_nodes_have_text => {
                return Ok(self.terms.open("STR of a blank node or a triple term"));
            }
            _ => return error("STR of other than a literal or an IRI"),
        };
        Ok(self.terms.string(text))
    }

    /// LANG (17.4.2.6).
    fn lang(&mut self, id: Id) -> Evaluated {
        let tag = match self.terms.literal(id).map(|literal| &literal.kind) {
            Some(LiteralKind::Language(tag)) => language_and_direction(tag).0.to_owned(),
            Some(_) => String::new(),
            None => return error("LANG of other than a literal"),
        };
        Ok(self.terms.string(tag))
    }

    /// DATATYPE (17.4.2.7).
    fn datatype(&mut self, id: Id) -> Evaluated {
        match self.terms.literal(id).map(|literal| literal.datatype().to_owned()) {
            Some(datatype) => Ok(self.terms.intern(Term::iri(datatype))),
            None => error("DATATYPE of other than a literal"),
        }
    }

    /// IRI (17.4.2.8). A relative reference is resolved against the base of the query.
    fn iri(&mut self, id: Id) -> Evaluated {
        match (self.terms.term(id), self.terms.datum(id)) {
            (Some(Term::Iri(_)), _) => Ok(id),
            (Some(Term::Literal(literal)), Datum::String) => {
                let text = literal.lexical.clone();
                Ok(self.iri_of(text))
            }
            (Some(Term::Blank(_)), _) if self.semantics.blank_nodes_have_text => {
                Ok(self.terms.open("IRI of a blank node"))
            }
            _ => error("IRI of other than a string or an IRI"),
        }
    }

    fn iri_of(&mut self, text: String) -> Id {
        if text.chars().any(|c| c <= ' ' || matches!(c, '<' | '>' | '"' | '{' | '}' | '|' | '^' | '`' | '\\'))
        {
            return self.terms.open("IRI of a text that is no IRI");
        }
        if has_scheme(&text) {
            return self.terms.intern(Term::Iri(text));
        }
        match self.base.as_deref().and_then(|base| resolved(base, &text)) {
            Some(iri) => self.terms.intern(Term::Iri(iri)),
            None => self.terms.open("IRI of a relative reference"),
        }
    }

    /// BNODE with an argument (17.4.2.9): one blank node for each text in each solution.
    fn labelled_blank(&mut self, id: Id) -> Evaluated {
        if !matches!(self.terms.datum(id), Datum::String) {
            return error("BNODE of other than a string");
        }
        let key = (self.solution, id);
        if let Some(blank) = self.labels.get(&key) {
            return Ok(*blank);
        }
        let blank = self.terms.new_blank();
        self.labels.insert(key, blank);
        Ok(blank)
    }

    /// STRDT (17.4.2.10).
    fn typed_literal(&mut self, lexical: Id, datatype: Id) -> Evaluated {
        match (self.terms.datum(lexical), self.terms.literal(lexical), self.terms.term(datatype)) {
            (Datum::String, Some(literal), Some(Term::Iri(datatype))) if datatype != RDF_LANG_STRING => {
                let term = Term::typed(literal.lexical.clone(), datatype.clone());
                Ok(self.terms.intern(term))
            }
            (Datum::String, _, Some(Term::Iri(_))) => Ok(self.terms.open("STRDT with rdf:langString")),
            _ => error("STRDT of other than a string and an IRI"),
        }
    }

    /// STRLANG (17.4.2.11).
    fn language_literal(&mut self, lexical: Id, tag: Id) -> Evaluated {
        match (self.plain_text(lexical), self.plain_text(tag)) {
            (Some(_), Some("")) => error("STRLANG with an empty tag"),
            (Some(lexical), Some(tag)) if is_language_tag(tag) => {
                let term = Term::language(lexical, tag);
                Ok(self.terms.intern(term))
            }
            (Some(_), Some(_)) => Ok(self.terms.open("STRLANG with a tag that is not well-formed")),
            _ => error("STRLANG of other than strings"),
        }
    }

    /// STRLANGDIR (SPARQL 1.2).
    fn directed_literal(&mut self, lexical: Id, tag: Id, direction: Id) -> Evaluated {
        let (Some(text), Some(direction)) = (self.plain_text(tag), self.plain_text(direction)) else {
            return error("STRLANGDIR of other than strings");
        };
        if !matches!(direction, "ltr" | "rtl") {
            return error("STRLANGDIR with another direction");
        }
        match self.plain_text(lexical) {
            Some(_) if text.is_empty() => error("STRLANGDIR with an empty tag"),
            Some(lexical) if is_language_tag(text) => {
                let term = Term::language(lexical, format!("{text}--{direction}"));
                Ok(self.terms.intern(term))
            }
            Some(_) => Ok(self.terms.open("STRLANGDIR with a tag that is not well-formed")),
            None => error("STRLANGDIR of other than strings"),
        }
    }

    /// The text of a string without language.
    pub(super) fn plain_text(&self, id: Id) -> Option<&str> {
        match self.terms.datum(id) {
            Datum::String => self.terms.literal(id).map(|literal| literal.lexical.as_str()),
            _ => None,
        }
    }

    /// LANGMATCHES (17.4.3.13): basic filtering of RFC 4647.
    fn lang_matches(&mut self, tag: Id, range: Id) -> Evaluated {
        let (Some(tag), Some(range)) = (self.plain_text(tag), self.plain_text(range)) else {
            return error("LANGMATCHES of other than strings");
        };
        let starts = tag.get(..range.len()).is_some_and(|start| start.eq_ignore_ascii_case(range));
        let ends = tag.get(range.len()..).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'));
        let matches = if range == "*" { !tag.is_empty() } else { !range.is_empty() && starts && ends };
        // The empty range is not in RFC 4647; it can only be meant to match the empty tag.
        let truth = if range.is_empty() && tag.is_empty() {
            Truth::Open("LANGMATCHES with an empty range")
        } else {
            matches.into()
        };
        self.term_of(truth)
    }

    /// The parts of a time (17.4.5).
    fn time_part(&mut self, builtin: Builtin, id: Id) -> Evaluated {
        let of_a_day = !matches!(builtin, Builtin::Hours | Builtin::Minutes | Builtin::Seconds);
        let time = match self.terms.datum(id) {
            Datum::DateTime(time) => time,
            Datum::Date(time) if self.semantics.dates && of_a_day => time,
            _ => return error("a part of other than a date and time"),
        };
        let (year, month, day) = time.date;
        let (hour, minute, _) = time.clock;
        let number: i64 = match builtin {
            Builtin::Year => year,
            Builtin::Month => month.into(),
            Builtin::Day => day.into(),
            Builtin::Hours => hour.into(),
            Builtin::Minutes => minute.into(),
            Builtin::Seconds => {
                let term = Term::typed(time.seconds_decimal(), XSD_DECIMAL);
                let canonical = self.terms.intern(term);
                return Ok(self.terms.made(canonical, builtin.name(), &[id]));
            }
            // A zone of no hours has three forms.
            Builtin::Tz if self.terms.is_free(id) && time.offset == Some(0) => {
                return Ok(self.terms.open(FORM));
            }
            Builtin::Tz => {
                // The timezone as the literal writes it (17.4.5.9), not its canonical form.
                let zone = self.terms.literal(id).map(|literal| written_zone(&literal.lexical).to_owned());
                return Ok(self.terms.string(zone.unwrap_or_default()));
            }
            _ => {
                return match time.zone_duration() {
                    Some(duration) => {
                        let term = Term::typed(duration, format!("{XSD}dayTimeDuration"));
                        Ok(self.terms.intern(term))
                    }
                    None => error("TIMEZONE of a time without one"),
                };
            }
        };
        Ok(self.terms.number(Number::integer(number)))
    }
}

/// The timezone at the end of a time: `Z`, six characters such as `-05:00`, or nothing.
fn written_zone(lexical: &str) -> &str {
    let end = |length: usize| {
        lexical.len().checked_sub(length).and_then(|at| lexical.get(at..)).unwrap_or_default()
    };
    let offset = end(6);
    if lexical.ends_with('Z') {
        "Z"
    } else if offset.starts_with(['+', '-']) && end(3).starts_with(':') {
        offset
    } else {
        ""
    }
}

/// Whether a tag is surely well-formed: a language, and what follows of at least two characters (RFC 5646, 2.1). A part
/// of one character, as in private use, wants more than is looked at here.
fn is_language_tag(text: &str) -> bool {
    let part =
        |part: &str| (2..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let first = text.split('-').next().unwrap_or_default();
    text.split('-').all(part) && first.bytes().all(|byte| byte.is_ascii_alphabetic())
}

fn has_scheme(text: &str) -> bool {
    text.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
    })
}

/// A reference that is one name, put in the place of what follows the base's last slash (RFC 3986, 5.3); the
/// other references are left open.
fn resolved(base: &str, reference: &str) -> Option<String> {
    let is_name = !reference.is_empty()
        && !reference.contains(['/', '?', '#', ':'])
        && !matches!(reference, "." | "..");
    let path = base.split(['?', '#']).next()?;
    let authority = path.find("://")? + 3;
    let slash = path.get(authority..)?.rfind('/')? + authority;
    let folder = path.get(..=slash)?;
    (is_name && !folder.contains("/./") && !folder.contains("/../")).then(|| format!("{folder}{reference}"))
}

/// A UUID of version 4, but for what is random in it.
fn uuid(number: usize) -> String {
    format!("00000000-0000-4000-8000-{number:012x}")
}
