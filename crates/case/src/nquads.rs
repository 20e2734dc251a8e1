//! RDF datasets as N-Quads: the form in which graph files are kept and loaded.
//!
//! Line-based, so a finding's data can be read, diffed and cut by hand. N-Triples is the part without graph names.

use crate::term::{Quad, Term, TermError, TermReader};
use std::fmt;

/// A line that is no N-Quads statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NquadsError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong in it.
    pub message: String,
}

impl fmt::Display for NquadsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for NquadsError {}

/// Writes one statement per line, in the given order.
pub fn write(quads: &[Quad]) -> String {
    quads.iter().map(|quad| format!("{quad}\n")).collect()
}

/// Reads N-Quads (and so N-Triples); comments and empty lines are passed over, repeated statements are kept.
///
/// # Errors
/// At the first line that is no statement.
pub fn read(text: &str) -> Result<Vec<Quad>, NquadsError> {
    let text = text.replace("\r\n", "\n");
    let mut quads = Vec::new();
    for (index, line) in text.split(['\n', '\r']).enumerate() {
        match statement(line) {
            Ok(quad) => quads.extend(quad),
            Err(error) => {
                return Err(NquadsError { line: index + 1, message: error.to_string() });
            }
        }
    }
    Ok(quads)
}

fn statement(line: &str) -> Result<Option<Quad>, TermError> {
    let mut reader = TermReader::new(line);
    reader.skip_space();
    if reader.rest().is_empty() || reader.rest().starts_with('#') {
        return Ok(None);
    }
    let subject = resource(&mut reader, "the subject")?;
    let predicate = reader.term()?;
    if !matches!(predicate, Term::Iri(_)) {
        return Err(reader.error("the predicate must be an IRI"));
    }
    reader.skip_space();
    let object = reader.term()?;
    reader.skip_space();
    let graph =
        if reader.rest().starts_with('.') { None } else { Some(resource(&mut reader, "the graph name")?) };
    if !reader.eat(".") {
        return Err(reader.error("expected '.'"));
    }
    reader.skip_space();
    if !reader.rest().is_empty() && !reader.rest().starts_with('#') {
        return Err(reader.error("unexpected text after '.'"));
    }
    Ok(Some(Quad { subject, predicate, object, graph }))
}

/// A term that must be an IRI or a blank node, and the space after it.
fn resource(reader: &mut TermReader<'_>, role: &str) -> Result<Term, TermError> {
    let term = reader.term()?;
    if !matches!(term, Term::Iri(_) | Term::Blank(_)) {
        return Err(reader.error(format!("{role} must be an IRI or a blank node")));
    }
    reader.skip_space();
    Ok(term)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let quads = vec![
            Quad {
                subject: Term::iri("s"),
                predicate: Term::iri("p"),
                object: Term::string("a\nb ."),
                graph: None,
            },
            Quad {
                subject: Term::blank("b0"),
                predicate: Term::iri("p"),
                object: Term::blank("b.1"),
                graph: Some(Term::iri("g")),
            },
        ];
        let text = "<s> <p> \"a\\nb .\" .\n_:b0 <p> _:b.1 <g> .\n";
        assert_eq!(write(&quads), text);
        assert_eq!(read(text), Ok(quads));
    }

    #[test]
    fn comments_empty_lines_and_tight_spelling_are_read() {
        let text = "# a comment\n\n  <s><p>_:b. # end\r\n<s>\t<p>\t\"x\"@en .";
        let read = read(text).expect("the text is N-Quads");
        assert_eq!(write(&read), "<s> <p> _:b .\n<s> <p> \"x\"@en .\n");
    }

    #[test]
    fn an_error_names_its_line() {
        let table = [
            ("<s> <p> <o> .\r\n<s> <p> .", 2),
            ("\"s\" <p> <o> .", 1),
            ("<s> _:p <o> .", 1),
            ("<s> <p> <o> \"g\" .", 1),
            ("\n\n<s> <p> <o>", 3),
            ("<s> <p> <o> . <s>", 1),
        ];
        for (text, line) in table {
            assert_eq!(read(text).map_err(|error| error.line), Err(line), "{text}");
        }
    }
}
