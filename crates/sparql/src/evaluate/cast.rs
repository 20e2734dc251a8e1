//! Casts (17.5): the constructor functions of XPath for the datatypes of the language.

use quarrel_case::language::Failure;
use quarrel_case::term::{Term, XSD_BOOLEAN, XSD_DATE, XSD_DATE_TIME, XSD_STRING};

use super::datum::{self, Datum};
use super::expression::{Evaluated, Stop, error};
use super::number::{self, Number};
use super::temporal::Time;
use super::terms::Id;
use super::{Binding, Evaluator};
use crate::ast::Expression;

impl Evaluator {
    /// A call of a function by its IRI.
    pub(super) fn cast_call(&mut self, iri: &str, arguments: &[Expression], row: &Binding) -> Evaluated {
        let known = matches!(iri, XSD_STRING | XSD_BOOLEAN | XSD_DATE_TIME)
            || is_cast_target(iri)
            || (iri == XSD_DATE && self.semantics.dates);
        let [argument] = arguments else {
            return Err(unmodelled(iri));
        };
        if !known {
            return Err(unmodelled(iri));
        }
        let id = self.evaluate(argument, row)?;
        if let Some(open) = self.terms.as_open(id) {
            let reason = open.reason;
            return Ok(self.terms.open(reason));
        }
        if !self.is_in_table(id) {
            return self.cast_beyond_table(id, iri);
        }
        match iri {
            XSD_STRING => self.cast_to_string(id),
            XSD_BOOLEAN => self.cast_to_boolean(id),
            XSD_DATE_TIME | XSD_DATE => self.cast_to_time(id, iri),
            _ => self.cast_to_number(id, iri),
        }
    }

    /// Whether the table of casts has a row for the term. Blank nodes have none either, but nothing to cast.
    fn is_in_table(&self, id: Id) -> bool {
        match self.terms.datum(id) {
            Datum::Language | Datum::IllTyped | Datum::Unknown => false,
            Datum::Date(_) => self.semantics.dates,
            _ => true,
        }
    }

    fn cast_beyond_table(&mut self, id: Id, iri: &str) -> Evaluated {
        if !self.semantics.casts_any_literal {
            return Ok(self.terms.open("a cast that the table of casts does not list"));
        }
        if iri == XSD_STRING { self.str(id) } else { error("no cast from this datatype") }
    }

    fn cast_to_string(&mut self, id: Id) -> Evaluated {
        let text = match (self.terms.datum(id), self.terms.term(id)) {
            (_, Some(Term::Iri(iri))) => iri.clone(),
            (Datum::String, _) => return Ok(id),
            (Datum::Boolean(value), _) => value.to_string(),
            (Datum::Number(number), _) => string_of(number, self.semantics.plain_doubles),
            (Datum::DateTime(time), _) => time.date_time_lexical(),
            (Datum::Date(time), _) => time.date_lexical(),
            _ => return error("no cast to xsd:string"),
        };
        Ok(self.terms.string(text))
    }

    fn cast_to_boolean(&mut self, id: Id) -> Evaluated {
        let value = match self.terms.datum(id) {
            Datum::Boolean(value) => Some(*value),
            Datum::Number(number) => Some(number.is_true()),
            _ => self.plain_text(id).and_then(|text| datum::boolean(collapsed(text))),
        };
        match value {
            Some(value) => {
                let canonical = self.terms.boolean(value);
                Ok(self.terms.handed_on(canonical, XSD_BOOLEAN, id))
            }
            None => error("no cast to xsd:boolean"),
        }
    }

    fn cast_to_time(&mut self, id: Id, iri: &str) -> Evaluated {
        let read = if iri == XSD_DATE { Time::date } else { Time::date_time };
        let time = match self.terms.datum(id) {
            Datum::DateTime(time) => Some(time.clone()),
            Datum::Date(time) => Some(time.clone()),
            _ => self.plain_text(id).and_then(|text| read(collapsed(text))),
        };
        let (lexical, datatype) = match time {
            Some(time) if iri == XSD_DATE => (time.date_lexical(), XSD_DATE),
            Some(time) => (time.date_time_lexical(), XSD_DATE_TIME),
            None => return error("no cast to a time"),
        };
        let canonical = self.terms.intern(Term::typed(lexical, datatype));
        Ok(self.terms.handed_on(canonical, datatype, id))
    }

    fn cast_to_number(&mut self, id: Id, datatype: &str) -> Evaluated {
        let given = match self.terms.datum(id) {
            Datum::Number(number) => number.cast(datatype, self.semantics),
            Datum::Boolean(value) => Number::integer(u8::from(*value)).cast(datatype, self.semantics),
            _ => {
                let text = self.plain_text(id);
                let parsed = text.and_then(|text| Number::parse(collapsed(text), datatype, self.semantics));
                return match parsed {
                    Some(number) => {
                        let datatype = number.datatype();
                        Ok(self.terms.result(number, datatype, &[id]))
                    }
                    None => error("no cast to a number"),
                };
            }
        };
        match given {
            Some(Ok(computed)) => {
                let datatype = computed.number.datatype();
                Ok(self.terms.computed(computed, datatype, &[id]))
            }
            Some(Err(reason)) => error(reason),
            None => error("no cast to a number"),
        }
    }
}

fn unmodelled(iri: &str) -> Stop {
    Stop::Failure(Failure::Unmodelled(format!("the function <{iri}>")))
}

/// The numeric types of the table of casts; those derived from `xsd:integer` are not in it.
fn is_cast_target(iri: &str) -> bool {
    use quarrel_case::term::{XSD_DECIMAL, XSD_DOUBLE, XSD_FLOAT, XSD_INTEGER};
    number::is_numeric(iri) && matches!(iri, XSD_INTEGER | XSD_DECIMAL | XSD_FLOAT | XSD_DOUBLE)
}

/// White space around a lexical form goes before it is cast (XPath functions 17.1.1).
fn collapsed(text: &str) -> &str {
    text.trim_matches([' ', '\t', '\n', '\r'])
}

/// A number as a string (XPath functions 17.1.2): floats of moderate size are written without an exponent.
fn string_of(number: &Number, plain: bool) -> String {
    let size = match number {
        Number::Float(value) => f64::from(value.abs()),
        Number::Double(value) => value.abs(),
        Number::Integer(_) | Number::Decimal(_) => 1.0,
    };
    let moderate = size == 0.0 || (1e-6..1e6).contains(&size);
    number.lexical(plain || moderate)
}
