//! Random trees: what is printed reads back as it was, and the evaluator answers or says why not, whatever it is given.

use quarrel_case::choices::Choices;
use quarrel_case::graph::{Edge, PropertyGraph, Vertex};
use quarrel_case::language::Budget;
use quarrel_case::profile::Profile;
use quarrel_case::value::Value;
use quarrel_gremlin::ast::{
    Argument, Literal, Predicate, PredicateName, Query, Step, StepName, Strategy, Token, Traversal,
};
use quarrel_gremlin::evaluate::session;
use quarrel_gremlin::parse::parse;
use quarrel_gremlin::print::{Spelling, print};

/// How deep arguments are nested at most.
const DEPTH: usize = 4;

struct Maker {
    choices: Choices,
}

impl Maker {
    fn below(&mut self, bound: usize) -> usize {
        self.choices.below(bound)
    }

    fn one<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    fn many<T>(&mut self, most: usize, make: impl Fn(&mut Self) -> T) -> Vec<T> {
        (0..self.below(most + 1)).map(|_| make(self)).collect()
    }

    fn string(&mut self) -> String {
        self.one(&["a", "b", "name", "age", "", "é \"$\\\n", "\u{1}\u{1F600}", "person", "knows"]).to_owned()
    }

    fn literal(&mut self) -> Literal {
        match self.below(17) {
            0 => Literal::Null,
            1 => Literal::Boolean(self.below(2) == 0),
            2 => Literal::Byte(self.one(&[0, 1, i8::MIN])),
            3 => Literal::Short(self.one(&[0, 1, i16::MIN])),
            4..=6 => Literal::Int(self.one(&[0, 1, 2, -1, i32::MIN, i32::MAX])),
            7 => Literal::Long(self.one(&[0, 1, i64::MIN, i64::MAX])),
            8 => Literal::BigInteger(self.one(&["0", "-99999999999999999999"]).to_owned()),
            9 => Literal::Float(self.one(&[0.5, -1.0, f32::MAX])),
            10 => Literal::Double(self.one(&[0.5, -1.0, 1e300, 5e-324])),
            11 => Literal::BigDecimal(self.one(&["1.50", "-0.1"]).to_owned()),
            12 => match self.below(3) {
                0 => Literal::NaN,
                which => Literal::Infinity { negative: which == 1 },
            },
            13 => Literal::Real(self.one(&["1.5", "-0.25", "1e9"]).to_owned()),
            14 => Literal::DateTime(self.one(&[None, Some("2023-08-02T00:00:00Z")]).map(ToOwned::to_owned)),
            15 => Literal::Uuid(
                self.one(&[None, Some("b46d37e9-755c-477e-9ab6-44aabea51d50")]).map(ToOwned::to_owned),
            ),
            _ => Literal::String(self.string()),
        }
    }

    fn argument(&mut self, depth: usize) -> Argument {
        let last = if depth == 0 { 8 } else { 16 };
        match self.below(last) {
            0..=4 => Argument::Literal(self.literal()),
            5 | 6 => Argument::string(&self.string()),
            7 => Argument::Token(self.one(Token::ALL)),
            8 => Argument::List(self.many(3, |maker| maker.argument(depth - 1))),
            9 => Argument::Set(self.many(3, |maker| maker.argument(depth - 1))),
            10 => Argument::Map(self.many(3, |maker| (maker.argument(depth - 1), maker.argument(depth - 1)))),
            11 => {
                let cardinality =
                    self.one(&[Token::CardinalityList, Token::CardinalitySet, Token::CardinalitySingle]);
                Argument::Cardinality(cardinality, Box::new(self.argument(depth - 1)))
            }
            12 => Argument::Predicate(self.predicate(depth - 1)),
            _ => Argument::Traversal(Traversal { steps: self.steps(depth - 1) }),
        }
    }

    fn predicate(&mut self, depth: usize) -> Predicate {
        let kind = if depth == 0 { 0 } else { self.below(6) };
        match kind {
            3 => Predicate::Not(Box::new(self.predicate(depth - 1))),
            4 => Predicate::And(Box::new(self.predicate(depth - 1)), Box::new(self.predicate(depth - 1))),
            5 => Predicate::Or(Box::new(self.predicate(depth - 1)), Box::new(self.predicate(depth - 1))),
            _ => {
                let name = self.one(PredicateName::ALL);
                Predicate::Test(name, self.many(2, |maker| maker.argument(depth.min(1))))
            }
        }
    }

    fn steps(&mut self, depth: usize) -> Vec<Step> {
        let count = 1 + self.below(4);
        (0..count).map(|_| self.step(depth)).collect()
    }

    fn step(&mut self, depth: usize) -> Step {
        let name = loop {
            let name = self.one(StepName::ALL);
            if !name.configures() {
                break name;
            }
        };
        // Steps with fitting arguments are rare among random ones; plain ones go further.
        let arguments = match self.below(3) {
            0 => Vec::new(),
            1 => vec![Argument::string(&self.string())],
            _ => self.many(3, |maker| maker.argument(depth)),
        };
        Step { name, arguments }
    }

    fn query(&mut self) -> Query {
        let mut steps = Vec::new();
        if self.below(4) == 0 {
            let name = self.one(&["ReadOnlyStrategy", "SubgraphStrategy", "ProductiveByStrategy"]);
            let settings = if name == "SubgraphStrategy" {
                vec![("vertices".to_owned(), Argument::Traversal(Traversal { steps: self.steps(1) }))]
            } else {
                Vec::new()
            };
            let strategy = Strategy { name: name.to_owned(), settings };
            steps
                .push(Step { name: StepName::WithStrategies, arguments: vec![Argument::Strategy(strategy)] });
        }
        steps.push(Step { name: StepName::V, arguments: Vec::new() });
        steps.extend(self.steps(DEPTH));
        Query { steps }
    }
}

fn graph() -> PropertyGraph {
    let vertex = |id: i64, name: &str| Vertex {
        id,
        labels: vec!["person".to_owned()],
        properties: [("name".to_owned(), Value::string(name)), ("age".to_owned(), Value::Int(id * 10))]
            .into(),
    };
    let edge = |id: i64, source: i64, target: i64| Edge {
        id,
        label: "knows".to_owned(),
        source,
        target,
        properties: [("weight".to_owned(), Value::Float(0.5))].into(),
    };
    PropertyGraph {
        vertices: vec![vertex(1, "a"), vertex(2, "b"), vertex(3, "c")],
        edges: vec![edge(1, 1, 2), edge(2, 2, 3), edge(3, 3, 3), edge(4, 3, 1)],
        ..PropertyGraph::default()
    }
}

#[test]
fn what_is_printed_reads_back_as_it_was() {
    let mut maker = Maker { choices: Choices::new(1) };
    for _ in 0..20_000 {
        let query = maker.query();
        let text = print(&query, &Spelling::default());
        assert_eq!(parse(&text).as_ref(), Ok(&query), "{text}");
    }
}

#[test]
fn a_tree_comes_back_from_json() {
    let mut maker = Maker { choices: Choices::new(2) };
    for _ in 0..2_000 {
        let query = maker.query();
        let json = serde_json::to_string(&query).expect("a tree is JSON");
        assert_eq!(serde_json::from_str::<Query>(&json).expect("a tree"), query);
    }
}

#[test]
fn the_evaluator_answers_or_says_why_not() {
    let mut maker = Maker { choices: Choices::new(3) };
    let budget = Budget { rows: 1_000, steps: 20_000 };
    let mut answered = 0;
    for _ in 0..20_000 {
        let mut session = session(&graph(), &Profile::default()).expect("a profile");
        let query = maker.query();
        answered += usize::from(session.query(&query, &budget).result.is_ok());
    }
    assert!(answered > 500, "only {answered} traversals were answered");
}
