//! Smaller groups.

use std::collections::BTreeSet;

use super::expression::{self, conjuncts, without};
use crate::ast::{
    Constant, Element, Expression, Group, InlineData, Query, TermPattern, TriplePattern, Variable, Verb,
};

/// Smaller groups in the place of this one: half of it, all but one element, an element opened, a smaller one.
pub(super) fn variants(group: &Group) -> Vec<Group> {
    let elements = &group.elements;
    let mut variants = Vec::new();
    if elements.len() > 1 {
        variants.push(Group::default());
        variants.extend(elements.iter().map(|element| Group { elements: vec![element.clone()] }));
    }
    if elements.len() > 3 {
        let (front, back) = elements.split_at(elements.len() / 2);
        variants.extend([front, back].map(|half| Group { elements: half.to_vec() }));
    }
    for index in 0..elements.len() {
        variants.push(Group { elements: without(elements, index) });
    }
    for (index, element) in elements.iter().enumerate() {
        let replaced = |by: Vec<Element>| {
            let mut changed = elements.clone();
            changed.splice(index..=index, by);
            Group { elements: changed }
        };
        variants.extend(opened(element).into_iter().map(&replaced));
        variants.extend(element_variants(element).into_iter().map(|smaller| replaced(vec![smaller])));
    }
    variants
}

/// What stands in an element's braces, without them.
fn opened(element: &Element) -> Vec<Vec<Element>> {
    match element {
        Element::Optional(group) | Element::Group(group) | Element::Minus(group) => {
            vec![group.elements.clone()]
        }
        Element::Union(branches) => branches.iter().map(|branch| branch.elements.clone()).collect(),
        _ => Vec::new(),
    }
}

/// Smaller elements of the same kind.
fn element_variants(element: &Element) -> Vec<Element> {
    match element {
        Element::Triples(patterns) => fewer_patterns(patterns).into_iter().map(Element::Triples).collect(),
        Element::Filter(condition) => {
            let parts = conjuncts(condition);
            let parts = parts.into_iter().cloned().map(Element::Filter);
            parts.chain(expression::variants(condition).into_iter().map(Element::Filter)).collect()
        }
        Element::Optional(group) => variants(group).into_iter().map(Element::Optional).collect(),
        Element::Group(group) => variants(group).into_iter().map(Element::Group).collect(),
        Element::Minus(group) => variants(group).into_iter().map(Element::Minus).collect(),
        Element::Union(branches) => union_variants(branches),
        Element::Bind { expression, variable } => expression::variants(expression)
            .into_iter()
            .map(|expression| Element::Bind { expression, variable: variable.clone() })
            .collect(),
        Element::Values(data) => values_variants(data).into_iter().map(Element::Values).collect(),
    }
}

fn fewer_patterns(patterns: &[TriplePattern]) -> Vec<Vec<TriplePattern>> {
    let mut variants = Vec::new();
    if patterns.len() > 3 {
        let (front, back) = patterns.split_at(patterns.len() / 2);
        variants.extend([front.to_vec(), back.to_vec()]);
    }
    // All of them is the whole element, which has been tried.
    if patterns.len() > 1 {
        variants.extend((0..patterns.len()).map(|index| without(patterns, index)));
    }
    variants
}

fn union_variants(branches: &[Group]) -> Vec<Element> {
    let mut found: Vec<Element> =
        (0..branches.len()).map(|index| Element::Union(without(branches, index))).collect();
    for (index, branch) in branches.iter().enumerate() {
        for smaller in variants(branch) {
            let mut changed = branches.to_vec();
            if let Some(slot) = changed.get_mut(index) {
                *slot = smaller;
            }
            found.push(Element::Union(changed));
        }
    }
    found
}

fn values_variants(data: &InlineData) -> Vec<InlineData> {
    let InlineData { variables, rows } = data;
    let mut variants: Vec<InlineData> = Vec::new();
    if rows.len() > 2 {
        variants.extend(
            rows.iter().map(|row| InlineData { variables: variables.clone(), rows: vec![row.clone()] }),
        );
    }
    variants.extend(
        (0..rows.len()).map(|index| InlineData { variables: variables.clone(), rows: without(rows, index) }),
    );
    if variables.len() > 1 {
        variants.extend((0..variables.len()).map(|index| InlineData {
            variables: without(variables, index),
            rows: rows.iter().map(|row| without(row, index)).collect(),
        }));
    }
    variants
}

/// The query with a constant for a variable, everywhere: each constant that VALUES gives the variable, and each
/// that is compared with it.
pub(super) fn constants_for_variables(query: &Query, candidates: &mut Vec<Query>) {
    let mut pairs = BTreeSet::new();
    collect_values(&query.pattern, &mut pairs);
    for (variable, constant) in &pairs {
        let mut changed = query.clone();
        substitute_group(&mut changed.pattern, variable, constant);
        candidates.push(changed);
    }
}

fn collect_values(group: &Group, pairs: &mut BTreeSet<(Variable, Constant)>) {
    for element in &group.elements {
        match element {
            Element::Values(data) => {
                for row in &data.rows {
                    let cells = data.variables.iter().zip(row);
                    pairs.extend(cells.filter_map(|(name, cell)| Some((name.clone(), cell.clone()?))));
                }
            }
            Element::Optional(group) | Element::Group(group) | Element::Minus(group) => {
                collect_values(group, pairs);
            }
            Element::Union(branches) => branches.iter().for_each(|branch| collect_values(branch, pairs)),
            Element::Bind { expression: Expression::Constant(constant), variable } => {
                pairs.insert((variable.clone(), constant.clone()));
            }
            Element::Triples(_) | Element::Filter(_) | Element::Bind { .. } => {}
        }
    }
}

/// Replaces the variable in patterns and conditions; VALUES and BIND keep it, since they bind it.
fn substitute_group(group: &mut Group, variable: &Variable, constant: &Constant) {
    for element in &mut group.elements {
        match element {
            Element::Triples(patterns) => {
                patterns.iter_mut().for_each(|pattern| substitute_pattern(pattern, variable, constant));
            }
            Element::Filter(expression) | Element::Bind { expression, .. } => {
                substitute_expression(expression, variable, constant);
            }
            Element::Optional(group) | Element::Group(group) | Element::Minus(group) => {
                substitute_group(group, variable, constant);
            }
            Element::Union(branches) => {
                branches.iter_mut().for_each(|branch| substitute_group(branch, variable, constant));
            }
            Element::Values(_) => {}
        }
    }
}

fn substitute_pattern(pattern: &mut TriplePattern, variable: &Variable, constant: &Constant) {
    for term in [&mut pattern.subject, &mut pattern.object] {
        if term.as_variable() == Some(variable) {
            *term = TermPattern::Constant(constant.clone());
        }
    }
    if let quarrel_case::term::Term::Iri(iri) = constant.term()
        && pattern.predicate.as_variable() == Some(variable)
    {
        pattern.predicate = Verb::Iri(iri.clone());
    }
}

fn substitute_expression(expression: &mut Expression, variable: &Variable, constant: &Constant) {
    match expression {
        Expression::Variable(name) if name == variable => {
            *expression = Expression::Constant(constant.clone());
        }
        Expression::Variable(_) | Expression::Constant(_) | Expression::Aggregate(_) => {}
        Expression::Unary { operand, .. } => substitute_expression(operand, variable, constant),
        Expression::Binary { left, right, .. } => {
            substitute_expression(left, variable, constant);
            substitute_expression(right, variable, constant);
        }
        Expression::In { operand, list, .. } => {
            substitute_expression(operand, variable, constant);
            list.iter_mut().for_each(|item| substitute_expression(item, variable, constant));
        }
        // The argument of BOUND must be a variable; reading the text back weeds such a candidate out.
        Expression::Call { arguments, .. } => {
            arguments.iter_mut().for_each(|argument| substitute_expression(argument, variable, constant));
        }
        Expression::Exists { group, .. } => substitute_group(group, variable, constant),
    }
}
