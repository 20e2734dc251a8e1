//! Candidates without whole branches, clauses, or parts of clauses.

use super::repair;
use crate::ast::{
    BinaryOperator, Clause, Expression, Match, PathPattern, Projection, ProjectionItem, Query, SingleQuery,
    With,
};
use crate::walk;

pub(super) fn candidates(query: &Query) -> Vec<Query> {
    let mut found = Vec::new();
    unions(query, &mut found);
    let count = 1 + query.unions.len();
    for part in 0..count {
        let mut push = |clauses: Vec<Clause>| found.push(with_part(query, part, clauses));
        let Some(clauses) = part_of(query, part) else { continue };
        truncated(clauses, &mut push);
        without_runs(clauses, &mut push);
        inlined(clauses, &mut push);
    }
    for (position, clause) in walk::clauses(query).enumerate() {
        for smaller in smaller(clause) {
            let mut candidate = query.clone();
            if let Some(place) = walk::clauses_mut(&mut candidate).nth(position) {
                *place = smaller;
            }
            found.push(candidate);
        }
    }
    found
}

/// Each part alone, then the query without each one of its parts.
fn unions(query: &Query, found: &mut Vec<Query>) {
    if query.unions.is_empty() {
        return;
    }
    found.push(Query { first: query.first.clone(), unions: Vec::new() });
    for (_, part) in &query.unions {
        found.push(Query { first: part.clone(), unions: Vec::new() });
    }
    for left_out in 0..query.unions.len() {
        let mut smaller = query.clone();
        smaller.unions.remove(left_out);
        found.push(smaller);
    }
}

fn part_of(query: &Query, part: usize) -> Option<&[Clause]> {
    match part.checked_sub(1) {
        None => Some(&query.first.clauses),
        Some(union) => query.unions.get(union).map(|(_, part)| part.clauses.as_slice()),
    }
}

fn with_part(query: &Query, part: usize, clauses: Vec<Clause>) -> Query {
    let mut query = query.clone();
    match part.checked_sub(1) {
        None => query.first = SingleQuery { clauses },
        Some(union) => {
            if let Some((_, place)) = query.unions.get_mut(union) {
                *place = SingleQuery { clauses };
            }
        }
    }
    query
}

/// The first clauses, and all variables returned.
fn truncated(clauses: &[Clause], push: &mut dyn FnMut(Vec<Clause>)) {
    for length in 1..clauses.len().saturating_sub(1) {
        let Some(kept) = clauses.get(..length) else { continue };
        let items: Vec<ProjectionItem> = variables_after(kept).into_iter().map(returned_variable).collect();
        if !items.is_empty() {
            let last = Clause::Return(Projection { items, ..Projection::default() });
            push(kept.iter().cloned().chain([last]).collect());
        }
    }
}

fn returned_variable(name: String) -> ProjectionItem {
    ProjectionItem { expression: Expression::Variable(name.clone()), alias: Some(name) }
}

fn variables_after(clauses: &[Clause]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for clause in clauses {
        match clause {
            Clause::Match(inner) => names.extend(inner.patterns.iter().flat_map(repair::variables)),
            Clause::Unwind(inner) => names.push(inner.variable.clone()),
            Clause::With(With { projection, .. }) | Clause::Return(projection) => {
                if !projection.star {
                    names.clear();
                }
                names.extend(projection.items.iter().filter_map(repair::column));
            }
        }
    }
    names.sort();
    names.dedup();
    names
}

/// Without runs of clauses, the longest runs first; the `RETURN` stays.
fn without_runs(clauses: &[Clause], push: &mut dyn FnMut(Vec<Clause>)) {
    let movable = clauses.len().saturating_sub(1);
    let mut width = movable;
    while width > 0 {
        for start in (0..movable).step_by(width) {
            let end = (start + width).min(movable);
            let kept = clauses.iter().enumerate().filter(|(at, _)| !(start..end).contains(at));
            push(kept.map(|(_, clause)| clause.clone()).collect());
        }
        width /= 2;
    }
}

/// Without a clause that only names values, the values standing where the names stood.
fn inlined(clauses: &[Clause], push: &mut dyn FnMut(Vec<Clause>)) {
    for (position, clause) in clauses.iter().enumerate() {
        let values: Vec<(String, Expression)> = match clause {
            Clause::With(With { projection, .. }) => {
                let named = |item: &ProjectionItem| Some((repair::column(item)?, item.expression.clone()));
                projection.items.iter().filter_map(named).collect()
            }
            Clause::Unwind(unwind) => {
                let value = match &unwind.list {
                    Expression::List(items) => items.first().cloned(),
                    _ => None,
                };
                value.map(|value| (unwind.variable.clone(), value)).into_iter().collect()
            }
            _ => continue,
        };
        let mut kept: Vec<Clause> = clauses.to_vec();
        kept.remove(position);
        for clause in kept.iter_mut().skip(position) {
            substitute(clause, &values);
        }
        push(kept);
    }
}

fn substitute(clause: &mut Clause, values: &[(String, Expression)]) {
    fn within(expression: &mut Expression, values: &[(String, Expression)]) {
        match expression {
            Expression::Variable(name) => {
                if let Some((_, value)) = values.iter().find(|(known, _)| known == name) {
                    *expression = value.clone();
                }
            }
            _ => walk::children_mut(expression).into_iter().for_each(|child| within(child, values)),
        }
    }
    if let Clause::Match(inner) = clause {
        let rename = |variable: &mut Option<String>| {
            let value = values.iter().find(|(known, _)| Some(known) == variable.as_ref());
            if let Some((_, Expression::Variable(name))) = value {
                *variable = Some(name.clone());
            }
        };
        for pattern in &mut inner.patterns {
            rename(&mut pattern.start.variable);
            for step in &mut pattern.steps {
                rename(&mut step.relationship.variable);
                rename(&mut step.node.variable);
            }
        }
    }
    walk::expressions_mut(clause).into_iter().for_each(|expression| within(expression, values));
}

/// The clause without one of its parts.
fn smaller(clause: &Clause) -> Vec<Clause> {
    match clause {
        Clause::Match(inner) => smaller_match(inner).into_iter().map(Clause::Match).collect(),
        Clause::Unwind(_) => Vec::new(),
        Clause::With(inner) => {
            let conditions = without_condition(inner.condition.as_ref());
            let conditions = conditions.into_iter().map(|condition| With { condition, ..inner.clone() });
            let projections = smaller_projection(&inner.projection).into_iter();
            conditions
                .chain(projections.map(|projection| With { projection, ..inner.clone() }))
                .map(Clause::With)
                .collect()
        }
        Clause::Return(inner) => smaller_projection(inner).into_iter().map(Clause::Return).collect(),
    }
}

fn smaller_match(inner: &Match) -> Vec<Match> {
    let mut found = Vec::new();
    if inner.patterns.len() > 1 {
        for left_out in 0..inner.patterns.len() {
            let mut patterns: Vec<PathPattern> = inner.patterns.clone();
            patterns.remove(left_out);
            found.push(Match { patterns, ..inner.clone() });
        }
    }
    for condition in without_condition(inner.condition.as_ref()) {
        found.push(Match { condition, ..inner.clone() });
    }
    if inner.optional {
        found.push(Match { optional: false, ..inner.clone() });
    }
    found
}

/// No condition, then each side of a conjunction or another connective alone.
fn without_condition(condition: Option<&Expression>) -> Vec<Option<Expression>> {
    let mut found = Vec::new();
    if let Some(condition) = condition {
        found.push(None);
        if let Expression::Binary { operator, left, right } = condition
            && matches!(operator, BinaryOperator::And | BinaryOperator::Or | BinaryOperator::Xor)
        {
            found.extend([Some((**left).clone()), Some((**right).clone())]);
        }
    }
    found
}

fn smaller_projection(projection: &Projection) -> Vec<Projection> {
    let mut found = Vec::new();
    if projection.items.len() > 2 {
        let (left, right) = projection.items.split_at(projection.items.len() / 2);
        found.extend([left, right].map(|items| Projection { items: items.to_vec(), ..projection.clone() }));
    }
    if projection.items.len() > 1 || projection.star {
        for left_out in 0..projection.items.len() {
            let mut smaller = projection.clone();
            smaller.items.remove(left_out);
            found.push(smaller);
        }
    }
    if projection.skip.is_some() || projection.limit.is_some() {
        found.push(Projection { skip: None, limit: None, ..projection.clone() });
        found.push(Projection { skip: None, ..projection.clone() });
        found.push(Projection { limit: None, ..projection.clone() });
    }
    if !projection.order.is_empty() {
        found.push(Projection { order: Vec::new(), ..projection.clone() });
        for position in 0..projection.order.len() {
            let mut fewer = projection.clone();
            fewer.order.remove(position);
            found.push(fewer);
            let mut ascending = projection.clone();
            ascending.order[position].descending = false;
            found.push(ascending);
        }
    }
    if projection.distinct {
        found.push(Projection { distinct: false, ..projection.clone() });
    }
    found
}
