//! Candidates with simpler patterns.

use crate::ast::{Clause, Direction, NodePattern, PathLength, PathPattern, Query, RelationshipPattern};
use crate::walk;

pub(super) fn candidates(query: &Query) -> Vec<Query> {
    let mut found = Vec::new();
    for (clause, inner) in walk::clauses(query).enumerate() {
        let Clause::Match(inner) = inner else { continue };
        for (position, pattern) in inner.patterns.iter().enumerate() {
            for smaller in smaller(pattern) {
                let mut candidate = query.clone();
                if let Some(Clause::Match(inner)) = walk::clauses_mut(&mut candidate).nth(clause)
                    && let Some(place) = inner.patterns.get_mut(position)
                {
                    *place = smaller;
                }
                found.push(candidate);
            }
        }
    }
    found
}

fn smaller(pattern: &PathPattern) -> Vec<PathPattern> {
    let mut found = Vec::new();
    shorter(pattern, &mut found);
    if pattern.variable.is_some() {
        found.push(PathPattern { variable: None, ..pattern.clone() });
    }
    found.extend(nodes(&pattern.start).into_iter().map(|start| PathPattern { start, ..pattern.clone() }));
    for (position, step) in pattern.steps.iter().enumerate() {
        for relationship in relationships(&step.relationship) {
            let mut smaller = pattern.clone();
            smaller.steps[position].relationship = relationship;
            found.push(smaller);
        }
        for node in nodes(&step.node) {
            let mut smaller = pattern.clone();
            smaller.steps[position].node = node;
            found.push(smaller);
        }
    }
    found
}

/// Without a part of its steps: from the end, from the start, or one in between.
fn shorter(pattern: &PathPattern, found: &mut Vec<PathPattern>) {
    for length in 0..pattern.steps.len() {
        let steps = pattern.steps[..length].to_vec();
        found.push(PathPattern { steps, ..pattern.clone() });
    }
    for first in 1..=pattern.steps.len() {
        let start = pattern.steps[first - 1].node.clone();
        let steps = pattern.steps[first..].to_vec();
        found.push(PathPattern { start, steps, ..pattern.clone() });
    }
    for position in 1..pattern.steps.len() {
        let mut smaller = pattern.clone();
        smaller.steps.remove(position);
        found.push(smaller);
    }
}

fn nodes(node: &NodePattern) -> Vec<NodePattern> {
    let mut found = Vec::new();
    for position in 0..node.labels.len() {
        let mut smaller = node.clone();
        smaller.labels.remove(position);
        found.push(smaller);
    }
    for position in 0..node.properties.len() {
        let mut smaller = node.clone();
        smaller.properties.remove(position);
        found.push(smaller);
    }
    if node.variable.is_some() {
        found.push(NodePattern { variable: None, ..node.clone() });
    }
    found
}

fn relationships(relationship: &RelationshipPattern) -> Vec<RelationshipPattern> {
    let mut found = Vec::new();
    if relationship.length.is_some() {
        found.push(RelationshipPattern { length: None, ..relationship.clone() });
        let length = relationship.length.unwrap_or_default();
        for smaller in lengths(length) {
            found.push(RelationshipPattern { length: Some(smaller), ..relationship.clone() });
        }
    }
    for position in 0..relationship.types.len() {
        let mut smaller = relationship.clone();
        smaller.types.remove(position);
        found.push(smaller);
    }
    for position in 0..relationship.properties.len() {
        let mut smaller = relationship.clone();
        smaller.properties.remove(position);
        found.push(smaller);
    }
    if relationship.variable.is_some() {
        found.push(RelationshipPattern { variable: None, ..relationship.clone() });
        if relationship.direction == Direction::Undirected {
            let plain = RelationshipPattern { variable: None, ..relationship.clone() };
            found.push(RelationshipPattern { direction: Direction::Right, ..plain });
        }
    }
    found
}

fn lengths(length: PathLength) -> Vec<PathLength> {
    let lower = |bound: Option<u64>| bound.and_then(|bound| bound.checked_sub(1));
    vec![
        PathLength { minimum: None, ..length },
        PathLength { maximum: None, ..length },
        PathLength { minimum: lower(length.minimum), ..length },
        PathLength { maximum: lower(length.maximum), ..length },
    ]
}
