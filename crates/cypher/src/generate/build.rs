//! Short constructors for the trees that the generator makes.

use crate::ast::{BinaryOperator, ComparisonOperator, Expression, Literal, ProjectionItem, UnaryOperator};
use crate::evaluate::{InstantKind, Value};

pub(super) fn integer(value: i64) -> Expression {
    Expression::Literal(Literal::Integer(value))
}

pub(super) fn text(value: &str) -> Expression {
    Expression::Literal(Literal::String(value.to_owned()))
}

pub(super) fn variable(name: &str) -> Expression {
    Expression::Variable(name.to_owned())
}

pub(super) fn property(subject: Expression, key: &str) -> Expression {
    Expression::Property { subject: Box::new(subject), key: key.to_owned() }
}

pub(super) fn call(name: &str, arguments: Vec<Expression>) -> Expression {
    Expression::Function { name: name.to_owned(), distinct: false, arguments }
}

pub(super) fn binary(operator: BinaryOperator, left: Expression, right: Expression) -> Expression {
    Expression::Binary { operator, left: Box::new(left), right: Box::new(right) }
}

pub(super) fn compare(operator: ComparisonOperator, left: Expression, right: Expression) -> Expression {
    Expression::Comparison { first: Box::new(left), rest: vec![(operator, right)] }
}

pub(super) fn not(operand: Expression) -> Expression {
    Expression::Unary { operator: UnaryOperator::Not, operand: Box::new(operand) }
}

pub(super) fn is_null(operand: Expression, negated: bool) -> Expression {
    Expression::IsNull { operand: Box::new(operand), negated }
}

pub(super) fn item(expression: Expression, alias: &str) -> ProjectionItem {
    let bare = matches!(&expression, Expression::Variable(name) if name == alias);
    ProjectionItem { expression, alias: (!bare).then(|| alias.to_owned()) }
}

/// A constant expression that gives the value; none for elements, paths and what is open.
pub(super) fn constant(value: &Value) -> Option<Expression> {
    let divided = |dividend: f64| {
        let float = |value: f64| Expression::Literal(Literal::Float(value));
        binary(BinaryOperator::Divide, float(dividend), float(0.0))
    };
    let literal = match value {
        Value::Instant(instant) => {
            let name = match instant.kind() {
                InstantKind::Date => "date",
                InstantKind::LocalTime => "localtime",
                InstantKind::Time => "time",
                InstantKind::LocalDateTime => "localdatetime",
                InstantKind::DateTime => "datetime",
            };
            return Some(call(name, vec![text(&instant.text())]));
        }
        Value::Null => Literal::Null,
        Value::Bool(flag) => Literal::Boolean(*flag),
        Value::Integer(number) => Literal::Integer(*number),
        Value::Float(number) if number.is_nan() => return Some(divided(0.0)),
        Value::Float(number) if number.is_infinite() => return Some(divided(number.signum())),
        Value::Float(number) => Literal::Float(*number),
        Value::String(text) => Literal::String(text.to_string()),
        Value::List(list) if !list.is_bag() => {
            let items: Option<Vec<Expression>> = list.items().iter().map(constant).collect();
            return items.map(Expression::List);
        }
        _ => return None,
    };
    Some(Expression::Literal(literal))
}
