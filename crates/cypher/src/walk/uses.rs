//! How often the names of a query stand in it, and which of them its patterns bind.

use std::collections::BTreeMap;

use super::{clauses, each_pattern_mut, expressions, free_variables, written_variables};
use crate::ast::{Hop, PathPattern, Query};

/// How often each variable stands in a query, where it is bound among them; what a star takes is not counted.
pub(crate) fn uses(query: &Query) -> BTreeMap<String, usize> {
    let mut uses: BTreeMap<String, usize> = BTreeMap::new();
    for clause in clauses(query) {
        let read = expressions(clause).into_iter().flat_map(free_variables);
        let names = written_variables(clause).into_iter().chain(read);
        names.for_each(|name| *uses.entry(name.to_owned()).or_default() += 1);
    }
    each_pattern_mut(&mut query.clone(), &mut |pattern| {
        each_pattern_variable_mut(pattern, &mut |variable| {
            variable.iter().for_each(|name| *uses.entry(name.clone()).or_default() += 1);
        });
    });
    uses
}

/// The variables of a path, of its nodes and of its relationships, to be changed.
pub(crate) fn each_pattern_variable_mut(
    pattern: &mut PathPattern,
    visit: &mut dyn FnMut(&mut Option<String>),
) {
    visit(&mut pattern.variable);
    visit(&mut pattern.start.variable);
    for step in &mut pattern.steps {
        match &mut step.hop {
            Hop::Relationship(inner) => visit(&mut inner.variable),
            Hop::Quantified(inner) => each_pattern_variable_mut(&mut inner.pattern, visit),
        }
        visit(&mut step.node.variable);
    }
}
