//! The plainest among queries of one size, so that findings with one cause end as one text.
//!
//! What is plain is counted ([`oddity`]) and every candidate here has less of it: an operator of an earlier place in
//! its family, a plainer constant, parts in order, variables named by their first occurrence.

use std::cmp::Reverse;

use quarrel_case::term::Term;

use super::constant;
use super::expression::{PLAIN_CALL, PLAIN_SEPARATOR};
use super::family;
use super::group::{Counts, pattern_key};
use super::replace::{with_expression, with_group};
use super::size;
use crate::ast::{
    BinaryOperator, Builtin, Constant, Element, Expression, Function, Group, InlineData, Query,
    UnaryOperator, Variable,
};
use crate::walk::{Node, walk};

/// The names of variables, in the order in which they are given.
const NAMES: &[&str] = &["x", "y", "z", "w", "v", "u", "t", "s", "r", "q"];
/// What an operator that is not the first of its family weighs, for every place.
const PLACE: usize = 5;
/// What operands in the wrong order weigh: more than the last operator of a family, for `?x > 1` is plainer than
/// `1 < ?x`.
const ORDER: usize = 20;

/// What a constant that is no truth value weighs where one is asked for: more than any step between types that are
/// plainer than xsd:boolean.
const CONDITION: usize = 500;
/// The truth values.
const TRUTHS: [&str; 2] = [
    "\"true\"^^<http://www.w3.org/2001/XMLSchema#boolean>",
    "\"false\"^^<http://www.w3.org/2001/XMLSchema#boolean>",
];

/// What could be plainer in a query without being less.
pub(super) fn oddity(query: &Query) -> usize {
    let variables = first_occurrences(query);
    let misnamed = |(index, variable): (usize, &Variable)| usize::from(variable.name() != name(index));
    let mut total: usize = variables.iter().enumerate().map(misnamed).sum();
    walk(&mut query.clone(), &mut |node| match node {
        Node::Group(group) => total += disorder(group, &variables),
        Node::Expression(expression) => {
            total += PLACE * family::earlier(expression).len() + ORDER * usize::from(is_reversed(expression));
            total += CONDITION * conditions(expression).into_iter().filter(|part| is_no_truth(part)).count();
            total += usize::from(has_odd_separator(expression)) + call_oddity(expression);
        }
        Node::Constant(constant) => total += constant::oddity(constant),
        Node::Term(constant) if constant.term().as_literal().is_some() => total += constant::oddity(constant),
        _ => {}
    });
    total
}

/// The operands that are asked for a truth value.
fn conditions(expression: &Expression) -> Vec<&Expression> {
    match expression {
        Expression::Binary { operator: BinaryOperator::And | BinaryOperator::Or, .. }
        | Expression::Unary { operator: UnaryOperator::Not, .. } => expression.children(),
        Expression::Call { function: Function::Builtin(Builtin::If), arguments } => {
            arguments.iter().take(1).collect()
        }
        _ => Vec::new(),
    }
}

/// A constant that is no truth value.
fn is_no_truth(expression: &Expression) -> bool {
    matches!(expression, Expression::Constant(constant) if !TRUTHS.contains(&constant.term().to_string().as_str()))
}

/// A call is odder than a variable, and the call that stands for any when only the error matters the least odd.
fn call_oddity(expression: &Expression) -> usize {
    match expression {
        Expression::Call { function, .. } if *function == Function::Builtin(PLAIN_CALL) => 1,
        Expression::Call { .. } => 2,
        _ => 0,
    }
}

fn has_odd_separator(expression: &Expression) -> bool {
    let Expression::Aggregate(aggregate) = expression else {
        return false;
    };
    aggregate.separator.as_ref().is_some_and(|separator| separator != PLAIN_SEPARATOR)
}

/// The variables in the order of their first occurrence.
fn first_occurrences(query: &Query) -> Vec<Variable> {
    let mut found: Vec<Variable> = Vec::new();
    walk(&mut query.clone(), &mut |node| {
        if let Node::Variable(variable) = node
            && !found.contains(variable)
        {
            found.push(variable.clone());
        }
    });
    found
}

/// The name of the variable that occurs as the `index`-th.
fn name(index: usize) -> String {
    NAMES.get(index).map_or_else(|| format!("x{index}"), ToString::to_string)
}

/// A variable that does not occur.
pub(super) fn free_variable(taken: &Counts) -> Variable {
    let mut names = (0..).map(|index| Variable::new(name(index)));
    names.find(|variable| !taken.contains_key(variable)).unwrap_or_else(|| Variable::new("x"))
}

/// Whether every variable has the name of its place.
pub(super) fn is_named(query: &Query) -> bool {
    first_occurrences(query).iter().enumerate().all(|(index, variable)| variable.name() == name(index))
}

/// The query with every variable named by its place.
pub(super) fn named(query: &Query) -> Query {
    let variables = first_occurrences(query);
    let mut changed = query.clone();
    walk(&mut changed, &mut |node| {
        if let Node::Variable(variable) = node
            && let Some(index) = variables.iter().position(|known| known == variable)
        {
            *variable = Variable::new(name(index));
        }
    });
    changed
}

/// Plainer queries of the same size: named, in order, with plainer constants and operators.
pub(super) fn variants(query: &Query) -> Vec<Query> {
    let mut found = vec![named(query), ordered(query)];
    let variables = first_occurrences(query);
    let mut groups: Vec<Group> = Vec::new();
    let mut expressions: Vec<Expression> = Vec::new();
    walk(&mut query.clone(), &mut |node| match node {
        Node::Group(group) => groups.push(group.clone()),
        Node::Expression(expression) => expressions.push(expression.clone()),
        _ => {}
    });
    found.extend(plainer_constants(query));
    for truth in [true, false] {
        found.push(with_truths(query, truth));
    }
    for (index, expression) in expressions.iter().enumerate() {
        let earlier = family::earlier(expression).into_iter();
        found.extend(earlier.map(|other| with_expression(query, index, other)));
        found.extend(family::mirrored(expression).map(|other| with_expression(query, index, other)));
    }
    for (index, mut group) in groups.into_iter().enumerate() {
        order(&mut group, &variables);
        found.push(with_group(query, index, group));
    }
    found
}

/// The query with all that has an order in order.
fn ordered(query: &Query) -> Query {
    let variables = first_occurrences(query);
    let mut changed = query.clone();
    walk(&mut changed, &mut |node| match node {
        Node::Group(group) => order(group, &variables),
        Node::Expression(expression) if is_reversed(expression) => {
            if let Some(mirrored) = family::mirrored(expression) {
                *expression = mirrored;
            }
        }
        _ => {}
    });
    changed
}

/// The query with a truth value for every other constant where one is asked for.
fn with_truths(query: &Query, truth: bool) -> Query {
    let constant = Expression::constant(Term::boolean(truth));
    let set = |part: &mut Expression| {
        if is_no_truth(part) {
            *part = constant.clone();
        }
    };
    let mut changed = query.clone();
    walk(&mut changed, &mut |node| match node {
        Node::Group(group) => group.elements.iter_mut().for_each(|element| {
            if let Element::Filter(condition) = element {
                set(condition);
            }
        }),
        Node::Expression(Expression::Unary { operator: UnaryOperator::Not, operand }) => set(operand),
        Node::Expression(Expression::Binary {
            operator: BinaryOperator::And | BinaryOperator::Or,
            left,
            right,
        }) => [left, right].into_iter().for_each(|part| set(part)),
        Node::Expression(Expression::Call { function: Function::Builtin(Builtin::If), arguments }) => {
            arguments.iter_mut().take(1).for_each(set);
        }
        _ => {}
    });
    changed
}

/// Each constant replaced wherever it stands, then in one place only.
fn plainer_constants(query: &Query) -> Vec<Query> {
    let mut places: Vec<Constant> = Vec::new();
    walk(&mut query.clone(), &mut |node| {
        if let Node::Constant(constant) = node {
            places.push(constant.clone());
        }
    });
    let mut found = Vec::new();
    for (index, constant) in places.iter().enumerate() {
        let is_new = !places.iter().take(index).any(|other| other == constant);
        let is_repeated = places.iter().filter(|other| *other == constant).count() > 1;
        for plainer in constant::plainer(constant) {
            if is_new {
                found.push(with_constant(query, constant, &plainer, None));
            }
            if is_repeated {
                found.push(with_constant(query, constant, &plainer, Some(index)));
            }
        }
    }
    found
}

/// The query with another constant for one: in one place, or in all, those of triple patterns too.
fn with_constant(query: &Query, constant: &Constant, by: &Constant, only: Option<usize>) -> Query {
    let mut changed = query.clone();
    let mut at = 0;
    let in_patterns = only.is_none() && constant.term().as_literal().is_some();
    walk(&mut changed, &mut |node| match node {
        Node::Constant(place) => {
            if place == constant && only.is_none_or(|only| only == at) {
                *place = by.clone();
            }
            at += 1;
        }
        Node::Term(place) if in_patterns && place == constant => *place = by.clone(),
        _ => {}
    });
    changed
}

/// Whether the operands would be in order the other way round: variables first, constants last, the plainer first.
fn is_reversed(expression: &Expression) -> bool {
    let Expression::Binary { left, right, .. } = expression else {
        return false;
    };
    family::mirrored(expression).is_some() && operand_key(left) > operand_key(right)
}

fn operand_key(expression: &Expression) -> (u8, Reverse<usize>, usize, Option<&Constant>) {
    match expression {
        Expression::Variable(_) => (0, Reverse(0), 0, None),
        Expression::Constant(constant) => (2, Reverse(0), constant::oddity(constant), Some(constant)),
        other => (1, Reverse(size::expression(other)), 0, None),
    }
}

/// How many pairs of a group's parts stand in the wrong order.
fn disorder(group: &Group, variables: &[Variable]) -> usize {
    let inner = |element: &Element| match element {
        Element::Triples(patterns) => inversions(&patterns.iter().map(pattern_key).collect::<Vec<_>>()),
        Element::Union(branches) => inversions(&branches.iter().map(size::group).collect::<Vec<_>>()),
        Element::Values(data) => {
            let columns: Vec<_> = data.variables.iter().map(|column| place(column, variables)).collect();
            inversions(&columns) + inversions(&data.rows.iter().map(|row| row_key(row)).collect::<Vec<_>>())
        }
        Element::Filter(condition) => CONDITION * usize::from(is_no_truth(condition)),
        _ => 0,
    };
    let filters: Vec<bool> = group.elements.iter().map(is_filter).collect();
    group.elements.iter().map(inner).sum::<usize>() + inversions(&filters)
}

/// Filters hold for the whole group, and stand at its end.
fn is_filter(element: &Element) -> bool {
    matches!(element, Element::Filter(_))
}

fn inversions<K: Ord>(keys: &[K]) -> usize {
    let later = |index: usize| keys.iter().skip(index + 1);
    keys.iter().enumerate().map(|(index, key)| later(index).filter(|other| *other < key).count()).sum()
}

fn order(group: &mut Group, variables: &[Variable]) {
    group.elements.sort_by_key(is_filter);
    for element in &mut group.elements {
        match element {
            Element::Triples(patterns) => patterns.sort_by_key(pattern_key),
            Element::Union(branches) => branches.sort_by_key(size::group),
            Element::Values(data) => order_table(data, variables),
            _ => {}
        }
    }
}

fn order_table(data: &mut InlineData, variables: &[Variable]) {
    let mut columns: Vec<usize> = (0..data.variables.len()).collect();
    columns.sort_by_key(|index| data.variables.get(*index).map(|column| place(column, variables)));
    data.variables = columns.iter().filter_map(|index| data.variables.get(*index).cloned()).collect();
    for row in &mut data.rows {
        *row = columns.iter().filter_map(|index| row.get(*index).cloned()).collect();
    }
    data.rows.sort_by_key(|row| row_key(row));
}

fn place(variable: &Variable, variables: &[Variable]) -> usize {
    variables.iter().position(|known| known == variable).unwrap_or(variables.len())
}

/// Rows of plainer constants stand first, UNDEF after all constants.
fn row_key(row: &[Option<Constant>]) -> Vec<(usize, Option<Constant>)> {
    let key = |cell: &Option<Constant>| (cell.as_ref().map_or(usize::MAX, constant::oddity), cell.clone());
    row.iter().map(key).collect()
}
