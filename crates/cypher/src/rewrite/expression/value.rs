//! Values in another form: the same value of the same type (Dinkel, expression level, with its holes closed).
//!
//! Numbers keep their type, minus zero its sign and NaN itself: `e + 0` is said of integers only, `e * 1` of integers and
//! floats. What type a property has the graph tells, for nothing changes it.

use std::rc::Rc;

use quarrel_case::value::Value;

use super::super::scene::{Scene, binary};
use super::sites::Site;
use crate::ast::{BinaryOperator, Case, Expression, ListComprehension, Literal, UnaryOperator};
use crate::evaluate::{Column, Kind, State, Table};

/// What sort of value an expression has, where it is not null.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    Integer,
    Float,
    String,
    List,
}

/// An expression that is a value.
fn value(site: &Site<'_>) -> Option<Expression> {
    (!matches!(site.expression, Expression::Pattern(_))).then(|| site.expression.clone())
}

fn integer(value: i64) -> Expression {
    Expression::Literal(Literal::Integer(value))
}

/// `e` as `CASE WHEN e IS NULL THEN null ELSE e END`.
pub(super) fn doubled(site: &Site<'_>, _: &Scene<'_>) -> Option<Expression> {
    let found = value(site)?;
    let is_null = Expression::IsNull { operand: Box::new(found.clone()), negated: false };
    let branches = vec![(is_null, Expression::Literal(Literal::Null))];
    Some(Expression::Case(Box::new(Case { subject: None, branches, otherwise: Some(found) })))
}

/// `e` as `CASE WHEN e IS NOT NULL THEN e END`.
pub(super) fn guarded(site: &Site<'_>, _: &Scene<'_>) -> Option<Expression> {
    let found = value(site)?;
    let is_there = Expression::IsNull { operand: Box::new(found.clone()), negated: true };
    Some(Expression::Case(Box::new(Case {
        subject: None,
        branches: vec![(is_there, found)],
        otherwise: None,
    })))
}

/// `e` as `[e][0]`.
pub(super) fn listed(site: &Site<'_>, scene: &Scene<'_>) -> Option<Expression> {
    let subject = Box::new(Expression::List(vec![value(site)?]));
    let from_zero = scene.ground.is_standard("list-index");
    from_zero.then(|| Expression::Subscript { subject, index: Box::new(integer(0)) })
}

/// `e` as `head([e])`.
pub(super) fn head(site: &Site<'_>, _: &Scene<'_>) -> Option<Expression> {
    Some(call("head", vec![Expression::List(vec![value(site)?])]))
}

fn call(name: &str, arguments: Vec<Expression>) -> Expression {
    Expression::Function { name: name.to_owned(), distinct: false, arguments }
}

/// `e` as `{a: e}.a`.
pub(super) fn mapped(site: &Site<'_>, _: &Scene<'_>) -> Option<Expression> {
    let subject = Box::new(Expression::Map(vec![("a".to_owned(), value(site)?)]));
    Some(Expression::Property { subject, key: "a".to_owned() })
}

/// `e` as `coalesce(e, null)`.
pub(super) fn coalesced(site: &Site<'_>, _: &Scene<'_>) -> Option<Expression> {
    Some(call("coalesce", vec![value(site)?, Expression::Literal(Literal::Null)]))
}

/// A list `e` as `[x IN e | x]`.
pub(super) fn comprehended(site: &Site<'_>, scene: &Scene<'_>) -> Option<Expression> {
    let list = value(site).filter(|_| sort(site, scene) == Some(Sort::List))?;
    let name = scene.fresh(0);
    let projection = Some(Expression::Variable(name.clone()));
    let inner = ListComprehension { variable: name, list, condition: None, projection };
    Some(Expression::ListComprehension(Box::new(inner)))
}

/// What adds nothing: `+ 0`, `+ ''`, `+ []`; of a float, `- 0`.
pub(super) fn nothing_added(site: &Site<'_>, scene: &Scene<'_>) -> Option<Expression> {
    let found = value(site)?;
    let (operator, nothing) = match sort(site, scene)? {
        Sort::Integer => (BinaryOperator::Add, integer(0)),
        Sort::Float => (BinaryOperator::Subtract, integer(0)),
        Sort::String => (BinaryOperator::Add, Expression::Literal(Literal::String(String::new()))),
        Sort::List => (BinaryOperator::Add, Expression::List(Vec::new())),
    };
    Some(binary(operator, found, nothing))
}

/// The same before it: `0 + e`, `'' + e`, `[] + e`.
pub(super) fn added_to_nothing(site: &Site<'_>, scene: &Scene<'_>) -> Option<Expression> {
    let found = value(site)?;
    let nothing = match sort(site, scene)? {
        Sort::Integer => integer(0),
        Sort::String => Expression::Literal(Literal::String(String::new())),
        Sort::List => Expression::List(Vec::new()),
        Sort::Float => return None,
    };
    Some(binary(BinaryOperator::Add, nothing, found))
}

/// A number `e` as `e * 1`.
pub(super) fn times_one(site: &Site<'_>, scene: &Scene<'_>) -> Option<Expression> {
    let number = matches!(sort(site, scene)?, Sort::Integer | Sort::Float);
    value(site).filter(|_| number).map(|found| binary(BinaryOperator::Multiply, found, integer(1)))
}

/// A float `e` as `-(-e)`; the least integer has no negation.
pub(super) fn negated_twice(site: &Site<'_>, scene: &Scene<'_>) -> Option<Expression> {
    let negate = |operand| Expression::Unary { operator: UnaryOperator::Negate, operand: Box::new(operand) };
    let found = value(site).filter(|_| sort(site, scene) == Some(Sort::Float))?;
    Some(negate(negate(found)))
}

/// A constant in two: `7` as `6 + 1`, `'ab'` as `'a' + 'b'`, a list as two lists, `true` as `1 = 1`.
pub(super) fn composed(site: &Site<'_>, _: &Scene<'_>) -> Option<Expression> {
    match site.expression {
        Expression::Literal(Literal::Integer(number)) => {
            Some(binary(BinaryOperator::Add, integer(number.checked_sub(1)?), integer(1)))
        }
        Expression::Literal(Literal::String(text)) => {
            let (at, _) = text.char_indices().nth(1)?;
            let (left, right) = (text.get(..at)?, text.get(at..)?);
            let part = |text: &str| Expression::Literal(Literal::String(text.to_owned()));
            Some(binary(BinaryOperator::Add, part(left), part(right)))
        }
        Expression::Literal(Literal::Boolean(value)) => {
            let other = integer(i64::from(*value));
            Some(super::super::clause::predicate::equal(integer(1), other))
        }
        Expression::List(items) if items.len() > 1 => {
            let (left, right) = items.split_at(1);
            let part = |items: &[Expression]| Expression::List(items.to_vec());
            Some(binary(BinaryOperator::Add, part(left), part(right)))
        }
        _ => None,
    }
}

/// The sort of an expression's values; none where it is not sure.
fn sort(site: &Site<'_>, scene: &Scene<'_>) -> Option<Sort> {
    match site.expression {
        Expression::Literal(Literal::Integer(_)) => Some(Sort::Integer),
        Expression::Literal(Literal::Float(_)) => Some(Sort::Float),
        Expression::Literal(Literal::String(_)) => Some(Sort::String),
        Expression::List(_) => Some(Sort::List),
        Expression::Property { subject, key } => {
            let columns = site.columns.as_ref()?;
            let element = matches!(kind(subject, columns, scene)?, Kind::Node | Kind::Relationship);
            if element { of_key(key, scene) } else { None }
        }
        other => match kind(other, site.columns.as_ref()?, scene)? {
            Kind::Integer => Some(Sort::Integer),
            Kind::Float => Some(Sort::Float),
            Kind::String => Some(Sort::String),
            Kind::List => Some(Sort::List),
            _ => None,
        },
    }
}

/// The type that a compiler knows.
fn kind(expression: &Expression, columns: &Rc<[Column]>, scene: &Scene<'_>) -> Option<Kind> {
    let table = Table { columns: columns.iter().cloned().collect(), rows: Vec::new() };
    let state = State { table, ..State::start() };
    scene.ground.evaluator().kind(expression, &state).ok().map(|found| found.kind)
}

/// The one sort that a key's values have in the whole graph.
fn of_key(key: &str, scene: &Scene<'_>) -> Option<Sort> {
    let graph = scene.ground.graph;
    let vertices = graph.vertices.iter().map(|vertex| &vertex.properties);
    let values =
        vertices.chain(graph.edges.iter().map(|edge| &edge.properties)).filter_map(|all| all.get(key));
    let mut sorts = values.map(|value| match value {
        Value::Int(_) => Some(Sort::Integer),
        Value::Float(_) => Some(Sort::Float),
        Value::String(_) => Some(Sort::String),
        Value::List(_) => Some(Sort::List),
        _ => None,
    });
    let first = sorts.next()??;
    sorts.all(|other| other == Some(first)).then_some(first)
}
