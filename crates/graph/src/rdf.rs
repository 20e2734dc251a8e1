//! Random RDF datasets: few terms, used again and again, and literals that engines get wrong.
//!
//! Joins need terms that occur more than once, so a dataset is drawn from a palette of a few IRIs, blank nodes
//! and literals. Each predicate has a theme (nodes, numbers, text, times, truth values, anything), so that what
//! one pattern binds can mostly be compared; a few triples break their predicate's theme. The literals hold on
//! purpose what engines normalise, reject or compare wrongly: several lexical forms of one value, forms that are
//! not in the datatype, datatypes that nobody knows, numbers beyond 64 bits, language tags in different case.

use quarrel_case::choices::Choices;
use quarrel_case::graph::Dataset;
use quarrel_case::profile::Features;
use quarrel_case::term::{Quad, RDF_TYPE, Term, XSD};

use crate::Sizes;

/// What a dataset may hold that an engine may be unable to keep as it is.
pub const FEATURES: &[&str] = &[
    "graph.big-decimal",
    "graph.big-integer",
    "graph.blank-node",
    "graph.boolean",
    "graph.date",
    "graph.date-time",
    "graph.decimal",
    "graph.derived-integer",
    "graph.double",
    "graph.empty-string",
    "graph.escaped-string",
    "graph.float",
    "graph.infinity",
    "graph.invalid-lexical",
    "graph.language-case",
    "graph.language-tag",
    "graph.named-graph",
    "graph.nan",
    "graph.negative-zero",
    "graph.non-ascii",
    "graph.non-canonical-boolean",
    "graph.non-canonical-date-time",
    "graph.non-canonical-number",
    "graph.unknown-datatype",
];

/// The namespace of every generated IRI.
const NAMESPACE: &str = "http://e/";

/// What the objects of a predicate mostly are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Theme {
    Node,
    Number,
    Text,
    Time,
    Truth,
    Any,
}

/// A literal of the pool: theme, weight, lexical form, datatype (a name of XML Schema, an IRI, `@tag`, or empty
/// for a plain string), and the features that a dataset with it has.
type Sample = (Theme, usize, &'static str, &'static str, &'static [&'static str]);

const UNKNOWN: &str = "http://e/type";

const LITERALS: &[Sample] = &[
    (Theme::Number, 6, "1", "integer", &[]),
    (Theme::Number, 5, "2", "integer", &[]),
    (Theme::Number, 5, "0", "integer", &[]),
    (Theme::Number, 4, "-3", "integer", &[]),
    (Theme::Number, 3, "10", "integer", &[]),
    (Theme::Number, 3, "01", "integer", &["graph.non-canonical-number"]),
    (Theme::Number, 2, "+1", "integer", &["graph.non-canonical-number"]),
    (Theme::Number, 1, "-0", "integer", &["graph.non-canonical-number"]),
    (Theme::Number, 2, "9223372036854775807", "integer", &[]),
    (Theme::Number, 1, "-9223372036854775808", "integer", &[]),
    (Theme::Number, 1, "9007199254740993", "integer", &[]),
    (Theme::Number, 1, "9223372036854775808", "integer", &["graph.big-integer"]),
    (Theme::Number, 1, "170141183460469231731687303715884105728", "integer", &["graph.big-integer"]),
    (Theme::Number, 4, "1.0", "decimal", &["graph.decimal", "graph.non-canonical-number"]),
    (Theme::Number, 3, "2.5", "decimal", &["graph.decimal"]),
    (Theme::Number, 2, "0.1", "decimal", &["graph.decimal"]),
    (Theme::Number, 1, "-0.50", "decimal", &["graph.decimal", "graph.non-canonical-number"]),
    (
        Theme::Number,
        1,
        "123456789012345678901234567890.5",
        "decimal",
        &["graph.decimal", "graph.big-decimal"],
    ),
    (Theme::Number, 1, "0.0000000000000000000000001", "decimal", &["graph.decimal", "graph.big-decimal"]),
    (Theme::Number, 4, "1e0", "double", &["graph.double", "graph.non-canonical-number"]),
    (Theme::Number, 2, "1.0E0", "double", &["graph.double"]),
    (Theme::Number, 2, "2.5E0", "double", &["graph.double"]),
    (Theme::Number, 1, "1.0E300", "double", &["graph.double"]),
    (Theme::Number, 2, "-0.0E0", "double", &["graph.double", "graph.negative-zero"]),
    (Theme::Number, 2, "NaN", "double", &["graph.double", "graph.nan"]),
    (Theme::Number, 2, "INF", "double", &["graph.double", "graph.infinity"]),
    (Theme::Number, 1, "-INF", "double", &["graph.double", "graph.infinity"]),
    (Theme::Number, 2, "1.5E0", "float", &["graph.float"]),
    (Theme::Number, 1, "0.1", "float", &["graph.float", "graph.non-canonical-number"]),
    (
        Theme::Number,
        1,
        "-0.0",
        "float",
        &["graph.float", "graph.negative-zero", "graph.non-canonical-number"],
    ),
    (Theme::Number, 1, "NaN", "float", &["graph.float", "graph.nan"]),
    (Theme::Number, 2, "1", "int", &["graph.derived-integer"]),
    (Theme::Number, 1, "7", "byte", &["graph.derived-integer"]),
    (Theme::Number, 1, "2", "long", &["graph.derived-integer"]),
    (Theme::Number, 1, "3", "unsignedByte", &["graph.derived-integer"]),
    (Theme::Number, 1, "300", "byte", &["graph.derived-integer", "graph.invalid-lexical"]),
    (Theme::Number, 2, "abc", "integer", &["graph.invalid-lexical"]),
    (Theme::Number, 1, "", "integer", &["graph.invalid-lexical"]),
    (Theme::Number, 1, "1.5", "integer", &["graph.invalid-lexical"]),
    (Theme::Number, 1, "1e0", "decimal", &["graph.decimal", "graph.invalid-lexical"]),
    (Theme::Text, 6, "a", "", &[]),
    (Theme::Text, 4, "b", "", &[]),
    (Theme::Text, 4, "ab", "", &[]),
    (Theme::Text, 3, "A", "", &[]),
    (Theme::Text, 3, "1", "", &[]),
    (Theme::Text, 2, "abc abc", "", &[]),
    (Theme::Text, 2, "true", "", &[]),
    (Theme::Text, 1, "http://e/a", "", &[]),
    (Theme::Text, 3, "", "", &["graph.empty-string"]),
    (Theme::Text, 2, "é", "", &["graph.non-ascii"]),
    (Theme::Text, 1, "😀a", "", &["graph.non-ascii"]),
    (Theme::Text, 1, "Straße", "", &["graph.non-ascii"]),
    (Theme::Text, 1, "a\"\\b", "", &["graph.escaped-string"]),
    (Theme::Text, 1, "a\nb", "", &["graph.escaped-string"]),
    (Theme::Text, 4, "a", "@en", &["graph.language-tag"]),
    (Theme::Text, 2, "a", "@fr", &["graph.language-tag"]),
    (Theme::Text, 2, "ab", "@en-gb", &["graph.language-tag"]),
    (Theme::Text, 2, "a", "@EN", &["graph.language-tag", "graph.language-case"]),
    (Theme::Text, 1, "ab", "@en-GB", &["graph.language-tag", "graph.language-case"]),
    (Theme::Text, 1, "", "@en", &["graph.language-tag", "graph.empty-string"]),
    (Theme::Text, 1, "é", "@fr", &["graph.language-tag", "graph.non-ascii"]),
    (Theme::Text, 2, "a", UNKNOWN, &["graph.unknown-datatype"]),
    (Theme::Text, 1, "1", UNKNOWN, &["graph.unknown-datatype"]),
    (Theme::Time, 4, "2020-01-01T00:00:00Z", "dateTime", &["graph.date-time"]),
    (Theme::Time, 3, "2020-02-29T12:30:00", "dateTime", &["graph.date-time"]),
    (Theme::Time, 3, "2019-12-31T23:00:00-01:00", "dateTime", &["graph.date-time"]),
    (Theme::Time, 2, "2020-01-01T00:00:00.5Z", "dateTime", &["graph.date-time"]),
    (
        Theme::Time,
        1,
        "2020-01-01T00:00:00+00:00",
        "dateTime",
        &["graph.date-time", "graph.non-canonical-date-time"],
    ),
    (
        Theme::Time,
        1,
        "2019-12-31T24:00:00Z",
        "dateTime",
        &["graph.date-time", "graph.non-canonical-date-time"],
    ),
    (Theme::Time, 1, "-0044-03-15T00:00:00Z", "dateTime", &["graph.date-time"]),
    (Theme::Time, 1, "2020-13-01T00:00:00Z", "dateTime", &["graph.date-time", "graph.invalid-lexical"]),
    (Theme::Time, 2, "2020-01-01", "date", &["graph.date"]),
    (Theme::Time, 2, "2020-01-01Z", "date", &["graph.date"]),
    (Theme::Time, 1, "2020-01-02+14:00", "date", &["graph.date"]),
    (Theme::Time, 1, "2020-02-30", "date", &["graph.date", "graph.invalid-lexical"]),
    (Theme::Truth, 5, "true", "boolean", &["graph.boolean"]),
    (Theme::Truth, 5, "false", "boolean", &["graph.boolean"]),
    (Theme::Truth, 2, "1", "boolean", &["graph.boolean", "graph.non-canonical-boolean"]),
    (Theme::Truth, 2, "0", "boolean", &["graph.boolean", "graph.non-canonical-boolean"]),
    (Theme::Truth, 1, "TRUE", "boolean", &["graph.boolean", "graph.invalid-lexical"]),
];

/// The themes with their weights.
const THEMES: [(Theme, usize); 6] = [
    (Theme::Node, 26),
    (Theme::Number, 30),
    (Theme::Text, 20),
    (Theme::Time, 8),
    (Theme::Truth, 6),
    (Theme::Any, 10),
];

/// A random dataset of at most `sizes.edges` triples, in the default graph.
///
/// Named graphs wait for the constructs that can ask for them; `graph.named-graph` is their feature.
pub fn generate(sizes: Sizes, features: &Features, choices: &mut Choices) -> Dataset {
    let count = triple_count(sizes, choices);
    let palette = Palette::draw(count, features, choices);
    let mut quads: Vec<Quad> = Vec::with_capacity(count);
    // A small palette may not have as many triples as were asked for: the attempts are bounded.
    for _ in 0..count * 4 {
        if quads.len() == count {
            break;
        }
        let triple = palette.triple(choices);
        if !quads.contains(&triple) {
            quads.push(triple);
        }
    }
    Dataset { quads }
}

fn triple_count(sizes: Sizes, choices: &mut Choices) -> usize {
    match sizes.edges {
        Some(most) => choices.between(most.div_ceil(2), most),
        None => match choices.weighted(&[38, 46, 16]) {
            0 => choices.between(3, 8),
            1 => choices.between(8, 15),
            _ => choices.between(16, 50),
        },
    }
}

/// The terms of one dataset.
struct Palette {
    /// IRIs and blank nodes; the first ones are drawn more often.
    nodes: Vec<Term>,
    predicates: Vec<(Term, Theme)>,
    literals: Vec<(Theme, Term)>,
}

impl Palette {
    fn draw(count: usize, features: &Features, choices: &mut Choices) -> Self {
        let iris = choices.between(2, 3 + count / 6);
        let mut nodes: Vec<Term> = (0..iris).map(|index| Term::iri(node_name(index))).collect();
        if features.allow("graph.blank-node") && choices.chance(60) {
            nodes.extend((0..choices.between(1, 2)).map(|index| Term::blank(format!("b{index}"))));
        }
        choices.shuffle(&mut nodes);
        let predicates = draw_predicates(count, choices);
        let mut literals = Vec::new();
        for (theme, _) in &THEMES[1..5] {
            let how_many = choices.between(2, 3 + count / 4);
            literals.extend(draw_literals(*theme, how_many, features, choices));
        }
        Self { nodes, predicates, literals }
    }

    fn triple(&self, choices: &mut Choices) -> Quad {
        let fallback = (Term::iri(predicate_name(0)), Theme::Node);
        let (predicate, theme) = choices.pick(&self.predicates).unwrap_or(&fallback).clone();
        let subject = self.node(choices);
        let theme = if choices.chance(6) { Theme::Any } else { theme };
        let object = match theme {
            Theme::Node => self.node(choices),
            // A rare predicate in the place of a node lets a variable be bound in both.
            Theme::Any if choices.chance(5) => predicate.clone(),
            Theme::Any if choices.chance(25) => self.node(choices),
            theme => self.literal(theme, choices).unwrap_or_else(|| self.node(choices)),
        };
        Quad { subject, predicate, object, graph: None }
    }

    fn node(&self, choices: &mut Choices) -> Term {
        // The lower of two draws: some nodes have many triples, some have few or none.
        let index = choices.below(self.nodes.len()).min(choices.below(self.nodes.len()));
        self.nodes.get(index).cloned().unwrap_or_else(|| Term::iri(node_name(0)))
    }

    fn literal(&self, theme: Theme, choices: &mut Choices) -> Option<Term> {
        let fitting: Vec<&Term> = self
            .literals
            .iter()
            .filter(|(of, _)| theme == Theme::Any || *of == theme)
            .map(|(_, term)| term)
            .collect();
        choices.pick(&fitting).map(|term| (*term).clone())
    }
}

fn draw_predicates(count: usize, choices: &mut Choices) -> Vec<(Term, Theme)> {
    let weights = THEMES.map(|(_, weight)| weight);
    let how_many = if count < 6 { choices.between(2, 3) } else { choices.between(3, 5) };
    let mut predicates: Vec<(Term, Theme)> = (0..how_many)
        .map(|index| (Term::iri(predicate_name(index)), THEMES[choices.weighted(&weights)].0))
        .collect();
    // At least one predicate joins nodes, or no path is longer than one triple.
    if let Some(first) = predicates.first_mut() {
        first.1 = Theme::Node;
    }
    if choices.chance(10)
        && let Some(last) = predicates.last_mut()
    {
        *last = (Term::iri(RDF_TYPE), Theme::Node);
    }
    predicates
}

fn draw_literals(
    theme: Theme,
    how_many: usize,
    features: &Features,
    choices: &mut Choices,
) -> Vec<(Theme, Term)> {
    let mut pool: Vec<&Sample> = LITERALS
        .iter()
        .filter(|sample| sample.0 == theme && sample.4.iter().all(|feature| features.allow(feature)))
        .collect();
    let mut drawn = Vec::new();
    while drawn.len() < how_many && !pool.is_empty() {
        let weights: Vec<usize> = pool.iter().map(|sample| sample.1).collect();
        let sample = pool.swap_remove(choices.weighted(&weights));
        drawn.push((theme, term_of(sample)));
    }
    drawn
}

fn term_of(&(_, _, lexical, datatype, _): &Sample) -> Term {
    match datatype.strip_prefix('@') {
        Some(tag) => Term::language(lexical, tag),
        None if datatype.is_empty() => Term::string(lexical),
        None if datatype.contains(':') => Term::typed(lexical, datatype),
        None => Term::typed(lexical, format!("{XSD}{datatype}")),
    }
}

/// `http://e/a`, `http://e/b`, ... and after the alphabet `http://e/n26`, ...
fn node_name(index: usize) -> String {
    match u8::try_from(index) {
        Ok(letter) if letter < 15 => format!("{NAMESPACE}{}", char::from(b'a' + letter)),
        _ => format!("{NAMESPACE}n{index}"),
    }
}

fn predicate_name(index: usize) -> String {
    let letters = ["p", "q", "r", "s", "t"];
    format!("{NAMESPACE}{}", letters.get(index).copied().unwrap_or("p"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn dataset(seed: u64, sizes: Sizes, features: &Features) -> Dataset {
        generate(sizes, features, &mut Choices::new(seed))
    }

    #[test]
    fn every_feature_of_a_literal_is_declared_and_the_list_is_sorted() {
        let used: BTreeSet<&str> = LITERALS.iter().flat_map(|sample| sample.4).copied().collect();
        assert!(used.iter().all(|feature| FEATURES.contains(feature)));
        assert!(FEATURES.is_sorted());
    }

    #[test]
    fn a_dataset_is_small_without_repetition_and_the_same_for_the_same_seed() {
        let all = Features::default();
        for seed in 0..500 {
            let data = dataset(seed, Sizes::default(), &all);
            assert_eq!(data, dataset(seed, Sizes::default(), &all));
            assert!((2..=50).contains(&data.quads.len()), "seed {seed} has {}", data.quads.len());
            assert_eq!(Dataset::new(data.quads.clone()), data);
            assert!(
                data.quads.iter().all(|quad| quad.graph.is_none() && quad.subject.as_literal().is_none())
            );
        }
    }

    #[test]
    fn the_size_asked_for_is_never_exceeded() {
        for edges in 0..60 {
            let sizes = Sizes { edges: Some(edges), ..Sizes::default() };
            assert!(dataset(edges as u64, sizes, &Features::default()).quads.len() <= edges);
        }
    }

    #[test]
    fn what_the_features_leave_out_does_not_occur() {
        let without = FEATURES.iter().map(|feature| (*feature).to_owned()).collect();
        for seed in 0..200 {
            for quad in
                dataset(seed, Sizes::default(), &Features { without: BTreeSet::clone(&without) }).quads
            {
                assert!(!matches!(quad.subject, Term::Blank(_)) && !matches!(quad.object, Term::Blank(_)));
                if let Some(literal) = quad.object.as_literal() {
                    let canonical_integer =
                        literal.lexical.parse::<i64>().is_ok_and(|n| n.to_string() == literal.lexical);
                    assert!(canonical_integer || literal.lexical.is_ascii());
                }
            }
        }
    }

    #[test]
    fn terms_are_shared_so_that_patterns_can_join() {
        let joining = (0..500).filter(|&seed| {
            let data = dataset(seed, Sizes::default(), &Features::default());
            let subjects: BTreeSet<&Term> = data.quads.iter().map(|quad| &quad.subject).collect();
            data.quads.iter().any(|quad| subjects.contains(&quad.object))
        });
        assert!(joining.count() > 450);
    }
}
