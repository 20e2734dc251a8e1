//! Smaller expressions in the place of one: its value, one of its parts, itself with less in it.
//!
//! Only the expression itself changes here: the expressions and groups inside it are places of their own.

use quarrel_case::term::Term;

use super::known::Value;
use super::list::without;
use super::size;
use crate::ast::{Aggregate, AggregateFunction, Constant, Expression, Function, Variable};

/// What an expression may be replaced by when nothing is known of its value.
fn plain_constants() -> [Expression; 4] {
    let terms = [Term::boolean(true), Term::boolean(false), Term::integer(1), Term::string("a")];
    terms.map(|term| Expression::Constant(Constant(term)))
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
        }
    }
    found.extend(expression.children().into_iter().cloned());
    simpler(expression, &mut found);
    found
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
        }
        Expression::Call { function: Function::Builtin(builtin), arguments } => {
            // Functions of any number of arguments lose one.
            if arguments.len() > builtin.arity().0 {
                found.extend(
                    (0..arguments.len()).map(|index| Expression::call(*builtin, without(arguments, index))),
                );
            }
        }
        Expression::Aggregate(aggregate) => simpler_aggregates(aggregate, found),
        Expression::Exists { negated: true, group } => {
            found.push(Expression::Exists { negated: false, group: group.clone() });
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
    }
}
