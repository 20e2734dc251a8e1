//! The boldest cuts: one expression, one aggregate, one sort key or one sub-select, and nothing else of the query.
//!
//! Most wrong answers come from one function or operator on certain values. Then the expression with the values of
//! a solution in it, as the one column of a query over nothing, shows the failure, and all else goes in one step.
//! A sub-select is evaluated by itself (18.2.4.5), so that it is a query like any other.

use quarrel_case::language::Ground;

use super::group::{conjuncts, occurrences};
use super::known::{self, Known, Row};
use super::plain::free_variable;
use super::substitute::substitute;
use crate::ast::{
    Aggregate, Column, Constant, DatasetClause, Duplicates, Element, Expression, Form, Group, InlineData,
    Modifiers, OrderKey, Projection, Prologue, Query, Select,
};
use crate::walk::{self, Node, walk};

/// Solutions that an expression is tried with.
const TRIED: usize = 3;

/// Queries of one column: an expression with known values, an aggregate over the pattern; and each sub-select.
pub(super) fn alone(query: &Query, known: &Known, ground: &Ground<'_>) -> Vec<Query> {
    let mut found = selects(query);
    let aggregates = aggregates(query);
    let (over_groups, over_rows): (Vec<_>, Vec<_>) =
        roots(query).into_iter().partition(|(expression, _)| expression.has_aggregate());
    for (expression, group) in over_rows {
        let alone = column(query, expression, Group::default());
        found.extend(valuations(&alone, &known.rows(group)).iter().map(|row| substitute(&alone, row)));
    }
    if !over_groups.is_empty() {
        let rows = known::grouped(query, &aggregates, ground);
        for (mut expression, _) in over_groups {
            without_aggregates(&mut expression, &aggregates);
            let alone = column(query, expression, Group::default());
            found.extend(valuations(&alone, &rows).iter().map(|row| substitute(&alone, row)));
        }
    }
    found.extend(query.modifiers.order_by.iter().flat_map(|key| sorted(query, key, ground)));
    for aggregate in aggregates {
        found.extend(distinct(query, &aggregate));
        found.push(column(query, aggregate, query.pattern.clone()));
    }
    found
}

/// The sub-selects, each over the dataset of the query.
fn selects(query: &Query) -> Vec<Query> {
    let mut found = Vec::new();
    walk(&mut query.clone(), &mut |node| {
        if let Node::Group(group) = node {
            found.extend(group.elements.iter().filter_map(|element| match element {
                Element::Select(select) => {
                    Some(Query { dataset: query.dataset.clone(), ..(**select).clone() })
                }
                _ => None,
            }));
        }
    });
    found
}

/// What a DISTINCT aggregate takes, as the rows of SELECT DISTINCT.
fn distinct(query: &Query, aggregate: &Expression) -> Option<Query> {
    let Expression::Aggregate(Aggregate { distinct: true, argument: Some(argument), .. }) = aggregate else {
        return None;
    };
    let projected = match &**argument {
        Expression::Variable(variable) => Column::Variable(variable.clone()),
        _ => {
            let variable = free_variable(&occurrences(query));
            Column::Expression { expression: (**argument).clone(), variable }
        }
    };
    let projection = Projection::Columns(vec![projected]);
    let form = Form::Select(Select { duplicates: Duplicates::Distinct, projection });
    Some(Query { form, ..plain(query, query.pattern.clone()) })
}

/// What a key sorts by, as a table that is sorted: two values, one of which is unbound if any is.
fn sorted(query: &Query, key: &OrderKey, ground: &Ground<'_>) -> Vec<Query> {
    let values = known::keys(query, &key.expression, ground);
    let (unbound, bound): (Vec<_>, Vec<_>) = values.into_iter().partition(Option::is_none);
    let ends = bound.first().into_iter().chain(bound.get(1..).and_then(<[_]>::last));
    let pairs =
        [ends.cloned().collect(), bound.first().cloned().into_iter().chain(unbound).collect::<Vec<_>>()];
    let variable = free_variable(&occurrences(query));
    let table = |pair: Vec<Option<Constant>>| {
        let rows = pair.into_iter().map(|value| vec![value]).collect();
        let data = InlineData { variables: vec![variable.clone()], rows };
        let pattern = Group { elements: vec![Element::Values(data)] };
        let key = OrderKey { expression: Expression::Variable(variable.clone()), ..key.clone() };
        let modifiers = Modifiers { order_by: vec![key], ..Modifiers::default() };
        Query { modifiers, dataset: DatasetClause::default(), ..plain(query, pattern) }
    };
    pairs.into_iter().filter(|pair: &Vec<_>| pair.len() == 2).map(table).collect()
}

/// Variables in the aggregates' places.
fn without_aggregates(expression: &mut Expression, aggregates: &[Expression]) {
    walk::expression(expression, &mut |node| {
        if let Node::Expression(place) = node
            && let Some(index) = aggregates.iter().position(|aggregate| aggregate == place)
        {
            *place = Expression::Variable(known::aggregate(index));
        }
    });
}

/// The query for the value of an expression in the solutions of a group.
fn column(query: &Query, expression: Expression, pattern: Group) -> Query {
    let variable = free_variable(&occurrences(query));
    let projection = Projection::Columns(vec![Column::Expression { expression, variable }]);
    Query { form: Form::Select(Select { duplicates: Duplicates::All, projection }), ..plain(query, pattern) }
}

/// The query for all solutions of a group.
fn plain(query: &Query, pattern: Group) -> Query {
    Query {
        prologue: Prologue::default(),
        form: Form::Select(Select { duplicates: Duplicates::All, projection: Projection::All }),
        dataset: query.dataset.clone(),
        pattern,
        modifiers: Modifiers::default(),
    }
}

/// The values of the query's own variables in some solutions: the first one, the last one, one between.
fn valuations(query: &Query, rows: &[Row]) -> Vec<Row> {
    let used = occurrences(query);
    let mut distinct: Vec<Row> = Vec::new();
    for row in rows {
        let mut row = row.clone();
        row.retain(|variable, _| used.contains_key(variable));
        if !distinct.contains(&row) {
            distinct.push(row);
        }
    }
    if distinct.is_empty() {
        distinct.push(Row::new());
    }
    if distinct.len() > TRIED {
        let last = distinct.pop();
        distinct.truncate(TRIED - 1);
        distinct.extend(last);
    }
    distinct
}

/// The outermost expressions, each with the group in whose solutions it is evaluated.
fn roots(query: &Query) -> Vec<(Expression, usize)> {
    let mut found: Vec<(Expression, usize)> = Vec::new();
    for column in query.columns() {
        if let Column::Expression { expression, .. } = column {
            found.push((expression.clone(), 0));
        }
    }
    let mut index = 0;
    walk(&mut query.clone(), &mut |node| {
        if let Node::Group(group) = node {
            for element in &group.elements {
                match element {
                    Element::Filter(condition) => {
                        let parts = conjuncts(condition).into_iter();
                        found.extend(parts.map(|part| (part.clone(), index)));
                    }
                    Element::Bind { expression, .. } => found.push((expression.clone(), index)),
                    _ => {}
                }
            }
            index += 1;
        }
    });
    let Modifiers { group_by, order_by, having, .. } = &query.modifiers;
    let keys = group_by.iter().map(|key| &key.expression).chain(order_by.iter().map(|key| &key.expression));
    found.extend(keys.chain(having).map(|expression| (expression.clone(), 0)));
    found.retain(|(expression, _)| {
        !matches!(expression, Expression::Variable(_) | Expression::Constant(_) | Expression::Aggregate(_))
    });
    found
}

fn aggregates(query: &Query) -> Vec<Expression> {
    let mut found = Vec::new();
    walk(&mut query.clone(), &mut |node| {
        if let Node::Expression(expression @ Expression::Aggregate(_)) = node {
            found.push(expression.clone());
        }
    });
    found
}
