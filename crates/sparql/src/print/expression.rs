//! Expressions, with brackets exactly where the tree needs them.

use super::Printer;
use crate::ast::{Aggregate, BinaryOperator, Expression, Function, UnaryOperator, Variable};

/// Tighter than every infix operator: where only a PrimaryExpression may stand (production 119).
const PRIMARY: u8 = 7;
/// The precedence of prefix operators.
const UNARY: u8 = 6;

impl Printer<'_> {
    /// `(expression)` or `(expression AS ?v)`.
    pub(super) fn bracketed_as(&mut self, expression: &Expression, variable: Option<&Variable>) {
        self.push("(");
        self.expression(expression);
        if let Some(variable) = variable {
            self.push(" AS ");
            self.variable(variable);
        }
        self.push(")");
    }

    /// Production 110.
    pub(super) fn expression(&mut self, expression: &Expression) {
        self.operand(expression, 0);
    }

    /// An expression where only what binds at least as tightly as `least` may stand bare.
    fn operand(&mut self, expression: &Expression, least: u8) {
        if precedence(expression) < least {
            return self.bracketed_as(expression, None);
        }
        match expression {
            Expression::Variable(variable) => self.variable(variable),
            Expression::Constant(constant) => self.constant(constant),
            Expression::Unary { operator, operand } => self.unary(*operator, operand),
            Expression::Binary { operator, left, right } => self.binary(*operator, left, right),
            Expression::In { negated, operand, list } => {
                self.operand(operand, BinaryOperator::RELATIONAL + 1);
                self.push(if *negated { " NOT IN " } else { " IN " });
                self.list(list);
            }
            Expression::Call { function, arguments } => {
                match function {
                    Function::Builtin(builtin) => self.push(builtin.name()),
                    Function::Iri(iri) => self.iri(iri),
                }
                self.list(arguments);
            }
            Expression::Aggregate(aggregate) => self.aggregate(aggregate),
            Expression::Exists { negated, group } => {
                self.push(if *negated { "NOT EXISTS " } else { "EXISTS " });
                self.group(group);
            }
            Expression::Triple(parts) => {
                self.push("<<( ");
                for part in parts.iter() {
                    self.expression(part);
                    self.push(" ");
                }
                self.push(")>>");
            }
        }
    }

    /// Operators of one precedence group to the left; comparisons do not group at all.
    fn binary(&mut self, operator: BinaryOperator, left: &Expression, right: &Expression) {
        let precedence = operator.precedence();
        let chains = precedence != BinaryOperator::RELATIONAL;
        self.operand(left, if chains { precedence } else { precedence + 1 });
        self.push(" ");
        self.push(operator.symbol());
        self.push(" ");
        self.operand(right, precedence + 1);
    }

    /// A sign before a number would be read as part of it, so the number gets brackets.
    fn unary(&mut self, operator: UnaryOperator, operand: &Expression) {
        self.push(operator.symbol());
        let number = matches!(operand, Expression::Constant(constant) if self.is_short_number(constant));
        if number && operator != UnaryOperator::Not {
            self.bracketed_as(operand, None);
        } else {
            self.operand(operand, PRIMARY);
        }
    }

    fn list(&mut self, list: &[Expression]) {
        self.push("(");
        for (index, expression) in list.iter().enumerate() {
            self.push(if index > 0 { ", " } else { "" });
            self.expression(expression);
        }
        self.push(")");
    }

    /// Production 127.
    fn aggregate(&mut self, aggregate: &Aggregate) {
        self.push(aggregate.function.name());
        self.push(if aggregate.distinct { "(DISTINCT " } else { "(" });
        match &aggregate.argument {
            Some(argument) => self.expression(argument),
            None => self.push("*"),
        }
        if let Some(separator) = &aggregate.separator {
            self.push("; SEPARATOR = ");
            self.string(separator);
        }
        self.push(")");
    }
}

fn precedence(expression: &Expression) -> u8 {
    match expression {
        Expression::Unary { .. } => UNARY,
        Expression::Binary { operator, .. } => operator.precedence(),
        Expression::In { .. } => BinaryOperator::RELATIONAL,
        _ => PRIMARY,
    }
}
