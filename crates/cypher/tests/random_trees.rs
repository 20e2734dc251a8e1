//! Random trees read back from their text as they were, in every spelling.

use quarrel_cypher::ast::*;
use quarrel_cypher::parse::{parse, parse_expression};
use quarrel_cypher::print::{
    Inequality, Layout, Parentheses, Quote, Spelling, TypeAlternatives, expression, print,
};

/// Names that are plain, reserved, like calls, in need of quotes, or empty.
const NAMES: [&str; 16] = [
    "a", "x", "n1", "match", "NOT", "any", "all", "count", "reduce", "exists", "a b", "a`b", "é", "", "1",
    "null",
];

const INTEGERS: [i64; 8] = [0, 1, -1, 7, i64::MAX, i64::MIN, -42, 1_000_000_007];

const FLOATS: [f64; 10] =
    [0.0, -0.0, 1.0, -1.5, 1e16, 1e-7, 0.1, f64::MAX, -5e-324, 123_456_789_012_345_680.0];

const STRINGS: [&str; 8] =
    ["", "a", "it's \"so\"", "\\", "\n\r\t\u{8}\u{c}", "é😀", "\u{0}\u{7f}\u{85}", "// /* `"];

/// A small xorshift generator that makes trees.
struct Trees(u64);

impl Trees {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % bound as u64).expect("small")
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

    fn literal(&mut self) -> Literal {
        match self.below(5) {
            0 => Literal::Null,
            1 => Literal::Boolean(self.coin()),
            2 => Literal::Integer(self.pick(&INTEGERS)),
            3 => Literal::Float(self.pick(&FLOATS)),
            _ => Literal::String(self.pick(&STRINGS).to_owned()),
        }
    }

    fn entries(&mut self, depth: usize) -> Vec<(String, Expression)> {
        self.many(0, |trees| (trees.name(), trees.expression(depth)))
    }

    fn boxed(&mut self, depth: usize) -> Box<Expression> {
        Box::new(self.expression(depth))
    }

    fn expression(&mut self, depth: usize) -> Expression {
        let Some(depth) = depth.checked_sub(1) else {
            return self.leaf();
        };
        match self.below(22) {
            0 | 1 => self.leaf(),
            2 => Expression::List(self.many(0, |trees| trees.expression(depth))),
            3 => Expression::Map(self.entries(depth)),
            4 => Expression::Property { subject: self.boxed(depth), key: self.name() },
            5 => Expression::Subscript { subject: self.boxed(depth), index: self.boxed(depth) },
            6 => Expression::Slice {
                subject: self.boxed(depth),
                from: self.maybe(|trees| trees.boxed(depth)),
                to: self.maybe(|trees| trees.boxed(depth)),
            },
            7..=9 => Expression::Unary {
                operator: self.pick(&[UnaryOperator::Not, UnaryOperator::Negate, UnaryOperator::Plus]),
                operand: self.boxed(depth),
            },
            10..=14 => self.binary(depth),
            15 => self.comparison(depth),
            16 => Expression::IsNull { operand: self.boxed(depth), negated: self.coin() },
            17 => Expression::HasLabels { subject: self.boxed(depth), labels: self.many(1, Self::name) },
            18 => self.case(depth),
            19 => self.function(depth),
            20 => self.list_comprehension(depth),
            _ => self.scoped(depth),
        }
    }

    fn leaf(&mut self) -> Expression {
        match self.below(8) {
            0 => Expression::Variable(self.name()),
            1 => Expression::Parameter(self.name()),
            2 => Expression::CountStar,
            _ => Expression::Literal(self.literal()),
        }
    }

    fn binary(&mut self, depth: usize) -> Expression {
        use BinaryOperator::*;
        let operators = [
            Or, Xor, And, In, StartsWith, EndsWith, Contains, Matches, Add, Subtract, Multiply, Divide,
            Modulo, Power,
        ];
        Expression::Binary {
            operator: self.pick(&operators),
            left: self.boxed(depth),
            right: self.boxed(depth),
        }
    }

    fn comparison(&mut self, depth: usize) -> Expression {
        use ComparisonOperator::*;
        let operators = [Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual];
        let first = self.boxed(depth);
        Expression::Comparison {
            first,
            rest: self.many(1, |trees| (trees.pick(&operators), trees.expression(depth))),
        }
    }

    fn case(&mut self, depth: usize) -> Expression {
        Expression::Case(Box::new(Case {
            subject: self.maybe(|trees| trees.expression(depth)),
            branches: self.many(1, |trees| (trees.expression(depth), trees.expression(depth))),
            otherwise: self.maybe(|trees| trees.expression(depth)),
        }))
    }

    fn function(&mut self, depth: usize) -> Expression {
        let name = self.many(1, Self::name).join(".");
        let arguments = self.many(0, |trees| trees.expression(depth));
        Expression::Function { name, distinct: self.coin() && !arguments.is_empty(), arguments }
    }

    fn list_comprehension(&mut self, depth: usize) -> Expression {
        Expression::ListComprehension(Box::new(ListComprehension {
            variable: self.name(),
            list: self.expression(depth),
            condition: self.maybe(|trees| trees.expression(depth)),
            projection: self.maybe(|trees| trees.expression(depth)),
        }))
    }

    fn scoped(&mut self, depth: usize) -> Expression {
        use QuantifierKind::*;
        if self.coin() {
            return Expression::Quantifier(Box::new(Quantifier {
                kind: self.pick(&[All, Any, None, Single]),
                variable: self.name(),
                list: self.expression(depth),
                condition: self.expression(depth),
            }));
        }
        Expression::Reduce(Box::new(Reduce {
            accumulator: self.name(),
            initial: self.expression(depth),
            variable: self.name(),
            list: self.expression(depth),
            step: self.expression(depth),
        }))
    }

    fn node(&mut self) -> NodePattern {
        NodePattern {
            variable: self.maybe(Self::name),
            labels: self.many(0, Self::name),
            properties: self.entries(1),
            ..NodePattern::default()
        }
    }

    fn step(&mut self) -> PathStep {
        let length = |trees: &mut Self| PathLength {
            minimum: trees.maybe(|trees| trees.below(4) as u64),
            maximum: trees.maybe(|trees| trees.below(4) as u64),
        };
        let direction = self.pick(&[Direction::Left, Direction::Right, Direction::Undirected]);
        let relationship = RelationshipPattern {
            variable: self.maybe(Self::name),
            types: self.many(0, Self::name),
            length: self.maybe(length),
            properties: self.entries(1),
            ..RelationshipPattern::any(direction)
        };
        PathStep { hop: Hop::Relationship(relationship), node: self.node() }
    }

    fn pattern(&mut self) -> PathPattern {
        PathPattern {
            variable: self.maybe(Self::name),
            start: self.node(),
            steps: self.many(0, Self::step),
            ..PathPattern::default()
        }
    }

    fn projection(&mut self) -> Projection {
        let star = self.coin();
        Projection {
            distinct: self.coin(),
            star,
            items: self.many(usize::from(!star), |trees| ProjectionItem {
                expression: trees.expression(2),
                alias: trees.maybe(Self::name),
            }),
            order: self
                .many(0, |trees| SortItem { expression: trees.expression(2), descending: trees.coin() }),
            skip: self.maybe(|trees| trees.expression(1)),
            limit: self.maybe(|trees| trees.expression(1)),
        }
    }

    fn clause(&mut self) -> Clause {
        match self.below(3) {
            0 => Clause::Match(Match {
                optional: self.coin(),
                patterns: self.many(1, Self::pattern),
                hints: Vec::new(),
                condition: self.maybe(|trees| trees.expression(2)),
            }),
            1 => Clause::Unwind(Unwind { list: self.expression(2), variable: self.name() }),
            _ => Clause::With(With {
                projection: self.projection(),
                condition: self.maybe(|trees| trees.expression(2)),
            }),
        }
    }

    fn single_query(&mut self) -> SingleQuery {
        let mut clauses = self.many(0, Self::clause);
        clauses.push(Clause::Return(self.projection()));
        SingleQuery { clauses }
    }

    fn query(&mut self) -> Query {
        let kind = self.pick(&[UnionKind::All, UnionKind::Distinct]);
        let first = self.single_query();
        let unions =
            if self.below(4) == 0 { self.many(1, |trees| (kind, trees.single_query())) } else { Vec::new() };
        Query { first, unions }
    }

    fn spelling(&mut self) -> Spelling {
        Spelling {
            quote: self.pick(&[Quote::Single, Quote::Double]),
            layout: self.pick(&[Layout::OneLine, Layout::ClausePerLine]),
            inequality: self.pick(&[Inequality::Angles, Inequality::Exclamation]),
            types: self.pick(&[TypeAlternatives::Bar, TypeAlternatives::BarAndColon]),
            parentheses: self.pick(&[Parentheses::Needed, Parentheses::Always]),
            ..Spelling::default()
        }
    }
}

#[test]
fn random_expressions_read_back_as_they_were() {
    let mut trees = Trees(0x9E37_79B9_7F4A_7C15);
    for round in 0..20_000 {
        let tree = trees.expression(1 + round % 4);
        let text = expression(&tree, &trees.spelling());
        let read = parse_expression(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        // The debug form tells -0.0 from 0.0, which `==` does not.
        assert_eq!(format!("{read:?}"), format!("{tree:?}"), "{text}");
    }
}

#[test]
fn random_queries_read_back_as_they_were() {
    let mut trees = Trees(0xD1B5_4A32_D192_ED03);
    for _ in 0..5_000 {
        let tree = trees.query();
        let text = print(&tree, &trees.spelling());
        let read = parse(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        assert_eq!(format!("{read:?}"), format!("{tree:?}"), "{text}");
    }
}

#[test]
fn random_queries_survive_json() {
    let mut trees = Trees(0x2545_F491_4F6C_DD1D);
    for _ in 0..500 {
        let tree = trees.query();
        let json = serde_json::to_string(&tree).expect("JSON");
        let read: Query = serde_json::from_str(&json).expect("a query");
        assert_eq!(format!("{read:?}"), format!("{tree:?}"));
    }
}
