//! Which variables every solution of a group binds.
//!
//! Where a variable may be unbound, a later join may give it a value: the equivalences of the algebra that move filters
//! then fail (Schmidt, Meier and Lausen, Foundations of SPARQL Query Optimization, ICDT 2010, section 4: certain variables).

use std::collections::BTreeSet;

use crate::ast::{Element, Expression, Group, TriplePattern, Variable};

/// The variables that every solution of these elements binds.
pub(super) fn certain(elements: &[Element]) -> BTreeSet<Variable> {
    elements.iter().flat_map(of_element).collect()
}

fn of_group(group: &Group) -> BTreeSet<Variable> {
    certain(&group.elements)
}

fn of_element(element: &Element) -> BTreeSet<Variable> {
    match element {
        Element::Triples(patterns) => patterns.iter().flat_map(TriplePattern::variables).cloned().collect(),
        Element::Filter(_) | Element::Optional(_) | Element::Minus(_) | Element::Service { .. } => {
            BTreeSet::new()
        }
        Element::Group(group) => of_group(group),
        Element::Union(branches) => {
            let mut all = branches.iter().map(of_group);
            let first = all.next().unwrap_or_default();
            all.fold(first, |common, branch| common.intersection(&branch).cloned().collect())
        }
        // Any other expression may be an error, and then binds nothing.
        Element::Bind { expression: Expression::Constant(_), variable } => BTreeSet::from([variable.clone()]),
        Element::Bind { .. } => BTreeSet::new(),
        Element::Values(data) => {
            let is_bound =
                |index: usize| data.rows.iter().all(|row| row.get(index).is_some_and(Option::is_some));
            let bound = data.variables.iter().enumerate().filter(|(index, _)| is_bound(*index));
            bound.map(|(_, variable)| variable.clone()).collect()
        }
        Element::Graph { name, group } => {
            of_group(group).into_iter().chain(name.as_variable().cloned()).collect()
        }
        Element::Select(query) if query.is_grouped() => BTreeSet::new(),
        Element::Select(query) => {
            let inner = of_group(&query.pattern);
            query.visible().into_iter().filter(|variable| inner.contains(*variable)).cloned().collect()
        }
    }
}
