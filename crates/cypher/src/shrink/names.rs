//! The names that a query shares with a graph: labels, types and keys.
//!
//! A key of a map looks like a key of a node where it is read, so both are renamed alike.

use std::collections::BTreeSet;

use quarrel_case::names::{NameKind, Names, Renaming, renamed as other};

use crate::ast::{Clause, Expression, Literal, NodePattern, PathPattern, Query, RelationshipPattern};
use crate::walk;

/// The labels, types and keys of a query.
#[must_use]
pub fn names(query: &Query) -> Names {
    let mut found = Names::new();
    // A renaming that keeps every name visits all of them.
    visit(&mut query.clone(), &mut |kind, name| {
        found.insert((kind, name.clone()));
    });
    found
}

/// The query with other names for some.
#[must_use]
pub fn renamed(query: &Query, names: &Renaming) -> Query {
    let mut query = query.clone();
    visit(&mut query, &mut |kind, name| *name = other(names, kind, name));
    query
}

type Visit<'v> = dyn FnMut(NameKind, &mut String) + 'v;

fn visit(query: &mut Query, each: &mut Visit<'_>) {
    let relationships = relationships(query);
    for clause in walk::clauses_mut(query) {
        if let Clause::Match(inner) = clause {
            inner.patterns.iter_mut().for_each(|pattern| in_pattern(pattern, each));
        }
        walk::expressions_mut(clause)
            .into_iter()
            .for_each(|expression| in_expression(expression, &relationships, each));
    }
}

/// The variables that somewhere stand for a relationship.
fn relationships(query: &Query) -> BTreeSet<String> {
    let matches = walk::clauses(query).filter_map(|clause| match clause {
        Clause::Match(inner) => Some(inner),
        _ => None,
    });
    let steps = matches.flat_map(|inner| &inner.patterns).flat_map(|pattern| &pattern.steps);
    steps.filter_map(|step| step.relationship()?.variable.clone()).collect()
}

fn in_pattern(pattern: &mut PathPattern, each: &mut Visit<'_>) {
    in_node(&mut pattern.start, each);
    for step in &mut pattern.steps {
        if let Some(RelationshipPattern { types, properties, .. }) = step.relationship_mut() {
            types.iter_mut().for_each(|name| each(NameKind::Type, name));
            properties.iter_mut().for_each(|(key, _)| each(NameKind::Key, key));
        }
        in_node(&mut step.node, each);
    }
}

fn in_node(node: &mut NodePattern, each: &mut Visit<'_>) {
    node.labels.iter_mut().for_each(|name| each(NameKind::Label, name));
    node.properties.iter_mut().for_each(|(key, _)| each(NameKind::Key, key));
}

fn in_expression(expression: &mut Expression, relationships: &BTreeSet<String>, each: &mut Visit<'_>) {
    match expression {
        Expression::Property { key, .. } => each(NameKind::Key, key),
        Expression::Map(entries) => entries.iter_mut().for_each(|(key, _)| each(NameKind::Key, key)),
        Expression::Subscript { index, .. } => {
            if let Expression::Literal(Literal::String(key)) = &mut **index {
                each(NameKind::Key, key);
            }
        }
        Expression::HasLabels { subject, labels } => {
            let is_type = matches!(&**subject, Expression::Variable(name) if relationships.contains(name));
            let kind = if is_type { NameKind::Type } else { NameKind::Label };
            labels.iter_mut().for_each(|name| each(kind, name));
        }
        _ => {}
    }
    let children = walk::children_mut(expression).into_iter();
    children.for_each(|child| in_expression(child, relationships, each));
}
