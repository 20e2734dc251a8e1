//! Operators and postfixes, by precedence climbing.
//!
//! From loose to tight: `OR`, `XOR`, `AND`, `NOT`, comparisons (which chain), the predicates on strings, lists
//! and null, `+ -`, `* / %`, `^`, signs, postfixes, labels. All operators are left-associative, `^` too.

use std::mem;

use super::lexer::Kind;
use super::{Parsed, Parser};
use crate::ast::{BinaryOperator, ComparisonOperator, Expression, LabelExpression, Literal, UnaryOperator};

/// The levels of precedence; an operand on the right of a left-associative operator is one level tighter.
mod level {
    pub(super) const OR: u8 = 0;
    pub(super) const XOR: u8 = 1;
    pub(super) const AND: u8 = 2;
    pub(super) const NOT: u8 = 3;
    pub(super) const COMPARISON: u8 = 4;
    pub(super) const PREDICATE: u8 = 5;
    pub(super) const ADD: u8 = 6;
    pub(super) const MULTIPLY: u8 = 7;
    pub(super) const POWER: u8 = 8;
}

/// An operator that follows its left operand.
enum Infix {
    Binary(BinaryOperator),
    Comparison,
    Is,
}

impl Infix {
    fn level(&self) -> u8 {
        match self {
            Self::Comparison => level::COMPARISON,
            Self::Is => level::PREDICATE,
            Self::Binary(operator) => match operator {
                BinaryOperator::Or => level::OR,
                BinaryOperator::Xor => level::XOR,
                BinaryOperator::And => level::AND,
                BinaryOperator::In
                | BinaryOperator::StartsWith
                | BinaryOperator::EndsWith
                | BinaryOperator::Contains
                | BinaryOperator::Matches => level::PREDICATE,
                BinaryOperator::Add | BinaryOperator::Subtract | BinaryOperator::Concatenate => level::ADD,
                BinaryOperator::Multiply | BinaryOperator::Divide | BinaryOperator::Modulo => level::MULTIPLY,
                BinaryOperator::Power => level::POWER,
            },
        }
    }
}

impl Parser<'_> {
    /// Any expression, which opens a level of nesting: it stands within brackets or a clause.
    pub(super) fn expression(&mut self) -> Parsed<Expression> {
        self.any_expression(false)
    }

    /// Any expression where a bar may follow that belongs to what is around it.
    pub(super) fn expression_before_bar(&mut self) -> Parsed<Expression> {
        self.any_expression(true)
    }

    fn any_expression(&mut self, before_bar: bool) -> Parsed<Expression> {
        let outer = mem::replace(&mut self.before_bar, before_bar);
        let expression = self.nested(|parser| parser.operators(level::OR));
        self.before_bar = outer;
        expression
    }

    /// An expression whose operators outside brackets are at least as tight as a level. The height counts
    /// anew within it, so that operands beside each other do not add up.
    fn operators(&mut self, loosest: u8) -> Parsed<Expression> {
        let outer = mem::take(&mut self.height);
        let mut left = self.first_operand(loosest)?;
        while let Some(infix) = self.infix().filter(|infix| infix.level() >= loosest) {
            left = match infix {
                Infix::Binary(operator) => self.binary(left, operator, infix.level() + 1)?,
                Infix::Comparison => self.comparison(left)?,
                Infix::Is => self.is(left)?,
            };
            self.grow()?;
        }
        self.height = self.height.max(outer);
        Ok(left)
    }

    fn first_operand(&mut self, loosest: u8) -> Parsed<Expression> {
        if loosest > level::NOT || !self.accept_keyword("NOT") {
            return self.signed();
        }
        let operand = self.nested(|parser| parser.operators(level::NOT))?;
        self.grow()?;
        Ok(Expression::Unary { operator: UnaryOperator::Not, operand: Box::new(operand) })
    }

    /// The operator that is next, not yet read.
    fn infix(&self) -> Option<Infix> {
        if self.comparison_operator().is_some() {
            return Some(Infix::Comparison);
        }
        let operator = match self.peek(0) {
            Kind::Symbol("+") => BinaryOperator::Add,
            Kind::Symbol("-") => BinaryOperator::Subtract,
            Kind::Symbol("||") => BinaryOperator::Concatenate,
            Kind::Symbol("*") => BinaryOperator::Multiply,
            Kind::Symbol("/") => BinaryOperator::Divide,
            Kind::Symbol("%") => BinaryOperator::Modulo,
            Kind::Symbol("^") => BinaryOperator::Power,
            Kind::Symbol("=~") => BinaryOperator::Matches,
            Kind::Name(_) if self.is_keyword(0, "AND") => BinaryOperator::And,
            Kind::Name(_) if self.is_keyword(0, "OR") => BinaryOperator::Or,
            Kind::Name(_) if self.is_keyword(0, "XOR") => BinaryOperator::Xor,
            Kind::Name(_) if self.is_keyword(0, "IN") => BinaryOperator::In,
            Kind::Name(_) if self.is_keyword(0, "CONTAINS") => BinaryOperator::Contains,
            Kind::Name(_) if self.is_keyword(0, "STARTS") => BinaryOperator::StartsWith,
            Kind::Name(_) if self.is_keyword(0, "ENDS") => BinaryOperator::EndsWith,
            Kind::Name(_) if self.is_keyword(0, "IS") => return Some(Infix::Is),
            _ => return None,
        };
        Some(Infix::Binary(operator))
    }

    fn comparison_operator(&self) -> Option<ComparisonOperator> {
        match self.peek(0) {
            Kind::Symbol("=") => Some(ComparisonOperator::Equal),
            Kind::Symbol("<>" | "!=") => Some(ComparisonOperator::NotEqual),
            Kind::Symbol("<") => Some(ComparisonOperator::Less),
            Kind::Symbol("<=") => Some(ComparisonOperator::LessEqual),
            Kind::Symbol(">") => Some(ComparisonOperator::Greater),
            Kind::Symbol(">=") => Some(ComparisonOperator::GreaterEqual),
            _ => None,
        }
    }

    fn binary(&mut self, left: Expression, operator: BinaryOperator, right_level: u8) -> Parsed<Expression> {
        self.advance();
        if matches!(operator, BinaryOperator::StartsWith | BinaryOperator::EndsWith) {
            self.expect_keyword("WITH")?;
        }
        let right = self.operators(right_level)?;
        Ok(Expression::Binary { operator, left: Box::new(left), right: Box::new(right) })
    }

    /// All the comparisons of a chain.
    fn comparison(&mut self, first: Expression) -> Parsed<Expression> {
        let mut rest = Vec::new();
        while let Some(operator) = self.comparison_operator() {
            self.advance();
            rest.push((operator, self.operators(level::PREDICATE)?));
        }
        Ok(Expression::Comparison { first: Box::new(first), rest })
    }

    /// `IS [NOT] NULL`, `IS [NOT] :: type`, or `IS` before labels.
    fn is(&mut self, operand: Expression) -> Parsed<Expression> {
        self.advance();
        let operand = Box::new(operand);
        let negated = self.accept_keyword("NOT");
        if self.accept("::") || self.accept_keyword("TYPED") {
            let value_type = self.value_type()?;
            return Ok(Expression::IsTyped { operand, negated, value_type });
        }
        let is_label =
            matches!(self.peek(0), Kind::Name(_) | Kind::QuotedName(_) | Kind::Symbol("!" | "%" | "("));
        if !negated && !self.is_keyword(0, "NULL") && is_label {
            return Ok(labelled(operand, self.label_condition()?));
        }
        self.expect_keyword("NULL")?;
        Ok(Expression::IsNull { operand, negated })
    }

    /// An operand with its signs. A minus sign before nothing but a number belongs to the literal.
    fn signed(&mut self) -> Parsed<Expression> {
        let operator = match self.peek(0) {
            Kind::Symbol("-") => UnaryOperator::Negate,
            Kind::Symbol("+") => UnaryOperator::Plus,
            _ => return self.postfixes(),
        };
        self.advance();
        if operator == UnaryOperator::Negate
            && let Some(literal) = self.negative_number()
        {
            return Ok(Expression::Literal(literal));
        }
        let operand = self.nested(Self::signed)?;
        self.grow()?;
        Ok(Expression::Unary { operator, operand: Box::new(operand) })
    }

    /// The number after a minus sign, negated, unless a postfix binds it first.
    fn negative_number(&mut self) -> Option<Literal> {
        if [".", "[", ":"].iter().any(|postfix| self.is_symbol(1, postfix)) {
            return None;
        }
        let literal = match *self.peek(0) {
            Kind::Integer(magnitude) => Literal::Integer(0_i64.checked_sub_unsigned(magnitude)?),
            Kind::Float(value) => Literal::Float(-value),
            _ => return None,
        };
        self.advance();
        Some(literal)
    }

    /// An atom with what is attached to it, and labels at the end.
    fn postfixes(&mut self) -> Parsed<Expression> {
        let subject = self.attached()?;
        if !self.accept(":") {
            return Ok(subject);
        }
        let labels = self.label_condition()?;
        self.grow()?;
        Ok(labelled(Box::new(subject), labels))
    }

    /// An atom with properties, subscripts and slices attached to it.
    pub(super) fn attached(&mut self) -> Parsed<Expression> {
        let mut subject = self.atom()?;
        loop {
            if self.accept(".") {
                let key = self.schema_name("a property key")?;
                subject = Expression::Property { subject: Box::new(subject), key };
            } else if self.accept("[") {
                subject = self.subscript(subject)?;
            } else {
                return Ok(subject);
            }
            self.grow()?;
        }
    }

    /// `index]` or `from..to]`, the opening bracket being read.
    fn subscript(&mut self, subject: Expression) -> Parsed<Expression> {
        let subject = Box::new(subject);
        let from = if self.is_symbol(0, "..") { None } else { Some(Box::new(self.expression()?)) };
        match from {
            Some(index) if self.accept("]") => Ok(Expression::Subscript { subject, index }),
            from => {
                self.expect("..")?;
                let to = if self.is_symbol(0, "]") { None } else { Some(Box::new(self.expression()?)) };
                self.expect("]")?;
                Ok(Expression::Slice { subject, from, to })
            }
        }
    }
}

/// The predicate on labels: a list where a list says it.
fn labelled(subject: Box<Expression>, labels: LabelExpression) -> Expression {
    match labels.conjunction() {
        Some(labels) => Expression::HasLabels { subject, labels },
        None => Expression::IsLabeled { subject, labels: Box::new(labels) },
    }
}
