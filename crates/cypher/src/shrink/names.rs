//! The names that a query shares with a graph: labels, types and keys.
//!
//! A key of a map looks like a key of a node where it is read, so both are renamed alike.

use std::collections::BTreeSet;

use quarrel_case::names::{NameKind, Names, Renaming, renamed as other};

use crate::ast::{
    Clause, Expression, Hint, Hop, LabelExpression, Literal, MapProjectionItem, NodePattern, PathPattern,
    Query, RelationshipPattern, RemoveItem, SetItem,
};
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
    walk::clauses_mut(query).for_each(|clause| in_clause(clause, &relationships, each));
}

fn in_clause(clause: &mut Clause, relationships: &BTreeSet<String>, each: &mut Visit<'_>) {
    walk::patterns_mut(clause).into_iter().for_each(|pattern| in_pattern(pattern, each));
    match clause {
        Clause::Match(inner) => inner.hints.iter_mut().for_each(|hint| in_hint(hint, each)),
        Clause::Set(items) => items.iter_mut().for_each(|item| in_set_item(item, each)),
        Clause::Merge(inner) => {
            let items = inner.on_create.iter_mut().chain(&mut inner.on_match);
            items.for_each(|item| in_set_item(item, each));
        }
        Clause::Remove(items) => items.iter_mut().for_each(|item| match item {
            RemoveItem::Property { key, .. } => each(NameKind::Key, key),
            RemoveItem::Labels { labels, .. } => {
                labels.iter_mut().for_each(|name| each(NameKind::Label, name));
            }
            RemoveItem::Subscript { key, .. } => in_computed_key(key, each),
        }),
        Clause::Foreach(inner) => {
            in_expression(&mut inner.list, relationships, each);
            return inner.clauses.iter_mut().for_each(|clause| in_clause(clause, relationships, each));
        }
        Clause::Subquery(inner) => {
            return walk::clauses_mut(&mut inner.query)
                .for_each(|clause| in_clause(clause, relationships, each));
        }
        _ => {}
    }
    let expressions = walk::expressions_mut(clause).into_iter();
    expressions.for_each(|expression| in_expression(expression, relationships, each));
}

fn in_hint(hint: &mut Hint, each: &mut Visit<'_>) {
    // Nearly all hints are on nodes.
    match hint {
        Hint::Index { label, keys, .. } => {
            each(NameKind::Label, label);
            keys.iter_mut().for_each(|key| each(NameKind::Key, key));
        }
        Hint::Scan { label, .. } => each(NameKind::Label, label),
        Hint::Join { .. } => {}
    }
}

fn in_set_item(item: &mut SetItem, each: &mut Visit<'_>) {
    match item {
        SetItem::Property { key, .. } => each(NameKind::Key, key),
        SetItem::Labels { labels, .. } => labels.iter_mut().for_each(|name| each(NameKind::Label, name)),
        SetItem::Subscript { key, .. } => in_computed_key(key, each),
        SetItem::Replace { .. } | SetItem::Add { .. } => {}
    }
}

/// A key that is a constant.
fn in_computed_key(key: &mut Expression, each: &mut Visit<'_>) {
    if let Expression::Literal(Literal::String(key)) = key {
        each(NameKind::Key, key);
    }
}

fn in_labels(expression: &mut LabelExpression, kind: NameKind, each: &mut Visit<'_>) {
    match expression {
        LabelExpression::Name(name) => each(kind, name),
        LabelExpression::Wildcard => {}
        LabelExpression::Not(inner) => in_labels(inner, kind, each),
        LabelExpression::And(left, right) | LabelExpression::Or(left, right) => {
            in_labels(left, kind, each);
            in_labels(right, kind, each);
        }
    }
}

/// The variables that somewhere stand for a relationship.
fn relationships(query: &Query) -> BTreeSet<String> {
    let steps = walk::all_patterns(query).into_iter().flat_map(walk::path_steps);
    steps.filter_map(|step| step.relationship()?.variable.clone()).collect()
}

fn in_pattern(pattern: &mut PathPattern, each: &mut Visit<'_>) {
    in_node(&mut pattern.start, each);
    for step in &mut pattern.steps {
        match &mut step.hop {
            Hop::Relationship(RelationshipPattern { types, label_expression, properties, .. }) => {
                types.iter_mut().for_each(|name| each(NameKind::Type, name));
                label_expression.iter_mut().for_each(|inner| in_labels(inner, NameKind::Type, each));
                properties.iter_mut().for_each(|(key, _)| each(NameKind::Key, key));
            }
            Hop::Quantified(inner) => in_pattern(&mut inner.pattern, each),
        }
        in_node(&mut step.node, each);
    }
}

fn in_node(node: &mut NodePattern, each: &mut Visit<'_>) {
    node.labels.iter_mut().for_each(|name| each(NameKind::Label, name));
    node.label_expression.iter_mut().for_each(|inner| in_labels(inner, NameKind::Label, each));
    node.properties.iter_mut().for_each(|(key, _)| each(NameKind::Key, key));
}

fn in_expression(expression: &mut Expression, relationships: &BTreeSet<String>, each: &mut Visit<'_>) {
    match expression {
        Expression::Property { key, .. } => each(NameKind::Key, key),
        Expression::Map(entries) => entries.iter_mut().for_each(|(key, _)| each(NameKind::Key, key)),
        Expression::Subscript { index, .. } => in_computed_key(index, each),
        Expression::HasLabels { subject, labels } => {
            let kind = label_or_type(subject, relationships);
            labels.iter_mut().for_each(|name| each(kind, name));
        }
        Expression::IsLabeled { subject, labels } => {
            in_labels(labels, label_or_type(subject, relationships), each);
        }
        Expression::MapProjection(inner) => inner.items.iter_mut().for_each(|item| match item {
            MapProjectionItem::Property(key) | MapProjectionItem::Entry(key, _) => each(NameKind::Key, key),
            MapProjectionItem::AllProperties | MapProjectionItem::Variable(_) => {}
        }),
        Expression::Pattern(pattern) => in_pattern(pattern, each),
        Expression::PatternComprehension(inner) => in_pattern(&mut inner.pattern, each),
        Expression::Subquery(inner) => {
            return walk::clauses_mut(&mut inner.query)
                .for_each(|clause| in_clause(clause, relationships, each));
        }
        _ => {}
    }
    let children = walk::children_mut(expression).into_iter();
    children.for_each(|child| in_expression(child, relationships, each));
}

/// What the names in a predicate on labels are.
fn label_or_type(subject: &Expression, relationships: &BTreeSet<String>) -> NameKind {
    let is_type = matches!(subject, Expression::Variable(name) if relationships.contains(name));
    if is_type { NameKind::Type } else { NameKind::Label }
}
