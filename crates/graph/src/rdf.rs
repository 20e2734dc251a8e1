//! Random RDF datasets: few terms, used again and again, and literals that engines get wrong.
//!
//! Joins need terms that occur more than once, so a dataset is drawn from a palette of a few IRIs, blank nodes
//! and literals. Each predicate has a theme (nodes, numbers, text, times, truth values, anything), so that what
//! one pattern binds can mostly be compared; a few triples break their predicate's theme. The literals hold on
//! purpose what engines normalise, reject or compare wrongly: several lexical forms of one value, forms that are
//! not in the datatype, datatypes that nobody knows, numbers beyond 64 bits, language tags in different case.
//!
//! Some datasets have named graphs, which share their terms, and some of their triples, with the default graph: what
//! is looked for in the wrong graph is then found, and is wrong. Some have triple terms, mostly of triples that they
//! have as well.

mod held;
mod literals;

use quarrel_case::choices::Choices;
use quarrel_case::graph::Dataset;
use quarrel_case::profile::Features;
use quarrel_case::term::{Quad, RDF_TYPE, Term, XSD};

use crate::Sizes;
pub use held::held;
use literals::{LITERALS, Sample, Theme};

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
    "graph.triple-term",
    "graph.unknown-datatype",
];

/// Datasets of fewer triples have one graph, and terms without parts.
const FEW: usize = 6;

/// The namespace of every generated IRI.
const NAMESPACE: &str = "http://e/";

/// The themes with their weights.
const THEMES: [(Theme, usize); 6] = [
    (Theme::Node, 26),
    (Theme::Number, 30),
    (Theme::Text, 20),
    (Theme::Time, 8),
    (Theme::Truth, 6),
    (Theme::Any, 10),
];

/// A random dataset of at most `sizes.edges` triples.
pub fn generate(sizes: Sizes, features: &Features, choices: &mut Choices) -> Dataset {
    let count = triple_count(sizes, choices);
    let palette = Palette::draw(count, features, choices);
    let mut quads: Vec<Quad> = Vec::with_capacity(count);
    // A small palette may not have as many triples as were asked for: the attempts are bounded.
    for _ in 0..count * 4 {
        if quads.len() == count {
            break;
        }
        let quad = palette.quad(&quads, choices);
        if !quads.contains(&quad) {
            quads.push(quad);
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
    /// Triple terms; mostly none.
    triples: Vec<Term>,
    /// The names of the named graphs; mostly none.
    graphs: Vec<Term>,
}

impl Palette {
    fn draw(count: usize, features: &Features, choices: &mut Choices) -> Self {
        let iris = choices.between(2, 3 + count / 6);
        let mut nodes: Vec<Term> = (0..iris).map(|index| Term::iri(node_name(index))).collect();
        if features.allow("graph.blank-node") && choices.chance(60) {
            nodes.extend((0..choices.between(1, 2)).map(|index| Term::blank(format!("b{index}"))));
        }
        let mut graphs: Vec<Term> = Vec::new();
        if count >= FEW && features.allow("graph.named-graph") && choices.chance(38) {
            graphs.extend((1..=choices.between(1, 3)).map(|index| Term::iri(format!("{NAMESPACE}g{index}"))));
            // What is said of a graph can be joined with what is said in it.
            nodes.extend(graphs.iter().filter(|_| choices.chance(50)).cloned());
        }
        choices.shuffle(&mut nodes);
        let predicates = draw_predicates(count, choices);
        let mut literals = Vec::new();
        for (theme, _) in &THEMES[1..5] {
            let how_many = choices.between(2, 3 + count / 4);
            literals.extend(draw_literals(*theme, how_many, features, choices));
        }
        let mut palette = Self { nodes, predicates, literals, triples: Vec::new(), graphs };
        if count >= FEW && features.allow("graph.triple-term") && choices.chance(16) {
            for _ in 0..choices.between(1, 3) {
                let Quad { subject, predicate, object, .. } = palette.triple(choices);
                palette.triples.push(Term::triple(subject, predicate, object));
            }
        }
        palette
    }

    /// A triple in some graph.
    fn quad(&self, before: &[Quad], choices: &mut Choices) -> Quad {
        if self.graphs.is_empty() {
            return self.triple(choices);
        }
        let graph = if choices.chance(50) { None } else { choices.pick(&self.graphs).cloned() };
        // The same triple in several graphs tells their union from their parts.
        match choices.pick(before).filter(|_| choices.chance(15)) {
            Some(triple) => Quad { graph, ..triple.clone() },
            None => Quad { graph, ..self.triple(choices) },
        }
    }

    fn triple(&self, choices: &mut Choices) -> Quad {
        let stated = choices.pick(&self.triples).filter(|_| choices.chance(10));
        if let Some(Term::Triple(parts)) = stated {
            let [subject, predicate, object] = (**parts).clone();
            return Quad { subject, predicate, object, graph: None };
        }
        let fallback = (Term::iri(predicate_name(0)), Theme::Node);
        let (predicate, theme) = choices.pick(&self.predicates).unwrap_or(&fallback).clone();
        let subject = self.node(choices);
        let theme = if choices.chance(6) { Theme::Any } else { theme };
        if let Some(object) = choices.pick(&self.triples).filter(|_| choices.chance(15)).cloned() {
            return Quad { subject, predicate, object, graph: None };
        }
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
            assert!(data.quads.iter().all(|quad| matches!(quad.subject, Term::Iri(_) | Term::Blank(_))));
        }
    }

    #[test]
    fn some_datasets_have_named_graphs_and_some_triple_terms() {
        let (mut named, mut shared, mut told, mut terms) = (0, 0, 0, 0);
        for seed in 0..500 {
            let quads = dataset(seed, Sizes::default(), &Features::default()).quads;
            let names: BTreeSet<&Term> = quads.iter().filter_map(|quad| quad.graph.as_ref()).collect();
            let triples: BTreeSet<_> =
                quads.iter().map(|quad| (&quad.subject, &quad.predicate, &quad.object)).collect();
            assert!(names.len() <= 3);
            named += usize::from(!names.is_empty());
            shared += usize::from(triples.len() < quads.len());
            told += usize::from(quads.iter().any(|quad| names.contains(&quad.subject)));
            terms += usize::from(quads.iter().any(|quad| matches!(quad.object, Term::Triple(_))));
        }
        assert!((100..250).contains(&named), "{named} with named graphs");
        assert!(shared > 50 && told > 25 && (25..100).contains(&terms), "{shared} {told} {terms}");
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
            for quad in dataset(
                seed,
                Sizes::default(),
                &Features { without: BTreeSet::clone(&without), ..Features::default() },
            )
            .quads
            {
                assert!(!matches!(quad.subject, Term::Blank(_)) && quad.graph.is_none());
                assert!(!matches!(quad.object, Term::Blank(_) | Term::Triple(_)));
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

    #[test]
    fn a_dataset_holds_what_it_was_not_left_without_and_nothing_else() {
        let holds = |features: &Features, feature: &str, seeds| {
            (0..seeds).any(|seed| held(&dataset(seed, Sizes::default(), features)).contains(feature))
        };
        for left_out in FEATURES {
            let without = BTreeSet::from([(*left_out).to_owned()]);
            assert!(!holds(&Features { without, ..Features::default() }, left_out, 200), "{left_out}");
            assert!(holds(&Features::default(), left_out, 1_000), "{left_out}");
        }
    }

    #[test]
    fn a_literal_that_is_none_of_the_pool_may_have_all_that_its_datatype_may_have() {
        for (object, held_features) in [
            (Term::string("rose"), vec![]),
            (Term::string("a\nrose"), vec!["graph.escaped-string"]),
            (Term::language("rose", "EN"), vec!["graph.language-case", "graph.language-tag"]),
            (
                Term::typed("TR", format!("{XSD}boolean")),
                vec!["graph.boolean", "graph.invalid-lexical", "graph.non-canonical-boolean"],
            ),
            (Term::typed("rose", "http://e/other"), vec!["graph.unknown-datatype"]),
        ] {
            let quad = Quad { subject: Term::iri("s"), predicate: Term::iri("p"), object, graph: None };
            let dataset = Dataset { quads: vec![quad] };
            assert_eq!(held(&dataset).into_iter().collect::<Vec<_>>(), held_features, "{dataset:?}");
        }
    }
}
