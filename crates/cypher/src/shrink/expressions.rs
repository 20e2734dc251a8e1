//! Candidates with simpler expressions: a part in the place of the whole, or a constant.

use crate::ast::{BinaryOperator, Case, Expression, ListComprehension, Literal, Query};
use crate::walk;

pub(super) fn candidates(query: &Query) -> Vec<Query> {
    let mut found = Vec::new();
    for (clause, inner) in walk::clauses(query).enumerate() {
        for (position, expression) in walk::expressions(inner).into_iter().enumerate() {
            for smaller in smaller(expression) {
                let mut candidate = query.clone();
                let place = walk::clauses_mut(&mut candidate).nth(clause);
                let place = place.and_then(|clause| walk::expressions_mut(clause).into_iter().nth(position));
                if let Some(place) = place {
                    *place = smaller;
                }
                found.push(candidate);
            }
        }
    }
    found
}

/// Simpler expressions: changes at the root first, then within each child.
fn smaller(expression: &Expression) -> Vec<Expression> {
    let mut found = constants(expression);
    let children = walk::children(expression);
    found.extend(children.iter().map(|child| (*child).clone()));
    found.extend(without_part(expression));
    // A constant has no properties and no labels.
    let fixed = matches!(expression, Expression::Property { .. } | Expression::HasLabels { .. });
    for (position, child) in children.into_iter().enumerate() {
        if fixed && matches!(child, Expression::Variable(_)) {
            continue;
        }
        for smaller in smaller(child) {
            let mut candidate = expression.clone();
            if let Some(place) = walk::children_mut(&mut candidate).into_iter().nth(position) {
                *place = smaller;
            }
            found.push(candidate);
        }
    }
    found
}

/// The constants that may stand in an expression's place, by what it looks like.
fn constants(expression: &Expression) -> Vec<Expression> {
    let literals = match expression {
        Expression::Literal(literal) => simpler(literal),
        Expression::Comparison { .. }
        | Expression::IsNull { .. }
        | Expression::HasLabels { .. }
        | Expression::Quantifier(_) => vec![Literal::Boolean(true), Literal::Boolean(false)],
        Expression::Binary { operator, .. } if !is_arithmetic(*operator) => {
            vec![Literal::Boolean(true), Literal::Boolean(false)]
        }
        Expression::List(_) | Expression::Slice { .. } | Expression::ListComprehension(_) => {
            return vec![Expression::List(Vec::new()), Expression::Literal(Literal::Null)];
        }
        Expression::Map(_) => vec![Literal::Null],
        _ => vec![
            Literal::Null,
            Literal::Integer(1),
            Literal::Integer(0),
            Literal::String(String::new()),
            Literal::Boolean(true),
        ],
    };
    literals.into_iter().map(Expression::Literal).collect()
}

fn is_arithmetic(operator: BinaryOperator) -> bool {
    use BinaryOperator::{Add, Divide, Modulo, Multiply, Power, Subtract};
    matches!(operator, Add | Subtract | Multiply | Divide | Modulo | Power)
}

fn simpler(literal: &Literal) -> Vec<Literal> {
    match literal {
        Literal::Null | Literal::Boolean(_) => Vec::new(),
        Literal::Integer(_) => vec![Literal::Integer(0), Literal::Integer(1)],
        Literal::Float(_) => vec![Literal::Float(0.0), Literal::Float(1.0), Literal::Integer(1)],
        Literal::String(text) => {
            let first: String = text.chars().take(1).collect();
            vec![Literal::String(String::new()), Literal::String(first)]
        }
    }
}

/// The same expression without one of the parts that it can do without.
fn without_part(expression: &Expression) -> Vec<Expression> {
    match expression {
        Expression::List(items) => without_one(items).map(Expression::List).collect(),
        Expression::Map(entries) => without_one(entries).map(Expression::Map).collect(),
        Expression::HasLabels { subject, labels } if labels.len() > 1 => without_one(labels)
            .map(|labels| Expression::HasLabels { subject: subject.clone(), labels })
            .collect(),
        Expression::Comparison { first, rest } if rest.len() > 1 => {
            without_one(rest).map(|rest| Expression::Comparison { first: first.clone(), rest }).collect()
        }
        Expression::Function { name, distinct: true, arguments } => {
            let (name, arguments) = (name.clone(), arguments.clone());
            vec![Expression::Function { name, distinct: false, arguments }]
        }
        Expression::Function { name, distinct, arguments } if name.eq_ignore_ascii_case("coalesce") => {
            let shorter = without_one(arguments).filter(|arguments| !arguments.is_empty());
            let call =
                |arguments| Expression::Function { name: name.clone(), distinct: *distinct, arguments };
            shorter.map(call).collect()
        }
        Expression::Slice { subject, from, to } => vec![
            Expression::Slice { subject: subject.clone(), from: None, to: to.clone() },
            Expression::Slice { subject: subject.clone(), from: from.clone(), to: None },
        ],
        Expression::Case(case) => smaller_case(case),
        Expression::ListComprehension(inner) => vec![
            comprehension(ListComprehension { condition: None, ..(**inner).clone() }),
            comprehension(ListComprehension { projection: None, ..(**inner).clone() }),
        ],
        _ => Vec::new(),
    }
}

fn without_one<T: Clone>(items: &[T]) -> impl Iterator<Item = Vec<T>> {
    (0..items.len()).map(|left_out| {
        let kept = items.iter().enumerate().filter(|(position, _)| *position != left_out);
        kept.map(|(_, item)| item.clone()).collect()
    })
}

fn comprehension(inner: ListComprehension) -> Expression {
    Expression::ListComprehension(Box::new(inner))
}

fn smaller_case(case: &Case) -> Vec<Expression> {
    let mut found = Vec::new();
    if case.branches.len() > 1 {
        found.extend(without_one(&case.branches).map(|branches| Case { branches, ..case.clone() }));
    }
    if case.otherwise.is_some() {
        found.push(Case { otherwise: None, ..case.clone() });
    }
    found.into_iter().map(|case| Expression::Case(Box::new(case))).collect()
}
