//! Candidates with simpler patterns.

use std::collections::BTreeMap;

use super::draft::Draft;
use super::lists::fewer;
use crate::ast::{
    Clause, Direction, Hop, Match, NodePattern, PathLength, PathPattern, PathStep, Query, RelationshipPattern,
};
use crate::walk;

pub(super) fn candidates(query: &Query, push: &mut dyn FnMut(Draft)) {
    push(Draft::same_clauses(without_unused(query)));
    let mut push = |clause: usize, pattern: usize, smaller: Vec<PathPattern>| {
        let mut candidate = query.clone();
        let place = walk::clauses_mut(&mut candidate).nth(clause);
        if let Some(Clause::Match(inner)) = place {
            inner.patterns.splice(pattern..=pattern, smaller);
        }
        push(Draft::same_clauses(candidate));
    };
    for (clause, inner) in walk::clauses(query).enumerate() {
        let Clause::Match(Match { patterns, .. }) = inner else { continue };
        for (place, pattern) in patterns.iter().enumerate() {
            shorter(pattern, &mut |smaller| push(clause, place, vec![smaller]));
            rebuilt(pattern, &mut |smaller| push(clause, place, smaller));
        }
        for (place, pattern) in patterns.iter().enumerate() {
            plainer(pattern, &mut |smaller| push(clause, place, vec![smaller]));
        }
    }
}

fn patterns_of(clause: &mut Clause) -> &mut [PathPattern] {
    match clause {
        Clause::Match(inner) => &mut inner.patterns,
        _ => &mut [],
    }
}

/// Without the variables of patterns that stand once in the whole query.
fn without_unused(query: &Query) -> Query {
    let mut uses: BTreeMap<String, usize> = BTreeMap::new();
    let mut query = query.clone();
    for clause in walk::clauses(&query) {
        let read = walk::expressions(clause).into_iter().flat_map(walk::free_variables).map(str::to_owned);
        read.for_each(|name| *uses.entry(name).or_default() += 1);
    }
    let mut each = |visit: &mut dyn FnMut(&mut Option<String>)| {
        for pattern in walk::clauses_mut(&mut query).flat_map(patterns_of) {
            visit(&mut pattern.variable);
            visit(&mut pattern.start.variable);
            for step in &mut pattern.steps {
                if let Some(relationship) = step.relationship_mut() {
                    visit(&mut relationship.variable);
                }
                visit(&mut step.node.variable);
            }
        }
    };
    each(&mut |variable| variable.iter().for_each(|name| *uses.entry(name.clone()).or_default() += 1));
    each(&mut |variable| {
        if variable.as_ref().is_some_and(|name| uses.get(name) == Some(&1)) {
            *variable = None;
        }
    });
    query
}

/// Without a part of its steps: from the end, from the start, or one in between.
fn shorter(pattern: &PathPattern, push: &mut dyn FnMut(PathPattern)) {
    for length in 0..pattern.steps.len() {
        let steps = pattern.steps.get(..length).unwrap_or_default().to_vec();
        push(PathPattern { steps, ..pattern.clone() });
    }
    for (place, step) in pattern.steps.iter().enumerate().rev() {
        let steps = pattern.steps.get(place + 1..).unwrap_or_default().to_vec();
        push(PathPattern { start: step.node.clone(), steps, ..pattern.clone() });
    }
    for position in 1..pattern.steps.len() {
        let mut smaller = pattern.clone();
        smaller.steps.remove(position);
        push(smaller);
    }
}

/// Cut in two at a relationship, and with a relationship of variable length written out as single ones.
fn rebuilt(pattern: &PathPattern, push: &mut dyn FnMut(Vec<PathPattern>)) {
    for (place, step) in pattern.steps.iter().enumerate() {
        let (before, after) = pattern.steps.split_at(place);
        let rest = PathPattern {
            start: step.node.clone(),
            steps: after.iter().skip(1).cloned().collect(),
            ..PathPattern::default()
        };
        push(vec![PathPattern { variable: None, steps: before.to_vec(), ..pattern.clone() }, rest]);
        let Some(relationship) = step.relationship() else { continue };
        let Some(PathLength { maximum: Some(longest @ 2..=4), .. }) = relationship.length else { continue };
        let single =
            Hop::Relationship(RelationshipPattern { length: None, variable: None, ..relationship.clone() });
        let between = PathStep { hop: single.clone(), node: NodePattern::default() };
        let last = PathStep { hop: single, node: step.node.clone() };
        let mut steps = before.to_vec();
        steps.extend((1..longest).map(|_| between.clone()));
        steps.push(last);
        steps.extend(after.iter().skip(1).cloned());
        push(vec![PathPattern { steps, ..pattern.clone() }]);
    }
}

/// With less said of its nodes and relationships.
fn plainer(pattern: &PathPattern, push: &mut dyn FnMut(PathPattern)) {
    if pattern.variable.is_some() {
        push(PathPattern { variable: None, ..pattern.clone() });
    }
    nodes(&pattern.start).into_iter().for_each(|start| push(PathPattern { start, ..pattern.clone() }));
    for (position, step) in pattern.steps.iter().enumerate() {
        for relationship in step.relationship().map(relationships).unwrap_or_default() {
            let mut smaller = pattern.clone();
            let old = smaller.steps.get_mut(position).and_then(PathStep::relationship_mut);
            old.into_iter().for_each(|old| old.clone_from(&relationship));
            push(smaller);
        }
        for node in nodes(&step.node) {
            let mut smaller = pattern.clone();
            smaller.steps.iter_mut().skip(position).take(1).for_each(|step| step.node.clone_from(&node));
            push(smaller);
        }
    }
}

fn nodes(node: &NodePattern) -> Vec<NodePattern> {
    let mut found = vec![
        NodePattern::default(),
        NodePattern { variable: node.variable.clone(), ..NodePattern::default() },
    ];
    found.extend(fewer(&node.labels).map(|labels| NodePattern { labels, ..node.clone() }));
    found.extend(fewer(&node.properties).map(|properties| NodePattern { properties, ..node.clone() }));
    found.push(NodePattern { variable: None, ..node.clone() });
    let plain = node.labels.len() + node.properties.len() + usize::from(node.variable.is_some());
    if plain == 1 {
        found.truncate(1);
    }
    found
}

fn relationships(relationship: &RelationshipPattern) -> Vec<RelationshipPattern> {
    let mut found = vec![
        RelationshipPattern::any(relationship.direction),
        RelationshipPattern {
            length: relationship.length,
            ..RelationshipPattern::any(relationship.direction)
        },
    ];
    if let Some(length) = relationship.length {
        found.push(RelationshipPattern { length: None, ..relationship.clone() });
        for smaller in lengths(length) {
            found.push(RelationshipPattern { length: Some(smaller), ..relationship.clone() });
        }
    }
    found.extend(
        fewer(&relationship.types).map(|types| RelationshipPattern { types, ..relationship.clone() }),
    );
    found.extend(
        fewer(&relationship.properties)
            .map(|properties| RelationshipPattern { properties, ..relationship.clone() }),
    );
    if relationship.variable.is_some() {
        found.push(RelationshipPattern { variable: None, ..relationship.clone() });
        if relationship.direction == Direction::Undirected {
            let plain = RelationshipPattern { variable: None, ..relationship.clone() };
            found.push(RelationshipPattern { direction: Direction::Right, ..plain });
        }
    }
    found
}

/// Without a bound, with one fixed length, and with lower bounds.
fn lengths(length: PathLength) -> Vec<PathLength> {
    let lower = |bound: Option<u64>| bound.and_then(|bound| bound.checked_sub(1));
    let PathLength { minimum, maximum } = length;
    vec![
        PathLength::default(),
        PathLength { minimum: None, ..length },
        PathLength { maximum: None, ..length },
        PathLength { maximum: minimum, ..length },
        PathLength { minimum: lower(minimum), maximum: lower(maximum) },
        PathLength { minimum: lower(minimum), ..length },
        PathLength { maximum: lower(maximum), ..length },
    ]
}
