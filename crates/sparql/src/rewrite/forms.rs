//! Forms of queries, aggregates and modifiers said by one another.
//!
//! A sub-select is evaluated first (SPARQL 1.1, 12, 18.2.4), so what a query computes, groups, counts or asks for may be
//! computed one level further in. Without a slice an order says nothing about the rows.

use quarrel_case::rewriting::Family;
use quarrel_case::term::Term;

use super::build::{braced, choose, columns, concat, count_all, group, integer, select, sub_select, sum};
use super::names::relabelled;
use super::place::Around;
use super::{Fits, Law, law};
use crate::ast::{
    Aggregate, AggregateFunction, BinaryOperator, Builtin, Column, Direction, Duplicates, Element,
    Expression, Form, GroupKey, Modifiers, OrderKey, Projection, Query, Select, Variable,
};

const fn rule(
    name: &'static str,
    says: &'static str,
    source: &'static str,
    fits: fn(&Query, &Around<'_>) -> Vec<Query>,
) -> Law {
    law(Family::Clause, name, says, source, Fits::Query(fits))
}

pub(super) const LAWS: &[Law] = &[
    rule(
        "q-argument-bind",
        "what an aggregate takes is bound before",
        "SPARQL 1.1, 18.2.4.1 and 18.5.1",
        argument_bind,
    ),
    rule("q-ask-select", "ASK asks for a solution of a sub-select", "SPARQL 1.1, 12 and 16.3", ask_select),
    rule(
        "q-ask-twice",
        "twice what is there is more than one",
        "SPARQL 1.1, 11.3 and 18.5 (Union)",
        ask_twice,
    ),
    rule("q-concat-separator", "the separator that is meant is written", "SPARQL 1.1, 18.5.1.7", separator),
    rule(
        "q-count-concat",
        "a count is the length of a letter for each",
        "SPARQL 1.1, 18.5.1.2 and 18.5.1.7",
        count_concat,
    ),
    rule(
        "q-count-distinct",
        "a distinct count counts distinct rows",
        "SPARQL 1.1, 18.5.1.2 and 18.5 (Distinct)",
        count_distinct,
    ),
    rule("q-count-sum", "a count is a sum of ones", "SPARQL 1.1, 18.5.1.2 and 18.5.1.3", count_sum),
    rule(
        "q-distinct-group",
        "distinct rows are groups",
        "SPARQL 1.1, 11.2 and 18.5 (Distinct)",
        distinct_group,
    ),
    rule(
        "q-distinct-select",
        "distinct rows of a sub-select",
        "SPARQL 1.1, 18.5 (Distinct); Schmidt and others, ICDT 2010, section 4",
        distinct_select,
    ),
    rule("q-having-filter", "HAVING is a filter of groups", "SPARQL 1.1, 11.3 and 18.2.4.2", having_filter),
    rule("q-order", "an order without a slice says nothing", "SPARQL 1.1, 15 and 18.2.5.1", unordered),
    rule(
        "q-order-added",
        "an order without a slice is added, by what may be unbound",
        "SPARQL 1.1, 15.1 and 18.2.5.1",
        ordered,
    ),
    rule(
        "q-select-twice",
        "the rows of a sub-select are its rows",
        "SPARQL 1.1, 12 and 18.5 (ToMultiset)",
        select_twice,
    ),
];

fn is_sliced(query: &Query) -> bool {
    query.modifiers.limit.is_some() || query.modifiers.offset.is_some()
}

/// What a SELECT query shows, when its columns are written.
fn shown(query: &Query) -> Option<(Duplicates, Vec<Variable>)> {
    match &query.form {
        Form::Select(Select { duplicates, projection: Projection::Columns(columns) }) => {
            Some((*duplicates, columns.iter().map(|column| column.variable().clone()).collect()))
        }
        _ => None,
    }
}

/// The query as a sub-select: without what belongs to the whole alone.
fn inner(query: &Query) -> Query {
    Query { prologue: Default::default(), dataset: Default::default(), ..query.clone() }
}

/// A query around a sub-select.
fn around_select(query: &Query, form: Form, inner: Query, filters: Vec<Element>) -> Query {
    let elements = std::iter::once(sub_select(inner)).chain(filters).collect();
    Query { form, pattern: group(elements), modifiers: Modifiers::default(), ..query.clone() }
}

fn all_of(duplicates: Duplicates, variables: Vec<Variable>) -> Form {
    Form::Select(Select { duplicates, projection: columns(variables) })
}

fn select_twice(query: &Query, _: &Around<'_>) -> Vec<Query> {
    let Some((_, variables)) = shown(query) else { return Vec::new() };
    vec![around_select(query, all_of(Duplicates::All, variables), inner(query), Vec::new())]
}

fn distinct_select(query: &Query, _: &Around<'_>) -> Vec<Query> {
    let Some((Duplicates::Distinct, variables)) = shown(query).filter(|_| !is_sliced(query)) else {
        return Vec::new();
    };
    let mut bag = inner(query);
    bag.modifiers.order_by.clear();
    let twice =
        around_select(query, all_of(Duplicates::Distinct, variables.clone()), bag.clone(), Vec::new());
    if let Form::Select(select) = &mut bag.form {
        select.duplicates = Duplicates::All;
    }
    vec![twice, around_select(query, all_of(Duplicates::Distinct, variables), bag, Vec::new())]
}

fn distinct_group(query: &Query, _: &Around<'_>) -> Vec<Query> {
    let Some((Duplicates::Distinct, variables)) = shown(query).filter(|_| !is_sliced(query)) else {
        return Vec::new();
    };
    let plain = query.columns().iter().all(|column| matches!(column, Column::Variable(_)));
    if !plain || query.is_grouped() || query.modifiers.values.is_some() {
        return Vec::new();
    }
    let key =
        |variable: &Variable| GroupKey { expression: Expression::Variable(variable.clone()), variable: None };
    let modifiers = Modifiers { group_by: variables.iter().map(key).collect(), ..Modifiers::default() };
    vec![Query { form: all_of(Duplicates::All, variables), modifiers, ..query.clone() }]
}

fn unordered(query: &Query, _: &Around<'_>) -> Vec<Query> {
    if query.modifiers.order_by.is_empty()
        || is_sliced(query)
        || query.modifiers.order_by.iter().any(|key| key.expression.has_aggregate())
    {
        return Vec::new();
    }
    let mut query = query.clone();
    query.modifiers.order_by.clear();
    vec![query]
}

fn having_filter(query: &Query, around: &Around<'_>) -> Vec<Query> {
    let Some((duplicates, variables)) = shown(query).filter(|_| !is_sliced(query)) else {
        return Vec::new();
    };
    let modifiers = &query.modifiers;
    if modifiers.having.is_empty() || modifiers.values.is_some() || !query.is_grouped() {
        return Vec::new();
    }
    let mut groups = inner(query);
    groups.modifiers.order_by.clear();
    let conditions = std::mem::take(&mut groups.modifiers.having);
    let named: Vec<(Variable, Expression)> = conditions
        .into_iter()
        .enumerate()
        .map(|(index, condition)| (around.fresh(index), condition))
        .collect();
    if let Form::Select(select) = &mut groups.form
        && let Projection::Columns(columns) = &mut select.projection
    {
        select.duplicates = Duplicates::All;
        columns.extend(named.iter().map(|(variable, expression)| Column::Expression {
            expression: expression.clone(),
            variable: variable.clone(),
        }));
    }
    let filters = named.into_iter().map(|(variable, _)| Element::Filter(Expression::Variable(variable)));
    vec![around_select(query, all_of(duplicates, variables), groups, filters.collect())]
}

/// A sub-select shows a column; a grouped one may show a constant.
fn ask_select(query: &Query, around: &Around<'_>) -> Vec<Query> {
    if query.form != Form::Ask {
        return Vec::new();
    }
    let mut asked = inner(query);
    let one = Column::Expression { expression: integer(1), variable: around.fresh(0) };
    asked.form =
        Form::Select(Select { duplicates: Duplicates::All, projection: Projection::Columns(vec![one]) });
    vec![around_select(query, Form::Ask, asked, Vec::new())]
}

/// What is asked for is there when it is there twice: more than one in one group (11.3).
fn ask_twice(query: &Query, _: &Around<'_>) -> Vec<Query> {
    if query.form != Form::Ask || query.modifiers != Modifiers::default() {
        return Vec::new();
    }
    let mut asked = query.clone();
    let copies = [0, 1].map(|copy| relabelled(&query.pattern, copy));
    asked.pattern = group(vec![Element::Union(copies.to_vec())]);
    let count = Expression::Aggregate(count_all());
    asked.modifiers.having = vec![Expression::binary(BinaryOperator::Greater, count, integer(1))];
    vec![asked]
}

fn ordered(query: &Query, around: &Around<'_>) -> Vec<Query> {
    let modifiers = &query.modifiers;
    if !matches!(query.form, Form::Select(_)) || !modifiers.order_by.is_empty() || is_sliced(query) {
        return Vec::new();
    }
    let unbound = if query.is_grouped() { None } else { Some(around.fresh(0)) };
    let by = |variable: Variable| {
        let mut ordered = query.clone();
        let expression = Expression::Variable(variable);
        ordered.modifiers.order_by = vec![OrderKey { expression, direction: Direction::Ascending }];
        ordered
    };
    let keys = query.visible().into_iter().cloned().chain(unbound);
    keys.map(by).collect()
}

/// Every aggregate of a query's columns and conditions, one of them replaced.
fn aggregates(query: &Query, mut make: impl FnMut(&Aggregate) -> Option<Expression>) -> Vec<Query> {
    let mut made = Vec::new();
    for place in 0.. {
        let (mut other, mut at, mut replaced) = (query.clone(), 0, None);
        in_outline(&mut other, &mut |expression| {
            if let Expression::Aggregate(aggregate) = expression {
                if at == place {
                    let other = make(aggregate);
                    replaced = Some(other.is_some());
                    other.into_iter().for_each(|other| *expression = other);
                }
                at += 1;
            }
        });
        match replaced {
            None => break,
            Some(true) => made.push(other),
            Some(false) => {}
        }
    }
    made
}

/// The aggregates of what a query computes of its groups.
fn in_outline(query: &mut Query, visit: &mut dyn FnMut(&mut Expression)) {
    if let Form::Select(Select { projection: Projection::Columns(columns), .. }) = &mut query.form {
        for column in columns {
            if let Column::Expression { expression, .. } = column {
                in_own(expression, visit);
            }
        }
    }
    query.modifiers.having.iter_mut().for_each(|condition| in_own(condition, visit));
    query.modifiers.order_by.iter_mut().for_each(|key| in_own(&mut key.expression, visit));
}

/// The parts of an expression, not those inside EXISTS; what has been replaced is not looked into.
fn in_own(expression: &mut Expression, visit: &mut dyn FnMut(&mut Expression)) {
    if matches!(expression, Expression::Aggregate(_)) {
        visit(expression);
        return;
    }
    match expression {
        Expression::Unary { operand, .. } => in_own(operand, visit),
        Expression::Binary { left, right, .. } => {
            in_own(left, visit);
            in_own(right, visit);
        }
        Expression::In { operand, list, .. } => {
            in_own(operand, visit);
            list.iter_mut().for_each(|item| in_own(item, visit));
        }
        Expression::Call { arguments, .. } => {
            arguments.iter_mut().for_each(|argument| in_own(argument, visit));
        }
        _ => {}
    }
}

/// One for each solution whose argument is no error.
fn ones(aggregate: &Aggregate) -> Option<Expression> {
    if aggregate.function != AggregateFunction::Count || aggregate.distinct {
        return None;
    }
    Some(match &aggregate.argument {
        None => integer(1),
        Some(argument) => {
            let literal = Expression::call(Builtin::IsLiteral, vec![(**argument).clone()]);
            Expression::call(Builtin::Coalesce, vec![choose(literal, integer(1), integer(1)), integer(0)])
        }
    })
}

fn count_sum(query: &Query, _: &Around<'_>) -> Vec<Query> {
    aggregates(query, |aggregate| ones(aggregate).map(sum))
}

fn count_concat(query: &Query, _: &Around<'_>) -> Vec<Query> {
    aggregates(query, |aggregate| {
        let letter = |one: &str| Expression::constant(Term::string(one));
        let argument = match (ones(aggregate)?, &aggregate.argument) {
            (_, None) => letter("x"),
            (_, Some(argument)) => {
                let literal = Expression::call(Builtin::IsLiteral, vec![(**argument).clone()]);
                Expression::call(
                    Builtin::Coalesce,
                    vec![choose(literal, letter("x"), letter("x")), letter("")],
                )
            }
        };
        Some(Expression::call(Builtin::Strlen, vec![concat(argument, false, "")]))
    })
}

fn separator(query: &Query, _: &Around<'_>) -> Vec<Query> {
    aggregates(query, |aggregate| {
        let separator = match aggregate.separator.as_deref() {
            None => Some(" ".to_owned()),
            Some(" ") => None,
            Some(_) => return None,
        };
        (aggregate.function == AggregateFunction::GroupConcat)
            .then(|| Expression::Aggregate(Aggregate { separator, ..aggregate.clone() }))
    })
}

/// The argument's value, or nothing where it is an error, which an aggregate takes for the same.
fn argument_bind(query: &Query, around: &Around<'_>) -> Vec<Query> {
    let variable = around.fresh(0);
    let mut arguments = Vec::new();
    let others = aggregates(query, |aggregate| {
        let argument = aggregate.argument.as_deref()?;
        arguments.push(argument.clone());
        let name = Some(Box::new(Expression::Variable(variable.clone())));
        Some(Expression::Aggregate(Aggregate { argument: name, ..aggregate.clone() }))
    });
    let bound = |(mut other, argument): (Query, Expression)| {
        let inner = std::mem::take(&mut other.pattern);
        let bind = Element::Bind { expression: argument, variable: variable.clone() };
        other.pattern = group(vec![Element::Group(inner), bind]);
        other
    };
    others.into_iter().zip(arguments).map(bound).collect()
}

fn count_distinct(query: &Query, around: &Around<'_>) -> Vec<Query> {
    let modifiers = &query.modifiers;
    if *modifiers != Modifiers::default() {
        return Vec::new();
    }
    let Some((_, _)) = shown(query) else { return Vec::new() };
    let [Column::Expression { expression: Expression::Aggregate(aggregate), .. }] = query.columns() else {
        return Vec::new();
    };
    let (AggregateFunction::Count, true, Some(argument)) =
        (aggregate.function, aggregate.distinct, aggregate.argument.as_deref())
    else {
        return Vec::new();
    };
    let value = around.fresh(0);
    let column = Column::Expression { expression: argument.clone(), variable: value.clone() };
    let rows = select(Duplicates::Distinct, Projection::Columns(vec![column]), query.pattern.clone());
    let counted = Expression::Aggregate(Aggregate {
        argument: Some(Box::new(Expression::Variable(value))),
        ..count_all()
    });
    let mut other = query.clone();
    if let Form::Select(Select { projection: Projection::Columns(columns), .. }) = &mut other.form
        && let [Column::Expression { expression, .. }] = columns.as_mut_slice()
    {
        *expression = counted;
    }
    other.pattern = group(vec![braced(vec![Element::Select(Box::new(rows))])]);
    vec![other]
}
