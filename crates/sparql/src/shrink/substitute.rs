//! Values in the place of variables.

use std::collections::BTreeSet;

use quarrel_case::term::Term;

use super::group::Counts;
use super::known::Row;
use crate::ast::{
    Builtin, Column, Element, Expression, Form, Function, Projection, Query, TermPattern, TriplePattern,
    VarOrIri, Variable, Verb,
};
use crate::walk::{Node, walk};

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
            patterns.iter_mut().for_each(|pattern| in_pattern(pattern, values));
        }
        Element::Graph { name, .. } | Element::Service { name, .. } => {
            let value = name.as_variable().and_then(|variable| values.get(variable));
            if let Some(Term::Iri(iri)) = value.map(|value| &value.0) {
                *name = VarOrIri::Iri(iri.clone());
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

fn in_pattern(pattern: &mut TriplePattern, values: &Row) {
    for term in [&mut pattern.subject, &mut pattern.object] {
        if let TermPattern::Triple(inner) = term {
            in_pattern(inner, values);
        }
        if let Some(value) = term.as_variable().and_then(|variable| values.get(variable)) {
            *term = TermPattern::Constant(value.clone());
        }
    }
    let value = pattern.predicate.as_variable().and_then(|variable| values.get(variable));
    if let Some(Term::Iri(iri)) = value.map(|value| &value.0) {
        pattern.predicate = Verb::Iri(iri.clone());
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

/// How often something in a query binds each variable.
pub(super) fn binders(query: &Query) -> Counts {
    let mut found = Counts::new();
    walk(&mut query.clone(), &mut |node| {
        if let Node::Group(group) = node {
            for element in &group.elements {
                let bound: Vec<&Variable> = match element {
                    Element::Triples(patterns) => {
                        patterns.iter().flat_map(TriplePattern::variables).collect()
                    }
                    Element::Values(data) => data.variables.iter().collect(),
                    Element::Bind { variable, .. } => vec![variable],
                    _ => Vec::new(),
                };
                bound.into_iter().for_each(|variable| *found.entry(variable.clone()).or_default() += 1);
            }
        }
    });
    found
}

/// A candidate with known values for variables that it binds less often than the query.
pub(super) struct Repairs {
    /// Values for those that nothing binds any more, one query for each of the samples.
    pub(super) unbound: Vec<Query>,
    /// Values for all of them: some still are bound, but by less.
    pub(super) looser: Vec<Query>,
}

/// The repairs of a candidate of a query with these binders.
pub(super) fn repaired(binders: &Counts, candidate: &Query, samples: &[Row]) -> Repairs {
    let still = self::binders(candidate);
    let of = |counts: &Counts, variable: &Variable| counts.get(variable).copied().unwrap_or(0);
    let lost = |most: usize| {
        let fewer = |variable: &&Variable| {
            let left = of(&still, variable);
            left <= most && left < of(binders, variable)
        };
        binders.keys().filter(fewer).cloned().collect::<BTreeSet<Variable>>()
    };
    let (gone, fewer) = (lost(0), lost(usize::MAX));
    let looser = if fewer == gone { Vec::new() } else { with_values(candidate, &fewer, samples) };
    Repairs { unbound: with_values(candidate, &gone, samples), looser }
}

fn with_values(candidate: &Query, variables: &BTreeSet<Variable>, samples: &[Row]) -> Vec<Query> {
    let mut found: Vec<Query> = Vec::new();
    for sample in samples {
        let values: Row = sample
            .iter()
            .filter(|(name, _)| variables.contains(name))
            .map(|(name, value)| (name.clone(), value.clone()))
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
