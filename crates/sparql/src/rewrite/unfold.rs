//! Constants, data and names in another place.
//!
//! A triple pattern matches terms, and VALUES, BIND and sameTerm give terms (SPARQL 1.1, 10, 18.3): a constant may come from
//! any of them. Not the end of a path of length zero: a written term begins one even where it is in no triple (9.1).

use std::collections::BTreeMap;

use quarrel_case::rewriting::Family;

use super::build::{braced, group, with};
use super::place::Around;
use super::{Fits, Law, law};
use crate::ast::{
    Constant, Element, Expression, Form, Group, InlineData, Query, TermPattern, TriplePattern, Variable, Verb,
};
use crate::walk::{self, Node};

const fn rule(name: &'static str, says: &'static str, source: &'static str, fits: Fits) -> Law {
    law(Family::Clause, name, says, source, fits)
}

pub(super) const LAWS: &[Law] = &[
    rule(
        "u-constant-bind",
        "a constant of a pattern is bound before it",
        "SPARQL 1.1, 18.5 (Extend, Join)",
        Fits::Group(by_bind),
    ),
    rule(
        "u-constant-filter",
        "a constant of a pattern is asked for after it",
        "SPARQL 1.1, 17.4.1.8 and 18.3",
        Fits::Group(by_filter),
    ),
    rule(
        "u-constant-values",
        "a constant of a pattern comes from VALUES",
        "SPARQL 1.1, 10.2 and 18.5 (Join)",
        Fits::Group(by_values),
    ),
    rule(
        "u-filter-values",
        "a constant of a filter comes from VALUES",
        "SPARQL 1.1, 10.2 and 18.5 (Join)",
        Fits::Group(filter_values),
    ),
    rule(
        "u-last-values",
        "VALUES at the end is joined to the group",
        "SPARQL 1.1, 18.2.4.3",
        Fits::Query(last_values),
    ),
    rule(
        "u-rename",
        "a variable that is not shown has another name",
        "SPARQL 1.1, 18.2.1; GraphGenie",
        Fits::Query(rename),
    ),
    rule(
        "u-values-bind",
        "one row of VALUES is bound",
        "SPARQL 1.1, 18.5 (Extend, Join)",
        Fits::Group(values_bind),
    ),
    rule(
        "u-values-turned",
        "the rows and columns of VALUES have no order",
        "SPARQL 1.1, 10.2",
        Fits::Group(values_turned),
    ),
    rule(
        "u-values-union",
        "VALUES is the UNION of its rows",
        "SPARQL 1.1, 10.2 and 18.5 (Union)",
        Fits::Group(values_union),
    ),
];

/// The constants of the triple patterns of a group that have no path: each with its block, and that block with a variable.
fn constants(place: &Group, around: &Around<'_>) -> Vec<(usize, Constant, Element)> {
    let variable = TermPattern::Variable(around.fresh(0));
    let mut found = Vec::new();
    for (index, element) in place.elements.iter().enumerate() {
        let Element::Triples(patterns) = element else { continue };
        for (at, pattern) in patterns.iter().enumerate() {
            let mut add = |constant: &Constant, other: TriplePattern| {
                let mut patterns = patterns.clone();
                if let Some(place) = patterns.get_mut(at) {
                    *place = other;
                }
                found.push((index, constant.clone(), Element::Triples(patterns)));
            };
            if let Verb::Iri(iri) = &pattern.predicate {
                let predicate = Verb::Variable(around.fresh(0));
                add(&Constant::iri(iri), TriplePattern { predicate, ..pattern.clone() });
            }
            if matches!(pattern.predicate, Verb::Path(_)) {
                continue;
            }
            if let TermPattern::Constant(constant) = &pattern.subject {
                add(constant, TriplePattern { subject: variable.clone(), ..pattern.clone() });
            }
            if let TermPattern::Constant(constant) = &pattern.object {
                add(constant, TriplePattern { object: variable.clone(), ..pattern.clone() });
            }
        }
    }
    found.retain(|(_, constant, _)| is_written(constant));
    found
}

fn is_written(constant: &Constant) -> bool {
    !matches!(constant.term(), quarrel_case::term::Term::Triple(_))
}

fn values(variable: &Variable, constant: &Constant) -> Element {
    let rows = vec![vec![Some(constant.clone())]];
    Element::Values(InlineData { variables: vec![variable.clone()], rows })
}

fn by_values(place: &Group, around: &Around<'_>) -> Vec<Group> {
    if around.in_exists {
        return Vec::new();
    }
    let mut made = Vec::new();
    for (index, constant, block) in constants(place, around) {
        let values = values(&around.fresh(0), &constant);
        made.push(with(&place.elements, index, vec![values.clone(), block.clone()]));
        made.push(with(&place.elements, index, vec![block, values]));
    }
    made
}

/// A block that is cut in two by BIND shares no blank node over it.
fn by_bind(place: &Group, around: &Around<'_>) -> Vec<Group> {
    if around.in_exists {
        return Vec::new();
    }
    let made = constants(place, around).into_iter().map(|(index, constant, block)| {
        let bind = Element::Bind { expression: Expression::Constant(constant), variable: around.fresh(0) };
        with(&place.elements, index, vec![bind, block])
    });
    made.collect()
}

fn by_filter(place: &Group, around: &Around<'_>) -> Vec<Group> {
    if around.in_exists {
        return Vec::new();
    }
    let made = constants(place, around).into_iter().map(|(index, constant, block)| {
        let same = Expression::call(
            crate::ast::Builtin::SameTerm,
            vec![Expression::Variable(around.fresh(0)), Expression::Constant(constant)],
        );
        with(&place.elements, index, vec![block, Element::Filter(same)])
    });
    made.collect()
}

/// A constant that a filter compares, outside of EXISTS.
fn filter_values(place: &Group, around: &Around<'_>) -> Vec<Group> {
    let mut made = Vec::new();
    for (index, element) in place.elements.iter().enumerate() {
        let Element::Filter(condition) = element else { continue };
        if around.in_exists {
            continue;
        }
        for (constant, other) in without_constant(condition, &around.fresh(0)) {
            let others = with(&place.elements, index, vec![Element::Filter(other)]);
            let first = values(&around.fresh(0), &constant);
            made.push(group(std::iter::once(first.clone()).chain(others.elements.iter().cloned()).collect()));
            made.push(group(others.elements.into_iter().chain([first]).collect()));
        }
    }
    made
}

/// The operands that are constants, each with the condition that has a variable in its place.
fn without_constant(condition: &Expression, variable: &Variable) -> Vec<(Constant, Expression)> {
    let mut found = Vec::new();
    let mut place = 0;
    loop {
        let (mut other, mut at, mut taken, mut depth) = (condition.clone(), 0, None, 0_usize);
        walk::expression(&mut other, &mut |node| match node {
            Node::Group(_) => depth += 1,
            Node::EndGroup(_) => depth = depth.saturating_sub(1),
            Node::Expression(expression) if depth == 0 => {
                for operand in compared(expression) {
                    if let Expression::Constant(constant) = operand
                        && is_written(constant)
                    {
                        if at == place {
                            taken = Some(constant.clone());
                            *operand = Expression::Variable(variable.clone());
                        }
                        at += 1;
                    }
                }
            }
            _ => {}
        });
        let Some(constant) = taken else { return found };
        found.push((constant, other));
        place += 1;
    }
}

fn compared(expression: &mut Expression) -> Vec<&mut Expression> {
    match expression {
        Expression::Binary { operator, left, right } if operator.is_comparison() => vec![left, right],
        Expression::In { list, .. } => list.iter_mut().collect(),
        _ => Vec::new(),
    }
}

fn data(place: &Group) -> impl Iterator<Item = (usize, &InlineData)> {
    place.elements.iter().enumerate().filter_map(|(index, element)| match element {
        Element::Values(data) => Some((index, data)),
        _ => None,
    })
}

/// A row, without what it leaves undefined.
fn row(data: &InlineData, row: &[Option<Constant>]) -> InlineData {
    let cells = data.variables.iter().zip(row).filter_map(|(variable, cell)| Some((variable, cell.clone()?)));
    let (variables, cells): (Vec<Variable>, Vec<_>) =
        cells.map(|(variable, cell)| (variable.clone(), Some(cell))).unzip();
    InlineData { variables, rows: vec![cells] }
}

fn values_union(place: &Group, around: &Around<'_>) -> Vec<Group> {
    if around.in_exists {
        return Vec::new();
    }
    let mut made = Vec::new();
    for (index, data) in data(place).filter(|(_, data)| data.rows.len() > 1) {
        let branch = |cells: &Vec<Option<Constant>>| {
            let one = row(data, cells);
            group(if one.variables.is_empty() { Vec::new() } else { vec![Element::Values(one)] })
        };
        let union = Element::Union(data.rows.iter().map(branch).collect());
        made.push(with(&place.elements, index, vec![union]));
    }
    made
}

fn values_bind(place: &Group, around: &Around<'_>) -> Vec<Group> {
    if around.in_exists {
        return Vec::new();
    }
    let mut made = Vec::new();
    for (index, data) in data(place) {
        let branch = |cells: &Vec<Option<Constant>>| {
            let bind = |(variable, cell): (&Variable, &Option<Constant>)| {
                let expression = Expression::Constant(cell.clone()?);
                Some(Element::Bind { expression, variable: variable.clone() })
            };
            group(data.variables.iter().zip(cells).filter_map(bind).collect())
        };
        let branches: Vec<Group> = data.rows.iter().map(branch).collect();
        let element = match branches.as_slice() {
            [] => continue,
            [only] => braced(only.elements.clone()),
            _ => Element::Union(branches),
        };
        made.push(with(&place.elements, index, vec![element]));
    }
    made
}

fn values_turned(place: &Group, _: &Around<'_>) -> Vec<Group> {
    let mut made = Vec::new();
    for (index, data) in data(place) {
        let turned = |row: &Vec<Option<Constant>>| row.iter().rev().cloned().collect();
        let other = InlineData {
            variables: data.variables.iter().rev().cloned().collect(),
            rows: data.rows.iter().rev().map(turned).collect(),
        };
        made.push(with(&place.elements, index, vec![Element::Values(other)]));
    }
    made
}

/// It comes after the group's filters, and before what SELECT computes.
fn last_values(query: &Query, _: &Around<'_>) -> Vec<Query> {
    if query.is_grouped() {
        return Vec::new();
    }
    let mut query = query.clone();
    let Some(data) = query.modifiers.values.take() else { return Vec::new() };
    let inner = std::mem::take(&mut query.pattern);
    query.pattern = group(vec![Element::Group(inner), Element::Values(data)]);
    vec![query]
}

/// One variable after another, with another name in all of the query or of the sub-select that hides it.
fn rename(query: &Query, around: &Around<'_>) -> Vec<Query> {
    if !matches!(query.form, Form::Select(_) | Form::Ask) {
        return Vec::new();
    }
    let shown = query.visible();
    let mut made = Vec::new();
    for hidden in super::names::all(query).into_iter().filter(|variable| !shown.contains(variable)) {
        let names = BTreeMap::from([(hidden, around.fresh(0))]);
        let mut other = query.clone();
        walk::walk(&mut other, &mut |node| {
            if let Node::Variable(variable) = node
                && let Some(name) = names.get(variable)
            {
                variable.clone_from(name);
            }
        });
        made.push(other);
    }
    made
}
