//! Candidates without whole branches and clauses, or with fewer clauses that say as much.

use super::draft::{Draft, Traced, assembled, traced};
use super::known::Known;
use super::repair::{and, column, variables};
use super::{lists, size};
use crate::ast::{
    Clause, Expression, Literal, Match, PathPattern, Projection, ProjectionItem, Query, SubqueryCall, Unwind,
    With,
};
use crate::evaluate::updates;
use crate::{features, walk};

/// The size of an expression that shows nothing alone: a property, or a list of one constant.
const PLAIN: usize = 4;

pub(super) fn candidates(query: &Query, known: &Known<'_>, push: &mut dyn FnMut(Draft)) {
    let parts = traced(query);
    unions(query, &parts, push);
    alone(query, push);
    nested(query, push);
    matched(query, push);
    for place in 0..parts.len() {
        let mut push = |clauses: Traced| {
            let mut parts = parts.clone();
            if let Some(part) = parts.get_mut(place) {
                *part = clauses;
            }
            let drafts = assembled(query, parts).into_iter();
            drafts.filter(|draft| walk::can_end(&draft.query)).for_each(&mut *push);
        };
        let Some(clauses) = parts.get(place) else { continue };
        truncated(clauses, &mut push);
        reading(clauses, &mut push);
        without_runs(clauses, &mut push);
        unwrapped(clauses, &mut push);
        begun_with_values(clauses, known, &mut push);
        begun_with_results(clauses, known, &mut push);
        inlined(clauses, known, &mut push);
        merged(clauses, &mut push);
    }
}

/// The expressions alone, the largest first: most of them need no more than values.
fn alone(query: &Query, push: &mut dyn FnMut(Draft)) {
    let mut found: Vec<(usize, &Expression)> = Vec::new();
    for (place, clause) in walk::clauses(query).enumerate() {
        let roots = walk::expressions(clause).into_iter();
        found.extend(roots.filter(|root| size::expression(root) > PLAIN).map(|root| (place, root)));
    }
    found.sort_by_cached_key(|(_, expression)| std::cmp::Reverse(size::expression(expression)));
    for (place, expression) in found {
        let item = ProjectionItem { expression: expression.clone(), alias: Some("x".to_owned()) };
        let clause = Clause::Return(Projection { items: vec![item], ..Projection::default() });
        push(Draft { query: Query::single(vec![clause]), origins: vec![Some(place)] });
    }
}

/// The queries of subqueries alone, with and without the `WITH` that imports.
fn nested(query: &Query, push: &mut dyn FnMut(Draft)) {
    let called = walk::clauses(query).filter_map(|clause| match clause {
        Clause::Subquery(inner) => Some(&inner.query),
        _ => None,
    });
    for inner in called.chain(walk::clauses(query).flat_map(walk::expressions).flat_map(subqueries)) {
        let new = |query: Query| Draft { origins: vec![None; walk::clauses(&query).count()], query };
        push(new(inner.clone()));
        let mut without_imports = inner.clone();
        let parts = [&mut without_imports.first].into_iter();
        for part in parts.chain(without_imports.unions.iter_mut().map(|(_, part)| part)) {
            if matches!(part.clauses.first(), Some(Clause::With(_))) {
                part.clauses.remove(0);
            }
        }
        if without_imports != *inner {
            push(new(without_imports));
        }
    }
}

/// The queries within an expression.
fn subqueries(expression: &Expression) -> Vec<&Query> {
    let own = match expression {
        Expression::Subquery(inner) => Some(&inner.query),
        _ => None,
    };
    own.into_iter().chain(walk::children(expression).into_iter().flat_map(subqueries)).collect()
}

/// Each part alone, then the query without each one of its parts.
fn unions(query: &Query, parts: &[Traced], push: &mut dyn FnMut(Draft)) {
    if parts.len() < 2 {
        return;
    }
    for part in parts {
        assembled(query, vec![part.clone()]).into_iter().for_each(&mut *push);
    }
    if parts.len() > 2 {
        lists::fewer(parts).filter_map(|parts| assembled(query, parts)).for_each(push);
    }
}

/// The first clauses, and all variables returned; or what the last of them gives.
fn truncated(clauses: &Traced, push: &mut dyn FnMut(Traced)) {
    for length in 1..clauses.len() {
        let kept = clauses.get(..length).unwrap_or_default();
        if let Some(((origin, Clause::With(With { projection, .. })), before)) = kept.split_last() {
            let last = (*origin, Clause::Return(projection.clone()));
            push(before.iter().cloned().chain([last]).collect());
        }
        let items: Vec<ProjectionItem> = variables_after(kept).into_iter().map(returned_variable).collect();
        if !items.is_empty() {
            let last = Clause::Return(Projection { items, ..Projection::default() });
            push(kept.iter().cloned().chain([(None, last)]).collect());
        }
    }
}

/// What is read before anything is written, and that there are rows.
fn reading(clauses: &Traced, push: &mut dyn FnMut(Traced)) {
    let read = clauses.iter().take_while(|(_, clause)| !updates(clause)).count();
    if (1..clauses.len()).contains(&read) && !matches!(clauses.last(), Some((_, Clause::Return(_)))) {
        let kept = clauses.get(..read).unwrap_or_default();
        push(kept.iter().cloned().chain([(None, Clause::Return(one()))]).collect());
    }
}

/// `1 AS x`
fn one() -> Projection {
    let expression = Expression::Literal(Literal::Integer(1));
    let item = ProjectionItem { expression, alias: Some("x".to_owned()) };
    Projection { items: vec![item], ..Projection::default() }
}

/// The patterns of expressions and of what they nest, each in a `MATCH` of its own.
fn matched(query: &Query, push: &mut dyn FnMut(Draft)) {
    let own: Vec<&PathPattern> = walk::clauses(query).flat_map(walk::patterns).collect();
    let is_own = |pattern: &&PathPattern| own.iter().any(|known| std::ptr::eq(*known, *pattern));
    for pattern in walk::all_patterns(query).into_iter().filter(|pattern| !is_own(pattern)) {
        let matches = Clause::Match(Match { patterns: vec![pattern.clone()], ..Match::default() });
        push(Draft { query: Query::single(vec![matches, Clause::Return(one())]), origins: vec![None, None] });
    }
}

fn returned_variable(name: String) -> ProjectionItem {
    ProjectionItem { expression: Expression::Variable(name), alias: None }
}

fn variables_after(clauses: &[(Option<usize>, Clause)]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for (_, clause) in clauses {
        match clause {
            Clause::Match(inner) => names.extend(inner.patterns.iter().flat_map(variables)),
            Clause::Unwind(inner) => names.push(inner.variable.clone()),
            Clause::With(With { projection, .. }) | Clause::Return(projection) => {
                if !projection.star {
                    names.clear();
                }
                names.extend(projection.items.iter().filter_map(column));
            }
            other => names.extend(walk::bound_variables(other).into_iter().map(str::to_owned)),
        }
    }
    names.sort();
    names.dedup();
    names
}

/// Without runs of clauses, the longest runs first; the `RETURN` stays.
fn without_runs(clauses: &Traced, push: &mut dyn FnMut(Traced)) {
    let returns = matches!(clauses.last(), Some((_, Clause::Return(_))));
    if returns && clauses.len() > 1 {
        // What writes can stand without it.
        push(lists::without(clauses, clauses.len() - 1, clauses.len()));
    }
    let movable = clauses.len().saturating_sub(usize::from(returns));
    if movable > 1 {
        push(lists::without(clauses, 0, movable));
    }
    for (start, end) in lists::runs(movable) {
        push(lists::without(clauses, start, end));
    }
}

/// What is inside a clause in its place.
fn unwrapped(clauses: &Traced, push: &mut dyn FnMut(Traced)) {
    for (place, (origin, clause)) in clauses.iter().enumerate() {
        let inside: Vec<Clause> = match clause {
            Clause::Foreach(inner) => {
                let unwind = Unwind { list: inner.list.clone(), variable: inner.variable.clone() };
                std::iter::once(Clause::Unwind(unwind)).chain(inner.clauses.iter().cloned()).collect()
            }
            Clause::Subquery(inner) if inner.query.unions.is_empty() => inlined_subquery(inner),
            _ => continue,
        };
        let mut found = clauses.clone();
        found.splice(place..=place, inside.into_iter().map(|clause| (*origin, clause)));
        push(found);
    }
}

/// The clauses of a subquery as they can stand in the query around it: without the `WITH` that imports, and what
/// it returns beside what there was.
fn inlined_subquery(call: &SubqueryCall) -> Vec<Clause> {
    let mut clauses = call.query.first.clauses.clone();
    if call.imports.is_none() && matches!(clauses.first(), Some(Clause::With(_))) {
        clauses.remove(0);
    }
    if let Some(Clause::Return(projection)) = clauses.last().cloned() {
        clauses.pop();
        let projection = Projection { star: true, ..projection };
        clauses.push(Clause::With(With { projection, condition: None }));
    }
    clauses
}

/// The values of one variable in the place of all clauses that lead to it.
fn begun_with_values(clauses: &Traced, known: &Known<'_>, push: &mut dyn FnMut(Traced)) {
    for length in (1..clauses.len()).rev() {
        let (before, rest) = clauses.split_at(length);
        let Some((Some(origin), _)) = before.last() else { continue };
        let used = |name: &String| {
            let expressions = rest.iter().flat_map(|(_, clause)| walk::expressions(clause));
            expressions.into_iter().any(|expression| walk::free_variables(expression).contains(name.as_str()))
        };
        for variable in variables_after(before).into_iter().filter(used) {
            if let Some(values) = known.column(*origin, &variable) {
                let unwind = Clause::Unwind(Unwind { list: Expression::List(values), variable });
                push([(None, unwind)].into_iter().chain(rest.iter().cloned()).collect());
            }
        }
    }
}

/// The values of an expression in the place of all that leads to the rows that it is computed on: of an item or a
/// sort key, which then stands as an item.
fn begun_with_results(clauses: &Traced, known: &Known<'_>, push: &mut dyn FnMut(Traced)) {
    for (place, (origin, clause)) in clauses.iter().enumerate() {
        let (Some(origin), Clause::With(With { projection, .. }) | Clause::Return(projection)) =
            (origin, clause)
        else {
            continue;
        };
        let keys = projection.order.iter().map(|key| (&key.expression, true));
        let items = projection.items.iter().map(|item| (&item.expression, false));
        for (expression, is_key) in items.chain(keys).flat_map(inputs) {
            let Some(mut values) = known.per_row(*origin, expression) else { continue };
            let variable = "value".to_owned();
            let mut last = clause.clone();
            walk::expressions_mut(&mut last)
                .into_iter()
                .for_each(|root| replace(root, expression, &variable));
            if let (true, Clause::With(With { projection, .. }) | Clause::Return(projection)) =
                (is_key, &mut last)
            {
                projection.items = vec![returned_variable(variable.clone())];
            }
            let rest: Traced =
                [(Some(*origin), last)].into_iter().chain(clauses.iter().skip(place + 1).cloned()).collect();
            let mut push = |values: Vec<Expression>| {
                let unwind =
                    Clause::Unwind(Unwind { list: Expression::List(values), variable: variable.clone() });
                push([(None, unwind)].into_iter().chain(rest.iter().cloned()).collect());
            };
            push(values.clone());
            let mut once: Vec<Expression> = Vec::new();
            values.retain(|value| {
                !once.contains(value) && {
                    once.push(value.clone());
                    true
                }
            });
            push(values);
        }
    }
}

/// The largest expressions within one that aggregate nothing and depend on the row; none of them a variable.
fn inputs((expression, is_key): (&Expression, bool)) -> Vec<(&Expression, bool)> {
    if matches!(expression, Expression::Variable(_)) || walk::free_variables(expression).is_empty() {
        return Vec::new();
    }
    if features::aggregates(expression) {
        return walk::children(expression).into_iter().flat_map(|child| inputs((child, is_key))).collect();
    }
    vec![(expression, is_key)]
}

/// Puts a variable in the place of an expression wherever it stands.
fn replace(root: &mut Expression, expression: &Expression, variable: &str) {
    if root == expression {
        *root = Expression::Variable(variable.to_owned());
        return;
    }
    walk::children_mut(root).into_iter().for_each(|child| replace(child, expression, variable));
}

/// Without a clause that only names values, the values standing where the names stood; its condition joins that
/// of the clause before.
fn inlined(clauses: &Traced, known: &Known<'_>, push: &mut dyn FnMut(Traced)) {
    for (place, (origin, clause)) in clauses.iter().enumerate() {
        let (values, condition): (Vec<(String, Expression)>, Option<&Expression>) = match clause {
            Clause::With(With { projection, condition }) => {
                let named = |item: &ProjectionItem| Some((column(item)?, item.expression.clone()));
                (projection.items.iter().filter_map(named).collect(), condition.as_ref())
            }
            Clause::Unwind(unwind) => {
                let value = match &unwind.list {
                    Expression::List(items) => items.first().cloned(),
                    _ => origin.and_then(|origin| known.column(origin, &unwind.variable)?.into_iter().next()),
                };
                (value.map(|value| (unwind.variable.clone(), value)).into_iter().collect(), None)
            }
            _ => continue,
        };
        let mut kept = lists::without(clauses, place, place + 1);
        for (_, clause) in kept.iter_mut().skip(place) {
            substitute(clause, &values);
        }
        let before =
            place.checked_sub(1).and_then(|before| kept.get(before)).map(|(_, clause)| clause.clone());
        if let (Some(condition), Some(before)) = (condition, before) {
            let mut condition = condition.clone();
            within(&mut condition, &values);
            let mut joined = kept.clone();
            if let (Some(place), Some(clause)) =
                (joined.get_mut(place - 1), with_condition(&before, condition))
            {
                place.1 = clause;
                push(joined);
            }
        }
        push(kept);
    }
}

/// The clause with one more condition; none when it can have none.
fn with_condition(clause: &Clause, condition: Expression) -> Option<Clause> {
    let joined = |old: &Option<Expression>| {
        Some(match old {
            Some(old) => and(old.clone(), condition.clone()),
            None => condition.clone(),
        })
    };
    match clause {
        Clause::Match(inner) => {
            Some(Clause::Match(Match { condition: joined(&inner.condition), ..inner.clone() }))
        }
        Clause::With(inner) => {
            Some(Clause::With(With { condition: joined(&inner.condition), ..inner.clone() }))
        }
        _ => None,
    }
}

/// Two `MATCH` in one.
fn merged(clauses: &Traced, push: &mut dyn FnMut(Traced)) {
    for (place, pair) in clauses.windows(2).enumerate() {
        if let [(origin, Clause::Match(left)), (_, Clause::Match(right))] = pair
            && left.optional == right.optional
        {
            let patterns = left.patterns.iter().chain(&right.patterns).cloned().collect();
            let conditions = left.condition.iter().chain(&right.condition).cloned();
            let both = Match {
                optional: left.optional,
                patterns,
                hints: left.hints.iter().chain(&right.hints).cloned().collect(),
                condition: conditions.reduce(and),
            };
            let mut merged = lists::without(clauses, place, place + 1);
            if let Some(clause) = merged.get_mut(place) {
                *clause = (*origin, Clause::Match(both));
            }
            push(merged);
        }
    }
}

/// Puts values where variables stand in a clause; a pattern takes only other variables.
fn substitute(clause: &mut Clause, values: &[(String, Expression)]) {
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
                if let Some(relationship) = step.relationship_mut() {
                    rename(&mut relationship.variable);
                }
                rename(&mut step.node.variable);
            }
        }
    }
    if let Clause::With(With { projection, .. }) | Clause::Return(projection) = clause {
        for item in &mut projection.items {
            item.alias = column(item);
        }
    }
    walk::expressions_mut(clause).into_iter().for_each(|expression| within(expression, values));
}

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
