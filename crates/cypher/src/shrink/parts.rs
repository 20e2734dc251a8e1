//! Candidates without parts of clauses.

use super::draft::Draft;
use super::known::Known;
use super::lists::fewer;
use super::plain::{around, with_clause};
use super::updating;
use crate::ast::{
    BinaryOperator, Clause, ComparisonOperator, Expression, Match, NodePattern, PathPattern, Projection,
    ProjectionItem, Query, Unwind, With,
};
use crate::{features, walk};

pub(super) fn candidates(query: &Query, known: &Known<'_>, push: &mut dyn FnMut(Draft)) {
    for (place, clause) in walk::clauses(query).enumerate() {
        for smaller in smaller(place, clause, known) {
            push(Draft::same_clauses(with_clause(query, place, smaller)));
        }
    }
}

fn smaller(place: usize, clause: &Clause, known: &Known<'_>) -> Vec<Clause> {
    match clause {
        Clause::Unwind(inner) => {
            smaller_unwind(place, inner, known).into_iter().map(Clause::Unwind).collect()
        }
        other => structure(other),
    }
}

/// The clause without one of its parts, whatever its values.
pub(super) fn structure(clause: &Clause) -> Vec<Clause> {
    match clause {
        Clause::Match(inner) => smaller_match(inner).into_iter().map(Clause::Match).collect(),
        Clause::With(inner) => {
            let conditions = without_condition(inner.condition.as_ref());
            let conditions = conditions.into_iter().map(|condition| With { condition, ..inner.clone() });
            let projections = smaller_projection(&inner.projection).into_iter();
            let aggregates = inner.projection.items.iter().any(|item| features::aggregates(&item.expression));
            let star = Projection { star: true, items: Vec::new(), ..inner.projection.clone() };
            let all = (!aggregates).then(|| With { projection: star, ..inner.clone() });
            conditions
                .chain(all)
                .chain(projections.map(|projection| With { projection, ..inner.clone() }))
                .map(Clause::With)
                .collect()
        }
        Clause::Return(inner) => smaller_projection(inner).into_iter().map(Clause::Return).collect(),
        other => updating::smaller(other),
    }
}

/// The list written out; a single element, the first that it has.
fn smaller_unwind(place: usize, inner: &Unwind, known: &Known<'_>) -> Vec<Unwind> {
    let with = |list: Expression| Unwind { list, ..inner.clone() };
    let values = match &inner.list {
        Expression::List(items) if items.len() > 1 => items.first().cloned().map(|item| vec![item]),
        Expression::List(_) => None,
        _ => known.column(place, &inner.variable),
    };
    let Some(values) = values else { return Vec::new() };
    let single = values.first().cloned().map(|value| with(Expression::List(vec![value])));
    single.into_iter().chain([with(Expression::List(values))]).collect()
}

fn smaller_match(inner: &Match) -> Vec<Match> {
    let mut found = Vec::new();
    if inner.patterns.len() > 1 {
        found.extend(fewer(&inner.patterns).map(|patterns| Match { patterns, ..inner.clone() }));
    }
    for condition in without_condition(inner.condition.as_ref()) {
        found.push(Match { condition, ..inner.clone() });
    }
    found.extend(fewer(&inner.hints).map(|hints| Match { hints, ..inner.clone() }));
    if inner.optional {
        found.push(Match { optional: false, ..inner.clone() });
    }
    found.extend(joined_paths(inner));
    found.extend(conditions_in_patterns(inner));
    found
}

/// Two paths as one: one goes on where the other ends, read from either end.
fn joined_paths(inner: &Match) -> Vec<Match> {
    let mut found = Vec::new();
    for (first, left) in inner.patterns.iter().enumerate() {
        for (second, right) in inner.patterns.iter().enumerate() {
            let whole = |path: &PathPattern| {
                path.variable.is_some() || path.selector.is_some() || path.condition.is_some()
            };
            if first == second || whole(left) || whole(right) {
                continue;
            }
            for right in [right.clone(), around(right)] {
                let mut patterns = inner.patterns.clone();
                if patterns.get_mut(first).is_some_and(|path| absorb(path, &right)) {
                    patterns.remove(second);
                    found.push(Match { patterns, ..inner.clone() });
                }
            }
        }
    }
    found
}

/// The path goes on with another that begins with its last node; false when those are two nodes.
fn absorb(path: &mut PathPattern, other: &PathPattern) -> bool {
    let end = path.steps.last_mut().map_or(&mut path.start, |step| &mut step.node);
    let NodePattern { variable, labels, properties, .. } = &other.start;
    if variable.is_some() && end.variable.is_some() && *variable != end.variable {
        return false;
    }
    if !other.start.is_plain() || !end.is_plain() {
        return false;
    }
    if end.variable.is_none() {
        end.variable.clone_from(variable);
    }
    let new: Vec<String> = labels.iter().filter(|label| !end.labels.contains(label)).cloned().collect();
    end.labels.extend(new);
    end.properties.extend(properties.iter().cloned());
    path.steps.extend(other.steps.iter().cloned());
    true
}

/// Conditions on a node's label, or on the value of its key, within the pattern.
fn conditions_in_patterns(inner: &Match) -> Vec<Match> {
    let mut found = Vec::new();
    let mut parts = Vec::new();
    conjuncts(inner.condition.as_ref(), &mut parts);
    for place in 0..parts.len() {
        let mut rest = parts.clone();
        let part = rest.remove(place);
        let mut smaller = inner.clone();
        if moved(part, &mut smaller.patterns) {
            smaller.condition = rest.into_iter().cloned().reduce(super::repair::and);
            found.push(smaller);
        }
    }
    found
}

fn conjuncts<'e>(condition: Option<&'e Expression>, found: &mut Vec<&'e Expression>) {
    match condition {
        Some(Expression::Binary { operator: BinaryOperator::And, left, right }) => {
            conjuncts(Some(left), found);
            conjuncts(Some(right), found);
        }
        Some(other) => found.push(other),
        None => {}
    }
}

/// Writes a condition into the patterns, at the first place of its node; false when it is none of those.
fn moved(condition: &Expression, patterns: &mut [PathPattern]) -> bool {
    let (subject, labels, property) = match condition {
        Expression::HasLabels { subject, labels } => (&**subject, labels.as_slice(), None),
        Expression::Comparison { first, rest } => match (&**first, rest.as_slice()) {
            (Expression::Property { subject, key }, [(ComparisonOperator::Equal, value)]) => {
                (&**subject, &[][..], Some((key.clone(), value.clone())))
            }
            _ => return false,
        },
        _ => return false,
    };
    let Expression::Variable(name) = subject else { return false };
    let nodes = patterns.iter_mut().flat_map(|pattern| {
        [&mut pattern.start].into_iter().chain(pattern.steps.iter_mut().map(|step| &mut step.node))
    });
    let Some(node) = nodes.into_iter().find(|node| node.variable.as_ref() == Some(name)) else {
        return false;
    };
    if !node.is_plain() {
        return false;
    }
    node.labels.extend(labels.iter().cloned());
    node.properties.extend(property);
    true
}

/// No condition, then fewer conjuncts, or each side of another connective alone.
fn without_condition(condition: Option<&Expression>) -> Vec<Option<Expression>> {
    let mut found = Vec::new();
    if let Some(condition) = condition {
        found.push(None);
        let mut parts = Vec::new();
        conjuncts(Some(condition), &mut parts);
        if parts.len() > 1 {
            found.extend(fewer(&parts).map(|kept| kept.into_iter().cloned().reduce(super::repair::and)));
        }
    }
    found
}

/// What a DISTINCT aggregate takes, as the distinct rows themselves.
fn distinct(projection: &Projection) -> impl Iterator<Item = Projection> {
    let taken = projection.items.iter().filter_map(|item| match &item.expression {
        Expression::Function { distinct: true, arguments, .. } => arguments.first(),
        _ => None,
    });
    taken.map(|argument| {
        let alias = (!matches!(argument, Expression::Variable(_))).then(|| "x".to_owned());
        let items = vec![ProjectionItem { expression: argument.clone(), alias }];
        Projection { distinct: true, items, ..Projection::default() }
    })
}

fn smaller_projection(projection: &Projection) -> Vec<Projection> {
    let mut found: Vec<Projection> = distinct(projection).collect();
    let with = |change: &dyn Fn(&mut Projection)| {
        let mut smaller = projection.clone();
        change(&mut smaller);
        smaller
    };
    if projection.items.len() > 1 || projection.star {
        found.extend(fewer(&projection.items).map(|items| Projection { items, ..projection.clone() }));
    }
    if projection.skip.is_some() && projection.limit.is_some() {
        found.push(with(&|smaller| (smaller.skip, smaller.limit) = (None, None)));
    }
    if projection.skip.is_some() {
        found.push(with(&|smaller| smaller.skip = None));
    }
    if projection.limit.is_some() {
        found.push(with(&|smaller| smaller.limit = None));
    }
    found.extend(fewer(&projection.order).map(|order| Projection { order, ..projection.clone() }));
    if projection.order.iter().any(|key| key.descending) {
        found.push(with(&|smaller| smaller.order.iter_mut().for_each(|key| key.descending = false)));
    }
    for place in 0..projection.order.len() {
        found.push(with(&|smaller| {
            smaller.order.iter_mut().skip(place).take(1).for_each(|key| key.descending = false);
        }));
    }
    if projection.distinct {
        found.push(with(&|smaller| smaller.distinct = false));
    }
    found
}
