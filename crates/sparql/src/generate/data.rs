//! What the generator knows of a round's dataset: its triples and its terms by kind.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use quarrel_case::graph::Dataset;
use quarrel_case::term::{Literal, Term, XSD};

use crate::ast::DatasetClause;

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
    /// A triple term.
    Triple,
    /// A literal that no operator knows: invalid, or of another datatype.
    Odd,
}

/// The triples of a graph.
pub(super) type Triples = Arc<[[Term; 3]]>;

/// The graphs that patterns look at.
#[derive(Debug, Clone)]
pub(super) struct View {
    /// The triples of the default graph, or of the one that GRAPH names.
    pub(super) triples: Triples,
    /// The named graphs.
    pub(super) graphs: Arc<[(String, Triples)]>,
}

/// The dataset as the generator reads it.
#[derive(Debug)]
pub(super) struct Data {
    /// The dataset as it is stored.
    pub(super) view: View,
    /// Terms without blank nodes in the place of a subject or object, sorted.
    pub(super) constants: Vec<Term>,
    /// The predicates, sorted.
    pub(super) predicates: Vec<Term>,
    /// The kinds of the constants, once they were asked for: to tell them, numbers must be read.
    kinds: OnceCell<Vec<Kind>>,
}

impl Data {
    /// The dataset as it is stored, the default graph with the triples of all graphs or not; constants also have the
    /// spelling in which it was `written`.
    pub(super) fn new(dataset: &Dataset, written: &Dataset, union: bool) -> Self {
        let mut default: Vec<[Term; 3]> = Vec::new();
        let mut named: BTreeMap<&String, Vec<[Term; 3]>> = BTreeMap::new();
        for quad in &dataset.quads {
            let triple = [quad.subject.clone(), quad.predicate.clone(), quad.object.clone()];
            if let Some(Term::Iri(graph)) = &quad.graph {
                named.entry(graph).or_default().push(triple.clone());
            }
            if quad.graph.is_none() || (union && !default.contains(&triple)) {
                default.push(triple);
            }
        }
        let quads = || dataset.quads.iter().chain(&written.quads);
        let constants: BTreeSet<&Term> =
            quads().flat_map(|quad| [&quad.subject, &quad.object]).filter(|term| is_writable(term)).collect();
        let predicates: BTreeSet<&Term> = quads().map(|quad| &quad.predicate).collect();
        let graphs = named.into_iter().map(|(name, triples)| (name.clone(), triples.into()));
        Self {
            constants: constants.into_iter().cloned().collect(),
            predicates: predicates.into_iter().cloned().collect(),
            view: View { triples: default.into(), graphs: graphs.collect() },
            kinds: OnceCell::new(),
        }
    }

    /// The constants of a kind, or all.
    pub(super) fn constants_of(&self, kind: Option<Kind>) -> Vec<&Term> {
        let kinds = self.kinds.get_or_init(|| self.constants.iter().map(Kind::of).collect());
        let known = self.constants.iter().zip(kinds);
        known.filter(|(_, known)| kind.is_none_or(|kind| kind == **known)).map(|(term, _)| term).collect()
    }
}

impl View {
    /// What FROM and FROM NAMED leave of it.
    pub(super) fn described(&self, clause: &DatasetClause) -> Self {
        let among = |names: &[String]| -> Vec<(String, Triples)> {
            self.graphs.iter().filter(|(name, _)| names.contains(name)).cloned().collect()
        };
        let mut merged: Vec<[Term; 3]> = Vec::new();
        for triple in among(&clause.default).iter().flat_map(|(_, triples)| triples.iter()) {
            if !merged.contains(triple) {
                merged.push(triple.clone());
            }
        }
        Self { triples: merged.into(), graphs: among(&clause.named).into() }
    }

    /// The triples of a named graph.
    pub(super) fn named(&self, graph: &str) -> Option<Triples> {
        self.graphs.iter().find(|(name, _)| name == graph).map(|(_, triples)| Arc::clone(triples))
    }
}

/// The positions of the triples that have the term as subject or object.
pub(super) fn touching(triples: &[[Term; 3]], term: &Term) -> Vec<usize> {
    let touches = |[subject, _, object]: &[Term; 3]| subject == term || object == term;
    let found = triples.iter().enumerate().filter(|(_, triple)| touches(triple));
    found.map(|(index, _)| index).collect()
}

/// The blank nodes of a graph.
pub(super) fn blanks(triples: &[[Term; 3]]) -> BTreeSet<&Term> {
    let ends = triples.iter().flat_map(|[subject, _, object]| [subject, object]);
    ends.filter(|term| !is_writable(term)).collect()
}

/// Whether a query can write the term: a blank node would be a variable.
pub(super) fn is_writable(term: &Term) -> bool {
    match term {
        Term::Blank(_) => false,
        Term::Triple(parts) => parts.iter().all(is_writable),
        Term::Iri(_) | Term::Literal(_) => true,
    }
}

impl Kind {
    /// The kind of a term. A number's lexical form is looked at only roughly: what is taken for a number and is
    /// none makes an expression an error, which is a case worth having.
    pub(super) fn of(term: &Term) -> Self {
        match term {
            Term::Iri(_) => Self::Iri,
            Term::Blank(_) => Self::Blank,
            Term::Triple(_) => Self::Triple,
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
