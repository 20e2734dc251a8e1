//! Smaller expressions in the place of one: its value, one of its parts, itself with less in it.
//!
//! Only the expression itself changes here: the expressions and groups inside it are places of their own.

use quarrel_case::term::Term;

use super::known::Value;
use super::list::without;
use super::size;
use crate::ast::{
    Aggregate, AggregateFunction, BinaryOperator, Builtin, Constant, Expression, Function, UnaryOperator,
    Variable,
};
use crate::walk::{self, Node};

/// The separator that GROUP_CONCAT has when it needs one.
pub(super) const PLAIN_SEPARATOR: &str = ",";

/// The function that stands for any other when only the error matters: of a number it is one.
pub(super) const PLAIN_CALL: Builtin = Builtin::Ucase;

/// What an expression may be replaced by when nothing is known of its value.
fn plain_constants() -> [Expression; 4] {
    let terms = [Term::boolean(true), Term::boolean(false), Term::integer(1), Term::string("a")];
    terms.map(|term| Expression::Constant(Constant(term)))
}

/// The plainest expression that is an error whatever is bound: what raises it often does not matter.
fn plain_error() -> Expression {
    Expression::call(PLAIN_CALL, vec![Expression::constant(Term::integer(1))])
}

/// Smaller expressions in the place of this one; `unbound` is a variable that nothing binds.
pub(super) fn variants(expression: &Expression, values: &[Value], unbound: &Variable) -> Vec<Expression> {
    let mut found = Vec::new();
    if size::expression(expression) > 1 {
        found.extend(values.iter().map(|value| match value {
            Value::Term(constant) => Expression::Constant(constant.clone()),
            Value::Error => Expression::Variable(unbound.clone()),
        }));
        if values.is_empty() {
            found.extend(plain_constants());
        } else if values.contains(&Value::Error) {
            found.push(plain_error());
            // An error where a truth value is wanted is often as good as false.
            found.push(Expression::constant(Term::boolean(false)));
        }
    }
    found.extend(expression.children().into_iter().cloned());
    if let Expression::Unary { operator: UnaryOperator::Not, operand } = expression {
        found.extend(negated(operand));
    }
    simpler(expression, &mut found);
    found
}

/// The expression that is true where this one is false, without a `!`.
fn negated(expression: &Expression) -> Option<Expression> {
    match expression {
        Expression::Unary { operator: UnaryOperator::Not, operand } => Some((**operand).clone()),
        Expression::In { negated, operand, list } => {
            Some(Expression::In { negated: !negated, operand: operand.clone(), list: list.clone() })
        }
        Expression::Exists { negated, group } => {
            Some(Expression::Exists { negated: !negated, group: group.clone() })
        }
        Expression::Binary { operator, left, right } => {
            let operator = match operator {
                BinaryOperator::Equal => BinaryOperator::NotEqual,
                BinaryOperator::NotEqual => BinaryOperator::Equal,
                BinaryOperator::Less => BinaryOperator::GreaterEqual,
                BinaryOperator::LessEqual => BinaryOperator::Greater,
                BinaryOperator::Greater => BinaryOperator::LessEqual,
                BinaryOperator::GreaterEqual => BinaryOperator::Less,
                _ => return None,
            };
            Some(Expression::Binary { operator, left: left.clone(), right: right.clone() })
        }
        _ => None,
    }
}

/// The same kind of expression with less in it.
fn simpler(expression: &Expression, found: &mut Vec<Expression>) {
    match expression {
        Expression::In { negated, operand, list } => {
            let make = |negated: bool, list: Vec<Expression>| {
                let operand = operand.clone();
                Expression::In { negated, operand, list }
            };
            found.extend((0..list.len()).map(|index| make(*negated, without(list, index))));
            if *negated {
                found.push(make(false, list.clone()));
            }
            if let [right] = list.as_slice() {
                let operator = if *negated { BinaryOperator::NotEqual } else { BinaryOperator::Equal };
                let (left, right) = (operand.clone(), Box::new(right.clone()));
                found.push(Expression::Binary { operator, left, right });
            }
        }
        Expression::Call { function: Function::Builtin(builtin), arguments }
            if arguments.len() > builtin.arity().0 =>
        {
            let shorter = (0..arguments.len()).map(|index| without(arguments, index));
            found.extend(shorter.map(|arguments| Expression::call(*builtin, arguments)));
        }
        Expression::Aggregate(aggregate) => simpler_aggregates(aggregate, found),
        Expression::Exists { negated, group } => {
            if *negated {
                found.push(Expression::Exists { negated: false, group: group.clone() });
            }
            // What it looks for may matter, and not that it looks.
            let mut variables: Vec<Variable> = Vec::new();
            walk::expression(&mut expression.clone(), &mut |node| {
                if let Node::Variable(variable) = node
                    && !variables.contains(variable)
                {
                    variables.push(variable.clone());
                }
            });
            found.extend(variables.into_iter().map(Expression::Variable));
        }
        _ => {}
    }
}

fn simpler_aggregates(aggregate: &Aggregate, found: &mut Vec<Expression>) {
    if aggregate.argument.is_some() {
        let function = AggregateFunction::Count;
        let count = Aggregate { function, distinct: false, argument: None, separator: None };
        found.push(Expression::Aggregate(count));
    }
    if aggregate.distinct {
        found.push(Expression::Aggregate(Aggregate { distinct: false, ..aggregate.clone() }));
    }
    if aggregate.separator.is_some() {
        found.push(Expression::Aggregate(Aggregate { separator: None, ..aggregate.clone() }));
        let comma = Some(String::from(PLAIN_SEPARATOR));
        found.push(Expression::Aggregate(Aggregate { separator: comma, ..aggregate.clone() }));
    }
}
