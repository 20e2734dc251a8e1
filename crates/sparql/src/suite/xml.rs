//! SPARQL Query Results XML, with the triple terms and base directions of 1.2.
//!
//! The library that reads the other formats knows triple terms by a feature that would change the engines that are
//! built from it.

use quarrel_case::answer::{Answer, Table};
use quarrel_case::term::Term;
use quarrel_case::value::Value;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Error, Reader};

/// A result as it is read, element by element.
#[derive(Default)]
struct Reading {
    table: Table,
    boolean: Option<bool>,
    /// The column of the binding at hand.
    column: Option<usize>,
    /// The text of the element at hand, its datatype, and its language with a direction.
    text: String,
    datatype: Option<String>,
    language: Option<String>,
    /// The parts of the triple terms around.
    triples: Vec<Vec<Term>>,
}

/// Reads a result.
pub(super) fn read(text: &str) -> Result<Answer, String> {
    let mut reader = Reader::from_str(text);
    reader.config_mut().expand_empty_elements = true;
    let mut reading = Reading::default();
    loop {
        match reader.read_event().map_err(|error| error.to_string())? {
            Event::Start(start) => reading.start(&start).map_err(|error| error.to_string())?,
            Event::Text(text) => reading.text += &text.unescape().map_err(|error| error.to_string())?,
            Event::End(end) => reading.end(end.local_name().as_ref()),
            Event::Eof => break,
            _ => {}
        }
    }
    Ok(reading.boolean.map_or(Answer::Table(reading.table), Answer::Boolean))
}

impl Reading {
    fn start(&mut self, start: &BytesStart<'_>) -> Result<(), Error> {
        self.text.clear();
        let attribute = |name: &str| -> Result<Option<String>, Error> {
            let found = start.try_get_attribute(name)?;
            found.map(|attribute| Ok(attribute.unescape_value()?.into_owned())).transpose()
        };
        match start.local_name().as_ref() {
            b"variable" => self.table.columns.extend(attribute("name")?),
            b"result" => self.table.rows.push(vec![Value::Null; self.table.columns.len()]),
            b"binding" => {
                let name = attribute("name")?;
                self.column = self.table.columns.iter().position(|column| Some(column) == name.as_ref());
            }
            b"triple" => self.triples.push(Vec::new()),
            b"literal" => {
                self.datatype = attribute("datatype")?;
                self.language = match (attribute("xml:lang")?, attribute("its:dir")?) {
                    (Some(tag), Some(direction)) => Some(format!("{tag}--{direction}")),
                    (tag, _) => tag,
                };
            }
            _ => {}
        }
        Ok(())
    }

    fn end(&mut self, name: &[u8]) {
        let text = std::mem::take(&mut self.text);
        match name {
            b"uri" => self.term(Term::iri(text)),
            b"bnode" => self.term(Term::blank(text)),
            b"literal" => {
                let term = match (self.language.take(), self.datatype.take()) {
                    (Some(tag), _) => Term::language(text, tag),
                    (None, Some(datatype)) => Term::typed(text, datatype),
                    (None, None) => Term::string(text),
                };
                self.term(term);
            }
            b"triple" => {
                let parts = self.triples.pop().and_then(|parts| <[Term; 3]>::try_from(parts).ok());
                if let Some([subject, predicate, object]) = parts {
                    self.term(Term::triple(subject, predicate, object));
                }
            }
            b"boolean" => self.boolean = Some(text.trim() == "true"),
            _ => {}
        }
    }

    /// A term that is a part of the triple term around, or the value of the binding.
    fn term(&mut self, term: Term) {
        match self.triples.last_mut() {
            Some(parts) => parts.push(term),
            None => {
                let row = self.table.rows.last_mut();
                let cell = row.zip(self.column).and_then(|(row, column)| row.get_mut(column));
                if let Some(cell) = cell {
                    *cell = Value::Term(term);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_may_be_a_triple_term_and_an_unbound_one_is_null() {
        let text = r#"<sparql xmlns="http://www.w3.org/2005/sparql-results#"><head><variable name="a"/><variable
            name="b"/></head><results><result><binding name="b"><triple><subject><bnode>x</bnode></subject>
            <predicate><uri>http://e/p</uri></predicate><object>
            <literal xml:lang="en" its:dir="ltr">1 &lt; 2</literal></object></triple></binding></result></results></sparql>"#;
        let answer = read(text).map(|answer| answer.to_json().to_string());
        let expected = r#"{"columns":["a","b"],"order":null,"rows":[[null,"<<( _:x <http://e/p> \"1 < 2\"@en--ltr )>>"]]}"#;
        assert_eq!(answer.as_deref(), Ok(expected));
    }

    #[test]
    fn a_truth_value_is_an_answer() {
        assert_eq!(read("<sparql><head/><boolean>true</boolean></sparql>"), Ok(Answer::Boolean(true)));
        assert!(read("<sparql><head>").is_err() || read("<sparql").is_err());
    }
}
