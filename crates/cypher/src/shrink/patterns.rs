//! Candidates with simpler patterns.

use super::draft::Draft;
use super::lists::fewer;
use crate::ast::{
    Clause, Direction, Hop, LabelExpression, Match, NodePattern, PathLength, PathPattern, PathStep,
    QuantifiedPath, Query, RelationshipPattern,
};
use crate::walk;

pub(super) fn candidates(query: &Query, whole: &mut dyn FnMut(Draft)) {
    whole(Draft::same_clauses(without_unused(query)));
    let mut push = |clause: usize, pattern: usize, smaller: Vec<PathPattern>| {
        let mut candidate = query.clone();
        let place = walk::clauses_mut(&mut candidate).nth(clause);
        if let Some(Clause::Match(inner)) = place {
            inner.patterns.splice(pattern..=pattern, smaller);
        }
        whole(Draft::same_clauses(candidate));
    };
    for (clause, inner) in walk::clauses(query).enumerate() {
        let Clause::Match(Match { patterns, .. }) = inner else { continue };
        for (place, pattern) in patterns.iter().enumerate() {
            shorter(pattern, &mut |smaller| push(clause, place, vec![smaller]));
            cut(pattern, &mut |smaller| push(clause, place, smaller));
            unrolled(pattern, &mut |smaller| push(clause, place, vec![smaller]));
        }
        for (place, pattern) in patterns.iter().enumerate() {
            plainer(pattern, &mut |smaller| push(clause, place, vec![smaller]));
        }
    }
    elsewhere(query, whole);
}

/// Patterns elsewhere than in a `MATCH` of the query itself.
fn elsewhere(query: &Query, push: &mut dyn FnMut(Draft)) {
    let matched: Vec<&PathPattern> = walk::clauses(query).flat_map(matched).collect();
    let in_clauses: Vec<&PathPattern> = walk::clause_patterns(query);
    for (place, pattern) in walk::all_patterns(query).into_iter().enumerate() {
        if matched.iter().any(|other| std::ptr::eq(*other, pattern)) {
            continue;
        }
        // One node alone is no condition and no list of matches.
        let is_expression = !in_clauses.iter().any(|other| std::ptr::eq(*other, pattern));
        let mut push = |smaller: PathPattern| {
            if is_expression && (smaller.steps.is_empty() || pattern.selector != smaller.selector) {
                return;
            }
            let (mut candidate, mut number) = (query.clone(), 0);
            walk::each_pattern_mut(&mut candidate, &mut |old| {
                if number == place {
                    old.clone_from(&smaller);
                }
                number += 1;
            });
            push(Draft::same_clauses(candidate));
        };
        shorter(pattern, &mut push);
        unrolled(pattern, &mut push);
        plainer(pattern, &mut push);
    }
}

fn matched(clause: &Clause) -> Vec<&PathPattern> {
    match clause {
        Clause::Match(inner) => inner.patterns.iter().collect(),
        _ => Vec::new(),
    }
}

/// Without the variables of patterns that stand once in the whole query.
fn without_unused(query: &Query) -> Query {
    let uses = walk::uses(query);
    let mut query = query.clone();
    walk::each_pattern_mut(&mut query, &mut |pattern| {
        walk::each_pattern_variable_mut(pattern, &mut |variable| {
            variable.take_if(|name| uses.get(name) == Some(&1));
        });
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

/// Cut in two at a relationship.
fn cut(pattern: &PathPattern, push: &mut dyn FnMut(Vec<PathPattern>)) {
    for (place, step) in pattern.steps.iter().enumerate() {
        let (before, after) = pattern.steps.split_at(place);
        let rest = PathPattern {
            start: step.node.clone(),
            steps: after.iter().skip(1).cloned().collect(),
            ..PathPattern::default()
        };
        push(vec![PathPattern { variable: None, steps: before.to_vec(), ..pattern.clone() }, rest]);
    }
}

/// With what is repeated written out, so many times as it may be walked.
fn unrolled(pattern: &PathPattern, push: &mut dyn FnMut(PathPattern)) {
    for (place, step) in pattern.steps.iter().enumerate() {
        let Some((once, length)) = repeated(step) else { continue };
        let most = length.maximum.unwrap_or(3).min(4);
        for times in length.minimum.unwrap_or_default().max(2)..=most {
            let mut steps: Vec<PathStep> = (0..times).flat_map(|_| once.iter().cloned()).collect();
            if let Some(last) = steps.last_mut() {
                last.node.clone_from(&step.node);
            }
            let mut found = pattern.clone();
            found.steps.splice(place..=place, steps);
            push(found);
        }
    }
}

/// What a step walks in a row, without variables, and how often; none when it walks it once.
fn repeated(step: &PathStep) -> Option<(Vec<PathStep>, PathLength)> {
    let (mut once, length) = match &step.hop {
        Hop::Relationship(inner) => {
            let hop = Hop::Relationship(RelationshipPattern { length: None, ..inner.clone() });
            let steps = vec![PathStep { hop, node: NodePattern::default() }];
            (PathPattern { steps, ..PathPattern::default() }, inner.length?)
        }
        Hop::Quantified(inner) => (inner.pattern.clone(), inner.quantifier),
    };
    walk::each_pattern_variable_mut(&mut once, &mut |variable| *variable = None);
    Some((once.steps, length))
}

/// With less said of its nodes and relationships.
fn plainer(pattern: &PathPattern, push: &mut dyn FnMut(PathPattern)) {
    if pattern.variable.is_some() {
        push(PathPattern { variable: None, ..pattern.clone() });
    }
    if pattern.selector.is_some() {
        push(PathPattern { selector: None, ..pattern.clone() });
    }
    if pattern.condition.is_some() {
        push(PathPattern { condition: None, ..pattern.clone() });
    }
    quantified(pattern, push);
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

/// With a repeated path walked once, fewer times, or itself smaller.
fn quantified(pattern: &PathPattern, push: &mut dyn FnMut(PathPattern)) {
    for (place, step) in pattern.steps.iter().enumerate() {
        let Hop::Quantified(inner) = &step.hop else { continue };
        let mut once = pattern.clone();
        once.steps.splice(place..=place, inner.pattern.steps.iter().cloned());
        push(once);
        let mut with = |smaller: QuantifiedPath| {
            let mut found = pattern.clone();
            found.steps.iter_mut().skip(place).take(1).for_each(|step| {
                step.hop = Hop::Quantified(Box::new(smaller.clone()));
            });
            push(found);
        };
        let never = |quantifier: &PathLength| quantifier.maximum == Some(0);
        for quantifier in lengths(inner.quantifier).into_iter().filter(|quantifier| !never(quantifier)) {
            with(QuantifiedPath { quantifier, ..(**inner).clone() });
        }
        let mut inside = |smaller: PathPattern| {
            if !smaller.steps.is_empty() {
                with(QuantifiedPath { pattern: smaller, ..(**inner).clone() });
            }
        };
        shorter(&inner.pattern, &mut inside);
        plainer(&inner.pattern, &mut inside);
    }
}

/// Plainer conditions on labels: one side, or what is denied.
pub(super) fn labels(expression: &LabelExpression) -> Vec<LabelExpression> {
    match expression {
        LabelExpression::Name(_) | LabelExpression::Wildcard => Vec::new(),
        LabelExpression::Not(inner) => {
            let within = labels(inner).into_iter().map(|inner| LabelExpression::Not(Box::new(inner)));
            std::iter::once((**inner).clone()).chain(within).collect()
        }
        LabelExpression::And(left, right) => sides(left, right, &LabelExpression::And),
        LabelExpression::Or(left, right) => sides(left, right, &LabelExpression::Or),
    }
}

fn sides(
    left: &LabelExpression,
    right: &LabelExpression,
    join: &dyn Fn(Box<LabelExpression>, Box<LabelExpression>) -> LabelExpression,
) -> Vec<LabelExpression> {
    let (boxed_left, boxed_right) = (|| Box::new(left.clone()), || Box::new(right.clone()));
    let lefts = labels(left).into_iter().map(|smaller| join(Box::new(smaller), boxed_right()));
    let rights = labels(right).into_iter().map(|smaller| join(boxed_left(), Box::new(smaller)));
    [left.clone(), right.clone()].into_iter().chain(lefts).chain(rights).collect()
}

/// A node without what a list of labels and a map of properties cannot say, or with less of it.
fn plainer_nodes(node: &NodePattern) -> Vec<NodePattern> {
    let mut found = Vec::new();
    if let Some(expression) = &node.label_expression {
        found.push(NodePattern { label_expression: None, ..node.clone() });
        for smaller in labels(expression) {
            let (labels, label_expression) = match smaller.conjunction() {
                Some(labels) => (labels, None),
                None => (Vec::new(), Some(Box::new(smaller))),
            };
            found.push(NodePattern { labels, label_expression, ..node.clone() });
        }
    }
    if node.parameter.is_some() {
        found.push(NodePattern { parameter: None, ..node.clone() });
    }
    if node.condition.is_some() {
        found.push(NodePattern { condition: None, ..node.clone() });
    }
    found
}

/// The same for a relationship.
fn plainer_relationships(relationship: &RelationshipPattern) -> Vec<RelationshipPattern> {
    let mut found = Vec::new();
    if let Some(expression) = &relationship.label_expression {
        found.push(RelationshipPattern { label_expression: None, ..relationship.clone() });
        for smaller in labels(expression) {
            let (types, label_expression) = match smaller.disjunction() {
                Some(types) => (types, None),
                None => (Vec::new(), Some(Box::new(smaller))),
            };
            found.push(RelationshipPattern { types, label_expression, ..relationship.clone() });
        }
    }
    if relationship.parameter.is_some() {
        found.push(RelationshipPattern { parameter: None, ..relationship.clone() });
    }
    if relationship.condition.is_some() {
        found.push(RelationshipPattern { condition: None, ..relationship.clone() });
    }
    found
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
    if plain == 1 && node.is_plain() {
        found.truncate(1);
    }
    found.extend(plainer_nodes(node));
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
    found.extend(plainer_relationships(relationship));
    found
}

/// With one bound, with one fixed length, and with lower bounds.
fn lengths(length: PathLength) -> Vec<PathLength> {
    let lower = |bound: Option<u64>| bound.and_then(|bound| bound.checked_sub(1));
    let PathLength { minimum, maximum } = length;
    vec![
        PathLength::default(),
        PathLength { minimum: None, maximum: Some(2) },
        PathLength { maximum: Some(2), ..length },
        PathLength { minimum: None, ..length },
        PathLength { maximum: None, ..length },
        PathLength { maximum: minimum, ..length },
        PathLength { minimum: lower(minimum), maximum: lower(maximum) },
        PathLength { minimum: lower(minimum), ..length },
        PathLength { maximum: lower(maximum), ..length },
    ]
}
