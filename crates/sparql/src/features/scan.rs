//! What the shapes of a query ask of its parts.

use std::collections::BTreeSet;

use quarrel_case::term::Term;

use crate::ast::{Element, Expression, InlineData, Variable};

/// The variables that every solution of a group's elements binds, as far as their form tells; a BIND may have been an
/// error.
pub(super) fn surely_bound(elements: &[Element]) -> BTreeSet<Variable> {
    let mut sure = BTreeSet::new();
    for element in elements {
        match element {
            Element::Triples(patterns) => {
                sure.extend(patterns.iter().flat_map(|pattern| pattern.variables().cloned()));
            }
            Element::Group(group) => sure.extend(surely_bound(&group.elements)),
            Element::Union(branches) => {
                let common = branches.iter().map(|branch| surely_bound(&branch.elements));
                sure.extend(common.reduce(|left, right| &left & &right).unwrap_or_default());
            }
            Element::Values(data) => {
                let defined = |variable: &&Variable| !is_undef(data, variable);
                sure.extend(data.variables.iter().filter(defined).cloned());
            }
            Element::Bind { expression: Expression::Constant(_), variable } => {
                sure.insert(variable.clone());
            }
            Element::Graph { name, group } => {
                sure.extend(name.as_variable().cloned());
                sure.extend(surely_bound(&group.elements));
            }
            Element::Filter(_)
            | Element::Optional(_)
            | Element::Minus(_)
            | Element::Bind { .. }
            | Element::Service { .. }
            | Element::Select(_) => {}
        }
    }
    sure
}

/// Whether any cell is UNDEF.
pub(super) fn has_undef(data: &InlineData) -> bool {
    data.rows.iter().flatten().any(Option::is_none)
}

/// Whether a row leaves the variable undefined.
fn is_undef(data: &InlineData, variable: &Variable) -> bool {
    let Some(column) = data.variables.iter().position(|name| name == variable) else {
        return false;
    };
    data.rows.iter().any(|row| matches!(row.get(column), Some(None)))
}

/// The variables of an expression; not those inside the group of EXISTS.
pub(super) fn variables(expression: &Expression) -> BTreeSet<Variable> {
    if let Expression::Variable(variable) = expression {
        return BTreeSet::from([variable.clone()]);
    }
    expression.children().into_iter().flat_map(variables).collect()
}

/// Whether an expression is an IRI.
pub(super) fn is_iri(expression: &Expression) -> bool {
    matches!(expression, Expression::Constant(constant) if matches!(constant.term(), Term::Iri(_)))
}
