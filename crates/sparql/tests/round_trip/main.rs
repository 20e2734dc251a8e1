//! Whatever tree there is, its text reads back as that very tree.

mod beyond;
mod used;

use quarrel_case::term::{Term, XSD_DECIMAL, XSD_DOUBLE, XSD_INTEGER};
use quarrel_sparql::ast::{
    Aggregate, AggregateFunction, BinaryOperator, Builtin, Column, Constant, Direction, Duplicates, Element,
    Expression, Form, Group, GroupKey, InlineData, Modifiers, OrderKey, Prefix, Projection, Prologue, Query,
    Select, TermPattern, TriplePattern, UnaryOperator, Update, Variable, Verb,
};
use quarrel_sparql::parse::{Request, parse, parse_request};
use quarrel_sparql::print::{Layout, Spelling, print, print_update};

const TREES: u64 = 20_000;

/// Trees at random, by xorshift.
struct Trees {
    state: u64,
    /// Counts fresh variables and blank nodes, so that none is bound twice.
    fresh: usize,
}

impl Trees {
    fn new(seed: u64) -> Self {
        Self { state: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1, fresh: 0 }
    }

    fn below(&mut self, limit: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        usize::try_from(self.state >> 33).unwrap_or(0) % limit
    }

    fn flip(&mut self) -> bool {
        self.below(2) == 0
    }

    fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }

    fn list<T>(&mut self, least: usize, most: usize, mut item: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let length = least + self.below(most - least + 1);
        (0..length).map(|_| item(self)).collect()
    }

    fn variable(&mut self) -> Variable {
        Variable::new(self.pick(&["a", "b", "c", "_1", "2x", "é"]))
    }

    fn fresh_variable(&mut self) -> Variable {
        self.fresh += 1;
        Variable::new(format!("new{}", self.fresh))
    }

    fn iri(&mut self) -> String {
        self.pick(&[
            "http://e/a",
            "http://e/x/b-1",
            "http://e/x/",
            "http://e/é",
            "http://e/a.b",
            "urn:z",
            "http://e/-",
            "http://www.w3.org/1999/02/22-rdf-syntax-ns#type",
            XSD_INTEGER,
        ])
        .to_owned()
    }

    fn constant(&mut self) -> Constant {
        let lexical = self.pick(&[
            "1", "-1", "+1", "01", "1.0", "-.5", "1.", ".", "", "1e0", "1.E-5", "-1e", "true", "TRUE",
            "a\"\\\n'", "NaN",
        ]);
        let datatypes =
            [XSD_INTEGER, XSD_DECIMAL, XSD_DOUBLE, "http://www.w3.org/2001/XMLSchema#boolean", "urn:t"];
        Constant(match self.below(5) {
            4 => self.ground_triple_term(),
            0 => Term::Iri(self.iri()),
            1 => Term::string(lexical),
            2 => Term::language(lexical, self.pick(&["en", "en-GB", "de-1996", "ar--rtl"])),
            _ => Term::typed(lexical, self.pick(&datatypes)),
        })
    }

    fn term(&mut self) -> TermPattern {
        match self.below(9) {
            0 | 1 => TermPattern::Variable(self.variable()),
            2 => {
                self.fresh += 1;
                TermPattern::Blank(format!("b{}", self.fresh))
            }
            3 => self.triple_term(),
            _ => TermPattern::Constant(self.constant()),
        }
    }

    fn triple(&mut self) -> TriplePattern {
        let predicate = match self.below(5) {
            0 | 1 => Verb::Variable(self.variable()),
            2 | 3 => Verb::Iri(self.iri()),
            _ => self.path_verb(),
        };
        TriplePattern { subject: self.term(), predicate, object: self.term() }
    }

    fn group(&mut self, depth: usize) -> Group {
        let mut group = Group { elements: self.list(0, 4, |trees| trees.element(depth)) };
        group.normalize();
        group
    }

    fn element(&mut self, depth: usize) -> Element {
        let kinds = if depth == 0 { 5 } else { 12 };
        match self.below(kinds) {
            0 | 1 => Element::Triples(self.list(1, 3, Self::triple)),
            2 => Element::Filter(self.expression(depth.min(2) + 1, false)),
            3 => Element::Bind { expression: self.expression(2, false), variable: self.fresh_variable() },
            4 => self.values(),
            5 => Element::Optional(self.group(depth - 1)),
            6 => Element::Minus(self.group(depth - 1)),
            7 => Element::Group(self.group(depth - 1)),
            8 | 9 => self.in_graph(depth - 1),
            10 => Element::Select(Box::new(self.sub_select(depth - 1))),
            _ => Element::Union(self.list(2, 3, |trees| trees.group(depth - 1))),
        }
    }

    fn values(&mut self) -> Element {
        Element::Values(self.inline_data())
    }

    fn inline_data(&mut self) -> InlineData {
        let all = [Variable::new("a"), Variable::new("b"), Variable::new("c")];
        let width = self.below(4);
        let rows = self.list(0, 3, |trees| {
            (0..width).map(|_| if trees.below(4) == 0 { None } else { Some(trees.constant()) }).collect()
        });
        InlineData { variables: all.into_iter().take(width).collect(), rows }
    }

    fn expression(&mut self, depth: usize, aggregates: bool) -> Expression {
        if depth == 0 {
            return if self.flip() {
                Expression::Variable(self.variable())
            } else {
                Expression::Constant(self.constant())
            };
        }
        let below = depth - 1;
        match self.below(11) {
            10 => self.triple_expression(),
            0 => Expression::unary(
                self.pick(&[UnaryOperator::Not, UnaryOperator::Plus, UnaryOperator::Minus]),
                self.expression(below, aggregates),
            ),
            1..=4 => {
                let operator = self.operator();
                Expression::binary(
                    operator,
                    self.expression(below, aggregates),
                    self.expression(below, aggregates),
                )
            }
            5 => Expression::In {
                negated: self.flip(),
                operand: Box::new(self.expression(below, aggregates)),
                list: self.list(0, 3, |trees| trees.expression(below, aggregates)),
            },
            6 => self.call(below, aggregates),
            7 => {
                Expression::call_iri(self.iri(), self.list(0, 2, |trees| trees.expression(below, aggregates)))
            }
            8 if aggregates => self.aggregate(below),
            8 => Expression::Exists { negated: self.flip(), group: self.group(below.min(1)) },
            _ => self.expression(0, aggregates),
        }
    }

    fn operator(&mut self) -> BinaryOperator {
        use BinaryOperator::{
            Add, And, Divide, Equal, Greater, GreaterEqual, Less, LessEqual, Multiply, NotEqual, Or, Subtract,
        };
        self.pick(&[
            Or,
            And,
            Equal,
            NotEqual,
            Less,
            LessEqual,
            Greater,
            GreaterEqual,
            Add,
            Subtract,
            Multiply,
            Divide,
        ])
    }

    fn call(&mut self, depth: usize, aggregates: bool) -> Expression {
        let builtin = self.pick(Builtin::ALL);
        if builtin == Builtin::Bound {
            return Expression::call(builtin, vec![Expression::Variable(self.variable())]);
        }
        let (least, most) = builtin.arity();
        let arguments = self.list(least, most.min(least + 3), |trees| trees.expression(depth, aggregates));
        Expression::call(builtin, arguments)
    }

    fn aggregate(&mut self, depth: usize) -> Expression {
        let function = self.pick(&AggregateFunction::ALL);
        let all = function == AggregateFunction::Count && self.flip();
        let separated = function == AggregateFunction::GroupConcat && self.flip();
        Expression::Aggregate(Aggregate {
            function,
            distinct: self.flip(),
            argument: if all { None } else { Some(Box::new(self.expression(depth, false))) },
            separator: separated.then(|| self.pick(&["", ",", "\"\n"]).to_owned()),
        })
    }

    fn form(&mut self) -> Form {
        match self.below(8) {
            0 | 1 => return Form::Ask,
            2 => return Form::Construct(Some(self.template())),
            3 => return self.describe(),
            _ => {}
        }
        let projection = if self.flip() {
            Projection::All
        } else {
            Projection::Columns(self.list(1, 3, |trees| {
                if trees.flip() {
                    return Column::Variable(trees.variable());
                }
                Column::Expression {
                    expression: trees.expression(3, false),
                    variable: trees.fresh_variable(),
                }
            }))
        };
        Form::Select(Select {
            duplicates: self.pick(&[Duplicates::All, Duplicates::Distinct, Duplicates::Reduced]),
            projection,
        })
    }

    /// A SELECT of aggregates and group keys.
    fn grouped(&mut self) -> (Form, Modifiers) {
        let group_by = self.list(0, 3, |trees| {
            let variable = if trees.flip() { Some(trees.fresh_variable()) } else { None };
            GroupKey { expression: trees.expression(2, false), variable }
        });
        let mut columns: Vec<Column> =
            group_by.iter().filter_map(|key| key.variable.clone()).map(Column::Variable).collect();
        columns.extend(self.list(1, 2, |trees| Column::Expression {
            expression: trees.aggregate(2),
            variable: trees.fresh_variable(),
        }));
        let select = Select { duplicates: Duplicates::All, projection: Projection::Columns(columns) };
        let having = self.list(0, 2, |trees| trees.expression(2, true));
        (Form::Select(select), Modifiers { group_by, having, ..self.modifiers(true) })
    }

    fn modifiers(&mut self, aggregates: bool) -> Modifiers {
        Modifiers {
            order_by: self.list(0, 2, |trees| OrderKey {
                expression: trees.expression(2, aggregates),
                direction: trees.pick(&[Direction::Ascending, Direction::Descending]),
            }),
            limit: self.flip().then_some(7),
            offset: self.flip().then_some(u64::MAX),
            values: (self.below(4) == 0).then(|| self.inline_data()),
            ..Modifiers::default()
        }
    }

    fn prologue(&mut self) -> Prologue {
        let prefix = |label: &str, iri: &str| Prefix { label: label.to_owned(), iri: iri.to_owned() };
        let all = [prefix("", "http://e/"), prefix("x", "http://e/x/"), prefix("é.1", "urn:")];
        Prologue {
            base: self.flip().then(|| "http://base/x".to_owned()),
            version: (self.below(4) == 0).then(|| "1.2".to_owned()),
            prefixes: all.into_iter().filter(|_| self.flip()).collect(),
        }
    }

    fn query(&mut self) -> Query {
        let prologue = self.prologue();
        let dataset = self.dataset();
        let pattern = self.group(3);
        let (form, modifiers) =
            if self.below(4) == 0 { self.grouped() } else { (self.form(), self.modifiers(false)) };
        let mut query = Query { prologue, form, dataset, pattern, modifiers };
        query.normalize();
        query
    }

    fn spelling(&mut self) -> Spelling {
        Spelling {
            layout: self.pick(&[Layout::Line, Layout::Indented]),
            prefixed_names: self.flip(),
            a: self.flip(),
            short_literals: self.flip(),
            where_keyword: self.flip(),
            short_values: self.flip(),
        }
    }
}

#[test]
fn every_printed_tree_reads_back_as_itself() {
    for seed in 0..TREES {
        let mut trees = Trees::new(seed);
        let query = trees.query();
        for spelling in [Spelling::default(), trees.spelling()] {
            let text = print(&query, &spelling);
            assert_eq!(parse(&text).as_ref(), Ok(&query), "seed {seed}: {text}");
        }
    }
}

#[test]
fn every_printed_update_reads_back_as_itself() {
    for seed in 0..TREES {
        let mut trees = Trees::new(seed);
        let update = trees.update();
        for spelling in [Spelling::default(), trees.spelling()] {
            let text = print_update(&update, &spelling);
            assert_eq!(parse_request(&text), Ok(Request::Update(update.clone())), "seed {seed}: {text}");
        }
    }
}

#[test]
fn every_tree_reads_back_from_its_json() {
    for seed in 0..TREES / 20 {
        let query = Trees::new(seed).query();
        let json = serde_json::to_string(&query).expect("a tree is JSON");
        assert_eq!(serde_json::from_str::<Query>(&json).expect("its own JSON"), query, "seed {seed}");
        let update = Trees::new(seed).update();
        let json = serde_json::to_string(&update).expect("a tree is JSON");
        assert_eq!(serde_json::from_str::<Update>(&json).expect("its own JSON"), update, "seed {seed}");
    }
}
