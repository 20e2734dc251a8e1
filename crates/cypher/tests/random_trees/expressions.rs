//! Random expressions.

use quarrel_cypher::ast::*;

use super::{FLOATS, INTEGERS, STRINGS, Trees};

impl Trees {
    fn literal(&mut self) -> Literal {
        match self.below(5) {
            0 => Literal::Null,
            1 => Literal::Boolean(self.coin()),
            2 => Literal::Integer(self.pick(&INTEGERS)),
            3 => Literal::Float(self.pick(&FLOATS)),
            _ => Literal::String(self.pick(&STRINGS).to_owned()),
        }
    }

    pub(crate) fn entries(&mut self, depth: usize) -> Vec<(String, Expression)> {
        self.many(0, |trees| (trees.name(), trees.expression(depth)))
    }

    fn boxed(&mut self, depth: usize) -> Box<Expression> {
        Box::new(self.expression(depth))
    }

    pub(crate) fn expression(&mut self, depth: usize) -> Expression {
        let Some(depth) = depth.checked_sub(1) else {
            return self.leaf();
        };
        match self.below(30) {
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
            21 | 22 => self.scoped(depth),
            23 => Expression::IsLabeled {
                subject: self.boxed(depth),
                labels: Box::new(self.label_expression(&LabelExpression::conjunction)),
            },
            24 => Expression::IsTyped {
                operand: self.boxed(depth),
                negated: self.coin(),
                value_type: self.value_type(2),
            },
            25 => self.map_projection(depth),
            26.. if self.open < 2 => {
                self.open += 1;
                let found = self.with_pattern(depth);
                self.open -= 1;
                found
            }
            _ => self.leaf(),
        }
    }

    /// An expression that holds a pattern or a query.
    fn with_pattern(&mut self, depth: usize) -> Expression {
        match self.below(4) {
            0 => self.pattern_expression(),
            1 => Expression::PatternComprehension(Box::new(PatternComprehension {
                pattern: PathPattern { variable: self.maybe(Self::name), ..self.single_hops(1) },
                condition: self.maybe(|trees| trees.expression(depth)),
                projection: self.expression(depth),
            })),
            _ => self.subquery(depth),
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
            Or,
            Xor,
            And,
            In,
            StartsWith,
            EndsWith,
            Contains,
            Matches,
            Add,
            Subtract,
            Multiply,
            Divide,
            Modulo,
            Power,
            Concatenate,
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

    fn map_projection(&mut self, depth: usize) -> Expression {
        let items = self.many(0, |trees| match trees.below(4) {
            0 => MapProjectionItem::AllProperties,
            1 => MapProjectionItem::Property(trees.name()),
            2 => MapProjectionItem::Variable(trees.name()),
            _ => MapProjectionItem::Entry(trees.name(), trees.expression(depth)),
        });
        Expression::MapProjection(Box::new(MapProjection { variable: self.name(), items }))
    }

    /// A chain of single relationships as a condition, or a shortest path.
    fn pattern_expression(&mut self) -> Expression {
        let selectors = [PathSelector::ShortestPath, PathSelector::AllShortestPaths];
        let selector = self.maybe(|trees| trees.pick(&selectors));
        Expression::Pattern(Box::new(PathPattern { selector, ..self.single_hops(1) }))
    }

    /// A query that is nothing but a pattern, or any that may stand here.
    fn subquery(&mut self, depth: usize) -> Expression {
        use SubqueryKind::*;
        let kind = self.pick(&[Exists, Count, Collect]);
        let query = match kind {
            Exists | Count if self.coin() => {
                let patterns = self.many(1, Self::pattern);
                let condition = self.maybe(|trees| trees.expression(depth));
                Query::single(vec![Clause::Match(Match { patterns, condition, ..Match::default() })])
            }
            Exists | Count if self.coin() => Query::single(vec![self.reading_clause()]),
            _ => self.query(0),
        };
        Expression::Subquery(Box::new(Subquery { kind, query }))
    }

    pub(crate) fn value_type(&mut self, depth: usize) -> ValueType {
        let simple = [ValueType::Integer, ValueType::ZonedDatetime, ValueType::Any, ValueType::PropertyValue];
        match (depth.checked_sub(1), self.below(4)) {
            (Some(depth), 0) => ValueType::List(Box::new(self.value_type(depth))),
            (Some(depth), 1) => ValueType::NotNull(Box::new(self.value_type(depth))),
            (Some(_), 2) => ValueType::Union(self.many(2, |trees| trees.pick(&simple))),
            _ => self.pick(&simple),
        }
    }
}
