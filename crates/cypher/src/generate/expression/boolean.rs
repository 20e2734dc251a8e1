//! Booleans: comparisons, predicates, connectives.

use super::{Production, Writer, production};
use crate::ast::{BinaryOperator, ComparisonOperator, Expression, Quantifier, QuantifierKind};
use crate::features;
use crate::generate::kind::{INSTANTS, Kind};
use crate::generate::{build, draw};

#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "the path of a method fixes the writer's lifetime"
)]
pub(super) const PRODUCTIONS: &[Production] = &[
    production(20, "", |writer, depth| writer.comparison(depth)),
    production(3, "chained-comparison", |writer, depth| writer.chained(depth)),
    production(4, "", |writer, depth| writer.repeated(depth)),
    production(6, "operator.and", |writer, depth| writer.connected(BinaryOperator::And, depth)),
    production(6, "operator.or", |writer, depth| writer.connected(BinaryOperator::Or, depth)),
    production(4, "operator.xor", |writer, depth| writer.connected(BinaryOperator::Xor, depth)),
    production(5, "operator.not", |writer, depth| writer.expression(Kind::Boolean, depth).map(build::not)),
    production(5, "operator.in", |writer, depth| writer.member(depth)),
    production(8, "", |writer, depth| writer.string_predicate(depth)),
    production(6, "", |writer, depth| writer.null_test(depth)),
    production(5, "label-predicate", |writer, _| writer.label_predicate()),
    production(6, "subquery.exists", |writer, _| writer.exists()),
    production(4, "subquery.exists", |writer, _| {
        let exists = writer.exists()?;
        writer.allow("operator.not").then(|| build::not(exists))
    }),
    production(4, "type-predicate", |writer, depth| writer.typed(depth)),
    production(3, "label-expression", |writer, _| writer.label_test()),
    production(11, "quantifier", |writer, depth| writer.quantifier(depth)),
    production(2, "case", |writer, depth| writer.case(Kind::Boolean, depth.min(1))),
    production(2, "", |writer, depth| writer.call(Kind::Boolean, depth)),
    production(2, "function.coalesce", |writer, depth| writer.coalesce(Kind::Boolean, depth)),
    production(1, "function.exists", |writer, _| {
        let leaf = writer.leaf_where(|leaf| leaf.variable().is_none())?;
        Some(build::call("exists", vec![leaf.expression()]))
    }),
];

pub(super) const ORDERING: [ComparisonOperator; 6] = [
    ComparisonOperator::Equal,
    ComparisonOperator::NotEqual,
    ComparisonOperator::Less,
    ComparisonOperator::LessEqual,
    ComparisonOperator::Greater,
    ComparisonOperator::GreaterEqual,
];

impl Writer<'_> {
    /// One of the operators that are allowed.
    pub(in crate::generate) fn operator(
        &mut self,
        operators: &[ComparisonOperator],
    ) -> Option<ComparisonOperator> {
        let rules = self.features;
        let allowed = |operator: &&ComparisonOperator| rules.allow(features::comparison(**operator));
        draw::one_of(self.choices, operators.iter().filter(allowed)).copied()
    }

    /// A comparison; none where one of such operands is not allowed.
    pub(in crate::generate) fn compare(
        &self,
        operator: ComparisonOperator,
        left: Expression,
        right: Expression,
    ) -> Option<Expression> {
        let allowed = !features::compares_variables(&left, &right) || self.allow("comparison.variables");
        allowed.then(|| build::compare(operator, left, right))
    }

    fn comparison(&mut self, depth: usize) -> Option<Expression> {
        let (left, right, operators) = match self.choices.weighted(&[64, 10, 10, 10, 6]) {
            0 => {
                let kind = self.scalar_at_hand();
                (self.expression(kind, depth)?, self.expression(kind, depth)?, &ORDERING[..])
            }
            1 => {
                (self.expression(Kind::Integer, depth)?, self.expression(Kind::Float, depth)?, &ORDERING[..])
            }
            2 => {
                let kind = self.kind_at_hand(&[Kind::IntegerList, Kind::StringList]);
                (self.expression(kind, depth)?, self.expression(kind, depth)?, &ORDERING[..2])
            }
            4 => {
                let kind = self.kind_at_hand(&INSTANTS);
                let (left, right) = match self.choices.chance(35) {
                    true => self.near_instants(kind)?,
                    false => self.two(kind, depth.min(1))?,
                };
                (left, right, &ORDERING[..])
            }
            _ => {
                let kind = if self.choices.chance(70) { Kind::Node } else { Kind::Relationship };
                (self.leaf(kind)?, self.leaf(kind)?, &ORDERING[..2])
            }
        };
        let operator = self.operator(operators)?;
        self.compare(operator, left, right)
    }

    /// `a < b <= c`.
    fn chained(&mut self, depth: usize) -> Option<Expression> {
        let kind = self.scalar_at_hand();
        let first = Box::new(self.expression(kind, depth.min(1))?);
        let (middle, last) = self.two(kind, depth.min(1))?;
        let rest = vec![(self.operator(&ORDERING)?, middle), (self.operator(&ORDERING)?, last)];
        Some(Expression::Comparison { first, rest })
    }

    /// A condition that reads the same thing twice: compared with itself, with a condition on itself, or in a
    /// range of values.
    fn repeated(&mut self, depth: usize) -> Option<Expression> {
        let leaf = self.leaf_where(|leaf| leaf.kind.is_sortable())?;
        let (kind, read) = (leaf.kind, leaf.expression());
        match self.choices.weighted(&[3, 4, 3]) {
            0 => {
                let operator = self.operator(&ORDERING)?;
                self.compare(operator, read.clone(), read)
            }
            1 => {
                let other = if self.choices.chance(40) { read.clone() } else { self.expression(kind, 0)? };
                let operator = self.operator(&ORDERING[..2])?;
                let inner = self.compare(operator, read.clone(), other)?;
                let (left, right) = if self.choices.chance(50) { (read, inner) } else { (inner, read) };
                Some(build::compare(self.operator(&ORDERING[..2])?, left, right))
            }
            _ => {
                let connective = *self.choices.pick(&[BinaryOperator::And, BinaryOperator::Or])?;
                let first = self.compared(read.clone(), kind, 0)?;
                let second = self.compared(read, kind, depth.min(1))?;
                self.allow(features::binary(connective)).then(|| build::binary(connective, first, second))
            }
        }
    }

    /// Something to read compared with something simple.
    pub(super) fn simple_comparison(&mut self) -> Option<Expression> {
        if self.choices.chance(15) {
            return None;
        }
        let leaf = self.leaf_where(|leaf| leaf.kind.is_sortable())?;
        match leaf.kind {
            Kind::Boolean => Some(leaf.expression()),
            kind => self.compared(leaf.expression(), kind, 0),
        }
    }

    fn connected(&mut self, operator: BinaryOperator, depth: usize) -> Option<Expression> {
        let (left, right) = self.two(Kind::Boolean, depth)?;
        Some(build::binary(operator, left, right))
    }

    fn member(&mut self, depth: usize) -> Option<Expression> {
        let kind = self.kind_at_hand(&[Kind::Integer, Kind::String, Kind::Float]);
        let (element, mut list) = (self.expression(kind, depth)?, self.expression(kind.list(), depth)?);
        if let Expression::List(items) = &mut list {
            self.spoil(items);
        }
        Some(build::binary(BinaryOperator::In, element, list))
    }

    fn string_predicate(&mut self, depth: usize) -> Option<Expression> {
        let operators = [
            BinaryOperator::StartsWith,
            BinaryOperator::EndsWith,
            BinaryOperator::Contains,
            BinaryOperator::Matches,
        ];
        let operator = *self.choices.pick(&operators)?;
        if !self.allow(features::binary(operator)) {
            return None;
        }
        let subject = self.expression(Kind::String, depth)?;
        let other = match operator {
            BinaryOperator::Matches => build::text(
                self.choices.pick(&["a.*", ".*b", "[aA]b?", ".", ".*", "a|b", "[a-z]+", "a", "b", ""])?,
            ),
            _ => self.expression(Kind::String, depth.min(1))?,
        };
        Some(build::binary(operator, subject, other))
    }

    fn null_test(&mut self, depth: usize) -> Option<Expression> {
        let negated = self.choices.chance(50);
        if !self.allow(if negated { "operator.is-not-null" } else { "operator.is-null" }) {
            return None;
        }
        let operand = match self.choices.chance(70) {
            true => self.leaf_where(|_| true)?.expression(),
            false => {
                let kind = self.any_kind();
                self.expression(kind, depth)?
            }
        };
        Some(build::is_null(operand, negated))
    }

    pub(in crate::generate) fn label_predicate(&mut self) -> Option<Expression> {
        let subject = Box::new(self.leaf(Kind::Node)?);
        let label = self.choices.pick(&self.view.labels)?.clone();
        Some(Expression::HasLabels { subject, labels: vec![label] })
    }

    fn quantifier(&mut self, depth: usize) -> Option<Expression> {
        let lists = [Kind::IntegerList, Kind::StringList, Kind::NodeList, Kind::RelationshipList];
        let item = self.kind_at_hand(&lists).item()?;
        let list = self.expression(item.list(), depth.min(1))?;
        self.quantified(list, item, depth)
    }

    /// A quantifier over a list of such elements.
    pub(super) fn quantified(&mut self, list: Expression, item: Kind, depth: usize) -> Option<Expression> {
        let kinds = [QuantifierKind::All, QuantifierKind::Any, QuantifierKind::None, QuantifierKind::Single];
        let kind = *self.choices.pick(&kinds)?;
        if !self.allow(features::quantifier(kind)) {
            return None;
        }
        let (variable, condition) = self.with_local(item, |writer| writer.about_local(item, depth.min(1)))?;
        Some(Expression::Quantifier(Box::new(Quantifier { kind, variable, list, condition })))
    }

    /// A condition that reads the innermost local variable.
    pub(super) fn about_local(&mut self, kind: Kind, depth: usize) -> Option<Expression> {
        let local = build::variable(&self.locals.last()?.0.clone());
        match kind {
            Kind::Node => {
                let (key, kind) = self.choices.pick(self.view.keys(Kind::Node))?.clone();
                let property = build::property(local, &key);
                match kind.is_sortable() {
                    true => self.compared(property, kind, depth),
                    false => Some(build::is_null(property, true)),
                }
            }
            Kind::Relationship if self.allow("function.type") => {
                let name = build::call("type", vec![local]);
                self.compared(name, Kind::String, 0)
            }
            Kind::Relationship => None,
            _ => self.compared(local, kind, depth),
        }
    }

    fn compared(&mut self, left: Expression, kind: Kind, depth: usize) -> Option<Expression> {
        let operators = if kind.is_list() { &ORDERING[..2] } else { &ORDERING[..] };
        let operator = self.operator(operators)?;
        let right = self.expression(kind, depth)?;
        self.compare(operator, left, right)
    }
}
