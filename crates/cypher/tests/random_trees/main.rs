//! Random trees read back from their text as they were, in every spelling.

mod clauses;
mod expressions;
mod patterns;

use quarrel_cypher::ast::Query;
use quarrel_cypher::parse::{parse, parse_expression, parse_statement};
use quarrel_cypher::print::{
    Inequality, LabelConjunction, LabelStart, Layout, Parentheses, PatternSubquery, QuantifiedRelationship,
    Quote, SchemaForm, Spelling, TypeAlternatives, TypePredicate, expression, print, statement,
};

/// Names that are plain, reserved, like calls, in need of quotes, or empty.
const NAMES: [&str; 22] = [
    "typed",
    "shortestPath",
    "seek",
    "A",
    "call",
    "if",
    "a",
    "x",
    "n1",
    "match",
    "NOT",
    "any",
    "all",
    "count",
    "reduce",
    "exists",
    "a b",
    "a`b",
    "é",
    "",
    "1",
    "null",
];

const INTEGERS: [i64; 8] = [0, 1, -1, 7, i64::MAX, i64::MIN, -42, 1_000_000_007];

const FLOATS: [f64; 10] =
    [0.0, -0.0, 1.0, -1.5, 1e16, 1e-7, 0.1, f64::MAX, -5e-324, 123_456_789_012_345_680.0];

const STRINGS: [&str; 8] =
    ["", "a", "it's \"so\"", "\\", "\n\r\t\u{8}\u{c}", "é😀", "\u{0}\u{7f}\u{85}", "// /* `"];

/// A small xorshift generator that makes trees.
struct Trees {
    state: u64,
    /// How many queries and patterns within expressions are open; they would go on for ever.
    open: usize,
}

impl Trees {
    fn new(state: u64) -> Self {
        Self { state, open: 0 }
    }

    fn below(&mut self, bound: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        usize::try_from(self.state % bound as u64).expect("small")
    }

    fn coin(&mut self) -> bool {
        self.below(2) == 0
    }

    fn pick<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }

    fn name(&mut self) -> String {
        self.pick(&NAMES).to_owned()
    }

    fn maybe<T>(&mut self, one: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.coin().then(|| one(self))
    }

    fn many<T>(&mut self, fewest: usize, one: impl Fn(&mut Self) -> T) -> Vec<T> {
        let count = fewest + self.below(3);
        (0..count).map(|_| one(self)).collect()
    }

    fn spelling(&mut self) -> Spelling {
        Spelling {
            quote: self.pick(&[Quote::Single, Quote::Double]),
            layout: self.pick(&[Layout::OneLine, Layout::ClausePerLine]),
            inequality: self.pick(&[Inequality::Angles, Inequality::Exclamation]),
            types: self.pick(&[TypeAlternatives::Bar, TypeAlternatives::BarAndColon]),
            parentheses: self.pick(&[Parentheses::Needed, Parentheses::Predicates, Parentheses::Always]),
            labels: self.pick(&[LabelConjunction::Colons, LabelConjunction::Ampersand]),
            label_start: self.pick(&[LabelStart::Colon, LabelStart::Is]),
            pattern_subquery: self.pick(&[PatternSubquery::Bare, PatternSubquery::Match]),
            quantified: self.pick(&[QuantifiedRelationship::Short, QuantifiedRelationship::Long]),
            type_predicate: self.pick(&[TypePredicate::Colons, TypePredicate::Typed]),
            schema: self.pick(&[SchemaForm::For, SchemaForm::On]),
        }
    }
}

/// Fails with the place where two trees begin to differ.
fn assert_same(read: &str, tree: &str, text: &str) {
    if let Some(place) = read.bytes().zip(tree.bytes()).position(|(left, right)| left != right) {
        let around =
            |text: &str| -> String { text.chars().skip(place.saturating_sub(150)).take(300).collect() };
        assert_eq!(around(read), around(tree), "{text}");
    }
    assert_eq!(read.len(), tree.len(), "{text}");
}

#[test]
fn random_expressions_read_back_as_they_were() {
    let mut trees = Trees::new(0x9E37_79B9_7F4A_7C15);
    for round in 0..20_000 {
        let tree = trees.expression(1 + round % 4);
        let text = expression(&tree, &trees.spelling());
        let read = parse_expression(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        // The debug form tells -0.0 from 0.0, which `==` does not.
        assert_same(&format!("{read:?}"), &format!("{tree:?}"), &text);
    }
}

#[test]
fn random_queries_read_back_as_they_were() {
    let mut trees = Trees::new(0xD1B5_4A32_D192_ED03);
    for _ in 0..5_000 {
        let tree = trees.any_query(1);
        let text = print(&tree, &trees.spelling());
        let read = parse(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        assert_same(&format!("{read:?}"), &format!("{tree:?}"), &text);
    }
}

#[test]
fn random_statements_read_back_as_they_were() {
    let mut trees = Trees::new(0xA076_1D64_78BD_642F);
    for _ in 0..5_000 {
        let tree = trees.statement();
        let text = statement(&tree, &trees.spelling());
        let read = parse_statement(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        assert_same(&format!("{read:?}"), &format!("{tree:?}"), &text);
    }
}

#[test]
fn random_queries_survive_json() {
    let mut trees = Trees::new(0x2545_F491_4F6C_DD1D);
    for _ in 0..500 {
        let tree = trees.any_query(1);
        let json = serde_json::to_string(&tree).expect("JSON");
        let read: Query = serde_json::from_str(&json).expect("a query");
        assert_eq!(format!("{read:?}"), format!("{tree:?}"));
    }
}
