//! Other forms of `WITH` and `RETURN`: what orders, cuts, groups and counts.

use super::super::scene::{Scene, Spot, aggregates, variable};
use super::predicate::star;
use crate::ast::{Clause, Expression, Literal, Projection, ProjectionItem, Query, SortItem, With};
use crate::evaluate::has_aggregate;
use crate::walk;

/// For every projection other clauses in its place.
fn each_projection(
    scene: &Scene<'_>,
    change: impl Fn(&Spot<'_>, &Projection) -> Vec<(Vec<Clause>, Projection, Vec<Clause>)>,
) -> Vec<Query> {
    scene.each_clause(|spot, clause| {
        let made = |(before, projection, after): (Vec<Clause>, Projection, Vec<Clause>)| {
            let changed = match clause {
                Clause::With(with) if after.is_empty() => Clause::With(With { projection, ..with.clone() }),
                Clause::Return(_) if after.is_empty() => Clause::Return(projection),
                _ => Clause::With(With { projection, condition: None }),
            };
            before.into_iter().chain([changed]).chain(after).collect()
        };
        match clause {
            Clause::With(With { projection, .. }) | Clause::Return(projection) => {
                change(spot, projection).into_iter().map(made).collect()
            }
            _ => Vec::new(),
        }
    })
}

fn alone(projection: Projection) -> Vec<(Vec<Clause>, Projection, Vec<Clause>)> {
    vec![(Vec::new(), projection, Vec::new())]
}

/// `ORDER BY` left out where nothing is cut: rows are a bag.
pub(super) fn order_dropped(scene: &Scene<'_>) -> Vec<Query> {
    each_projection(scene, |_, projection| {
        if projection.order.is_empty() || projection.is_sliced() {
            return Vec::new();
        }
        alone(Projection { order: Vec::new(), ..projection.clone() })
    })
}

/// A `LIMIT` that no table reaches; where everything is aggregated, one of one row.
pub(super) fn limit_added(scene: &Scene<'_>) -> Vec<Query> {
    each_projection(scene, |_, projection| {
        if projection.limit.is_some() {
            return Vec::new();
        }
        let global = !projection.star && projection.items.iter().all(|item| has_aggregate(&item.expression));
        let most = if global && projection.skip.is_none() { 1 } else { i64::from(i32::MAX) };
        let limit = Some(Expression::Literal(Literal::Integer(most)));
        alone(Projection { limit, ..projection.clone() })
    })
}

/// A grouping key that is computed before (`WITH *, e AS q`).
pub(super) fn key_before(scene: &Scene<'_>) -> Vec<Query> {
    each_projection(scene, |spot, projection| {
        if !(aggregates(projection) || projection.distinct) || projection.star {
            return Vec::new();
        }
        let mut found = Vec::new();
        for (place, item) in projection.items.iter().enumerate() {
            let computed = !matches!(item.expression, Expression::Variable(_) | Expression::Literal(_));
            if !computed || has_aggregate(&item.expression) || spot.before.is_empty() {
                continue;
            }
            let fresh = scene.fresh(0);
            let mut changed = projection.clone();
            let alias = walk::column(item).map(str::to_owned);
            if let Some(item) = changed.items.get_mut(place) {
                *item = ProjectionItem { expression: variable(&fresh), alias };
            }
            replace_keys(&mut changed.order, &item.expression, &fresh);
            let items = vec![ProjectionItem { expression: item.expression.clone(), alias: Some(fresh) }];
            let before = Clause::With(With { projection: Projection { items, ..star() }, condition: None });
            found.push((vec![before], changed, Vec::new()));
        }
        found
    })
}

/// The names of the columns, where each has one.
fn names(projection: &Projection) -> Option<Vec<String>> {
    projection.items.iter().map(|item| walk::column(item).map(str::to_owned)).collect()
}

fn replace_keys(order: &mut [SortItem], from: &Expression, to: &str) {
    for key in order {
        let replaced =
            walk::rewrite(&key.expression, &[], &mut |part, _| (part == from).then(|| variable(to)));
        key.expression = replaced;
    }
}

/// A sort key that is an item first, and dropped behind: `WITH ..., e AS q ORDER BY q`.
pub(super) fn key_as_item(scene: &Scene<'_>) -> Vec<Query> {
    each_projection(scene, |spot, projection| {
        let is_last = spot.at + 1 == spot.clauses.len();
        let Some(names) = names(projection).filter(|_| is_last && !projection.star) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for place in 0..projection.order.len() {
            let mut changed = projection.clone();
            for (item, name) in changed.items.iter_mut().zip(&names) {
                item.alias = Some(name.clone());
            }
            let Some(key) = changed.order.get_mut(place) else { continue };
            let fresh = scene.fresh(0);
            let expression = std::mem::replace(&mut key.expression, variable(&fresh));
            if matches!(expression, Expression::Variable(_)) || reads(&expression, &names) {
                continue;
            }
            changed.items.push(ProjectionItem { expression, alias: Some(fresh) });
            let items = names.iter().map(|name| ProjectionItem { expression: variable(name), alias: None });
            let last = Clause::Return(Projection { items: items.collect(), ..Projection::default() });
            found.push((Vec::new(), changed, vec![last]));
        }
        found
    })
}

/// Whether an expression reads one of the columns, which are not there yet beside it.
fn reads(expression: &Expression, names: &[String]) -> bool {
    walk::free_variables(expression).into_iter().any(|name| names.iter().any(|column| column == name))
}

/// `DISTINCT` as grouping by all items.
pub(super) fn distinct_grouped(scene: &Scene<'_>) -> Vec<Query> {
    each_projection(scene, |spot, projection| {
        let plain = projection.distinct && !projection.star && !aggregates(projection);
        if !plain || projection.is_sliced() || spot.at + 1 != spot.clauses.len() {
            return Vec::new();
        }
        let Some(names) = names(projection) else { return Vec::new() };
        let mut items: Vec<ProjectionItem> = projection.items.clone();
        items.iter_mut().zip(&names).for_each(|(item, name)| item.alias = Some(name.clone()));
        items.push(ProjectionItem { expression: Expression::CountStar, alias: Some(scene.fresh(0)) });
        let grouped = Projection { items, ..Projection::default() };
        let items = names.iter().map(|name| ProjectionItem { expression: variable(name), alias: None });
        let last = Clause::Return(Projection { items: items.collect(), ..Projection::default() });
        vec![(Vec::new(), grouped, vec![last])]
    })
}

/// `DISTINCT` of what the items have become: `WITH e AS q WITH DISTINCT *`.
pub(super) fn distinct_behind(scene: &Scene<'_>) -> Vec<Query> {
    each_projection(scene, |spot, projection| {
        let plain = projection.distinct && !projection.star && projection.order.is_empty();
        // What stands first in a subquery brings variables in, and takes no DISTINCT away.
        if !plain || projection.is_sliced() || spot.before.is_empty() {
            return Vec::new();
        }
        let Some(names) = names(projection) else { return Vec::new() };
        let mut items: Vec<ProjectionItem> = projection.items.clone();
        items.iter_mut().zip(&names).for_each(|(item, name)| item.alias = Some(name.clone()));
        let first = Projection { items, ..Projection::default() };
        let first = Clause::With(With { projection: first, condition: None });
        // The order of the columns of `*` is nowhere said.
        let items = names.iter().map(|name| ProjectionItem { expression: variable(name), alias: None });
        let last = Clause::Return(Projection { items: items.collect(), ..Projection::default() });
        let is_last = spot.at + 1 == spot.clauses.len();
        vec![(
            vec![first],
            Projection { distinct: true, ..star() },
            is_last.then_some(last).into_iter().collect(),
        )]
    })
}

/// `k, count(DISTINCT e)` as the count of distinct rows of both.
pub(super) fn count_distinct(scene: &Scene<'_>) -> Vec<Query> {
    each_projection(scene, |_, projection| {
        let plain = !projection.star && !projection.distinct && projection.order.is_empty();
        let fits = plain && !projection.is_sliced();
        counted_once(projection, &scene.fresh(0)).filter(|_| fits).into_iter().collect()
    })
}

/// The clause that gives each row once, and the projection that counts them.
fn counted_once(projection: &Projection, fresh: &str) -> Option<(Vec<Clause>, Projection, Vec<Clause>)> {
    let names = names(projection)?;
    let mut counts = 0;
    let (mut rows, mut items) = (Vec::new(), Vec::new());
    for (item, name) in projection.items.iter().zip(names) {
        let alias = Some(name.clone());
        let counted = match &item.expression {
            Expression::Function { name, distinct: true, arguments }
                if name.eq_ignore_ascii_case("count") =>
            {
                arguments.first()
            }
            other if has_aggregate(other) => return None,
            _ => None,
        };
        if let Some(counted) = counted {
            counts += 1;
            rows.push(ProjectionItem { expression: counted.clone(), alias: Some(fresh.to_owned()) });
            let expression = Expression::Function {
                name: "count".to_owned(),
                distinct: false,
                arguments: vec![variable(fresh)],
            };
            items.push(ProjectionItem { expression, alias });
        } else {
            rows.push(ProjectionItem { expression: item.expression.clone(), alias });
            items.push(ProjectionItem { expression: variable(&name), alias: None });
        }
    }
    let once = Projection { distinct: true, items: rows, ..Projection::default() };
    let before = Clause::With(With { projection: once, condition: None });
    (counts == 1).then(|| (vec![before], Projection { items, ..Projection::default() }, Vec::new()))
}
