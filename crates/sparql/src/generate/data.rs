//! What the generator knows of a round's dataset: its triples and its terms by kind.

use std::collections::BTreeSet;

use quarrel_case::graph::Dataset;
use quarrel_case::term::{Literal, Term, XSD};

/// What a term can be used for in an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Iri,
    Blank,
    Number,
    /// A string, plain or language-tagged.
    Text,
    Truth,
    /// A date and time.
    Time,
    /// A literal that no operator knows: invalid, or of another datatype.
    Odd,
}

/// The dataset as the generator reads it.
#[derive(Debug)]
pub(super) struct Data {
    /// The triples of the default graph.
    pub(super) triples: Vec<[Term; 3]>,
    /// IRIs and literals in the place of a subject or object, sorted.
    pub(super) constants: Vec<Term>,
    /// The predicates, sorted.
    pub(super) predicates: Vec<Term>,
}

impl Data {
    /// The dataset as it is stored; constants also have the spelling in which it was `written`.
    pub(super) fn new(dataset: &Dataset, written: &Dataset) -> Self {
        let quads = dataset.quads.iter().filter(|quad| quad.graph.is_none());
        let triples: Vec<[Term; 3]> =
            quads.map(|quad| [quad.subject.clone(), quad.predicate.clone(), quad.object.clone()]).collect();
        let ends = dataset.nodes(None).into_iter().chain(written.nodes(None));
        let constants: BTreeSet<&Term> = ends.filter(|term| !matches!(term, Term::Blank(_))).collect();
        let predicates: BTreeSet<&Term> = triples.iter().map(|[_, predicate, _]| predicate).collect();
        Self {
            constants: constants.into_iter().cloned().collect(),
            predicates: predicates.into_iter().cloned().collect(),
            triples,
        }
    }

    /// The positions of the triples that have the term as subject or object.
    pub(super) fn touching(&self, term: &Term) -> impl Iterator<Item = usize> {
        let triples = self.triples.iter().enumerate();
        triples
            .filter(move |(_, [subject, _, object])| subject == term || object == term)
            .map(|(index, _)| index)
    }
}

impl Kind {
    /// The kind of a term. A number's lexical form is looked at only roughly: what is taken for a number and is
    /// none makes an expression an error, which is a case worth having.
    pub(super) fn of(term: &Term) -> Self {
        match term {
            Term::Iri(_) => Self::Iri,
            Term::Blank(_) => Self::Blank,
            Term::Triple(_) => Self::Odd,
            Term::Literal(literal) => Self::of_literal(literal),
        }
    }

    fn of_literal(literal: &Literal) -> Self {
        let datatype = literal.datatype();
        match datatype.strip_prefix(XSD) {
            None if datatype.ends_with("#langString") => Self::Text,
            None => Self::Odd,
            Some("string") => Self::Text,
            Some("boolean") if matches!(&*literal.lexical, "true" | "false" | "1" | "0") => Self::Truth,
            Some("dateTime") => Self::Time,
            Some("boolean" | "date" | "time" | "duration") => Self::Odd,
            Some(_) if is_numeral(&literal.lexical) => Self::Number,
            Some(_) => Self::Odd,
        }
    }
}

fn is_numeral(lexical: &str) -> bool {
    matches!(lexical, "NaN" | "INF" | "-INF") || lexical.parse::<f64>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_is_of_the_kind_that_its_datatype_and_form_say() {
        for (text, kind) in [
            ("<http://e/a>", Kind::Iri),
            ("_:b", Kind::Blank),
            ("\"1\"", Kind::Text),
            ("\"a\"@en", Kind::Text),
            ("\"01\"^^<http://www.w3.org/2001/XMLSchema#integer>", Kind::Number),
            ("\"abc\"^^<http://www.w3.org/2001/XMLSchema#integer>", Kind::Odd),
            ("\"TRUE\"^^<http://www.w3.org/2001/XMLSchema#boolean>", Kind::Odd),
            ("\"1\"^^<http://e/type>", Kind::Odd),
        ] {
            assert_eq!(Kind::of(&text.parse().unwrap()), kind, "{text}");
        }
    }
}
