//! Candidates with simpler expressions: a value or a part in the place of the whole, or a constant.

use super::draft::Draft;
use super::known::Known;
use super::lists::fewer;
use super::sites::{Site, sites};
use super::{literals, order, size};
use crate::ast::{
    BinaryOperator, Case, Clause, ComparisonOperator, Expression, LabelExpression, ListComprehension,
    Literal, MapProjection, PatternComprehension, Query, Subquery,
};
use crate::features::AGGREGATES;
use crate::walk;

/// The largest expressions first.
pub(super) fn candidates(query: &Query, known: &Known<'_>, push: &mut dyn FnMut(Draft)) {
    let mut sites = sites(query);
    sites.sort_by_cached_key(|(_, expression)| std::cmp::Reverse(size::expression(expression)));
    for (site, expression) in sites {
        for smaller in smaller(query, &site, expression, known) {
            push(Draft::same_clauses(site.replaced(query, smaller)));
        }
    }
}

/// Simpler expressions in the place of one.
fn smaller(query: &Query, site: &Site, expression: &Expression, known: &Known<'_>) -> Vec<Expression> {
    if let Expression::Literal(literal) = expression {
        return literals::plainer(literal).into_iter().map(Expression::Literal).collect();
    }
    let values = values(query, site, expression, known);
    let mut found = values.clone();
    found.extend(walk::children(expression).into_iter().cloned());
    found.extend(instances(expression, site, known));
    found.extend(without_part(expression));
    found.extend(constants(expression, &values));
    let mut once: Vec<Expression> = Vec::with_capacity(found.len());
    for other in found {
        if !once.contains(&other) && size::expression(&other) <= size::expression(expression) {
            once.push(other);
        }
    }
    once
}

/// The values that it is known to have; those of an aggregation are the column's.
fn values(query: &Query, site: &Site, expression: &Expression, known: &Known<'_>) -> Vec<Expression> {
    let values = known.values(site.clause, expression);
    if !values.is_empty() || !site.is_root() {
        return values;
    }
    let items = match walk::clauses(query).nth(site.clause) {
        Some(Clause::With(inner)) => inner.projection.items.as_slice(),
        Some(Clause::Return(projection)) => projection.items.as_slice(),
        _ => &[],
    };
    let item = items.iter().find(|item| std::ptr::eq(&raw const item.expression, expression));
    let column = item.and_then(super::repair::column).and_then(|name| known.column(site.clause, &name));
    column.into_iter().flatten().take(1).collect()
}

/// The inside of a comprehension, a quantifier or `reduce` for the first element of its list.
fn instances(expression: &Expression, site: &Site, known: &Known<'_>) -> Vec<Expression> {
    let first = |list: &Expression| match known.values(site.clause, list).into_iter().next() {
        Some(Expression::List(items)) => items.into_iter().next(),
        _ => None,
    };
    match expression {
        Expression::ListComprehension(inner) => {
            let Some(element) = first(&inner.list) else { return Vec::new() };
            let inside = inner.projection.iter().chain(&inner.condition);
            inside.map(|inside| with_value(inside, &inner.variable, &element)).collect()
        }
        Expression::Quantifier(inner) => {
            let element = first(&inner.list).into_iter();
            element.map(|element| with_value(&inner.condition, &inner.variable, &element)).collect()
        }
        Expression::Reduce(inner) => {
            let Some(element) = first(&inner.list) else { return Vec::new() };
            let step = with_value(&inner.step, &inner.variable, &element);
            vec![with_value(&step, &inner.accumulator, &inner.initial)]
        }
        _ => Vec::new(),
    }
}

/// The expression with a value in the place of a variable.
fn with_value(expression: &Expression, name: &str, value: &Expression) -> Expression {
    if matches!(expression, Expression::Variable(other) if other == name) {
        return value.clone();
    }
    let mut found = expression.clone();
    if !walk::locals(expression).contains(&name) {
        walk::children_mut(&mut found).into_iter().for_each(|child| *child = with_value(child, name, value));
    }
    found
}

/// The constants that may stand in an expression's place, by its values or by what it looks like.
fn constants(expression: &Expression, values: &[Expression]) -> Vec<Expression> {
    if order::is_constant(expression) {
        return vec![Expression::Literal(Literal::Integer(1))];
    }
    let typed = match values.first() {
        Some(Expression::List(_)) => vec![Expression::List(Vec::new())],
        Some(Expression::Literal(Literal::String(_))) => {
            vec![Expression::Literal(Literal::String(String::new()))]
        }
        Some(Expression::Literal(Literal::Float(_))) => vec![Expression::Literal(Literal::Float(1.0))],
        Some(Expression::Literal(Literal::Boolean(_))) => vec![Expression::Literal(Literal::Boolean(true))],
        _ => by_look(expression),
    };
    typed.into_iter().chain([Expression::Literal(Literal::Integer(1))]).collect()
}

fn by_look(expression: &Expression) -> Vec<Expression> {
    let literals = match expression {
        Expression::Comparison { .. }
        | Expression::IsNull { .. }
        | Expression::HasLabels { .. }
        | Expression::IsLabeled { .. }
        | Expression::IsTyped { .. }
        | Expression::Pattern(_)
        | Expression::Quantifier(_) => vec![Literal::Boolean(true), Literal::Boolean(false), Literal::Null],
        Expression::Binary { operator, .. } if !is_arithmetic(*operator) => {
            vec![Literal::Boolean(true), Literal::Boolean(false), Literal::Null]
        }
        Expression::List(_)
        | Expression::Slice { .. }
        | Expression::ListComprehension(_)
        | Expression::PatternComprehension(_) => {
            return vec![Expression::List(Vec::new())];
        }
        Expression::Variable(_) | Expression::CountStar => Vec::new(),
        _ => vec![Literal::Null, Literal::String(String::new()), Literal::Boolean(true)],
    };
    literals.into_iter().map(Expression::Literal).collect()
}

fn is_arithmetic(operator: BinaryOperator) -> bool {
    use BinaryOperator::{Add, Concatenate, Divide, Modulo, Multiply, Power, Subtract};
    matches!(operator, Add | Concatenate | Subtract | Multiply | Divide | Modulo | Power)
}

/// The same expression without one of the parts that it can do without.
fn without_part(expression: &Expression) -> Vec<Expression> {
    match expression {
        Expression::List(items) => fewer(items).map(Expression::List).collect(),
        Expression::Map(entries) => fewer(entries).map(Expression::Map).collect(),
        Expression::HasLabels { subject, labels } if labels.len() > 1 => {
            fewer(labels).map(|labels| Expression::HasLabels { subject: subject.clone(), labels }).collect()
        }
        Expression::Comparison { first, rest } if rest.len() > 1 => shorter_chains(first, rest),
        Expression::Function { name, distinct, arguments } => smaller_call(name, *distinct, arguments),
        Expression::Slice { subject, from, to } => vec![
            Expression::Slice { subject: subject.clone(), from: None, to: to.clone() },
            Expression::Slice { subject: subject.clone(), from: from.clone(), to: None },
        ],
        Expression::Case(case) => smaller_case(case),
        Expression::ListComprehension(inner) => vec![
            comprehension(ListComprehension { condition: None, ..(**inner).clone() }),
            comprehension(ListComprehension { projection: None, ..(**inner).clone() }),
        ],
        Expression::IsLabeled { subject, labels } => {
            let with = |labels| labelled(subject.clone(), labels);
            super::patterns::labels(labels).into_iter().map(with).collect()
        }
        Expression::MapProjection(inner) => {
            let with = |items| {
                let projection = MapProjection { items, variable: inner.variable.clone() };
                Expression::MapProjection(Box::new(projection))
            };
            let whole = Expression::Variable(inner.variable.clone());
            std::iter::once(whole).chain(fewer(&inner.items).map(with)).collect()
        }
        Expression::PatternComprehension(inner) if inner.condition.is_some() => {
            let plain = PatternComprehension { condition: None, ..(**inner).clone() };
            vec![Expression::PatternComprehension(Box::new(plain))]
        }
        Expression::Subquery(inner) => {
            let with = |query| Expression::Subquery(Box::new(Subquery { kind: inner.kind, query }));
            super::updating::queries(&inner.query).into_iter().map(with).collect()
        }
        _ => Vec::new(),
    }
}

/// The predicate on labels in its plainest form.
fn labelled(subject: Box<Expression>, labels: LabelExpression) -> Expression {
    match labels.conjunction() {
        Some(labels) => Expression::HasLabels { subject, labels },
        None => Expression::IsLabeled { subject, labels: Box::new(labels) },
    }
}

/// A chain of comparisons without its first, or without one of the others.
fn shorter_chains(first: &Expression, rest: &[(ComparisonOperator, Expression)]) -> Vec<Expression> {
    let chain = |first: &Expression, rest: Vec<(ComparisonOperator, Expression)>| Expression::Comparison {
        first: Box::new(first.clone()),
        rest,
    };
    let mut found: Vec<Expression> = fewer(rest).map(|rest| chain(first, rest)).collect();
    if let [(_, second), later @ ..] = rest {
        found.push(chain(second, later.to_vec()));
    }
    found
}

fn smaller_call(name: &str, distinct: bool, arguments: &[Expression]) -> Vec<Expression> {
    let call = |distinct, arguments: Vec<Expression>| Expression::Function {
        name: name.to_owned(),
        distinct,
        arguments,
    };
    let mut found = Vec::new();
    if distinct {
        found.push(call(false, arguments.to_vec()));
    }
    if name.eq_ignore_ascii_case("coalesce") && arguments.len() > 1 {
        found.extend(fewer(arguments).map(|arguments| call(distinct, arguments)));
    } else if arguments.len() > 1 {
        found.push(call(distinct, arguments.iter().take(arguments.len() - 1).cloned().collect()));
    }
    if AGGREGATES.contains(&name.to_ascii_lowercase().as_str()) {
        found.push(Expression::CountStar);
    }
    found
}

fn comprehension(inner: ListComprehension) -> Expression {
    Expression::ListComprehension(Box::new(inner))
}

fn smaller_case(case: &Case) -> Vec<Expression> {
    let mut found = Vec::new();
    if case.branches.len() > 1 {
        found.extend(fewer(&case.branches).map(|branches| Case { branches, ..case.clone() }));
    }
    if case.otherwise.is_some() {
        found.push(Case { otherwise: None, ..case.clone() });
    }
    found.into_iter().map(|case| Expression::Case(Box::new(case))).collect()
}
