//! Which of the features a given dataset has, as for property graphs.
//!
//! Of a literal that generation draws they are known; of another one it is taken to have all that a literal of its
//! datatype may have, so that nothing is brought in by a form that nobody looked at.

use std::collections::BTreeSet;

use quarrel_case::graph::Dataset;
use quarrel_case::term::{Literal, LiteralKind, Quad, Term, XSD};

use super::literals::{LITERALS, Sample};
use super::term_of;

/// The features of [`super::FEATURES`] that the dataset has.
pub fn held(dataset: &Dataset) -> BTreeSet<&'static str> {
    let mut found = BTreeSet::new();
    for Quad { subject, predicate, object, graph } in &dataset.quads {
        found.extend(graph.as_ref().map(|_| "graph.named-graph"));
        [subject, predicate, object].into_iter().for_each(|term| of_term(term, &mut found));
    }
    found
}

fn of_term(term: &Term, found: &mut BTreeSet<&'static str>) {
    match term {
        Term::Iri(_) => {}
        Term::Blank(_) => found.extend(["graph.blank-node"]),
        Term::Literal(literal) => found.extend(of_literal(term, literal)),
        Term::Triple(parts) => {
            found.extend(["graph.triple-term"]);
            parts.iter().for_each(|part| of_term(part, found));
        }
    }
}

fn of_literal(term: &Term, literal: &Literal) -> Vec<&'static str> {
    let is_it = |sample: &&Sample| sample.2 == literal.lexical && term_of(sample) == *term;
    if let Some(sample) = LITERALS.iter().find(is_it) {
        return sample.4.to_vec();
    }
    match &literal.kind {
        LiteralKind::Simple => of_text(&literal.lexical),
        LiteralKind::Language(tag) => {
            let cased = tag.chars().any(|letter| letter.is_ascii_uppercase());
            let tagged = cased.then_some("graph.language-case").into_iter().chain(["graph.language-tag"]);
            of_text(&literal.lexical).into_iter().chain(tagged).collect()
        }
        LiteralKind::Typed(datatype) => {
            let name = datatype.strip_prefix(XSD).unwrap_or_default();
            // What any literal of the datatype may have, and what some sample of it has.
            let may = if name.is_empty() { "graph.unknown-datatype" } else { "graph.invalid-lexical" };
            let same =
                LITERALS.iter().filter(|sample| sample.3 == if name.is_empty() { datatype } else { name });
            same.flat_map(|sample| sample.4).copied().chain([may]).collect()
        }
    }
}

fn of_text(text: &str) -> Vec<&'static str> {
    let holds = |test: fn(char) -> bool| text.chars().any(test);
    let all = [
        ("graph.empty-string", text.is_empty()),
        ("graph.non-ascii", !text.is_ascii()),
        (
            "graph.escaped-string",
            holds(|letter| letter.is_ascii_control() || letter == '"' || letter == '\\'),
        ),
    ];
    all.into_iter().filter(|(_, is_held)| *is_held).map(|(feature, _)| feature).collect()
}
