//! Values in the place of variables.

use std::collections::BTreeSet;

use quarrel_case::term::Term;

use super::known::Row;
use super::walk::{Node, walk};
use crate::ast::{
    Builtin, Column, Element, Expression, Form, Function, Group, Projection, Query, TermPattern, Variable,
    Verb,
};

/// The query with values for variables, everywhere. What bound such a variable and nothing else goes; a column goes
/// when another stays; a group key keeps its name.
pub(super) fn substitute(query: &Query, values: &Row) -> Query {
    let mut changed = query.clone();
    for key in &mut changed.modifiers.group_by {
        if let (Expression::Variable(variable), None) = (&key.expression, &key.variable)
            && values.contains_key(variable)
        {
            key.variable = Some(variable.clone());
        }
    }
    walk(&mut changed, &mut |node| match node {
        Node::Group(group) => {
            group.elements.iter_mut().for_each(|element| in_element(element, values));
            group.elements.retain(|element| !is_idle(element, values));
        }
        Node::Expression(expression) => in_expression(expression, values),
        _ => {}
    });
    drop_columns(&mut changed, values);
    changed
}

/// Columns that no longer have a value go; a list of none becomes `*`.
fn drop_columns(query: &mut Query, values: &Row) {
    if query.is_grouped() {
        return;
    }
    if let Form::Select(select) = &mut query.form
        && let Projection::Columns(columns) = &mut select.projection
    {
        columns
            .retain(|column| !matches!(column, Column::Variable(variable) if values.contains_key(variable)));
        if columns.is_empty() {
            select.projection = Projection::All;
        }
    }
}

fn in_element(element: &mut Element, values: &Row) {
    match element {
        Element::Triples(patterns) => {
            for pattern in patterns {
                for term in [&mut pattern.subject, &mut pattern.object] {
                    if let Some(value) = term.as_variable().and_then(|variable| values.get(variable)) {
                        *term = TermPattern::Constant(value.clone());
                    }
                }
                let value = pattern.predicate.as_variable().and_then(|variable| values.get(variable));
                if let Some(Term::Iri(iri)) = value.map(|value| &value.0) {
                    pattern.predicate = Verb::Iri(iri.clone());
                }
            }
        }
        Element::Values(data) => {
            let kept: Vec<bool> =
                data.variables.iter().map(|variable| !values.contains_key(variable)).collect();
            let keep = |index: &mut usize| {
                *index += 1;
                kept.get(*index - 1).copied().unwrap_or(true)
            };
            for row in &mut data.rows {
                let mut index = 0;
                row.retain(|_| keep(&mut index));
            }
            let mut index = 0;
            data.variables.retain(|_| keep(&mut index));
        }
        _ => {}
    }
}

/// True for what only bound variables that have values now.
fn is_idle(element: &Element, values: &Row) -> bool {
    match element {
        Element::Bind { variable, .. } => values.contains_key(variable),
        Element::Values(data) => data.variables.is_empty() && !data.rows.is_empty(),
        _ => false,
    }
}

/// Replaces a variable by its value. BOUND takes nothing but a variable, and what has a value is bound.
pub(super) fn in_expression(expression: &mut Expression, values: &Row) {
    match expression {
        Expression::Variable(variable) => {
            if let Some(value) = values.get(variable) {
                *expression = Expression::Constant(value.clone());
            }
        }
        Expression::Call { function: Function::Builtin(Builtin::Bound), arguments } => {
            let bound = arguments.iter().any(
                |argument| matches!(argument, Expression::Variable(variable) if values.contains_key(variable)),
            );
            if bound {
                *expression = Expression::constant(Term::boolean(true));
            }
        }
        _ => {}
    }
}

/// The variables that something in the query binds.
pub(super) fn binders(query: &Query) -> BTreeSet<Variable> {
    let mut found = BTreeSet::new();
    walk(&mut query.clone(), &mut |node| {
        if let Node::Group(group) = node {
            found.extend(bound_by(group));
        }
    });
    found
}

fn bound_by(group: &Group) -> BTreeSet<Variable> {
    let mut scope = BTreeSet::new();
    for element in &group.elements {
        element.add_scope(&mut scope);
    }
    scope.into_iter().cloned().collect()
}

/// The candidate with values for the variables that the query binds and it does not, one for each of the samples.
pub(super) fn repaired(bound: &BTreeSet<Variable>, candidate: &Query, samples: &[Row]) -> Vec<Query> {
    let still = binders(candidate);
    let lost: Vec<&Variable> = bound.difference(&still).collect();
    let mut found: Vec<Query> = Vec::new();
    for sample in samples {
        let values: Row = lost
            .iter()
            .filter_map(|variable| Some(((*variable).clone(), sample.get(*variable)?.clone())))
            .collect();
        if !values.is_empty() {
            let changed = substitute(candidate, &values);
            if changed != *candidate && !found.contains(&changed) {
                found.push(changed);
            }
        }
    }
    found
}
